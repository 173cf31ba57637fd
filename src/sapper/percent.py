"""Chances as people read them: one rule of rounding for terminal, pictures, tables and words.

A chance is never rounded to a lie: 0 and 100 stand for certainty alone.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from math import floor, log10


def percent(probability: float) -> str:
    """Write a probability as a percentage of at most three characters.

    Only what is certain is written 0 or 100. Chances under 10 % have a decimal.

    >>> [percent(p) for p in (0.0, 0.0002, 0.002, 0.0545, 0.125, 0.209, 0.9977, 1.0)]
    ['0', '<.1', '0.2', '5.5', '13', '21', '>99', '100']
    """
    value = 100 * probability
    if probability in (0.0, 1.0):
        return f"{value:.0f}"
    if value < 0.1:
        return "<.1"
    if value < 9.95:
        return _rounded(value, 1)
    return _rounded(value, 0) if value <= 99 else ">99"


def percent_in_full(probability: float) -> str:
    """Write a probability as a percentage with about four digits that tell, and its sign.

    Near 100 the digits that tell are those of the chance that is left.

    >>> [percent_in_full(p) for p in (0.0, 1e-9, 0.002, 0.054526, 0.5, 0.99997, 1.0)]
    ['0 %', '0.0000001 %', '0.2 %', '5.453 %', '50 %', '99.997 %', '100 %']
    """
    if probability in (0.0, 1.0):
        return f"{100 * probability:.0f} %"
    if probability < 1e-12:
        return f"{100 * probability:.2e} %"
    rarer = 100 * min(probability, 1 - probability)
    decimals = max(0, 3 - floor(log10(rarer)))
    told = _rounded(100 * probability, decimals)
    return (told.rstrip("0").rstrip(".") if "." in told else told) + " %"


def _rounded(value: float, decimals: int) -> str:
    """Round halves up, as people and the web page do; a format would round them to even."""
    return f"{Decimal(value).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP):f}"
