"""Fuzz targets: a name, inputs generated from random numbers, and the property to check."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sapper.errors import SapperError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

LONGEST_MESSAGE = 1_000
"""Longest accepted error message, in characters."""


class FaultError(Exception):
    """A violated property, with a description."""


@dataclass(frozen=True)
class Target:
    """A target of the fuzzer."""

    name: str
    """The name on the command line."""

    inputs: Callable[[Random], Iterator[Any]]
    """Generates inputs without end; the random numbers determine all of them."""

    attempt: Callable[[Any], bool]
    """Tries one input; returns whether it was accepted, raises on a fault."""

    cost: int = 1
    """Cost of one input in inputs of a reader."""

    each: int = 1
    """Number of inputs that one attempt counts as."""


def refused(read: Callable[[], object], kinds: type[SapperError] = SapperError) -> object | None:
    """Return what a reader makes of an input, or None if it refuses the input in one sentence."""
    try:
        return read()
    except kinds as error:
        check_sentence(str(error))
        return None


def check_sentence(message: str) -> None:
    """Raise FaultError if a message is empty, has several lines or is too long."""
    if not message.strip() or "\n" in message or len(message) > LONGEST_MESSAGE:
        raise FaultError(f"a bad message: {message[:200]!r}, {len(message)} characters")


def demand(holds: bool, what: str) -> None:
    """Raise FaultError if a condition does not hold."""
    if not holds:
        raise FaultError(what)
