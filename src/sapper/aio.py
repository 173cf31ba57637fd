"""Awaitable calls: the work runs on a thread, and ends when the call is cancelled.

``run`` awaits any function; ``analyze``, ``choose``, ``simulate`` and the others are the functions
of ``sapper`` with the same arguments and results. A cancelled call sets a ``sapper.Stop``, which
the core polls, and returns after the work has ended. So a timeout, a closed connection or a
cancelled task group leaves no work behind.

>>> import asyncio
>>> import sapper
>>> from sapper import aio
>>> async def main():
...     position = sapper.parse("1##", mines=1)
...     analysis, choice = await asyncio.gather(aio.analyze(position), aio.choose(position))
...     return analysis.exact(), choice.cell
>>> asyncio.run(main())
([None, Fraction(1, 1), Fraction(0, 1)], 2)
"""

from __future__ import annotations

import asyncio
from contextvars import copy_context
from functools import wraps
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from sapper import analysis, games, perfect, strategies
from sapper.lab.comparison import comparing
from sapper.stopping import Stop

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from typing import Any

__all__ = [
    "analyze",
    "analyze_many",
    "choose",
    "compare",
    "no_guess",
    "one_mine",
    "optimal",
    "run",
    "simulate",
    "strategy_value",
    "think",
    "win_probability",
]

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")


async def run(
    function: Callable[_Parameters, _Result],
    /,
    *args: _Parameters.args,
    **kwargs: _Parameters.kwargs,
) -> _Result:
    """Call a function on a thread of the event loop's executor and return its result.

    Cancellation stops the work in the core within milliseconds; Python code is stopped at its next
    call of Sapper or of ``sapper.stopping.check_stop``. The call returns when the work has ended; a
    second cancellation does not wait. ``progress`` and other callbacks are called on the thread of
    the work: use ``loop.call_soon_threadsafe`` in them.

    >>> import sapper
    >>> async def main():
    ...     try:
    ...         async with asyncio.timeout(0):
    ...             await run(sapper.simulate, "16x30/99", games=10**9)
    ...     except TimeoutError:
    ...         return "cancelled"
    >>> asyncio.run(main())
    'cancelled'
    """
    stop = Stop()
    started = False

    def work() -> _Result:
        nonlocal started
        started = True
        with stop:
            stop.check()
            return function(*args, **kwargs)

    future = asyncio.get_running_loop().run_in_executor(None, copy_context().run, work)
    future.add_done_callback(_retrieve)
    try:
        return await asyncio.shield(future)
    except asyncio.CancelledError:
        stop.set()
        if started:
            await asyncio.wait((future,))
        raise


def _retrieve(future: asyncio.Future[Any]) -> None:
    """Retrieve the exception of cancelled work, so that asyncio does not log it."""
    if not future.cancelled():
        future.exception()


def _awaitable(
    function: Callable[_Parameters, _Result],
) -> Callable[_Parameters, Coroutine[Any, Any, _Result]]:
    @wraps(function)
    async def call(*args: _Parameters.args, **kwargs: _Parameters.kwargs) -> _Result:
        return await run(function, *args, **kwargs)

    call.__doc__ = f"Await ``sapper.{function.__name__}``; see ``run``."
    call.__module__ = __name__
    return call


analyze = _awaitable(analysis.analyze)
analyze_many = _awaitable(analysis.analyze_many)
choose = _awaitable(strategies.choose)
compare = _awaitable(comparing.compare)
no_guess = _awaitable(games.no_guess)
one_mine = _awaitable(perfect.one_mine)
optimal = _awaitable(perfect.optimal)
simulate = _awaitable(games.simulate)
strategy_value = _awaitable(perfect.strategy_value)
think = _awaitable(games.think)
win_probability = _awaitable(games.win_probability)
