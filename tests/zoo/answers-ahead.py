"""Answers the question after this one."""

import json
import sys

for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        print(json.dumps({"id": m["id"] + 1, "index": 0}), flush=True)
