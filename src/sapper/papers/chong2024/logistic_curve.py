"""Section 7: the logistic curve, with numerical derivatives (central differences)."""

from __future__ import annotations

from math import exp

from sapper.papers.chong2024 import PAPER
from sapper.papers.claims import Effort, Finding, equal
from sapper.papers.exhaustive import every

CURVES = [(L, k, Q, b) for L in (0.5, 0.8, 1.2) for k in (5, 20, 60) for Q in (0.1, 0.3, 0.7)
          for b in (0.0, 0.1)]  # fmt: skip
"""Logistic curves L / (1 + exp(k (x - Q))) + b on which the statements are tested."""

Curve = tuple[float, float, float, float]


def slope(curve: Curve, density: float, step: float = 1e-5) -> float:
    """Return the first derivative of a curve."""
    return (value(curve, density + step) - value(curve, density - step)) / (2 * step)


def bend(curve: Curve, density: float, step: float = 1e-4) -> float:
    """Return the second derivative of a curve."""
    ahead, behind = value(curve, density + step), value(curve, density - step)
    return (ahead - 2 * value(curve, density) + behind) / step**2


def value(curve: Curve, density: float) -> float:
    """Return the value of a curve."""
    height, k, middle, base = curve
    return height / (1 + exp(k * (density - middle))) + base


def _shape(curve: Curve, density: float) -> float:
    """Return the second derivative (7.4) without its factor L."""
    _, k, middle, _ = curve
    e = exp(k * (density - middle))
    return k**2 * e * (e - 1) / (1 + e) ** 3


@PAPER.claim(
    "7.4",
    "power of L in the second derivative of the curve",
    "2",
    slip="the curve is linear in L",
)
def _(_effort: Effort) -> Finding:
    def close(curve: Curve, power: int) -> bool:
        places = [curve[2] + shift / curve[1] for shift in (-2, -1, 1, 2)]
        return all(
            abs(bend(curve, x) / (curve[0] ** power * _shape(curve, x)) - 1) < 1e-3 for x in places
        )

    powers = [p for p in range(4) if all(close(curve, p) for curve in CURVES)]
    return equal(", ".join(map(str, powers)), "2", note=f"on {len(CURVES)} curves")


@PAPER.claim("Proposition 8", "the second derivative is 0 at Q only", "always")
def _(_effort: Effort) -> Finding:
    def holds(curve: Curve) -> bool:
        steps = [curve[2] + step / (10 * curve[1]) for step in range(-60, 61)]
        scale = curve[0] * curve[1] ** 2
        bends = [bend(curve, x, 1e-3 / curve[1]) / scale for x in steps]
        before, middle, after = bends[:60], bends[60], bends[61:]
        return max(before) < 0 < min(after) and abs(middle) < 1e-6

    return every(CURVES, holds, "curves")


@PAPER.claim(
    "7, after 8",
    "the derivative whose only zero is Q",
    "L'",
    slip="L' has no zero; the second derivative is 0 at Q, and L' has its minimum there",
)
def _(_effort: Effort) -> Finding:
    slopes = [(slope(curve, curve[2]), slope(curve, curve[2] + 1 / curve[1])) for curve in CURVES]
    greatest = max(max(pair) for pair in slopes)
    least_at_middle = all(middle < aside for middle, aside in slopes)
    zero = all(abs(middle) < 1e-6 for middle, _ in slopes)
    return Finding(
        f"L' is at most {greatest:.2f} there", zero, confirmed=least_at_middle and greatest < 0
    )


@PAPER.claim("7.6", "the minimum of L' on [0, 1] is at Q clamped to 0 and 1", "always")
def _(_effort: Effort) -> Finding:
    def holds(curve: Curve) -> bool:
        grid = [step / 200 for step in range(201)]
        least = min(grid, key=lambda x: slope(curve, x))
        return abs(least - min(max(curve[2], 0), 1)) < 1e-9

    shifted: list[Curve] = [(1.0, 15.0, step / 10, 0.0) for step in range(-5, 16)]
    return every(shifted, holds, "curves with Q from -0.5 to 1.5")
