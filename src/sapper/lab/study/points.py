"""The games of the study, point by point: for the phase diagram and for tests of theory."""

from __future__ import annotations

import csv
from dataclasses import asdict, dataclass, fields
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from sapper.deprecation import warn_deprecated
from sapper.errors import LabError
from sapper.lab.study.parts import PARTS
from sapper.version import OTHER_ADDRESS, VERSION, same_address

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sapper.lab.study.parts import Part
    from sapper.lab.sweeps.densities import BoardDensity
    from sapper.types import FirstClickRule

POINTS_FILE = "study_points.csv"
"""The points of the window, scaled and peak parts, which ship with the package."""

_INTEGERS = ("mines", "games", "wins", "guess_free", "guesses")


@dataclass(frozen=True, slots=True)
class StudyPoint:
    """The games of a board with one number of mines."""

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

    mines: int
    """The number of mines."""

    games: int
    """The games played."""

    wins: int
    """The games won."""

    guess_free: int
    """The games won without a guess."""

    guesses: int
    """The number of uncertain clicks in all games, up to the end of each game."""

    cpu_seconds: float
    """The CPU time of all games, in seconds."""

    version: str
    """The version of Sapper that played them."""

    @property
    def seconds(self) -> float:
        """Deprecated name of ``cpu_seconds``."""
        warn_deprecated("StudyPoint.seconds")
        return self.cpu_seconds

    @property
    def density(self) -> float:
        """Mines per cell."""
        return self.mines / self.cells


def points_of(part: Part, found: BoardDensity) -> Iterator[StudyPoint]:
    """Return the points of a board of a part."""
    curve = found.curve
    assert curve.cpu_seconds is not None
    for place in range(len(curve)):
        yield StudyPoint(
            part=part.name,
            board=found.board,
            cells=curve.cells,
            strategy=found.strategy,
            first=found.first,
            **{name: int(getattr(curve, name)[place]) for name in _INTEGERS},
            cpu_seconds=round(float(curve.cpu_seconds[place]), 3),
            version=VERSION,
        )


def points_to_csv(points: Iterable[StudyPoint], stream: Any) -> None:
    """Write points as CSV."""
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([field.name for field in fields(StudyPoint)])
    writer.writerows(asdict(point).values() for point in points)


def study_points(part: str | None = None) -> list[StudyPoint]:
    """Return the points of one part that ship with the package.

    By default, those of all parts that look for the half; the parts of the critical law have
    densities and a seed of their own, and the part of the peaks lies past the half.
    """
    text = resources.files("sapper").joinpath("data", POINTS_FILE).read_text(encoding="utf-8")
    points = points_from_csv(text)
    if part is None:
        apart = {each.name for each in PARTS if each.plan in ("scaled", "peak")}
        return [point for point in points if point.part not in apart]
    return [point for point in points if point.part == part]


def read_points(path: str | Path) -> list[StudyPoint]:
    """Read the points of a file that ``sapper study --points`` wrote."""
    try:
        return points_from_csv(Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeError) as error:
        raise LabError(f"cannot read {str(path)!r}: {error}") from None
    except (KeyError, TypeError, ValueError):
        raise LabError(f"{str(path)!r} is not a table of points of the study") from None


def points_from_csv(text: str) -> list[StudyPoint]:
    """Read points from CSV; raise LabError if they are of an incompatible version."""
    points = [
        StudyPoint(
            part=row["part"],
            board=row["board"],
            cells=int(row["cells"]),
            strategy=row["strategy"],
            first=cast("FirstClickRule", row["first"]),
            **{name: int(row[name]) for name in _INTEGERS},
            cpu_seconds=float(row["cpu_seconds"]),
            version=row["version"],
        )
        for row in csv.DictReader(text.splitlines())
    ]
    if not all(same_address(point.version) for point in points):
        raise LabError(f"the points of the study are of an older Sapper: {OTHER_ADDRESS}")
    return points
