"""Deprecated names: they keep working with a DeprecationWarning that names the replacement.

``DEPRECATED`` is the only list of them, apart from the module paths in ``sapper.lab.moved``. A name
stays for at least one minor release after the first one that warns; see docs/reference/api.md.
"""

from __future__ import annotations

import warnings
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")

DEPRECATED = {
    "simulate(first_game=)": "simulate(index=)",
    "compare(first_game=)": "compare(index=)",
    "win_probability(first_sample=)": "win_probability(index=)",
    "Analysis.sample(first=)": "Analysis.sample(index=)",
    "SimulationResult.first_game": "SimulationResult.index",
    "Game.layout": "Game.true_layout",
    "Group.mines": "Group.mine_count",
    "Records.game": "Records.index",
    "points(mines=)": "points(mine_counts=)",
    "Configuration.mines": "Configuration.group_mines",
    "Inference.mines": "Inference.mine_cells",
    "InferenceStep.mines": "InferenceStep.mine_cells",
    "OuterGroup.mines": "OuterGroup.mine_count",
    "sapper simulate --first-game": "sapper simulate --index",
    "sapper watch --game": "sapper watch --index",
    "sapper play --game": "sapper play --index",
    "sapper difficulty --game": "sapper difficulty --index",
    "Curve.seconds": "Curve.cpu_seconds",
    "StudyPoint.seconds": "StudyPoint.cpu_seconds",
    "SimulationResult.processor": "SimulationResult.cpu_seconds",
    "sapper.games.comparison.compare": "sapper.compare",
    "sapper.games.comparison.Compared": "sapper.Difference",
    "sapper.papers.p001_fowler_young": "sapper.papers.fowler_young2004",
    "sapper.papers.p002_one_mine": "sapper.papers.golan2014",
    "sapper.papers.p003_heuristic_agents": "sapper.papers.heuristic_agents",
}
"""The replacement of each deprecated name. A keyword argument is written ``function(name=)``."""

OLDER = {
    "Analysis.mines": "Analysis.mine_cells",
    "Curve.mines": "Curve.mine_counts",
    "Layout.mines": "Layout.mines_per_cell",
    "sapper sweep --mines": "sapper sweep --mine-counts",
    "sapper sweep --strategy": "sapper sweep --strategies",
}
"""The clearer name of each older name. Older names stay in all versions 1.x, without a warning."""


def warn_deprecated(name: str, stacklevel: int = 2) -> None:
    """Warn that a name of ``DEPRECATED`` is used.

    ``stacklevel`` counts the frames from the caller of this function to the code that used the
    name: 2 for the caller of the caller.
    """
    warn_renamed(name, DEPRECATED[name], stacklevel + 1)


def warn_renamed(name: str, replacement: str, stacklevel: int = 2) -> None:
    """Warn that a name has a replacement; ``stacklevel`` as in ``warn_deprecated``."""
    warnings.warn(renamed(name, replacement), DeprecationWarning, stacklevel=stacklevel + 1)


def renamed(name: str, replacement: str) -> str:
    """Return the text of the warning.

    >>> renamed("Curve.seconds", "Curve.cpu_seconds")
    'Curve.seconds is now Curve.cpu_seconds'
    """
    return f"{name} is now {replacement}"


def renamed_keywords(
    **names: str,
) -> Callable[[Callable[_Parameters, _Result]], Callable[_Parameters, _Result]]:
    """Let a function accept former names of its keyword arguments, with a warning.

    Each former name must be in ``DEPRECATED`` as ``function(former=)``, with the qualified name of
    the function. A call with both names raises TypeError.

    >>> DEPRECATED["half(of=)"] = "half(number=)"
    >>> @renamed_keywords(of="number")
    ... def half(*, number):
    ...     return number / 2
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     half(of=3)
    1.5
    >>> str(caught[0].message), DEPRECATED.pop("half(of=)")
    ('half(of=) is now half(number=)', 'half(number=)')
    """

    def decorate(function: Callable[_Parameters, _Result]) -> Callable[_Parameters, _Result]:
        title = function.__qualname__

        @wraps(function)
        def accepting(*args: _Parameters.args, **kwargs: _Parameters.kwargs) -> _Result:
            for former, name in names.items():
                if former in kwargs:
                    _rename(kwargs, title, former, name)
            return function(*args, **kwargs)

        return accepting

    return decorate


def _rename(kwargs: dict[str, Any], title: str, former: str, name: str) -> None:
    if name in kwargs:
        raise TypeError(f"{title}() got both {name!r} and its deprecated name {former!r}")
    warn_deprecated(f"{title}({former}=)", stacklevel=3)
    kwargs[name] = kwargs.pop(former)
