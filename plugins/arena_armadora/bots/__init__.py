"""Reference bots of Armadöra."""
