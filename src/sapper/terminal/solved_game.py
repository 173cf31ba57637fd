"""A game played step by step, as pictures and sentences for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from sapper.formatting import amount
from sapper.terminal.render import MARKS, Label, picture, risk_style

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.terminal.render import Marks
    from sapper.theory.guessing import Guess
    from sapper.theory.step_by_step import GameStep, SolvedGame

_GAP = "      "


def game_lines(game: SolvedGame, marks: Marks = MARKS) -> Iterator[Text]:
    """Yield the game up to its first guess in detail, and its end in one sentence."""
    for number, step in enumerate(game.steps, 1):
        yield Text(f"Step {number}: " + _headline(step), "title")
        yield from _inference(step, marks)
        if step.guess is not None:
            yield from _guess(step, step.guess, marks)
            yield Text(_end(game, number))
            return
    yield Text(_end(game, len(game.steps)))


def _headline(step: GameStep) -> str:
    board = step.position.board
    cells = ", ".join(map(board.name, step.opened))
    if step.guess is not None:
        return f"the inferrer finds no safe cell, so the algorithm guesses and opens {cells}"
    return f"the inferrer finds {len(step.opened)} safe cells and opens {cells}"


def _inference(step: GameStep, marks: Marks) -> Iterator[Text]:
    """Yield the position and what the inferrer finds in it, side by side, and its steps."""
    found = {cell: Label(marks.safe, "safe") for cell in step.inference.safe}
    found |= {cell: Label(marks.mine, "mine") for cell in step.inference.mine_cells}
    if found:
        yield _beside(
            ("position", picture(step.position, marks=marks)),
            (
                f"inferred: {marks.safe} safe, {marks.mine} mine",
                picture(step.position, marks=marks, labels=found),
            ),
        )
    for each in step.inference.steps:
        yield Text("  " + each.text(step.position.board))


def _guess(step: GameStep, guess: Guess, marks: Marks) -> Iterator[Text]:
    """Yield the configurations with their weights, and the safety map."""
    board = step.position.board
    yield Text(
        f"  {len(guess.configurations)} configurations of mines next to the clues, "
        f"{guess.layouts} layouts in all:"
    )
    for mined, weight in zip(guess.configurations, guess.weights, strict=True):
        layouts = "layout" if weight == 1 else "layouts"
        yield Text(f"    mines at {', '.join(map(board.name, mined))}: {weight} {layouts}")
    safety = {
        cell: Label(f"{100 * float(safe):.0f}", risk_style(1 - float(safe)))
        for cell, safe in guess.safety.items()
    }
    chosen = step.opened[0]
    drawn = picture(guess.position, marks=marks, labels=safety, framed=chosen)
    yield _beside(("safety of each covered cell in %", drawn))
    yield Text(
        f"  {board.name(chosen)} is safest: {guess.safety[chosen]} of the layouts have no mine "
        "there."
    )


def _end(game: SolvedGame, shown: int) -> str:
    """Return the rest of the game in a sentence."""
    left = len(game.steps) - shown
    result = "is won" if game.won else "is lost"
    if not left:
        return f"The game {result} with this step."
    more = game.guesses - 1 if game.guesses else 0
    guesses = {0: "no guess", 1: "another guess"}.get(more, f"{more} more guesses")
    return f"The game {result} after {amount(left, 'more step')}, with {guesses}."


def _beside(*pictures: tuple[str, Text]) -> Text:
    """Return pictures of the same board next to each other, each under its title."""
    columns = []
    for title, drawn in pictures:
        lines = [Text(title, "axis"), *drawn.split("\n")]
        width = max(line.cell_len for line in lines)
        columns.append([(line, width) for line in lines])
    rows = []
    for parts in zip(*columns, strict=True):
        row = Text("  ")
        for line, width in parts:
            row.append(line)
            row.append(" " * (width - line.cell_len) + _GAP)
        row.rstrip()
        rows.append(row)
    return Text("\n").join(rows)
