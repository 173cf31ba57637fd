"""Two densities of squares that must not be mixed, each against the number of cells.

Left: the critical density of Chong et al. 2024, the centre of a logistic curve for games that start
in a corner, on the boards up to 10x10 of their table, with the hyperbola that they extrapolate.
Right: the density at which half of the games are won that start with an opening, from a hundred
cells to millions, on squares and tori; with the prediction of the census of patterns without fitted
parameters, and the density from which no player wins half of the games (proved).

Games that were played for this figure (``trials``) are hollow stars with their share of wins; all
other measured points are from the study, which comes with the package.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sapper.boards import parse_spec
from sapper.data.published_densities import ASYMPTOTE, SQUARES_A, SQUARES_B, SQUARES_C, STRATEGY
from sapper.errors import LabError
from sapper.lab.figures.board_sides import is_square, side_of
from sapper.lab.figures.sized import published_squares, squares
from sapper.lab.figures.style import INK, PUBLISHED, QUIET, house_style, new_figure, series
from sapper.theory import bound_density, census

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from sapper.lab.study import StudyRow

    Sides = np.ndarray[tuple[int], np.dtype[np.int_]]

_SMALLEST_PREDICTED = 20
"""On smaller squares other guesses dominate, so the census is not drawn."""

_LARGEST = 4_400
_CURVE_POINTS = 60
_STEPS = (0.04, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.5)
_LOWEST, _HIGHEST = 0.04, 0.6
_KINDS = (("grid", "", "squares"), ("torus", "torus:", "tori"))


class PlayedShare(NamedTuple):
    """Games that were played for a figure."""

    board: str
    """The board, a square."""

    density: float
    """Mines per cell."""

    wins: int
    """The games won."""

    games: int
    """The games played."""


@house_style()
def large_boards(
    rows: Sequence[StudyRow],
    trials: Sequence[PlayedShare] = (),
    largest_side: int = _LARGEST,
) -> Figure:
    """Draw the critical densities of small squares, and the halves of squares and tori."""
    measured = {kind: _halves(rows, kind) for kind, _, _ in _KINDS}
    if not measured["grid"]:
        raise LabError("the figure of large boards needs at least one half of a square")
    last = max(largest_side, *(side for side, *_ in measured["grid"]))
    figure = new_figure(4.9)
    left, right = figure.subplots(1, 2, sharey=True, width_ratios=(2, 5))
    _critical_densities(left, rows)
    sides = np.unique(np.geomspace(_SMALLEST_PREDICTED, last, _CURVE_POINTS).round().astype(int))
    for number, (kind, prefix, name) in enumerate(_KINDS):
        if measured[kind]:
            _theory(right, sides, prefix, name, number)
            _measured(right, np.array(measured[kind]), name, number)
    _trials(right, trials)
    _scales(left, (6, 200), "Critical density")
    _scales(right, (70, last**2), "Half of the games won")
    for axes in (left, right):
        label = f"limit of Chong et al. 2024, {ASYMPTOTE}"
        axes.axhline(float(ASYMPTOTE), color=QUIET, ls=PUBLISHED.line, label=label)
    left.set_ylabel("density (mines per cell)")
    _legends(figure, left, right)
    return figure


def _critical_densities(axes: Axes, rows: Sequence[StudyRow]) -> None:
    """Draw the published critical densities, ours by the same method, and their hyperbola."""
    own = [
        row for row in rows if (row.part, row.strategy, row.method) == ("table", STRATEGY, "paper")
    ]
    ours, theirs = squares(own), published_squares()
    if len(ours):
        reach = np.maximum(0.0, [ours.values - ours.lows, ours.highs - ours.values])
        _bars(axes, ours.sizes**2, ours.values, reach, 4, "the same program, shipped study")
    axes.plot(
        theirs.sizes**2,
        theirs.values,
        ls="none",
        marker=PUBLISHED.marker,
        color=INK,
        ms=6,
        mew=1.4,
        label="Chong et al. 2024, table B.2",
        zorder=4,
    )
    sides = np.geomspace(theirs.sizes[0], 14, _CURVE_POINTS)
    fitted = float(SQUARES_A) / (sides - float(SQUARES_B)) + float(SQUARES_C)
    axes.plot(sides**2, fitted, color=INK, lw=1.0, label="their hyperbola (9.3)")


def _halves(rows: Sequence[StudyRow], kind: str) -> list[tuple[int, float, float, float]]:
    """Return side, half and interval of each square of a kind with an opening as first click."""
    found = []
    for row in rows:
        if (row.method, row.first) != ("half", "open") or not is_square(row.board):
            continue
        if row.value is None or row.low is None or row.high is None:
            continue
        if parse_spec(row.board).kind == kind:
            found.append((side_of(row.board), row.value, row.low, row.high))
    return sorted(found)


def _theory(axes: Axes, sides: Sides, prefix: str, name: str, number: int) -> None:
    """Draw the half that the census predicts, and the proved bound."""
    patterns, color = census("grid"), series(number).color

    def predicted(side: int) -> float | None:
        return patterns.density(f"{prefix}{side}x{side}")

    def bound(side: int) -> float | None:
        return bound_density(f"{prefix}{side}x{side}")

    _curve(axes, sides, predicted, color, "-", f"{name}: theory, nothing fitted")
    _curve(axes, sides, bound, color, (0, (1, 1)), f"{name}: proved bound, every player")


def _measured(
    axes: Axes, halves: np.ndarray[tuple[int, int], np.dtype[np.float64]], name: str, number: int
) -> None:
    reach = np.maximum(0.0, [halves[:, 1] - halves[:, 2], halves[:, 3] - halves[:, 1]])
    _bars(axes, halves[:, 0] ** 2, halves[:, 1], reach, number, f"{name}: measured, shipped study")


def _bars(
    axes: Axes,
    cells: np.ndarray[tuple[int], np.dtype[np.float64]],
    values: np.ndarray[tuple[int], np.dtype[np.float64]],
    reach: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
    number: int,
    label: str,
) -> None:
    look = series(number)
    axes.errorbar(
        cells,
        values,
        yerr=reach,
        fmt=look.marker,
        color=look.color,
        elinewidth=0.9,
        capsize=2,
        label=label,
        zorder=3,
    )


def _trials(axes: Axes, trials: Sequence[PlayedShare]) -> None:
    """Draw games played now as stars, each with its share of wins."""
    if not trials:
        return
    axes.plot(
        [parse_spec(trial.board).size for trial in trials],
        [trial.density for trial in trials],
        ls="none",
        marker="*",
        ms=15,
        mfc="none",
        mec=INK,
        mew=1.2,
        label="played in this run, with the share won",
        zorder=5,
    )
    for trial in trials:
        axes.annotate(
            f"{100 * trial.wins / trial.games:.0f} %",
            (parse_spec(trial.board).size, trial.density),
            (-8, -8),
            textcoords="offset points",
            ha="right",
            va="top",
        )


def _curve(
    axes: Axes,
    sides: Sides,
    value: Callable[[int], float | None],
    color: str,
    line: str | tuple[int, tuple[float, ...]],
    label: str,
) -> None:
    points = [(side**2, found) for side in sides.tolist() if (found := value(side)) is not None]
    cells, values = zip(*points, strict=True)
    axes.plot(cells, values, color=color, ls=line, label=label)


def _scales(axes: Axes, cells: tuple[float, float], title: str) -> None:
    from matplotlib.ticker import NullFormatter, NullLocator

    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_yticks(_STEPS, [f"{step:g}" for step in _STEPS])
    axes.yaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.set_ylim(_LOWEST, _HIGHEST)
    axes.set_xlim(*cells)
    axes.set_xlabel("cells n of the board")
    axes.set_title(title)


def _legends(figure: Figure, left: Axes, right: Axes) -> None:
    """Draw one legend below the panels, with each label once."""
    entries: dict[str, Artist] = {}
    for axes in (right, left):
        handles, labels = axes.get_legend_handles_labels()
        entries.update(zip(labels, handles, strict=True))
    figure.legend(
        handles=list(entries.values()), labels=list(entries), loc="outside lower center", ncols=2
    )
