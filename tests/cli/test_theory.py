"""``sapper theory``: each command prints what the library computes, and fails with one sentence."""

from __future__ import annotations

import io
import sys
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

import sapper
from command_line import Outcome, Run
from sapper import theory
from sapper.cli import app
from sapper.cli.failures import exit_code

if TYPE_CHECKING:
    from pathlib import Path

FIGURE = "######\n######\n##1###\n##32##\n######\n######"
ENDS = "##########/#2######2#/2########2/#2######2#"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def run_sapper(*arguments: str, stdin: bytes = b"") -> Outcome:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        call = lambda: app(["theory", *arguments], prog_name="sapper", standalone_mode=False)  # noqa: E731
        code = exit_code(call)
        return Outcome(code, *capsys.readouterr())

    return run_sapper


def test_without_a_command_it_prints_its_help(run: Run) -> None:
    assert run().out.rstrip() == run("--help").out.rstrip()
    assert "Usage: sapper theory" in run().out


# -- bound --------------------------------------------------------------------------------------


def test_the_bound_of_a_small_board_is_exact_and_above_perfect_play(run: Run) -> None:
    expected = theory.upper_bound("3x3/3")
    found = run("bound", "3x3/3", "--json").json
    assert found == expected.to_dict()
    assert Fraction(found["exact"]) >= sapper.optimal("3x3/3", start=0).probability
    assert run("bound", "3x3/3").out == expected.summary() + "\n"


def test_the_options_of_the_bound_reach_the_library(run: Run) -> None:
    options = "--first open --start 2,2 --layouts 50 --seed 3 --confidence 0.9 --most-moved 1"
    expected = theory.upper_bound(
        "hex:6x6/8", "open", (2, 2), layouts=50, seed=3, confidence=0.9, most_moved=1
    )
    assert expected.exact is None
    assert run("bound", "hex:6x6/8", *options.split(), "--json").json == expected.to_dict()


def test_the_formula_of_coin_flips(run: Run) -> None:
    fixed = theory.mines_bound("torus:20x20/60", "safe", (3, 3))
    found = run("bound", "torus:20x20/60", "--coin-flips", "--start", "3,3", "--json").json
    assert found == {**fixed.to_dict(), "value": fixed.bound, "method": "coin flips"}
    for rule, options in (("any", ()), ("open", ("--first", "open"))):
        independent = theory.density_bound("30x30", 0.2, rule)  # type: ignore[arg-type]
        outcome = run("bound", "30x30", "--density", "0.2", *options)
        assert outcome.out == independent.summary() + "\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("8x8", "8x8 needs its mines"),
        ("8x8/99", "99"),
        ("8x8/10 --first never", "--first"),
        ("8x8/10 --start 9,9", "9"),
        ("8x8/10 --start middle", "a first cell is R,C such as 3,3 or an index such as 17"),
        ("8x8/10 --layouts 0", "the number of layouts is at least 1, not 0"),
        ("8x8/10 --confidence 1", "a confidence is between 0 and 1, not 1.0"),
        ("8x8/10 --most-moved 9", "a swap moves 1 to 6 mines, not 9"),
        ("8x8/10 --most-moved 2 --coin-flips", "--most-moved has no effect with --coin-flips"),
        ("8x8 --layouts 5 --density 0.2", "--layouts has no effect with --density"),
        ("8x8/10 --density 0.2", "with --density give the board without mines, not '8x8/10'"),
        ("8x8 --density 1.5", "a density is between 0 and 1, not 1.5"),
        ("8x8 --density nan", "a density is between 0 and 1, not nan"),
        ("hex:8x8 --density 0.2", "needs a grid or a torus, not a hex board"),
        ("hex:8x8/10 --coin-flips", "needs a grid or a torus, not a hex board"),
    ],
)
def test_a_bad_bound_is_one_sentence(run: Run, arguments: str, words: str) -> None:
    fails(run("bound", *arguments.split()), words)


# -- opening ------------------------------------------------------------------------------------


def test_the_numbers_of_a_first_click(run: Run) -> None:
    places = theory.opening_numbers("expert")
    assert run("opening", "expert").out == places.summary() + "\n"
    assert run("opening", "expert", "--json").json == places.to_dict()
    one = theory.first_number("hex:3x3/2", (1, 1), "safe")
    options = ("--start", "1,1", "--first", "safe", "--json")
    assert run("opening", "hex:3x3/2", *options).json == one.to_dict()


def test_the_tree_of_the_note_and_the_first_cells_of_a_small_board(run: Run) -> None:
    tree = theory.opening_tree("9x9/10", start=(2, 2))
    assert run("opening", "9x9/10", "--tree", "--start", "2,2").out == tree.summary() + "\n"
    assert run("opening", "9x9/10", "--tree", "--start", "2,2", "--json").json == tree.to_dict()
    clicks = theory.compare_first_clicks("3x3/2", "safe")
    found = run("opening", "3x3/2", "--wins", "--first", "safe", "--json").json
    assert found == clicks.to_dict()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("8x8", "8x8 needs its mines"),
        ("hex:8x8/9", "hex:8x8/9 is not a grid of at least 3x3, with interior, edge and corner"),
        ("2x9/3", "2x9/3 is not a grid of at least 3x3"),
        ("8x8/9 --start 8,0", "8"),
        ("hex:8x8/9 --tree", "needs a grid, not hex:8x8"),
        ("8x8/9 --tree --first open", "no first click shows a clue above 0"),
        ("8x8/9 --tree --wins", "--tree and --wins exclude each other"),
        ("3x3/2 --wins --start 0", "--wins lists every first cell: omit --start"),
        ("nowhere", "nowhere"),
    ],
)
def test_a_bad_opening_is_one_sentence(run: Run, arguments: str, words: str) -> None:
    fails(run("opening", *arguments.split()), words)


# -- perimeter ----------------------------------------------------------------------------------


def test_the_perimeter_of_figure_iii_1(run: Run, tmp_path: Path) -> None:
    position = sapper.parse(FIGURE, mines=11)
    path = tmp_path / "figure.txt"
    path.write_text(FIGURE)
    found = run("perimeter", str(path), "--mines", "11", "--json").json
    assert found["system"] == theory.linear_system(position).to_dict()
    assert found["arrangements"] == theory.arrangements_tested(position).to_dict()
    assert found["bounds"]["clues"] == {"least": 3, "most": 4, "relaxed": [3.0, 4.0]}
    assert [part["most"] + 1 for part in found["partition"]] == [2, 2, 2, 3, 2, 2, 2, 2]
    assert [part["most"] + 1 for part in found["groups"]] == [2, 2, 2, 3, 2, 3]
    shown = run("perimeter", FIGURE.replace("\n", "/"), "--mines", "11").out
    assert "  x1 + x2 + x3 + x4 + x5 + x7 = 1\n" in shown
    assert "  x12: (4, 4)\n" in shown
    assert "  all arrangements               4,096\n" in shown


def test_the_relaxation_is_wider_than_the_integer_bounds(run: Run) -> None:
    shown = run("perimeter", ENDS, "--mines", "8").out
    assert "  by the clues:           6 to 8 (without integrality 5 to " in shown
    bounds = run("perimeter", ENDS, "--mines", "8", "--json").json["bounds"]
    assert bounds["clues"]["least"] == 6
    assert bounds["clues"]["relaxed"][0] == pytest.approx(5)


def test_a_position_without_clues_has_no_equation(run: Run) -> None:
    found = run("perimeter", "###/###", "--mines", "2", "--json").json
    assert found["system"]["matrix"] == []
    assert found["bounds"]["clues"] == {"least": 0, "most": 0, "relaxed": [0.0, 0.0]}
    assert run("perimeter", "-", "--density", "1/5", stdin=b"###\n#1#").code == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("#1#",), "use --mines N or --density D"),
        (("#3#", "--mines", "2"), "3"),
        (("no such file", "--mines", "1"), "cannot read 'no such file'"),
        (("#1#", "--density", "2"), "a density is a number between 0 and 1"),
    ],
)
def test_a_bad_perimeter_is_one_sentence(run: Run, arguments: tuple[str, ...], words: str) -> None:
    fails(run("perimeter", *arguments), words)


# -- census -------------------------------------------------------------------------------------


def test_the_census_and_its_prediction(run: Run) -> None:
    grid = theory.census("grid")
    assert run("census").out == grid.summary() + "\n"
    assert run("census", "hex", "--json").json == theory.census("hex").to_dict()
    options = ("--board", "100x100", "--density", "0.15", "--json")
    predicted = run("census", "grid", *options).json["predicted"]
    assert predicted == {
        "board": "100x100",
        "density": 0.15,
        "mean": grid.mean("100x100", 0.15),
        "guess_free": grid.guess_free("100x100", 0.15),
        "win_rate": grid.win_rate("100x100", 0.15),
    }
    assert "win rate 50 % if" in run("census", "--board", "torus:100x100").out


def test_a_census_can_be_taken_again(run: Run) -> None:
    taken = theory.take_census("grid", 6, 4, 3)
    assert taken.interior.items() <= theory.census("grid").interior.items()
    assert run("census", "--up-to", "6,4,3", "--json").json == taken.to_dict()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("knight", "there are censuses of grid, rook, hex, tri boards, not of 'knight'"),
        ("torus --up-to 6,4,3", "not of 'torus'"),
        ("--up-to 6,4", "--up-to is three numbers of mines such as 7,4,3, not '6,4'"),
        ("--up-to 6,4,x", "--up-to is three numbers of mines such as 7,4,3, not '6,4,x'"),
        ("--up-to 0,4,3", "not of 0"),
        ("--up-to 999,4,3", "not of 999"),
        ("--density 0.2", "--density needs --board SPEC"),
        ("--board 9x9/10", "give the board without mines, not '9x9/10'"),
        ("--board hex:9x9 --density 0.2", "the census of grid boards is not for hex"),
        ("--board 9x9 --density 0", "a density is between 0 and 1, not 0.0"),
    ],
)
def test_a_bad_census_is_one_sentence(run: Run, arguments: str, words: str) -> None:
    fails(run("census", *arguments.split()), words)


# -- law ----------------------------------------------------------------------------------------


def test_the_critical_law(run: Run) -> None:
    grid, rook = theory.critical_law("grid"), theory.critical_law("rook")
    assert run("law").out.startswith(grid.summary())
    assert run("law", "grid", "rook", "--json").json == {"laws": [grid.to_dict(), rook.to_dict()]}
    (found,) = run("law", "torus:1000x1000", "--json").json["laws"]
    assert found == {**grid.to_dict(), "half": grid.half(1_000_000)}
    strip = run("law", "5x10000").out
    assert "half of the games on 5x10000 at density 0.00833" in strip
    assert "patterns of 2 mines per column: 1 equal, 0 unequal" in strip


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("knight", "the critical law is not known: knight boards have no pattern"),
        ("box:5x5x5", "boxes have no pattern of up to 6 mines"),
        ("4x100", "critical laws are known of strips of 2, 5 and 8 rows"),
        ("nonsense", "nonsense"),
    ],
)
def test_a_law_that_is_not_known_is_one_sentence(run: Run, arguments: str, words: str) -> None:
    fails(run("law", *arguments.split()), words)


# -- guess --------------------------------------------------------------------------------------


def test_the_guess_of_a_position(run: Run, tmp_path: Path) -> None:
    expected = theory.guess(sapper.parse(FIGURE, mines=11))
    path = tmp_path / "figure.txt"
    path.write_text(FIGURE)
    assert run("guess", str(path), "--mines", "11").out == expected.summary() + "\n"
    found = run("guess", FIGURE.replace("\n", "/"), "--mines", "11", "--json").json
    assert found == expected.to_dict()
    assert found["layouts"] == "2558160"
    cell = next(cell for cell in found["safety"] if cell["cell"] == [1, 1])
    assert (cell["index"], cell["exposed"], cell["exact"]) == (7, True, "21/22")
    assert found["best"][0] == [1, 1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("#1#",), "neither was given: use --mines N\n"),
        (("#1##", "--mines", "1-2"), "needs the number of mines"),
        (("#1#", "--mines", "0"), "1"),
        (("no such file", "--mines", "1"), "cannot read 'no such file'"),
    ],
)
def test_a_bad_guess_is_one_sentence(run: Run, arguments: tuple[str, ...], words: str) -> None:
    fails(run("guess", *arguments), words)


def test_the_search_and_the_figure_of_a_guess(run: Run, tmp_path: Path) -> None:
    position = sapper.parse("##2\n#F2\n#21\n#1.", mines=3)
    tree = theory.get_configurations(position)
    drawn = tmp_path / "safety.svg"
    asked = ("guess", "##2/#F2/#21/#1.", "--mines", "3", "--search")
    shown = run(*asked, "--figure", str(drawn))
    assert shown.out == theory.guess(position).summary() + "\n" + tree.summary() + "\n"
    assert drawn.read_text() == theory.guess(position).svg()
    assert run(*asked, "--json").json["search"] == tree.to_dict()
    fails(run(*asked, "--figure", "safety.png"), "the figure is written as .svg")
    row = "#" * 300
    options = ("--mines", "2", "--figure", str(tmp_path / "large.svg"))
    fails(run("guess", "/".join([row] * 300), *options), "has no plane drawing: omit --figure")


# -- epp and ppp --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["epp", "ppp"])
def test_the_tested_arrangements_of_figure_iii_1(run: Run, tmp_path: Path, name: str) -> None:
    position = sapper.parse(FIGURE, mines=11)
    method = getattr(theory, name)
    path = tmp_path / "figure.txt"
    path.write_text(FIGURE)
    assert run(name, str(path), "--mines", "11").out == method(position).summary() + "\n"
    bounds = theory.integer_bounds(position, mine_count=False)
    found = run(name, str(path), "--mines", "11", "--bounded", "--json").json
    assert found == method(position, bounds=bounds).to_dict()
    assert (found["bounds"], found["layouts"]) == ([3, 4], "2558160")


@pytest.mark.parametrize("name", ["epp", "ppp"])
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("#1#",), "neither was given: use --mines N\n"),
        (("#1##", "--mines", "1-2"), "needs the number of mines"),
        (("#1#", "--mines", "0"), "no layout fits"),
        (("#1#", "--mines", "0", "--bounded"), "no layout fits"),
        (("#1#", "--mines", "1", "--most", "1"), "to test; at most 1 are allowed"),
        (("#1#", "--mines", "1", "--most", "0"), "--most is at least 1, not 0"),
    ],
)
def test_bad_tested_arrangements_are_one_sentence(
    run: Run, name: str, arguments: tuple[str, ...], words: str
) -> None:
    fails(run(name, *arguments), words)


def fails(outcome: Outcome, words: str) -> None:
    assert (outcome.code, outcome.out) == (2, "")
    assert words in outcome.err
    assert outcome.err.count("\n") == 1
