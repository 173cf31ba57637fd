"""Each word means one thing: in every public signature, command line option and JSON schema.

The tables say which types, defaults and help texts a word may have. An exception names its reason.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import pytest
from typer.main import get_command

import sapper
from sapper import defaults, types
from sapper.cli import app
from sapper.lab import densities
from sapper.lab.difficulty import rate, suggest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import public_signatures  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# -- signatures and attributes ------------------------------------------------------------------

PARAMETERS = {
    # The number of mines on the board, flagged ones included; the distribution of an unknown one.
    "mines": {"int", "int | None", "Mines", "Mines | None", "MinesLike", "MinesLike | None"},
    # A first-click rule.
    "first": {"FirstClickRule", "FirstClickRule | None", "Iterable[FirstClickRule]"},
    # The first cell.
    "start": {"Cell", "Cell | None"},
    # The number of a game or sample of a seed.
    "index": {"int"},
    # The seed of random numbers.
    "seed": {"int"},
    # One strategy.
    "strategy": {"StrategyLike", "StrategyLike | Entry | None"},
    # Several strategies.
    "strategies": {
        "Iterable[str]",
        "Sequence[str]",
        "Iterable[StrategyLike]",
        "Sequence[StrategyLike]",
        "Iterable[StrategyLike | Chooser] | Mapping[str, StrategyLike | Chooser]",
    },
    # A board.
    "board": {"BoardLike", "BoardLike | None", "BoardLike | Iterable[BoardLike]", "Board"},
    "level": {"Level"},
    "method": {"DensityMethod"},
    "max_per_cell": {"int"},
    "threads": {"int | None"},
    "cell": {"Cell", "int"},
    "position": {"Position", "Position | None"},
}
"""The types of parameters of public functions, by word."""

ATTRIBUTES = {
    "mines": {"int", "int | None"},
    "first": {"FirstClickRule"},
    "start": {"int", "int | None"},  # as an index
    "index": {"int"},
    "seed": {"int"},
    "strategy": {"str"},  # its name
    "board": {"Board"},
    "status": {"GameStatus"},
    "max_per_cell": {"int"},
    "method": {"DensityMethod"},
}
"""The types of attributes of public classes, by word."""

DEFAULTS: dict[str, set[object]] = {
    "first": {defaults.FIRST, defaults.RATED_FIRST, defaults.FORMULA_FIRST, (defaults.FIRST,)},
    "start": {None},
    "index": {0},
    "seed": {defaults.SEED},
    "strategy": {defaults.STRATEGY, defaults.POSITION_STRATEGY, defaults.HINT_STRATEGY, None},
    "strategies": {(defaults.STRATEGY,)},
    "mines": {None},
    "level": {defaults.LEVEL},
    "method": {defaults.METHOD},
    "games": {None, defaults.GAMES, defaults.POINT_GAMES, defaults.RATED_GAMES},
    "samples": {defaults.SAMPLES},
    "max_per_cell": {1},
}
"""The defaults of parameters of public functions, by word."""

EXCEPTIONS = {
    # An older name that stays.
    "sapper.Analysis.mines": "the cells that are certain mines: `mine_cells` is clearer",
    "sapper.BatchAnalysis.mines": "the cells that are certain mines, as in `Analysis`",
    "sapper.Layout.mines": "the mines of each cell: `mines_per_cell` is clearer",
    "sapper.Layout(mines)": "the mines of each cell",
    "sapper.lab.Curve.mines": "a column: `mine_counts` is clearer",
    "sapper.lab.Curve(mines)": "a column: `mine_counts` is clearer",
    "sapper.lab.Curve.of(mines)": "a column: `mine_counts` is clearer",
    # Deprecated attributes.
    "sapper.Group.mines": "deprecated",
    "sapper.theory.Configuration.mines": "deprecated",
    "sapper.theory.Inference.mines": "deprecated",
    "sapper.theory.InferenceStep.mines": "deprecated",
    "sapper.theory.OuterGroup.mines": "deprecated",
    # Arrays with one entry for each game or position.
    "sapper.Records.index": "an entry for each game",
    "sapper.analyze_many(mines)": "also an entry for each position",
    "sapper.aio.analyze_many(mines)": "also an entry for each position",
    # Filters of a store, which holds names and indices; None stands for all.
    "sapper.lab.Store.tallies(seed)": "a filter",
    "sapper.lab.Store.tallies(start)": "a filter",
    "sapper.lab.Store.tallies(strategies)": "a filter",
    "sapper.lab.Store.tallies(first)": "a filter",
    # A store addresses games by the names of strategies and the specs of boards.
    "sapper.lab.adaptive_densities(strategy)": "the name under which games are stored",
    "sapper.lab.densities(strategy)": "the name under which games are stored",
    "sapper.lab.sweeps.densities.BoardDensity.board": "a spec, as it is stored",
    "sapper.perfect.SmallBoard.board": "a spec, as in the shipped table",
    "sapper.perfect.SmallBoard.shortfall(strategy)": "a name, as in the shipped table",
    # Signatures that Gymnasium prescribes.
    "sapper.gym.MinesweeperEnv.reset(seed)": "Gymnasium",
    "sapper.gym.MinesweeperVectorEnv.reset(seed)": "Gymnasium",
    "sapper.gym.MinesweeperEnv.teacher(strategy)": "without one, the exact probabilities",
    "sapper.gym.MinesweeperVectorEnv.probabilities(threads)": "one thread per environment process",
    "sapper.gym.MinesweeperVectorEnv.teacher(threads)": "one thread per environment process",
    # Others.
    "sapper.Comparison.on(board)": "a spec, as in the results",
    "sapper.Comparison.method": "of the intervals",
    "sapper.theory.UpperBound.method": "of the bound",
    "sapper.theory.PerimeterProbability.method": "EPP or PPP",
    "sapper.theory.PerimeterProbability.mines": "the cells that are certain mines",
    "sapper.theory.LawPattern.first": "the mines of the first of two cases",
    "sapper.Game.status": "changes: type checkers assume that a Literal attribute keeps its value",
    "sapper.Deal.at(start)": "an index, on the way to the core",
    "sapper.lab.difficulty.suggest(level)": "a level of difficulty",
    "sapper.theory.opening_tree(board)": "has a default",
}
"""Uses of a word with another type or default, and why."""

Use = tuple[str, str, str, object]
"""A full name, a word, a type and a default."""


def signatures() -> Iterator[Use]:
    """Every parameter of every public function."""
    for name, thing in public_signatures.public_objects().items():
        for function_name, function in public_signatures.functions_of(name, thing):
            if inspect.isclass(function) and not public_signatures.is_constructed(function_name):
                continue
            for parameter in inspect.signature(function).parameters.values():
                kind = public_signatures.text_of(parameter.annotation)
                place = f"{function_name}({parameter.name})"
                yield place, parameter.name, kind, parameter.default


def attributes() -> Iterator[Use]:
    """Every attribute of every public class."""
    for name, thing in public_signatures.public_objects().items():
        if inspect.isclass(thing):
            for member, kind in public_signatures.attributes(thing).items():
                yield f"{name}.{member}", member, kind, inspect.Parameter.empty


def wrong_uses(
    uses: Iterator[Use], kinds: dict[str, set[str]], exceptions: dict[str, str]
) -> list[str]:
    """Describe the uses of words with another type or default."""
    wrong = []
    for place, word, kind, default in uses:
        if place in exceptions:
            continue
        if word in kinds and kind not in kinds[word]:
            wrong.append(f"{place} is {kind}, not one of {sorted(kinds[word])}")
        given = default is not inspect.Parameter.empty
        if given and word in DEFAULTS and default not in DEFAULTS[word]:
            wrong.append(f"{place} is {default!r} by default, not one of {DEFAULTS[word]}")
    return wrong


def test_words_in_signatures() -> None:
    assert wrong_uses(signatures(), PARAMETERS, EXCEPTIONS) == []


def test_words_as_attributes() -> None:
    assert wrong_uses(attributes(), ATTRIBUTES, EXCEPTIONS) == []


def test_no_exception_is_out_of_date() -> None:
    """Each excuses a use that exists and would be wrong."""
    found = [
        *wrong_uses(signatures(), PARAMETERS, {}),
        *wrong_uses(attributes(), ATTRIBUTES, {}),
    ]
    needed = {line.partition(" is ")[0] for line in found}
    optional = {"sapper.theory.opening_tree(board)", "sapper.lab.Store.tallies(first)"}
    assert set(EXCEPTIONS) - needed <= optional


def test_a_wrong_use_is_found() -> None:
    empty = inspect.Parameter.empty
    uses: list[Use] = [
        ("f(mines)", "mines", "list[int]", empty),
        ("f(first)", "first", "FirstClickRule", "never"),
        ("g(first)", "first", "str", "safe"),
        ("h(first)", "first", "FirstClickRule", "safe"),
        ("h(other)", "other", "str", "never"),
    ]
    found = wrong_uses(iter(uses), PARAMETERS, {})
    assert [line.partition(" ")[0] for line in found] == ["f(mines)", "f(first)", "g(first)"]


# -- defaults stand once ------------------------------------------------------------------------

LITERALS = {
    name: getattr(defaults, name)
    for name in dir(defaults)
    if name.isupper() and name not in ("TYPE_CHECKING",)
}
WORDS_WITH_DEFAULTS = {"first", "seed", "strategy", "games", "samples", "level", "method"}


def literal_defaults(source: str) -> list[str]:
    """Return the parameters whose default is a literal that ``sapper.defaults`` has."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        arguments = node.args
        positional = [*arguments.posonlyargs, *arguments.args]
        pairs = [
            *zip(positional[::-1], arguments.defaults[::-1], strict=False),
            *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
        ]
        found += [
            f"{node.name}({argument.arg}={ast.unparse(default)})"
            for argument, default in pairs
            if argument.arg in WORDS_WITH_DEFAULTS
            and isinstance(default, ast.Constant)
            and default.value in LITERALS.values()
            and default.value is not None
        ]
    return found


SOURCES = [
    path
    for path in sorted((ROOT / "src" / "sapper").rglob("*.py"))
    if "papers" not in path.parts and path.name != "defaults.py"
]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_defaults_are_those_of_one_module(path: Path) -> None:
    assert [
        found
        for found in literal_defaults(path.read_text("utf-8"))
        if f"{path.stem}: {found}" not in OWN_DEFAULTS
    ] == []


OWN_DEFAULTS = {
    "window: window_sweep(first='open')": "the rule of one part of the study",
    "pace: add(games=1)": "",
}
"""Functions whose default is their own."""


def test_a_literal_default_is_found() -> None:
    source = "def f(a, first='safe', *, seed=1, games=3): pass"
    assert literal_defaults(source) == ["f(first='safe')", "f(seed=1)"]


def test_the_page_of_the_api_has_the_defaults() -> None:
    page = (ROOT / "docs" / "reference" / "api.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| `([^`]+)` \|", page, re.M))
    assert rows == {name: str(value) for name, value in LITERALS.items()}


# -- the command line ---------------------------------------------------------------------------

METAVARS = {
    "--mines": {"N"},
    "--mine-counts": {"LIST"},
    "--first": {"RULE", "RULES"},
    "--start": {"R,C"},
    "--index": {"I"},
    "--seed": {"S"},
    "--strategy": {"NAME"},
    "--strategies": {"NAMES"},
    "--board": {"SPEC"},
    "--games": {"N"},
    "--samples": {"N"},
    "--threads": {"T"},
    "--workers": {"W", "N"},  # of processes that play; of the server
    "--max-per-cell": {"X"},
    "--store": {"FILE"},
}
"""The placeholder of each option; it stands for one kind of value."""

OPTION_DEFAULTS: dict[str, set[object]] = {
    "--first": {defaults.FIRST, defaults.RATED_FIRST, None},
    "--start": {None},
    "--index": {0, None},
    "--seed": {defaults.SEED, None},
    "--strategy": {defaults.STRATEGY, defaults.POSITION_STRATEGY, None},
    "--strategies": {defaults.STRATEGY, None},
    "--games": {defaults.GAMES, defaults.POINT_GAMES, defaults.RATED_GAMES, None},
    "--samples": {defaults.SAMPLES, None},
    "--max-per-cell": {1},
}
"""The defaults of each option; None if the help text names it."""


def options() -> Iterator[tuple[str, str, Any]]:
    """Every visible option of every visible command, by its first name."""
    commands: dict[str, Any] = get_command(app).commands  # type: ignore[attr-defined]
    for command, found in commands.items():
        if not found.hidden:
            for parameter in found.params:
                if parameter.opts[0].startswith("--") and not parameter.hidden:
                    yield command, parameter.opts[0], parameter


def test_words_as_options() -> None:
    wrong = []
    for command, option, parameter in options():
        if option in METAVARS and parameter.metavar not in METAVARS[option]:
            wrong.append(f"{command} {option} {parameter.metavar}")
        if option in OPTION_DEFAULTS and parameter.default not in OPTION_DEFAULTS[option]:
            wrong.append(f"{command} {option} is {parameter.default!r} by default")
    assert wrong == []


def test_options_and_functions_have_the_same_defaults() -> None:
    """A command and the function that does its work agree."""
    functions: dict[str, Callable[..., object]] = {
        "simulate": sapper.simulate,
        "choose": sapper.choose,
        "optimal": sapper.optimal,
        "value": sapper.strategy_value,
        "deal": sapper.deal,
        "play": sapper.Game,
        "density": densities,
        "difficulty": rate,
        "suggest": suggest,
    }
    wrong, compared = [], 0
    for command, option, parameter in options():
        name = option.removeprefix("--").replace("-", "_")
        given = inspect.signature(functions.get(command, lambda: None)).parameters.get(name)
        if given is None or parameter.default is None or name not in DEFAULTS:
            continue
        compared += 1
        if given.default != parameter.default:
            wrong.append(f"{command} {option}: {parameter.default!r}, not {given.default!r}")
    assert wrong == []
    assert compared > 15


# -- JSON ---------------------------------------------------------------------------------------

FIRSTS = set(get_args(types.FirstClickRule))

SCHEMAS: dict[str, Callable[[dict[str, Any]], bool]] = {
    "first": lambda schema: set(schema.get("enum", ())) <= FIRSTS and "enum" in schema,
    "start": lambda schema: schema.get("type") in ("integer", "array"),
    "index": lambda schema: schema.get("type") == "integer",
    "seed": lambda schema: schema.get("type") in ("integer", "string"),
    "strategy": lambda schema: schema.get("type") == "string",
    "strategies": lambda schema: schema.get("type") == "array",
    "mines": lambda schema: schema.get("type") in ("integer", "string"),  # or a range as text
    "board": lambda schema: schema.get("type") == "string" or "$ref" in schema,
}
"""Whether a schema has the type of a word. Null may be added."""

SCHEMA_EXCEPTIONS = {
    "MineLayout.mines": "the mines of each cell, as in `Layout`",
    "Sweep.mines": "the numbers of mines to play",
    "CurveColumns.mines": "a column",
    "AnalysisAnswer.mines": "the cells that are certain mines, next to `safe`",
    "Hint.mines": "the cells that are certain mines, next to `safe`",
    "SweepRow.mines": "the numbers of mines to play",
}


def schemas() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every field of every object, and every query parameter, of the web API."""
    pytest.importorskip("fastapi")
    from sapper.web.app import create_app

    document = create_app(Path("unused.db")).openapi()
    for title, schema in document["components"]["schemas"].items():
        for name, field in schema.get("properties", {}).items():
            yield f"{title}.{name}", name, field
    for path, methods in document["paths"].items():
        for operation in methods.values():
            for parameter in operation.get("parameters", ()):
                yield f"{path}?{parameter['name']}", parameter["name"], parameter["schema"]


def choices(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """The alternatives of a schema, without null."""
    return [one for one in schema.get("anyOf", [schema]) if one.get("type") != "null"]


def test_words_in_json_of_the_web_api() -> None:
    wrong = [
        f"{place}: {field}"
        for place, word, field in schemas()
        if word in SCHEMAS
        and place not in SCHEMA_EXCEPTIONS
        and not all(SCHEMAS[word](one) for one in choices(field))
    ]
    assert wrong == []
    assert set(SCHEMA_EXCEPTIONS) <= {place for place, _, _ in schemas()}


def test_json_has_the_same_defaults() -> None:
    allowed: dict[str, set[object]] = {
        "first": {defaults.FIRST},
        "strategy": {defaults.STRATEGY, defaults.POSITION_STRATEGY},
        "seed": {defaults.SEED, str(defaults.SEED)},
        "index": {0},
        "method": {defaults.METHOD},
        "max_per_cell": {1},
    }
    wrong = [
        f"{place} is {field['default']!r} by default"
        for place, word, field in schemas()
        if word in allowed
        and field.get("default") is not None
        and field["default"] not in allowed[word]
    ]
    assert wrong == []
