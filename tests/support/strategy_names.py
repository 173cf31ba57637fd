"""The strategies that tests play with, each as it plays the same every time and quickly."""

from __future__ import annotations

from sapper.strategies import names

QUICK_DEEP = "deep:n=8"
"""``deep`` itself goes by the clock."""

REPEATABLE = [QUICK_DEEP if name == "deep" else name for name in names()]
