"""Merged stores: the union of their games, or a refusal that names the conflict."""

from __future__ import annotations

import json
import sqlite3
import subprocess
from contextlib import closing
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from command_line import SAPPER
from sapper.boards import graph
from sapper.errors import FileError, IdentityError, LabError
from sapper.games.counts import Counts
from sapper.lab import Store, merge_stores, points, sweep
from sapper.lab.store.blocks import Block, Point
from sapper.lab.store.export import to_csv

if TYPE_CHECKING:
    from pathlib import Path

POINT = Point("4x4", 3, "pseq", "safe", 0, 1)


def counted(begin: int, games: int) -> Counts:
    """Counters that are sums of a function of the single games."""
    wins = sum(game * 7 % 10 < 6 for game in range(begin, begin + games))
    return Counts(games, wins, 0, games, 3 * games, games, 0.5)


def store_of(path: Path, ranges: list[tuple[int, int]], identity: str = "engine 1") -> Path:
    with Store(path) as store:
        for begin, end in ranges:
            block = Block(POINT, begin, end - begin)
            counts = counted(begin, end - begin)
            store.add([(block, counts)], identities={"pseq": identity})
    return path


def test_the_union_is_the_table_of_one_sweep(tmp_path: Path) -> None:
    board = graph([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)], name="diamond")
    first, second = points(["4x4"], [2, 3]), points(["4x4", "hex:3x3"], [3, 4])
    shape = Point.read(board, 1, "pseq")
    with Store(tmp_path / "a.db") as store:
        sweep([*first, shape], 60, store)
    with Store(tmp_path / "b.db") as store:
        sweep(second, 90, store)
    before = [(tmp_path / name).read_bytes() for name in ("a.db", "b.db")]
    out = tmp_path / "all.db"
    found = merge_stores([tmp_path / "a.db", tmp_path / "b.db"], out)
    assert [(tmp_path / name).read_bytes() for name in ("a.db", "b.db")] == before
    with Store(out) as merged, Store() as alone:
        sweep([*first, shape], 60, alone)
        sweep(second, 90, alone)
        games = sum(tally.games for tally in alone.tallies())
        assert sweep(second, 90, merged).played == found.left_out
        assert to_csv(merged.tallies()) == to_csv(alone.tallies())
        assert found.games + found.left_out == games
        assert [tally.identity for tally in merged.tallies()] == [
            tally.identity for tally in alone.tallies()
        ]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.db", "all.db", "b.db"]


ranges = st.lists(st.tuples(st.integers(0, 30), st.integers(1, 12)), max_size=6).map(
    lambda pairs: [(begin, begin + games) for begin, games in pairs]
)


@given(ranges, ranges)
@settings(max_examples=40, deadline=None)
def test_no_game_is_lost_or_counted_twice(one: Any, other: Any) -> None:
    from pathlib import Path
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        paths = [store_of(Path(folder) / name, some) for name, some in (("a", one), ("b", other))]
        held: list[set[int]] = []
        for path in paths:
            with Store(path) as store:
                blocks = [block for block, _ in store.blocks(POINT)]
            held.append(
                {game for b in blocks for game in range(b.first_game, b.first_game + b.games)}
            )
        found = merge_stores(paths, Path(folder) / "out")
        with Store(Path(folder) / "out") as merged:
            games = {
                game
                for block, _ in merged.blocks(POINT)
                for game in range(block.first_game, block.first_game + block.games)
            }
            assert merged.missing(POINT, 60) is not None  # no game is there twice
            assert held[0] <= games <= held[0] | held[1]
            for block, counts in merged.blocks(POINT):
                assert counts == counted(block.first_game, block.games)
    assert found.games == len(games)
    assert found.duplicates == len(held[0] & held[1])
    assert found.left_out == len((held[0] | held[1]) - games)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ([(0, 40)], [(0, 40)]),
        ([(0, 10), (10, 40)], [(0, 25), (25, 40)]),
        ([(0, 10)], [(0, 10), (10, 20)]),
    ],
)
def test_other_results_of_the_same_games(
    ours: list[tuple[int, int]], theirs: list[tuple[int, int]], tmp_path: Path
) -> None:
    one, other = store_of(tmp_path / "a.db", ours), store_of(tmp_path / "b.db", theirs)
    assert merge_stores([one, other], tmp_path / "equal.db").duplicates
    with closing(sqlite3.connect(other)) as database, database:
        database.execute("UPDATE blocks SET moves = moves + 1 WHERE first_game = 0")
    with pytest.raises(LabError) as refused:
        merge_stores([one, other], tmp_path / "out.db")
    assert str(refused.value) == (
        f"the stores {str(one)!r} and {str(other)!r} have other results of games 0 to "
        f"{max(end for _, end in ours) - 1} of seed 1 of 'pseq' on 4x4/3; nothing was merged"
    )
    assert not (tmp_path / "out.db").exists()


def test_another_identity_is_refused(tmp_path: Path) -> None:
    one = store_of(tmp_path / "a.db", [(0, 10)])
    other = store_of(tmp_path / "b.db", [(10, 20)], "engine 2")
    with pytest.raises(IdentityError) as refused:
        merge_stores([one, other], tmp_path / "out.db")
    assert (
        "different strategies 'pseq' on 4x4/3: their identities are 'engine 1' and 'engine 2'"
        in (str(refused.value))
    )
    for path in (one, other):
        with closing(sqlite3.connect(path)) as database, database:
            database.execute("UPDATE points SET identity = NULL")
    with pytest.raises(IdentityError, match="its identity was not recorded: they may be"):
        merge_stores([one, other], tmp_path / "out.db")
    assert merge_stores([one, one], tmp_path / "twice.db").duplicates == 10
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.db", "b.db", "twice.db"]


def test_outcomes_of_single_games_are_merged_and_compared(tmp_path: Path) -> None:
    won = np.arange(30) % 3 == 0

    def store(name: str, begin: int, end: int) -> Path:
        with Store(tmp_path / name) as opened:
            block = Block(POINT, begin, end - begin)
            opened.add(
                [(block, counted(begin, end - begin))],
                [won[begin:end]],
                identities={"pseq": "engine 1"},
            )
        return tmp_path / name

    one, other = store("a.db", 0, 20), store("b.db", 10, 30)
    merge_stores([one, other], tmp_path / "all.db")
    with Store(tmp_path / "all.db") as merged:
        assert np.array_equal(merged.outcomes(POINT, 0, 30), won)
    won[12] = not won[12]
    with pytest.raises(LabError, match=r"have other outcomes of games 10 to 29 of seed 1"):
        merge_stores([one, store("c.db", 10, 30)], tmp_path / "out.db")


def test_what_cannot_be_merged(tmp_path: Path) -> None:
    one = store_of(tmp_path / "a.db", [(0, 10)])
    with pytest.raises(LabError, match="at least one store"):
        merge_stores([], tmp_path / "out.db")
    with pytest.raises(LabError, match="there is no store"):
        merge_stores([one, tmp_path / "none.db"], tmp_path / "out.db")
    content = one.read_bytes()
    with pytest.raises(LabError, match="exists already: a merge writes a new file"):
        merge_stores([one], one)
    assert one.read_bytes() == content
    with pytest.raises(FileError, match="cannot write"):
        merge_stores([one], tmp_path / "no" / "folder.db")
    (tmp_path / "text.db").write_text("no store, but long enough to be one" * 100)
    with pytest.raises(LabError, match="not a database"):
        merge_stores([one, tmp_path / "text.db"], tmp_path / "out.db")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.db", "text.db"]


def test_the_command(tmp_path: Path) -> None:
    one, other = (store_of(tmp_path / name, [(0, 10)]) for name in ("a.db", "b.db"))

    def run(*options: str) -> subprocess.CompletedProcess[str]:
        words = [*SAPPER, "merge", str(one), str(other), *options]
        return subprocess.run(words, capture_output=True, text=True, check=False)

    done = run("--out", str(tmp_path / "all.db"))
    assert "2 stores merged into" in done.stdout
    assert "1 point, 10 games; 10 games in several stores, with equal results" in done.stdout
    found = json.loads(run("--out", str(tmp_path / "more.db"), "--json").stdout)
    assert (found["stores"], found["games"], found["duplicates"]) == (2, 10, 10)
    refused = run("--out", str(one))
    assert refused.returncode != 0
    assert refused.stderr.count("\n") == 1
    assert "exists already" in refused.stderr


def test_a_store_of_format_2_is_merged(tmp_path: Path) -> None:
    """Its points keep the version that played them, and have no identity."""
    one = store_of(tmp_path / "a.db", [(0, 10)])
    with Store(one) as store:
        store._database.executescript(
            "CREATE TABLE older AS SELECT id, board, 4 AS mines, strategy, first, start, seed"
            " FROM points; PRAGMA foreign_keys = OFF; DROP VIEW IF EXISTS results;"
            " DROP TABLE points; ALTER TABLE older RENAME TO points; DROP TABLE boards;"
            " UPDATE engine SET version = '0.2.0'; PRAGMA user_version = 2"
        )
    other = store_of(tmp_path / "b.db", [(0, 20)])
    found = merge_stores([one, other], tmp_path / "all.db")
    assert (found.points, found.games) == (2, 30)
    with Store(tmp_path / "all.db") as merged:
        held = [
            (tally.point.mines, tally.games, tally.identity, tally.version)
            for tally in merged.tallies()
        ]
    assert held[0][:3] == (3, 20, "engine 1")
    assert held[1] == (4, 10, None, "0.2.0")
