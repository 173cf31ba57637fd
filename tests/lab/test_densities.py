"""From boards to critical densities: full and adaptive sweeps, and the commands."""

import io
import json
import os
import signal
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from inspect import signature
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sapper
from command_line import SAPPER, Run, needs_unix, wait_until
from sapper.boards import parse_spec
from sapper.errors import LabError, SapperError, SpecError
from sapper.lab import points, sweep
from sapper.lab.figures.density_figures import draw_densities
from sapper.lab.fits.curve import CurveError
from sapper.lab.fits.definitions import DEFAULT_METHOD, METHODS, critical_density
from sapper.lab.store.blocks import Point
from sapper.lab.store.export import to_csv
from sapper.lab.store.store import Store
from sapper.lab.store.stored_curves import stored_curve
from sapper.lab.study import (
    PARTS,
    Part,
    StudyPoint,
    StudyRow,
    from_csv,
    part,
    points_of,
    points_to_csv,
    read,
    rows_of,
    study,
    study_points,
)
from sapper.lab.study import play as play_part
from sapper.lab.study import to_csv as rows_to_csv
from sapper.lab.study.playing import PEAK_WORK
from sapper.lab.sweeps.adaptive import adaptive_sweep
from sapper.lab.sweeps.densities import adaptive_densities, densities
from sapper.lab.sweeps.executors import Done, Executor, InProcess, Processes
from sapper.lab.sweeps.jobs import Source
from sapper.lab.sweeps.points import mine_numbers
from sapper.lab.sweeps.window import window_sweep
from sapper.version import VERSION


def test_the_curve_is_what_simulate_gives() -> None:
    with Store() as store:
        (found,) = densities(["4x5"], store, strategy="pseq", games=150, seed=9)
    assert found.curve.mines.tolist() == list(range(1, 20))
    for mines, wins in zip(found.curve.mines, found.curve.wins, strict=True):
        assert sapper.simulate(f"4x5/{mines}", "pseq", 150, seed=9).wins == wins
    low, high = found.critical.interval or (0.0, 0.0)
    assert low < (found.critical.value or 0.0) < high
    assert found.published == pytest.approx(0.24417529634429253)


def test_boards_out_of_the_table_have_no_published_value() -> None:
    with Store() as store:
        found = densities(["torus:4x4", "5x4", "4x4/3"], store, games=30, method="half")
    assert [board.board for board in found] == ["torus:4x4", "5x4", "4x4"]
    assert [board.published is not None for board in found] == [False, True, True]


def test_large_boards_are_swept_at_chosen_numbers() -> None:
    numbers = mine_numbers(2500, 2499)
    assert (len(numbers), numbers[0], numbers[-1]) == (200, 1, 1250)
    assert mine_numbers(196, 195) == list(range(1, 196))


def test_other_definitions_come_from_the_same_games() -> None:
    with Store() as store:
        value = {
            method: densities(["7x7"], store, games=400, method=method)[0].critical.value
            for method in ("paper", "likelihood", "half", "guess-free", "guesses", "moves")
        }
        assert {tally.games for tally in store.tallies()} == {400}
    assert value["guess-free"] is not None
    assert value["half"] is not None
    assert 0 < value["guess-free"] < value["half"] < 0.4
    assert value["paper"] == pytest.approx(value["likelihood"], abs=0.04)


def test_adaptive_reaches_the_interval_and_spends_games_on_the_slope() -> None:
    with Store() as store:
        found = adaptive_sweep("8x8", store, method="half", half_width=0.0012)
    assert found.reached
    assert not found.interrupted
    assert found.half_width <= 0.0012
    value = found.critical.value
    assert value is not None
    densest = found.curve.densities[np.argmax(found.curve.games)]
    assert abs(densest - value) < 0.08
    assert found.curve.games.max() > found.curve.games.min()
    assert found.games == found.curve.games.sum()


def test_adaptive_is_the_same_wherever_and_however_often_it_is_played(tmp_path: Path) -> None:
    tables, values = [], []
    executors: list[Executor] = [InProcess(), Processes(2)]
    for number, where in enumerate(executors):
        with Store(tmp_path / str(number)) as store:
            found = adaptive_sweep("7x7", store, half_width=0.02, executor=where)
            again = adaptive_sweep("7x7", store, half_width=0.02, executor=where)
            assert again.critical.value == found.critical.value
            assert again.games == found.games
            values.append(found.critical.value)
            tables.append(to_csv(store.tallies()))
    assert tables[0] == tables[1]
    assert values[0] == values[1]


def test_adaptive_goes_on_after_an_interruption() -> None:
    class Stops(InProcess):
        """Stops after the first job of a run."""

        def __init__(self, run: int) -> None:
            self.runs, self.last = 0, run

        def run(self, source: Source) -> Iterator[Done]:
            self.runs += 1
            for done in super().run(source):
                yield done
                if self.runs == self.last:
                    raise KeyboardInterrupt

    asked: dict[str, Any] = {"method": "likelihood", "half_width": 0.008}
    with Store() as whole:
        counts = Stops(-1)
        wanted = adaptive_sweep("6x6", whole, **asked, executor=counts)
        table = to_csv(whole.tallies())
    with Store() as store:
        with pytest.raises(KeyboardInterrupt):
            adaptive_sweep("6x6", store, **asked, executor=Stops(1))
        stopped = adaptive_sweep("6x6", store, **asked, executor=Stops(counts.runs))
        assert stopped.interrupted
        assert stopped.games < wanted.games
        found = adaptive_sweep("6x6", store, **asked)
        assert found.critical.value == wanted.critical.value
        assert to_csv(store.tallies()) == table


def test_bad_input() -> None:
    with Store() as store:
        with pytest.raises(SapperError, match="unknown method"):
            densities(["4x4"], store, method="guessing")  # type: ignore[arg-type]
        with pytest.raises(SpecError, match="'1x1' has one"):
            densities(["1x1"], store)
        with pytest.raises(CurveError, match="between 0 and"):
            adaptive_sweep("4x4", store, half_width=0.0)
        with pytest.raises(LabError, match="too few numbers of mines"):
            adaptive_densities(["1x2"], store, half_width=0.1)
        with pytest.raises(LabError, match="no game of pseq on 9x9"):
            stored_curve(store, "9x9", "pseq", "safe", 1)
        with pytest.raises(LabError, match=r"no part 'sqares': its parts are table"):
            part("sqares")


def test_a_store_that_also_holds_another_first_cell() -> None:
    with Store() as store:
        sweep(points(["4x4", "3x4"], start=5), 30, store)
        other = stored_curve(store, "4x4", "perimeter", "safe", 1, start=5)
        found = densities(["4x4", "3x4"], store, games=40)
        place = stored_curve(store, "4x4", "perimeter", "safe", 1, start=(1, 1))
        assert place.wins.tolist() == other.wins.tolist()
        own = stored_curve(store, "4x4", "perimeter", "safe", 1)
        assert [(board.board, board.start) for board in found] == [("4x4", 0), ("3x4", 0)]
        assert found[0].curve.games.tolist() == own.games.tolist() == [40] * 15
        assert other.games.tolist() == [30] * 15
        (there,) = densities(["4x4"], store, games=30, start=(1, 1))
        assert there.start == 5
        assert there.curve.wins.tolist() == other.wins.tolist()
        assert there.to_dict()["start"] == [1, 1]
        (adaptive,) = adaptive_densities(["4x4"], store, half_width=0.1, start=5)
        assert adaptive.start == 5


def test_the_first_cell_of_a_strategy_is_the_same_everywhere(run: Run, tmp_path: Path) -> None:
    book = "book004:pseq"
    assert sapper.simulate("9x9/10", book, 1).start == 40
    assert {point.start for point in points(["9x9"], [10], [book])} == {40}
    assert Point.read("9x9", 10, book).start == 40
    assert Point.read("9x9", 10, book, start=3).start == 3
    assert (
        sapper.strategy_value("7x7/1", book).deal.start
        == sapper.simulate("7x7/1", book, 1).start
        == 24
    )
    assert sapper.strategy_value("7x7/1", book, start=0).deal.start == 0
    with Store() as store:
        (found,) = densities(["2x3"], store, strategy=book, games=5)
        assert found.start == sapper.board("2x3").middle == 4
        assert {tally.point.start for tally in store.tallies()} == {4}
        assert all(tally.point.has_default_start for tally in store.tallies())
    watched = run("watch", "9x9/10", "--strategy", book, "--json").json
    assert watched["start"] == [4, 4]
    path = str(tmp_path / "lab.db")
    options = ("--strategy", book, "--games", "2", "--store", path, "--workers", "1")
    swept = run("sweep", "9x9/10", *options, "--json").json
    assert [row["start"] for row in swept["points"]] == [40]


def _rows(chosen: Part, store: Store, **options: Any) -> list[StudyRow]:
    return [row for found in play_part(chosen, store, **options) for row in rows_of(chosen, found)]


def test_a_part_of_the_study(tmp_path: Path) -> None:
    small = replace(part("rows"), boards=("1x11", "1x12"), strategies=("perimeter",))
    adaptive = replace(part("hex"), boards=("hex:4x4",))
    window = replace(part("open-tori"), boards=("torus:10x10", "torus:14x14"), most_games=60)
    with Store() as store:
        rows = _rows(small, store, games=60)
        rows += _rows(adaptive, store, half_width=0.05)
        rows += _rows(window, store)
    assert [row.method for row in rows] == [
        *small.methods * 2,
        *adaptive.methods,
        *window.methods * 2,
    ]
    assert {row.first for row in rows} == {"safe", "open"}
    path = tmp_path / "rows.csv"
    with path.open("w") as stream:
        rows_to_csv(rows, stream)
    assert from_csv(path.read_text()) == rows == read(path)
    assert all(isinstance(row, StudyRow) and row.games > 0 for row in rows)
    assert len({p.name for p in PARTS}) == len(PARTS)


def test_a_window_lies_about_the_half_and_is_played_once() -> None:
    chosen = replace(part("open-squares"), boards=("12x12", "20x20"), most_games=40)
    with Store() as store:
        first = list(play_part(chosen, store))
        games = sum(tally.games for tally in store.tallies())
        again = list(play_part(chosen, store))
        assert sum(tally.games for tally in store.tallies()) == games
    for found, same in zip(first, again, strict=True):
        assert found.curve.wins.tolist() == same.curve.wins.tolist()
        assert set(found.curve.games.tolist()) == {40}
        assert found.curve.win_rates[0] > 0.5 > found.curve.win_rates[-1]
    points = [point for found in first for point in points_of(chosen, found)]
    assert all(isinstance(point, StudyPoint) for point in points)
    assert {point.board for point in points} == {"12x12", "20x20"}
    with io.StringIO() as stream:
        points_to_csv(points, stream)
        assert len(stream.getvalue().splitlines()) == 1 + len(points)


def test_a_window_that_begins_far_off_finds_the_half() -> None:
    with Store() as store:
        near = window_sweep("16x16", store, middle=0.21, games=20)
        for middle in (0.02, 0.6):
            far = window_sweep("16x16", store, middle=middle, games=20)
            assert far.win_rates[0] > 0.5 > far.win_rates[-1]
            assert abs(far.densities.mean() - near.densities.mean()) < 0.05
        with pytest.raises(CurveError, match="the middle of a window"):
            window_sweep("16x16", store, middle=1.5, games=20)


def test_a_window_does_not_depend_on_other_games_of_the_store() -> None:
    """A store with more games gives the same curve, although they share blocks."""
    with Store() as alone, Store() as shared:
        expected = window_sweep("20x20", alone, middle=0.21, numbers=[60, 80], games=37)
        window_sweep("20x20", shared, middle=0.21, numbers=[60, 80], games=120)
        found = window_sweep("20x20", shared, middle=0.21, numbers=[60, 80], games=37)
    assert found.games.tolist() == [37, 37]
    assert found.wins.tolist() == expected.wins.tolist()


def test_a_peak_lies_past_the_half() -> None:
    chosen = replace(part("open-peaks"), boards=("10x10",), most_games=100)
    with Store() as store:
        (found,) = play_part(chosen, store)
    assert found.curve.mines.tolist() == list(range(18, 45))
    assert set(found.curve.games.tolist()) == {100}
    (most, time) = rows_of(chosen, found)
    assert (most.method, time.method) == ("guesses", "seconds")
    assert most.value is not None
    assert 0.25 < most.value < 0.43
    assert points_of(chosen, found)


def test_a_table_of_the_study_of_another_address(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    header = "part,board,cells,strategy,first,method,value,low,high,games"
    row = "table,4x4,16,pseq,safe,paper,0.3,0.2,0.4,1000"
    path.write_text(f"{header}\n{row}\n")
    with pytest.raises(LabError, match="has the columns part, board"):
        read(path)
    path.write_text(f"{header},version\n{row},0.1.0\n")
    with pytest.raises(LabError, match="are of an older Sapper"):
        read(path)
    path.write_text(f"{header},version\n{row},{VERSION}\n")
    assert read(path)[0].value == 0.3
    path.write_text(f"{header},version\n{row[:-4]}many,{VERSION}\n")
    with pytest.raises(LabError, match="invalid row of critical densities"):
        read(path)
    path.write_text("a,b\n1,2\n")
    with pytest.raises(LabError, match="has the columns part, board"):
        read(path)
    with pytest.raises(LabError, match="cannot read"):
        read(tmp_path / "none.csv")


def test_the_results_that_come_with_the_package_are_whole() -> None:
    found = {(row.part, row.board, row.strategy, row.method) for row in study()}
    wanted = {
        (chosen.name, board, strategy, method)
        for chosen in PARTS
        for board in chosen.boards
        for strategy in chosen.strategies
        for method in chosen.methods
    }
    assert found == wanted
    assert len(study()) == len(wanted)
    windows = {part.name: set(part.boards) for part in PARTS if part.plan == "window"}
    for name, boards in windows.items():
        assert {point.board for point in study_points(name)} == boards
    assert {point.part for point in study_points()} == set(windows)
    for each in (one for one in PARTS if one.plan == "scaled"):
        played = {(point.board, point.mines) for point in study_points(each.name)}
        assert played == {
            (board, mines)
            for board in each.boards
            for mines in each.scaled_mines(parse_spec(board).size)
        }
    peaks = study_points("open-peaks")
    assert {point.board for point in peaks} == set(part("open-peaks").boards)
    for point in peaks:
        assert point.games == max(10, min(2_000, PEAK_WORK // point.cells))


def test_the_most_guesses_lie_past_the_half_on_every_square() -> None:
    """The density of the most guesses falls slowly to about 0.24, while the half tends to 0."""
    values = {(row.part, row.board, row.method): row.value for row in study()}
    most = [values["open-peaks", board, "guesses"] for board in part("open-peaks").boards]
    halves = [values["open-squares", board, "half"] for board in part("open-peaks").boards]
    for peak, half in zip(most, halves, strict=True):
        assert peak is not None
        assert half is not None
        assert peak > 1.3 * half
        assert 0.22 < peak < 0.36


@pytest.mark.parametrize(
    ("name", "board", "strategy"),
    [
        ("table", "4x4", "perimeter"),
        ("table", "2x5", "infer-guess-published"),
        ("rows", "1x12", "perimeter"),
        ("box", "box:2x2x2", "pseq"),
        ("open-rows", "1x10", "pseq"),
        ("open-peaks", "10x10", "pseq"),
    ],
)
def test_they_are_what_the_command_makes(name: str, board: str, strategy: str) -> None:
    one = replace(part(name), boards=(board,), strategies=(strategy,))
    shipped = [
        row for row in study() if (row.part, row.board, row.strategy) == (name, board, strategy)
    ]
    with Store() as store:
        played = _rows(one, store)
    for ours, theirs in zip(played, shipped, strict=True):
        assert (ours.method, ours.games) == (theirs.method, theirs.games)
        if ours.method != "seconds":
            assert ours.value == pytest.approx(theirs.value, abs=1e-6)


def test_games_and_half_width_exclude_each_other(run: Run, tmp_path: Path) -> None:
    options = ("--games", "50", "--half-width", "0.1", "--store", str(tmp_path / "lab.db"))
    refused = run("density", "4x4", *options)
    assert refused.code == 2
    assert "--games and --half-width exclude each other" in refused.err
    assert refused.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_the_default_method_stands_once(run: Run, tmp_path: Path) -> None:
    functions = (critical_density, densities, adaptive_densities, adaptive_sweep)
    defaults = {signature(function).parameters["method"].default for function in functions}
    assert defaults == {DEFAULT_METHOD} == {"paper"}
    options = ("--games", "20", "--store", str(tmp_path / "lab.db"), "--workers", "1", "--json")
    assert run("density", "3x3", *options).json["boards"][0]["method"] == DEFAULT_METHOD
    shown = " ".join(run("density", "--help").out.split())
    assert "paper (as in Chong et al. 2024), " + ", ".join(list(METHODS)[1:-1]) in shown
    assert f"(of CPU time). Default: {DEFAULT_METHOD}." in shown


def test_density_on_the_command_line(run: Run, tmp_path: Path) -> None:
    store = str(tmp_path / "lab.db")
    options = ("--games", "100", "--store", store, "--workers", "1")
    likely = (*options, "--method", "likelihood")
    found = run("density", "4x4", "hex:4x4", *likely, "--json").json
    first, second = found["boards"]
    assert (first["spec"], second["spec"]) == ("4x4", "hex:4x4")
    low, high = first["interval"]
    assert low < first["critical_density"] < high
    assert len(first["points"]) == 15
    assert first["points"][0] == [1 / 16, 1.0]
    assert (first["published"], second["published"]) == (pytest.approx(0.269765, abs=1e-6), None)
    shown = run("density", "4x4", "1x3", *likely, "--figures", str(tmp_path / "figures"))
    assert shown.code == 0
    assert "0.2698" in shown.out
    assert "no game was lost" in shown.out
    assert (tmp_path / "figures" / "win_rates.svg").stat().st_size > 10_000
    assert (tmp_path / "figures" / "win_rates.png").read_bytes()[:4] == b"\x89PNG"
    paper = run("density", "4x4", *options, "--json").json["boards"][0]
    assert paper["method"] == "paper"
    narrow = run("density", "4x4", *likely[2:], "--half-width", "0.05", "--json")
    assert narrow.json["boards"][0]["games"] >= 15_000


def test_enough_boards_are_drawn_together(tmp_path: Path) -> None:
    boards = [f"1x{q}" for q in range(5, 10)] + [f"{q}x{q}" for q in range(3, 9)]
    with Store() as store:
        found = densities(boards, store, games=100)
    few = {path.name for path in draw_densities(found[:2], tmp_path / "few")}
    many = {path.name for path in draw_densities(found, tmp_path / "many")}
    assert few == {"win_rates.svg", "win_rates.png"}
    names = ("win_rates", "win_rates_of_all", "table", "rows", "squares", "asymptote")
    assert many == {f"{name}.{kind}" for name in names for kind in ("svg", "png")}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("density", "4x4", "--method", "best"), "unknown method 'best'"),
        (("density", "4x4", "--strategy", "pseqq"), "did you mean"),
        (("density", "4x4", "--games", "0"), "number of games"),
        (("density", "four"), "four"),
        (("density", "4x4", "--half-width", "2"), "between 0 and 0.5"),
        (("density", "4x4", "--workers", "0"), "workers"),
        (("sweep", "4x4", "--mines", "1:2:0"), "range of mines"),
        (("sweep", "4x4", "--mines", "x"), "numbers of mines are a list"),
        (("sweep", "4x4", "--mines", "17"), "there is room for 15"),
        (("sweep", "4x4", "5x5", "--mines", "5:20:5"), "20 mines do not fit on 4x4"),
        (("sweep", "5x5", "--mines", "5,22", "--first", "open"), "22 mines do not fit on 5x5"),
        (("sweep", "4x4/17"), "this board can have 0 to 16"),
        (("sweep", "4x4/3", "--games", "5", "--export", "table.pdf"), ".csv or .parquet"),
        (("study", "tabel"), "no part 'tabel'"),
    ],
)
def test_bad_input_on_the_command_line(
    run: Run, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    outcome = run(*arguments, "--store", str(tmp_path / "lab.db"))
    assert outcome.code == 2
    assert outcome.out == ""
    assert message in outcome.err
    assert outcome.err.count("\n") == 1


def test_sweep_on_the_command_line(run: Run, tmp_path: Path) -> None:
    store, table = str(tmp_path / "lab.db"), tmp_path / "table.csv"
    arguments = ("sweep", "5x5", "--mines", "3:5", "--strategy", "pseq,random")
    options = ("--first", "safe,any", "--games", "40", "--store", store, "--workers", "1")
    found = run(*arguments, *options, "--export", str(table), "--json").json
    assert (len(found["points"]), found["played"], found["interrupted"]) == (12, 480, False)
    assert table.read_text().count("\n") == 13
    again = run(*arguments, *options)
    assert "480 already stored, 0 played" in again.out


@needs_unix
def test_ctrl_c_in_the_middle_of_a_sweep(tmp_path: Path) -> None:
    store = tmp_path / "lab.db"
    command = ["sweep", "16x30", "--games", "5000", "--store", str(store), "--json"]
    program = subprocess.Popen(
        [*SAPPER, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    wait_until(store.exists)
    with Store(store) as opened:
        wait_until(lambda: bool(opened.tallies()))
    os.kill(program.pid, signal.SIGINT)
    out, err = program.communicate()
    assert program.returncode == 130, err
    found = json.loads(out)
    assert found["interrupted"]
    assert found["played"] > 0
    with Store(store) as opened:
        assert sum(tally.games for tally in opened.tallies()) == found["played"]
    assert "Traceback" not in err, err
