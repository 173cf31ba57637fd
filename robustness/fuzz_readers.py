"""Fuzzing every reader of text, files, links and stores.

Half of the inputs are valid except for a few mutations, so that the last lines of a reader are
reached. A reader may refuse an input with one sentence. An accepted input is written and read
again, and the result must be the same.
"""

from __future__ import annotations

import atexit
import json
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import mutations
import things
from sapper.boards import parse_spec
from sapper.errors import LabError, NotationError, SapperError, SpecError
from sapper.exchange import binary_replays
from sapper.exchange.content import Content
from sapper.exchange.registry import find, read_content
from sapper.layouts import parse_layout
from sapper.positions.notation import parse_bytes
from sapper.replays.mouse import BUTTONS
from targets import Target, demand, refused

if TYPE_CHECKING:
    from sapper.exchange.format import Thing
    from sapper.positions import Position

CORPUS = Path(__file__).parent.parent / "tests" / "data" / "corpus"
"""The saved corpus: one folder per reader."""

_SEEDS = 12
_MOST_INPUT = 10_000

Seeds = Callable[[Random], bytes]

_SPEC_WORDS = (b"torus:", b"hex:", b"tri:", b"box:", b"rook:", b"knight:", b"graph:", b"x", b"/")
_TEXT_WORDS = (
    b"#",
    b"F",
    b".",
    b"(12)",
    b"(",
    b")",
    b"*",
    b"-",
    b"\n",
    b"\r\n",
    b"\t",
    b"\xef\xbb\xbf",
    b"9x9/10",
    *_SPEC_WORDS,
)
_LINK_WORDS = (
    b"analysis=",
    b"b=",
    b"m=",
    b"&",
    b"?",
    b"#",
    b"%41",
    b"%",
    b"+",
    b"https://a.b/?",
    b"=",
    b"/",
)
_RAWVF_WORDS = (
    b"Board:",
    b"Events:",
    b"RawVF_Version: Rev6\n",
    b"Width: 3\n",
    b"1.5 lc 1 1 (8 8)\n",
    b"*",
    b"0",
    b"lr",
    b"-",
    b"\n",
    b"mc",
    b"cc",
)
_NAME_WORDS = (b"and ", b"or ", b"not ", b"xor ", b"(", b")", b"a", b"_1")
_ANY_WORDS = (b"\0", b"\xff", b"\x11M", b"*rmv", b"{", b"}", b"\n")


def _kept(name: str) -> list[bytes]:
    folder = CORPUS / name
    return [path.read_bytes() for path in sorted(folder.iterdir())] if folder.is_dir() else []


def _inputs(
    random: Random,
    name: str,
    seeds: Seeds,
    words: Sequence[bytes],
    change: Callable[[Random, bytes], bytes] | None = None,
) -> Iterator[bytes]:
    kept = _kept(name)
    pool = [*(seeds(random) for _ in range(_SEEDS)), *kept]
    while True:
        if random.random() < 0.05:
            pool[random.randrange(_SEEDS)] = seeds(random)
        data, other = random.choice(pool), random.choice(pool)
        luck = random.random()
        if luck < 0.03:
            yield data
        elif luck < 0.06:
            yield random.randbytes(random.randrange(60))
        elif change is not None and luck < 0.6:
            yield change(random, data)
        else:
            yield mutations.change_bytes(random, data, words, other)[:_MOST_INPUT]


def _attempt(
    data: bytes, read: Callable[[bytes], Any], again: Callable[[Any], Any] | None = None
) -> bool:
    found = refused(lambda: read(data))
    if found is None:
        return False
    if again is not None:
        demand(again(found) == found, f"written and read again it is another: {found!r}"[:400])
    return True


# -- formats ------------------------------------------------------------------------------------


def _read_as(name: str | None, data: bytes) -> Thing:
    try:
        return read_content(Content(data, "the input"), name)
    except NotationError:
        raise
    except SapperError as error:
        raise AssertionError(f"a {type(error).__name__}, not a NotationError: {error}") from error


def _there_and_back(name: str, thing: Thing) -> Thing:
    """Return the result of a round trip, or the object itself if the format cannot represent it."""
    try:
        data = find(name).write(thing)
    except NotationError:
        return thing
    back = _read_as(name, data)
    if name == "rawvf":
        # A recording holds the button events until the end of the game, in milliseconds: the second
        # round trip must equal the first.
        return thing if _read_as(name, find(name).write(back)) == back else back
    return back


def _written(random: Random, name: str) -> bytes:
    while True:
        grid = name != "json" and (name != "text" or random.random() < 0.5)
        holds = random.choice(find(name).holds)
        thing: Thing
        if holds == "layout":
            thing = things.any_layout(random, grid=grid)
        elif holds == "position":
            thing = things.any_position(random, grid=grid)
        else:
            thing = things.any_replay(random)
        try:
            return find(name).write(thing)
        except NotationError:
            continue


def _of_any_format(random: Random) -> bytes:
    return _written(random, random.choice(list(_FORMAT_WORDS)))


_FORMAT_WORDS: dict[str, Sequence[bytes]] = {
    "text": _TEXT_WORDS,
    "json": (
        b"[",
        b"]",
        b"{",
        b"}",
        b",",
        b":",
        b'"',
        b"null",
        b"NaN",
        b"1e999",
        b"-0",
        b"[" * 3000,
    ),
    "mbf": (b"\0", b"\xff", b"\1\1", b"\0\1"),
    "abf": (b"\0", b"\xff", b"\1\1", b"\0\1"),
    "mine": (b"H", b"F", b"I", b"O", b"x", b"3x3x3\n", b"\n"),
    "rawvf": _RAWVF_WORDS,
    "jsminesweeper": (*_LINK_WORDS, b"a", b"Z", b"9", b"TT", b"aaaa"),
    "ptta": (*_LINK_WORDS, b"v", b"w", b"0", b"b=1&m=", b"b=0303&m="),
}


def _format_target(name: str) -> Target:
    change = mutations.change_json if name == "json" else None
    return Target(
        f"read:{name}",
        partial(
            _inputs,
            name=name,
            seeds=partial(_written, name=name),
            words=_FORMAT_WORDS[name],
            change=change,
        ),
        partial(_attempt, read=partial(_read_as, name), again=partial(_there_and_back, name)),
    )


# -- texts --------------------------------------------------------------------------------------


def _position_text(random: Random) -> bytes:
    return things.any_position(random, grid=random.random() < 0.5).to_text(header=True).encode()


def _layout_text(random: Random) -> bytes:
    return things.any_layout(random, grid=random.random() < 0.5).to_text(header=True).encode()


def _parse_again(position: Position) -> Position:
    if position.mines is None or position.board.described is None:
        return position
    return parse_bytes(position.to_text(header=True).encode())


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _spec(random: Random) -> bytes:
    where = things.any_board(random, grid=random.random() < 0.3)
    return f"{where.spec}/{random.randint(0, where.size + 1)}".encode()


def _read_spec(data: bytes) -> object:
    try:
        return parse_spec(_text(data), 3)
    except SpecError:
        raise
    except SapperError as error:
        raise AssertionError(f"a {type(error).__name__}, not a SpecError: {error}") from error


def _formula(random: Random) -> bytes:
    def part(depth: int) -> str:
        if depth == 0 or random.random() < 0.2:
            return random.choice("abcde")
        if random.random() < 0.3:
            return f"not ({part(depth - 1)})"
        return f"({part(depth - 1)}) {random.choice(('and', 'or', 'xor'))} ({part(depth - 1)})"

    return part(3).encode()


def _read_formula(data: bytes) -> object:
    from sapper.theory.circuits.formulas import parse_formula

    return parse_formula(_text(data))


def _page_link(random: Random) -> bytes:
    from sapper.web.position_link import position_link

    while True:
        position = things.any_position(random, grid=False)
        if position.board.described is not None:
            return position_link(position).encode()


def _read_page_link(data: bytes) -> Position:
    from sapper.web.position_link import read_position_link

    return read_position_link(_text(data))


def _page_link_again(position: Position) -> Position:
    from sapper.web.position_link import position_link, read_position_link

    if position.density is not None:
        return position
    return read_position_link(position_link(position))


def _options(random: Random) -> bytes:
    """A first cell, a list of numbers, or the name of a strategy, as on the command line."""
    rows = [str(random.randint(0, 40)) for _ in range(random.randint(1, 4))]
    return random.choice(
        (
            ",".join(rows),
            ":".join(rows[:3]),
            f"{':'.join(sorted(rows[:2]))},{rows[0]}",
            f"heuristic:{''.join(random.sample('PSEQU', random.randint(1, 5)))}",
            f"deep:n={rows[0]}",
            f"deep:{rows[0]}",
            f"agent003:{rows[0]}",
            "book004:pseq",
        )
    ).encode()


def _read_options(data: bytes) -> object:
    from sapper.cli.options import read_start
    from sapper.cli.sweep import read_numbers
    from sapper.strategies.registry import find as find_strategy

    text = _text(data)
    found = [refused(partial(reader, text)) for reader in (read_start, read_numbers)]
    return (*found, find_strategy(text).name)


# -- tables and stores --------------------------------------------------------------------------


def _table(random: Random) -> bytes:
    from sapper.games.counts import Counts
    from sapper.lab.store.blocks import Point
    from sapper.lab.store.export import to_csv
    from sapper.lab.store.store import Tally

    games = random.randint(1, 100)
    counts = Counts(games, games // 2, games // 4, games, games, games)
    point = Point("9x9", random.randint(1, 60), "pseq", "safe", 0, random.randrange(2**64))
    return to_csv([Tally(point, counts)]).encode()


class _File:
    """One file to which inputs are written, on a RAM disk if there is one."""

    def __init__(self, name: str) -> None:
        memory = Path("/dev/shm")
        self._folder = tempfile.TemporaryDirectory(
            dir=memory if memory.is_dir() else None, ignore_cleanup_errors=True
        )
        atexit.register(self._folder.cleanup)
        self.path = Path(self._folder.name) / name

    def hold(self, data: bytes) -> Path:
        for left in self.path.parent.iterdir():
            left.unlink()
        self.path.write_bytes(data)
        return self.path


def _read_table() -> Callable[[bytes], object]:
    file = _File("table.csv")

    def read(data: bytes) -> object:
        from sapper.lab.store.export import read as read_table

        return read_table(file.hold(data))

    return read


def _study_rows(random: Random) -> bytes:
    from importlib import resources

    from sapper.lab.study.rows import FILE

    lines = resources.files("sapper").joinpath("data", FILE).read_text().splitlines()
    return "\n".join([lines[0], *random.sample(lines[1:], 3)]).encode()


def _read_study() -> Callable[[bytes], object]:
    file = _File("study.csv")

    def read(data: bytes) -> object:
        from sapper.lab.study.rows import read as read_rows

        return read_rows(file.hold(data))

    return read


def _store(random: Random) -> bytes:
    return _store_of(random.randint(1, 4))


@cache
def _store_of(points: int) -> bytes:
    from sapper.games.counts import Counts
    from sapper.lab.store.blocks import Block, Point
    from sapper.lab.store.store import Store

    file = _File("seed.db")
    with Store(file.path) as store:
        for mines in range(3, 3 + points):
            block = Block(Point("4x4", mines, "pseq", "safe", 0, 1), 0, 10)
            store.add([(block, Counts(10, 5, 2, 9, 60, 50, 0.1))])
    with sqlite3.connect(file.path) as database:
        database.execute("PRAGMA journal_mode = DELETE")
    database.close()
    return file.path.read_bytes()


def _read_store() -> Callable[[bytes], object]:
    file = _File("lab.db")

    def read(data: bytes) -> object:
        from sapper.lab.store.blocks import Point
        from sapper.lab.store.export import to_csv
        from sapper.lab.store.store import Store

        try:
            with Store(file.hold(data)) as store:
                to_csv(store.tallies())
                store.missing(Point("4x4", 3, "pseq", "safe", 0, 1), 20)
                return store.tally(Point("4x4", 3, "pseq", "safe", 0, 1), 20) or "none"
        except LabError:
            raise
        except SapperError as error:
            raise AssertionError(f"a {type(error).__name__}, not a LabError: {error}") from error

    return read


def _damage_store(random: Random, data: bytes) -> bytes:
    """Change some bytes of the header or of pages; keep the lengths."""
    changed = bytearray(data)
    for _ in range(random.randint(1, 12)):
        at = random.randrange(100) if random.random() < 0.3 else random.randrange(len(changed))
        changed[at] = random.choice((0, 1, 127, 128, 255, random.randrange(256)))
    return bytes(changed)


# -- recordings ---------------------------------------------------------------------------------


def _recording(random: Random) -> bytes:
    layout = things.any_layout(random)
    rows, columns = layout.board.shape
    mines = layout.mines.reshape(rows, columns)
    events = [
        [
            random.random() * 9,
            random.choice([*BUTTONS, "mv"]),
            random.randint(-9, 99),
            random.randint(-9, 99),
        ]
        for _ in range(random.randint(0, 20))
    ]
    board = [[-1 if mine else 0 for mine in row] for row in mines.tolist()]
    reported = {"board": board, "pixels": 16, "player": " Ann ", "program": "", "events": events}
    return json.dumps(reported).encode()


def _change_recording(random: Random, data: bytes) -> bytes:
    """Change only numbers: the parsed recording keeps the types that ms-toollib returns."""
    reported = json.loads(data)
    event = random.choice(reported["events"] or [[0.0, "mv", 0, 0]])
    event[random.choice((0, 2, 3))] = random.choice((0, -1, 2**31, 1e308, float("nan"), -5.5e9, 16))
    event[2], event[3] = (
        int(value) if abs(value) < 2**63 else 0
        for value in (
            event[2] if event[2] == event[2] else 0,
            event[3] if event[3] == event[3] else 0,
        )
    )
    reported["pixels"] = random.choice((-1, 0, 1, 16, 255))
    if random.random() < 0.3 and reported["board"]:
        reported["board"][random.randrange(len(reported["board"]))] = random.choice(
            ([], [-1], [0] * 9)
        )
    return json.dumps(reported).encode()


def _read_recording(data: bytes) -> object:
    try:
        reported = json.loads(data)
        right = {"board", "pixels", "player", "program", "events"} <= set(reported)
    except (ValueError, TypeError, RecursionError):
        right = False
    if not right:
        raise NotationError("not what the child process says")
    return binary_replays._replay(reported, "avf")


def _recordings(random: Random) -> Iterator[bytes]:
    while True:
        reported = _recording(random)
        yield reported if random.random() < 0.1 else _change_recording(random, reported)


def targets() -> list[Target]:
    """Return the targets of all readers."""

    def text(
        name: str,
        seeds: Seeds,
        words: Sequence[bytes],
        read: Callable[[bytes], Any],
        again: Callable[[Any], Any] | None = None,
    ) -> Target:
        return Target(
            name,
            partial(_inputs, name=name, seeds=seeds, words=words),
            partial(_attempt, read=read, again=again),
        )

    damaged = partial(_inputs, name="store", seeds=_store, words=_ANY_WORDS, change=_damage_store)
    return [
        text("parse", _position_text, _TEXT_WORDS, parse_bytes, _parse_again),
        text("layout", _layout_text, _TEXT_WORDS, lambda data: parse_layout(_text(data))),
        text("spec", _spec, _SPEC_WORDS, _read_spec),
        text("formula", _formula, _NAME_WORDS, _read_formula),
        text(
            "page-link",
            _page_link,
            (*_LINK_WORDS, b"*5.", b"(12)", b"board=", b"mines=", b"max=", b"density=", b"cells="),
            _read_page_link,
            _page_link_again,
        ),
        text(
            "options",
            _options,
            (b":", b",", b"deep:", b"n=", b"(", b" ", b"agent003:", b"book004:"),
            _read_options,
        ),
        *(_format_target(name) for name in _FORMAT_WORDS),
        text(
            "read:any",
            _of_any_format,
            (*_ANY_WORDS, *_LINK_WORDS, *_TEXT_WORDS),
            partial(_read_as, None),
        ),
        Target("recording", _recordings, partial(_attempt, read=_read_recording)),
        text("table", _table, (b",", b"\n", b'"', b"9x9", b"0.2.0"), _read_table()),
        text("study", _study_rows, (b",", b"\n", b'"', b"9x9", b"0.2.0"), _read_study()),
        Target("store", damaged, partial(_attempt, read=_read_store())),
    ]
