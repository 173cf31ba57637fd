"""Games from a given position: their layouts are uniform over the consistent ones."""

from __future__ import annotations

import pickle
from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest

import sapper
from sapper.games.given_positions import position_deal
from sapper.strategies import find
from web_client import Client, web_client

if TYPE_CHECKING:
    from collections.abc import Iterator


def fitting(position: sapper.Position) -> set[tuple[int, ...]]:
    """All layouts that fit, one by one."""
    board, size = position.board, position.board.size
    assert position.mines is not None
    found = set()
    for mined in combinations(range(size), position.mines):
        clues_hold = all(
            clue is None
            or (cell not in mined and sum(near in mined for near in board.neighbors(cell)) == clue)
            for cell, clue in enumerate(position.clues)
        )
        if clues_hold and set(position.flags) <= set(mined):
            found.add(tuple(int(cell in mined) for cell in range(size)))
    return found


@pytest.mark.parametrize("text", ["#1##\n####", "##1\nF##\n###", "hex:2x3\n#2#\n###"])
def test_layouts_are_drawn_uniformly_from_all_that_fit(text: str) -> None:
    position = sapper.parse(text, mines=3)
    deal = position_deal(position)
    wanted = fitting(position)
    games = 200 * len(wanted)
    drawn = Counter(tuple(deal.layout(1, index).mines.tolist()) for index in range(games))
    assert set(drawn) == wanted
    chi2 = sum((count - 200) ** 2 / 200 for count in drawn.values())
    assert chi2 < len(wanted) + 6 * (2 * len(wanted)) ** 0.5  # for a fixed seed: the same always


def test_a_game_from_a_position_is_played_to_its_end() -> None:
    position = sapper.parse("#1##\n####\n####", mines=3)
    ends = set()
    for index in range(30):
        game = sapper.Game.from_position(position, seed=7, index=index)
        assert game.position == position
        assert game.status == "playing"
        while game.status == "playing":
            game.open(game.hint("pseq").cell)
        ends.add(game.status)
        layout = game.true_layout
        assert tuple(layout.mines.tolist()) in fitting(position)
        while game.undo():
            pass
        assert game.position == position
    assert ends == {"won", "lost"}


def test_flags_of_the_position_are_taken_as_true() -> None:
    game = sapper.Game.from_position(sapper.parse("F1##", mines=1))
    assert game.analysis.safe == [2, 3]
    assert game.open(2) == [2, 3]
    assert (game.luck, game.guesses) == (1.0, 0)


def test_strategies_play_on_from_a_position() -> None:
    game = sapper.Game.from_position(sapper.parse("F1##\n####", mines=2), seed=3)
    for name in ("pseq", "best", "optimal"):
        assert game.position.clue(game.hint(find(name).name).cell) is None


@pytest.mark.parametrize(
    ("position", "error", "said"),
    [
        (sapper.parse("#1", mines=1), sapper.GameError, "no safe cell is left"),
        (sapper.parse("#2#", mines=1), sapper.ContradictionError, "no layout fits"),
        (
            sapper.Position("1x3", [None, 1, None], density=0.3),
            sapper.GameError,
            "which is unknown",
        ),
    ],
)
def test_what_cannot_be_played_on_from_is_refused(
    position: sapper.Position, error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        sapper.Game.from_position(position)


def test_its_deal_can_be_sent_elsewhere() -> None:
    deal = position_deal(sapper.parse("#1##", mines=1))
    again = pickle.loads(pickle.dumps(deal))
    assert again.layout(5, 9) == deal.layout(5, 9)


# -- over HTTP ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with web_client(tmp_path_factory.mktemp("web") / "store.db") as found:
        yield found


GAME: dict[str, Any] = {
    "board": {"spec": "1x4/1"},
    "first": "any",
    "position": {"clues": [None, 1, None, None]},
}


def test_the_server_plays_on_from_a_position(client: Client) -> None:
    started = client.post("/api/game", GAME)
    assert (started["status"], started["clues"]) == ("playing", [None, 1, None, None])
    assert started["layout"] is None
    assert client.post("/api/game/hint", GAME)["cell"] == 3
    assert client.post("/api/game/advise", {**GAME, "strategy": "pseq"})["cell"] == 3
    ends = set()
    for seed in range(12):
        last = client.post("/api/game", {**GAME, "seed": str(seed), "moves": [0]})
        assert last["layout"] == ([1, 0, 0, 0] if last["status"] == "lost" else None)
        ends.add(last["status"])
    assert ends == {"playing", "lost"}


def test_games_of_different_positions_are_not_mixed_up(client: Client) -> None:
    other = {**GAME, "position": {"clues": [None, None, 1, None]}}
    for game in (GAME, other, GAME):
        assert client.post("/api/game", game)["clues"] == game["position"]["clues"]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"first": "safe"}, "first 'any'"),
        ({"start": 3}, "no start"),
        ({"position": {"clues": [None, 3, None, None]}}, "no layout fits"),
        ({"position": {"clues": [None]}}, "1 clues"),
        ({"position": {"clues": [None, 1, None, None], "flags": [1]}}, "flag"),
    ],
)
def test_positions_that_are_wrong_are_refused(
    client: Client, more: dict[str, Any], said: str
) -> None:
    assert said in client.post("/api/game", {**GAME, **more}, status=422)["error"]
