"""One hypothesis profile for all tests: the same examples on every run, on any machine."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "sapper",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile("sapper")
