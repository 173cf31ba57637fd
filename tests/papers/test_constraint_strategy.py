"""Studholme's constraint-satisfaction strategy: each rule, and conclusions against the engine."""

from __future__ import annotations

from fractions import Fraction

import sapper
from sapper.papers.golan2014.constraint_strategy import ConstraintStrategy


def chosen(text: str, mines: int, games: int = 30) -> set[int]:
    """The cells that it opens in a position, over several games."""
    player, found = ConstraintStrategy(), set()
    for index in range(games):
        player.begin(1, index)
        found.add(player.choose(sapper.parse(text, mines=mines)))
    return found


def test_a_cell_that_is_safe_in_all_solutions_is_opened() -> None:
    assert chosen("###\n121\n...", mines=2) == {1}


def test_conclusions_are_those_of_the_analysis() -> None:
    """In every position of many games; some certain cells need the exact mine count."""
    certain = guessed = missed = 0

    class Watched(ConstraintStrategy):
        def choose(self, position: sapper.Position) -> int:
            nonlocal certain, guessed, missed
            cell = super().choose(position)
            analysis = sapper.analyze(position)
            assert self._mines <= set(analysis.mines)
            assert self._safe <= set(analysis.safe)
            free = sapper.analyze(
                sapper.Position.from_states(position.board, position.states, density=0.5)
            )
            if cell in analysis.safe:
                certain += 1
            else:
                assert not free.safe
                guessed += 1
                missed += bool(analysis.safe)
            return cell

    for spec, games in (("8x8/10", 120), ("6x6/12", 80), ("hex:6x6/8", 40)):
        assert sapper.simulate(spec, Watched, games).games == games
    assert certain > 1000
    assert guessed > 200
    assert missed < guessed / 20


def test_solutions_count_alike_whatever_room_they_leave() -> None:
    """A mine at 2, or mines at 0 and 4: the engine weights the first by the two far cells."""
    position = sapper.parse("#1#1###", mines=2)
    assert sapper.analyze(position).exact()[2] == Fraction(2, 3)
    player = ConstraintStrategy()
    free = player._solve(position)
    (subset,) = (player._subset(position, free, found) for found in free.components)
    assert subset.solutions == {1: 1, 2: 1}
    assert subset.mean == Fraction(3, 2)
    assert set(subset.chances.values()) == {0.5}
    assert chosen("#1#1###", mines=2) == {6}  # a far cell has chance 1/4, and this is the end


def test_the_mine_count_removes_solutions_by_intervals() -> None:
    """With one mine in all, only the solution with one is left."""
    assert chosen("#1#1###", mines=1) <= {0, 4, 5, 6}
    player = ConstraintStrategy()
    position = sapper.parse("#1#1###", mines=1)
    player.choose(position)
    assert player._mines == {2}


def test_a_far_cell_is_a_corner_then_an_edge_cell() -> None:
    assert chosen("#####\n#####\n##8##\n#####\n#####", mines=9) == {0, 4, 20, 24}
    text = "1###1\n#####\n#####\n#####\n1###1"
    assert chosen(text, mines=5) == {2, 10, 14, 22}


def test_the_constrained_cell_wins_a_tie_with_the_far_cells() -> None:
    text = "1##\n###\n###"  # 1/3 next to the clue
    assert chosen(text, mines=2) == {2, 6, 8}  # 1/5 for a far cell: a corner
    assert chosen(text, mines=4) == {1}  # 3/5 for a far cell
    assert chosen("#1####", mines=3) == {0}  # 1/2 everywhere
    assert chosen("#1####", mines=2) == {5}  # 1/4 for a far cell


def test_a_guess_that_nothing_can_improve_comes_first() -> None:
    """The last column is a pair without other unknown neighbours; far cells are safer."""
    text = "####1.1#\n####1.1#"
    chances = sapper.analyze(sapper.parse(text, mines=2)).mine_probability
    assert chances[0] < chances[7] == 0.5
    assert chosen(text, mines=2) == {7}


def test_far_cells_are_opened_if_no_mine_is_left_for_them() -> None:
    found = chosen("##11#\n##1##\n##1##", mines=1)
    assert found <= set(sapper.analyze(sapper.parse("##11#\n##1##\n##1##", mines=1)).safe)


def test_games_are_repeatable_and_won_at_about_the_published_rate() -> None:
    """80 % in Golan 2014; 1,000 games have a standard error of 1.3 points."""
    result = sapper.simulate("8x8/10", ConstraintStrategy, 1_000, seed=1, start=0)
    assert abs(result.win_rate - 0.80) < 0.04
    again = sapper.simulate("8x8/10", ConstraintStrategy, 1_000, seed=1, start=0)
    assert again.wins == result.wins
