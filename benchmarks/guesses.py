"""Games up to the next guess."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sapper


def must_guess(game: sapper.Game) -> bool:
    """Open all certain cells; return whether the game continues, so that a guess is needed."""
    while game.status == "playing":
        safe = [cell for cell in game.analysis.safe if game.position.states[cell] < 0]
        if not safe:
            return True
        game.open(safe[0])
    return False
