"""Games played as Chong et al. 2024 describe."""

import pytest

import sapper
from sapper.theory.step_by_step import solve_game


@pytest.mark.parametrize("index", range(40))
def test_every_step_follows_from_its_position(index: int) -> None:
    game = solve_game("5x5/6", seed=3, index=index)
    mines = game.layout.mines
    assert list(mines) == list(sapper.deal("5x5/6", seed=3, index=index).mines)
    for number, step in enumerate(game.steps):
        found = sapper.analyze(step.position)
        assert set(step.inference.safe) <= set(found.safe)
        assert all(mines[cell] for cell in (*step.inference.mine_cells, *step.position.flags))
        if step.guess is None:
            assert step.opened == step.inference.safe != ()
            assert not any(mines[cell] for cell in step.opened)
            continue
        assert step.inference.safe == ()
        (cell,) = step.opened
        risk = found.exact()
        assert step.guess.safety[cell] == 1 - risk[cell]  # type: ignore[operator]
        assert step.guess.safety[cell] == max(step.guess.safety.values())
        if mines[cell]:
            assert number == len(game.steps) - 1
            assert not game.won
    assert game.guesses == sum(step.guess is not None for step in game.steps)
    opened = set(game.last.revealed)
    if game.won:
        assert opened == {cell for cell in range(25) if not mines[cell]}


def test_both_ends_occur() -> None:
    games = [solve_game("5x5/6", seed=3, index=index) for index in range(40)]
    assert {game.won for game in games} == {True, False}
