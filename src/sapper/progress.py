"""How long work tells how far it is."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int], object]
"""Called with what is done and what there is to do in all."""
