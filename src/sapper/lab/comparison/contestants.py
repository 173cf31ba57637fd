"""The strategies of a comparison, given by names, classes, objects or functions."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sapper.errors import StrategyError
from sapper.strategies import plugins
from sapper.strategies.registry import Entry, find, resolve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sapper.positions import Position


def contestants(strategies: Iterable[Any] | Mapping[str, Any]) -> dict[str, Entry]:
    """Return the entries of the strategies to compare, by name, in order.

    A strategy is a name, a class or an object with ``choose(position)``, a function of a position,
    or a function without arguments that creates a strategy. A mapping gives them names. Raises
    StrategyError unless there are two or more with different names.

    >>> list(contestants(["pseq", lambda position: position.covered[0]]))
    ['pseq', 'lambda']
    """
    if isinstance(strategies, Mapping):
        found = [_entry(value, str(name)) for name, value in strategies.items()]
    elif isinstance(strategies, str):
        found = [find(strategies)]
    else:
        found = [_entry(value) for value in strategies]
    names = [entry.name for entry in found]
    if len(names) < 2:
        raise StrategyError(
            f"a comparison needs two or more strategies, not {names[0] if names else 'none'}"
        )
    for name in names:
        if names.count(name) > 1:
            raise StrategyError(
                f"the strategies to compare must differ from each other, but {name!r} occurs "
                "twice: give them names, as in {'mine': Mine, 'other': Other}",
                strategy=name,
            )
    return dict(zip(names, found, strict=True))


def _entry(strategy: Any, name: str | None = None) -> Entry:
    if isinstance(strategy, (str, Entry)):
        entry = resolve(strategy)
        if name is not None and name != entry.name:
            raise StrategyError(
                f"strategy {entry.name!r} has a name already; {name!r} cannot stand for it",
                strategy=entry.name,
            )
        return entry
    if callable(strategy) and not callable(getattr(strategy, "choose", None)):
        entry = _of_function(strategy)
    else:
        entry = resolve(strategy)
        if not isinstance(strategy, type):
            entry = replace(entry, make=_Same(strategy))
    entry = entry if name is None else replace(entry, name=name)
    if not plugins.is_name(entry.name):
        raise StrategyError(f"a strategy's name is a word without ':' and blanks, not {name!r}")
    if is_known(entry.name) and find(entry.name).make is not entry.make:
        raise StrategyError(
            f"there is a strategy {entry.name!r} already: give yours another name, as in "
            "{'mine': Mine}",
            strategy=entry.name,
        )
    return entry


def _of_function(function: Callable[..., Any]) -> Entry:
    """Return the entry of a function that chooses a cell, or of one that creates a strategy."""
    named = getattr(function, "func", function)  # a functools.partial has no name
    name = getattr(named, "__name__", type(named).__name__).strip("<>")
    description = (inspect.getdoc(function) or "").partition("\n")[0]
    try:
        inspect.signature(function).bind()
    except TypeError:
        return Entry.of_python(name, _Chooser(function), description)
    return Entry.of_python(name, function, description)


def is_known(name: str) -> bool:
    """Return whether a strategy is known by this name."""
    try:
        find(name)
    except StrategyError:
        return False
    return True


class _Same:
    """Returns one strategy object each time; can be pickled if the object can."""

    def __init__(self, strategy: Any) -> None:
        self.strategy = strategy

    def __call__(self) -> Any:
        return self.strategy


class _Chooser:
    """Creates a strategy from a function of a position."""

    def __init__(self, function: Callable[[Position], int]) -> None:
        self.function = function

    def __call__(self) -> _Choosing:
        return _Choosing(self.function)


class _Choosing:
    """Plays by a function of a position."""

    def __init__(self, function: Callable[[Position], int]) -> None:
        self._function = function

    def choose(self, position: Position) -> int:
        return self._function(position)
