"""What a request may cost: sizes, time, and how much is done at once."""

from __future__ import annotations

from sapper.limits import Limits

MAX_BODY = 1_000_000
"""The bytes of a request."""

BODY_SECONDS = 15.0
"""How long a request may take to arrive."""

MAX_CELLS = 20_000
"""The cells of a board whose positions are analysed."""

MAX_ENTRIES = 1_000_000
"""The neighbours of all cells of such a board together."""

MAX_GAME_CELLS = 1_000_000
"""The cells of a board that is played; above ``MAX_CELLS`` clicks are not analysed."""

MAX_GAME_ENTRIES = 10_000_000
"""The neighbours of all cells of a board that is played together."""

MAX_MOVES = 100_000
"""The moves of a game."""

MAX_EDGES = 100_000
"""The edges of a graph."""

MAX_DRAWN = 400
"""The nodes of a graph that is drawn."""

MAX_EXACT = 1_000
"""Covered cells up to which there are exact fractions."""

MAX_EXACT_MINES = 100
"""Mines up to which layouts are counted exactly where a cell may hold several."""

MAX_PROMISED_MINES = 1_000
"""Mines up to which it is told what cells would show where a cell may hold several."""

LIMITS = Limits(log2_states=64, memory=64 << 20, seconds=0.4)
"""Of one analysis: what its tables really take decides, refused within a third of a second. The
bound that is known before says little where mines are few, as on boxes of four dimensions."""

SLOW_SECONDS = 0.2
"""An analysis that has taken so long is answered without all that would take as long again."""

SECONDS = 2.5
"""Processor seconds after which a request is answered that it is too hard."""

LARGE_SECONDS = 10.0
"""The same on a board of more than ``MAX_CELLS``, which is built in a third of a second."""

MAX_SAMPLES = 100_000
"""Layouts of a position that are played, in all steps."""

MAX_COMPARED = 10_000_000
"""Games that strategies are compared on, in all steps."""

WIN_SECONDS = 0.5
"""About how long one step of playing on from a position takes."""

WIN_THREADS = 2
"""How many such steps there are at once."""

THINK_SECONDS = 20.0
"""How long a position is thought about, unless it is decided before or whoever asked has left."""

THINK_THREADS = 2
"""How many positions are thought about at once."""

MAX_CLICKS = 10_000
"""The clicks of a recording."""

FILE_SECONDS = 20.0
"""How long a recording may take to be read or analysed; an expert game takes a twentieth of one."""

FILE_THREADS = 2
"""How many of them there are at once."""

LAB_SECONDS = 30.0
"""The same for the laboratory, where a table of many fits may be asked for."""

MAX_CONNECTIONS = 2_000
"""Connections of a process; more are closed at once."""

HEAD_SECONDS = 10.0
"""How long a connection may take to say what it wants, from its first byte or from its begin."""

RATE = 50.0
"""Requests a second that one address may send, on average; this machine itself has no limit."""

BURST = 300
"""Requests that it may send at once, after a while without."""
