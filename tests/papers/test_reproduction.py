"""The registry of the papers' claims, the runner and the command."""

from __future__ import annotations

import importlib
import json
import re
import signal
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import pytest

import sapper
from command_line import SAPPER, Run, needs_unix, processor_seconds, program, wait_until
from sapper.papers import fingerprint, played, reproduction
from sapper.papers.citation import Citation
from sapper.papers.claims import (
    Claim,
    Effort,
    Finding,
    Paper,
    Reading,
    equal,
    measured,
    rounded,
)
from sapper.papers.exhaustive import every
from sapper.papers.fowler_young2004 import efficiency
from sapper.papers.reproduction import KEYS, PaperError, key_of, load, reproduce
from sapper.papers.row_store import RowStore
from sapper.papers.section_order import place

QUICK = Effort(quick=True)

COMPUTED = {"source": "computed", "made_by": "", "made_on": "", "readings": []}
"""The fields of a row whose value is computed in one reading."""

EVERY_KEY = re.escape(
    "only chong2024 (000), fowler_young2004 (001), golan2014 (002), heuristic_agents (003) and "
    "combinatorics (004)"
)


def empty_paper() -> Paper:
    return Paper(Citation("example1999", "999", "Example 1999", "First", "A paper", 1999))


def one_paper(finding: Finding, *, note: str = "", slip: str = "") -> Paper:
    paper = empty_paper()
    paper.claim("1", "a claim", "printed", note=note, slip=slip)(lambda effort: finding)
    return paper


# -- findings and verdicts ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("agrees", "slip", "verdict"),
    [
        (True, "", "agrees"),
        (True, "wrong", "agrees"),
        (False, "", "differs"),
        (False, "wrong", "corrected"),
    ],
)
def test_the_verdict_follows_from_the_finding(agrees: bool, slip: str, verdict: str) -> None:
    (claim,) = one_paper(Finding("ours", agrees, "found"), note="reported", slip=slip).check(QUICK)
    assert claim.verdict == verdict
    shown = [slip] if verdict == "corrected" else []
    assert claim.note == "; ".join([*shown, "reported", "found"])
    assert (claim.paper, claim.published, claim.ours) == ("999", "printed", "ours")
    assert claim.key == "example1999"


@pytest.mark.parametrize("agrees", [True, False])
def test_what_cannot_be_compared_has_no_other_verdict(agrees: bool) -> None:
    paper = empty_paper()
    finding = Finding("ours", agrees, "found")
    paper.claim("1", "a claim", "printed", not_comparable="their program is not described")(
        lambda effort: finding
    )
    (claim,) = paper.check(QUICK)
    assert claim.verdict == "not comparable"
    assert claim.note == "their program is not described; found"


def test_other_readings_are_in_the_row_and_do_not_decide() -> None:
    readings = (Reading("by the letter", "4", True), Reading("another", "5", False))
    paper = one_paper(Finding("3", False, "found", readings))
    (claim,) = paper.check(QUICK)
    assert claim.verdict == "differs"
    assert claim.note == "found; other readings: by the letter: 4 (agrees), another: 5 (differs)"
    assert claim.to_dict()["readings"][0] == {
        "words": "by the letter",
        "ours": "4",
        "agrees": True,
    }
    assert Claim.from_dict(json.loads(json.dumps(claim.to_dict()))) == claim


def test_a_quick_run_leaves_out_what_takes_long() -> None:
    paper = empty_paper()
    paper.claim("1", "short", "1")(lambda effort: equal(effort.games(1, 2), 1))
    paper.claim("2", "long", "1", quick=False)(lambda effort: equal(effort.games(1, 2), 1))
    assert [claim.claim for claim in paper.check(QUICK)] == ["short"]
    full = Effort()
    assert [claim.verdict for claim in paper.check(full)] == ["differs", "differs"]
    assert [len(paper.asked(effort)) for effort in (QUICK, full)] == [1, 2]


def test_nothing_is_computed_before_it_is_asked() -> None:
    paper = empty_paper()
    paper.claim("1", "fails", "1")(lambda effort: equal(1 // 0, 1))
    claims = paper.check(QUICK)
    with pytest.raises(ZeroDivisionError):
        next(claims)


@pytest.mark.parametrize(
    ("ours", "published", "agrees"),
    [
        (Fraction(1, 8), "0.12", True),  # a half rounds either way
        (Fraction(1, 8), "0.13", True),
        (Fraction(1, 8), "0.125", True),
        (Fraction(1, 8), "0.11", False),
        (Fraction(1, 8) + Fraction(1, 10**12), "0.12", False),
        (Fraction(1, 8) - Fraction(1, 10**12), "0.13", False),
        (Fraction(3, 2), "1", True),
        (Fraction(3, 2), "2", True),
        (Fraction(5, 2), "1", False),
        (Fraction(1, 10), "0.10", True),
        (Fraction(104, 1000), "0.10", True),
        (Fraction(106, 1000), "0.10", False),
        (0.5, "0.50", True),
        (1 / 3, "0.333", True),
        (1 / 3, "0.334", False),
        (-Fraction(1, 8), "-0.12", True),
        (Fraction(149), "1E+2", True),
        (Fraction(151), "1E+2", False),
    ],
)
def test_half_a_unit_of_the_last_digit(
    ours: Fraction | float, published: str, agrees: bool
) -> None:
    assert rounded(ours, published).agrees is agrees


def test_rounded_values_are_shown_with_their_fraction_unless_it_is_long() -> None:
    assert rounded(Fraction(1, 22), "0.0455").ours == "1/22 = 0.045455"
    assert rounded(Fraction(1, 3), "0").ours == "1/3 = 0.33"
    assert rounded(Fraction(10**20 + 1, 3 * 10**20), "0.3").ours == "0.333"
    assert rounded(0.25, "0.3").ours == "0.250"


def test_measured_rates_agree_where_the_intervals_meet() -> None:
    assert measured(500, 1000, 0.53).agrees  # [0.469, 0.531]
    assert not measured(500, 1000, 0.532).agrees
    assert measured(500, 1000, 0.60, 100).agrees  # theirs from 0.502
    assert not measured(500, 1000, 0.60, 1000).agrees
    assert measured(0, 100, 0.0, 50).agrees
    assert measured(500, 1000, 0.5, note="so").note == "so"
    assert measured(500, 1000, 0.5).ours.startswith("0.5000 [0.4691, 0.5309], 1,000 games")


def test_statements_about_all_cases() -> None:
    assert every([1, 2, 3], lambda n: n < 4, "numbers").agrees
    failed = every([1, 2, 3], lambda n: n < 2, "numbers", note="so")
    assert (failed.agrees, failed.note) == (False, "so")
    assert failed.ours == "fails for 2 of 3 numbers, first for 2"
    with pytest.raises(ValueError, match="no case among numbers"):
        every([], lambda n: True, "numbers")


def test_a_percentage_is_an_interval_by_its_digits_or_its_games() -> None:
    result = sapper.simulate("4x4/14", "random", games=2000, seed=2)
    low, high = (100 * bound for bound in result.interval)
    assert played.percent_of(result, f"{low - 0.4:.0f}").agrees
    assert not played.percent_of(result, f"{low - 0.06:.2f}").agrees
    assert not played.percent_of(result, f"{high + 0.06:.2f}").agrees
    assert played.percent_of(result, f"{high + 0.06:.2f}", 100).agrees
    assert not played.percent_of(result, "50", 100).agrees


def test_a_mean_is_an_interval_by_its_games() -> None:
    assert played.mean_of(5.0, 2.0, 10_000, "5.4", 100).agrees
    assert not played.mean_of(5.0, 2.0, 10_000, "5.4", 1_000).agrees
    assert not played.mean_of(5.0, 2.0, 10_000, "4.2", 100).agrees


def test_an_interruption_of_games_is_not_a_result(monkeypatch: pytest.MonkeyPatch) -> None:
    import dataclasses

    whole = sapper.simulate("4x4/2", games=10)
    partial = dataclasses.replace(whole, interrupted=True)
    monkeypatch.setattr(played, "simulate", lambda *_, **__: partial)
    with pytest.raises(KeyboardInterrupt):
        played.play(QUICK, "4x4/2", "random", 10, 10)
    monkeypatch.setattr(efficiency, "simulate", lambda *_, **__: partial)
    with pytest.raises(KeyboardInterrupt):
        efficiency.share_of_large_perimeters("4x4/2", 3, 10, 1)


# -- the runner ---------------------------------------------------------------------------------


@pytest.fixture(name="two_papers")
def fixture_two_papers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the five papers by two small ones."""
    first = Paper(Citation("first2001", "000", "First 2001", "First", "A first paper", 2001))
    first.claim("10", "P* of |L|", "7", slip="a slip")(lambda effort: equal(6, 7, note="so"))
    first.claim("2", "two and two", "4")(lambda effort: equal(2 + 2, 4))
    second = Paper(Citation("another2002", "001", "Another 2002", "", "A second paper", None))
    second.claim("Table 1", "a_b < c", "0.3")(lambda effort: rounded(Fraction(1, 3), "0.3"))
    second.claim("Table 2", "seeds", "1", quick=False)(lambda effort: equal(effort.seed, 1))
    for paper in (first, second):
        name = f"sapper.papers.{paper.citation.key}"
        module = ModuleType(name)
        module.PAPER = paper  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(reproduction, "KEYS", ("first2001", "another2002"))


@pytest.mark.usefixtures("two_papers")
def test_all_papers_in_order_with_progress() -> None:
    reported: list[tuple[int, int]] = []
    result = reproduce(quick=True, progress=lambda done, total: reported.append((done, total)))
    assert reported == [(0, 3), (1, 3), (2, 3), (3, 3)]
    assert [(c.paper, c.where) for c in result.claims] == [
        ("000", "2"),
        ("000", "10"),
        ("001", "Table 1"),
    ]
    none = dict.fromkeys(reproduction.VERDICTS, 0)
    assert result.counts() == {**none, "agrees": 2, "corrected": 1}
    assert result.counts("001") == {**none, "agrees": 1}
    assert result.sources() == {"computed": 3, "shipped": 0}
    assert result.counts("another2002") == result.counts("001")
    assert result.of("001") == result.of("another2002") == result.claims[2:]
    assert [paper.short for paper in result.papers] == ["First 2001", "Another 2002"]
    assert result.titles == {
        "000": "First, *A first paper*, 2001",
        "001": "*A second paper*",
    }
    assert (result.quick, result.seed) == (True, 1)
    assert result.seconds >= 0


@pytest.mark.usefixtures("two_papers")
def test_rows_are_reported_one_by_one() -> None:
    order: list[str] = []
    result = reproduce(
        quick=True,
        row=lambda claim: order.append(claim.claim),
        progress=lambda done, _: order.append(str(done)),
    )
    first, second, third = (claim.claim for claim in result.claims)
    assert order == ["0", first, "1", second, "2", third, "3"]


def test_an_interrupted_run_continues_after_its_last_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []
    counting_paper(monkeypatch, calls, fails_at="3")
    path = tmp_path / "rows.db"
    with pytest.raises(KeyboardInterrupt):
        reproduce("999", store=path)
    assert calls == ["1", "2", "3"]
    calls.clear()
    paper = counting_paper(monkeypatch, calls)
    result = reproduce("999", store=path)
    assert calls == ["3", "4"]
    assert result.claims == tuple(paper.check(Effort()))
    calls.clear()
    assert reproduce("999", store=path).claims == result.claims
    assert calls == []


@pytest.mark.parametrize(
    "changed", ["seed", "quick", "recompute", "claim", "published", "engine", "claims"]
)
def test_a_row_of_other_code_effort_or_seed_is_computed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: str
) -> None:
    calls: list[str] = []
    counting_paper(monkeypatch, calls)
    path = tmp_path / "rows.db"
    reproduce("999", store=path)
    calls.clear()
    options: dict[str, int] = {}
    if changed in ("engine", "claims"):
        monkeypatch.setattr(fingerprint, changed, lambda *_: "another")
    elif changed in ("claim", "published"):
        counting_paper(monkeypatch, calls, **{changed: "reworded"})
    else:
        options[changed] = 2 if changed == "seed" else True
    reproduce("999", store=path, **options)  # type: ignore[arg-type]
    assert calls == ["1", "2", "3", "4"]


def counting_paper(
    monkeypatch: pytest.MonkeyPatch,
    calls: list[str],
    fails_at: str = "",
    claim: str = "a claim",
    published: str = "1",
) -> Paper:
    """Make a paper of four claims the only one; it notes each claim that is computed."""
    paper = Paper(Citation("counting1999", "999", "Counting 1999", "", "A paper", 1999))
    for where in ("1", "2", "3", "4"):

        @paper.claim(where, claim, published)
        def _(effort: Effort, where: str = where) -> Finding:
            calls.append(where)
            if where == fails_at:
                raise KeyboardInterrupt
            return equal(effort.seed, 1, note=where)

    module = ModuleType("sapper.papers.counting1999")
    module.PAPER = paper  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(reproduction, "KEYS", ("counting1999",))
    return paper


@pytest.mark.usefixtures("two_papers")
def test_one_paper_in_full_with_another_seed() -> None:
    result = reproduce("001", seed=5)
    assert [(claim.ours, claim.verdict) for claim in result.claims] == [
        ("1/3 = 0.333", "agrees"),
        ("5", "differs"),
    ]
    lines = result.summary().splitlines()
    assert lines[0] == "2 claims: 1 agrees, 1 differs, 0 corrected, 0 not comparable"
    assert lines[1] == "2 values computed, 0 from tables that ship with the package"
    assert lines[2].startswith("in full, seed 5")


@pytest.mark.usefixtures("two_papers")
def test_the_summary_counts_paper_by_paper() -> None:
    lines = reproduce(quick=True).summary().splitlines()
    assert lines[:3] == [
        "3 claims: 2 agree, 0 differ, 1 corrected, 0 not comparable",
        "First 2001: 1 agrees, 0 differ, 1 corrected, 0 not comparable",
        "Another 2002: 1 agrees, 0 differ, 0 corrected, 0 not comparable",
    ]
    assert lines[4].startswith("quick, with fewer games, seed 1, ")


@pytest.mark.usefixtures("two_papers")
def test_plain_data_is_the_contract() -> None:
    data = reproduce("000", quick=True).to_dict()
    assert data == {
        "claims": [
            {
                "paper": "000",
                "key": "first2001",
                "where": "2",
                "claim": "two and two",
                "published": "4",
                "ours": "4",
                "verdict": "agrees",
                "note": "",
                **COMPUTED,
            },
            {
                "paper": "000",
                "key": "first2001",
                "where": "10",
                "claim": "P* of |L|",
                "published": "7",
                "ours": "6",
                "verdict": "corrected",
                "note": "a slip; so",
                **COMPUTED,
            },
        ]
    }


@pytest.mark.usefixtures("two_papers")
def test_the_page_has_a_table_for_each_paper() -> None:
    page = reproduce(quick=True).to_markdown()
    assert page.startswith("# The papers, claim by claim\n")
    assert "`sapper reproduce --quick --markdown FILE`" in page
    assert "## First, *A first paper*, 2001" in page
    assert "## *A second paper*" in page
    assert "| 10 | P\\* of \\|L\\| | 7 | 6 | computed | corrected | a slip; so |" in page
    assert "| Table 1 | a\\_b \\< c | 0.3 | 1/3 = 0.333 | computed | agrees |  |" in page
    assert "| all | 3 | 2 | 0 | 1 | 0 | 3 | 0 |" in page
    assert "shipped table made by" not in page
    columns = {
        len(re.findall(r"(?<!\\)\|", line)) for line in page.splitlines() if line.startswith("|")
    }
    assert columns == {8, 9}
    assert page.endswith("|\n")


@pytest.mark.usefixtures("two_papers")
def test_the_page_names_the_command_that_made_it() -> None:
    page = reproduce("001", seed=3).to_markdown()
    assert "`sapper reproduce another2002 --seed 3 --markdown FILE`" in page
    assert "| all |" not in page


@pytest.mark.parametrize("paper", ["005", "0", "", "golan", "Golan2014"])
def test_an_unknown_paper(paper: str) -> None:
    with pytest.raises(PaperError, match=EVERY_KEY) as caught:
        reproduce(paper)
    assert repr(paper) in str(caught.value)
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, sapper.SapperError)


def test_a_bad_seed() -> None:
    with pytest.raises(sapper.GameError, match="the seed is at least 0"):
        reproduce("000", seed=-1)


@pytest.mark.usefixtures("two_papers")
@pytest.mark.parametrize("alias", ["000", "first2001"])
def test_an_alias_is_the_same_paper(alias: str) -> None:
    claims = reproduce(alias, quick=True).claims
    assert [claim.where for claim in claims] == ["2", "10"]


@pytest.mark.parametrize(
    ("number", "key"),
    [
        ("000", "chong2024"),
        ("001", "fowler_young2004"),
        ("002", "golan2014"),
        ("003", "heuristic_agents"),
        ("004", "combinatorics"),
    ],
)
def test_keys_and_numbers(number: str, key: str) -> None:
    """JSON names a paper by number, as callers filter by it; the key is one more field."""
    assert [key_of(name) for name in (number, key, key.replace("_", "-"))] == [key] * 3
    paper = load(key)
    assert (paper.citation.key, paper.citation.number) == (key, number)
    first = Paper(paper.citation)
    first.claim("1", "a claim", "1")(lambda effort: equal(1, 1))
    (claim,) = first.check(QUICK)
    shown = claim.to_dict()
    assert (shown["paper"], shown["key"]) == (number, key)
    assert list(shown)[:7] == ["paper", "where", "claim", "published", "ours", "verdict", "note"]


@pytest.mark.parametrize("key", KEYS)
def test_every_module_with_claims_is_listed(key: str) -> None:
    paper = load(key)
    folder = Path(reproduction.__file__).parent / key
    registering = {path.stem for path in folder.glob("*.py") if "@PAPER.claim(" in path.read_text()}
    assert set(paper.modules) == registering
    assert len(paper.modules) == len(registering)


# -- the order of the claims --------------------------------------------------------------------

CHONG = [
    "1.1", "1.2", "3.1, 6", "3.1, A.1", "3.1.1", "3.1.1, 3.5", "3.1.1, 3.2", "3.3.3",
    "Proposition 4, 4.8", "4.10", "Proposition 5", "Proposition 6, 4.22", "4.19", "4.2, 4.3.3",
    "Algorithm 4.1, lines 5 to 7", "4.3.3, A.1", "Lemma 3", "Proposition 7", "5", "6", "7.4",
    "Proposition 8", "7, after 8", "7.6", "7", "8.1", "8.1, A.2", "9.1", "9.1, 10",
    "9.2, figure 9.5", "9.2, 10", "9.3", "9.3, 10", "9.3, figure 9.2", "10.2", "10.3",
    "A.1, Inferrer.cs", "A.1, Guesser.cs 275-302", "A.1, Guesser.cs 304-306", "B.2",
]  # fmt: skip
"""The places of the claims of Chong et al. 2024, each at its first claim."""


def test_claims_of_chong_are_in_the_order_of_its_sections() -> None:
    assert list(dict.fromkeys(q.where for q in load("chong2024").questions)) == CHONG


@pytest.mark.parametrize(
    ("key", "starts"),
    [
        ("chong2024", ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "A", "B"]),
        ("fowler_young2004", ["II", "III", "IV", "V", "VI"]),
        ("golan2014", ["1", "2", "3", "4"]),
        ("heuristic_agents", ["3", "4", "5", "6"]),
        ("combinatorics", ["1", "2"]),
    ],
)
def test_sections_of_a_paper_ascend(key: str, starts: list[str]) -> None:
    """The chapter numbers that a place starts with never decrease."""
    paper = load(key)
    numbered = re.compile(r"(?:Lemmas? |Corollary |Theorem |Example )?([0-9]+|[IVX]+|[AB])[.,]")
    heads = (numbered.match(question.where) for question in paper.questions)
    chapters = [head[1] for head in heads if head]
    order = [starts.index(chapter) for chapter in chapters if chapter in starts]
    assert order == sorted(order)
    places = [question.place for question in paper.questions]
    assert places == sorted(places)


def test_the_order_does_not_depend_on_what_is_imported_first() -> None:
    wheres = "[q.where + q.claim for q in load('chong2024').questions]"
    code = (
        "import sapper.papers.chong2024.{}; from sapper.papers.reproduction import load; "
        f"print({wheres})"
    )
    first, second = (
        subprocess.run(
            [sys.executable, "-c", code.format(module)], capture_output=True, text=True, check=True
        ).stdout
        for module in ("earlier_work", "long_rows, sapper.papers.chong2024.density_table")
    )
    assert first == second


def test_places_are_compared_as_numbers() -> None:
    wheres = [
        "Abstract", "Précis", "1", "before 3.1", "3.1", "3.1.1", "after 3.1", "Lemma 3.2", "(3.3)",
        "IV.3, Kaye", "IX", "10.2", "Table 1", "Table 2", "figure 1", "A.1, Solver.cs", "A.2", "B",
    ]  # fmt: skip
    keys = [place(where, {}) for where in wheres]
    assert keys == sorted(keys)
    assert len(set(keys)) == len(wheres) - 1  # the front matter is one place
    assert place("Lemma 3", {"Lemma 3": "5"}) == place("5", {})
    assert place("4, proof of 2.6", {"4, proof of 2.6": "after 4.11"}) > place("4.11", {})
    assert place("Theorem 1, in words", {"Theorem 1": "II.2"}) == place("II.2", {})


@pytest.mark.parametrize("where", ["Lemma 3", "Theorem 1, in words", "somewhere", "", "figure V.1"])
def test_a_place_without_a_section_is_refused(where: str) -> None:
    with pytest.raises(ValueError, match="names no section"):
        empty_paper().claim(where, "a claim", "1")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("p001_fowler_young.levels", "fowler_young2004"),
        ("p002_one_mine.equation_strategy", "golan2014"),
        ("p003_heuristic_agents.upper_confidence", "heuristic_agents"),
    ],
)
def test_former_documented_paths_still_work(old: str, new: str) -> None:
    package, _, module = old.partition(".")
    for name in (package, old):
        sys.modules.pop(f"sapper.papers.{name}", None)
    with pytest.deprecated_call(match=f"now sapper.papers.{new}"):
        found = importlib.import_module(f"sapper.papers.{old}")
    assert found is importlib.import_module(f"sapper.papers.{new}.{module}")


def test_it_is_a_name_of_the_package() -> None:
    assert sapper.reproduce is reproduce
    assert sapper.Reproduction is reproduction.Reproduction


# -- the command --------------------------------------------------------------------------------


@pytest.mark.usefixtures("two_papers")
def test_json(run: Run) -> None:
    outcome = run("reproduce", "--quick", "--json")
    assert outcome.json == reproduce(quick=True).to_dict()
    assert [set(claim) for claim in outcome.json["claims"]] == [
        {"paper", "key", "where", "claim", "published", "ours", "verdict", "note", *COMPUTED}
    ] * 3
    assert outcome.err == ""
    assert outcome.out.count("\n") == 1


@pytest.mark.usefixtures("two_papers")
def test_the_table_shows_everything(run: Run) -> None:
    outcome = run("reproduce", "--quick")
    assert (outcome.code, outcome.err) == (0, "")
    for shown in (
        "First, A first paper, 2001",
        "P* of |L|",
        "a slip; so",
        "corrected",
        "1/3 = 0.333",
        "3 claims: 2 agree, 0 differ, 1 corrected, 0 not comparable",
    ):
        assert shown in outcome.out


@pytest.mark.usefixtures("two_papers")
@pytest.mark.parametrize("width", [60, 80, 200])
def test_the_table_fits_the_terminal(run: Run, monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    outcome = run("reproduce", "001", "--quick")
    monkeypatch.setenv("COLUMNS", str(width))
    narrow = run("reproduce", "001", "--quick")
    assert max(len(line) for line in narrow.out.splitlines()) <= width
    assert max(len(line) for line in outcome.out.splitlines()) > 80
    words = narrow.out.split()
    assert {"Table", "agrees", "0.3"} <= set(words)


@pytest.mark.usefixtures("two_papers")
def test_the_page_is_written(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text("an older and longer page\n" * 100)
    outcome = run("reproduce", "--quick", "--markdown", str(path), "--json")
    assert len(outcome.json["claims"]) == 3
    assert path.read_text() == reproduce(quick=True).to_markdown()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["007"], "there is no paper '007', only chong2024 (000), fowler_young2004 (001), "),
        (["000", "--seed", "-1"], "the seed is at least 0"),
        (["000", "--seed", "x"], "valid integer"),
        (["000", "--markdown", "/no/such/folder/page.md"], "cannot write"),
        (["000", "001"], "unexpected extra argument"),
    ],
)
def test_bad_input_is_one_line(run: Run, arguments: list[str], message: str) -> None:
    for options in ([], ["--json"]):
        outcome = run("reproduce", *arguments, *options)
        assert outcome.code == 2
        assert outcome.out == ""
        assert message in outcome.err
        assert outcome.err.count("\n") == 1


@needs_unix
def test_an_interruption_ends_it_at_once_and_the_next_run_continues(tmp_path: Path) -> None:
    page, rows = tmp_path / "page.md", tmp_path / "rows.db"
    command = [*SAPPER, "reproduce", "002", "--quick", "--store", str(rows)]
    with program([*command, "--markdown", str(page), "--json"]) as process:
        wait_until(lambda: processor_seconds(process) >= 3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert (process.returncode, out) == (130, "")
    assert not page.exists()
    # Lines of progress may come before.
    found = re.search(
        r"^stopped: (\d+) finished rows are in .*rows\.db; the same .*\n\Z", err, re.M
    )
    assert found is not None
    with RowStore(rows) as store:
        assert len(store) == int(found[1]) > 0


@pytest.mark.usefixtures("two_papers")
def test_lines_of_json_are_the_rows_as_they_are_computed(run: Run) -> None:
    outcome = run("reproduce", "--quick", "--jsonl")
    rows = [json.loads(line) for line in outcome.out.splitlines()]
    assert rows == reproduce(quick=True).to_dict()["claims"]
    refused = run("reproduce", "--jsonl", "--json")
    assert (refused.code, refused.out) == (2, "")
    assert "choose one of them" in refused.err


@pytest.mark.usefixtures("two_papers")
def test_a_complete_run_removes_its_default_store_and_keeps_a_named_one(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("reproduce", "--quick", "--json").code == 0
    assert list(tmp_path.iterdir()) == []
    assert run("reproduce", "--quick", "--json", "--store", "rows.db").code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["rows.db"]
    refused = run("reproduce", "--quick", "--json", "--store", "no/such/rows.db")
    assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert "cannot keep finished rows in" in refused.err


# -- the printed densities ----------------------------------------------------------------------


def test_the_table_of_densities_is_whole() -> None:
    from sapper.data.published_densities import CRITICAL_DENSITIES

    assert len(CRITICAL_DENSITIES) == 54
    assert list(CRITICAL_DENSITIES) == [
        (p, q) for p in range(1, 11) for q in range(p, 11) if (p, q) != (1, 1)
    ]
    for board, density in CRITICAL_DENSITIES.items():
        assert 0 <= density <= 1
        # Printed by Python, which writes the shortest digits that give the float back.
        assert Decimal(repr(float(density))) == density, board
    assert [b for b, density in CRITICAL_DENSITIES.items() if density == 1] == [
        (1, 2),
        (1, 3),
        (1, 4),
        (2, 2),
    ]
    zeros = [board for board, density in CRITICAL_DENSITIES.items() if density == 0]
    assert zeros == [(2, q) for q in (3, 5, 6, 7, 8, 9, 10)]
    assert round(CRITICAL_DENSITIES[4, 4], 5) == Decimal("0.26977")
    assert round(CRITICAL_DENSITIES[10, 10], 5) == Decimal("0.19679")
    assert sum(CRITICAL_DENSITIES.values()) == Decimal("14.33249132068770577")


def test_the_trends_of_densities_are_those_of_the_text() -> None:
    from sapper.data import published_densities as printed

    assert round(printed.SQUARES_C, 3) == printed.ASYMPTOTE
    squares = [trend.published for trend in printed.TRENDS if trend.boards == "qxq"]
    assert squares == ["0.366581", "0.0305678", "0.158938"]
    for trend in (*printed.TRENDS, *printed.CITED):
        assert re.match(r"\d+(\.\d)?", trend.where)
        assert trend.claim
        assert trend.published
    assert printed.STRATEGY in sapper.strategies.names()
    assert (printed.FIT.first_point, printed.FIT.last_point) == ((0.0, 1.0), (1.0, 0.0))
