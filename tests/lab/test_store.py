"""The store and its sweeps: no game is lost or counted twice, and damage is reported."""

import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sapper
from command_line import needs_unix, wait_until
from sapper.errors import FileError, GameError, LabError, SpecError, StrategyError
from sapper.games.counts import Counts
from sapper.lab import points, sweep
from sapper.lab.store import schema
from sapper.lab.store import store as store_module
from sapper.lab.store.blocks import Block, Point
from sapper.lab.store.export import read, to_csv, to_frame, write
from sapper.lab.store.store import Store
from sapper.lab.sweeps.batches import play
from sapper.lab.sweeps.executors import Done, Executor, InProcess, Processes, executor
from sapper.lab.sweeps.jobs import Source
from sapper.version import VERSION


def nothing(block: Block) -> tuple[Block, Counts]:
    return block, Counts(block.games)


def test_a_block_is_a_pure_function_of_its_address() -> None:
    point = Point.read("6x6", 6, "pseq", seed=3)
    halves = [play(Block(point, 0, 60)), play(Block(point, 60, 140))]
    whole = sapper.simulate("6x6/6", "pseq", 200, seed=3)
    both = halves[0] + halves[1]
    assert replace(both, cpu_seconds=0.0) == replace(whole.counts, cpu_seconds=0.0)
    assert 0 < whole.guess_free <= whole.wins


def test_the_columns_of_a_store_stay(tmp_path: Path) -> None:
    """Stores that were made before hold the same columns in the same order."""
    with Store(tmp_path / "lab.db") as store:
        store.add([(Block(Point.read("4x4", 3), 0, 8), Counts(8, 7, 6, 5, 4, 3, 0.5))])
        (tally,) = store.tallies()
    with closing(sqlite3.connect(tmp_path / "lab.db")) as database:
        database.row_factory = sqlite3.Row
        row = dict(database.execute("SELECT * FROM blocks").fetchone())
    assert list(row.items()) == [
        ("point", 1),
        ("first_game", 0),
        ("games", 8),
        ("wins", 7),
        ("guess_free", 6),
        ("guesses", 5),
        ("moves", 4),
        ("bbbv", 3),
        ("processor", 0.5),
    ]
    assert tally.counts == Counts(8, 7, 6, 5, 4, 3, 0.5)


@given(st.lists(st.integers(1, 4000), min_size=1, max_size=6))
@settings(max_examples=30, deadline=None)
def test_every_game_once_however_the_sweep_grows(sizes: list[int]) -> None:
    point = Point.read("8x8", 10)
    with Store() as store:
        most = 0
        for games in sizes:
            blocks = store.missing(point, games)
            assert sum(block.games for block in blocks) == max(0, games - most)
            store.add(map(nothing, blocks))
            most = max(most, games)
            assert store.missing(point, games) == []
            assert store.games([point], games) == games
        (tally,) = store.tallies()
        assert tally.games == most


@pytest.mark.parametrize("start", [-1, 10**6, 2**63 - 1, 2**63, 10**25])
def test_no_points_have_a_first_cell_off_the_board(tmp_path: Path, start: int) -> None:
    with Store(tmp_path / "lab.db") as store:
        sweep(points(["5x5"], mine_counts=[3], strategies=["pseq"]), 10, store)
        assert store.tallies(start=start) == []
        assert len(store.tallies(start=0)) == 1


def test_a_sweep_plays_only_what_is_new(tmp_path: Path) -> None:
    chosen = points(["4x4", "hex:3x3"], mine_counts=[2, 5], strategies=["pseq", "random"])
    assert len(chosen) == 8
    with Store(tmp_path / "lab.db") as store:
        first = sweep(chosen, 300, store)
        assert (first.kept, first.played, first.interrupted) == (0, 2400, False)
        again = sweep(chosen, 300, store)
        assert (again.kept, again.played) == (2400, 0)
        more = sweep(chosen, 500, store)
        assert (more.kept, more.played) == (2400, 1600)
        grown = {tally.point: tally.wins for tally in store.tallies()}
    for point, wins in grown.items():
        spec = f"{point.board}/{point.mines}"
        assert wins == sapper.simulate(spec, point.strategy, 500, seed=1).wins


def test_the_same_table_from_one_process_and_two(tmp_path: Path) -> None:
    chosen = points(["5x5", "torus:4x5"], strategies=["perimeter"])
    executors: list[Executor] = [InProcess(), Processes(2)]
    texts, tables = [], []
    for number, where in enumerate(executors):
        with Store(tmp_path / str(number)) as store:
            sweep(chosen, 120, store, where)
            texts.append(to_csv(store.tallies()))
            write(store.tallies(), tmp_path / f"{number}.parquet")
            tables.append((tmp_path / f"{number}.parquet").read_bytes())
    assert texts[0] == texts[1]
    assert tables[0] == tables[1]
    assert texts[0].count("\n") == 1 + len(chosen)


@given(st.lists(st.tuples(st.integers(0, 90), st.integers(1, 40)), min_size=1, max_size=12))
@settings(max_examples=40, deadline=None)
def test_no_game_is_stored_twice_however_blocks_overlap(ranges: list[tuple[int, int]]) -> None:
    point = Point.read("4x4", 3)
    with Store() as store:
        for first_game, games in ranges:
            store.add([nothing(Block(point, first_game, games))])
        gaps = store.missing(point, 130)
        assert sum(gap.games for gap in gaps) + store.tallies()[0].games == 130
        sweep([point], 130, store)
        assert [tally.games for tally in store.tallies()] == [130]


def test_a_batch_is_one_transaction(tmp_path: Path) -> None:
    blocks = [nothing(Block(Point.read("4x4", mines), 0, 10)) for mines in range(1, 9)]
    statements: list[str] = []
    with Store(tmp_path / "lab.db") as store:
        store._database.set_trace_callback(statements.append)
        store.add(blocks)
        assert sum(statement.startswith("COMMIT") for statement in statements) == 1
        with pytest.raises(LabError, match="CHECK constraint failed"):
            store.add(
                [
                    nothing(Block(Point.read("5x5", 3), 0, 10)),
                    nothing(Block(blocks[0][0].point, 50, 0)),
                ]
            )
        assert [tally.games for tally in store.tallies()] == [10] * len(blocks)


def test_two_sweeps_of_the_same_games_at_the_same_time(tmp_path: Path) -> None:
    chosen = points(["6x6"], mine_counts=[4, 8])

    def play_all() -> None:
        with Store(tmp_path / "lab.db") as store:
            sweep(chosen, 8_000, store)

    threads = [threading.Thread(target=play_all) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with Store(tmp_path / "lab.db") as together, Store() as alone:
        sweep(chosen, 8_000, alone)
        assert to_csv(together.tallies()) == to_csv(alone.tallies())


def test_a_table_is_read_back(tmp_path: Path) -> None:
    with Store() as store:
        sweep(points(["5x5"], strategies=["pseq"], seed=2**64 - 1), 50, store)
        tallies = store.tallies()
    frame = to_frame(tallies)
    for name in ("table.csv", "table.parquet"):
        write(tallies, tmp_path / name)
        assert read(tmp_path / name).equals(frame)
    assert frame["seed"][0] == 2**64 - 1
    assert frame["wins"].sum() == sum(tally.wins for tally in tallies)
    with pytest.raises(LabError, match=r"as \.csv or \.parquet"):
        write(tallies, tmp_path / "table.xlsx")
    with pytest.raises(FileError, match="cannot write"):
        write(tallies, tmp_path / "no" / "table.csv")
    (tmp_path / "other.csv").write_text("a,b\n1,2\n")
    with pytest.raises(LabError, match="not a table of Sapper"):
        read(tmp_path / "other.csv")
    with pytest.raises(LabError, match="cannot read"):
        read(tmp_path / "none.parquet")


SWEEPER = """
import sys
from sapper.lab.store.store import Store
from sapper.lab import points, sweep
with Store(sys.argv[1]) as store:
    sweep(points(["9x9"], mine_counts=range(8, 24)), 3000, store)
"""


@needs_unix
def test_killed_at_any_moment_it_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "lab.db"
    chosen = points(["9x9"], mine_counts=range(8, 24))

    def played() -> int:
        with Store(path) as store:
            return store.games(chosen, 3000)

    def killed_after(before: int) -> None:
        """Begin, or go on, and be killed as soon as something is played, unless all is by then."""
        process = subprocess.Popen([sys.executable, "-c", SWEEPER, str(path)])
        wait_until(lambda: played() > before or process.poll() is not None)
        process.kill()
        process.wait()

    for _ in range(3):
        killed_after(played())
    with Store(path) as store:
        before = store.games(chosen, 3000)
        assert before > 0
        result = sweep(chosen, 3000, store)
        assert result.kept == before
        assert result.kept + result.played == 3000 * len(chosen)
        killed = to_csv(store.tallies())
    with Store() as store:
        sweep(chosen, 3000, store)
        assert to_csv(store.tallies()) == killed


def test_an_interruption_keeps_what_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(InProcess):
        def run(self, source: Source) -> Iterator[Done]:
            yield from islice(super().run(source), 1)
            raise KeyboardInterrupt

    chosen = points(["4x4"], mine_counts=[1, 2, 3, 4, 5])
    with Store() as store:
        stopped = sweep(chosen, 100, store, Interrupted())
        assert stopped.interrupted
        assert 0 < stopped.played < 500
        assert "interrupted" in stopped.summary()
        assert sweep(chosen, 100, store).played == 500 - stopped.played


@needs_unix
def test_a_worker_that_dies_is_replaced(tmp_path: Path) -> None:
    marker = tmp_path / "died"
    script = f"""
import os, pathlib
from sapper.lab.sweeps import executors, jobs
from sapper.lab.store.store import Store
from sapper.lab import points, sweep
from sapper.lab.store.export import to_csv

def dies_once(job):
    marker = pathlib.Path({str(marker)!r})
    if not marker.exists():
        marker.touch()
        os._exit(9)
    return jobs.perform(job)

if __name__ == "__main__":
    executors.perform = dies_once
    with Store() as store:
        result = sweep(points(["8x8"]), 200, store, executors.Processes(2))
        print(result.played)
        print(to_csv(store.tallies()), end="")
"""
    file = tmp_path / "dies.py"
    file.write_text(script)
    done = subprocess.run([sys.executable, str(file)], capture_output=True, text=True, check=True)
    assert marker.exists()
    played, _, table = done.stdout.partition("\n")
    assert int(played) == 63 * 200
    with Store() as store:
        sweep(points(["8x8"]), 200, store)
        assert to_csv(store.tallies()) == table


@needs_unix
def test_workers_that_always_die_are_an_error(tmp_path: Path) -> None:
    script = """
import os
from sapper.errors import LabError
from sapper.lab.sweeps import executors
from sapper.lab.store.store import Store
from sapper.lab import points, sweep

def dies(job):
    os._exit(9)

if __name__ == "__main__":
    executors.perform = dies
    with Store() as store:
        try:
            sweep(points(["4x4"]), 10, store, executors.Processes(2))
        except LabError as error:
            print(error)
"""
    file = tmp_path / "dies.py"
    file.write_text(script)
    done = subprocess.run([sys.executable, str(file)], capture_output=True, text=True, check=True)
    assert "worker processes died 4 times in a row" in done.stdout


def test_points_that_cannot_be_are_refused() -> None:
    with pytest.raises(SpecError, match="no point"):
        points([])
    with pytest.raises(GameError, match="10 mines do not fit on 3x3"):
        points(["3x3"], mine_counts=[10], first=["safe"])
    with pytest.raises(SpecError, match="unknown kind"):
        points(["toros:3x3"])
    with pytest.raises(StrategyError, match="did you mean"):
        points(["3x3"], strategies=["perimter"])
    with pytest.raises(GameError, match="first click"):
        points(["3x3"], first=["sometimes"])  # type: ignore[list-item]
    with pytest.raises(GameError, match="number of mines"):
        points(["3x3"], mine_counts=[-1])
    with pytest.raises(GameError, match="workers"):
        Processes(0)
    assert isinstance(executor(workers=1), InProcess)
    assert [point.mines for point in points(["beginner", "3x3/2"])] == [10, 2]


def test_a_store_of_a_newer_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "lab.db"
    Store(path).close()
    monkeypatch.setattr(schema, "FORMAT", 2)
    with pytest.raises(LabError, match=r"has format 3, and this Sapper .* reads formats 2 to 2"):
        Store(path)


@pytest.mark.parametrize("left_open", [False, True], ids=["closed", "killed"])
def test_a_store_of_the_old_address_is_refused_and_not_touched(
    tmp_path: Path, left_open: bool
) -> None:
    path = tmp_path / "lab.db"
    with Store(path) as store:
        sweep(points(["4x4"]), 20, store)
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 1")
    database.close()
    holder = sqlite3.connect(path, isolation_level=None)
    if left_open:  # files that a killed process left next to the store stay, too
        holder.execute("UPDATE engine SET version = '0.1.0'")
        copies = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
        holder.close()
        for name, content in copies.items():
            (tmp_path / name).write_bytes(content)
        assert any(name.endswith("-wal") and content for name, content in copies.items())
    holder.close()
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    with pytest.raises(LabError) as refused:
        Store(path)
    assert str(refused.value) == (
        f"the store {str(path)!r} is of an older Sapper: its games at different numbers of mines "
        "shared their layouts and were not independent; use another file"
    )
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


@pytest.mark.parametrize("name", ["table.csv", "table.parquet"])
def test_a_table_says_which_version_played_it(tmp_path: Path, name: str) -> None:
    with Store() as store:
        sweep(points(["4x4"]), 20, store)
        tallies = store.tallies()
    path = tmp_path / name
    frame = to_frame(tallies)
    assert frame["version"].unique().to_list() == [VERSION]

    def put(table: pl.DataFrame) -> bytes:
        table.write_csv(path) if name.endswith("csv") else table.write_parquet(path)
        return path.read_bytes()

    assert put(frame.drop("max_per_cell", "identity"))
    assert read(path).equals(frame.with_columns(pl.lit("").alias("identity")))
    old = put(frame.drop("version", "max_per_cell", "identity"))
    with pytest.raises(LabError, match="is a table of an older Sapper: its games at different"):
        read(path)
    with pytest.raises(LabError, match="it is not overwritten, write to another file"):
        write(tallies, path)
    assert path.read_bytes() == old
    put(frame.with_columns(pl.lit("0.1.0").alias("version")))
    with pytest.raises(LabError, match="is a table of an older Sapper"):
        read(path)
    put(frame)
    write(tallies[:3], path)
    assert len(read(path)) == 3
    assert [file.name for file in tmp_path.iterdir()] == [name]


def test_tallies_are_chosen_by_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    with Store() as store:
        for start in (0, 5):
            sweep(points(["4x4", "3x5"], [2, 3], ["pseq", "random"], start=start), 10, store)
        sweep(points(["4x4"], [2], ["pseq"], ["open"], seed=9), 10, store)
        assert len(store.tallies()) == 17
        asked: list[str] = []
        store._database.set_trace_callback(asked.append)
        found = store.tallies(boards=["4x4"], strategies=["pseq"], first="safe", start=5, seed=1)
        assert [(tally.point.mines, tally.point.start) for tally in found] == [(2, 5), (3, 5)]
        assert len(asked) == 1
        assert "WHERE board IN" in asked[0]
        assert len(store.tallies(boards=["4x4", "3x5"], start=0)) == 8
        assert len(store.tallies(seed=9)) == 1
        assert store.tallies(boards=[]) == []


def test_files_that_are_no_stores(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("not a database at all, but long enough to be taken for one" * 20)
    with pytest.raises(LabError, match="not a database or is damaged"):
        Store(text)
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as database:
        database.execute("CREATE TABLE mine (x)")
    database.close()
    with pytest.raises(LabError, match="not a store of Sapper"):
        Store(other)
    with pytest.raises(LabError, match="cannot be opened"):
        Store(tmp_path / "no" / "such" / "folder.db")


def test_a_damaged_store(tmp_path: Path) -> None:
    path = tmp_path / "lab.db"
    with Store(path) as store:
        sweep(points(["5x5"]), 100, store)
    whole = bytearray(path.read_bytes())
    whole[4096:] = b"\xff" * (len(whole) - 4096)
    path.write_bytes(bytes(whole))
    with pytest.raises(LabError, match="damaged"), Store(path) as store:
        store.tallies()


def test_a_store_that_another_process_makes_at_the_same_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "lab.db"
    connect = sqlite3.connect
    others: list[threading.Thread] = []

    def make_another() -> None:
        with Store(path):
            pass

    class Slow(sqlite3.Connection):
        def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
            cursor = super().execute(sql, *values)
            if sql == "PRAGMA application_id" and not others:
                others.append(threading.Thread(target=make_another))
                others[0].start()
                others[0].join(0.5)
            return cursor

    monkeypatch.setattr(
        "sapper.lab.store.store.sqlite3.connect",
        lambda *place, **options: connect(*place, **options, factory=Slow),
    )
    with Store(path) as store:
        assert store.tallies() == []
    others[0].join()


def test_a_store_that_another_process_is_just_making(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite does not wait for another connection when the journal mode changes."""
    connect = sqlite3.connect
    refused: list[str] = []

    class Busy(sqlite3.Connection):
        def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
            if "journal_mode" in sql and len(refused) < 3:
                refused.append(sql)
                error = sqlite3.OperationalError("database is locked")
                error.sqlite_errorname = "SQLITE_BUSY"
                raise error
            return super().execute(sql, *values)

    monkeypatch.setattr(
        "sapper.lab.store.store.sqlite3.connect",
        lambda *place, **options: connect(*place, **options, factory=Busy),
    )
    with Store(tmp_path / "lab.db") as store:
        assert store.tallies() == []
    assert len(refused) == 3


def test_a_locked_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "lab.db"
    monkeypatch.setattr(store_module, "_BUSY_SECONDS", 0.2)
    chosen = points(["4x4/3"])
    with Store(path) as store:
        sweep(chosen, 10, store)
        holder = sqlite3.connect(path, isolation_level=None)
        holder.execute("BEGIN EXCLUSIVE")
        with pytest.raises(LabError, match="another process has held the file"):
            sweep(chosen, 20, store)
        holder.execute("ROLLBACK")
        holder.close()
        assert sweep(chosen, 20, store).kept == 10


def test_a_full_disk(tmp_path: Path) -> None:
    with Store(tmp_path / "lab.db") as store:
        sweep(points(["4x4/3"]), 10, store)
        store._database.execute("PRAGMA max_page_count = 8")
        many = points(["16x16"])
        with pytest.raises(LabError, match="the disk is full"):
            store.add(nothing(Block(point, 0, 1)) for point in many)
        kept = {tally.point: tally.games for tally in store.tallies()}
        assert kept[Point.read("4x4", 3)] == 10


OWN_STRATEGY = """
import sapper
from sapper.lab.sweeps.executors import Processes
from sapper.lab.store.store import Store
from sapper.lab import points, sweep

class Last:
    def choose(self, position):
        return position.covered[-1]

def games(executor):
    with Store() as store:
        sweep(points(["4x4/3"], strategies=["last", "book004:last"]), 40, store, executor)
        return [tally.wins for tally in store.tallies()]

if __name__ == "__main__":
    sapper.register("last", Last, "the last covered cell")
    assert games(Processes(2)) == games(None), "other games"
    sapper.strategies.registry.unregister("last")
    sapper.register("last", lambda: Last(), "the last covered cell")
    try:
        games(Processes(2))
    except sapper.StrategyError as error:
        print(error)
"""


def test_a_strategy_registered_by_a_script_plays_on_several_processes(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(OWN_STRATEGY)
    done = subprocess.run([sys.executable, str(file)], capture_output=True, text=True)
    assert done.stdout.startswith("strategy 'last' cannot be sent to other processes"), done.stderr


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_or_a_folder_is_not_a_store(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, tmp_path):
        with pytest.raises(LabError, match="is not a file"):
            Store(path)


def test_a_path_is_never_a_uri(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with Store("file:games?mode=memory"):
        pass
    assert [path.name for path in tmp_path.iterdir()] == ["file:games?mode=memory"]
