"""Ignores every signal that can be ignored, and the end of its input."""

import json
import signal
import sys
import time

for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
    signal.signal(number, signal.SIG_IGN)
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        print(json.dumps({"id": m["id"], "index": 0}), flush=True)
time.sleep(60)
