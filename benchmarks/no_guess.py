"""Time to generate no-guess layouts, and how far repaired layouts are from uniform.

    python benchmarks/no_guess.py [LAYOUTS]

Boards other than the standard ones use a fifth of the layouts. Times are processor time per call of
``sapper.no_guess``, over all threads. Every expert layout is then checked by a slower solver, which
reasons with one and two clues in Python, calls ``sapper.analyze`` for the rest, and opens only
cells that it proves safe.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sapper.types import Level

import sys
from time import process_time

import numpy as np
import numpy.typing as npt

from sapper import _core
from sapper.games import no_guess, no_guess_deal
from sapper.games.no_guess_layouts import LEVELS, TRIES
from sapper.lab.difficulty.reasoning import KINDS, Walker

STANDARD = ("beginner", "intermediate", "expert")
OTHERS = ("24x30/200", "torus:16x30/99", "hex:16x30/99", "tri:16x30/60", "box:6x6x6/25")
COMPARED: tuple[tuple[str, Level], ...] = (
    ("8x8/10", "single"),
    ("8x8/14", "engine"),
    ("9x9/20", "engine"),
    ("expert", "engine"),
)
LAYOUTS = 1_000
SEED = 1
FRESH_SEED = 2
"""Seed of the comparison; seed 1 was used to design the repair."""


def measure(spec: str, level: Level, uniform: bool, layouts: int) -> None:
    """Print the time per layout, and the number of candidates tried for each."""
    deal = no_guess_deal(spec)
    seconds = np.empty(layouts)
    tries = np.empty(layouts, dtype=np.int64)
    for index in range(layouts):
        began = process_time()
        no_guess(spec, SEED, index, uniform=uniform, level=level)
        seconds[index] = process_time() - began
        search = _core.NoGuess(deal.core, level, uniform, SEED, index, TRIES[uniform])
        search.search()
        tries[index] = search.tries
    how = "uniform" if uniform else "repair"
    print(
        f"{spec:15} {level:11} {how:7} median {1e3 * np.median(seconds):7.2f} ms, "
        f"95 % within {1e3 * np.quantile(seconds, 0.95):7.2f}, slowest {1e3 * seconds.max():7.2f}; "
        f"tries: median {np.median(tries):.0f}, most {tries.max()}",
        flush=True,
    )


def check(spec: str, level: Level, layouts: int) -> None:
    """Print how many layouts a slower solver opens without a guess, and by which reasoning."""
    deal = no_guess_deal(spec)
    walker = Walker(deal.board)
    hardest = [
        walker.walk(_mined(spec, level, False, SEED, index), deal.start).hardest
        for index in range(layouts)
    ]
    solved = sum(kind != KINDS[-1] for kind in hardest)
    kinds = ", ".join(f"{kind} {hardest.count(kind)}" for kind in KINDS if kind in hardest)
    print(f"{spec} {level}: {solved} of {layouts} solved without a guess; hardest: {kinds}")


def compare(spec: str, level: Level, uniform: bool, layouts: int) -> None:
    """Print statistics of the layouts: clicks, zeros, high clue values."""
    walker = Walker(no_guess_deal(spec).board)
    clicks = np.empty(layouts)
    numbers = np.zeros(9)
    for index in range(layouts):
        mined = _mined(spec, level, uniform, FRESH_SEED, index)
        clicks[index] = walker.bbbv(mined)
        numbers += np.bincount(np.array(walker.numbers(mined))[~mined], minlength=9)
    share = 100 * numbers / numbers.sum()
    print(
        f"{spec:8} {level:7} {'uniform' if uniform else 'repair':7} "
        f"3BV {clicks.mean():.2f} +- {1.96 * clicks.std() / layouts**0.5:.2f}, "
        f"zeros {share[0]:.2f} %, 4 or more {share[4:].sum():.2f} %",
        flush=True,
    )


def _mined(spec: str, level: Level, uniform: bool, seed: int, index: int) -> npt.NDArray[np.bool_]:
    return no_guess(spec, seed, index, uniform=uniform, level=level).mines.astype(np.bool_)


def main() -> None:
    """Measure, check and compare."""
    layouts = int(sys.argv[1]) if len(sys.argv) > 1 else LAYOUTS
    for spec in (*STANDARD, *OTHERS):
        for level in LEVELS:
            measure(spec, level, False, layouts if spec in STANDARD else layouts // 5)
    for spec in STANDARD:
        for level in LEVELS:
            measure(spec, level, True, layouts)
    for level in LEVELS:
        check("expert", level, layouts)
    for spec, level in COMPARED:
        for uniform in (True, False):
            compare(spec, level, uniform, 2 * layouts)


if __name__ == "__main__":
    main()
