"""Answers before anything is asked, and talks on after each answer."""

import json
import sys

print('{"id": 1, "index": 1}', flush=True)
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        print(json.dumps({"id": m["id"], "index": 0}), flush=True)
        print(json.dumps({"id": m["id"] + 1, "index": 1}), flush=True)
