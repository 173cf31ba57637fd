"""Results as small HTML tables for notebooks: names, values, and intervals as thin bars.

All text is escaped and all styles are inline; there is no script, style sheet or external file.
Text inherits the colour of the page, and the grey lines are visible on light and dark pages.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sapper.formatting import escaped, percent_in_full

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Interval = tuple[float, float]

_TABLE = "border-collapse:collapse;text-align:left;color:inherit;font-variant-numeric:tabular-nums"
_CAPTION = (
    "caption-side:top;text-align:left;font-weight:600;padding:2px 8px 6px 8px;color:inherit;"
    "white-space:nowrap"
)
_CELL = "text-align:left;vertical-align:top;padding:3px 12px 3px 8px;max-width:44em"
_LINE = "border-top:1px solid rgba(128,128,128,0.35)"
_TRACK = (
    "display:block;position:relative;width:180px;height:5px;margin:4px 0 3px 0;"
    "border-radius:3px;background:rgba(128,128,128,0.28)"
)
_WITHIN = "position:absolute;top:0;height:5px;border-radius:3px;background:#2a93a8"
_VALUE = "position:absolute;top:-3px;height:11px;width:2px;margin-left:-1px;background:#d07a00"

_LEAST_WIDTH = 2.0
"""Least width of a drawn interval, in percent of the bar, so that it stays visible."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A value between 0 and 1, as text and as a bar with its interval."""

    text: str
    """The text of the value."""

    value: float
    """The value, from 0 to 1."""

    interval: Interval | None = None
    """The bounds of its 95 % interval, from 0 to 1; None if it has none."""


def share(value: float, interval: Interval | None = None, lead: str = "") -> Bar:
    """Return a bar for a probability or a share, labelled in percent after the text ``lead``.

    >>> share(0.5, (0.45, 0.5525)).text
    '50 % (95 %: 45 % to 55.25 %)'
    """
    bounds = None if interval is None else [percent_in_full(bound) for bound in interval]
    return Bar(lead + _with_interval(percent_in_full(value), bounds), value, interval)


def density(value: float, interval: Interval | None = None) -> Bar:
    """Return a bar for a density, labelled with four decimals.

    >>> density(0.2251, (0.22, 0.23)).text
    '0.2251 (95 %: 0.2200 to 0.2300)'
    """
    bounds = None if interval is None else [f"{bound:.4f}" for bound in interval]
    return Bar(_with_interval(f"{value:.4f}", bounds), value, interval)


def table(title: str, rows: Iterable[Sequence[object]], headings: Sequence[str] = ()) -> str:
    """Return the HTML of a table; the first entry of a row is its heading.

    Integers are written with thousands separators, and a ``Bar`` is drawn as a bar.

    >>> print(table("games", [("won", 3)]).count("<td"))
    1
    """
    head = ""
    if headings:
        cells = "".join(f'<th style="{_CELL}">{escaped(name)}</th>' for name in headings)
        head = f'<thead><tr style="background:none">{cells}</tr></thead>'
    body = "".join(f'<tr style="background:none;{_LINE}">{_row(*row)}</tr>' for row in rows)
    return (
        f'<table style="{_TABLE}"><caption style="{_CAPTION}">{escaped(title)}</caption>'
        f"{head}<tbody>{body}</tbody></table>"
    )


def _with_interval(value: str, bounds: list[str] | None) -> str:
    return value if bounds is None else f"{value} (95 %: {bounds[0]} to {bounds[1]})"


def _row(name: object, *values: object) -> str:
    cells = "".join(f'<td style="{_CELL}">{_cell(value)}</td>' for value in values)
    return f'<th scope="row" style="{_CELL};font-weight:normal">{escaped(name)}</th>{cells}'


def _cell(value: object) -> str:
    if isinstance(value, Bar):
        return escaped(value.text) + _drawn(value)
    return escaped(f"{value:,}" if isinstance(value, int) else value)


def _drawn(bar: Bar) -> str:
    within = ""
    if bar.interval is not None:
        low, high = map(_percent, bar.interval)
        width = max(high - low, _LEAST_WIDTH)
        low = min(low, 100 - width)
        within = f'<span style="{_WITHIN};left:{low:.2f}%;width:{width:.2f}%"></span>'
    at = f'<span style="{_VALUE};left:{_percent(bar.value):.2f}%"></span>'
    return f'<span aria-hidden="true" style="{_TRACK}">{at}{within}</span>'


def _percent(value: float) -> float:
    return 100 * min(1.0, max(0.0, value))
