"""The results of the study: rows of one table, which ships with the package."""

from __future__ import annotations

import csv
from dataclasses import asdict, dataclass, fields
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from sapper.errors import LabError
from sapper.lab.fits.definitions import check_method, critical_density
from sapper.version import OTHER_ADDRESS, VERSION, same_address

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sapper.lab.study.parts import Part
    from sapper.lab.sweeps.densities import BoardDensity
    from sapper.types import DensityMethod, FirstClickRule

FILE = "critical_densities.csv"
"""The file with the results that ship with the package."""


@dataclass(frozen=True, slots=True)
class StudyRow:
    """One critical density of the study."""

    part: str
    """The part of the study."""

    board: str
    """The board."""

    cells: int
    """Its cells."""

    strategy: str
    """The strategy."""

    first: FirstClickRule
    """The rule of the first click."""

    method: DensityMethod
    """The definition of the critical density: a name in ``METHODS``."""

    value: float | None
    """The critical density, in mines per cell; None if it is undefined."""

    low: float | None
    """The lower end of its 95 % interval."""

    high: float | None
    """The upper end."""

    games: int
    """The number of games of the curve."""

    version: str
    """The version of Sapper that played them."""


def rows_of(part: Part, found: BoardDensity) -> Iterator[StudyRow]:
    """Yield the critical densities of a board by each definition of its part."""
    curve = found.curve
    for method in part.methods:
        critical = critical_density(curve, method)
        low, high = critical.interval or (None, None)
        yield StudyRow(
            part.name,
            found.board,
            curve.cells,
            found.strategy,
            found.first,
            method,
            critical.value,
            low,
            high,
            int(curve.games.sum()),
            VERSION,
        )


def missing_points(rows: Iterable[StudyRow], found: BoardDensity) -> list[str]:
    """Return a sentence for each row of a board whose games do not bracket the density."""
    results = (critical_density(found.curve, row.method) for row in rows if row.value is None)
    return [
        f"{found.board}, {found.strategy}, {one.method}: {one.why}" for one in results if one.needs
    ]


def to_csv(rows: Iterable[StudyRow], stream: Any) -> None:
    """Write rows as CSV."""
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([field.name for field in fields(StudyRow)])
    for row in rows:
        writer.writerow(["" if value is None else value for value in asdict(row).values()])


def from_csv(text: str) -> list[StudyRow]:
    """Read rows from CSV, of any version; raise LabError if the columns are wrong."""

    def number(value: str) -> float | None:
        return float(value) if value else None

    table = csv.DictReader(text.splitlines())
    names = [field.name for field in fields(StudyRow)]
    if table.fieldnames != names:
        raise LabError(f"a table of critical densities has the columns {', '.join(names)}")
    rows = list(table)
    if any(None in row or None in row.values() for row in rows):
        raise LabError(f"a row of critical densities has {len(names)} columns")
    return [
        StudyRow(
            row["part"],
            row["board"],
            int(row["cells"]),
            row["strategy"],
            cast("FirstClickRule", row["first"]),
            check_method(row["method"]),
            number(row["value"]),
            number(row["low"]),
            number(row["high"]),
            int(row["games"]),
            row["version"],
        )
        for row in rows
    ]


def read(path: str | Path) -> list[StudyRow]:
    """Read the rows of a file that ``sapper study`` wrote.

    Raises LabError if the games of a row are addressed differently in this version.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise LabError(f"cannot read {str(path)!r}: {error}") from None
    try:
        return _of_this_address(from_csv(text))
    except LabError as error:
        raise LabError(f"{str(path)!r}: {error}") from None
    except (TypeError, ValueError):
        raise LabError(f"{str(path)!r} has an invalid row of critical densities") from None


def study() -> list[StudyRow]:
    """Return the results that ship with the package."""
    text = resources.files("sapper").joinpath("data", FILE).read_text(encoding="utf-8")
    return _of_this_address(from_csv(text))


def _of_this_address(rows: list[StudyRow]) -> list[StudyRow]:
    if not all(same_address(row.version) for row in rows):
        raise LabError(f"these critical densities are of an older Sapper: {OTHER_ADDRESS}")
    return rows
