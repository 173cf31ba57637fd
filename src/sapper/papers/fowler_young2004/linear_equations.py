"""Section III: the perimeter as linear equations, and the probabilities of its squares."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from sapper.analysis import analyze, reference
from sapper.papers.claims import Effort, Finding, equal, rounded
from sapper.papers.fowler_young2004 import PAPER
from sapper.papers.fowler_young2004.figures import after_basic_steps, figure_1, figure_5
from sapper.papers.played import play
from sapper.positions import parse
from sapper.theory import linear_system

NO_ROOM = "#1#1#"
"""With 2 bombs: one bomb in the middle satisfies both numbers but leaves no square for the other
bomb."""


# -- III.2, linear equations ----------------------------------------------------------------------

EQUATIONS = (
    ((1, 2, 3, 4, 5, 7), 1),
    ((4, 5, 7, 9, 10, 11), 3),
    ((5, 6, 8, 10, 11, 12), 2),
)
"""The printed equations: the unknowns and the right-hand side of each."""

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


@PAPER.claim("III.2", "number of squares of the perimeter, and of other unknown squares", "12, 21")
def _(_effort: Effort) -> Finding:
    position = figure_1().position
    return equal(f"{len(position.frontier)}, {len(position.floating)}", "12, 21")


@PAPER.claim("III.2", "number of consistent arrangements of the perimeter", "19")
def _(_effort: Effort) -> Finding:
    return equal(sum(_by_mines().values()), 19)


@PAPER.claim("III.2", "certain squares of the perimeter", "none")
def _(_effort: Effort) -> Finding:
    certain = len(figure_1().safe) + len(figure_1().mines)
    return equal(certain or "none", "none")


@PAPER.claim(
    "III.2",
    "solutions without a layout have more bombs than remain, tested on #1#1# with 2 bombs",
    "always",
    slip="a solution with too few bombs has no layout either if the squares outside cannot hold "
    "the other bombs",
)
def _(_effort: Effort) -> Finding:
    position = parse(NO_ROOM, mines=2)
    assert position.mines is not None
    held = [sum(found.values()) for found in reference.arrangements(position)]
    allowed = [bombs for bombs in held if bombs <= position.mines]
    layouts = analyze(position).solutions
    return Finding(
        f"{len(allowed)} solutions with {' and '.join(map(str, allowed))} bombs, {layouts} layout",
        len(allowed) == layouts,
    )


# -- III.3, probabilities -------------------------------------------------------------------------


def _by_mines() -> dict[int, int]:
    (component,) = figure_1().components
    return dict(component.arrangements)


for _mines, _arrangements, _layouts in ((3, 4, 813_960), (4, 15, 1_744_200)):

    @PAPER.claim(
        "III.3, figure III.2",
        f"number of arrangements with {_mines} bombs in the perimeter",
        str(_arrangements),
    )
    def _(_effort: Effort, mines: int = _mines, count: int = _arrangements) -> Finding:
        return equal(_by_mines()[mines], count)

    @PAPER.claim(
        "III.3",
        f"number of bomb arrangements of the board with {_mines} bombs in the perimeter",
        f"{_layouts:,}",
    )
    def _(_effort: Effort, mines: int = _mines, count: int = _layouts) -> Finding:
        floating = len(figure_1().position.floating)
        return equal(f"{_by_mines()[mines] * comb(floating, 11 - mines):,}", f"{count:,}")


@PAPER.claim("III.3", "number of all bomb arrangements, T", "2,558,160")
def _(_effort: Effort) -> Finding:
    return equal(f"{figure_1().solutions:,}", "2,558,160")


for _mines, _count in ((3, 3), (4, 9)):

    @PAPER.claim(
        "III.3", f"number of arrangements of {_mines} bombs with a bomb in square 10", str(_count)
    )
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
        slip="1/22 = 0.04545..., truncated in print instead of rounded" if _k < 3 else "",
    )
    def _(_effort: Effort, k: int = _k, printed: str = _printed) -> Finding:
        chance = figure_1().exact()[figure_1().position.frontier[k]]
        assert chance is not None
        return rounded(chance, printed)


@PAPER.claim("III.3", "squares least and most likely to hold a bomb", "x1, x2, x3; x9")
def _(_effort: Effort) -> Finding:
    x = figure_1().position.frontier
    chances = [figure_1().exact()[cell] or Fraction() for cell in x]
    least = ", ".join(f"x{k + 1}" for k, p in enumerate(chances) if p == min(chances))
    most = ", ".join(f"x{k + 1}" for k, p in enumerate(chances) if p == max(chances))
    return equal(f"{least}; {most}", "x1, x2, x3; x9")


@PAPER.claim("III.3, figure III.3", "number of flagged bombs", "5 of 10")
def _(_effort: Effort) -> Finding:
    position = after_basic_steps()
    return equal(f"{len(position.flags)} of {position.mines}", "5 of 10")


for _k, _certain in enumerate((0, 1, 0, 1, 0, 0, 1, 1, 0)):

    @PAPER.claim("III.3, table of figure III.3", f"P(x_{_k + 1})", str(_certain))
    def _(_effort: Effort, k: int = _k, certain: int = _certain) -> Finding:
        analysis = figure_5()
        return equal(analysis.exact()[analysis.position.board.cell((k, 1))], certain)


@PAPER.claim("III.3", "share of certain clicks of level 2 on 9x9/10 and 16x30/99", "very often")
def _(effort: Effort) -> Finding:
    shares = []
    for spec, quick, full in (("9x9/10", 1_000, 10_000), ("16x30/99", 100, 1_000)):
        result = play(effort, spec, "perimeter", quick, full)
        shares.append(1 - result.guesses / result.moves)
    return Finding(" and ".join(f"{100 * share:.1f} %" for share in shares), min(shares) > 0.5)
