"""Replays: mouse buttons as in ms-toollib, risks by counting, the command."""

from __future__ import annotations

import json
import math
import signal
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import ms_toollib
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sapper
from command_line import SAPPER, needs_unix, processor_seconds, program, wait_until
from sapper import Click, GameError, Layout, NotationError, Replay
from sapper.analysis.enumeration import every_layout
from sapper.exchange import binary_replays
from sapper.replays.mouse import Mouse
from sapper.replays.playback import Playback

if TYPE_CHECKING:
    from command_line import Run

ONE_MINE = Layout("1x4", [0, 0, 1, 0])


def played(layout: Layout, *clicks: tuple[str, int]) -> Replay:
    return Replay(layout, tuple(Click(float(at), *click) for at, click in enumerate(clicks, 1)))


# -- the same as in ms-toollib ------------------------------------------------------------------


def their_board(layout: Layout) -> list[list[int]]:
    shown = np.where(layout.mines > 0, -1, layout.numbers)
    board: list[list[int]] = shown.reshape(layout.board.shape).tolist()
    return board


def buttons(random: Random, layout: Layout) -> list[tuple[str, int]]:
    """Draw mouse input: clicks, flags, chords started by either button, drags."""
    safe = [cell for cell, count in enumerate(layout.mines.tolist()) if not count]
    cell = random.choice(layout.mined if random.random() < 0.3 else safe)
    other = random.choice(safe)
    ends = random.choice([["lr", "rr"], ["rr", "lr"]])
    kind = random.choice(["open", "flag", "flag", "left first", "right first", "drag"])
    if kind == "open":
        cell = other if random.random() < 0.9 else cell
        return [("lc", cell), ("lr", cell)]
    if kind == "flag":
        return [("rc", cell), ("rr", cell)]
    begin = {"left first": ("lc", other), "right first": ("rc", other), "drag": ("rc", cell)}
    return [begin[kind], ("cc", other), (ends[0], other), (ends[1], other)]


@pytest.mark.parametrize("spec", ["8x8/10", "5x9/6", "16x16/40"])
def test_buttons_do_what_they_do_in_ms_toollib(spec: str) -> None:
    """After every event of 60 games the same cells are open and flagged."""
    ended = set()
    for index in range(60):
        layout = sapper.deal(spec, index=index, first="open")
        random, columns = Random(index), layout.board.shape[1]
        theirs, ours = ms_toollib.MinesweeperBoard(their_board(layout)), Mouse(layout)
        game, events = Playback(layout), [("lc", 0), ("lr", 0)]
        for _ in range(80):
            for name, cell in events:
                before = len(ours.clicks)
                theirs.step(name, divmod(cell, columns))
                ours.event(1.0, name, cell)
                for click in ours.clicks[before:]:
                    game.make(click)
            shown = [
                11 if cell in game.flags else 10 if state < 0 else state
                for cell, state in enumerate(game.states.tolist())
            ]
            plain = {14: 11, 15: 10, 16: 10}  # codes for mines shown at the end
            reported = [plain.get(code, code) for row in theirs.game_board for code in row]
            assert shown == reported, (index, events)
            if theirs.game_board_state in (3, 4):
                break
            events = buttons(random, layout)
        assert game.status == {2: "playing", 3: "won", 4: "lost"}[theirs.game_board_state]
        ended.add(game.status)
    assert "lost" in ended


def make_evf(layout: Layout, events: list[tuple[str, int]]) -> bytes:
    """Play a game in ms-toollib and return its recording."""
    columns = layout.board.shape[1]
    video = ms_toollib.BaseVideo(their_board(layout), 16)
    for name, cell in events:
        row, column = divmod(cell, columns)
        video.step(name, (row * 16 + 8, column * 16 + 8))
    assert video.game_board_state in (3, 4), "ms-toollib ends the process if the game goes on"
    video.software, video.player_identifier = "Example's", "Ann Example"
    video.race_identifier = video.unique_identifier = ""
    video.country, video.device_uuid = "XX", [0] * 32
    video.use_question = video.use_cursor_pos_lim = video.use_auto_replay = False
    video.is_official, video.is_fair, video.mode = False, True, 0
    video.generate_evf_v4_raw_data()
    return bytes(video.raw_data)


def test_a_recording_of_ms_toollib_is_read(tmp_path: Path, run: Run) -> None:
    layout = sapper.deal("8x8/10", index=3, first="open")
    random = Random(7)
    events = [("lc", 0), ("lr", 0)]
    # Nothing that hits a mine, for both end with the last click.
    safe = [cell for cell, count in enumerate(layout.mines.tolist()) if not count]
    for cell in layout.mined[:6]:
        events += [("rc", cell), ("rr", cell)]
    for cell in random.sample(safe, len(safe)):
        events += [("lc", cell), ("lr", cell)]
    data = make_evf(layout, events)
    theirs = ms_toollib.EvfVideo("game.evf", list(data))
    theirs.parse()
    mice = [(event.time, event.event.unwrap_mouse()) for event in theirs.events]
    kinds = {"lr": "open", "rc": "flag"}
    expected = [
        (time, kinds[mouse.mouse], mouse.y // 16 * 8 + mouse.x // 16)
        for time, mouse in mice
        if mouse.mouse in kinds
    ]
    path = tmp_path / "game.evf"
    path.write_bytes(data)
    found = sapper.read(path)
    assert isinstance(found, Replay)
    assert found.layout == layout
    assert found.player == "Ann Example"
    assert found.program == "Example's"
    assert [(click.time, click.kind, click.cell) for click in found.clicks] == expected
    theirs.analyse()
    analysis = found.analysis()
    assert analysis.won
    assert theirs.is_completed
    assert (layout.bbbv, layout.zini) == (theirs.bbbv, theirs.zini)
    assert sapper.read(data, format="evf") == found
    assert run("convert", str(path), str(tmp_path / "game.rawvf")).code == 0
    again = sapper.read(tmp_path / "game.rawvf")
    assert isinstance(again, Replay)
    assert [click.cell for click in again.clicks] == [click.cell for click in found.clicks]
    assert [click.time for click in again.clicks] == pytest.approx(
        [click.time for click in found.clicks], abs=0.0006
    )


@pytest.mark.parametrize("name", ["avf", "evf", "mvf", "rmv"])
@pytest.mark.parametrize("how", ["empty", "cut", "text", "ones"])
def test_damaged_recordings_are_refused(name: str, how: str, tmp_path: Path) -> None:
    layout = sapper.deal("8x8/10")
    mine = layout.mined[0]
    whole = make_evf(layout, [("lc", 0), ("lr", 0), ("lc", mine), ("lr", mine)])
    assert isinstance(sapper.read(whole, format="evf"), Replay)
    half = whole[: len(whole) // 2]
    spoiled = {"empty": b"", "cut": half, "text": b"words", "ones": b"\xff" * 99}
    path = tmp_path / f"game.{name}"
    path.write_bytes(spoiled[how])
    with pytest.raises(NotationError) as caught:
        sapper.read(path, format=name)
    assert str(path) in str(caught.value)
    assert not Path("crash.log").exists()


def test_recordings_need_ms_toollib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(binary_replays, "find_spec", lambda _: None)
    with pytest.raises(NotationError, match=r"pip install 'sapper\[replays\]'"):
        sapper.read(b"*rmv")


# -- what a replay is ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clicks", "complaint"),
    [
        ([Click(0.0, "open", 4)], "click 0 is on 4"),
        ([Click(0.0, "open", 0), Click(1.0, "shut", 0)], "click 1 is open or flag or chord"),
        ([Click(math.nan, "open", 0)], "finite number, not nan"),
        ([(0.0, "open", 0)], "click 0 is a Click"),
    ],
)
def test_clicks_are_checked(clicks: Any, complaint: str) -> None:
    with pytest.raises(GameError, match=complaint):
        Replay(ONE_MINE, clicks)


def test_layouts_are_checked() -> None:
    with pytest.raises(GameError, match="several mines"):
        Replay(Layout("1x2", [2, 0]), ())
    with pytest.raises(GameError, match="not list"):
        Replay([0, 1], ())  # type: ignore[arg-type]
    with pytest.raises(GameError, match="not 'never'"):
        Replay(ONE_MINE, ()).analysis(first="never")  # type: ignore[arg-type]


# -- what it risked -----------------------------------------------------------------------------


def test_a_game_without_a_guess() -> None:
    found = played(ONE_MINE, ("open", 0), ("flag", 2), ("open", 2), ("open", 3), ("open", 3))
    analysis = found.analysis()
    assert analysis.won
    assert [move.risk for move in analysis.moves] == [0.0, None, None, 0.0, None]
    assert [move.wasted for move in analysis.moves] == [False, False, True, False, True]
    assert analysis.guesses == ()
    assert analysis.luck == 1.0
    assert analysis.bbbv_solved == ONE_MINE.bbbv == 2
    assert analysis.bbbv_per_second == pytest.approx(2 / 5)
    assert analysis.efficiency == pytest.approx(ONE_MINE.zini / 5)
    assert analysis.lost_at is None


def test_needed_and_unneeded_guesses() -> None:
    # One of the two cells next to the 1 is a mine, a fair guess; the others are safe.
    layout = Layout("2x3", [0, 1, 0, 0, 0, 0])
    analysis = played(layout, ("open", 0), ("open", 3), ("open", 2)).analysis()
    assert [move.risk for move in analysis.moves] == pytest.approx([0, 1 / 3, 0])
    assert [move.needed for move in analysis.moves] == [None, False, None]
    assert len(analysis.unneeded_guesses) == 1
    assert analysis.luck == pytest.approx(2 / 3)
    pair = Layout("1x3", [0, 1, 0])
    lost = played(pair, ("open", 1)).analysis()
    assert lost.status == "lost"
    assert lost.lost_at is not None
    assert lost.lost_at.risk == pytest.approx(1 / 3)
    assert lost.lost_at.needed
    assert lost.luck == 1.0
    assert lost.efficiency is None
    any_first = played(pair, ("open", 0)).analysis(first="any")
    assert any_first.moves[0].risk == pytest.approx(1 / 3)
    assert any_first.status == "playing"


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.data())
def test_risks_are_shares_of_the_layouts_that_fit(index: int, data: st.DataObject) -> None:
    """Luck of every click, including chords at wrong flags, by listing all layouts."""
    layout = sapper.deal("4x4/4", index=index)
    cells = st.integers(0, layout.board.size - 1)
    kinds = st.sampled_from(["open", "flag", "flag", "chord", "chord"])
    clicks = data.draw(st.lists(st.tuples(kinds, cells), min_size=5, max_size=25))
    replay = played(layout, ("open", 0), *clicks)
    analysis = replay.analysis()
    game = Playback(layout)
    for move in analysis.moves:
        targets = game.targets(move.click)
        if targets and move.number:
            known = every_layout(sapper.analyze(game.position), 5000)
            assert known is not None
            hit = known[0][:, targets].any(axis=1)
            assert move.risk == pytest.approx(hit.mean(), abs=1e-12)
            if move.guess:
                assert move.needed == bool(known[0][:, game.states < 0].any(axis=0).all())
        game.make(move.click)
    assert analysis.status == game.status


def test_flags_are_gone_round_by_cascades() -> None:
    game = Playback(Layout("1x6", [0, 0, 0, 0, 0, 1]))
    game.make(Click(0.0, "flag", 2))
    assert sorted(game.make(Click(1.0, "open", 0))) == [0, 1]
    game.make(Click(2.0, "flag", 2))
    assert sorted(game.make(Click(3.0, "open", 2))) == [2, 3, 4]
    assert game.status == "won"


def test_the_position_before_a_move_has_its_flags() -> None:
    analysis = played(ONE_MINE, ("open", 0), ("flag", 2), ("open", 3)).analysis()
    assert analysis.position(2).to_text() == ".1F#"
    with pytest.raises(GameError, match="no move 3"):
        analysis.position(3)


def test_progress_is_reported() -> None:
    reported: list[tuple[int, int]] = []
    replay = played(ONE_MINE, ("open", 0), ("open", 3))
    replay.analysis(progress=lambda done, of: reported.append((done, of)))
    assert reported == [(1, 2), (2, 2)]


# -- the command --------------------------------------------------------------------------------


def test_the_command_prints_the_result(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.rawvf"
    replay = played(Layout("2x3", [0, 1, 0, 0, 0, 0]), ("open", 0), ("open", 3), ("open", 1))
    sapper.write(replay, path)
    shown = run("replay", str(path)).out
    assert "lost" in shown
    assert "0 forced, 2 avoidable" in shown
    found = run("replay", str(path), "--json").json
    assert found["lost_at"] == 2
    assert found["moves"][1]["risk"] == pytest.approx(1 / 3)
    assert json.loads(json.dumps(found)) == found
    one = run("replay", str(path), "--move", "1")
    assert "1##\n###" in one.out
    assert "an avoidable guess" in one.out
    assert run("replay", str(path), "--move", "1", "--json").json["position"] == "2x3/1\n1##\n###"


def test_the_command_refuses_in_a_line(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.rawvf"
    sapper.write(played(ONE_MINE, ("open", 0)), path)
    assert "no click 1" in run("replay", str(path), "--move", "1").err
    assert run("replay", str(path), "--first", "never").code == 2
    sapper.write(ONE_MINE, tmp_path / "board.mbf")
    assert "holds a layout" in run("replay", str(tmp_path / "board.mbf")).err


@needs_unix
def test_ctrl_c_ends_the_command_at_once(tmp_path: Path) -> None:
    layout = sapper.deal("250x250/10000", first="open")
    safe = [cell for cell, count in enumerate(layout.mines.tolist()) if not count]
    sapper.write(played(layout, *(("open", cell) for cell in safe)), tmp_path / "game.json")
    with program([*SAPPER, "replay", str(tmp_path / "game.json")]) as process:
        wait_until(lambda: processor_seconds(process) >= 1)
        process.send_signal(signal.SIGINT)
        shown, complaint = process.communicate()
    assert process.returncode == 130
    assert shown == complaint == ""
