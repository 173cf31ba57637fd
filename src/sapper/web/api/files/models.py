"""Requests about files: content to read, things to write, recordings to analyse."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import ConfigDict, Field, model_validator

from sapper.positions.states import MAX_PER_CELL
from sapper.web.api.analysis.models import Position  # noqa: TC001  (read for the schema)
from sapper.web.api.boards.models import GRID, Board, Cell, Name, Request
from sapper.web.limits import MAX_BODY, MAX_CELLS, MAX_CLICKS

LONGEST_NAME = 200

MineCount = Annotated[int, Field(strict=True, ge=0, le=MAX_PER_CELL)]


class FileToRead(Request):
    """Content in any format: a text or a link as it is, bytes in base64."""

    model_config: ClassVar[ConfigDict] = ConfigDict(
        json_schema_extra={
            "examples": [
                {"text": "analysis=adacaaablTlT"},
                {"base64": "AgIAAQAA", "name": "board.mbf"},
            ]
        }
    )

    text: Annotated[
        str | None, Field(max_length=MAX_BODY, description="The text, or the link.")
    ] = None
    base64: Annotated[
        str | None, Field(max_length=MAX_BODY, description="The bytes of the file.")
    ] = None
    name: Annotated[
        str | None,
        Field(
            max_length=LONGEST_NAME,
            description="File name for error messages; its ending decides between formats if "
            "the content is ambiguous.",
        ),
    ] = None
    format: Annotated[
        Name | None,
        Field(description="Format, as in sapper formats. Default: recognised by content."),
    ] = None
    report_problem: Annotated[
        bool,
        Field(description="Whether an unreadable file is returned as an answer instead of a 422."),
    ] = False

    @model_validator(mode="after")
    def _one_content(self) -> FileToRead:
        if (self.text is None) == (self.base64 is None):
            raise ValueError("content is text or base64, one of them")
        return self


class MineLayout(Request):
    """The mines of every cell."""

    model_config: ClassVar[ConfigDict] = ConfigDict(
        json_schema_extra={"examples": [{"board": {"spec": "2x2"}, "mines": [1, 0, 0, 0]}]}
    )

    board: Board
    mines: Annotated[
        list[MineCount],
        Field(max_length=MAX_CELLS, description="For each cell its number of mines."),
    ]


class RecordedClick(Request):
    """One click of a recording."""

    time: Annotated[
        float, Field(allow_inf_nan=False, description="Seconds from the start of the game.")
    ]
    kind: Annotated[Literal["open", "flag", "chord"], Field(description="The intended action.")]
    cell: Cell


class Recording(Request):
    """A recorded game: its layout and every click."""

    model_config: ClassVar[ConfigDict] = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "layout": {"board": GRID, "mines": [0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0]},
                    "clicks": [
                        {"time": 0.0, "kind": "open", "cell": 0},
                        {"time": 1.5, "kind": "open", "cell": 2},
                    ],
                }
            ]
        }
    )

    layout: MineLayout
    clicks: Annotated[list[RecordedClick], Field(max_length=MAX_CLICKS)]
    player: Annotated[str | None, Field(max_length=LONGEST_NAME)] = None
    program: Annotated[str | None, Field(max_length=LONGEST_NAME)] = None


class RecordingToAnalyze(Recording):
    """A recording, and the first-click rule of the game."""

    first: Annotated[
        Literal["safe", "any"],
        Field(description="First-click rule: safe (no risk), or any (it may hit a mine)."),
    ] = "safe"


class FileToWrite(Request):
    """A position or a layout, and the format to write."""

    model_config: ClassVar[ConfigDict] = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "format": "mine",
                    "position": {
                        "board": {"spec": "2x2"},
                        "clues": [1, None, None, None],
                        "mines": 1,
                    },
                },
                {"format": "ptta", "layout": {"board": {"spec": "2x2"}, "mines": [1, 0, 0, 0]}},
            ]
        }
    )

    format: Annotated[Name, Field(description="Format, as in sapper formats.")]
    position: Position | None = None
    layout: MineLayout | None = None

    @model_validator(mode="after")
    def _one_thing(self) -> FileToWrite:
        if (self.position is None) == (self.layout is None):
            raise ValueError("a position or a layout is written, one of them")
        return self
