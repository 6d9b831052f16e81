"""Dies with words that would move a terminal's cursor."""

import json
import sys

for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        sys.stderr.write("\x1b[2J\x1b[31mOopsError: \x07no\u202e more\n")
        sys.exit(1)
