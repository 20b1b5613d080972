"""Clients that keep playing through any fault: a move is sent again, with the same key, until it is acknowledged."""

from __future__ import annotations

import asyncio
from collections import Counter
from itertools import count
from random import Random

from bench._http import Answer, Line
from bench._play import moves, rules

API = "/api/v1"
PATIENCE = 60.0
"""Seconds after which a client gives up on one move."""
AGAIN = (429, 503)


class Progress:
    """Counts the acknowledged moves of all players."""

    def __init__(self) -> None:
        self._moves: Counter[int] = Counter()
        self._moved = asyncio.Event()

    def acknowledge(self, player: int) -> None:
        self._moves[player] += 1
        self._moved.set()

    async def more(self, moves: int, players: int) -> None:
        """Wait until the server has acknowledged this many more moves, and at least one from each player."""
        self._moves.clear()
        async with asyncio.timeout(PATIENCE):
            while self._moves.total() < moves or len(self._moves) < players:
                self._moved.clear()
                await self._moved.wait()


class Player:
    """One guest, always at a table of their own, and all their acknowledged moves."""

    def __init__(self, port: int, number: int, progress: Progress, codes: int = 98) -> None:
        self.line = Line(port)
        self._number = number
        self._progress = progress
        self.table = ""
        self.acknowledged: dict[str, list[str]] = {}
        """The moves, by table."""
        self.sent_again = 0
        self._codes = codes
        self.seen = 0

    async def sit(self) -> None:
        """Make a new table."""
        asked = {"rules": rules(self._codes), "seats": [{"kind": "me"}, {"kind": "me"}]}
        made = await self.insist("POST", f"{API}/tables", asked)
        assert made.status == 201, made.body
        self.table, self.seen = made.data["table"], made.data["version"]
        self.acknowledged[self.table] = []

    async def play(self, stop: asyncio.Event) -> None:
        """Play move after move, match after match, until told to stop."""
        for table in count():
            for number, (seat, move) in enumerate(moves(self._codes, Random(f"{self._number} {table}"))):
                if stop.is_set():
                    return
                asked = {"move": move, "seat": seat, "version": self.seen, "key": str(number)}
                done = await self.insist("POST", f"{API}/tables/{self.table}/moves", asked)
                assert done.status == 200, (move, done.status, done.body)
                self.seen = done.data["version"]
                self.acknowledged[self.table].append(f"{seat} {move}")
                self._progress.acknowledge(self._number)
            await self.sit()

    async def version(self) -> int:
        """Return the version of the table."""
        seen = await self.insist("GET", f"{API}/tables/{self.table}/view")
        assert seen.status == 200, seen.body
        return int(seen.data["version"])

    async def insist(self, method: str, path: str, data: object = None) -> Answer:
        """Repeat a request until it gets an answer other than "try again"."""
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    answer = await self.line.ask(method, path, data)
                except OSError:
                    answer = None
                if answer and answer.status not in AGAIN:
                    return answer
                self.sent_again += 1
                await asyncio.sleep(0.02)
