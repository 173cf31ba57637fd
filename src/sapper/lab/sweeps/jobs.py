"""Jobs for executors, and the sources that hand them out.

An executor asks its source for the next job whenever a worker is free, so that a source can size a
job by the results of earlier ones. ``Jobs`` is the source for a fixed list; ``Schedule`` cuts games
into jobs by measured time.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol

from sapper.lab.sweeps.players import Players

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


@dataclass(frozen=True, slots=True)
class Job:
    """A call of a function, which another process can do as well as this one.

    The function and its arguments are pickled. The result must depend on them alone, because a job
    is done again if its worker dies.
    """

    function: Callable[..., Any]
    """A function of a module."""

    arguments: tuple[Any, ...] = ()
    """Its arguments."""

    seconds: float | None = None
    """Expected time in seconds; None if unknown."""

    players: Players = field(default_factory=Players)
    """The strategies that the function needs."""

    def __call__(self) -> Any:
        """Do the job in the process that made it."""
        with self.players.in_use():
            return self.function(*self.arguments)

    def by_value(self) -> Job:
        """Return the job with strategies for workers that live on after it."""
        return replace(self, players=self.players.by_value()) if self.players.identities else self


class Source(Protocol):
    """Hands out jobs; called by one thread only."""

    def take(self, workers: int) -> Job | None:
        """Return the next job, or None if there is none at present.

        ``workers`` is how many jobs run at once. After None, the source is asked again when a job
        has finished; the run ends when all jobs have finished and the source returns None.
        """
        ...

    def finish(self, job: Job, result: Any) -> None:
        """Accept the result of a job; called once for each job, before the result is yielded."""
        ...


class Jobs:
    """Hands out the given jobs in order; a generator is asked only for as many as can run.

    >>> from sapper.lab import executor
    >>> jobs = Jobs(Job(pow, (2, exponent)) for exponent in range(4))
    >>> [result for job, result in executor(workers=1).run(jobs)]
    [1, 2, 4, 8]
    """

    def __init__(self, jobs: Iterable[Job]) -> None:
        self._jobs = iter(jobs)

    def take(self, workers: int) -> Job | None:  # noqa: ARG002  (jobs are not sized here)
        """Return the next job; None after the last one."""
        return next(self._jobs, None)

    def finish(self, job: Job, result: Any) -> None:
        """Ignore the result; the caller of the executor receives it."""


def perform(job: Job) -> Any:
    """Do a job of another process, with its strategies; IdentityError if they differ here."""
    with job.players.in_use_elsewhere():
        return job.function(*job.arguments)
