"""Games without a guess, and results of games, over HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import sapper
from sapper.games import is_no_guess
from sapper.replays import Click
from web_client import Client, web_client

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.types import Level

LEVELS = ("single", "subtraction", "engine")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with web_client(tmp_path_factory.mktemp("web") / "store.db") as found:
        yield found


def game(board: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"board": board, "seed": "3", "moves": [], **more}


def play_safely(client: Client, asked: dict[str, Any], first: int) -> dict[str, Any]:
    """Open what is certainly safe until the game is over, and never guess."""
    asked["moves"] = [first]
    state: dict[str, Any] = client.post("/api/game", asked)
    while state["status"] == "playing":
        hint = client.post("/api/game/hint", asked)
        assert hint["certain"], hint
        asked["moves"] = [*asked["moves"], hint["safe"]]
        state = client.post("/api/game", asked)
    return state


BOARDS: list[dict[str, Any]] = [
    {"spec": "9x9/10"},
    {"spec": "hex:6x7/8"},
    {"spec": "torus:7x8/9"},
    {"spec": "box:4x4x4/8"},
    {"edges": [[at, (at + 1) % 12] for at in range(12)], "nodes": 12},
]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.get("spec", "graph"))
def test_a_game_of_every_level_needs_no_guess(
    client: Client, board: dict[str, Any], level: Level
) -> None:
    mines = None if "spec" in board else 3
    for first in (0, 5):
        state = play_safely(client, game(board, mines=mines, no_guess=level), first)
        assert state["status"] == "won"
        assert state["guesses"] == 0
        built = (
            sapper.board(board["spec"].split("/")[0])
            if mines is None
            else sapper.graph(board["edges"], nodes=range(12))
        )
        assert is_no_guess(sapper.Layout(built, state["layout"]), first, level)


def test_the_layout_is_that_of_the_library_for_the_cell_that_was_opened(client: Client) -> None:
    state = play_safely(client, game({"spec": "9x9/10"}, no_guess="engine", index=4), 17)
    wanted = sapper.no_guess("9x9/10", seed=3, index=4, start=17)
    assert state["layout"] == wanted.mines.tolist()


def test_a_cell_without_a_layout_is_told(client: Client) -> None:
    asked = game({"spec": "2x2/2"}, no_guess="engine", moves=[1])  # all cells look alike
    answer = client.post("/api/game", asked, 422)
    assert "without a guess" in answer["error"]
    asked = game({"spec": "3x3/3"}, no_guess="engine", max_per_cell=2, moves=[1])
    answer = client.post("/api/game", asked, 422)
    assert "at most one mine per cell" in answer["error"]


def test_the_result_is_that_of_the_replay(client: Client) -> None:
    ends = set()
    for index in range(14):
        asked = game({"spec": "6x6/9"}, index=index, moves=[0])
        state = client.post("/api/game", asked)
        cells = iter(range(1, 36))
        while state["status"] == "playing":
            cell = next(cell for cell in cells if state["clues"][cell] is None)
            if index % 2:  # by hints, lest every game is lost
                cell = client.post("/api/game/hint", asked)["cell"]
            asked["moves"] = [*asked["moves"], cell]
            state = client.post("/api/game", asked)
        found = client.post("/api/game/result", asked)
        layout = sapper.Layout("6x6", state["layout"])
        clicks = [Click(float(at), "open", cell) for at, cell in enumerate(asked["moves"])]
        analysis = sapper.Replay(layout, tuple(clicks)).analysis()
        ends.add(found["status"])
        assert found["status"] == analysis.status == state["status"]
        assert (found["bbbv"], found["zini"]) == (layout.bbbv, layout.zini)
        assert found["bbbv_solved"] == analysis.bbbv_solved
        assert found["needed_guesses"] == len(analysis.needed_guesses)
        assert found["unneeded_guesses"] == len(analysis.unneeded_guesses)
        assert found["unknown_guesses"] == 0
        assert found["luck"] == pytest.approx(analysis.luck)
        lost = analysis.lost_at
        if lost is None:
            assert (found["lost_cell"], found["better"]) == (None, None)
            continue
        assert found["lost_cell"] == lost.click.cell
        assert found["lost_risk"] == pytest.approx(lost.risk)
        seen = sapper.analyze(analysis.position(lost.number))
        better = found["better"]
        assert better["mine_probability"] == pytest.approx(seen.mine_probability[better["cell"]])
        assert better["certain"] == bool(seen.safe)
        assert (better["win_probability"] is None) == better["certain"]
        steps = client.post("/api/game/replay", asked)["steps"]
        needed = [step["needed"] for step in steps if step["needed"] is not None]
        assert needed == [move.needed for move in analysis.guesses]
    assert ends == {"won", "lost"}


def test_a_game_that_goes_on_has_no_result(client: Client) -> None:
    answer = client.post("/api/game/result", game({"spec": "9x9/10"}, moves=[40]), 422)
    assert "it is not over" in answer["error"]
