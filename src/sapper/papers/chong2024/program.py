"""Appendix A.1: differences between the printed program and the algorithms of the text."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import comb

from sapper.analysis import analyze
from sapper.papers.chong2024 import PAPER
from sapper.papers.chong2024.inference import FIGURE, FIGURE_3_1, places
from sapper.papers.chong2024.proper_configurations import ProperConfigurations
from sapper.papers.claims import Effort, Finding, equal
from sapper.positions import parse


@PAPER.claim(
    "A.1, Inferrer.cs",
    "cells that the program infers in the example of 3.1.1",
    "(0, 0), (0, 1), (1, 0)",
    slip="unlike algorithm 3.1, the program has no constraint on the number of mines",
    note=FIGURE,
)
def _(_effort: Effort) -> Finding:
    # With a density instead of the mine count only the local constraints apply.
    analysis = analyze(parse(FIGURE_3_1, density=Fraction(1, 4)))
    certain = sorted(analysis.safe + analysis.mines)
    return equal(places(analysis, certain), "(0, 0), (0, 1), (1, 0)")


@PAPER.claim(
    "A.1, Guesser.cs 275-302",
    "safety of a cell next to one of two independent 1s in #1###1# with 2 mines",
    "1/4 by the printed lines",
    slip="the lines add the weights of independent groups, but these must be multiplied",
)
def _(_effort: Effort) -> Finding:
    position = parse("#1###1#", mines=2)
    exact = analyze(position).exact()[0] or Fraction(0)
    # The printed lines weight a configuration of one group as if there were no other group.
    groups = [position.board.neighbors(clue) for clue in position.revealed]
    weight = comb(len(position.floating), 2 - 1)
    printed = Fraction(weight, sum(weight * len(group) for group in groups))
    own = equal(1 - exact, printed)
    return replace(own, confirmed=printed == Fraction(1, 4))


@PAPER.claim(
    "A.1, Guesser.cs 304-306",
    "safety of a floating cell in #1### with 2 mines",
    "3/2 by the printed lines",
    slip="the lines count floating cells as exposed ones, so the safety is too large by 1",
)
def _(_effort: Effort) -> Finding:
    position = parse("#1###", mines=2)
    found = ProperConfigurations.of(position)
    safety = {cell: found.exposed_safety(cell) for cell in found.exposed}
    safety |= dict.fromkeys(found.floating, Fraction(0))
    expected = found.remaining - len(safety) + sum(safety.values())
    printed = 1 - expected / len(found.floating)
    exact = analyze(position).exact()[found.floating[0]] or Fraction(0)
    own = equal(1 - exact, printed)
    return replace(own, confirmed=printed == Fraction(3, 2) and 0 <= exact <= 1)
