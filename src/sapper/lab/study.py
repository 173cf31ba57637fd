"""The study of paper 000, redone and extended: critical densities of many boards at once.

Each part is a list of boards with a strategy; its results are rows of one table, which comes with
the package and which ``sapper study`` makes again. Small boards are swept at every number of mines,
as in the paper, and judged both ways; on large ones games go where the curve is steep.
"""

from __future__ import annotations

import csv
from dataclasses import asdict, dataclass, fields
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sapper.boards import parse_spec
from sapper.errors import LabError
from sapper.lab.densities import GAMES, adaptive_densities, densities
from sapper.lab.fits.definitions import critical_density
from sapper.version import OTHER_ADDRESS, VERSION, same_address

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sapper.lab.densities import BoardDensity
    from sapper.lab.store.executors import Executor
    from sapper.lab.store.store import Store
    from sapper.progress import Progress

FILE = "critical_densities.csv"
PUBLISHED = "infer-guess-published"
HALF_WIDTH = 0.004
"""Half the width of the interval that large boards are played to."""

MOST_GAMES = 200_000
MOST_WORK = 300_000_000
"""Games, and games times cells, after which a large board is left as it is."""

STRATEGIES = (
    PUBLISHED,
    "infer-guess",
    "perimeter",
    "frontier",
    "pseq",
    "best",
    "basic",
    "neighborhood-sum",
    "random",
    "perimeter-entropy",
    "entropy",
)
"""The strategies of the table: all but ``optimal``, which these boards are too large for."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some boards of the study."""

    name: str
    """What it is called."""

    title: str
    """What it is, in words."""

    boards: tuple[str, ...]
    """The boards."""

    strategies: tuple[str, ...]
    """The strategies that play them."""

    adaptive: bool = False
    """Whether games go where the curve is steep, instead of everywhere alike."""


@dataclass(frozen=True, slots=True)
class StudyRow:
    """One critical density."""

    part: str
    """The part of the study."""

    board: str
    """The board."""

    cells: int
    """Its cells."""

    strategy: str
    """The strategy."""

    method: str
    """``paper``, ``likelihood`` or ``half``."""

    value: float | None
    """The critical density; None where it is not defined."""

    low: float | None
    """The lower end of its 95 % interval."""

    high: float | None
    """The upper end."""

    games: int
    """The games it rests on."""

    version: str
    """The version of Sapper that played them."""


def _grids(pairs: Iterable[tuple[int, int]]) -> tuple[str, ...]:
    return tuple(f"{p}x{q}" for p, q in pairs)


LARGE = (12, 16, 20, 25, 30, 40, 50, 65, 80, 100, 130, 200, 300, 500)

PARTS = (
    Part(
        "table",
        "table B.2: all p x q up to 10x10, with every strategy",
        _grids((p, q) for p in range(1, 11) for q in range(p, 11) if p * q > 1),
        STRATEGIES,
    ),
    Part(
        "rows",
        "1xq to q = 50",
        _grids((1, q) for q in range(11, 51)),
        (PUBLISHED, "perimeter"),
    ),
    Part(
        "pairs",
        "2xq to q = 50",
        _grids((2, q) for q in range(11, 51)),
        (PUBLISHED, "perimeter"),
    ),
    Part(
        "aspect",
        "longer boards of 3 to 6 rows",
        _grids((p, q) for p in (3, 4, 5, 6) for q in (12, 15, 20, 25, 30)),
        ("perimeter",),
    ),
    Part(
        "squares",
        "squares up to 500x500, with the strongest strategy that is fast there",
        _grids((q, q) for q in (*range(3, 11), *LARGE)),
        ("pseq",),
        adaptive=True,
    ),
    Part(
        "torus",
        "squares without borders",
        tuple(f"torus:{q}x{q}" for q in (*range(4, 11), 12, 16, 20, 30, 40, 65, 100)),
        ("pseq",),
        adaptive=True,
    ),
    Part(
        "hex",
        "squares of hexagons, six neighbours a cell",
        tuple(f"hex:{q}x{q}" for q in (*range(4, 11), 12, 16, 20, 30, 40, 65, 100)),
        ("pseq",),
        adaptive=True,
    ),
    Part(
        "box",
        "cubes, 26 neighbours a cell",
        tuple(f"box:{q}x{q}x{q}" for q in (2, 3, 4)),
        ("pseq",),
        adaptive=True,
    ),
)
"""The study."""


def part(name: str) -> Part:
    """Look up a part by name."""
    for candidate in PARTS:
        if candidate.name == name:
            return candidate
    raise LabError(
        f"the study has no part {name!r}: its parts are {', '.join(p.name for p in PARTS)}"
    )


def run(
    chosen: Part,
    store: Store,
    *,
    games: int = GAMES,
    half_width: float = HALF_WIDTH,
    seed: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Iterator[StudyRow]:
    """Play a part, as far as the store lacks its games, and yield its rows."""
    for strategy in chosen.strategies:
        if chosen.adaptive:
            for board in chosen.boards:
                (found,) = adaptive_densities(
                    [board],
                    store,
                    half_width=half_width,
                    strategy=strategy,
                    seed=seed,
                    method="likelihood",
                    most_games=min(MOST_GAMES, MOST_WORK // parse_spec(board).size),
                    executor=executor,
                    progress=progress,
                )
                yield from _rows(chosen.name, found, ("likelihood", "half"))
        else:
            for found in densities(
                chosen.boards,
                store,
                strategy=strategy,
                games=games,
                seed=seed,
                executor=executor,
                progress=progress,
            ):
                yield from _rows(chosen.name, found, ("paper", "likelihood", "half"))


def _rows(part_name: str, found: BoardDensity, methods: Iterable[str]) -> Iterator[StudyRow]:
    curve = found.curve
    for method in methods:
        critical = critical_density(curve, method)
        low, high = critical.interval or (None, None)
        yield StudyRow(
            part_name,
            found.board,
            curve.cells,
            found.strategy,
            method,
            critical.value,
            low,
            high,
            int(curve.games.sum()),
            VERSION,
        )


def to_csv(rows: Iterable[StudyRow], stream: Any) -> None:
    """Write rows as CSV."""
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([field.name for field in fields(StudyRow)])
    for row in rows:
        writer.writerow(["" if value is None else value for value in asdict(row).values()])


def from_csv(text: str) -> list[StudyRow]:
    """Read rows from CSV, of any version that says which it is; LabError if one does not."""

    def number(value: str) -> float | None:
        return float(value) if value else None

    table = csv.DictReader(text.splitlines())
    names = [field.name for field in fields(StudyRow)]
    if table.fieldnames == names[:-1]:
        raise LabError(f"these critical densities are of an older Sapper: {OTHER_ADDRESS}")
    if table.fieldnames != names:
        raise LabError(f"a table of critical densities has the columns {', '.join(names)}")
    return [
        StudyRow(
            row["part"],
            row["board"],
            int(row["cells"]),
            row["strategy"],
            row["method"],
            number(row["value"]),
            number(row["low"]),
            number(row["high"]),
            int(row["games"]),
            row["version"],
        )
        for row in table
    ]


def read(path: str | Path) -> list[StudyRow]:
    """Read the rows of a file that ``sapper study`` wrote.

    LabError where the games of a row have another address than those of this Sapper.
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
        raise LabError(f"{str(path)!r} holds a row that is no critical density") from None


def study() -> list[StudyRow]:
    """Return the results that come with the package."""
    text = resources.files("sapper").joinpath("data", FILE).read_text(encoding="utf-8")
    return _of_this_address(from_csv(text))


def _of_this_address(rows: list[StudyRow]) -> list[StudyRow]:
    if not all(same_address(row.version) for row in rows):
        raise LabError(f"these critical densities are of an older Sapper: {OTHER_ADDRESS}")
    return rows
