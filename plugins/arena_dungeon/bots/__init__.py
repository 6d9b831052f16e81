"""The reference bots of Dungeon!, weakest first: greedy, tuned, search.

`table` is what each of them reads from its view. `policy` decides for `tuned`, by the numbers in `weights` and with the hero that
`heroes` prefers; `greedy` has a plainer rule in its place. `search` plays the policy's best plans out in drawn worlds.
"""
