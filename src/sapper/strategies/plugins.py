"""Strategies of other packages, found by the entry point group ``sapper.strategies``.

Each entry is a class or a function that makes a ``Strategy``. Its name works wherever a strategy
name is accepted (see ``sapper.plugins``).
"""

from __future__ import annotations

from sapper.plugins import Plugins, PluginWarning, package

__all__ = ["GROUP", "PluginWarning", "found", "is_name", "load", "package"]

GROUP = "sapper.strategies"


def is_name(name: object) -> bool:
    """Return whether this is a valid name of a strategy."""
    return (
        isinstance(name, str) and bool(name) and name.isprintable() and not set(name) & set(": \t")
    )


_PLUGINS = Plugins(GROUP, "strategy", is_name, "a name is a word without ':' and blanks")

found = _PLUGINS.found
load = _PLUGINS.load
