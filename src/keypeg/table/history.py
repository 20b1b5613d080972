"""The moves of a match with the states that they led to, as far back as moves can be taken back."""

from __future__ import annotations

from collections.abc import Callable

from keypeg.core import Guess, Hide, Move, Rules, State, new, play
from keypeg.notation import Seal


class History:
    """Moves of the running attempt can be taken back; all else is revealed."""

    def __init__(self, rules: Rules, played: Callable[[State, int, Move], State] = play) -> None:
        self.played = played
        """Plays a move."""
        self.moves: list[tuple[int, Move]] = []
        self.seals: dict[int, tuple[Seal, ...]] = {}
        """The seals of what each move hid, with all salts."""
        self._begun = 0, new(rules)
        """The number of moves before the running attempt, and the state that it began with."""
        self._first = 0
        self.states = [self._begun[1]]
        """The states since a row was last opened; the first is the state after `_first` moves.

        Every state holds all rows of its attempt, so keeping all states would take memory quadratic in the rows.
        """
        self._rows = _row_counts(self.states[0])
        """By board: the number of rows in each of these states."""

    def add(self, seat: int, move: Move, after: State) -> None:
        """Add a move and the state that it led to."""
        self.moves.append((seat, move))
        settled = len(after.past) > len(self.states[-1].past)
        if settled:
            self._begun = len(self.moves), after
        rows = _row_counts(after)
        if settled or rows != self._rows:
            self._first, self.states, self._rows = len(self.moves), [], rows
        self.states.append(after)

    def last_of(self, seat: int) -> int | None:
        """Return the number of the last move of a seat, or None."""
        return next((at for at in range(len(self.moves) - 1, -1, -1) if self.moves[at][0] == seat), None)

    def is_running(self, number: int) -> bool:
        """Return True if a move belongs to the running attempt."""
        return number >= self._begun[0]

    def is_still_sealed(self, number: int) -> bool:
        """Return True if nobody can have learned from a move yet: it hid something, and no row was opened since."""
        move, together = self.moves[number][1], self.states[-1].rules.together
        return number >= self._first and (isinstance(move, Hide) or (together and isinstance(move, Guess)))

    def go_back(self, number: int) -> None:
        """Return to the state before the move of this number, which must belong to the running attempt."""
        self.seals = {made: seals for made, seals in self.seals.items() if made < number}
        begun, state = self._begun
        if number >= self._first:
            del self.moves[number:]
            del self.states[number - self._first + 1 :]
            return
        again = self.moves[begun:number]
        del self.moves[begun:]
        self._first, self.states, self._rows = begun, [state], _row_counts(state)
        for seat, move in again:
            self.add(seat, move, self.played(self.states[-1], seat, move))


def _row_counts(state: State) -> list[int]:
    return [len(board.rows) for board in state.now.boards] if state.now else []
