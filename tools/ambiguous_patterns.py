"""Compute the two censuses of ambiguous patterns in ``src/sapper/data``; takes some minutes."""

from pathlib import Path

from sapper.theory.ambiguous_patterns import write_census
from sapper.theory.strips import write_strip_census

DATA = Path(__file__).parent.parent / "src" / "sapper" / "data"

if __name__ == "__main__":
    write_census(str(DATA / "ambiguous_patterns.csv"))
    write_strip_census(str(DATA / "strip_patterns.csv"))
