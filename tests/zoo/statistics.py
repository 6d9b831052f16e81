"""Has the name of a standard module; if it is ever imported, something has been shadowed."""

raise ImportError("a bot's neighbour shadows the standard library")
