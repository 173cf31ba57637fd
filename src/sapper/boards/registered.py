"""Kinds of boards that a user or another package adds.

A kind is a name and a builder, which returns the board for given dimensions. Its specs,
``NAME:DIMS``, then work wherever a spec does. A board is built when its spec is first used, and a
second time to check that the builder always returns the same board: games are identified by spec,
seed and number, so that another board under one spec would falsify results. The boards built last
are cached.
"""

from __future__ import annotations

from collections import OrderedDict
from math import prod
from typing import TYPE_CHECKING

from sapper.boards import known
from sapper.boards.boards import Board
from sapper.boards.kinds import (
    GRAPH_KIND,
    KINDS,
    MAX_CELLS,
    MAX_DIMENSIONS,
    NAMED,
    shape_text,
    spec_text,
)
from sapper.errors import BoardError, SapperError
from sapper.plugins import Plugins

if TYPE_CHECKING:
    from collections.abc import Callable

GROUP = "sapper.boards"
"""The group of entry points for kinds of boards of other packages."""

_PLUGINS = Plugins(GROUP, "kind of board", known.is_name, known.NAME_RULE)
_BUILDERS: dict[str, Callable[..., Board]] = {}
_BUILT: OrderedDict[str, Board] = OrderedDict()
_ADDRESSES: dict[str, str] = {}
"""The addresses of all boards that were built, also of those that are no longer cached."""


def register_board(name: str, builder: Callable[..., Board], replace: bool = False) -> None:
    """Register a kind of board, so that specs ``NAME:DIMS`` are accepted everywhere.

    ``builder(*dims)`` returns the Board for dimensions of at least 1, whose product is at most 20
    million; it always returns the same board for the same dimensions. ``name`` is a word of
    lower-case letters, digits, ``-`` and ``_`` that starts with a letter. With ``replace`` it may
    be the name of another registered kind, for example in a notebook. Raises BoardError if the name
    is invalid or taken.

    >>> from sapper.boards import board, graph
    >>> def ring(cells):
    ...     return graph([(cell, (cell + 1) % cells) for cell in range(cells)])
    >>> register_board("ring", ring)
    >>> board("ring:12/3").neighbors(0)
    [1, 11]
    >>> unregister_board("ring")
    """
    if not known.is_name(name):
        raise BoardError(f"a kind of board cannot have the name {name!r}: {known.NAME_RULE}")
    if name in reserved_names():
        raise BoardError(f"a kind of board cannot have the name {name!r}: it is built in")
    if name in _BUILDERS and not replace:
        raise BoardError(f"there is a kind of board {name!r} already: pass replace=True")
    if not callable(builder):
        raise BoardError(f"kind of board {name!r} needs a function that builds it, not {builder!r}")
    _forget(name)
    _BUILDERS[name] = builder


def unregister_board(name: str) -> None:
    """Remove a kind of board that was added by ``register_board``."""
    if name not in _BUILDERS:
        raise BoardError(f"{name!r} is not a kind of board that was registered here")
    _forget(name)
    del _BUILDERS[name]


def reserved_names() -> frozenset[str]:
    """Return the names that specs have of their own."""
    return frozenset((GRAPH_KIND, *KINDS, *NAMED))


def registered_kinds() -> list[str]:
    """List the names of the registered kinds, and of those of other packages."""
    return [*_BUILDERS, *_PLUGINS.found({*_BUILDERS, *reserved_names()})]


def is_registered(name: str) -> bool:
    """Return whether there is a registered kind, or one of another package, of this name."""
    return name in _BUILDERS or name in _PLUGINS.found({*_BUILDERS, *reserved_names()})


def built(name: str, dims: tuple[int, ...]) -> Board:
    """Return the board of a registered kind; raise BoardError if it cannot be built."""
    spec = spec_text(name, dims)
    board = _BUILT.get(spec)
    if board is not None:
        _BUILT.move_to_end(spec)
        return board
    check_dimensions(name, dims)
    board = _build(name, dims, spec)
    if spec not in _ADDRESSES:
        _ADDRESSES[spec] = _build(name, dims, spec).address
    if board.address != _ADDRESSES[spec]:
        raise BoardError(
            f"the builder of {name!r} returns different boards for {shape_text(dims)} in different "
            "calls: it must always return the same one"
        )
    _BUILT[spec] = board
    while sum(other.size for other in _BUILT.values()) > MAX_CELLS:
        _BUILT.popitem(last=False)
    return board


def check_dimensions(name: str, dims: tuple[int, ...]) -> None:
    """Raise BoardError unless the dimensions may be passed to a builder; constant time."""
    spec = spec_text(name, dims)
    if not 1 <= len(dims) <= MAX_DIMENSIONS:
        raise BoardError(f"a board has 1 to {MAX_DIMENSIONS} dimensions, not {len(dims)}")
    if min(dims) < 1:
        raise BoardError(f"every dimension must be at least 1, not {min(dims)} as in {spec}")
    if prod(dims) > MAX_CELLS:
        raise BoardError(f"the product of the dimensions of {spec} is over {MAX_CELLS}")


def _build(name: str, dims: tuple[int, ...], spec: str) -> Board:
    try:
        board = _builder(name)(*dims)
    except SapperError as error:
        raise BoardError(f"the builder of {name!r} failed: {error}") from error
    except Exception as error:
        raise BoardError(
            f"the builder of {name!r} failed: {type(error).__name__}: {error}"
        ) from error
    if not isinstance(board, Board):
        raise BoardError(f"the builder of {name!r} returned {_shown(board)}, which is no Board")
    return board.named(spec)


def _builder(name: str) -> Callable[..., Board]:
    builder = _BUILDERS.get(name)
    if builder is not None:
        return builder
    point = _PLUGINS.found({*_BUILDERS, *reserved_names()})[name]
    loaded: Callable[..., Board] | None = _PLUGINS.load(point)
    if loaded is None:
        raise BoardError(f"the kind of board {name!r} of another package cannot be loaded")
    return loaded


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"a {type(value).__name__}"


def _forget(name: str) -> None:
    """Remove what was built under a name."""
    for table in (_BUILT, _ADDRESSES):
        for spec in [spec for spec in table if spec.partition(":")[0] == name]:
            del table[spec]
