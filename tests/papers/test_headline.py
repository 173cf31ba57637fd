"""The verdict of the demo follows from what was measured."""

from dataclasses import replace

import pytest

from sapper.data.published_densities import ASYMPTOTE
from sapper.lab.fits.agreement import Agreement, compare_tables
from sapper.lab.store.store import Store
from sapper.papers.chong2024 import headline
from sapper.papers.chong2024.headline import Trial, play_large, stored_games, verdict

LIMIT = float(ASYMPTOTE)
GOOD = compare_tables({"3x3": (0.2, 0.1)}, {"3x3": (0.2, 0.1)}, {"2x2": "no error"})
SMALL = Trial("50x50", LIMIT, 400, 280, 0.70, 0.95)
LARGE = Trial("200x200", LIMIT, 400, 70, 0.16, 0.79)


def test_a_table_that_agrees_is_reproduced() -> None:
    sentence = verdict(GOOD, [SMALL, LARGE])[0]
    assert sentence.startswith("The table is reproduced: on the 1 of 2 boards that can be compared")
    assert "no more than sampling noise" in sentence


def test_a_table_with_a_wrong_value_is_not_and_the_board_is_named() -> None:
    bad = Agreement({"3x3": 9.0, "4x4": 0.1}, {})
    sentence = verdict(bad, [SMALL, LARGE])[0]
    assert sentence.startswith("The table is not reproduced")
    assert "on 3x3 alone after Holm's correction" in sentence
    assert "no more than" not in sentence
    everywhere = Agreement({f"{k}x{k}": 1.8 for k in range(3, 40)}, {})
    sentence = verdict(everywhere, [SMALL, LARGE])[0]
    assert sentence.startswith("The table is not reproduced")
    assert "alone" not in sentence


def test_the_limit_is_judged_by_the_games() -> None:
    found = verdict(GOOD, [SMALL, LARGE])[1]
    assert "70 % on 50x50, 18 % on 200x200 in this run" in found
    assert "significantly less than half on 200x200." in found
    assert "from 454x454 on" in found
    lucky = verdict(GOOD, [SMALL, replace(LARGE, wins=200)])[1]
    assert "not significantly less than half on 200x200" in lucky
    above = verdict(GOOD, [SMALL, replace(LARGE, wins=390)])[1]
    assert "More games were won in this run than any player can win, on 200x200" in above
    only_halves = verdict(GOOD, [replace(SMALL, density=0.1)])[1]
    assert "in this run" not in only_halves


def test_the_theory_is_judged_by_every_trial() -> None:
    assert "agrees with all 2 win rates" in verdict(GOOD, [SMALL, LARGE])[2]
    doubtful = verdict(GOOD, [SMALL, replace(LARGE, wins=80)])[2]
    assert "is not rejected in this run" in doubtful
    assert "although on 200x200 at 0.159 it predicts 16 %, and 20 % (16 to 24) were won" in doubtful
    wrong = verdict(GOOD, [SMALL, replace(LARGE, wins=120)])[2]
    assert "is rejected as an exact law in this run" in wrong
    assert "on 200x200" in wrong
    assert "50x50" not in wrong


def test_many_small_differences_reject_the_theory_together() -> None:
    trials = [replace(LARGE, board=f"{side}x{side}", wins=77) for side in range(200, 208)]
    assert min(trial.p_value for trial in trials) > 0.05
    found = verdict(GOOD, trials)[2]
    assert "is rejected as an exact law in this run (8 exact binomial tests, together p = " in found


def test_shipped_numbers_are_named_as_shipped() -> None:
    assert verdict(GOOD, [SMALL])[3].startswith("Shipped data, not played in this run")


def test_trials_are_played_and_report_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(headline, "AT_THE_LIMIT", (("10x10", 20),))
    monkeypatch.setattr(headline, "AT_THE_HALF", (("20x20", 10),))
    reported: list[tuple[int, int]] = []
    limit, half = play_large(1, lambda done, total: reported.append((done, total)))
    assert (limit.board, limit.games, limit.density) == ("10x10", 20, LIMIT)
    assert half.expected == pytest.approx(0.5)
    assert reported[-1] == (6_000, 6_000)
    assert [done for done, _ in reported] == sorted(done for done, _ in reported)
    assert limit.at_the_limit
    assert not half.at_the_limit
    assert limit.played() == ("10x10", LIMIT, limit.wins, 20)


def test_stored_games_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(headline, "CRITICAL_DENSITIES", {(3, 3): 1})
    with Store() as store:
        assert stored_games(store, 10) == 0
        headline.play_table(store, 10)
        assert stored_games(store, 10) == 80
        assert stored_games(store, 20) == 80
