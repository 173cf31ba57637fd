"""Unread cells and windows against an enumeration of every layout of small boards.

The suite checks 1,000 random boards of each sort. ``BOARDS=20000 .venv/bin/python -m pytest
tests/analysis/test_analysis_views.py`` checks 20,000.
"""

from __future__ import annotations

import os
from fractions import Fraction
from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import sapper
from every_layout import MOST_CELLS, EveryLayout, random_board, random_layout, show
from sapper import OUTSIDE, UNREAD
from sapper.analysis import reference
from sapper.theory.configurations import configurations
from sapper.theory.constraints import derive_constraints
from sapper.theory.density_approximation import remaining_density
from sapper.theory.outer_group import outer_group
from sapper.theory.partition import grouped_partition
from sapper.theory.perimeter import integer_bounds, linear_system

if TYPE_CHECKING:
    from sapper.analysis.reasons import Reason
    from sapper.boards import Board
    from sapper.positions import Position

BOARDS = int(os.environ.get("BOARDS", "1000"))
DENSITY = Fraction(2, 7)


def random_entries(random: Random, board: Board, layout: list[int]) -> list[Any]:
    """Show some cells of a layout, some of them unread; now and then a wrong number."""
    shown = random.choice([0.3, 0.6, 0.9])
    unread = random.choice([0.0, 0.2, 0.5])
    entries: list[Any] = [None] * board.size
    for cell, mines in enumerate(layout):
        if mines or random.random() > shown:
            continue
        number = show(board, layout, cell)
        if random.random() < 0.02:
            number = random.randint(0, board.degree(cell))
        entries[cell] = UNREAD if random.random() < unread else number
    return entries


def random_position(random: Random) -> Position:
    """Return a position with unread cells, on a board of any kind."""
    limit = 2 if random.random() < 0.15 else 1
    board = random_board(random, MOST_CELLS[limit])
    layout = random_layout(random, board, limit)
    entries = random_entries(random, board, layout)
    mined = [cell for cell, mines in enumerate(layout) if mines]
    flags = [cell for cell in mined if random.random() < 0.1]
    if limit == 1 and random.random() < 0.3:
        return sapper.Position(board, entries, density=DENSITY, flags=flags)
    mines = random_mines(random, sum(layout), board.size) if limit == 1 else sum(layout)
    return sapper.Position(board, entries, mines, max_per_cell=limit, flags=flags)


def random_mines(random: Random, mines: int, cells: int) -> Any:
    """Return the number of mines, or now and then a range or a distribution that includes it."""
    kind = random.random()
    if kind < 0.7:
        return mines
    if kind < 0.85:
        return range(max(0, mines - random.randint(0, 2)), mines + random.randint(2, 4))
    other = random.choice([number for number in range(cells + 1) if number != mines])
    share = Fraction(random.randint(1, 9), 10)
    return {mines: share, other: 1 - share}


def random_window(random: Random) -> Position:
    """Return a window into a board of any kind: rows on a lattice, a mapping on a graph."""
    limit = 2 if random.random() < 0.15 else 1
    board = random_board(random, MOST_CELLS[limit])
    layout = random_layout(random, board, limit)
    entries = random_entries(random, board, layout)
    known: dict[str, Any] = {"density": DENSITY}
    if limit == 2 or random.random() < 0.7:
        mines = random_mines(random, sum(layout), board.size) if limit == 1 else sum(layout)
        known = {"mines": mines, "max_per_cell": limit}
    if board.labels is not None or random.random() < 0.3:
        cells = random.sample(range(board.size), random.randint(1, board.size))
        return sapper.Position.window(board, {cell: entries[cell] for cell in cells}, **known)
    wraps = board.kind in ("torus", "hexwrap")
    shape = [random.randint(1, side) for side in board.shape]
    at = [
        random.randint(0, whole - 1 if wraps else whole - side)
        for side, whole in zip(shape, board.shape, strict=True)
    ]
    view = np.empty(shape, dtype=object)
    inside = set()
    for offset in product(*map(range, shape)):
        place = [(a + b) % whole for a, b, whole in zip(at, offset, board.shape, strict=True)]
        view[offset] = entries[board.cell(place)]
        inside.add(board.cell(place))
    window = sapper.Position.window(board, view, at=at, **known)
    assert window.clues == [
        entry if cell in inside else OUTSIDE for cell, entry in enumerate(entries)
    ]
    return window


def compare(position: Position, random: Random) -> None:
    """Compare everything that an analysis returns with the enumeration."""
    every = EveryLayout(position)
    if not every.total:
        with pytest.raises(sapper.ContradictionError):
            sapper.analyze(position)
        return
    analysis = sapper.analyze(position)
    hidden = [*position.covered, *position.outside]
    expected = {cell: every.mine_probability(cell) for cell in hidden}
    exact = analysis.exact()
    assert [cell for cell, p in enumerate(exact) if p is not None] == sorted(hidden)
    assert {cell: exact[cell] for cell in hidden} == expected
    has_reference = position.totals is None
    assert not has_reference or reference.mine_probability(position) == exact
    for cell, p in enumerate(analysis.mine_probability.tolist()):
        assert np.isnan(p) if cell not in expected else abs(p - expected[cell]) < 1e-12
    assert analysis.safe == [cell for cell in position.covered if expected[cell] == 0]
    assert analysis.mines == [cell for cell in position.covered if expected[cell] == 1]
    assert analysis.best in [*position.covered, None]
    if position.mines is None or position.max_per_cell == 1:
        assert analysis.solutions == len(every.layouts)
    else:
        assert analysis.solutions == every.total
    possible = {tuple(layout) for layout in every.layouts.tolist()}
    assert {tuple(layout) for layout in analysis.sample(5, seed=1).tolist()} <= possible
    known = analysis.clue_distributions()
    assert sorted(known) == sorted([*position.covered, *position.unread])
    asked = [cell for cell in known if cell not in position.flags]
    for cell in random.sample(asked, min(3, len(asked))):
        shown = every.clue_distribution(cell)
        assert analysis.exact_clue_distribution(cell) == shown
        assert not has_reference or reference.clue_distribution(position, cell) == shown
        safe = sum(shown.values())
        for number, p in shown.items():
            assert abs(known[cell].probability[number] - float(p / safe)) < 1e-12
    for cell in [*analysis.safe, *analysis.mines][:2]:
        if cell not in position.flags:
            check_reason(position, analysis.reason(cell))


def check_reason(position: Position, reason: Reason) -> None:
    """Check that the clues of a reason prove it without the other clues."""
    states = position.states.copy()
    for cell in position.revealed:
        if cell not in reason.clues:
            states[cell] = UNREAD
    known: dict[str, Any] = {"density": Fraction(1, 2)}
    if reason.kind == "mine count":
        known = {"mines": position.mine_count}
    if position.max_per_cell > 1 and "density" in known:
        return
    part = sapper.Position.from_states(
        position.board, states, max_per_cell=position.max_per_cell, **known
    )
    assert EveryLayout(part).mine_probability(reason.cell) == int(reason.mined)


@pytest.mark.parametrize("part", range(4))
def test_unread_cells_are_exact(part: int) -> None:
    for number in range(part, BOARDS, 4):
        random = Random(number)
        compare(random_position(random), random)


@pytest.mark.parametrize("part", range(4))
def test_windows_are_exact(part: int) -> None:
    for number in range(part, BOARDS, 4):
        random = Random(10**6 + number)
        compare(random_window(random), random)


def test_a_window_into_an_unknown_grid_is_one_into_any_larger_grid() -> None:
    view = [[1, None, UNREAD], [2, None, 1]]
    small = sapper.analyze(sapper.Position.window(None, view, density=DENSITY)).exact()
    large = sapper.analyze(sapper.Position.window("9x9", view, density=DENSITY, at=(3, 4))).exact()
    for row, column in product(range(-1, 3), range(-1, 4)):
        assert small[(row + 1) * 5 + column + 1] == large[(row + 3) * 9 + column + 4]


def test_cells_out_of_view_are_never_suggested() -> None:
    view = sapper.Position.window("9x9", [[1, 1], [None, None]], 10, at=(3, 3))
    analysis = sapper.analyze(view)
    assert analysis.best in view.covered == [39, 40]
    assert OUTSIDE not in [view.states[cell] for cell in analysis.safe + analysis.mines]
    for strategy in ("best", "pseq"):
        assert sapper.choose(view, strategy).cell in view.covered


def test_a_window_chooses_by_the_criteria_of_pseq() -> None:
    """A window that shows the whole board is the position itself."""
    rows = [[None, None, None], [None, 3, None], [None, None, None], [2, None, None]]
    whole = sapper.Position("4x3", rows, 5)
    every = sapper.Position.window("4x3", rows, 5, at=(0, 0))
    assert whole == every
    part = sapper.Position.window("5x3", rows, 5, at=(0, 0))
    analysis = sapper.analyze(part)
    chosen = sapper.choose(part).cell
    covered = analysis.mine_probability[part.covered]
    assert analysis.mine_probability[chosen] == pytest.approx(covered.min(), abs=1e-9)


def test_theory_counts_the_mines_that_are_out_of_view() -> None:
    window = sapper.parse("1##", 2, window="3x3", at=(0, 0))
    whole = window.without_window()
    assert whole == sapper.parse("1##\n###\n###", 2)
    assert sapper.analyze(whole).solutions == sapper.analyze(window).solutions
    for compute in (derive_constraints, linear_system, integer_bounds, grouped_partition):
        assert repr(compute(window)) == repr(compute(whole))
    assert outer_group(window) == outer_group(whole)
    assert remaining_density(window) == remaining_density(whole)
    assert configurations(window).listed == configurations(whole).listed
