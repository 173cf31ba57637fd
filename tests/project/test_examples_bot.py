"""The bot of the examples wins as often as the strategy that it asks."""

from __future__ import annotations

import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import sapper
from sapper.intervals import wilson

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).parents[2] / "examples" / "bot"
SEED = 1


@contextmanager
def serving(mines: range, unread: float) -> Iterator[str]:
    """Serve games of 9x9 in this process; yield the address."""
    sys.path.insert(0, str(FOLDER))
    try:
        import server
    finally:
        sys.path.remove(str(FOLDER))
    games = server.Games("9x9", mines, unread, SEED)
    with server.server(games) as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{running.server_port}"
        finally:
            running.shutdown()
            thread.join()


@pytest.fixture
def bot() -> Any:
    sys.path.insert(0, str(FOLDER))
    try:
        import bot
    finally:
        sys.path.remove(str(FOLDER))
    return bot


def test_it_has_at_most_40_lines() -> None:
    assert len((FOLDER / "bot.py").read_text("utf-8").splitlines()) <= 40


def test_with_nothing_hidden_it_wins_the_games_of_simulate(bot: Any) -> None:
    with serving(range(10, 11), unread=0) as url:
        won = [bot.play(url, game, range(10, 11)) for game in range(100)]
    games = sapper.simulate("9x9/10", bot.STRATEGY, 100, SEED, records=True)
    assert games.records is not None
    assert won == games.records.won.tolist()


def test_with_an_unknown_number_of_mines_and_unread_cells_it_wins_as_often(bot: Any) -> None:
    """``simulate`` plays the same games, but knows the number of mines and every clue."""
    mines, games = range(8, 13), 400
    with serving(mines, unread=0.05) as url:
        won = sum(bot.play(url, game, mines) for game in range(games))
    known = 0
    for turn, number in enumerate(mines):
        records = sapper.simulate(f"9x9/{number}", bot.STRATEGY, games, SEED, records=True).records
        assert records is not None
        known += int(records.won[turn :: len(mines)].sum())
    low, high = wilson(won, games)
    assert low < known / games < high
    assert won < games


def test_the_two_programs_run() -> None:
    with subprocess.Popen(
        [sys.executable, str(FOLDER / "server.py"), "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        try:
            assert server.stdout is not None
            url = server.stdout.readline().strip()
            command = [sys.executable, str(FOLDER / "bot.py"), url, "3"]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
        finally:
            server.terminate()
    assert done.stdout.startswith("won ")
    assert done.stdout.endswith(" of 3 games\n")
