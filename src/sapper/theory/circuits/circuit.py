"""Reduction of a Boolean formula to a position that is consistent exactly if it is satisfiable.

Kaye ("Minesweeper is NP-complete", Mathematical Intelligencer 22(2), 2000) showed that clues can
form wires and gates. The circuits here use different gadgets (``gadgets``), and the reduction is
parsimonious: satisfying assignments and consistent layouts correspond one to one, so counting
layouts counts assignments. As in Kaye's problem the number of mines is not given. The position has
a density of 1/2, at which all layouts have the same weight, so the mine probability of a cell of a
wire is the share of assignments in which the wire is true.

A formula with v variables and g gates takes at most 49 (v + 2 g)(2 g + 3) cells. Solving it takes
time exponential in the number of parallel wires; TooHardError is raised if they are too many.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sapper.analysis import analyze
from sapper.limits import DEFAULT_LIMITS
from sapper.theory.circuits.formulas import FormulaError, parse_formula, variables
from sapper.theory.circuits.routing import draw, plan
from sapper.theory.circuits.sheets import Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sapper.limits import Limits
    from sapper.positions import Position
    from sapper.theory.circuits.sheets import Place


@dataclass(frozen=True, slots=True)
class Models:
    """The satisfying assignments of a formula, as counted by the engine in its circuit."""

    count: int
    """Number of satisfying assignments."""

    example: Mapping[str, bool] | None
    """One of them, or None if there is none."""

    @property
    def satisfiable(self) -> bool:
        """Whether there is a satisfying assignment."""
        return self.example is not None


@dataclass(frozen=True, slots=True)
class Circuit:
    """A formula as a position."""

    formula: str
    """The formula, fully parenthesized."""

    position: Position
    """The circuit with its output forced to be true: consistent if the formula is satisfiable."""

    free: Position
    """The circuit with a free output: one layout per assignment of the variables."""

    variables: tuple[str, ...]
    """The variables, in order of first occurrence."""

    gates: tuple[str, ...]
    """The gates, as formulas, each after those that it uses."""

    wires: Mapping[str, tuple[int, ...]]
    """Per variable or gate, the cells that hold a mine exactly if it is true, from the top."""

    opposites: Mapping[str, tuple[int, ...]]
    """Per variable or gate, the cells that hold a mine exactly if it is false."""

    output: int
    """A cell that holds a mine exactly if the formula is true."""

    def given(self, values: Mapping[str, bool], position: Position | None = None) -> Position:
        """Return the free circuit, or ``position``, with some wires set by a flag on each.

        >>> a_or_b = circuit("a or b")
        >>> analyze(a_or_b.given({"a": True})).mine_probability[a_or_b.output]
        np.float64(1.0)
        """
        position = self.free if position is None else position
        for name, value in values.items():
            if name not in self.wires:
                raise FormulaError(f"there is no wire {name!r}, only {', '.join(self.wires)}")
            position = position.flag((self.wires if value else self.opposites)[name][0])
        return position

    def solve(self, *, limits: Limits = DEFAULT_LIMITS) -> Models:
        """Count the satisfying assignments with the engine, and find one.

        The formula is unsatisfiable if the output of the free circuit is certainly false. This is
        checked first, because explaining the contradiction of ``position`` would take long. Raises
        TooHardError if too many wires are parallel.

        >>> circuit("a xor b").solve()
        Models(count=2, example={'a': True, 'b': False})
        """
        if analyze(self.free, limits=limits).mine_probability[self.output] == 0:
            return Models(0, None)
        return Models(analyze(self.position, limits=limits).solutions, self._example(limits))

    def _example(self, limits: Limits) -> dict[str, bool]:
        """Find a satisfying assignment by setting each variable to true if that is possible."""
        position = self.free.flag(self.output)
        found = {}
        for name in self.variables:
            cell = self.wires[name][0]
            found[name] = bool(analyze(position, limits=limits).mine_probability[cell] > 0)
            position = self.given({name: found[name]}, position)
        return found

    def summary(self) -> str:
        """Return the main facts in a few lines."""
        found = self.solve()
        lines = [
            f"formula: {self.formula}",
            f"variables: {', '.join(self.variables)}; gates: {len(self.gates)}",
            f"board: {self.position.board.spec}, {len(self.position.covered):,} cells covered",
        ]
        if found.example is None:
            return "\n".join([*lines, "not satisfiable: no layout fits"])
        example = ", ".join(f"{name} {str(value).lower()}" for name, value in found.example.items())
        share = f"{found.count:,} of {2 ** len(self.variables):,} assignments"
        return "\n".join([*lines, f"satisfied by {share}, one layout each", f"one: {example}"])

    def to_dict(self) -> dict[str, Any]:
        """Return the circuit as ``sapper circuit --json`` prints it."""
        found = self.solve()
        return {
            "formula": self.formula,
            "board": self.position.board.spec,
            "position": str(self.position),
            "variables": list(self.variables),
            "gates": list(self.gates),
            "satisfiable": found.satisfiable,
            "models": str(found.count),
            "example": None if found.example is None else dict(found.example),
            "output": list(self.position.board.coordinates(self.output)),
            "wires": {name: self._coordinates(cells) for name, cells in self.wires.items()},
        }

    def _coordinates(self, cells: tuple[int, ...]) -> list[list[int]]:
        return [list(self.position.board.coordinates(cell)) for cell in cells]

    def _repr_svg_(self) -> str | None:
        """Draw the circuit for a notebook; None if the board is too large."""
        return self.position._repr_svg_()


def circuit(formula: str) -> Circuit:
    """Return the circuit of a formula; FormulaError if it cannot be read or is too large.

    >>> made = circuit("a and not b")
    >>> made.position.board.spec, made.solve().count
    ('24x27', 1)
    """
    read = parse_formula(formula)
    made = plan(read)
    sheet = draw(made, true=True)
    values = made.values()
    places: dict[Literal, list[Place]] = defaultdict(list)
    for place, literal in sorted(sheet.literals.items()):
        places[literal].append(place)
    frame = sheet.frame()
    wires, opposites = (
        {name: frame.cells(places[Literal(name, positive)]) for name in made.columns}
        for positive in (True, False)
    )
    (held,) = sheet.truths  # three cells below the last cell that carries the output
    return Circuit(
        formula=str(read),
        position=sheet.position(values),
        free=draw(made, true=False).position(values),
        variables=variables(read),
        gates=tuple(made.gates),
        wires=wires,
        opposites=opposites,
        output=frame.cell((held[0] - 3, held[1])),
    )
