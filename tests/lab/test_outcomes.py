"""Outcomes of single games in a store: stored once, read in any range, whatever their blocks."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sapper
from sapper.errors import LabError
from sapper.games.counts import Counts
from sapper.lab.store.blocks import Block, Point
from sapper.lab.store.outcomes import pack, unpack
from sapper.lab.store.store import Store
from sapper.lab.sweeps.executors import Executor, InProcess, Processes
from sapper.lab.sweeps.schedule import Schedule

if TYPE_CHECKING:
    from pathlib import Path

    from sapper.lab.store.outcomes import Outcomes

POINT = Point.read("6x6", 6, "pseq", seed=3)


def outcomes(first: int, games: int) -> Outcomes:
    """Outcomes that differ from game to game."""
    return np.array([(7 * game) % 13 < 5 for game in range(first, first + games)], np.bool_)


def counted(first: int, games: int) -> tuple[Block, Counts]:
    won = outcomes(first, games)
    return Block(POINT, first, games), Counts(games, int(won.sum()))


def played(store: Store, executor: Executor, threads: int) -> Outcomes:
    schedule = Schedule(store.missing_outcomes(POINT, 0, 300), outcomes=True, threads=threads)
    for _, result in executor.run(schedule):
        store.add(result.played, result.outcomes)
    return store.outcomes(POINT, 0, 300)


@given(st.lists(st.booleans(), max_size=40))
def test_a_bitmap_keeps_all_outcomes(won: list[bool]) -> None:
    assert unpack(pack(np.array(won, np.bool_)), len(won)).tolist() == won


@given(
    st.lists(st.tuples(st.integers(0, 80), st.integers(1, 40)), max_size=8),
    st.integers(0, 120),
    st.integers(0, 120),
)
@settings(max_examples=60, deadline=None)
def test_ranges_of_any_cut_are_read_up_to_the_first_gap(
    blocks: list[tuple[int, int]], begin: int, games: int
) -> None:
    end = begin + games
    kept: set[int] = set()
    with Store() as store:
        for first, count in blocks:
            store.add([counted(first, count)], [outcomes(first, count)])
            if not kept & set(range(first, first + count)):
                kept |= set(range(first, first + count))
        gaps = store.missing_outcomes(POINT, begin, end)
        found = store.outcomes(POINT, begin, end)
    missing = [game for gap in gaps for game in range(gap.first_game, gap.first_game + gap.games)]
    assert missing == sorted(set(range(begin, end)) - kept)
    assert len(found) == (missing[0] if missing else end) - begin
    assert found.tolist() == outcomes(begin, len(found)).tolist()


@pytest.mark.parametrize("executor", [InProcess(), Processes(2)])
def test_jobs_return_the_outcomes_of_their_games(executor: Executor) -> None:
    whole = sapper.simulate("6x6/6", "pseq", 300, seed=3, records=True).records
    assert whole is not None
    with Store() as store:
        store.add([counted(0, 40)])  # counters without outcomes
        store.add([counted(100, 30)], [outcomes(100, 30)])
        assert store.missing_outcomes(POINT, 0, 300) == [
            Block(POINT, 0, 100),
            Block(POINT, 130, 170),
        ]
        found = played(store, executor, threads=2)
        assert store.missing_outcomes(POINT, 0, 300) == []
    assert found[:100].tolist() == whole.won[:100].tolist()
    assert found[100:130].tolist() == outcomes(100, 30).tolist()
    assert found[130:].tolist() == whole.won[130:].tolist()


def test_a_store_without_outcomes_has_none(tmp_path: Path) -> None:
    with Store(tmp_path / "lab.db") as store:
        store.add([counted(0, 40)])
        assert store.missing_outcomes(POINT, 10, 30) == [Block(POINT, 10, 20)]
        assert len(store.outcomes(POINT, 0, 40)) == 0


def test_a_damaged_bitmap_is_refused(tmp_path: Path) -> None:
    with Store(tmp_path / "lab.db") as store:
        store.add([counted(0, 40)], [outcomes(0, 40)])
    with closing(sqlite3.connect(tmp_path / "lab.db")) as database, database:
        database.execute("UPDATE outcomes SET won = '12345'")
    with Store(tmp_path / "lab.db") as store, pytest.raises(LabError, match="damaged"):
        store.outcomes(POINT, 0, 40)
