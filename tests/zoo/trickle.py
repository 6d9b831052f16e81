"""Prints something every 50 ms, for ever."""

import json
import sys
import time

for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        while True:
            print("thinking", flush=True)
            time.sleep(0.05)
