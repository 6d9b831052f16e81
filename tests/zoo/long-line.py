"""Gives an answer of 2 MB."""

import json
import sys

for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        print(json.dumps({"id": m["id"], "index": 0, "note": "x" * 2_000_000}), flush=True)
