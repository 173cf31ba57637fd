"""The gadgets: how wires run, bend, branch, cross and meet, each drawn around one cell.

Gadgets stand on a lattice of nodes, seven cells apart. A wire from one node to the next is four
covered cells, the first and the third of which hold a mine if it carries true, the second and the
fourth if it carries false::

    node  x  .  X  x  .  X  node        x as the value, X as its opposite

Every step turns the value over: next but one cell by the clue between, next cell by the clues
beside. The first and last of the four belong to the drawings of the nodes. In these a letter is the
value that comes from the north (``n``) or the west (``w``), the result of a gate (``r``) or its
side effect (``s``), a capital letter the opposite; ``*`` is the clue where wires meet, ``!`` one
that holds a wire to be true. All other cells follow (``sheets``).

What makes gates and crossings is a clue that sees one value in two cells, so with weight two, as in
binary numbers. With capitals again for opposites, the clue of a gate says beside its flags

    and       N + W + 2 r + s = 2       so that r is n and w, and s is n xor w,
    or        N + W + 2 r + s = 3       so that r is n or w, and s is not (n xor w),
    xor       N + W + 2 s + r = 2       so that r is n xor w, and s is n and w,
    crossing  2 W + N + 2 w' + n' = 3   so that w' is w and n' is n,

and no sum has another solution. The two cells of a weight are held to be equal by a third, which is
the opposite of both.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sapper.theory.circuits.sheets import Literal, Place, Sheet

PITCH = 7
"""From node to node, in cells."""

STEPS = {"north": (-1, 0), "west": (0, -1), "south": (1, 0), "east": (0, 1)}
"""The sides of a node, as steps down and right."""


@dataclass(frozen=True, slots=True)
class Gadget:
    """What can stand at a node."""

    name: str
    """As the documents call it."""

    drawing: str
    """Three rows; the node is the second cell of the second."""

    inputs: tuple[str, ...] = ()
    """The sides where wires come in."""

    outputs: Mapping[str, str] = field(default_factory=dict)
    """The sides where wires go out, and the letters of what they carry."""

    def place(self, sheet: Sheet, node: Place, letters: Mapping[str, Literal]) -> None:
        """Draw the gadget on a sheet, the letters standing for these literals."""
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
"""All gadgets, by name."""


def gate_values(kind: str, north: bool, west: bool) -> tuple[bool, bool]:
    """Return the result of a gate and its side effect.

    >>> gate_values("and", True, False), gate_values("or", True, False)
    ((False, True), (True, False))
    """
    both, one = north and west, north != west
    found = {"and": (both, one), "or": (both or one, not one), "xor": (one, both)}
    return found[kind]


def wire(sheet: Sheet, node: Place, side: str, carried: Literal) -> tuple[Place, Place]:
    """Draw what lies between a node and the next: the two middle cells of a wire.

    Returns the cell that holds a mine if the wire carries true, and the one if it carries false.
    """
    down, right = STEPS[side]
    row, column = PITCH * node[0], PITCH * node[1]
    opposite, same = ((row + k * down, column + k * right) for k in (3, 4))
    sheet.literals[opposite], sheet.literals[same] = ~carried, carried
    return same, opposite
