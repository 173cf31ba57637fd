"""The kinds of reasoning against enumeration, proofs of reasons, and games of the core."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sapper
from sapper.games import Deal
from sapper.lab.difficulty.clue_logic import ClueLogic
from sapper.lab.difficulty.reasoning import KINDS, Walker

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable

    import numpy.typing as npt

    from sapper.boards import Board
    from sapper.types import FirstClickRule

BOARDS = [
    sapper.grid(4, 4),
    sapper.grid(3, 5),
    sapper.grid(1, 9),
    sapper.hexagonal(4, 4),
    sapper.torus(3, 4),
    sapper.triangular(3, 4),
    sapper.graph([(i, (i + 1) % 9) for i in range(9)] + [(0, 4), (2, 7)]),
]


# -- the kinds of reasoning, by enumeration -----------------------------------------------------


class Plain:
    """The kinds of reasoning by their definitions, every subset of clues enumerated."""

    def __init__(self, board: Board, layout: npt.NDArray[np.bool_]) -> None:
        self.board = board
        self.layout = layout
        self.open: dict[int, int] = {}
        self.mines: set[int] = set()

    @property
    def done(self) -> bool:
        return len(self.open) == self.board.size - int(self.layout.sum())

    def click(self, cell: int) -> bool:
        if self.layout[cell]:
            self.mines.add(cell)
            return False
        self.open[cell] = sum(bool(self.layout[other]) for other in self.board.neighbors(cell))
        if self.open[cell] == 0:
            for other in self.board.neighbors(cell):
                if other not in self.open:
                    self.click(other)
        return True

    def certain(
        self, clues: Iterable[int], safe: set[int], mines: set[int], total: int | None = None
    ) -> tuple[set[int], set[int]]:
        """The cells that are safe, and mines, in every arrangement that some clues allow."""
        known = safe | mines | set(self.open)
        rules = []
        for clue in clues:
            around = self.board.neighbors(clue)
            need = self.open[clue] - sum(other in mines for other in around)
            rules.append(([other for other in around if other not in known], need))
        if total is not None:
            unknown = [cell for cell in range(self.board.size) if cell not in known]
            rules.append((unknown, total - len(mines)))
        cells = sorted({cell for around, _ in rules for cell in around})
        rows = (np.arange(1 << len(cells))[:, None] >> np.arange(len(cells))) & 1
        for around, need in rules:
            rows = rows[rows[:, [cells.index(cell) for cell in around]].sum(axis=1) == need]
        assert len(rows)
        held = dict(zip(cells, zip(rows.min(axis=0), rows.max(axis=0), strict=True), strict=True))
        return (
            {cell for cell, (_, most) in held.items() if most == 0},
            {cell for cell, (least, _) in held.items() if least == 1},
        )

    def found(self, kind: str) -> set[int]:
        """The cells that a kind of reasoning proves safe; mines it finds are known from then on."""
        safe: set[int] = set()
        clues = list(self.open)
        sizes = {"one clue": [1], "two clues": [1, 2]}
        if kind not in sizes:
            total = int(self.layout.sum()) if kind == "mine count" else None
            safe, mines = self.certain(clues, set(), self.mines, total)
            if safe:
                self.mines |= mines
            return safe
        while True:
            before = len(safe), len(self.mines)
            for size in sizes[kind]:
                for chosen in combinations(clues, size):
                    more_safe, more_mines = self.certain(chosen, safe, self.mines)
                    safe |= more_safe
                    self.mines |= more_mines
            if before == (len(safe), len(self.mines)):
                return safe

    def simplest(self, kinds: Iterable[str] = KINDS[:-1]) -> tuple[str, set[int]]:
        for kind in kinds:
            safe = self.found(kind)
            if safe:
                return kind, safe
        return "guess", set()


@st.composite
def layouts(draw: st.DrawFn) -> tuple[Board, npt.NDArray[np.bool_], int]:
    board = draw(st.sampled_from(BOARDS))
    cells = draw(st.permutations(range(board.size)))
    mines = draw(st.integers(1, board.size // 2))
    layout = np.zeros(board.size, dtype=np.bool_)
    layout[cells[:mines]] = True
    return board, layout, cells[-1]


@given(layouts())
@settings(max_examples=120)
def test_every_step_is_the_simplest_kind_that_proves_a_cell_safe(
    dealt: tuple[Board, npt.NDArray[np.bool_], int],
) -> None:
    board, layout, start = dealt
    walk = Walker(board).walk(layout, start)
    plain = Plain(board, layout)
    plain.click(start)
    for step in walk.steps:
        kind, safe = plain.simplest()
        assert step.kind == kind
        if kind == "guess":
            (cell,) = step.clicks
            assert cell not in plain.open
            plain.mines |= plain.certain(plain.open, set(), plain.mines, int(layout.sum()))[1]
            assert cell not in plain.mines
            assert plain.click(cell) is not step.forgiven
            continue
        clicked = []
        for cell in sorted(safe):
            if cell not in plain.open:
                clicked.append(cell)
                assert plain.click(cell)
        assert list(step.clicks) == clicked
    assert plain.done
    assert walk.won is not any(step.forgiven for step in walk.steps)


@given(layouts(), st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_the_hardest_kind_does_not_depend_on_the_order(
    dealt: tuple[Board, npt.NDArray[np.bool_], int], order: random.Random
) -> None:
    """One cell at a time, any that the kinds up to k prove: the least k that opens everything."""
    board, layout, start = dealt
    walk = Walker(board).walk(layout, start)
    least = None
    for most in range(len(KINDS)):
        plain = Plain(board, layout)
        plain.click(start)
        while not plain.done:
            safe = plain.simplest(KINDS[:most])[1] if most else set()
            if not safe:
                break
            plain.click(order.choice(sorted(safe)))
        if plain.done:
            least = most
            break
    expected = "guess" if least is None else None if least == 0 else KINDS[least - 1]
    assert walk.hardest == expected
    assert Walker(board).solves(layout, start) is (least is not None and least <= 2)


@given(st.lists(st.integers(0, 3), min_size=3, max_size=3), st.data())
def test_two_clues_prove_all_that_they_can(parts: list[int], data: st.DataObject) -> None:
    """Two clues with cells of their own and shared ones, against all arrangements of mines."""
    only, shared, _ = parts
    cells = list(range(2, 2 + sum(parts)))
    around = [cells[: only + shared], cells[only:]]
    edges = [(clue, cell) for clue in (0, 1) for cell in around[clue]]
    board = sapper.graph(edges, nodes=range(2 + sum(parts)))
    layout = np.array([False, False, *(data.draw(st.booleans()) for _ in cells)], dtype=np.bool_)
    plain = Plain(board, layout)
    plain.open = {clue: int(layout[around[clue]].sum()) for clue in (0, 1)}
    if 0 in plain.open.values():
        return  # a zero would have opened its neighbours
    logic = ClueLogic([board.neighbors(cell) for cell in range(board.size)])
    logic.reveal(plain.open)
    safe, mines = plain.certain((0, 1), set(), set())
    assert logic.by_two_clues() == sorted(safe)
    assert {cell for cell in cells if logic.is_mine(cell)} == mines


def test_a_new_clue_is_paired_with_all_others() -> None:
    """Clue 0 has the mine of clues 1 and 2 in the cells they share, and both others are safe."""
    edges = [(0, 3), (0, 4), (1, 3), (1, 4), (1, 5), (2, 3), (2, 4), (2, 6)]
    board = sapper.graph(edges)
    logic = ClueLogic([board.neighbors(cell) for cell in range(board.size)])
    logic.reveal({1: 1, 2: 1})
    assert logic.by_two_clues() == []
    logic.reveal({0: 1})
    assert logic.by_one_clue() == []
    assert logic.by_two_clues() == [5, 6]


def test_the_mine_count_is_needed_where_every_reason_says_so() -> None:
    """Against the proofs of sapper.reasons, in the positions of whole games."""
    deal = Deal.read("6x6/9", first="open")
    walker = Walker(deal.board)
    seen = dict.fromkeys(KINDS, 0)
    for index in range(40):
        dealt = deal.game(5, index)
        walk = walker.walk(np.array(dealt.mines, dtype=np.bool_), deal.start)
        dealt.open(deal.start)
        for step in walk.steps:
            analysis = sapper.analyze(deal.position(dealt.states))
            proofs = {analysis.reason(cell).kind for cell in analysis.safe}
            seen[step.kind] += 1
            if step.kind == "guess":
                assert not proofs
            elif step.kind == "mine count":
                assert proofs == {"mine count"}
            else:
                assert proofs - {"mine count"}
            if step.kind in ("several clues", "mine count"):
                assert not proofs & {"one clue", "subset", "overlap"}
            for cell in step.clicks:
                dealt.open(cell)
            if step.forgiven:
                break
    assert min(seen.values()) > 0, seen


# -- the same games as the core plays -----------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "first"),
    [
        ("9x9/10", "open"),
        ("8x8/14", "safe"),
        ("6x6/5", "any"),
        ("16x30/99", "open"),
        ("hex:8x8/12", "safe"),
        ("torus:7x7/9", "open"),
        ("box:4x4x4/4", "safe"),
    ],
)
def test_games_end_as_in_the_core(spec: str, first: FirstClickRule) -> None:
    games = 60
    deal = Deal.read(spec, first=first)
    walker = Walker(deal.board)
    layouts = [np.array(deal.game(3, i).mines, dtype=np.bool_) for i in range(games)]
    walks = [walker.walk(x, deal.start, certain_start=deal.start_is_safe) for x in layouts]
    pseq = sapper.simulate(spec, "pseq", games, 3, first, records=True).records
    basic = sapper.simulate(spec, "basic", games, 3, first, records=True).records
    assert pseq is not None
    assert basic is not None
    assert [walk.won for walk in walks] == pseq.won.tolist()
    assert [walk.hardest == "guess" for walk in walks] == (pseq.guesses > 0).tolist()
    single = [walk.hardest in (None, "one clue") for walk in walks]
    assert single == (basic.won & (basic.guesses == 0)).tolist()
    assert [walker.bbbv(layout) for layout in layouts] == pseq.bbbv.tolist()
    for walk, guesses in zip(walks, pseq.guesses.tolist(), strict=True):
        assert walk.guesses >= guesses
        if walk.won:
            assert walk.guesses == guesses
