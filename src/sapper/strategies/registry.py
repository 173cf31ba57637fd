"""Every strategy by name, with one line on what it does and whose it is.

Two kinds of names have parts: ``heuristic:ORDER`` for any order of the letters P S E Q U, and
``book004:NAME`` for an opening book before any other strategy.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sapper.errors import StrategyError
from sapper.strategies.protocol import Strategy, name_of

if TYPE_CHECKING:
    from collections.abc import Callable

HEURISTIC = "heuristic:"
LETTERS = "PSEQU"
BOOK = "book004:"


@dataclass(frozen=True, slots=True)
class Entry:
    """A strategy that has a name."""

    name: str
    """The name; with a part in capitals, such as ORDER, one for every value of it."""

    description: str
    """What it does, in one line."""

    source: str
    """Whose it is."""

    make: Callable[[], Strategy] | None = None
    """Makes the strategy; None for one that plays in the compiled core."""

    @property
    def in_core(self) -> bool:
        """Whether it plays in the compiled core, on any number of threads."""
        return self.make is None

    @property
    def is_family(self) -> bool:
        """Whether the name stands for many."""
        return ":" in self.name


def register(
    name: str, make: Callable[[], Strategy], description: str, source: str = "your own"
) -> None:
    """Give a name to a strategy written in Python; ``make`` is its class, or makes one.

    >>> class Last:
    ...     def choose(self, position):
    ...         return position.covered[-1]
    >>> register("last", Last, "the last covered cell")
    >>> find("last").description
    'the last covered cell'
    >>> unregister("last")
    """
    if not isinstance(name, str) or not name or not name.isprintable() or set(name) & set(": \t"):
        raise StrategyError(f"a strategy's name is a word without ':' and blanks, not {name!r}")
    if name in _ENTRIES:
        raise StrategyError(f"there is a strategy {name!r} already", strategy=name)
    if not callable(make):
        raise StrategyError(f"strategy {name!r} needs a class or a function that makes it")
    _ENTRIES[name] = Entry(name, description, source, make)


def unregister(name: str) -> None:
    """Take back a name that ``register`` gave."""
    if name not in _ENTRIES or name in _BUILT_IN:
        raise StrategyError(f"{name!r} is not a strategy of yours", strategy=name)
    del _ENTRIES[name]


def entries() -> list[Entry]:
    """List every strategy, families as one entry that stands for all their names."""
    return list(_ENTRIES.values())


def names() -> list[str]:
    """List the names of all strategies that have one of their own.

    >>> "pseq" in names(), "heuristic:ORDER" in names()
    (True, False)
    """
    return [entry.name for entry in entries() if not entry.is_family]


def find(name: str) -> Entry:
    """Look up a strategy; StrategyError suggests the nearest name for one that does not exist.

    >>> find("heuristic:PQ").description
    'P least mine probability, then Q greatest entropy of the number shown'
    >>> find("perimter")
    Traceback (most recent call last):
    sapper.errors.StrategyError: unknown strategy 'perimter': did you mean 'perimeter'?
    """
    if not isinstance(name, str):
        raise StrategyError(f"a strategy is a name or a Strategy, not {name!r}")
    entry = _ENTRIES.get(name)
    if entry is not None and not entry.is_family:
        return entry
    if name.startswith(HEURISTIC):
        return _heuristic(name)
    if name.startswith(BOOK):
        return _with_book(name)
    raise StrategyError(f"unknown strategy {name[:80]!r}: {_suggestion(name)}", strategy=name)


def resolve(strategy: Any) -> Entry:
    """Return the entry of a name, or one made for a strategy object or class.

    >>> class Last:
    ...     def choose(self, position):
    ...         return position.covered[-1]
    >>> resolve(Last).name, resolve(Last()).name
    ('Last', 'Last')
    """
    if isinstance(strategy, Entry):
        return strategy
    if isinstance(strategy, str):
        return find(strategy)
    if not callable(getattr(strategy, "choose", None)):
        what = f"{strategy!r}, which has no method choose(position)"
        raise StrategyError(f"a strategy is a name or a Strategy, not {what}")
    if isinstance(strategy, type):
        return Entry(strategy.__name__, _first_line(strategy), "your own", strategy)
    return Entry(name_of(strategy), _first_line(strategy), "your own", lambda: strategy)


def made(entry: Entry) -> Entry:
    """Return an entry whose strategy is made, once for all who ask; one of the core as it is.

    StrategyError where it cannot be made.
    """
    if entry.make is None:
        return entry
    try:
        player = entry.make()
    except StrategyError:
        raise
    except Exception as error:
        raise StrategyError(
            f"strategy {entry.name!r} could not be made: {type(error).__name__}: {error}",
            strategy=entry.name,
        ) from error
    if not callable(getattr(player, "choose", None)):
        raise StrategyError(
            f"strategy {entry.name!r} has no method choose(position)", strategy=entry.name
        )
    return replace(entry, make=lambda: player)


def _first_line(strategy: Any) -> str:
    return (inspect.getdoc(strategy) or "").partition("\n")[0]


def _heuristic(name: str) -> Entry:
    order = name.removeprefix(HEURISTIC)
    if not order or len(set(order)) != len(order) or not set(order) <= set(LETTERS):
        raise StrategyError(
            f"unknown strategy {name[:80]!r}: {HEURISTIC} takes letters of {' '.join(LETTERS)}, "
            f"each at most once, as in heuristic:PSEQ",
            strategy=name,
        )
    described = ", then ".join(f"{letter} {CRITERIA[letter]}" for letter in order)
    return Entry(name, described, _TU)


def _with_book(name: str) -> Entry:
    from sapper.strategies.opening import OpeningBook

    inner = find(name.removeprefix(BOOK))
    described = f"paper 004's opening book, then {inner.name}"
    return Entry(name, described, f"{_PROBABILITIES}; {inner.source}", lambda: OpeningBook(inner))


def _suggestion(name: str) -> str:
    import difflib

    known = [*names(), HEURISTIC + "PSEQ", BOOK + "perimeter"]
    close = difflib.get_close_matches(name.strip().lower(), known, n=1, cutoff=0.5)
    if close:
        return f"did you mean {close[0]!r}?"
    return f"known are {', '.join(known)}"


CRITERIA = {
    "P": "least mine probability",
    "S": "greatest probability of being safe and making some cell certainly safe",
    "E": "greatest expected number of cells made certainly safe",
    "Q": "greatest entropy of the number shown",
    "U": "greatest safety of the best click after it",
}
"""The criteria of the heuristic strategies."""

_FOWLER = "Fowler and Young 2004 (001)"
_AGENTS = "Minesweeper Solvers report 2024 (003)"
_CHONG = "Chong, Hayden, Ma and Goh 2024 (000)"
_TU = "Tu, Li, Chen, Zu and Gu 2017, named in 003"
_BUFFET = "Buffet, Lee, Lin and Teytaud 2012, named in 003"
_PROBABILITIES = "Minesweeper probabilities by combinatorics (004)"


def _optimal() -> Strategy:
    from sapper.strategies.perfect import PerfectPlay

    return PerfectPlay()


def _needs_a_part() -> Strategy:
    raise AssertionError("families are found by their members")


_BUILT_IN: dict[str, Entry] = {
    entry.name: entry
    for entry in (
        Entry("random", "level 0: any covered cell", f"{_FOWLER}; {_AGENTS}, agent 1"),
        Entry(
            "neighborhood-sum",
            "the covered cell with the least sum of numbers around it",
            f"{_AGENTS}, agent 2",
        ),
        Entry("basic", "level 1: single clues (theorems 1 and 2), then a random cell", _FOWLER),
        Entry(
            "perimeter",
            "level 2: certain cells, then the least mine probability, ties at random",
            f"{_FOWLER}; {_AGENTS}, agent 3",
        ),
        Entry(
            "entropy",
            "the greatest entropy of the number shown, whatever the risk",
            f"{_AGENTS}, agent 4",
        ),
        Entry(
            "perimeter-entropy",
            "the least mine probability, then the greatest entropy",
            f"{_AGENTS}, agent 5",
        ),
        Entry(
            "infer-guess",
            "inference by constraints, then the greatest safety, ties towards corners",
            f"{_CHONG}, as its text describes it",
        ),
        Entry(
            "infer-guess-published",
            "the same as its printed program really plays, slips included",
            f"{_CHONG}, appendix A.1",
        ),
        Entry(
            "frontier",
            "the least mine probability, ties to the cell nearest the opened region",
            _BUFFET,
        ),
        Entry(
            "pseq",
            "the least mine probability, ties by S, E and Q in this order",
            _TU,
        ),
        Entry(
            "pseq-d256",
            "pseq, and perfect play where at most 256 layouts remain",
            _TU,
        ),
        Entry("best", "the strongest strategy there is here", "Sapper"),
        Entry(
            "optimal",
            "level 3: perfect play by search of all layouts, on tiny boards",
            f"{_FOWLER}; D* of {_TU}",
            _optimal,
        ),
        Entry(
            HEURISTIC + "ORDER",
            "criteria in any order of P S E Q U, as in heuristic:PSEQ",
            _TU,
        ),
        Entry(
            BOOK + "NAME",
            "an opening book, then any other strategy, as in book004:pseq",
            _PROBABILITIES,
            _needs_a_part,
        ),
    )
}

_ENTRIES = dict(_BUILT_IN)
