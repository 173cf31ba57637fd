"""The table of a store as CSV, Parquet and data frame.

A row contains a point, the sums of its blocks and the version of Sapper that played them. CPU time
is omitted, so a table is byte-identical on every machine.
"""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sapper import files
from sapper.boards import parse_spec
from sapper.errors import LabError
from sapper.intervals import wilson
from sapper.version import OTHER_ADDRESS, same_address

if TYPE_CHECKING:
    from collections.abc import Iterable

    import polars as pl

    from sapper.lab.store.store import Tally

COLUMNS = (
    "board",
    "cells",
    "mines",
    "density",
    "strategy",
    "first",
    "start",
    "seed",
    "games",
    "wins",
    "win_rate",
    "low",
    "high",
    "guess_free",
    "guesses",
    "moves",
    "bbbv",
    "version",
    "max_per_cell",
    "identity",
)

_BEFORE_IDENTITIES = COLUMNS[:-2]
"""The columns of tables of version 0.2.0."""

_OLD_COLUMNS = COLUMNS[:-3]
"""The columns of old tables, which did not record the version."""


def rows(tallies: Iterable[Tally]) -> list[tuple[Any, ...]]:
    """Return the table as rows, in the order of the tallies."""
    table = []
    for tally in tallies:
        point = tally.point
        cells = parse_spec(point.board).size
        low, high = wilson(tally.wins, tally.games)
        table.append(
            (
                point.board,
                cells,
                point.mines,
                point.mines / cells,
                point.strategy,
                point.first,
                point.start,
                point.seed,
                tally.games,
                tally.wins,
                tally.wins / tally.games,
                low,
                high,
                tally.guess_free,
                tally.guesses,
                tally.moves,
                tally.bbbv,
                tally.version,
                point.max_per_cell,
                tally.identity or "",
            )
        )
    return table


def to_csv(tallies: Iterable[Tally]) -> str:
    """Return the table as CSV."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(rows(tallies))
    return stream.getvalue()


def to_frame(tallies: Iterable[Tally]) -> pl.DataFrame:
    """Return the table as a data frame of Polars (extra ``lab``)."""
    _need_polars()
    import polars as pl

    text = dict.fromkeys(("board", "strategy", "first", "version", "identity"), pl.String)
    real = dict.fromkeys(("density", "win_rate", "low", "high"), pl.Float64)
    kinds = {**text, **real, "seed": pl.UInt64}
    schema = {name: kinds.get(name, pl.Int64) for name in COLUMNS}
    return pl.DataFrame(rows(tallies), schema=schema, orient="row")


def write(tallies: Iterable[Tally], path: str | Path) -> None:
    """Write the table to a ``.csv`` or ``.parquet`` file; raise FileError if that fails.

    A table of an older version is not overwritten, because its games cannot be played again.
    """
    target = Path(path)
    if target.suffix not in (".csv", ".parquet"):
        raise LabError(f"a table is written as .csv or .parquet, not {str(path)!r}")
    with files.explained(target):
        columns = _columns(target)
    if columns == _OLD_COLUMNS:
        raise LabError(f"{_is_old(path)}; it is not overwritten, write to another file")
    if target.suffix == ".csv":
        files.write(target, to_csv(tallies))
    else:
        stream = io.BytesIO()
        to_frame(tallies).write_parquet(stream)
        files.write(target, stream.getvalue())


def read(path: str | Path) -> pl.DataFrame:
    """Read a table from CSV or Parquet as a data frame of Polars.

    Raises LabError if it is not such a table, or if its games are addressed differently in this
    version.
    """
    _need_polars()
    import polars as pl

    source = Path(path)
    try:
        if source.suffix == ".parquet":
            frame = pl.read_parquet(source)
        else:
            if files.is_file(source):  # refuse another kind of file without reading all of it
                _check_columns(_columns(source), path)
            kinds = {"seed": pl.UInt64, "version": pl.String, "identity": pl.String}
            frame = pl.read_csv(source, schema_overrides=kinds)
    except (OSError, pl.exceptions.PolarsError) as error:
        what = str(error).partition("\n")[0][:200]
        raise LabError(f"cannot read {str(path)!r}: {what}") from None
    _check_columns(tuple(frame.columns), path)
    versions = frame["version"].unique().to_list()
    if None in versions:
        raise LabError(f"{str(path)!r} has a row without the version that played it")
    if not all(same_address(version) for version in versions):
        raise LabError(_is_old(path))
    if "identity" in frame.columns:
        frame = frame.with_columns(pl.col("identity").fill_null(""))
    else:
        ones = pl.lit(1, pl.Int64).alias("max_per_cell")
        frame = frame.with_columns(ones, pl.lit("").alias("identity"))
    return frame


def _check_columns(columns: tuple[str, ...], path: str | Path) -> None:
    if columns == _OLD_COLUMNS:
        raise LabError(_is_old(path))
    if columns not in (COLUMNS, _BEFORE_IDENTITIES):
        raise LabError(f"{str(path)!r} is not a table of Sapper")


def _columns(path: Path) -> tuple[str, ...]:
    """Return the columns of the table in a file; none if there is no table."""
    if not path.is_file():
        return ()
    if path.suffix != ".parquet":
        with path.open(encoding="utf-8", errors="replace") as stream:
            return tuple(next(csv.reader([stream.readline(1_000)]), ()))
    _need_polars()
    import polars as pl

    try:
        return tuple(pl.read_parquet_schema(path))
    except (OSError, pl.exceptions.PolarsError):
        return ()


def _is_old(path: str | Path) -> str:
    return f"{str(path)!r} is a table of an older Sapper: {OTHER_ADDRESS}"


def _need_polars() -> None:
    from importlib.util import find_spec

    if find_spec("polars") is None:
        raise LabError("data frames and Parquet need Polars: pip install 'sapper[lab]'")
