"""A match at a table of a server, by the link that was sent: `URL/t/TABLE#INVITE`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import RLock
from time import sleep, time
from typing import Any

from keypeg.core import HIDDEN, Call, Guess, Move, View
from keypeg.errors import KeypegError
from keypeg.notation import move_text, read_move
from keypeg.terminal.line import PATIENCE, Line
from keypeg.terminal.match.session import Advice, Said
from keypeg.terminal.wire import read_view, rules_of
from keypeg.words import Words

AGAIN = 2.0
"""Seconds until a server that did not answer is asked again."""
TROUBLES = 3
"""Failures in a row after which the person is told."""


class RemoteSession:
    """Asks the server for its View, and again as soon as something has changed."""

    def __init__(self, words: Words, link: str, name: str = "", *, token: str | None = None) -> None:
        """Take the seat of the invite in the link, or the seat that is one's own already; without either, watch."""
        self.live = True
        self.open = False
        self._words = words
        self._lock = RLock()
        self.closed = False
        self._heard: list[tuple[int, Move]] = []
        self._trouble: KeypegError | None = None
        self._line = Line(link, words.language, name, token)
        try:
            sent = self._line.view()
            if not sent["yours"] and self._line.invite:
                self._line.post("/seats", invite=self._line.invite, name=name)
                sent = self._line.view()
        except BaseException:
            self._line.close()
            raise
        self.rules = rules_of(sent)
        self.here = frozenset(sent["yours"])
        self.names: Mapping[int, str] = _names(words, sent)
        self.company = RemoteCompany(words, self, self._line) if self.here else None
        self._sent: dict[int | None, Mapping[str, Any]] = {}
        self._version = -1
        self._take(sent)

    # What a session does

    def view(self, seat: int | None) -> View:
        with self._lock:
            return read_view(self._sent.get(seat) or self.newest, self._heard)

    def play(self, seat: int, move: Move) -> None:
        self.change("/moves", seat, move=move_text(self.rules, move))

    def may_undo(self, seat: int) -> bool:
        with self._lock:
            return bool(self._sent[seat]["may_undo"]) if seat in self._sent else False

    def undo(self, seat: int) -> None:
        self.change("/undo", seat)

    def check(self, seat: int, move: Guess | Call) -> Advice:
        level = self._sent[seat]["coach"]["level"]
        ask = "check" if level == "check" else "explain"
        return self._advice(ask=ask, move=move_text(self.rules, move), seat=seat)

    def hint(self, seat: int) -> Advice:
        return self._advice(ask="hint", seat=seat)

    def step(self) -> bool:
        """Wait for the next change; a server that is away for a while is waited for."""
        failures = 0
        while not self.closed:
            if self._sent and self.newest["outcome"]:
                return False
            try:
                changed = self.listen()
            except KeypegError as error:
                failures += 1
                if failures == TROUBLES:
                    self._trouble = error
                    return True
                sleep(AGAIN)
                continue
            failures = 0
            # Somebody who may be claimed is a reason to ask the person again and again.
            if changed or (self.company and self.company.absent()):
                return True
        return False

    def trouble(self) -> KeypegError | None:
        trouble, self._trouble = self._trouble, None
        return trouble

    def record(self) -> str:
        return self._line.text("/record")

    def close(self) -> None:
        self.closed = True
        self._line.close()

    # What is known of the table

    @property
    def newest(self) -> Mapping[str, Any]:
        """The table as it was sent last."""
        return next(iter(self._sent.values()))

    def listen(self) -> bool:
        """Wait for a change, but not for long; whether there was one."""
        soon = self.company.next_claim() if self.company else None
        wait = PATIENCE if soon is None else min(PATIENCE, max(soon - time(), 0) + 0.1)
        return self._take(self._line.view(after=self._version, wait=wait, **self._seat_asked()))

    def change(self, path: str, seat: int, **body: object) -> None:
        """Change the table as it is known here, and look what became of it, also where that was refused."""
        try:
            self._line.do(path, seat=seat, version=self._version, **body)
        finally:
            self.refresh()

    def refresh(self) -> None:
        self._take(self._line.view(**self._seat_asked()))

    def _seat_asked(self) -> dict[str, int]:
        return {"seat": min(self.here)} if self.here else {}

    def _take(self, sent: Mapping[str, Any]) -> bool:
        """Keep what was sent, if it is newer; of several seats here, the Views of the others too."""
        with self._lock:
            if sent["version"] == self._version and sent["seats"] != self.newest["seats"]:
                # Somebody came or went, which is no line of the log.
                self._sent[sent["you"]] = sent
                return True
            if sent["version"] <= self._version:
                return False
            new = {sent["you"]: sent}
            for seat in self.here - new.keys():
                new[seat] = self._line.view(seat=seat)
            self._hear(sent)
            self._sent, self._version = new, sent["version"]
            self.names = _names(self._words, sent)
            return True

    def _hear(self, sent: Mapping[str, Any]) -> None:
        """The server tells the last move only; those of the running attempt are kept as they come."""
        old = next(iter(self._sent.values()), None)
        place = ("round", "code", "again")
        if old is None or [old[key] for key in place] != [sent[key] for key in place]:
            self._heard = []
        last = sent["last"]
        if last is None or (old and old["last"] == last):
            return
        text = last["move"]
        self._heard.append((last["seat"], read_move(self.rules, text.replace(HIDDEN, self.rules.palette[0]))))

    def _advice(self, **body: object) -> Advice:
        said = self._line.do("/coach", **body)
        move = read_move(self.rules, said["move"]) if said["move"] else None
        return Advice(tuple(said["said"]), move if isinstance(move, Guess | Call) else None)


class RemoteCompany:
    """Those at other devices, as far as the server lets one deal with them."""

    def __init__(self, words: Words, session: RemoteSession, line: Line) -> None:
        self._words = words
        self._session = session
        self._line = line

    @property
    def phrases(self) -> Sequence[str]:
        sent = self._session.newest
        others = any(seat["kind"] == "person" and not seat["you"] for seat in sent["seats"])
        return tuple(sent["phrases"]) if others else ()

    def said(self) -> Sequence[Said]:
        return tuple((said["seat"], str(said["phrase"])) for said in self._session.newest["says"])

    def say(self, seat: int, phrase: str) -> None:
        self._line.do("/says", seat=seat, phrase=phrase)
        self._session.refresh()

    def away(self) -> frozenset[int]:
        seats = self._session.newest["seats"]
        return frozenset(seat["seat"] for seat in seats if seat["kind"] == "person" and not seat["here"])

    def absent(self) -> Sequence[int]:
        return tuple(seat for seat, since in self._claims().items() if since <= time())

    def next_claim(self) -> float | None:
        """When somebody will have been away for long enough."""
        return min((since for since in self._claims().values() if since > time()), default=None)

    def _claims(self) -> dict[int, float]:
        """By seat: from when on the match need not wait for it."""
        sent = self._session.newest
        since = {seat["seat"]: seat["claim_from"] for seat in sent["seats"]}
        return {seat: since[seat] for seat in sent["may_claim"] if since[seat] is not None}

    def claim(self, seat: int, absent: int) -> None:
        self._session.change("/claims", seat, absent=absent)

    def offered(self) -> int | None:
        rematch = self._session.newest["rematch"]
        return rematch["by"] if rematch and rematch["by"] not in self._session.here else None

    def await_offer(self) -> int | None:
        while not self._session.closed:
            by = self.offered()
            if by is not None:
                return by
            try:
                self._session.listen()
            except KeypegError:
                sleep(AGAIN)
        return None

    def again(self) -> RemoteSession:
        made = self._line.post("/rematch", seat=min(self._session.here))
        return RemoteSession(self._words, self._line.other_table(made["table"]), token=self._line.token)


def _names(words: Words, sent: Mapping[str, Any]) -> dict[int, str]:
    names = {}
    for seat in sent["seats"]:
        if seat["kind"] == "computer":
            level = str(seat["player"]).partition(":")[0].partition("+")[0]
            names[seat["seat"]] = words.say(f"tell.level.{level}")
        elif seat["name"]:
            names[seat["seat"]] = str(seat["name"])
    return names
