"""Games on a given layout: in Python, and by ``sapper play`` and ``sapper watch``."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any

import pytest

import sapper
from sapper import Click, Game, Layout, Replay
from sapper.games import given_deal

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from command_line import Run

    Ask = Callable[..., Any]

LAYOUT = sapper.deal("9x9/10", seed=3)


@pytest.fixture
def board(tmp_path: Path) -> str:
    path = tmp_path / "board.mbf"
    sapper.write(LAYOUT, path)
    return str(path)


@pytest.fixture
def ask(run: Run) -> Ask:
    """Return how to run a command; a failure is its line on standard error."""

    def asked(*arguments: str) -> Any:
        outcome = run(*arguments, "--json")
        return outcome.err if outcome.code == 2 else outcome.json

    return asked


def test_a_game_is_on_that_layout_also_after_undo() -> None:
    game = Game.on(LAYOUT)
    assert game.first == "any"
    assert game.open(6) == []
    assert game.status == "lost"
    assert game.risk == pytest.approx(10 / 81)
    assert game.true_layout == LAYOUT
    assert game.undo()
    for cell in (int(at) for at in range(81) if not LAYOUT.mines[at]):
        if game.position.clue(cell) is None:
            game.open(cell)
    assert game.status == "won"
    assert game.position.clues == [
        None if mines else int(number)
        for mines, number in zip(LAYOUT.mines, LAYOUT.numbers, strict=True)
    ]


def test_a_deal_starts_on_a_safe_cell_unless_start_is_given() -> None:
    layout = Layout("1x4", [1, 0, 0, 0])
    assert given_deal(layout).start == 1
    assert given_deal(layout, 0).start == 0
    assert given_deal(Layout("1x2", [1, 1])).full
    again = pickle.loads(pickle.dumps(given_deal(layout, 2)))
    assert (again.start, again.given) == (2, layout)


def test_several_mines_in_a_cell_are_played() -> None:
    game = Game.on(Layout("1x3", [2, 0, 0]))
    assert sorted(game.open(2)) == [1, 2]
    assert (game.status, game.position.clue(1)) == ("won", 2)


def test_play_takes_a_file(ask: Ask, board: str) -> None:
    reported = ask("play", board, "--keys", "<space>")
    assert (reported["spec"], reported["first"], reported["bbbv"]) == ("9x9/10", "any", 13)
    assert reported["start"] == [4, 4]
    assert reported["luck"] == pytest.approx(71 / 81)


def test_watch_takes_a_file_a_link_and_a_replay(ask: Ask, board: str, tmp_path: Path) -> None:
    reported = ask("watch", board, "--strategy", "pseq", "--start", "8,8")
    assert reported["start"] == [8, 8]
    assert all(not LAYOUT.mines[9 * row + column] for row, column in opened(reported))
    assert ask("watch", sapper.link(LAYOUT, "ptta"), "--strategy", "pseq")["spec"] == "9x9/10"
    path = tmp_path / "game.rawvf"
    sapper.write(Replay(LAYOUT, (Click(0.0, "open", 80),)), path)
    again = ask("watch", str(path), "--strategy", "pseq", "--start", "8,8")
    assert again["moves"] == reported["moves"]


def opened(reported: Any) -> list[list[int]]:
    return [cell for move in reported["moves"] for cell in move["opened"]]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--first", "open"], "omit --first"),
        (["--index", "3"], "omit --index"),
        (["--max-per-cell", "2"], "omit --max-per-cell"),
    ],
)
@pytest.mark.parametrize("command", ["play", "watch"])
def test_what_the_file_says_already_is_refused(
    ask: Ask, board: str, command: str, more: list[str], said: str
) -> None:
    keys = ["--keys", "q"] if command == "play" else []
    assert said in ask(command, board, *keys, *more)


def test_a_position_is_no_layout(ask: Ask, tmp_path: Path) -> None:
    path = tmp_path / "some.mine"
    sapper.write(sapper.parse("1##\n1##", mines=1), path)
    assert "holds a position, not a layout or a replay" in ask("watch", str(path))
    assert "nowhere.mbf" in ask("watch", "nowhere.mbf")
