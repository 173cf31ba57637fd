"""The version of Sapper, for the package, its stores and its tables."""

VERSION = "0.2.0"

ADDRESS = "0.2.0"
"""The first version whose games have the address that they have now.

Before it the layout of a game followed from its seed and number alone, so that games with m and
m + 1 mines shared most of their mines, and the points of a curve were not independent.
"""

OTHER_ADDRESS = (
    "its games at different numbers of mines shared their layouts and were not independent"
)
"""Why what an older version played is not used, for messages."""

_LONGEST_NUMBER = 9


def same_address(version: str) -> bool:
    """Tell whether games of a version have the address that they have now.

    >>> same_address("0.1.0"), same_address("0.2.0"), same_address("0.10.0"), same_address("")
    (False, True, True, False)
    """
    return _numbers(version) >= _numbers(ADDRESS)


def _numbers(version: str) -> tuple[int, ...]:
    parts = version.split(".")
    known = all(part.isdecimal() and len(part) <= _LONGEST_NUMBER for part in parts)
    return tuple(int(part) for part in parts) if known else ()
