"""Values from shipped tables: rows name the table, and ``recompute`` computes the same values."""

from __future__ import annotations

from hashlib import sha256
from importlib import resources

import numpy as np
import pytest

from sapper.papers import shipped
from sapper.papers.citation import Citation
from sapper.papers.claims import Effort, Finding, Paper
from sapper.papers.shipped import TABLES, ShippedTable, tables_read

SHIPPED, RECOMPUTED = Effort(), Effort(recompute=True)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.file)
def test_the_day_of_a_table_is_that_of_the_file(table: ShippedTable) -> None:
    """A table that is computed anew needs a new day and digest."""
    content = resources.files("sapper").joinpath("data", table.file).read_bytes()
    digest = sha256(content).hexdigest()[:12]
    assert digest == table.digest, f"write its day and {digest} in sapper.papers.shipped"


def test_a_row_names_the_tables_it_rests_on() -> None:
    paper = Paper(Citation("example1999", "999", "Example 1999", "", "A paper", 1999))

    @paper.claim("1", "from two tables", "1")
    def _(effort: Effort) -> Finding:
        shipped.win_rate_curve(effort, "1x4")
        shipped.corner_limit(effort, "2x3")
        return Finding("1", True)

    paper.claim("2", "from none", "1")(lambda _: Finding("1", True))
    one, other = paper.check(SHIPPED)
    latest = max(shipped.SMALL_BOARDS.date, shipped.WIN_RATES.date)
    assert (one.source, one.origin) == ("shipped", f"shipped {latest}")
    assert one.made_by == "make small-boards; make win-rates"
    assert one.made_on == latest
    assert (other.source, other.made_by, other.made_on) == ("computed", "", "")
    assert {claim.source for claim in paper.check(RECOMPUTED)} == {"computed"}


def test_a_critical_density_computed_again_is_the_shipped_one() -> None:
    arguments = ("table", "1x6", "infer-guess-published", "paper")
    with tables_read() as read:
        again = shipped.study_row(RECOMPUTED, *arguments)
    assert read == set()
    with tables_read() as read:
        own = shipped.study_row(SHIPPED, *arguments)
    assert own.games == again.games
    # The games are the same; processors round differently within the fit.
    assert [own.value, own.low, own.high] == pytest.approx([again.value, again.low, again.high])
    assert read == {shipped.DENSITIES}


def test_a_curve_computed_again_is_the_shipped_one() -> None:
    own, again = (shipped.win_rate_curve(effort, "1x6") for effort in (SHIPPED, RECOMPUTED))
    assert np.array_equal(own.wins, again.wins)
    assert np.array_equal(own.games, again.games)


def test_the_corner_of_a_small_board_computed_again_is_the_shipped_one() -> None:
    assert shipped.corner_limit(SHIPPED, "3x3") == shipped.corner_limit(RECOMPUTED, "3x3")


def test_computing_again_reports_its_progress() -> None:
    reported: list[tuple[str, int, int]] = []
    effort = Effort(recompute=True, progress=lambda *state: reported.append(state))
    shipped.corner_limit(effort, "2x3")
    assert reported
    assert {entry for entry, _, _ in reported} == {"2x3"}
