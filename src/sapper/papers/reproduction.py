"""Running the claims of the papers: what ``sapper reproduce`` shows.

Each paper is a module with its claims as ``PAPER``, loaded when it is asked for. Every value is
computed when its claim runs. The games of a seed are always the same, so a run can be repeated.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, get_args

from sapper.errors import SapperError
from sapper.games.deals import check_whole
from sapper.papers.claims import Claim, Effort, Verdict
from sapper.version import VERSION

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sapper.papers.claims import Paper
    from sapper.progress import Progress

MODULES = {
    "000": "p000_critical_density.critical_density",
    "001": "p001_fowler_young.fowler_young",
    "002": "p002_one_mine.one_mine_graphs",
    "003": "p003_heuristic_agents.heuristic_agents",
    "004": "p004_combinatorics.combinatorics",
}
"""The module of each paper."""

VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
"""All verdicts there are."""

_HEADINGS = ("where", "claim", "published", "Sapper", "verdict", "note")


class PaperError(SapperError, ValueError):
    """A paper that is not among those reproduced."""


@dataclass(frozen=True, slots=True)
class Reproduction:
    """The result of ``reproduce``."""

    claims: tuple[Claim, ...]
    """The claims, paper by paper and in the order of each paper."""

    titles: Mapping[str, str]
    """By number of a paper: authors, title and year."""

    quick: bool
    """Whether fewer games were played and the longest computations left out."""

    seed: int
    """Of the games that were played."""

    seconds: float
    """The time it took, by the clock on the wall."""

    def of(self, paper: str) -> tuple[Claim, ...]:
        """Return the claims of one paper."""
        return tuple(claim for claim in self.claims if claim.paper == paper)

    def counts(self, paper: str | None = None) -> dict[Verdict, int]:
        """Count the verdicts, of one paper or of all."""
        found = Counter(claim.verdict for claim in self.claims if paper in (None, claim.paper))
        return {verdict: found[verdict] for verdict in VERDICTS}

    def summary(self) -> str:
        """Return the main facts in a few lines."""
        lines = [f"{len(self.claims)} claims: {_told(self.counts())}"]
        if len(self.titles) > 1:
            lines += [f"{paper}: {_told(self.counts(paper))}" for paper in self.titles]
        effort = "quick, with fewer games" if self.quick else "in full"
        lines.append(f"{effort}, seed {self.seed}, {self.seconds:.1f} s")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """Return the verdicts as a table, for a notebook."""
        from sapper.html_table import table

        rows = [(name.replace("*", ""), *counts) for name, *counts in self._verdicts()]
        return table("the papers, claim by claim", rows, ("paper", "claims", *VERDICTS))

    def to_dict(self) -> dict[str, list[dict[str, str]]]:
        """Return the claims as ``sapper reproduce --json`` prints them."""
        return {"claims": [claim.to_dict() for claim in self.claims]}

    def to_markdown(self) -> str:
        """Return a page with a table for each paper."""
        parts = [self._introduction(), self._overview()]
        for paper, title in self.titles.items():
            rows = [
                (c.where, c.claim, c.published, c.ours, c.verdict, c.note) for c in self.of(paper)
            ]
            parts.append(f"## {paper}: {title}")
            parts.append(_markdown_table(_HEADINGS, [tuple(map(_escaped, row)) for row in rows]))
        return "\n\n".join(parts) + "\n"

    def _introduction(self) -> str:
        one = "" if len(self.titles) > 1 else "".join(f" {paper}" for paper in self.titles)
        quick = " --quick" if self.quick else ""
        seed = "" if self.seed == 1 else f" --seed {self.seed}"
        return (
            "# The papers, claim by claim\n\n"
            "Everything in the papers that can be computed, beside what Sapper computes. A claim "
            "*agrees* where the\nvalues are the same, to the last digit printed or within the "
            "intervals of 95 %. Where they part it is\n*corrected* if the paper is known to slip, "
            "and the note says how; else it *differs*.\n\n"
            f"Made by `sapper reproduce{one}{quick}{seed} --markdown FILE`, version "
            f"{VERSION}: all\nof the fourth column was computed then, and "
            "the same command computes it again."
        )

    def _overview(self) -> str:
        return _markdown_table(("paper", "claims", *VERDICTS), self._verdicts())

    def _verdicts(self) -> list[tuple[str, ...]]:
        """Count the verdicts paper by paper, and of all where there are several."""
        rows: list[tuple[str, ...]] = [
            (f"{paper}, {title}", str(len(self.of(paper))), *_numbers(self.counts(paper)))
            for paper, title in self.titles.items()
        ]
        if len(rows) > 1:
            rows.append(("all", str(len(self.claims)), *_numbers(self.counts())))
        return rows


def reproduce(
    paper: str | None = None,
    *,
    quick: bool = False,
    seed: int = 1,
    progress: Progress | None = None,
) -> Reproduction:
    """Compute what the papers claim, or what one of them does, and set it beside what they print.

    ``quick`` plays fewer games and leaves out what takes long. ``progress(done, total)`` is called
    before the first claim and after each. PaperError names the papers where there is no such one.

    >>> reproduce("005")
    Traceback (most recent call last):
    sapper.papers.reproduction.PaperError: there is no paper '005', only 000, 001, 002, 003 and 004
    """
    if paper is not None and paper not in MODULES:
        *others, last = MODULES
        raise PaperError(f"there is no paper {paper!r}, only {', '.join(others)} and {last}")
    began = time.perf_counter()
    effort = Effort(quick=bool(quick), seed=check_whole(seed, "the seed", 0))
    papers = [_load(number) for number in MODULES if paper in (None, number)]
    total = sum(each.asked(effort) for each in papers)
    claims: list[Claim] = []

    def tell() -> None:
        if progress is not None:
            progress(len(claims), total)

    tell()
    for each in papers:
        for claim in each.check(effort):
            claims.append(claim)
            tell()
    titles = {each.number: each.title for each in papers}
    seconds = time.perf_counter() - began
    return Reproduction(tuple(claims), titles, effort.quick, effort.seed, seconds)


def _load(number: str) -> Paper:
    paper: Paper = import_module(f"sapper.papers.{MODULES[number]}").PAPER
    return paper


def _told(counts: Mapping[Verdict, int]) -> str:
    verbs = {"agrees": ("agrees", "agree"), "differs": ("differs", "differ")}
    return ", ".join(
        f"{count} {verbs.get(verdict, (verdict, verdict))[count != 1]}"
        for verdict, count in counts.items()
    )


def _numbers(counts: Mapping[Verdict, int]) -> tuple[str, ...]:
    return tuple(str(count) for count in counts.values())


def _markdown_table(headings: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [headings, ("---",) * len(headings), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _escaped(text: str) -> str:
    r"""Write text so that markdown shows it as it is.

    >>> print(_escaped("P* of |L|"))
    P\* of \|L\|
    """
    for sign in "\\|*_<":
        text = text.replace(sign, "\\" + sign)
    return " ".join(text.split())
