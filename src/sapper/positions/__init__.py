"""Positions: what a player sees, and how it is written."""

from sapper.positions.notation import parse
from sapper.positions.position import Fault, Position
from sapper.positions.states import COVERED, FLAGGED, States

__all__ = ["COVERED", "FLAGGED", "Fault", "Position", "States", "parse"]
