"""Placement of the gates of a formula on the lattice, and routing of the wires.

Every variable and every gate has a column in which its value runs down. A gate has two rows: in the
upper row its first operand runs to the right from its column, in the lower row the second one; they
enter the gate from above and from the left. A value branches off its column at each use; at the
last use the column ends and becomes free for a later gate. Negated operands are inverted in a free
column just before the gate. The output runs down from the last gate::

    a   b                 not a and b
    |   |
    '---+--- not ---.     upper row: a crosses b, is inverted and bends down
        |           |
        '--------- and    lower row
                    |
                   true

A formula with v variables and g gates takes at most v + 2 g columns and 2 g + 3 rows of nodes.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING

from sapper.theory.circuits.formulas import Gate, Not, parts, variables
from sapper.theory.circuits.gadgets import GADGETS, gate_values, wire
from sapper.theory.circuits.sheets import Literal, Sheet

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sapper.theory.circuits.formulas import Formula
    from sapper.theory.circuits.sheets import Place

SIDE = " (side effect)"
"""Suffix of a gate's name for the signal of its side effect; not valid in a formula."""


@dataclass(frozen=True, slots=True)
class Lane:
    """The horizontal wire of an operand, from its column to a gate."""

    row: int
    """The row of nodes."""

    start: int
    """The column of the operand."""

    end: int
    """The column of the gate."""

    operand: Literal
    """The operand of the gate; if it is negative it is inverted one column before the gate."""


@dataclass(slots=True)
class Column:
    """The vertical wire of a value."""

    column: int
    """The column of nodes."""

    top: int
    """The row of its source or gate."""

    used: list[int]
    """The rows in which it is used; it ends in the last one."""

    @property
    def end(self) -> int:
        """The row in which it ends."""
        return self.used[-1]


@dataclass(slots=True)
class Plan:
    """The columns and lanes of a formula."""

    output: Literal
    """The value of the formula."""

    columns: dict[str, Column] = field(default_factory=dict)
    """The columns, keyed by name of the variable or gate, the variables first."""

    gates: dict[str, tuple[Gate, Lane, Lane]] = field(default_factory=dict)
    """The gates with their upper and lower lane, keyed by name, each after those that it uses."""

    def free_column(self, least: int, row: int, needed: int) -> int:
        """Return the last of ``needed`` adjacent columns that are free from ``row`` on."""
        taken = {column.column for column in self.columns.values() if column.end >= row}
        return next(
            last
            for last in count(least + needed - 1)
            if taken.isdisjoint(range(last - needed + 1, last + 1))
        )

    def values(self) -> dict[str, bool]:
        """Return the value of every signal if all variables are false."""
        found = dict.fromkeys(self.columns, False)
        for name, (gate, upper, lower) in self.gates.items():
            values = upper.operand.mined(found), lower.operand.mined(found)
            found[name], found[name + SIDE] = gate_values(gate.kind, *values)
        return found


def plan(formula: Formula) -> Plan:
    """Place every variable and every gate of a formula; equal subformulas share one gate."""
    made = Plan(_literal(formula))
    gates = {str(part): part for part in parts(formula) if isinstance(part, Gate)}
    used = _rows_of_use(gates, made.output)
    for column, name in enumerate(variables(formula)):
        made.columns[name] = Column(column, 0, used[name])
    for row, (name, gate) in zip(count(1, 2), gates.items(), strict=False):
        first, second = _literal(gate.left), _literal(gate.right)
        starts = [made.columns[operand.signal].column for operand in (first, second)]
        inverted = not (first.positive and second.positive)
        end = made.free_column(max(starts) + 1, row, 2 if inverted else 1)
        upper, lower = Lane(row, starts[0], end, first), Lane(row + 1, starts[1], end, second)
        made.gates[name] = gate, upper, lower
        made.columns[name] = Column(end, row + 1, used[name])
    return made


def draw(made: Plan, *, true: bool) -> Sheet:
    """Draw a plan, with its output forced to be true or left free."""
    sheet = Sheet()
    for name, column in made.columns.items():
        _draw_column(made, sheet, name, column)
    for name, (gate, *lanes) in made.gates.items():
        north, west = (_draw_lane(made, sheet, lane) for lane in lanes)
        node = lanes[1].row, lanes[1].end
        letters = {"n": north, "w": west, "r": Literal(name), "s": Literal(name + SIDE)}
        GADGETS[gate.kind].place(sheet, node, letters)
    output = made.columns[made.output.signal]
    carried = Literal(made.output.signal)
    if not made.output.positive:
        node = output.end - 1, output.column
        GADGETS["not down"].place(sheet, node, {"n": carried})
        carried = ~carried
        wire(sheet, node, "south", carried)
    GADGETS["true" if true else "end down"].place(
        sheet, (output.end, output.column), {"n": carried}
    )
    return sheet


def _literal(formula: Formula) -> Literal:
    """The signal of a formula and its sign."""
    if isinstance(formula, Not):
        return ~_literal(formula.of)
    return Literal(str(formula))


def _rows_of_use(gates: Mapping[str, Gate], output: Literal) -> dict[str, list[int]]:
    """The rows in which each signal is used; the output's last one is below all gates."""
    used = defaultdict(list)
    for row, gate in zip(count(1, 2), gates.values(), strict=False):
        used[_literal(gate.left).signal].append(row)
        used[_literal(gate.right).signal].append(row + 1)
    bottom = 2 * len(gates) + 1
    used[output.signal].append(bottom if output.positive else bottom + 1)
    return used


def _draw_column(made: Plan, sheet: Sheet, name: str, column: Column) -> None:
    """Draw the column of a value; lanes that cross it later overwrite the nodes of crossings."""
    carried = Literal(name)
    if name not in made.gates:
        GADGETS["source down"].place(sheet, (column.top, column.column), {"n": carried})
    for row in range(column.top, column.end):
        node = row, column.column
        wire(sheet, node, "south", carried)
        if row > column.top:
            kind = "splitter" if row in column.used else "wire down"
            GADGETS[kind].place(sheet, node, {"n": carried})
    if name != made.output.signal:
        GADGETS["bend across"].place(sheet, (column.end, column.column), {"n": carried})


def _draw_lane(made: Plan, sheet: Sheet, lane: Lane) -> Literal:
    """Draw the lane of an operand, and return the literal that arrives at the gate."""
    carried = Literal(lane.operand.signal)
    wire(sheet, (lane.row, lane.start), "east", carried)
    for position in range(lane.start + 1, lane.end):
        node = lane.row, position
        crossed = _running_down(made, node)
        if crossed is not None:
            GADGETS["crossing"].place(sheet, node, {"n": crossed, "w": carried})
        elif position == lane.end - 1 and not lane.operand.positive:
            GADGETS["not across"].place(sheet, node, {"w": carried})
            carried = ~carried
        else:
            GADGETS["wire across"].place(sheet, node, {"w": carried})
        wire(sheet, node, "east", carried)
    if lane.row % 2:
        node = lane.row, lane.end
        GADGETS["bend down"].place(sheet, node, {"w": carried})
        wire(sheet, node, "south", carried)
    return carried


def _running_down(made: Plan, node: Place) -> Literal | None:
    """The value that passes vertically through a node, if any."""
    row, position = node
    for name, column in made.columns.items():
        if column.column == position and column.top < row < column.end:
            return Literal(name)
    return None
