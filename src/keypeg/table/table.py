"""Seats and players around one match: the only place that joins a State with its players."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random

from keypeg.argument_types import checked
from keypeg.core import (
    TABLE,
    Absent,
    Call,
    Deal,
    Draw,
    Guess,
    Hide,
    Move,
    Outcome,
    Rules,
    State,
    View,
    new,
    outcome,
    play,
    to_act,
    view,
)
from keypeg.errors import Illegal, KeypegError, Unknown
from keypeg.notation import Seal, Seals, Seen, hidden_by, public_seals, read_move
from keypeg.notation import rules as read_rules
from keypeg.players import Player
from keypeg.review.advice import CoachLevel
from keypeg.table.call_window import CallWindow
from keypeg.table.clock import Clock
from keypeg.table.coaching import Coach, Coaching
from keypeg.table.due import Due, answer, asks_players, due_at, window_waits
from keypeg.table.events import Coached, Event, Failed, Moved, Over, Settled, Undone

Listener = Callable[[Event], None]


class Table:
    """A match and its seats. Seats without a player are people, whose moves come through `play`.

    Computers move only in `step` and `run`, so a front end decides when. Chance comes from the seed; a record needs no
    seed, since the moves of chance are among its moves.
    """

    @checked
    def __init__(  # noqa: PLR0913 - options by name
        self,
        rules: Rules | str,
        players: Mapping[int, Player] | None = None,
        *,
        seed: str = "",
        clock: Clock | None = None,
        window: CallWindow | None = None,
        lenient: bool = True,
        salt: Callable[[], str] | None = None,
        play: Callable[[State, int, Move], State] = play,
    ) -> None:
        """Set up a match. If `lenient`, computers let people take moves back. If `salt` makes salts, codes are sealed.

        With a `window`, people may call a split code before computers do; without one, computers are asked first.
        For a match of an older version, pass a `play` that refuses moves that would have a different effect today.
        """
        self.rules = rules = read_rules(rules) if isinstance(rules, str) else rules
        self.players = dict(players or {})
        for seat in self.players:
            if seat not in rules.all_seats:
                raise Unknown("seat-unknown", seat=seat, seats=rules.seats)
        self.seed = seed
        self.clock = clock
        self.clock_stands = False
        """True while nobody's time runs, such as before everyone has come."""
        self.window = window
        self.lenient = lenient
        self.salt = salt
        self._after = play
        self.headers: dict[str, str] = {}
        """Other headers of its record: names of people, the date, anything."""
        self._moves: list[tuple[int, Move]] = []
        self._begun = 0, new(rules)
        """The number of moves before the running attempt, and the state that it began with."""
        self._first = 0
        self._states = [self._begun[1]]
        """The states since a row was last opened; the first is the state after `_first` moves.

        Every state holds all rows of its attempt, so keeping all states would take memory quadratic in the rows.
        """
        self._seals: dict[int, tuple[Seal, ...]] = {}
        self._listeners: list[Listener] = []
        self._unable: dict[int, KeypegError] = {}
        """By seat: the reason for its player's latest failure."""
        self._coaching: dict[int, Coaching] = {}

    @property
    def state(self) -> State:
        """The match, with every secret."""
        return self._states[-1]

    @property
    def moves(self) -> tuple[tuple[int, Move], ...]:
        """Every move so far, with the seat that made it."""
        return tuple(self._moves)

    @property
    def length(self) -> int:
        """The number of moves so far."""
        return len(self._moves)

    @property
    def seals(self) -> Seals:
        """The seals of each code, by the move that hid it, with all salts. Only the table may know these."""
        return dict(self._seals)

    @property
    def public_seals(self) -> Seals:
        """The seals as everyone may know them: without salts until the attempt is over."""
        return public_seals(self.state, self._seals)

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; None while it runs."""
        return outcome(self.state)

    @property
    def waits_for(self) -> frozenset[int]:
        """The people whom the match waits for, including those in a call window without a limit."""
        waited = to_act(self.state) - {TABLE} - self.players.keys()
        return waited | self.may_call_first if self.window and self.window.seconds is None else waited

    @property
    def may_call_first(self) -> frozenset[int]:
        """The people who may call before computers do and have not gone on. The window's time may be up."""
        return window_waits(self.state, self.players, self.window)

    def window_open(self, at: float | None) -> bool:
        """Return True if computers wait at `at` because people may call."""
        waits = self.may_call_first
        return self.window is not None and bool(waits) and self.window.is_open(waits, at)

    def go_on(self, seat: int, *, at: float | None = None) -> None:
        """Record that this person does not want to call. The call window ends when everyone has said so."""
        if self.window is not None:
            self._count_time(at)
            self.window = self.window.went_on(seat)

    def extend_window(self, seat: int, *, at: float | None = None) -> None:
        """Give a person who begins to enter a call an extra minute, once."""
        if self.window is not None:
            self._count_time(at)
            self.window = self.window.extended_by(seat)

    def open_window(self, at: float | None) -> None:
        """Open the call window again, such as after a time in which nobody could play."""
        if self.window is not None:
            self.window = self.window.opened(at)

    def shift_time(self, by: float) -> None:
        """Shift all times after the system clock jumped by `by` seconds, so that play goes on as before."""
        if self.clock is not None:
            self.clock = self.clock.shifted(by)
        if self.window is not None:
            self.window = self.window.shifted(by)

    @property
    def deadline(self) -> float | None:
        """When the first person whom the match waits for runs out of time; None while no clock runs."""
        return self.clock.deadline(self.waits_for) if self.clock else None

    def late(self, at: float) -> int | None:
        """Return the first person who is out of time at `at`, or None."""
        return self.clock.late(self.waits_for, at) if self.clock else None

    def time_up(self, at: float) -> Absent | None:
        """Return the Absent move for the first person who is out of time at `at`; None if none has to act."""
        late = self.late(at)
        return None if late is None or late not in to_act(self.state) else Absent(late)

    def view(self, seat: int | None) -> View:
        """Return what this seat may know; None for a watcher."""
        return view(self.state, seat)

    def seen(self, seat: int | None) -> Seen:
        """Return the record as this seat may know it; None for a watcher."""
        return Seen(self.view(seat), self.headers, self.public_seals)

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` with every event from now on. Call the returned function to stop."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    @property
    def coaching(self) -> dict[int, Coaching]:
        """By seat: the help agreed on before the match, and its uses. Undo does not take uses back."""
        return dict(self._coaching)

    def agree_coaching(self, coaching: Mapping[int, CoachLevel | Coaching]) -> None:
        """Set how much help each seat may ask for, before the first move. A loaded table passes its past uses, too."""
        if self._moves:
            raise Illegal("coach-too-late")
        self._coaching |= {
            seat: Coaching(each) if isinstance(each, CoachLevel) else each for seat, each in coaching.items()
        }

    def coach(self, seat: int) -> Coach:
        """Return the coach of the person at this seat. It refuses help that was not agreed on."""
        if seat in self.players:
            raise Illegal("seat-not-yours", seat=seat)
        coaching = self._coaching.get(seat, Coaching(CoachLevel.OFF))
        return Coach(self.view(seat), coaching, lambda after, kind: self._coached(seat, after, kind))

    def play(self, seat: int, move: Move | str, *, at: float | None = None) -> None:
        """Make a person's move, given as a Move or its text. An illegal move raises an error and changes nothing."""
        if seat == TABLE or seat in self.players:
            raise Illegal("seat-not-yours", seat=seat)
        self._play(seat, read_move(self.rules, move) if isinstance(move, str) else move, at)

    def enter(self, seat: int, move: Move, salts: Sequence[str] | None = None, *, at: float | None = None) -> None:
        """Make a move for any seat: one replayed, or chosen elsewhere. `salts` are those that it was sealed with."""
        self._play(seat, move, at, salts)

    def step(self, *, at: float | None = None) -> bool:
        """Make one move of chance or of a computer. Return False if the match waits for people or is over."""
        due = self.due(at)
        if due.chance is not None:
            self._play(TABLE, due.chance, at)
            return True
        found = answer(due.questions)
        for seat, reason in found.failures:
            self._failed(seat, reason)
        if found.move is None:
            return False
        self._play(*found.move, at)
        return True

    def due(self, at: float | None = None) -> Due:
        """Return what happens next without people. The same seed and moves give the same result."""
        random = Random(f"{self.seed}/{len(self._moves)}")
        return due_at(self.state, self.players, random, self.window, at)

    def asks_players(self, at: float | None = None) -> bool:
        """Return True if `due` may have questions; cheaper than asking it."""
        return asks_players(self.state, self.players, self.window, at)

    def run(self, *, at: float | None = None) -> None:
        """Make moves of chance and of computers until the match waits for people or is over."""
        while self.step(at=at):
            pass

    def may_undo(self, seat: int, agreed: Collection[int] = ()) -> bool:
        """Return True if a seat may take back its last move, given that these people agree.

        Only moves of the running attempt may be, since all else is revealed. A code or row that is still hidden or
        sealed may be changed until another person moves; otherwise computers must be lenient and other people agree.
        A call stays, and so does every move before it.
        """
        back = self._last_move(seat)
        if back is None or seat in self.players:
            return False
        after = self._moves[back:]
        if any(isinstance(move, Draw | Deal | Call) for _, move in after):
            return False
        if back < self._begun[0]:
            return False
        if self._is_still_sealed(back) and all(mover == seat or mover in self.players for mover, _ in after):
            return True
        people = set(self.rules.all_seats) - {seat} - self.players.keys()
        return people <= set(agreed) and (self.lenient or not self.players)

    def undo(self, seat: int, agreed: Collection[int] = (), *, at: float | None = None) -> None:
        """Take back the last move of a seat, and everything after it."""
        self.check_undo(seat, agreed)
        self.take_back(seat, at=at)

    def check_undo(self, seat: int, agreed: Collection[int] = ()) -> None:
        """Raise an error if a seat may not take back its last move."""
        if self._last_move(seat) is None:
            raise Illegal("home-nothing-to-undo")
        if not self.may_undo(seat, agreed):
            raise Illegal("undo-not-allowed", seat=seat)

    def take_back(self, seat: int, *, at: float | None = None) -> None:
        """Take back the last move of a seat, as `undo` does, without asking whether it may: for an undo in a log."""
        back = self._last_move(seat)
        if back is None:
            raise Illegal("home-nothing-to-undo")
        self._go_back(back)
        self._seals = {made: seals for made, seals in self._seals.items() if made < back}
        self.open_window(at)
        self._announce(Undone(seat))

    def _last_move(self, seat: int) -> int | None:
        return next((at for at in range(len(self._moves) - 1, -1, -1) if self._moves[at][0] == seat), None)

    def _is_still_sealed(self, number: int) -> bool:
        """Return True if nobody can have learned from a move yet: it hid something, and no row was opened since."""
        move = self._moves[number][1]
        return number >= self._first and (isinstance(move, Hide) or (self.rules.together and isinstance(move, Guess)))

    def _go_back(self, number: int) -> None:
        """Return to the state before the move of this number, which must belong to the running attempt."""
        begun, state = self._begun
        if number >= self._first:
            del self._moves[number:]
            del self._states[number - self._first + 1 :]
            return
        again = self._moves[begun:number]
        del self._moves[begun:]
        self._first, self._states = begun, [state]
        for seat, move in again:
            self._keep(self._after(self.state, seat, move), seat, move)

    def _keep(self, after: State, seat: int, move: Move) -> None:
        """Make `after` the state of the table, and keep the move that led to it."""
        before = self.state
        self._moves.append((seat, move))
        settled = len(after.past) > len(before.past)
        if settled:
            self._begun = len(self._moves), after
        if settled or _row_counts(before) != _row_counts(after):
            self._first, self._states = len(self._moves), []
        self._states.append(after)

    def _play(self, seat: int, move: Move, at: float | None, salts: Sequence[str] | None = None) -> None:
        before = self.state
        after = self._after(before, seat, move)
        if isinstance(move, Hide | Deal):
            self._seal(before, seat, move, salts)
        if self._count_time(at) and self.clock and seat and seat not in self.players:
            self.clock = self.clock.moved(seat)
        self._keep(after, seat, move)
        self.open_window(at)
        if self._listeners:
            self._announce_move(before, after, seat, move)

    def _announce_move(self, before: State, after: State, seat: int, move: Move) -> None:
        self._announce(Moved(seat, move.name))
        for attempt in after.past[len(before.past) :]:
            self._announce(Settled(attempt.round, attempt.code, bool(attempt.verdict and attempt.verdict.void)))
        end = outcome(after) if after.now is None else None
        if end:
            self._announce(Over(end))

    def _count_time(self, at: float | None) -> bool:
        """Charge the time until `at` to the people whom the match waited for. Return False if no time runs."""
        if self.clock is None or at is None or self.clock_stands:
            return False
        self.clock = self.clock.passed(self.waits_for, at)
        return True

    def _seal(self, before: State, seat: int, move: Move, salts: Sequence[str] | None) -> None:
        """Seal what this move hides, with these salts or new ones."""
        hidden = hidden_by(before.now, seat, move) if before.now else ()
        if salts is None:
            salts = [self.salt() for _ in hidden] if self.salt else ()
        if salts:
            pairs = zip(hidden, salts, strict=True)
            self._seals[len(self._moves)] = tuple(share.sealed(self.rules, salt) for share, salt in pairs)

    def _failed(self, seat: int, reason: KeypegError) -> None:
        """Announce, once for each reason, that a player could not choose."""
        if self._unable.get(seat) is not reason:
            self._unable[seat] = reason
            self._announce(Failed(seat, reason))

    def _coached(self, seat: int, after: Coaching, kind: str) -> None:
        self._coaching[seat] = after
        self._announce(Coached(seat, kind))

    def _announce(self, event: Event) -> None:
        for listener in tuple(self._listeners):
            listener(event)


def _row_counts(state: State) -> list[int]:
    return [len(board.rows) for board in state.now.boards] if state.now else []
