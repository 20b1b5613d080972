"""A match at a table on a server, joined by a link: `URL/t/TABLE#INVITE`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf
from pathlib import Path
from threading import RLock
from time import sleep, time
from typing import Literal

from keypeg.api.coach import Advice as SentAdvice
from keypeg.api.match import match_to_core
from keypeg.api.view import View as SentView
from keypeg.client import Client, Link, parse_link
from keypeg.client.client import PRESENT
from keypeg.core import Call, Guess, Move, View
from keypeg.errors import Conflict, KeypegError
from keypeg.message import Message
from keypeg.notation import move_text, read_move
from keypeg.notation import rules as read_rules
from keypeg.tell import level_name
from keypeg.terminal import store
from keypeg.terminal.match.session import Advice, Said, numbered
from keypeg.words import Words

RETRY = 2.0
"""Seconds to wait before retrying a failed request."""
FAILURES = 3
"""The number of consecutive failures after which to report the error."""


class RemoteSession:
    """A session at a table on a server, which it polls for the Views of the seats here."""

    def __init__(self, words: Words, link: str, name: str = "", *, token: str | None = None) -> None:
        """Take the seat of the invite in the link, or return to a seat held already; without either, watch."""
        self.live = True
        self.open = False
        self.file: Path | None = None
        self.link = parse_link(link)
        self.client = Client(self.link.server, language=words.language)
        self.closed = False
        self._words = words
        self._lock = RLock()
        self._trouble: KeypegError | None = None
        self._views: dict[int | None, SentView] = {}
        try:
            self.client.token = token or _token(self.client, name)
            view = self.client.view(self.table)
            if not view.yours and self.link.invite:
                self.client.take_seat(self.table, self.link.invite, name)
                view = self.client.view(self.table)
        except BaseException:
            self.client.close()
            raise
        self.rules = read_rules(view.rules.text)
        self.here = frozenset(view.yours)
        self.names: Mapping[int, str] = {}
        self.company = RemoteCompany(words, self) if self.here else None
        self._take(view)

    @property
    def table(self) -> str:
        return self.link.table

    # The Session interface

    def view(self, seat: int | None) -> View:
        with self._lock:
            return match_to_core(self._views.get(seat) or self.newest)

    def status(self, seat: int | None) -> Message:
        with self._lock:
            return (self._views.get(seat) or self.newest).sentences.status

    def play(self, seat: int, move: Move) -> None:
        text = move_text(self.rules, move)
        self.change(lambda version: self.client.move(self.table, text, version, seat=seat))

    def may_undo(self, seat: int) -> bool:
        with self._lock:
            return seat in self._views and self._views[seat].may_undo

    def undo(self, seat: int) -> None:
        self.change(lambda version: self.client.undo(self.table, version, seat=seat))

    def check(self, seat: int, move: Guess | Call) -> Advice:
        planned = move_text(self.rules, move)
        if self._views[seat].coach.level == "check":
            return self._advice(self.client.coach(self.table, "check", planned, seat=seat))
        return self._advice(self.client.coach(self.table, "explain", planned, seat=seat))

    def hint(self, seat: int) -> Advice:
        return self._advice(self.client.coach(self.table, "hint", seat=seat))

    def call_time(self) -> float | None:
        with self._lock:
            window = self.newest.call_window
        if window is None or self.here.isdisjoint(window.waits):
            return None
        left = inf if window.until is None else window.until - time()
        return left if left > 0 else None

    def decline_call(self) -> None:
        self._in_window("go-on", None)

    def extend(self, seat: int) -> None:
        self._in_window("extend", seat)

    def _in_window(self, do: Literal["go-on", "extend"], seat: int | None) -> None:
        try:
            self.change(lambda version: self.client.call_window(self.table, do, version, seat=seat))
        except Conflict:
            return  # the window is over

    def step(self) -> bool:
        """Wait for the next change. Retry for a while if the server cannot be reached."""
        failures = 0
        while not self.closed and self.newest.outcome is None:
            try:
                changed = self.poll()
            except KeypegError as error:
                failures += 1
                if failures == FAILURES:
                    self._trouble = error
                    return True
                sleep(RETRY)
                continue
            failures = 0
            # As long as a seat may be claimed, return after every poll so that the person is asked again.
            if changed or (self.company and self.company.absent()):
                return True
        return False

    def trouble(self) -> KeypegError | None:
        trouble, self._trouble = self._trouble, None
        return trouble

    def record(self) -> str:
        text: str = self.client.record(self.table)
        return text

    def close(self) -> None:
        self.closed = True
        self.client.close()

    # The newest Views

    @property
    def newest(self) -> SentView:
        """The View that was received last."""
        return next(iter(self._views.values()))

    def poll(self) -> bool:
        """Wait for a change, at most until a seat may be claimed; return True if there was one."""
        soon = self.company.next_claim() if self.company else None
        wait = PRESENT if soon is None else min(PRESENT, max(soon - time(), 0) + 0.1)
        return self._take(self.client.view(self.table, seat=self._seat, after=self.newest.version, wait=wait))

    def change(self, send: Callable[[int], object]) -> None:
        """Send a change that is based on the newest View; then refresh, even if the change was refused."""
        try:
            send(self.newest.version)
        finally:
            self.refresh()

    def refresh(self) -> None:
        self._take(self.client.view(self.table, seat=self._seat))

    @property
    def _seat(self) -> int | None:
        return min(self.here, default=None)

    def _take(self, view: SentView) -> bool:
        """Store a View and fetch those of the other seats here, if it is newer; return True if it is."""
        with self._lock:
            known = self.newest if self._views else None
            if known and view.version == known.version and view.seats != known.seats:
                # A person came or went, which makes no new version.
                self._views[view.you] = view
                return True
            if known and view.version <= known.version:
                return False
            views: dict[int | None, SentView] = {view.you: view}
            for seat in self.here - {view.you}:
                views[seat] = self.client.view(self.table, seat=seat)
            self._views = views
            self.names = _names(self._words, view)
            return True

    def _advice(self, given: SentAdvice) -> Advice:
        move = read_move(self.rules, given.move) if given.move else None
        return Advice(tuple(self._words.render_all(given.messages)), move if isinstance(move, Guess | Call) else None)


class RemoteCompany:
    """The people on other devices at a server's table: phrases, absence and rematches."""

    def __init__(self, words: Words, session: RemoteSession) -> None:
        self._words = words
        self._session = session
        self._client = session.client

    @property
    def phrases(self) -> Sequence[str]:
        view = self._session.newest
        others = any(seat.kind == "person" and not seat.you for seat in view.seats)
        return tuple(view.phrases) if others else ()

    def said(self) -> Sequence[Said]:
        return tuple((said.seat, said.phrase) for said in self._session.newest.says)

    def say(self, seat: int, phrase: str) -> None:
        self._client.say(self._session.table, phrase, seat=seat)
        self._session.refresh()

    def away(self) -> frozenset[int]:
        seats = self._session.newest.seats
        return frozenset(seat.seat for seat in seats if seat.kind == "person" and not seat.here)

    def absent(self) -> Sequence[int]:
        return tuple(seat for seat, since in self._claims().items() if since <= time())

    def next_claim(self) -> float | None:
        """Return the next time at which a seat will have been away for long enough to be claimed."""
        return min((since for since in self._claims().values() if since > time()), default=None)

    def _claims(self) -> dict[int, float]:
        """Return, by seat, the time from which it may be claimed."""
        view = self._session.newest
        since = {seat.seat: seat.claim_from for seat in view.seats if seat.claim_from is not None}
        return {seat: since[seat] for seat in view.may_claim if seat in since}

    def claim(self, seat: int, absent: int) -> None:
        table = self._session.table
        self._session.change(lambda version: self._client.claim(table, absent, version, seat=seat))

    def offered(self) -> int | None:
        rematch = self._session.newest.rematch
        return rematch.by if rematch and rematch.by not in self._session.here else None

    def await_offer(self) -> int | None:
        while not self._session.closed:
            by = self.offered()
            if by is not None:
                return by
            try:
                self._session.poll()
            except KeypegError:
                sleep(RETRY)
        return None

    def again(self) -> RemoteSession:
        made = self._client.rematch(self._session.table, seat=min(self._session.here))
        link = Link(self._client.address, made.table)
        return RemoteSession(self._words, str(link), token=self._client.token)


def _token(client: Client, name: str) -> str:
    """Return the stored token for this server; on the first visit, get one and store it."""
    known = store.tokens()
    if client.address not in known:
        known[client.address] = client.make_token(name)
        store.keep_tokens(known)
    return known[client.address]


def _names(words: Words, view: SentView) -> dict[int, str]:
    """Return the names of people, and the levels of computers."""
    people = {each.seat: each.name for each in view.seats if each.kind != "computer" and each.name}
    computers = {each.seat: words.render(level_name(each.player)) for each in view.seats if each.player}
    return people | numbered(computers)
