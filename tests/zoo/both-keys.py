"""Gives an action and an index."""

import json
import sys

for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        print(json.dumps({"id": m["id"], "action": m["legal"][0], "index": 0}), flush=True)
