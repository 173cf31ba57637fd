"""The names the package promises, and what its import costs."""

import subprocess
import sys

import pytest

import sapper

PUBLIC = [
    "Board",
    "Spec",
    "board",
    "box",
    "graph",
    "grid",
    "hexagonal",
    "parse_spec",
    "symmetries",
    "torus",
    "triangular",
    "Fault",
    "Position",
    "parse",
    "Analysis",
    "ClueDistribution",
    "Component",
    "Distribution",
    "Group",
    "Limits",
    "Reason",
    "analyze",
    "ways",
    "Game",
    "Hint",
    "Records",
    "SimulationResult",
    "Strategy",
    "register",
    "simulate",
    "OneMine",
    "PerfectPlay",
    "one_mine",
    "optimal",
    "Reproduction",
    "reproduce",
    "BoardError",
    "ContradictionError",
    "GameError",
    "NotationError",
    "PositionError",
    "SapperError",
    "SpecError",
    "StrategyError",
    "TooHardError",
    "__version__",
]


def test_public_names_are_frozen() -> None:
    assert sapper.__all__ == PUBLIC


@pytest.mark.parametrize("name", PUBLIC)
def test_every_name_is_there(name: str) -> None:
    assert getattr(sapper, name) is not None
    assert name in dir(sapper)


def test_other_names_are_not() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        sapper.nonsense  # noqa: B018


@pytest.mark.parametrize("name", PUBLIC)
def test_nothing_heavy_is_loaded_with_a_name(name: str) -> None:
    """Neither on import nor by touching a name; a few stand for all."""
    if name not in ("analyze", "simulate", "optimal", "Position"):
        return
    code = (
        f"import sys, sapper; sapper.{name}; "
        "print([m for m in ('scipy', 'networkx', 'typer', 'rich', 'matplotlib') "
        "if m in sys.modules])"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert loaded.stdout.strip() == "[]", loaded.stderr
