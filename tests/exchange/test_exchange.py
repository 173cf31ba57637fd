"""Files and links: round trips, and errors in one sentence."""

from __future__ import annotations

import contextlib
import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import sapper
from sapper import Click, Layout, NotationError, Position, Replay
from sapper.errors import FileError
from sapper.exchange import MAX_BYTES, content, registry
from sapper.exchange.registry import find
from sapper.positions import COVERED, FLAGGED
from strategies_for_positions import boards, reachable

if TYPE_CHECKING:
    from pathlib import Path

    from hypothesis.strategies import DrawFn

    from command_line import Run
    from sapper.exchange import Thing

LAYOUT_FORMATS = ["mbf", "abf", "ptta", "text", "json"]
POSITION_FORMATS = ["mine", "jsminesweeper", "text", "json"]
REPLAY_FORMATS = ["rawvf", "json"]

layout = sapper.deal("9x9/10", seed=5)
position = sapper.parse("1x7/3\n1##F###")
replay = Replay(layout, (Click(0.5, "open", 0), Click(1.25, "flag", 7)), "Ann", "Arbiter 0.52")


@st.composite
def grid_layouts(draw: DrawFn) -> Layout:
    rows, columns = draw(st.integers(1, 12)), draw(st.integers(1, 40))
    mines = draw(st.lists(st.booleans(), min_size=rows * columns, max_size=rows * columns))
    return Layout(sapper.grid(rows, columns), np.array(mines))


@st.composite
def grid_positions(draw: DrawFn) -> Position:
    """Draw clues that may contradict each other, including flags next to zeros."""
    rows, columns = draw(st.integers(1, 6)), draw(st.integers(1, 12))
    cells = st.sampled_from([COVERED, COVERED, COVERED, FLAGGED, 0, 0, 1, 2, 3, 8])
    states = draw(st.lists(cells, min_size=rows * columns, max_size=rows * columns))
    mines = draw(st.integers(0, rows * columns))
    return Position.from_states(sapper.grid(rows, columns), np.array(states), mines)


@st.composite
def replays(draw: DrawFn) -> Replay:
    played = draw(grid_layouts())
    clicks = st.builds(
        Click,
        st.integers(0, 10**6).map(lambda thousandths: thousandths / 1000),
        st.sampled_from(["open", "flag", "chord"]),
        st.integers(0, played.board.size - 1),
    )
    made = Replay(played, tuple(draw(st.lists(clicks, max_size=30))))
    # A file of button events does not contain events after the end of the game.
    kept = [m.click for m in made.analysis().moves]
    over = next((n for n in range(len(kept) + 1) if _over(played, kept[:n])), len(kept))
    return Replay(played, tuple(kept[:over]), draw(st.none() | st.just("Ann Example")), "Sapper 1")


def _over(played: Layout, clicks: list[Click]) -> bool:
    return Replay(played, tuple(clicks)).analysis().status != "playing"


def same(thing: Thing, name: str) -> None:
    """Write a thing and read it again, by the name of the format and by content."""
    data = find(name).write(thing)
    assert sapper.read(data, format=name) == thing
    if name != "abf":  # the bytes are those of mbf
        assert registry.detect(content.Content(data, "x")).name == name
    assert sapper.read(data) == thing


# -- there and back -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", LAYOUT_FORMATS)
@given(thing=grid_layouts())
@example(thing=Layout("1x1", [1]))
@example(thing=Layout("1x5", [0] * 5))
@example(thing=sapper.deal("beginner"))
@example(thing=sapper.deal("expert"))
@example(thing=sapper.deal("255x255/60000"))
def test_layouts_come_back(name: str, thing: Layout) -> None:
    same(thing, name)


@pytest.mark.parametrize("name", POSITION_FORMATS)
@given(thing=grid_positions())
@example(thing=Position.covered_board("200x300/5000"))
def test_positions_come_back(name: str, thing: Position) -> None:
    same(thing, name)


@pytest.mark.parametrize("name", REPLAY_FORMATS)
@settings(max_examples=40)
@given(thing=replays())
def test_replays_come_back(name: str, thing: Replay) -> None:
    same(thing, name)


@given(reachable())
def test_json_holds_positions_on_any_board(pair: Any) -> None:
    thing = pair if isinstance(pair, Position) else pair[0]
    same(thing, "json")


@given(boards(), st.data())
def test_json_and_text_hold_layouts_on_any_board(board: Any, data: st.DataObject) -> None:
    cells = st.lists(st.integers(0, 3), min_size=board.size, max_size=board.size)
    thing = Layout(board, data.draw(cells))
    same(thing, "json")
    if board.kind != "graph" and (thing.mines < 2).any():
        same(thing, "text")


@pytest.mark.parametrize("density", [0.2, "1/5"])
def test_json_holds_densities(density: float | str) -> None:
    from fractions import Fraction

    chance = density if isinstance(density, float) else Fraction(density)
    thing = Position("2x2", [1, None, None, None], density=chance, max_per_cell=1)
    same(thing, "json")


@pytest.mark.parametrize(
    ("thing", "ending"),
    [
        (layout, ".mbf"),
        (layout, ".abf"),
        (layout, ".txt"),
        (layout, ".json"),
        (position, ".mine"),
        (position, ".txt"),
        (position, ".json"),
        (replay, ".rawvf"),
        (replay, ".json"),
    ],
)
def test_files_are_written_by_ending(thing: Thing, ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"file{ending}"
    sapper.write(thing, path)
    assert sapper.read(path) == thing
    assert sapper.read(str(path)) == thing
    other = tmp_path / "without an ending"
    other.write_bytes(path.read_bytes())
    assert sapper.read(other) == thing


# -- by the letter ------------------------------------------------------------------------------


def test_mbf_by_the_letter() -> None:
    two = Layout.from_cells("2x3", [(0, 2), (1, 0)])
    assert find("mbf").write(two) == bytes([3, 2, 0, 2, 2, 0, 0, 1])


def test_mine_by_the_letter() -> None:
    assert find("mine").write(position) == b"7x1x3\n1HHFHHH\n"
    read = sapper.read("3x1x2\nI1O\n")
    assert isinstance(read, Position)
    assert read.states.tolist() == [FLAGGED, 1, FLAGGED]


def test_jsminesweeper_by_the_letter() -> None:
    # Blocks: 0 is a-j, 1 is k-q, then 2 r-v, 3 w-A, 4 B-E, 5 F-H, 6 I-K, 7 L, 8 M, I N-Q, H R-0,
    # F 1-8, O 9. The flag lowers the adjacent 1 to 0; twelve hidden cells are 12 in base 10.
    shown = Position("1x15", [None, 1, 0] + [None] * 12, mines=1, flags=[0])
    assert sapper.link(shown, "jsminesweeper") == "analysis=pabaaab2cST".replace("pab", "apab")
    wrong = Position("1x3", [0, None, 7], mines=1, flags=[1])
    assert sapper.link(wrong, "jsminesweeper") == "analysis=adabaaabb9L"


def test_ptta_by_the_letter() -> None:
    assert sapper.link(Layout("1x6", [1, 0, 0, 0, 1, 1]), "ptta") == "b=61&m=hg"
    assert sapper.link(Layout("8x10", [0] * 80), "ptta") == f"b=1008&m={'0' * 16}"
    assert sapper.link(sapper.deal("beginner"), "ptta").startswith("b=1&m=")
    assert sapper.link(sapper.deal("intermediate"), "ptta").startswith("b=2&m=")
    assert sapper.link(sapper.deal("expert"), "ptta").startswith("b=3&m=")


@pytest.mark.parametrize("before", ["", "?", "https://example.org/index.html?", "index.html?x=1&"])
@pytest.mark.parametrize("after", ["", "#here", "&more=2", "\n"])
def test_links_are_read_whole_or_as_their_query(before: str, after: str) -> None:
    for thing, name in ((position, "jsminesweeper"), (layout, "ptta")):
        assert sapper.read(f"{before}{sapper.link(thing, name)}{after}") == thing


RAWVF = """RawVF_Version: Rev6
Skin:
Program: Arbiter
Version: 0.52.3
Player: Ann Example
Something: new
Width: 4
Height: 2
Mines: 1
Board:
00*0
0000
Events:
0.00 start
0.00 mv 1 1 (5 5)
0.01 lc 1 1 (5 5)
0.10 lr 1 1 (5 5)
0.10 Cell opened (Number 2) 3 4
1.00 rc 3 1 (40 5)
1.10 lc 2 1 (20 5)
1.20 lr 2 1 (20 5)
1.25 rr 2 1
Solved 3BV: 5 of 30
2.000 mc
2.500 mv 3 2 (33 30)
2.750 mr
3.00 lc 99 1 (900 5)
3.10 lr 99 1
4.000 lc 4 1
4.500 lr 4 1
5.000 lc 4 2
5.500 lr 4 2
won
"""


def test_rawvf_by_the_letter() -> None:
    found = sapper.read(RAWVF)
    assert isinstance(found, Replay)
    assert found.player == "Ann Example"
    assert found.program == "Arbiter 0.52.3"
    assert found.layout.mined == [2]
    assert [(click.time, click.kind, click.cell) for click in found.clicks] == [
        (0.1, "open", 0),
        (1.0, "flag", 2),
        (1.2, "chord", 1),
        (2.75, "chord", 6),
    ]
    assert found.analysis().won
    crlf = sapper.read(RAWVF.replace("\n", "\r\n").encode())
    assert crlf == found


# -- what is wrong ------------------------------------------------------------------------------

HUGE = "31623x31623"  # 10^9 cells
WRONG: list[tuple[str, Any, str | None]] = [
    ("mbf", b"", "0 bytes"),
    ("mbf", b"\x09\x09\x00", "3 bytes"),
    ("mbf", b"\x00\x09\x00\x00", "a width of 0"),
    ("mbf", b"\x02\x02\x00\x05" + bytes(10), "5 mines on 4 cells"),
    ("mbf", b"\x09\x09\x00\x02\x01\x01", "6 bytes, but 2 mines take 8"),
    ("mbf", b"\x09\x09\x00\x01\x01\x01\x01", "7 bytes, but 1 mines take 6"),
    ("mbf", b"\x09\x09\xff\xff", "65535 mines on 81"),
    ("mbf", b"\x09\x08\x00\x01\x01\x08", "byte 5: a mine at column 1, row 8"),
    ("mbf", b"\x09\x08\x00\x01\x09\x01", "byte 5: a mine at column 9, row 1"),
    ("mbf", b"\x09\x08\x00\x02\x01\x01\x01\x01", "byte 7: .* twice"),
    ("mine", "", "line 1: '' is not WIDTHxHEIGHTxMINES"),
    ("mine", "9x9\n", "line 1"),
    ("mine", "2x2x1\nHH", "1 rows, but the first line says 2"),
    ("mine", "2x2x1\nHH\nH", "line 3: 1 cells"),
    ("mine", "2x1x1\nH?", r"line 2, column 2: '\?'"),
    ("mine", "2x1x1\nH9", "line 2, column 2: '9'"),
    ("mine", "2x1x3\nHH", "3 mines"),
    ("mine", "31623x31623x5\nHH", "1 rows"),
    ("mine", b"2x1x1\nH\x00", "byte 8 is 0"),
    ("mine", b"2x1x1\nH\xff", "byte 8 is not UTF-8"),
    ("jsminesweeper", "analysis=abc", "3 digits, but its header has 8"),
    ("jsminesweeper", "analysis=acab", "header"),
    ("jsminesweeper", "analysis=acabaaab!", "digit 9 of analysis is '!'"),
    ("jsminesweeper", "analysis=acabaaab", "have 0 cells, but 1x2/1 has 2"),
    ("jsminesweeper", "analysis=acabaaabU", "the run at digit 9 of analysis exceeds the 2 cells"),
    ("jsminesweeper", "analysis=acabaaab" + "U" * 5000, "the run at digit 9"),
    ("jsminesweeper", "analysis=acabaaabLLL", "the run at digit 9"),
    ("jsminesweeper", "analysis=acabaaaeT", "4 mines"),
    ("jsminesweeper", "analysis=acaaaaaa", "at least 1"),
    ("jsminesweeper", "analysis=99999999S", "at most 1000000 cells"),
    ("jsminesweeper", "analysis=acabaaabM2", "is 9, over 8"),
    ("jsminesweeper", "b=1&m=0", "not a link"),
    ("ptta", "b=1", "not a link"),
    ("ptta", "b=1&m=0", "m has 1 characters, but 9 by 9 cells take 17"),
    ("ptta", "b=123&m=0", "b is 1, 2, 3, or a width"),
    ("ptta", "b=0&m=0", "b is 1"),
    ("ptta", "b=0011&m=0", "b is 1"),
    ("ptta", "b=&m=", "b is 1"),
    ("ptta", "b=22&m=w", "character 1 of m is 'w'"),
    ("ptta", "b=22&m=1", "after the last"),
    ("ptta", "b=3162331623&m=0", "m has 1 characters"),
    ("ptta", f"b={'9' * 60}&m=0", "b is 1"),
    ("rawvf", "Width: 2\n", "no line 'Board:'"),
    ("rawvf", "Board:\n00\n", "no line 'Events:'"),
    ("rawvf", "Board:\nEvents:\n", "no rows"),
    ("rawvf", "Board:\n0*\n0\nEvents:\n", "line 3: 1 cells"),
    ("rawvf", "Board:\n0*\n01\nEvents:\n", "line 3, column 2: '1'"),
    ("rawvf", "Width: 1000000000\nBoard:\n0*\nEvents:\n", "width is '1000000000' in the header"),
    ("rawvf", "Mines: 2\nBoard:\n0*\nEvents:\n", "mines is '2' in the header, but the board has 1"),
    ("rawvf", "Mines: two\nBoard:\n0*\nEvents:\n", "mines is 'two' in the header"),
    ("rawvf", b"Board:\n\x00", "byte 8 is 0"),
    ("text", "", "no cells"),
    ("text", "1#", "number of mines is missing"),
    ("text", "1x2/1\n1!", "line 2, column 2"),
    ("text", "1x2/3\n1#", None),
    ("text", f"{HUGE}/1\n##", "31623x31623"),
    ("text", "1x2/2\n*-", "says 2 mines"),
    ("text", "graph:2/1\n##", "edges of a graph"),
    ("text", b"1x2/1\n\xff", "byte 7 is not UTF-8"),
    ("json", "", "line 1, column 1"),
    ("json", "{", "line 1, column 2"),
    ("json", "[]", "an object is expected"),
    ("json", "{}", "there is no 'type'"),
    ("json", '{"type": "board"}', "not 'board'"),
    ("json", '{"type": "layout", "board": "1x2"}', "no 'mines'"),
    ("json", '{"type": "layout", "board": "1x2", "mines": [0]}', "1 cells are given"),
    ("json", '{"type": "layout", "board": "1x2", "mines": [0, -1]}', "cell 1 holds -1"),
    ("json", '{"type": "layout", "board": "1x2", "mines": [0, true]}', "whole numbers"),
    ("json", f'{{"type": "layout", "board": "1x2", "mines": [0, {10**30}]}}', "whole numbers"),
    ("json", f'{{"type": "layout", "board": "{HUGE}", "mines": [0]}}', "more than 20000000"),
    ("json", '{"type": "layout", "board": "graph:1000000000", "mines": [0]}', "1 cells are given"),
    ("json", '{"type": "layout", "board": "graph:1", "mines": [0], "edges": [[0, 1]]}', "edge"),
    ("json", '{"type": "layout", "board": "graph:1", "mines": [0], "edges": [[0, 0]]}', None),
    ("json", '{"type": "position", "board": "1x2", "clues": [null, 1]}', "mines or a density"),
    ("json", '{"type": "position", "board": "1x2", "clues": [null, "1"], "mines": 1}', "a clue"),
    (
        "json",
        '{"type": "position", "board": "1x1", "clues": [0], "mines": 0, "flags": [0]}',
        "flag",
    ),
    ("json", '{"type": "position", "board": "1x1", "clues": [0], "density": "1/0"}', "density"),
    ("json", '{"type": "replay", "layout": 3, "clicks": []}', "'layout' is a dict"),
    ("json", "[" * 100_000, "cannot be read"),
    ("json", '{"type": ' + "9" * 5000 + "}", "cannot be read"),
]


@pytest.mark.parametrize(("name", "given_content", "complaint"), WRONG)
def test_what_is_wrong_is_refused(name: str, given_content: Any, complaint: str | None) -> None:
    if complaint is None and name == "text":
        assert isinstance(sapper.read(given_content, format=name), Position)  # it says its faults
        return
    with pytest.raises(NotationError, match=complaint):
        sapper.read(given_content, format=name)


@pytest.mark.parametrize(
    ("click", "complaint"),
    [
        ({"time": 0, "kind": "open", "cell": [0, 9]}, "bad click"),
        ({"time": 0, "kind": "open", "cell": None}, "bad click"),
        ({"time": 0, "kind": "shut", "cell": 0}, "not 'shut'"),
        ({"time": 10**400, "kind": "open", "cell": 0}, "time"),
        ({"kind": "open", "cell": 0}, "time"),
        ([], "time"),
    ],
)
def test_clicks_in_json_are_checked(click: Any, complaint: str) -> None:
    thing = {"type": "replay", "layout": Layout("1x2", [0, 1]).to_dict(), "clicks": [click]}
    with pytest.raises(NotationError, match=complaint):
        sapper.read(json.dumps(thing))


@pytest.mark.parametrize("name", [known.name for known in sapper.formats() if known.writable])
@settings(max_examples=40)
@given(data=st.data())
def test_spoiled_content_is_read_or_refused(name: str, data: st.DataObject) -> None:
    """Cut, with bytes put in or changed: nothing but NotationError may be raised."""
    things: dict[str, Thing] = {"layout": layout, "position": position, "replay": replay}
    whole = find(name).write(things[find(name).holds[0]])
    cut = data.draw(st.integers(0, len(whole)))
    more = data.draw(st.binary(max_size=3))
    skipped = data.draw(st.integers(0, 3))
    spoiled = whole[:cut] + more + whole[cut + skipped :]
    for chosen in (name, None):
        with suppress(NotationError):
            assert isinstance(sapper.read(spoiled, format=chosen), (Layout, Position, Replay))


@given(st.binary(max_size=60) | st.text(max_size=60))
def test_anything_is_read_or_refused(given_content: Any) -> None:
    with contextlib.suppress(NotationError):
        sapper.read(given_content)


def test_errors_name_the_file_and_the_place(tmp_path: Path) -> None:
    path = tmp_path / "spoiled.mine"
    path.write_text("2x1x1\nH?")
    with pytest.raises(NotationError) as caught:
        sapper.read(path)
    assert str(caught.value) == f"{path}: line 2, column 2: '?' is not one of 0-8 H F I O"
    assert (caught.value.line, caught.value.column) == (2, 2)


def test_what_is_no_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="cannot read"):
        sapper.read(tmp_path / "missing.mbf")
    with pytest.raises(NotationError, match="cannot read"):
        sapper.read(tmp_path)
    with pytest.raises(NotationError, match=r"there is no file 'missing\.mbf'"):
        sapper.read("missing.mbf")
    with pytest.raises(NotationError, match="not int"):
        sapper.read(3)  # type: ignore[arg-type]


def test_files_that_are_too_large_are_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MAX_BYTES == 64_000_000
    monkeypatch.setattr(content, "MAX_BYTES", 10)
    path = tmp_path / "large.txt"
    path.write_text("1x20/1\n" + "#" * 20)
    with pytest.raises(NotationError, match="limit of 10 bytes"):
        sapper.read(path)


@pytest.mark.parametrize(
    ("thing", "name", "complaint"),
    [
        (position, "mbf", "mbf holds a layout, not a position"),
        (layout, "mine", "mine holds a position, not a layout"),
        (layout, "evf", "only be read"),
        (3, "text", "not a value of type int"),
        (Layout("torus:3x3", [0] * 9), "mbf", "holds grids, not torus:3x3"),
        (Layout("1x256", [0] * 256), "mbf", "up to 255"),
        (Layout("1x2", [0, 2]), "mbf", "one mine per cell, not 2"),
        (Layout("1x2", [0, 2]), "ptta", "one mine per cell, not 2"),
        (Position("1x2", [1, None], density=0.5), "mine", "density"),
        (Position("1x2", [1, None], density=0.5), "text", "density"),
        (Position("1x2", [2, None], 2, max_per_cell=2), "text", "one mine per cell"),
        (Position("1x2", [12, None], 1), "mine", "0 to 8, not 12"),
        (Position("1x2", [1, None], 9), "jsminesweeper", "at most 2 mines on 1x2, not 9"),
        (Layout("1x2", [2, 2]), "text", "several mines in every cell"),
        (layout, "nonsense", "unknown format 'nonsense'"),
    ],
)
def test_what_a_format_cannot_hold_is_refused(
    thing: Any, name: str, complaint: str, tmp_path: Path
) -> None:
    with pytest.raises(NotationError, match=complaint):
        sapper.write(thing, tmp_path / "file", format=name)
    assert not (tmp_path / "file").exists()


def test_endings_and_places_that_cannot_be_written_are_said(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match=r"no format has the ending of 'board\.xyz'"):
        sapper.write(layout, tmp_path / "board.xyz")
    with pytest.raises(FileError, match="cannot write"):
        sapper.write(layout, tmp_path / "no folder" / "board.mbf")
    with pytest.raises(NotationError, match="the formats of links are"):
        sapper.link(layout, "mbf")


def test_formats_are_listed() -> None:
    known = {one.name: one for one in sapper.formats()}
    assert set(known) == {*LAYOUT_FORMATS, *POSITION_FORMATS, *REPLAY_FORMATS} | {
        *("avf", "evf", "mvf", "rmv")
    }
    assert known["mbf"].endings == (".mbf",)
    assert known["mbf"].readable
    assert known["mbf"].writable
    assert not known["avf"].writable


# -- commands -----------------------------------------------------------------------------------


def test_convert_goes_by_content_and_ending(run: Run, tmp_path: Path) -> None:
    first, second, third = (tmp_path / name for name in ("a.mbf", "b.txt", "c.json"))
    assert run("deal", "9x9/10", "--seed", "5", "--output", str(first)).code == 0
    assert sapper.read(first) == layout
    assert "a layout in text" in run("convert", str(first), str(second)).out
    reported = run("convert", str(second), str(third), "--json").json
    assert reported["format"] == "json"
    assert reported["bytes"] == third.stat().st_size
    assert sapper.read(third) == layout
    link = run("convert", str(third), "-", "--to", "ptta").out
    assert link == sapper.link(layout, "ptta") + "\n"
    assert run("convert", link, str(first)).code == 0
    assert sapper.read(first) == layout


def test_convert_takes_the_layout_of_a_replay(run: Run, tmp_path: Path) -> None:
    sapper.write(replay, tmp_path / "game.rawvf")
    assert run("convert", str(tmp_path / "game.rawvf"), str(tmp_path / "board.mbf")).code == 0
    assert sapper.read(tmp_path / "board.mbf") == layout


@pytest.mark.parametrize(
    "arguments",
    [
        ["missing.mbf", "b.txt"],
        ["?b=22&m=g", "-"],
        ["?b=22&m=g", "b.mine"],
        ["?b=22&m=g", "b.txt", "--to", "nonsense"],
        ["?b=22&m=g", "b.txt", "--from", "mbf"],
    ],
)
def test_convert_refuses_in_a_line(run: Run, arguments: list[str], tmp_path: Path) -> None:
    outcome = run("convert", *arguments)
    assert outcome.code == 2
    assert len(outcome.err.splitlines()) == 1


def test_formats_lists_them(run: Run) -> None:
    names = [known.name for known in sapper.formats()]
    assert [line.split()[0] for line in run("formats").out.splitlines()] == names
    assert [known["name"] for known in run("formats", "--json").json["formats"]] == names


def test_a_deal_is_printed_in_a_format(run: Run) -> None:
    printed = run("deal", "9x9/10", "--seed", "5", "--format", "ptta").out
    assert printed == sapper.link(layout, "ptta") + "\n"


@pytest.mark.parametrize("name", POSITION_FORMATS)
def test_analyze_takes_positions_in_any_format(run: Run, name: str, tmp_path: Path) -> None:
    path = tmp_path / "position"
    path.write_bytes(find(name).write(position))
    found = run("analyze", str(path), "--json").json
    assert found["solutions"] == str(sapper.analyze(position).solutions)
    more = run("analyze", str(path), "--mines", "2", "--json").json
    again = Position.from_states(position.board, position.states, 2)
    assert more["solutions"] == str(sapper.analyze(again).solutions)


def test_analyze_refuses_what_is_no_position(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "board.mbf"
    sapper.write(layout, path)
    assert "holds a layout" in run("analyze", str(path)).err
    path.write_bytes(find("mine").write(position))
    assert "--board" in run("analyze", str(path), "--board", "torus").err
    path.write_text("2x1x1\nH?")
    assert "line 2, column 2" in run("analyze", str(path)).err
