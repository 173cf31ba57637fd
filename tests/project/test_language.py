"""The check of the prose finds the old phrases and accepts plain ones."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import language  # noqa: E402

BEFORE_AND_AFTER = [
    ("# The reader is told how far it is.", "# Reports the progress."),
    ("# Mended where it was torn.", "# A truncated record is fixed."),
    ("# Nobody waits for this.", "# No client waits for this."),
    ("# A game that has begun.", "# A game in progress."),
    ("# The clue beside it.", "# The adjacent clue."),
    ('"""Return so many cells."""', '"""Return `count` cells."""'),
    ("# Each comes as often.", "# All have equal probability."),
    ("# It asks each server in turn.", "# It asks the servers one after the other."),
    ("# Equal ones go by lot.", "# Ties are broken at random."),
    ("# A loop looks up now and then.", "# A loop polls the cancellation token."),
    ("# Waits till it ends.", "# Waits until it ends."),
    ("# Games are thought about.", "# Games are searched by rollouts."),
    ("# This part stands for itself.", "# An independent component."),
    ("# What is left over goes last.", "# The remainder goes last."),
    (
        "# Ends early. Where a clue is missing it fails.",
        "# Raises ValueError if a clue is missing.",
    ),
    ("# None where there is no clue.", "# None if the cell has no clue."),
    ("# It plays 300 games a second.", "# It plays 300 games per second."),
    ("# Writes a line a command.", "# Writes one line per command."),
    ("# The table of paper 000.", "# Table 2 of Chong et al. 2024."),
]


@pytest.mark.parametrize(("before", "after"), BEFORE_AND_AFTER)
def test_each_phrase_is_found_and_its_replacement_is_not(before: str, after: str) -> None:
    assert language.findings_of(before)
    assert language.findings_of(after) == []


def test_a_question_may_start_with_a_question_word() -> None:
    assert language.findings_of("## What does a mark mean?") == []


def test_a_finding_names_its_place_and_what_to_write_instead() -> None:
    (finding,) = language.findings_of("# Fine.\n# Not told.\n", "core/a.cpp")
    assert str(finding).startswith("core/a.cpp:2: 'told' -> shows")


def test_the_score_is_per_ten_thousand_words_and_decides_the_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = tmp_path / "a.md"
    document.write_text("word " * 999 + "told\n", "utf-8")
    assert language.main([str(document)]) == 1
    assert "1 in    1000 words:   10.0 per 10,000" in capsys.readouterr().out
    document.write_text("word " * 1000 + "\n", "utf-8")
    assert language.main([str(document)]) == 0


def test_every_path_that_is_scanned_exists() -> None:
    assert [name for name in language.SCANNED if not (ROOT / name).exists()] == []


def test_every_accepted_finding_has_a_reason_and_exists() -> None:
    for entry in language.ACCEPTED:
        assert entry.reason
        files = [path for path in ROOT.glob(entry.path) if path.is_file()]
        assert any(entry.text in path.read_text("utf-8") for path in files), entry
