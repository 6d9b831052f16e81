"""Pebble: a whole bot in plain Python, without a line of arena's code. It plays any game.

It reads one JSON object a line and answers each `act` with one line. It never passes while it can do something else.
"""

import json
import random
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        random.seed(message["seed"])  # all its luck comes from the arena's seed: it can be repeated
    elif message["type"] == "act":
        actions = [action for action in message["legal"] if action != "pass"] or ["pass"]
        answer = {"id": message["id"], "action": random.choice(actions)}
        print(json.dumps(answer), flush=True)  # without flush the answer would wait in a buffer, and time run out
    elif message["type"] == "quit":
        break
    # messages of any other type, and keys we do not know, are none of our business
