"""Formatting of counts, percentages, and text inside HTML and SVG.

Percentages follow one rounding rule everywhere: only 0 and 1 are written as 0 and 100.
"""

from __future__ import annotations

import re
from html import escape

from sapper import _core

_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def amount(number: int, thing: str) -> str:
    """Return a number with its noun, which is in the plural unless the number is 1.

    >>> amount(1, "point"), amount(0, "point"), amount(1200, "covered cell")
    ('1 point', '0 points', '1,200 covered cells')
    """
    return f"1 {thing}" if number == 1 else f"{number:,} {thing}s"


def percent(probability: float) -> str:
    """Return a probability as a percentage of at most three characters, without a sign.

    Only 0 and 1 are written as 0 and 100. Values under 10 % have one decimal.

    >>> [percent(p) for p in (0.0, 0.0002, 0.002, 0.0545, 0.125, 0.209, 0.9977, 1.0)]
    ['0', '<.1', '0.2', '5.5', '13', '21', '>99', '100']
    """
    return _core.percent(probability)


def percent_in_full(probability: float) -> str:
    """Return a probability as a percentage with about four significant digits and a percent sign.

    Near 100 % these are the significant digits of the complement.

    >>> [percent_in_full(p) for p in (0.0, 1e-9, 0.002, 0.054526, 0.5, 0.99997, 1.0)]
    ['0 %', '0.0000001 %', '0.2 %', '5.453 %', '50 %', '99.997 %', '100 %']
    """
    return _core.percent_in_full(probability)


def percent_chance(probability: float) -> str:
    """Return a probability as a noun phrase with its article.

    >>> percent_chance(0.1875), percent_chance(0.2)
    ('an 18.75 % chance', 'a 20 % chance')
    """
    return _core.percent_chance(probability)


def without_surrogates(text: str) -> str:
    r"""Return text that UTF-8 can hold: with U+FFFD for each lone surrogate.

    >>> without_surrogates("1#"), without_surrogates("\ud800")
    ('1#', '\ufffd')
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def escaped(text: object) -> str:
    r"""Return text with HTML escapes, and with U+FFFD for characters that XML forbids.

    >>> escaped("<b> & \x00")
    '&lt;b&gt; &amp; \ufffd'
    """
    return escape(_NOT_IN_XML.sub("\ufffd", str(text)))
