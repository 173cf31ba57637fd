"""Ambiguous patterns: the list is complete, all are ambiguous, and the frequencies match."""

from __future__ import annotations

from itertools import combinations, product
from math import comb
from typing import TYPE_CHECKING

import numpy as np
import pytest

import sapper
from sapper.analysis.ambiguity import AmbiguousPattern, ambiguous_patterns
from sapper.errors import BoardError, TheoryError
from sapper.theory.ambiguous_patterns import SIZES, census, count_resolves, take_census

if TYPE_CHECKING:
    from sapper.boards import Board


def by_definition(
    board: Board, most_mines: int, *, unequal: bool = False
) -> list[AmbiguousPattern]:
    """All choices of values, with a sum of 0 unless unequal, and the mines that they force."""
    around = [board.neighbors(cell) for cell in range(board.size)]
    found = []
    for values in product((-1, 0, 1), repeat=board.size):
        nonzero: list[int] = [value for value in values if value]
        if not nonzero or (sum(nonzero) != 0) != unequal or nonzero[0] != 1:
            continue
        common = tuple(
            cell
            for cell, value in enumerate(values)
            if value == 0 and sum(values[other] for other in around[cell]) != 0
        )
        first, second = (
            tuple(cell for cell, value in enumerate(values) if value == sign) for sign in (1, -1)
        )
        pattern = AmbiguousPattern(first, second, common)
        if pattern.mines <= most_mines:
            found.append(pattern)
    return found


def can_be_split(board: Board, pattern: AmbiguousPattern) -> bool:
    """Whether a proper subset of the disputed cells needs no other common mines."""
    signs = {**dict.fromkeys(pattern.first, 1), **dict.fromkeys(pattern.second, -1)}
    for count in range(1, len(signs)):
        for part in combinations(signs, count):
            forced = {
                cell
                for cell in range(board.size)
                if cell not in part
                and sum(signs[other] for other in board.neighbors(cell) if other in part) != 0
            }
            if forced <= set(pattern.common):
                return True
    return False


@pytest.mark.parametrize(
    "board",
    [sapper.grid(3, 3), sapper.grid(2, 5), sapper.hexagonal(3, 3), sapper.grid(3, 3, "rook"),
     sapper.graph([(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (0, 5), (5, 6), (6, 7)])],
    ids=["3x3", "2x5", "hex", "rook", "graph"],
)  # fmt: skip
def test_all_are_found_and_no_others(board: Board) -> None:
    for most, unequal in product((3, 5, 9), (False, True)):
        found = [
            pattern
            for root in range(board.size)
            for pattern in ambiguous_patterns(board, root, most, unequal=unequal)
        ]
        known = by_definition(board, most, unequal=unequal)
        assert len(set(found)) == len(found)
        assert set(found) <= set(known)
        for pattern in set(known) - set(found):
            assert can_be_split(board, pattern)


@pytest.mark.parametrize("root", [(10, 10), (0, 10), (0, 0)])
def test_no_player_can_distinguish_them(root: tuple[int, int]) -> None:
    """With all other safe cells open, no disputed cell is certain."""
    board = sapper.grid(21, 21)
    patterns = ambiguous_patterns(board, root, {10: 8, 0: 5}[root[0]])
    assert patterns
    for pattern in patterns:
        layout = np.zeros(board.size, dtype=int)
        layout[[*pattern.first, *pattern.common]] = 1
        clues = [
            None
            if layout[cell] or cell in pattern.disputed
            else int(layout[board.neighbors(cell)].sum())
            for cell in range(board.size)
        ]
        analysis = sapper.analyze(sapper.Position(board, clues, mines=int(layout.sum())))
        certain = {*analysis.safe, *analysis.mines}
        assert not certain & set(pattern.disputed)
        assert analysis.solutions >= 2


def test_the_smallest_of_a_grid() -> None:
    """Louf's six mines inside, four at an edge, three in a corner."""
    found = take_census("grid", 7, 5, 4)
    least = {place: min(shape.mines for shape in shapes) for place, shapes in found.places.items()}
    assert least == {"interior": 6, "edge": 4, "corner": 3}
    assert [shape.mines for shape in found.interior] == [6, 7, 7]
    assert sum(count for shape, count in found.edge.items() if shape.mines == 4) == 2


def test_the_shipped_census_is_what_the_search_finds() -> None:
    for kind in SIZES:
        limits = (7, 4, 3)
        found, shipped = take_census(kind, *limits, unequal=limits), census(kind)
        for place, most in zip(("interior", "edge", "corner"), limits, strict=True):
            for taken, of_place in (
                (found.places, shipped.places[place]),
                (found.unequal, shipped.unequal[place]),
            ):
                assert taken[place] == {s: n for s, n in of_place.items() if s.mines <= most}


def test_unequal_patterns_are_a_risk_only_if_there_are_several() -> None:
    """With A smaller and J larger cases, a player who knows J wins once in C(A + J, J) boards."""
    random = np.random.default_rng(8)
    for smaller, larger in ((3.0, 0.5), (0.2, 0.05), (1.0, 1.0), (0.1, 0.4)):
        draws = zip(random.poisson(smaller, 40_000), random.poisson(larger, 40_000), strict=True)
        won = np.array([1 / comb(int(a + j), int(j)) for a, j in draws])
        error = won.std() / won.size**0.5
        assert abs(won.mean() - count_resolves(smaller, larger)) < 4 * error
    assert count_resolves(0.5, 0.0) == 1


def test_enclosed_cells_of_hexagons_and_rooks() -> None:
    """A cell without clues costs a game if it holds a mine and another one does not."""
    for kind, degree in (("hex", 6), ("rook", 4)):
        found = census(kind)
        enclosed = [s for s in found.unequal["interior"] if s.mines == degree + 1]
        assert [(s.fewest, s.disputed) for s in enclosed] == [(degree, 1)]
        wrapped = f"{kind}wrap:30x30"
        density = 0.2
        smaller, larger = found.unequal_means(wrapped, density)[1]
        assert smaller > 900 * density**degree * (1 - density)
        assert larger > 900 * density ** (degree + 1)
        equal = np.exp(-found.mean(wrapped, density) / 2)
        assert found.win_rate(wrapped, density) == pytest.approx(
            equal
            * np.prod([count_resolves(*m) for m in found.unequal_means(wrapped, density).values()])
        )
        assert found.win_rate(wrapped, density) < equal


def everywhere_on_a_torus(board: Board, most: int) -> list[AmbiguousPattern]:
    """The patterns of the interior, at every place of a torus."""
    grid = sapper.grid(31, 31)

    def moved(cells: tuple[int, ...], row: int, column: int) -> tuple[int, ...]:
        rows, columns = board.shape
        places = [grid.coordinates(cell) for cell in cells]
        return tuple(board.cell(((r + row) % rows, (c + column) % columns)) for r, c in places)

    return [
        AmbiguousPattern(*(moved(cells, row, column) for cells in (p.first, p.second, p.common)))
        for p in ambiguous_patterns(grid, (15, 15), most)
        for row in range(board.shape[0])
        for column in range(board.shape[1])
    ]


@pytest.mark.parametrize(("spec", "most"), [("torus:10x10", 8), ("7x7", 4)])
def test_the_mean_is_that_of_random_boards(spec: str, most: int) -> None:
    """Patterns counted in random layouts, over the whole of a small board."""
    density, layouts = 0.4, 2_000
    board = sapper.board(spec)
    found = take_census("grid", most, min(most, 4), min(most, 4))
    patterns = (
        [p for root in range(board.size) for p in ambiguous_patterns(board, root, most)]
        if (board.kind == "grid")
        else everywhere_on_a_torus(board, most)
    )
    random = np.random.default_rng(5)
    counts = []
    for _ in range(layouts):
        mined = set(np.flatnonzero(random.random(board.size) < density).tolist())
        counts.append(
            sum(
                mined.issuperset(p.common)
                and (
                    (mined.issuperset(p.first) and mined.isdisjoint(p.second))
                    or (mined.issuperset(p.second) and mined.isdisjoint(p.first))
                )
                for p in patterns
            )
        )
    error = np.std(counts) / layouts**0.5
    assert abs(np.mean(counts) - found.mean(board, density)) < 4 * error


def test_predicted_and_measured_on_a_large_board() -> None:
    """Without a fitted parameter, half of the games are won at the predicted density."""
    grid = census("grid")
    density = grid.density("200x200")
    mines = round(density * 40_000)
    played = sapper.simulate("200x200", "pseq", 300, seed=4, first="open", mines=mines)
    low, high = played.interval
    assert low - 0.05 < grid.win_rate("200x200", mines / 40_000) < high + 0.05
    forced = grid.mean("200x200", mines / 40_000)
    assert forced == pytest.approx(played.guesses / played.games, rel=0.35)


def test_larger_boards_have_more_of_them() -> None:
    found = census("grid")
    means = [found.mean(f"{side}x{side}", 0.1) for side in (10, 30, 100, 300)]
    assert means == sorted(means)
    assert found.mean("torus:100x100", 0.1) < found.mean("100x100", 0.1)
    assert found.guess_free("300x300", 0.1) < found.win_rate("300x300", 0.1) < 1


def test_bad_input() -> None:
    with pytest.raises(BoardError, match=r"there are censuses of grid, .* not of 'box'"):
        census("box")
    with pytest.raises(BoardError, match=r"a census can be taken of grid, .* not of 'torus'"):
        take_census("torus", 6, 4, 3)
    with pytest.raises(BoardError, match="patterns of 1 to 12 mines are found, not of 13"):
        ambiguous_patterns(sapper.grid(9, 9), 0, 13)
    with pytest.raises(BoardError, match="is not for hex"):
        census("grid").mean("hex:9x9", 0.2)
    with pytest.raises(TheoryError, match="a density is between 0 and 1"):
        census("grid").mean("9x9", 1.5)
