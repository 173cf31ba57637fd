"""Positions: the information that a player has, and its text notation."""

from sapper.positions.notation import parse
from sapper.positions.position import Fault, Position
from sapper.positions.states import COVERED, FLAGGED, OUTSIDE, UNREAD, States
from sapper.positions.totals import MineTotals

__all__ = [
    "COVERED",
    "FLAGGED",
    "OUTSIDE",
    "UNREAD",
    "Fault",
    "MineTotals",
    "Position",
    "States",
    "parse",
]
