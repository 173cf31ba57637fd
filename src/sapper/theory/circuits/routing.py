"""Where the gates of a formula stand on the lattice, and which way the wires take to them.

Every variable and every gate has a column, in which its value runs down. A gate has two rows: on
the upper one its first operand runs from its column to the right, on the lower one the second, and
both end at the gate, from above and from the left. A value branches off its column wherever it is
used but the last time, when the column ends, so that a later gate can have it. Negated operands are
turned over in a free column just before the gate. What runs down from the last gate is the output::

    a   b                 not a and b
    |   |
    '---+--- not ---.     upper row: a crosses b, is turned over and bends down
        |           |
        '--------- and    lower row
                    |
                   true

So a formula with v variables and g gates takes at most v + 2 g columns and 2 g + 3 rows of nodes.
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
"""Behind the name of a gate: the signal of its side effect. No formula has such a name."""


@dataclass(frozen=True, slots=True)
class Lane:
    """An operand on its way from its column to a gate."""

    row: int
    """The row of nodes."""

    start: int
    """The column that it comes from."""

    end: int
    """The column of the gate."""

    operand: Literal
    """What the gate needs; where it is not positive it is turned over in the column before."""


@dataclass(slots=True)
class Column:
    """A value on its way down."""

    column: int
    """The column of nodes."""

    top: int
    """The row of its source or gate."""

    used: list[int]
    """The rows in which it leaves, the last of which is its end."""

    @property
    def end(self) -> int:
        """The row in which it ends."""
        return self.used[-1]


@dataclass(slots=True)
class Plan:
    """The columns and lanes of a formula."""

    output: Literal
    """What the formula is."""

    columns: dict[str, Column] = field(default_factory=dict)
    """By name of a variable or gate, the variables first."""

    gates: dict[str, tuple[Gate, Lane, Lane]] = field(default_factory=dict)
    """The gates by name with their upper and their lower lane, each after those that it uses."""

    def free_column(self, least: int, row: int, needed: int) -> int:
        """Return the last of so many columns side by side that are free from a row on."""
        taken = {column.column for column in self.columns.values() if column.end >= row}
        return next(
            at
            for at in count(least + needed - 1)
            if taken.isdisjoint(range(at - needed + 1, at + 1))
        )

    def values(self) -> dict[str, bool]:
        """Return what every signal is where all variables are false."""
        found = dict.fromkeys(self.columns, False)
        for name, (gate, upper, lower) in self.gates.items():
            values = upper.operand.mined(found), lower.operand.mined(found)
            found[name], found[name + SIDE] = gate_values(gate.kind, *values)
        return found


def plan(formula: Formula) -> Plan:
    """Give every variable and every gate of a formula its place; equal parts share one."""
    made = Plan(_literal(formula))
    gates = {str(part): part for part in parts(formula) if isinstance(part, Gate)}
    used = _rows_of_use(gates, made.output)
    for column, name in enumerate(variables(formula)):
        made.columns[name] = Column(column, 0, used[name])
    for row, (name, gate) in zip(count(1, 2), gates.items(), strict=False):
        first, second = _literal(gate.left), _literal(gate.right)
        starts = [made.columns[operand.signal].column for operand in (first, second)]
        turned = not (first.positive and second.positive)
        at = made.free_column(max(starts) + 1, row, 2 if turned else 1)
        upper, lower = Lane(row, starts[0], at, first), Lane(row + 1, starts[1], at, second)
        made.gates[name] = gate, upper, lower
        made.columns[name] = Column(at, row + 1, used[name])
    return made


def draw(made: Plan, *, true: bool) -> Sheet:
    """Draw a plan, its output held to be true or left free."""
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
    """The signal of a formula, and whether it is to be turned over."""
    if isinstance(formula, Not):
        return ~_literal(formula.of)
    return Literal(str(formula))


def _rows_of_use(gates: Mapping[str, Gate], output: Literal) -> dict[str, list[int]]:
    """The rows in which each signal leaves its column; the output does behind the last gate."""
    used = defaultdict(list)
    for row, gate in zip(count(1, 2), gates.values(), strict=False):
        used[_literal(gate.left).signal].append(row)
        used[_literal(gate.right).signal].append(row + 1)
    bottom = 2 * len(gates) + 1
    used[output.signal].append(bottom if output.positive else bottom + 1)
    return used


def _draw_column(made: Plan, sheet: Sheet, name: str, column: Column) -> None:
    """Draw a value running down, but for the nodes where lanes cross it and for its last one."""
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
    """Draw an operand on its way, and return what arrives."""
    carried = Literal(lane.operand.signal)
    wire(sheet, (lane.row, lane.start), "east", carried)
    for at in range(lane.start + 1, lane.end):
        node = lane.row, at
        crossed = _running_down(made, node)
        if crossed is not None:
            GADGETS["crossing"].place(sheet, node, {"n": crossed, "w": carried})
        elif at == lane.end - 1 and not lane.operand.positive:
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
    """What comes from the node above and goes on to the one below."""
    row, at = node
    for name, column in made.columns.items():
        if column.column == at and column.top < row < column.end:
            return Literal(name)
    return None
