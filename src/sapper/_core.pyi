"""The compiled engine of Sapper."""

from collections.abc import Sequence
from typing import Annotated

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
