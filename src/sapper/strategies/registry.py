"""The registry of strategies: every strategy by name, with a description and its source.

Four families have names with parameters: ``heuristic:ORDER`` for the criteria P S E Q U in any
order, ``agent003:N`` for an agent of the heuristic-agents report exactly as printed,
``deep:SECONDS`` or ``deep:n=LAYOUTS`` for rollout search with a limit per decision, and
``book004:NAME`` for an opening book before any other strategy. Names are looked up among the
built-in strategies, those given to ``register``, and those of other packages (``plugins``), in this
order.
"""

from __future__ import annotations

import dataclasses
import inspect
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sapper import _core
from sapper.errors import StrategyError
from sapper.strategies import plugins
from sapper.strategies.protocol import Strategy, name_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from importlib.metadata import EntryPoint

HEURISTIC = "heuristic:"
AGENT = "agent003:"
DEEP = "deep:"
BOOK = "book004:"


@dataclass(frozen=True, slots=True)
class Entry:
    """A named strategy and its facts."""

    name: str
    """The name; for a family, with a placeholder in capitals, such as ORDER."""

    description: str
    """A description in one line."""

    source: str
    """Its source, by author and year."""

    make: Callable[[], Strategy] | None = None
    """Creates the strategy; None for one that plays in the compiled core."""

    grounds: str = ""
    """Why it guessed a cell, as a phrase."""

    grounds_among_equals: bool = False
    """Whether the grounds only explain the choice among cells of least mine probability."""

    opens_certain: bool = False
    """Whether it opens all certain cells before any guess, in any order."""

    follows_game: bool = False
    """Whether its clicks depend on the history of the game, not only on the position."""

    needs_analysis: bool = True
    """Whether it analyses the whole position, which may exceed the work budget."""

    needs_all_layouts: bool = False
    """Whether it enumerates all layouts of the board."""

    is_family: bool = False
    """Whether the name stands for a family of strategies."""

    identity: str | None = None
    """The version given by the user to ``register``; None for a fingerprint."""

    package: str = ""
    """The package and version of a strategy of another package."""

    @classmethod
    def of_core(cls, facts: _core.StrategyFacts) -> Entry:
        """Return the entry of a strategy of the compiled core."""
        return cls(
            facts.name,
            facts.description,
            facts.source,
            grounds=facts.grounds,
            grounds_among_equals=facts.grounds_among_equals,
            opens_certain=facts.opens_certain,
            follows_game=facts.follows_game,
            needs_analysis=facts.needs_analysis,
            is_family=facts.is_family,
        )

    @classmethod
    def of_python(
        cls, name: str, make: Callable[[], Strategy], description: str, source: str = "your own"
    ) -> Entry:
        """Return the entry of a strategy written in Python, with default facts."""
        return cls(name, description, source, make, grounds=f"chosen by {name}")

    @property
    def in_core(self) -> bool:
        """Whether it plays in the compiled core, on any number of threads."""
        return self.make is None


def register(
    name: str,
    make: Callable[[], Strategy],
    description: str,
    source: str = "your own",
    *,
    identity: str | None = None,
    replace: bool = False,
) -> None:
    """Register a strategy written in Python under a name; ``make`` is its class or a factory.

    A store of the laboratory records the identity of the strategy with its games, so that games of
    different strategies are never mixed. It is a fingerprint of code and parameters by default.
    ``identity`` is a version of your own instead, for a strategy that has no fingerprint, or one
    whose results stay the same after a change. With ``replace`` the name may be that of another
    strategy registered here, for example in a notebook.

    >>> class Last:
    ...     def choose(self, position):
    ...         return position.covered[-1]
    >>> register("last", Last, "the last covered cell")
    >>> find("last").description
    'the last covered cell'
    >>> unregister("last")
    """
    if not plugins.is_name(name):
        raise StrategyError(f"a strategy's name is a word without ':' and blanks, not {name!r}")
    if name in _BUILT_IN:
        raise StrategyError(f"there is a strategy {name!r} already", strategy=name)
    if name in _ENTRIES and not replace:
        raise StrategyError(
            f"there is a strategy {name!r} already: pass replace=True", strategy=name
        )
    if not callable(make):
        raise StrategyError(f"strategy {name!r} needs a class or a function that makes it")
    if identity is not None and not (isinstance(identity, str) and identity.strip()):
        raise StrategyError(f"the identity of strategy {name!r} is a text, not {identity!r}")
    entry = Entry.of_python(name, make, description, source)
    _ENTRIES[name] = dataclasses.replace(entry, identity=identity)


def unregister(name: str) -> None:
    """Remove a strategy that was added by ``register``."""
    if name not in _ENTRIES or name in _BUILT_IN:
        raise StrategyError(f"{name!r} is not a strategy of yours", strategy=name)
    del _ENTRIES[name]


def own_entries(names: Iterable[str]) -> tuple[Entry, ...]:
    """Return the named strategies, with or without a book, that were added by ``register``."""
    wanted = {name.rpartition(":")[2] for name in names}
    known = {**_ENTRIES, **_IN_USE.get()}
    return tuple(e for name, e in known.items() if name in wanted and name not in _BUILT_IN)


def is_built_in(name: str) -> bool:
    """Return whether a strategy, or each part of it, comes with Sapper.

    >>> is_built_in("pseq"), is_built_in("book004:deep:n=20"), is_built_in("mine")
    (True, True, False)
    """
    inner = name.removeprefix(BOOK)
    return inner in _BUILT_IN or inner.startswith((HEURISTIC, AGENT, DEEP))


@contextmanager
def using(entries: Mapping[str, Entry]) -> Iterator[None]:
    """Let names of strategies stand for these entries, in this thread and within this context.

    Workers play with the strategies of the process that sent a job, whatever was sent before.

    >>> with using({"mine": find("pseq")}):
    ...     find("mine").name
    'pseq'
    """
    token = _IN_USE.set(entries)
    try:
        yield
    finally:
        _IN_USE.reset(token)


def entries() -> list[Entry]:
    """List every strategy, with one entry per family."""
    foreign = (_foreign(point) for point in plugins.found(_ENTRIES).values())
    return [*_ENTRIES.values(), *(entry for entry in foreign if entry is not None)]


def built_in() -> list[Entry]:
    """List the strategies that come with Sapper, families as one entry each."""
    return list(_BUILT_IN.values())


def names() -> list[str]:
    """List the names of all strategies, without families.

    >>> "pseq" in names(), "heuristic:ORDER" in names()
    (True, False)
    """
    return [entry.name for entry in entries() if not entry.is_family]


def find(name: str) -> Entry:
    """Look up a strategy; StrategyError suggests the nearest name for one that does not exist.

    >>> find("heuristic:PQ").description
    'P least mine probability, then Q greatest entropy of the clue value'
    >>> find("perimter")
    Traceback (most recent call last):
    sapper.errors.StrategyError: unknown strategy 'perimter': did you mean 'perimeter'?
    """
    if not isinstance(name, str):
        raise StrategyError(f"a strategy is a name or a Strategy, not {name!r}")
    entry = _IN_USE.get().get(name) or _ENTRIES.get(name)
    if entry is not None and not entry.is_family:
        return entry
    if name.startswith((HEURISTIC, AGENT, DEEP)):
        return _of_core_family(name)
    if name.startswith(BOOK):
        return _with_book(name)
    point = plugins.found(_ENTRIES).get(name)
    entry = None if point is None else _foreign(point)
    if entry is not None:
        return entry
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
        return Entry.of_python(strategy.__name__, strategy, _first_line(strategy))
    return Entry.of_python(name_of(strategy), lambda: strategy, _first_line(strategy))


def _foreign(point: EntryPoint) -> Entry | None:
    """Return the entry of another package's strategy; None, with a warning, if it is faulty."""
    make = plugins.load(point)
    if make is None:
        return None
    package = plugins.package(point)
    entry = Entry.of_python(point.name, make, _first_line(make), f"package {package}")
    version = "" if point.dist is None else f" {point.dist.version}"
    return dataclasses.replace(entry, package=package + version)


def made(entry: Entry) -> Entry:
    """Return an entry that always returns the same, already created strategy object.

    Entries of the compiled core are returned unchanged. Raises StrategyError if the strategy cannot
    be created.
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
    return dataclasses.replace(entry, make=lambda: player)


def _first_line(strategy: Any) -> str:
    return (inspect.getdoc(strategy) or "").partition("\n")[0]


def _of_core_family(name: str) -> Entry:
    try:
        if not name.isascii():
            raise ValueError("the names of this family are plain letters, digits and signs")
        return Entry.of_core(_core.strategy_facts(name))
    except ValueError as error:
        raise StrategyError(f"unknown strategy {name[:80]!r}: {error}", strategy=name) from None


def _with_book(name: str) -> Entry:
    from sapper.strategies.opening import OpeningBook

    after = name.removeprefix(BOOK)
    if after.startswith(BOOK):
        raise StrategyError(f"{BOOK} takes another strategy, not a second book", strategy=name)
    inner = find(after)
    return dataclasses.replace(
        inner,
        name=name,
        description=f"the opening book of the combinatorics note, then {inner.name}",
        source=f"{_NOTE}; {inner.source}",
        make=lambda: OpeningBook(inner),
        grounds=f"from the opening book or {inner.grounds}",
        needs_analysis=True,  # the book ends as soon as a cell is certain
    )


def _suggestion(name: str) -> str:
    import difflib

    known = [*names(), HEURISTIC + "PSEQ", AGENT + "3", BOOK + "perimeter"]
    close = difflib.get_close_matches(name.strip().lower(), known, n=1, cutoff=0.5)
    if close:
        return f"did you mean {close[0]!r}?"
    return f"known are {', '.join(known)}"


_NOTE = "the combinatorics note, section 2.3"


def _optimal() -> Strategy:
    from sapper.strategies.perfect import PerfectStrategy

    return PerfectStrategy()


def _needs_parameter() -> Strategy:
    raise AssertionError("a family cannot be created without its parameter")


_IN_CORE = [Entry.of_core(facts) for facts in _core.strategies()]

_BUILT_IN: dict[str, Entry] = {
    entry.name: entry
    for entry in (
        *(entry for entry in _IN_CORE if not entry.is_family),
        Entry(
            "optimal",
            "level 3: perfect play by search of all layouts, on small boards",
            "Fowler and Young 2004; D* of Tu, Li, Chen, Zu and Gu 2017",
            _optimal,
            grounds="perfect play",
            opens_certain=True,
            needs_all_layouts=True,
        ),
        *(entry for entry in _IN_CORE if entry.is_family),
        Entry(
            BOOK + "NAME",
            "an opening book, then any other strategy, for example book004:pseq",
            _NOTE,
            _needs_parameter,
            grounds="from the opening book or chosen by the strategy after it",
            is_family=True,
        ),
    )
}

_ENTRIES = dict(_BUILT_IN)
_IN_USE: ContextVar[Mapping[str, Entry]] = ContextVar("strategies in use", default={})  # noqa: B039
