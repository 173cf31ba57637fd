"""Extensions by other packages, found by entry points.

A package that is installed next to Sapper names its strategies or kinds of boards in its own
metadata::

    [project.entry-points."sapper.strategies"]
    corners = "sapper_corners:Corners"

    [project.entry-points."sapper.boards"]
    ring = "sapper_rings:ring"

Such a name works in every process of the same environment. Entry points are searched when a name is
requested that is not built in, and loaded when they are used or listed. An extension that cannot be
loaded, or whose name is taken, is left out with a warning that names its package.
"""

from __future__ import annotations

import warnings
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from importlib.metadata import EntryPoint


class PluginWarning(UserWarning):
    """An extension by another package is left out, with the reason."""


class Plugins:
    """The entry points of one group."""

    def __init__(
        self, group: str, noun: str, is_name: Callable[[object], bool], name_rule: str
    ) -> None:
        self._group = group
        self._noun = noun
        self._is_name = is_name
        self._name_rule = name_rule

    @cached_property
    def _points(self) -> dict[str, EntryPoint]:
        """The entry points by name; the first one of each name."""
        from importlib.metadata import entry_points

        points: dict[str, EntryPoint] = {}
        every = entry_points(group=self._group)
        for point in sorted(every, key=lambda point: (point.name, package(point))):
            if point.name in points:
                other = package(points[point.name])
                if (other, point.value) != (package(point), points[point.name].value):
                    self._leave_out(point, f"package {other!r} has one of that name")
                continue
            points[point.name] = point
        return points

    def found(self, taken: Collection[str]) -> dict[str, EntryPoint]:
        """Return the entry points by name, without those whose name is taken or invalid."""
        points = dict(self._points)
        for name in taken:
            point = points.pop(name, None)
            if point is not None:
                self._leave_out(point, "there is one of that name already")
        for name in [name for name in points if not self._is_name(name)]:
            self._leave_out(points.pop(name), self._name_rule)
        return points

    def load(self, point: EntryPoint) -> Any:
        """Return the class or function of an entry point; None, with a warning, if it has none."""
        try:
            made = point.load()
        except (Exception, SystemExit) as error:
            self._leave_out(point, f"it cannot be loaded ({type(error).__name__}: {error})")
            return None
        if not callable(made):
            self._leave_out(point, f"{point.value} is neither a class nor a function")
            return None
        return made

    def _leave_out(self, point: EntryPoint, why: str) -> None:
        _warn(f"{self._noun} {point.name!r} of package {package(point)!r} is left out: {why}")


def package(point: EntryPoint) -> str:
    """Return the name of the package that an entry point belongs to."""
    return "an unknown package" if point.dist is None else point.dist.name


@lru_cache(maxsize=1_000)
def _warn(text: str) -> None:
    """Warn once per text."""
    warnings.warn(text, PluginWarning, stacklevel=2)
