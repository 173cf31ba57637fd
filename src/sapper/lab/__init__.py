"""The laboratory: win-rate curves, critical densities, and how they change with the board."""

from sapper.lab.fits.curve import Curve, CurveError, UndefinedError
from sapper.lab.fits.definitions import METHODS, CriticalDensity, critical_density

__all__ = [
    "METHODS",
    "CriticalDensity",
    "Curve",
    "CurveError",
    "UndefinedError",
    "critical_density",
]
