"""Strategies of other packages: the example of a package, and packages with faults."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import SAPPER, needs_unix

EXAMPLE = Path(__file__).parents[2] / "examples" / "sapper-corners"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example package, really installed."""
    folder = tmp_path_factory.mktemp("packages")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    options = ["--no-deps", "--no-build-isolation", "--target", str(folder)]
    done = subprocess.run([*pip, *options, str(EXAMPLE)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder


def package(folder: Path, name: str, points: str, code: str = "") -> None:
    """Put a package in a folder as an installer would."""
    (folder / f"{name}.py").write_text(code)
    about = folder / f"{name}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[sapper.strategies]\n{points}\n")


def run(folders: list[Path], *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a program where packages are installed in some folders, too."""
    path = os.pathsep.join(map(str, folders))
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONWARNINGS": "default"}
    return subprocess.run(arguments, capture_output=True, text=True, env=environment)


def test_the_command_line_knows_it(installed: Path) -> None:
    listed = run([installed], *SAPPER, "strategies", "--json")
    assert listed.returncode == 0, listed.stderr
    (found,) = [
        each for each in json.loads(listed.stdout)["strategies"] if each["name"] == "corners"
    ]
    assert found["source"] == "package sapper-corners"
    assert found["description"].startswith("Certain cells, then the least mine probability")
    options = ["9x9/10", "--strategy", "corners", "--games", "30", "--seed", "5", "--json"]
    played = json.loads(run([installed], *SAPPER, "simulate", *options).stdout)
    assert (played["strategy"], played["games"]) == ("corners", 30)
    assert played["wins"] > 20
    book = run([installed], *SAPPER, "simulate", "9x9/10", "--strategy", "book004:corners",
               "--games", "5", "--json")  # fmt: skip
    assert json.loads(book.stdout)["strategy"] == "book004:corners"
    nearly = run([installed], *SAPPER, "simulate", "9x9/10", "--strategy", "corner")
    assert nearly.returncode == 2
    assert "did you mean 'corners'?" in nearly.stderr


def test_without_the_package_it_is_unknown() -> None:
    done = run([], *SAPPER, "simulate", "9x9/10", "--strategy", "corners")
    assert done.returncode == 2
    assert done.stderr.startswith("sapper: unknown strategy 'corners'")


def test_it_plays_in_sweeps_on_processes(installed: Path, tmp_path: Path) -> None:
    tables = []
    for workers in ("1", "2"):
        store, table = tmp_path / f"{workers}.db", tmp_path / f"{workers}.csv"
        done = run([installed], *SAPPER, "sweep", "6x6", "--mines", "4,6", "--strategy", "corners",
                   "--games", "40", "--workers", workers, "--store", str(store),
                   "--export", str(table))  # fmt: skip
        assert done.returncode == 0, done.stderr
        tables.append(table.read_bytes())
    assert tables[0] == tables[1]
    assert tables[0].count(b",corners,") == 2
    assert tables[0].count(b"package sapper-corners 1.0.0") == 2


CLUSTER = """
from distributed import LocalCluster
from sapper.lab.sweeps.cluster import Cluster
from sapper.lab.store.store import Store
from sapper.lab import points, sweep

def wins(executor):
    with Store() as store:
        sweep(points(["6x6/5"], strategies=["corners"]), 40, store, executor)
        return [tally.wins for tally in store.tallies()]

if __name__ == "__main__":
    with LocalCluster(
        n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None
    ) as local:
        print(wins(Cluster(local.scheduler_address)) == wins(None))
"""


@needs_unix
def test_it_plays_on_a_cluster(installed: Path, tmp_path: Path) -> None:
    script = tmp_path / "on_a_cluster.py"
    script.write_text(CLUSTER)
    done = run([installed], sys.executable, str(script))
    assert done.stdout.strip() == "True", done.stderr


GOOD = "class Good:\n    def choose(self, position):\n        return position.covered[0]\n"

FAULTS = [
    ("fails = nowhere_at_all:Thing", "cannot be loaded (ModuleNotFoundError"),
    ("fails = leaves:Thing", "cannot be loaded (SystemExit: 7)"),
    ("fails = faulty:Missing", "cannot be loaded (AttributeError"),
    ("fails = faulty:NUMBER", "faulty:NUMBER is neither a class nor a function"),
    ("pseq = faulty:Good", "there is one of that name already"),
    ("a:b = faulty:Good", "a name is a word without ':' and blanks"),
]


@pytest.mark.parametrize(("points", "message"), FAULTS, ids=[points for points, _ in FAULTS])
def test_faults_are_warnings_that_name_the_package(
    tmp_path: Path, points: str, message: str
) -> None:
    (tmp_path / "leaves.py").write_text("import sys\n\nsys.exit(7)\n")
    package(tmp_path, "faulty", f"{points}\nfine = faulty:Good", f"NUMBER = 1\n{GOOD}")
    listed = run([tmp_path], *SAPPER, "strategies", "--json")
    assert listed.returncode == 0, listed.stderr
    names = [each["name"] for each in json.loads(listed.stdout)["strategies"]]
    assert names.count("fine") == 1
    assert names.count("pseq") == 1
    assert "fails" not in names
    (line,) = listed.stderr.splitlines()
    assert line.startswith("sapper: strategy ")
    assert "of package 'faulty' is left out: " in line
    assert message in line
    played = run([tmp_path], *SAPPER, "simulate", "4x4/2", "--strategy", "pseq", "--games", "5")
    assert played.returncode == 0
    assert played.stderr == ""


def test_two_packages_with_one_name(tmp_path: Path) -> None:
    package(tmp_path, "first", "same = first:Good", GOOD)
    package(tmp_path, "second", "same = second:Good", GOOD)
    listed = run([tmp_path], *SAPPER, "strategies", "--json")
    (found,) = [each for each in json.loads(listed.stdout)["strategies"] if each["name"] == "same"]
    assert found["source"] == "package first"
    assert "'same' of package 'second' is left out: package 'first' has one" in listed.stderr


def test_a_strategy_that_cannot_be_made(tmp_path: Path) -> None:
    code = "def make():\n    raise ValueError('no')\n\n\ndef nothing():\n    return 5\n"
    package(tmp_path, "faulty", "fails = faulty:make\nempty = faulty:nothing", code)
    for name, message in (("fails", "could not be made: ValueError: no"), ("empty", "no method")):
        done = run([tmp_path], *SAPPER, "simulate", "4x4/2", "--strategy", name)
        assert done.returncode == 2
        assert message in done.stderr
