"""Priors over an unknown number of mines: a set of possible totals, or a distribution over them.

Given the total, all layouts are equally likely. A set of totals, such as ``range(8, 13)``, makes
all layouts of all its totals equally likely, so a total has the weight of its layouts on the whole
board. A distribution, such as ``{10: 0.7, 11: 0.3}``, gives each total its probability before any
clue is seen.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper import _core
from sapper.cached import cached_property
from sapper.errors import PositionError
from sapper.formatting import without_surrogates

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper.positions.position import Position

MAX_TOTALS = 1_000_000
"""The most possible totals of a position."""

_MOST_MINES = 10**30  # a limit on the length of messages, which repeat the number
_TOLERANCE = Fraction(1, 10**9)
"""The largest deviation from 1 of the sum of probabilities that are given as floats."""


@dataclass(frozen=True, eq=True)
class MineTotals:
    """A prior over an unknown number of mines of a whole board; immutable.

    ``Position(board, clues, mines=...)`` makes it from a range or a mapping; ``Position.totals``
    holds it, and ``mines=`` accepts it, too. Its text is that of ``--mines`` on the command line.

    >>> import sapper
    >>> position = sapper.parse("1##", mines={1: 0.75, 2: 0.25})
    >>> position.mines, position.totals, 2 in position.totals, str(position.totals)
    (None, MineTotals({1: 3/4, 2: 1/4}), True, '1:0.75,2:0.25')
    >>> MineTotals(range(8, 13))
    MineTotals(8-12)
    """

    numbers: Sequence[int]
    """The possible numbers of mines, ascending; at least two."""

    probabilities: tuple[Fraction, ...] | None
    """The probability of each number, above 0; None if all layouts are equally likely."""

    def __init__(self, given: range | Mapping[int, Fraction | float]) -> None:
        """Read a range, or a mapping from numbers to probabilities that sum to 1.

        Floats are read as the shortest decimals that give them; if there are any, their sum may
        differ from 1 by 10^-9 and is scaled to 1. Entries of probability 0 are omitted. Raises
        PositionError if this is not a prior over at least two numbers.
        """
        numbers, probabilities = _read(given)
        if len(numbers) < 2:
            raise PositionError(f"only {numbers[0]} mines are possible: give that number")
        object.__setattr__(self, "numbers", numbers)
        object.__setattr__(self, "probabilities", probabilities)

    @property
    def least(self) -> int:
        """The least possible number of mines."""
        return self.numbers[0]

    @property
    def most(self) -> int:
        """The greatest possible number of mines."""
        return self.numbers[-1]

    def __contains__(self, mines: object) -> bool:
        return mines in self.numbers

    def __len__(self) -> int:
        return len(self.numbers)

    def up_to(self, most: int) -> Sequence[int]:
        """Return the possible numbers up to ``most``, ascending."""
        return self.numbers[: bisect_right(self.numbers, most)]

    @cached_property
    def by_number(self) -> dict[int, Fraction]:
        """The probability of each possible number; empty if all layouts are equally likely."""
        return dict(zip(self.numbers, self.probabilities or (), strict=False))

    def __str__(self) -> str:
        if self.probabilities is not None:
            return ",".join(f"{n}:{_decimal(p)}" for n, p in self.by_number.items())
        if self.most - self.least == len(self.numbers) - 1:
            return f"{self.least}-{self.most}"
        return ",".join(map(str, self.numbers))

    def __repr__(self) -> str:
        if self.probabilities is None:
            return f"MineTotals({self})"
        entries = ", ".join(f"{n}: {p}" for n, p in self.by_number.items())
        return f"MineTotals({{{entries}}})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (self.numbers, self.probabilities)


def _made(numbers: Sequence[int], probabilities: tuple[Fraction, ...] | None) -> MineTotals:
    found = object.__new__(MineTotals)
    object.__setattr__(found, "numbers", numbers)
    object.__setattr__(found, "probabilities", probabilities)
    return found


def read_totals(given: Any) -> MineTotals | int:
    """Return the prior of a range, a mapping or a MineTotals; a number if only one is possible.

    >>> read_totals(range(5, 6)), read_totals({2: 1})
    (5, 2)
    """
    if isinstance(given, MineTotals):
        return given
    numbers, probabilities = _read(given)
    return numbers[0] if len(numbers) == 1 else _made(numbers, probabilities)


def mines_in_words(position: Position) -> str:
    """Return the number of mines of a position, or the range of an unknown one, in words.

    >>> import sapper
    >>> mines_in_words(sapper.parse("1##", mines=1)), mines_in_words(sapper.parse("1##", range(3)))
    ('1 mine', '0 to 2 mines')
    """
    if position.totals is not None:
        return f"{position.totals.least} to {position.totals.most} mines"
    return "1 mine" if position.mines == 1 else f"{position.mines} mines"


def parse_mines(text: str) -> int | MineTotals:
    """Read a number of mines, a range, or a distribution, as ``--mines`` takes them.

    Raises PositionError if the text is none of them.

    >>> parse_mines("10"), parse_mines("8-12"), parse_mines("8:0.2,9:1/2,10:0.3")
    (10, MineTotals(8-12), MineTotals({8: 1/5, 9: 1/2, 10: 3/10}))
    """
    first, last, listed, probabilities = _core.read_mine_totals(without_surrogates(text))
    if first == last:
        return int(first)
    if not listed:
        return _made(range(int(first), int(last) + 1), None)
    numbers = tuple(map(int, listed))
    if not probabilities:
        return equally_likely(numbers)
    return _made(numbers, tuple(Fraction(int(p), int(q)) for p, q in probabilities))


def equally_likely(numbers: Sequence[int]) -> int | MineTotals:
    """Return the prior that makes all layouts of some ascending numbers of mines equally likely.

    >>> equally_likely([8, 10, 12]), equally_likely([8, 9, 12]), equally_likely([8])
    (MineTotals(8,10,12), MineTotals(8,9,12), 8)
    """
    if not numbers:
        raise PositionError("no number of mines is possible")
    if len(numbers) == 1:
        return numbers[0]
    steps = range(numbers[0], numbers[-1] + 1, numbers[1] - numbers[0])
    same = len(steps) == len(numbers) and all(a == b for a, b in zip(steps, numbers, strict=True))
    return _made(steps if same else tuple(numbers), None)


def _read(given: Any) -> tuple[Sequence[int], tuple[Fraction, ...] | None]:
    """Return the possible numbers, ascending, and their probabilities."""
    if isinstance(given, range):
        return _read_range(given), None
    if isinstance(given, Mapping):
        return _read_mapping(given)
    raise PositionError(
        "an unknown number of mines is a range such as range(8, 13) or a mapping from numbers to "
        f"probabilities, not {given!r:.60}"
    )


def _read_range(given: range) -> range:
    try:
        empty = len(given) == 0
    except OverflowError:
        empty = False
    if empty:
        raise PositionError(f"the range of mines is empty: {given!r:.60}")
    ascending = given if given.step > 0 else given[::-1]
    for end in (ascending[0], ascending[-1]):
        if not 0 <= end <= _MOST_MINES:
            raise PositionError(f"{_refusal(end)}, in {given!r:.60}")
    return ascending


def _read_mapping(given: Mapping[Any, Any]) -> tuple[tuple[int, ...], tuple[Fraction, ...]]:
    if not given:
        raise PositionError("the distribution of the number of mines is empty: {}")
    if len(given) > MAX_TOTALS:
        raise PositionError(f"a distribution over {len(given)} numbers of mines, over {MAX_TOTALS}")
    exact = True
    found: dict[int, Fraction] = {}
    for number, probability in given.items():
        if isinstance(number, bool) or not isinstance(number, (int, np.integer)):
            raise PositionError(f"a number of mines is an integer, not {number!r:.60}")
        found[_check_number(int(number))] = _probability(int(number), probability)
        exact = exact and isinstance(probability, (Fraction, int))
    total = sum(found.values(), Fraction(0))
    if abs(total - 1) > (0 if exact else _TOLERANCE):
        raise PositionError(
            "the probabilities of the numbers of mines sum to "
            f"{_decimal(total) if exact else float(total)}, not to 1"
        )
    possible = sorted((number, p / total) for number, p in found.items() if p > 0)
    return tuple(number for number, _ in possible), tuple(p for _, p in possible)


def _probability(number: int, given: Any) -> Fraction:
    known = isinstance(given, (Fraction, int, float, np.floating)) and not isinstance(given, bool)
    if not known or not 0 <= given <= 1:
        raise PositionError(
            f"the probability of {number} mines is a number from 0 to 1, not {given!r:.60}"
        )
    return Fraction(given) if isinstance(given, (Fraction, int)) else Fraction(repr(float(given)))


def _check_number(number: int) -> int:
    if not 0 <= number <= _MOST_MINES:
        raise PositionError(_refusal(number))
    return number


def _refusal(number: int) -> str:
    if number < 0:
        return f"the number of mines cannot be negative: {number}"[:120]
    return "no board has room for a number of mines over 10^30"


def _decimal(value: Fraction) -> str:
    """Return the decimal of a fraction if it has a short one, else the fraction."""
    shortest = repr(float(value))
    return shortest if "e" not in shortest and Fraction(shortest) == value else str(value)
