"""Which figures a report shows, each with the words that stand below it or in its place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sapper.lab.figures.asymptote import FEWEST as FEWEST_SQUARES
from sapper.lab.figures.asymptote import asymptote
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
"""The most boards of one figure."""

FEWEST = 4
"""The fewest boards for a table or a trend."""


@dataclass(frozen=True, slots=True, eq=False)
class Illustration:
    """A figure with its words."""

    title: str
    """The title."""

    caption: str
    """How to read it."""

    description: str
    """The text alternative of the figure."""

    figure: Figure
    """The figure."""


def of_group(group: PlayedBoards) -> Iterator[Illustration]:
    """Draw what the boards of one group show: curves, the table, and trends where they suffice."""
    curves = [held.likelihood for held in group.boards]
    for begin in range(0, len(curves), PANELS):
        yield _curves(curves[begin : begin + PANELS])
    by_paper = [held.paper for held in group.boards]
    tabled = [found for found in table(by_paper).values() if found.value is not None]
    if len(tabled) >= FEWEST:
        yield Illustration(
            "Critical densities beside the published ones",
            "All boards p x q up to 10 x 10. Above ours, by the method of Chong et al. 2024; in "
            "the middle its table B.2; below ours less the published ones. A board is framed if "
            "the published value is outside our interval of 95 %, which is about the noise of our "
            "games alone. The darker, the higher; in the lowest map, the farther apart.",
            f"Three maps of critical densities, ours from {_range(by_paper)}.",
            table_map(by_paper, title=f"Sapper, {group.strategy}"),
        )
    if len(rows(by_paper, 1).inner()) >= FEWEST:
        yield Illustration(
            "Boards of one row",
            "Above, critical densities by the method of Chong et al. 2024 against the length of "
            "the row, with series in 1/q; values of 0 and 1 are ends of the scale and not fitted. "
            "Below, the first coefficient of the series, which is what it tends to on long rows, "
            "with its interval of 95 %; the paper conjectures 0 (figures 9.3 and 9.4).",
            f"Critical densities of {len(rows(by_paper, 1))} boards of one row, which fall as the "
            "row grows.",
            row_trend(by_paper),
        )
    if len(rows(by_paper, 2)) >= FEWEST:
        yield Illustration(
            "Boards of two rows",
            "Critical densities by the method of Chong et al. 2024, with a constant and its band "
            "of 95 %; the paper has 0 on almost all of them (9.2).",
            f"Critical densities of {len(rows(by_paper, 2))} boards of two rows.",
            pair_trend(by_paper),
        )
    if sum(sides[0] > 2 for sides in table(by_paper)) >= FEWEST:
        yield Illustration(
            "Aspect ratio",
            f"Critical densities by the method of Chong et al. 2024 against the aspect ratio, for "
            f"boards with sides up to {LARGEST} (figure 9.2). The line is through all boards of "
            "three rows and more: level, if the aspect ratio does not matter.",
            "Critical densities against the aspect ratio, a curve for every longer side.",
            aspect_trend(by_paper),
        )
    if len(squares(by_paper).inner()) >= FEWEST:
        yield Illustration(
            "Squares",
            "Critical densities by the method of Chong et al. 2024 of squares, with a/(q - b) + c "
            "and its band of 95 %, beside the published points and curve (figure 9.6).",
            f"Critical densities of {len(squares(by_paper))} squares, which fall as they grow.",
            square_trend(by_paper),
        )
    if len(squares(curves).inner()) >= FEWEST_SQUARES:
        yield Illustration(
            "Does the critical density have a limit?",
            "Critical densities by maximum likelihood of squares against their cells, on "
            "logarithmic axes, where a power of n is a straight line. Four laws are fitted and "
            "extrapolated, with bands of 95 %; the weight of a law, after Akaike, is how far it is "
            "the best of the four on boards like these. Boards far larger than those played are "
            "needed to tell a limit from a slow fall.",
            f"Critical densities of {len(squares(curves))} squares with four fitted laws.",
            asymptote(curves),
        )


def of_strategies(groups: Sequence[PlayedBoards]) -> Iterator[Illustration]:
    """Draw boards that several groups share, their curves over one another."""
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
            "The same boards played in different ways",
            f"Win rates of {_several(chosen)} with their intervals of 95 %, and the critical "
            "densities by maximum likelihood with theirs, as bars below the curves.",
            f"Win rates against the density of mines on {_several(chosen)}.",
            win_rate_panels([result for result in results if result.board in chosen]),
        )


def of_small_boards(small: Sequence[SmallBoard] | None = None) -> Illustration:
    """Draw how far the strategies are from perfect play on one of the small boards."""
    known = small_boards() if small is None else small
    worst = {gap.strategy: gap.most for gap in shortfalls(known) if gap.board == BOARD}
    told = ", ".join(f"{name} {100 * share:.1f} %" for name, share in worst.items())
    return Illustration(
        "How far strategies are from perfect play",
        f"Exact values on {BOARD} for every number of mines, over all layouts: no games were "
        "sampled, so there is no error. Above the chance of winning, below the share of what "
        "perfect play wins that a strategy loses.",
        f"Chances of winning on {BOARD} by the number of mines. At worst, of what perfect play "
        f"wins are lost: {told}.",
        strategy_gaps(known),
    )


def _curves(results: Sequence[BoardDensity]) -> Illustration:
    return Illustration(
        f"Win rates on {_several([result.board for result in results])}",
        "Points are shares of games won, with Wilson's intervals of 95 %; hollow ones the fit does "
        "not rest on. The curve is fitted by maximum likelihood; the upright line is the critical "
        "density, where the curve is steepest, and the band around it its interval of 95 %.",
        "; ".join(_told(result) for result in results) + ".",
        win_rate_panels(results),
    )


def _told(result: BoardDensity) -> str:
    value = result.critical.value
    return f"{result.board}: " + ("not defined" if value is None else f"{value:.3f}")


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
    """The boards of a group that another one has, too."""
    others = {held.board for other in groups if other is not group for held in other.boards}
    return others & {held.board for held in group.boards}
