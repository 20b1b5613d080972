"""A table: one match with its seats, clocks, coaches and log. Nothing else joins a State with its players."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from hmac import digest as hmac
from random import Random
from typing import Self

from keypeg.argument_types import checked
from keypeg.core import (
    TABLE,
    Absent,
    Call,
    Deal,
    Draw,
    Hide,
    Move,
    Outcome,
    Rules,
    State,
    View,
    outcome,
    play,
    to_act,
    view,
)
from keypeg.core.phases import awaits_chance
from keypeg.errors import Conflict, Illegal, KeypegError, Malformed, Unknown
from keypeg.notation import Seal, Seals, Seen, hidden_by, move_text, public_seals, read_move, seals_by_attempt
from keypeg.notation import rules as read_rules
from keypeg.notation.seals import SALT_BYTES
from keypeg.notation.versions import FIRST, VERSION, as_played_in, play_first_version
from keypeg.players import Player, read_player
from keypeg.review.advice import CoachLevel
from keypeg.table.call_window import CallWindow
from keypeg.table.clock import Clock
from keypeg.table.coaching import Coach, Coaching
from keypeg.table.due import Due, answer, asks_players, due_at, window_waits
from keypeg.table.events import Coached, Event, Failed, Moved, Over, Settled, Undone
from keypeg.table.history import History
from keypeg.table.log import EFFECTS, PLAYED, Action, Change, Entry, Rematch, Said
from keypeg.table.terms import Agreed, Chair, Setup

Listener = Callable[[Event], None]

LONG = 200
"""Number of moves above which work on a table takes so long that hosts do it elsewhere."""
MOST_ENTRIES = 20_000
"""Log length from which people can add no more entries: a table must fit into memory."""


class Table:
    """A match and its seats. Seats without a player are people, whose moves come through `play`.

    Computers move only in `step` and `run`, so a front end decides when. Chance comes from the seed; a record needs no
    seed, since the moves of chance are among its moves.

    A host that keeps tables makes them with `hosted`. There every change is an action: `apply` does it and returns the
    entry of the log that stores it, and `replay` does what an entry says. After `apply` a table is ahead of its log
    until the host has committed the entry; nobody else may read it before.
    """

    @checked
    def __init__(  # noqa: PLR0913, PLR0915 - options by name; one attribute a line
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
        seats = range(1, rules.seats + 1)
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
        self._history = History(rules, play)
        self.state = self._history.states[-1]
        """The match, with every secret."""
        self.headers: dict[str, str] = {}
        """Other headers of its record: names of people, the date, anything."""
        self.coaching: dict[int, Coaching] = {}
        """By seat: the help agreed on before the match, and its uses. Undo does not take uses back."""
        self._listeners: list[Listener] = []
        self._unable: dict[int, KeypegError] = {}
        """By seat: the reason for its player's latest failure."""

        self.id = ""
        self.agreed = Agreed(version=VERSION)
        self.chairs = [Chair(seat, "computer" if seat in self.players else "person") for seat in seats]
        self.vacant: tuple[int, ...] = ()
        """Seats that nobody has taken yet."""
        self.invited: frozenset[int] = frozenset()
        """Seats that were open at first."""
        self.newcomers: dict[int, bool] = {}
        """Seats of people who joined and have not moved yet; True if they came from the list of open tables."""
        self.renewed = dict.fromkeys(seats, 0)
        """By seat: how often its invite was renewed. An older one is void."""
        self.refused: set[str] = set()
        """Hashes of the people whom the host has refused."""
        self.says: list[Said] = []
        """What was said last."""
        self.rematch: Rematch | None = None

        self.version = 0
        """The number of entries in its log."""
        self.created = self.touched = 0.0
        self.closed: KeypegError | None = None
        """Why play cannot continue: a rule that the log depends on has changed."""
        self.keys: dict[str, tuple[str, int]] = {}
        """By seat and idempotency key: the request, and the version that answered it."""
        self.material = [0] * (rules.seats + 1)
        """By seat: the last version that changed something its next move depends on."""
        self._shape = _shape(self.state)
        """The shape of the match after the last entry (see the function `_shape`)."""
        self._salted = 0
        """The number of salts made for the current entry."""

    @classmethod
    def hosted(cls, setup: Setup, chairs: Sequence[Chair]) -> Self:
        """Set up a table whose log a host keeps. Salts are derived from the seed, and computers are not lenient."""
        agreed, seed = setup.agreed, setup.seed
        rules = as_played_in(agreed.version, setup.rules)
        table = cls(
            rules,
            {each.seat: read_player(each.player, seat_seed(seed, each.seat)) for each in chairs if each.player},
            seed=seed,
            clock=Clock(agreed.clock.seconds, agreed.clock.more) if agreed.clock else None,
            window=CallWindow(agreed.call_window) if rules.split else None,
            lenient=False,
            play=play_first_version if agreed.version == FIRST else play,
        )
        table.id, table.agreed, table.chairs = setup.id, agreed, list(chairs)
        table.created = table.touched = setup.created
        table.salt = table._derived_salt
        table.coaching = {chair.seat: Coaching(CoachLevel(agreed.coach)) for chair in chairs}
        return table

    # The match

    @property
    def moves(self) -> tuple[tuple[int, Move], ...]:
        """Every move so far, with the seat that made it."""
        return tuple(self._history.moves)

    @property
    def length(self) -> int:
        """The number of moves so far."""
        return len(self._history.moves)

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; None while it runs."""
        return outcome(self.state)

    @property
    def over(self) -> bool:
        """True if the match has ended, or is closed."""
        return self.closed is not None or (self.state.now is None and self.state.first is not None)

    @property
    def seals(self) -> Seals:
        """The seals of each code, by the move that hid it, with all salts. Only the table may know these."""
        return dict(self._history.seals)

    @property
    def public_seals(self) -> Seals:
        """The seals as everyone may know them: without salts until the attempt is over."""
        return public_seals(self.state, self._history.seals)

    @property
    def seals_by_attempt(self) -> list[tuple[Seal, ...]]:
        """The public seals of every attempt, the running one last."""
        return seals_by_attempt(self.state, self._history.seals)

    def view(self, seat: int | None) -> View:
        """Return what this seat may know; None for a watcher."""
        self.check_open()
        return view(self.state, seat)

    def seen(self, seat: int | None) -> Seen:
        """Return the record as this seat may know it; None for a watcher."""
        return Seen(self.view(seat), self.headers, self.public_seals)

    def play(self, seat: int, move: Move | str, *, at: float | None = None) -> None:
        """Make a person's move, given as a Move or its text. An illegal move raises an error and changes nothing."""
        if seat == TABLE or seat in self.players:
            raise Illegal("seat-not-yours", seat=seat)
        self.enter(seat, read_move(self.rules, move) if isinstance(move, str) else move, at=at)

    def enter(self, seat: int, move: Move, salts: Sequence[str] | None = None, *, at: float | None = None) -> None:
        """Make a move for any seat: one replayed, or chosen elsewhere. `salts` are those that it was sealed with."""
        before = self.state
        after = self._history.played(before, seat, move)
        if isinstance(move, Hide | Deal):
            self._seal(before, seat, move, salts)
        if self.clock and self._count_time(at) and seat and seat not in self.players:
            self.clock = self.clock.moved(seat)
        self._history.add(seat, move, after)
        self.state = after
        self.open_window(at)
        if self._listeners:
            self._announce_move(before, after, seat, move)

    def _seal(self, before: State, seat: int, move: Move, salts: Sequence[str] | None) -> None:
        """Seal what this move hides, with these salts or new ones."""
        hidden = hidden_by(before.now, seat, move) if before.now else ()
        if salts is None:
            salts = [self.salt() for _ in hidden] if self.salt else ()
        if salts:
            pairs = zip(hidden, salts, strict=True)
            self._history.seals[self.length] = tuple(share.sealed(self.rules, salt) for share, salt in pairs)

    def _derived_salt(self) -> str:
        """Return the next salt. It is derived from the seed and its place in the log, so it need not be stored."""
        self._salted += 1
        place = f"salt:{self.version + 1}:{self._salted}"
        return hmac(self.seed.encode(), place.encode(), "sha256")[:SALT_BYTES].hex()

    def may_undo(self, seat: int, agreed: Collection[int] = ()) -> bool:
        """Return True if a seat may take back its last move, given that these people agree.

        Only moves of the running attempt may be, since all else is revealed. A code or row that is still hidden or
        sealed may be changed until another person moves; otherwise computers must be lenient and other people agree.
        A call stays, and so does every move before it.
        """
        history = self._history
        back = history.last_of(seat)
        if back is None or seat in self.players:
            return False
        after = history.moves[back:]
        if any(isinstance(move, Draw | Deal | Call) for _, move in after) or not history.is_running(back):
            return False
        if history.is_still_sealed(back) and all(mover == seat or mover in self.players for mover, _ in after):
            return True
        people = set(range(1, self.rules.seats + 1)) - {seat} - self.players.keys()
        return people <= set(agreed) and (self.lenient or not self.players)

    def undo(self, seat: int, agreed: Collection[int] = (), *, at: float | None = None) -> None:
        """Take back the last move of a seat, and everything after it."""
        self.check_undo(seat, agreed)
        self.take_back(seat, at=at)

    def check_undo(self, seat: int, agreed: Collection[int] = ()) -> None:
        """Raise an error if a seat may not take back its last move."""
        if self._history.last_of(seat) is None:
            raise Illegal("home-nothing-to-undo")
        if not self.may_undo(seat, agreed):
            raise Illegal("undo-not-allowed", seat=seat)

    def take_back(self, seat: int, *, at: float | None = None) -> None:
        """Take back the last move of a seat, as `undo` does, without asking whether it may: for an undo in a log."""
        back = self._history.last_of(seat)
        if back is None:
            raise Illegal("home-nothing-to-undo")
        self._history.go_back(back)
        self.state = self._history.states[-1]
        self.open_window(at)
        self._announce(Undone(seat))

    # Chance and computers

    def due(self, at: float | None = None) -> Due:
        """Return what happens next without people. The same seed and moves give the same result."""
        random = Random(f"{self.seed}/{self.length}")
        return due_at(self.state, self.players, random, self.window, at)

    def asks_players(self, at: float | None = None) -> bool:
        """Return True if `due` may have questions; cheaper than asking it."""
        return asks_players(self.state, self.players, self.window, at)

    def step(self, *, at: float | None = None) -> bool:
        """Make one move of chance or of a computer. Return False if the match waits for people or is over."""
        due = self.due(at)
        if due.chance is not None:
            self.enter(TABLE, due.chance, at=at)
            return True
        found = answer(due.questions)
        for seat, reason in found.failures:
            self._failed(seat, reason)
        if found.move is None:
            return False
        self.enter(*found.move, at=at)
        return True

    def run(self, *, at: float | None = None) -> None:
        """Make moves of chance and of computers until the match waits for people or is over."""
        while self.step(at=at):
            pass

    @property
    def moves_itself(self) -> bool:
        """True if it may change although nobody asks: it has computers or a clock."""
        return bool(self.players) or self.clock is not None

    # People: whom the match waits for, and how long

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

    def skip_time(self, until: float) -> None:
        """Count the time until now for nobody, because nobody could play."""
        if self.clock is not None:
            self.clock = self.clock.resumed(until)
        self.open_window(until)

    @property
    def time_runs(self) -> bool:
        """True while a clock runs, or people may call before computers do."""
        return self.closed is None and (self.deadline is not None or bool(self.may_call_first))

    @property
    def deadline(self) -> float | None:
        """When the first person whom the match waits for runs out of time; None while no clock runs."""
        return self.clock.deadline(self.waits_for) if self.clock else None

    def late(self, at: float) -> int | None:
        """Return the first person who is out of time at `at`, or None."""
        return self.clock.late(self.waits_for, at) if self.clock else None

    def alarm(self, at: float) -> float | None:
        """Return when something may be due although nobody acts: at the end of a call window or of a person's time."""
        until = self.window.until if self.window and self.window_open(at) else None
        return min((time for time in (until, self.deadline) if time is not None), default=None)

    def _count_time(self, at: float | None) -> bool:
        """Charge the time until `at` to the people whom the match waited for. Return False if no time runs."""
        if self.clock is None or at is None or self.clock_stands:
            return False
        self.clock = self.clock.passed(self.waits_for, at)
        return True

    # Events and the coach

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` with every event from now on. Call the returned function to stop."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def agree_coaching(self, coaching: Mapping[int, CoachLevel | Coaching]) -> None:
        """Set how much help each seat may ask for, before the first move. A loaded table passes its past uses, too."""
        if self._history.moves:
            raise Illegal("coach-too-late")
        self.coaching |= {
            seat: Coaching(each) if isinstance(each, CoachLevel) else each for seat, each in coaching.items()
        }

    def coach(self, seat: int) -> Coach:
        """Return the coach of the person at this seat. It refuses help that was not agreed on."""
        if seat in self.players:
            raise Illegal("seat-not-yours", seat=seat)
        coaching = self.coaching.get(seat, Coaching(CoachLevel.OFF))
        return Coach(self.view(seat), coaching, lambda after, kind: self._coached(seat, after, kind))

    def _coached(self, seat: int, after: Coaching, kind: str) -> None:
        self.coaching[seat] = after
        self._announce(Coached(seat, kind))

    def _failed(self, seat: int, reason: KeypegError) -> None:
        """Announce, once for each reason, that a player could not choose."""
        if self._unable.get(seat) is not reason:
            self._unable[seat] = reason
            self._announce(Failed(seat, reason))

    def _announce_move(self, before: State, after: State, seat: int, move: Move) -> None:
        self._announce(Moved(seat, move.name))
        for attempt in after.past[len(before.past) :]:
            self._announce(Settled(attempt.round, attempt.code, bool(attempt.verdict and attempt.verdict.void)))
        end = outcome(after) if after.now is None else None
        if end:
            self._announce(Over(end))

    def _announce(self, event: Event) -> None:
        for listener in tuple(self._listeners):
            listener(event)

    # Who sits there

    def chair(self, seat: int) -> Chair:
        return self.chairs[seat - 1]

    def seats_of(self, guest: str | None) -> tuple[int, ...]:
        return tuple([chair.seat for chair in self.chairs if chair.guest == guest]) if guest is not None else ()

    @property
    def names(self) -> dict[int, str]:
        """The names that people gave, by seat."""
        return {chair.seat: chair.name for chair in self.chairs if chair.name}

    def expect(self, vacant: Collection[int]) -> None:
        """Set the vacant seats. Nobody's time runs until every seat is taken."""
        self.vacant = tuple(sorted(vacant))
        self.clock_stands = bool(vacant)

    def may_invite(self, mine: Sequence[int]) -> bool:
        """Return True if one of these seats made the table. Invited people get no invites to the other seats."""
        makers = self.agreed.makers
        return any(seat not in self.invited if makers is None else seat in makers for seat in mine)

    def may_refuse(self, mine: Sequence[int]) -> tuple[int, ...]:
        """Return the seats that these seats may refuse: the maker of a table may refuse who joins, until they move."""
        return tuple(sorted(self.newcomers.keys() - set(mine))) if self.may_invite(mine) else ()

    def refusal(self, guest: str) -> str:
        """Return the keyed hash that stands for a refused guest in the log, so that the log does not identify them."""
        return hmac(self.seed.encode(), f"refused:{guest}".encode(), "sha256")[:SALT_BYTES].hex()

    def has_refused(self, guest: str) -> bool:
        return bool(self.refused) and self.refusal(guest) in self.refused

    def claim_from(self, seat: int, away_since: float | None) -> float | None:
        """Return the time from which others may claim a seat.

        None if its person is here, the match does not wait for them, or they may be away without a limit.
        """
        grace, waited = self.agreed.grace, self.chair(seat).kind == "person" and seat in self.waits_for
        return away_since + grace if away_since is not None and waited and grace is not None else None

    # The log

    def apply(self, action: Action, at: float, seen: int | None = None) -> Change[int]:
        """Do what a seat asks for, and the moves of chance that follow; answer with the version that shows it.

        Sent again with the same key, an action gets the same answer and no entry. `seen` is the version that
        the seat acted on: a version older than the last change that matters to this seat is refused. An illegal action
        changes nothing.
        """
        before = self.answered(action)
        if before is not None:
            return Change(before)
        if self.version >= MOST_ENTRIES and action.key is not None and action.seat != TABLE:
            raise Illegal("table-long", most=MOST_ENTRIES)
        if seen is not None:
            if seen > self.version:
                raise Malformed("version-unknown", version=self.version, seen=seen)
            if seen < self.material[action.seat]:
                raise Conflict("version-stale", version=self.version, seen=seen)
        played = action.kind in PLAYED
        if played:
            self.check_open()
        if action.kind == "undo":
            self.check_undo(action.seat)
        self._salted = 0
        EFFECTS[action.kind](self, action, at)
        then = self._chance(at) if played else ""
        entry = Entry(self.id, self.version + 1, at, action.kind, action.seat, action.text, then, action.key)
        self._advance(entry)
        return Change(entry.seq, (entry,))

    def replay(self, entry: Entry) -> None:
        """Do what an entry of the log says. If a rule that it depends on has changed, close the table."""
        if entry.seq != self.version + 1:
            raise Conflict("log-gap")
        try:
            if not (self.closed and entry.kind in PLAYED):
                self._salted = 0
                EFFECTS[entry.kind](self, Action(entry.kind, entry.seat, entry.text), entry.at)
                for text in entry.then.split("\n") if entry.then else ():
                    self.enter(TABLE, read_move(self.rules, text), at=entry.at)
        except Illegal as error:
            if self.agreed.version != FIRST:
                raise
            self.closed = error
        self._advance(entry)

    def time_up(self, at: float) -> Change[bool]:
        """Go on without the first person who is out of time; answer False if nobody is."""
        late = None if self.over else self.late(at)
        if late is None:
            return Change(answer=False)
        return Change(answer=True, entries=self.apply(self.without(late), at).entries)

    def resume(self, at: float, step: float | None = None) -> Change[int]:
        """Go on after the system clock jumped by `step` seconds, or after downtime (None); no clock counts it."""
        return self.apply(Action("resume", TABLE, "" if step is None else f"{step:.6f}"), at)

    def without(self, away: int, key: str | None = None) -> Action:
        """Return the action that takes the code of a person who is away, or stops waiting for them in a call window."""
        gone = Action("go-on", away, key=key)
        called_first = away in self.may_call_first and away not in to_act(self.state)
        if called_first or self.answered(gone) is not None:
            return gone
        return Action.of_move(self.rules, TABLE, Absent(away), key)

    def answered(self, action: Action) -> int | None:
        """Return the version that answered this action when it was sent before with the same key, or None."""
        found = self.keys.get(f"{action.seat}:{action.key}") if action.key is not None else None
        if found is None:
            return None
        request, version = found
        if request != f"{action.kind} {action.text}":
            raise Conflict("key-used", version=self.version)
        return version

    def check_open(self) -> None:
        """Raise a Conflict with the reason if the table is closed."""
        if self.closed:
            raise Conflict("table-closed", problem=self.closed.message) from self.closed

    def _chance(self, at: float) -> str:
        """Make the moves of chance that are due, and return them as text."""
        made = []
        while awaits_chance(self.state):
            self.step(at=at)
            _, move = self._history.moves[-1]
            made.append(move_text(self.rules, move))
        return "\n".join(made)

    def _advance(self, entry: Entry) -> None:
        """Update version, time, keys and `material` after what an entry says has been done."""
        self.version = entry.seq
        self.touched = entry.at
        if entry.key is not None:
            self.keys[f"{entry.seat}:{entry.key}"] = (f"{entry.kind} {entry.text}", entry.seq)
        if entry.kind in PLAYED:
            before, self._shape = self._shape, _shape(self.state)
            for seat in range(len(self.material)) if before != self._shape else (entry.seat,):
                self.material[seat] = entry.seq


def seat_seed(seed: str, seat: int) -> str:
    """Return the seed of the computer at this seat of a table with this seed."""
    return f"{seed}/{seat}"


def _shape(state: State) -> object:
    """Return a value that changes when all seats see something new, but not when one seat hides or seals something."""
    now = state.now
    if now is None:
        return len(state.past), state.first
    together = state.rules.together
    rows = [len(board.rows) if together else board.rows for board in now.boards]
    return len(state.past), now.phase, now.turn, now.calls, now.out, now.passed, rows
