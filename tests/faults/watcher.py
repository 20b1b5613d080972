"""Watch two tables that differ in one secret: everything sent to anyone there is compared, byte by byte."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import count
from random import Random
from secrets import token_urlsafe
from typing import Any

import pytest

from keypeg import move_text
from keypeg.api.moves import PHRASES
from keypeg.server.services import Services
from tests.faults.asgi import Answer, Asgi, Heard
from tests.faults.twins import Twins

API = "/api/v1"
TIMES = re.compile(
    rb'(?<="at":)[0-9.]+(?:e[0-9]+)?|(?<="(?:created|touched)":)[0-9.]+|(?<="(?:away_since|claim_from)":)[0-9.]+'
    rb'|(?<="(?:since|until)":)[0-9.]+'
)
"""The only values whose length varies: it depends on the last digits of a clock, not on a code."""
MASKS = [
    (re.compile(rb"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])"), b"SEAL"),
    (re.compile(rb"(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])"), b"SALT"),
    (re.compile(rb'(?<="invite":")[A-Za-z0-9_-]{22}|(?<=#)[A-Za-z0-9_-]{22}'), b"TOKEN"),
    (re.compile(rb'(?<=-)[0-9a-f]{8}(?="$)'), b"TAG"),
    (re.compile(rb"(?<=keypeg-5397=)[A-Za-z0-9_-]{22}(?=;)"), b"TOKEN"),
]
"""Random values, each kind of a fixed length."""
BELL = re.compile(rb'\{"table":"TABLE","version":\d+,"here":\[[0-9,]*\]\}')
NONSENSE = (
    "guess",
    "guess ?????",
    "hide 111111111",
    "mark 9,9",
    "call .....",
    "judge perhaps",
    "draw 1",
    "resign",
    "accept 1",
)
THINGS = ("after", "record", "nonsense", "wrong", "whose", "say", "claim", "coach", "coach", "help", "own", "no")
LANGUAGES = ("en", "de", "ru", "is")
HELP = ("suggestion", "doctor")
SMALL = 1700
"""Codes up to which the engine is asked for the best guess, because it is fast there."""
UNDONE, FINISHED = 0.5, 0.3
"""The probabilities of undoing a move where possible, and of ending a match to play it again."""


class Watcher:
    """Plays a pair of matches, and sends all sorts of requests on the way."""

    def __init__(self, asgi: Asgi, services: Callable[[], Services], pair: Twins, random: Random) -> None:
        self._asgi = asgi
        self._services = services
        self._pair = pair
        self._random = random
        self._tables: list[str] = []
        self._versions = [0, 0]
        self._listener: int | None = None
        self._tokens: dict[int | None, str] = {None: ""}
        self._keys = count(1)
        self._coach = random.choice(("off", "check", "explain", "hint", "hint"))
        self._people = [seat for seat in range(1, pair.rules.seats + 1) if seat != pair.holder or not pair.computer]
        others = [seat for seat in self._people if seat != pair.holder and len(self._people) > 1]
        self._absent = random.choice([*others, 0])
        """A seat that never looks at the table, so that others may claim from it; 0 for none."""
        self.seen: Counter[str] = Counter()
        """How often each request was made, with the status of its answer."""

    @property
    def _viewers(self) -> list[int | None]:
        """Everyone who may not see a difference; None is a spectator."""
        return [None, *(seat for seat in self._people if seat != self._pair.holder)]

    async def play(self, monkeypatch: pytest.MonkeyPatch) -> int:
        """Play both matches, and compare all that is sent; return the number of compared answers."""
        for seed in self._pair.seeds:
            await self._make(seed, monkeypatch)
        await self._settled(0)
        await self._compare_all()
        ear = self._random.choice([viewer for viewer in self._viewers if viewer != self._absent])
        paths = [f"{API}/tables/{table}/bell" for table in self._tables]
        token = self._tokens[ear]
        async with (
            self._asgi.listening(paths[0], token=token) as one,
            self._asgi.listening(paths[1], token=token) as other,
        ):
            await self._rung(one, other)
            self._listener = ear
            for number, made in enumerate(self._pair.moves, start=1):
                await self._move(made)
                await self._settled(number)
                await self._compare_all()
                await self._take_back(made)
                await self._rung(one, other)
        await self._differs()
        await self._end()
        return sum(self.seen.values())

    # ---- the tables

    async def _make(self, seed: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """Make a table whose chance and whose computer follow from this seed, and seat everyone."""
        pair, maker = self._pair, self._people[0]
        with monkeypatch.context() as patch:
            patch.setattr("keypeg.api.tables.LEAST_GRACE", 0)
            if seed:
                tokens = iter((token_urlsafe(16), seed))
                patch.setattr("keypeg.server.tables.registry.token_urlsafe", lambda _: next(tokens))
            seats: list[dict[str, str]] = [{"kind": "open"} for _ in range(pair.rules.seats)]
            seats[maker - 1] = {"kind": "me", "name": f"Seat {maker}"}
            if pair.computer:
                seats[pair.holder - 1] = {"kind": "computer", "player": pair.computer}
            terms = {"coach": self._coach, "grace": 0.001, "call_window": 0.001}
            asked = {"rules": str(pair.rules), "seats": seats, **terms}
            made = await self._asgi.ask("POST", f"{API}/tables", asked, token=self._tokens.get(maker, ""))
        assert made.status == 201, made.body
        self._remember(maker, made)
        self._tables.append(made.data["table"])
        for invite in made.data["invites"]:
            seat, path = invite["seat"], f"{API}/tables/{made.data['table']}/seats"
            asked = {"invite": invite["invite"], "name": f"Seat {seat}"}
            taken = await self._asgi.ask("POST", path, asked, token=self._tokens.get(seat, ""))
            assert taken.status == 201, taken.body
            self._remember(seat, taken)
        if self._absent:  # away at once, as sitting down was the only request
            self._services().doorbells.room(made.data["table"]).seen.pop(self._absent)
        self._versions = [len(self._people)] * 2  # the table is made, and all but its maker have sat down

    def _remember(self, seat: int, answer: Answer) -> None:
        cookie = re.match(r"keypeg-5397=([^;]+)", answer.header("set-cookie"))
        if cookie:
            self._tokens[seat] = cookie[1]

    async def _settled(self, number: int) -> None:
        """Wait until the computer has made its moves after this one, and update the versions."""
        for at in (0, 1) if self._pair.computer else ():
            self._versions[at] += self._pair.answered[number]
            version = 0
            while version < self._versions[at]:
                version = (await self._ask(at, "GET", f"view?after={version}&wait=30", None)).data["version"]
            assert version == self._versions[at]

    async def _move(self, made: Sequence[tuple[int, Any]]) -> None:
        """Make these moves, one at each table, and compare the answers."""
        texts = [move_text(self._pair.rules, move) for _, move in made]
        key, seat = f"key {next(self._keys)}", made[0][0]
        asked = [
            {"move": text, "version": version, "key": key} for text, version in zip(texts, self._versions, strict=True)
        ]
        await self._do("POST", "moves", seat, *asked)
        word = texts[0].partition(" ")[0]
        self.seen[word] += 1
        self.seen[f"another {word}"] += texts[0] != texts[1]

    async def _do(self, method: str, path: str, viewer: int | None, *asked: dict[str, Any]) -> None:
        """Change both tables with one request each, and compare the answers."""
        answers = [await self._ask(at, method, path, viewer, data) for at, data in enumerate(asked)]
        for at, answer in enumerate(answers):
            assert answer.status == 200, answer.body
            self._versions[at] = answer.data["version"]
        self._compare(path, answers)

    async def _take_back(self, made: Sequence[tuple[int, Any]]) -> None:
        """If the mover may take the move back, do so, compare, and make it again."""
        seat = made[0][0]
        if seat == self._absent or self._pair.computer or self._random.random() > UNDONE:
            return
        may = [(await self._ask(at, "GET", "view", seat)).data["may_undo"] for at in (0, 1)]
        assert may[0] == may[1]
        undo = [{"version": version, "key": f"undo {next(self._keys)}"} for version in self._versions]
        if not may[0]:
            await self._both("POST", "undo", seat, undo[0])
            return
        await self._do("POST", "undo", seat, *undo)
        await self._compare_all()
        await self._move(made)
        await self._compare_all()

    # ---- the requests

    async def _compare_all(self) -> None:
        """Compare everyone's View, and for everyone one more request."""
        for viewer in self._viewers:
            if viewer != self._absent:
                await self._both("GET", "view", viewer)
            await self._one_thing(viewer)

    async def _one_thing(self, viewer: int | None) -> None:
        """Compare the answers to one random request, legal or not."""
        version, key, random = self._versions[0], f"one {next(self._keys)}", self._random
        other = random.randint(1, self._pair.rules.seats)
        match random.choice((*THINGS, *(("help",) * 6 if len(self._people) == 1 else ()))):
            case "after" if viewer != self._absent:
                await self._both("GET", f"view?after={version - 1}&wait=1", viewer)
            case "record":
                await self._both("GET", "record", viewer)
            case "nonsense":
                wrong = {"move": random.choice(NONSENSE), "version": random.choice((0, version)), "key": key}
                await self._both("POST", "moves", viewer, wrong)
            case "wrong" if viewer != self._absent:
                may = [each["move"] for each in (await self._ask(0, "GET", "view", viewer)).data["may"]]
                moves = [move for move in self._readable(viewer) if move.partition(" ")[0] not in may]
                await self._both(
                    "POST", "moves", viewer, {"move": random.choice(moves), "version": version, "key": key}
                )
            case "whose" if other != viewer:
                wrong = {"move": self._readable(other)[0], "version": version, "key": key, "seat": other}
                await self._both("POST", "moves", viewer, wrong)
                await self._both("GET", f"{random.choice(('view', 'record', 'doctor'))}?seat={other}", viewer)
            case "say" if viewer:
                said = {"phrase": random.choice(PHRASES), "key": key}
                await self._do("POST", "says", viewer, said, said)
            case "claim" if other == self._listener:  # the listener is present, so nobody may claim from it
                await self._both("POST", "claims", viewer, {"absent": other, "version": version, "key": key})
            case "coach":
                await self._ask_coach(viewer, key)
            case "help" if self._pair.rules.size(1) <= SMALL:
                for what in HELP:
                    await self._both("GET", what, viewer)
            case "own" if viewer:
                await self._compare_own(viewer)
            case "no":
                await self._both("POST", "rematch", viewer, {})
                await self._both("GET", random.choice(("nothing", "bell", "moves", "view?seat=9")), viewer)
            case _:
                pass

    def _readable(self, seat: int | None) -> list[str]:
        """Return moves that can be parsed, if not made, in random order."""
        space = self._pair.rules.guesses[(seat or 1) - 1]
        code = space.pegs[0] * space.holes
        marks = "-" * self._pair.rules.boards if self._pair.rules.split else "0,0"
        moves = [f"guess {code}", f"hide {code}", f"call {code}", f"mark {marks}", "give-up", "claim", "pass", "accept"]
        return self._random.sample(moves, len(moves))

    async def _ask_coach(self, viewer: int | None, key: str) -> None:
        """Ask the same question at both tables; if it is answered, that makes a new version."""
        hint = self._random.random() < 0.5
        grade = self._random.choice(("nudge", "good", *(["best"] if self._pair.rules.size(1) <= SMALL else [])))
        question = {"ask": "hint", "grade": grade} if hint else {"move": self._readable(viewer)[0]}
        question.setdefault("ask", self._random.choice(("check", "explain")))
        answers = [await self._ask(at, "POST", "coach", viewer, question | {"key": key}) for at in (0, 1)]
        self._compare("coach", answers)
        if answers[0].status == 200:
            self._versions = [answer.data["version"] for answer in answers]

    async def _compare_own(self, viewer: int) -> None:
        """Compare what the list of a guest's tables says about both."""
        told = await self._asgi.ask("GET", f"{API}/me/tables", token=self._tokens[viewer])
        by_table = {each["table"]: json.dumps(each, separators=(",", ":")).encode() for each in told.data["tables"]}
        one, other = (self._plain(by_table[table], table) for table in self._tables)
        assert one == other
        self.seen["own 200"] += 1

    # ---- the comparison

    async def _both(self, method: str, path: str, viewer: int | None, data: object = None) -> None:
        language = {"accept-language": self._random.choice(LANGUAGES)}
        answers = [await self._ask(at, method, path, viewer, data, language) for at in (0, 1)]
        self._compare(path, answers)

    async def _ask(
        self, at: int, method: str, path: str, viewer: int | None, data: object = None, headers: Any = None
    ) -> Answer:
        path = f"{API}/tables/{self._tables[at]}/{path}"
        return await self._asgi.ask(method, path, data, token=self._tokens[viewer], headers=headers)

    def _compare(self, path: str, answers: Sequence[Answer]) -> None:
        one, other = (self._masked(answer, table) for answer, table in zip(answers, self._tables, strict=True))
        assert one == other, f"{self._pair.rules}: {path}\n{one}\n{other}"
        assert answers[0].status < 500
        self.seen[f"{path.partition('?')[0]} {answers[0].status}"] += 1

    def _masked(self, answer: Answer, table: str) -> tuple[int, int, list[tuple[str, bytes]], bytes]:
        """Return the status, the length, the headers and the body, without what belongs to this table only."""
        length, times = answer.header("content-length"), sum(map(len, TIMES.findall(answer.body)))
        assert length in ("", str(len(answer.body)))
        headers = [
            (name, self._plain(value.encode(), table)) for name, value in answer.headers if name != "content-length"
        ]
        return answer.status, len(answer.body) - times if length else -1, headers, self._plain(answer.body, table)

    def _plain(self, body: bytes, table: str) -> bytes:
        body = TIMES.sub(b"TIME", body.replace(table.encode(), b"TABLE"))
        for pattern, mask in MASKS:
            body = pattern.sub(mask, body)
        return body

    async def _rung(self, *bells: Heard) -> None:
        """Check that both bells announce the newest version with the same message, and have sent nothing else."""
        for bell, version in zip(bells, self._versions, strict=True):
            await bell.until(f'"version":{version},')
        async with asyncio.timeout(20):
            while True:
                said = [
                    [self._plain(text.encode(), table) for text in bell.texts]
                    for bell, table in zip(bells, self._tables, strict=True)
                ]
                if said[0][-1] == said[1][-1]:
                    break
                await asyncio.sleep(0.01)  # presence is announced a moment later
        assert all(BELL.fullmatch(text) for each in said for text in each), said
        self.seen["bell"] += 1

    async def _differs(self) -> None:
        """Check that something different was hidden: otherwise the comparison would be void."""
        pair = self._pair
        if not pair.computer:
            if pair.moves:
                views = [await self._ask(at, "GET", "view", pair.holder) for at in (0, 1)]
                one, other = (self._plain(seen.body, table) for seen, table in zip(views, self._tables, strict=True))
                assert one != other
            return
        assert pair.secrets[0] != pair.secrets[1]
        for table, secret in zip(self._tables, pair.secrets, strict=True):
            async with self._services().tables.held(table) as live:
                assert live.state.now
                held = tuple(share.code for share in live.state.now.shares if share.holder == pair.holder)
            assert held in (secret, (None,) * len(secret)), "the server's computer is the one that was foreseen"

    # ---- the end: from here on codes are revealed, but the answers compared still contain none

    async def _end(self) -> None:
        """Claim from the seat that never came; or let everyone give up, and start a rematch."""
        views = [(await self._ask(at, "GET", "view", None)).data for at in (0, 1)]
        claimed = self._absent and self._absent in views[0]["to_act"]
        if claimed:
            claimer = next(seat for seat in self._people if seat != self._absent)
            claim = {"absent": self._absent, "version": self._versions[0], "key": "claim"}
            await self._do("POST", "claims", claimer, claim, claim)
            self.seen["claimed"] += 1
        if self._random.random() > FINISHED or self._pair.computer:
            return
        if all([await self._finished(at) for at in (0, 1)]):
            again = [await self._ask(at, "POST", "rematch", self._people[0], {}) for at in (0, 1)]
            tables = [answer.data["table"] for answer in again]
            masked = [self._masked(answer, table) for answer, table in zip(again, tables, strict=True)]
            assert masked[0] == masked[1]
            self._tables, self._versions = tables, [answer.data["version"] for answer in again]
            for viewer in (None, *self._people):
                answers = [await self._ask(at, "GET", "view", viewer) for at in (0, 1)]
                plain = [re.sub(rb'(?<="rematch_of":")[^"]+', b"TABLE", answer.body) for answer in answers]
                one, other = (self._plain(body, table) for body, table in zip(plain, tables, strict=True))
                if viewer is None or not self._pair.rules.split:  # where shares are dealt, each sees their own
                    assert one == other
            self.seen["rematch 200"] += 1

    async def _finished(self, at: int) -> bool:
        """Give up for everyone, again and again; return True if that has ended the match."""
        for _ in range(30):
            seen = (await self._ask(at, "GET", "view", None)).data
            if seen["outcome"]:
                return True
            seat = seen["to_act"][0]
            may = (await self._ask(at, "GET", "view", seat)).data["may"]
            moves = [each["move"] for each in may if each["move"] in ("give-up", "pass", "accept")]
            if not moves:
                return False
            asked = {"move": moves[0], "version": seen["version"], "key": f"end {next(self._keys)}"}
            assert (await self._ask(at, "POST", "moves", seat, asked)).status == 200
        return False
