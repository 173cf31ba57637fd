"""Compute ``src/sapper/data/win_rates.csv``; takes a quarter of an hour on one core.

Games are kept in ``win_rates.db`` in the current folder, so that an interrupted run continues.
"""

from pathlib import Path

from sapper.cli.progress import bar
from sapper.lab.study.win_rate_table import write_win_rates

OUTPUT = Path(__file__).parent.parent / "src" / "sapper" / "data" / "win_rates.csv"

if __name__ == "__main__":
    with bar("win rates", None, "games") as progress:
        write_win_rates(OUTPUT, "win_rates.db", progress=progress)
