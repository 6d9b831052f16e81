"""Counts legal actions from 1, up to the last."""

import json
import sys

for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        print(json.dumps({"id": m["id"], "index": m["n"]}), flush=True)
