"""Writes lines that are no answers, as fast as it can."""

import json
import os
import sys

for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        while True:
            os.write(1, b"chatter\n" * 1000)
