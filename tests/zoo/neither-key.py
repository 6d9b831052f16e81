"""Gives neither an action nor an index."""

import json
import sys

for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        print(json.dumps({"id": m["id"], "move": 0}), flush=True)
