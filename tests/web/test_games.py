"""Games over HTTP: equal to the library, and no answer reveals the layout."""

from __future__ import annotations

import json
from itertools import pairwise
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import sapper
from sapper.analysis import candidates
from sapper.games import Deal
from sapper.strategies.compiled import Compiled
from web_client import Client, web_client

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PATH = "/api/game"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with web_client(tmp_path_factory.mktemp("web") / "store.db") as found:
        yield found


def game(spec: str = "5x5/5", **more: Any) -> dict[str, Any]:
    return {"board": {"spec": spec}, "seed": "3", "moves": [], **more}


def layout(asked: dict[str, Any]) -> list[int]:
    """Return the mines of a game, read from the library."""
    moves = [move if isinstance(move, int) else move[0] for move in asked["moves"]]
    deal = Deal.read(
        asked["board"]["spec"],
        mines=asked.get("mines"),
        max_per_cell=asked.get("max_per_cell", 1),
        first=asked.get("first", "safe"),
        start=moves[0],
    )
    return deal.game(int(asked["seed"]), asked.get("index", 0)).mines


def play_out(client: Client, asked: dict[str, Any], most: int = 500) -> list[dict[str, Any]]:
    """Open the safest cell until the game is over; return every answer."""
    answers = [client.post(PATH, asked)]
    while answers[-1]["status"] in ("new", "playing") and most:
        most -= 1
        seen = [-1 if clue is None else clue for clue in answers[-1]["clues"]]
        board, mines = sapper.board(asked["board"]["spec"]), answers[-1]["mines_left_unflagged"]
        position = sapper.Position.from_states(board, np.array(seen), mines)
        best = sapper.analyze(position).best
        assert best is not None
        asked["moves"] = [*asked["moves"], best if any(c >= 0 for c in seen) else 0]
        answers.append(client.post(PATH, asked))
    return answers


# -- a game -------------------------------------------------------------------------------------


def test_a_new_game_tells_nothing(client: Client) -> None:
    found = client.post(PATH, game())
    assert found["status"] == "new"
    assert found["clues"] == [None] * 25
    assert found["opened"] == []
    assert found["luck"] == {"survived": 1.0, "risks": []}
    assert (found["layout"], found["bbbv"], found["exploded"], found["start"]) == (None,) * 4
    assert found["unavoidable"] is False
    assert (found["safe_left"], found["mines_left_unflagged"]) == (20, 5)


def test_it_is_the_game_of_the_library(client: Client) -> None:
    ends = set()
    for index in range(12):
        asked = game("6x6/7", index=index)
        last = play_out(client, asked)[-1]
        same = sapper.Game("6x6/7", seed=3, index=index)
        opened = [same.open(cell) for cell in asked["moves"]]
        assert last["status"] == same.status
        assert last["opened"] == opened
        assert last["clues"] == same.position.clues
        assert last["layout"] == same.true_layout.mines.tolist() == layout(asked)
        assert (last["guesses"], last["moves"]) == (same.guesses, same.moves)
        assert last["luck"]["survived"] == pytest.approx(same.luck)
        assert last["bbbv"] == same.bbbv
        assert last["exploded"] == same.exploded
        ends.add(last["status"])
    assert ends == {"won", "lost"}


def test_luck_is_the_product_of_the_chances_of_survival(client: Client) -> None:
    risky = 0
    for index in range(12):
        asked = game("6x6/9", index=index)
        answers = play_out(client, asked)
        chances = []
        for before, after in pairwise(answers):
            cell = asked["moves"][after["moves"] - 1]
            if before["status"] == "playing":
                states = np.array([-1 if clue is None else clue for clue in before["clues"]])
                position = sapper.Position.from_states(sapper.board("6x6"), states, 9)
                chances.append(float(sapper.analyze(position).mine_probability[cell]))
                assert before["unavoidable"] == (not sapper.analyze(position).safe)
            survived = after["status"] != "lost"
            luck = after["luck"]
            kept = chances if survived else chances[:-1]
            assert luck["survived"] == pytest.approx(prod(1 - chance for chance in kept))
            expected = [chance for chance in chances if chance > 0]
            assert [risk["mine_probability"] for risk in luck["risks"]] == pytest.approx(expected)
            assert after["guesses"] == len(expected)
        risky += len(answers[-1]["luck"]["risks"])
        assert all(
            asked["moves"][risk["move"]] == risk["cell"] for risk in answers[-1]["luck"]["risks"]
        )
    assert risky > 10


def test_the_layout_is_never_told_while_the_game_is_on(client: Client) -> None:
    """Two games with the same view of the player have the same answers to everything."""
    seen: dict[str, dict[str, Any]] = {}
    met = 0
    for seed in range(60):
        asked = game("4x4/3", seed=str(seed), moves=[0])
        state = client.post(PATH, asked)
        if state["status"] != "playing":
            continue
        assert state["layout"] is None
        assert state["bbbv"] is None
        answers = {
            "state": state,
            "hint": client.post(f"{PATH}/hint", asked),
            "why": client.post(f"{PATH}/why", {**asked, "cell": 15}),
            "advice": client.post(f"{PATH}/advise", {**asked, "strategy": "pseq"}),
        }
        client.post(f"{PATH}/replay", asked, status=422)
        key = json.dumps(state["clues"])
        met += key in seen
        assert seen.setdefault(key, answers) == answers
    assert met > 10


def test_several_mines_a_cell_keep_their_number_secret(client: Client) -> None:
    asked = game("4x4/6", max_per_cell=3, moves=[0])
    found = client.post(PATH, asked)
    assert found["safe_left"] is None
    lost = [
        found
        for seed in range(10)
        if (
            found := client.post(
                PATH, game("2x2/9", max_per_cell=4, first="any", seed=str(seed), moves=[0])
            )
        )["status"]
        == "lost"
    ]
    assert lost
    assert all(sum(found["layout"]) == 9 and max(found["layout"]) <= 4 for found in lost)


def test_a_board_full_of_mines_is_won_at_once(client: Client) -> None:
    found = client.post(PATH, game("2x2/4"))
    assert found["status"] == "won"
    assert found["layout"] == [1, 1, 1, 1]
    assert client.post(f"{PATH}/why", {**game("2x2/4"), "cell": 0})["state"] == "mine"


def test_moves_in_any_order_of_requests(client: Client) -> None:
    """Earlier requests make no difference, in this process or in another one."""
    asked = game("6x6/6", index=4)
    last = play_out(client, asked)[-1]
    for length in (len(asked["moves"]), 1, 0, 2, len(asked["moves"])):
        part = {**asked, "moves": asked["moves"][:length]}
        found = client.post(PATH, part)
        assert found["opened"] == last["opened"][:length]
    assert client.post(PATH, asked) == last


def test_another_process_tells_the_same(client: Client, tmp_path: Path) -> None:
    asked = game("6x6/6", index=4)
    last = play_out(client, asked)[-1]
    with web_client(tmp_path / "other.db") as other:
        assert other.post(PATH, asked) == last


@pytest.mark.parametrize("spec", ["hex:5x5/4", "torus:5x5/4", "tri:4x6/4", "box:3x3x3/4"])
def test_every_kind_of_board(client: Client, spec: str) -> None:
    assert play_out(client, game(spec))[-1]["status"] in ("won", "lost")


def test_a_graph(client: Client) -> None:
    board = {"edges": [[0, 1], [1, 2], [2, 3], [3, 0]], "nodes": 5}
    asked = {"board": board, "mines": 1, "moves": [4]}
    found = client.post(PATH, asked)
    assert found["clues"] == [None] * 4 + [0]
    assert found["unavoidable"] is True
    assert client.post(f"{PATH}/hint", asked)["candidates"][0]["equals"] == 4


# -- chords and bad moves -----------------------------------------------------------------------


def test_a_chord_opens_what_is_covered_and_ends_at_a_mine(client: Client) -> None:
    for seed in range(40):
        asked = game("5x5/3", seed=str(seed), moves=[12])
        mined = layout(asked)
        around = sapper.grid(5, 5).neighbors(12)
        if any(mined[cell] for cell in around):
            break
    else:
        raise AssertionError("no game has a mine there")
    safe = [cell for cell in around if not mined[cell]]
    wrong = next(cell for cell in around if mined[cell])
    found = client.post(PATH, {**asked, "moves": [12, safe]})
    assert sorted(found["opened"][1]) == sorted(set(found["opened"][1]))
    assert set(safe) <= {cell for opened in found["opened"] for cell in opened}
    assert found["moves"] == 2
    lost = client.post(PATH, {**asked, "moves": [12, [wrong, *safe]]})
    assert (lost["status"], lost["exploded"], lost["opened"][1]) == ("lost", wrong, [])
    replay = client.post(f"{PATH}/replay", {**asked, "moves": [12, [wrong, *safe]]})
    assert [step["move"] for step in replay["steps"]] == [0, 1]


def test_an_open_cell_opens_nothing(client: Client) -> None:
    found = client.post(PATH, game(moves=[0, 0]))
    assert found["opened"][1] == []
    assert found["moves"] == 1


def test_moves_after_the_end_are_refused(client: Client) -> None:
    asked = game("4x4/3")
    play_out(client, asked)
    asked["moves"] = [*asked["moves"], 0]
    found = client.post(PATH, asked, status=422)
    assert found["kind"] == "GameError"
    assert "after the end" in found["error"]


def test_the_first_cell_can_be_fixed(client: Client) -> None:
    asked = game(start=7)
    assert client.post(f"{PATH}/hint", asked)["cell"] == 7
    assert client.post(f"{PATH}/advise", {**asked, "strategy": "pseq"})["cell"] == 7
    found = client.post(PATH, {**asked, "moves": [8]}, status=422)
    assert found["error"] == "the first click of this game must be (1, 2), not (1, 3)"
    assert client.post(PATH, {**asked, "moves": [7]})["start"] == 7


@pytest.mark.parametrize(
    ("more", "kind"),
    [
        ({"moves": [25]}, "BoardError"),
        ({"moves": [-1]}, "ValidationError"),
        ({"moves": [1.5]}, "ValidationError"),
        ({"moves": [True]}, "ValidationError"),
        ({"moves": [[]]}, "ValidationError"),
        ({"moves": "0"}, "ValidationError"),
        ({"moves": [0] * 100_001}, "ValidationError"),
        ({"start": 25}, "BoardError"),
        ({"first": "never"}, "ValidationError"),
        ({"first": "open", "mines": 24, "moves": [12]}, "GameError"),
        ({"mines": 26}, "GameError"),
        ({"mines": -1}, "ValidationError"),
        ({"seed": "-1"}, "ValidationError"),
        ({"seed": str(2**64)}, "ValidationError"),
        ({"seed": "one"}, "ValidationError"),
        ({"index": -1}, "ValidationError"),
        ({"max_per_cell": 0}, "ValidationError"),
        ({"board": {"spec": "5y5"}}, "SpecError"),
        ({"board": {"spec": "5x5"}}, "GameError"),
        ({"board": {"spec": "2000x2000/9"}}, "TooLarge"),
        ({"board": {"spec": "box:" + "x".join(["2"] * 14) + "/9"}}, "TooLarge"),
        ({"board": {}}, "ValidationError"),
        ({"board": {"edges": [[0, 5]], "nodes": 2}}, "ValidationError"),
        ({"board": {"edges": [[0, 0]], "nodes": 2}, "mines": 1}, "BoardError"),
        ({"board": {"edges": [[0, 1], [1, 0]], "nodes": 2}, "mines": 1}, "BoardError"),
        ({"unknown": 1}, "ValidationError"),
    ],
)
def test_bad_games_are_refused(client: Client, more: dict[str, Any], kind: str) -> None:
    for path in (PATH, f"{PATH}/hint", f"{PATH}/replay"):
        assert client.post(path, {**game(), **more}, status=422)["kind"] == kind


def test_the_largest_seed(client: Client) -> None:
    assert client.post(PATH, game(seed=str(2**64 - 1)))["status"] == "new"
    assert client.post(PATH, game(seed=17, moves=[0])) == client.post(
        PATH, game(seed="17", moves=[0])
    )


# -- hints and reasons --------------------------------------------------------------------------


def test_hints_agree_with_the_analysis(client: Client) -> None:
    kinds = set()
    for index in range(8):
        asked = game("6x6/7", index=index, moves=[0])
        for _ in range(60):
            state = client.post(PATH, asked)
            if state["status"] != "playing":
                break
            found = client.post(f"{PATH}/hint", asked)
            states = np.array([-1 if clue is None else clue for clue in state["clues"]])
            position = sapper.Position.from_states(sapper.board("6x6"), states, 7)
            analysis = sapper.analyze(position)
            cell = found["cell"]
            assert found["safe"] == analysis.safe
            assert found["mines"] == analysis.mines
            assert found["mine_probability"] == analysis.mine_probability[cell]
            assert found["certain"] == bool(analysis.safe) == (cell in analysis.safe)
            assert found["certain"] != state["unavoidable"]
            kinds.add(found["why"]["kind"])
            if found["certain"]:
                reason = analysis.reason(cell)
                assert found["why"]["clues"] == list(reason.clues)
                assert found["why"]["text"] == reason.text(position)
                assert found["candidates"] == []
            else:
                rows = [row.to_dict() for row in candidates(analysis, include=[cell])]
                assert found["candidates"] == rows
                assert cell in [row["cell"] for row in found["candidates"]]
            asked["moves"] = [*asked["moves"], cell]
    assert {"guess", "subset", "several clues", "mine count"} <= kinds


def test_a_hint_for_the_first_click(client: Client) -> None:
    found = client.post(f"{PATH}/hint", game())
    assert (found["certain"], found["why"]["kind"], found["cell"]) == (True, "first click", 0)
    found = client.post(f"{PATH}/hint", game(first="any"))
    assert (found["certain"], found["why"]["kind"]) == (False, "guess")
    assert found["mine_probability"] == 0.2
    found = client.post(f"{PATH}/hint", game(first="any", start=3))
    assert (found["certain"], found["cell"], found["mine_probability"]) == (False, 3, 0.2)


def test_why(client: Client) -> None:
    seen = set()
    for seed in range(12):
        asked = game("5x5/4", seed=str(seed), moves=[12])
        state = client.post(PATH, asked)
        if state["status"] != "playing":
            continue
        states = np.array([-1 if clue is None else clue for clue in state["clues"]])
        position = sapper.Position.from_states(sapper.board("5x5"), states, 4)
        analysis = sapper.analyze(position)
        for cell in range(25):
            found = client.post(f"{PATH}/why", {**asked, "cell": cell})
            seen.add(found["state"])
            chance = analysis.mine_probability[cell]
            if state["clues"][cell] is not None:
                assert (found["state"], found["mine_probability"]) == ("open", None)
            elif 0 < chance < 1:
                assert (found["state"], found["mine_probability"]) == ("not certain", chance)
                shown = [o for o in position.board.neighbors(cell) if states[o] >= 0]
                assert found["why"]["clues"] == shown
            else:
                assert found["state"] == ("mine" if chance else "safe")
                assert found["why"]["clues"] == list(analysis.reason(cell).clues)
                assert found["why"]["text"] == analysis.reason(cell).text(position)
    assert seen == {"open", "safe", "mine", "not certain"}
    assert client.post(f"{PATH}/why", {**game(), "cell": 3})["why"]["kind"] == "first click"
    assert client.post(f"{PATH}/why", {**game(), "cell": 25}, status=422)["kind"] == "BoardError"


@pytest.mark.parametrize(
    "strategy", ["random", "basic", "perimeter", "pseq", "best", "heuristic:PE", "book004:pseq"]
)
def test_strategies_play_to_the_end(client: Client, strategy: str) -> None:
    asked = game("6x6/6")
    for _ in range(36):
        found = client.post(f"{PATH}/advise", {**asked, "strategy": strategy})
        asked["moves"] = [*asked["moves"], found["cell"]]
        state = client.post(PATH, asked)
        if found["certain"]:
            assert state["status"] != "lost"
        if state["status"] != "playing":
            break
    assert state["status"] in ("won", "lost")
    over = client.post(f"{PATH}/advise", {**asked, "strategy": strategy}, status=422)
    assert over["kind"] == "GameError"


def test_advice_is_that_of_the_strategy(client: Client) -> None:
    asked = game("6x6/7", moves=[0])
    position = sapper.Game("6x6/7", seed=3, start=0).position
    player = Compiled("perimeter")
    player.begin(3, 0)
    found = client.post(f"{PATH}/advise", {**asked, "strategy": "perimeter"})
    assert found["cell"] == player.choose(position)


def test_advice_that_cannot_be_given(client: Client) -> None:
    found = client.post(f"{PATH}/advise", {**game(), "strategy": "bset"}, status=422)
    assert found["kind"] == "StrategyError"
    assert "did you mean 'best'" in found["error"]
    for strategy in ("optimal", "book004:optimal"):
        found = client.post(
            f"{PATH}/advise", {**game("5x5/8", moves=[0]), "strategy": strategy}, status=422
        )
        assert found["kind"] == "TooHardError"
    small = client.post(f"{PATH}/advise", {**game("3x3/2", moves=[0]), "strategy": "optimal"})
    assert 0 <= small["cell"] < 9


def test_replay(client: Client) -> None:
    asked = game("6x6/7", index=1)
    last = play_out(client, asked)[-1]
    found = client.post(f"{PATH}/replay", asked)
    assert found["status"] == last["status"]
    assert found["layout"] == last["layout"]
    assert [step["cell"] for step in found["steps"]] == asked["moves"]
    assert [step["opened"] for step in found["steps"]] == last["opened"]
    risks = [
        {"move": i, "cell": step["cell"], "mine_probability": step["mine_probability"]}
        for i, step in enumerate(found["steps"])
        if not step["certain"]
    ]
    assert risks == last["luck"]["risks"]


def test_a_position_too_hard_leaves_luck_unknown(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cells scattered over a large board: wide, however it is cut."""
    monkeypatch.setattr(
        "sapper.web.api.games.played.LIMITS", sapper.Limits(log2_states=3, memory=1_000, seconds=1)
    )
    asked = game("21x21/90", seed="12", moves=[220])
    mined = layout(asked)
    scattered = [21 * row + col for row in range(1, 21, 2) for col in range(1, 21, 2)]
    asked["moves"] += [cell for cell in scattered if not mined[cell]]
    found = client.post(PATH, asked)
    assert found["luck"]["survived"] is None
    assert found["unavoidable"] is None
    assert None in [risk["mine_probability"] for risk in found["luck"]["risks"]]
    hint = client.post(f"{PATH}/hint", asked)
    assert "too hard to compute" in hint["why"]["text"]
    assert found["clues"][hint["cell"]] is None
    asking: list[tuple[str, dict[str, Any]]] = [
        ("why", {"cell": 0}),
        ("advise", {"strategy": "perimeter"}),
    ]
    for path, more in asking:
        refused = client.post(f"{PATH}/{path}", {**asked, **more}, status=422)
        assert refused["kind"] == "TooHardError"
    light = client.post(f"{PATH}/advise", {**asked, "strategy": "random"})
    assert found["clues"][light["cell"]] is None


# -- moves in batches, and large boards -----------------------------------------------------------


def new_clues(step: dict[str, Any]) -> dict[int, int]:
    """Return the new clues of a step, by cell."""
    return {
        cell: clue
        for cells, clues in zip(step["opened"], step["clues"], strict=True)
        for cell, clue in zip(cells, clues, strict=True)
    }


def test_moves_in_batches_tell_what_the_whole_game_tells(client: Client) -> None:
    ends = set()
    for index in range(10):
        whole = game("6x6/6", index=index)
        last = play_out(client, whole)[-1]
        clues: dict[int, int] = {}
        opened: list[list[int]] = []
        risks: list[Any] = []
        key = None
        for at in range(0, len(whole["moves"]), 3):
            asked = {**whole, "moves": whole["moves"][at : at + 3], "after": key}
            step = client.post(f"{PATH}/moves", asked)
            clues |= new_clues(step)
            opened += step["opened"]
            risks += step["luck"]["risks"]
            key = step["key"]
        assert [clues.get(cell) for cell in range(36)] == last["clues"]
        assert opened == last["opened"]
        assert risks == last["luck"]["risks"]
        for name in ("status", "start", "safe_left", "moves", "guesses", "bbbv", "layout"):
            assert step[name] == last[name]
        assert step["luck"]["survived"] == last["luck"]["survived"]
        assert step["judged"] is last["judged"] is True
        ends.add(step["status"])
    assert ends == {"won", "lost"}


def test_moves_after_the_end_are_left_out(client: Client) -> None:
    whole = game("6x6/6")
    play_out(client, whole)
    asked = {**whole, "moves": [*whole["moves"], 0, 1, 2]}
    step = client.post(f"{PATH}/moves", asked)
    assert len(step["opened"]) == len(whole["moves"])
    again = client.post(f"{PATH}/moves", {**whole, "moves": [3], "after": step["key"]})
    assert again["opened"] == []
    assert again["status"] == step["status"]


def test_a_game_that_is_not_kept_is_asked_for_whole(client: Client) -> None:
    for after in ("0" * 64, "", "x"):
        wrong = client.post(f"{PATH}/moves", game(moves=[0], after=after), status=409)
        assert wrong["kind"] == "GameForgotten"
    step = client.post(f"{PATH}/moves", game(moves=[0]))
    other = game(seed="4", moves=[1], after=step["key"])  # the key of another game
    assert client.post(f"{PATH}/moves", other, status=409)["kind"] == "GameForgotten"


def test_a_million_cells_are_played(client: Client) -> None:
    large = game("1000x1000/200000", first="open")
    board = client.get("/api/boards/1000x1000")
    assert (board["neighbors"], board["coordinates"]) == ([], [])
    assert sorted(map(tuple, board["steps"][0])) == [
        (down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right
    ]
    step = client.post(f"{PATH}/moves", {**large, "moves": [500500]})
    clues = new_clues(step)
    assert clues[500500] == 0
    assert step["status"] == "playing"
    assert (step["judged"], step["unavoidable"], step["luck"]["survived"]) == (False, None, None)
    same = sapper.Game("1000x1000/200000", seed=3, first="open", risks=False)
    assert sorted(same.open(500500)) == sorted(clues)
    hint = client.post(f"{PATH}/hint", {**large, "moves": [500500]})
    assert hint["certain"]
    assert hint["cell"] in sapper.analyze(same.position).safe
    after = client.post(f"{PATH}/moves", {**large, "moves": [hint["cell"]], "after": step["key"]})
    assert hint["cell"] in new_clues(after)
    why = client.post(f"{PATH}/why", {**large, "moves": [500500], "cell": hint["cell"]})
    assert why["state"] == "safe"


@pytest.mark.parametrize("spec", ["1001x1000/5", "box:101x101x101/9", "reach2:700x700/9"])
def test_a_board_that_is_too_large_to_be_played_is_refused(client: Client, spec: str) -> None:
    assert client.post(f"{PATH}/moves", game(spec), status=422)["kind"] == "TooLarge"
    assert client.get(f"/api/boards/{spec}", status=422)["kind"] == "TooLarge"


def test_games_that_are_kept_are_bounded_by_their_cells() -> None:
    from sapper.web.api.games import models
    from sapper.web.api.games.played import Games

    games = Games(most=5, cells=250)
    for seed in range(8):
        asked = models.GameMoves.model_validate(game("10x10/9", seed=str(seed), moves=[0]))
        played, _ = games.go_on(asked)
        games.keep(played)
    assert len(games._kept) == 2
    assert games._cells == 200


@pytest.mark.parametrize("kind", ["grid", "torus", "hex", "tri", "rook", "knight", "reach2"])
def test_steps_lead_to_the_neighbours(kind: str) -> None:
    board = sapper.board(f"{kind}:6x8")
    assert board.described is not None
    patterns, phase = board.described.core.patterns(board.shape)
    for cell in range(board.size):
        at = board.coordinates(cell)
        pattern = patterns[sum(a * b for a, b in zip(phase, at, strict=True)) % len(patterns)]
        found = set()
        for step in pattern:
            place = [a + b for a, b in zip(at, step, strict=True)]
            if board.described.wraps:
                place = [a % n for a, n in zip(place, board.shape, strict=True)]
            if all(0 <= a < n for a, n in zip(place, board.shape, strict=True)):
                found.add(place[0] * 8 + place[1])
        assert sorted(found - {cell}) == board.neighbors(cell)
