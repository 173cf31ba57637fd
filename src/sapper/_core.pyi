"""The compiled engine of Sapper."""

from collections.abc import Sequence
from typing import Annotated, Any

import numpy
import numpy.typing
from numpy.typing import NDArray


class Contradiction(ValueError):
    pass

class TooHard(RuntimeError):
    pass

COVERED: int = -1

FLAGGED: int = -2

UNLABELED: int = -3

class Graph:
    """An undirected graph in compressed neighbour lists."""

    def __init__(self, offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], targets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    @property
    def size(self) -> int:
        """Number of cells."""

class Solution:
    """What is known about every cell of a position."""

    @property
    def mine_probability(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]:
        """P(at least one mine) by cell; nan where revealed."""

    @property
    def safe(self) -> list[int]: ...

    @property
    def mines(self) -> list[int]: ...

    @property
    def log2_layouts(self) -> float: ...

    @property
    def width(self) -> int: ...

    @property
    def entries(self) -> int: ...

    @property
    def bytes(self) -> int: ...

class GroupTable:
    @property
    def cells(self) -> list[int]: ...

    @property
    def clues(self) -> list[int]: ...

    @property
    def component(self) -> int: ...

    @property
    def low(self) -> int: ...

    @property
    def mines(self) -> list[float]: ...

class Details:
    @property
    def groups(self) -> list[GroupTable]: ...

    @property
    def frontier_first(self) -> int: ...

    @property
    def frontier(self) -> list[float]: ...

def solve(graph: Graph, states: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], mines: int, odds: float, max_per_cell: int, log2_states: float, bytes: int) -> Solution:
    """Probabilities and certain cells."""

def details(graph: Graph, states: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], mines: int, odds: float, max_per_cell: int, log2_states: float, bytes: int) -> Details:
    """Groups with their distributions, and the mines in the frontier."""

def shown(graph: Graph, states: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], mines: int, odds: float, max_per_cell: int, log2_states: float, bytes: int, cell: int) -> tuple[int, list[float]]:
    """
    The number a cell would show, given that it is safe: the least, and probabilities.
    """

def feasible(graph: Graph, states: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], mines: int, odds: float, max_per_cell: int, log2_states: float, bytes: int) -> bool:
    """Whether any layout fits."""

def encode(clues: Sequence[int | None]) -> numpy.typing.NDArray[numpy.int16]:
    """A list of clues as states."""

class Counter:
    """Exact counts as residues modulo large primes."""

    def __init__(self, graph: Graph, states: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], max_per_cell: int, probe: int, propagate: bool, log2_states: float, bytes: int) -> None: ...

    def counts(self, prime_index: int) -> list[list[tuple[int, int, list[int]]]]:
        """By component: (shown, least mines, residues by mines)."""

    def shares(self, prime_index: int, component: int, above: Sequence[int]) -> list[list[tuple[int, list[int]]]]:
        """
        By number of mines in the component and by group: (least mines, residues).
        """

    @property
    def groups(self) -> list[list[tuple[list[int], bool]]]:
        """By component: (cells, flagged) of each group."""

    @property
    def values(self) -> list[int]:
        """The mines of every cell where they are known, else -1."""

    @property
    def known_mines(self) -> int: ...

    @property
    def floating(self) -> int: ...

    @property
    def floating_flagged(self) -> int: ...

    @property
    def probe_base(self) -> int: ...

    @property
    def probe_component(self) -> int: ...

def prime(index: int) -> int:
    """The largest primes below 2^62, descending."""

class Simulation:
    """Many games on several threads, running since made."""

    def __init__(self, graph: Graph, mines: int, max_per_cell: int, first: str, start: int, strategy: str, seed: int, first_game: int, games: int, threads: int, keep_records: bool) -> None: ...

    def wait(self, seconds: float) -> bool:
        """Wait; return whether all is done."""

    def cancel(self) -> None:
        """End soon; finished games count."""

    @property
    def done(self) -> int:
        """Games finished so far."""

    @property
    def totals(self) -> dict[str, Any]:
        """Sums over the finished games."""

    def records(self) -> dict[str, list[Any]]:
        """
        By finished game, if they were kept: number from 0, won, moves, guesses, 3BV.
        """

class Game:
    """One game, to be opened cell by cell."""

    def __init__(self, graph: Graph, mines: int, max_per_cell: int, first: str, start: int, seed: int, index: int) -> None: ...

    def open(self, cell: int) -> list[int] | None:
        """Open a covered cell: the cells that opened, or None on a mine."""

    @property
    def states(self) -> Annotated[NDArray[numpy.int16], dict(shape=(None,), writable=False)]:
        """What the player sees of every cell."""

    @property
    def safe_left(self) -> int: ...

    @property
    def bbbv(self) -> int: ...

    @property
    def mines(self) -> list[int]:
        """The layout: mines by cell."""

def advise(graph: Graph, states: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], mines: int, max_per_cell: int, strategy: str, seed: int, index: int) -> tuple[int, bool]:
    """The next click of a strategy, and whether it is proved safe."""

def check_strategy(name: str) -> None:
    """Raise ValueError unless the name is a strategy of the core."""

class OutOfStates(RuntimeError):
    pass

class Cancelled(RuntimeError):
    pass

class Optimal:
    """Perfect play on a board of at most 64 cells."""

    def __init__(self, graph: Graph, mines: int, symmetries: Sequence[Sequence[int]], most_states: int) -> None: ...

    def wins_from(self, cell: int, banned: int) -> int:
        """
        Layouts won when a cell is opened first, of those with no mine on it or on the bits of banned.
        """

    def advise(self, states: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[int, int, int]:
        """
        Of a position: layouts won by perfect play, layouts that fit, and the best click.
        """

    def cancel(self) -> None:
        """End the search that runs in another thread."""

    @property
    def states(self) -> int:
        """States in the transposition table."""

class TooManyPositions(RuntimeError):
    pass

class Evaluation:
    """What a strategy wins on a board of at most 64 cells."""

    def __init__(self, graph: Graph, mines: int, first: str, start: int, strategy: str, most_positions: int) -> None: ...

    def wins(self) -> list[int]:
        """Layouts won on average, modulo each of the largest primes below 2^62."""

    def cancel(self) -> None:
        """End the evaluation that runs in another thread."""

    @property
    def positions(self) -> int:
        """Positions the strategy was asked in."""

class ModularTree:
    """The modules of a graph that overlap no other."""

    def __init__(self, graph: Graph) -> None: ...

    @property
    def order(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]:
        """The vertices; every node is an interval of it."""

    @property
    def above(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]:
        """The node of which each vertex is a child, or -1."""

    @property
    def guesses(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]:
        """The optimal first guesses, ascending."""

    @property
    def wins(self) -> int:
        """The layouts of one mine that perfect play wins."""

    @property
    def size(self) -> int:
        """Number of nodes."""

    def node(self, index: int) -> tuple[int, int, int, int, int, int, int]:
        """
        Return (parent, start, stop, singles, inner, wins, joint); joint is 0 for parallel, 1 for series, 2 for prime.
        """
