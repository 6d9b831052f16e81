"""The reference bots of Dungeon!, weakest first: greedy, tuned, search.

`table` is what each of them reads from its view. `policy` decides in each phase, by the numbers in `weights`; where to go, a
planner tells it: `planner` for `tuned`, `outlook` for `search`, a plainer one for `greedy`. `heroes` says who takes which hero.
"""
