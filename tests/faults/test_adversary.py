"""An adversary sends every request of the API: in a running match no answer has a hidden code, row or mark."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from keypeg.api.features import API as ENDPOINTS
from keypeg.api.features import PREFIX
from keypeg.server.http.app import make_app
from keypeg.server.services import Services
from keypeg.server.settings import Settings
from tests.faults.asgi import Answer, Asgi, started

API = "/api/v1"
COMPUTER, OPEN = {"kind": "computer", "player": "club"}, {"kind": "open"}
BODIES: tuple[dict[str, Any], ...] = (
    {},
    {"move": "guess RORO", "version": 99, "key": "1"},
    {"move": "hide RRRR", "version": 1, "key": "2"},
    {"version": 3, "key": "3"},
    {"absent": 1, "version": 3, "key": "4"},
    {"phrase": "hello", "key": "5"},
    {"ask": "hint", "grade": "nudge", "key": "6"},
    {"ask": "explain", "move": "guess RRRR", "key": "7"},
    {"invite": "A" * 22},
    {"rules": "togo"},
    {"name": "Eve"},
)
"""Whatever body a path takes, one of these is close enough to be parsed."""
PALETTE = "ROYGBPWN"
"""A View lists the colours in this order."""


@dataclass
class Match:
    """A running match, and the people at it."""

    asgi: Asgi
    services: Callable[[], Services]
    tokens: dict[int, str] = field(default_factory=dict)
    table: str = ""

    async def make(self, case: Case) -> None:
        """Make the table, with a different guest at every seat that has no computer."""
        seats = range(1, case.seats + 1)
        people = [seat for seat in seats if seat not in case.computers]
        sitters = [COMPUTER if seat in case.computers else OPEN for seat in seats]
        sitters[people[0] - 1] = {"kind": "me"}
        made = await self.asgi.ask(
            "POST", f"{API}/tables", {"rules": case.rules, "seats": sitters, "coach": "hint", "call_window": 0.1}
        )
        self.table, self.tokens[people[0]] = made.data["table"], _token(made)
        for invite in made.data["invites"]:
            taken = await self.asgi.ask("POST", f"{API}/tables/{self.table}/seats", {"invite": invite["invite"]})
            self.tokens[invite["seat"]] = _token(taken)

    async def play(self, seat: int, move: str) -> None:
        """Play a move as soon as it is this seat's turn."""
        version = await self.turn(seat)
        asked = {"move": move, "version": version, "key": f"{move} {version}"}
        done = await self.asgi.ask("POST", f"{API}/tables/{self.table}/moves", asked, token=self.tokens[seat])
        assert done.status == 200, done.body

    async def turn(self, seat: int) -> int:
        """Wait until it is this seat's turn, and no computer's; return the version."""
        path, version = f"{API}/tables/{self.table}/view", 0
        while True:
            seen = await self.asgi.ask("GET", f"{path}?after={version}&wait=20", token=self.tokens[seat])
            version = seen.data["version"]
            if seat in seen.data["to_act"] and self.tokens.keys() >= set(seen.data["to_act"]):
                return int(version)

    async def held_by(self, seats: Iterable[int]) -> set[str]:
        """Return the codes that these seats have hidden."""
        async with self.services().tables.held(self.table) as live:
            assert live.state.now
            return {str(share.code) for share in live.state.now.shares if share.holder in seats and share.code}

    async def is_over(self) -> bool:
        async with self.services().tables.held(self.table) as table:
            return table.state.now is None

    async def everything(self, token: str) -> AsyncIterator[tuple[str, Answer]]:
        """Send every request that there is; yield each with its answer."""
        for method, path in _addresses():
            plain = path.replace("{id}", self.table).replace("{language}", "en").replace("{box_id}", "togo")
            queries = ("", "?seat=1", "?seat=2", "?after=0") if method == "GET" else ("",)
            for query in queries:
                for body in (None,) if method == "GET" else BODIES:
                    yield (
                        f"{method} {path}{query} {body}",
                        await self.asgi.ask(method, plain + query, body, token=token),
                    )


def _token(answer: Answer) -> str:
    return answer.header("set-cookie").partition("=")[2].partition(";")[0]


@cache
def _addresses() -> list[tuple[str, str]]:
    """Return every method and path, except those about no table: their lists of colours contain codes of some boxes."""
    about_no_table = re.compile(r"/(words|boxes|rules|players|tools|qr|records)\b")
    return [
        (each.terms.method, PREFIX + each.terms.path)
        for each in ENDPOINTS.values()
        if each.terms.method != "DELETE" and not about_no_table.search(each.terms.path)
    ]


@dataclass(frozen=True)
class Case:
    """The moves of a match, and what is still sealed after them besides the codes."""

    rules: str
    seats: int
    moves: tuple[tuple[int, str], ...]
    computers: tuple[int, ...] = ()
    sealed: frozenset[str] = frozenset()


ROWS = 2
HIDDEN = ((1, "hide NWPBG"), (2, "hide ROYGB"))
OPEN_ROW = ((1, "guess YYYYY"), (2, "guess YYYYY"))
MARKED_ROW = (*OPEN_ROW, (1, "mark 0,0"), (2, "mark 1,0"))
CASES = (
    Case("togo:first=1", 2, ((1, "hide NWPB"), (2, "guess ROYG"))),
    *(
        Case(f"challenge:rows={ROWS}", 2, (*HIDDEN, *OPEN_ROW * row, (1, "guess WWNNO")), sealed=frozenset({"WWNNO"}))
        for row in range(ROWS)
    ),
    *(
        Case(
            f"challenge:rows={ROWS},marking=hand",
            2,
            (*HIDDEN, *MARKED_ROW * row, *OPEN_ROW, (1, "mark 0,4")),
            sealed=frozenset({"0,4"}),
        )
        for row in range(ROWS)
    ),
    Case("4x6:first=1", 2, ((2, "guess RROO"),), computers=(1,)),
    Case("challenge", 2, ((2, "hide ROYGB"),), computers=(1,)),
    Case("mm44:first=4", 4, ((4, "guess ROYGB"),), computers=(1, 2, 3)),
)


async def _try(match: Match, case: Case) -> set[int]:
    """Ask for everything as a person at the table, another guest and a stranger; return the statuses of the answers."""
    await match.make(case)
    for seat, move in case.moves:
        await match.play(seat, move)
    asker = max(match.tokens)
    if case.computers:
        await match.turn(asker)
    hidden = await match.held_by(set(range(1, case.seats + 1)) - {asker}) | case.sealed
    assert hidden
    if any(secret in PALETTE for secret in hidden):
        # Every View contains this code, in its list of colours: try again with another one.
        return await _try(Match(match.asgi, match.services), case)
    other = _token(await match.asgi.ask("PATCH", f"{API}/me", {"name": "Eve"}))
    statuses = set()
    for token in (match.tokens[asker], other, ""):
        async for asked, answer in match.everything(token):
            told = answer.body.decode() + str(answer.headers)
            leaked = [secret for secret in hidden if secret in told]
            if leaked and case.computers and await match.is_over():
                # A computer has called the code meanwhile, so it is open: try again at another table.
                return await _try(Match(match.asgi, match.services), case)
            assert not leaked, f"{case.rules}: {asked}"
            assert answer.status < 500, f"{case.rules}: {asked}"
            statuses.add(answer.status)
    return statuses


async def test_a_player_who_asks_for_everything_learns_no_hidden_code(tmp_path: Path) -> None:
    app = make_app(Settings(data_dir=tmp_path, limits=False, thinkers=1))
    async with started(app) as asgi:
        for case in CASES:
            assert await _try(Match(asgi, lambda: app.services), case) >= {200, 201, 400, 403, 422}
