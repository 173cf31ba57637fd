"""Thousands of components with one total number of mines, against exact integers.

Each component is a small board that holds few or many mines, so that the total numbers of layouts
are sums of products of binomial coefficients.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, reduce
from math import comb, prod

import numpy as np
import pytest

from sapper import _core
from sapper.analysis import Analysis, analyze
from sapper.boards import graph, grid
from sapper.errors import ContradictionError
from sapper.positions import Position

Row = dict[int, int]
"""Layouts by mines."""


def product(first: Row, second: Row) -> Row:
    total: Row = {}
    for a, left in first.items():
        for b, right in second.items():
            total[a + b] = total.get(a + b, 0) + left * right
    return total


@dataclass(frozen=True)
class Block:
    """A component in which cell 0 is mined, or else one cell of each of some groups.

    So it holds one mine in one way, or one for each group in as many ways as their product.
    """

    sizes: tuple[int, ...]

    @property
    def ways(self) -> int:
        return prod(self.sizes)

    def board(self) -> tuple[list[tuple[int, int]], list[int | None]]:
        """Return the edges and the clues."""
        edges: list[tuple[int, int]] = []
        clues: list[int | None] = [None]
        for size in self.sizes:
            clue = len(clues)
            edges.append((clue, 0))
            edges += [(clue, clue + 1 + i) for i in range(size)]
            clues += [1, *[None] * size]
        return edges, clues

    def layouts(self, count: int) -> Row:
        """Return the number of layouts of `count` blocks, by mines."""
        more = len(self.sizes) - 1
        return {count + more * j: comb(count, j) * self.ways**j for j in range(count + 1)}

    def switched(self, count: int) -> Row:
        """Return the same, each layout weighted by its blocks whose cell 0 is empty."""
        more = len(self.sizes) - 1
        return {m: (m - count) // more * ways for m, ways in self.layouts(count).items()}


PAIR = Block((1, 1))  # one mine or two
WIDE = Block((2, 2))  # one mine, or two in four ways
GAPPED = Block((1, 1, 1))  # one mine or three, never two
HEAVY = Block((9, 8, 7, 6))  # one mine, or four in 3024 ways


def position_of(blocks: dict[Block, int], floating: int, mines: int) -> Position:
    edges: list[tuple[int, int]] = []
    clues: list[int | None] = []
    for block, count in blocks.items():
        block_edges, block_clues = block.board()
        for _ in range(count):
            edges += [(a + len(clues), b + len(clues)) for a, b in block_edges]
            clues += block_clues
    clues += [None] * floating
    return Position(graph(edges, nodes=range(len(clues))), clues, mines)


@cache
def joint(blocks: tuple[tuple[Block, int], ...], weighted: int | None) -> Row:
    """Return the number of layouts of all blocks, by mines, weighted by the switched blocks."""
    rows = [
        block.switched(count) if i == weighted else block.layouts(count)
        for i, (block, count) in enumerate(blocks)
    ]
    return reduce(product, rows)


def total_of(row: Row, floating: int, mines: int) -> int:
    """Count the layouts with a number of mines, including those of the floating cells."""
    return sum(
        ways * comb(floating, mines - m) for m, ways in row.items() if 0 <= mines - m <= floating
    )


def check(blocks: dict[Block, int], floating: int, mines: int) -> Analysis:
    """Compare the probability of cell 0 of every block, and of a floating cell."""
    analysis = analyze(position_of(blocks, floating, mines))
    found = analysis.mine_probability
    kinds = tuple(blocks.items())
    total = total_of(joint(kinds, None), floating, mines)
    assert analysis.log10_solutions == pytest.approx(_log10(total), rel=1e-9, abs=1e-7)
    start, held = 0, Fraction()
    for i, (block, count) in enumerate(kinds):
        switched = Fraction(total_of(joint(kinds, i), floating, mines), total)
        held += count + switched * (len(block.sizes) - 1)
        expected = 1 - switched / count
        size = len(block.board()[1])
        here = found[start : start + size * count : size]
        assert here == pytest.approx(np.full(count, float(expected)), rel=1e-8, abs=1e-14)
        assert ((here == 0) == (expected == 0)).all()
        assert ((here == 1) == (expected == 1)).all()
        start += size * count
    if floating:
        mined = (mines - held) / floating
        assert found[-1] == pytest.approx(float(mined), rel=1e-8, abs=1e-14)
        assert (found[-1] in (0, 1)) == (mined in (0, 1))
    assert np.nansum(found) == pytest.approx(mines, rel=1e-9)
    return analysis


def _log10(number: int) -> float:
    digits = max(0, len(f"{number:x}") - 15)
    return float(np.log10(float(number >> (4 * digits)))) + digits * float(np.log10(16))


@pytest.mark.parametrize("share", [0.0, 0.001, 0.2, 0.5, 0.999, 1.0])
@pytest.mark.parametrize("floating", [0, 1, 7, 3000])
def test_blocks_of_one_kind(floating: int, share: float) -> None:
    """From the least number of mines that is possible to the most."""
    count = 2000
    mines = count + round(share * (count + floating))
    check({PAIR: count}, floating, mines)


@pytest.mark.parametrize("floating", [0, 5, 4000])
def test_blocks_of_several_kinds(floating: int) -> None:
    blocks = {PAIR: 900, WIDE: 500, HEAVY: 100}
    least, most = 1500, 900 * 2 + 500 * 2 + 100 * 4 + floating
    for mines in (least, least + 1, (least + most) // 2, most - 1, most):
        check(blocks, floating, mines)


@pytest.mark.parametrize("mines", [1701, 2400, 3400, 5101, 6999])
def test_gaps_are_filled_by_floating_cells(mines: int) -> None:
    check({GAPPED: 1700}, 2000, mines)


def test_gaps_that_nothing_fills() -> None:
    """Each block holds one mine or three, so that the parity of the mines is known."""
    count = 1700
    check({GAPPED: count}, 0, count + 2 * 500)
    states = position_of({GAPPED: count}, 0, 0)
    for mines in (count + 2 * 500 - 1, count + 2 * 500 + 1):
        graph = states.board.graph
        question = _core.Question(graph, states.states, mines, 1, 36.0, 1 << 30)
        assert not question.feasible()
    odd = check({GAPPED: count}, 1, count + 2 * 500 + 1)
    assert odd.mines == [odd.position.board.size - 1]
    even = check({GAPPED: count}, 1, count + 2 * 500)
    assert even.safe == [even.position.board.size - 1]


def test_a_contradiction_among_hundreds_of_clues_is_named() -> None:
    position = position_of({GAPPED: 200}, 0, 200 + 2 * 50 + 1)
    with pytest.raises(ContradictionError, match="301 mines") as caught:
        analyze(position)
    assert caught.value.needs_mine_count


def test_one_long_component_among_thousands() -> None:
    """A hub with hundreds of mines, whose numbers no floating cell makes up for."""
    blocks, need, own, common = 1200, 150, 400, 300
    edges = [(hub, 2 + hub * own + i) for hub in (0, 1) for i in range(own)]
    edges += [(hub, 2 + 2 * own + i) for hub in (0, 1) for i in range(common)]
    clues: list[int | None] = [need, need, *[None] * (2 * own + common)]
    pair_edges, pair_clues = PAIR.board()
    for _ in range(blocks):
        edges += [(a + len(clues), b + len(clues)) for a, b in pair_edges]
        clues += pair_clues
    mines = 2 * need - 60 + blocks + 500
    analysis = analyze(Position(graph(edges), clues, mines))
    weights = {
        s: comb(common, s) * comb(own, need - s) ** 2 * comb(blocks, mines - blocks - 2 * need + s)
        for s in range(need + 1)
        if 0 <= mines - blocks - 2 * need + s <= blocks
    }
    total = sum(weights.values())
    shared = Fraction(sum(s * w for s, w in weights.items()), total * common)
    assert analysis.mine_probability[2 + 2 * own] == pytest.approx(float(shared), rel=1e-8)
    assert analysis.log10_solutions == pytest.approx(_log10(total), rel=1e-9, abs=1e-8)


def test_the_frontier_of_thousands_of_components() -> None:
    count, floating, mines = 2000, 3000, 4500
    analysis = analyze(position_of({PAIR: count}, floating, mines))
    weights = {
        count + two: comb(count, two) * comb(floating, mines - count - two)
        for two in range(count + 1)
        if 0 <= mines - count - two <= floating
    }
    total = sum(weights.values())
    found = analysis.frontier_mines
    mean = sum(m * w for m, w in weights.items()) / Fraction(total)
    assert found.expected == pytest.approx(float(mean), rel=1e-9)
    for m, w in weights.items():
        assert found.probability.get(m, 0.0) == pytest.approx(w / total, rel=1e-6, abs=1e-20)


def test_a_density_does_not_tie_components_together() -> None:
    count = 3000
    position = position_of({WIDE: count}, 10, 0)
    dense = Position(position.board, position.clues, density=0.2)
    analysis = analyze(dense)
    assert analysis.mine_probability[0] == pytest.approx(1 / (1 + 4 * 0.25))
    found = analysis.frontier_mines
    assert found.expected == pytest.approx(1.5 * count)
    assert found.probability[4500] == pytest.approx(float(Fraction(comb(count, 1500), 2**count)))


def test_tens_of_thousands_of_components_keep_within_memory() -> None:
    """A strip of 40 000 blocks with no floating cell, in a process of its own."""
    script = """
import resource, sapper
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
blocks = 40_000
position = sapper.Position(sapper.grid(1, 5 * blocks), [None, 1, None, 1, None] * blocks, 56_000)
try:
    probability = sapper.analyze(position).mine_probability
    assert abs(probability[0] - 0.4) < 1e-9, probability[0]
    assert abs(probability[2] - 0.6) < 1e-9, probability[2]
except sapper.TooHardError:
    pass
"""
    subprocess.run([sys.executable, "-c", script], check=True, timeout=120)


def test_a_process_has_not_grown_beyond_reason() -> None:
    """All of the above together stay far below the memory of a small machine."""
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 4 << 20


def test_a_strip_of_blocks_is_the_same_on_a_grid() -> None:
    blocks, floating, mines = 3000, 5000, 6000
    clues = [None, 1, None, 1, None] * blocks + [None] * floating
    strip = analyze(Position(grid(1, len(clues)), clues, mines)).mine_probability
    kinds = ((PAIR, blocks),)
    total = total_of(joint(kinds, None), floating, mines)
    switched = Fraction(total_of(joint(kinds, 0), floating, mines), total)
    assert strip[2] == pytest.approx(float(1 - switched / blocks), rel=1e-9)
    assert strip[-1] == pytest.approx(float((mines - blocks - switched) / floating), rel=1e-9)
