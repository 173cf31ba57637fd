"""The inferrer of Chong et al. 2024, algorithms 3.1 to 3.5: differences of constraints.

From the constraints of a position it solves the trivial ones, puts the values of solved cells into
all others (as section 3.2 tells it; in algorithm 3.5 the solved constraints stay and are subtracted
like others, which infers the same), takes every difference of two, and so on until nothing is new.
Three slips of the print are mended: 3.3.3 has X2 less X1 for X1 less X2, algorithm 3.4 loops over
``constraints`` where its input is ``solvedConstraints``, and 3.5 hands it the latter without ever
having set them.

All that it infers is certain, but not all that is certain is inferred: constraints that overlap
without one lying in the other are never combined. Differences from the global constraint are as
many as the sets of disjoint local ones, so their number is bounded, and beyond it is given up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from sapper.errors import TooHardError
from sapper.theory.constraints import Constraint, check, contradiction, derive_constraints

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sapper.boards import Board
    from sapper.positions import Position

MOST_CONSTRAINTS = 4_000
"""The most constraints that are made; two seconds or so."""

_MOST_SHOWN = 30
"""The most constraints that a summary lists as left."""

Kind = Literal["trivial", "local", "global"]


@dataclass(frozen=True, slots=True)
class InferenceStep:
    """A trivial constraint, where it comes from, and the cells that it settles."""

    kind: Kind
    """``trivial``: a constraint of the position itself; ``local``: a difference of local ones;
    ``global``: one in which the number of mines takes part."""

    constraints: tuple[Constraint, ...]
    """The trivial constraint, or those that it is made of: the first less all others."""

    trivial: Constraint
    """The trivial constraint."""

    safe: tuple[int, ...]
    """The cells it shows to be safe."""

    mines: tuple[int, ...]
    """The cells it shows to hold mines."""

    def text(self, board: Board) -> str:
        """Return the step in a line."""
        cells = ", ".join(map(board.name, self.safe or self.mines))
        what = ("safe" if self.safe else "mine") + "s" * (len(self.mines) > 1)
        less = ", less ".join(constraint.text(board) for constraint in self.constraints)
        return f"{self.kind}: {less}: {what} {cells}"

    def to_dict(self, board: Board) -> dict[str, Any]:
        """Return the step with coordinates."""
        return {
            "kind": self.kind,
            "constraints": [constraint.to_dict(board) for constraint in self.constraints],
            "trivial": self.trivial.to_dict(board),
            "safe": [list(board.coordinates(cell)) for cell in self.safe],
            "mines": [list(board.coordinates(cell)) for cell in self.mines],
        }


@dataclass(frozen=True, slots=True)
class Inference:
    """What the inferrer makes of a position."""

    position: Position
    """The position."""

    safe: tuple[int, ...]
    """The cells inferred to be safe."""

    mines: tuple[int, ...]
    """The cells inferred to hold mines, flags left out."""

    derived: tuple[Constraint, ...]
    """The constraints of the position (algorithm 3.1)."""

    constraints: tuple[Constraint, ...]
    """Those that are left in the end, about the cells that are still unknown."""

    steps: tuple[InferenceStep, ...]
    """How it went, step by step."""

    def summary(self) -> str:
        """Return the constraints, the steps and what they come to, in lines."""
        board = self.position.board
        lines = ["constraints"]
        lines += [f"  {constraint.text(board)}" for constraint in self.derived] or ["  none"]
        lines.append("steps")
        lines += [f"  {step.text(board)}" for step in self.steps] or ["  none"]
        lines.append("left")
        shown = self.constraints[:_MOST_SHOWN]
        lines += [f"  {constraint.text(board)}" for constraint in shown] or ["  none"]
        if len(shown) < len(self.constraints):
            lines.append(f"  and {len(self.constraints) - len(shown):,} more")
        for name, cells in (("safe", self.safe), ("mines", self.mines)):
            lines.append(f"{name}: " + (", ".join(map(board.name, cells)) or "none"))
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return it as ``sapper infer --json`` prints it."""
        board = self.position.board
        return {
            "safe": [list(board.coordinates(cell)) for cell in self.safe],
            "mines": [list(board.coordinates(cell)) for cell in self.mines],
            "derived": [constraint.to_dict(board) for constraint in self.derived],
            "steps": [step.to_dict(board) for step in self.steps],
            "constraints": [constraint.to_dict(board) for constraint in self.constraints],
        }

    def _repr_html_(self) -> str:
        """Return the steps as a table, for a notebook."""
        from sapper.html_table import table

        board = self.position.board
        title = f"{len(self.safe)} safe cells and {len(self.mines)} mines inferred"
        rows = [
            (
                f"{number}, {step.kind}",
                ", less ".join(constraint.text(board) for constraint in step.constraints),
                ", ".join(map(board.name, step.safe)),
                ", ".join(map(board.name, step.mines)),
            )
            for number, step in enumerate(self.steps, 1)
        ]
        return table(title, rows, ("step", "constraints", "safe", "mines"))


def infer(
    position: Position, *, mine_count: bool = True, most: int = MOST_CONSTRAINTS
) -> Inference:
    r"""Infer what differences of constraints tell (algorithm 3.5).

    Without ``mine_count`` there is no global constraint, as in the program of appendix A.1.
    ContradictionError names the constraints that contradict each other; TooHardError says that more
    than ``most`` constraints came up.

    >>> import sapper
    >>> print(infer(sapper.parse("##2\n#F2\n#21\n#1.", mines=3)).summary())
    constraints
      1 = (0, 1)
      1 = (1, 0) + (2, 0) + (3, 0)
      1 = (2, 0) + (3, 0)
      2 = (0, 0) + (0, 1) + (1, 0) + (2, 0) + (3, 0)
    steps
      trivial: 1 = (0, 1): mine (0, 1)
      local: 1 = (1, 0) + (2, 0) + (3, 0), less 1 = (2, 0) + (3, 0): safe (1, 0)
      global: 1 = (0, 0) + (1, 0) + (2, 0) + (3, 0), less 1 = (1, 0) + (2, 0) + (3, 0): safe (0, 0)
    left
      1 = (2, 0) + (3, 0)
    safe: (0, 0), (1, 0)
    mines: (0, 1)
    """
    return _Inferrer(position, mine_count, most).run()


@dataclass(frozen=True, slots=True)
class _Held:
    """A constraint in the system, with its cells as bits and what it was made of."""

    constraint: Constraint
    cells: int
    made_of: tuple[Constraint, ...]


class _Inferrer:
    """The system of constraints, by the cells they are about."""

    def __init__(self, position: Position, mine_count: bool, most: int) -> None:
        self._position = position
        self._board = position.board
        self._most = most
        self._derived = derive_constraints(position, mine_count=mine_count)
        self._system: dict[int, _Held] = {}
        self._paired: dict[int, None] = {}
        """The constraints whose differences with each other were taken."""
        self._solved: dict[int, Constraint] = {}
        """By cell the constraint that settles it."""
        self._steps: list[InferenceStep] = []

    def run(self) -> Inference:
        for constraint in self._derived:
            self._add(constraint, ())
        while self._solve_trivials() or self._construct():
            pass
        values = {cell: constraint.sum for cell, constraint in sorted(self._solved.items())}
        return Inference(
            self._position,
            tuple(cell for cell, value in values.items() if value == 0),
            tuple(cell for cell, value in values.items() if value == 1),
            tuple(self._derived),
            tuple(held.constraint for held in self._system.values()),
            tuple(self._steps),
        )

    def _add(self, constraint: Constraint, made_of: tuple[Constraint, ...]) -> None:
        """Put a constraint into the system, unless the same cells are in it already."""
        check(constraint, self._board, made_of)
        cells = _bits(constraint.cells)
        held = self._system.get(cells)
        if held is not None and held.constraint != constraint:
            raise contradiction(self._board, held.constraint, constraint)
        if held is None and cells:
            if len(self._system) >= self._most:
                raise TooHardError(
                    f"more than {self._most:,} constraints come up here; without the mine count "
                    "there are far fewer",
                    cost=float(self._most + 1),
                    budget=float(self._most),
                )
            self._system[cells] = _Held(constraint, cells, made_of)

    def _solve_trivials(self) -> bool:
        """Solve the trivial constraints (algorithm 3.2) and put the values into all others."""
        trivial = [held for held in self._system.values() if held.constraint.trivial]
        for held in trivial:
            self._solve(held)
        if trivial:
            self._substitute()
        return bool(trivial)

    def _solve(self, held: _Held) -> None:
        constraint = held.constraint
        value = int(constraint.sum > 0)
        new = sorted(constraint.cells - self._solved.keys())
        for cell in sorted(constraint.cells):
            solved = Constraint(value, frozenset((cell,)), constraint.clues, constraint.mine_count)
            before = self._solved.setdefault(cell, solved)
            if before != solved:
                raise contradiction(self._board, before, constraint)
        if new:
            found = tuple(new)
            self._steps.append(
                InferenceStep(
                    _kind(held),
                    held.made_of or (constraint,),
                    constraint,
                    () if value else found,
                    found if value else (),
                )
            )

    def _substitute(self) -> None:
        """Put the values of solved cells into the constraints."""
        known = _bits(self._solved)
        before = self._system
        self._system = {}
        for held in before.values():
            if not held.cells & known:
                self._add(held.constraint, held.made_of)
        for cells, held in before.items():
            if not cells & known:
                continue
            self._paired.pop(cells, None)
            rest = held.constraint
            parts = [self._solved[cell] for cell in sorted(rest.cells & self._solved.keys())]
            for part in parts:
                rest = rest - part
            self._add(rest, (held.constraint, *parts))

    def _construct(self) -> bool:
        """Add the difference of any two constraints that has not been taken (algorithm 3.3)."""
        held = list(self._system.values())
        fresh = [each for each in held if each.cells not in self._paired]
        if not fresh:
            return False
        for first in held:
            outside = ~first.cells
            for second in fresh if first.cells in self._paired else held:
                if not second.cells & outside and first is not second:
                    self._subtract(first, second)
        self._paired.update(dict.fromkeys(each.cells for each in held))
        return True

    def _subtract(self, first: _Held, second: _Held) -> None:
        one, other = first.constraint, second.constraint
        held = self._system.get(first.cells & ~second.cells)
        if held is None or held.constraint.sum != one.sum - other.sum:
            self._add(one - other, (one, other))


def _kind(held: _Held) -> Kind:
    if not held.made_of:
        return "trivial"
    return "global" if held.constraint.mine_count else "local"


def _bits(cells: Iterable[int]) -> int:
    bits = 0
    for cell in cells:
        bits |= 1 << cell
    return bits
