"""Section IV.3, after Kaye: consistency of a perimeter is NP-complete.

The proof reduces Boolean satisfiability to wires and gates made of clues; the gadgets are those of
``sapper.theory.circuits``. Each gadget is tested with every input: there must be exactly one
consistent layout per input, with the correct output. A formula must have a consistent layout if and
only if it is satisfiable.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from sapper.analysis import analyze
from sapper.errors import ContradictionError
from sapper.limits import Limits
from sapper.papers.claims import Effort, Finding, equal
from sapper.papers.fowler_young2004 import PAPER
from sapper.theory.circuits import circuit, trial
from sapper.theory.circuits.formulas import parse_formula, value
from sapper.theory.circuits.gadgets import PITCH

if TYPE_CHECKING:
    from collections.abc import Callable

    from sapper.theory.circuits import Circuit

WHERE = "IV.3, Kaye"

GADGETS: dict[str, tuple[str, Callable[..., tuple[bool, ...]]]] = {
    "wire across": ("a wire carries a value", lambda w: (w,)),
    "bend down": ("a wire bends", lambda w: (w,)),
    "splitter": ("a wire branches", lambda n: (n, n)),
    "crossing": ("two wires cross", lambda n, w: (n, w)),
    "not across": ("a NOT gate", lambda w: (not w,)),
    "and": ("an AND gate", lambda n, w: (n and w,)),
    "or": ("an OR gate", lambda n, w: (n or w,)),
    "xor": ("an XOR gate", lambda n, w: (n != w,)),
}
"""The purpose of each gadget and its truth function."""

MANY = "(a or b or c) and (not a or not b) and (not b or not c) and (c xor d)"
NONE = "(a or b) and (a or not b) and (not a or b) and (not a or not b)"


def satisfied_by(made: Circuit) -> int:
    """Count the assignments that satisfy a formula by its truth table."""
    formula, names = parse_formula(made.formula), made.variables
    rows = product((False, True), repeat=len(names))
    return sum(value(formula, dict(zip(names, row, strict=True))) for row in rows)


def _digits(values: tuple[bool | None, ...]) -> str:
    return "".join("?" if value is None else str(int(value)) for value in values)


for _name, (_what, _does) in GADGETS.items():

    @PAPER.claim(
        WHERE,
        f"a gadget needed for NP-completeness: {_what}, with one layout per input",
        "can be made of clues",
    )
    def _(
        _effort: Effort, name: str = _name, does: Callable[..., tuple[bool, ...]] = _does
    ) -> Finding:
        tried = trial(name)
        cases = tried.cases()
        values = ", ".join(f"{_digits(c.inputs)} to {_digits(c.outputs)}" for c in cases)
        right = all((c.layouts, c.outputs) == (1, does(*c.inputs)) for c in cases)
        layouts = "/".join(str(case.layouts) for case in cases)
        size = tried.position.board.spec
        shown = f"{values}; {layouts} layouts, on {size} with its wires"
        return Finding(shown, right)


@PAPER.claim(
    WHERE,
    f"number of consistent layouts of a perimeter for {MANY}",
    "as many as satisfying assignments",
)
def _(_effort: Effort) -> Finding:
    made = circuit(MANY)
    layouts, rows = analyze(made.position).solutions, satisfied_by(made)
    shown = f"{layouts} layouts on {made.position.board.spec}, {rows} assignments of 16"
    return Finding(shown, layouts == rows > 0)


@PAPER.claim(WHERE, f"consistent layouts of a perimeter for {NONE}", "none")
def _(_effort: Effort) -> Finding:
    made = circuit(NONE)
    found = made.solve()
    return equal(found.count or "none", "none", note=f"on {made.position.board.spec}")


@PAPER.claim(WHERE, "a perimeter for (a and not a) is contradictory", "no layout fits")
def _(_effort: Effort) -> Finding:
    try:
        layouts = analyze(circuit("a and not a").position, limits=Limits(seconds=0)).solutions
    except ContradictionError as error:
        return Finding(f"no layout fits: {len(error.clues)} clues cannot hold together", True)
    return Finding(f"{layouts} layouts", False)


@PAPER.claim(WHERE, "the assignment read from the wires of a consistent layout", "satisfies it")
def _(_effort: Effort) -> Finding:
    made = circuit(MANY)
    example = made.solve().example
    assert example is not None
    shown = ", ".join(f"{name} {int(true)}" for name, true in example.items())
    return Finding(shown, value(parse_formula(made.formula), example))


@PAPER.claim(WHERE, "number of cells of a perimeter for v variables and g gates", "polynomial")
def _(_effort: Effort) -> Finding:
    sizes: dict[int, int] = {}
    allowed: list[int] = []
    for gates in (4, 8, 16):
        board = circuit(" and ".join(f"not x{i}" for i in range(gates + 1))).position.board
        allowed.append(PITCH**2 * (3 * gates + 1) * (2 * gates + 3))
        sizes[gates] = board.size
    shown = ", ".join(f"{size:,} for {gates}" for gates, size in sizes.items())
    within = all(size <= most for size, most in zip(sizes.values(), allowed, strict=True))
    return Finding(f"{shown} gates", within, "agrees if at most 49 (v + 2 g)(2 g + 3)")
