"""The strategies used in tests: deterministic and fast ones."""

from __future__ import annotations

from sapper.strategies import names

QUICK_DEEP = "deep:n=8"
"""``deep`` without a part depends on the clock."""

REPEATABLE = [QUICK_DEEP if name == "deep" else name for name in names()]
