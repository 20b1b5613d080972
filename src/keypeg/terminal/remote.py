"""A match at a table of a server, by the link that was sent: `URL/t/TABLE#INVITE`."""

from __future__ import annotations

from collections.abc import Mapping
from secrets import token_hex
from threading import RLock
from time import sleep
from typing import Any
from urllib.parse import urlsplit

import httpx

from keypeg.core import HIDDEN, Call, Guess, Move, View
from keypeg.errors import Conflict, Illegal, KeypegError, Malformed, Unknown
from keypeg.notation import move_text, read_move
from keypeg.terminal import store
from keypeg.terminal.session import Advice
from keypeg.terminal.wire import read_view, rules_of
from keypeg.words import Words

PATIENCE = 15.0
"""Seconds that the server holds a question back while nothing changes; who asks that often counts as present."""
AGAIN = 2.0
"""Seconds until a server that did not answer is asked again."""
TROUBLES = 3
"""Failures in a row after which the person is told."""


class RemoteSession:
    """Asks the server for its View, and again as soon as something has changed."""

    def __init__(self, words: Words, link: str, name: str = "") -> None:
        """Take the seat of the invite in the link, or the seat that is one's own already; without either, watch."""
        address, table, invite = _parts(link)
        self.live = True
        self._words = words
        self._table = f"/tables/{table}"
        self._lock = RLock()
        self._closed = False
        self._heard: list[tuple[int, Move]] = []
        self._trouble: KeypegError | None = None
        headers = {"accept-language": words.language}
        self._http = httpx.Client(base_url=f"{address}/api/v1", headers=headers, timeout=PATIENCE + 10)
        try:
            self._http.headers["authorization"] = f"Bearer {self._token(address, name)}"
            sent = self._get("/view")
            if not sent["yours"] and invite:
                self._post("/seats", {"invite": invite, "name": name})
                sent = self._get("/view")
        except BaseException:
            self._http.close()
            raise
        self.rules = rules_of(sent)
        self.here = frozenset(sent["yours"])
        self.names: Mapping[int, str] = _names(words, sent)
        self._sent: dict[int | None, Mapping[str, Any]] = {}
        self._version = -1
        self._take(sent)

    # What a session does

    def view(self, seat: int | None) -> View:
        with self._lock:
            return read_view(self._sent.get(seat) or next(iter(self._sent.values())), self._heard)

    def play(self, seat: int, move: Move) -> None:
        body = {"move": move_text(self.rules, move), "version": self._version, "key": token_hex(12), "seat": seat}
        try:
            self._post("/moves", body)
        finally:
            self._refresh()

    def may_undo(self, seat: int) -> bool:
        with self._lock:
            return bool(self._sent[seat]["may_undo"]) if seat in self._sent else False

    def undo(self, seat: int) -> None:
        self._post("/undo", {"version": self._version, "key": token_hex(12), "seat": seat})
        self._refresh()

    def check(self, seat: int, move: Guess | Call) -> Advice:
        level = self._sent[seat]["coach"]["level"]
        ask = "check" if level == "check" else "explain"
        return self._advice({"ask": ask, "move": move_text(self.rules, move), "key": token_hex(12), "seat": seat})

    def hint(self, seat: int) -> Advice:
        return self._advice({"ask": "hint", "key": token_hex(12), "seat": seat})

    def step(self) -> bool:
        """Wait for the next change; a server that is away for a while is waited for."""
        failures = 0
        while not self._closed:
            before = self._version
            if self._sent and next(iter(self._sent.values()))["outcome"]:
                return False
            try:
                sent = self._get("/view", after=before, wait=PATIENCE, **self._seat_asked())
            except KeypegError as error:
                failures += 1
                if failures == TROUBLES:
                    self._trouble = error
                    return True
                sleep(AGAIN)
                continue
            failures = 0
            if self._take(sent):
                return True
        return False

    def trouble(self) -> KeypegError | None:
        trouble, self._trouble = self._trouble, None
        return trouble

    def record(self) -> str:
        return self._asked("GET", "/record").text

    def close(self) -> None:
        self._closed = True
        self._http.close()

    # What is known of the table

    def _seat_asked(self) -> dict[str, int]:
        return {"seat": min(self.here)} if self.here else {}

    def _refresh(self) -> None:
        self._take(self._get("/view", **self._seat_asked()))

    def _take(self, sent: Mapping[str, Any]) -> bool:
        """Keep what was sent, if it is newer; of several seats here, the Views of the others too."""
        with self._lock:
            if sent["version"] <= self._version:
                return False
            new = {sent["you"]: sent}
            for seat in self.here - new.keys():
                new[seat] = self._get("/view", seat=seat)
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

    # Asking

    def _token(self, address: str, name: str) -> str:
        known = store.tokens()
        if address not in known:
            known[address] = str(self._asked("POST", "/tokens", table=False, body={"name": name}).json()["token"])
            store.keep_tokens(known)
        return known[address]

    def _advice(self, body: Mapping[str, object]) -> Advice:
        said = self._post("/coach", body)
        move = read_move(self.rules, said["move"]) if said["move"] else None
        return Advice(tuple(said["said"]), move if isinstance(move, Guess | Call) else None)

    def _get(self, path: str, **params: float) -> Any:
        return self._asked("GET", path, params=params).json()

    def _post(self, path: str, body: Mapping[str, object]) -> Any:
        return self._asked("POST", path, body=body).json()

    def _asked(
        self,
        method: str,
        path: str,
        *,
        table: bool = True,
        params: Mapping[str, float] | None = None,
        body: Mapping[str, object] | None = None,
    ) -> httpx.Response:
        try:
            answer = self._http.request(method, (self._table if table else "") + path, params=params, json=body)
        except (httpx.HTTPError, RuntimeError, httpx.InvalidURL) as error:
            raise Unknown("server-unreachable", address=str(self._http.base_url), reason=str(error)) from None
        if answer.is_success:
            return answer
        raise _error(answer)


def _error(answer: httpx.Response) -> KeypegError:
    """The error that the server sent, to be said in the language spoken here."""
    try:
        sent = answer.json()
        slug = sent.pop("error")
        sent.pop("message", None)
    except (ValueError, KeyError, AttributeError):
        return Unknown("server-strange", address=str(answer.url), status=answer.status_code)
    fields = {name: value if isinstance(value, int) else str(value) for name, value in sent.items()}
    kind = {400: Malformed, 404: Unknown, 409: Conflict}.get(answer.status_code, Illegal)
    return kind(str(slug), **fields)


def _parts(link: str) -> tuple[str, str, str]:
    """The server, the table and the invite of a link."""
    found = urlsplit(link.strip())
    folder, slash, table = found.path.rpartition("/t/")
    if found.scheme not in ("http", "https") or not found.netloc or not slash or not table:
        raise Malformed("link-unreadable", link=link)
    return f"{found.scheme}://{found.netloc}{folder}", table.strip("/"), found.fragment


def _names(words: Words, sent: Mapping[str, Any]) -> dict[int, str]:
    names = {}
    for seat in sent["seats"]:
        if seat["kind"] == "computer":
            level = str(seat["player"]).partition(":")[0].partition("+")[0]
            names[seat["seat"]] = words.say(f"tell.level.{level}")
        elif seat["name"]:
            names[seat["seat"]] = str(seat["name"])
    return names
