"""Answers the last question over and over."""

import json
import os
import sys

for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        while m["id"] > 1:
            os.write(1, b'{"id": 1, "index": 0}\n' * 100)
        print(json.dumps({"id": m["id"], "index": 0}), flush=True)
