"""Fingerprints of code: any change of a file that a row rests on changes them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sapper.papers import fingerprint

if TYPE_CHECKING:
    import pytest


def test_a_digest_depends_on_contents_and_names_and_not_on_the_order(tmp_path: Path) -> None:
    one, two = tmp_path / "one.py", tmp_path / "two.py"
    one.write_text("1")
    two.write_text("2")
    first = fingerprint.digest([one, two])
    assert fingerprint.digest([two, one]) == first
    assert fingerprint.digest([one]) != first
    two.write_text("3")
    assert fingerprint.digest([one, two]) != first
    one.write_text("3")
    two.write_text("2")
    assert fingerprint.digest([one, two]) != first


def test_the_engine_is_core_data_and_modules_and_no_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: set[str] = set()

    def note(paths: object) -> str:
        assert isinstance(paths, set | list)
        seen.update(str(path) for path in paths)
        return ""

    monkeypatch.setattr(fingerprint, "digest", note)
    fingerprint.engine.__wrapped__()
    names = {Path(path).name for path in seen}
    assert {"critical_densities.csv", "small_boards.csv", "simulation.py"} <= names
    assert any(name.startswith("_core.") for name in names)
    assert not any("/papers/" in Path(path).as_posix() for path in seen)
    seen.clear()
    fingerprint.claims.__wrapped__("golan2014")
    names = {Path(path).name for path in seen}
    assert {"claims.py", "played.py", "lemmas.py", "main_results.py"} <= names
    assert "table_one.py" not in names
