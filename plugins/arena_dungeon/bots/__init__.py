"""The reference bots of Dungeon!, weakest first: greedy, tuned, search."""
