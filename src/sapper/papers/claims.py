"""What a paper claims, and what Sapper finds: the frame of ``sapper reproduce``.

A claim is a function that computes its finding when it is asked, never before; the verdict follows
from the finding alone. Where the paper and the finding part, a claim that names the slip is
*corrected*, and any other *differs*.

>>> paper = Paper("999", "An example")
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

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Verdict = Literal["agrees", "differs", "corrected"]


@dataclass(frozen=True, slots=True)
class Effort:
    """How much work a finding may cost."""

    quick: bool = False
    """Whether everything together must end within a minute."""

    seed: int = 1
    """Of the games that are played."""

    def games(self, quick: int, full: int) -> int:
        """Return the number of games to play."""
        return quick if self.quick else full


@dataclass(frozen=True, slots=True)
class Finding:
    """What Sapper computed for a claim."""

    ours: str
    """The value, exact or with its interval, as text."""

    agrees: bool
    """Whether the published value is this one."""

    note: str = ""
    """What was learned on the way."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One row of ``sapper reproduce``."""

    paper: str
    """The number of the paper."""

    where: str
    """The place in it: a section, a table, a theorem."""

    claim: str
    """What is claimed, in words."""

    published: str
    """The value as printed."""

    ours: str
    """The value as computed here."""

    verdict: Verdict
    """Whether they agree; where not, whether the paper is known to slip."""

    note: str
    """Why they part, or under which conditions they agree."""

    def to_dict(self) -> dict[str, str]:
        """Return the claim as ``sapper reproduce --json`` prints it."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class _Question:
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

    number: str
    """As in the names of the claims: 000 to 004."""

    title: str
    """Authors, title and year."""

    questions: list[_Question] = field(default_factory=list, repr=False)
    """The claims, in the order of the paper."""

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
        """Add the decorated function as a claim.

        ``slip`` says what is wrong in the paper, and is shown only where the finding differs;
        ``note`` is shown always. A claim that is not ``quick`` is left out of a quick run.
        """

        def register(find: Callable[[Effort], Finding]) -> Callable[[Effort], Finding]:
            self.questions.append(_Question(where, claim, published, note, slip, quick, find))
            return find

        return register

    def asked(self, effort: Effort) -> int:
        """Return how many claims a run of this effort checks."""
        return sum(question.quick or not effort.quick for question in self.questions)

    def check(self, effort: Effort) -> Iterator[Claim]:
        """Compute the findings, one by one."""
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
            self.number,
            question.where,
            question.claim,
            question.published,
            finding.ours,
            verdict,
            "; ".join(note for note in notes if note),
        )


def equal(ours: object, published: object, *, note: str = "") -> Finding:
    """Compare values that must be the same."""
    return Finding(str(ours), ours == published, note)


def rounded(ours: Fraction | float, published: str, *, note: str = "") -> Finding:
    """Compare with a printed decimal: half a unit of its last digit is the most they may differ.

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

    They agree where the intervals meet; without ``published_games`` the published value is a point.
    """
    from sapper.intervals import wilson

    low, high = wilson(wins, games)
    least = most = published
    if published_games is not None:
        least, most = wilson(round(published * published_games), published_games)
    shown = f"{wins / games:.4f} [{low:.4f}, {high:.4f}], {games:,} games"
    return Finding(shown, least <= high and low <= most, note)
