"""Nearly valid inputs: bytes, words and JSON values, changed at a few places."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

NUMBERS = (
    *("0", "1", "2", "-1", "007", "9", "10", "99", "255", "256", "65535", "65536", "1000000"),
    *("2147483647", "2147483648", "-2147483649", "4294967296", "9007199254740993"),
    *("9223372036854775807", "18446744073709551615", "18446744073709551616", "9" * 40, "9" * 5000),
    *("1e400", "1e-400", "0.5", "1/3", "1/0", "nan", "inf", "-0.0", "٣", "²", "0x10", "1_000", ""),
)
"""Numbers that break readers, as text."""

VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 8, 255, 2**15, 2**31, 2**53 + 1, 2**64, -(2**63), 10**400),
    *(0.0, -0.0, 0.5, 1.0, 1e308, 5e-324, float("nan"), float("inf"), "", "0", "1/3", "1e999999"),
    *("9x9/10", "box:3x3x3/5", "safe", "\ud800", "\0", "x" * 300, [], [0], [0, 0], [[]], {}),
)
"""Values of unexpected types, as in JSON."""

_NUMBER = re.compile(rb"[0-9]+")
_MOST_CHANGES = 4


def change_bytes(random: Random, data: bytes, words: Sequence[bytes], other: bytes) -> bytes:
    """Change bytes at a few places; ``words`` are those of the format, ``other`` a second input."""
    for _ in range(_times(random)):
        data = _change(random, data, words, other)
    return data


def _times(random: Random) -> int:
    return 1 + min(_MOST_CHANGES, int(random.expovariate(1.0)))


def _change(random: Random, data: bytes, words: Sequence[bytes], other: bytes) -> bytes:
    at = random.randint(0, len(data))
    end = min(len(data), at + int(random.expovariate(0.4)) + 1)
    choice = random.randrange(9)
    if choice == 0:
        return data[:at] + data[end:]
    if choice == 1:
        return data[:at] + bytes([random.randrange(256)]) + data[at + 1 :]
    if choice == 2:
        return data[:at] + random.choice(words) + data[at:]
    if choice == 3:
        return data[:at] + random.choice(words) + data[end:]
    if choice == 4:
        return data[:end] + data[at:]  # duplicate a piece
    if choice == 5:
        return data[:at] + other[random.randint(0, len(other)) :]
    if choice == 6:
        return data[:at]
    if choice == 7:
        return _change_number(random, data)
    swapped = bytearray(data)
    if len(data) > 1:
        a, b = random.randrange(len(data)), random.randrange(len(data))
        swapped[a], swapped[b] = swapped[b], swapped[a]
    return bytes(swapped)


def _change_number(random: Random, data: bytes) -> bytes:
    found = list(_NUMBER.finditer(data))
    if not found:
        return data
    place = random.choice(found)
    if random.random() < 0.5:
        number = str(int(place.group()[:18]) + random.choice((-1, 1, 2, 10))).encode()
    else:
        number = random.choice(NUMBERS).encode()
    return data[: place.start()] + number + data[place.end() :]


def change_value(random: Random, value: Any, times: int | None = None) -> Any:
    """Change a JSON value at a few places, at any depth."""
    for _ in range(times or _times(random)):
        value = _change_within(random, value)
    return value


def _change_within(random: Random, value: Any) -> Any:
    inside = isinstance(value, (dict, list)) and value and random.random() < 0.85
    if not inside:
        return random.choice(VALUES) if random.random() < 0.8 else [value]
    if isinstance(value, dict):
        changed = dict(value)
        key = random.choice(list(value))
        choice = random.randrange(8)
        if choice == 0:
            del changed[key]
        elif choice == 1:
            changed[random.choice([*value, "extra", ""])] = random.choice(VALUES)
        else:
            changed[key] = _change_within(random, value[key])
        return changed
    items = list(value)
    at = random.randrange(len(items))
    choice = random.randrange(6)
    if choice == 0:
        del items[at]
    elif choice == 1:
        items.insert(at, items[random.randrange(len(items))])
    else:
        items[at] = _change_within(random, items[at])
    return items


def change_json(random: Random, data: bytes) -> bytes:
    """Change a JSON text as a value; text that is not JSON is returned unchanged."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return data
    return json.dumps(change_value(random, value)).encode("utf-8", "surrogatepass")
