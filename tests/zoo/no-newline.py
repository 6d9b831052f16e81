"""Answers, flushed, but never ends the line."""

import json
import sys

for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        print(json.dumps({"id": m["id"], "index": 0}), end="", flush=True)
