"""Critical densities of boards by size: the data of trends and their figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sapper.data.published_densities import CRITICAL_DENSITIES
from sapper.intervals import Z95
from sapper.lab.figures.estimate import Estimate
from sapper.lab.fits.trends import Model, Trend, fit_trend

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sapper.lab.figures.estimate import Found
    from sapper.lab.fits.curve import Floats

    Sides = tuple[int, int]


@dataclass(frozen=True, slots=True, eq=False)
class SizedDensities:
    """Critical densities by the size of their boards, in increasing order of size."""

    sizes: Floats
    """The sizes: sides, or aspect ratios."""

    values: Floats
    """The critical densities."""

    lows: Floats
    """The lower ends of their intervals; the value itself without an interval."""

    highs: Floats
    """The upper ends of their intervals; the value itself without an interval."""

    @classmethod
    def of(cls, estimates: Iterable[Estimate], size: Callable[[Sides], float]) -> SizedDensities:
        """Return the defined critical densities, sorted by a function of the sides."""
        rows = sorted(
            (size(found.sides), found.value, *(found.interval or (found.value, found.value)))
            for found in estimates
            if found.value is not None and found.sides is not None
        )
        return cls(*np.array(rows, dtype=np.float64).reshape(len(rows), 4).T)

    def __len__(self) -> int:
        return len(self.sizes)

    @property
    def errors(self) -> Floats | None:
        """The standard errors; None unless every value has one."""
        spread = (self.highs - self.lows) / (2 * Z95)
        return spread if len(spread) and np.all(spread > 0) else None

    def inner(self) -> SizedDensities:
        """Return those that are not clamped to 0 or 1."""
        kept = (self.values > 0) & (self.values < 1)
        return SizedDensities(
            self.sizes[kept], self.values[kept], self.lows[kept], self.highs[kept]
        )

    def trend(self, model: Model) -> Trend:
        """Fit a model by least squares, weighted if every value has a standard error."""
        return fit_trend(model, self.sizes, self.values, self.errors)


def rows(results: Sequence[Found], short: int) -> SizedDensities:
    """Return the critical densities of the boards with this shorter side, by their longer side."""
    found = map(Estimate.of, results)
    return SizedDensities.of((e for e in found if e.sides and e.sides[0] == short), _longer)


def squares(results: Sequence[Found]) -> SizedDensities:
    """Return the critical densities of the squares with at least three rows, by side."""
    found = map(Estimate.of, results)
    return SizedDensities.of((e for e in found if e.sides and _wide_square(e.sides)), _longer)


def by_aspect(estimates: Iterable[Estimate]) -> SizedDensities:
    """Return critical densities by the aspect ratio, shorter side divided by longer side."""
    return SizedDensities.of(estimates, lambda sides: sides[0] / sides[1])


def published_by_aspect() -> SizedDensities:
    """Return all values of Chong et al. 2024 (table B.2) by aspect ratio."""
    return by_aspect(_published())


def published_rows(short: int) -> SizedDensities:
    """Return the values of Chong et al. 2024 (table B.2) for this shorter side, by longer side."""
    return SizedDensities.of((e for e in _published() if e.sides and e.sides[0] == short), _longer)


def published_squares() -> SizedDensities:
    """Return the values of Chong et al. 2024 (table B.2) for squares with at least three rows."""
    chosen = (e for e in _published() if e.sides and _wide_square(e.sides))
    return SizedDensities.of(chosen, _longer)


def _published() -> Iterable[Estimate]:
    return (Estimate(f"{p}x{q}", float(v), None) for (p, q), v in CRITICAL_DENSITIES.items())


def _wide_square(sides: Sides) -> bool:
    return sides[0] == sides[1] > 2


def _longer(sides: Sides) -> float:
    return float(sides[1])
