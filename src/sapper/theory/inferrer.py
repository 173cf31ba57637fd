"""The inferrer of Chong et al. 2024, algorithms 3.1 to 3.5: closure under subset subtraction.

It repeats three steps until nothing changes: solve the trivial constraints of the position,
substitute the values of solved cells in all others, and add the difference of every pair in which
one constraint is a subset of the other. Substitution follows section 3.2; in algorithm 3.5 the
solved constraints stay and are subtracted like others, with the same inferences. Three misprints of
the paper are corrected: section 3.3.3 has X2 minus X1 for X1 minus X2, algorithm 3.4 loops over
``constraints`` although its input is ``solvedConstraints``, and algorithm 3.5 passes the latter
without setting them.

The inferrer is sound but not complete: constraints that overlap without one containing the other
are never combined. The differences from the global constraint are as many as the sets of disjoint
local constraints, which is exponential, so the number of constraints is limited.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from sapper.deprecation import warn_deprecated
from sapper.errors import TooHardError
from sapper.theory.constraints import Constraint, check, contradiction, derive_constraints

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sapper.boards import Board
    from sapper.positions import Position

MOST_CONSTRAINTS = 4_000
"""Default limit on the number of constraints; reaching it takes about two seconds."""

_MOST_SHOWN = 30
"""Limit on the remaining constraints that a summary lists."""

Kind = Literal["trivial", "local", "global"]


@dataclass(frozen=True, slots=True)
class InferenceStep:
    """A trivial constraint, its derivation, and the cells that it settles."""

    kind: Kind
    """``trivial``: a constraint of the position itself; ``local``: a difference of local ones;
    ``global``: a difference that uses the number of mines."""

    constraints: tuple[Constraint, ...]
    """The trivial constraint, or those it was derived from: the first minus all others."""

    trivial: Constraint
    """The trivial constraint."""

    safe: tuple[int, ...]
    """The cells it proves to be safe."""

    mine_cells: tuple[int, ...]
    """The cells it proves to hold mines."""

    @property
    def mines(self) -> tuple[int, ...]:
        """Deprecated name of ``mine_cells``."""
        warn_deprecated("InferenceStep.mines")
        return self.mine_cells

    def text(self, board: Board) -> str:
        """Return the step as one line."""
        cells = ", ".join(map(board.name, self.safe or self.mine_cells))
        what = ("safe" if self.safe else "mine") + "s" * (len(self.mine_cells) > 1)
        less = ", less ".join(constraint.text(board) for constraint in self.constraints)
        return f"{self.kind}: {less}: {what} {cells}"

    def to_dict(self, board: Board) -> dict[str, Any]:
        """Return the step as JSON values, with coordinates."""
        return {
            "kind": self.kind,
            "constraints": [constraint.to_dict(board) for constraint in self.constraints],
            "trivial": self.trivial.to_dict(board),
            "safe": [list(board.coordinates(cell)) for cell in self.safe],
            "mines": [list(board.coordinates(cell)) for cell in self.mine_cells],
        }


@dataclass(frozen=True, slots=True)
class Inference:
    """The result of the inferrer for a position."""

    position: Position
    """The position."""

    safe: tuple[int, ...]
    """The cells inferred to be safe."""

    mine_cells: tuple[int, ...]
    """The cells inferred to hold mines, without flagged cells."""

    derived: tuple[Constraint, ...]
    """The constraints of the position (algorithm 3.1)."""

    constraints: tuple[Constraint, ...]
    """The constraints that remain at the end, on the cells that are still unknown."""

    steps: tuple[InferenceStep, ...]
    """The inferences, in order."""

    @property
    def mines(self) -> tuple[int, ...]:
        """Deprecated name of ``mine_cells``."""
        warn_deprecated("Inference.mines")
        return self.mine_cells

    def summary(self) -> str:
        """Return the constraints, the steps and the results as text."""
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
        for name, cells in (("safe", self.safe), ("mines", self.mine_cells)):
            lines.append(f"{name}: " + (", ".join(map(board.name, cells)) or "none"))
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return it as ``sapper infer --json`` prints it."""
        board = self.position.board
        return {
            "safe": [list(board.coordinates(cell)) for cell in self.safe],
            "mines": [list(board.coordinates(cell)) for cell in self.mine_cells],
            "derived": [constraint.to_dict(board) for constraint in self.derived],
            "steps": [step.to_dict(board) for step in self.steps],
            "constraints": [constraint.to_dict(board) for constraint in self.constraints],
        }

    def _repr_html_(self) -> str:
        """Return the steps as a table, for a notebook."""
        from sapper.html_table import table

        board = self.position.board
        title = f"{len(self.safe)} safe cells and {len(self.mine_cells)} mines inferred"
        rows = [
            (
                f"{number}, {step.kind}",
                ", less ".join(constraint.text(board) for constraint in step.constraints),
                ", ".join(map(board.name, step.safe)),
                ", ".join(map(board.name, step.mine_cells)),
            )
            for number, step in enumerate(self.steps, 1)
        ]
        return table(title, rows, ("step", "constraints", "safe", "mines"))


def infer(
    position: Position, *, mine_count: bool = True, most: int = MOST_CONSTRAINTS
) -> Inference:
    r"""Infer certain cells from differences of constraints (algorithm 3.5).

    Without ``mine_count`` there is no global constraint, as in the program of appendix A.1. Raises
    ContradictionError with the constraints that contradict each other, TooHardError if there are
    more than ``most`` constraints.

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
    """A constraint in the system, with its cells as a bit mask and the constraints it came from."""

    constraint: Constraint
    cells: int
    made_of: tuple[Constraint, ...]


class _Inferrer:
    """The system of constraints, keyed by the bit mask of their cells."""

    def __init__(self, position: Position, mine_count: bool, most: int) -> None:
        self._position = position
        self._board = position.board
        self._most = most
        self._derived = derive_constraints(position, mine_count=mine_count)
        self._system: dict[int, _Held] = {}
        self._paired: dict[int, None] = {}
        """Constraints whose differences from each other have been added."""
        self._solved: dict[int, Constraint] = {}
        """The constraint that settles each solved cell."""
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
        """Add a constraint to the system, unless it has one with the same cells."""
        check(constraint, self._board, made_of)
        cells = _bits(constraint.cells)
        held = self._system.get(cells)
        if held is not None and held.constraint != constraint:
            raise contradiction(self._board, held.constraint, constraint)
        if held is None and cells:
            if len(self._system) >= self._most:
                raise TooHardError(
                    f"the inference needs more than {self._most:,} constraints; without the mine "
                    "count it needs far fewer",
                    cost=float(self._most + 1),
                    budget=float(self._most),
                )
            self._system[cells] = _Held(constraint, cells, made_of)

    def _solve_trivials(self) -> bool:
        """Solve the trivial constraints (algorithm 3.2) and substitute their values."""
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
        """Substitute the values of solved cells in the constraints."""
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
            reduced = held.constraint
            parts = [self._solved[cell] for cell in sorted(reduced.cells & self._solved.keys())]
            for part in parts:
                reduced = reduced - part
            self._add(reduced, (held.constraint, *parts))

    def _construct(self) -> bool:
        """Add the differences of all new pairs of constraints (algorithm 3.3)."""
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
