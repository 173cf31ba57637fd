"""Boxes of four dimensions over HTTP: the preset is played to its end by the best moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from web_client import Client, web_client

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with web_client(tmp_path_factory.mktemp("web") / "store.db") as found:
        yield found


@pytest.mark.parametrize("seed", range(8))
def test_best_plays_the_box_of_four_dimensions_to_its_end(client: Client, seed: int) -> None:
    game = {"board": {"spec": "box:3x3x3x3/6"}, "seed": str(seed)}
    moves: list[int] = []
    for _ in range(81):
        hint = client.post("/api/game/hint", {**game, "moves": moves})
        assert hint["why"]["text"]
        assert hint["certain"] == (hint["mine_probability"] == 0)
        moves.append(hint["cell"])
        status = client.post("/api/game", {**game, "moves": moves})["status"]
        if status != "playing":
            break
    assert status in ("won", "lost")
