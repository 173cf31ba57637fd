"""Flags, mines, crosses, ticks and dots as SVG, centred at a point, with a size in pixels."""

from __future__ import annotations

from math import cos, pi, sin

from sapper.boards.palette import FLAG, POLE


def number(value: float) -> str:
    """Return a length as text with at most two decimals.

    >>> number(3.0), number(-0.001), number(1.256)
    ('3', '0', '1.26')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def path(*parts: str | float) -> str:
    """Return the data of an SVG path: commands as text, lengths as numbers.

    >>> path("M", 1.0, 2.5, "h", 3)
    'M1 2.5h3'
    """
    written = ""
    for part in parts:
        if isinstance(part, str):
            written += part
        else:
            written += ("" if written[-1].isalpha() else " ") + number(part)
    return written


def flag(x: float, y: float, size: float) -> str:
    """Draw a flag."""
    left = x - 0.16 * size
    pole = path("M", left, y + 0.42 * size, "V", y - 0.42 * size)
    foot = path("M", left - 0.17 * size, y + 0.42 * size, "h", 0.34 * size)
    cloth = path("M", left, y - 0.46 * size, "l", 0.52 * size, 0.26 * size)
    cloth += path("l", -0.52 * size, 0.26 * size, "z")
    return (
        f'<path d="{pole}{foot}" stroke="{POLE}" stroke-width="{number(0.1 * size)}" '
        f'stroke-linecap="round"/><path d="{cloth}" fill="{FLAG}"/>'
    )


def mine(x: float, y: float, size: float, color: str) -> str:
    """Draw a mine."""
    spikes = ""
    for spike in range(4):
        across, along = 0.44 * size * cos(pi * spike / 4), 0.44 * size * sin(pi * spike / 4)
        spikes += path("M", x - across, y - along, "l", 2 * across, 2 * along)
    return (
        f'<path d="{spikes}" stroke="{color}" stroke-width="{number(0.1 * size)}" '
        f'stroke-linecap="round"/>'
        f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(0.3 * size)}" fill="{color}"/>'
    )


def cross(x: float, y: float, size: float, color: str) -> str:
    """Draw a cross."""
    reach = 0.4 * size
    lines = path("M", x - reach, y - reach, "l", 2 * reach, 2 * reach)
    lines += path("M", x + reach, y - reach, "l", -2 * reach, 2 * reach)
    return _line(lines, color, max(1.5, 0.12 * size))


def tick(x: float, y: float, size: float, color: str) -> str:
    """Draw a tick."""
    line = path("M", x - 0.45 * size, y + 0.02 * size, "l", 0.35 * size, 0.36 * size)
    line += path("l", 0.6 * size, -0.76 * size)
    return _line(line, color, max(1.2, 0.22 * size))


def dot(x: float, y: float, size: float, color: str) -> str:
    """Draw a dot."""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(0.26 * size)}" fill="{color}"/>'


def _line(data: str, color: str, width: float) -> str:
    return (
        f'<path d="{data}" fill="none" stroke="{color}" stroke-width="{number(width)}" '
        f'stroke-linecap="round" stroke-linejoin="round"/>'
    )
