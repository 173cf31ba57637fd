"""A game for a person or a program: moves, undo, luck, advice, and hidden information."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sapper
from sapper.games import Deal, NoGuessDeal, given_deal, is_no_guess, no_guess_deal
from sapper.games.playing import clicks
from sapper.lab import points
from sapper.lab.difficulty.layout_difficulty import rate_game
from sapper.strategies.compiled import Compiled
from sapper.theory.opening_tree import opening_tree
from sapper.theory.win_bound import mines_bound

if TYPE_CHECKING:
    from collections.abc import Callable

    from command_line import Run
    from sapper.types import FirstClickRule

Game = sapper.Game


def mines_of(game: Game) -> list[int]:
    """The cells with mines, read from the hidden layout."""
    start = game.start if game.start is not None else 0
    deal = Deal.read(
        game.board, mines=game.mines, max_per_cell=1, first=game.first, start=start
    ).game(game.seed, game.index)
    return [cell for cell, count in enumerate(deal.mines) if count]


def finish(game: Game) -> None:
    for cell in range(game.board.size):
        covered = game.position.states[cell] < 0
        if game.status == "playing" and covered and cell not in mines_of(game):
            game.open(cell)


# -- opening ------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["6x6/8", "hex:5x5/5", "torus:5x5/4", "box:5x3x3/4"])
@pytest.mark.parametrize("first", ["any", "safe", "open"])
def test_games_are_those_of_the_simulation(spec: str, first: FirstClickRule) -> None:
    """The clicks of a strategy, replayed by hand, show the same."""
    deal = Deal.read(spec, first=first)
    for index in range(6):
        game = Game(spec, first=first, seed=3, index=index)
        for click in clicks(deal, Compiled("pseq"), 3, index):
            assert game.status == "playing"
            assert game.position == click.position
            assert tuple(game.open(click.cell)) == click.opened
        assert game.status == ("won" if click.won else "lost")
        assert game.bbbv == deal.game(3, index).bbbv
        assert game.true_layout == deal.layout(3, index)


def test_the_first_cell_is_safe_wherever_it_is() -> None:
    for cell in range(25):
        for index in range(3):
            game = Game("5x5/20", seed=1, index=index)
            assert (game.start, game.bbbv) == (None, None)
            assert game.open(cell)
            assert game.start == cell
            opened = Game("5x5/10", first="open", index=index)
            opened.open(cell)
            assert opened.position.clue(cell) == 0


def test_a_first_cell_that_is_asked_for_is_opened_at_once() -> None:
    game = Game("9x9/10", start=(4, 4), seed=2)
    assert game.start == 40
    assert game.moves == 1
    assert game.position.clue(40) is not None
    assert not game.undo()
    assert Game("2x2/4", start=0).status == "won"


def test_any_first_click_may_lose() -> None:
    lost = [
        index
        for index in range(40)
        if Game("4x4/8", first="any", start=0, index=index).exploded == 0
    ]
    assert 8 <= len(lost) <= 32
    game = Game("4x4/8", first="any", index=lost[0])
    assert game.open(0) == []
    assert game.status == "lost"
    assert game.risk == pytest.approx(0.5)
    assert game.luck == 1.0
    assert game.start == 0
    assert game.undo()
    assert game.status == "playing"
    assert game.start is None


def test_what_cannot_be_done() -> None:
    game = Game("5x5/3", seed=4)
    game.flag(24)
    wrong: list[tuple[Callable[[], Any], str]] = [
        (lambda: game.open(24), "is flagged: take the flag away first"),
        (lambda: game.chord(3), r"\(0, 3\) is covered: only clues"),
        (lambda: game.true_layout, "available when the game is over"),
    ]
    for move, message in wrong:
        with pytest.raises(sapper.GameError, match=message):
            move()
    for cell in (25, (5, 0), "corner"):
        with pytest.raises(sapper.BoardError):
            game.open(cell)
    game.open(0)
    with pytest.raises(sapper.GameError, match=r"\(0, 0\) is open already"):
        game.open((0, 0))
    with pytest.raises(sapper.GameError, match="only covered cells are flagged"):
        game.flag(0)
    game.flag(24)
    finish(game)
    for move in (lambda: game.open(24), lambda: game.flag(24), lambda: game.chord(0), game.hint):
        with pytest.raises(sapper.GameError, match="the game is over: it is won"):
            move()
    wrong_games: list[dict[str, Any]] = [{"seed": -1}, {"index": 2**64}, {"first": "no"}]
    for arguments in wrong_games:
        with pytest.raises(sapper.GameError):
            Game("5x5/3", **arguments)


def test_open_needs_room_around_the_cell_that_is_clicked() -> None:
    game = Game("3x3/4", first="open")
    with pytest.raises(sapper.GameError, match="room for 0"):
        game.open(4)
    assert game.moves == 0
    assert game.open(0)
    assert Game("3x3/2", first="open", index=1).open(2)
    with pytest.raises(sapper.GameError, match="room for 5"):
        Game("3x3/6", first="open")


# -- winning ------------------------------------------------------------------------------------


def test_winning_by_opening_every_safe_cell() -> None:
    game = Game("6x6/6", seed=7)
    game.open(0)
    finish(game)
    assert game.status == "won"
    assert [cell for cell, count in enumerate(game.true_layout.mines) if count] == mines_of(game)


def test_winning_by_flagging_exactly_the_mines() -> None:
    game = Game("6x6/6", seed=7)
    game.open(0)
    mines = mines_of(game)
    wrong = next(c for c in range(36) if c not in mines and game.position.states[c] < 0)
    assert game.flag(wrong)
    for cell in mines:
        game.flag(cell)
    assert game.status == "playing"
    assert not game.flag(wrong)
    assert game.status == "won"
    assert game.undo()
    assert game.status == "playing"


def test_boards_of_nothing_but_mines_are_won() -> None:
    game = Game("2x3/6")
    assert (game.status, game.moves, game.luck) == ("won", 0, 1.0)
    assert game.true_layout.mines.tolist() == [1] * 6
    assert Game("1x2/4", max_per_cell=2).true_layout.mines.tolist() == [2, 2]
    assert Game("2x2/0").status == "playing"


def test_flags_before_the_first_click_win_nothing() -> None:
    game = Game("1x3/1")
    for cell in range(3):
        game.flag(cell)
        assert game.status == "playing"
        game.flag(cell)
    assert game.flags == []


# -- chords -------------------------------------------------------------------------------------


def test_a_chord_opens_around_a_clue() -> None:
    for index in range(60):
        game = Game("6x6/5", seed=5, index=index)
        game.open(14)
        clue = game.position.clue(14)
        around = game.board.neighbors(14)
        mined = [cell for cell in around if cell in mines_of(game)]
        if not clue:
            continue
        with pytest.raises(sapper.GameError, match="has 0 flags around it"):
            game.chord(14)
        for cell in mined:
            game.flag(cell)
        if game.status == "won":
            continue
        moves = game.moves
        opened = game.chord(14)
        assert set(around) - set(mined) <= set(opened)
        assert game.moves == moves + 1
        assert game.undo()
        assert game.position.revealed == [14]
        assert game.flags == mined


def test_a_chord_with_a_wrong_flag_loses() -> None:
    for index in range(60):
        game = Game("6x6/5", seed=6, index=index)
        game.open(14)
        mined = [cell for cell in game.board.neighbors(14) if cell in mines_of(game)]
        safe = [cell for cell in game.board.neighbors(14) if cell not in mined]
        if len(mined) != 1:
            continue
        game.flag(safe[-1])
        game.chord(14)
        assert game.status == "lost"
        assert game.exploded == mined[0]
        before = game.position
        assert game.undo()
        assert game.status == "playing"
        assert game.position.revealed == [14]
        assert before.flags == game.flags
        return
    pytest.fail("no game with a 1")


def test_no_chords_with_several_mines_a_cell() -> None:
    game = Game("3x3/3", max_per_cell=2, start=0)
    with pytest.raises(sapper.GameError, match="no chords"):
        game.chord(0)


# -- undo ---------------------------------------------------------------------------------------


@given(st.integers(0, 200), st.lists(st.tuples(st.sampled_from("ofcu"), st.integers(0, 15))))
def test_undo_takes_back_every_move(index: int, moves: list[tuple[str, int]]) -> None:
    game = Game("4x4/3", seed=6, index=index)
    past: list[tuple[object, ...]] = []

    def state() -> tuple[object, ...]:
        return game.position, game.status, game.moves, game.guesses, game.luck, game.exploded

    for kind, cell in moves:
        if kind == "u":
            assert game.undo() == bool(past)
            if past:
                assert state() == past.pop()
            continue
        before = state()
        try:
            {"o": game.open, "f": game.flag, "c": game.chord}[kind](cell)
        except sapper.GameError:
            assert state() == before
        else:
            past.append(before)
    while past:
        assert game.undo()
        assert state() == past.pop()
    assert not game.undo()


def test_another_first_click_after_undo_is_safe_too() -> None:
    game = Game("4x4/15", seed=1)
    game.open(0)
    assert game.status == "won"
    game.undo()
    game.open(9)
    assert (game.status, game.start) == ("won", 9)


# -- luck ---------------------------------------------------------------------------------------


def test_a_game_without_risks_is_the_same_game_and_knows_no_luck() -> None:
    plain = sapper.Game("9x9/10", seed=4)
    bare = sapper.Game("9x9/10", seed=4, risks=False)
    for cell in range(81):
        if plain.status == "playing" and plain.clue(cell) is None:
            assert bare.clue(cell) is None
            assert plain.open(cell) == bare.open(cell)
    assert (plain.status, plain.exploded, plain.moves) == (bare.status, bare.exploded, bare.moves)
    assert plain.position == bare.position
    assert plain.position.clue(0) == plain.clue((0, 0))
    assert plain.guesses > 0
    assert (bare.luck, bare.risk, bare.guesses) == (None, None, 0)
    bare.undo()
    assert bare.luck is None


def test_luck_is_the_chance_of_having_survived() -> None:
    for index in range(30):
        game = Game("5x5/6", seed=8, index=index)
        luck = Fraction(1)
        guesses = 0
        for cell in range(25):
            if game.status != "playing" or game.position.states[cell] >= 0:
                continue
            chance = sapper.analyze(game.position).exact()[cell] if game.moves else Fraction(0)
            assert chance is not None
            opened = game.open(cell)
            guesses += chance != 0
            luck *= 1 - chance if opened else 1
            assert game.risk == pytest.approx(float(chance))
        assert game.luck == pytest.approx(float(luck))
        assert game.guesses == guesses


def test_certain_play_takes_no_luck_and_flags_make_none() -> None:
    game = Game("3x3/1", start=0, seed=2)
    game.flag(game.position.covered[-1])
    while game.status == "playing":
        hint = game.hint()
        if hint.cell in game.flags:
            game.flag(hint.cell)
        game.open(hint.cell)
        if hint.mine_probability == 0:
            assert game.risk == 0
    assert game.status == "won"
    assert game.luck == 1.0


def test_a_position_too_hard_to_analyse_leaves_luck_unknown() -> None:
    limits = sapper.Limits(log2_states=3, memory=1_000)
    game = Game("21x21/90", start=220, seed=1, limits=limits)
    mined = set(mines_of(game))
    scattered = (game.board.cell((row, col)) for row in range(1, 21, 2) for col in range(1, 21, 2))
    while game.luck is not None:
        cell = next(scattered)
        if cell not in mined and game.position.clue(cell) is None:
            game.open(cell)
    assert game.status == "playing"
    assert game.risk is None
    with pytest.raises(sapper.TooHardError):
        game.analysis  # noqa: B018


def test_a_cell_once_proved_safe_needs_no_second_analysis() -> None:
    """The risks are those of an analysis before every click all the same."""
    for index in range(12):
        game = Game("9x9/12", seed=4, index=index)
        game.open(40)
        while game.status == "playing":
            chances = sapper.analyze(game.position).mine_probability
            assert game.must_guess == (float(np.nanmin(chances)) > 0)
            cell = int(np.nanargmin(chances))
            game.open(cell)
            assert game.risk == chances[cell]


def test_after_undo_what_was_proved_is_forgotten() -> None:
    """Another first click deals another layout, of which nothing is known."""
    game = Game("9x9/10", seed=2)
    game.open(0)
    assert game.analysis.safe or game.must_guess
    assert game.undo()
    game.open(80)
    for cell in range(81):
        if game.status == "playing" and game.position.clue(cell) is None:
            expected = float(sapper.analyze(game.position).mine_probability[cell])
            game.open(cell)
            assert game.risk == expected


def test_safe_left_reveals_no_hidden_information() -> None:
    game = Game("4x4/3", seed=1)
    assert game.safe_left == 13
    game.open(0)
    assert game.safe_left == len(game.position.covered) - 3
    several = Game("4x4/3", seed=1, max_per_cell=2, start=0)
    assert several.safe_left is None
    while several.status == "playing":
        several.open(next(c for c in several.position.covered))
    hidden = sum(1 for cell in several.position.covered if not several.true_layout.mines[cell])
    assert several.safe_left == hidden


# -- advice -------------------------------------------------------------------------------------


def test_hints_are_those_of_the_strategy() -> None:
    game = Game("8x8/10", seed=3)
    hint = game.hint()
    assert (hint.cell, hint.mine_probability) == (0, 0.0)
    assert "safe anywhere" in hint.text
    assert game.why(5) == "the first click is safe anywhere"
    game.open(hint.cell)
    while game.status == "playing":
        hint = game.hint("pseq")
        assert hint.cell == Compiled("pseq").choose(game.position)
        exact = sapper.analyze(game.position).mine_probability[hint.cell]
        assert hint.mine_probability == exact
        assert ("a guess: " in hint.text) == (exact > 0)
        assert game.why(hint.cell) in hint.text or exact > 0
        game.open(hint.cell)
    with pytest.raises(sapper.StrategyError, match="did you mean"):
        Game("8x8/10", first="any").hint("bset")


def test_why() -> None:
    game = Game("1x4/1", start=0, seed=0)
    for index in range(20):
        game = Game("1x4/1", start=0, index=index)
        if game.position.clue(0) == 1:
            break
    assert game.why(0) == "(0, 0) is open and shows 1"
    assert game.why(1) == "(0, 1) is a mine: the 1 at (0, 0) leaves no other choice"
    guess = Game("4x4/3", first="any").why((1, 1))
    assert guess.startswith(
        "a guess: (1, 1) has an 18.75 % chance of being a mine, tied for safest with 15 others"
    )


def test_what_a_game_says_of_itself() -> None:
    game = Game("hex:4x4/3", seed=5, index=9)
    assert repr(game) == "<Game 9 of seed 5 on hex:4x4/3: playing, 0 moves>"
    assert (game.spec, game.mines, game.first) == ("hex:4x4/3", 3, "safe")
    assert game.board == sapper.hexagonal(4, 4)


@pytest.mark.parametrize(
    "make",
    [
        lambda: sapper.Game.on(sapper.Layout("2x2", [0, 0, 1, 0])),
        lambda: sapper.Game.from_position(sapper.parse("#1##", mines=1)),
        lambda: sapper.Game.without_guess("9x9/10", "single"),
    ],
    ids=["on", "from_position", "without_guess"],
)
def test_no_other_game_is_built_on_the_way(
    make: Callable[[], sapper.Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a game of another deal")

    monkeypatch.setattr(sapper.Game, "__init__", refuse)
    monkeypatch.setattr(Deal, "game", refuse)
    game = make()
    assert (game.status, game.moves, game.seed, game.index) == ("playing", 0, 1, 0)
    assert game.open(0) or game.exploded == 0


INDEX_OR_COORDINATES: dict[str, Callable[[Any], object]] = {
    "Deal.read": lambda start: Deal.read("4x5/4", start=start),
    "Game": lambda start: sapper.Game("4x5/4", start=start).position.to_text(),
    "deal": lambda start: sapper.deal("4x5/4", start=start),
    "no_guess": lambda start: sapper.no_guess("4x5/2", start=start),
    "no_guess_deal": lambda start: no_guess_deal("4x5/2", start),
    "NoGuessDeal": lambda start: NoGuessDeal.read_level("4x5/2", "single", start),
    "given_deal": lambda start: given_deal(sapper.deal("4x5/4"), start).start,
    "is_no_guess": lambda start: is_no_guess(sapper.no_guess("4x5/2", start=7), start),
    "simulate": lambda start: sapper.simulate("4x5/4", "pseq", 20, start=start).wins,
    "optimal": lambda start: sapper.optimal("3x5/2", start=start).first_clicks,
    "strategy_value": lambda start: sapper.strategy_value("3x5/2", "pseq", start=start).wins,
    "points": lambda start: points(["4x5"], [4], ["pseq"], ["safe"], 1, start=start),
    "rate_game": lambda start: rate_game("4x5/4", 0, start=start).to_dict(),
    "opening_tree": lambda start: str(opening_tree("9x9/10", start=start)),
    "mines_bound": lambda start: mines_bound("9x9/40", start=start),
}
"""Functions of a first cell."""


@pytest.mark.parametrize("name", INDEX_OR_COORDINATES)
def test_a_first_cell_is_an_index_or_coordinates(name: str) -> None:
    call = INDEX_OR_COORDINATES[name]
    width = 9 if name in ("mines_bound", "opening_tree") else 5
    assert call(7) == call(divmod(7, width)) == call(list(divmod(7, width)))


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "4x5/4", "--games", "5", "--threads", "1"),
        ("deal", "4x5/4"),
        ("optimal", "3x5/2"),
        ("value", "3x5/2", "--strategy", "pseq"),
        ("watch", "4x5/4"),
        ("difficulty", "4x5/4", "--index", "1"),
    ],
    ids=lambda words: words[0],
)
def test_the_command_line_takes_both_and_prints_coordinates(
    run: Run, words: tuple[str, ...]
) -> None:
    index, place = (run(*words, "--start", start, "--json").json for start in ("7", "1,2"))
    for found in (index, place):
        for timed in ("seconds", "longest", "processor"):
            found.pop(timed, None)
    assert index == place
    assert index["start"] == [1, 2]
