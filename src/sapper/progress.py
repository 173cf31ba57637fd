"""The type of a progress callback."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int], object]
"""Called with the amount of finished work and the total, both in units of the caller."""
