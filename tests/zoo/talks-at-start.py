"""Writes 200 kB to standard error before anything else, then loads for half a second."""

import json
import os
import sys
import time

os.write(2, b"e" * 200_000)
time.sleep(0.5)
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        print(json.dumps({"id": m["id"], "index": 0}), flush=True)
