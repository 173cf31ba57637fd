"""Files and links of requests: read, written, and recorded games analysed.

Content comes with the request and is returned in the answer: no name in it is ever used as a path.
The board that a text claims to have is checked against the limits before it is built.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from contextlib import suppress
from pathlib import PurePath
from typing import TYPE_CHECKING, Literal, cast

from pydantic import ValidationError

from sapper.boards.kinds import GRAPH_KIND
from sapper.boards.specs import parse_spec
from sapper.errors import NotationError, SpecError, TooHardError
from sapper.exchange import Content, read_content
from sapper.exchange.registry import find
from sapper.layouts import Layout
from sapper.positions import Position
from sapper.replays import Click, Replay
from sapper.stopping import Stop
from sapper.web.api.analysis.models import Position as GivenPosition
from sapper.web.api.analysis.positions import read_position
from sapper.web.api.boards.boards import check_size, read_board
from sapper.web.api.boards.models import Graph, SpecBoard
from sapper.web.api.files import answers, models
from sapper.web.errors import TooLargeError
from sapper.web.limits import FILE_SECONDS, LIMITS, MAX_CELLS, MAX_CLICKS

if TYPE_CHECKING:
    from sapper.boards import Board
    from sapper.exchange import Thing
    from sapper.replays import ReplayAnalysis
    from sapper.web.api.boards.models import Board as GivenBoard

Kind = Literal["open", "flag", "chord"]

_LONGEST_SPEC = 500


def found(given: models.FileToRead) -> answers.FileFound:
    """Read the content of a request."""
    content = _content(given)
    _check_claims(content)
    thing = read_content(content, given.format)
    try:
        return _found(thing)
    except ValidationError as error:
        what = error.errors()[0]
        raise TooLargeError(f"{content.name} cannot be opened here: {what['msg']}") from None


def _content(given: models.FileToRead) -> Content:
    name = given.name or ("the text" if given.base64 is None else "the file")
    ending = PurePath(given.name).suffix.lower() or None if given.name else None
    if given.base64 is None:
        return Content((given.text or "").encode(), name, ending)
    try:
        return Content(b64decode(given.base64, validate=True), name, ending)
    except (Base64Error, ValueError):
        raise NotationError(f"{name}: its content is not valid base64") from None


def _check_claims(content: Content) -> None:
    """Raise TooLargeError if a text in a format of Sapper claims a board that is too large."""
    if not content.is_text:
        return
    spec = _spec_in_json(content.text) or content.text.lstrip().partition("\n")[0]
    # If it is not a spec, the reader of the format reports the error.
    with suppress(SpecError):
        check_size(parse_spec(spec[:_LONGEST_SPEC]))


def _spec_in_json(text: str) -> str | None:
    if not text.lstrip().startswith("{"):
        return None
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        return None
    inner = content.get("layout") if isinstance(content.get("layout"), dict) else content
    spec = inner.get("board")
    return spec if isinstance(spec, str) else None


def _found(thing: Thing) -> answers.FileFound:
    if isinstance(thing, Position):
        _check_board(thing.board)
        return answers.FileFound("position", _position(thing), None, None, None, None)
    if isinstance(thing, Layout):
        _check_board(thing.board)
        return answers.FileFound("layout", None, _layout(thing), None, _facts(thing), None)
    layout = thing.layout
    _check_board(layout.board)
    return answers.FileFound(
        "replay", None, _layout(layout), _recording(thing), _facts(layout), None
    )


def _check_board(board: Board) -> None:
    if board.size > MAX_CELLS:
        raise TooLargeError(
            f"{board.spec} has {board.size:,} cells; at most {MAX_CELLS:,} are allowed"
        )


def _board(board: Board) -> GivenBoard:
    if board.kind != GRAPH_KIND:
        return SpecBoard(spec=board.form)
    return Graph(edges=[list(edge) for edge in board.edges()], nodes=board.size)


def _position(position: Position) -> GivenPosition:
    density = position.density
    return GivenPosition(
        board=_board(position.board),
        clues=position.clues,
        flags=position.flags,
        mines=position.mines if position.totals is None else str(position.totals),
        density=None if density is None else float(density),
        max_per_cell=position.max_per_cell,
    )


def _layout(layout: Layout) -> models.MineLayout:
    return models.MineLayout(board=_board(layout.board), mines=layout.mines.tolist())


def _facts(layout: Layout) -> answers.LayoutFacts:
    single = layout.max_per_cell == 1
    return answers.LayoutFacts(
        spec=layout.spec,
        numbers=layout.numbers.tolist(),
        bbbv=layout.bbbv,
        openings=layout.openings,
        islands=layout.islands,
        zini=layout.zini if single else None,
        human_zini=layout.human_zini if single else None,
    )


def _recording(replay: Replay) -> models.Recording:
    if len(replay.clicks) > MAX_CLICKS:
        raise TooLargeError(
            f"the replay has {len(replay.clicks):,} clicks; at most {MAX_CLICKS:,} are allowed"
        )
    longest = models.LONGEST_NAME
    return models.Recording(
        layout=_layout(replay.layout),
        clicks=[
            models.RecordedClick(time=click.time, kind=cast("Kind", click.kind), cell=click.cell)
            for click in replay.clicks
        ],
        player=None if replay.player is None else replay.player[:longest],
        program=None if replay.program is None else replay.program[:longest],
    )


def written(given: models.FileToWrite) -> answers.WrittenFile:
    """Write the position or layout of a request in a format."""
    chosen = find(given.format)
    if given.position is not None:
        thing: Thing = read_position(given.position)
        name = "position"
    else:
        assert given.layout is not None
        thing, name = _read_layout(given.layout), "layout"
    data = chosen.write(thing)
    content = Content(data, name)
    return answers.WrittenFile(
        name=chosen.name if chosen.is_link else f"{name}{chosen.endings[0]}",
        base64=b64encode(data).decode(),
        text=content.text if content.is_text else None,
    )


def _read_layout(given: models.MineLayout) -> Layout:
    board, _ = read_board(given.board)
    return Layout(board, given.mines)


def analyzed(given: models.RecordingToAnalyze) -> answers.RecordingAnalysis:
    """Play the recording of a request again and return the risk of each click."""
    clicks = tuple(Click(click.time, click.kind, click.cell) for click in given.clicks)
    replay = Replay(_read_layout(given.layout), clicks, given.player, given.program)
    stop = Stop(FILE_SECONDS)

    def go_on(done: int, total: int) -> None:
        if stop.expired and done < total:
            raise TooHardError(
                f"too hard: only {done} of {total} clicks of this replay could be analysed in "
                f"{FILE_SECONDS:g} seconds"
            )

    return _analysis(replay.analysis(first=given.first, limits=LIMITS, progress=go_on))


def _analysis(analysis: ReplayAnalysis) -> answers.RecordingAnalysis:
    layout, lost = analysis.replay.layout, analysis.lost_at
    return answers.RecordingAnalysis(
        spec=layout.spec,
        status=analysis.status,
        seconds=analysis.seconds,
        wasted=analysis.wasted,
        bbbv=layout.bbbv,
        bbbv_solved=analysis.bbbv_solved,
        bbbv_per_second=analysis.bbbv_per_second,
        zini=layout.zini,
        efficiency=analysis.efficiency,
        needed_guesses=len(analysis.needed_guesses),
        unneeded_guesses=len(analysis.unneeded_guesses),
        luck=analysis.luck,
        lost_at=None if lost is None else lost.number,
        numbers=layout.numbers.tolist(),
        moves=[
            answers.RecordedMove(
                number=move.number,
                time=move.click.time,
                kind=cast("Kind", move.click.kind),
                cell=move.click.cell,
                opened=list(move.opened),
                exploded=list(move.exploded),
                wasted=move.wasted,
                risk=move.risk,
                needed=move.needed,
            )
            for move in analysis.moves
        ],
    )
