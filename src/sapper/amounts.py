"""Numbers of things as people read them."""

from __future__ import annotations


def amount(number: int, thing: str) -> str:
    """Write how many of a thing there are.

    >>> amount(1, "point"), amount(0, "point"), amount(1200, "covered cell")
    ('1 point', '0 points', '1,200 covered cells')
    """
    return f"1 {thing}" if number == 1 else f"{number:,} {thing}s"
