"""Paired comparisons: the same games on any number of workers, resumed, interrupted, sequential."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partial
from math import isnan
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import sapper
from command_line import needs_unix
from sapper.errors import GameError, IdentityError, LabError, SpecError, StrategyError
from sapper.intervals import wilson
from sapper.lab import Store, executor, figures, points, sweep
from sapper.lab.comparison.rounds import Rounds, rounds
from sapper.lab.sweeps.executors import InProcess, Processes
from sapper.strategies import registry
from simple_players import Fails, Last, first_covered

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import numpy as np

    from sapper.lab.sweeps.executors import Done
    from sapper.lab.sweeps.jobs import Job, Source


class InterruptedAfter:
    """An executor in which Ctrl-C comes after some jobs."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def run(self, source: Source) -> Iterator[Done]:
        if not self.jobs:
            raise KeyboardInterrupt
        for number, done in enumerate(InProcess().run(source), 1):
            yield done
            if number == self.jobs:
                raise KeyboardInterrupt


def won(strategy: Any, games: int, **given: Any) -> np.ndarray:
    records = sapper.simulate("8x8/12", strategy, games, records=True, **given).records
    assert records is not None
    return records.won


def test_all_play_the_same_games() -> None:
    found = sapper.compare("8x8/12", ["perimeter", "pseq", Last], games=300, seed=4)
    outcomes = {name: won(name, 300, seed=4) for name in ("perimeter", "pseq")}
    outcomes["Last"] = won(Last, 300, seed=4)
    for result in found.results:
        wins = int(outcomes[result.strategy].sum())
        assert (result.spec, result.games, result.wins) == ("8x8/12", 300, wins)
        assert result.interval == wilson(wins, 300)
    names = [(one.strategy, one.other) for one in found.pairs]
    assert names == [("pseq", "perimeter"), ("Last", "perimeter"), ("Last", "pseq")]
    for one in found.pairs:
        mine, base = outcomes[one.strategy], outcomes[one.other]
        assert (one.only_this, one.only_other) == ((mine & ~base).sum(), (base & ~mine).sum())
        assert one.discordant == (mine ^ base).sum()
        assert one.value == pytest.approx(mine.mean() - base.mean())
        assert one.interval[0] < one.value < one.interval[1]
    assert found.differences == found.pairs[:2]
    assert (found.kept, found.played, found.interrupted) == (0, 900, False)


def test_any_game_may_be_the_first() -> None:
    whole = sapper.compare("8x8/12", ["perimeter", "pseq"], games=200)
    with Store() as store:
        parts = [
            sapper.compare("8x8/12", ["perimeter", "pseq"], 100, index=index, store=store)
            for index in (100, 0)
        ]
    for field in ("only_this", "only_other", "games"):
        total = sum(getattr(part.differences[0], field) for part in parts)
        assert total == getattr(whole.differences[0], field)


BOARDS = ["6x6/6", "hex:6x6/6"]


@pytest.mark.parametrize("sequential", [False, True])
def test_the_result_depends_on_no_worker(sequential: bool, tmp_path: Path) -> None:
    """Neither on threads, processes, interruptions, nor on other games in the store."""

    def run(**given: Any) -> sapper.Comparison:
        return sapper.compare(
            BOARDS,
            ["pseq", "perimeter", Last],
            games=900,
            sequential=sequential,
            half_width=0.05 if sequential else None,
            **given,
        )

    whole = run(threads=1)
    assert run(threads=3) == whole
    assert run(executor=Processes(2)) == whole
    path = tmp_path / "lab.db"
    sapper.compare(BOARDS[0], ["pseq", "perimeter"], games=1_500, store=path)
    with Store(path) as store:
        sweep(points(BOARDS, strategies=["basic"]), 40, store)
    stopped = run(store=path, executor=InterruptedAfter(2))
    assert stopped.interrupted
    assert stopped != whole
    assert 0 <= stopped.differences[0].games <= whole.differences[0].games
    resumed = run(store=path)
    assert resumed == whole
    assert resumed.kept >= stopped.played
    again = run(store=path)
    assert (again == whole, again.played) == (True, 0)


class ManyWorkers:
    """Workers that finish their jobs in random order, and are idle only if no games are left."""

    def __init__(self, workers: int, seed: int) -> None:
        self.workers, self.random = workers, Random(seed)

    def run(self, source: Source) -> Iterator[Done]:
        assert isinstance(source, Rounds)
        jobs: list[Job] = []
        while True:
            while len(jobs) < self.workers and (job := source.take(self.workers)) is not None:
                jobs.append(job)
            assert len(jobs) == self.workers or not source.has_more_rounds
            if not jobs:
                return
            job = jobs.pop(self.random.randrange(len(jobs)))
            result = job()
            source.finish(job, result)
            yield job, result


@pytest.mark.parametrize("workers", [2, 7, 40])
def test_workers_are_busy_and_rounds_are_decided_in_order(workers: int) -> None:
    """Later rounds start before all games of a round are finished; the result is the same."""
    given: dict[str, Any] = {"games": 3_000, "sequential": True, "half_width": 0.03}
    names = ["pseq", "perimeter", "random"]
    whole = sapper.compare(["6x6/6", "5x5/5"], names, **given)
    for seed in range(3):
        where = ManyWorkers(workers, seed)
        assert sapper.compare(["6x6/6", "5x5/5"], names, executor=where, **given) == whole


def test_games_that_another_process_stored_in_other_blocks_are_played_again() -> None:
    """Blocks that overlap stored ones are left out; their other games are not lost."""
    for sequential in (False, True):
        whole = sapper.compare("6x6/6", ["pseq", "perimeter"], 700, sequential=sequential)
        with Store() as store:

            class Disturbed:
                def run(self, source: Source) -> Iterator[Done]:
                    for number, done in enumerate(InProcess().run(source)):
                        if number in (1, 3):
                            sapper.compare(
                                "6x6/6", ["pseq", "perimeter"], 130 * number + 60, store=store
                            )
                        yield done

            found = sapper.compare(
                "6x6/6",
                ["pseq", "perimeter"],
                700,
                sequential=sequential,
                store=store,
                executor=Disturbed(),
            )
            assert found == whole
            assert not found.interrupted


def test_interrupted_pairs_are_whole_and_leading() -> None:
    outcomes = {name: won(name, 500) for name in ("pseq", "random")}
    for jobs in range(1, 8):
        found = sapper.compare(
            "8x8/12", ["pseq", "random"], games=500, executor=InterruptedAfter(jobs)
        )
        one = found.differences[0]
        base, mine = (outcomes[name][: one.games] for name in ("pseq", "random"))
        assert {result.games for result in found.results} == {one.games}
        assert (one.only_this, one.only_other) == ((mine & ~base).sum(), (base & ~mine).sum())
        if not found.interrupted:
            break
    assert one.games > 0


def test_nothing_played_is_nothing_known() -> None:
    found = sapper.compare("8x8/12", ["pseq", "random"], executor=InterruptedAfter(0))
    one = found.differences[0]
    assert isnan(one.value)
    assert (one.interval, one.p_value, one.games) == ((-1.0, 1.0), 1.0, 0)
    assert json.loads(found.to_json())["differences"][0]["difference"] is None
    assert "interrupted" in found.summary()
    assert "interrupted" in found._repr_html_()
    with pytest.raises(LabError, match="needs games"):
        figures.differences(found)


def test_a_decided_strategy_stops_and_the_others_go_on() -> None:
    found = sapper.compare(
        ["8x8/12", "6x6/6"], ["pseq", "random", "perimeter"], games=2_000, sequential=True
    )
    for one in found.differences:
        assert one.games in rounds(2_000)
        if one.strategy == "random":
            assert one.games == 100
            assert one.interval[1] < 0
        else:
            assert one.games == 2_000 or one.excludes_zero
    played = {(result.spec, result.strategy): result.games for result in found.results}
    for spec in found.boards:
        others = [played[spec, name] for name in ("random", "perimeter")]
        assert played[spec, "pseq"] == max(others)
    assert "valid at any stopping time" in found.summary()
    assert found.on("6x6/6").boards == ("6x6/6",)


def test_the_half_width_ends_play() -> None:
    found = sapper.compare("6x6/6", ["pseq", "perimeter"], sequential=True, half_width=0.04)
    one = found.differences[0]
    before = rounds(100_000)[rounds(100_000).index(one.games) - 1]
    shorter = sapper.compare("6x6/6", ["pseq", "perimeter"], before, sequential=True)
    assert one.is_decided(0.04)
    assert not shorter.differences[0].is_decided(0.04)


def test_strategies_of_any_kind() -> None:
    given = {
        "last": Last,
        "third": partial(Last, 3),
        "object": Last(2),
        "function": first_covered,
        "pseq": "pseq",
    }
    found = sapper.compare("5x5/4", given, games=60, executor=executor(workers=2))
    assert found.strategies == tuple(given)
    players: tuple[Any, ...] = (
        Last,
        Last(3),
        Last(2),
        type("First", (), {"choose": lambda _, p: p.covered[0]}),
    )
    for result, player in zip(found.results, players, strict=False):
        assert result.wins == sapper.simulate("5x5/4", player, 60).wins
    assert sapper.compare("5x5/4", [first_covered, "pseq"], 10).strategies[0] == "first_covered"
    assert not {"last", "third", "object", "function"} & set(registry.names())


def test_a_strategy_with_a_first_cell_decides_where_all_start() -> None:
    found = sapper.compare("9x9/10", ["book004:pseq", "pseq"], games=50)
    assert found.starts == ((4, 4),)
    assert found.results[1].wins == sapper.simulate("9x9/10", "pseq", 50, start=40).wins


def test_simultaneous_intervals_are_wider() -> None:
    each = sapper.compare("6x6/6", ["pseq", "basic", "random"], games=200)
    both = sapper.compare("6x6/6", ["pseq", "basic", "random"], games=200, simultaneous=True)
    for one, other in zip(each.pairs, both.pairs, strict=True):
        assert other.half_width > one.half_width
        assert other.p_value == min(1.0, 3 * one.p_value)
    assert both.pairs[0].inference.level == pytest.approx(1 - 0.05 / 3)
    assert "simultaneous for 3" in both.method
    assert "not simultaneous" in each.method


def test_results_for_people_and_machines(tmp_path: Path) -> None:
    found = sapper.compare(BOARDS, ["pseq", "basic", "random"], games=200)
    read = json.loads(found.to_json())
    assert [one["difference"] for one in read["differences"]] == [
        one.value for one in found.differences
    ]
    assert len(read["pairs"]) == 6
    assert repr(found).startswith("<Comparison basic - pseq on 6x6/6: -")
    assert found.table() in found.summary()
    assert found._repr_html_().count("<table") == 2
    drawn = figures.differences(found)
    assert [text.get_text() for text in drawn.axes[0].get_yticklabels()] == BOARDS
    low, high = drawn.axes[0].get_xlim()
    assert low < -20 < 0 < high
    assert figures.to_svg(drawn) == figures.to_svg(figures.differences(found))


@pytest.mark.parametrize(
    ("given", "error", "said"),
    [
        ({"strategies": ["pseq"]}, StrategyError, "two or more strategies, not pseq"),
        ({"strategies": []}, StrategyError, "two or more strategies, not none"),
        ({"strategies": "pseq"}, StrategyError, "two or more strategies, not pseq"),
        ({"strategies": ["pseq", "nobody"]}, StrategyError, "unknown strategy 'nobody'"),
        ({"strategies": ["pseq", "pseq"]}, StrategyError, "'pseq' occurs twice"),
        ({"strategies": ["pseq", 3]}, StrategyError, "a name or a Strategy, not 3"),
        ({"strategies": {"mine": "pseq", "b": Last}}, StrategyError, "has a name already"),
        ({"strategies": {"pseq": Last, "b": Last}}, StrategyError, "a strategy 'pseq' already"),
        ({"strategies": {"a b": Last, "b": Last}}, StrategyError, "a word without"),
        ({"games": 0}, GameError, "the number of games is at least 1, not 0"),
        ({"games": 10**9}, GameError, "100,000,000|100000000"),
        ({"board": "8x8/64", "first": "safe"}, GameError, None),
        ({"board": "8x8/63", "first": "open"}, GameError, "do not fit"),
        ({"board": "8x8"}, GameError, "needs its mines"),
        ({"board": []}, SpecError, "needs a board"),
        ({"board": 3}, SpecError, "not 3"),
        ({"board": ["8x8/10", "8x8/10"]}, SpecError, "twice"),
        ({"half_width": 0.1}, GameError, "sequential=True"),
        ({"half_width": 2, "sequential": True}, GameError, "between 0 and 1"),
        ({"confidence": 95}, GameError, "less than 1"),
    ],
)
def test_bad_input_is_one_sentence(given: dict[str, Any], error: type, said: str | None) -> None:
    arguments: dict[str, Any] = {
        "board": "8x8/12",
        "strategies": ["pseq", "basic"],
        "games": 20,
        **given,
    }
    if said is None:  # a full board is won at once
        assert sapper.compare(**arguments).results[0].wins == 20
        return
    with pytest.raises(error, match=said) as caught:
        sapper.compare(**arguments)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("where", [InProcess(), Processes(2)], ids=["here", "processes"])
def test_a_strategy_that_fails_names_game_and_position(where: Any, tmp_path: Path) -> None:
    path = tmp_path / "lab.db"
    with pytest.raises(
        StrategyError, match=r"no idea, in game [0-9]+ of seed 1, at move"
    ) as caught:
        sapper.compare("5x5/2", ["pseq", Fails], games=60, executor=where, store=path)
    assert caught.value.strategy == "Fails"
    assert caught.value.game is not None
    assert caught.value.move is not None
    assert caught.value.position is not None
    with Store(path) as store:
        kept = store.games(points(["5x5/2"], strategies=["pseq"]), 60)
    assert sapper.compare("5x5/2", ["pseq", "basic"], games=60, store=path).kept >= kept > 0


def test_a_strategy_that_cannot_be_sent_is_refused() -> None:
    class Inner(Last):
        pass

    with pytest.raises(StrategyError, match="cannot be sent to other processes"):
        sapper.compare("5x5/2", ["pseq", Inner], games=60, executor=Processes(2))
    assert sapper.compare("5x5/2", ["pseq", Inner], games=20).results[1].games == 20


def test_games_of_another_strategy_are_refused_or_replaced(tmp_path: Path) -> None:
    path = tmp_path / "lab.db"
    first = sapper.compare("5x5/4", {"mine": Last, "b": partial(Last, 2)}, games=60, store=path)
    changed = {"mine": partial(Last, 3), "b": partial(Last, 2)}
    with pytest.raises(IdentityError, match="holds games of another strategy 'mine'"):
        sapper.compare("5x5/4", changed, games=60, store=path)
    again = sapper.compare("5x5/4", {"mine": Last, "b": partial(Last, 2)}, games=60, store=path)
    assert (again, again.played) == (first, 0)
    found = sapper.compare("5x5/4", changed, games=60, store=path, replace=True)
    assert (found.played, found.kept) == (60, 60)
    assert found.results[0].wins == sapper.simulate("5x5/4", Last(3), 60).wins


def test_any_board() -> None:
    wheel = sapper.graph([("hub", n) for n in range(8)] + [(n, (n + 1) % 8) for n in range(8)])
    sapper.register_board("strip2", lambda n: sapper.grid(2, n))
    try:
        boards: list[Any] = [
            sapper.Spec.of(wheel).with_mines(3),
            "strip2:9/4",
            "torus:5x5/4",
            "hexwrap:4x4/3",
        ]
        found = sapper.compare(boards, ["random", "pseq"], games=60, executor=Processes(2))
        for board, spec in zip(boards, found.boards, strict=True):
            assert found.on(spec).results[1].wins == sapper.simulate(board, "pseq", 60).wins
    finally:
        sapper.unregister_board("strip2")
    many = sapper.compare("4x4/9", ["random", "pseq"], games=80, max_per_cell=2)
    wins = sapper.simulate("4x4/9", "pseq", 80, max_per_cell=2).wins
    assert many.results[1].wins == wins > 0


ON_A_CLUSTER = """
import sapper
from distributed import LocalCluster
from sapper.lab import executor

class Second:
    def choose(self, position):
        return position.covered[1 % len(position.covered)]

def play(where):
    given = ["pseq", "perimeter", Second]
    boards = ["6x6/6", "hex:6x6/6"]
    yield sapper.compare(boards, given, games=300, executor=where)
    yield sapper.compare(boards, given, 900, sequential=True, half_width=0.05, executor=where)

if __name__ == "__main__":
    with LocalCluster(
        n_workers=2, threads_per_worker=2, processes=True, dashboard_address=None
    ) as local:
        found = list(play(executor(cluster=local.scheduler_address)))
    print(found == list(play(None)), [one.games for each in found for one in each.differences])
"""


@needs_unix
def test_the_same_result_on_a_cluster(tmp_path: Path) -> None:
    script = tmp_path / "on_a_cluster.py"
    script.write_text(ON_A_CLUSTER)
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("True"), done.stdout
