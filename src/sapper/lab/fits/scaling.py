"""Whether the critical density tends to a limit, or to 0 like a power of the board's size.

Chong et al. 2024 (9.3) fit a/(q - b) + c to the squares q x q and read off a limit of 0.159. Louf
(arXiv 2506.01634) proves that boards of n cells can be solved, with high probability as n grows,
only if the density falls like n^(-1/6): patterns of six mines that leave a guess turn up n ρ^6
times. Then the critical density tends to 0 like q^(-1/3), too slowly to be seen on small boards.
This module lays both through the same points, with what lies between, says which the data prefer
and by how much, and how large a board would have to be to decide.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper.lab.fits.trends import HYPERBOLA, Model, Trend, TrendError, fit_trend

if TYPE_CHECKING:
    import numpy.typing as npt

SIXTH = Model(
    name="sixth",
    formula="c n^(-1/6)",
    names=("c",),
    columns=lambda q, _: q[:, None] ** (-1 / 3),
)
"""Louf's threshold; n = q²."""

SIXTH_WITH_EDGE = Model(
    name="sixth with edge",
    formula="c n^(-1/6) + d n^(-1/3)",
    names=("c", "d"),
    columns=lambda q, _: np.column_stack([q ** (-1 / 3), q ** (-2 / 3)]),
)
"""Louf's threshold with what the border adds: patterns there take four mines and turn up about
sqrt(n) ρ^4 times, so that ρ has a second term in n^(-1/3)."""

POWER = Model(
    name="power",
    formula="c n^-e",
    names=("c", "e"),
    columns=lambda q, e: q[:, None] ** (-2 * e),
    shapes=lambda _: (-0.5, 2.0),
)
"""Any power of the number of cells; an exponent of 1/6 is Louf's."""

MODELS = (HYPERBOLA, SIXTH, SIXTH_WITH_EDGE, POWER)

LARGEST_SIDE = 1_000_000


@dataclass(frozen=True, slots=True)
class Comparison:
    """Several models through the same points."""

    trends: tuple[Trend, ...]
    """The fits, the best by Akaike's criterion first."""

    weights: tuple[float, ...]
    """Akaike's weights: how far each is the best of these for new data of the kind; sum 1."""

    def trend(self, name: str) -> Trend:
        """Return the fit of a model by its name."""
        for trend in self.trends:
            if trend.model.name == name:
                return trend
        raise TrendError(
            f"no model {name!r}; there are {', '.join(t.model.name for t in self.trends)}"
        )

    def summary(self) -> str:
        """Return a line for each model, the best first."""
        return "\n".join(
            f"{weight:.3f}  {trend.summary()}"
            for weight, trend in zip(self.weights, self.trends, strict=True)
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the fits for machines."""
        return {
            "trends": [
                trend.to_dict() | {"weight": weight}
                for weight, trend in zip(self.weights, self.trends, strict=True)
            ]
        }


def compare_scaling(
    sides: npt.ArrayLike,
    densities: npt.ArrayLike,
    errors: npt.ArrayLike | None = None,
    models: tuple[Model, ...] = MODELS,
) -> Comparison:
    """Fit the models to critical densities of q x q boards and weigh them against each other.

    For boards that are not square, ``sides`` are the roots of their numbers of cells.

    >>> q = np.array([4, 6, 8, 12, 16, 24, 32, 48])
    >>> found = compare_scaling(q, 0.45 * q ** (-1 / 3), np.full(8, 0.001))
    >>> found.trends[0].model.formula
    'c n^(-1/6)'
    >>> round(float(found.trend("power").parameters[1]), 4)
    0.1667
    """
    fits = [fit_trend(model, sides, densities, errors) for model in models]
    fits.sort(key=lambda trend: trend.aic)
    if not np.isfinite(fits[0].aic):
        raise TrendError(f"{np.size(np.asarray(sides))} boards are too few to compare models on")
    heights = np.exp(-0.5 * (np.array([trend.aic for trend in fits]) - fits[0].aic))
    return Comparison(tuple(fits), tuple((heights / heights.sum()).tolist()))


def distinguishing_side(
    first: Trend, second: Trend, error: float, sigmas: float = 3.0
) -> int | None:
    """Return the smallest side beyond the data at which one more board would separate two trends.

    There their predictions differ by ``sigmas`` standard errors, those of the predictions and the
    ``error`` of the new point taken together. None if no side up to a million does.
    """
    if not error > 0:
        raise TrendError(f"the error of the new point must be above 0, not {error}")
    begin = int(max(first.sizes.max(), second.sizes.max())) + 1
    sides = np.unique(np.geomspace(begin, LARGEST_SIDE, 2000).astype(np.int64))

    def told(side: float) -> bool:
        (one, one_error), (other, other_error) = first.predict(side), second.predict(side)
        noise = (one_error**2 + other_error**2 + error**2) ** 0.5
        return bool(abs(one - other) >= sigmas * noise)

    found = next((index for index, side in enumerate(sides.tolist()) if told(side)), None)
    if found is None:
        return None
    before = int(sides[found - 1]) + 1 if found else begin
    return next(side for side in range(before, int(sides[found]) + 1) if told(side))
