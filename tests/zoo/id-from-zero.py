"""Counts its answers from 0 instead of repeating the question's id."""

import json
import sys

count = 0
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        print(json.dumps({"id": count, "index": 0}), flush=True)
        count += 1
