"""Reads its first question, closes its input, and answers what it has not read."""

import json
import os
import time

while "act" not in os.read(0, 1 << 20).decode():
    pass
os.close(0)
for id in range(1, 4):
    print(json.dumps({"id": id, "index": 0}), flush=True)
    time.sleep(0.1)
