"""GetConfigurations of Chong et al. 2024: the recursion of section 4.3.1 and figure 4.4.

Every proper configuration, which divides all exposed cells into mines and safe cells, is found by
backtracking with constraint propagation: assume the first undecided exposed cell safe, run the
inference algorithm (section 3) with all assumptions, continue from what it settles, and then do the
same with the cell mined. An assumption is dropped if the inference finds a contradiction. The
number of nodes grows exponentially with the exposed cells; ``guess`` lists the same configurations
by groups of cells, and ``sapper.analyze`` counts layouts without listing them.

The text does not say what happens to an assumption that contradicts the clues without the inference
noticing. Such a node is contradicted below, because the inference checks every clue once all of its
cells are decided.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from sapper.errors import ContradictionError, PositionError, TooHardError
from sapper.positions import FLAGGED, UNREAD, Position
from sapper.stopping import check_stop
from sapper.theory.inferrer import infer

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_NODES = 10_000
"""Default limit on the number of runs of the inference algorithm."""

Outcome = Literal["proper", "improper", "contradiction"]


@dataclass(frozen=True, slots=True)
class SearchNode:
    """A configuration of the recursion: the exposed cells decided so far."""

    cell: int | None
    """The cell of the assumption that leads here; None at the root."""

    mined: bool
    """Whether that cell is assumed to hold a mine; false at the root."""

    mine_cells: tuple[int, ...]
    """C_M, the exposed cells that are mines here, ascending; empty after a contradiction."""

    safe_cells: tuple[int, ...]
    """C_S, the exposed cells that are safe here, ascending; empty after a contradiction."""

    outcome: Outcome
    """Proper if no exposed cell is undecided, improper if one is, or a contradiction."""

    children: tuple[SearchNode, ...] = ()
    """The branches of an improper configuration: its next undecided cell is safe, then mined."""

    def walk(self, depth: int = 0) -> Iterator[tuple[int, SearchNode]]:
        """Yield this node and all nodes below it with their depths, in the order of the search."""
        yield depth, self
        for child in self.children:
            yield from child.walk(depth + 1)


@dataclass(frozen=True, slots=True)
class ConfigurationSearch:
    """The tree of GetConfigurations for a position."""

    position: Position
    """The position."""

    root: SearchNode
    """The first call, GetConfigurations(∅, ∅, E), after the inference without an assumption."""

    @property
    def configurations(self) -> tuple[tuple[int, ...], ...]:
        """The proper configurations in increasing order, each as its mined exposed cells."""
        return tuple(
            sorted(node.mine_cells for _, node in self.root.walk() if node.outcome == "proper")
        )

    @property
    def nodes(self) -> int:
        """The number of runs of the inference algorithm."""
        return sum(1 for _ in self.root.walk())

    def summary(self) -> str:
        """Return the tree, one line per run of the inference."""
        name = self.position.board.name
        found = len(self.configurations)
        lines = [
            f"GetConfigurations: {found:,} proper configuration{'s' * (found != 1)} from "
            f"{self.nodes:,} run{'s' * (self.nodes != 1)} of the inference"
        ]
        for depth, node in self.root.walk():
            said = "no assumption"
            if node.cell is not None:
                said = f"{name(node.cell)} {'mined' if node.mined else 'safe'}"
            held = ""
            if node.outcome != "contradiction":
                mines = ", ".join(map(name, node.mine_cells)) or "none"
                safe = ", ".join(map(name, node.safe_cells)) or "none"
                held = f"; mines {mines}; safe {safe}"
            lines.append(f"{'  ' * (depth + 1)}{said}: {node.outcome}{held}")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return the tree as JSON values, with coordinates."""
        place = self.position.board.coordinates

        def node_to_dict(node: SearchNode) -> dict[str, Any]:
            return {
                "cell": None if node.cell is None else list(place(node.cell)),
                "mined": node.mined,
                "outcome": node.outcome,
                "mines": [list(place(cell)) for cell in node.mine_cells],
                "safe": [list(place(cell)) for cell in node.safe_cells],
                "children": [node_to_dict(child) for child in node.children],
            }

        return {
            "configurations": [
                [list(place(cell)) for cell in mined] for mined in self.configurations
            ],
            "nodes": self.nodes,
            "root": node_to_dict(self.root),
        }


def get_configurations(position: Position, *, most: int = MOST_NODES) -> ConfigurationSearch:
    r"""Find the proper configurations of a position by the recursion of the paper.

    Needs the number of mines and at most one mine per cell. Raises TooHardError after ``most`` runs
    of the inference, ContradictionError if no layout fits.

    >>> import sapper
    >>> found = get_configurations(sapper.parse("##2\n#F2\n#21\n#1.", mines=3))
    >>> found.configurations
    ((1, 6), (1, 9))
    >>> print(found.summary())
    GetConfigurations: 2 proper configurations from 3 runs of the inference
      no assumption: improper; mines (0, 1); safe (1, 0)
        (2, 0) safe: proper; mines (0, 1), (3, 0); safe (1, 0), (2, 0)
        (2, 0) mined: proper; mines (0, 1), (2, 0); safe (1, 0), (3, 0)
    """
    position = position.without_window()
    if position.mines is None:
        raise PositionError("the configurations of a board need its number of mines")
    search = _Search(position, most)
    root = search.extend(None, False, (), ())
    if not any(node.outcome == "proper" for _, node in root.walk()):
        raise ContradictionError(f"no layout fits the position\n{position}")
    return ConfigurationSearch(position, root)


class _Search:
    """The recursion, with the number of inferences so far."""

    def __init__(self, position: Position, most: int) -> None:
        flags = set(position.flags)
        self._position = position
        self._exposed = tuple(cell for cell in position.frontier if cell not in flags)
        self._most = most
        self._runs = 0

    def extend(
        self, cell: int | None, mined: bool, mines: tuple[int, ...], safe: tuple[int, ...]
    ) -> SearchNode:
        """Run the inference with these exposed cells decided, and recurse if some are not."""
        check_stop()
        self._runs += 1
        if self._runs > self._most:
            raise TooHardError(
                f"too hard: more than {self._most:,} runs of the inference", budget=self._most
            )
        try:
            found = infer(self._assuming(mines, safe))
        except ContradictionError:
            return SearchNode(cell, mined, (), (), "contradiction")
        inside = set(self._exposed)
        mines = tuple(sorted(inside.intersection({*mines, *found.mine_cells})))
        safe = tuple(sorted(inside.intersection({*safe, *found.safe})))
        decided = {*mines, *safe}
        undecided = next((other for other in self._exposed if other not in decided), None)
        if undecided is None:
            return SearchNode(cell, mined, mines, safe, "proper")
        children = (
            self.extend(undecided, False, mines, (*safe, undecided)),
            self.extend(undecided, True, (*mines, undecided), safe),
        )
        return SearchNode(cell, mined, mines, safe, "improper", children)

    def _assuming(self, mines: tuple[int, ...], safe: tuple[int, ...]) -> Position:
        """Return the position with known mines as flags and safe cells as open and unread."""
        states = self._position.states.copy()
        states[list(mines)] = FLAGGED
        states[list(safe)] = UNREAD
        return Position.from_states(self._position.board, states, self._position.mines)
