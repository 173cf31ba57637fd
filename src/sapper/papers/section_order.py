"""The order of places in a paper, from the text that names a place.

A place starts with a section ("3.1.1", "II.2, figure II.3", "A.1, Inferrer.cs") or with a statement
that is numbered by section ("Lemma 4.7", "(4.3)"), optionally after "before" or "after". Statements
with numbers of their own ("Lemma 3") say nothing about their section; the paper names it.
"""

from __future__ import annotations

import re
from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

Place = tuple[float, ...]
"""A sort key: sections compare as numbers, part by part."""

FRONT_MATTER = ("Abstract", "Précis")
"""Places before the first section."""

_SECTION = re.compile(
    r"(?P<side>before |after )?(?P<statement>[A-Z][a-z]+ )?"
    r"\(?(?P<first>\d+|[IVX]+|[A-Z])(?P<parts>(?:\.\d+)*)\)?"
)
_FLOAT = re.compile(r"(?P<kind>[Tt]able|[Ff]igure) (?P<number>\d+)")
_ROMAN = {"I": 1, "V": 5, "X": 10}


def place(where: str, sections: Mapping[str, str]) -> Place:
    """Return the sort key of a place.

    ``sections`` maps places, or their text up to the first comma, to the section they are in.
    A table or figure that it does not name follows the numbered sections; appendices come last.

    >>> places = ["B.2", "10.2", "Table 1", "after Lemma 4.7", "Lemma 3", "4.8", "Abstract"]
    >>> sorted(places, key=lambda where: place(where, {"Lemma 3": "5"}))
    ['Abstract', 'after Lemma 4.7', '4.8', 'Lemma 3', '10.2', 'Table 1', 'B.2']
    """
    head, _, _ = where.partition(",")
    text = sections.get(where) or sections.get(head) or head
    if text in FRONT_MATTER:
        return (-1.0,)
    if match := _FLOAT.fullmatch(text):
        return (inf, float("figure" in text.lower()), float(match["number"]))
    match = _SECTION.fullmatch(text)
    if match is None or (match["statement"] and not match["parts"]):
        raise ValueError(f"{where!r} names no section; add it to the sections of the paper")
    numbers = [_number(match["first"]), *map(float, match["parts"].split(".")[1:])]
    side = match["side"]
    if side:
        numbers[-1] += 0.5 if side == "after " else -0.5
    if numbers[0] == inf:
        return (inf, 2.0, float(ord(match["first"])), *numbers[1:])
    return tuple(numbers)


def _number(text: str) -> float:
    """The number of a section; that of an appendix, a single letter, is infinite.

    >>> [_number(text) for text in ("7", "IV", "IX", "A")]
    [7.0, 4.0, 9.0, inf]
    """
    if text.isdigit():
        return float(text)
    if text.strip("IVX"):
        return inf
    values = [_ROMAN[letter] for letter in text]
    return float(
        sum(-v if any(later > v for later in values[i:]) else v for i, v in enumerate(values))
    )
