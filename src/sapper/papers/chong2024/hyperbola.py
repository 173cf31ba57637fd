"""Least squares of y = a / (x - b) + c, the curve of section 9.3, to many digits.

For a given b the best a and c follow from a linear regression on 1 / (x - b), so only b is unknown
(variable projection). The zero of the derivative by b is found by bisection in decimal arithmetic:
the sum of squares is so flat around the best b that floats do not determine its sixth digit.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, localcontext
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

DIGITS = 40
"""Decimal digits of the computation."""


@dataclass(frozen=True, slots=True)
class Hyperbola:
    """The least-squares curve a / (x - b) + c through some points."""

    a: Decimal
    """The factor."""

    b: Decimal
    """The pole."""

    c: Decimal
    """The value far from the pole."""

    errors: tuple[float, float, float]
    """The standard errors of a, b and c, from the residual variance."""

    @classmethod
    def fitted(cls, points: Mapping[int, Decimal]) -> Hyperbola:
        """Fit a curve whose pole is below all points, given y by x for at least four points.

        >>> exact = {x: Decimal(2) / (x - Decimal("0.5")) + 3 for x in range(1, 6)}
        >>> found = Hyperbola.fitted(exact)
        >>> [round(value, 9).normalize() for value in (found.a, found.b, found.c)]
        [Decimal('2'), Decimal('0.5'), Decimal('3')]
        """
        if len(points) < 4:
            raise ValueError(f"a fit with standard errors takes 4 points, not {len(points)}")
        with localcontext() as context:
            context.prec = DIGITS
            low, high = Decimal(min(points) - 10), Decimal(min(points)) - Decimal("0.001")
            below = _derivative(points, low)
            if (below > 0) == (_derivative(points, high) > 0):
                raise ValueError("no pole below the points fits best")
            while high - low > Decimal(10) ** (-DIGITS // 2):
                middle = (low + high) / 2
                if (_derivative(points, middle) > 0) == (below > 0):
                    low = middle
                else:
                    high = middle
            a, c = _line(points, low)
            return cls(a, low, c, _errors(points, a, low, c))


def _line(points: Mapping[int, Decimal], b: Decimal) -> tuple[Decimal, Decimal]:
    """Return the best a and c for a given pole."""
    zero, count = Decimal(0), len(points)
    inverse = {x: 1 / (x - b) for x in points}
    mean = sum(inverse.values(), zero) / count
    level = sum(points.values(), zero) / count
    product = sum(((inverse[x] - mean) * (y - level) for x, y in points.items()), zero)
    a = product / sum(((value - mean) ** 2 for value in inverse.values()), zero)
    return a, level - a * mean


def _derivative(points: Mapping[int, Decimal], b: Decimal) -> Decimal:
    """Return half the derivative by b of the sum of squares minimized over a and c."""
    a, c = _line(points, b)
    terms = ((a / (x - b) + c - y) * a / (x - b) ** 2 for x, y in points.items())
    return sum(terms, Decimal(0))


def _errors(
    points: Mapping[int, Decimal], a: Decimal, b: Decimal, c: Decimal
) -> tuple[float, float, float]:
    import numpy as np

    slopes = np.array([[1 / (x - b), a / (x - b) ** 2, Decimal(1)] for x in points], dtype=float)
    squares = float(sum((a / (x - b) + c - y) ** 2 for x, y in points.items()))
    covariance = np.linalg.inv(slopes.T @ slopes) * squares / (len(points) - 3)
    first, second, third = np.sqrt(np.diag(covariance)).tolist()
    return first, second, third
