"""Sweeps on a real Dask cluster of several worker processes, one of which is killed."""

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest

import sapper
from command_line import needs_unix
from sapper.errors import LabError
from sapper.lab import points, sweep
from sapper.lab.store.export import to_csv
from sapper.lab.store.store import Store
from sapper.lab.sweeps import cluster
from sapper.lab.sweeps.cluster import Cluster
from sapper.lab.sweeps.executors import executor
from sapper.lab.sweeps.jobs import Job, Jobs

BOARDS = ["9x9", "hex:8x8"]
RING = [(cell, (cell + step) % 16) for cell in range(16) for step in (1, 2)]
GAMES = 400

SCRIPT = """
import os, signal, sys
import sapper
from distributed import Client, LocalCluster
from sapper.lab.sweeps.cluster import Cluster
from sapper.lab.store.export import to_csv
from sapper.lab.store.store import Store
from sapper.lab import points, sweep

class KillsAWorker(Cluster):
    def run(self, source):
        for number, done in enumerate(super().run(source)):
            if number == 2:
                with Client(self.address, set_as_default=False) as client:
                    pids = client.run(os.getpid)
                os.kill(next(iter(pids.values())), signal.SIGKILL)
                print("killed one of", len(pids), file=sys.stderr)
            yield done

if __name__ == "__main__":
    with LocalCluster(
        n_workers=3, threads_per_worker=1, processes=True, dashboard_address=None
    ) as local, Store(sys.argv[1]) as store:
        where = KillsAWorker(local.scheduler_address)
        # Workers know neither the graph nor the registered kind.
        ring = sapper.graph({edges!r}, name="ring")
        sapper.register_board("path", lambda cells: sapper.graph(
            [(cell, cell + 1) for cell in range(cells - 1)]
        ))
        boards = [*{boards!r}, ring, "path:12"]
        result = sweep(points(boards), {games}, store, where)
        print(result.played)
"""


@needs_unix
def test_the_same_table_with_a_worker_killed(tmp_path: Path) -> None:
    script = tmp_path / "on_a_cluster.py"
    script.write_text(SCRIPT.format(boards=BOARDS, games=GAMES, edges=RING))
    path = tmp_path / "lab.db"
    done = subprocess.run(
        [sys.executable, str(script), str(path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "killed one of 3" in done.stderr
    with Store(path) as on_cluster:
        on_cluster.know_boards()
        ring = sapper.graph(RING, name="ring")
        chosen = points([*BOARDS, ring, "path:12"])
    assert int(done.stdout) == GAMES * len(chosen)
    with Store(path) as on_cluster, Store() as here:
        sweep(chosen, GAMES, here)
        assert to_csv(on_cluster.tallies()) == to_csv(here.tallies())


SCHEDULER_DIES = """
import json, os, signal, subprocess, sys, time
from pathlib import Path
from sapper.errors import LabError
from sapper.lab.sweeps.cluster import Cluster
from sapper.lab.store.store import Store
from sapper.lab import points, sweep

def start(part, *options):
    quiet = subprocess.DEVNULL
    command = [sys.executable, "-m", f"distributed.cli.dask_{{part}}", *options]
    return subprocess.Popen(command, stdout=quiet, stderr=quiet)

class KillsTheScheduler(Cluster):
    def run(self, source):
        for number, done in enumerate(super().run(source)):
            yield done
            if number == 1:
                scheduler.kill()

if __name__ == "__main__":
    file = Path(sys.argv[1]).with_name("scheduler.json")
    here = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)]
    scheduler = start("scheduler", *here)
    while not file.exists() or not file.read_text().endswith("\\n}}"):
        time.sleep(0.05)
    address = json.loads(file.read_text())["address"]
    worker = start("worker", address, "--nworkers", "1", "--nthreads", "1", "--no-dashboard",
                   "--local-directory", str(file.parent))
    try:
        with Store(sys.argv[1]) as store:
            sweep(points({boards!r}), {games}, store, KillsTheScheduler(address))
    except LabError as error:
        print(error)
    finally:
        for process in (scheduler, worker):
            process.kill()
            process.wait()
"""


@needs_unix
def test_a_scheduler_that_dies_leaves_what_was_played(tmp_path: Path) -> None:
    script = tmp_path / "scheduler_dies.py"
    script.write_text(SCHEDULER_DIES.format(boards=BOARDS, games=GAMES))
    path = tmp_path / "lab.db"
    done = subprocess.run(
        [sys.executable, str(script), str(path)], capture_output=True, text=True, check=False
    )
    assert "all finished games are stored" in done.stdout, done.stdout + done.stderr
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""
    chosen = points(BOARDS)
    with Store(path) as store, Store() as here:
        assert 0 < store.games(chosen, GAMES) < GAMES * len(chosen)
        sweep(chosen, GAMES, store)
        sweep(chosen, GAMES, here)
        assert to_csv(store.tallies()) == to_csv(here.tallies())


class FakeClient:
    """A cluster of two workers of two threads each."""

    def __init__(self) -> None:
        self.held: set[int] = set()
        self.submitted = 0
        self.batches: list[int] = []

    def nthreads(self) -> dict[str, int]:
        return {"tcp://a:1": 2, "tcp://b:1": 2}

    def map(self, function: object, jobs: Sequence[Job], **_: object) -> list["FakeFuture"]:
        numbers = range(self.submitted, self.submitted + len(jobs))
        self.submitted += len(jobs)
        self.held.update(numbers)
        self.batches += [len(jobs)] if jobs else []
        return [FakeFuture(self, number) for number in numbers]


@dataclass(frozen=True)
class FakeFuture:
    client: FakeClient
    number: int

    def release(self) -> None:
        self.client.held.remove(self.number)

    def __hash__(self) -> int:
        return self.number


@pytest.mark.parametrize(("seconds", "ahead"), [(10.0, 3), (0.5, 4), (0.001, 32)])
def test_a_few_jobs_per_thread_are_on_the_cluster(seconds: float, ahead: int) -> None:
    client, taken = FakeClient(), count()
    jobs = Jobs(Job(pow, (2, next(taken)), seconds) for _ in range(100_000))
    window = cluster._Window(client, jobs)
    futures = window.fill()
    for number in range(1_000):
        futures += window.fill()
        assert len(window.jobs) == len(client.held) <= 4 * ahead
        job, result = window.finish(futures[number], number)
        assert (job.arguments, result) == ((2, number), number)
    assert client.submitted == 1_000 + len(window.jobs)
    # A quarter of the window is one submission.
    assert max(client.batches) <= 4 * ahead
    assert client.batches[3:] == [ahead] * len(client.batches[3:])


def test_a_cluster_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.5)
    with Store() as store:
        for address in ("tcp://127.0.0.1:9", "not an address", "ftp://x:1"):
            with pytest.raises(LabError, match="no Dask scheduler answers at"):
                sweep(points(["4x4/3"]), 10, store, Cluster(address))
    assert isinstance(executor(cluster="tcp://127.0.0.1:9"), Cluster)


def test_a_worker_of_another_version() -> None:
    class Client:
        def wait_for_workers(self, count: int, timeout: float) -> None: ...

        def run(self, function: object) -> dict[str, str]:
            return {"tcp://a:1": "0.0"}

    with pytest.raises(LabError, match=r"worker tcp://a:1 has Sapper 0\.0, and this is"):
        Cluster("tcp://a:0")._check_versions(Client())


def test_a_worker_without_sapper() -> None:
    class Client:
        def wait_for_workers(self, count: int, timeout: float) -> None: ...

        def run(self, function: object) -> dict[str, str]:
            raise ModuleNotFoundError("No module named 'sapper'")

    with pytest.raises(LabError, match="has no Sapper"):
        Cluster("tcp://a:0")._check_versions(Client())


def test_a_worker_that_goes_away_before_the_first_game() -> None:
    class Client:
        def wait_for_workers(self, count: int, timeout: float) -> None: ...

        def run(self, function: object) -> dict[str, str]:
            raise ConnectionResetError("Stream is closed")

    with pytest.raises(LabError, match="disconnected before the first game"):
        Cluster("tcp://a:0")._check_versions(Client())
