"""Results of the other papers for the demo."""

from typing import Any

import pytest

from sapper.boards import grid
from sapper.games import simulate
from sapper.papers import other_papers as module
from sapper.papers.fowler_young2004.figures import FIGURE_III_1
from sapper.papers.other_papers import other_papers
from sapper.theory import opening_tree


def test_every_other_paper_has_a_result_that_agrees() -> None:
    found = list(other_papers())
    assert len({result.paper for result in found}) == 4
    assert all(result.agrees for result in found)


def test_a_wrong_engine_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "grid", lambda rows, _: grid(rows, 2))
    monkeypatch.setattr(module, "FIGURE_III_1", FIGURE_III_1.replace("32", "22"))
    monkeypatch.setattr(module, "simulate", strong_player)
    monkeypatch.setattr(module, "opening_tree", lambda _: opening_tree("master"))
    assert not any(result.agrees for result in other_papers())


def strong_player(spec: str, _strategy: str, *rest: Any, **options: Any) -> Any:
    return simulate(spec, "pseq", *rest, **options)
