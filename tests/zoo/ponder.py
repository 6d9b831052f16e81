"""Answers at once, then spins while others think."""

import json
import os
import select
import sys

buffer = b""
while True:
    while not select.select([0], [], [], 0)[0]:
        sum(range(1000))
    data = os.read(0, 1 << 16)
    if not data:
        sys.exit()
    *lines, buffer = (buffer + data).split(b"\n")
    for line in lines:
        m = json.loads(line)
        if m["type"] == "act":
            print(json.dumps({"id": m["id"], "index": 0}), flush=True)
