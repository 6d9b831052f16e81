"""Answers at once, and has three children, each in a session of its own, that spin while others think."""

import json
import os
import sys

for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        while os.getppid() != 1:
            sum(range(1000))
        os._exit(0)
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        print(json.dumps({"id": m["id"], "index": 0}), flush=True)
