"""Values of guess candidates, and equivalent cells, against brute force over all layouts."""

from __future__ import annotations

import pytest
from hypothesis import given

import sapper
from brute_force import Fitting
from sapper.analysis import candidates
from sapper.analysis.likeness import alike
from sapper.games import Deal
from sapper.games.playing import clicks
from sapper.strategies.compiled import Compiled
from strategies_for_positions import reachable


def guesses(spec: str, limit: int, games: int) -> list[sapper.Position]:
    deal = Deal.read(spec, max_per_cell=limit)
    return [
        click.position
        for index in range(games)
        for click in clicks(deal, Compiled("pseq"), 3, index)
        if click.analysis is not None and not click.analysis.safe
    ]


@pytest.mark.parametrize(
    ("spec", "limit"), [("3x4/3", 1), ("4x4/4", 1), ("hex:3x4/3", 1), ("torus:3x4/3", 1)]
)
def test_candidates_are_what_brute_force_says(spec: str, limit: int) -> None:
    seen = 0
    for position in guesses(spec, limit, 8):
        fitting = Fitting(position)
        for found in candidates(sapper.analyze(position), most=100):
            promise = fitting.promise(found.cell)
            won = sum(
                float(fitting.weight(layouts))
                for layouts in fitting.shown(found.cell).values()
                if all(all(x[c] for x in layouts) for c in fitting.covered if c != found.cell)
            )
            assert found.safety == pytest.approx(promise["P"])
            assert found.progress == pytest.approx(promise["S"] + won)
            assert found.expected_safe == pytest.approx(promise["E"])
            assert found.next == pytest.approx(promise["U"] + won)
            seen += 1
    assert seen > 20


def test_every_cell_is_among_the_candidates_once() -> None:
    for position in guesses("4x4/4", 1, 5):
        analysis = sapper.analyze(position)
        found = candidates(analysis, most=100)
        possible = [c for c in position.covered if analysis.mine_probability[c] < 1]
        assert sum(candidate.equals for candidate in found) == len(possible)
        assert [-c.safety for c in found] == sorted(-c.safety for c in found)


def test_asked_for_candidates_are_among_them() -> None:
    position = sapper.Position.covered_board("expert").reveal((7, 0), 1)
    analysis = sapper.analyze(position)
    last = position.board.size - 1
    found = candidates(analysis, 3, include=[last])
    assert len(found) == 3
    assert last in [candidate.cell for candidate in found]
    least = min(candidates(analysis), key=lambda candidate: -candidate.safety)
    assert least.safety == pytest.approx(1 - analysis.mine_probability[analysis.best])


def test_candidates_for_people_and_machines() -> None:
    (found, *_) = candidates(sapper.analyze(sapper.parse("1###", mines=2)))
    assert found.to_dict() == {
        "cell": 2,
        "equals": 1,
        "safety": 0.5,
        "progress": 0.5,
        "expected_safe": 0.0,
        "entropy": 0.0,
        "next": 0.5,
    }
    assert found.summary().startswith("cell 2: P(safe) 0.5")


def test_no_time_leaves_at_least_one_candidate() -> None:
    position = guesses("4x4/4", 1, 1)[0]
    analysis = sapper.analyze(position, limits=sapper.Limits(seconds=0.0))
    assert len(candidates(analysis)) == 1
    assert set(analysis.clue_distributions()) == set(analysis.mines)


@given(reachable())
def test_cells_that_are_alike_show_the_same(position: sapper.Position) -> None:
    """All distributions at once are those of the cells one by one."""
    analysis = sapper.analyze(position)
    together = analysis.clue_distributions()
    assert list(together) == position.covered
    for cell, shown in together.items():
        alone = analysis.clue_distribution(cell)
        assert shown.cell == cell
        assert shown.mine_probability == alone.mine_probability
        assert shown.probability == pytest.approx(alone.probability)


@given(reachable(max_per_cell=1))
def test_likeness_names_the_first_of_each_kind(position: sapper.Position) -> None:
    found = alike(position)
    assert list(found) == position.covered
    for cell, twin in found.items():
        assert twin <= cell
        assert found[twin] == twin
