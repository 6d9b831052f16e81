"""What all tests share."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# A shared machine is slow now and then: how long an example takes is not what these tests are about.
settings.register_profile("arena", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("arena")
