"""Closes its output and lives on."""

import json
import os
import sys
import time

for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        os.close(1)
        time.sleep(60)
