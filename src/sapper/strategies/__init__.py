"""Strategies, by name: a strategy chooses the next click in a position.

The strategies of the literature play in the compiled core; ``Strategy`` is the protocol for one
written in Python, and ``register`` gives it a name until ``unregister``.
"""

from sapper.strategies.choosing import Choice, choose
from sapper.strategies.protocol import Strategy
from sapper.strategies.registry import Entry, entries, find, names, register, unregister

__all__ = [
    "Choice",
    "Entry",
    "Strategy",
    "choose",
    "entries",
    "find",
    "names",
    "register",
    "unregister",
]
