"""Curves from the games of a store."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from sapper.boards import board as make_board
from sapper.boards import parse_spec
from sapper.errors import LabError
from sapper.lab.fits.curve import Curve
from sapper.lab.store.blocks import own_start

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sapper.lab.store.store import Store, Tally
    from sapper.types import BoardLike, Cell, FirstClickRule


def stored_curve(
    store: Store,
    board: BoardLike,
    strategy: str,
    first: FirstClickRule,
    seed: int,
    start: Cell | None = None,
    max_per_cell: int = 1,
) -> Curve:
    """Return the curve of a board from all games in a store; LabError if there are none.

    ``board`` is a spec or a Board. ``start`` is the first cell, as an index or as coordinates; by
    default that of the strategy or the rule.
    """
    where = make_board(board)
    spec = where.spec
    cell = own_start(spec, strategy, first) if start is None else where.cell(start)
    curves = stored_curves(store, {spec: cell}, strategy, first, seed, None, max_per_cell)
    return curves[spec]


def stored_curves(
    store: Store,
    starts: Mapping[str, int],
    strategy: str,
    first: FirstClickRule,
    seed: int,
    identity: str | None = None,
    max_per_cell: int = 1,
) -> dict[str, Curve]:
    """Return the curves of boards, given with their first cells, in that order.

    With ``identity`` only the games of a strategy with this identity count.
    """
    together: defaultdict[int, list[str]] = defaultdict(list)
    for board, cell in starts.items():
        together[cell].append(board)
    found: defaultdict[str, list[Tally]] = defaultdict(list)
    for cell, boards in together.items():
        for tally in store.tallies(
            boards=boards, strategies=[strategy], first=first, start=cell, seed=seed
        ):
            if identity in (None, tally.identity) and tally.point.max_per_cell == max_per_cell:
                found[tally.point.board].append(tally)
    for board in starts:
        if board not in found:
            more = "" if max_per_cell == 1 else f" with up to {max_per_cell} mines per cell"
            raise LabError(f"the store {store.path!r} has no game of {strategy} on {board}{more}")
    return {board: curve_of(found[board]) for board in starts}


def curve_of(tallies: Sequence[Tally]) -> Curve:
    """Return the curve of tallies that differ only in their mines, in the order of the mines.

    Raises LabError if strategies with different identities played them.
    """
    point = tallies[0].point
    players = sorted({tally.identity or "not recorded" for tally in tallies})
    if len(players) > 1:
        raise LabError(
            f"the games of {point.strategy!r} on {point.board} are no curve, because strategies "
            f"with different identities played them: {' and '.join(players)}"
        )
    return Curve.of(
        parse_spec(point.board).size,
        [tally.point.mines for tally in tallies],
        [tally.counts for tally in tallies],
        point.board,
        max_per_cell=point.max_per_cell,
        most_mines=point.room,
    )
