"""``sapper watch``: a strategy plays a game, move by move, with its reasons."""

import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sapper import defaults
from sapper.cli import options
from sapper.cli.failures import InputError
from sapper.cli.streams import write_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.text import Text

    from sapper.games import Deal
    from sapper.games.playing import Click
    from sapper.strategies.registry import Entry
    from sapper.terminal.render import Terminal

EXAMPLES = """\b
Examples:
  sapper watch 9x9/10 --strategy best --seed 7
  sapper watch expert --strategy perimeter --seed 1 --index 12 --delay 0.1
  sapper watch hex:8x8/10 --strategy frontier --plain
  sapper deal 9x9/10 --no-guess --output board.mbf
  sapper watch board.mbf --start 3,3
"""

LONGEST_DELAY = 60.0
"""Seconds."""


def watch(
    spec: Annotated[
        str,
        typer.Argument(
            metavar="SPEC|FILE",
            help="Board with its mines, such as 16x30/99, or a file with a layout.",
        ),
    ],
    strategy: options.StrategyName = defaults.POSITION_STRATEGY,
    seed: options.Seed = defaults.SEED,
    index: options.Index = 0,
    game: options.FormerGame = None,
    first: options.First = defaults.FIRST,
    start: options.Start = None,
    max_per_cell: options.MaxPerCell = 1,
    delay: Annotated[
        float,
        typer.Option(
            metavar="SECONDS", help="Pause after each move, in seconds; only in a terminal."
        ),
    ] = 0.3,
    plain: Annotated[
        bool, typer.Option("--plain", help="Print one line per move, as without a terminal.")
    ] = False,
    as_json: options.AsJson = False,
) -> None:
    """Watch a strategy play a game and give its reasons.

    The layout is the one that sapper simulate plays as game I of seed S; random tie-breaks may
    differ. A layout from a file (see sapper formats) is played from --start or from a cell without
    a mine.
    """
    from sapper.cli.read_layout import given_layout, refuse_with_layout
    from sapper.games.deals import Deal, check_whole
    from sapper.games.given_layouts import given_deal
    from sapper.games.playing import clicks
    from sapper.strategies.compiled import as_strategy
    from sapper.strategies.registry import find, made
    from sapper.terminal.render import Terminal, drawable

    if not 0 <= delay <= LONGEST_DELAY:
        raise InputError(f"the delay is from 0 to {LONGEST_DELAY:.0f} seconds, not {delay}")
    index = options.use_former("sapper watch --game", index, game) or 0
    entry = made(find(strategy))
    where = options.read_start(start)
    layout = given_layout(spec)
    if layout is None:
        deal = Deal.read(spec, max_per_cell=max_per_cell, first=first, start=where, strategy=entry)
    else:
        refuse_with_layout(
            spec,
            index=index != 0,
            first=first not in ("safe", "any"),
            max_per_cell=max_per_cell != 1,
        )
        deal = given_deal(layout, where, entry)
    player = as_strategy(entry)
    seed = check_whole(seed, "the seed", 0)
    index = check_whole(index, "the number of the game", 0)
    played = clicks(deal, player, seed, index, entry.name)
    if as_json:
        write_json(_to_json(deal, entry, seed, index, played))
        return
    terminal = Terminal()
    if not drawable(deal.board, terminal.width):
        raise InputError(
            f"{deal.board.spec} is too large for the terminal; use --json to print the moves"
        )
    which = f"game {index} of seed {seed}" if layout is None else "the layout of the file"
    title = f"{entry.name} on {deal.spec}, {which}"
    if terminal.console.is_terminal and not terminal.console.is_dumb_terminal and not plain:
        _show_live(terminal, deal, entry, title, played, delay)
    else:
        _show_plain(terminal, deal, entry, title, played)


def _show_plain(
    terminal: "Terminal",
    deal: "Deal",
    strategy: "Entry",
    title: str,
    played: "Iterator[Click]",
) -> None:
    """Print every move, and the board after the guesses."""
    from rich.text import Text

    terminal.print(Text(title, "title"))
    move, last = 0, None
    for move, last in enumerate(played, start=1):
        terminal.print(Text(f"{move:>4}  {_reason(last, strategy)}"))
        if (move == 1 or not last.certain) and not (last.won or last.lost):
            terminal.print(_board(terminal, last))
    terminal.print(_end(terminal, deal, move, last))


def _show_live(
    terminal: "Terminal",
    deal: "Deal",
    strategy: "Entry",
    title: str,
    played: "Iterator[Click]",
    delay: float,
) -> None:
    """Redraw the board in place after every move."""
    from rich.live import Live
    from rich.text import Text

    from sapper.cli.session import window, wrapped

    move, last = 0, None
    with Live(console=terminal.console, auto_refresh=False, transient=True) as live:
        for move, last in enumerate(played, start=1):
            texts = [title, f"move {move}: {_reason(last, strategy)}"]
            size = terminal.console.size
            lines = [line for text in texts for line in wrapped(text, size.width)]
            head = Text("\n".join([*lines, "", ""]))
            screen = window(head, _board(terminal, last), Text(), size.height)
            screen.no_wrap = True
            live.update(screen, refresh=True)
            time.sleep(delay)
    terminal.print(Text(title, "title"))
    terminal.print(_end(terminal, deal, move, last))


def _board(terminal: "Terminal", click: "Click") -> "Text":
    from sapper.terminal.render import picture

    return picture(click.after, width=terminal.width, marks=terminal.marks, framed=click.cell)


def _end(terminal: "Terminal", deal: "Deal", moves: int, last: "Click | None") -> "Text":
    from rich.text import Text

    if last is None:
        return Text(f"won: {deal.spec} is full of mines, so all of them are known")
    clicks = "1 move" if moves == 1 else f"{moves} moves"
    result = f"won in {clicks}" if last.won else f"lost at move {moves}"
    if last.lost:
        result += f": {deal.board.name(last.cell)} was a mine"
    return _board(terminal, last) + Text(f"\n\n{result}", "title")


def _reason(click: "Click", strategy: "Entry") -> str:
    from sapper.analysis.commentary import explain, first_click
    from sapper.errors import TooHardError

    if not click.position.revealed:
        return first_click(click.position, click.cell, click.certain)
    name = click.position.board.name(click.cell)
    if click.analysis is None:
        return f"a guess: {name}, in a position that exceeds the work budget"
    try:
        return explain(click.analysis, click.cell, strategy)
    except TooHardError:
        return f"{name} is {'safe' if click.certain else 'a guess'}"


def _to_json(
    deal: "Deal", strategy: "Entry", seed: int, index: int, played: "Iterator[Click]"
) -> dict[str, Any]:
    moves = []
    won = deal.full
    for click in played:
        won = click.won
        chance = None
        if click.analysis is not None:
            chance = float(click.analysis.mine_probability[click.cell])
        moves.append(
            {
                "cell": list(deal.board.coordinates(click.cell)),
                "certain": click.certain,
                "mine_probability": chance,
                "reason": _reason(click, strategy),
                "opened": [list(deal.board.coordinates(cell)) for cell in click.opened],
            }
        )
    return {
        "spec": deal.spec,
        "strategy": strategy.name,
        "first": deal.first,
        "start": list(deal.board.coordinates(deal.start)),
        "seed": seed,
        "index": index,
        "game": index,
        "won": won,
        "moves": moves,
    }
