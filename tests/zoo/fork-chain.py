"""Flees: each process forks the next and dies, as fast as it can, while the first one plays."""

import json
import os
import sys

if os.fork() == 0:
    os.setsid()
    while True:
        if os.fork() > 0:
            os._exit(0)
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        print(json.dumps({"id": m["id"], "index": 0}), flush=True)
