"""Critical densities are reported only if games on both sides bracket them."""

import pickle
from pathlib import Path

import numpy as np
import pytest

from command_line import Run
from sapper.errors import GameError, SpecError
from sapper.lab import Store, points, sweep
from sapper.lab.figures.win_rates import fit_line, win_rates
from sapper.lab.fits.curve import Curve, NotEnoughPointsError, UndefinedError
from sapper.lab.fits.definitions import METHODS, critical_density
from sapper.lab.report.holdings import holdings
from sapper.lab.store.stored_curves import stored_curve
from sapper.lab.study import missing_points, part, rows_of
from sapper.lab.sweeps.densities import BoardDensity
from sapper.types import DensityMethod

BY_WINS: tuple[DensityMethod, ...] = ("paper", "likelihood", "half")
WHOLE = tuple(range(1, 64))


def drop(numbers: tuple[int, ...], *, games: int = 500, centre: float = 13.0) -> Curve:
    """Expected wins on 8x8 under a logistic drop, at some numbers of mines."""
    mines = np.array(numbers)
    wins = np.rint(games / (1 + np.exp(0.45 * (mines - centre)))).astype(np.int64)
    played = np.full(len(mines), games)
    cost = 1000 * games // (1 + np.abs(mines - 11))
    return Curve(64, mines, wins, played, guess_free=wins // 2, guesses=cost, moves=cost)


@pytest.mark.parametrize("method", BY_WINS)
@pytest.mark.parametrize(
    ("numbers", "needs"),
    [
        ((1, 2, 3, 4, 5, 6), (7, 63)),  # all of them are won
        ((5,), (6, 63)),
        ((20, 24, 28, 32), (1, 19)),  # all of them are lost
        ((30,), (1, 29)),
        ((1, 2, 3, 40, 50, 60), (4, 39)),  # nothing is known of the drop
        ((0,), (1, 63)),
    ],
)
def test_points_that_do_not_bracket_give_no_density(
    method: DensityMethod, numbers: tuple[int, ...], needs: tuple[int, int]
) -> None:
    found = critical_density(drop(numbers), method)
    assert (found.value, found.interval, found.fit) == (None, None, None)
    assert found.needs == needs
    assert found.why == f"not enough points: needs games between {needs[0]} and {needs[1]} mines"
    assert found.summary() == f"{method}: {found.why}"
    assert found.why in found._repr_html_()
    assert found.to_dict()["needs"] == list(needs)


@pytest.mark.parametrize("method", BY_WINS)
@pytest.mark.parametrize("numbers", [WHOLE, (6, 8, 10, 12, 14, 16, 18, 20), (9, 11, 13, 15, 17)])
def test_points_that_bracket_give_the_density(
    method: DensityMethod, numbers: tuple[int, ...]
) -> None:
    found = critical_density(drop(numbers), method)
    assert found.value == pytest.approx(13 / 64, abs=0.012)
    assert found.needs is None
    assert found.interval is not None
    assert found.interval[0] < 13 / 64 < found.interval[1]


@pytest.mark.parametrize("method", [name for name in METHODS if name != "seconds"])
def test_every_reported_density_is_within_the_points(method: DensityMethod) -> None:
    for begin in range(1, 40, 3):
        for end in range(begin + 5, 64, 5):
            numbers = tuple(range(begin, end, 2))
            found = critical_density(drop(numbers), method)
            if found.value is None:
                assert found.needs is not None
                assert 1 <= found.needs[0] <= found.needs[1] <= 63
                assert not set(range(found.needs[0], found.needs[1] + 1)) & set(numbers)
            else:
                low = 0.0 if begin == 1 else numbers[0] / 64
                assert low <= found.value <= numbers[-1] / 64


def test_games_that_fill_the_gap_give_the_density() -> None:
    given: set[int] = {30, 40}
    for _ in range(10):
        found = critical_density(drop(tuple(sorted(given))), "half")
        if found.needs is None:
            break
        given |= set(range(found.needs[0], found.needs[1] + 1))
    assert found.value == pytest.approx(13 / 64, abs=0.01)


@pytest.mark.parametrize("method", ["guesses", "moves"])
def test_a_peak_at_an_end_of_the_points_needs_more(method: DensityMethod) -> None:
    assert critical_density(drop(WHOLE), method).value == pytest.approx(11 / 64, abs=0.01)
    assert critical_density(drop((2, 4, 6, 8)), method).needs == (9, 63)
    assert critical_density(drop((20, 24, 28)), method).needs == (1, 19)
    assert critical_density(drop((20, 24)), method).needs == (1, 63)


def test_two_points_do_not_determine_a_logistic_curve() -> None:
    assert critical_density(drop((10, 16)), "paper").needs == (11, 15)
    assert critical_density(drop((10, 13, 16)), "paper").needs is None


def test_the_half_between_distant_points_is_anywhere_between_them() -> None:
    found = critical_density(drop((8, 20), games=100_000), "half")
    assert found.interval == (8 / 64, 20 / 64)
    near = critical_density(drop((12, 13, 14), games=100_000), "half")
    assert near.interval is not None
    assert near.interval[1] - near.interval[0] < 0.001


def test_a_board_on_which_everything_was_played_needs_nothing() -> None:
    won = Curve(4, np.arange(1, 4), np.full(3, 10), np.full(3, 10), spec="1x4")
    assert critical_density(won, "paper").needs is None
    assert critical_density(won, "paper").value == 1.0  # as published
    assert "no game was lost" in critical_density(won, "likelihood").why
    few = Curve(9, np.arange(1, 3), np.full(2, 10), np.full(2, 10), most_mines=2, spec="3x3")
    for method in BY_WINS:
        found = critical_density(few, method)
        assert (found.value, found.needs) == (None, None)
        assert "leaves room for" in found.why


def test_the_first_click_rule_limits_the_numbers() -> None:
    with Store() as store:
        sweep(points(["5x5"], [1, 2], ["pseq"], ["open"]), 200, store)
        curve = stored_curve(store, "5x5", "pseq", "open", 1)
    assert curve.last_number == 16
    assert critical_density(curve).needs == (3, 16)


def test_the_error_is_typed_and_pickles() -> None:
    error = NotEnoughPointsError(7, 7)
    assert str(error) == "not enough points: needs games with 7 mines"
    again = pickle.loads(pickle.dumps(error))
    assert (again.needs, str(again)) == ((7, 7), str(error))
    assert isinstance(error, UndefinedError)


def test_fits_are_drawn_over_the_points_only() -> None:
    for method in BY_WINS[:2]:
        curve = drop((6, 8, 10, 12, 14, 16, 18, 20))
        found = critical_density(curve, method)
        line = fit_line(BoardDensity("8x8", "pseq", "safe", 0, 1, curve, found), 50)
        assert (line[0, 0], line[-1, 0]) == (6 / 64, 20 / 64)


def test_a_figure_says_what_is_missing() -> None:
    curve = drop((1, 2, 3))
    found = BoardDensity("8x8", "pseq", "safe", 0, 1, curve, critical_density(curve))
    (axes,) = win_rates([found]).axes
    legend = axes.get_legend()
    assert legend is not None
    shown = legend.get_texts()[0].get_text()
    assert shown == "8x8: not enough points: needs games between 4 and 63 mines"
    assert not [line for line in axes.lines if line.get_marker() == "*"]


def test_a_report_says_what_is_missing() -> None:
    with Store() as store:
        sweep(points(["8x8"], [1, 2, 3, 4, 5, 6]), 30, store)
        held = holdings(store)
    ((board,),) = [group["boards"] for group in held.to_dict()["groups"]]
    assert (board["critical_density"], board["needs"]) == (None, [7, 63])
    assert board["paper"]["critical_density"] is None
    assert board["paper"]["needs"] == [7, 63]


def test_the_command_says_what_is_missing(run: Run, tmp_path: Path) -> None:
    """A rule that leaves two numbers of mines, and a strategy that wins none of the games."""
    lab = ("--store", str(tmp_path / "lab.db"), "--no-draw")
    outcome = run("density", "hex:3x3", "--first", "open", "--games", "20", *lab)
    assert outcome.code == 0
    assert "leaves room for" in outcome.out
    found = run("density", "1x3", "--games", "5", "--method", "half", *lab[:2], "--json").json
    assert found["boards"][0]["needs"] is None


def test_numbers_of_mines_outside_the_board_are_refused() -> None:
    with pytest.raises(GameError, match="400 mines do not fit on 5x5: there is room for 24"):
        points(["5x5"], [5, 400])
    with pytest.raises(GameError, match="24 mines do not fit on 5x5: there is room for 16"):
        points(["5x5"], [5, 24], first=["safe", "open"])
    with pytest.raises(GameError, match="65 mines do not fit on 8x8"):
        points(["8x8"], lambda spec: [spec.size + 1])
    with pytest.raises(GameError, match="number of mines"):
        points(["8x8"], [-1])
    with pytest.raises(SpecError, match="this board can have 0 to 64"):
        points(["8x8/65"])
    assert [point.mines for point in points(["2x2"], [4])] == [4]  # full, and therefore won


def test_the_study_says_what_is_missing() -> None:
    curve = drop((1, 2, 3))
    found = BoardDensity("8x8", "pseq", "safe", 0, 1, curve, critical_density(curve))
    rows = list(rows_of(part("table"), found))
    assert {row.value for row in rows} == {None}
    notes = missing_points(rows, found)
    assert len(notes) == len(rows)
    assert notes[0].startswith("8x8, pseq, ")
    assert notes[0].endswith(": not enough points: needs games between 4 and 63 mines")
