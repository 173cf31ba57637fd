"""Tests of single gadgets: their outputs for every input, computed by the engine.

A gadget is placed between wires that start one node before it and end one node after it. An input
is set by a flag on the covered cell of its wire that holds a mine for this value.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from sapper.analysis import analyze
from sapper.errors import ContradictionError
from sapper.theory.circuits.formulas import KINDS
from sapper.theory.circuits.gadgets import GADGETS, STEPS, gate_values, wire
from sapper.theory.circuits.sheets import Literal, Sheet

if TYPE_CHECKING:
    from sapper.positions import Position

_AHEAD = {"north": "south", "west": "east"}
_ENDS = {"north": "source down", "west": "source across", "south": "end down", "east": "end across"}


@dataclass(frozen=True, slots=True)
class Case:
    """The behaviour of a gadget for one combination of inputs."""

    inputs: tuple[bool, ...]
    """The input values, from the north first."""

    layouts: int
    """Number of consistent layouts."""

    outputs: tuple[bool | None, ...]
    """The output values, to the south first; None if a value is not certain."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A gadget between wires."""

    name: str
    """The name of the gadget."""

    position: Position
    """The gadget and its wires, with no input set."""

    inputs: tuple[tuple[int, int], ...]
    """Per input, a cell that holds a mine if it is true, and one that does if it is false."""

    outputs: tuple[int, ...]
    """Per output, a cell that holds a mine if it is true."""

    def given(self, values: tuple[bool, ...]) -> Position:
        """Return the position with its inputs set."""
        position = self.position
        for (true, false), value in zip(self.inputs, values, strict=True):
            position = position.flag(true if value else false)
        return position

    def cases(self) -> tuple[Case, ...]:
        """Return the number of layouts and the outputs for every combination of inputs."""
        return tuple(
            self._case(values) for values in product((False, True), repeat=len(self.inputs))
        )

    def _case(self, values: tuple[bool, ...]) -> Case:
        try:
            analysis = analyze(self.given(values))
        except ContradictionError:
            return Case(values, 0, (None,) * len(self.outputs))
        certain = {0.0: False, 1.0: True}
        found = [float(analysis.mine_probability[cell]) for cell in self.outputs]
        return Case(values, analysis.solutions, tuple(map(certain.get, found)))


def trial(name: str) -> Trial:
    """Return a gadget between wires.

    >>> [(case.inputs, case.layouts, case.outputs) for case in trial("not across").cases()]
    [((False,), 1, (True,)), ((True,), 1, (False,))]
    """
    gadget = GADGETS[name]
    sheet = Sheet()
    letters = {letter: Literal(letter) for letter in "nwrs"}
    gadget.place(sheet, (0, 0), letters)
    inputs, outputs = [], []
    for side in gadget.inputs:
        start, carried = STEPS[side], letters[side[0]]
        GADGETS[_ENDS[side]].place(sheet, start, {side[0]: carried})
        inputs.append(wire(sheet, start, _AHEAD[side], carried))
    for side, letter in gadget.outputs.items():
        carried = letters[letter.lower()] if letter.islower() else ~letters[letter.lower()]
        GADGETS[_ENDS[side]].place(sheet, STEPS[side], {"n": carried, "w": carried})
        outputs.append(wire(sheet, (0, 0), side, carried)[0])
    result, side_effect = gate_values(name, False, False) if name in KINDS else (False, False)
    values = {"n": False, "w": False, "r": result, "s": side_effect}
    frame = sheet.frame()
    return Trial(
        name,
        sheet.position(values),
        tuple((frame.cell(true), frame.cell(false)) for true, false in inputs),
        frame.cells(outputs),
    )
