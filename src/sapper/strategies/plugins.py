"""Strategies of other packages, found by the entry point group ``sapper.strategies``.

A package that is installed next to Sapper names its strategies in its own metadata::

    [project.entry-points."sapper.strategies"]
    corners = "sapper_corners:Corners"

Each entry is a class or a function that makes a ``Strategy``. Its name works wherever a strategy
name is accepted, in every process of the same environment. Entry points are searched when a name is
requested that is not built in, and loaded when they are used or listed. A strategy that cannot be
loaded, or whose name is taken, is left out with a warning that names its package.
"""

from __future__ import annotations

import warnings
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection
    from importlib.metadata import EntryPoint

GROUP = "sapper.strategies"


class PluginWarning(UserWarning):
    """A strategy of another package is left out, with the reason."""


@lru_cache(maxsize=1)
def _points() -> dict[str, EntryPoint]:
    """Return the entry points by name; the first one of each name."""
    from importlib.metadata import entry_points

    points: dict[str, EntryPoint] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, package(point))):
        if point.name in points:
            other = package(points[point.name])
            if (other, point.value) != (package(point), points[point.name].value):
                _leave_out(point, f"package {other!r} has one of that name")
            continue
        points[point.name] = point
    return points


def found(taken: Collection[str]) -> dict[str, EntryPoint]:
    """Return the strategies of other packages by name, without those whose name is taken."""
    points = dict(_points())
    for name in taken:
        point = points.pop(name, None)
        if point is not None:
            _leave_out(point, "there is one of that name already")
    for name in [name for name in points if not is_name(name)]:
        _leave_out(points.pop(name), "a name is a word without ':' and blanks")
    return points


def load(point: EntryPoint) -> Any:
    """Return the factory of a strategy; None, with a warning, if it cannot be loaded."""
    try:
        made = point.load()
    except Exception as error:
        _leave_out(point, f"it cannot be loaded ({type(error).__name__}: {error})")
        return None
    if not callable(made):
        _leave_out(point, f"{point.value} is neither a class nor a function")
        return None
    return made


def package(point: EntryPoint) -> str:
    """Return the name of the package that an entry point belongs to."""
    return "an unknown package" if point.dist is None else point.dist.name


def is_name(name: object) -> bool:
    """Return whether this is a valid name of a strategy."""
    return (
        isinstance(name, str) and bool(name) and name.isprintable() and not set(name) & set(": \t")
    )


@lru_cache(maxsize=1_000)
def _warn(text: str) -> None:
    """Warn once per text."""
    warnings.warn(text, PluginWarning, stacklevel=2)


def _leave_out(point: EntryPoint, why: str) -> None:
    _warn(f"strategy {point.name!r} of package {package(point)!r} is left out: {why}")
