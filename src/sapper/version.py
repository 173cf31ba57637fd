"""The version of Sapper, as recorded in the package, in stores and in tables."""

VERSION = "0.2.0"

ADDRESS = "0.2.0"
"""The first version that addresses games as this one does.

Earlier versions derived the layout of a game from its seed and number only. Games with m and m + 1
mines then shared most of their mines, so that the points of a curve were not independent.
"""

OTHER_ADDRESS = (
    "its games at different numbers of mines shared their layouts and were not independent"
)
"""Why results of older versions are not used; for error messages."""

_LONGEST_NUMBER = 9


def same_address(version: str) -> bool:
    """Return whether a version addresses games as this one does.

    >>> same_address("0.1.0"), same_address("0.2.0"), same_address("0.10.0"), same_address("")
    (False, True, True, False)
    """
    return _numbers(version) >= _numbers(ADDRESS)


def _numbers(version: str) -> tuple[int, ...]:
    parts = version.split(".")
    known = all(part.isdecimal() and len(part) <= _LONGEST_NUMBER for part in parts)
    return tuple(int(part) for part in parts) if known else ()
