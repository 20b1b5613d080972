"""A synchronous client for a Keypeg server."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Literal

import httpx
import msgspec
from msgspec import UNSET

from keypeg import wire
from keypeg.client import calls
from keypeg.client.answers import UNREACHABLE, read_answer, unreachable
from keypeg.client.calls import PRESENT, TIMEOUT, Answer, Call


class Client:
    """One person or bot at one server. Without a token the server knows them by the cookie that it sets."""

    def __init__(self, address: str, *, token: str | None = None, language: str = "en") -> None:
        """Connect to the server at `address`, such as `https://keypeg.example`. Nothing is sent yet."""
        self.address = address.rstrip("/")
        self._http = httpx.Client(base_url=f"{self.address}/api/v1", headers={"accept-language": language})
        self.token = token

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections. A long poll that waits ends with an error."""
        self._http.close()

    # Who one is

    @property
    def token(self) -> str | None:
        """The bearer token that every request carries."""
        return self._token

    @token.setter
    def token(self, token: str | None) -> None:
        self._token = token
        if token is not None:
            self._http.headers["authorization"] = f"Bearer {token}"

    def make_token(self, name: str = "") -> str:
        """Get a token from the server, and use it from now on; keep it to be the same person the next time."""
        self.token = self.send(calls.make_token(name)).token
        return self.token

    def me(self) -> wire.Identity:
        """Return who the server takes you for."""
        return self.send(calls.me())

    def rename(self, name: str) -> wire.Identity:
        """Change your name."""
        return self.send(calls.rename(name))

    def tables(self, before: float | None = None) -> wire.OwnTables:
        """Return your tables, newest first; for the next page pass the `next` of this one."""
        return self.send(calls.tables(before))

    def stats(self) -> wire.Stats:
        """Return how you have played, box by box."""
        return self.send(calls.stats())

    # Boxes and rules

    def boxes(self) -> list[wire.Box]:
        """Return all boxes with their variants and options."""
        return self.send(calls.boxes())

    def rules(self, text: str) -> wire.Rules:
        """Return what a rules text such as `togo:rows=8` stands for."""
        return self.send(calls.rules(text))

    # Tables

    def make_table(
        self,
        rules: str,
        *,
        seats: Sequence[wire.Sitter] = (),
        coach: wire.Coach = "off",
        clock: wire.Clock | None = None,
        grace: float | None = 180.0,
        watch: bool = True,
        name: str = "",
    ) -> wire.Made:
        """Make a table. Seats that are not given are yours first, then open; `invites` holds the links to those."""
        agreed = wire.NewTable(rules, list(seats), coach, clock, grace, watch, name or UNSET)
        return self.send(calls.make_table(agreed))

    def import_record(self, record: str) -> wire.Made:
        """Make a table of a record; all its seats are yours."""
        return self.send(calls.import_record(record))

    def take_seat(self, table: str, invite: str, name: str = "") -> wire.Taken:
        """Take the open seat of an invite."""
        return self.send(calls.take_seat(table, invite, name))

    def view(self, table: str, *, seat: int | None = None, after: int | None = None, wait: float = 0) -> wire.View:
        """Return the View of a table at once; with `after`, as soon as there is a later version or `wait` is over."""
        return self.send(calls.view(table, seat, after, wait))

    def watch(self, table: str, *, seat: int | None = None, wait: float = PRESENT) -> Iterator[wire.View]:
        """Yield the View of a table, and again after every change; the last one is that of the finished match."""
        view = self.view(table, seat=seat)
        yield view
        while view.outcome is None:
            later = self.view(table, seat=seat, after=view.version, wait=wait)
            if later.version > view.version:
                yield later
            view = later

    def move(self, table: str, move: str, version: int, *, seat: int | None = None, key: str = "") -> wire.Done:
        """Make a move, such as `guess RYGB`, in answer to the View of this version.

        Conflict if something that you could see has changed since. After a lost connection send it again with the same
        `key` of your own: the server makes it once.
        """
        return self.send(calls.move(table, move, version, seat, key))

    def undo(self, table: str, version: int, *, seat: int | None = None) -> wire.Done:
        """Take your last move back, if `may_undo` of the View says so."""
        return self.send(calls.undo(table, version, seat))

    def claim(self, table: str, absent: int, version: int, *, seat: int | None = None) -> wire.Done:
        """Claim the round of a seat that stays away, one of `may_claim` of the View."""
        return self.send(calls.claim(table, absent, version, seat))

    def say(self, table: str, phrase: str, *, seat: int | None = None) -> wire.Done:
        """Say one of the `phrases` of the View to the others."""
        return self.send(calls.say(table, phrase, seat))

    def coach(
        self,
        table: str,
        ask: Literal["check", "explain", "hint"],
        planned: str | None = None,
        *,
        seat: int | None = None,
    ) -> wire.Advice:
        """Ask the coach, as far as was agreed: for a hint, or about a `planned` guess or call."""
        return self.send(calls.coach(table, ask, planned, seat))

    def rematch(self, table: str, *, seat: int | None = None) -> wire.Made:
        """Play again with the same people at a new table, which all of them are given."""
        return self.send(calls.rematch(table, seat))

    def record(self, table: str) -> str:
        """Return the record of a table; while the match runs, as far as you may know it."""
        return self.send(calls.record(table))

    def review(self, table: str) -> wire.Review | wire.SplitReview:
        """Return loss and luck of every row, of a match that is over or that you play alone."""
        return self.send(calls.review(table))

    # The puzzle of the day

    def daily(self) -> wire.Daily:
        """Return the puzzle of the day, and how you and others did."""
        return self.send(calls.daily())

    def begin_daily(self) -> wire.Made:
        """Begin today's puzzle, or go on with it; return its table."""
        return self.send(calls.begin_daily())

    def send(self, call: Call[Answer]) -> Answer:
        """Send any call of the API; see `keypeg.client.calls`."""
        body = None if call.body is None else msgspec.json.encode(call.body)
        headers = {"content-type": "application/json"} if body else {}
        try:
            response = self._http.request(
                call.method,
                call.path,
                params=call.params,
                content=body,
                headers=headers,
                timeout=TIMEOUT + call.waits,
            )
        except UNREACHABLE as error:
            raise unreachable(str(self._http.base_url), error) from None
        return read_answer(call, response)
