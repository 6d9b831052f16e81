"""Never says anything."""

import time

time.sleep(60)
