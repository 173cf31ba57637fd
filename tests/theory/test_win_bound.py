"""The upper bound of win rates: its coin flips, its numbers, and perfect play below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sapper.types import FirstClickRule

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sapper
from sapper.errors import BoardError, GameError, TheoryError
from sapper.perfect import small_boards
from sapper.theory import density_bound, mines_bound, refuted_from
from sapper.theory.win_bound import CORNER, EDGE, INTERIOR, _coefficient, _saddle_point, packing

SQUARE = ((0, 0), (0, 1), (1, 0), (1, 1))


@pytest.mark.parametrize(
    "spec",
    ["3x3", "4x4", "5x8", "3x20", "6x6", "7x9", "12x12", "20x17", "torus:4x4", "torus:5x9",
     "torus:12x12"],
)  # fmt: skip
def test_coin_flips_are_so_and_share_no_cell(spec: str) -> None:
    """Whatever is opened, other than the cells that matter, sees both diagonals alike."""
    board = sapper.board(spec)
    used: set[int] = set()
    flips = [
        (field, top, left)
        for field in packing(board.kind, board.shape)
        for top in field.tops
        for left in field.lefts
    ]
    assert flips
    for field, top, left in flips:
        square = [board.cell((top + down, left + right)) for down, right in SQUARE]
        over = [board.cell((top + down, left + right)) for down, right in field.overlooking]
        cells = {*square, *over}
        assert len(cells) == field.kind.cells
        assert not cells & used
        used |= cells
        one, other = {square[0], square[3]}, {square[1], square[2]}
        for cell in set(range(board.size)) - cells:
            around = set(board.neighbors(cell))
            assert len(around & one) == len(around & other)
    assert len(used) <= board.size


def test_inside_no_cell_is_wasted() -> None:
    """The packing of the interior uses nearly all cells of a large torus."""
    used = sum(field.count * field.kind.cells for field in packing("torus", (400, 400)))
    assert used / 400**2 > 0.98


def test_perfect_play_stays_below_on_every_small_board() -> None:
    for row in small_boards():
        spec = sapper.parse_spec(f"{row.board}/{row.mines}")
        bound = mines_bound(spec, start=row.start).exact
        assert bound is not None
        assert Fraction(row.optimal, row.layouts) <= bound <= 1


@pytest.mark.parametrize("board", ["3x3", "3x4", "3x6", "4x4", "torus:4x4"])
def test_perfect_play_stays_below_where_the_first_click_may_hit_a_mine(board: str) -> None:
    for mines in range(3, 9):
        bound = mines_bound(board, mines=mines, first="any").exact
        assert bound is not None
        assert sapper.optimal(board, mines=mines, first="any").probability <= bound
        needed = 6 if board.startswith("torus") else 3
        assert (bound < 1) == (mines >= needed and mines <= sapper.board(board).size - 2)


@pytest.mark.parametrize("first", ["any", "safe", "open"])
def test_by_counting_all_layouts(first: FirstClickRule) -> None:
    """With a fixed number of mines the bound is the mean of 1/2 for every coin flip."""
    deal = sapper.Deal.read("4x5/5", first=first, start=19)
    squares = [
        (
            {deal.board.cell((top + d, left + r)) for d, r in ((0, 0), (1, 1))},
            {deal.board.cell((top + d, left + r)) for d, r in ((0, 1), (1, 0))},
            {deal.board.cell((top + d, left + r)) for d, r in field.overlooking},
        )
        for field in packing("grid", (4, 5))
        for top in field.tops
        for left in field.lefts
    ]
    kept = [parts for parts in squares if not set().union(*parts) & deal.kept_free]
    total, layouts = Fraction(), 0
    for chosen in combinations(deal.allowed, deal.mines):
        mines = set(chosen)
        flips = sum(
            over <= mines
            and ((one <= mines and not other & mines) or (other <= mines and not one & mines))
            for one, other, over in kept
        )
        total += Fraction(1, 2**flips)
        layouts += 1
    assert mines_bound("4x5/5", first=first, start=19).exact == total / layouts


@given(st.integers(0, 60), st.integers(0, 30), st.integers(0, 4), st.data())
def test_the_integral_is_the_coefficient(
    inside: int, edge: int, corner: int, data: st.DataObject
) -> None:
    counts = {INTERIOR: inside, EDGE: edge, CORNER: corner}
    least = sum(kind.cells * count for kind, count in counts.items())
    cells = least + data.draw(st.integers(1, 300))
    mines = data.draw(st.integers(0, cells))
    exact = float(_coefficient(counts, cells, mines))
    assert _saddle_point(counts, cells, mines) == pytest.approx(exact, rel=1e-9, abs=1e-12)


def test_large_boards_with_a_fixed_number_of_mines_are_as_with_a_density() -> None:
    fixed = mines_bound("600x600", mines=57_240, first="any")
    assert fixed.exact is None
    assert fixed.bound == pytest.approx(density_bound("600x600", 0.159).bound, rel=0.01)


def test_the_published_limit_is_refuted() -> None:
    side = refuted_from(0.159)
    assert density_bound(f"{side}x{side}", 0.159).bound < 0.5
    assert density_bound(f"{side - 1}x{side - 1}", 0.159).bound >= 0.5
    assert (side, refuted_from(0.159, "torus")) == (452, 700)


def test_the_rule_of_the_first_click_costs_coin_flips() -> None:
    anywhere, safe, opened = (
        density_bound("30x30", 0.2, first=first, start=(1, 1)).bound
        for first in ("any", "safe", "open")
    )
    assert anywhere < safe <= opened < 1


def test_bad_input() -> None:
    with pytest.raises(BoardError, match="needs a grid or a torus, not a hex board"):
        density_bound("hex:9x9", 0.2)
    for density in (0.0, 1.0, -1, 2):
        with pytest.raises(TheoryError, match="a density is between 0 and 1"):
            density_bound("9x9", density)
    with pytest.raises(GameError, match="do not fit"):
        mines_bound("9x9/81", first="safe", mines=90)
    assert mines_bound("4x4/16", first="safe").bound == 1.0
