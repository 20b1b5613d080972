"""The calls of the API: one function for each, with the arguments of the clients' method, that returns the request.

The docstrings describe the method. The endpoints in `keypeg.wire.api` define the path and the answer of each request.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from secrets import token_hex
from typing import Any, Generic, Literal, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from keypeg import wire
from keypeg.wire import api, parameters
from keypeg.wire.endpoint import JSON, Endpoint

P = TypeVar("P")
B = TypeVar("B")
Answer = TypeVar("Answer")

PRESENT = 15.0
"""Seconds that a long poll waits. A client that polls this often counts as present at the table."""

TIMEOUT = 10.0
"""Seconds until a server that does not answer counts as unreachable."""


@dataclass(frozen=True, slots=True)
class Call(Generic[Answer]):
    """One request to an endpoint."""

    endpoint: Endpoint[Any, Any, Answer]
    path: str
    query: Mapping[str, str | float]
    body: bytes | None

    @property
    def request(self) -> dict[str, Any]:
        """The arguments of `httpx.Client.request`."""
        return {
            "method": self.endpoint.method,
            "url": self.path,
            "params": self.query,
            "content": self.body,
            "headers": {} if self.body is None else {"content-type": JSON},
            "timeout": TIMEOUT + float(self.query.get("wait", 0)),
        }


def call(endpoint: Endpoint[P, B, Answer], parameters: P, body: B) -> Call[Answer]:
    """Build a request to any endpoint. Pass None for the parameters or the body if the endpoint takes none."""
    path, query = endpoint.write_parameters(parameters)
    return Call(endpoint, path, query, msgspec.json.encode(body) if endpoint.takes_body else None)


def make_token(name: str = "") -> Call[wire.Token]:
    return call(api.TOKEN, None, wire.Named(name))


def me() -> Call[wire.Identity]:
    """Return your identity at the server."""
    return call(api.ME, None, None)


def rename(name: str) -> Call[wire.Identity]:
    """Change your name."""
    return call(api.RENAME, None, wire.Named(name))


def tables(before: float | None = None) -> Call[wire.OwnTables]:
    """Return your tables, newest first; for the next page pass the `next` of this one."""
    return call(api.OWN_TABLES, parameters.OwnTablesPage(before=before), None)


def stats() -> Call[wire.Stats]:
    """Return your statistics, game by game."""
    return call(api.STATS, None, None)


def boxes() -> Call[list[wire.Box]]:
    """Return all boxes with their variants and options."""
    return call(api.BOXES, None, None)


def rules(text: str) -> Call[wire.Rules]:
    """Return the facts of the rules that a text such as `togo:rows=8` names."""
    return call(api.RULES, parameters.OfRules(text), None)


def make_table(
    rules: str,
    *,
    seats: Sequence[wire.Sitter] = (),
    coach: wire.Coach = "off",
    clock: wire.Clock | None = None,
    grace: float | None = 180.0,
    watch: bool = True,
    name: str = "",
    call_window: float | UnsetType | None = UNSET,
) -> Call[wire.Made]:
    """Make a table. Seats beyond `seats`: first you, unless listed, then open ones, with their links in `invites`."""
    agreed = wire.NewTable(rules, list(seats), coach, clock, grace, watch, name or UNSET, call_window)
    return call(api.MAKE_TABLE, None, agreed)


def import_record(record: str) -> Call[wire.Made]:
    """Make a table from a record; all its seats are yours."""
    return call(api.IMPORT_RECORD, None, wire.NewRecord(record))


def take_seat(table: str, invite: str, name: str = "") -> Call[wire.Taken]:
    """Take the open seat of an invite."""
    return call(api.TAKE_SEAT, parameters.AtTable(table), wire.TakeSeat(invite, name or UNSET))


def view(table: str, *, seat: int | None = None, after: int | None = None, wait: float = 0) -> Call[wire.View]:
    """Return the View of a table at once; with `after`, as soon as there is a later version or `wait` is over."""
    return call(api.VIEW, parameters.AfterVersion(table, seat, after, 0 if after is None else wait), None)


def move(table: str, move: str, version: int, *, seat: int | None = None, key: str = "") -> Call[wire.Done]:
    """Make a move, such as `guess RYGB`, in answer to the View of this version.

    Raise Conflict if something that you can see has changed since. If you choose a `key` of your own, you can send the
    move again with the same key after a lost connection: the server makes it only once.
    """
    return call(api.MOVE, parameters.AtTable(table), wire.NewMove(move, version, key or _key(), seat))


def undo(table: str, version: int, *, seat: int | None = None) -> Call[wire.Done]:
    """Take your last move back, if the View's `may_undo` is True."""
    return call(api.UNDO, parameters.AtTable(table), wire.NewUndo(version, _key(), seat))


def claim(table: str, absent: int, version: int, *, seat: int | None = None) -> Call[wire.Done]:
    """Claim the round from an absent seat, one of the View's `may_claim`."""
    return call(api.CLAIM, parameters.AtTable(table), wire.NewClaim(absent, version, _key(), seat))


def call_window(
    table: str, do: Literal["go-on", "extend"], version: int, *, seat: int | None = None
) -> Call[wire.Done]:
    """Go on without a call, or take a minute to enter one; for all your seats, unless one is given."""
    return call(api.CALL_WINDOW, parameters.AtTable(table), wire.InWindow(do, version, _key(), seat))


def open_tables() -> Call[wire.OpenTables]:
    """Return the tables that are open to everyone on this server."""
    return call(api.OPEN_TABLES, None, None)


def list_table(table: str) -> Call[wire.Done]:
    """Open a table of yours to everyone on this server; it needs a clock and a free seat."""
    return call(api.LIST_TABLE, parameters.AtTable(table), None)


def unlist_table(table: str) -> Call[wire.Done]:
    """Take a table of yours off the list of open tables."""
    return call(api.UNLIST_TABLE, parameters.AtTable(table), None)


def refuse(table: str, seat: int, version: int) -> Call[wire.Done]:
    """Refuse a person who has joined your table. `seat` is one of the View's `may_refuse`."""
    return call(api.REFUSE, parameters.AtTable(table), wire.NewRefusal(seat, version))


def renew_invite(table: str, seat: int) -> Call[wire.Done]:
    """Make the invite to an open seat void; the View has a new one in `invites`."""
    return call(api.RENEW_INVITE, parameters.AtTable(table), wire.NewInvite(seat, _key()))


def say(table: str, phrase: str, *, seat: int | None = None) -> Call[wire.Done]:
    """Say one of the View's `phrases` to the others."""
    return call(api.SAY, parameters.AtTable(table), wire.NewSay(phrase, _key(), seat))


def coach(
    table: str, ask: Literal["check", "explain", "hint"], planned: str | None = None, *, seat: int | None = None
) -> Call[wire.Advice]:
    """Ask the coach, within the limits agreed on, for a hint or about a `planned` guess or call."""
    return call(api.COACH, parameters.AtTable(table), wire.NewQuestion(ask, _key(), planned, seat=seat))


def rematch(table: str, *, seat: int | None = None) -> Call[wire.Made]:
    """Play again with the same people at a new table. Their Views of this table name it in `rematch`."""
    return call(api.REMATCH, parameters.AtTable(table), wire.NewRematch(seat=seat))


def record(table: str) -> Call[str]:
    """Return the record of a table; while the match runs, only what you may know of it."""
    return call(api.RECORD, parameters.AtSeat(table), None)


def review(table: str) -> Call[wire.Review | wire.SplitReview]:
    """Return the loss and luck of every row, for a match that is over or that you play alone."""
    return call(api.REVIEW, parameters.AtTable(table), None)


def daily(day: str | None = None) -> Call[wire.Daily]:
    """Return the puzzle of a day (default: today), with your result and those of others."""
    return call(api.DAILY, parameters.OnDay(day), None)


def begin_daily(day: str | None = None) -> Call[wire.Made]:
    """Begin the puzzle of a day (default: today) or go on with it, and return its table."""
    return call(api.START_DAILY, parameters.OnDay(day), None)


def _key() -> str:
    """Return a new idempotency key: the server makes a change once, however often it is sent with the same key."""
    return token_hex(12)
