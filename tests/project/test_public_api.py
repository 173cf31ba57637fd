"""The public names of the package, and the cost of its import."""

import importlib
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
    "register_board",
    "symmetries",
    "torus",
    "triangular",
    "unregister_board",
    "COVERED",
    "FLAGGED",
    "OUTSIDE",
    "UNREAD",
    "Fault",
    "MineTotals",
    "Position",
    "parse",
    "Layout",
    "Analysis",
    "BatchAnalysis",
    "ClueDistribution",
    "Component",
    "Distribution",
    "FlagCheck",
    "Group",
    "Reason",
    "analyze",
    "analyze_many",
    "check_flags",
    "ways",
    "Limits",
    "Cancelled",
    "Stop",
    "Choice",
    "Strategy",
    "choose",
    "register",
    "unregister",
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
    "ClickValues",
    "OneMine",
    "PerfectPlay",
    "StrategyValue",
    "click_values",
    "one_mine",
    "optimal",
    "strategy_value",
    "Comparison",
    "Difference",
    "compare",
    "Reproduction",
    "reproduce",
    "BoardError",
    "ContradictionError",
    "FailedPointsError",
    "FileError",
    "GameError",
    "IdentityError",
    "LabError",
    "LayoutError",
    "NoLayoutError",
    "NotationError",
    "PositionError",
    "SapperError",
    "SpecError",
    "StrategyError",
    "TheoryError",
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


# -- the laboratory -----------------------------------------------------------------------------

LAB = [
    "Store",
    "points",
    "sweep",
    "executor",
    "merge_stores",
    "MergeResult",
    "compare",
    "Comparison",
    "Difference",
    "densities",
    "adaptive_densities",
    "METHODS",
    "CriticalDensity",
    "Curve",
    "CurveError",
    "NotEnoughPointsError",
    "UndefinedError",
    "critical_density",
    "figures",
]

MOVED = [
    ("sapper.lab.densities", "densities", "sapper.lab.sweeps.densities"),
    ("sapper.lab.densities", "adaptive_densities", "sapper.lab.sweeps.densities"),
    ("sapper.lab.densities", "BoardDensity", "sapper.lab.sweeps.densities"),
    ("sapper.lab.store.executors", "executor", "sapper.lab.sweeps.executors"),
    ("sapper.lab.store.executors", "Processes", "sapper.lab.sweeps.executors"),
    ("sapper.lab.store.sweep", "points", "sapper.lab.sweeps.points"),
    ("sapper.lab.store.sweep", "sweep", "sapper.lab.sweeps.sweep"),
    ("sapper.lab.store.sweep", "SweepResult", "sapper.lab.sweeps.sweep"),
    ("sapper.lab.win_rate_table", "win_rates", "sapper.lab.study.win_rate_table"),
    ("sapper.lab.win_rate_table", "win_rate_curve", "sapper.lab.study.win_rate_table"),
    ("sapper.lab.win_rate_table", "write_win_rates", "sapper.lab.study.win_rate_table"),
]


def python(code: str, *options: str) -> str:
    done = subprocess.run([sys.executable, *options, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_public_names_of_the_laboratory_are_frozen() -> None:
    assert sapper.lab.__all__ == LAB
    for name in LAB:
        assert getattr(sapper.lab, name) is not None
        assert name in dir(sapper.lab)
    with pytest.raises(AttributeError, match="nonsense"):
        sapper.lab.nonsense  # noqa: B018


def test_the_laboratory_loads_when_it_is_used() -> None:
    heavy = ("numpy", "scipy", "matplotlib", "polars", "sqlite3", "sapper.games", "sapper.lab.fits")
    assert (
        python(f"import sys, sapper.lab; print([m for m in {heavy} if m in sys.modules])") == "[]"
    )
    code = "from sapper.lab import *; import sys"
    extras = ("scipy", "matplotlib", "polars", "distributed")
    assert python(f"{code}; print([m for m in {extras} if m in sys.modules])") == "[]"


def test_modules_never_hide_the_functions_of_the_laboratory() -> None:
    assert python(
        "import sapper.lab\n"
        "from sapper.lab.densities import densities\n"
        "from sapper.lab.store.sweep import points, sweep\n"
        "import pkgutil, importlib\n"
        "for module in pkgutil.walk_packages(sapper.lab.__path__, 'sapper.lab.'):\n"
        "    importlib.import_module(module.name)\n"
        "from sapper import lab\n"
        "for name in ('points', 'sweep', 'densities', 'executor'):\n"
        "    assert callable(getattr(lab, name)), name\n"
        "assert (lab.points, lab.sweep, lab.densities) == (points, sweep, densities)\n"
        "print(lab.figures.__name__)",
        "-Wignore",
    ) == ("sapper.lab.figures")


@pytest.mark.parametrize(("old", "name", "new"), MOVED)
def test_old_paths_of_the_laboratory_name_the_new_one(old: str, name: str, new: str) -> None:
    module = importlib.import_module(old)
    with pytest.warns(DeprecationWarning, match=rf"^{old}\.{name} is now {new}\.{name}$"):
        found = getattr(module, name)
    assert found is getattr(importlib.import_module(new), name)
    with pytest.raises(AttributeError, match=f"module '{old}' has no attribute 'nonsense'"):
        module.nonsense  # noqa: B018


def test_an_old_path_is_imported_as_before() -> None:
    code = (
        "from sapper.lab.store.sweep import points\n"
        "import sapper.lab.store.sweep as moved\n"
        "assert moved.points is points"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0
    assert "<string>:1: DeprecationWarning: sapper.lab.store.sweep.points is now" in done.stderr
