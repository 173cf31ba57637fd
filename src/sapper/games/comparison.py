"""Deprecated: ``sapper.compare`` compares strategies."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from sapper.deprecation import warn_deprecated


def __getattr__(name: str) -> Any:
    if name not in ("Compared", "compare"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    warn_deprecated(f"{__name__}.{name}")
    return getattr(import_module("sapper.lab.comparison.steps"), name)
