"""What a fuzzer drives: a name, inputs that follow from random numbers, and what must hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sapper.errors import SapperError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

LONGEST_MESSAGE = 1_000
"""The characters of a sentence that says what is wrong."""


class FaultError(Exception):
    """Something that must not be, with what it is about."""


@dataclass(frozen=True)
class Target:
    """One thing that is fuzzed."""

    name: str
    """Its name."""

    inputs: Callable[[Random], Iterator[Any]]
    """Inputs without end, all of which follow from the random numbers."""

    attempt: Callable[[Any], bool]
    """Tries one input; returns whether it was accepted, raises where something is wrong."""

    cost: int = 1
    """How many inputs of a reader take about as long as one of these."""

    each: int = 1
    """How many inputs one attempt stands for."""


def refused(read: Callable[[], object], kinds: type[SapperError] = SapperError) -> object | None:
    """Return what a reader makes of an input, None where it refuses it in one sentence."""
    try:
        return read()
    except kinds as error:
        check_sentence(str(error))
        return None


def check_sentence(message: str) -> None:
    """Raise FaultError where a message is none, or several lines, or endless."""
    if not message.strip() or "\n" in message or len(message) > LONGEST_MESSAGE:
        raise FaultError(f"a bad message: {message[:200]!r}, {len(message)} characters")


def demand(holds: bool, what: str) -> None:
    """Raise FaultError where something does not hold."""
    if not holds:
        raise FaultError(what)
