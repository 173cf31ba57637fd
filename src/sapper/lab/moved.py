"""Documented modules that have moved: the old paths still work, with a DeprecationWarning.

Each old module is a placeholder in ``sys.modules``. Python then neither searches for a file nor
sets the module as an attribute of its package, so ``sapper.lab.densities`` stays the function after
``from sapper.lab.densities import densities``.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

from sapper.deprecation import warn_renamed

MOVED: dict[str, tuple[str, ...]] = {
    "sapper.lab.densities": ("sapper.lab.sweeps.densities",),
    "sapper.lab.store.executors": ("sapper.lab.sweeps.executors",),
    "sapper.lab.store.sweep": ("sapper.lab.sweeps.sweep", "sapper.lab.sweeps.points"),
    "sapper.lab.win_rate_table": ("sapper.lab.study.win_rate_table",),
}
"""The new modules of the names of each old module."""


class MovedModule(ModuleType):
    """The placeholder of a module that has moved."""

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("__"):
            for home in MOVED[self.__name__]:
                module = import_module(home)
                if hasattr(module, name):
                    warn_renamed(f"{self.__name__}.{name}", f"{home}.{name}")
                    return getattr(module, name)
        raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")


def install() -> None:
    """Register the placeholders in ``sys.modules``."""
    for name in MOVED:
        sys.modules.setdefault(name, MovedModule(name, __doc__))
