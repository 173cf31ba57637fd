"""The behaviour signatures of ``sapper bench``: frozen, repeatable and sensitive."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

import sapper
from sapper.errors import StrategyError
from sapper.games import signature
from sapper.games.signatures import TINY_TRIALS, TRIALS, bench, irregular_graph, strategies
from sapper.strategies import entries
from sapper.strategies.registry import find

if TYPE_CHECKING:
    from command_line import Run

FROZEN = Path(__file__).parents[1] / "data" / "signature.json"
CHANGED = (
    "the behaviour of {} changed. If that is intended, run `sapper bench --json > "
    "tests/data/signature.json` and say so in the commit"
)


def test_behaviour_is_frozen() -> None:
    frozen, found = json.loads(FROZEN.read_text()), bench().to_dict()
    names = frozen["strategies"].keys() | found["strategies"].keys()
    changed = [
        name
        for name in sorted(names)
        if frozen["strategies"].get(name) != found["strategies"].get(name)
    ]
    assert not changed, CHANGED.format(", ".join(changed))
    assert frozen["signature"] == found["signature"], CHANGED.format("the list of strategies")


def test_every_built_in_strategy_has_one() -> None:
    names = strategies()
    assert len(set(names)) == len(names)
    for entry in entries():
        prefix = entry.name.partition(":")[0] + ":"
        covered = entry.name in names or any(name.startswith(prefix) for name in names)
        assert covered, entry.name


def test_every_rule_and_kind_of_board_is_played() -> None:
    for trials in (TRIALS, TINY_TRIALS):
        assert {trial.first for trial in trials} == {"any", "safe", "open"}
        assert {trial.max_per_cell for trial in trials} == {1, 2}
    assert {trial.board.partition(":")[0] for trial in TRIALS if ":" in trial.board} == {
        "torus",
        "hex",
        "box",
    }
    assert len({len(irregular_graph().neighbors(cell)) for cell in range(36)}) > 1


@pytest.mark.parametrize("name", ["perimeter", "best", "deep:n=20", "optimal"])
def test_threads_make_no_difference(name: str) -> None:
    assert bench([name], threads=1) == bench([name], threads=3)


class OneOther:
    """Plays as another strategy, but for one guess in the tenth game of a board."""

    opens_certain = True

    def __init__(self, wrong: int | None) -> None:
        self.wrong = wrong
        self.game = -1

    def begin(self, seed: int, index: int) -> None:
        self.game = index

    def choose(self, position: sapper.Position) -> int:
        chances = sapper.analyze(position).mine_probability
        best = int(np.nanargmin(chances))
        return int(np.nanargmax(chances)) if self.game == self.wrong else best


def test_another_decision_in_few_games_is_another_signature() -> None:
    same = signature(OneOther(None))
    assert same == signature(OneOther(None))
    assert same == signature(OneOther(1_000_000))
    assert same != signature(OneOther(9))


def test_the_overall_signature_depends_on_each_strategy() -> None:
    both = bench(["random", "basic"])
    assert both.signature != bench(["basic", "random"]).signature
    assert len(both.signature) == 16
    int(both.signature, 16)


@pytest.mark.parametrize("name", ["deep", "deep:0.5", "book004:deep"])
def test_a_strategy_limited_by_time_has_none(name: str) -> None:
    with pytest.raises(StrategyError, match="a clock limits it"):
        signature(find(name).name)


def test_the_command_prints_a_table_or_json(run: Run) -> None:
    table = run("bench", "random", "basic").out.splitlines()
    found = run("bench", "random", "basic", "--threads", "1", "--json").json
    assert list(found) == ["signature", "version", "strategies"]
    assert found["version"] == sapper.__version__
    assert list(found["strategies"]) == ["random", "basic"]
    for line, (name, facts) in zip(table, found["strategies"].items(), strict=False):
        assert line.split()[:2] == [name, facts["signature"]]
        assert list(facts) == ["signature", "games", "wins", "guesses", "moves"]
    assert table[-1].split() == ["signature", found["signature"]]


def test_the_command_refuses_unknown_and_timed_strategies(run: Run) -> None:
    for name, words in (("perimter", "did you mean 'perimeter'?"), ("deep", "a clock limits it")):
        outcome = run("bench", name)
        assert (outcome.code, outcome.out) == (2, "")
        assert words in outcome.err
        assert outcome.err.count("\n") == 1
