"""Writes 80 MB to standard error, then answers."""

import json
import os
import sys

for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        for _ in range(80):
            os.write(2, b"e" * 1_000_000)
        print(json.dumps({"id": m["id"], "index": 0}), flush=True)
