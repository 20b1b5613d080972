"""A table in memory. It can be rebuilt by replaying its log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hmac import digest as hmac

from msgspec import Struct

from keypeg.api.match import Attempt
from keypeg.api.sentences import ToldPast
from keypeg.api.tables import Clock as SentClock
from keypeg.api.tables import Coach
from keypeg.api.view import Rematch, Said
from keypeg.core import TABLE, Move, Rules, State, View, play
from keypeg.core.phases import awaits_chance
from keypeg.errors import Conflict, Illegal, KeypegError
from keypeg.notation import Seal, move_text, read_move, read_seat, seals_by_attempt
from keypeg.notation.seals import SALT_BYTES
from keypeg.notation.versions import VERSION, play_first_version
from keypeg.players import Computer, read_player
from keypeg.review.advice import CoachLevel
from keypeg.service.log import PLAYED, Action, Entry
from keypeg.service.seats import Chair
from keypeg.table import CallWindow, Clock, Coaching, Table, read_coaching, seat_seed, uses_text
from keypeg.table.call_window import SECONDS
from keypeg.table.saved import COACH, COACH_USED, PLAYER

LONG = 200
"""Number of moves above which work on a table goes to a thread, and Views do not cache its past attempts."""
LISTED = "listed"
"""The text of a "sit" entry whose person came from the list of open tables."""


class Agreed(Struct, frozen=True):
    """The terms agreed on when the table was made."""

    coach: Coach = "off"
    clock: SentClock | None = None
    grace: float | None = 180.0
    watch: bool = True
    call_window: float | None = SECONDS
    """Seconds in which people may call a split code before computers do; None: until all have moved or gone on."""
    daily: str | None = None
    rematch_of: str | None = None
    makers: tuple[int, ...] | None = None
    """The seats of the person who made the table and may invite others; None: all seats that were not open at first."""
    same: str | None = None
    """The shared result whose code is tried again here, outside statistics."""
    language: str = ""
    """The language of the person who made the table, for the preview of its link."""
    version: int = 1
    """The version of the rules. Tables of version 1 were stored without it."""

    @property
    def puzzle(self) -> bool:
        """True if one person breaks a given code: nobody wins, and there is no undo."""
        return self.daily is not None or self.same is not None


@dataclass(frozen=True, slots=True)
class Setup:
    """The facts of a table that never change. The seed is secret: chance, computers and salts derive from it."""

    id: str
    rules: Rules
    agreed: Agreed
    seed: str
    created: float


class TableState:
    """A table in memory: its match, its seats, and everything else that follows from its log.

    After `apply` it is ahead of the log until the transport has committed the entry; nobody else may read it before.
    """

    def __init__(self, setup: Setup, chairs: Sequence[Chair]) -> None:
        rules, agreed, seed = setup.rules, setup.agreed, setup.seed
        self.id = setup.id
        self.agreed = agreed
        self.seed = seed
        self.chairs = list(chairs)
        computers: dict[int, Computer] = {
            chair.seat: read_player(chair.player, seat_seed(seed, chair.seat))
            for chair in chairs
            if chair.kind == "computer" and chair.player
        }
        clock = Clock(agreed.clock.seconds, agreed.clock.more) if agreed.clock else None
        played = play_first_version if agreed.version < VERSION else play
        self.table = Table(
            rules,
            computers,
            seed=seed,
            clock=clock,
            window=CallWindow(agreed.call_window) if rules.split else None,
            lenient=False,
            salt=self._salt,
            play=played,
        )
        self.closed: KeypegError | None = None
        """Why play cannot continue: a rule that the log depends on has changed."""
        self.version = 0
        self._salted = 0
        """The number of salts made for the current entry."""
        self.material = [0] * (rules.seats + 1)
        """By seat: the last version that changed something its next move depends on."""
        self._shape = _shape(self.state)
        """The shape of the match after the last entry (see the function `_shape`)."""
        self.keys: dict[str, tuple[str, int]] = {}
        """By seat and idempotency key: the request, and the version that answered it."""
        self.says: list[Said] = []
        self._coached: dict[int, Coaching] = {}
        self._vacant: set[int] = set()
        """Seats that nobody has taken yet."""
        self._invited: frozenset[int] = frozenset()
        """Seats that were open at first."""
        self._strangers: set[int] = set()
        """Seats of people who came from the list of open tables, and have not moved yet."""
        self._refused: set[str] = set()
        """Hashes of the people whom the host has refused."""
        self.past_shown: list[Attempt] = []
        """Finished attempts, as every View shows them. They never change, so each is built once."""
        self.past_told: dict[tuple[int, ...], ToldPast] = {}
        """The sentences on how they ended, by the seats addressed."""
        self.rematch: Rematch | None = None
        self.created = self.touched = setup.created

    @property
    def rules(self) -> Rules:
        return self.table.rules

    @property
    def state(self) -> State:
        return self.table.state

    @property
    def over(self) -> bool:
        return self.closed is not None or (self.state.now is None and self.state.first is not None)

    @property
    def time_runs(self) -> bool:
        """True while a clock runs, or people may call before computers do."""
        return self.closed is None and (self.table.deadline is not None or bool(self.table.may_call_first))

    def seats_of(self, guest: str | None) -> tuple[int, ...]:
        if guest is None:
            return ()
        return tuple(chair.seat for chair in self.chairs if chair.guest == guest)

    def may_invite(self, mine: Sequence[int]) -> bool:
        """Return True if one of these seats made the table. Invited people get no invites to the other seats."""
        makers = self.agreed.makers
        return any(seat not in self._invited if makers is None else seat in makers for seat in mine)

    @property
    def vacant(self) -> tuple[int, ...]:
        """The seats that nobody has taken yet."""
        return tuple(sorted(self._vacant))

    def may_refuse(self, mine: Sequence[int]) -> tuple[int, ...]:
        """Return the seats that these seats may refuse.

        The maker of a table may refuse people who came from the list of open tables, until they move.
        """
        return tuple(sorted(self._strangers)) if self.may_invite(mine) else ()

    def refusal(self, guest: str) -> str:
        """Return the keyed hash that stands for a refused guest in the log, so that the log does not identify them."""
        return hmac(self.seed.encode(), f"refused:{guest}".encode(), "sha256")[:SALT_BYTES].hex()

    def has_refused(self, guest: str) -> bool:
        return bool(self._refused) and self.refusal(guest) in self._refused

    def chair(self, seat: int) -> Chair:
        return self.chairs[seat - 1]

    # Changes

    def apply(self, action: Action, at: float) -> Entry:
        """Apply an action and the moves of chance that follow; return its entry. An illegal action changes nothing."""
        if action.kind in PLAYED:
            self.check_open()
        self._do(action.kind, action.seat, action.text, at, action.move)
        then = self._chance(at) if action.kind in PLAYED else ""
        entry = Entry(self.id, self.version + 1, at, action.kind, action.seat, action.text, then, action.key)
        self._advance(entry)
        return entry

    def replay(self, entry: Entry) -> None:
        """Apply an entry of the log. If a rule that it depends on has changed, close the table."""
        if entry.seq != self.version + 1:
            raise Conflict("log-gap")
        try:
            if not (self.closed and entry.kind in PLAYED):
                self._do(entry.kind, entry.seat, entry.text, entry.at)
                for text in entry.then.split("\n") if entry.then else ():
                    self.table.enter(TABLE, read_move(self.rules, text), at=entry.at)
        except Illegal as error:
            if self.agreed.version == VERSION:
                raise
            self.closed = error
        self._advance(entry)

    def check_open(self) -> None:
        """Raise a Conflict with the reason if the table is closed."""
        if self.closed:
            raise Conflict("table-closed", problem=self.closed.message) from self.closed

    def answered(self, action: Action) -> int | None:
        """Return the version that answered this action when it was sent before with the same key, or None."""
        found = self.keys.get(f"{action.seat}:{action.key}") if action.key is not None else None
        if found is None:
            return None
        request, version = found
        if request != action.request:
            raise Conflict("key-used", version=self.version)
        return version

    def _advance(self, entry: Entry) -> None:
        """Update version, time, keys and `material` after an entry has been applied."""
        self.version = entry.seq
        self.touched = entry.at
        if entry.key is not None:
            self.keys[f"{entry.seat}:{entry.key}"] = (f"{entry.kind} {entry.text}", entry.seq)
        if entry.kind in PLAYED:
            before, self._shape = self._shape, _shape(self.state)
            for seat in range(len(self.material)) if before != self._shape else (entry.seat,):
                self.material[seat] = entry.seq

    def _do(self, kind: str, seat: int, text: str, at: float, move: Move | None = None) -> None:
        version = self.version + 1
        self._salted = 0
        match kind:
            case "move":
                self.table.enter(seat, move or read_move(self.rules, text), at=at)
                self._strangers.discard(seat)
            case "undo":
                self.table.undo(seat, at=at)
            case "go-on":
                self.table.go_on(seat, at=at)
            case "extend":
                self.table.extend_window(seat, at=at)
            case "say":
                self.says = [*self.says[-19:], Said(version, seat, text, at)]
            case "coach":
                before = self.coaching(seat)
                self._coached[seat] = replace(before, uses=before.uses + read_coaching(before.level, text).uses)
            case "rematch":
                self.rematch = Rematch(text, seat)
            case "sit":
                self._expect(self._vacant - {seat})
                if text == LISTED:
                    self._strangers.add(seat)
            case "refuse":
                self._expect(self._vacant | {seat})
                self._strangers.discard(seat)
                self._refused.add(text)
                if self.table.clock is not None:
                    self.table.clock = self.table.clock.restarted(seat)
            case "import":
                self._import(text)
            case "resume":
                self._resume(text, at)
            case "open":
                self._expect({int(each) for each in text.split()})
                self._invited = frozenset(self._vacant)
            case _:
                assert kind == "leave", kind

    def _salt(self) -> str:
        """Return the next salt. It is derived from the seed and its place in the log, so it need not be stored."""
        self._salted += 1
        place = f"salt:{self.version + 1}:{self._salted}"
        return hmac(self.seed.encode(), place.encode(), "sha256")[:SALT_BYTES].hex()

    def _chance(self, at: float) -> str:
        """Make the moves of chance that are due, and return them as text."""
        made = []
        while awaits_chance(self.state):
            self.table.step(at=at)
            _, move = self.table.moves[-1]
            made.append(move_text(self.rules, move))
        return "\n".join(made)

    def _expect(self, vacant: set[int]) -> None:
        """Set the vacant seats. Nobody's time runs until every seat is taken."""
        self._vacant = vacant
        self.table.clock_stands = bool(vacant)

    def _import(self, text: str) -> None:
        for line in text.split("\n"):
            made, _, salts = line.partition("\t")
            who, _, move = made.partition(" ")
            self.table.enter(read_seat(who), read_move(self.rules, move), salts.split())

    def _resume(self, step: str, at: float) -> None:
        """Leave out of all clocks the `step` by which the system clock jumped, or else the downtime until now."""
        if step:
            self.table.shift_time(float(step))
            return
        if self.table.clock is not None:
            self.table.clock = self.table.clock.resumed(at)
        self.table.open_window(at)

    def coaching(self, seat: int) -> Coaching:
        """Return the help agreed for a seat, and its uses. Undo does not give a use back."""
        return self._coached.get(seat) or Coaching(CoachLevel(self.agreed.coach))

    # Reading the table

    def claim_from(self, seat: int, away_since: float | None) -> float | None:
        """Return the time from which others may claim a seat.

        None if its person is here, the match does not wait for them, or they may be away without a limit.
        """
        grace, waited = self.agreed.grace, self.chair(seat).kind == "person" and seat in self.table.waits_for
        return away_since + grace if away_since is not None and waited and grace is not None else None

    @property
    def names(self) -> dict[int, str]:
        """The names that people gave, by seat."""
        return {chair.seat: chair.name for chair in self.chairs if chair.name}

    def headers(self) -> dict[str, str]:
        """Return the headers for the record of this table."""
        when = datetime.fromtimestamp(self.created, UTC).strftime("%Y-%m-%d")
        headers = {"Date": when}
        for chair in self.chairs:
            coaching = self.coaching(chair.seat)
            headers |= {f"Seat-{chair.seat}": chair.name} if chair.name else {}
            headers |= {f"{PLAYER}{chair.seat}": chair.player} if chair.player else {}
            headers |= {f"{COACH}{chair.seat}": coaching.level} if coaching.level != "off" and not chair.player else {}
            headers |= {f"{COACH_USED}{chair.seat}": uses_text(coaching.uses)} if coaching.uses else {}
        return headers

    def view(self, seat: int | None) -> View:
        self.check_open()
        return self.table.view(seat)

    def seals(self) -> list[tuple[Seal, ...]]:
        """Return the public seals of every attempt, the running one last."""
        return seals_by_attempt(self.state, self.table.seals)


def _shape(state: State) -> object:
    """Return a value that changes when all seats see something new, but not when one seat hides or seals something."""
    now = state.now
    if now is None:
        return len(state.past), state.first
    together = state.rules.together
    rows = [len(board.rows) if together else board.rows for board in now.boards]
    return len(state.past), now.phase, now.turn, now.calls, now.out, now.passed, rows
