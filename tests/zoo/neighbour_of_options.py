"""What options.py imports."""

NAME = "neighbour"
