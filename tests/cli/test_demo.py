"""``sapper demo``: what it prints follows from what it computes."""

import re
import signal
from pathlib import Path
from typing import Any

import pytest

from command_line import SAPPER, Outcome, Run, needs_unix, program, wait_until
from sapper.data.published_densities import CRITICAL_DENSITIES
from sapper.games import simulate
from sapper.papers.chong2024 import headline

BOARDS = ((2, 2), (2, 3), (3, 3), (3, 4))


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """The demo with few boards and games."""
    monkeypatch.setattr(headline, "AT_THE_LIMIT", (("20x20", 5),))
    monkeypatch.setattr(headline, "AT_THE_HALF", (("30x30", 5),))
    table = {key: CRITICAL_DENSITIES[key] for key in BOARDS}
    monkeypatch.setattr(headline, "CRITICAL_DENSITIES", table)
    return monkeypatch


def demo(run: Run, folder: Path) -> Outcome:
    store, figures = str(folder / "lab.db"), str(folder / "figures")
    return run("demo", "--store", store, "--figures", figures, "--workers", "1")


def joined(text: str) -> str:
    return re.sub(r"\s+", " ", text)


@pytest.mark.usefixtures("small")
def test_the_parts_in_order(run: Run, tmp_path: Path) -> None:
    shown = demo(run, tmp_path)
    assert shown.code == 0, shown.err
    text = joined(shown.out)
    parts = (
        "Chong et al. 2024 ask",
        "1. One position, as Chong et al. 2024 solve it",
        "safety of each covered cell in %",
        "2. The table of critical densities",
        "(a) not compared: 2x2: decided by chance",
        "(b) not compared: 2x3: clamped to 0",
        "As a whole: chi-square",
        "All 10,800 games were played in this run",
        "3. Large squares",
        "All games of this table were played in this run",
        "4. One result of each other paper, computed in this run",
        "Golan 2014",
        "Figures",
        "Conclusions",
        "The table is reproduced: on the 2 of 4 boards",
        "Shipped data, not played in this run",
    )
    places = [text.index(part) for part in parts]
    assert places == sorted(places)
    for name in ("position", "table", "at_the_limit", "large_boards"):
        assert (tmp_path / "figures" / f"{name}.svg").exists()
        assert (tmp_path / "figures" / f"{name}.png").exists()


@pytest.mark.usefixtures("small")
def test_a_second_run_says_that_its_table_was_played_before(run: Run, tmp_path: Path) -> None:
    demo(run, tmp_path)
    text = joined(demo(run, tmp_path).out)
    assert "None of the 10,800 games was played in this run; the others were played before" in text


def test_with_a_wrong_value_the_verdict_changes(
    small: pytest.MonkeyPatch, run: Run, tmp_path: Path
) -> None:
    from sapper.lab.figures import published_comparison

    wrong = {**CRITICAL_DENSITIES, (3, 4): CRITICAL_DENSITIES[3, 4] * 2}
    small.setattr(published_comparison, "CRITICAL_DENSITIES", wrong)
    text = joined(demo(run, tmp_path).out)
    assert "1. The table is not reproduced: on the 2 of 4 boards" in text
    assert "on 3x4 alone after Holm's correction" in text


def test_with_a_wrong_engine_the_verdict_changes(
    small: pytest.MonkeyPatch, run: Run, tmp_path: Path
) -> None:
    small.setattr(headline, "PUBLISHED", "random")
    small.setattr(headline, "AT_THE_LIMIT", (("50x50", 60),))
    small.setattr(headline, "simulate", weak_player)
    text = joined(demo(run, tmp_path).out)
    assert "1. The table is not reproduced" in text
    assert "0 % on 50x50 in this run, significantly less than half on 50x50" in text
    assert "is rejected as an exact law in this run" in text
    assert "on 50x50 at 0.159 it predicts" in text


def weak_player(board: str, _strategy: str, *rest: Any, **options: Any) -> Any:
    return simulate(board, "random", *rest, **options)


@needs_unix
def test_an_interruption_ends_in_one_sentence(tmp_path: Path) -> None:
    store = tmp_path / "lab.db"
    command = [*SAPPER, "demo", "--store", str(store), "--figures", str(tmp_path / "f")]
    with program([*command, "--workers", "1", "--seed", "7"]) as started:
        wait_until(lambda: store.exists() or started.poll() is not None)
        started.send_signal(signal.SIGINT)
        out, err = started.communicate()
    assert started.returncode == 130, err
    assert "1. One position" in out
    assert err.startswith("stopped: finished games of the table are in ")
    assert err.count("\n") == 1
