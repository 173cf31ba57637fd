"""Sections 2.1 and 2.2: the direct approach to probabilities."""

from __future__ import annotations

from fractions import Fraction
from math import comb, perm, prod

from sapper.analysis import analyze
from sapper.papers.claims import Effort, Finding, Reading, equal, rounded
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
    the_form_that_holds,
)
from sapper.positions import UNREAD, Position
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


@PAPER.claim(
    "2.1",
    "most likely number of the first click, on all four boards",
    "1",
    slip="on Master a 2 is more likely",
)
def _(_effort: Effort) -> Finding:
    likeliest, shown = {}, []
    for name, spec in BOARDS.items():
        chances = opening_numbers(spec).interior.shown
        likeliest[name] = max(chances, key=lambda number: chances[number])
        one, two = (f"{100 * float(chances[number]):.2f} %" for number in (1, 2))
        shown.append(f"{likeliest[name]} on {name} (1 has {one}, 2 has {two})")
    return Finding(", ".join(shown), set(likeliest.values()) == {1})


@PAPER.claim("2.1", "mine probability next to a first 1", "0.125")
def _(_effort: Effort) -> Finding:
    return rounded(after_first(1, "expert")[0], "0.125")


@PAPER.claim("2.1", "mine probability next to a first 2", "1/8 = 0.25", slip="0.25 is 2/8")
def _(_effort: Effort) -> Finding:
    adjacent, _ = after_first(2, "expert")
    shown = f"{8 * adjacent}/8 = {float(adjacent)}"
    return Finding(shown, adjacent == Fraction(1, 8), confirmed=adjacent == Fraction("0.25"))


for _number, _place in ((1, "an adjacent cell"), (2, "a random cell")):

    @PAPER.claim("2.1", f"safest cell after a first {_number}, on all four boards", _place)
    def _(_effort: Effort, number: int = _number, place: str = _place) -> Finding:
        safest, shown = {}, []
        for name, spec in BOARDS.items():
            adjacent, outside = after_first(number, spec)
            safest[name] = "an adjacent cell" if adjacent < outside else "a random cell"
            shown.append(f"{name} {float(adjacent):.4f} and {float(outside):.4f}")
        return Finding(
            " or ".join(sorted(set(safest.values()))),
            set(safest.values()) == {place},
            f"mine probability of an adjacent and of a random cell: {', '.join(shown)}",
        )


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
    shares = [share for share in analyze(one_two().position).exact() if share is not None]
    return rounded(sum(shares, Fraction(0)) / len(shares), "0.207")


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
    ours = the_form_that_holds(
        {
            "9ρ^2(1 - ρ)^8": chance == 9 * RHO**2 * (1 - RHO) ** 8,
            "9ρ^3(1 - ρ)^7": chance == 9 * RHO**3 * (1 - RHO) ** 7,
        }
    )
    return Finding(ours, ours == "9ρ^2(1 - ρ)^8", confirmed=ours == "9ρ^3(1 - ρ)^7")


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
    found = one_two()
    layouts = analyze(found.position).solutions * found.exact()[THREE_MINES]
    unread = [UNREAD if cell in found.position.revealed else None for cell in range(480)]
    of_all = analyze(Position(found.position.board, unread, MINES)).solutions
    chance = Fraction(layouts) / found.listed[THREE_MINES].weight / of_all
    numerator = perm(MINES, 3) * perm(478 - MINES, 7)
    ours = the_form_that_holds(
        {
            "N_(10)": chance == Fraction(numerator, perm(480, 10)),
            "N'_(10)": chance == Fraction(numerator, perm(478, 10)),
        }
    )
    return Finding(ours, ours == "N_(10)", confirmed=ours == "N'_(10)")


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
        chance = analyze(found.position).exact()[found.groups[group].cells[0]]
        assert chance is not None
        by_formula = found.mine_probability(found.refined())[group]
        own = rounded(float(chance), printed)
        return Finding(own.ours, own.agrees, confirmed=by_formula == chance)


@PAPER.claim(
    "2.1, equations 2.1 and 2.2",
    "number of ways to place m_ij mines in s_i cells",
    "C(m_ij, s_i)",
    slip="the arguments of the binomial coefficients are swapped",
)
def _(_effort: Effort) -> Finding:
    sizes = [len(group.cells) for group in one_two().groups]
    listed = one_two().listed
    ours = the_form_that_holds(
        {
            "C(m_ij, s_i)": all(c.weight == prod(map(comb, c.group_mines, sizes)) for c in listed),
            "C(s_i, m_ij)": all(c.weight == prod(map(comb, sizes, c.group_mines)) for c in listed),
        }
    )
    return Finding(ours, ours == "C(m_ij, s_i)", confirmed=ours == "C(s_i, m_ij)")


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


@PAPER.claim(
    "2.2",
    "P(X^(3)) on Expert with up to two mines per cell",
    "0.370",
    slip="the formula uses the weight C(3, 2) = 3 for two mines in three cells; for distinct mines,"
    " as in section 1.2, the weight is 9/2",
)
def _(_effort: Effort) -> Finding:
    def exact(limit: int) -> float:
        found = one_two(limit)
        return float(found.mine_probability(found.exact())[RIGHT])

    three, two = 3 * RHO, 4 * (1 - RHO)
    one_cell = outer_group_probability(3, 2, 2)
    by_formula = rounded(float((one_cell * three + two / 3) / (three + two)), "0.370")
    up_to_3 = rounded(exact(3), "0.370")
    own = rounded(exact(2), "0.370")
    return Finding(
        own.ours,
        own.agrees,
        readings=(
            Reading("by its formula", by_formula.ours, by_formula.agrees),
            Reading("with up to three mines per cell", up_to_3.ours, up_to_3.agrees),
        ),
    )
