"""A game played step by step, on a terminal."""

from sapper.terminal.render import ASCII_MARKS
from sapper.terminal.solved_game import game_lines
from sapper.theory.step_by_step import solve_game


def shown(spec: str, index: int) -> str:
    return "\n".join(line.plain for line in game_lines(solve_game(spec, index=index), ASCII_MARKS))


def test_the_guess_has_its_configurations_and_the_safety_of_every_cell() -> None:
    text = shown("5x6/7", 135)
    assert text.index("Step 1: the inferrer finds 2 safe cells") < text.index("Step 3:")
    assert "local: 1 = (0, 3) + (1, 3) + (2, 3), less 1 = (0, 3) + (1, 3): safe (2, 3)" in text
    assert "3 configurations of mines next to the clues, 13 layouts in all:" in text
    assert "mines at (0, 3), (1, 4), (4, 4): 1 layout\n" in text
    assert "mines at (0, 3), (3, 4): 6 layouts" in text
    (row,) = [line for line in text.splitlines() if "[ 92]" in line]
    assert row.split() == ["1", ".", "1", "2", "54[", "92]", "85"]
    assert "(1, 4) is safest: 12/13 of the layouts have no mine there." in text
    assert text.endswith("The game is won after 4 more steps, with no guess.")


def test_inferred_cells_are_marked_next_to_the_position() -> None:
    lines = shown("5x6/7", 135).splitlines()
    start = next(n for n, line in enumerate(lines) if "inferred: ok safe, * mine" in line)
    row = lines[start + 4].split()  # below the column numbers and rows 0 and 1
    assert row == ["2", ".", "2", "#", "#", "#", "#", "2", ".", "2", "*", "ok", "#", "#"]


def test_a_game_without_a_guess_ends_in_a_sentence() -> None:
    game = next(
        game
        for index in range(50)
        if (game := solve_game("5x5/2", index=index)).won and not game.guesses
    )
    lines = [line.plain for line in game_lines(game)]
    assert lines[-1] == "The game is won with this step."
