"""The upper bound from classes of layouts: its classes, perfect play below it, its confidence."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np
import pytest

import sapper
from sapper import _core
from sapper.errors import BoardError, TheoryError
from sapper.games import Deal
from sapper.perfect import small_boards
from sapper.theory import mines_bound, upper_bound
from sapper.theory.upper_bound import upper_limit

if TYPE_CHECKING:
    from sapper.types import FirstClickRule

Classes = set[frozenset[frozenset[int]]]

MOST_LAYOUTS = 600
"""Boards of the table with more layouts are left to ``benchmarks/upper_bounds.py``."""

BOARDS = ["2x4", "3x3", "torus:3x4", "hex:3x3", "tri:3x3", "box:2x2x2", "rook:3x3", "1x8"]


def shares(spec: str, mines: int, most_moved: int) -> dict[tuple[int, ...], Fraction]:
    """Return the share of the class that can be won, keyed by the mines of the layout."""
    board = sapper.board(spec)
    classes = _core.LayoutClasses(board.graph, [], most_moved)
    found = {}
    for chosen in combinations(range(board.size), mines):
        mined = np.zeros(board.size, np.uint8)
        mined[list(chosen)] = 1
        found[chosen] = Fraction(*classes.share(mined))
    return found


def indistinguishable(board: sapper.Board, one: set[int], other: set[int]) -> bool:
    """Return whether every cell that is safe in both layouts shows the same number."""
    return all(
        len(one & set(board.neighbors(cell))) == len(other & set(board.neighbors(cell)))
        for cell in range(board.size)
        if cell not in one | other
    )


@pytest.mark.parametrize("spec", BOARDS)
@pytest.mark.parametrize("mines", [2, 3])
@pytest.mark.parametrize("most_moved", [1, 2, 3])
def test_the_classes_are_a_partition(spec: str, mines: int, most_moved: int) -> None:
    """Each class contributes the number of its layouts that can be won, so the sum is whole.

    A class lies within a component of the relation of being indistinguishable.
    """
    board = sapper.board(spec)
    found = shares(spec, mines, most_moved)
    assert sum(found.values()).denominator == 1
    component = {layout: {layout} for layout in found}
    for one, other in combinations(found, 2):
        if component[one] is component[other]:
            continue
        if indistinguishable(board, set(one), set(other)):
            component[one] |= component[other]
            for layout in component[other]:
                component[layout] = component[one]
    for layout, share in found.items():
        assert share >= Fraction(1, len(component[layout]))


@pytest.mark.parametrize("spec", BOARDS)
@pytest.mark.parametrize("first", ["any", "safe"])
def test_perfect_play_stays_below(spec: str, first: FirstClickRule) -> None:
    size = sapper.board(spec).size
    for mines in range(1, size // 2 + 1):
        perfect = sapper.optimal(spec, mines=mines, first=first, start=0).probability
        for most_moved in (1, 2):
            bound = upper_bound(spec, first, 0, mines=mines, most_moved=most_moved)
            assert bound.exact is not None
            assert perfect <= bound.exact <= Fraction(bound.value)


def components(board: sapper.Board, mines: int, kept_free: set[int], most_moved: int) -> Classes:
    """The classes by comparing all pairs of layouts, found by repeated merging."""
    allowed = [cell for cell in range(board.size) if cell not in kept_free]
    found = {frozenset({frozenset(chosen)}) for chosen in combinations(allowed, mines)}
    own = {layout: group for group in found for layout in group}
    for one, other in combinations(own, 2):
        if len(one - other) <= most_moved and indistinguishable(board, set(one), set(other)):
            joined = own[one] | own[other]
            own.update(dict.fromkeys(joined, joined))
    return set(own.values())


def won(board: sapper.Board, layouts: frozenset[frozenset[int]], opened: frozenset[int]) -> int:
    """The most of these layouts that a player wins who knows that it is one of them."""
    if len(layouts) <= 1:
        return len(layouts)
    best = 1
    for cell in set(range(board.size)) - opened:
        shown: dict[int, set[frozenset[int]]] = {}
        for layout in layouts:
            if cell not in layout:
                number = len(layout & set(board.neighbors(cell)))
                shown.setdefault(number, set()).add(layout)
        if sum(map(len, shown.values())) == len(layouts) and len(shown) == 1:
            continue  # certain, and shows nothing
        best = max(
            best,
            sum(won(board, frozenset(part), opened | {cell}) for part in shown.values()),
        )
    return best


@pytest.mark.parametrize("spec", ["2x4", "3x3", "hex:2x4", "1x8"])
@pytest.mark.parametrize("mines", [2, 3, 5])
@pytest.mark.parametrize("most_moved", [1, 2])
def test_all_layouts_have_the_classes_of_a_comparison_of_all_pairs(
    spec: str, mines: int, most_moved: int
) -> None:
    deal = Deal.read(spec, mines=mines, first="safe", start=0)
    tally = _core.LayoutTally(deal.board.graph, 0, [0], most_moved, True)
    tally.add_all(deal.allowed, mines)
    counted: Counter[tuple[int, int, int, int]] = Counter()
    for second in range(1, deal.board.size):
        for group in components(deal.board, mines, {0, second}, most_moved):
            number = len(next(iter(group)) & set(deal.board.neighbors(0)))
            most = won(deal.board, group, frozenset({0, second}))
            counted[number, second, most, len(group)] += len(group)
    assert Counter({tuple(entry[:4]): entry[4] for entry in tally.entries()}) == counted


def test_perfect_play_stays_below_on_small_boards_of_the_table() -> None:
    checked = 0
    for row in small_boards():
        if row.layouts > MOST_LAYOUTS:
            continue
        bound = upper_bound(row.board, "safe", row.start, mines=row.mines)
        assert bound.layouts == row.layouts
        assert bound.exact is not None
        assert Fraction(row.optimal, row.layouts) <= bound.exact
        checked += 1
    assert checked > 500


def test_one_coin_flip_on_a_large_board() -> None:
    """A square of two mines with mines at all four corners, and nothing else."""
    board = sapper.board("12x12")
    mined = np.zeros((12, 12), np.uint8)
    for cell in ((4, 4), (4, 7), (7, 4), (7, 7), (5, 5), (6, 6)):
        mined[cell] = 1
    kept_free = board.cell((5, 6))
    assert _core.LayoutClasses(board.graph, [], 2).share(mined.ravel()) == (1, 2)
    assert _core.LayoutClasses(board.graph, [], 1).share(mined.ravel()) == (1, 1)
    assert _core.LayoutClasses(board.graph, [kept_free], 2).share(mined.ravel()) == (1, 1)
    mined[4, 4] = 0  # this cell now distinguishes the diagonals
    assert _core.LayoutClasses(board.graph, [], 2).share(mined.ravel()) == (1, 1)


def test_two_coin_flips_are_independent() -> None:
    board = sapper.board("20x20")
    mined = np.zeros((20, 20), np.uint8)
    for top in (3, 12):
        for down, right in ((0, 0), (0, 3), (3, 0), (3, 3), (1, 1), (2, 2)):
            mined[top + down, 8 + right] = 1
    assert _core.LayoutClasses(board.graph, [], 2).share(mined.ravel()) == (1, 4)


def test_it_is_below_the_bound_from_disjoint_coin_flips() -> None:
    for spec in ("3x4/5", "3x5/6"):
        found, weaker = upper_bound(spec).exact, mines_bound(spec).exact
        assert found is not None
        assert weaker is not None
        assert found < weaker


def test_random_layouts_agree_with_all_layouts() -> None:
    exact = upper_bound("4x5/5", layouts=20_000).exact
    sampled = upper_bound("4x5/5", layouts=2_000, seed=3)
    assert exact is not None
    assert sampled.exact is None
    assert abs(sampled.estimate - float(exact)) < 0.05
    assert sampled.estimate < sampled.value < sampled.estimate + 0.06
    assert sampled == upper_bound("4x5/5", layouts=2_000, seed=3)
    assert sampled.to_dict()["method"] == "2,000 random layouts, upper limit at 0.9999 confidence"


@pytest.mark.parametrize("probability", [0.02, 0.3, 0.5, 0.9, 0.999])
@pytest.mark.parametrize("count", [5, 40, 300])
@pytest.mark.parametrize("error", [0.1, 0.01])
def test_the_upper_limit_holds_with_its_confidence(
    probability: float, count: int, error: float
) -> None:
    """The exact probability that the limit of a binomial mean is too low."""
    missed = sum(
        comb(count, wins) * probability**wins * (1 - probability) ** (count - wins)
        for wins in range(count + 1)
        if upper_limit(wins / count, count, error) < probability
    )
    assert missed <= error


def test_progress_and_full_boards() -> None:
    calls: list[tuple[int, int]] = []
    upper_bound("8x8/10", layouts=100, progress=lambda done, total: calls.append((done, total)))
    assert calls[-1] == (100, 100)
    assert upper_bound("2x2/4", first="any").value == 1.0


def test_bad_input() -> None:
    with pytest.raises(TheoryError, match="at most one mine per cell, not with up to 2"):
        upper_bound("4x4/4", max_per_cell=2)
    with pytest.raises(TheoryError, match="layouts is at least 1, not 0"):
        upper_bound("4x4/4", layouts=0)
    with pytest.raises(TheoryError, match=r"a confidence is between 0 and 1, not 1\.5"):
        upper_bound("4x4/4", confidence=1.5)
    with pytest.raises(TheoryError, match="a swap moves 1 to 6 mines, not 7"):
        upper_bound("4x4/4", most_moved=7)
    with pytest.raises(BoardError, match="bad first cell"):
        upper_bound("4x4/4", start=99)
