"""How a critical density of the study is written in a row."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sapper.lab.study import StudyRow


def row_text(row: StudyRow) -> str:
    """Return the critical density of a row with its interval."""
    if row.value is None:
        return "undefined"
    if row.low is None or row.high is None:
        return f"{row.value:.4f}"
    return f"{row.value:.4f} [{row.low:.4f}, {row.high:.4f}]"
