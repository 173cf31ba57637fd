"""Model comparison between a positive limit of the critical density and a power law to 0.

Chong et al. 2024 (9.3) fit a/(q - b) + c to the squares q x q and obtain a limit of 0.159. Louf
(arXiv 2506.01634) proves that boards of n cells can be solved, with high probability as n grows,
only if the density falls like n^(-1/6), because patterns of six mines that force a guess occur
n ρ^6 times. Then the critical density tends to 0 like q^(-1/3), too slowly to be seen on small
boards. This module fits both laws and two intermediate ones to the same points by weighted least
squares, compares them by Akaike weights (AICc), and computes the board size that would separate
two of them.
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
"""The law of Louf's threshold, with n = q²."""

SIXTH_WITH_EDGE = Model(
    name="sixth with edge",
    formula="c n^(-1/6) + d n^(-1/3)",
    names=("c", "d"),
    columns=lambda q, _: np.column_stack([q ** (-1 / 3), q ** (-2 / 3)]),
)
"""The law of Louf's threshold with a border term: border patterns take four mines and occur about
sqrt(n) ρ^4 times, which adds a term in n^(-1/3)."""

POWER = Model(
    name="power",
    formula="c n^-e",
    names=("c", "e"),
    columns=lambda q, e: q[:, None] ** (-2 * e),
    shapes=lambda _: (-0.5, 2.0),
)
"""A power of the number of cells with free exponent; 1/6 is the exponent of Louf's threshold."""

MODELS = (HYPERBOLA, SIXTH, SIXTH_WITH_EDGE, POWER)
"""The compared models."""

LARGEST_SIDE = 1_000_000
"""Upper limit of the search in ``distinguishing_side``, in cells."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Several models fitted to the same points."""

    trends: tuple[Trend, ...]
    """The fits, by increasing AICc."""

    weights: tuple[float, ...]
    """The Akaike weights: relative support for each model as the best of these; their sum is 1."""

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
        """Return the fits as plain values."""
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
    """Fit the models to critical densities of q x q boards and compute their Akaike weights.

    For boards that are not square, ``sides`` are the square roots of their numbers of cells.

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

    At this side the predictions differ by ``sigmas`` combined standard errors of both predictions
    and of the new point (``error``). None if there is no such side up to ``LARGEST_SIDE``.
    """
    if not error > 0:
        raise TrendError(f"the error of the new point must be above 0, not {error}")
    begin = int(max(first.sizes.max(), second.sizes.max())) + 1
    sides = np.unique(np.geomspace(begin, LARGEST_SIDE, 2000).astype(np.int64))

    def separated(side: float) -> bool:
        (one, one_error), (other, other_error) = first.predict(side), second.predict(side)
        noise = (one_error**2 + other_error**2 + error**2) ** 0.5
        return bool(abs(one - other) >= sigmas * noise)

    found = next((index for index, side in enumerate(sides.tolist()) if separated(side)), None)
    if found is None:
        return None
    before = int(sides[found - 1]) + 1 if found else begin
    return next(side for side in range(before, int(sides[found]) + 1) if separated(side))
