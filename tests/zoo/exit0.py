"""Leaves, content, instead of answering."""

import json
import sys

for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        sys.exit(0)
