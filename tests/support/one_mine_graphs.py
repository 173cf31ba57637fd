"""Graphs for tests of the one-mine game, and its value by exhaustive search."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from sapper.perfect.one_mine_reference import neighbors_of

if TYPE_CHECKING:
    from collections.abc import Iterator

Edges = list[tuple[int, int]]


def all_graphs(size: int) -> Iterator[Edges]:
    pairs = list(combinations(range(size), 2))
    for chosen in product((False, True), repeat=len(pairs)):
        yield [pair for pair, there in zip(pairs, chosen, strict=True) if there]


def complement(size: int, edges: Edges) -> Edges:
    return sorted(set(combinations(range(size), 2)) - {(min(e), max(e)) for e in edges})


@st.composite
def graphs(draw: st.DrawFn, most: int = 9) -> tuple[int, Edges]:
    """Any graph, or one put together from modules, which a random graph seldom has."""
    size = draw(st.integers(1, most))
    pairs = list(combinations(range(size), 2))
    if draw(st.booleans()):
        there = draw(st.lists(st.booleans(), min_size=len(pairs), max_size=len(pairs)))
        return size, [pair for pair, is_there in zip(pairs, there, strict=True) if is_there]
    blocks = [[node] for node in draw(st.permutations(range(size)))]
    edges: Edges = []
    while len(blocks) > 1:
        count = draw(st.integers(2, min(5, len(blocks))))
        joined, blocks = blocks[:count], blocks[count:]
        kind = draw(st.sampled_from(["parallel", "series", "path", "any"]))
        for (i, one), (j, two) in combinations(enumerate(joined), 2):
            consecutive = kind == "path" and j == i + 1
            if kind == "series" or consecutive or (kind == "any" and draw(st.booleans())):
                edges += product(one, two)
        blocks.append([node for block in joined for node in block])
    return size, edges


def best_wins(size: int, edges: Edges) -> int:
    """Count what perfect play wins, knowing only the rules: try every click everywhere."""
    neighbors = neighbors_of(range(size), edges)

    @cache
    def wins(suspects: frozenset[int], covered: frozenset[int]) -> int:
        if not suspects:
            return 0
        if len(covered) == 1:
            return 1
        values = []
        for click in covered:
            alive, left = suspects - {click}, covered - {click}
            near = alive & neighbors[click]
            values.append(wins(near, left) + wins(alive - near, left))
        return max(values)

    return wins(frozenset(range(size)), frozenset(range(size)))
