"""A rate limit per address: token buckets.

A request takes a token; a bucket has a capacity and is refilled at a steady rate. Full buckets are
dropped, as they equal new ones.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_BUCKETS = 10_000
"""Buckets that are kept."""


class Rates:
    """A token bucket for every address that sends requests."""

    def __init__(
        self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._buckets: dict[str, tuple[float, float]] = {}

    def take(self, address: str | None) -> bool:
        """Take a token of an address; False if it has none. None has no limit.

        >>> rates = Rates(rate=1, burst=2, clock=iter([0, 0, 0, 1]).__next__)
        >>> [rates.take("192.0.2.1") for _ in range(4)]
        [True, True, False, True]
        """
        if address is None:
            return True
        now = self._clock()
        tokens, before = self._buckets.get(address, (float(self._burst), now))
        tokens = min(self._burst, tokens + (now - before) * self._rate)
        enough = tokens >= 1
        if address not in self._buckets and len(self._buckets) >= MOST_BUCKETS:
            self._forget(now)
        self._buckets[address] = (tokens - 1 if enough else tokens, now)
        return enough

    def _forget(self, now: float) -> None:
        """Drop the buckets that are full again, or else the fullest half."""
        since = now - self._burst / self._rate
        kept = {place: bucket for place, bucket in self._buckets.items() if bucket[1] > since}
        if len(kept) >= MOST_BUCKETS:
            by_tokens = sorted(kept.items(), key=lambda item: item[1])
            kept = dict(by_tokens[: MOST_BUCKETS // 2])
        self._buckets = kept
