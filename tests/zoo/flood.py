"""Writes 100 MB without a newline."""

import json
import os
import sys
import time

for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        for _ in range(100):
            os.write(1, b"x" * 1_000_000)
        time.sleep(60)
