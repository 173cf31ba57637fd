"""Claims of a paper and their verdicts, the building blocks of ``sapper reproduce``.

A claim is a function that computes its finding when it is called, never earlier; the verdict
follows from the finding alone. If paper and finding disagree, the verdict is *corrected* if the
claim names the error in the paper and the finding confirms it, otherwise *differs*. A claim about a
program or a definition that the paper does not give is *not comparable*: the nearest value is
computed and shown, but it decides nothing.

One published number is one claim. If the text allows several readings of it, they are all in the
finding of that claim, which states the reading that decides.

>>> from sapper.papers.citation import Citation
>>> paper = Paper(Citation("example2001", "999", "Example 2001", "Example", "A title", 2001))
>>> @paper.claim("1.1", "ways to choose 2 of 4", published="7", slip="C(4, 2) is 6")
... def _(effort: Effort) -> Finding:
...     return equal(6, 7)
>>> [(claim.ours, claim.verdict) for claim in paper.check(Effort(quick=True))]
[('6', 'corrected')]
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

from sapper.papers.section_order import Place, place
from sapper.papers.shipped import tables_read

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sapper.papers.citation import Citation

Verdict = Literal["agrees", "differs", "corrected", "not comparable"]

Source = Literal["computed", "shipped"]
"""Whether a value is computed by the run that shows it, or read from a table of the package."""

TableProgress = Callable[[str, int, int], object]
"""Called with the name of a table entry, the amount of finished work and the total."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much work a finding may cost."""

    quick: bool = False
    """Play fewer games and skip long computations, so that all papers take about a minute."""

    seed: int = 1
    """The seed of the games."""

    recompute: bool = False
    """Compute the values of shipped tables instead of reading them, which takes many hours."""

    games_file: str = ":memory:"
    """The store of the games that ``recompute`` plays."""

    progress: TableProgress | None = field(default=None, compare=False, repr=False)
    """Called while ``recompute`` computes a table entry."""

    def games(self, quick: int, full: int) -> int:
        """Return the number of games to play."""
        return quick if self.quick else full


@dataclass(frozen=True, slots=True)
class Reading:
    """Another reading of a published value, with the value that it gives."""

    words: str
    """The reading in words."""

    ours: str
    """The value as computed here."""

    agrees: bool
    """Whether the published value equals it."""

    def __str__(self) -> str:
        return f"{self.words}: {self.ours} ({'agrees' if self.agrees else 'differs'})"


@dataclass(frozen=True, slots=True)
class Finding:
    """The value that Sapper computed for a claim."""

    ours: str
    """The value, exact or with its interval, as text."""

    agrees: bool
    """Whether the published value equals it."""

    note: str = ""
    """Further findings, as text."""

    readings: tuple[Reading, ...] = ()
    """Other readings of the published value; they do not decide."""

    confirmed: bool = True
    """Whether the correction that the claim names holds here; if not, the claim *differs*."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One row of ``sapper reproduce``."""

    paper: str
    """The number of the paper, 000 to 004."""

    where: str
    """The place in it: a section, a table, a theorem."""

    claim: str
    """The claim in words."""

    published: str
    """The value as printed."""

    ours: str
    """The value as computed here."""

    verdict: Verdict
    """Whether the values agree; if not, whether the error in the paper is known; or that they
    cannot be compared."""

    note: str
    """Why they disagree, or under which conditions they agree."""

    key: str
    """The key of the paper: ``chong2024``."""

    source: Source = "computed"
    """Whether ``ours`` is computed by this run or rests on a table that ships with the package."""

    made_by: str = ""
    """The command that made the shipped table; empty if the value is computed."""

    made_on: str = ""
    """The day on which the table was made, as year-month-day; empty if the value is computed."""

    readings: tuple[Reading, ...] = ()
    """Other readings of the published value."""

    @property
    def origin(self) -> str:
        """The source in a few words: ``computed``, or ``shipped`` with the day."""
        return f"{self.source} {self.made_on}".rstrip()

    def to_dict(self) -> dict[str, Any]:
        """Return the claim as ``sapper reproduce --json`` prints it."""
        return {**asdict(self), "readings": [asdict(reading) for reading in self.readings]}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Claim:
        """Return the claim of ``to_dict``."""
        readings = tuple(Reading(**reading) for reading in data["readings"])
        return cls(**{**data, "readings": readings})


@dataclass(frozen=True, slots=True)
class Question:
    """A registered claim before its finding is computed."""

    place: Place
    """The sort key of its place in the paper."""

    where: str
    """The place in the paper."""

    claim: str
    """The claim in words."""

    published: str
    """The value as printed."""

    note: str
    """The note that is always shown."""

    slip: str
    """The error in the paper, shown if the finding differs; empty if none is known."""

    not_comparable: str
    """Why the values cannot be compared; empty if they can."""

    quick: bool
    """Whether a quick run checks the claim."""

    find: Callable[[Effort], Finding]
    """Computes the finding."""

    def verdict(self, finding: Finding) -> Verdict:
        """Return the verdict on a finding."""
        if self.not_comparable:
            return "not comparable"
        if finding.agrees:
            return "agrees"
        return "corrected" if self.slip and finding.confirmed else "differs"


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper and its claims."""

    citation: Citation
    """Authors, title, year and keys."""

    modules: tuple[str, ...] = ()
    """The modules of the paper's folder that register claims."""

    sections: Mapping[str, str] = field(default_factory=dict)
    """The sections of places whose text names none, such as a lemma or a table."""

    _registered: list[Question] = field(default_factory=list, init=False, repr=False)

    @property
    def questions(self) -> list[Question]:
        """The registered claims by section; within a section by module and line.

        The order in which the modules were imported has no effect.
        """
        order = {
            f"sapper.papers.{self.citation.key}.{name}": i for i, name in enumerate(self.modules)
        }
        return sorted(
            self._registered,
            key=lambda question: (question.place, order.get(question.find.__module__, len(order))),
        )

    def claim(
        self,
        where: str,
        claim: str,
        published: str,
        *,
        note: str = "",
        slip: str = "",
        not_comparable: str = "",
        quick: bool = True,
    ) -> Callable[[Callable[[Effort], Finding]], Callable[[Effort], Finding]]:
        """Register the decorated function as a claim.

        ``slip`` names the error in the paper and is shown only if the finding differs; ``note`` is
        always shown. ``not_comparable`` names the program or definition that the paper does not
        give. A claim that is not ``quick`` is left out of a quick run.
        """
        at = place(where, self.sections)

        def register(find: Callable[[Effort], Finding]) -> Callable[[Effort], Finding]:
            self._registered.append(
                Question(at, where, claim, published, note, slip, not_comparable, quick, find)
            )
            return find

        return register

    def asked(self, effort: Effort) -> list[Question]:
        """Return the claims that a run of this effort checks, in the order of the sections."""
        return [question for question in self.questions if question.quick or not effort.quick]

    def check(self, effort: Effort) -> Iterator[Claim]:
        """Compute the findings one by one, in the order of the sections."""
        for question in self.asked(effort):
            yield self.answer(question, effort)

    def answer(self, question: Question, effort: Effort) -> Claim:
        """Compute the finding of a claim and judge it."""
        with tables_read() as tables:
            finding = question.find(effort)
        verdict = question.verdict(finding)
        notes = [question.not_comparable, question.note, finding.note]
        if verdict == "corrected":
            notes.insert(0, question.slip)
        if finding.readings:
            notes.append(f"other readings: {', '.join(map(str, finding.readings))}")
        read = sorted(tables, key=lambda table: table.file)
        return Claim(
            self.citation.number,
            question.where,
            question.claim,
            question.published,
            finding.ours,
            verdict,
            "; ".join(note for note in notes if note),
            self.citation.key,
            "shipped" if read else "computed",
            "; ".join(table.command for table in read),
            max((table.date for table in read), default=""),
            finding.readings,
        )


def equal(ours: object, published: object, *, note: str = "") -> Finding:
    """Compare values that must be the same."""
    return Finding(str(ours), ours == published, note)


def rounded(ours: Fraction | float, published: str, *, note: str = "") -> Finding:
    """Compare with a printed decimal: the difference is at most half a unit of its last digit.

    >>> rounded(Fraction(1, 22), "0.0454").agrees, rounded(Fraction(1, 22), "0.0455").agrees
    (False, True)
    """
    printed = Decimal(published)
    exponent = printed.as_tuple().exponent
    assert isinstance(exponent, int)
    half = Fraction(10) ** exponent / 2
    agrees = abs(Fraction(ours) - Fraction(printed)) <= half
    shown = f"{float(ours):.{max(-exponent, 0) + 2}f}"
    if isinstance(ours, Fraction):
        shown = f"{ours} = {shown}" if len(str(ours)) <= 24 else shown
    return Finding(shown, agrees, note)


def measured(
    wins: int, games: int, published: float, published_games: int | None = None, *, note: str = ""
) -> Finding:
    """Compare a win rate with a published one, each with its 95 % interval.

    They agree if the intervals overlap; without ``published_games`` the published value is a point.
    """
    from sapper.intervals import wilson

    low, high = wilson(wins, games)
    least = most = published
    if published_games is not None:
        least, most = wilson(round(published * published_games), published_games)
    shown = f"{wins / games:.4f} [{low:.4f}, {high:.4f}], {games:,} games"
    return Finding(shown, least <= high and low <= most, note)
