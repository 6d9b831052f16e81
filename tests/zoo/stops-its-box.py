"""Stops what watches over it, and answers no more."""

import json
import os
import signal
import sys
import time

for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        os.kill(os.getppid(), signal.SIGSTOP)
        time.sleep(60)
