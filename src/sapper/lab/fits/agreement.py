"""Tests of whether two tables of measured values agree, as a whole and value by value.

Each pair of values gives a z-score: the difference divided by its standard error. Under the null
hypothesis the sum of the squared scores has a chi-square distribution with one degree of freedom
per pair. The p-values of single pairs are adjusted for multiple testing by Holm (1979), which
controls the family-wise error rate, and by Benjamini and Hochberg (1995), which controls the false
discovery rate.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import erfc, hypot, sqrt
from typing import TYPE_CHECKING, Any

from sapper.lab.fits.curve import CurveError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LEVEL = 0.05
"""The significance level."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """The comparison of two tables."""

    scores: Mapping[str, float]
    """The z-score of each pair, by name."""

    left_out: Mapping[str, str]
    """The reason why a pair cannot be compared, by name."""

    @property
    def statistic(self) -> float:
        """The sum of the squares of the scores."""
        return sum(score**2 for score in self.scores.values())

    @property
    def degrees(self) -> int:
        """The degrees of freedom: the number of pairs."""
        return len(self.scores)

    @property
    def p_value(self) -> float:
        """The probability of a statistic at least as large under the null hypothesis."""
        from scipy.special import chdtrc

        return float(chdtrc(self.degrees, self.statistic))

    @property
    def p_values(self) -> dict[str, float]:
        """The two-sided p-value of each pair, by name, without adjustment."""
        return {name: two_sided(score) for name, score in self.scores.items()}

    @property
    def holm(self) -> dict[str, float]:
        """The p-value of each pair, adjusted by Holm."""
        found = self.p_values
        return dict(zip(found, holm(list(found.values())), strict=True))

    @property
    def benjamini_hochberg(self) -> dict[str, float]:
        """The p-value of each pair, adjusted by Benjamini and Hochberg."""
        found = self.p_values
        return dict(zip(found, benjamini_hochberg(list(found.values())), strict=True))

    def summary(self) -> str:
        """Return the chi-square test of the whole table in a line."""
        return (
            f"chi-square {self.statistic:.1f} with {self.degrees} degrees of freedom, "
            f"p = {self.p_value:.3f}"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        return {
            "statistic": self.statistic,
            "degrees": self.degrees,
            "p_value": self.p_value,
            "scores": dict(self.scores),
            "holm": self.holm,
            "benjamini_hochberg": self.benjamini_hochberg,
            "left_out": dict(self.left_out),
        }


Measured = tuple[float, float]
"""A value and its standard error."""


def compare_tables(
    ours: Mapping[str, Measured],
    theirs: Mapping[str, Measured],
    left_out: Mapping[str, str] | None = None,
) -> Agreement:
    """Compare two tables on the names that both contain, except those in ``left_out``.

    >>> ours = {"a": (1.0, 0.3), "b": (2.0, 0.3)}
    >>> compare_tables(ours, {"a": (1.0, 0.4), "b": (3.0, 0.4)}).summary()
    'chi-square 4.0 with 2 degrees of freedom, p = 0.135'
    """
    skipped = dict(left_out or {})
    scores = {}
    for name, (value, error) in ours.items():
        if name in skipped or name not in theirs:
            continue
        other, other_error = theirs[name]
        together = hypot(error, other_error)
        if not together > 0:
            raise CurveError(f"the difference of {name} has no standard error above 0")
        scores[name] = (value - other) / together
    if not scores:
        raise CurveError("the tables have no common value to compare")
    return Agreement(scores, skipped)


def two_sided(score: float) -> float:
    """Return the two-sided p-value of a standard normal score.

    >>> round(two_sided(1.959964), 4)
    0.05
    """
    return erfc(abs(score) / sqrt(2))


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjust p-values by Holm's step-down method (family-wise error rate).

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    adjusted = [0.0] * len(p_values)
    highest = 0.0
    rising = sorted(range(len(p_values)), key=lambda place: p_values[place])
    for rank, place in enumerate(rising):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = highest
    return adjusted


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Adjust p-values by the step-up method of Benjamini and Hochberg (false discovery rate).

    >>> [round(p, 3) for p in benjamini_hochberg([0.01, 0.04, 0.03])]
    [0.03, 0.04, 0.04]
    """
    from scipy.stats import false_discovery_control

    return false_discovery_control(p_values).tolist() if p_values else []
