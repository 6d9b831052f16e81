"""Answers as if people read it."""

import json
import sys

for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        print("my move:", m["legal"][0], flush=True)
