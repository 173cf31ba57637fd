"""The figures of a report with their captions and text alternatives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sapper.lab.figures.asymptote import FEWEST as FEWEST_SQUARES
from sapper.lab.figures.asymptote import asymptote
from sapper.lab.figures.published_comparison import comparison_by_paper
from sapper.lab.figures.sized import rows, squares
from sapper.lab.figures.strategies import BOARD, strategy_gaps
from sapper.lab.figures.table_map import LARGEST, table, table_map
from sapper.lab.figures.trends import aspect_trend, pair_trend, row_trend, square_trend
from sapper.lab.figures.win_rates import MOST_TOGETHER, win_rate_panels
from sapper.perfect.corners import shortfalls
from sapper.perfect.small_board_table import small_boards

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from matplotlib.figure import Figure

    from sapper.lab.report.holdings import PlayedBoards
    from sapper.lab.sweeps.densities import BoardDensity
    from sapper.perfect.small_board_table import SmallBoard

PANELS = 12
"""Upper limit on the boards of one figure."""

FEWEST = 4
"""Fewest boards for a table or a trend."""


@dataclass(frozen=True, slots=True, eq=False)
class Illustration:
    """A figure with its texts."""

    title: str
    """The title."""

    caption: str
    """The explanation below the figure."""

    description: str
    """The text alternative of the figure."""

    figure: Figure
    """The figure."""


def of_group(group: PlayedBoards) -> Iterator[Illustration]:
    """Draw the boards of one group: curves, and the table and trends if there are enough boards."""
    curves = [held.likelihood for held in group.boards]
    for begin in range(0, len(curves), PANELS):
        yield _curves(curves[begin : begin + PANELS])
    by_paper = [held.paper for held in group.boards]
    tabled = [found for found in table(by_paper).values() if found.value is not None]
    if len(tabled) >= FEWEST:
        yield Illustration(
            "Critical densities compared with the published ones",
            "All boards p x q up to 10 x 10, in mines per cell. Top: our values by the method of "
            "Chong et al. 2024. Middle: table B.2 of the paper. Bottom: our values minus the "
            "published ones; frames mark boards that differ by a two-sample test, if all boards "
            "have equally many games for each number of mines. Darker cells have larger values, in "
            "the bottom map larger absolute differences.",
            f"Three maps of critical densities, ours from {_range(by_paper)}.",
            table_map(
                by_paper,
                title=f"Sapper, {group.strategy}",
                agreement=comparison_by_paper(by_paper),
            ),
        )
    if len(rows(by_paper, 1).inner()) >= FEWEST:
        yield Illustration(
            "Boards of one row",
            "Top: critical densities by the method of Chong et al. 2024 against the length of the "
            "row, with the law of long rows and fitted series in 1/q; clamped values of 0 and 1 "
            "are not fitted. Bottom: the first coefficient of the series, its limit for long rows, "
            "with its 95 % interval; the paper conjectures 0 (figures 9.3 and 9.4).",
            f"Critical densities of {len(rows(by_paper, 1))} boards of one row, which fall with "
            "the length of the row.",
            row_trend(by_paper),
        )
    if len(rows(by_paper, 2)) >= FEWEST:
        yield Illustration(
            "Boards of two rows",
            "Critical densities by the method of Chong et al. 2024, with a fitted constant and its "
            "95 % band; the paper has 0 on almost all of these boards (9.2).",
            f"Critical densities of {len(rows(by_paper, 2))} boards of two rows.",
            pair_trend(by_paper),
        )
    if sum(sides[0] > 2 for sides in table(by_paper)) >= FEWEST:
        yield Illustration(
            "Aspect ratio",
            f"Critical densities by the method of Chong et al. 2024 against the aspect ratio, for "
            f"boards with sides up to {LARGEST} (figure 9.2). The straight line is fitted to all "
            "boards with at least three rows; it is horizontal if the aspect ratio has no effect.",
            "Critical densities against the aspect ratio, one curve per longer side.",
            aspect_trend(by_paper),
        )
    if len(squares(by_paper).inner()) >= FEWEST:
        yield Illustration(
            "Squares",
            "Critical densities of squares by the method of Chong et al. 2024, with the fit "
            "a/(q - b) + c and its 95 % band, and the published points and curve (figure 9.6).",
            f"Critical densities of {len(squares(by_paper))} squares, which fall with the side.",
            square_trend(by_paper),
        )
    if len(squares(curves).inner()) >= FEWEST_SQUARES:
        yield Illustration(
            "Does the critical density have a limit?",
            "Critical densities of squares by maximum likelihood against the number of cells, on "
            "logarithmic axes, on which a power of n is a straight line. Four laws are fitted and "
            "extrapolated (dotted), with 95 % bands; the Akaike weight of a law is its relative "
            "support as the best of the four. Only much larger boards than those played here "
            "distinguish a limit from a slow fall.",
            f"Critical densities of {len(squares(curves))} squares with four fitted laws.",
            asymptote(curves),
        )


def of_strategies(groups: Sequence[PlayedBoards]) -> Iterator[Illustration]:
    """Draw the curves of boards that several groups have in common."""
    shared = [group for group in groups if _shared(group, groups)][:MOST_TOGETHER]
    results = [
        held.likelihood
        for group in shared
        for held in group.boards
        if held.board in _shared(group, shared)
    ]
    order = list(dict.fromkeys(held.board for group in groups for held in group.boards))
    for begin in range(0, len({result.board for result in results}), PANELS):
        boards = sorted({result.board for result in results}, key=order.index)
        chosen = boards[begin : begin + PANELS]
        yield Illustration(
            "The same boards with different strategies, rules or seeds",
            f"Win rates of {_several(chosen)} with 95 % intervals. The markers below the curves "
            "are the critical densities by maximum likelihood with their 95 % intervals.",
            f"Win rates against the mine density on {_several(chosen)}.",
            win_rate_panels([result for result in results if result.board in chosen]),
        )


def of_small_boards(small: Sequence[SmallBoard] | None = None) -> Illustration:
    """Draw the distance of the strategies from perfect play on a small board."""
    known = small_boards() if small is None else small
    worst = {gap.strategy: gap.most for gap in shortfalls(known) if gap.board == BOARD}
    losses = ", ".join(f"{name} {100 * share:.1f} %" for name, share in worst.items())
    return Illustration(
        "Strategies compared with perfect play",
        f"Exact values on {BOARD} for every number of mines, over all layouts, without sampling "
        "error. Top: the win probability. Bottom: the loss of each strategy as a share of the "
        "wins of perfect play.",
        f"Win probabilities on {BOARD} by number of mines. The largest losses relative to perfect "
        f"play: {losses}.",
        strategy_gaps(known),
    )


def _curves(results: Sequence[BoardDensity]) -> Illustration:
    return Illustration(
        f"Win rates on {_several([result.board for result in results])}",
        "Points are win rates with Wilson 95 % intervals; the fit does not use hollow points. The "
        "curve is fitted by maximum likelihood; the vertical line is the critical density, the "
        "steepest point of the curve, and the band around it is its 95 % interval.",
        "; ".join(_value_text(result) for result in results) + ".",
        win_rate_panels(results),
    )


def _value_text(result: BoardDensity) -> str:
    value = result.critical.value
    if value is not None:
        return f"{result.board}: {value:.3f}"
    return f"{result.board}: {result.critical.why if result.critical.needs else 'undefined'}"


def _range(results: Sequence[BoardDensity]) -> str:
    values = [found.value for found in table(results).values() if found.value is not None]
    return f"{min(values):.3f} to {max(values):.3f} on {len(values)} boards"


def _several(boards: Sequence[str]) -> str:
    """Name boards in a few words.

    >>> _several(["3x3"]), _several(["3x3", "4x4"]), _several(["3x3", "3x4", "4x4"])
    ('3x3', '3x3 and 4x4', '3x3 to 4x4')
    """
    if len(boards) < 3:
        return " and ".join(boards)
    return f"{boards[0]} to {boards[-1]}"


def _shared(group: PlayedBoards, groups: Sequence[PlayedBoards]) -> set[str]:
    """Return the boards of a group that another group has, too."""
    others = {held.board for other in groups if other is not group for held in other.boards}
    return others & {held.board for held in group.boards}
