"""A table for people around a real board: entries can be taken back, or corrected later."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from keypeg.argument_types import checked
from keypeg.core import TABLE, Call, Deal, Draw, Guess, Mark, Marking, Move, Rules, State, legal, refusal, to_act
from keypeg.errors import Illegal
from keypeg.notation import new_salt
from keypeg.players import Player
from keypeg.table.table import Table

Made = tuple[int, Move]


class Referee:
    """Referees a match that is played on a real board, and keeps its points.

    With `marking=table` it marks, with `marking=hand-checked` it checks the marks that people give, and with
    `marking=home` it learns the code only at the end. People sit around one screen, so an undo needs no agreement.
    """

    @checked
    def __init__(self, rules: Rules, players: Mapping[int, Player] | None = None, *, seed: str = "") -> None:
        self.rules = rules
        self.players = dict(players or {})
        self.seed = seed
        self.table = self._new_table()

    def _new_table(self) -> Table:
        return Table(self.rules, self.players, seed=self.seed, salt=new_salt)

    @property
    def state(self) -> State:
        """The match."""
        return self.table.state

    @property
    def waits_for(self) -> tuple[int, ...]:
        """The people whom the match waits for, and the table (0) if shares are to be dealt on the real board."""
        dealt = self.rules.split and self.rules.marking is not Marking.HOME
        chance = {TABLE} if dealt and self.state.first is not None else set()
        return tuple(sorted((to_act(self.state) & chance) | self.table.waits_for))

    def play(self, seat: int, move: Move) -> None:
        """Make a move of a person, or the deal on the real board."""
        if seat in self.players:
            raise Illegal("seat-not-yours", seat=seat)
        self.table.enter(seat, move)
        self.go_on()

    def go_on(self) -> None:
        """Make moves of chance and of computers until people have to act."""
        while TABLE not in self.waits_for and self.table.step():
            pass

    @property
    def begun(self) -> bool:
        """True once a person has moved."""
        return self._last_by_people is not None

    @property
    def may_undo(self) -> bool:
        """True once a person has moved, unless there was a call since. A call stays, and so does what was before it."""
        last = self._last_by_people
        return last is not None and not any(isinstance(move, Call) for _, move in self.table.moves[last:])

    def undo(self) -> None:
        """Take back the last move of a person and everything after it."""
        last = self._last_by_people
        if last is None:
            raise Illegal("home-nothing-to-undo")
        if not self.may_undo:
            raise Illegal("undo-not-allowed", seat=self.table.moves[last][0])
        self._replay(self.table.moves[:last])

    @property
    def _last_by_people(self) -> int | None:
        """The index of the last move of a person; None before the first."""
        moves = self.table.moves
        return next((at for at in reversed(range(len(moves))) if self._by_people(moves[at])), None)

    def correct(self, seat: int, number: int, code: str) -> int:
        """Change the pegs of a row of the running attempt. Marks given by the table are computed again.

        Drop the later moves, from the first that is no longer legal, and return how many were dropped.
        """
        now = self.state.now
        start = len(self.table.moves) - (len(now.log) if now else 0)
        moves = list(self.table.moves)
        rows = [at for at in range(start, len(moves)) if moves[at][0] == seat and isinstance(moves[at][1], Guess)]
        if not 1 <= number <= len(rows):
            raise Illegal("home-no-row", row=number, rows=len(rows))
        at, before = rows[number - 1], self.table
        self._replay(moves[:at])
        left = [(seat, Guess(code)), *moves[at + 1 :]]
        wrong = refusal(self.state, *left[0])
        if wrong:
            self.table = before
            raise wrong
        made = self._enter(left, before)
        self.go_on()
        return len(left) - made

    def _by_people(self, made: Made) -> bool:
        seat, move = made
        return seat not in self.players and not isinstance(move, Draw) and (seat != TABLE or isinstance(move, Deal))

    def _replay(self, moves: Sequence[Made]) -> None:
        before, self.table = self.table, self._new_table()
        self.table.headers = before.headers
        self._enter(moves, before)

    def _enter(self, moves: Sequence[Made], before: Table) -> int:
        """Enter moves up to the first illegal one, and return their number. Checked marks are computed again.

        A code that the table `before` had sealed keeps its seal: a code is bound when it is first hidden.
        """
        for made, (seat, move) in enumerate(moves):
            if isinstance(move, Mark) and self.rules.marking is Marking.CHECKED:
                true = legal(self.state, seat).only(Mark)
                if len(true):
                    self.table.enter(seat, true.sample(Random(0)))
                    continue
            if refusal(self.state, seat, move):
                return made
            at = len(self.table.moves)
            bound = before.moves[at : at + 1] == ((seat, move),)
            self.table.enter(seat, move, _salts(before, at) if bound else None)
        return len(moves)


def _salts(table: Table, at: int) -> list[str] | None:
    """Return the salts of the move at this index; None if it has no seals."""
    return [seal.salt for seal in table.seals.get(at, ()) if seal.salt] or None
