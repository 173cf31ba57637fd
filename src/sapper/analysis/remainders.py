"""Reconstruction of integers and fractions from residues modulo the primes of the engine.

Integers by Garner's form of the Chinese remainder theorem, and fractions by Wang's rational
reconstruction. Both take time quadratic in the number of primes.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING

from sapper import _core

if TYPE_CHECKING:
    from collections.abc import Sequence


def whole_number(residues: Sequence[int], scale: int = 1) -> int:
    """Return the smallest non-negative integer with the given residues times ``scale`` (Garner).

    >>> whole_number([10**30 % _core.prime(0), 10**30 % _core.prime(1)]) == 10**30
    True
    """
    value, modulus = 0, 1
    for index, residue in enumerate(residues):
        prime = _core.prime(index)
        step = (residue * scale - value) * pow(modulus, -1, prime) % prime
        value += modulus * step
        modulus *= prime
    return value


def fraction(residues: Sequence[int]) -> Fraction | None:
    """Return the fraction with the given residues (Wang); None if more primes are needed.

    The last prime is only used to verify the fraction found from the others.

    >>> fraction([3 * pow(7, -1, _core.prime(i)) for i in range(3)])
    Fraction(3, 7)
    """
    modulus = 1
    for index in range(len(residues) - 1):
        modulus *= _core.prime(index)
    bound = isqrt(modulus // 2)
    above, below = modulus, whole_number(residues[:-1])
    above_factor, factor = 0, 1
    while below > bound:
        quotient = above // below
        above, below = below, above - quotient * below
        above_factor, factor = factor, above_factor - quotient * factor
    if factor == 0 or abs(factor) > bound:
        return None
    numerator, denominator = (below, factor) if factor > 0 else (-below, -factor)
    check = _core.prime(len(residues) - 1)
    if (numerator - residues[-1] * denominator) % check != 0:
        return None
    return Fraction(numerator, denominator)
