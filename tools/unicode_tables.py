"""Write core/support/unicode_tables.inc: the properties of characters that the core needs.

The tables come from Python's ``unicodedata``, so that the core and Python agree: characters that
``repr`` escapes, blanks, and digits. Ranges keep the tables small.

    python tools/unicode_tables.py
"""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

TARGET = Path(__file__).parents[1] / "core" / "support" / "unicode_tables.inc"


def ranges(holds: Callable[[str], bool]) -> list[tuple[int, int]]:
    """Return the first and last code point of every range in which a property holds."""
    found: list[tuple[int, int]] = []
    for code in range(sys.maxunicode + 1):
        if not holds(chr(code)):
            continue
        if found and found[-1][1] == code - 1:
            found[-1] = (found[-1][0], code)
        else:
            found.append((code, code))
    return found


def digit_runs(value: Callable[[str], int | None]) -> list[tuple[int, int, int]]:
    """Return first and last code point, and first digit, of every run of consecutive digits."""
    found: list[tuple[int, int, int]] = []
    for code in range(sys.maxunicode + 1):
        digit = value(chr(code))
        if digit is None:
            continue
        if found and found[-1][1] == code - 1 and digit == found[-1][2] + code - found[-1][0]:
            found[-1] = (found[-1][0], code, found[-1][2])
        else:
            found.append((code, code, digit))
    return found


def _other_digit(character: str) -> int | None:
    """Return the value of a digit that is not decimal, such as one in a circle."""
    known = unicodedata.decimal(character, None)
    return unicodedata.digit(character, None) if known is None else None


def _table(name: str, kind: str, rows: Iterable[tuple[int, ...]]) -> str:
    cells = ["{" + ", ".join(map(hex, row)) + "}" for row in rows]
    lines = [", ".join(cells[i : i + 5]) + "," for i in range(0, len(cells), 5)]
    return "\n".join([f"constexpr {kind} {name}[] = {{", *lines, "};"])


def tables() -> str:
    """Return the content of the file."""
    parts = [
        f"// Unicode {unicodedata.unidata_version}; written by tools/unicode_tables.py.",
        _table("kNotPrintable", "Range", ranges(lambda one: not one.isprintable())),
        _table("kBlanks", "Range", ranges(str.isspace)),
        _table("kDecimals", "Digits", digit_runs(lambda one: unicodedata.decimal(one, None))),
        _table("kOtherDigits", "Digits", digit_runs(_other_digit)),
    ]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    TARGET.write_text(tables(), encoding="utf-8")
    print(f"wrote {TARGET}")
