"""The definitions of the critical density, by name.

- ``paper``: the steepest drop of the win rate, as the centre of a logistic curve fitted by least
  squares (Chong et al. 2024, section 7).
- ``likelihood``: the steepest drop of a survival curve fitted by binomial maximum likelihood.
- ``half``: the density at which half of the games are won.
- ``guess-free``: the density at which half of the games are won without a guess.
- ``guesses``, ``moves``, ``seconds``: the density of the largest mean number of guesses, clicks or
  CPU seconds per game, from a cubic fit of the peak. The paper proposes definitions by guesses or
  time as future work (10.3).

To add a definition, add an entry to ``METHODS``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

from sapper import defaults
from sapper.lab.fits.bracket import check_bracket, check_inside
from sapper.lab.fits.curve import Curve, CurveError, NotEnoughPointsError, UndefinedError
from sapper.lab.fits.half import find_half, without_guess
from sapper.lab.fits.likelihood import fit_likelihood
from sapper.lab.fits.logistic import fit_logistic
from sapper.lab.fits.peak import find_peak

if TYPE_CHECKING:
    from collections.abc import Callable

    from sapper.types import DensityMethod


class Fit(Protocol):
    """The result of a method."""

    @property
    def critical_density(self) -> float:
        """The critical density."""

    @property
    def interval(self) -> tuple[float, float] | None:
        """Its 95 % interval, if it has one."""

    def summary(self) -> str:
        """Return the result in a line."""

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain values."""


@dataclass(frozen=True, slots=True)
class Method:
    """One definition of the critical density."""

    meaning: str
    """The definition, in a few words."""

    find: Callable[..., Fit]
    """The fit of a curve, with options of the method; may raise ``UndefinedError``."""

    looks_at: Literal["wins", "guess_free", "guesses", "moves", "cpu_seconds"] = "wins"
    """The column of the curve that the method uses."""

    fewest: int = 1
    """Fewest points that determine the curve, unless all numbers of mines were played."""


METHODS: dict[DensityMethod, Method] = {
    "paper": Method("centre of a logistic curve, as in Chong et al. 2024", fit_logistic, fewest=3),
    "likelihood": Method("steepest drop of the win rate, by maximum likelihood", fit_likelihood),
    "half": Method("half of the games are won", find_half),
    "guess-free": Method(
        "half of the games are won without a guess",
        lambda curve: find_half(without_guess(curve)),
        "guess_free",
    ),
    "guesses": Method(
        "most guesses per game",
        lambda curve: find_peak(curve, curve.guesses, "guesses"),
        "guesses",
    ),
    "moves": Method(
        "most moves per game", lambda curve: find_peak(curve, curve.moves, "moves"), "moves"
    ),
    "seconds": Method(
        "most CPU time per game",
        lambda curve: find_peak(curve, curve.cpu_seconds, "seconds"),
        "cpu_seconds",
    ),
}
"""All definitions, by name."""

DEFAULT_METHOD = defaults.METHOD
"""The default definition: the one whose values are published."""


@dataclass(frozen=True, slots=True)
class CriticalDensity:
    """The critical density of a board by one definition, or why it has none."""

    method: DensityMethod
    """The name of the definition."""

    value: float | None
    """The density; None if it is not defined."""

    interval: tuple[float, float] | None
    """Its 95 % interval; None if there is none."""

    why: str
    """The meaning of the value, or the reason why there is none."""

    fit: Fit | None
    """The fit; None if there is none."""

    needs: tuple[int, int] | None = None
    """The numbers of mines between which games are needed; None if there are enough points, or if
    the density is undefined on the board."""

    def summary(self) -> str:
        """Return the result in a line or two.

        >>> CriticalDensity("half", None, None, "no game was lost on 1x3", None).summary()
        'half: not defined, no game was lost on 1x3'
        """
        if self.needs is not None:
            return f"{self.method}: {self.why}"
        if self.value is None:
            return f"{self.method}: not defined, {self.why}"
        within = "" if self.interval is None else " (95 %: {:.4f} to {:.4f})".format(*self.interval)
        found = "" if self.fit is None else f"\n{self.fit.summary()}"
        return f"{self.method}: {self.value:.4f}{within}, {self.why}{found}"

    def table_rows(self) -> list[tuple[str, object]]:
        """Return the rows of a table about it."""
        from sapper.html_table import density

        if self.value is None:
            missing = self.why if self.needs else f"not defined: {self.why}"
            return [("critical density", missing), ("method", self.method)]
        found = density(self.value, self.interval)
        return [("critical density", found), ("method", self.method), ("that is", self.why)]

    def _repr_html_(self) -> str:
        """Return the result as a table, for a notebook."""
        from sapper.html_table import table

        return table("critical density", self.table_rows())

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain values."""
        return {
            "method": self.method,
            "critical_density": self.value,
            "interval": None if self.interval is None else list(self.interval),
            "why": self.why,
            "needs": None if self.needs is None else list(self.needs),
            "fit": None if self.fit is None else self.fit.to_dict(),
        }


def check_method(method: str) -> DensityMethod:
    """Return the name of a definition; raise CurveError if there is none of this name."""
    for name in METHODS:
        if name == method:
            return name
    raise CurveError(f"unknown method {method!r}; there are {', '.join(METHODS)}")


def critical_density(
    curve: Curve, method: DensityMethod = defaults.METHOD, **options: Any
) -> CriticalDensity:
    """Return the critical density of a curve by a definition named in ``METHODS``.

    Options are those of ``fit_logistic`` and ``fit_likelihood``; the other methods have none. If
    the points do not bracket the density, the value is None, and ``needs`` is the range of mines in
    which games are needed. If it is not defined on a board, the value is None, and ``why`` states
    the reason.

    >>> import numpy as np
    >>> curve = Curve(10, *np.array([[1, 2, 3], [900, 700, 300], [1000] * 3]))
    >>> round(critical_density(curve, "half").value, 3)
    0.25
    >>> critical_density(curve, "guesses").why
    'the guesses on a board of 10 cells were not counted'
    >>> critical_density(curve.where(slice(0, 2)), "half").why
    'not enough points: needs games between 3 and 9 mines'
    """
    check_method(method)
    chosen = METHODS[method]
    try:
        if chosen.looks_at == "wins":
            check_bracket(curve, chosen.fewest)
        elif chosen.looks_at == "guess_free":
            check_bracket(without_guess(curve))
        found = chosen.find(curve, **options)
        check_inside(curve, found.critical_density)
    except NotEnoughPointsError as missing:
        return CriticalDensity(method, None, None, str(missing), None, missing.needs)
    except UndefinedError as undefined:
        return CriticalDensity(method, None, None, str(undefined), None)
    return CriticalDensity(method, found.critical_density, found.interval, chosen.meaning, found)
