"""Limits of a request: sizes, processor time, concurrency."""

from __future__ import annotations

from sapper import service
from sapper.limits import Limits

MAX_BODY = service.MAX_BODY
"""Bytes of a request body."""

BODY_SECONDS = 15.0
"""Seconds within which a body must arrive."""

MAX_CELLS = service.MAX_ANALYSED_CELLS
"""Cells of a board whose positions are analysed."""

MAX_ENTRIES = service.MAX_ANALYSED_ENTRIES
"""Entries of the neighbour lists of such a board."""

MAX_GAME_CELLS = service.MAX_PLAYED_CELLS
"""Cells of a board in a game; above ``MAX_CELLS`` clicks are not analysed."""

MAX_GAME_ENTRIES = service.MAX_PLAYED_ENTRIES
"""Entries of the neighbour lists of a board in a game."""

MAX_MOVES = 100_000
"""Moves of a game."""

MAX_EDGES = service.MAX_EDGES
"""Edges of a graph."""

MAX_DRAWN = service.MAX_DRAWN
"""Nodes of a graph that is drawn."""

MAX_EXACT = 1_000
"""Covered cells up to which exact fractions are computed."""

MAX_EXACT_MINES = 100
"""Mines up to which layouts are counted exactly if a cell may hold several."""

MAX_DISTRIBUTION_MINES = 1_000
"""Mines up to which clue distributions are returned if a cell may hold several."""

LIMITS = Limits(log2_states=64, memory=64 << 20, seconds=0.4)
"""Limits of one analysis. The actual memory of the tables decides, and a refusal takes at most a
third of a second. The bound known in advance is loose if mines are few, as on four-dimensional
boxes."""

SLOW_SECONDS = 0.2
"""Processor seconds after which an analysis is answered without its optional parts."""

SECONDS = 2.5
"""Processor seconds of a request, after which the answer is TooHardError."""

LARGE_SECONDS = 10.0
"""Processor seconds on a board of more than ``MAX_CELLS``, whose construction takes 0.3 s."""

MAX_SAMPLES = 100_000
"""Layouts of a position to play, over all steps."""

MAX_COMPARED = 10_000_000
"""Games of a comparison of strategies, over all steps."""

WIN_SECONDS = 0.5
"""Approximate seconds of one step of a win probability estimate."""

WIN_THREADS = 2
"""Concurrent steps of such estimates."""

THINK_SECONDS = 20.0
"""Maximum seconds of rollout search on a position."""

THINK_THREADS = 2
"""Concurrent rollout searches."""

MAX_CLICKS = 10_000
"""Clicks of a recording."""

FILE_SECONDS = 20.0
"""Seconds to read or analyse a recording; an expert game takes a twentieth of a second."""

FILE_THREADS = 2
"""Recordings processed at once."""

LAB_SECONDS = 30.0
"""Processor seconds of a request to the laboratory; a table may need many fits."""

MAX_CONNECTIONS = 2_000
"""Open connections per process; further ones are closed at once."""

HEAD_SECONDS = 10.0
"""Seconds within which a request head must arrive, from the start of the connection or from the
first byte of the head."""

RATE = 50.0
"""Average requests per second of one address; the loopback address has no limit."""

BURST = 300
"""Requests that an address may send at once after a pause."""
