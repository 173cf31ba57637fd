"""The laboratory: games at scale, win-rate curves, critical densities, figures.

>>> from sapper.lab import Store, densities, points, sweep
>>> with Store() as store:
...     print(sweep(points(["4x4/3", "4x4/4"]), 100, store).summary())
...     (found,) = densities(["4x4"], store, games=100)
2 points, 200 games: 0 already stored, 200 played
>>> len(found.curve)
15
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sapper.lab import moved

if TYPE_CHECKING:
    from sapper.lab import figures
    from sapper.lab.comparison.comparing import compare
    from sapper.lab.comparison.results import Comparison, Difference
    from sapper.lab.fits.curve import Curve, CurveError, NotEnoughPointsError, UndefinedError
    from sapper.lab.fits.definitions import METHODS, CriticalDensity, critical_density
    from sapper.lab.store.merging import MergeResult, merge_stores
    from sapper.lab.store.store import Store
    from sapper.lab.sweeps.densities import adaptive_densities, densities
    from sapper.lab.sweeps.executors import executor
    from sapper.lab.sweeps.points import points
    from sapper.lab.sweeps.sweep import sweep

__all__ = [  # noqa: RUF022  (grouped as a reader meets them)
    # games
    "Store",
    "points",
    "sweep",
    "executor",
    "merge_stores",
    "MergeResult",
    # paired comparison
    "compare",
    "Comparison",
    "Difference",
    # curves and critical densities
    "densities",
    "adaptive_densities",
    "METHODS",
    "CriticalDensity",
    "Curve",
    "CurveError",
    "NotEnoughPointsError",
    "UndefinedError",
    "critical_density",
    # figures
    "figures",
]

_HOMES = {
    "Store": "store.store",
    "points": "sweeps.points",
    "sweep": "sweeps.sweep",
    "executor": "sweeps.executors",
    "merge_stores": "store.merging",
    "MergeResult": "store.merging",
    "compare": "comparison.comparing",
    "Comparison": "comparison.results",
    "Difference": "comparison.results",
    "densities": "sweeps.densities",
    "adaptive_densities": "sweeps.densities",
    "METHODS": "fits.definitions",
    "CriticalDensity": "fits.definitions",
    "critical_density": "fits.definitions",
    "Curve": "fits.curve",
    "CurveError": "fits.curve",
    "NotEnoughPointsError": "fits.curve",
    "UndefinedError": "fits.curve",
}
"""The module of each name, which is loaded when the name is first used.

No module or package next to this file has one of these names: it would hide the function."""

moved.install()


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name == "figures":
        return import_module("sapper.lab.figures")
    if name not in _HOMES:
        raise AttributeError(f"module 'sapper.lab' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"sapper.lab.{_HOMES[name]}"), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
