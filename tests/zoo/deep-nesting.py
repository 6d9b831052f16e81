"""Nests a note a hundred thousand deep."""

import json
import sys

for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        print('{"id": %d, "index": 0, "note": %s}' % (m["id"], "[" * 100_000 + "]" * 100_000), flush=True)
