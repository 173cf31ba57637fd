"""Identities of strategies: what a store records so that games of different players never mix.

The identity of a strategy that comes with Sapper is its behaviour signature (``sapper bench``). It
changes if the engine plays differently, whatever its version. That of another package is its name
and version. A strategy registered in a program has the version that its user gave it, or the
fingerprint of its code and parameters. Strategies written in Python use the analysis of Sapper, so
that their identity contains its version, too.
"""

from __future__ import annotations

from functools import lru_cache

from sapper.errors import StrategyError
from sapper.games.signatures import signature
from sapper.strategies.fingerprints import NoFingerprintError, fingerprint, is_own_module
from sapper.strategies.registry import BOOK, DEEP, Entry, find, is_built_in
from sapper.version import VERSION

_SEARCH = DEEP + "n=20"
"""Stands for rollout search with any limit: its games are fast, and a clock does not limit them."""


def identity_of(strategy: str | Entry) -> str:
    """Return the identity of a strategy; raise StrategyError if it has none.

    >>> identity_of("pseq")
    'engine aa5d7400af30f611'
    >>> class Last:
    ...     def choose(self, position):
    ...         return position.covered[-1]
    >>> from sapper.strategies import register, unregister
    >>> register("last", Last, "the last covered cell", identity="v2")
    >>> identity_of("last")
    'version v2, Sapper 0.2.0'
    >>> unregister("last")
    """
    entry = find(strategy) if isinstance(strategy, str) else strategy
    if is_built_in(entry.name):
        return _of_engine(entry.name)
    inner = find(entry.name.removeprefix(BOOK)) if entry.name.startswith(BOOK) else entry
    book = "" if inner is entry else "opening book, "
    return f"{book}{_of_user(inner)}, Sapper {VERSION}"


@lru_cache(maxsize=1_000)
def _of_engine(name: str) -> str:
    inner = name.removeprefix(BOOK)
    if f"{inner}:".startswith(DEEP):
        inner = _SEARCH
    return f"engine {signature(BOOK + inner if name.startswith(BOOK) else inner)}"


def _of_user(entry: Entry) -> str:
    if entry.identity is not None:
        return f"version {entry.identity}"
    assert entry.make is not None
    if entry.package and not is_own_module(getattr(entry.make, "__module__", "") or ""):
        return f"package {entry.package}"
    try:
        found = str(fingerprint(entry.make))
    except NoFingerprintError as error:
        if entry.package:
            return f"package {entry.package}"
        raise StrategyError(
            f"strategy {entry.name!r} has no fingerprint: {error}; register it with "
            "identity='...', a version of your own that you change with its code",
            strategy=entry.name,
        ) from error
    return f"package {entry.package}, {found}" if entry.package else found
