"""Writes to standard error without end."""

import os

while True:
    os.write(2, b"e" * 60_000)
