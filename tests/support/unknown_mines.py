"""Positions with an unknown number of mines against the enumeration of all their layouts.

A case is a pure function of its number. ``check`` compares all parts of the analysis with the
oracle, which lists every assignment of mines to the covered cells and shares no code with the
engine. The test suite runs some cases; this runs more of them:

    .venv/bin/python tests/support/unknown_mines.py --cases 20000
"""

from __future__ import annotations

import argparse
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, product
from math import comb, factorial, log10, prod
from random import Random
from typing import TYPE_CHECKING, Any

from sapper.analysis import analyze
from sapper.boards import Board, box, graph, grid, hexagonal, torus, triangular
from sapper.errors import ContradictionError
from sapper.positions import Position

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sapper.analysis import Analysis

Layout = tuple[int, ...]

MOST_COVERED = {1: 10, 2: 6, 3: 5}
"""By the most mines in a cell: the most covered cells, so that all layouts are listed quickly."""

MOST_PROVED = 6
"""The most clues of a position for which smallest reasons are searched by trying all sets."""

KINDS = {
    "grid": [grid(1, 9), grid(2, 5), grid(3, 4), grid(4, 4), grid(2, 4, "rook")],
    "torus": [torus(3, 3), torus(3, 4), torus(2, 6), torus(4, 4)],
    "hex": [hexagonal(3, 3), hexagonal(3, 4), hexagonal(4, 3, wrapped=True)],
    "tri": [triangular(2, 5), triangular(3, 4)],
    "box": [box(2, 2, 2), box(2, 2, 3), box(7)],
}


@dataclass(frozen=True)
class Case:
    """A position with an unknown number of mines, and its kind of board."""

    position: Position
    kind: str


def make_case(number: int) -> Case:
    """Return the case of a number."""
    random = Random(number)
    while True:
        kind = random.choice([*KINDS, "graph"])
        board = _graph(random) if kind == "graph" else random.choice(KINDS[kind])
        limit = random.choice([1, 1, 1, 2, 3])
        position = _position(random, board, limit)
        if position is not None:
            return Case(position, kind)


def _graph(random: Random) -> Board:
    size = random.randint(2, 11)
    pairs = list(combinations(range(size), 2))
    edges = random.sample(pairs, random.randint(0, min(len(pairs), 16)))
    return graph(sorted(edges), nodes=range(size))


def _position(random: Random, board: Board, limit: int) -> Position | None:
    rarity = random.choice([0.15, 0.3, 0.5, 0.8])
    layout = [random.randint(1, limit) * (random.random() < rarity) for _ in range(board.size)]
    clues: list[int | None] = [None] * board.size
    safe = [cell for cell in range(board.size) if not layout[cell]]
    random.shuffle(safe)
    least_shown = board.size - MOST_COVERED[limit]
    if len(safe) < least_shown:
        return None
    for cell in safe[: random.randint(max(0, least_shown), len(safe))]:
        clues[cell] = sum(layout[other] for other in board.neighbors(cell))
    shown = [cell for cell, clue in enumerate(clues) if clue is not None]
    if shown and random.random() < 0.1:
        clues[random.choice(shown)] = random.randint(0, 4)
    mined = [cell for cell in range(board.size) if layout[cell]]
    flags = random.sample(mined, random.randint(0, min(2, len(mined)))) * (random.random() < 0.3)
    return Position(
        board,
        clues,
        mines=_prior(random, sum(layout), board.size * limit),
        max_per_cell=limit,
        flags=flags,
    )


def _prior(random: Random, mines: int, room: int) -> Any:
    """Return a range or a distribution that contains the number of mines nine times in ten."""
    near = mines if random.random() < 0.9 else random.randint(0, room)
    if random.random() < 0.5:
        step = random.choice([1, 1, 1, 2, 3])
        before, after = random.randint(0, 3), random.randint(0, 3)
        first = max(near - before * step, near % step)
        return range(first, near + after * step + 1, step)
    others = random.sample(range(room + 1), min(room, random.randint(1, 4)))
    numbers = sorted({near, *others})
    weights = [random.randint(1, 9) for _ in numbers]
    if random.random() < 0.3:
        shares = [weight / sum(weights) for weight in weights]
        return dict(zip(numbers, shares, strict=True))
    return {n: Fraction(w, sum(weights)) for n, w in zip(numbers, weights, strict=True)}


# -- the oracle ---------------------------------------------------------------------------------


def _ways_on_board(cells: int, mines: int, limit: int) -> int:
    """Return the ways to drop distinct mines into cells, or the layouts if the limit is 1."""
    if limit == 1:
        return comb(cells, mines)
    row = [Fraction(1)]
    for _ in range(cells):
        longer = [Fraction(0)] * (len(row) + limit)
        for i, weight in enumerate(row):
            for more in range(limit + 1):
                longer[i + more] += weight / factorial(more)
        row = longer
    return int(row[mines] * factorial(mines))


def _orders(layout: Layout, limit: int) -> int:
    return 1 if limit == 1 else factorial(sum(layout)) // prod(map(factorial, layout))


def _choices(position: Position) -> list[range]:
    flags = set(position.flags)
    return [
        range(1) if state >= 0 else range(int(cell in flags), position.max_per_cell + 1)
        for cell, state in enumerate(position.states.tolist())
    ]


def possible_numbers(position: Position) -> set[int]:
    if position.totals is None:
        assert position.mines is not None
        return {position.mines}
    return set(position.totals.up_to(position.board.size * position.max_per_cell))


def layouts_with(position: Position, clues: Iterable[int], *, count: bool) -> list[Layout]:
    """Return the layouts that satisfy some of the clues, and the mine count if ``count``."""
    constraints = [(position.board.neighbors(c), int(position.states[c])) for c in clues]
    numbers = possible_numbers(position) if count else None
    return [
        layout
        for layout in product(*_choices(position))
        if all(sum(layout[cell] for cell in around) == need for around, need in constraints)
        and (numbers is None or sum(layout) in numbers)
    ]


@dataclass
class Oracle:
    """All layouts of a position with their weights."""

    position: Position
    weights: dict[Layout, Fraction] = field(init=False)
    total: Fraction = field(init=False)

    def __post_init__(self) -> None:
        position = self.position
        limit, size, totals = position.max_per_cell, position.board.size, position.totals
        prior: dict[int, Fraction] = defaultdict(lambda: Fraction(1))
        if totals is not None and totals.probabilities is not None:
            for mines, share in totals.by_number.items():
                prior[mines] = share / _ways_on_board(size, mines, limit)
        self.weights = {
            layout: prior[sum(layout)] * _orders(layout, limit)
            for layout in layouts_with(position, position.revealed, count=True)
        }
        self.total = sum(self.weights.values(), Fraction(0))

    @property
    def solutions(self) -> int:
        limit = self.position.max_per_cell
        return sum(_orders(layout, limit) for layout in self.weights)

    def distribution(self, cells: Iterable[int]) -> dict[int, Fraction]:
        """Return the distribution of the number of mines in some cells."""
        chosen = list(cells)
        found: dict[int, Fraction] = defaultdict(Fraction)
        for layout, weight in self.weights.items():
            found[sum(layout[cell] for cell in chosen)] += weight / self.total
        return dict(sorted(found.items()))

    def mine_probability(self, cell: int) -> Fraction:
        return 1 - self.distribution([cell]).get(0, Fraction(0))

    def shown(self, cell: int) -> dict[int, Fraction]:
        """Return P(the cell is safe and shows the number)."""
        around = self.position.board.neighbors(cell)
        found: dict[int, Fraction] = defaultdict(Fraction)
        for layout, weight in self.weights.items():
            if not layout[cell]:
                found[sum(layout[other] for other in around)] += weight / self.total
        return dict(sorted(found.items()))


# -- the comparison -----------------------------------------------------------------------------


def near(found: dict[int, float], exact: dict[int, Fraction]) -> bool:
    return list(found) == list(exact) and all(
        abs(found[key] - float(value)) <= 1e-12 for key, value in exact.items()
    )


def check(case: Case) -> str:
    """Compare the analysis of a case with the oracle; return what the case was."""
    position = case.position
    oracle = Oracle(position)
    analysis = analyzed(position)
    if isinstance(analysis, ContradictionError):
        assert not oracle.weights, "called a contradiction"
        assert len(str(analysis).splitlines()) == 1
        count = analysis.needs_mine_count
        assert not layouts_with(position, analysis.clues, count=count), f"consistent: {analysis}"
        return "contradiction"
    assert oracle.weights, "not called a contradiction"
    _check_probabilities(analysis, oracle)
    _check_counts(analysis, oracle)
    _check_clues(analysis, oracle)
    _check_reasons(analysis)
    listed = [tuple(layout.mines.tolist()) for layout in analysis.layouts()]
    assert len(listed) == len(oracle.weights)
    assert set(listed) == set(oracle.weights)
    for row in analysis.sample(8, seed=1).tolist():
        assert tuple(row) in oracle.weights, f"sampled {row}"
    return "analysed"


def analyzed(position: Position) -> Analysis | ContradictionError:
    try:
        return analyze(position)
    except ContradictionError as error:
        return error


def _check_probabilities(analysis: Analysis, oracle: Oracle) -> None:
    position = analysis.position
    exact = {cell: oracle.mine_probability(cell) for cell in position.covered}
    assert analysis.exact() == [exact.get(cell) for cell in range(position.board.size)]
    floats = analysis.mine_probability.tolist()
    for cell, chance in exact.items():
        assert abs(floats[cell] - float(chance)) <= 1e-12, (cell, chance, floats[cell])
        assert (floats[cell] in (0.0, 1.0)) == (chance in (0, 1)), (cell, chance, floats[cell])
    assert analysis.safe == [cell for cell, chance in exact.items() if chance == 0]
    assert analysis.mines == [cell for cell, chance in exact.items() if chance == 1]


def _check_counts(analysis: Analysis, oracle: Oracle) -> None:
    position = analysis.position
    assert analysis.solutions == oracle.solutions
    assert abs(analysis.log10_solutions - log10(oracle.solutions)) < 1e-9
    mines = oracle.distribution(position.covered)
    assert analysis.exact_mine_count() == mines
    assert near(dict(analysis.mine_count.probability), mines)
    frontier = oracle.distribution(position.frontier)
    assert near(dict(analysis.frontier_mines.probability), frontier)
    for group in analysis.groups:
        assert near(dict(group.mine_count.probability), oracle.distribution(group.cells))


def _check_clues(analysis: Analysis, oracle: Oracle) -> None:
    for cell in analysis.position.covered[:3]:
        shown = oracle.shown(cell)
        assert analysis.exact_clue_distribution(cell) == shown
        safe = sum(shown.values())
        given = {number: share / safe for number, share in shown.items()}
        assert near(dict(analysis.clue_distribution(cell).probability), given)


def _check_reasons(analysis: Analysis) -> None:
    position = analysis.position
    clues = position.revealed
    for cell, reason in list(analysis.reasons().items())[:3]:
        if reason.kind == "flag":
            continue
        count = reason.kind == "mine count"
        assert _proves(position, reason.clues, cell, reason.mined, count=count), reason
        if reason.proven_smallest and len(clues) <= MOST_PROVED:
            for fewer in combinations(clues, max(0, len(reason.clues) - 1)):
                smaller = len(reason.clues) > 0
                assert not smaller or not _proves(
                    position, fewer, cell, reason.mined, count=count
                ), (reason, fewer)


def _proves(
    position: Position, clues: Iterable[int], cell: int, mined: bool, *, count: bool
) -> bool:
    layouts = layouts_with(position, clues, count=count)
    return all((layout[cell] > 0) == mined for layout in layouts)


def main() -> None:
    """Check many cases and print how many there were of each kind."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--cases", type=int, default=20_000)
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    given = parser.parse_args()
    started = time.process_time()
    found: Counter[str] = Counter()
    for number in range(given.first, given.first + given.cases):
        case = make_case(number)
        try:
            outcome = check(case)
        except Exception as error:
            shown = f"{case.position!r}\n{case.position}"
            raise SystemExit(f"case {number}: {shown}\n{error}") from error
        several = " with several mines per cell" if case.position.max_per_cell > 1 else ""
        found[f"{case.kind}{several}, {outcome}"] += 1
    for what, times in sorted(found.items()):
        print(f"{times:7,} {what}")
    print(f"{given.cases:,} cases agree, {time.process_time() - started:.0f} s of CPU time")


if __name__ == "__main__":
    main()
