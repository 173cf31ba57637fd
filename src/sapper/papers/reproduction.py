"""Running the claims of the papers: ``sapper reproduce``.

Each paper is a folder that defines ``PAPER``; the modules that ``PAPER`` lists register its claims
and are loaded on request. A value is computed when its claim runs, unless it rests on a table that
ships with the package; each row states which (``shipped``). Games depend on the seed only, so a run
can be repeated. Rows are reported one by one; with a store, an interrupted run continues after its
last finished row.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, get_args

from sapper.errors import SapperError
from sapper.games.deals import check_whole
from sapper.papers.claims import Claim, Effort, Source, TableProgress, Verdict
from sapper.papers.fingerprint import row_key
from sapper.papers.row_store import RowStore
from sapper.version import VERSION

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from sapper.papers.citation import Citation
    from sapper.papers.claims import Paper, Question
    from sapper.progress import Progress

KEYS = ("chong2024", "fowler_young2004", "golan2014", "heuristic_agents", "combinatorics")
"""The papers, each the name of its folder."""

VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
"""All verdicts."""

_IN_MEMORY = ":memory:"

_LOG = logging.getLogger(__name__)

SOURCES: tuple[Source, ...] = get_args(Source)
"""All sources of values."""

_HEADINGS = ("where", "claim", "published", "Sapper", "source", "verdict", "note")


_COUNTED = ("paper", "claims", *VERDICTS, *SOURCES)


class PaperError(SapperError, ValueError):
    """An unknown paper."""


@dataclass(frozen=True, slots=True)
class Reproduction:
    """The result of ``reproduce``."""

    claims: tuple[Claim, ...]
    """The claims, paper by paper and by section within a paper."""

    papers: tuple[Citation, ...]
    """The papers."""

    quick: bool
    """Whether fewer games were played and the longest computations skipped."""

    seed: int
    """The seed of the games."""

    seconds: float
    """Wall time."""

    recompute: bool = False
    """Whether the values of shipped tables were computed, too."""

    @property
    def titles(self) -> dict[str, str]:
        """Authors, title and year by number of a paper."""
        return {paper.number: paper.markdown for paper in self.papers}

    def of(self, paper: str) -> tuple[Claim, ...]:
        """Return the claims of one paper, named by key or number."""
        return tuple(claim for claim in self.claims if paper in (claim.key, claim.paper))

    def counts(self, paper: str | None = None) -> dict[Verdict, int]:
        """Count the verdicts, of one paper or of all."""
        claims = self.claims if paper is None else self.of(paper)
        found = Counter(claim.verdict for claim in claims)
        return {verdict: found[verdict] for verdict in VERDICTS}

    def sources(self, paper: str | None = None) -> dict[Source, int]:
        """Count the computed and the shipped values, of one paper or of all."""
        claims = self.claims if paper is None else self.of(paper)
        found = Counter(claim.source for claim in claims)
        return {source: found[source] for source in SOURCES}

    def summary(self) -> str:
        """Return the number of verdicts in a few lines."""
        lines = [f"{len(self.claims)} claims: {_in_words(self.counts())}"]
        if len(self.papers) > 1:
            lines += [f"{each.short}: {_in_words(self.counts(each.key))}" for each in self.papers]
        found = self.sources()
        lines.append(
            f"{found['computed']} values computed, {found['shipped']} from tables that ship with "
            "the package"
        )
        effort = "quick, with fewer games" if self.quick else "in full"
        lines.append(f"{effort}, seed {self.seed}, {self.seconds:.1f} s")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """Return the verdicts as a table, for a notebook."""
        from sapper.html_table import table

        return table("the papers, claim by claim", self._verdicts(), _COUNTED)

    def to_dict(self) -> dict[str, list[dict[str, Any]]]:
        """Return the claims as ``sapper reproduce --json`` prints them."""
        return {"claims": [claim.to_dict() for claim in self.claims]}

    def to_markdown(self) -> str:
        """Return a page with a table for each paper."""
        parts = [self._introduction(), self._overview(), *self._tables()]
        for paper in self.papers:
            rows = [
                (c.where, c.claim, c.published, c.ours, c.origin, c.verdict, c.note)
                for c in self.of(paper.key)
            ]
            parts.append(f"## {paper.markdown}")
            parts.append(_markdown_table(_HEADINGS, [tuple(map(_escaped, row)) for row in rows]))
        return "\n\n".join(parts) + "\n"

    def _introduction(self) -> str:
        return (
            "# The papers, claim by claim\n\n"
            "Every claim of the papers that can be computed, with the value that Sapper finds. A "
            "claim *agrees*\nif the values are equal to the last printed digit or their 95 % "
            "intervals overlap. If they\ndisagree, it is *corrected* if the error in the paper is "
            "known, as the note explains; otherwise it\n*differs*. A claim about a program or a "
            "definition that the paper does not give is *not\ncomparable*; the nearest value is "
            "shown.\n\n"
            f"Made by `{self._command()}`, version {VERSION}{self._effort()}. Values\nmarked "
            "*computed* are computed by this command; values marked *shipped* rest on a table that "
            "ships\nwith the package and was made on the day shown. `--recompute` computes those, "
            "too."
        )

    def _command(self) -> str:
        paper = "" if len(self.papers) > 1 else "".join(f" {each.key}" for each in self.papers)
        options = (" --quick" * self.quick) + (" --recompute" * self.recompute)
        seed = "" if self.seed == 1 else f" --seed {self.seed}"
        return f"sapper reproduce{paper}{options}{seed} --markdown FILE"

    def _effort(self) -> str:
        return ", a quick run with fewer games" if self.quick else ""

    def _tables(self) -> list[str]:
        """Return the tables that the rows rest on, with their commands and rows."""
        made = Counter((c.made_by, c.made_on) for c in self.claims if c.source == "shipped")
        if not made:
            return []
        rows = [
            (f"`{command}`", date, str(count)) for (command, date), count in sorted(made.items())
        ]
        return [_markdown_table(("shipped table made by", "on", "rows"), rows)]

    def _overview(self) -> str:
        return _markdown_table(_COUNTED, self._verdicts([each.markdown for each in self.papers]))

    def _verdicts(self, names: Sequence[str] | None = None) -> list[tuple[str, ...]]:
        """Count the verdicts per paper, and in total if there are several papers."""
        names = names or [str(each) for each in self.papers]
        rows: list[tuple[str, ...]] = [
            (
                name,
                str(len(self.of(each.key))),
                *_numbers(self.counts(each.key)),
                *_numbers(self.sources(each.key)),
            )
            for name, each in zip(names, self.papers, strict=True)
        ]
        if len(rows) > 1:
            counted = (*_numbers(self.counts()), *_numbers(self.sources()))
            rows.append(("all", str(len(self.claims)), *counted))
        return rows


def reproduce(
    paper: str | None = None,
    *,
    quick: bool = False,
    seed: int = 1,
    recompute: bool = False,
    store: str | Path | None = None,
    progress: Progress | None = None,
    table_progress: TableProgress | None = None,
    row: Callable[[Claim], object] | None = None,
) -> Reproduction:
    """Compute every claim of the papers, or of one of them, and compare with the printed values.

    ``paper`` is a key or an alias, ``chong2024`` or ``000``. ``quick`` plays fewer games and skips
    long computations. ``recompute`` computes the values that are otherwise read from tables of the
    package, which takes many hours. ``store`` is a file of finished rows: rows of the same code,
    effort and seed are taken from it, and each new row is written to it at once.

    ``row(claim)`` is called as soon as a row is known. ``progress(done, total)`` is called before
    the first claim and after each, ``table_progress(entry, done, total)`` while ``recompute``
    computes a table entry. Raises PaperError for an unknown paper and RowStoreError for a store
    that cannot be written.

    >>> reproduce("chong")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    sapper.papers.reproduction.PaperError: there is no paper 'chong', only chong2024 (000), ...
    """
    began = time.perf_counter()
    keys = KEYS if paper is None else (key_of(paper),)
    place = _IN_MEMORY if store is None else str(store)
    keeps = place != _IN_MEMORY and recompute
    effort = Effort(
        quick=bool(quick),
        seed=check_whole(seed, "the seed", 0),
        recompute=bool(recompute),
        games_file=f"{place}.games" if keeps else place,
        progress=table_progress,
    )
    papers = [load(key) for key in keys]
    total = sum(len(each.asked(effort)) for each in papers)
    claims: list[Claim] = []

    def report() -> None:
        if progress is not None:
            progress(len(claims), total)

    with RowStore(place) as rows:
        report()
        for each, question in _questions(papers, effort):
            claim = _answer(each, question, effort, rows)
            claims.append(claim)
            _LOG.info("%s, %s: %s %s", claim.key, claim.where, claim.claim, claim.verdict)
            if row is not None:
                row(claim)
            report()
    citations = tuple(each.citation for each in papers)
    seconds = time.perf_counter() - began
    return Reproduction(
        tuple(claims), citations, effort.quick, effort.seed, seconds, effort.recompute
    )


def forget(store: str | Path, result: Reproduction) -> None:
    """Remove the rows of a complete run from a store, and the file if no row is left."""
    effort = Effort(quick=result.quick, seed=result.seed, recompute=result.recompute)
    papers = [load(citation.key) for citation in result.papers]
    keys = [
        row_key(each.citation.key, question, effort)
        for each, question in _questions(papers, effort)
    ]
    with RowStore(store) as rows:
        rows.remove(keys)


def _questions(papers: Sequence[Paper], effort: Effort) -> Iterator[tuple[Paper, Question]]:
    return ((paper, question) for paper in papers for question in paper.asked(effort))


def _answer(paper: Paper, question: Question, effort: Effort, rows: RowStore) -> Claim:
    """Return a row from the store, or compute it and keep it there."""
    key = row_key(paper.citation.key, question, effort)
    known = rows.get(key)
    if known is not None:
        return known
    claim = paper.answer(question, effort)
    rows.put(key, claim)
    return claim


def load(key: str) -> Paper:
    """Return a paper with all its claims registered.

    >>> load("golan2014").citation.short
    'Golan 2014'
    """
    paper: Paper = import_module(f"sapper.papers.{key}").PAPER
    for name in paper.modules:
        import_module(f"sapper.papers.{key}.{name}")
    return paper


def _citation(key: str) -> Citation:
    """Return the citation of a paper without loading its claims."""
    found: Citation = import_module(f"sapper.papers.{key}").PAPER.citation
    return found


def key_of(name: str) -> str:
    """The key of a paper that is named by its key or an alias."""
    citations = [_citation(key) for key in KEYS]
    for each in citations:
        if name in each.names:
            return each.key
    *others, last = (f"{each.key} ({each.number})" for each in citations)
    raise PaperError(f"there is no paper {name!r}, only {', '.join(others)} and {last}")


def _in_words(counts: Mapping[Verdict, int]) -> str:
    verbs = {"agrees": ("agrees", "agree"), "differs": ("differs", "differ")}
    return ", ".join(
        f"{count} {verbs.get(verdict, (verdict, verdict))[count != 1]}"
        for verdict, count in counts.items()
    )


def _numbers(counts: Mapping[Any, int]) -> tuple[str, ...]:
    return tuple(str(count) for count in counts.values())


def _markdown_table(headings: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [headings, ("---",) * len(headings), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _escaped(text: str) -> str:
    r"""Escape text for markdown.

    >>> print(_escaped("P* of |L|"))
    P\* of \|L\|
    """
    for sign in "\\|*_<":
        text = text.replace(sign, "\\" + sign)
    return " ".join(text.split())
