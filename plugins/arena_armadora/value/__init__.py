"""What a position is worth: its numbers, and a trained network that reads them. The estimate and the bots use it.

To give the network other numbers: count them in `numbers` (for both its callers, a bot's position and a full state), keep
`bots.position.Position.after` in step where a turn changes them, and train the networks of 2, 3 and 4 seats anew, since
the weights that ship fit these numbers alone: `bench/train_warlord.py`, with `--begin` at most from another new one. The
watcher reads the network too: fit its weights again afterwards (`bench/fit_watcher.py`).
"""
