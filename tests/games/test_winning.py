"""Win probability of a position: exact for few layouts, else estimated with an interval."""

from __future__ import annotations

from collections import Counter
from contextlib import nullcontext
from fractions import Fraction
from itertools import combinations
from math import comb, inf
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from scipy.stats import binom

import sapper
from hand_clock import HandClock
from sapper import _core
from sapper.errors import (
    ContradictionError,
    GameError,
    StrategyError,
    TooHardError,
)
from sapper.games import Deal, Game, WinProbability, win_probability
from sapper.games.strategy_tree import StrategyTree, TooLargeTreeError
from sapper.intervals import wilson
from sapper.limits import Limits
from sapper.perfect import strategy_value
from sapper.positions import COVERED, Position, parse
from sapper.stopping import Stop

if TYPE_CHECKING:
    from pathlib import Path

    from command_line import Run


def openings(deal: Deal) -> Counter[bytes]:
    """Count the layouts of a deal by what the first click shows."""
    found: Counter[bytes] = Counter()
    covered = np.full(deal.board.size, COVERED, np.int16)
    for mined in combinations(deal.allowed, deal.mines):
        layout = np.zeros(deal.board.size, np.int16)
        layout[list(mined)] = 1
        game = _core.Game(deal.board.graph, covered, layout)
        if game.open(deal.start) is not None:
            found[game.states.tobytes()] += 1
    return found


@pytest.mark.parametrize(
    ("spec", "strategy"),
    [
        ("3x3/2", "random"),
        ("3x3/3", "perimeter"),
        ("3x4/3", "pseq"),
        ("3x4/4", "best"),
        ("4x4/3", "pseq"),
        ("torus:3x4/3", "frontier"),
        ("hex:3x3/2", "basic"),
        ("3x3/2", "optimal"),
        ("3x4/3", "neighborhood-sum"),
    ],
)
def test_what_follows_the_first_click_adds_up_to_the_value_of_the_strategy(
    spec: str, strategy: str
) -> None:
    deal = Deal.read(spec)
    wins = Fraction(0)
    for states, layouts in openings(deal).items():
        position = deal.position(np.frombuffer(states, np.int16))
        found = win_probability(position, strategy=strategy, most_layouts=1_000)
        assert found.exact
        assert found.fraction is not None
        assert found.samples == layouts
        assert found.interval == (found.value, found.value)
        wins += layouts * found.fraction
    assert wins == strategy_value(spec, strategy).wins


@pytest.mark.parametrize("strategy", ["pseq", "perimeter", "best"])
def test_the_interval_holds_the_truth_as_often_as_it_says(strategy: str) -> None:
    position = parse("1####\n#####\n##1##\n#####", mines=4)
    truth = win_probability(position, strategy=strategy, most_layouts=2_000)
    assert truth.exact
    samples, seeds = 60, 200
    held = 0
    for seed in range(1, seeds + 1):
        found = win_probability(position, samples, seed, strategy, 1, most_layouts=0)
        assert not found.exact
        assert found.fraction is None
        assert found.samples == samples
        low, high = found.interval
        held += low <= truth.value <= high
    wins = np.arange(samples + 1)
    inside = [low <= truth.value <= high for low, high in (wilson(int(k), samples) for k in wins)]
    coverage = float(binom.pmf(wins, samples, truth.value)[inside].sum())
    assert 0.9 < coverage < 0.99
    # Observed coverage equals the exact coverage; a false alarm has probability 1e-4.
    assert binom.ppf(5e-5, seeds, coverage) <= held <= binom.isf(5e-5, seeds, coverage)


def test_a_biased_estimate_would_be_found_out() -> None:
    # If the truth is off by 0.05, the interval of 1,000 layouts usually excludes it.
    position = parse("1####\n#####\n##1##\n#####", mines=4)
    truth = win_probability(position, strategy="pseq", most_layouts=2_000)
    missed = 0
    for seed in range(1, 51):
        found = win_probability(position, 1_000, seed, "pseq", 1, most_layouts=0)
        low, high = found.interval
        missed += not low <= truth.value + 0.05 <= high
    assert missed > 25


def test_it_does_not_depend_on_threads_and_goes_on_where_others_ended() -> None:
    position = Game("9x9/20", seed=4, start=40).position
    one = win_probability(position, 300, 5, "pseq", 1)
    assert win_probability(position, 300, 5, "pseq", 3).value == one.value
    parts = [win_probability(position, 100, 5, "pseq", index=first) for first in (0, 100, 200)]
    assert sum(part.value for part in parts) / 3 == pytest.approx(one.value)
    assert not one.exact
    assert one.note == ""


def test_trivial_positions() -> None:
    won = win_probability(parse("1#", mines=1))
    assert (won.value, won.exact, won.fraction, won.samples) == (1.0, True, Fraction(1), 1)
    certain = win_probability(parse("#1.", mines=1))
    assert (certain.value, certain.exact, certain.samples) == (1.0, True, 1)
    lost_or_won = win_probability(parse("#1#", mines=1))
    assert lost_or_won.fraction == Fraction(1, 2)
    fresh = win_probability(Position.covered_board("2x2/1"), strategy="random")
    assert fresh.fraction == Fraction(3, 4) * Fraction(2, 3) * Fraction(1, 2)


def test_several_mines_a_cell_exactly_and_drawn() -> None:
    position = Position("2x3", [2, *[None] * 5], 3, max_per_cell=2)
    exact = win_probability(position, strategy="pseq")
    assert exact.exact
    drawn = win_probability(position, 20_000, strategy="pseq", most_layouts=0)
    assert not drawn.exact
    assert drawn.interval[0] < exact.value < drawn.interval[1]


class LastCovered:
    """Opens the last covered cell."""

    def choose(self, position: Position) -> int:
        return position.covered[-1]


class Drawing:
    """Opens a cell that depends on the game."""

    opens_certain = True

    def begin(self, seed: int, index: int) -> None:
        self._random = np.random.default_rng([seed, index])

    def choose(self, position: Position) -> int:
        return int(self._random.choice(position.covered))


def test_strategies_written_in_python() -> None:
    position = parse("1###\n####\n##1#", mines=3)
    exact = win_probability(position, strategy=LastCovered)
    assert exact.exact
    drawn = win_probability(position, 2_000, strategy=LastCovered, most_layouts=0)
    assert not drawn.exact
    assert drawn.samples == 2_000
    wins = round(2_000 * drawn.value)
    assert 1e-4 < binom.cdf(wins, 2_000, exact.value) < 1 - 1e-4
    reported: list[tuple[int, int]] = []
    several = win_probability(
        position, 50, strategy=Drawing(), progress=lambda done, all_: reported.append((done, all_))
    )
    assert not several.exact
    assert reported[-1] == (50, 50)
    again = win_probability(position, 50, strategy=Drawing())
    assert again.value == several.value


def test_a_strategy_that_fails_is_named() -> None:
    class Wrong:
        def choose(self, position: Position) -> int:
            return 0

    for most_layouts in (0, 256):
        with pytest.raises(StrategyError, match="'Wrong' chose cell 0 at"):
            win_probability(parse("1##", mines=1), strategy=Wrong, most_layouts=most_layouts)
    with pytest.raises(StrategyError, match="unknown strategy 'nobody'"):
        win_probability(parse("1##", mines=1), strategy="nobody")


def test_flags_that_the_clues_do_not_prove_are_noted() -> None:
    proved = win_probability(parse("1F", mines=1))
    assert proved.note == ""
    guessed = win_probability(parse("1F\n##", mines=1), strategy="pseq")
    assert guessed.note == "the flags are taken as true, but a strategy does not see them"
    assert guessed.exact


def test_with_too_many_random_choices_layouts_are_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.games.winning._MOST_POSITIONS", 3)
    found = win_probability(parse("1###\n####\n####", mines=2), 50, strategy="random")
    assert not found.exact
    assert "is too large for an exact result" in found.note
    assert found.samples == 50


def test_the_tree_refuses_more_positions_than_are_allowed() -> None:
    position = parse("1##\n###", mines=2)
    layouts = np.unique(sapper.analyze(position).sample(200), axis=0)

    def ask(states: Any) -> list[int]:
        return np.flatnonzero(states == COVERED).tolist()

    def tree(most: int) -> StrategyTree:
        return StrategyTree(
            position.board,
            layouts,
            [1] * len(layouts),
            ask,
            opens_certain=False,
            most_positions=most,
            stop=Stop(inf),
        )

    with pytest.raises(TooLargeTreeError):
        tree(2).wins(position.states)
    assert 0 < tree(10_000).wins(position.states) < len(layouts)


@pytest.mark.parametrize(
    ("more", "error", "said"),
    [
        ({"samples": 0}, GameError, "the number of layouts is at least 1, not 0"),
        ({"samples": 10**10}, GameError, "the number of layouts is at most"),
        ({"seed": -1}, GameError, "the seed is at least 0, not -1"),
        ({"threads": 0}, GameError, "the number of threads is at least 1, not 0"),
        ({"most_layouts": -1}, GameError, "the most layouts is at least 0, not -1"),
        ({"index": -1}, GameError, "the number of the first layout is at least 0"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(
    more: dict[str, Any], error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        win_probability(parse("1##", mines=1), **more)


def test_positions_that_have_no_chance_to_be_played() -> None:
    with pytest.raises(ContradictionError):
        win_probability(parse("3#\n#1", mines=1))
    clues = [None] * 7 + [None, 4, None, 4, None, 4, None] + [None] * 7
    hard = Position("3x7", clues, 12, max_per_cell=2)
    with pytest.raises(TooHardError, match="too hard"):
        win_probability(hard, limits=Limits(log2_states=0.5))


def test_an_interruption_returns_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(done: int, total: int) -> None:
        raise KeyboardInterrupt

    position = Game("9x9/20", seed=4, start=40).position
    found = win_probability(position, 10**8, strategy="pseq", progress=interrupt)
    assert found.interrupted
    assert found.samples < 10**8
    assert found.to_dict()["interrupted"] is True
    in_python = win_probability(position, 10**8, strategy=LastCovered, progress=interrupt)
    assert in_python.interrupted


def test_it_ends_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = HandClock()
    clock.govern(monkeypatch, "games.winning")
    position = Game("9x9/20", seed=4, start=40).position
    for strategy in ("pseq", LastCovered):
        found = win_probability(
            position,
            10**9,
            strategy=strategy,
            threads=1,
            seconds=0.1,
            progress=lambda done, total: clock.pass_seconds(done),
        )
        assert found.interrupted
        assert 0 < found.samples < 10**9
        # On one thread those are the first ones, so that others can go on from there.
        again = win_probability(position, found.samples, strategy=strategy, threads=1)
        assert again.wins == found.wins
    in_no_time = win_probability(parse("#1#", mines=1), 10, strategy="random", seconds=-1.0)
    assert not in_no_time.exact


def test_summary_and_json() -> None:
    position = Game("9x9/20", seed=4, start=40).position
    found = win_probability(position, 100, strategy="pseq")
    low, high = found.interval
    assert found.summary() == (
        f"pseq wins from here: {100 * found.value:.1f} % "
        f"({100 * low:.1f} to {100 * high:.1f}, 100 layouts)"
    )
    assert "pseq wins from here" in found._repr_html_()
    assert "exactly" in win_probability(parse("#1#", mines=1))._repr_html_()
    reported = found.to_dict()
    assert reported["value"] == found.value
    assert reported["fraction"] is None
    assert set(reported) == {
        "strategy",
        "value",
        "interval",
        "exact",
        "fraction",
        "samples",
        "wins",
        "seed",
        "note",
        "seconds",
        "interrupted",
    }


def test_an_estimate_is_never_rounded_to_a_certainty() -> None:
    def reported(wins: int, samples: int) -> str:
        found = WinProbability(
            strategy="pseq",
            value=wins / samples,
            interval=wilson(wins, samples),
            exact=False,
            samples=samples,
            fraction=None,
            seed=1,
            note="",
            seconds=0.0,
            interrupted=False,
        )
        return found.summary().partition(": ")[2]

    assert reported(200, 200) == "more than 98.1 % (200 layouts, all won)"
    assert reported(0, 200) == "less than 1.9 % (200 layouts, none won)"
    assert reported(9_999, 10_000) == "99.99 % (99.9 to 100.0, 10,000 layouts)"
    assert reported(82, 200) == "41.0 % (34.4 to 47.9, 200 layouts)"


def test_every_layout_is_listed_or_none() -> None:
    from sapper.analysis.enumeration import every_layout

    open_board = sapper.analyze(Position.covered_board("4x4/3"))
    assert every_layout(open_board, comb(16, 3) - 1) is None
    known = every_layout(open_board, comb(16, 3))
    assert known is not None
    assert len(known[0]) == sum(known[1]) == comb(16, 3)
    several = sapper.analyze(Position("1x3", [None] * 3, 3, max_per_cell=3))
    known = every_layout(several, 10)
    assert known is not None
    assert sorted(known[1]) == [1, 1, 1, 3, 3, 3, 3, 3, 3, 6]


# -- the command line ---------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "position.txt"
    path.write_text(Game("9x9/20", seed=4, start=40).position.to_text(header=True))
    return str(path)


def test_the_command_line_prints_the_probability(run: Run, file: str, tmp_path: Path) -> None:
    outcome = run("analyze", file, "--win", "--samples", "200", "--strategy", "pseq")
    found = win_probability(Game("9x9/20", seed=4, start=40).position, 200, strategy="pseq")
    assert outcome.out.splitlines()[-1] == found.summary()
    assert outcome.code == 0
    few = tmp_path / "few.txt"
    few.write_text("#1#")
    outcome = run("analyze", str(few), "--mines", "1", "--win")
    assert outcome.out.splitlines()[-1] == "best wins from here: 50 %, exactly 1/2 (2 layouts)"


def test_the_command_line_prints_json(run: Run, file: str) -> None:
    found = run("analyze", file, "--win", "--samples", "100", "--json").json
    reported = found["win_probability"]
    assert (reported["samples"], reported["strategy"], reported["exact"]) == (100, "best", False)
    assert reported["interval"][0] < reported["value"] < reported["interval"][1]
    assert "win_probability" not in run("analyze", file, "--json").json


def test_the_command_line_refuses_what_makes_no_sense(run: Run, file: str) -> None:
    outcome = run("analyze", file, "--samples", "100")
    assert outcome.code == 2
    assert "require --win" in outcome.err
    outcome = run("analyze", file, "--win", "--samples", "0")
    assert outcome.code == 2
    assert "the number of layouts is at least 1, not 0" in outcome.err


def test_an_interruption_of_the_command_line_shows_what_was_played(
    run: Run, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(done: int, total: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sapper.cli.analyze.bar", lambda *_: nullcontext(interrupt))
    outcome = run("analyze", file, "--win", "--samples", "100000000")
    assert outcome.code == 130
    assert outcome.out.splitlines()[-1].endswith("; interrupted")
