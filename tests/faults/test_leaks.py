"""No leak: whatever is hidden, those who may not know it are sent the same bytes until the marks differ."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from random import Random
from secrets import token_urlsafe
from typing import Any

import pytest

from keypeg import move_text
from keypeg.server.app import make_app
from keypeg.server.settings import Settings
from tests.faults.asgi import Answer, Asgi, Heard, started
from tests.faults.twins import Twins, twins

MATCHES = int(os.environ.get("KEYPEG_TEST_MATCHES", "200"))
FIRST = int(os.environ.get("KEYPEG_TEST_SEED", "0"))
PARTS = 2
API = "/api/v1"
MASKS = [
    (re.compile(rb'(?<="(?:at)":)[0-9.]+(?:e[0-9]+)?'), b"TIME"),
    (re.compile(rb'(?<="(?:away_since|claim_from)":)[0-9.]+'), b"TIME"),
    (re.compile(rb"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])"), b"SEAL"),
    (re.compile(rb"(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])"), b"SALT"),
]
"""Times and seals; all seals are of one length."""
OWN_HEADERS = {"etag": '"TAG"', "set-cookie": "TOKEN", "date": "DATE", "content-length": "LENGTH"}
NONSENSE = ("guess", "guess ?????", "hide 1", "mark 9,9", "call .....", "judge perhaps", "draw 1", "resign", "accept")


class Watcher:
    """Everybody at two tables that differ in one hidden code."""

    def __init__(self, asgi: Asgi, pair: Twins, random: Random) -> None:
        self._asgi = asgi
        self._pair = pair
        self._random = random
        self._tables: list[str] = []
        self._versions = [0, 0]
        self._tokens: dict[int | None, str] = {None: ""}
        self._keys = count(1)

    @property
    def _viewers(self) -> list[int | None]:
        """Everybody who may not see a difference; None watches."""
        return [None, *(seat for seat in range(1, self._pair.rules.seats + 1) if seat != self._pair.holder)]

    async def play(self, monkeypatch: pytest.MonkeyPatch) -> int:
        """Play both, and compare all that is sent; how many answers were compared."""
        for seed in self._pair.seeds:
            await self._make(seed, monkeypatch)
        compared = await self._compare_all()
        ear = self._random.choice(self._viewers)
        paths = [f"{API}/tables/{table}/bell" for table in self._tables]
        token = self._tokens[ear]
        async with (
            self._asgi.listening(paths[0], token=token) as one,
            self._asgi.listening(paths[1], token=token) as other,
        ):
            await self._rung(one, other)
            for made in self._pair.moves:
                compared += await self._move(made) + await self._compare_all()
                await self._rung(one, other)
            heard = [self._heard(bell.texts, table) for bell, table in zip((one, other), self._tables, strict=True)]
        assert heard[0] == heard[1]
        assert heard[0]
        if self._pair.moves:
            await self._differs()
        return compared

    async def _rung(self, *bells: Heard) -> None:
        """Wait until both bells have told of the newest version."""
        for bell, version in zip(bells, self._versions, strict=True):
            await bell.until(f'"version":{version},')

    def _heard(self, said: Sequence[str], table: str) -> list[bytes]:
        """What the bell said, each once: how often it repeats itself is a matter of time."""
        return list(dict.fromkeys(self._plain(text.encode(), table) for text in said))

    async def _make(self, seed: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """A table whose chance comes from this seed, with everybody seated."""
        with monkeypatch.context() as patch:
            if seed:
                tokens = iter((token_urlsafe(16), seed))
                patch.setattr("keypeg.server.tables.token_urlsafe", lambda _: next(tokens))
            asked = {"rules": str(self._pair.rules), "seats": [{"kind": "me", "name": "Seat 1"}]}
            made = await self._asgi.ask("POST", f"{API}/tables", asked, token=self._tokens.get(1, ""))
        assert made.status == 201, made.body
        self._remember(1, made)
        self._tables.append(made.data["table"])
        for invite in made.data["invites"]:
            seat, path = invite["seat"], f"{API}/tables/{made.data['table']}/seats"
            asked = {"invite": invite["invite"], "name": f"Seat {seat}"}
            taken = await self._asgi.ask("POST", path, asked, token=self._tokens.get(seat, ""))
            assert taken.status == 201, taken.body
            self._remember(seat, taken)
        self._versions = [made.data["version"] + len(made.data["invites"])] * 2

    def _remember(self, seat: int, answer: Answer) -> None:
        cookie = re.match(r"keypeg=([^;]+)", answer.header("set-cookie"))
        if cookie:
            self._tokens[seat] = cookie[1]

    async def _move(self, made: Sequence[tuple[int, object]]) -> int:
        key, answers = f"key {next(self._keys)}", []
        for at, (seat, move) in enumerate(made):
            text = move_text(self._pair.rules, move)  # type: ignore[arg-type]
            asked = {"move": text, "version": self._versions[at], "key": key}
            answers.append(await self._ask(at, "POST", "moves", seat, asked))
            assert answers[at].status == 200, answers[at].body
            self._versions[at] = answers[at].data["version"]
        if made[0][0] != self._pair.holder:
            self._compare(answers)
            return 1
        return 0

    async def _compare_all(self) -> int:
        """The View of everybody, and of each one thing more: it again as a change, the record, or a refusal."""
        for viewer in self._viewers:
            await self._both("GET", "view", viewer)
            match self._random.randrange(4):
                case 0:
                    await self._both("GET", f"view?after={self._versions[0] - 1}&wait=1", viewer)
                case 1:
                    await self._both("GET", "record", viewer)
                case stale_or_not:
                    wrong = {"move": self._random.choice(NONSENSE), "key": f"wrong {next(self._keys)}"}
                    version = 0 if stale_or_not == 2 else self._versions[0]
                    await self._both("POST", "moves", viewer, wrong | {"version": version})
        return 2 * len(self._viewers)

    async def _both(self, method: str, path: str, viewer: int | None, data: object = None) -> None:
        self._compare([await self._ask(at, method, path, viewer, data) for at in (0, 1)])

    async def _ask(self, at: int, method: str, path: str, viewer: int | None, data: object = None) -> Answer:
        path = f"{API}/tables/{self._tables[at]}/{path}"
        return await self._asgi.ask(method, path, data, token=self._tokens[viewer])

    def _compare(self, answers: Sequence[Answer]) -> None:
        one, other = (self._masked(answer, table) for answer, table in zip(answers, self._tables, strict=True))
        assert one == other, str(self._pair.rules)
        assert answers[0].status < 500

    def _masked(self, answer: Answer, table: str) -> tuple[int, list[tuple[str, str]], bytes]:
        assert answer.header("content-length") in ("", str(len(answer.body)))
        headers = [
            (name, OWN_HEADERS.get(name, self._plain(value.encode(), table).decode())) for name, value in answer.headers
        ]
        return answer.status, headers, self._plain(answer.body, table)

    def _plain(self, body: bytes, table: str) -> bytes:
        body = body.replace(table.encode(), b"TABLE")
        for pattern, mask in MASKS:
            body = pattern.sub(mask, body)
        return re.sub(rb'(?<="invite":")[A-Za-z0-9_-]{22}|(?<=#)[A-Za-z0-9_-]{22}', b"TOKEN", body)

    async def _differs(self) -> None:
        """Who holds the code sees which it is: otherwise nothing was compared here."""
        views = [await self._ask(at, "GET", "view", self._pair.holder) for at in (0, 1)]
        assert views[0].data["shares"] != views[1].data["shares"]


def _pairs(part: int) -> Iterator[tuple[int, Twins]]:
    """This part's share of the matches."""
    found = 0
    for seed in count(FIRST + part, PARTS):
        pair = twins(seed)
        if pair:
            yield seed, pair
            found += 1
        if found >= MATCHES // PARTS:
            return


async def _all_matches(part: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    compared = 0
    async with started(make_app(Settings(data_dir=folder, limits=False, thinkers=0))) as asgi:
        for seed, pair in _pairs(part):
            compared += await Watcher(asgi, pair, Random(f"watcher {seed}")).play(monkeypatch)
    return compared


@pytest.mark.parametrize("part", range(PARTS))
def test_whatever_is_hidden_others_are_sent_the_same_bytes(
    part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = asyncio.run(_all_matches(part, tmp_path, monkeypatch))
    assert compared > 10 * MATCHES // PARTS


def test_a_leak_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same comparison, of a server that tells in a header what is hidden."""
    pair = twins(0)
    assert pair

    async def play() -> None:
        app = make_app(Settings(data_dir=tmp_path, limits=False, thinkers=0))
        async with started(Leaky(app)) as asgi:
            await Watcher(asgi, pair, Random(0)).play(monkeypatch)

    with pytest.raises(AssertionError):
        asyncio.run(play())


class Leaky:
    """Tells with every answer what was hidden last at that table."""

    def __init__(self, app: Any) -> None:
        self._app = app
        self._hidden: dict[str, bytes] = {}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        table = scope.get("path", "")[: len(f"{API}/tables/") + 22]

        async def receiving() -> Any:
            message = await receive()
            code = re.search(rb'"hide (\S+)"', message.get("body", b""))
            if code:
                self._hidden[table] = code[1]
            return message

        async def sending(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], (b"x-hint", self._hidden.get(table, b""))]
            await send(message)

        await self._app(scope, receiving, sending)
