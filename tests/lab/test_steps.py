"""Steps of a comparison: paired counts, the interval of a difference, and steps over HTTP."""

from __future__ import annotations

from math import comb, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import sapper
from hand_clock import HandClock
from sapper.games import simulation
from sapper.intervals import Z95, paired, wilson
from sapper.lab.comparison.steps import Compared, compare
from sapper.web.api.lab import comparing
from web_client import Client, web_client

if TYPE_CHECKING:
    from collections.abc import Iterator


def test_all_play_the_same_games() -> None:
    found = compare("9x9/14", ["pseq", "perimeter", "random"], games=300, seed=4)
    played = [
        sapper.simulate("9x9/14", one.strategy, 300, seed=4, records=True).records for one in found
    ]
    assert all(records is not None for records in played)
    won = [records.won for records in played if records is not None]
    for one, mine in zip(found, won, strict=True):
        assert one.games == 300
        assert one.wins == mine.sum()
        assert one.only_this == (mine & ~won[0]).sum()
        assert one.only_first == (won[0] & ~mine).sum()
        assert one.difference == pytest.approx(one.win_rate - found[0].win_rate)
        assert one.interval == wilson(one.wins, 300)
    assert (found[0].difference, found[2].difference < 0) == (0.0, True)


def test_steps_add_up() -> None:
    whole = compare("8x8/10", ["pseq", "basic"], games=200)
    first = compare("8x8/10", ["pseq", "basic"], games=80)
    second = compare("8x8/10", ["pseq", "basic"], games=120, index=80)
    assert [one + other for one, other in zip(first, second, strict=True)] == whole


def test_a_strategy_with_a_first_cell_of_its_own_decides_where_all_begin() -> None:
    found = compare("9x9/10", ["book004:pseq", "pseq"], games=50)
    started = sapper.simulate("9x9/10", "pseq", 50, start=40)
    assert found[1].wins == started.wins


def test_time_that_is_over_leaves_the_games_that_all_have_finished(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = HandClock()
    clock.govern(monkeypatch, "games.simulation")
    monkeypatch.setattr(simulation._Run, "_report", lambda run, done: clock.pass_seconds(done))
    found = compare("9x9/10", ["pseq", "perimeter"], games=10**7, seconds=1.0)
    assert 0 < found[0].games == found[1].games < 10**7
    assert found == compare("9x9/10", ["pseq", "perimeter"], games=found[0].games)


@pytest.mark.parametrize("names", [[], ["pseq", "pseq"]])
def test_strategies_to_compare_differ(names: list[str]) -> None:
    with pytest.raises(sapper.StrategyError, match="differ"):
        compare("4x4/3", names)


# -- the interval of a difference -----------------------------------------------------------------


def test_the_interval_of_a_difference_covers_it() -> None:
    """By the exact chance of every outcome, for pairs that part on a tenth of the games."""
    games, gain, loss = 40, 0.07, 0.03
    covered = 0.0
    for gained in range(games + 1):
        for lost in range(games - gained + 1):
            ways = comb(games, gained) * comb(games - gained, lost)
            chance = ways * gain**gained * loss**lost * (1 - gain - loss) ** (games - gained - lost)
            low, high = paired(gained, lost, games)
            covered += chance * (low <= gain - loss <= high)
    assert 0.94 < covered < 0.99


def test_with_many_games_it_is_the_usual_one() -> None:
    gain = np.array([1] * 900 + [-1] * 700 + [0] * 8400)
    reach = Z95 * sqrt(gain.var() / len(gain))
    wanted = (gain.mean() - reach, gain.mean() + reach)
    assert paired(900, 700, 10_000) == pytest.approx(wanted, abs=2e-5)
    low, high = paired(0, 0, 10)
    assert low == -high < 0  # none parts them yet, which is no proof that none will


def test_nothing_played_is_nothing_known() -> None:
    no_games = Compared("pseq", 0, 0, 0, 0)
    assert no_games.difference_interval == (-1.0, 1.0)
    assert np.isnan(no_games.win_rate)
    assert np.isnan(no_games.difference)


# -- over HTTP ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with web_client(tmp_path_factory.mktemp("web") / "store.db") as found:
        yield found


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a step play all that it is asked for, however slow the machine is."""
    monkeypatch.setattr(comparing, "WIN_SECONDS", 1e9)


ASKED: dict[str, Any] = {"board": {"spec": "8x8/10"}, "strategies": ["pseq", "basic"]}


def counts(found: dict[str, Any]) -> list[dict[str, int]]:
    kept = ("wins", "only_this", "only_first")
    return [{name: one[name] for name in kept} for one in found["strategies"]]


def test_steps_over_http_add_up(client: Client) -> None:
    first = client.post("/api/compare", {**ASKED, "games": 80})
    more = {"games": 120, "games_before": first["games"], "before": counts(first)}
    second = client.post("/api/compare", {**ASKED, **more})
    assert (second["spec"], second["games"]) == ("8x8/10", 200)
    whole = compare("8x8/10", ["pseq", "basic"], games=200)
    for reported, one in zip(second["strategies"], whole, strict=True):
        assert (reported["wins"], reported["win_rate"]) == (one.wins, one.win_rate)
        assert reported["interval"] == list(one.interval)
        assert reported["difference"] == one.difference
        assert reported["difference_interval"] == list(one.difference_interval)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"strategies": ["nobody"]}, "unknown strategy 'nobody'"),
        ({"strategies": ["optimal"]}, "written in Python"),
        ({"strategies": ["pseq", "pseq"]}, "differ"),
        ({"board": {"spec": "8x8"}}, "add the number of mines"),
        ({"board": {"spec": "8x8/65"}}, "65 mines"),
        ({"games": 0}, "games"),
        ({"games_before": 10}, "0 counts of the games before, where 2 belong"),
        (
            {
                "games_before": 1,
                "before": [{"wins": 2, "only_this": 0, "only_first": 0}] * 2,
            },
            "more was won than the 1 games before",
        ),
    ],
)
def test_what_cannot_be_compared_is_refused(
    client: Client, more: dict[str, Any], said: str
) -> None:
    assert said in client.post("/api/compare", {**ASKED, **more}, status=422)["error"]


# -- clicks that are explained --------------------------------------------------------------------


def test_a_click_of_a_strategy_is_explained_if_asked(client: Client) -> None:
    game = {"board": {"spec": "9x9/10"}, "seed": "5", "strategy": "pseq"}
    first = client.post("/api/game/advise", {**game, "explain": True})
    assert first["certain"]
    assert "safe by the rule" in first["why"]["text"]
    moves: list[int] = []
    kinds = set()
    for _ in range(80):
        advice = client.post("/api/game/advise", {**game, "moves": moves, "explain": True})
        assert advice["certain"] == (advice["mine_probability"] == 0)
        why = client.post("/api/game/advise", {**game, "moves": moves})["why"]
        assert why is None
        kinds.add(advice["why"]["kind"] == "guess")
        if moves:
            assert advice["certain"] == (advice["why"]["kind"] != "guess")
        moves.append(advice["cell"])
        if (
            client.post(
                "/api/game", {k: v for k, v in game.items() if k != "strategy"} | {"moves": moves}
            )["status"]
            != "playing"
        ):
            break
    assert False in kinds
