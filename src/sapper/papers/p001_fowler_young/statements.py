"""What paper 001 says in passing: its theorems, its levels of play and its outlook, measured.

Most of these stand in the text without a number, so that each row says what was taken for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.analysis import analyze, reference
from sapper.games import Game, simulate
from sapper.papers.claims import Effort, Finding, Paper
from sapper.papers.exhaustive import every
from sapper.papers.p001_fowler_young.basic_theorems import theorem_1, theorem_2
from sapper.papers.p001_fowler_young.levels import (
    RANDOM,
    RANDOM_FLAGGING,
    figure_v1,
    won,
)
from sapper.papers.played import play
from sapper.positions import parse
from sapper.strategies.compiled import as_strategy
from sapper.strategies.protocol import begin
from sapper.strategies.registry import find

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.positions import Position

STATEMENTS = Paper("001", "statements")
"""Joined to the other claims of the paper."""

NO_ROOM = "#1#1#"
"""With 2 bombs: one in the middle alone fits both numbers, but leaves no square for the other."""


def positions(spec: str, games: int, seed: int) -> Iterator[Position]:
    """Yield all positions of some games, played by least probability."""
    for index in range(games):
        game = Game(spec, seed=seed, index=index, start=0)
        while game.status == "playing":
            position = game.position
            yield position
            best = analyze(position).best
            assert best is not None
            game.open(best)


# -- II, the theorems ---------------------------------------------------------------------------


@STATEMENTS.claim("Theorem 1", "the squares it flags hold a bomb", "always")
def _(effort: Effort) -> Finding:
    return every(
        positions("5x5/5", effort.games(30, 300), effort.seed),
        lambda position: theorem_1(position) <= set(analyze(position).mines),
        "positions of 5x5/5",
    )


@STATEMENTS.claim("Theorem 2", "the squares it clicks hold none", "always")
def _(effort: Effort) -> Finding:
    return every(
        positions("5x5/5", effort.games(30, 300), effort.seed),
        lambda position: theorem_2(position, theorem_1(position)) <= set(analyze(position).safe),
        "positions of 5x5/5",
    )


# -- III and IV, solutions and their number -----------------------------------------------------


@STATEMENTS.claim(
    "III.2",
    "solutions that fit no layout have more bombs than are left, #1#1# with 2 bombs",
    "always",
    slip="too few are wrong as well, where the squares outside have no room for the others",
)
def _(_effort: Effort) -> Finding:
    position = parse(NO_ROOM, mines=2)
    assert position.mines is not None
    held = [sum(found.values()) for found in reference.arrangements(position)]
    allowed = [bombs for bombs in held if bombs <= position.mines]
    layouts = analyze(position).solutions
    return Finding(
        f"{len(allowed)} solutions with {' and '.join(map(str, allowed))} bombs, {layouts} layout",
        len(allowed) == layouts,
    )


@STATEMENTS.claim(
    "IV",
    "the n of the 2^n arrangements to check, in figure III.1",
    "the bombs that the perimeter contains",
    slip="its squares must be meant, as its next sentence says: 2^30 for 30 squares",
)
def _(_effort: Effort) -> Finding:
    position = parse("######\n######\n##1###\n##32##\n######\n######", mines=11)
    fitting = [sum(found.values()) for found in reference.arrangements(position)]
    by_bombs, by_squares = 2 ** max(fitting), 2 ** len(position.frontier)
    return Finding(
        f"squares: 2^{len(position.frontier)} = {by_squares:,}; 2^{max(fitting)} = {by_bombs} is "
        f"less than the {len(fitting)} that fit",
        by_bombs >= len(fitting),
    )


class _BasicWatcher:
    """Plays level 2, and notes with the size of the perimeter whether level 1 finds something."""

    name = "basic-watcher"

    def __init__(self) -> None:
        self._player = as_strategy(find("perimeter"))
        self.found: list[tuple[int, bool]] = []

    def begin(self, seed: int, index: int) -> None:
        """Begin a game."""
        begin(self._player, seed, index)

    def choose(self, position: Position) -> int:
        """Choose as level 2 does."""
        mines = theorem_1(position)
        said = bool(theorem_2(position, mines)) or bool(mines)
        self.found.append((len(position.frontier), said))
        return self._player.choose(position)


@STATEMENTS.claim(
    "IV.2",
    "positions of 10x10/15 in which Basic Strategy finds something, by size of the perimeter",
    "more with large perimeters",
)
def _(effort: Effort) -> Finding:
    watcher = _BasicWatcher()
    simulate("10x10/15", watcher, effort.games(40, 400), effort.seed)
    shares, shown = [], []
    for least, most in ((1, 10), (11, 20), (21, 100)):
        said = [found for size, found in watcher.found if least <= size <= most]
        shares.append(sum(said) / len(said))
        words = f"{least} to {most} squares" if most < 100 else f"{least} squares and more"
        shown.append(f"{100 * shares[-1]:.0f} % with {words}")
    return Finding(", ".join(shown), shares == sorted(shares))


@STATEMENTS.claim("III.3", "clicks of level 2 that are certain, 9x9/10 and 16x30/99", "very often")
def _(effort: Effort) -> Finding:
    shares = []
    for spec, quick, full in (("9x9/10", 1_000, 10_000), ("16x30/99", 100, 1_000)):
        result = play(effort, spec, "perimeter", quick, full)
        shares.append(1 - result.guesses / result.moves)
    return Finding(" and ".join(f"{100 * share:.1f} %" for share in shares), min(shares) > 0.5)


# -- V, levels of play --------------------------------------------------------------------------


@STATEMENTS.claim(
    "V.1, level 0", "games that random play wins on 4x4 with 5 bombs", "far too low to consider"
)
def _(effort: Effort) -> Finding:
    rates = []
    for name in (RANDOM, RANDOM_FLAGGING):
        wins, games = won(effort, name, 5)
        rates.append(100 * wins / games)
    return Finding(
        f"{rates[0]:.1f} % by clicks, {rates[1]:.1f} % by clicks or flags with equal chance",
        max(rates) < 2,
    )


@STATEMENTS.claim("V.1, level 3", "2.9×10^115 against the atoms in the universe", "vastly larger")
def _(_effort: Effort) -> Finding:
    from sapper.papers.p001_fowler_young.fowler_young_games import games_of

    ratio = len(str(games_of(81, 10) // 10**82)) - 1
    return Finding(f"10^{ratio} for each of 10^82 atoms", ratio > 6)


@STATEMENTS.claim("figure V.1", "with 2 to 14 bombs level 2 wins more games than level 1", "always")
def _(effort: Effort) -> Finding:
    basic, perimeter = figure_v1(effort).values()
    pairs = list(zip(basic, perimeter, strict=True))[2:15]
    return every(pairs, lambda pair: pair[1].interval[0] > pair[0].interval[1], "numbers of bombs")


@STATEMENTS.claim("figure V.1", "games that level 2 wins on 4x4 with 2 to 11 bombs", "ever fewer")
def _(effort: Effort) -> Finding:
    rates = [point.win_rate for point in figure_v1(effort)["perimeter"]][2:12]
    shown = ", ".join(f"{100 * rate:.1f}" for rate in rates)
    return Finding(f"{shown} %", rates == sorted(rates, reverse=True))


# -- VI, the outlook ----------------------------------------------------------------------------

LARGER = ("4x4/2", "8x8/8", "16x16/32")
"""Boards with a bomb proportion of 1/8."""


@STATEMENTS.claim(
    "VI",
    f"games that level 2 wins on larger boards with the same bomb proportion, {', '.join(LARGER)}",
    "might even improve",
    slip="a larger board has more places that force a guess",
)
def _(effort: Effort) -> Finding:
    rates = [play(effort, spec, "perimeter", 1_000, 20_000).win_rate for spec in LARGER]
    return Finding(", ".join(f"{100 * rate:.1f} %" for rate in rates), rates == sorted(rates))


@STATEMENTS.claim(
    "VI",
    "games of level 2 on 16x30/99, a board of the actual game, that come to an end",
    "possible",
)
def _(effort: Effort) -> Finding:
    games = effort.games(100, 1_000)
    result = play(effort, "16x30/99", "perimeter", games, games)
    return Finding(
        f"all of {result.games:,} with exact probabilities, {100 * result.win_rate:.0f} % won",
        result.games == games,
    )


@STATEMENTS.claim(
    "Précis",
    "at levels where the average player plays, 9x9/10 and 16x16/40, level 2 wins",
    "very effective",
)
def _(effort: Effort) -> Finding:
    rates = [
        play(effort, spec, "perimeter", quick, full).win_rate
        for spec, quick, full in (("9x9/10", 1_000, 20_000), ("16x16/40", 500, 5_000))
    ]
    return Finding(" and ".join(f"{100 * rate:.1f} %" for rate in rates), min(rates) > 0.5)
