"""Claims of a paper and their verdicts, the building blocks of ``sapper reproduce``.

A claim is a function that computes its finding when it is called, never earlier; the verdict
follows from the finding alone. If paper and finding disagree, the verdict is *corrected* if the
claim names the error in the paper, otherwise *differs*.

>>> from sapper.papers.citation import Citation
>>> paper = Paper(Citation("example2001", "999", "Example 2001", "Example", "A title", 2001))
>>> @paper.claim("1.1", "ways to choose 2 of 4", published="7", slip="C(4, 2) is 6")
... def _(effort: Effort) -> Finding:
...     return equal(6, 7)
>>> [(claim.ours, claim.verdict) for claim in paper.check(Effort(quick=True))]
[('6', 'corrected')]
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from sapper.papers.section_order import Place, place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from sapper.papers.citation import Citation

Verdict = Literal["agrees", "differs", "corrected"]


@dataclass(frozen=True, slots=True)
class Effort:
    """How much work a finding may cost."""

    quick: bool = False
    """Play fewer games and skip long computations, so that all papers take about a minute."""

    seed: int = 1
    """The seed of the games."""

    def games(self, quick: int, full: int) -> int:
        """Return the number of games to play."""
        return quick if self.quick else full


@dataclass(frozen=True, slots=True)
class Finding:
    """The value that Sapper computed for a claim."""

    ours: str
    """The value, exact or with its interval, as text."""

    agrees: bool
    """Whether the published value equals it."""

    note: str = ""
    """Further findings, as text."""


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
    """Whether the values agree; if not, whether the error in the paper is known."""

    note: str
    """Why they disagree, or under which conditions they agree."""

    key: str
    """The key of the paper: ``chong2024``."""

    def to_dict(self) -> dict[str, str]:
        """Return the claim as ``sapper reproduce --json`` prints it."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class _Question:
    place: Place
    where: str
    claim: str
    published: str
    note: str
    slip: str
    quick: bool
    find: Callable[[Effort], Finding]


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper and its claims."""

    citation: Citation
    """Authors, title, year and keys."""

    modules: tuple[str, ...] = ()
    """The modules of the paper's folder that register claims."""

    sections: Mapping[str, str] = field(default_factory=dict)
    """The sections of places whose text names none, such as a lemma or a table."""

    _registered: list[_Question] = field(default_factory=list, init=False, repr=False)

    @property
    def questions(self) -> list[_Question]:
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
        quick: bool = True,
    ) -> Callable[[Callable[[Effort], Finding]], Callable[[Effort], Finding]]:
        """Register the decorated function as a claim.

        ``slip`` names the error in the paper and is shown only if the finding differs; ``note`` is
        always shown. A claim that is not ``quick`` is left out of a quick run.
        """
        at = place(where, self.sections)

        def register(find: Callable[[Effort], Finding]) -> Callable[[Effort], Finding]:
            self._registered.append(_Question(at, where, claim, published, note, slip, quick, find))
            return find

        return register

    def asked(self, effort: Effort) -> int:
        """Return how many claims a run of this effort checks."""
        return sum(question.quick or not effort.quick for question in self._registered)

    def check(self, effort: Effort) -> Iterator[Claim]:
        """Compute the findings one by one, in the order of the sections."""
        for question in self.questions:
            if question.quick or not effort.quick:
                yield self._judge(question, question.find(effort))

    def _judge(self, question: _Question, finding: Finding) -> Claim:
        verdict: Verdict = "agrees"
        notes = [question.note, finding.note]
        if not finding.agrees:
            verdict = "corrected" if question.slip else "differs"
            notes.insert(0, question.slip)
        return Claim(
            self.citation.number,
            question.where,
            question.claim,
            question.published,
            finding.ours,
            verdict,
            "; ".join(note for note in notes if note),
            self.citation.key,
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
