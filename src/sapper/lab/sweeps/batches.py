"""Playing blocks, and sending them to workers in batches.

A batch takes about a second, so the cost of sending it is small. It carries the strategies that the
sender has registered itself, which a worker does not know.
"""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sapper.boards import parse_spec
from sapper.errors import StrategyError
from sapper.games import simulate
from sapper.games.counts import Counts
from sapper.lab.store.blocks import Block
from sapper.strategies.registry import Entry, adopt, own_entries

if TYPE_CHECKING:
    from collections.abc import Sequence

Played = list[tuple[Block, Counts]]

_BATCH_WORK = 500_000
"""Cells times games per batch."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Blocks for one worker."""

    blocks: tuple[Block, ...]
    """The blocks."""

    strategies: tuple[Entry, ...] = ()
    """Strategies registered only by the sender."""


def play(block: Block) -> Counts:
    """Play a block on this thread.

    >>> from sapper.lab.store.blocks import Point
    >>> play(Block(Point.read("8x8", 10), 0, 200)).wins
    158
    """
    point = block.point
    result = simulate(
        f"{point.board}/{point.mines}",
        point.strategy,
        block.games,
        point.seed,
        point.first,
        point.start,
        1,
        index=block.first_game,
    )
    if result.interrupted:
        raise KeyboardInterrupt
    return result.counts


def batches(blocks: Sequence[Block]) -> list[Batch]:
    """Group blocks into batches of about equal work."""
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
    """Raise StrategyError if a strategy cannot be sent to another process."""
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
    """Play a batch, in a worker."""
    for entry in batch.strategies:
        adopt(entry)
    return [(block, play(block)) for block in batch.blocks]
