"""Writes a byte that is not UTF-8."""

import json
import sys

for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        sys.stdout.buffer.write(b'{"id": %d, "action": "\xff"}\n' % m["id"])
        sys.stdout.buffer.flush()
