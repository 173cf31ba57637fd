"""Results belong to the player that made them, in stores and on workers that live on."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

import sapper
from command_line import needs_unix
from sapper.errors import IdentityError
from sapper.lab import adaptive_densities, densities, points, sweep
from sapper.lab.store.identities import identity_of
from sapper.lab.store.store import Store
from sapper.lab.sweeps.executors import Processes
from sapper.lab.sweeps.jobs import Job, perform
from sapper.lab.sweeps.players import Players
from sapper.strategies.registry import find, register, unregister, using

if TYPE_CHECKING:
    from pathlib import Path

BOARD = "5x5/1"


class First:
    """The first covered cell."""

    def choose(self, position: Any) -> int:
        return int(position.covered[0])


class Last:
    """The last covered cell."""

    def choose(self, position: Any) -> int:
        return int(position.covered[-1])


@pytest.fixture
def probe() -> Any:
    """Register another class under the same name; it is removed at the end."""

    def play(make: Any, **options: Any) -> None:
        register("probe", make, "a strategy that changes", replace=True, **options)

    play(First)
    yield play
    unregister("probe")


def wins(make: Any, games: int = 60) -> int:
    return sapper.simulate(BOARD, make, games).wins


def test_a_store_notices_that_a_strategy_changed(probe: Any, tmp_path: Path) -> None:
    path = tmp_path / "lab.db"
    chosen = points([BOARD], strategies=["probe"])
    assert wins(First) != wins(Last)
    with Store(path) as store:
        assert sweep(chosen, 60, store).played == 60
        old = identity_of("probe")
    probe(Last)
    for games in (60, 100):
        with Store(path) as store, pytest.raises(IdentityError) as refused:
            sweep(chosen, games, store)
        assert str(refused.value) == (
            f"the store {str(path)!r} holds games of another strategy 'probe' on 5x5/1: its "
            f"identity was {old!r} and is now {identity_of('probe')!r}; give it another name or "
            "use another file, or replace its games (--replace, or replace=True)"
        )
    with Store(path) as store:
        (tally,) = store.tallies()
        assert (tally.games, tally.wins, tally.identity) == (60, wins(First), old)
        result = sweep(chosen, 60, store, replace=True)
        assert (result.kept, result.played) == (0, 60)
        (tally,) = store.tallies()
        assert (tally.wins, tally.identity) == (wins(Last), identity_of("probe"))
    probe(First)
    with Store(path, replace=True) as store:
        assert sweep(chosen, 60, store).played == 60
        assert store.tallies()[0].wins == wins(First)


def test_the_first_class_again_goes_on(probe: Any) -> None:
    chosen = points([BOARD], strategies=["probe", "book004:probe"])
    with Store() as store:
        sweep(chosen, 20, store)
        probe(Last)
        with pytest.raises(IdentityError, match="and at 1 other point"):
            sweep(chosen, 20, store)
        probe(First)
        assert sweep(chosen, 30, store).played == 20


def test_every_door_is_closed_to_another_strategy(probe: Any) -> None:
    with Store() as store:
        sweep(points(["3x3"], strategies=["probe"]), 20, store)
        before = store.tallies()
        probe(Last)
        with pytest.raises(IdentityError):
            densities(["3x3"], store, strategy="probe", games=20)
        with pytest.raises(IdentityError):
            adaptive_densities(["3x3"], store, half_width=0.1, strategy="probe")
        assert store.tallies() == before


def test_a_curve_has_the_games_of_one_strategy(probe: Any) -> None:
    """Points outside of a sweep may be those of an older strategy."""
    from sapper.errors import LabError
    from sapper.lab.report.holdings import holdings
    from sapper.lab.store.stored_curves import stored_curve

    with Store() as store:
        sweep(points(["3x3"], [0], ["probe"]), 5, store)
        probe(Last)
        (found,) = densities(["3x3"], store, strategy="probe", games=5)
        assert found.curve.mines.tolist() == list(range(1, 9))
        with pytest.raises(LabError, match="are no curve, because strategies with different"):
            stored_curve(store, "3x3", "probe", "safe", 1)
        held = holdings(store)
    assert len(held.groups) == 2
    assert {group.identity for group in held.groups} == {tally.identity for tally in held.tallies}
    assert all("(source " in group.title for group in held.groups)


def test_two_processes_with_different_strategies(probe: Any, tmp_path: Path) -> None:
    """Both have started with an empty store; the second one to store games is refused."""
    chosen = points([BOARD], strategies=["probe"])
    with Store(tmp_path / "lab.db") as one, Store(tmp_path / "lab.db") as other:
        first = Players.of(["probe"]).identities
        one.claim(chosen, first)
        probe(Last)
        second = Players.of(["probe"]).identities
        other.claim(chosen, second)
        block = one.missing(chosen[0], 30)[0]
        from sapper.games.counts import Counts

        one.add([(block, Counts(30, 7))], identities=first)
        with pytest.raises(IdentityError, match="holds games of another strategy 'probe'"):
            other.add([(block, Counts(30, 9))], identities=second)
        sweep(chosen, 30, other, replace=True)
        with pytest.raises(IdentityError):
            one.add([(block, Counts(30, 7))], identities=first)
        assert [tally.wins for tally in one.tallies()] == [wins(Last, 30)]


def test_a_job_has_the_strategies_of_its_sender(probe: Any) -> None:
    players = Players.of(["probe"])
    probe(Last)
    assert Job(chosen_class, (), players=players)() == "First"
    assert perform(Job(chosen_class, (), players=players)) == "First"
    assert chosen_class() == "Last"
    with using({}):
        assert chosen_class() == "Last"


def chosen_class() -> str:
    make = find("probe").make
    assert make is not None
    return type(make()).__name__


def test_other_code_in_a_worker_is_refused(probe: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    players, core = Players.of(["probe"]), Players.of(["pseq"])
    monkeypatch.setattr(First, "choose", Last.choose)
    with pytest.raises(IdentityError, match="another version of the code of strategy 'probe'"):
        perform(Job(chosen_class, (), players=players))
    monkeypatch.setattr("sapper.lab.sweeps.players._here", lambda name: "engine 0")
    assert perform(Job(abs, (-1,), players=core)) == 1
    with pytest.raises(IdentityError, match="a worker has another strategy 'pseq': its identity"):
        perform(Job(abs, (-1,), players=core).by_value())


def test_local_processes_play_the_class_of_now(probe: Any) -> None:
    chosen = points([BOARD], strategies=["probe"])
    for make in (First, Last, First):
        probe(make)
        with Store() as store:
            sweep(chosen, 60, store, Processes(2))
            assert store.tallies()[0].wins == wins(make)


MODULE = """
import helper_of_probe

CELL = {cell}

class Probe:
    def choose(self, position):
        covered = position.covered
        return covered[(CELL + helper_of_probe.more()) % len(covered)]
"""

RUN = """
import sys
sys.path.insert(0, sys.argv[3])
import sapper
from probe_on_cluster import Probe
from sapper.lab import Store, points, sweep
from sapper.lab.sweeps.cluster import Cluster

sapper.register("probe", Probe, "changes")
with Store() as store:
    sweep(points(["5x5/1"], strategies=["probe"]), 40, store, Cluster(sys.argv[1]))
    (tally,) = store.tallies()
    alone = sapper.simulate("5x5/1", "probe", 40).wins
    print(tally.wins, alone, int(sys.argv[2]))
"""


@needs_unix
def test_live_workers_never_play_an_older_class(tmp_path: Path) -> None:
    """Fifty classes of one name on the same two workers, in one process."""
    distributed = pytest.importorskip("distributed")
    from sapper.lab.sweeps.cluster import Cluster

    chosen = points([BOARD], strategies=["pseq"])
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=2, processes=True, dashboard_address=":0"
    ) as local:
        where = Cluster(local.scheduler_address)
        for run in range(50):
            cell = run % 7

            class Probe:
                at = cell

                def choose(self, position: Any) -> int:
                    return int(position.covered[self.at % len(position.covered)])

            register("live", Probe, "a class that changes")
            try:
                chosen = points([BOARD], strategies=["live"])
                with Store() as store:
                    sweep(chosen, 24, store, where)
                    assert store.tallies()[0].wins == wins(Probe, 24), run
            finally:
                unregister("live")


@needs_unix
def test_live_workers_never_play_an_older_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The workers can import the module, which changes between two runs."""
    distributed = pytest.importorskip("distributed")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    file, helper = tmp_path / "probe_on_cluster.py", tmp_path / "helper_of_probe.py"
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as local:
        found: list[int] = []
        for run_number, (cell, more) in enumerate(((0, 0), (0, 5), (3, 5))):
            file.write_text(MODULE.format(cell=cell))
            helper.write_text(f"def more():\n    return {more}\n")
            for written in (file, helper):  # compiled files are valid for a time of whole seconds
                os.utime(written, (1_000_000_000 + run_number,) * 2)
            if not found:  # the worker imports the first version
                with distributed.Client(local.scheduler_address, set_as_default=False) as client:
                    client.run(__import__, "probe_on_cluster")
            run = [sys.executable, "-c", RUN, local.scheduler_address, str(cell), str(tmp_path)]
            done = subprocess.run(run, capture_output=True, text=True)
            assert done.returncode == 0, done.stderr
            on_cluster, alone, _ = map(int, done.stdout.split())
            assert on_cluster == alone
            found.append(alone)
        assert len(set(found)) == 3
