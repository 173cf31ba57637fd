"""Every deprecated name works, and warns with its replacement."""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import sapper
from sapper import theory
from sapper.deprecation import DEPRECATED, OLDER, renamed_keywords
from sapper.games import comparison
from sapper.lab import Curve, points
from sapper.lab.comparison import steps
from sapper.lab.comparison.steps import compare
from sapper.lab.study import study_points

if TYPE_CHECKING:
    from collections.abc import Callable

    from command_line import Run


def finished() -> sapper.Game:
    game = sapper.Game.on(sapper.Layout("1x3", [0, 0, 1]))
    game.open(2)
    return game


def former(**arguments: Any) -> dict[str, Any]:
    """Arguments with their former names, which type checkers no longer accept."""
    return arguments


def imported_anew(name: str) -> Any:
    sys.modules.pop(name, None)
    return importlib.import_module(name).__name__


POSITION = sapper.parse("1#\n##", mines=1)
CERTAIN = sapper.parse("1#", mines=1)
OUTER = sapper.parse("1####", mines=2)
GAMES = sapper.simulate("3x3/2", games=5, seed=4, index=3, records=True)
CURVE = Curve(
    9, np.array([1, 2]), np.array([5, 4]), np.array([9, 9]), cpu_seconds=np.array([3.0, 4.0])
)
POINT = study_points("open-boxes")[0]

# Each entry: a use of the deprecated name, and the same with its replacement.
USES: dict[str, tuple[Callable[[], Any], Callable[[], Any]]] = {
    "simulate(first_game=)": (
        lambda: sapper.simulate("3x3/2", games=5, **former(first_game=7)).counts.moves,
        lambda: sapper.simulate("3x3/2", games=5, index=7).counts.moves,
    ),
    "compare(first_game=)": (
        lambda: compare("3x3/2", ["pseq", "basic"], 5, **former(first_game=7)),
        lambda: compare("3x3/2", ["pseq", "basic"], 5, index=7),
    ),
    "win_probability(first_sample=)": (
        lambda: sapper.win_probability(POSITION, 5, **former(first_sample=7)).value,
        lambda: sapper.win_probability(POSITION, 5, index=7).value,
    ),
    "Analysis.sample(first=)": (
        lambda: sapper.analyze(POSITION).sample(3, **former(first=7)).tolist(),
        lambda: sapper.analyze(POSITION).sample(3, index=7).tolist(),
    ),
    "points(mines=)": (
        lambda: points(["4x4"], **former(mines=[2, 3])),
        lambda: points(["4x4"], mine_counts=[2, 3]),
    ),
    "Configuration.mines": (
        lambda: [one.mines for one in theory.configurations(POSITION).listed],
        lambda: [one.group_mines for one in theory.configurations(POSITION).listed],
    ),
    "Inference.mines": (
        lambda: theory.infer(CERTAIN).mines,
        lambda: theory.infer(CERTAIN).mine_cells,
    ),
    "InferenceStep.mines": (
        lambda: [step.mines for step in theory.infer(CERTAIN).steps],
        lambda: [step.mine_cells for step in theory.infer(CERTAIN).steps],
    ),
    "OuterGroup.mines": (
        lambda: theory.outer_group(OUTER).mines,
        lambda: theory.outer_group(OUTER).mine_count,
    ),
    "SimulationResult.first_game": (lambda: GAMES.first_game, lambda: GAMES.index),
    "SimulationResult.processor": (lambda: GAMES.processor, lambda: GAMES.cpu_seconds),
    "Records.game": (
        lambda: GAMES.records.game.tolist() if GAMES.records else None,
        lambda: [3, 4, 5, 6, 7],
    ),
    "Game.layout": (lambda: finished().layout, lambda: finished().true_layout.mines.tolist()),
    "Group.mines": (
        lambda: sapper.analyze(POSITION).groups[0].mines,
        lambda: sapper.analyze(POSITION).groups[0].mine_count,
    ),
    "Curve.seconds": (
        lambda: CURVE.seconds.tolist() if CURVE.seconds is not None else None,
        lambda: [3.0, 4.0],
    ),
    "StudyPoint.seconds": (lambda: POINT.seconds, lambda: POINT.cpu_seconds),
    "sapper.games.comparison.compare": (
        lambda: comparison.compare,
        lambda: steps.compare,
    ),
    "sapper.games.comparison.Compared": (
        lambda: comparison.Compared,
        lambda: steps.Compared,
    ),
    **{
        f"sapper.papers.{old}": (
            lambda old=old: imported_anew(f"sapper.papers.{old}"),  # type: ignore[misc]
            lambda old=old: f"sapper.papers.{old}",  # type: ignore[misc]
        )
        for old in ("p001_fowler_young", "p002_one_mine", "p003_heuristic_agents")
    },
}

COMMANDS = {
    "sapper simulate --first-game": ["simulate", "3x3/2", "--games", "5", "--first-game", "7"],
    "sapper watch --game": ["watch", "3x3/2", "--game", "7"],
    "sapper play --game": ["play", "3x3/2", "--seed", "1", "--keys", " ", "--game", "7"],
    "sapper difficulty --game": ["difficulty", "4x4/3", "--game", "7"],
}
"""A command with each deprecated option. The replacement takes the same value."""

MEASURED = {"seconds", "longest", "processor"}
"""Fields of the output that are measured."""


def test_every_deprecated_name_is_tested() -> None:
    assert {*USES, *COMMANDS} == set(DEPRECATED)


@pytest.mark.parametrize("name", USES)
def test_a_deprecated_name_warns_with_its_replacement(name: str) -> None:
    old, new = USES[name]
    with pytest.warns(DeprecationWarning, match=" is now ") as caught:
        found = old()
    assert {str(warning.message) for warning in caught} == {f"{name} is now {DEPRECATED[name]}"}
    if not name.startswith("sapper.papers"):
        assert {warning.filename for warning in caught} == {__file__}
    assert found == new()


@pytest.mark.parametrize("name", COMMANDS)
def test_a_deprecated_option_works_with_a_note(name: str, run: Run) -> None:
    command = COMMANDS[name]
    *_, former = name.split()
    *_, option = DEPRECATED[name].split()
    old = run(*command, "--json")
    new = run(*(option if word == former else word for word in command), "--json")
    assert old.err.splitlines() == [f"sapper: {name} is now {DEPRECATED[name]}"]
    assert new.err == ""
    fields = set(new.json) - MEASURED
    assert {field: old.json[field] for field in fields} == {f: new.json[f] for f in fields}
    both = run(*command, option, "3", "--json")
    assert (both.code, both.out) == (2, "")
    assert f"{former} is the deprecated name of {option}: give one of them" in both.err


def test_older_names_stay_without_a_warning(run: Run) -> None:
    analysis, layout = sapper.analyze(CERTAIN), sapper.Layout("1x3", [0, 0, 1])
    pairs: dict[str, tuple[object, object]] = {
        "Analysis.mines": (analysis.mines, analysis.mine_cells),
        "Curve.mines": (CURVE.mines.tolist(), CURVE.mine_counts.tolist()),
        "Layout.mines": (layout.mines.tolist(), layout.mines_per_cell.tolist()),
    }
    for old, new in (("--mines", "--mine-counts"), ("--strategy", "--strategies")):
        value = "2,3" if old == "--mines" else "pseq,random"
        command = ["sweep", "3x3", "--games", "5", "--workers", "1", "--store", ":memory:"]
        found = [run(*command, name, value, "--json") for name in (old, new)]
        assert [shown.err for shown in found] == ["", ""]
        pairs[f"sapper sweep {old}"] = (found[0].json["points"], found[1].json["points"])
    for old, found_by_old in pairs.items():
        assert found_by_old[0] == found_by_old[1], old
    assert set(pairs) == set(OLDER)


def test_a_call_with_both_names_is_refused() -> None:
    with pytest.raises(TypeError, match=r"simulate\(\) got both 'index' and its deprecated name"):
        sapper.simulate("3x3/2", games=5, index=7, **former(first_game=7))


def test_a_renamed_keyword_must_be_listed() -> None:
    @renamed_keywords(old="new")
    def unlisted(new: int = 1) -> int:
        return new

    with pytest.raises(KeyError, match=r"unlisted\(old=\)"):
        unlisted(**former(old=2))
