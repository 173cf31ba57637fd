"""The meanings that a caller gives to the symbols of a text; the core has those of its own.

See ``core/notation/symbols.hpp`` for the symbols that are known without the caller's help.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from sapper import _core
from sapper.errors import NotationError
from sapper.formatting import without_surrogates
from sapper.positions.states import MAX_CLUE

Meaning = Literal["covered", "flag", "mine", "zero", "unread", "outside"] | int
"""The meaning of a symbol: a word, or the number that a revealed cell shows."""

MEANINGS: dict[str, int] = dict(_core.symbol_meanings())
"""The words for meanings, with their states. A mine is taken as a flag: it is known."""


def read_mapping(symbols: Any) -> dict[str, int]:
    """Return the states of a caller's symbols; raise NotationError if the mapping is wrong.

    >>> read_mapping({"o": "covered", "A": 10})
    {'o': -1, 'A': 10}
    """
    if symbols is None:
        return {}
    if not isinstance(symbols, Mapping):
        raise NotationError(
            f"symbols are a mapping such as {{'o': 'covered'}}, not {symbols!r:.60}"
        )
    return {_check_symbol(symbol): _check_meaning(symbol, symbols[symbol]) for symbol in symbols}


def _check_symbol(symbol: Any) -> str:
    if not isinstance(symbol, str):
        raise NotationError(f"a symbol is a character, not {symbol!r:.60}")
    return _core.check_symbol(without_surrogates(symbol))


def _check_meaning(symbol: str, meaning: Any) -> int:
    words = ", ".join(MEANINGS)
    if isinstance(meaning, str) and meaning in MEANINGS:
        return MEANINGS[meaning]
    if isinstance(meaning, int) and not isinstance(meaning, bool) and 0 <= meaning <= MAX_CLUE:
        return meaning
    raise NotationError(
        f"the symbol {symbol!r} means {words} or a number from 0 to {MAX_CLUE}, not {meaning!r:.60}"
    )


def is_known(character: str) -> bool:
    """Return whether a character has a meaning in texts without the caller's help.

    >>> is_known("■"), is_known("A")
    (True, False)
    """
    return _core.is_known_symbol(without_surrogates(character))
