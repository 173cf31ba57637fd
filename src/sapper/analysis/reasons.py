"""Reasons: a smallest set of clues that proves a cell, or that contradicts itself.

A certain cell is proved by refuting its opposite, so both tasks are to find a smallest
unsatisfiable subset (SMUS) of clues. Single clues and pairs are tried directly. For larger sets the
implicit-hitting-set algorithm of Ignatiev et al. 2015 is used: an unsatisfiable subset intersects
every correction set (clues whose removal makes the rest consistent), so a minimum hitting set of
the correction sets found so far is tested; if it is consistent, it yields another correction set.
HiGHS computes the hitting sets. Satisfiability is decided by the engine. If the search exceeds its
limits, the result is only irreducible (no clue can be omitted) and is marked as such.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import accumulate, combinations
from math import inf
from typing import TYPE_CHECKING

import numpy as np

from sapper import _core
from sapper.analysis.question import mine_count
from sapper.cached import cached_property
from sapper.limits import DEFAULT_LIMITS, Limits
from sapper.positions import FLAGGED, UNREAD
from sapper.positions.states import may_hold_mine
from sapper.positions.totals import mines_in_words
from sapper.stopping import Stop

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy.typing as npt

    from sapper.positions import Position

_MOST_ROUNDS = 150
"""The most hitting sets tried before an irreducible set is returned."""

_MOST_TESTS = 2_000
"""The most sets of clues that are tested for consistency meanwhile."""

_MOST_PROVEN = 12
"""The largest irreducible set for which a smaller set is searched."""

_MOST_PAIRED = 400
"""The largest number of clues of which all pairs are tried together with the mine count."""

_MOST_REACHED = 120
"""The approximate number of clues around a cell among which a smaller proof is searched."""

_WHOLE_BOARD = 20_000
"""The largest board, in cells, on which every component is searched for a contradiction."""

_MOST_COUNTED = 200_000
"""The largest number of covered cells for which a contradiction with the mine count is reduced."""


@dataclass(frozen=True, slots=True)
class Reason:
    """The proof that a cell is safe or a mine."""

    cell: int
    """The cell, an index."""

    mined: bool
    """Whether it holds a mine; otherwise it is safe."""

    kind: str
    """``one clue``; ``subset`` or ``overlap`` (two clues: the covered neighbours of one are a
    subset of those of the other, or not); ``several clues``; ``mine count`` (the number of mines is
    needed); or ``flag`` (the cell is flagged and therefore taken as a mine)."""

    clues: tuple[int, ...]
    """The cells whose clues prove it, together with the mine count if that is the kind."""

    proven_smallest: bool
    """Whether it is proved that no smaller set suffices; if not, the set is irreducible."""

    def text(self, position: Position) -> str:
        """Return the proof in a sentence.

        >>> import sapper
        >>> p = sapper.parse("1#", mines=1)
        >>> sapper.analyze(p).reason(1).text(p)
        '(0, 1) is a mine: the 1 at (0, 0) leaves no other choice'
        """
        claim = f"{position.board.name(self.cell)} is {'a mine' if self.mined else 'safe'}"
        if self.kind == "flag":
            return f"{claim}: it is flagged"
        shown = _name_clues(position, self.clues)
        if self.kind == "mine count":
            count = f"the mine count of {mines_in_words(position).partition(' mine')[0]}"
            return f"{claim}: {f'{shown} together with {count}' if shown else count} proves it"
        verb = "leaves" if len(self.clues) == 1 else "together leave"
        return f"{claim}: {shown} {verb} no other choice"


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A contradictory set of clues."""

    clues: tuple[int, ...]
    """The cells that show them, as indices."""

    needs_mine_count: bool
    """Whether the contradiction needs the number of mines."""

    proven_smallest: bool
    """Whether it is proved that no smaller set is contradictory; if not, the set is irreducible."""

    def message(self, position: Position) -> str:
        """Return the contradiction in a sentence."""
        shown = _name_clues(position, self.clues, most=12)
        if not self.needs_mine_count:
            verb = "cannot be met" if len(self.clues) == 1 else "cannot hold together"
            return f"no layout fits: {shown} {verb}"
        mines = mines_in_words(position)
        if not self.clues:
            return f"no layout fits: there cannot be {mines}"
        return f"no layout fits: {shown} cannot hold with {mines} in all"


def find_reason(
    position: Position, cell: int, *, mined: bool, limits: Limits = DEFAULT_LIMITS
) -> Reason:
    """Return a smallest proof that a certain cell is mined, or safe if not ``mined``."""
    stop = Stop(limits.seconds)
    if position.states[cell] == FLAGGED:
        return Reason(cell, mined, "flag", (), True)
    opposite = UNREAD if mined else FLAGGED
    for clues in _growing(position, _clues_around(position, cell)):
        system = _System(position, clues, limits=limits, assume=(cell, opposite))
        if system.contradictory(range(len(clues))):
            # A smaller proof may need clues that are farther away.
            clues = _reach(position, clues)
            system = _System(position, clues, limits=limits, assume=(cell, opposite))
            core, proven = system.smallest(stop)
            kind = "several clues"
            if len(core) == 1:
                kind = "one clue"
            elif len(core) == 2:
                first, second = (set(system.cells_of[i]) for i in core)
                kind = "subset" if first <= second or second <= first else "overlap"
            return Reason(cell, mined, kind, tuple(clues[i] for i in core), proven)
    clues = _all_clues(position)
    system = _System(position, clues, limits=limits, assume=(cell, opposite), count_mines=True)
    core, proven = system.smallest(stop)
    return Reason(cell, mined, "mine count", tuple(clues[i] for i in core), proven)


def find_contradiction(
    position: Position, hint: int, limits: Limits = DEFAULT_LIMITS
) -> Contradiction:
    """Return a smallest contradiction of a position without a consistent layout.

    ``hint`` is a clue of a contradiction, or negative if it needs the number of mines.
    """
    stop = Stop(limits.seconds)
    faults = position.faults()
    if faults:
        # Prefer a fault of a single clue.
        fault = min(faults, key=lambda f: (f.kind == "clue-above-mines", f.cell is None))
        cells = () if fault.cell is None else (fault.cell,)
        return Contradiction(cells, not cells or fault.kind == "clue-above-mines", True)
    if hint >= 0:
        everywhere = position.board.size <= _WHOLE_BOARD
        found: Contradiction | None = None
        if not everywhere or limits.seconds < inf:
            # There is a contradiction near the hint, but perhaps not a smallest one of the board.
            found = _first_contradiction(position, _growing(position, [hint]), limits, stop)
        for clues in _components(position) if everywhere else ():
            if found is not None and (stop.expired or len(found.clues) == 1):
                break
            other = _first_contradiction(position, [clues], limits, stop)
            if other is not None and (found is None or len(other.clues) < len(found.clues)):
                found = other
        if found is not None:
            return found
    if len(position.covered) > _MOST_COUNTED:
        return Contradiction((), True, False)
    clues = _all_clues(position)
    system = _System(position, clues, limits=limits, count_mines=True)
    core, proven = system.smallest(stop)
    return Contradiction(tuple(clues[i] for i in core), True, proven)


def _first_contradiction(
    position: Position, parts: Iterable[list[int]], limits: Limits, stop: Stop
) -> Contradiction | None:
    """Return a smallest contradiction within the first contradictory set of clues."""
    for clues in parts:
        system = _System(position, clues, limits=limits)
        if system.contradictory(range(len(clues))):
            core, proven = system.smallest(stop)
            return Contradiction(tuple(sorted(clues[i] for i in core)), False, proven)
    return None


class _System:
    """The constraints of some clues on their covered neighbours, as a bipartite graph.

    ``assume`` sets the state of one cell, to be refuted. With ``count_mines`` the total number of
    mines is a constraint too, and all covered cells of the board are included.
    """

    def __init__(
        self,
        position: Position,
        clues: Sequence[int],
        *,
        limits: Limits,
        assume: tuple[int, int] | None = None,
        count_mines: bool = False,
    ) -> None:
        self._limits = limits
        states = position.states
        index: dict[int, int] = {}
        self.cells_of: list[list[int]] = []
        for clue in clues:
            around = [c for c in position.board.neighbors(clue) if may_hold_mine(states[c])]
            self.cells_of.append([index.setdefault(c, len(index)) for c in around])
        if count_mines:
            for cell in (*position.covered, *position.outside):
                index.setdefault(cell, len(index))
        self._graph = _bipartite(self.cells_of, len(index))
        cell_states = states[np.fromiter(index, dtype=np.int64, count=len(index))]
        clue_states = states[np.asarray(clues, dtype=np.int64)]
        self._states: npt.NDArray[np.int16] = np.concatenate([clue_states, cell_states])
        if assume is not None and assume[0] in index:
            self._states[len(clues) + index[assume[0]]] = assume[1]
        # The mine count if it matters; None if any number of mines is possible.
        self._count = mine_count(position) if count_mines and position.density is None else None
        self._numbers = _possible_numbers(position)
        self._max_per_cell = position.max_per_cell
        self._size = len(clues)
        self._bounds = [self._bounds_of(state) for state in self._states[len(clues) :].tolist()]

    def _bounds_of(self, state: int) -> tuple[int, int]:
        """Return the least and the most mines in a cell of this state."""
        if state == UNREAD:
            return 0, 0
        return int(state == FLAGGED), self._max_per_cell

    def _range(self, cells: Iterable[int]) -> tuple[int, int]:
        """Return the least and the most mines in some cells without regard to clues."""
        bounds = [self._bounds[cell] for cell in cells]
        return sum(least for least, _ in bounds), sum(most for _, most in bounds)

    def _two_contradict(self, i: int, j: int) -> bool:
        """Return whether two clues contradict each other, or one clue itself if i = j.

        They are consistent if some number of mines in the shared cells leaves each clue a feasible
        number for its other cells, and the rest of the board a feasible number of mines.
        """
        a, b = int(self._states[i]), int(self._states[j])
        cells_a, cells_b = self._members[i], self._members[j]
        shared = cells_a & cells_b
        low, high = self._range(shared)
        for need, cells in ((a, cells_a - shared), (b, cells_b - shared)):
            least, most = self._range(cells)
            low, high = max(low, need - most), min(high, need - least)
        if low > high:
            return True
        if self._count is None:
            return False
        inside = self._range(cells_a | cells_b)
        least, most = (total - part for total, part in zip(self._whole, inside, strict=True))
        return not self._any_between(a + b - high + least, a + b - low + most)

    def _any_between(self, least: int, most: int) -> bool:
        """Return whether a number of mines in a range is possible."""
        return bisect_left(self._numbers, least) < bisect_right(self._numbers, most)

    @cached_property
    def _members(self) -> list[set[int]]:
        return [set(cells) for cells in self.cells_of]

    @cached_property
    def _whole(self) -> tuple[int, int]:
        return self._range(range(len(self._bounds)))

    def contradictory(self, chosen: Iterable[int]) -> bool:
        """Return whether the chosen clues are inconsistent."""
        states = self._states.copy()
        used = set(chosen)
        for i in range(self._size):
            if i not in used:
                states[i] = UNREAD
        question = _core.Question(
            self._graph,
            states,
            _core.MineCount.independent(1.0) if self._count is None else self._count,
            self._max_per_cell,
            self._limits.log2_states,
            self._limits.table_bytes,
        )
        return not question.feasible()

    def smallest(self, stop: Stop) -> tuple[tuple[int, ...], bool]:
        """Return a contradictory set of clues, and whether it is proved to be a smallest one."""
        if self._count is not None and self.contradictory(()):
            return (), True
        for i in range(self._size):
            if stop.expired:
                break
            if self._two_contradict(i, i):
                return (i,), True
        all_pairs = self._count is None or self._size <= _MOST_PAIRED
        for pair in self._pairs() if all_pairs else ():
            if stop.expired:
                break
            if self._two_contradict(*pair):
                return pair, True
        core = irreducible(self.contradictory, self._from_the_weakest())
        if len(core) <= max(1, self._fewest()):
            return core, True
        if len(core) > _MOST_PROVEN or stop.expired:
            return core, False
        if len(core) == 2 or (len(core) == 3 and all_pairs):
            return core, True
        return _by_hitting_sets(self.contradictory, self._size, core, stop)

    def _forces(self) -> tuple[list[int], list[int]]:
        """Return by how much each clue raises the least number of mines, and lowers the most."""
        added, taken = [], []
        for i, cells in enumerate(self.cells_of):
            least, most = self._range(cells)
            added.append(int(self._states[i]) - least)
            taken.append(most - int(self._states[i]))
        return added, taken

    def _from_the_weakest(self) -> Sequence[int]:
        """Return the clues in the order in which their omission is tried."""
        if self._count is None:
            return range(self._size)
        too_few = self._numbers[-1] - self._whole[0] < self._whole[1] - self._numbers[0]
        force = self._forces()[0 if too_few else 1]
        return sorted(range(self._size), key=lambda i: force[i])

    def _fewest(self) -> int:
        """Return a lower bound on the size of a set of clues that contradicts the mine count.

        Several clues raise the least number of mines by at most the sum of their single effects.
        """
        least, most = self._numbers[0], self._numbers[-1]
        if self._count is None or most - least >= len(self._numbers):
            return 0  # a contradiction may also lie in a gap between the possible numbers
        slack = (most - self._whole[0], self._whole[1] - least)
        return min(
            bisect_right(list(accumulate(sorted(force, reverse=True))), left) + 1
            for force, left in zip(self._forces(), slack, strict=True)
        )

    def _pairs(self) -> Iterable[tuple[int, int]]:
        """Yield the pairs that may be contradictory: those with a shared cell or a mine count."""
        if self._count is not None:
            yield from combinations(range(self._size), 2)
            return
        clues_of: dict[int, list[int]] = {}
        seen: set[tuple[int, int]] = set()
        for i, cells in enumerate(self.cells_of):
            for cell in cells:
                for other in clues_of.setdefault(cell, []):
                    if (other, i) not in seen:
                        seen.add((other, i))
                        yield other, i
                clues_of[cell].append(i)


def irreducible(
    contradictory: Callable[[Iterable[int]], bool], clues: Iterable[int]
) -> tuple[int, ...]:
    """Return an irreducible contradictory subset by deletion in blocks of decreasing size."""
    kept = list(clues)
    block = max(1, len(kept) // 2)
    while True:
        start = 0
        while start < len(kept):
            rest = kept[:start] + kept[start + block :]
            if contradictory(rest):
                kept = rest
            else:
                start += block
        if block == 1:
            return tuple(sorted(kept))
        block //= 2


def _by_hitting_sets(
    contradictory: Callable[[Iterable[int]], bool],
    size: int,
    known: tuple[int, ...],
    stop: Stop,
) -> tuple[tuple[int, ...], bool]:
    """Search a set smaller than the known one; return it and whether it is proved smallest."""
    to_hit: list[list[int]] = []
    for _ in range(min(_MOST_ROUNDS, max(1, _MOST_TESTS // size))):
        if stop.expired:
            break
        chosen = _minimum_hitting_set(to_hit, size)
        if len(chosen) == len(known):
            return known, True
        if contradictory(chosen):
            return chosen, True
        consistent = list(chosen)
        left_out = []
        for clue in range(size):
            if clue in chosen:
                continue
            if contradictory([*consistent, clue]):
                left_out.append(clue)
            else:
                consistent.append(clue)
        to_hit.append(left_out)
    return known, False


def _minimum_hitting_set(to_hit: list[list[int]], size: int) -> tuple[int, ...]:
    if not to_hit:
        return ()
    from scipy.optimize import LinearConstraint, milp

    matrix = np.zeros((len(to_hit), size))
    for row, members in enumerate(to_hit):
        matrix[row, members] = 1
    result = milp(
        np.ones(size),
        integrality=np.ones(size, dtype=np.int8),
        constraints=LinearConstraint(matrix, lb=1),
    )
    return tuple(np.flatnonzero(np.asarray(result.x) > 0.5).tolist())


def _bipartite(cells_of: list[list[int]], cells: int) -> _core.Graph:
    """Return the bipartite graph of the clues, numbered from 0, and the cells after them."""
    clues = len(cells_of)
    clues_of: list[list[int]] = [[] for _ in range(cells)]
    for clue, around in enumerate(cells_of):
        for cell in around:
            clues_of[cell].append(clue)
    lists = [sorted(clues + cell for cell in around) for around in cells_of] + clues_of
    offsets = np.zeros(len(lists) + 1, dtype=np.int64)
    np.cumsum([len(entries) for entries in lists], out=offsets[1:])
    targets = np.array([t for entries in lists for t in entries], dtype=np.int32)
    return _core.Graph(offsets, targets)


def _possible_numbers(position: Position) -> Sequence[int]:
    """Return the possible numbers of mines, ascending; one that is too large if none fits."""
    room = position.board.size * position.max_per_cell
    if position.totals is not None:
        return position.totals.up_to(room) or (room + 1,)
    return (room + 1 if position.mines is None else min(position.mines, room + 1),)


# -- selection of clues -------------------------------------------------------------------------


def _clues_around(position: Position, cell: int) -> list[int]:
    return [c for c in position.board.neighbors(cell) if position.states[c] >= 0]


def _all_clues(position: Position) -> list[int]:
    """Return the clues with covered neighbours, without duplicates of neighbours and number."""
    first: dict[tuple[tuple[int, ...], int], int] = {}
    for clue in position.revealed:
        neighbors = position.board.neighbors(clue)
        around = tuple(c for c in neighbors if may_hold_mine(position.states[c]))
        if around:
            first.setdefault((around, int(position.states[clue])), clue)
    return list(first.values())


def _growing(position: Position, start: Sequence[int]) -> Iterable[list[int]]:
    """Yield increasing neighbourhoods of some clues, up to their whole component."""
    known = list(start)
    seen = set(known)
    edge = known
    while edge:
        yield list(known)
        fresh = []
        for clue in edge:
            for cell in position.board.neighbors(clue):
                if not may_hold_mine(position.states[cell]):
                    continue
                for other in _clues_around(position, cell):
                    if other not in seen:
                        seen.add(other)
                        fresh.append(other)
        known = known + fresh
        edge = fresh


def _reach(position: Position, start: Sequence[int]) -> list[int]:
    """Return the component of some clues, or a neighbourhood of over ``_MOST_REACHED`` clues."""
    known = list(start)
    for known in _growing(position, start):
        if len(known) > _MOST_REACHED:
            break
    return known


def _components(position: Position) -> Iterable[list[int]]:
    """Yield the clues of every component that has at least two."""
    seen: set[int] = set()
    for clue in position.revealed:
        if clue in seen:
            continue
        *_, part = _growing(position, [clue])
        seen.update(part)
        if len(part) > 1:
            yield sorted(part)


# -- text ---------------------------------------------------------------------------------------


def _name_clues(position: Position, clues: Sequence[int], most: int = 1_000) -> str:
    name = position.board.name
    names = [f"the {position.clue(clue)} at {name(clue)}" for clue in clues[:most]]
    if len(clues) > most:
        names.append(f"{len(clues) - most} more clues")
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"
