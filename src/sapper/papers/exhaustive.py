"""Exhaustive checks of theorems on all small cases.

Small cases do not prove a theorem, but one of them can refute it. The finding reports the number of
cases and the first counterexample.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from sapper.papers.claims import Finding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Case = TypeVar("Case")


def every(
    cases: Iterable[Case],
    holds: Callable[[Case], bool],
    named: str,
    *,
    note: str = "",
) -> Finding:
    """Check a statement on all cases; ``named`` describes them in the finding.

    >>> every(range(2, 50), lambda n: n * n >= 2 * n, "numbers from 2 to 49").ours
    'holds for all 48 numbers from 2 to 49'
    >>> every(range(50), lambda n: n * n >= 2 * n, "numbers up to 49").ours
    'fails for 1 of 50 numbers up to 49, first for 1'
    """
    count = 0
    failures = []
    for case in cases:
        count += 1
        if not holds(case):
            failures.append(case)
    if not count:
        raise ValueError(f"there is no case among {named}")
    if not failures:
        return Finding(f"holds for all {count:,} {named}", True, note)
    first = f"fails for {len(failures):,} of {count:,} {named}, first for {failures[0]}"
    return Finding(first, False, note)
