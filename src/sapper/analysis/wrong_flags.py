"""Wrong flags: which flags of a position the clues refute, and the fewest that must be removed.

A set of flags is consistent if some layout that satisfies the clues has a mine in every cell of the
set. So a largest consistent set is that of a layout with as many flagged cells mined as possible: a
mixed-integer program over the mines of each group of cells with the same clues, solved by HiGHS.
Among the largest sets, one whose cells are most probably mines is preferred. The engine verifies
the result. Beyond ``MOST_FLAGS`` or ``SECONDS`` flags are instead kept greedily, and the set to
remove is only irreducible.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sapper import _core
from sapper.analysis.question import ask, guard
from sapper.errors import TooHardError
from sapper.positions import FLAGGED, Position
from sapper.positions.states import can_hold_mines
from sapper.positions.totals import mines_in_words
from sapper.stopping import Stop

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sapper.limits import Limits


MOST_FLAGS = 2_000
"""The largest number of flags for which a smallest set to remove is searched."""

SECONDS = 10.0
"""The time limit of that search, in seconds."""

_MOST_GREEDY = 400
"""The largest number of flags that are tried one by one."""


@dataclass(frozen=True, slots=True)
class FlagCheck:
    """The errors among the flags of a position, made by ``check_flags``."""

    wrong: tuple[int, ...]
    """The flagged cells that are certainly safe by the clues and the number of mines."""

    conflict: tuple[int, ...]
    """Flagged cells that cannot all be mines, although each of them may be one; no smaller part of
    them is in conflict. Empty if the flags that are not ``wrong`` are consistent."""

    remove: tuple[int, ...]
    """A smallest set of flags whose removal makes the position consistent; empty if it already is.

    It includes all flags of ``wrong``."""

    proven_smallest: bool
    """Whether it is proved that removing fewer flags does not suffice."""

    needs_mine_count: bool
    """Whether the flags are consistent with the clues but for the number of mines."""

    def message(self, position: Position) -> str:
        """Return what is wrong in one sentence; empty if the flags are consistent."""
        name = position.board.name
        total = f" with {mines_in_words(position)} in all" if self.needs_mine_count else ""
        parts = []
        if self.wrong:
            parts.append(f"{_listed(map(name, self.wrong))} {_is(self.wrong)} safe{total}")
        if self.conflict:
            both = "both" if len(self.conflict) == 2 else "all"
            parts.append(f"{_listed(map(name, self.conflict))} cannot {both} be mines{total}")
        if not parts:
            return ""
        count = "the flag" if len(self.remove) == 1 else f"the {len(self.remove)} flags"
        doubt = "" if self.proven_smallest else ", though fewer may do"
        advice = f"remove {count} at {_listed(map(name, self.remove))}{doubt}"
        return f"no layout fits the flags: {', and '.join(parts)}; {advice}"


def check_contradictory_flags(position: Position, limits: Limits) -> FlagCheck | None:
    """Return the check of the flags of a contradictory position.

    It is None if there are no flags, if the clues contradict each other without them, or if the
    check exceeds the work budget.
    """
    if not position.flags:
        return None
    try:
        bare = ask(position.without_flags(), limits).solve()
        return find_wrong_flags(position, bare, limits)
    except (_core.Contradiction, _core.BudgetExceeded, TooHardError):
        return None


def find_wrong_flags(position: Position, bare: _core.Solution, limits: Limits) -> FlagCheck:
    """Check the flags of a position; ``bare`` is its solution without flags."""
    flags = position.flags
    if not flags or _fits(position, flags, limits):
        return FlagCheck((), (), (), True, False)
    by_count = position.density is None and _fits(_with_any_mines(position), flags, limits)
    safe = set(bare.safe)
    wrong = tuple(cell for cell in flags if cell in safe)
    open_to_doubt = [cell for cell in flags if cell not in safe]
    if _fits(position, open_to_doubt, limits):
        return FlagCheck(wrong, (), wrong, True, by_count)
    stop = Stop(min(limits.seconds, SECONDS))
    conflict = _conflict(position, open_to_doubt, limits)
    chances = np.frombuffer(bare.mine_probability).tolist()
    kept, proven = _most_kept(position, chances, open_to_doubt, stop)
    if kept is None or not _fits(position, kept, limits):
        kept, proven = _kept_greedily(position, chances, open_to_doubt, limits, stop), False
    remove = tuple(sorted(set(flags) - set(kept)))
    return FlagCheck(wrong, conflict, remove, proven, by_count)


def _fits(position: Position, flags: Iterable[int], limits: Limits) -> bool:
    """Return whether some layout has a mine in each of these cells."""
    question = ask(_with_flags(position, flags), limits)
    return guard(question.feasible, limits)


def _with_flags(position: Position, flags: Iterable[int]) -> Position:
    states = position.without_flags().states.copy()
    states[list(flags)] = FLAGGED
    return position._with_states(states)


def _with_any_mines(position: Position) -> Position:
    """Return the position with any number of mines."""
    return Position.from_states(
        position.board, position.states, density=0.5, max_per_cell=position.max_per_cell
    )


def _conflict(position: Position, flags: Sequence[int], limits: Limits) -> tuple[int, ...]:
    """Return an irreducible set of flags that contradict each other, by deletion in blocks."""
    found = _core.irreducible(lambda kept: not _fits(position, kept, limits), list(flags))
    return tuple(found)


def _kept_greedily(
    position: Position, chances: list[float], flags: Sequence[int], limits: Limits, stop: Stop
) -> list[int]:
    """Keep the flags that are certain, then others one by one, the most probable mines first."""
    kept = [cell for cell in flags if chances[cell] == 1.0]
    others = sorted((c for c in flags if chances[c] < 1.0), key=lambda c: -chances[c])
    for cell in others[:_MOST_GREEDY]:
        if stop.expired:
            break
        if _fits(position, [*kept, cell], limits):
            kept.append(cell)
    return kept


# -- the largest consistent set -----------------------------------------------------------------


@dataclass(slots=True)
class _Cells:
    """Cells with exactly the same clues, and the flagged ones among them."""

    size: int
    flagged: list[int]


def _most_kept(
    position: Position, chances: list[float], flags: Sequence[int], stop: Stop
) -> tuple[list[int] | None, bool]:
    """Return a largest consistent set of flags, and whether it is proved largest."""
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_array

    if len(flags) > MOST_FLAGS:
        return None, False
    groups, constraints = _system(position, flags)
    many, limit = len(groups), position.max_per_cell
    # The variables are the mines of each group, then the flags kept in each.
    reward = np.zeros(2 * many)
    upper = np.zeros(2 * many)
    for g, group in enumerate(groups):
        upper[g] = group.size * limit
        upper[many + g] = len(group.flagged)
        if group.flagged:
            reward[many + g] = -1.0 - 0.5 * chances[group.flagged[0]] / (len(flags) + 1)
    rows: list[tuple[list[int], list[float], float, float]] = [
        (members, [1.0] * len(members), float(least), float(most))
        for members, least, most in constraints
    ]
    rows += [
        ([g, many + g], [1.0, -1.0], 0.0, np.inf) for g, group in enumerate(groups) if group.flagged
    ]
    entries = [(r, column, value) for r, row in enumerate(rows) for column, value in _pairs(row)]
    matrix = csr_array(
        (
            [value for _, _, value in entries],
            ([r for r, _, _ in entries], [column for _, column, _ in entries]),
        ),
        shape=(len(rows), 2 * many),
    )
    found = milp(
        reward,
        integrality=np.ones(2 * many, dtype=np.int8),
        bounds=Bounds(np.zeros(2 * many), upper),
        constraints=LinearConstraint(matrix, [row[2] for row in rows], [row[3] for row in rows]),
        options={"mip_rel_gap": 0.0, "time_limit": max(0.1, stop.seconds_left)},
    )
    if found.x is None:
        return None, False
    kept: list[int] = []
    for g, group in enumerate(groups):
        kept += group.flagged[: round(float(found.x[many + g]))]
    return sorted(kept), bool(found.status == 0)


def _pairs(row: tuple[list[int], list[float], float, float]) -> Iterable[tuple[int, float]]:
    return zip(row[0], row[1], strict=True)


def _system(
    position: Position, flags: Sequence[int]
) -> tuple[list[_Cells], list[tuple[list[int], int, int]]]:
    """Return the groups of cells, and the constraints: members, least and most mines of each.

    If the number of mines is unknown, only its bounds are constraints.
    """
    board, states = position.board, position.states.tolist()
    index: dict[tuple[int, ...], int] = {}
    groups: list[_Cells] = []
    members: dict[int, set[int]] = {clue: set() for clue in position.revealed}
    flagged = set(flags)
    for cell in np.flatnonzero(can_hold_mines(position.states)).tolist():
        clues = tuple(other for other in board.neighbors(cell) if states[other] >= 0)
        if clues not in index:
            index[clues] = len(groups)
            groups.append(_Cells(0, []))
            for clue in clues:
                members[clue].add(index[clues])
        group = groups[index[clues]]
        group.size += 1
        if cell in flagged:
            group.flagged.append(cell)
    constraints = [(sorted(members[clue]), states[clue], states[clue]) for clue in members]
    least, most = position.least_mines, position.most_mines
    if least is not None and most is not None:
        constraints.append((list(range(len(groups))), least, most))
    return groups, constraints


def _is(cells: Sequence[int]) -> str:
    return "is" if len(cells) == 1 else "are"


def _listed(names: Iterable[str], most: int = 12) -> str:
    shown = list(names)
    if len(shown) > most:
        shown = [*shown[:most], f"{len(shown) - most} more"]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"
