"""Simulation: reproducible on any number of threads, dealt fairly, with correct statistics."""

from __future__ import annotations

import _thread
import json
import pickle
from dataclasses import astuple, replace
from fractions import Fraction
from math import isnan
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sapper
from brute_force import Fitting
from sapper.games import Deal
from sapper.games.counts import Counts
from sapper.intervals import wilson
from sapper.strategies.compiled import Compiled
from strategy_names import REPEATABLE

if TYPE_CHECKING:
    from collections.abc import Callable

    from sapper.boards import Board
    from sapper.types import FirstClickRule

BOARDS: list[tuple[Board, int]] = [
    (sapper.grid(5, 6), 5),
    (sapper.grid(1, 9), 2),
    (sapper.torus(4, 5), 4),
    (sapper.hexagonal(4, 5), 4),
    (sapper.triangular(4, 5), 4),
    (sapper.box(3, 3, 3), 4),
    (sapper.grid(5, 5, "rook"), 5),
    (sapper.grid(5, 5, "knight"), 5),
    (sapper.grid(5, 5, "reach2"), 3),
    (sapper.graph(nx.petersen_graph()), 2),
    (sapper.graph([(0, 1), (1, 2)], nodes=range(6)), 2),
    (sapper.grid(2, 2), 1),
    (sapper.grid(1, 1), 0),
]
PLAYED = [name for name in REPEATABLE if name != "optimal"]


def totals(result: sapper.SimulationResult) -> tuple[int, ...]:
    return result.games, result.wins, result.guesses, result.moves, result.bbbv


# -- the same games -----------------------------------------------------------------------------


@pytest.mark.parametrize("strategy", PLAYED)
def test_threads_make_no_difference(strategy: str) -> None:
    games = 50 if strategy.startswith("deep") else 150  # it thinks about every guess
    found = [
        sapper.simulate("8x8/10", strategy, games, seed=5, threads=threads, records=True)
        for threads in (1, 2, 4)
    ]
    assert totals(found[0]) == totals(found[1]) == totals(found[2])
    assert found[0].records == found[1].records == found[2].records


@pytest.mark.parametrize(
    ("spec", "strategy", "games"),
    [
        ("torus:5x6/6", "pseq", range(7880, 7930)),
        ("torus:5x6/6", "heuristic:PU", range(13740, 13750)),
        ("torus:5x5/6", "pseq", range(14150, 14180)),
        ("5x5/6", "pseq-d256", range(100, 150)),
    ],
)
def test_what_was_played_before_makes_no_difference(spec: str, strategy: str, games: range) -> None:
    before = sapper.simulate(spec, strategy, games.stop, threads=1, records=True).records
    assert before is not None
    for game in games:
        alone = sapper.simulate(spec, strategy, 1, index=game)
        reported = (before.won[game], before.guesses[game], before.moves[game])
        assert (alone.wins, alone.guesses, alone.moves) == reported


def test_blocks_of_games_make_no_difference() -> None:
    whole = sapper.simulate("9x9/10", "perimeter", 100, seed=9, records=True).records
    parts = [
        sapper.simulate("9x9/10", "perimeter", games, seed=9, index=first, records=True).records
        for first, games in ((0, 37), (37, 63))
    ]
    assert whole is not None
    for column in ("index", "won", "moves", "guesses", "bbbv"):
        joined = np.concatenate([getattr(part, column) for part in parts])
        assert np.array_equal(joined, getattr(whole, column))


def test_the_last_games_have_numbers_too() -> None:
    last = sapper.simulate("3x3/1", games=3, seed=2**64 - 1, index=2**64 - 3, records=True)
    assert last.records is not None
    assert last.records.index.tolist() == [2**64 - 3, 2**64 - 2, 2**64 - 1]
    with pytest.raises(sapper.GameError, match="games are numbered up to"):
        sapper.simulate("3x3/1", games=4, index=2**64 - 3)


@pytest.mark.parametrize("strategy", ["pseq", "infer-guess", "heuristic:PQ", "heuristic:PE"])
@pytest.mark.parametrize(("spec", "limit"), [("8x8/10", 1), ("torus:5x6/6", 1), ("5x5/7", 2)])
def test_python_and_the_core_play_alike(strategy: str, spec: str, limit: int) -> None:
    """The same layouts, and for strategies without chance the same guesses."""
    options: dict[str, Any] = {"games": 60, "seed": 3, "max_per_cell": limit, "records": True}
    core = sapper.simulate(spec, strategy, **options).records
    python = sapper.simulate(spec, Compiled(strategy), **options).records
    assert core is not None
    assert python is not None
    for column in ("index", "won", "guesses", "bbbv"):
        assert np.array_equal(getattr(core, column), getattr(python, column)), column


@pytest.mark.parametrize("first", ["any", "safe", "open"])
def test_strategies_meet_the_same_layouts(first: FirstClickRule) -> None:
    found = [
        sapper.simulate("6x7/8", strategy, 80, seed=4, first=first, records=True).records
        for strategy in ("random", "pseq", Compiled("perimeter"))
    ]
    assert found[0] is not None
    for other in found[1:]:
        assert other is not None
        assert np.array_equal(found[0].bbbv, other.bbbv)


def test_seeds_and_starts_make_a_difference() -> None:
    plain = sapper.simulate("9x9/10", "random", 200, seed=1)
    assert totals(plain) != totals(sapper.simulate("9x9/10", "random", 200, seed=2))
    assert totals(plain) != totals(sapper.simulate("9x9/10", "random", 200, start=(4, 4)))


# -- known values -------------------------------------------------------------------------------


def perimeter_wins(position: sapper.Position) -> Fraction:
    """The weight of the layouts that perimeter wins from a position, ties at random.

    With several mines per cell the last safe cell may be open before the layout is known.
    """
    fitting = Fitting(position)
    finished = sum(
        weight for x, weight in fitting.weights.items() if all(x[c] for c in fitting.covered)
    )
    if finished == fitting.total:
        return Fraction(finished)
    safety = {cell: fitting.safety(cell) for cell in position.covered}
    best = max(safety.values())
    cells = [cell for cell, value in safety.items() if value == best]
    cells = cells[:1] if best == 1 else cells
    wins = sum(
        perimeter_wins(position.reveal(cell, shown))
        for cell in cells
        for shown in fitting.shown(cell)
    )
    return Fraction(finished) + Fraction(wins, len(cells))


@pytest.mark.parametrize(
    ("spec", "limit"),
    [("3x3/1", 1), ("3x3/2", 1), ("2x4/3", 1), ("hex:2x3/2", 1), ("2x3/3", 2), ("1x4/4", 3)],
)
def test_perimeter_wins_as_often_as_its_tree_says(spec: str, limit: int) -> None:
    deal = Deal.read(spec, max_per_cell=limit)
    covered = sapper.Position.covered_board(deal.board, deal.mines, max_per_cell=limit)
    before = Fitting(covered)
    wins = sum(perimeter_wins(covered.reveal(0, shown)) for shown in before.shown(0))
    found = sapper.simulate(spec, "perimeter", 20_000, seed=11, max_per_cell=limit)
    low, high = wilson(found.wins, found.games, z=3.0)
    assert low <= wins / (before.total * before.safety(0)) <= high


@pytest.mark.parametrize(
    ("spec", "start", "wins", "layouts"),
    [("3x3/1", 0, 8, 8), ("3x3/1", 4, 7, 8), ("3x3/3", 1, 33, 56), ("3x3/2", 4, 17, 28)],
)
@pytest.mark.parametrize("strategy", ["pseq-d256", "best", "optimal"])
def test_perfect_play_where_few_layouts_are_left(
    strategy: str, spec: str, start: int, wins: int, layouts: int
) -> None:
    games = 300 if strategy == "optimal" else 20_000
    found = sapper.simulate(spec, strategy, games, seed=2, start=start)
    low, high = wilson(found.wins, found.games, z=3.0)
    assert low <= wins / layouts <= high


def test_no_mines_are_always_found() -> None:
    for strategy in PLAYED:
        found = sapper.simulate("4x5/0", strategy, 10, first="any")
        assert (found.wins, found.moves, found.guesses, found.bbbv) == (10, 10, 0, 10)


@pytest.mark.parametrize("first", ["any", "safe", "open"])
@pytest.mark.parametrize("strategy", [*PLAYED, "optimal", "book004:basic"])
def test_a_board_full_of_mines_is_won(strategy: str, first: FirstClickRule) -> None:
    for limit, mines in ((1, 6), (2, 12)):
        found = sapper.simulate(
            sapper.grid(2, 3), strategy, 7, first=first, mines=mines, max_per_cell=limit
        )
        assert (found.games, found.wins, found.moves, found.guesses) == (7, 7, 0, 0)


def test_all_but_one_mine_is_won_by_a_safe_first_click() -> None:
    found = sapper.simulate("4x4/15", "basic", 50)
    assert (found.wins, found.moves) == (50, 50)


@pytest.mark.parametrize(("board", "mines"), BOARDS, ids=lambda value: getattr(value, "spec", ""))
@pytest.mark.parametrize("limit", [1, 2])
def test_every_strategy_plays_every_board(board: Board, mines: int, limit: int) -> None:
    bbbv = set()
    for strategy in [*PLAYED, "heuristic:UQESP", "book004:frontier"]:
        for first in ("any", "safe"):
            found = sapper.simulate(
                board,
                strategy,
                6,
                seed=1,
                first=first,
                start=0,
                mines=mines,
                max_per_cell=limit,
                threads=1,
            )
            assert 0 <= found.wins <= found.games == 6
            assert found.guesses <= found.moves
            assert found.wins or strategy != "best" or board.size < 20
            bbbv.add((first, found.bbbv))
    assert len(bbbv) <= 2


def test_stronger_strategies_win_more() -> None:
    wins = {
        strategy: sapper.simulate("9x9/10", strategy, 2_000, seed=1).wins
        for strategy in ("random", "neighborhood-sum", "basic", "perimeter", "pseq")
    }
    assert wins["pseq"] >= wins["perimeter"] >= wins["basic"] >= wins["random"]
    assert wins["neighborhood-sum"] >= wins["random"]
    assert sapper.simulate("9x9/10", "heuristic:PSEQ", 2_000, seed=1).wins == wins["pseq"]


# -- interruption and progress ------------------------------------------------------------------


def interrupt_after(games: int) -> Callable[[int, int], None]:
    """Return a progress callback that interrupts the main thread after some games."""

    def progress(done: int, total: int) -> None:
        if done >= games:
            _thread.interrupt_main()

    return progress


def test_an_interruption_returns_what_was_done() -> None:
    found = sapper.simulate(
        "16x30/99", "pseq", 10_000_000, seed=1, records=True, progress=interrupt_after(100)
    )
    assert found.interrupted
    assert 0 < found.games < 10_000_000
    assert found.records is not None
    assert len(found.records) == found.games
    assert int(found.records.won.sum()) == found.wins
    again = sapper.simulate("16x30/99", "pseq", 50, seed=1, records=True).records
    assert again is not None
    early = found.records.index < 50
    assert np.array_equal(found.records.moves[early], again.moves[found.records.index[early]])
    assert "interrupted" in found.summary()


def test_an_interruption_of_a_python_strategy() -> None:
    class Slow:
        def choose(self, position: sapper.Position) -> int:
            return position.covered[0]

    found = sapper.simulate("9x9/10", Slow, 1_000_000, records=True, progress=interrupt_after(1))
    assert found.interrupted
    assert found.records is not None
    assert 0 < found.games == len(found.records)


def test_no_game_at_all() -> None:
    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    class Never:
        def choose(self, position: sapper.Position) -> int:
            raise KeyboardInterrupt

    found = sapper.simulate("30x30/130", Never, 10, progress=stop)
    assert (found.games, found.interval, found.interrupted) == (0, (0.0, 1.0), True)
    assert isnan(found.win_rate)
    assert found.to_dict()["win_rate"] is None
    assert "0 of 0" in found.summary()
    json.dumps(found.to_dict(), allow_nan=False)


@pytest.mark.parametrize("strategy", ["perimeter", Compiled("perimeter")])
def test_progress_is_reported(strategy: Any) -> None:
    reported: list[tuple[int, int]] = []
    sapper.simulate("9x9/10", strategy, 150, progress=lambda *done: reported.append(done))
    assert reported[-1] == (150, 150)
    assert reported == sorted(reported)


def test_a_progress_that_fails_stops_the_games() -> None:
    def fail(done: int, total: int) -> None:
        raise OSError("the bar is gone")

    with pytest.raises(OSError, match="the bar"):
        sapper.simulate("16x30/99", "pseq", 10_000_000, progress=fail)


# -- results ------------------------------------------------------------------------------------


COUNTS = st.builds(Counts, *[st.integers(0, 2**40)] * 6, st.floats(0, 1e6))


@given(COUNTS, COUNTS)
def test_counts_add_field_by_field(one: Counts, other: Counts) -> None:
    sums = zip(astuple(one), astuple(other), strict=True)
    assert astuple(one + other) == tuple(a + b for a, b in sums)
    assert one + Counts() == one


def test_blocks_of_games_add_up_to_all_of_them() -> None:
    parts = [sapper.simulate("8x8/10", "pseq", 40, index=first).counts for first in (0, 40)]
    whole = sapper.simulate("8x8/10", "pseq", 80).counts
    assert replace(parts[0] + parts[1], cpu_seconds=0.0) == replace(whole, cpu_seconds=0.0)


def test_the_result_is_the_contract() -> None:
    found = sapper.simulate("5x6/5", "pseq", 200, seed=3, first="open")
    reported = found.to_dict()
    assert list(reported)[:12] == [
        "spec",
        "strategy",
        "first",
        "start",
        "seed",
        "games",
        "wins",
        "win_rate",
        "interval",
        "guesses",
        "moves",
        "seconds",
    ]
    assert reported["spec"] == "5x6/5"
    assert reported["start"] == [3, 3]
    assert reported["version"] == sapper.__version__
    assert json.loads(json.dumps(reported)) == reported
    assert found.win_rate == found.wins / 200
    low, high = found.interval
    assert low < found.win_rate < high
    assert f"won {found.wins} of 200 games" in found.summary()
    assert found.seconds > 0
    assert found.longest >= 0
    assert pickle.loads(pickle.dumps(found)) == found
    with pytest.raises(AttributeError):
        found.wins = 3  # type: ignore[misc]


def test_records_add_up() -> None:
    found = sapper.simulate("8x8/10", "perimeter", 120, records=True)
    assert found.records is not None
    assert found.records.index.tolist() == list(range(120))
    sums = [int(getattr(found.records, name).sum()) for name in ("won", "guesses", "moves", "bbbv")]
    assert sums == [found.wins, found.guesses, found.moves, found.bbbv]
    with pytest.raises(ValueError, match="read-only"):
        found.records.won[0] = True
    assert sapper.simulate("8x8/10", "perimeter", 5).records is None


def test_wilson_against_its_definition() -> None:
    """At the bounds the score test is just significant."""
    for wins, games in ((0, 1), (1, 1), (3, 10), (50, 100), (999, 1000)):
        for bound in wilson(wins, games):
            if 0 < bound < 1:
                score = (wins / games - bound) / (bound * (1 - bound) / games) ** 0.5
                assert abs(score) == pytest.approx(1.959964, abs=1e-5)
    assert wilson(0, 5)[0] == 0.0
    assert wilson(5, 5)[1] == 1.0


def test_a_board_with_mines() -> None:
    star = sapper.graph([(0, 1), (0, 2), (0, 3)])
    found = sapper.simulate(star, "pseq", 30, mines=1)
    assert found.spec == f"{star.spec}/1"
    assert found.to_dict()["start"] == [0]
    assert sapper.simulate(sapper.parse_spec("9x9/10"), games=1).spec == "9x9/10"
    assert sapper.simulate("9x9/10", games=1, mines=12).spec == "9x9/12"
    assert sapper.simulate("3x3/12", games=1, max_per_cell=2).spec == "3x3/12"


# -- bad input ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"games": 0}, sapper.GameError, "at least 1, not 0"),
        ({"games": -3}, sapper.GameError, "at least 1, not -3"),
        ({"games": True}, sapper.GameError, "whole number, not True"),
        ({"games": 10.0}, sapper.GameError, "whole number, not 10.0"),
        ({"games": "10"}, sapper.GameError, "whole number, not '10'"),
        ({"seed": -1}, sapper.GameError, "the seed is at least 0"),
        ({"seed": 2**64}, sapper.GameError, "at most 18446744073709551615"),
        ({"seed": None}, sapper.GameError, "whole number, not None"),
        ({"index": -1}, sapper.GameError, "first game is at least 0"),
        ({"threads": 0}, sapper.GameError, "threads is at least 1"),
        ({"threads": 10**6}, sapper.GameError, "threads is at most 1024"),
        ({"threads": 1.5}, sapper.GameError, "whole number"),
        ({"first": "lucky"}, sapper.GameError, "any or safe or open, not 'lucky'"),
        ({"start": 81}, sapper.BoardError, "bad first cell: cell 81 is not on 9x9"),
        ({"start": (9, 0)}, sapper.BoardError, r"cell \(9, 0\) is not on 9x9"),
        ({"start": -1}, sapper.BoardError, "cell -1"),
        ({"start": "corner"}, sapper.BoardError, "'corner'"),
        ({"start": (1, 2, 3)}, sapper.BoardError, "3 coordinates"),
        ({"mines": 81, "max_per_cell": 2}, None, ""),
        ({"mines": 163, "max_per_cell": 2}, sapper.GameError, "room for 160"),
        ({"mines": 82}, sapper.GameError, "room for 80"),
        ({"mines": -1}, sapper.GameError, "at least 0"),
        ({"mines": 73, "first": "open"}, sapper.GameError, "room for 72 next to"),
        ({"mines": 72, "first": "open"}, None, ""),
        ({"mines": 78, "first": "open", "start": 0}, sapper.GameError, "room for 77"),
        ({"max_per_cell": 0}, sapper.GameError, "max_per_cell is at least 1"),
        ({"max_per_cell": 101}, sapper.GameError, "max_per_cell is at most 100"),
        ({"strategy": "perimiter"}, sapper.StrategyError, "did you mean 'perimeter'?"),
        ({"strategy": None}, sapper.StrategyError, "None, which has no method choose"),
        ({"records": True, "games": 10**12}, sapper.GameError, "records of 1000000000000 games"),
    ],
)
def test_what_is_wrong_is_said(
    arguments: dict[str, Any], error: type[Exception] | None, message: str
) -> None:
    asked: dict[str, Any] = {"games": 1, "strategy": "random"} | arguments
    if error is None:
        assert sapper.simulate("9x9/10", **asked).games == 1
        return
    with pytest.raises(error, match=message) as caught:
        sapper.simulate("9x9/10", **asked)
    assert isinstance(caught.value, sapper.SapperError)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    ("board", "error", "message"),
    [
        ("9x9", sapper.GameError, "9x9 needs its mines"),
        ("9x9/82", sapper.SpecError, "82 mines"),
        ("9x9/ten", sapper.SpecError, "'ten'"),
        ("nine", sapper.SpecError, "unknown board"),
        (sapper.grid(3, 3), sapper.GameError, "3x3 needs its mines"),
        (99, sapper.SpecError, "not 99"),
        ("2x2/4", None, ""),
        ("1x1/1", None, ""),
    ],
)
def test_boards_that_cannot_be_played(
    board: Any, error: type[Exception] | None, message: str
) -> None:
    if error is None:
        assert sapper.simulate(board, games=1).wins == 1
        return
    with pytest.raises(error, match=message):
        sapper.simulate(board, games=1)


def test_bad_mines_of_a_spec_with_several_a_cell() -> None:
    with pytest.raises(sapper.SpecError, match="'many'"):
        sapper.simulate("3x3/many", max_per_cell=2)
    assert sapper.simulate("beginner", games=1, max_per_cell=2).spec == "9x9/10"
