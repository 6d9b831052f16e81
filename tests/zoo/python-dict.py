"""Prints a Python dict."""

import json
import sys

for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        print({"id": m["id"], "index": 0}, flush=True)
