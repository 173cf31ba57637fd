"""Behaviour signatures: hashes of fixed games that change only if behaviour changes.

Every strategy plays the same games with fixed seeds on several kinds of boards under every
first-click rule, as ``bench`` of Stockfish searches fixed positions. The hash covers the result of
each game: whether it is won, its moves, its guesses and the 3BV of its layout. A changed decision
changes at least one of these numbers with high probability. Only integers are hashed, so that the
signature does not depend on the machine or on the number of threads.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper.boards import graph
from sapper.errors import StrategyError
from sapper.games.simulation import simulate
from sapper.strategies.registry import BOOK, DEEP, built_in, resolve
from sapper.version import VERSION

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sapper.boards import Board
    from sapper.progress import Progress
    from sapper.strategies.registry import Entry
    from sapper.types import FirstClickRule, StrategyLike

SEED = 20_240_229
"""The seed of all games."""

MEMBERS = (
    "heuristic:UQESP",
    *(f"agent003:{agent}" for agent in ("1", "2", "3", "4", "5", "3+1")),
    DEEP + "n=20",
    BOOK + "pseq",
)
"""Representative members of the families of strategies."""

_SEARCH_SHARE = 10
"""``deep`` takes about 0.1 seconds per game, so it plays only one in this number of games."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A set of fixed games of one kind."""

    board: str
    """The spec of the board with its mines; ``graph/N`` is ``irregular_graph`` with N mines."""

    first: FirstClickRule
    """The first-click rule."""

    games: int
    """The number of games."""

    max_per_cell: int = 1
    """The most mines that a cell can hold."""

    start: int | None = None
    """The first cell; None for the one of the strategy or the rule."""


TRIALS = (
    Trial("8x8/10", "safe", 40),
    Trial("9x9/12", "any", 40),
    Trial("9x9/10", "open", 40, start=0),
    Trial("16x30/99", "open", 10),
    Trial("torus:8x8/9", "safe", 40),
    Trial("hex:8x8/10", "open", 40),
    Trial("box:4x4x4/6", "safe", 40),
    Trial("graph/6", "any", 40),
    Trial("5x5/7", "safe", 40, max_per_cell=2),
)
"""The games of every strategy except those that enumerate all layouts."""

TINY_TRIALS = (
    Trial("4x4/4", "safe", 40),
    Trial("3x5/4", "any", 40),
    Trial("4x4/2", "open", 40, start=5),
    Trial("torus:3x4/3", "safe", 40),
    Trial("hex:3x4/3", "safe", 40),
    Trial("3x3/4", "any", 40, max_per_cell=2),
)
"""The games of strategies that enumerate all layouts."""


@dataclass(frozen=True, slots=True)
class Behaviour:
    """The fixed games of one strategy."""

    strategy: str
    """The name of the strategy."""

    signature: str
    """16 hexadecimal digits, a hash of all games."""

    games: int
    """The games played."""

    wins: int
    """The games won."""

    guesses: int
    """The clicks on cells that were not certain to be safe, in all games."""

    moves: int
    """The clicks in all games, the first ones included."""

    def to_dict(self) -> dict[str, Any]:
        """Return the fields without the name."""
        return {
            "signature": self.signature,
            "games": self.games,
            "wins": self.wins,
            "guesses": self.guesses,
            "moves": self.moves,
        }


@dataclass(frozen=True, slots=True)
class Bench:
    """The fixed games of several strategies."""

    strategies: tuple[Behaviour, ...]
    """One entry per strategy, in the order asked for."""

    @property
    def signature(self) -> str:
        """16 hexadecimal digits, a hash of the names and signatures of all strategies."""
        return _digest(f"{one.strategy} {one.signature}\n".encode() for one in self.strategies)

    def to_dict(self) -> dict[str, Any]:
        """Return the result as ``sapper bench --json`` prints it."""
        return {
            "signature": self.signature,
            "version": VERSION,
            "strategies": {one.strategy: one.to_dict() for one in self.strategies},
        }


def strategies() -> list[str]:
    """Return the strategies that ``bench`` plays: all built-in ones that no clock limits."""
    names = [entry.name for entry in built_in() if not (entry.is_family or _is_timed(entry))]
    return [*names, *MEMBERS]


def bench(
    names: Iterable[StrategyLike] | None = None,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Bench:
    """Play the fixed games of several strategies; by default of all built-in ones.

    ``progress`` is called with the number of finished strategies and their total.

    >>> bench(["random"]).strategies[0].games
    330
    """
    wanted = strategies() if names is None else list(names)
    found = []
    for done, name in enumerate(wanted):
        if progress is not None:
            progress(done, len(wanted))
        found.append(_play(resolve(name), threads))
    if progress is not None:
        progress(len(wanted), len(wanted))
    return Bench(tuple(found))


def signature(strategy: StrategyLike) -> str:
    """Return the behaviour signature of one strategy; StrategyError if a clock limits it.

    The signatures of strategies of the compiled core are computed once per process.

    >>> signature("pseq") == signature("heuristic:PSEQ")
    True
    """
    entry = resolve(strategy)
    return _core_signature(entry.name) if entry.in_core else _play(entry, None).signature


@cache
def _core_signature(name: str) -> str:
    return _play(resolve(name), None).signature


def irregular_graph() -> Board:
    """Return the board of ``graph/N``: 36 cells with 3 to 7 neighbours.

    >>> board = irregular_graph()
    >>> board.size, sorted({len(board.neighbors(cell)) for cell in range(36)})
    (36, [3, 5, 6, 7])
    """
    ring = [{cell, (cell + 1) % 36} for cell in range(36)]
    chords = [{cell, cell * cell % 36} for cell in range(36)]
    edges = {(min(edge), max(edge)) for edge in ring + chords if len(edge) == 2}
    return graph(sorted(edges))


def _play(entry: Entry, threads: int | None) -> Behaviour:
    if _is_timed(entry):
        raise StrategyError(
            f"strategy {entry.name!r} has no signature: a clock limits it, so that its games "
            "differ between runs; deep:n=LAYOUTS has one",
            strategy=entry.name,
        )
    hashed: list[bytes] = []
    games = wins = guesses = moves = 0
    for trial in TINY_TRIALS if entry.needs_all_layouts else TRIALS:
        kind, _, mines = trial.board.rpartition("/")
        result = simulate(
            irregular_graph() if kind == "graph" else kind,
            entry,  # type: ignore[arg-type]
            -(-trial.games // _SEARCH_SHARE) if DEEP in entry.name else trial.games,
            SEED,
            trial.first,
            trial.start,
            threads,
            mines=int(mines),
            max_per_cell=trial.max_per_cell,
            records=True,
        )
        if result.interrupted:
            raise KeyboardInterrupt
        assert result.records is not None
        columns = (result.records.won, result.records.moves, result.records.guesses)
        rows = np.stack([*columns, result.records.bbbv], axis=1).astype("<i8")
        hashed += [f"{trial.board} {trial.first} {result.start}\n".encode(), rows.tobytes()]
        games += result.games
        wins += result.wins
        guesses += result.guesses
        moves += result.moves
    return Behaviour(entry.name, _digest(hashed), games, wins, guesses, moves)


def _is_timed(entry: Entry) -> bool:
    name = entry.name.rpartition(BOOK)[2]
    return f"{name}:".startswith(DEEP) and not name.startswith(f"{DEEP}n=")


def _digest(parts: Iterable[bytes]) -> str:
    return hashlib.sha256(b"".join(parts)).hexdigest()[:16]
