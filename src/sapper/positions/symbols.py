"""The symbols with which people write positions, and how each of them is read in a text.

The standard notation has one meaning per symbol. Texts from other programs, chats and screenshots
use many more symbols, and some of them mean different things in different texts: ``-`` is a covered
cell in one and an open zero in another. Such a symbol is read as a covered cell if it is the only
kind of covered cell in the text; otherwise the caller must say what it means.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from sapper.errors import NotationError
from sapper.positions.states import CHARACTERS, COVERED, FLAGGED, MAX_CLUE, OUTSIDE, UNREAD

if TYPE_CHECKING:
    from collections.abc import Iterable

Meaning = Literal["covered", "flag", "mine", "zero", "unread", "outside"] | int
"""The meaning of a symbol: a word, or the number that a revealed cell shows."""

MEANINGS: dict[str, int] = {
    "covered": COVERED,
    "flag": FLAGGED,
    "mine": FLAGGED,
    "zero": 0,
    "unread": UNREAD,
    "outside": OUTSIDE,
}
"""The words for meanings, with their states. A mine is taken as a flag: it is known."""

BLANK = " "
"""The symbol of an empty cell in a table."""

_COVERED = frozenset("#Hh■▣◼▪◾█▓▒░")
_COVERED_OR_ZERO = frozenset(
    "-_□▢◻▫◽⬛⬜🟥🟧🟨🟩🟦🟪🟫🔲🔳–—"  # with the dashes of word processors
)
_COVERED_OR_MINE = frozenset("xX*")
_FLAGS = frozenset("Ff🚩⚑⚐🏴🏳🏁")
_MINES = frozenset("💣💥🧨☠💀✹")
_ZEROS = frozenset(".·")
_UNREAD = frozenset("?❓❔")
_TEN = "🔟"
_NAMES = {  # the names of emoji in chats
    ":zero:": 0,
    ":one:": 1,
    ":two:": 2,
    ":three:": 3,
    ":four:": 4,
    ":five:": 5,
    ":six:": 6,
    ":seven:": 7,
    ":eight:": 8,
    ":nine:": 9,
    ":bomb:": FLAGGED,
    ":boom:": FLAGGED,
    ":triangular_flag_on_post:": FLAGGED,
}
_NAMED_SQUARES = frozenset(
    f":{color}_{size}:"
    for color in ("white", "black", "blue", "green", "red", "orange", "yellow", "purple", "brown")
    for size in ("large_square", "medium_square", "small_square", "square")
)

ACCEPTED = "# F ? . 0-9, among others H x - _ ■ □ and emoji"
"""The symbols as error messages list them."""


def own_state(symbol: str) -> int | None:
    """Return the state of a symbol that has one meaning; None if it has several or none.

    >>> own_state("7"), own_state("🚩"), own_state("-")
    (7, -2, None)
    """
    if symbol.isdecimal():
        return int(symbol) if len(symbol) < 6 and int(symbol) <= MAX_CLUE else None
    if symbol in _COVERED:
        return COVERED
    if symbol in _FLAGS or symbol in _MINES:
        return FLAGGED
    if symbol in _ZEROS:
        return 0
    if symbol in _UNREAD:
        return UNREAD
    if symbol == CHARACTERS[OUTSIDE]:
        return OUTSIDE
    if symbol == _TEN:
        return 10
    if symbol in _NAMES:
        return _NAMES[symbol]
    return unicodedata.digit(symbol, None) if len(symbol) == 1 else None


def is_known(symbol: str) -> bool:
    """Return whether a symbol has a meaning without the caller's help."""
    return own_state(symbol) is not None or _may_be(symbol) is not None


def _may_be(symbol: str) -> tuple[str, str] | None:
    """Return the two meanings that a symbol can have; None if it is not such a symbol."""
    if symbol in _COVERED_OR_ZERO or symbol in _NAMED_SQUARES or symbol == BLANK:
        return "covered", "zero"
    if symbol in _COVERED_OR_MINE:
        return "covered", "mine"
    return None


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
    plain = normal(symbol)
    if plain != BLANK and len(plain) != 1 and plain not in _NAMES and plain not in _NAMED_SQUARES:
        raise NotationError(f"a symbol is one character, not {symbol!r:.60}")
    if plain in "()\n\t|":
        raise NotationError(f"the character {symbol!r} cannot be a symbol of a cell")
    return plain


def _check_meaning(symbol: str, meaning: Any) -> int:
    words = ", ".join(MEANINGS)
    if isinstance(meaning, str) and meaning in MEANINGS:
        return MEANINGS[meaning]
    if isinstance(meaning, int) and not isinstance(meaning, bool) and 0 <= meaning <= MAX_CLUE:
        return meaning
    raise NotationError(
        f"the symbol {symbol!r} means {words} or a number from 0 to {MAX_CLUE}, not {meaning!r:.60}"
    )


def normal(symbol: str) -> str:
    """Return a symbol without marks of presentation, and full-width characters as plain ones.

    >>> normal("1️⃣"), normal("⚑️"), normal("＃")
    ('1', '⚑', '#')
    """
    bare = symbol.partition("\u200d")[0].translate(MARKS)
    if len(bare) == 1 and "\uff01" <= bare <= "\uff5e":
        return chr(ord(bare) - 0xFEE0)
    return bare


MARKS = dict.fromkeys((0x200B, 0x200D, 0x2060, 0x20E3, 0xFE0E, 0xFE0F, 0xFEFF))
"""Characters that only change the look of the one before; ``str.translate`` removes them."""


def resolve(used: Iterable[str], given: Mapping[str, int]) -> dict[str, int]:
    """Return the state of each symbol of a text.

    ``used`` are its symbols in the order of their first use, and ``given`` the caller's meanings.
    Raises AmbiguousSymbolError if a symbol can mean two things.

    >>> resolve("1-", {}), resolve("1-#", {"-": 0})
    ({'1': 1, '-': -1}, {'1': 1, '-': 0, '#': -1})
    """
    used = list(used)
    states = {symbol: given.get(symbol, own_state(symbol)) for symbol in used}
    unclear = [symbol for symbol in used if states[symbol] is None]
    covered = [symbol for symbol in used if states[symbol] == COVERED]
    for symbol in unclear:
        meanings = _may_be(symbol)
        assert meanings is not None, "the reader refuses unknown symbols"
        others = [other for other in (*covered, *unclear) if other != symbol]
        if symbol == "*" and others and not all(map(_is_shape, others)):
            states[symbol] = FLAGGED  # a mine, next to another kind of covered cell
        elif symbol == BLANK and others:
            states[symbol] = 0  # an empty field, next to a kind of covered cell
        elif symbol == BLANK and 0 not in states.values():
            raise _ambiguous(symbol, meanings, "", is_covered=False)
        elif others:
            raise _ambiguous(symbol, meanings, others[0], others[0] in covered)
        else:
            states[symbol] = COVERED
    return {symbol: state for symbol, state in states.items() if state is not None}


def _is_shape(symbol: str) -> bool:
    """Return whether a symbol is a dash, which in a layout is a cell without a mine."""
    return symbol == "-"


class AmbiguousSymbolError(NotationError):
    """A symbol that can mean two things in its text."""

    symbol: str
    """The symbol."""

    def __init__(self, message: str, symbol: str = "") -> None:
        self.symbol = symbol
        super().__init__(message)


def _ambiguous(
    symbol: str, meanings: tuple[str, str], other: str, is_covered: bool
) -> AmbiguousSymbolError:
    one, two = meanings
    why = f", as {other!r} is covered too" if is_covered else f" next to {other!r}" if other else ""
    what = "an empty field" if symbol == BLANK else repr(symbol)
    return AmbiguousSymbolError(
        f"{what} can mean {one} or {two} here{why}: say which with "
        f"symbols={{{symbol!r}: {two!r}}} or {{{symbol!r}: {one!r}}}",
        symbol,
    )


def meaning_of(state: int) -> str:
    """Return a state in words, as notes for the reader show it.

    >>> meaning_of(COVERED), meaning_of(0), meaning_of(3)
    ('covered', 'zero', '3')
    """
    words = {COVERED: "covered", FLAGGED: "flag", UNREAD: "unread", OUTSIDE: "outside", 0: "zero"}
    return words.get(state, str(state))
