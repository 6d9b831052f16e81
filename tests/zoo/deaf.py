"""Never reads."""

import time

print("I am not listening", flush=True)
time.sleep(60)
