"""The density at which half of the games are won, from a hundred cells to millions.

The main result of the study: measured densities of a win rate of one half on squares and tori,
compared with the prediction of the census of patterns without fitted parameters, the proved bound
for every player, and the limit that Chong et al. 2024 derive from small boards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sapper.boards import parse_spec
from sapper.data.published_densities import ASYMPTOTE
from sapper.errors import LabError
from sapper.lab.figures.sized import published_squares
from sapper.lab.figures.style import PUBLISHED, QUIET, house_style, new_figure, series
from sapper.theory import bound_density, census

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from sapper.lab.study import StudyRow

_SMALLEST_PREDICTED = 20
"""On smaller squares other guesses dominate, so the census is not drawn."""

_LARGEST = 4_400
_CURVE_POINTS = 60


@house_style()
def large_boards(rows: Sequence[StudyRow], largest_side: int = _LARGEST) -> Figure:
    """Draw the halves of squares and tori against their cells, with theory and bound."""
    measured = {kind: _halves(rows, kind) for kind in ("grid", "torus")}
    if not measured["grid"]:
        raise LabError("the figure of large boards needs at least one half of a square")
    figure = new_figure(4.8)
    axes = figure.subplots()
    axes.set_xscale("log")
    axes.set_yscale("log")
    last = max(largest_side, *(side for side, *_ in measured["grid"]))
    sides = np.unique(np.geomspace(_SMALLEST_PREDICTED, last, _CURVE_POINTS).round().astype(int))
    patterns = census("grid")
    for number, (kind, prefix, name) in enumerate(
        (("grid", "", "squares"), ("torus", "torus:", "tori"))
    ):
        look = series(number)
        if not measured[kind]:
            continue
        halves = np.array(measured[kind])
        axes.errorbar(
            halves[:, 0] ** 2,
            halves[:, 1],
            yerr=np.maximum(0.0, [halves[:, 1] - halves[:, 2], halves[:, 3] - halves[:, 1]]),
            fmt=look.marker,
            color=look.color,
            elinewidth=0.9,
            capsize=2,
            label=f"{name}, measured",
            zorder=3,
        )

        def predicted(side: int, prefix: str = prefix) -> float | None:
            return patterns.density(f"{prefix}{side}x{side}")

        def bound(side: int, prefix: str = prefix) -> float | None:
            return bound_density(f"{prefix}{side}x{side}")

        _curve(axes, sides, predicted, look.color, "-", f"{name}, theory without fitted parameters")
        _curve(
            axes,
            sides,
            bound,
            look.color,
            (0, (1, 1)),
            f"{name}, proved upper bound for every player",
        )
    published = published_squares()
    axes.plot(
        published.sizes**2,
        published.values,
        ls="none",
        marker=PUBLISHED.marker,
        color=PUBLISHED.color,
        ms=6,
        mew=1.4,
        label="Chong et al. 2024, table B.2",
    )
    label = "limit of Chong et al. 2024, 0.159"
    axes.axhline(float(ASYMPTOTE), color=QUIET, ls=PUBLISHED.line, label=label)
    _scales(axes, last)
    axes.legend(loc="lower left", fontsize=8)
    return figure


def _halves(rows: Sequence[StudyRow], kind: str) -> list[tuple[int, float, float, float]]:
    """Return side, half and interval of each square of a kind with an opening as first click."""
    found = []
    for row in rows:
        spec = parse_spec(row.board)
        if (row.method, row.first, spec.kind) != ("half", "open", kind) or row.value is None:
            continue
        if len(set(spec.shape)) == 1 and row.low is not None and row.high is not None:
            found.append((spec.shape[0], row.value, row.low, row.high))
    return sorted(found)


def _curve(
    axes: Axes,
    sides: np.ndarray[tuple[int], np.dtype[np.int_]],
    value: Callable[[int], float | None],
    color: str,
    line: str | tuple[int, tuple[float, ...]],
    label: str,
) -> None:
    points = [(side**2, found) for side in sides.tolist() if (found := value(side)) is not None]
    cells, values = zip(*points, strict=True)
    axes.plot(cells, values, color=color, ls=line, label=label)


def _scales(axes: Axes, last: float) -> None:
    from matplotlib.ticker import NullFormatter, NullLocator

    steps = [0.04, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.5]
    axes.set_yticks(steps, [f"{step:g}" for step in steps])
    axes.yaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.set_ylim(0.035, 0.6)
    axes.set_xlim(6, last**2)
    axes.set_xlabel("number of cells n of the board")
    axes.set_ylabel("density (mines per cell)")
    axes.set_title("Density at which half of the games are won")
