"""What a search has proved so far, by opening and by the first rows of the best tree."""

from __future__ import annotations

from dataclasses import dataclass

from keypeg_lab.gpu.pairs import Game
from keypeg_lab.gpu.search import Best, Search


@dataclass(frozen=True, slots=True)
class RowState:
    """A first row: its text, how many codes fit it, the bound proved for them, and what the tree takes."""

    text: str
    codes: int
    bound: int
    total: int


@dataclass(frozen=True, slots=True)
class State:
    """The bound of a game, the total of the best known tree, the bound of every opening, and the tree's first rows."""

    shape: str
    bound: int
    total: int
    openings: tuple[tuple[str, int], ...]
    rows: tuple[RowState, ...]


def state_of(search: Search, best: Best) -> State:
    """Return the state of a search, openings with the least bound first and rows with the most codes first."""
    game, openings, firsts = search.branches.game, search.opening_bounds(), search.first_bounds()
    rows = [
        RowState(_row_text(game, *first), search.size(first), bound, best.rows[first[1]])
        for first, bound in firsts.items()
        if first[0] == best.opening
    ]
    return State(
        game.shape,
        min(openings.values()),
        best.total,
        tuple((game.text(opening), openings[opening]) for opening in sorted(openings, key=openings.__getitem__)),
        tuple(sorted(rows, key=lambda row: -row.codes)),
    )


def _row_text(game: Game, guess: int, mark: int) -> str:
    total, exact = divmod(game.mark_id(mark), game.holes)
    if mark == game.win:
        total, exact = game.holes, game.holes
    return f"{game.text(guess)}:{exact},{total - exact}"
