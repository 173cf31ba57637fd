"""Boards for workers and stores: they are the same there, and damaged bytes are refused."""

from __future__ import annotations

import gc
import pickle
import zlib
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sapper
from sapper.boards.carrying import adopt, board_bytes, board_from_bytes, carried, is_built_in
from sapper.errors import BoardError, SpecError
from strategies_for_positions import boards

if TYPE_CHECKING:
    from sapper.boards import Board


@given(boards(), st.sampled_from([None, "own:3x4"]))
def test_bytes_give_the_board_back(board: Board, spec: str | None) -> None:
    board = board if spec is None else board.named(spec)
    data = board_bytes(board)
    again = board_from_bytes(data)
    assert again == board
    assert (again.spec, again.address, again.labels) == (board.spec, board.address, board.labels)
    assert board_bytes(again) == data
    sent = pickle.loads(pickle.dumps(board))
    assert (sent, sent.spec, sent.labels) == (board, board.spec, board.labels)


@given(st.binary(max_size=40), st.integers(0, 200))
def test_damaged_bytes_are_refused(noise: bytes, at: int) -> None:
    data = board_bytes(sapper.graph([(0, 1), (1, 2)], name="path"))
    for damaged in (noise, data[:at], data[:at] + noise + data[at + len(noise) :]):
        if damaged == data:
            continue
        with pytest.raises(BoardError, match=r"^these bytes hold no board: "):
            board_from_bytes(damaged)


@pytest.mark.parametrize(
    ("head", "rest"),
    [
        ('{"spec":"graph:x","address":"0","kind":"graph","shape":[2],"labels":null}', b""),
        ('{"spec":"graph:x","address":"0","kind":"graph","shape":[-2],"labels":null}', b""),
        ('{"spec":"graph:x","address":"0","kind":"graph","shape":[2,2],"labels":null}', b""),
        ('{"spec":"graph:x","address":"0","kind":"graph","shape":[2],"labels":[1]}', b""),
        ('{"spec":"graph:x","address":"0","kind":"graph","shape":[2],"labels":null}', b"123"),
        (
            '{"spec":"graph:x","address":"0","kind":"graph","shape":[2],"labels":null}',
            b"\1\0\0\0\7\0\0\0",
        ),
        ('{"spec":"x:2","address":"0","kind":"blob","shape":[2],"labels":null}', b""),
        ("[]", b""),
        ("7", b""),
        ("{", b""),
    ],
)
def test_wrong_content_is_refused(head: str, rest: bytes) -> None:
    data = b"sapper board 1\n" + zlib.compress(head.encode() + b"\n" + rest)
    with pytest.raises(BoardError, match="these bytes hold no board"):
        board_from_bytes(data)


def test_graphs_are_known_as_long_as_they_exist() -> None:
    edges = [(0, 1), (1, 2), (2, 3), (3, 0), (2, 4), (4, 5), (5, 6)]  # of no other test
    path = sapper.graph(edges)
    same = sapper.graph([("abcdefg"[a], "abcdefg"[b]) for a, b in edges], nodes="abcdefg")
    assert path.spec == same.spec == f"graph:{path.address}"
    assert sapper.board(path.spec) == path
    assert sapper.parse_spec(f" {path.spec.upper()}/2 ").mines == 2
    del path
    gc.collect()
    spec = same.spec
    assert sapper.board(spec) is same
    del same
    gc.collect()
    with pytest.raises(SpecError, match=f"no graph '{spec}' is known here"):
        sapper.board(spec)


def test_graphs_have_names() -> None:
    path = sapper.graph([(0, 1), (1, 2)], name="some-path")
    assert path.spec == f"graph:some-path@{path.address}"
    assert sapper.board("graph:some-path") is path
    assert sapper.simulate("graph:some-path/1", "pseq", 10).spec == f"{path.spec}/1"
    other = sapper.graph([(0, 1), (1, 2), (2, 3)], name="some-path")
    with pytest.raises(SpecError, match="several graphs have the name in 'graph:some-path'"):
        sapper.board("graph:some-path")
    assert sapper.board(other.spec) is other
    for name in ("Path", "a b", "", "0123", "abcdefabcdefabcd", "x" * 41, 7):
        with pytest.raises(BoardError, match="a graph cannot have the name"):
            sapper.graph([(0, 1)], name=name)  # type: ignore[arg-type]


def test_what_workers_need() -> None:
    cycle = sapper.graph([(0, 1), (1, 2), (2, 0)], name="carried")
    assert carried(["8x8", "torus:4x4", cycle.spec, cycle.spec]) == {cycle.spec: cycle}
    assert [is_built_in(text) for text in ("8x8", "hexwrap:4x4", "own:3")] == [True, True, False]


def test_adopted_boards_stay_known() -> None:
    spec = sapper.graph([(0, 1), (1, 2), (2, 3), (3, 4)], name="adopted").spec
    adopt([sapper.graph([(0, 1), (1, 2), (2, 3), (3, 4)], name="adopted")])
    gc.collect()
    assert sapper.board("graph:adopted").spec == spec
    adopt([sapper.graph([(0, 1), (1, 2), (2, 3), (3, 4)], name="adopted")])
    adopt([sapper.grid(3, 3)])
    adopt([sapper.graph([(0, 1)]).named("foreign:2")])
    assert sapper.parse_spec("foreign:2/1").size == 2
    with pytest.raises(BoardError, match="another board 'foreign:2', of 2 cells and address"):
        adopt([sapper.graph([(0, 1), (1, 2)]).named("foreign:2")])
