"""Sections 2.1 and 2.2: the direct approach to probabilities."""

from __future__ import annotations

from fractions import Fraction
from math import comb, perm, prod

from sapper.analysis import analyze
from sapper.papers.claims import Effort, Finding, equal, rounded
from sapper.papers.combinatorics import PAPER
from sapper.papers.combinatorics.example import (
    BOARDS,
    LEFT,
    MINES,
    RIGHT,
    SHARED,
    THREE_MINES,
    TWO_MINES,
    one_two,
    the_one_that_holds,
)
from sapper.positions import Position
from sapper.theory import opening_numbers, outer_group_probability

RHO = Fraction("0.207")
"""The mine density used in section 2.1."""


def after_first(number: int, spec: str) -> tuple[Fraction, Fraction]:
    """Return the mine probability next to a first number in the interior, and far from it."""
    position = Position.covered_board(spec).reveal((3, 3), number)
    exact = analyze(position).exact()
    adjacent, outside = exact[position.board.cell((3, 4))], exact[0]
    assert adjacent is not None
    assert outside is not None
    return adjacent, outside


for _name, _spec in BOARDS.items():

    @PAPER.claim(
        "2.1",
        f"most likely number of the first click on {_name}",
        "1",
        slip="a 2 is more likely" if _name == "Master" else "",
    )
    def _(_effort: Effort, spec: str = _spec) -> Finding:
        shown = opening_numbers(spec).interior.shown
        likeliest = max(shown, key=lambda number: shown[number])
        note = (
            f"1 has probability {100 * float(shown[1]):.2f} %, 2 has {100 * float(shown[2]):.2f} %"
        )
        return equal(likeliest, 1, note=note)


for _number, _printed, _place in ((1, "0.125", "an adjacent cell"), (2, "0.25", "a random cell")):

    @PAPER.claim("2.1", f"mine probability next to a first {_number}", _printed)
    def _(_effort: Effort, number: int = _number, printed: str = _printed) -> Finding:
        return rounded(after_first(number, "expert")[0], printed)

    for _name, _spec in BOARDS.items():

        @PAPER.claim("2.1", f"safest cell after a first {_number} on {_name}", _place)
        def _(
            _effort: Effort, number: int = _number, spec: str = _spec, place: str = _place
        ) -> Finding:
            adjacent, outside = after_first(number, spec)
            safest = "an adjacent cell" if adjacent < outside else "a random cell"
            note = (
                f"mine probability {float(adjacent):.4f} of an adjacent cell and "
                f"{float(outside):.4f} of a random one"
            )
            return equal(safest, place, note=note)


@PAPER.claim("2.1", "mine probability next to a 2, in eighths", "1/8 = 0.25", slip="0.25 is 2/8")
def _(_effort: Effort) -> Finding:
    adjacent, _ = after_first(2, "expert")
    return equal(f"{8 * adjacent}/8 = {float(adjacent)}", "1/8 = 0.25")


@PAPER.claim(
    "2.1",
    "mines of configuration 1 in the three groups, as described in words",
    "1, none, 1",
    slip="figure 2a and the formula have two mines in the last group",
)
def _(_effort: Effort) -> Finding:
    mines = one_two().listed[THREE_MINES].group_mines
    return equal(", ".join(str(m or "none") for m in mines), "1, none, 1")


_APPROXIMATE = "2.1, approximate solution"


@PAPER.claim(_APPROXIMATE, "mine density of an expert board with two open cells", "0.207")
def _(_effort: Effort) -> Finding:
    return rounded(Fraction(MINES, len(one_two().position.covered)), "0.207")


for _name, _which, _printed in (
    ("P(C_1)", THREE_MINES, "9ρ^3(1 - ρ)^7"),
    ("P(C_2)", TWO_MINES, "12ρ^2(1 - ρ)^8"),
):

    @PAPER.claim(_APPROXIMATE, _name, _printed)
    def _(_effort: Effort, which: int = _which, printed: str = _printed) -> Finding:
        found = one_two().listed[which]
        cells = sum(len(group.cells) for group in one_two().groups)
        return equal(f"{found.weight}ρ^{found.total}(1 - ρ)^{cells - found.total}", printed)


@PAPER.claim(
    _APPROXIMATE,
    "P(C_1) in the first formula for P(Y = (1, 0, 2))",
    "9ρ^2(1 - ρ)^8",
    slip="the quotient is correct nevertheless, because the other term has the same wrong factor",
)
def _(_effort: Effort) -> Finding:
    found = one_two().listed[THREE_MINES]
    cells = sum(len(group.cells) for group in one_two().groups)
    chance = found.weight * RHO**found.total * (1 - RHO) ** (cells - found.total)
    ours = the_one_that_holds(
        {
            "9ρ^2(1 - ρ)^8": chance == 9 * RHO**2 * (1 - RHO) ** 8,
            "9ρ^3(1 - ρ)^7": chance == 9 * RHO**3 * (1 - RHO) ** 7,
        }
    )
    return equal(ours, "9ρ^2(1 - ρ)^8")


@PAPER.claim(_APPROXIMATE, "P(Y = (1, 0, 2))", "3ρ / (3ρ + 4(1 - ρ))")
def _(_effort: Effort) -> Finding:
    share = one_two().at_density(RHO)[THREE_MINES]
    same = share == 3 * RHO / (3 * RHO + 4 * (1 - RHO))
    return Finding(f"{share} = {float(share):.6f} at ρ = 0.207", same)


for _group, _printed in ((LEFT, "0.055"), (SHARED, "0.209"), (RIGHT, "0.388")):

    @PAPER.claim(_APPROXIMATE, f"P(X^({_group + 1})) at ρ = 0.207", _printed)
    def _(_effort: Effort, group: int = _group, printed: str = _printed) -> Finding:
        found = one_two()
        return rounded(found.mine_probability(found.at_density(RHO))[group], printed)


_REFINEMENTS = "2.1, refinements"


@PAPER.claim(
    _REFINEMENTS,
    "denominator of P(C_1)",
    "N_(10)",
    slip="the product in the numerator runs over N', the 478 remaining cells",
)
def _(_effort: Effort) -> Finding:
    k, left = MINES, 478
    mined = prod(Fraction(k - j + 1, left - j + 1) for j in range(1, 4))
    safe = prod(1 - Fraction(k - 3, left - j - 2) for j in range(1, 8))
    below = perm(k, 3) * perm(left - k, 7) / (mined * safe)
    ours = the_one_that_holds({"N_(10)": below == perm(480, 10), "N'_(10)": below == perm(478, 10)})
    return equal(ours, "N_(10)")


for _group, _printed in ((LEFT, "0.044"), (SHARED, "0.217"), (RIGHT, "0.378")):

    @PAPER.claim(
        _REFINEMENTS,
        f"adjusted P(X^({_group + 1}))",
        _printed,
        slip="the formula gives a different value; all three printed values follow if the second"
        " product, over the safe cells, is omitted",
    )
    def _(_effort: Effort, group: int = _group, printed: str = _printed) -> Finding:
        found = one_two()
        chance = found.mine_probability(found.refined())[group]
        assert chance == analyze(found.position).exact()[found.groups[group].cells[0]]
        return rounded(float(chance), printed)


@PAPER.claim(
    "2.1, equations 2.1 and 2.2",
    "number of ways to place m_ij mines in s_i cells",
    "C(m_ij, s_i)",
    slip="the arguments of the binomial coefficients are swapped",
)
def _(_effort: Effort) -> Finding:
    sizes = [len(group.cells) for group in one_two().groups]
    listed = one_two().listed
    ours = the_one_that_holds(
        {
            "C(m_ij, s_i)": all(c.weight == prod(map(comb, c.group_mines, sizes)) for c in listed),
            "C(s_i, m_ij)": all(c.weight == prod(map(comb, sizes, c.group_mines)) for c in listed),
        }
    )
    return equal(ours, "C(m_ij, s_i)")


@PAPER.claim("2.2", "P(X) next to a number a, if x_max ≥ a", "1 - (7/8)^a")
def _(_effort: Effort) -> Finding:
    same = all(
        outer_group_probability(8, a, limit) == 1 - Fraction(7, 8) ** a
        for a in range(1, 9)
        for limit in range(a, 9)
    )
    return Finding("1 - (7/8)^a for a up to 8" if same else "another", same)


@PAPER.claim("2.2", "a/8 and 1 - (7/8)^a are bounds of P(X) for any x_max", "always")
def _(_effort: Effort) -> Finding:
    holds = all(
        1 - Fraction(7, 8) ** a <= outer_group_probability(8, a, limit) <= Fraction(a, 8)
        for a in range(1, 9)
        for limit in range(1, 9)
    )
    return Finding("for a and x_max up to 8" if holds else "no", holds)


@PAPER.claim("2.2", "1 - (7/8)^a as an approximation for x_max ≥ 3", "reasonable")
def _(_effort: Effort) -> Finding:
    errors = [
        outer_group_probability(8, a, limit) - 1 + Fraction(7, 8) ** a
        for a in range(1, 9)
        for limit in range(3, 9)
    ]
    worst = float(max(errors))
    return Finding(f"at most {worst:.4f} too low, for a up to 8", worst < 0.02)


@PAPER.claim("2.2", "probability that a cell of group 3 holds a mine, if the group has two", "5/9")
def _(_effort: Effort) -> Finding:
    return equal(outer_group_probability(3, 2, 2), Fraction(5, 9))


@PAPER.claim("2.2", "P(X^(3)) by its formula", "0.370")
def _(_effort: Effort) -> Finding:
    three, two = 3 * RHO, 4 * (1 - RHO)
    return rounded(float((Fraction(5, 9) * three + two / 3) / (three + two)), "0.370")


for _limit in (2, 3):

    @PAPER.claim(
        "2.2",
        f"P(X^(3)) on Expert with up to {_limit} mines per cell",
        "0.370",
        slip="the formula uses the weight C(3, 2) = 3 for two mines in three cells; for distinct"
        " mines, as in section 1.2, the weight is 9/2",
    )
    def _(_effort: Effort, limit: int = _limit) -> Finding:
        found = one_two(limit)
        chance = found.mine_probability(found.exact())[RIGHT]
        return rounded(float(chance), "0.370")
