"""Games in a tree search: push and pop, copies and pickles at any time."""

from __future__ import annotations

import copy
import pickle
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sapper
from sapper import _core
from sapper.games.journals import record, restore

if TYPE_CHECKING:
    from collections.abc import Callable

    from sapper.types import FirstClickRule

Game = sapper.Game
Move = tuple[str, int]

WAYS: list[Callable[[Game], Game]] = [
    Game.copy,
    copy.copy,
    copy.deepcopy,
    lambda game: pickle.loads(pickle.dumps(game)),
]


def new_game(kind: str, seed: int) -> Game:
    """A game of each kind that can be made."""
    if kind == "position":
        return Game.from_position(sapper.parse("1###\nF###\n####", mines=4), seed=seed)
    if kind == "no guess":
        return Game.without_guess("4x4/2", "single", seed=seed)
    if kind == "layout":
        return Game.on(sapper.deal("4x4/4", seed=seed))
    if kind == "full":
        return Game("2x2/4")
    if kind == "several mines":
        return Game("4x4/6", max_per_cell=2, seed=seed)
    if kind == "graph":
        return Game(sapper.graph([(i, (i + 1) % 12) for i in range(12)]), mines=3, seed=seed)
    spec, first, start = kind.split(" ")
    rule = cast("FirstClickRule", first)
    return Game(spec, first=rule, start=int(start) if start != "-" else None, seed=seed)


KINDS = [
    "4x4/4 safe -",
    "4x4/3 any -",
    "4x4/3 open 5",
    "hex:3x5/3 safe 2",
    "position",
    "no guess",
    "layout",
    "full",
    "several mines",
    "graph",
]


def state(game: Game) -> tuple[object, ...]:
    """Everything that a caller can see."""
    return (
        game.position,
        game.flags,
        game.status,
        game.moves,
        game.guesses,
        game.luck,
        game.risk,
        game.exploded,
        game.start,
        game.safe_left,
        game.bbbv,
        game.deal,
        game.true_layout if game.status != "playing" else None,
    )


def make(game: Game, move: Move) -> bool:
    """Make a move; return whether the rules allow it."""
    kind, cell = move
    cell %= game.board.size
    methods = {"open": game.open, "push": game.push, "flag": game.flag, "chord": game.chord}
    before = state(game)
    try:
        methods[kind](cell)
    except sapper.GameError:
        assert state(game) == before
        return False
    return True


moves = st.lists(
    st.tuples(
        st.sampled_from(["open", "push", "push", "flag", "chord", "pop", "copy"]),
        st.integers(0, 15),
    ),
    max_size=14,
)


@given(st.sampled_from(KINDS), st.integers(0, 30), moves, st.sampled_from(WAYS))
def test_any_sequence_equals_a_replay_from_scratch(
    kind: str, seed: int, sequence: list[Move], way: Callable[[Game], Game]
) -> None:
    game = new_game(kind, seed)
    line: list[Move] = []
    past: list[tuple[object, ...]] = []
    for move in sequence:
        if move[0] == "copy":
            left, game = game, way(game)
            assert state(left) == state(game)
            # The original is independent of the copy.
            make(left, ("push", move[1]))
            left.undo()
        elif move[0] == "pop":
            if past:
                assert game.pop() == line.pop()[1] % game.board.size
                assert state(game) == past.pop()
            else:
                before = state(game)
                with pytest.raises(sapper.GameError, match="no move to undo"):
                    game.pop()
                assert state(game) == before
        else:
            before = state(game)
            if make(game, move):
                line.append(move)
                past.append(before)
        again = new_game(kind, seed)
        assert all(make(again, done) for done in line)
        assert state(again) == state(game)
        if game.status == "playing":
            assert game.must_guess == again.must_guess
    while past:
        game.pop()
        assert state(game) == past.pop()


@pytest.mark.parametrize("way", WAYS)
def test_a_copy_undoes_what_the_original_did(way: Callable[[Game], Game]) -> None:
    game = Game("6x6/6", seed=2)
    game.flag(35)
    game.open(0)
    game.push(next(cell for cell in game.position.covered if cell != 35))
    other = way(game)
    assert (other.pop(), other.pop(), other.pop()) == (game.pop(), game.pop(), game.pop())
    assert state(other) == state(game) == state(Game("6x6/6", seed=2))
    other.open(20)
    assert game.moves == 0


def test_a_copy_of_a_lost_game_keeps_the_layout() -> None:
    game = Game.on(sapper.Layout("1x3", [0, 1, 0]))
    game.open(1)
    for way in WAYS:
        assert way(game).true_layout.mines.tolist() == [0, 1, 0]
        assert way(game).exploded == 1


def test_attributes_of_a_subclass_are_copied() -> None:
    class Noted(Game):
        notes: list[str]

    game = Noted("4x4/3")
    game.notes = ["a"]
    deep = copy.deepcopy(game)
    deep.notes.append("b")
    assert (game.notes, type(game.copy())) == (["a"], Noted)


def test_push_does_not_analyse_and_pop_restores_the_luck() -> None:
    game = Game.on(sapper.Layout("1x5", [0, 0, 1, 0, 0]))
    game.open(0)
    assert (game.luck, game.guesses) == (0.8, 1)
    game.push(3)
    assert (game.luck, game.risk, game.guesses, game.moves) == (None, None, 1, 2)
    game.pop()
    assert (game.luck, game.guesses, game.moves) == (0.8, 1, 1)
    game.push(2)
    assert (game.status, game.luck) == ("lost", 0.8)


def test_push_takes_every_form_of_a_cell() -> None:
    game = Game("3x3/1", seed=1)
    shown = []
    for cell in (4, (1, 1), [1, 1], np.int64(4), np.array([1, 1])):
        shown.append(game.push(cell))  # type: ignore[arg-type]
        game.pop()
    assert shown == [shown[0]] * 5
    wrong: list[tuple[Any, str]] = [
        (9, "cell 9 is not on 3x3"),
        (-1, "cell -1 is not on 3x3"),
        (2**70, "is not on 3x3"),
        ("a", "a cell is an index"),
        (True, "a cell is an index"),
        (None, "a cell is an index"),
    ]
    for first in (False, True):
        for given_cell, message in wrong:
            with pytest.raises(sapper.BoardError, match=message):
                game.push(given_cell)
        if not first:
            game.push(4)
    with pytest.raises(sapper.GameError, match=r"\(1, 1\) is open already"):
        game.push(4)
    game.flag(0)
    with pytest.raises(sapper.GameError, match=r"\(0, 0\) is flagged"):
        game.push(0)


def test_the_first_click_stays_if_it_was_asked_for() -> None:
    game = Game("4x4/3", start=5)
    with pytest.raises(sapper.GameError, match="no move to undo"):
        game.pop()
    restored: Game = pickle.loads(pickle.dumps(game))
    assert not restored.undo()
    assert restored.position == game.position


def test_a_proof_is_forgotten_after_its_cells_are_pushed() -> None:
    """The forced guess after pushes of proved cells is the one that an analysis finds."""
    for index in range(40):
        game = Game("5x5/7", seed=5, index=index, start=12)
        assert game.must_guess == (not game.analysis.safe)
        for cell in game.analysis.safe:
            game.push(cell)
        if game.status == "playing":
            assert game.must_guess == (not sapper.analyze(game.position).safe)


def test_the_core_refuses_what_the_rules_forbid() -> None:
    board = sapper.board("1x4")
    covered = np.full(4, -1, np.int16)
    game = _core.Game(board.graph, covered, np.array([0, 0, 1, 0], np.int16))
    fresh = _core.Game(board.graph)
    wrong: list[Callable[[], object]] = [
        lambda: fresh.open(0),
        lambda: fresh.reveal(0, None, False),
        lambda: fresh.begin_chord(0),
        lambda: fresh.flag(4),
        lambda: game.reveal(0, None, False),
        lambda: game.begin_chord(0),
        lambda: game.adopt(game, False),
        lambda: fresh.adopt(_core.Game(sapper.board("1x5").graph), False),
        lambda: game.open(-1),
        lambda: game.state(4),
    ]
    for call in wrong:
        with pytest.raises(ValueError, match=r"cell|layout|clue"):
            call()
    assert fresh.push(0) is None
    assert fresh.pop() == -1
    journal = record(game)
    with pytest.raises(ValueError, match="only a covered cell"):
        restore(board, False, journal._replace(moves=[("open", 9, [(9, None, False, None)])]))


@pytest.mark.parametrize(
    "thing",
    [
        sapper.parse("1#F\n###", mines=2),
        sapper.Layout("2x2", [1, 0, 0, 0]),
        sapper.Position(sapper.graph([("a", "b")]), [1, None], mines=1),
    ],
)
def test_what_cannot_change_is_copied_and_pickled(thing: Any) -> None:
    for again in (copy.copy(thing), copy.deepcopy(thing), pickle.loads(pickle.dumps(thing))):
        assert again == thing
        assert hash(again) == hash(thing)
