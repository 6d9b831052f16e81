"""Begins an answer and thinks better of it."""

import json
import sys
import time

for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        print('{"id": ', end="", flush=True)
        time.sleep(60)
