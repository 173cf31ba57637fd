"""What paper 001 claims: Fowler and Young, the perimeter, its probabilities and its cost.

The figures are lost in the text. III.1 follows from its equations; III.3, which is also II.5, from
its columns of numbers; and the first click in the upper right corner then shows what II.2 to II.4
tell. Section V on is in ``fowler_young_games``.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, prod
from typing import TYPE_CHECKING

from sapper.analysis import analyze, reference
from sapper.papers.claims import Effort, Finding, Paper, equal, rounded
from sapper.papers.p001_fowler_young.basic_theorems import opened, theorem_1, theorem_2
from sapper.papers.p001_fowler_young.fowler_young_games import add_games, share_of_large_perimeters
from sapper.papers.p001_fowler_young.np_completeness import add_np_completeness
from sapper.papers.p001_fowler_young.statements import STATEMENTS
from sapper.positions import Position, parse
from sapper.theory import (
    arrangements_tested,
    counted_bounds,
    integer_bounds,
    linear_system,
    partition,
    relaxed_bounds,
)

if TYPE_CHECKING:
    from sapper.analysis import Analysis
    from sapper.theory import ArrangementsTested

PAPER = Paper(
    "001", "Fowler and Young, *Minesweeper: a statistical and computational analysis*, 2004"
)

FIGURE_III_1 = """
######
######
##1###
##32##
######
######
"""
"""6x6, 11 mines; the equations fix the pattern, and where on the board it lies does not matter."""

FIGURE_II_5 = """
##2F1....
##211....
##2......
##1...111
##1...1F1
##1...111
##2..1121
##2112F2F
##11F2121
"""
"""Also figure III.3: 9x9, 10 mines; x1 to x9 are the second column, from the top."""

UPPER_RIGHT = (0, 8)
"""Where the example of section II.2 clicks first."""

RELAXED_TOO_LOW = """
##########
#2######2#
2########2
#2######2#
"""
"""Three 2s at each end: relaxed, they need 2.5 mines for each three; in whole numbers 3."""


@cache
def figure_1() -> Analysis:
    """Analyse figure III.1."""
    return analyze(parse(FIGURE_III_1, mines=11))


@cache
def figure_5() -> Analysis:
    """Analyse figure II.5."""
    return analyze(parse(FIGURE_II_5, mines=10))


@cache
def tested() -> ArrangementsTested:
    """Count what each method tests in figure III.1."""
    return arrangements_tested(figure_1().position)


def layout_of_figure_5() -> list[int]:
    """Return a layout that fits figure II.5: what is certain, and a cell that may be a mine."""
    analysis = figure_5()
    undecided = [
        cell
        for cell in analysis.position.covered
        if cell not in analysis.safe and cell not in analysis.mines
    ]
    return sorted([*analysis.mines, *undecided[: 10 - len(analysis.mines)]])


def first_click() -> Position:
    """Return figure II.2: what the first click shows."""
    board = figure_5().position.board
    shown = opened(board, layout_of_figure_5(), [board.cell(UPPER_RIGHT)])
    return Position(board, [shown.get(cell) for cell in range(board.size)], 10)


def after_basic_steps() -> Position:
    """Return what step B makes of it, with its flags: figure II.5."""
    position, layout = first_click(), layout_of_figure_5()
    board = position.board
    while True:
        mines = theorem_1(position)
        safe = theorem_2(position, mines)
        if not safe:
            return Position(board, position.clues, 10, flags=sorted(mines))
        shown = opened(board, layout, [*position.revealed, *safe])
        position = Position(board, [shown.get(cell) for cell in range(board.size)], 10)


# -- II, rules and strategies -------------------------------------------------------------------


@PAPER.claim("II.2, figure II.3", "mines that theorem 1 gives after the first click: c, d, e", "3")
def _(_effort: Effort) -> Finding:
    return equal(len(theorem_1(first_click())), 3)


@PAPER.claim("II.2, figure II.4", "safe squares that theorem 2 gives then: f, g, h, i, j", "5")
def _(_effort: Effort) -> Finding:
    position = first_click()
    return equal(len(theorem_2(position, theorem_1(position))), 5)


@PAPER.claim("II.2, figure II.5", "where step B ends, with no theorem left", "figure II.5")
def _(_effort: Effort) -> Finding:
    same = after_basic_steps() == figure_5().position
    return Finding("figure II.5" if same else str(after_basic_steps()), same)


@PAPER.claim("II.3, figure II.7", "ways to put two bombs under m, n and p", "3")
def _(_effort: Effort) -> Finding:
    position = figure_5().position
    system = linear_system(position)
    row = system.clues.index(position.board.cell((2, 2)))
    return equal(comb(int(system.matrix[row].sum()), int(system.right[row])), 3)


@PAPER.claim("II.3, figure II.7", "clues that prove m a bomb, counted from 1", "(3, 3), (4, 3)")
def _(_effort: Effort) -> Finding:
    analysis = figure_5()
    reason = analysis.reason((1, 1))
    places = [analysis.position.board.coordinates(clue) for clue in sorted(reason.clues)]
    shown = ", ".join(f"({row + 1}, {column + 1})" for row, column in places)
    return Finding(shown, reason.mined and shown == "(3, 3), (4, 3)")


# -- III.2, linear equations --------------------------------------------------------------------

EQUATIONS = (
    ((1, 2, 3, 4, 5, 7), 1),
    ((4, 5, 7, 9, 10, 11), 3),
    ((5, 6, 8, 10, 11, 12), 2),
)
"""As printed: the unknowns of an equation and its right-hand side."""

for _index, (_unknowns, _right) in enumerate(EQUATIONS):

    @PAPER.claim(
        "III.2",
        f"equation {_index + 1} of figure III.1",
        " + ".join(f"x{k}" for k in _unknowns) + f" = {_right}",
    )
    def _(_effort: Effort, index: int = _index) -> Finding:
        shown = linear_system(figure_1().position).summary().splitlines()[index]
        unknowns, right = EQUATIONS[index]
        return equal(shown, " + ".join(f"x{k}" for k in unknowns) + f" = {right}")


@PAPER.claim("III.2", "squares of the perimeter, and other unknown squares", "12, 21")
def _(_effort: Effort) -> Finding:
    position = figure_1().position
    return equal(f"{len(position.frontier)}, {len(position.floating)}", "12, 21")


@PAPER.claim("III.2", "arrangements of the perimeter that fit", "19")
def _(_effort: Effort) -> Finding:
    return equal(sum(_by_mines().values()), 19)


@PAPER.claim("III.2", "squares of the perimeter that are certain", "none")
def _(_effort: Effort) -> Finding:
    certain = len(figure_1().safe) + len(figure_1().mines)
    return equal(certain or "none", "none")


# -- III.3, probabilities -----------------------------------------------------------------------


def _by_mines() -> dict[int, int]:
    (component,) = figure_1().components
    return dict(component.arrangements)


for _mines, _arrangements, _layouts in ((3, 4, 813_960), (4, 15, 1_744_200)):

    @PAPER.claim(
        "III.3, figure III.2",
        f"arrangements with {_mines} bombs in the perimeter",
        str(_arrangements),
    )
    def _(_effort: Effort, mines: int = _mines, count: int = _arrangements) -> Finding:
        return equal(_by_mines()[mines], count)

    @PAPER.claim(
        "III.3", f"bomb arrangements with {_mines} bombs in the perimeter", f"{_layouts:,}"
    )
    def _(_effort: Effort, mines: int = _mines, count: int = _layouts) -> Finding:
        floating = len(figure_1().position.floating)
        return equal(f"{_by_mines()[mines] * comb(floating, 11 - mines):,}", f"{count:,}")


@PAPER.claim("III.3", "all bomb arrangements, T", "2,558,160")
def _(_effort: Effort) -> Finding:
    return equal(f"{figure_1().solutions:,}", "2,558,160")


for _mines, _count in ((3, 3), (4, 9)):

    @PAPER.claim("III.3", f"arrangements of {_mines} bombs with one in square 10", str(_count))
    def _(_effort: Effort, mines: int = _mines, count: int = _count) -> Finding:
        position = figure_1().position
        square = position.frontier[9]
        found = sum(
            arrangement[square]
            for arrangement in reference.arrangements(position)
            if sum(arrangement.values()) == mines
        )
        return equal(found, count)


PRINTED = ("0.0454",) * 3 + (
    "0.352", "0.159", "0.182", "0.352", "0.182", "0.841", "0.648", "0.648", "0.182"
)  # fmt: skip
"""P(x_1) to P(x_12)."""

for _k, _printed in enumerate(PRINTED):

    @PAPER.claim(
        "III.3, table of figure III.1",
        f"P(x_{_k + 1})",
        _printed,
        slip="1/22 = 0.04545..., cut off in print and not rounded" if _k < 3 else "",
    )
    def _(_effort: Effort, k: int = _k, printed: str = _printed) -> Finding:
        chance = figure_1().exact()[figure_1().position.frontier[k]]
        assert chance is not None
        return rounded(chance, printed)


@PAPER.claim("III.3", "least and most likely to be a bomb", "x1, x2, x3; x9")
def _(_effort: Effort) -> Finding:
    x = figure_1().position.frontier
    chances = [figure_1().exact()[cell] or Fraction() for cell in x]
    least = ", ".join(f"x{k + 1}" for k, p in enumerate(chances) if p == min(chances))
    most = ", ".join(f"x{k + 1}" for k, p in enumerate(chances) if p == max(chances))
    return equal(f"{least}; {most}", "x1, x2, x3; x9")


@PAPER.claim("III.3, figure III.3", "bombs flagged of those on the board", "5 of 10")
def _(_effort: Effort) -> Finding:
    position = after_basic_steps()
    return equal(f"{len(position.flags)} of {position.mines}", "5 of 10")


for _k, _certain in enumerate((0, 1, 0, 1, 0, 0, 1, 1, 0)):

    @PAPER.claim("III.3, table of figure III.3", f"P(x_{_k + 1})", str(_certain))
    def _(_effort: Effort, k: int = _k, certain: int = _certain) -> Finding:
        analysis = figure_5()
        return equal(analysis.exact()[analysis.position.board.cell((k, 1))], certain)


# -- IV, efficiency -----------------------------------------------------------------------------


@PAPER.claim("IV", "arrangements of a perimeter of 30 squares", "1,073,741,824")
def _(_effort: Effort) -> Finding:
    return equal(f"{2**30:,}", "1,073,741,824")


@PAPER.claim("IV", "perimeters of 30 squares or more in 10x10 games", "not uncommon")
def _(effort: Effort) -> Finding:
    games = effort.games(200, 2000)
    share = share_of_large_perimeters("10x10/15", 30, games, effort.seed)
    shown = f"in {100 * share:.0f} % of {games:,} games on 10x10/15"
    return Finding(shown, share >= 0.05)


@PAPER.claim("IV.1", "fewest and most bombs in figure III.1, by its integer programs", "3, 4")
def _(_effort: Effort) -> Finding:
    position = figure_1().position
    programmed = integer_bounds(position, mine_count=False)
    assert programmed == counted_bounds(position, mine_count=False)
    return equal(f"{programmed.least}, {programmed.most}", "3, 4")


@PAPER.claim(
    "IV.1",
    "the simplex algorithm gives the minimum of the integer program",
    "always",
    slip="it solves the program without whole numbers, whose minimum can be smaller",
)
def _(_effort: Effort) -> Finding:
    position = parse(RELAXED_TOO_LOW, mines=8)
    relaxed, _ = relaxed_bounds(position, mine_count=False)
    least = integer_bounds(position, mine_count=False).least
    shown = f"{relaxed:.3g} where the minimum is {least}: 2s at three cells of each end of a 4x10"
    return Finding(shown, abs(relaxed - least) < 1e-6)


@PAPER.claim("IV.1", "perimeter arrangements to test in figure III.1, all", "4,096")
def _(_effort: Effort) -> Finding:
    return equal(f"{tested().exhaustive:,}", "4,096")


@PAPER.claim("IV.1", "perimeter arrangements to test in figure III.1, with 3 or 4 bombs", "715")
def _(_effort: Effort) -> Finding:
    saved = f"the engine visits {tested().engine} entries for the same answer"
    return equal(tested().bounded, 715, note=saved)


@PAPER.claim("IV.1", "percent that this saves", "83")
def _(_effort: Effort) -> Finding:
    return rounded(100 * tested().saved, "83")


@PAPER.claim("IV.2", "squares to test around a square, at most", "8")
def _(_effort: Effort) -> Finding:
    return equal(figure_5().position.board.max_degree, 8)


# -- IV.3, partitions ---------------------------------------------------------------------------

for _k, _squares, _values in ((1, "x1, x2, x3", 2), (2, "x6, x8, x12", 3), (3, "x9", 2)):

    @PAPER.claim("IV.3", f"values of the partition K_{_k} = {{{_squares}}}", str(_values))
    def _(_effort: Effort, squares: str = _squares, values: int = _values) -> Finding:
        x = figure_1().position.frontier
        named = {
            ", ".join(f"x{x.index(cell) + 1}" for cell in part.cells): part.values
            for part in partition(figure_1().position)
        }
        return equal(named.get(squares, "no such partition"), values)


@PAPER.claim(
    "IV.3, figure IV.2",
    "unknowns of figure III.1 after partitioning",
    "8",
    note="6 if squares next to the same several numbers are joined too",
)
def _(_effort: Effort) -> Finding:
    return equal(len(partition(figure_1().position)), 8)


PARTITIONED = ("y1 + y2 + y3 + y5 = 1", "y2 + y3 + y5 + y6 + y7 + y8 = 3", "y3 + y4 + y7 + y8 = 2")

for _index, _equation in enumerate(PARTITIONED):

    @PAPER.claim("IV.3", f"equation {_index + 1} of the partitioned system", _equation)
    def _(_effort: Effort, index: int = _index, equation: str = _equation) -> Finding:
        position = figure_1().position
        clue = position.revealed[index]
        parts = enumerate(partition(position), start=1)
        unknowns = " + ".join(f"y{k}" for k, part in parts if clue in part.clues)
        return equal(f"{unknowns} = {position.clue(clue)}", equation)


@PAPER.claim(
    "IV.3",
    "layouts found with the partitioned system (PPP), the same as with all squares (EPP)",
    "2,558,160",
)
def _(_effort: Effort) -> Finding:
    position = figure_1().position
    parts = partition(position)
    total = 0
    for held in product(*(range(part.values) for part in parts)):
        sums = {
            clue: sum(m for m, part in zip(held, parts, strict=True) if clue in part.clues)
            for clue in position.revealed
        }
        if all(position.clue(clue) == value for clue, value in sums.items()):
            ways = prod(comb(len(part.cells), m) for m, part in zip(held, parts, strict=True))
            total += ways * comb(len(position.floating), 11 - sum(held))
    note = (
        f"{tested().partitioned} values to test, {tested().partitioned_bounded} with 3 or 4 bombs"
    )
    return equal(f"{total:,}", "2,558,160", note=note)


add_np_completeness(PAPER)
add_games(PAPER)
PAPER.questions.extend(STATEMENTS.questions)
