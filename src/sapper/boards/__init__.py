"""Boards: lattices of several kinds, their specs, and arbitrary graphs."""

from sapper.boards.boards import Board, Cell, Permutation, lattice
from sapper.boards.builders import board, box, grid, hexagonal, torus, triangular
from sapper.boards.graphs import graph
from sapper.boards.specs import Spec, parse_spec
from sapper.boards.symmetry import symmetries

__all__ = [
    "Board",
    "Cell",
    "Permutation",
    "Spec",
    "board",
    "box",
    "graph",
    "grid",
    "hexagonal",
    "lattice",
    "parse_spec",
    "symmetries",
    "torus",
    "triangular",
]
