"""Gives an index of 400 digits."""

import json
import sys

for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        print('{"id": %d, "index": %s}' % (m["id"], "9" * 400), flush=True)
