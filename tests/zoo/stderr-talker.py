"""Writes 1 MB to standard error at each decision, then answers."""

import json
import sys

for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        sys.stderr.write("e" * 999_980 + "the end of it %5d\n" % m["id"])
        sys.stderr.flush()
        print(json.dumps({"id": m["id"], "index": 0}), flush=True)
