"""Batches: blocks on their way to a worker, with what it needs to play them.

A batch is about a second's work, so that sending it costs little. Strategies that the sender has
registered itself, and that a worker therefore does not know, travel along.
"""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sapper.boards import parse_spec
from sapper.errors import StrategyError
from sapper.lab.store.blocks import Block, Outcome, play
from sapper.strategies.registry import Entry, adopt, own_entries

if TYPE_CHECKING:
    from collections.abc import Sequence

Played = list[tuple[Block, Outcome]]

_BATCH_WORK = 500_000
"""Cells times games of a batch."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Blocks for one worker."""

    blocks: tuple[Block, ...]
    """The blocks."""

    strategies: tuple[Entry, ...] = ()
    """Strategies that only the sender knows by name."""


def batches(blocks: Sequence[Block]) -> list[Batch]:
    """Cut blocks into batches of about the same work."""
    cut: list[list[Block]] = []
    work = _BATCH_WORK
    for block in blocks:
        if work >= _BATCH_WORK:
            cut.append([])
            work = 0
        cut[-1].append(block)
        work += parse_spec(block.point.board).size * block.games
    own = own_entries({block.point.strategy for block in blocks})
    return [Batch(tuple(part), own) for part in cut]


def check_portable(strategies: Sequence[Entry]) -> None:
    """Raise StrategyError where a strategy cannot be sent to another process."""
    for entry in strategies:
        try:
            pickle.dumps(entry)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise StrategyError(
                f"strategy {entry.name!r} cannot be sent to other processes ({error}): register a "
                "class or a function of a module, or play with one worker",
                strategy=entry.name,
            ) from None


def play_batch(batch: Batch) -> Played:
    """Play a batch; what a worker does."""
    for entry in batch.strategies:
        adopt(entry)
    return [(block, play(block)) for block in batch.blocks]
