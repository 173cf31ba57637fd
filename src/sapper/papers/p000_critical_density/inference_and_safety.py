"""What paper 000 claims about its solver: inference, safety, the first click and the program.

Examples are computed from what the text fixes of them, formulas are checked against exact counts in
positions of many games, and the first click against perfect play.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb, gamma
from typing import TYPE_CHECKING

from sapper.analysis import Analysis, analyze
from sapper.boards import board, graph, grid
from sapper.papers.claims import Effort, Finding, Paper, equal
from sapper.papers.exhaustive import every
from sapper.papers.p000_critical_density.proper_configurations import ProperConfigurations
from sapper.positions import Position, parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SOLVER = Paper("000", "Chong and others 2024, sections 2 to 6 and appendix A.1")
"""These claims are the first of those of ``critical_density``."""

FIGURE_3_1 = """
##2
#F2
#21
#1.
"""
"""Figure 3.1, 4x3 with 3 mines, as far as its constraints fix it; the flag is the known mine."""

_FIGURE = "the figure is put together from its constraints"


def _places(analysis: Analysis, cells: list[int]) -> str:
    known = set(analysis.position.flags)
    named = [analysis.position.board.coordinates(cell) for cell in cells if cell not in known]
    return ", ".join(str(place) for place in named)


# -- 3, inference -------------------------------------------------------------------------------


@SOLVER.claim("3.1.1", "what follows in the example: mines", "(0, 1)", note=_FIGURE)
def _(_effort: Effort) -> Finding:
    analysis = analyze(parse(FIGURE_3_1, mines=3))
    return equal(_places(analysis, analysis.mines), "(0, 1)")


@SOLVER.claim("3.1.1", "what follows in the example: safe cells", "(0, 0), (1, 0)", note=_FIGURE)
def _(_effort: Effort) -> Finding:
    analysis = analyze(parse(FIGURE_3_1, mines=3))
    return equal(_places(analysis, analysis.safe), "(0, 0), (1, 0)")


@SOLVER.claim("3.1.1", "what stays open in the example", "(2, 0), (3, 0)", note=_FIGURE)
def _(_effort: Effort) -> Finding:
    analysis = analyze(parse(FIGURE_3_1, mines=3))
    cells = [cell for cell, p in enumerate(analysis.mine_probability) if 0 < p < 1]
    exact = {str(analysis.exact()[cell]) for cell in cells}
    found = _places(analysis, cells)
    return equal(found, "(2, 0), (3, 0)", note=f"each a mine with {', '.join(exact)}")


@SOLVER.claim("3.1.1", "steps to (0, 1), (1, 0), (0, 0)", "trivial, local, global", note=_FIGURE)
def _(_effort: Effort) -> Finding:
    analysis = analyze(parse(FIGURE_3_1, mines=3))
    kinds = [analysis.reason(place).kind for place in ((0, 1), (1, 0), (0, 0))]
    return Finding(", ".join(kinds), kinds == ["one clue", "subset", "mine count"])


@SOLVER.claim("3.3.2", "C(|X|, s) is 1 exactly if s is 0 or |X|", "always")
def _(_effort: Effort) -> Finding:
    cases = [(cells, s) for cells in range(1, 61) for s in range(cells + 1)]
    return every(
        cases,
        lambda case: (comb(*case) == 1) == (case[1] in (0, case[0])),
        "sums of sets of up to 60 cells",
    )


@SOLVER.claim("3.3.3", "(2, {a, b, c}) - (1, {a, b})", "(1, {c})")
def _(_effort: Effort) -> Finding:
    board = graph([("2", "a"), ("2", "b"), ("2", "c"), ("1", "a"), ("1", "b")])
    assert board.labels is not None
    clues = [int(str(name)) if str(name).isdigit() else None for name in board.labels]
    analysis = analyze(Position(board, clues, mines=2))
    mines = ", ".join(str(board.labels[cell]) for cell in analysis.mines)
    return equal(f"({len(analysis.mines)}, {{{mines}}})", "(1, {c})", note="by counting layouts")


@SOLVER.claim(
    "3.3.3",
    "the cells whose sum is left when (2, {a, b, c}) - (1, {a, b}) is taken",
    "X2 \\ X1",
    slip="that is empty; it must be X1 \\ X2, as in (3.14)",
)
def _(_effort: Effort) -> Finding:
    one, two = {"a", "b", "c"}, {"a", "b"}
    return Finding(
        f"X1 \\ X2 = {sorted(one - two)}, X2 \\ X1 = {sorted(two - one)}", one - two == two - one
    )


# -- 4, safety ----------------------------------------------------------------------------------


@SOLVER.claim("4.1.1", "20x20/75 boards against the atoms in the universe", "more")
def _(_effort: Effort) -> Finding:
    boards = comb(400, 75)
    return Finding(f"{boards:.2e}, where 10^78 to 10^82 atoms are reckoned", boards > 10**82)


def _positions(effort: Effort) -> Iterator[Position]:
    """All positions of some games, from every first cell, played by least probability."""
    from sapper.games import Game

    for index in range(24 if effort.quick else 160):
        spec, cells = ("4x4/4", 16) if index % 2 else ("3x5/3", 15)
        game = Game(spec, seed=effort.seed, index=index, start=index % cells)
        while game.status == "playing":
            yield game.position
            best = analyze(game.position).best
            assert best is not None
            game.open(best)


def _law(effort: Effort, holds: Callable[[Analysis, ProperConfigurations], bool]) -> Finding:
    return every(
        _positions(effort),
        lambda position: holds(analyze(position), ProperConfigurations.of(position)),
        "positions of 4x4/4 and 3x5/3",
    )


@SOLVER.claim("Proposition 4, 4.8", "the number of layouts", "the sum of C(|F|, m - |M| - |C_M|)")
def _(effort: Effort) -> Finding:
    return _law(effort, lambda analysis, found: analysis.solutions == found.total)


@SOLVER.claim("4.10", "the safety of exposed cells", "the share of the weights")
def _(effort: Effort) -> Finding:
    def holds(analysis: Analysis, found: ProperConfigurations) -> bool:
        exact = analysis.exact()
        return all(found.exposed_safety(cell) + (exact[cell] or 0) == 1 for cell in found.exposed)

    return _law(effort, holds)


@SOLVER.claim("Proposition 5", "the expected mines on exposed cells", "the sum of their chances")
def _(effort: Effort) -> Finding:
    def holds(analysis: Analysis, found: ProperConfigurations) -> bool:
        exact = analysis.exact()
        return found.exposed_mines() == sum((exact[cell] or 0) for cell in found.exposed)

    return _law(effort, holds)


@SOLVER.claim("Proposition 6, 4.22", "the safety of floating cells", "1 - E[|F and M|] / |F|")
def _(effort: Effort) -> Finding:
    def holds(analysis: Analysis, found: ProperConfigurations) -> bool:
        exact = analysis.exact()
        return all(found.floating_safety() + (exact[cell] or 0) == 1 for cell in found.floating)

    return _law(effort, holds)


@SOLVER.claim(
    "4.19",
    "the expected number of ways to lay the floating mines, a 1 beside a 2 on 3x6/5",
    "C(|F|, E[|F and M|])",
    slip="the mean of a binomial is not the binomial of the mean; 4.22 is right all the same",
)
def _(_effort: Effort) -> Finding:
    found = ProperConfigurations.of(parse("######\n##12##\n######", mines=5))
    cells, mean = len(found.floating), float(found.floating_mines())
    printed = gamma(cells + 1) / gamma(mean + 1) / gamma(cells - mean + 1)
    squares = sum(weight**2 for weight in found.weights.values())
    by_layout = Fraction(squares, found.total)
    by_configuration = Fraction(found.total, len(found.weights))
    return Finding(
        f"{float(by_layout):.3f} a layout, {float(by_configuration):.3f} a configuration; by the "
        f"formula {printed:.3f}",
        min(abs(printed - float(by_layout)), abs(printed - float(by_configuration))) < 1e-6,
    )


# -- 5, the first click -------------------------------------------------------------------------


@SOLVER.claim("5", "adjacent cells of a corner, an edge and a centre cell", "3, 5, 8")
def _(_effort: Effort) -> Finding:
    def holds(side: tuple[int, int]) -> bool:
        rows, cols = side
        board = grid(rows, cols)
        found: dict[int, set[int]] = {}
        for cell in range(board.size):
            row, col = board.coordinates(cell)
            borders = (row in (0, rows - 1)) + (col in (0, cols - 1))
            found.setdefault(borders, set()).add(len(board.neighbors(cell)))
        return found == {2: {3}, 1: {5}, 0: {8}}

    sides = [(rows, cols) for rows in range(3, 13) for cols in range(rows, 13)]
    return every(sides, holds, "grids from 3x3 to 12x12")


def _covered_boards(most: int) -> list[tuple[int, int, int]]:
    """Boards (p, q, m) up to a side, with every number of mines."""
    return [
        (p, q, m)
        for p in range(1, most + 1)
        for q in range(max(p, 2), most + 1)
        for m in range(1, p * q)
    ]


@SOLVER.claim("Lemma 3", "P(N(a) = 0) on a covered board", "proportional to C(pq - |K(a)| - 1, m)")
def _(_effort: Effort) -> Finding:
    def holds(case: tuple[int, int, int]) -> bool:
        p, q, m = case
        analysis = analyze(Position(grid(p, q), [None] * (p * q), mines=m))
        board = analysis.position.board
        return all(
            analysis.exact_clue_distribution(cell).get(0, Fraction(0))
            == Fraction(comb(p * q - len(board.neighbors(cell)) - 1, m), comb(p * q, m))
            for cell in range(board.size)
        )

    return every(_covered_boards(4), holds, "boards up to 4x4 with 1 to pq - 1 mines")


@SOLVER.claim("Proposition 7", "more neighbours, not likelier to show zero", "always")
def _(_effort: Effort) -> Finding:
    def holds(case: tuple[int, int, int]) -> bool:
        p, q, m = case
        board = grid(p, q)
        degrees = sorted({len(board.neighbors(cell)) for cell in range(board.size)})
        zeros = [comb(p * q - degree - 1, m) for degree in degrees]
        return zeros == sorted(zeros, reverse=True)

    return every(_covered_boards(10), holds, "boards up to 10x10 with 1 to pq - 1 mines")


_WINNING = "the likeliest zero is not the likeliest win"

for _sides, _least, _most, _quick in (
    ("3x3", 1, 8, True),
    ("3x4", 1, 11, True),
    ("3x5", 1, 14, True),
    ("4x4", 1, 15, True),
    ("4x5", 1, 19, False),
):

    @SOLVER.claim(
        "5",
        f"a corner is the optimal first click: perfect play on {_sides} with {_least} to {_most} "
        "mines",
        "always",
        slip=_WINNING,
        quick=_quick,
    )
    def _(_effort: Effort, sides: str = _sides, least: int = _least, most: int = _most) -> Finding:
        from sapper.perfect import optimal

        beaten = {}
        for mines in range(least, most + 1):
            play = optimal(f"{sides}/{mines}")
            if play.first_clicks[0].probability < play.probability:
                beaten[mines] = play
        if not beaten:
            return Finding(f"with each of {least} to {most} mines", True)
        first = min(beaten)
        play = beaten[first]
        place = play.board.coordinates(play.start)
        return Finding(
            f"not with {_ranges(list(beaten))} mines; with {first} it wins "
            f"{play.first_clicks[0].wins} of {play.layouts}, {place} {play.wins}",
            False,
        )


for _sides in ("5x5", "4x6", "5x6"):

    @SOLVER.claim(
        "5",
        f"a corner is the optimal first click: perfect play on {_sides}",
        "always",
        slip=_WINNING,
        note="from the table that ships, made by `sapper values`",
    )
    def _(_effort: Effort, sides: str = _sides) -> Finding:
        from sapper.perfect import corner_limits, small_boards

        limit = next(own for own in corner_limits(small_boards()) if own.board == sides)
        held = f"of {_ranges(list(limit.mines))} mines"
        worst = limit.greatest
        if worst is None:
            return Finding(f"with each {held}", True)
        beaten = _ranges([cell.mines for cell in limit.better])
        place = board(sides).coordinates(worst.start)
        return Finding(
            f"{held}, not with {beaten}; with {worst.mines} {place} wins "
            f"{100 * float(worst.gain):.2f} points more",
            False,
        )


def _ranges(numbers: list[int]) -> str:
    """Write numbers as ranges.

    >>> _ranges([2, 4, 5, 6])
    '2, 4 to 6'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)


# -- A.1, the program ---------------------------------------------------------------------------


@SOLVER.claim(
    "A.1, Inferrer.cs",
    "what the program infers in the example of 3.1.1",
    "(0, 0), (0, 1), (1, 0)",
    slip="it has no constraint on the number of mines, unlike algorithm 3.1",
    note=_FIGURE,
)
def _(_effort: Effort) -> Finding:
    # A density in place of the mine count leaves the local constraints alone.
    analysis = analyze(parse(FIGURE_3_1, density=Fraction(1, 4)))
    certain = sorted(analysis.safe + analysis.mines)
    return equal(_places(analysis, certain), "(0, 0), (0, 1), (1, 0)")


@SOLVER.claim(
    "A.1, Guesser.cs 275-302",
    "the safety of a cell beside one of two independent 1s, #1###1# with 2 mines",
    "1/4 by the printed lines",
    slip="they add the weights of independent groups, which must be multiplied",
)
def _(_effort: Effort) -> Finding:
    position = parse("#1###1#", mines=2)
    exact = analyze(position).exact()[0] or Fraction(0)
    # The printed lines weigh a configuration of one group as if there were no other group.
    groups = [position.board.neighbors(clue) for clue in position.revealed]
    weight = comb(len(position.floating), 2 - 1)
    printed = Fraction(weight, sum(weight * len(group) for group in groups))
    assert printed == Fraction(1, 4)
    return equal(1 - exact, printed)


@SOLVER.claim(
    "A.1, Guesser.cs 304-306",
    "the safety of a floating cell, #1### with 2 mines",
    "3/2 by the printed lines",
    slip="they count floating cells among the exposed ones, so that the safety is one too high",
)
def _(_effort: Effort) -> Finding:
    position = parse("#1###", mines=2)
    found = ProperConfigurations.of(position)
    safety = {cell: found.exposed_safety(cell) for cell in found.exposed}
    safety |= dict.fromkeys(found.floating, Fraction(0))
    expected = found.remaining - len(safety) + sum(safety.values())
    printed = 1 - expected / len(found.floating)
    assert printed == Fraction(3, 2)
    exact = analyze(position).exact()[found.floating[0]] or Fraction(0)
    return equal(1 - exact, printed)
