"""Every kind of board through every door of the laboratory: Python, commands, report and page."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np
import pytest

import sapper
from command_line import Run, wait_until
from sapper.boards.specs import read_spec
from sapper.errors import BoardError, GameError, LabError, SapperError, SpecError
from sapper.lab import Store, adaptive_densities, critical_density, densities, points, sweep
from sapper.lab.figures.density_figures import draw_densities
from sapper.lab.figures.win_rates import win_rate_panels, win_rates
from sapper.lab.report.holdings import holdings
from sapper.lab.report.html_report import report
from sapper.lab.store.blocks import Block, Point
from sapper.lab.store.export import read, rows, to_csv, to_frame, write
from sapper.lab.store.stored_curves import stored_curve
from sapper.lab.sweeps.batches import Batch, play_batch
from sapper.lab.sweeps.executors import Processes
from sapper.lab.sweeps.window import window_sweep
from web_client import web_client

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from sapper.lab import Curve
    from sapper.lab.sweeps.densities import BoardDensity
    from sapper.types import BoardLike

GAMES = 40
PLAYER = "pseq"


def ring(cells: int) -> sapper.Board:
    """A ring in which every cell has the two cells on each side as neighbours."""
    return sapper.graph(nx.circulant_graph(cells, [1, 2]))


@dataclass(frozen=True)
class Case:
    """A board as a user gives it, and the most mines per cell."""

    board: Callable[[], BoardLike]
    max_per_cell: int = 1

    @property
    def spec(self) -> str:
        return read_spec(self.board()).board_text

    @property
    def size(self) -> int:
        return sapper.board(self.board()).size


EDGES = list(nx.petersen_graph().edges())
GRAPH = sapper.graph(EDGES)
NAMED = sapper.graph(nx.petersen_graph(), name="petersen")
WORDS = sapper.graph([(f"node {a}", f"node {b}") for a, b in EDGES], name="words")

CASES = {
    "grid": Case(lambda: "3x4"),
    "hexagonal torus": Case(lambda: "hexwrap:4x4"),
    "hexagonal torus as a board": Case(lambda: sapper.hexagonal(4, 4, wrapped=True)),
    "torus of three dimensions": Case(lambda: "torus:3x3x3"),
    "box": Case(lambda: "box:2x3x3"),
    "triangles": Case(lambda: "tri:3x5"),
    "graph": Case(lambda: GRAPH),
    "named graph": Case(lambda: NAMED),
    "graph of words": Case(lambda: WORDS),
    "registered kind": Case(lambda: "ring:12"),
    "registered kind as a board": Case(lambda: sapper.board("ring:13")),
    "two mines per cell": Case(lambda: "3x3", 2),
    "graph with two mines per cell": Case(lambda: NAMED, 2),
    "ring with three mines per cell": Case(lambda: "ring:8", 3),
}

DOORS: dict[str, Callable[[Case, Path, Run], None]] = {}


def door(function: Callable[[Case, Path, Run], None]) -> Callable[[Case, Path, Run], None]:
    DOORS[function.__name__] = function
    return function


@pytest.fixture(scope="module", autouse=True)
def registered() -> Iterator[None]:
    sapper.register_board("ring", ring)
    yield
    sapper.unregister_board("ring")


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize(
    "entrance",
    [
        "sweeps",
        "sweeps_in_processes",
        "critical_densities",
        "adaptive_sweeps",
        "windows",
        "figures",
        "tables",
        "reports",
        "another_process",
        "commands",
        "the_page",
    ],
)
def test_every_board_through_every_door(name: str, entrance: str, tmp_path: Path, run: Run) -> None:
    DOORS[entrance](CASES[name], tmp_path, run)


def simulated(case: Case, mines: int, games: int = GAMES) -> int:
    """The games won by ``simulate``, which the laboratory must reproduce."""
    return sapper.simulate(
        case.board(), PLAYER, games, mines=mines, max_per_cell=case.max_per_cell
    ).wins


@door
def sweeps(case: Case, folder: Path, run: Run) -> None:
    chosen = points([case.board()], [1, 3], [PLAYER], max_per_cell=case.max_per_cell)
    assert [point.board for point in chosen] == [case.spec] * 2
    assert chosen[0] == Point.read(case.board(), 1, PLAYER, max_per_cell=case.max_per_cell)
    with Store(folder / "lab.db") as store:
        assert sweep(chosen, GAMES, store).played == 2 * GAMES
        tallies = store.tallies()
    assert [tally.wins for tally in tallies] == [simulated(case, 1), simulated(case, 3)]
    with pytest.raises((GameError, SpecError), match=r"do not fit|can have"):
        points([case.board()], [case.size * case.max_per_cell + 1])


@door
def sweeps_in_processes(case: Case, folder: Path, run: Run) -> None:
    chosen = points([case.board()], [2], [PLAYER], max_per_cell=case.max_per_cell)
    with Store() as store:
        sweep(chosen, GAMES, store, Processes(1))
        (tally,) = store.tallies()
    assert tally.wins == simulated(case, 2)


@door
def critical_densities(case: Case, folder: Path, run: Run) -> None:
    most = case.max_per_cell
    with Store() as store:
        (found,) = densities(
            [case.board()], store, strategy=PLAYER, games=GAMES, method="half", max_per_cell=most
        )
        again = stored_curve(store, case.board(), PLAYER, "safe", 1, max_per_cell=most)
    numbers = range(1, (case.size - 1) * most + 1)
    assert found.curve.mines.tolist() == again.mines.tolist() == list(numbers)
    assert found.curve.wins[2] == simulated(case, 3)
    assert (found.board, found.max_per_cell) == (case.spec, most)
    assert found.critical.value is not None
    assert 0 < found.critical.value < most
    assert found.to_dict()["spec"] == case.spec
    assert "critical density" in found._repr_html_()


@door
def adaptive_sweeps(case: Case, folder: Path, run: Run) -> None:
    with Store() as store:
        (found,) = adaptive_densities(
            [case.board()],
            store,
            strategy=PLAYER,
            half_width=0.2,
            method="half",
            max_per_cell=case.max_per_cell,
        )
    assert found.board == case.spec
    assert found.critical.interval is not None
    assert found.critical.interval[1] - found.critical.interval[0] <= 0.4


@door
def windows(case: Case, folder: Path, run: Run) -> None:
    with Store() as store:
        curve = window_sweep(
            case.board(), store, middle=0.2, games=10, numbers=[1, 2], first="safe"
        )
    assert (curve.spec, curve.mines.tolist()) == (case.spec, [1, 2])


@door
def figures(case: Case, folder: Path, run: Run) -> None:
    most = case.max_per_cell
    with Store() as store:
        (found,) = densities([case.board()], store, games=GAMES, method="half", max_per_cell=most)
    assert all(path.stat().st_size > 1_000 for path in draw_densities([found], folder))
    several: list[list[BoardDensity | Curve]] = [[found], [found.curve], [found, found.curve]]
    for given in several:
        (axes,) = win_rates(given, method="half").axes
        legend = axes.get_legend()
        assert legend is not None
        assert case.spec in legend.get_texts()[0].get_text()
        assert axes.get_xlim()[1] <= most
    assert len(win_rate_panels([found.curve]).axes) == 1


@door
def tables(case: Case, folder: Path, run: Run) -> None:
    chosen = points([case.board()], [1, 2], [PLAYER], max_per_cell=case.max_per_cell)
    with Store() as store:
        sweep(chosen, GAMES, store)
        tallies = store.tallies(boards=[case.spec])
        lines = to_csv(tallies).splitlines()
        frame = to_frame(tallies)
        write(tallies, folder / "table.parquet")
    assert len(lines) == len(frame) + 1 == 3
    assert lines[1].startswith(f"{case.spec},{case.size},1,")
    assert frame["max_per_cell"].to_list() == [case.max_per_cell] * 2
    assert frame.equals(read(folder / "table.parquet"))
    assert len(rows(tallies)) == 2


@door
def reports(case: Case, folder: Path, run: Run) -> None:
    with Store() as store:
        densities([case.board()], store, strategy=PLAYER, games=20, max_per_cell=case.max_per_cell)
        held = holdings(store)
    (group,) = held.groups
    assert ([one.board for one in group.boards], group.max_per_cell) == (
        [case.spec],
        case.max_per_cell,
    )
    text = report(held)
    assert case.spec in text
    is_graph = case.spec.startswith("graph")
    assert len(held.commands) == (0 if is_graph else 1)
    assert ("points are on graphs" in text) == is_graph
    if not is_graph:
        assert ("--max-per-cell" in held.commands[0]) == (case.max_per_cell > 1)


READER = """
import json, sys
from sapper.lab import Store, densities
from sapper.lab.sweeps.executors import InProcess
with Store(sys.argv[1]) as store:
    store.know_boards()
    (found,) = densities(
        [sys.argv[2]], store, strategy=sys.argv[3], games=20, max_per_cell=int(sys.argv[4])
    )
    print(json.dumps([tally.wins for tally in store.tallies()]))
"""


@door
def another_process(case: Case, folder: Path, run: Run) -> None:
    """A process that has neither the graph nor the kind continues with those of the store."""
    path, most = folder / "lab.db", case.max_per_cell
    with Store(path) as store:
        densities([case.board()], store, strategy=PLAYER, games=10, max_per_cell=most)
    arguments = [str(path), case.spec, PLAYER, str(most)]
    done = subprocess.run(
        [sys.executable, "-c", READER, *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    expected = [simulated(case, mines, 20) for mines in range(1, (case.size - 1) * most + 1)]
    assert json.loads(done.stdout) == expected


@door
def commands(case: Case, folder: Path, run: Run) -> None:
    path, most = folder / "lab.db", str(case.max_per_cell)
    with Store(path) as store:  # which holds the graphs
        sweep(points([case.board()], [1], [PLAYER], max_per_cell=int(most)), 5, store)
    lab = ("--max-per-cell", most, "--store", str(path), "--workers", "1")
    sweeping = ("sweep", case.spec, "--strategies", PLAYER, "--games", str(GAMES), *lab)
    swept = run(*sweeping, "--mine-counts", "1,3", "--json").json
    assert [row["wins"] for row in swept["points"]] == [simulated(case, 1), simulated(case, 3)]
    assert [row["max_per_cell"] for row in swept["points"]] == [int(most)] * 2
    found = run("density", case.spec, "--strategy", PLAYER, "--games", "5", *lab, "--json").json
    (density,) = found["boards"]
    assert (density["spec"], density["max_per_cell"]) == (case.spec, int(most))
    over = run(*sweeping, "--mine-counts", "9999")
    assert (over.code, over.out, over.err.count("\n")) == (2, "", 1)
    assert "9999 mines do not fit" in over.err
    output = folder / "report.html"
    assert run("report", "--store", str(path), "--output", str(output)).code == 0
    assert case.spec in output.read_text("utf-8")


@door
def the_page(case: Case, folder: Path, run: Run) -> None:
    board = sapper.board(case.board())
    asked: dict[str, Any] = {
        "boards": [case.spec],
        "strategies": [PLAYER],
        "games": 20,
        "max_per_cell": case.max_per_cell,
    }
    if board.kind == "graph" and not case.spec.startswith("ring"):
        name = case.spec.partition(":")[2].partition("@")[0] if "@" in case.spec else None
        edges = [list(edge) for edge in board.edges()]
        asked["boards"] = [{"edges": edges, "nodes": board.size, "name": name}]
    with web_client(folder / "lab.db") as client:
        begun = client.post("/api/lab/sweeps", asked, status=201)
        assert begun["max_per_cell"] == case.max_per_cell
        path = "/api/lab/sweeps"
        wait_until(lambda: client.get(path)[0]["state"] == "done")
        (stored,) = client.get("/api/lab/boards")
        assert (stored["board"], stored["max_per_cell"]) == (case.spec, case.max_per_cell)
        wanted: dict[str, Any] = {
            "board": case.spec,
            "strategy": PLAYER,
            "max_per_cell": case.max_per_cell,
            "method": "half",
        }
        curve = client.get("/api/lab/curve", **wanted)
        assert curve["curve"]["wins"][0] == simulated(case, 1, 20)
        assert curve["critical"]["needs"] is None
        for route in ("export.csv", "figure.svg"):
            answer = client.request("GET", f"/api/lab/{route}", params=wanted)
            assert answer.status_code == 200
            assert case.spec in answer.text
        too_many = {**asked, "mines": [5, 9999]}
        refused = client.post("/api/lab/sweeps", too_many, status=422)
        assert "9999 mines do not fit" in refused["error"]


# -- identity of boards -------------------------------------------------------------------------


def test_equal_graphs_share_their_games() -> None:
    one, other = sapper.graph(EDGES), sapper.graph(reversed(EDGES))
    assert one.spec == other.spec
    with Store() as store:
        sweep(points([one], [2]), 10, store)
        assert sweep(points([other], [2]), 10, store).kept == 10


def test_mines_per_cell_are_part_of_a_point() -> None:
    with Store() as store:
        for most in (1, 2):
            densities(["3x3"], store, games=30, max_per_cell=most)
        single, double = (
            stored_curve(store, "3x3", "perimeter", "safe", 1, max_per_cell=most) for most in (1, 2)
        )
    assert (single.mines[-1], double.mines[-1]) == (8, 16)
    assert single.wins.tolist() != double.wins[:8].tolist()
    assert double.densities[-1] == pytest.approx(16 / 9)
    with Store() as store:
        sweep(points(["3x3"], [2]), 5, store)
        with pytest.raises(LabError, match="up to 2 mines per cell"):
            stored_curve(store, "3x3", "perimeter", "safe", 1, max_per_cell=2)


def test_a_changed_builder_does_not_continue_a_store(tmp_path: Path) -> None:
    path = tmp_path / "lab.db"
    sapper.register_board("loop", ring)
    try:
        with Store(path) as store:
            sweep(points(["loop:9"], [2]), 10, store)
        sapper.register_board("loop", lambda n: sapper.graph(nx.path_graph(n)), replace=True)
        with Store(path) as store, pytest.raises(LabError, match="another board 'loop:9'"):
            sweep(points(["loop:9"], [2]), 20, store)
    finally:
        sapper.unregister_board("loop")


@pytest.mark.parametrize(
    ("boards", "more", "message"),
    [
        (["ring:2"], {}, "at least|ring"),
        (["graph:unknown"], {}, "no graph 'graph:unknown' is known"),
        (["hexwrap:3x3"], {}, "hexwrap"),
        ([7], {}, "a board is a spec"),
        (["3x3"], {"max_per_cell": 0}, "max_per_cell"),
        (["3x3"], {"max_per_cell": 1.5}, "max_per_cell"),
        (["3x3"], {"mine_counts": [19], "max_per_cell": 2}, "19 mines do not fit on 3x3"),
        (["broken:3"], {}, "the builder of 'broken' failed: ZeroDivisionError"),
    ],
)
def test_bad_boards_get_one_sentence(boards: list[Any], more: dict[str, Any], message: str) -> None:
    sapper.register_board("broken", lambda n: n // 0)
    try:
        with pytest.raises(SapperError, match=message) as caught:
            points(boards, **more)
        assert "\n" not in str(caught.value)
        if "mine_counts" not in more:
            with Store() as store, pytest.raises(SapperError, match=message):
                densities(boards, store, games=5, **more)
    finally:
        sapper.unregister_board("broken")


def test_a_worker_plays_on_the_board_that_it_is_sent() -> None:
    """It may know another board by the same spec, as a worker that outlives a sweep does."""
    sapper.register_board("loop", lambda n: sapper.graph(nx.path_graph(n)))
    try:
        sent = ring(11).named("loop:11")
        block = Block(Point.read("loop:11", 3, PLAYER), 0, GAMES)
        batch = Batch((block,), (None,), 60.0, boards={"loop:11": sent})
        ((_, counts),) = play_batch(batch).played
        on_sent = sapper.simulate(sent, PLAYER, GAMES, mines=3).counts
        here = sapper.simulate("loop:11/3", PLAYER, GAMES).counts
        played = [(each.wins, each.moves, each.bbbv) for each in (counts, on_sent, here)]
        assert played[0] == played[1] != played[2]
    finally:
        sapper.unregister_board("loop")


def test_another_graph_of_the_same_name_has_its_own_games() -> None:
    one = sapper.graph([(0, 1), (1, 2)], name="same")
    other = sapper.graph([(0, 1), (1, 2), (2, 3)], name="same")
    with Store() as store:
        sweep(points([one, other], [1]), 10, store)
        assert {tally.point.board for tally in store.tallies()} == {one.spec, other.spec}
    with pytest.raises(SpecError, match="several graphs have the name"):
        points(["graph:same"], [1])
    assert issubclass(BoardError, SapperError)


# -- curves in figures --------------------------------------------------------------------------


def test_a_curve_is_drawn_as_a_result_is() -> None:
    with Store() as store:
        (found,) = densities(["5x5"], store, games=100)
    drawn = [win_rates([given]).axes[0] for given in (found, found.curve)]
    lines = [[np.asarray(line.get_xydata()) for line in axes.lines] for axes in drawn]
    assert len(lines[0]) == len(lines[1])
    assert all(np.array_equal(a, b) for a, b in zip(*lines, strict=True))
    labels = ["ours", "theirs"]
    (axes,) = win_rates([found, found.curve], labels=labels).axes
    legend = axes.get_legend()
    assert legend is not None
    assert [text.get_text().split(":")[0] for text in legend.get_texts()] == labels
    value = critical_density(found.curve, "half").value
    (axes,) = win_rates([found.curve], method="half").axes
    (star,) = [line for line in axes.lines if line.get_marker() == "*"]
    assert np.asarray(star.get_xdata()).tolist() == [value]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([], "at least one board"),
        (["5x5"], "takes curves and results of densities, not str"),
        ([None], "not NoneType"),
    ],
)
def test_figures_refuse_other_things(given: list[Any], message: str) -> None:
    with pytest.raises(LabError, match=message):
        win_rates(given)
    with pytest.raises(LabError, match=message):
        win_rate_panels(given)


def test_a_single_curve_without_a_list_is_refused() -> None:
    with Store() as store:
        (found,) = densities(["3x3"], store, games=5)
    for each in (found, found.curve):
        with pytest.raises(LabError, match=r"write \[curve\]"):
            win_rates(each)  # type: ignore[arg-type]
    with pytest.raises(LabError, match="2 labels for 1 curves"):
        win_rates([found], labels=["a", "b"])
