"""The guessing algorithm: configurations by brute force, safety from the engine, limits."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from math import comb

import pytest

import sapper
from sapper.errors import ContradictionError, PositionError, TooHardError
from sapper.papers.chong2024.proper_configurations import ProperConfigurations
from sapper.theory import guess

FIGURE = "######\n######\n##1###\n##32##\n######\n######"


def played(spec: str, games: int) -> list[sapper.Position]:
    """Positions of games in which the safest cell is opened."""
    found = []
    for index in range(games):
        game = sapper.Game(spec, seed=5, index=index)
        while game.status == "playing":
            found.append(game.position)
            best = sapper.analyze(game.position).best
            assert best is not None
            game.open(best)
    return found


@pytest.mark.parametrize(
    "spec", ["4x4/5", "torus:4x4/4", "hex:4x4/4", "box:2x3x3/5", "rook:3x4/4", "3x5/3"]
)
def test_safety_is_the_probability_of_the_engine(spec: str) -> None:
    positions = played(spec, 8)
    assert any(position.revealed for position in positions)
    for position in positions:
        found, analysis = guess(position), sapper.analyze(position)
        assert found.layouts == analysis.solutions
        exact = analysis.exact()
        assert list(found.safety) == sorted(position.covered)
        for cell, safety in found.safety.items():
            chance = exact[cell]
            assert chance is not None
            assert safety == 1 - chance


@pytest.mark.parametrize("spec", ["4x4/5", "hex:3x5/4"])
def test_configurations_are_those_of_brute_force(spec: str) -> None:
    for position in played(spec, 5):
        found, expected = guess(position), ProperConfigurations.of(position)
        by_set = {
            frozenset(mined): weight
            for mined, weight in zip(found.configurations, found.weights, strict=True)
        }
        assert by_set == expected.weights
        assert len(found.configurations) == len(by_set)
        assert list(found.configurations) == sorted(found.configurations)
        assert (found.exposed, found.floating) == (expected.exposed, expected.floating)


def test_a_large_board_needs_exact_integers() -> None:
    board = sapper.board("16x30")
    clues: list[int | None] = [None] * board.size
    clues[31] = 1
    found = guess(sapper.Position(board, clues, mines=99))
    assert len(found.configurations) == 8
    assert set(found.weights) == {comb(471, 98)}
    assert found.safety[0] == Fraction(7, 8)
    assert found.safety[479] == Fraction(471 - 98, 471)
    assert found.best == found.exposed


def test_flags_are_known_mines_in_and_outside_the_perimeter() -> None:
    position = sapper.parse("F1###\n#####\n####F", mines=4)
    found, exact = guess(position), sapper.analyze(position).exact()
    assert not {0, 14} & set(found.safety)
    assert found.configurations == ((),)
    assert found.weights == (comb(8, 2),)
    assert all(1 - safety == exact[cell] for cell, safety in found.safety.items())
    assert set(found.best) == {2, 5, 6, 7}


def test_mines_that_the_floating_cells_cannot_hold_rule_configurations_out() -> None:
    found = guess(sapper.parse("#1#\n###", mines=1))
    assert found.floating == ()
    assert sorted(found.configurations) == [(0,), (2,), (3,), (4,), (5,)]
    assert guess(sapper.parse("####\n#12#", mines=2)).configurations == (
        (1, 3),
        (1, 7),
        (2, 3),
        (2, 7),
    )
    assert guess(sapper.parse("####\n#12#", mines=3)).configurations == ((0, 3, 7), (3, 4, 7))
    settled = guess(sapper.parse("F1", mines=1))
    assert (settled.safety, settled.best, settled.layouts) == ({}, (), 1)
    assert settled.summary().endswith("safest: none")


def test_the_summary_is_a_map_of_the_board() -> None:
    lines = guess(sapper.parse("F1##\n####", mines=2)).summary().splitlines()
    assert lines == [
        "configurations: 1, layouts: 2",
        "  weight 2: no mine",
        "safety in %",
        "     F      -  100.0   50.0",
        " 100.0  100.0  100.0   50.0",
        "safest: (0, 2), (1, 0), (1, 1), (1, 2)",
    ]
    more = guess(sapper.parse(FIGURE, mines=11)).summary()
    assert "configurations: 19, layouts: 2,558,160\n" in more
    assert "  and 9 more\n" in more
    path = sapper.graph([("a", "b"), ("b", "c")])
    assert "  a: 50\n  c: 50\n" in guess(sapper.Position(path, {"b": 1}, mines=1)).summary()


def test_a_result_can_be_copied() -> None:
    found = guess(sapper.parse(FIGURE, mines=11))
    for copied in (pickle.loads(pickle.dumps(found)), copy.deepcopy(found)):
        assert copied.to_dict() == found.to_dict()


def test_positions_that_it_does_not_cover() -> None:
    with pytest.raises(PositionError, match="at most one mine per cell, not 2"):
        guess(sapper.parse("#1#", mines=1, max_per_cell=2))
    with pytest.raises(PositionError, match="needs the number of mines"):
        guess(sapper.parse("#1#", density=0.2))
    with pytest.raises(PositionError, match="needs the number of mines"):
        guess(sapper.parse("#1##", mines=range(1, 3)))
    with pytest.raises(ContradictionError, match="layout"):
        guess(sapper.parse("#1#\n###\n1##\n###", mines=8))
    assert len(guess(sapper.parse(FIGURE, mines=11), most=19).weights) == 19
    with pytest.raises(TooHardError, match="more than 18 configurations"):
        guess(sapper.parse(FIGURE, mines=11), most=18)


def test_the_picture_has_the_safety_of_every_cell_and_frames_the_safest() -> None:
    found = guess(sapper.parse("##2\n#F2\n#21\n#1.", mines=3))
    drawn = found.svg()
    assert drawn is not None
    assert drawn == found._repr_html_()
    assert drawn.count(">50</text>") == 2
    assert drawn.count("of the highest safety") == len(found.best) == 2
    assert "(2, 0): safety 1/2" in drawn
    large = sapper.Position(sapper.board("200x200"), [None] * 40_000, 1)
    assert guess(large).svg() is None
