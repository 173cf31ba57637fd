"""Fowler & Young 2004 and the combinatorics note: frozen verdicts, and values."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb, perm
from typing import TYPE_CHECKING

import pytest

import sapper
from sapper.papers.claims import Effort
from sapper.papers.combinatorics.example import THREE_MINES, one_two
from sapper.papers.fowler_young2004 import figures
from sapper.papers.fowler_young2004.basic_theorems import BasicToTheLetter
from sapper.papers.fowler_young2004.results import games_of
from sapper.papers.reproduction import load

if TYPE_CHECKING:
    from sapper.papers.claims import Claim, Paper

QUICK = Effort(quick=True)

FACTOR = "mean ratio of the win rates of level 2 and level 1, over 0 to 16 bombs"


def checked(paper: Paper) -> dict[tuple[str, str], Claim]:
    claims = list(paper.check(QUICK))
    assert len(claims) == len(paper.asked(QUICK))
    found = {(claim.where, claim.claim): claim for claim in claims}
    assert len(found) == len(claims), "two claims have the same words"
    return found


@pytest.fixture(name="fowler", scope="module")
def fixture_fowler() -> dict[tuple[str, str], Claim]:
    return checked(load("fowler_young2004"))


@pytest.fixture(name="counting", scope="module")
def fixture_counting() -> dict[tuple[str, str], Claim]:
    return checked(load("combinatorics"))


def not_agreeing(claims: dict[tuple[str, str], Claim]) -> list[tuple[str, str, str]]:
    return [
        (claim.where, claim.claim, claim.verdict)
        for claim in claims.values()
        if claim.verdict != "agrees"
    ]


# -- 001 ----------------------------------------------------------------------------------------


def test_verdicts_of_001(fowler: dict[tuple[str, str], Claim]) -> None:
    assert Counter(claim.verdict for claim in fowler.values()) == {
        "agrees": 75,
        "corrected": 11,
        "differs": 2,
        "not comparable": 1,
    }
    table = "III.3, table of figure III.1"
    assert not_agreeing(fowler) == [
        (
            "Précis",
            "level 2 at the difficulties of the average player, tested by win rates on 9x9/10 and "
            "16x16/40",
            "not comparable",
        ),
        (
            "III.2",
            "solutions without a layout have more bombs than remain, tested on #1#1# with 2 bombs",
            "corrected",
        ),
        (table, "P(x_1)", "corrected"),
        (table, "P(x_2)", "corrected"),
        (table, "P(x_3)", "corrected"),
        ("IV", "meaning of n in the 2^n arrangements to check, for figure III.1", "corrected"),
        (
            "IV.1",
            "the simplex algorithm gives the minimum of the integer program",
            "corrected",
        ),
        (
            "V.1, level 3",
            "layouts that steps I to V win on tiny boards, first click in a corner, compared with "
            "perfect play",
            "corrected",
        ),
        ("V.1, level 3", "perfect play is practical", "corrected"),
        ("V.2", "games of levels 1 and 2 on 4x4 with one bomb", "corrected"),
        ("V.2, figure V.1", FACTOR, "differs"),
        ("VI", "share of games that level 2 loses with a bomb proportion of 5/16", "corrected"),
        (
            "VI",
            "win rates of level 2 on 4x4 with 12.5 % and 25 % bombs, within the range of 10 to "
            "25 %",
            "differs",
        ),
        (
            "VI",
            "win rate of level 2 on larger boards with the same bomb proportion, 4x4/2, 8x8/8, "
            "16x16/32",
            "corrected",
        ),
    ]


def test_values_of_001(fowler: dict[tuple[str, str], Claim]) -> None:
    table = "III.3, table of figure III.1"
    printed = "1/22, 1/22, 1/22, 31/88, 7/44, 2/11, 31/88, 2/11, 37/44, 57/88, 57/88, 2/11"
    for k, fraction in enumerate(printed.split(", "), start=1):
        assert fowler[table, f"P(x_{k})"].ours.split(" = ")[0] == fraction
    assert fowler["III.3", "number of all bomb arrangements, T"].ours == "2,558,160"
    bounded = "number of perimeter arrangements to test in figure III.1, with 3 or 4 bombs"
    assert fowler["IV.1", bounded].ours == "715"
    simplex = fowler["IV.1", "the simplex algorithm gives the minimum of the integer program"]
    assert simplex.ours.startswith("5 where the minimum is 6")
    readings = fowler["V.2, figure V.1", FACTOR].readings
    assert [reading.agrees for reading in readings] == [False, False, True]
    half = fowler["VI", "share of games that level 2 loses with a bomb proportion of 5/16"]
    assert half.note.endswith("perfect play loses 0.5135")


def test_games_are_counted_one_by_one() -> None:
    """Every sequence of clicks on every layout of a small board."""

    def listed(safe: int, mines: int) -> int:
        """Outcomes for a number of covered safe cells: a mine, or one more safe cell."""
        if not safe:
            return 1
        return mines + safe * listed(safe - 1, mines)

    assert games_of(4, 1) == 4 * listed(3, 1)
    assert games_of(6, 2) == 15 * listed(4, 2)
    assert games_of(81, 10) == comb(81, 10) * listed(71, 10)
    assert str(games_of(81, 10))[:3] == "290"
    assert len(str(games_of(81, 10))) == 116


def test_figures_2_to_5_of_001_do_not_depend_on_the_tenth_bomb() -> None:
    """The text shows none of them, but the position they lead to fixes them all."""
    analysis = figures.figure_5()
    open_cells = set(analysis.position.covered) - set(analysis.safe) - set(analysis.mines)
    assert len(open_cells) == 9
    assert len(analysis.mines) == 9
    first = figures.first_click()
    assert len(first.revealed) == 45
    assert not open_cells & {n for c in first.revealed for n in first.board.neighbors(c)}


def test_basic_to_the_letter_wins_less() -> None:
    letter = sapper.simulate("4x4/4", BasicToTheLetter, games=1500, seed=1, start=(0, 1))
    basic = sapper.simulate("4x4/4", "basic", games=1500, seed=1, start=(0, 1))
    assert letter.interval[1] < basic.win_rate
    always = sapper.simulate("4x4/15", BasicToTheLetter, games=50, seed=1)
    assert always.wins == 50


# -- 004 ----------------------------------------------------------------------------------------


def test_verdicts_of_004(counting: dict[tuple[str, str], Claim]) -> None:
    assert Counter(claim.verdict for claim in counting.values()) == {
        "agrees": 64,
        "corrected": 16,
    }
    assert [where for where, _, _ in not_agreeing(counting)] == [
        "Table 1",
        "1.1",
        "1.1, equation 1.7",
        "1.1, footnote 2",
        "1.2, equation 1.8",
        "2.1",
        "2.1",
        "2.1",
        "2.1, approximate solution",
        "2.1, refinements",
        "2.1, refinements",
        "2.1, refinements",
        "2.1, refinements",
        "2.1, equations 2.1 and 2.2",
        "2.2",
        "2.3, step 1",
    ]


def test_values_of_004(counting: dict[tuple[str, str], Claim]) -> None:
    assert counting["1.1", "p_4 on Expert, in percent"].ours == "3.943"
    refined = [counting["2.1, refinements", f"adjusted P(X^({k}))"].ours for k in (1, 2, 3)]
    assert refined == ["0.05453", "0.20911", "0.38786"]
    likeliest = counting["2.1", "most likely number of the first click, on all four boards"]
    assert "1 on Expert (1 has 26.04 %" in likeliest.ours
    assert "2 on Master (" in likeliest.ours
    six = counting["1.2", "number of arrangements of 6 mines in 8 cells with x_max = 3"]
    assert six.ours == "255,920"
    several = counting["2.2", "P(X^(3)) on Expert with up to two mines per cell"]
    assert several.ours == "0.37596"
    assert [(each.ours, each.agrees) for each in several.readings] == [
        ("0.36972", True),
        ("0.37539", False),
    ]


def test_where_the_adjusted_values_of_004_come_from() -> None:
    """Without the product over the safe cells, which the paper's own formula has."""
    weights = [
        listed.weight * Fraction(perm(99, listed.total), perm(478, listed.total))
        for listed in one_two().listed
    ]
    share = weights[THREE_MINES] / sum(weights)
    values = [share / 3, (1 - share) / 4, (1 + share) / 3]
    assert [round(float(value), 3) for value in values] == [0.044, 0.217, 0.378]


def test_every_claim_says_what_it_found(
    fowler: dict[tuple[str, str], Claim], counting: dict[tuple[str, str], Claim]
) -> None:
    for claim in [*fowler.values(), *counting.values()]:
        assert claim.ours
        assert claim.published
        assert claim.verdict == "agrees" or claim.note
        assert set(claim.to_dict()) >= {"paper", "where", "claim", "published", "ours", "verdict"}
