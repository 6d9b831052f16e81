"""Kills what watches over it, after it has let a daemon go."""

import json
import os
import signal
import sys
import time

for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        if os.fork() == 0:
            os.setsid()
            time.sleep(60)
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(60)
