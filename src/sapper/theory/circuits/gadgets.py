"""The gadgets of the circuits (wires, bends, splitters, crossings, gates), each around one node.

Nodes form a lattice with a spacing of seven cells. A wire between two nodes is four covered cells;
the first and the third hold a mine if it carries true, the second and the fourth if it carries
false::

    node  x  .  X  x  .  X  node        x is the value, X its negation

Each of the four cells is the negation of the one before: the clue between two cells or the clues
next to them force it. The first and the last of the four belong to the drawings of the nodes. In a
drawing a letter stands for the value from the north (``n``) or the west (``w``), the result of a
gate (``r``) or its side effect (``s``); a capital letter is the negation. ``*`` is the clue at
which wires meet, ``!`` a clue that forces a wire to be true. All other cells are derived
(``sheets``).

Gates and crossings use a clue that sees one value in two cells, which gives the value the weight
two, as in binary numbers. The clue of a gate, minus its flags, is one of these equations:

    and       N + W + 2 r + s = 2       hence r is n and w, and s is n xor w,
    or        N + W + 2 r + s = 3       hence r is n or w, and s is not (n xor w),
    xor       N + W + 2 s + r = 2       hence r is n xor w, and s is n and w,
    crossing  2 W + N + 2 w' + n' = 3   hence w' is w and n' is n.

Each equation has only this solution for every input. The two cells of a weight are equal because a
third cell is the negation of both.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sapper.theory.circuits.sheets import Literal, Place, Sheet

PITCH = 7
"""Distance between adjacent nodes, in cells."""

STEPS = {"north": (-1, 0), "west": (0, -1), "south": (1, 0), "east": (0, 1)}
"""The sides of a node, as steps (down, right)."""


@dataclass(frozen=True, slots=True)
class Gadget:
    """A gadget, which occupies one node."""

    name: str
    """Its name in the documentation."""

    drawing: str
    """Three rows of three cells; the node is the middle cell."""

    inputs: tuple[str, ...] = ()
    """The sides of the incoming wires."""

    outputs: Mapping[str, str] = field(default_factory=dict)
    """The sides of the outgoing wires, with the letters of the values they carry."""

    def place(self, sheet: Sheet, node: Place, letters: Mapping[str, Literal]) -> None:
        """Draw the gadget on a sheet, with these literals for the letters."""
        for row, line in enumerate(self.drawing.split()):
            for column, sign in enumerate(line):
                place = PITCH * node[0] + row - 1, PITCH * node[1] + column - 1
                if sign == "*":
                    sheet.meetings.add(place)
                elif sign == "!":
                    sheet.truths.add(place)
                elif sign != ".":
                    literal = letters[sign.lower()]
                    sheet.literals[place] = literal if sign.islower() else ~literal


def _straight(name: str, drawing: str, side: str, carried: str) -> Gadget:
    return Gadget(name, drawing, (side,), {"south" if side == "north" else "east": carried})


_GATE = (("north", "west"), {"south": "r"})

GADGETS = {
    gadget.name: gadget
    for gadget in (
        Gadget("source down", "... ... .n.", (), {"south": "n"}),
        Gadget("source across", "... ..w ...", (), {"east": "w"}),
        Gadget("end down", ".N. ... ...", ("north",)),
        Gadget("end across", "... W.. ...", ("west",)),
        Gadget("true", ".N. .!. ...", ("north",)),
        _straight("wire down", ".N. ... .n.", "north", "n"),
        _straight("wire across", "... W.w ...", "west", "w"),
        _straight("not down", ".N. .n. .N.", "north", "N"),
        _straight("not across", "... WwW ...", "west", "W"),
        Gadget("bend down", "... W.. .w.", ("west",), {"south": "w"}),
        Gadget("bend across", ".N. ..n ...", ("north",), {"east": "n"}),
        Gadget("splitter", ".N. ..n .n.", ("north",), {"south": "n", "east": "n"}),
        Gadget("crossing", "WNw .*. Wnw", ("north", "west"), {"south": "n", "east": "w"}),
        Gadget("and", ".N. W*s r.r", *_GATE),
        Gadget("or", ".N. W*s r.r", *_GATE),
        Gadget("xor", ".Ns. W*.S .rs.", *_GATE),
    )
}
"""All gadgets, keyed by name."""


def gate_values(kind: str, north: bool, west: bool) -> tuple[bool, bool]:
    """Return the result of a gate and its side effect.

    >>> gate_values("and", True, False), gate_values("or", True, False)
    ((False, True), (True, False))
    """
    both, one = north and west, north != west
    found = {"and": (both, one), "or": (both or one, not one), "xor": (one, both)}
    return found[kind]


def wire(sheet: Sheet, node: Place, side: str, carried: Literal) -> tuple[Place, Place]:
    """Draw the two middle cells of the wire from a node to the next one.

    Returns the cell that holds a mine if the wire carries true, and the cell that holds one if it
    carries false.
    """
    down, right = STEPS[side]
    row, column = PITCH * node[0], PITCH * node[1]
    opposite, same = ((row + k * down, column + k * right) for k in (3, 4))
    sheet.literals[opposite], sheet.literals[same] = ~carried, carried
    return same, opposite
