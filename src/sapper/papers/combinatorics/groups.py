"""Table 1 and section 1: probabilities by groups of equivalent cells.

Numbers for which the text names no board are those of Expert.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb, factorial, perm, prod

from sapper.analysis import analyze, ways
from sapper.boards import parse_spec
from sapper.papers.claims import Effort, Finding, equal, rounded
from sapper.papers.combinatorics import PAPER
from sapper.papers.combinatorics.example import (
    BOARDS,
    MINES,
    THREE_MINES,
    exact_share,
    one_two,
    the_form_that_holds,
)
from sapper.positions import Position
from sapper.theory import opening_numbers

# -- table 1 --------------------------------------------------------------------------------------

for _name, _size, _cells, _mines, _density in (
    ("Beginner", "8×8", 64, 10, "0.156"),
    ("Intermediate", "16×16", 256, 40, "0.156"),
    ("Expert", "16×30", 480, 99, "0.206"),
    ("Master", "30×16", 900, 200, "0.222"),
):

    @PAPER.claim(
        "Table 1",
        f"dimensions, N and K of {_name}",
        f"{_size}, {_cells}, {_mines}",
        slip="30×16 has 480 cells, not 900" if _name == "Master" else "",
    )
    def _(
        _effort: Effort,
        name: str = _name,
        printed: str = f"{_size}, {_cells}, {_mines}",
    ) -> Finding:
        spec = parse_spec(BOARDS[name])
        return equal(f"{'×'.join(map(str, spec.shape))}, {spec.size}, {spec.mines}", printed)

    @PAPER.claim("Table 1", f"initial density of {_name}", _density)
    def _(_effort: Effort, name: str = _name, printed: str = _density) -> Finding:
        return rounded(opening_numbers(BOARDS[name]).interior.mine_probability, printed)


# -- 1.1, one mine per cell -----------------------------------------------------------------------


@PAPER.claim(
    "1.1, equation 1.2", "number of arrangements with a number α in the middle", "as in 1.2"
)
def _(_effort: Effort) -> Finding:
    covered = Position.covered_board("expert")
    wrong = [
        alpha
        for alpha in range(9)
        if analyze(covered.reveal((8, 15), alpha)).solutions
        != comb(480 - 9, 99 - alpha) * comb(8, alpha)
    ]
    return Finding(f"not for {wrong}" if wrong else "as in 1.2 for α from 0 to 8", not wrong)


@PAPER.claim("1.1, equation 1.4", "probability of each number, on all boards", "as in 1.4")
def _(_effort: Effort) -> Finding:
    wrong = []
    for name, spec in BOARDS.items():
        position = Position.covered_board(spec)
        n, k = position.board.size, position.mines or 0
        shown = analyze(position).exact_clue_distribution((3, 3))
        for alpha in range(9):
            ordered = comb(8, alpha) * perm(n - k, 9 - alpha) * perm(k, alpha)
            if shown[alpha] != Fraction(ordered, perm(n, 9)):
                wrong.append(f"{alpha} on {name}")
    return Finding(f"not for {wrong}" if wrong else "as in 1.4 for α from 0 to 8", not wrong)


for _name, _numbers, _mined in (
    ("Expert", ("12.3", "26.0", "23.9", "12.4", "4.9"), "20.6"),
    ("Beginner", ("19.3", "33.6", "22.5", "7.5", "1.3"), "15.6"),
):
    for _k, _printed in enumerate(_numbers):

        @PAPER.claim(
            "1.1",
            f"p_{_k} on {_name}, in percent",
            _printed,
            slip="equation 1.4 gives 3.9 %" if (_name, _k) == ("Expert", 4) else "",
        )
        def _(_effort: Effort, name: str = _name, k: int = _k, printed: str = _printed) -> Finding:
            chance = opening_numbers(BOARDS[name]).interior.shown[k]
            return rounded(100 * float(chance), printed)

    @PAPER.claim("1.1", f"p_m on {_name}, in percent", _mined)
    def _(_effort: Effort, name: str = _name, printed: str = _mined) -> Finding:
        chance = opening_numbers(BOARDS[name]).interior.mine_probability
        return rounded(100 * float(chance), printed)


@PAPER.claim("1.1", "configurations of the 1-2 situation", "(0, 1, 1), (1, 0, 2)")
def _(_effort: Effort) -> Finding:
    return equal(
        ", ".join(str(found.group_mines) for found in one_two().listed), "(0, 1, 1), (1, 0, 2)"
    )


@PAPER.claim(
    "1.1, equation 1.7",
    "number of configurations in the sum for the 1-2 situation, given as r, the number of groups",
    "3",
    slip="the sum is over all configurations, and their number is not r",
)
def _(_effort: Effort) -> Finding:
    return equal(len(one_two()), len(one_two().groups))


def _relative(first: int, removed: int) -> Fraction:
    """Return P((1, 0, 2)) by equation 1.6 with falling factorials of ``first`` and M_j - removed.

    ``removed`` is subtracted from each M_j.
    """
    found = one_two()
    inside = sum(len(group.cells) for group in found.groups)
    outside = len(found.position.covered) - inside - MINES
    most = max(listed.total for listed in found.listed)
    weights = [
        listed.weight
        * perm(first, listed.total - removed)
        * perm(outside + most, most - listed.total)
        for listed in found.listed
    ]
    return weights[THREE_MINES] / sum(weights)


@PAPER.claim("1.1, equations 1.6 and 1.7", "P((1, 0, 2)) on Expert", "exact")
def _(_effort: Effort) -> Finding:
    ours = _relative(MINES, 0)
    return Finding(f"{float(ours):.6f}, exact is {float(exact_share()):.6f}", ours == exact_share())


@PAPER.claim(
    "1.1, footnote 2",
    "the amount that may be subtracted from each M_j",
    "max_j M_j",
    slip="it must be the smallest M_j, otherwise the lengths of falling factorials become negative;"
    " it must also be subtracted from K",
)
def _(_effort: Effort) -> Finding:
    totals = [listed.total for listed in one_two().listed]
    least = min(totals)
    ours = the_form_that_holds(
        {
            "max_j M_j": min(totals) == max(totals),
            "min_j M_j": _relative(MINES, least) == exact_share(),
            "min_j M_j, with K - min_j M_j for K": _relative(MINES - least, least) == exact_share(),
        }
    )
    meant = "min_j M_j, with K - min_j M_j for K"
    return Finding(ours, ours == "max_j M_j", confirmed=ours == meant)


# -- 1.2, several mines per cell ------------------------------------------------------------------


@PAPER.claim(
    "1.2, equation 1.8",
    "factor in the last denominator",
    "(K - 9 - K + α)!",
    slip="the number of outer cells is N - 9, not K - 9",
)
def _(_effort: Effort) -> Finding:
    n, k = 480, MINES
    covered = Position.covered_board("expert")
    counts = [analyze(covered.reveal((8, 15), alpha)).solutions for alpha in range(9)]

    def gives_the_count(outer: int) -> bool:
        """Return whether equation 1.8 holds with (outer - 9 - K + α)! in the last denominator."""
        left = [outer - 9 - k + alpha for alpha in range(9)]
        return all(
            rest >= 0
            and perm(8, alpha) * comb(k, alpha) * factorial(n - 9) // factorial(rest)
            == factorial(k) * count
            for rest, alpha, count in zip(left, range(9), counts, strict=True)
        )

    ours = the_form_that_holds(
        {"(K - 9 - K + α)!": gives_the_count(k), "(N - 9 - K + α)!": gives_the_count(n)}
    )
    return Finding(ours, ours == "(K - 9 - K + α)!", confirmed=ours == "(N - 9 - K + α)!")


@PAPER.claim("1.2", "number of arrangements of α mines in 8 cells, if α ≤ x_max", "8^α")
def _(_effort: Effort) -> Finding:
    same = all(
        ways(8, alpha, limit) == 8**alpha for limit in range(1, 9) for alpha in range(limit + 1)
    )
    return Finding("8^α for α up to 8" if same else "not 8^α", same)


@PAPER.claim("1.2", "8^α is an upper bound for any x_max", "always")
def _(_effort: Effort) -> Finding:
    holds = all(ways(8, alpha, limit) <= 8**alpha for limit in range(1, 9) for alpha in range(9))
    return Finding("for α and x_max up to 8" if holds else "no", holds)


def _multinomial(*parts: int) -> int:
    return factorial(sum(parts)) // prod(map(factorial, parts))


def with_pattern(pattern: tuple[int, ...]) -> int:
    """Count the placements of 6 distinct mines in 8 cells with these counts, in any order."""
    wanted = sorted((*pattern, *[0] * (8 - len(pattern))))
    return sum(
        _multinomial(*held)
        for held in product(range(4), repeat=8)
        if sum(held) == 6 and sorted(held) == wanted
    )


PATTERNS = (
    ((3, 3), (2, 6), (3, 3)),
    ((3, 2, 1), (1, 1, 1, 5), (3, 2, 1)),
    ((3, 1, 1, 1), (1, 3, 4), (3, 1, 1, 1)),
    ((2, 2, 2), (3, 5), (2, 2, 2)),
    ((2, 2, 1, 1), (2, 2, 4), (2, 2, 1, 1)),
    ((2, 1, 1, 1, 1), (1, 4, 3), (2, 1, 1, 1, 1)),
    ((1, 1, 1, 1, 1, 1), (6, 2), (1, 1, 1, 1, 1, 1)),
)
"""The list of section 1.2: mines per cell, and the arguments of the two printed multinomials."""

for _pattern, _cells_of, _mines_of in PATTERNS:

    @PAPER.claim(
        "1.2",
        f"number of ways to arrange 6 mines as {_pattern} in 8 cells",
        f"{_multinomial(*_cells_of)} × {_multinomial(*_mines_of)} = "
        f"{_multinomial(*_cells_of) * _multinomial(*_mines_of):,}",
    )
    def _(
        _effort: Effort,
        pattern: tuple[int, ...] = _pattern,
        published: int = _multinomial(*_cells_of) * _multinomial(*_mines_of),
    ) -> Finding:
        return equal(f"{with_pattern(pattern):,}", f"{published:,}")


@PAPER.claim("1.2", "number of arrangements of 6 mines in 8 cells with x_max = 3", "255,920")
def _(_effort: Effort) -> Finding:
    return equal(f"{ways(8, 6, 3):,}", "255,920")


@PAPER.claim("1.2", "size of the largest group with a variable number of mines", "7")
def _(_effort: Effort) -> Finding:
    largest = 0
    for place in product(range(2, 7), repeat=2):
        if place == (4, 4):
            continue
        position = Position.covered_board("9x9/10").reveal((4, 4), 1).reveal(place, 1)
        for group in analyze(position).groups:
            if len(group.mine_count.probability) > 1:
                largest = max(largest, len(group.cells))
    return equal(largest, 7, note="over all pairs of numbers that share a covered cell")
