"""The log of a table: its entries, which hosts store, and what each kind of them does, now and when it is replayed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeAlias, TypeVar

from keypeg.core import Move, Rules
from keypeg.notation import move_text, read_move, read_seat
from keypeg.table.coaching import read_uses

if TYPE_CHECKING:
    from keypeg.table.table import Table

T = TypeVar("T")

PLAYED = ("open", "import", "move", "undo")
"""The kinds of entries that change the match; the others are about who sits there, and what is said."""

SEATED = ("sit", "leave", "refuse")
"""The kinds of entries that seat a person or empty a seat."""

LISTED = "listed"
"""The text of a "sit" entry whose person came from the list of open tables."""

MOST_SAID = 20
"""The phrases that a table remembers."""


@dataclass(slots=True)  # frozen, it would take 2 µs to make instead of 0.1
class Entry:
    """One line of a table's log: what a seat did, and the moves of chance that followed at once."""

    table: str
    seq: int
    at: float
    kind: str
    seat: int
    text: str = ""
    then: str = ""
    key: str | None = None


class Action(NamedTuple):
    """Something that a seat does, or the table itself (0). With a key it is done once, however often it is sent."""

    kind: str
    seat: int
    text: str = ""
    key: str | None = None
    move: Move | None = None
    """The move in `text`, if it has been parsed already."""

    @classmethod
    def of_move(cls, rules: Rules, seat: int, move: Move, key: str | None = None) -> Action:
        """Return the action of making a move."""
        return cls("move", seat, move_text(rules, move), key, move)


@dataclass(frozen=True, slots=True)
class Kept:
    """Data of a feature in the small store of a host, under a key that begins with the name of the feature.

    It goes when its owner deletes what is stored about them, when its table is removed, and when it expires.
    """

    key: str
    data: bytes | None
    """None removes it."""
    owner: str | None = None
    """The id of a person."""
    table: str | None = None
    expires: float | None = None
    version: int = 0
    """How often it was written. It is only written if nobody else has since this was read; 0 if it was absent."""


class Change(NamedTuple, Generic[T]):
    """An answer, and the entries to commit before sending it.

    Until then the table in memory is ahead of its log: a host that cannot commit must discard the table.
    """

    answer: T
    entries: tuple[Entry, ...] = ()
    kept: tuple[Kept, ...] = ()
    """Data of features to commit in the same transaction."""


@dataclass(frozen=True, slots=True)
class Said:
    """A phrase that was said, and the first version of the table that shows it."""

    version: int
    seat: int
    phrase: str
    at: float


@dataclass(frozen=True, slots=True)
class Rematch:
    """Another table for the same people, and the seat that opened it."""

    table: str
    by: int


def open_seats(table: Table, action: Action, at: float) -> None:
    """Open the table. The text lists its free seats."""
    table.expect({int(seat) for seat in action.text.split()})
    table.invited = frozenset(table.vacant)


def import_moves(table: Table, action: Action, at: float) -> None:
    """Make the moves of a record: a line each, with the salts of what it hides after a tab."""
    for line in action.text.split("\n"):
        made, _, salts = line.partition("\t")
        seat, _, move = made.partition(" ")
        table.enter(read_seat(seat), read_move(table.rules, move), salts.split())


def make_move(table: Table, action: Action, at: float) -> None:
    """Make a move. Who has moved can no longer be refused."""
    table.enter(action.seat, action.move or read_move(table.rules, action.text), at=at)
    table.newcomers.pop(action.seat, None)


def undo(table: Table, action: Action, at: float) -> None:
    """Take the last move of the seat back."""
    table.take_back(action.seat, at=at)


def go_on(table: Table, action: Action, at: float) -> None:
    """Stop waiting for the seat in a call window."""
    table.go_on(action.seat, at=at)


def extend(table: Table, action: Action, at: float) -> None:
    """Give the seat an extra minute to enter a call."""
    table.extend_window(action.seat, at=at)


def say(table: Table, action: Action, at: float) -> None:
    """Say the phrase in the text."""
    table.says = [*table.says[1 - MOST_SAID :], Said(table.version + 1, action.seat, action.text, at)]


def count_help(table: Table, action: Action, at: float) -> None:
    """Count the uses of the coach in the text."""
    before = table.coaching[action.seat]
    table.coaching[action.seat] = replace(before, uses=before.uses + read_uses(action.text))


def offer_rematch(table: Table, action: Action, at: float) -> None:
    """Tell everyone that the table named in the text is open to them."""
    table.rematch = Rematch(action.text, action.seat)


def sit(table: Table, action: Action, at: float) -> None:
    """Take a free seat. Names and ids of people are not in the log: the host has changed the chair."""
    table.expect({*table.vacant} - {action.seat})
    table.newcomers[action.seat] = action.text == LISTED


def leave(table: Table, action: Action, at: float) -> None:
    """Leave the seat for good: the host has taken the person off the chair, and their moves stay."""


def refuse(table: Table, action: Action, at: float) -> None:
    """Free the seat of a person who joined. The text is the hash that stands for them."""
    table.expect({*table.vacant, action.seat})
    if not table.newcomers.pop(action.seat, True):
        table.renewed[action.seat] += 1  # or they would come back by the same link as someone new
    table.refused.add(action.text)
    if table.clock is not None:
        table.clock = table.clock.restarted(action.seat)


def renew(table: Table, action: Action, at: float) -> None:
    """Make the invite to the seat in the text void; there is a new one."""
    table.renewed[int(action.text)] += 1


def resume(table: Table, action: Action, at: float) -> None:
    """Leave out of all clocks the seconds by which the system clock jumped, or else the downtime until now."""
    if action.text:
        table.shift_time(float(action.text))
    else:
        table.skip_time(at)


Effect: TypeAlias = "Callable[[Table, Action, float], None]"

EFFECTS: Mapping[str, Effect] = {
    "open": open_seats,
    "import": import_moves,
    "move": make_move,
    "undo": undo,
    "go-on": go_on,
    "extend": extend,
    "say": say,
    "coach": count_help,
    "rematch": offer_rematch,
    "sit": sit,
    "leave": leave,
    "refuse": refuse,
    "renew": renew,
    "resume": resume,
}
