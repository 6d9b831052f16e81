"""The reference bots of Dungeon!, weakest first: greedy, tuned, search.

`table` is what each of them reads from its view. `policy` decides in each phase, by the numbers in `weights`; where to go, a
planner tells it: `planner` for `tuned`, `routes` for `search`, a plainer one for `greedy`. `heroes` has the hero that each takes.
"""
