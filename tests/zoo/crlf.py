"""Ends lines as Windows does, and starts with a byte-order mark."""

import json
import sys

for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        bom = "\ufeff" if m["id"] == 1 else ""
        sys.stdout.write(bom + "\r\n  " * (m["id"] > 1) + json.dumps({"id": m["id"], "index": 0}) + " \r\n")
        sys.stdout.flush()
