"""How many requests an address may send: a bucket for each, which fills up with time.

A request takes a token; a bucket holds some, and gets new ones at a steady rate. Buckets that are
full say nothing that a new one would not, so they are forgotten.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_BUCKETS = 10_000
"""Addresses that are remembered."""


class Rates:
    """A bucket of tokens for every address that sends requests."""

    def __init__(
        self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._buckets: dict[str, tuple[float, float]] = {}

    def take(self, address: str | None) -> bool:
        """Take a token of an address; False where it has none. Without an address there is no end.

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
        """Forget the buckets that are full again, or else the fullest half."""
        since = now - self._burst / self._rate
        kept = {place: bucket for place, bucket in self._buckets.items() if bucket[1] > since}
        if len(kept) >= MOST_BUCKETS:
            by_tokens = sorted(kept.items(), key=lambda item: item[1])
            kept = dict(by_tokens[: MOST_BUCKETS // 2])
        self._buckets = kept
