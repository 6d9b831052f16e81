"""Looks for what an earlier match left in its folders, tells it in a note, and leaves something for the next."""

import json
import os
import pathlib
import sys

found = sorted({*os.listdir("."), *os.listdir(os.environ["HOME"]), *os.listdir(os.environ["TMPDIR"])})
locked = pathlib.Path(os.environ["HOME"], "locked", "deep er\n\udcff")
locked.mkdir(parents=True)
(locked / "memory").write_text("the last deal")
os.symlink("/etc", locked / "away")
os.chmod(locked, 0o500)
os.chmod(locked.parent, 0o000)
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        note = json.dumps([found, os.getcwd(), os.environ["HOME"], os.environ["TMPDIR"]])
        print(json.dumps({"id": m["id"], "index": 0, "note": note}), flush=True)
