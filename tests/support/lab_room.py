"""The Lab tab in a real browser: start a sweep and show one curve of the store."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from browser_page import Visitor


def start_sweep(visitor: Visitor, boards: str, games: int, mines: str = "") -> None:
    sweeps = visitor.panel("Sweeps")
    sweeps.get_by_label("Boards").fill(boards)
    sweeps.get_by_label("Strategy").select_option("pseq")
    sweeps.get_by_label("Games a point").fill(str(games))
    sweeps.get_by_label("Mines").fill(mines)
    visitor.button("Start the sweep").click()


def show_alone(visitor: Visitor, board: str) -> None:
    """Choose one curve of the store, which may contain those of other tests."""
    store = visitor.panel("Store")
    while (chosen := store.get_by_role("checkbox", checked=True)).count() > 0:
        chosen.first.click()
    store.locator("li").filter(has_text=board).get_by_role("checkbox").first.check()
