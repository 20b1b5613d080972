"""The calls of the API as values: what both clients send, and the type of the answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from secrets import token_hex
from typing import Generic, Literal, TypeVar

from msgspec import UNSET, Struct

from keypeg import wire

Answer = TypeVar("Answer")

PRESENT = 15.0
"""Seconds that a long poll waits. Who polls this often counts as present at the table."""

TIMEOUT = 10.0
"""Seconds until a server that does not answer counts as unreachable."""


@dataclass(frozen=True, slots=True)
class Call(Generic[Answer]):
    """One request: where it goes, what it carries, and what it is answered with."""

    method: Literal["GET", "POST", "PATCH", "DELETE"]
    path: str
    answer: type[Answer]
    body: Struct | None = None
    params: dict[str, str | float] = field(default_factory=dict)
    other: type[Answer] | None = None
    """What it may be answered with instead."""

    @property
    def waits(self) -> float:
        """How long the server may hold the answer back, in seconds."""
        return float(self.params.get("wait", 0))


def make_token(name: str) -> Call[wire.Token]:
    return Call("POST", "/tokens", wire.Token, wire.Named(name))


def me() -> Call[wire.Identity]:
    return Call("GET", "/me", wire.Identity)


def rename(name: str) -> Call[wire.Identity]:
    return Call("PATCH", "/me", wire.Identity, wire.Named(name))


def tables(before: float | None) -> Call[wire.OwnTables]:
    return Call("GET", "/me/tables", wire.OwnTables, params={} if before is None else {"before": before})


def boxes() -> Call[list[wire.Box]]:
    return Call("GET", "/boxes", list[wire.Box])


def rules(text: str) -> Call[wire.Rules]:
    return Call("GET", "/rules", wire.Rules, params={"text": text})


def make_table(agreed: wire.NewTable) -> Call[wire.Made]:
    return Call("POST", "/tables", wire.Made, agreed)


def import_record(record: str) -> Call[wire.Made]:
    return Call("POST", "/records", wire.Made, wire.NewRecord(record))


def take_seat(table: str, invite: str, name: str) -> Call[wire.Taken]:
    return Call("POST", f"/tables/{table}/seats", wire.Taken, wire.TakeSeat(invite, name or UNSET))


def view(table: str, seat: int | None, after: int | None, wait: float) -> Call[wire.View]:
    params: dict[str, str | float] = {}
    if seat is not None:
        params["seat"] = seat
    if after is not None:
        params |= {"after": after, "wait": wait}
    return Call("GET", f"/tables/{table}/view", wire.View, params=params)


def move(table: str, text: str, version: int, seat: int | None, key: str) -> Call[wire.Done]:
    body = wire.NewMove(text, version, key or _key(), seat)
    return Call("POST", f"/tables/{table}/moves", wire.Done, body)


def undo(table: str, version: int, seat: int | None) -> Call[wire.Done]:
    return Call("POST", f"/tables/{table}/undo", wire.Done, wire.NewUndo(version, _key(), seat))


def claim(table: str, absent: int, version: int, seat: int | None) -> Call[wire.Done]:
    return Call("POST", f"/tables/{table}/claims", wire.Done, wire.NewClaim(absent, version, _key(), seat))


def say(table: str, phrase: str, seat: int | None) -> Call[wire.Done]:
    return Call("POST", f"/tables/{table}/says", wire.Done, wire.NewSay(phrase, _key(), seat))


def coach(
    table: str, ask: Literal["check", "explain", "hint"], planned: str | None, seat: int | None
) -> Call[wire.Advice]:
    body = wire.NewQuestion(ask, _key(), planned, seat=seat)
    return Call("POST", f"/tables/{table}/coach", wire.Advice, body)


def rematch(table: str, seat: int | None) -> Call[wire.Made]:
    return Call("POST", f"/tables/{table}/rematch", wire.Made, wire.NewRematch(seat=seat))


def record(table: str) -> Call[str]:
    return Call("GET", f"/tables/{table}/record", str)


def review(table: str) -> Call[wire.Review | wire.SplitReview]:
    return Call("GET", f"/tables/{table}/review", wire.Review, other=wire.SplitReview)


def daily() -> Call[wire.Daily]:
    return Call("GET", "/daily", wire.Daily)


def begin_daily() -> Call[wire.Made]:
    return Call("POST", "/daily", wire.Made)


def stats() -> Call[wire.Stats]:
    return Call("GET", "/me/stats", wire.Stats)


def _key() -> str:
    """A key for one change: the server makes it once, however often it is sent."""
    return token_hex(12)
