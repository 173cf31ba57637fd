"""The strategies of a run, with their identities: fixed when it starts, and checked by workers.

A worker may have played an older strategy under the same name, or have imported an older version of
its module. So every job carries the strategies that only its sender has registered; they are used
for this job only, and their code is compared with that of the sender. Strategies of packages and of
Sapper itself are looked up by the worker, which compares their identities.
"""

from __future__ import annotations

import pickle
import sys
import threading
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sapper.errors import IdentityError, StrategyError
from sapper.lab.store.identities import identity_of
from sapper.strategies.fingerprints import NoFingerprintError, check_digest, is_own_module
from sapper.strategies.registry import Entry, is_built_in, own_entries, using

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

_MOST_BYTES = 1 << 20
"""Largest strategy that is sent with the code of its modules; workers import the others."""


class Players:
    """The strategies of a run; made by ``Players.of``."""

    def __init__(
        self,
        identities: Mapping[str, str] | None = None,
        entries: Mapping[str, Entry] | None = None,
        digests: Mapping[str, str | None] | None = None,
        *,
        remote: bool = False,
    ) -> None:
        self.identities: Mapping[str, str] = identities or {}
        """The identity of each strategy, by name."""
        self.entries: Mapping[str, Entry] = entries or {}
        """The strategies that were added by ``register``."""
        self._digests: Mapping[str, str | None] = digests or {}
        self._remote = remote
        self._by_value: Players | None = None

    @classmethod
    def of(cls, names: Iterable[str]) -> Players:
        """Return the strategies that have these names now.

        >>> Players.of(["pseq"]).identities
        {'pseq': 'engine aa5d7400af30f611'}
        """
        identities = {name: identity_of(name) for name in dict.fromkeys(names)}
        entries = {entry.name: replace(entry) for entry in own_entries(identities)}
        return cls(identities, entries, {name: _digest(each) for name, each in entries.items()})

    def only(self, names: Iterable[str]) -> Players:
        """Return some of the strategies, with or without a book."""
        wanted = dict.fromkeys(names)
        own = {name.rpartition(":")[2] for name in wanted} & self.entries.keys()
        return Players(
            {name: self.identities[name] for name in wanted},
            {name: self.entries[name] for name in own},
            {name: self._digests[name] for name in own},
        )

    @contextmanager
    def in_use(self) -> Iterator[None]:
        """Let the names stand for these strategies, in this thread."""
        with using(self.entries):
            yield

    @contextmanager
    def in_use_elsewhere(self) -> Iterator[None]:
        """As ``in_use``, in another process; raise IdentityError if it has another version."""
        entries = {name: _unpacked(entry) for name, entry in self.entries.items()}
        with using(entries):
            for name, entry in entries.items():
                if _digest(entry) != self._digests[name]:
                    raise IdentityError(
                        f"a worker has another version of the code of strategy {name!r}: restart "
                        "the workers, or let them import the same files"
                    )
            for name, identity in self.identities.items():
                if name.rpartition(":")[2] in self.entries:
                    continue
                if (self._remote or not is_built_in(name)) and _here(name) != identity:
                    raise IdentityError(
                        f"a worker has another strategy {name!r}: its identity is {_here(name)!r}, "
                        f"and that of the sender is {identity!r}: install the same versions"
                    )
            yield

    def by_value(self) -> Players:
        """Return the same strategies, pickled with the code of their modules.

        A worker that lives on may have imported an older version of a module. Needs cloudpickle,
        which comes with Dask.
        """
        if self._by_value is None:
            packed = {name: _packed(entry) for name, entry in self.entries.items()}
            self._by_value = Players(self.identities, packed, self._digests, remote=True)
        return self._by_value

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (self.identities, self.entries, self._digests, self._remote)


def check_portable(players: Players) -> None:
    """Raise StrategyError if a strategy cannot be sent to another process."""
    for entry in players.entries.values():
        try:
            pickle.dumps(entry)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise StrategyError(
                f"strategy {entry.name!r} cannot be sent to other processes ({error}): register a "
                "class or a function of a module, or play with one worker",
                strategy=entry.name,
            ) from None


def _made(
    identities: Mapping[str, str],
    entries: Mapping[str, Entry],
    digests: Mapping[str, str | None],
    remote: bool,
) -> Players:
    return Players(identities, entries, digests, remote=remote)


@lru_cache(maxsize=1_000)
def _here(name: str) -> str:
    """Return the identity of a strategy of Sapper or of a package in this process."""
    return identity_of(name)


def _digest(entry: Entry) -> str | None:
    """Return the hash of the code of a strategy; None if it has none."""
    assert entry.make is not None
    try:
        return check_digest(entry.make)
    except NoFingerprintError:
        return None


@dataclass(frozen=True, slots=True)
class _Packed:
    """A class or factory as bytes, with the code of its modules.

    It stays packed on the way: the scheduler pickles again what it has received, and would replace
    the code by a reference.
    """

    content: bytes

    def __call__(self) -> Any:
        return _loaded(self.content)()


@lru_cache(maxsize=64)
def _loaded(content: bytes) -> Callable[[], Any]:
    """Return the class or factory of some bytes; the same one for the same bytes."""
    make: Callable[[], Any] = pickle.loads(content)
    return make


def _unpacked(entry: Entry) -> Entry:
    make = entry.make
    return replace(entry, make=_loaded(make.content)) if isinstance(make, _Packed) else entry


_PACKING = threading.Lock()


def _packed(entry: Entry) -> Entry:
    """Return an entry that is pickled by value; unchanged if that is impossible or too large."""
    import cloudpickle

    assert entry.make is not None
    with _PACKING:  # the registry of cloudpickle is that of the process
        known = cloudpickle.list_registry_pickle_by_value()
        own = [
            module
            for name, module in list(sys.modules.items())
            if name not in known
            and is_own_module(name)
            and getattr(module, "__name__", None) == name
            and getattr(module, "__file__", None) is not None
        ]
        for module in own:
            cloudpickle.register_pickle_by_value(module)
        try:
            content = cloudpickle.dumps(entry.make)
        except Exception:  # a value that cannot be pickled: the workers import the module
            return entry
        finally:
            for module in own:
                cloudpickle.unregister_pickle_by_value(module)
    if len(content) > _MOST_BYTES:
        return entry
    return replace(entry, make=_Packed(content))
