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
    "Layout",
    "Analysis",
    "ClueDistribution",
    "Component",
    "Distribution",
    "Group",
    "Reason",
    "analyze",
    "ways",
    "Limits",
    "Strategy",
    "register",
    "Deal",
    "Game",
    "Hint",
    "Records",
    "SimulationResult",
    "Thought",
    "WinProbability",
    "deal",
    "no_guess",
    "simulate",
    "think",
    "win_probability",
    "Click",
    "Replay",
    "ReplayAnalysis",
    "formats",
    "link",
    "read",
    "write",
    "OneMine",
    "PerfectPlay",
    "StrategyValue",
    "one_mine",
    "optimal",
    "strategy_value",
    "Reproduction",
    "reproduce",
    "BoardError",
    "ContradictionError",
    "GameError",
    "LabError",
    "LayoutError",
    "NoLayoutError",
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
        sapper.nonsense  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize(
    "code",
    ["import sapper", "import sapper; [getattr(sapper, name) for name in sapper.__all__]"],
    ids=["import", "every name"],
)
def test_nothing_heavy_is_loaded(code: str) -> None:
    heavy = ("scipy", "networkx", "typer", "rich", "matplotlib", "polars", "fastapi", "gymnasium")
    code += f"; import sys; print([m for m in {heavy} if m in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert loaded.stdout.strip() == "[]", loaded.stderr


@pytest.mark.parametrize("package", ["boards", "games", "lab", "perfect", "strategies", "theory"])
def test_packages_are_there_after_the_import_alone(package: str) -> None:
    code = f"import sapper; print(sapper.{package}.__name__)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert found.stdout.strip() == f"sapper.{package}", found.stderr
