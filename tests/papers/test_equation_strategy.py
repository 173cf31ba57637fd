"""Ramsdell's Equation Strategy: its rules one by one; its certain moves are never wrong."""

from __future__ import annotations

import pytest

import sapper
from sapper.papers.golan2014.earlier_programs import LEVELS, won
from sapper.papers.golan2014.equation_strategy import FEW, Equations, EquationStrategy, bits


def settled(*equations: tuple[str, int]) -> tuple[str, str]:
    """The cells, as letters, that equations prove to be mines, and those they prove safe."""
    system = Equations()
    for cells, mines in equations:
        system.add(sum(1 << "abcdefgh".index(cell) for cell in cells), mines)
    system.infer()
    letters = ["".join("abcdefgh"[c] for c in bits(m)) for m in (system.mines, system.safe)]
    return letters[0], letters[1]


@pytest.mark.parametrize(
    ("equations", "mines", "safe"),
    [
        ([("abc", 0)], "", "abc"),
        ([("abc", 3)], "abc", ""),
        ([("abc", 1)], "", ""),
        ([("ab", 1), ("abc", 1)], "", "c"),  # one within the other
        ([("ab", 1), ("abc", 2)], "c", ""),
        ([("abc", 1), ("bcd", 1), ("d", 1)], "ad", "bc"),
        ([("abc", 1), ("cdef", 4)], "cdef", "ab"),
        ([("abc", 1), ("bcde", 3)], "de", "a"),  # two more, in the two cells it has alone
        ([("abcd", 1), ("ab", 1), ("cdef", 2)], "ef", "cd"),  # one step leads to the next
        ([("ab", 1), ("ac", 1), ("a", 1)], "a", "bc"),
    ],
)
def test_rules(equations: list[tuple[str, int]], mines: str, safe: str) -> None:
    assert settled(*equations) == (mines, safe)
    assert settled(*reversed(equations)) == (mines, safe)


def test_what_it_is_sure_of_is_so() -> None:
    """In every position of many games, mines and safe cells are those of the analysis."""
    sure = guessed = 0

    class Watched(EquationStrategy):
        def choose(self, position: sapper.Position) -> int:
            nonlocal sure, guessed
            cell = super().choose(position)
            analysis = sapper.analyze(position)
            known = self._equations
            assert set(bits(known.mines)) <= set(analysis.mines)
            covered = set(position.covered)
            assert set(bits(known.safe)) & covered <= set(analysis.safe)
            if known.safe >> cell & 1:
                sure += 1
            else:
                guessed += 1
            return cell

    sapper.simulate("8x8/12", Watched, games=40, seed=3)
    assert sure > 5 * guessed > 0


def fresh(game: int = 0) -> EquationStrategy:
    strategy = EquationStrategy()
    strategy.begin(1, game)
    return strategy


@pytest.mark.parametrize(
    ("text", "mines", "expected"),
    [
        # 1/5 next to the 1, 3/5 next to the 3, 4/18 elsewhere.
        ("##1##\n#####\n#####\n##3##", 4, {1, 3, 6, 7, 8}),
        # The same, 4/28 elsewhere.
        ("##1##\n#####\n#####\n#####\n#####\n##3##", 4, {0, 4, 5, 9, *range(10, 21), 24, 25, 29}),
        # Cells next to both have the larger of their shares, 3/5; elsewhere 5/18.
        ("#1#3######\n##########", 5, {0, 10, 11}),
    ],
)
def test_it_guesses_where_the_largest_share_is_least(
    text: str, mines: int, expected: set[int]
) -> None:
    position = sapper.parse(text, mines=mines)
    assert {fresh(game).choose(position) for game in range(200)} == expected


@pytest.mark.parametrize(("cells", "counted"), [(FEW, True), (FEW + 1, False)])
def test_the_mine_count_is_used_when_few_cells_are_unknown(cells: int, counted: bool) -> None:
    """The 1 settles the one mine; the mine count would prove the rest safe."""
    position = sapper.parse("1#" + "#" * cells, mines=1)
    strategy = fresh()
    strategy.choose(position)
    assert bool(strategy._equations.safe >> 2) is counted


def test_the_same_game_is_played_the_same_way() -> None:
    first, again = (sapper.simulate("8x8/10", EquationStrategy, 30, 5) for _ in range(2))
    assert (first.wins, first.moves) == (again.wins, again.moves)


def test_games_from_random_cells_are_counted() -> None:
    assert won("4x4/15", 20, 1, EquationStrategy) == 20
    assert [round(level.free, 3) for level in LEVELS] == [0.844, 0.795, 0.794]
