"""Difficulty: ratings of boards and layouts, the scale, the critical density and suggestions."""

from __future__ import annotations

import re
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sapper
from sapper.errors import GameError, SpecError
from sapper.games import Deal
from sapper.intervals import Z95, wilson
from sapper.lab.difficulty.critical_distance import (
    MOST_CELLS,
    critical_distance,
    quick_numbers,
    win_curve,
)
from sapper.lab.difficulty.difficulty import LEVELS, level_of, rate, score_interval
from sapper.lab.difficulty.layout_difficulty import rate_game, rate_layout
from sapper.lab.difficulty.reasoning import KINDS, Walk
from sapper.lab.difficulty.suggestions import suggest

if TYPE_CHECKING:
    from command_line import Run
    from sapper.types import DifficultyLevel

DOCUMENT = Path(__file__).parents[2] / "docs" / "how-to" / "difficulty.md"


# -- a rating ------------------------------------------------------------------------------------


def test_a_rating_adds_up_its_games() -> None:
    reported: list[tuple[int, int]] = []
    rated = rate("6x6/6", games=120, seed=4, progress=lambda *seen: reported.append(seen))
    single = [rate_game("6x6/6", index, seed=4) for index in range(120)]
    core = sapper.simulate("6x6/6", "pseq", 120, 4, "open")
    assert (rated.wins, rated.guess_free, rated.bbbv) == (core.wins, core.guess_free, core.bbbv)
    assert rated.guesses == sum(game.guesses for game in single)
    assert rated.guess_free == sum(game.guess_free for game in single)
    for place, use in enumerate(rated.kinds):
        assert use.clicks == sum(game.clicks[use.kind] for game in single)
        harder = [game.hardest in KINDS[place:] for game in single]
        assert use.games_needing == sum(harder)
        assert use.interval == wilson(sum(harder), 120)
    assert sum(use.click_share for use in rated.kinds) == pytest.approx(1)
    enough = [(None, "one clue"), (None, "one clue", "two clues"), (None, *KINDS[:-1])]
    lost = sum(game.hardest not in kinds for game in single for kinds in enough)
    assert rated.losses == lost + sum(not game.won for game in single)
    assert rated.score == pytest.approx(25 * rated.losses / 120)
    assert reported[-1] == (120, 120)
    assert reported == sorted(reported)
    assert rated.summary().startswith("6x6/6, first click open at (3, 3): easy, difficulty 22.3 ")


# -- one layout ---------------------------------------------------------------------------------


def test_a_layout_is_rated_as_the_game_it_is() -> None:
    for index in range(20):
        dealt = Deal.read("9x9/14", first="open").game(2, index)
        mined = np.flatnonzero(np.array(dealt.mines)).tolist()
        game = rate_game("9x9/14", index, seed=2)
        assert game == rate_layout("9x9", mined, (3, 3))
        assert game.bbbv == dealt.bbbv


@pytest.mark.parametrize(
    ("text", "hardest", "level", "guesses"),
    [
        ("S..\n...\n..*", None, "trivial", 0),
        ("S...\n....\n..*.\n....", "one clue", "easy", 0),
        ("S...\n..*.\n....", "two clues", "medium", 0),
        # The 1s at (0, 1) and (1, 0) have a mine each, so the 2 at (1, 1) has none at (2, 2).
        ("S.*.\n....\n*...\n....", "several clues", "hard", 0),
        # The mine is next to the first cell, and the only one.
        ("S*..\n....\n....\n....", "mine count", "hard", 0),
        ("S*\n..", "guess", "expert", 1),
        ("S*....\n......\n.....*", "guess", "expert", 1),
    ],
)
def test_layouts_by_hand(
    text: str, hardest: str | None, level: DifficultyLevel, guesses: int
) -> None:
    rows = text.split("\n")
    flat = "".join(rows)
    mined = [cell for cell, mark in enumerate(flat) if mark == "*"]
    found = rate_layout(f"{len(rows)}x{len(rows[0])}", mined, flat.index("S"))
    assert (found.hardest, found.level, found.guesses) == (hardest, level, guesses)
    assert found.guess_free is (guesses == 0)
    assert sum(found.clicks.values()) == sum(len(step.clicks) for step in found.steps)


def test_layouts_that_cannot_be() -> None:
    with pytest.raises(GameError, match=r"the first cell \(0, 1\) is a mine"):
        rate_layout("3x3", [(0, 1)], 1)
    with pytest.raises(sapper.BoardError, match="cell 9 is not on 3x3"):
        rate_layout("3x3", [9], 1)
    with pytest.raises(GameError, match="the number of the game"):
        rate_game("9x9/10", -1)


# -- the scale ----------------------------------------------------------------------------------


def test_levels_cover_the_scale() -> None:
    bounds = list(LEVELS.values())
    assert bounds == sorted(bounds)
    assert bounds[0] == 0
    for name, least in LEVELS.items():
        assert level_of(least) == name
    for (name, _), (_, least) in pairwise(LEVELS.items()):
        assert level_of(least - 1e-9) == name


@given(st.integers(1, 3000), st.data())
def test_the_interval_of_the_score_is_wilsons(games: int, data: st.DataObject) -> None:
    losses = data.draw(st.integers(0, 4 * games))
    share, square = losses / (4 * games), Z95**2 / games
    middle = (share + square / 2) / (1 + square)
    reach = sqrt(share * (1 - share) * square + square**2 / 4) / (1 + square)
    low, high = score_interval(losses, games)
    assert low == pytest.approx(100 * (middle - reach), abs=1e-9)
    assert high == pytest.approx(100 * (middle + reach), abs=1e-9)


def test_the_interval_of_the_score_holds_what_other_games_say() -> None:
    ratings = [rate("8x8/10", games=40, seed=seed, critical=False) for seed in range(40)]
    mean = sum(rated.score for rated in ratings) / len(ratings)
    holding = sum(rated.interval[0] <= mean <= rated.interval[1] for rated in ratings)
    assert holding >= 36


@pytest.mark.parametrize(
    ("board", "numbers"),
    [
        ("9x9", [1, 4, 7, 9, 11, 13, 15, 17, 19]),
        ("16x16", [5, 25, 33, 41, 49]),
        ("hex:8x8", [2, 6, 9, 12, 15]),
    ],
)
def test_more_mines_are_more_difficult_below_the_critical_density(
    board: str, numbers: list[int]
) -> None:
    ratings = [rate(f"{board}/{mines}", games=200, critical=False) for mines in numbers]
    last = critical_distance(Deal.read(f"{board}/{numbers[-1]}", first="open"))
    assert last.side == "below"
    for easier, harder in pairwise(ratings):
        assert easier.score < harder.score
    for easier, harder in zip(ratings, ratings[2:], strict=False):
        assert easier.interval[1] < harder.interval[0] or harder.score < 5
    assert [LEVELS[rated.level] for rated in ratings] == sorted(
        LEVELS[rated.level] for rated in ratings
    )


def test_boards_that_are_decided_at_once() -> None:
    for spec in ("5x5/0", "5x5/25"):
        rated = rate(spec, games=5, critical=False)
        assert (rated.score, rated.level, rated.wins, rated.guesses) == (0, "trivial", 5, 0)
        assert not any(use.games_needing or use.clicks for use in rated.kinds)
    lost = rate("5x5/20", games=20, first="any", critical=False)
    assert (lost.guess_free, lost.level) == (0, "hopeless")
    assert lost.guesses > 20
    assert Walk((), certain_start=False, won=True).hardest == "guess"


def test_what_cannot_be_rated() -> None:
    with pytest.raises(GameError, match="needs its mines"):
        rate("9x9")
    with pytest.raises(GameError, match="the number of games is at least 1"):
        rate("9x9/10", games=0)
    with pytest.raises(GameError, match="which 'open' keeps free"):
        rate("3x3/2")
    with pytest.raises(GameError, match="the first click is"):
        rate("9x9/10", first="lucky")  # type: ignore[arg-type]


# -- compared with the critical density --------------------------------------------------------


def test_sides_of_the_critical_density() -> None:
    sides = [rate(f"6x6/{mines}", games=5).critical for mines in (3, 20)]
    assert [found.side for found in sides if found is not None] == ["below", "above"]
    low, high = sides
    assert low is not None
    assert high is not None
    assert low.critical_density == high.critical_density
    assert low.distance is not None
    assert low.distance < 0
    assert "below the critical density" in low.summary()
    assert low.to_dict()["side"] == "below"
    assert low.critical_density is not None
    nearest = round(36 * low.critical_density)
    assert critical_distance(Deal.read(f"6x6/{nearest}", first="open")).side == "near"


def test_boards_without_a_critical_density() -> None:
    large = critical_distance(Deal.read("60x60/9", first="open"))
    assert large.critical_density is None
    assert large.side is None
    assert f"more than {MOST_CELLS:,} cells" in large.summary()
    full = critical_distance(Deal.read("3x3/0", first="open"))
    assert "3x3 has no cell for a mine" in full.why
    never = critical_distance(Deal.read("1x3/1"))
    assert never.interval is None
    assert never.distance is None
    assert never.why


def test_the_curve_ends_where_nothing_is_won() -> None:
    deal = Deal.read("8x8/1", first="open")
    curve = win_curve(deal, games=50)
    assert curve.wins[-1] == 0
    assert (curve.wins[:-1] > 0).all()
    assert curve.mines.tolist() == quick_numbers(deal)[: len(curve)]
    for place in (0, 8, 15):
        mines = int(curve.mines[place])
        assert curve.wins[place] == sapper.simulate(f"8x8/{mines}", "pseq", 50, 1, "open").wins
    assert len(quick_numbers(Deal.read("30x30/1"))) <= 64


# -- suggestions --------------------------------------------------------------------------------


def test_suggested_levels_are_of_the_level() -> None:
    for level in LEVELS:
        reported: list[int] = []

        def note(done: int, total: int, reported: list[int] = reported) -> None:
            reported.append(done)

        (found,) = suggest(level, boards=["9x9"], games=150, progress=note)
        assert found.difficulty.level == level
        assert found.spec == found.difficulty.spec
        assert found.summary().startswith(f"{found.spec}: {level}, difficulty ")
        assert reported == sorted(reported)
        assert reported[-1] == 100
    (hexagons,) = suggest("hard", boards="hex:8x8/1", games=100)
    assert hexagons.spec.startswith("hex:8x8/")
    assert hexagons.to_dict()["difficulty"]["level"] == "hard"


def test_suggested_shares_are_met_by_other_games() -> None:
    share = 0.6
    (free,) = suggest(guess_free=share, boards="10x10", games=800)
    (won,) = suggest(win_rate=share, boards="10x10", games=800)
    for found, measure in ((free, "guess_free"), (won, "wins")):
        mines = int(found.spec.partition("/")[2])
        fewer, more = (
            getattr(sapper.simulate(f"10x10/{mines + off}", "pseq", 2000, 77, "open"), measure)
            for off in (-2, 2)
        )
        assert more / 2000 < share < fewer / 2000


def test_what_cannot_be_suggested() -> None:
    with pytest.raises(GameError, match=r"the levels are trivial, .*, not 'harsh'"):
        suggest("harsh")
    with pytest.raises(GameError, match="exactly one of level"):
        suggest()
    with pytest.raises(GameError, match="exactly one of level"):
        suggest("hard", win_rate=0.5)
    with pytest.raises(GameError, match="between 0 and 1, not 1"):
        suggest(guess_free=1.0)
    with pytest.raises(GameError, match="no number of mines makes 2x2, 3x3 hopeless"):
        suggest("hopeless", boards=["2x2", "3x3"], games=50)
    with pytest.raises(GameError, match="up to 10,000 cells"):
        suggest("easy", boards="200x200")
    with pytest.raises(SpecError, match="unknown kind"):
        suggest("easy", boards="toros:9x9")


# -- the command line ---------------------------------------------------------------------------


def test_difficulty_on_the_command_line(run: Run) -> None:
    found = run("difficulty", "8x8/10", "--games", "50", "--seed", "3", "--json").json
    assert found == rate("8x8/10", games=50, seed=3).to_dict()
    assert found["critical"]["side"] == "below"
    shown = run("difficulty", "8x8/10", "--games", "50", "--seed", "3", "--no-critical")
    assert re.search(r"^level +\w+, difficulty \d+\.\d of 100 \(95 %: ", shown.out, re.M)
    assert [kind for kind in KINDS if re.search(f"^{kind} ", shown.out, re.M)] == list(KINDS)
    assert "critical" not in shown.out
    assert shown.err == ""


def test_one_game_on_the_command_line(run: Run) -> None:
    found = run("difficulty", "9x9/10", "--index", "2", "--first", "safe", "--json").json
    expected = rate_game("9x9/10", 2, first="safe")
    assert found == {**expected.to_dict(), "seed": 1, "index": 2, "game": 2, "first": "safe"}
    shown = run("difficulty", "9x9/10", "--index", "2", "--first", "safe")
    assert shown.out == expected.summary() + "\n"


def test_suggest_on_the_command_line(run: Run) -> None:
    options = ("--board", "6x6", "--board", "7x7", "--games", "60")
    found = run("suggest", "medium", *options, "--json").json
    expected = suggest("medium", boards=["6x6", "7x7"], games=60)
    assert found == {"suggestions": [suggestion.to_dict() for suggestion in expected]}
    shown = run("suggest", "medium", *options)
    assert shown.out == "".join(suggestion.summary() + "\n" for suggestion in expected)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["difficulty", "9x9"], "needs its mines"),
        (["difficulty", "9x9/10", "--games", "0"], "at least 1"),
        (["difficulty", "9x9/10", "--first", "never"], "is not one of 'any', 'safe', 'open'"),
        (["difficulty", "9x9/10", "--start", "x"], "a first cell is R,C"),
        (["difficulty", "9x9/10", "--index", "-2"], "the number of the game is at least 0"),
        (["suggest", "severe"], "the levels are"),
        (["suggest"], "exactly one of level"),
        (["suggest", "hard", "--board", "nowhere"], "unknown board"),
        (["suggest", "--guess-free", "2"], "between 0 and 1"),
    ],
)
def test_bad_input_on_the_command_line(run: Run, arguments: list[str], message: str) -> None:
    outcome = run(*arguments)
    assert outcome.code == 2
    assert message in outcome.err
    assert outcome.err.count("\n") == 1
    assert outcome.out == ""


# -- the document -------------------------------------------------------------------------------


LEVELS_BY_NAME = {"beginner": "easy", "intermediate": "medium", "expert": "expert"}


@pytest.mark.parametrize("name", LEVELS_BY_NAME)
def test_the_boards_of_the_game_have_the_levels_and_numbers_of_the_document(name: str) -> None:
    rated = rate(name, critical=False)
    assert {level_of(bound) for bound in rated.interval} == {LEVELS_BY_NAME[name]}
    shares = [use.game_share for use in rated.kinds[1:3]] + [rated.guess_share, 1 - rated.win_rate]
    expected = [rated.level, f"{rated.score:.1f}", *(f"{100 * share:.1f}" for share in shares)]
    assert f"\n| {' | '.join([name, *expected])} | " in DOCUMENT.read_text("utf-8")
