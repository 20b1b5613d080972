"""Run many clients in one process: each sends move after move on its own connection, and times them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import cast

from bench._http import Line, cookies
from bench._play import moves, rules

API = "/api/v1"
CODES = 20
"""Codes played at a table before the client makes another table: 200 moves."""


@dataclass(slots=True)
class Tally:
    """The results of all clients."""

    seconds: list[float] = field(default_factory=list)
    """How long each acknowledged move took."""
    refused: list[bytes] = field(default_factory=list)


class Client(asyncio.Protocol):
    """A client on one connection that speaks just enough HTTP."""

    def __init__(self, port: int, number: int, tally: Tally) -> None:
        self._port = port
        self._number = number
        self._tally = tally
        self._transport: asyncio.Transport | None = None
        self._waiting: asyncio.Future[bytes] | None = None
        self._read = b""
        self._head = b""
        self.line = Line(port)
        self._moves: Iterator[tuple[int, str]] = iter(())
        self._version = 0
        self._games = 0

    async def sit(self) -> None:
        """Make a table and take both of its seats."""
        self._games += 1
        asked = {"rules": rules(CODES), "seats": [{"kind": "me"}, {"kind": "me"}]}
        made = (await self.line.ask("POST", f"{API}/tables", asked)).data
        self._version = made["version"]
        self._moves = moves(CODES, Random(f"{self._number}/{self._games}"))
        self._head = (
            f"POST {API}/tables/{made['table']}/moves HTTP/1.1\r\nhost: 127.0.0.1:{self._port}\r\n"
            f"{cookies(self._port, self.line.token)}content-type: application/json\r\ncontent-length: "
        ).encode()

    async def move(self) -> None:
        """Send one move and wait until it is acknowledged."""
        turn = next(self._moves, None)
        if turn is None:
            await self.sit()
            turn = next(self._moves)
        seat, text = turn
        asked = {"move": text, "version": self._version, "key": f"{self._version}", "seat": seat}
        body = json.dumps(asked, separators=(",", ":")).encode()
        if self._transport is None or self._transport.is_closing():  # the server closes idle connections
            await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", self._port)
        began = perf_counter()
        answer = await self._asked(b"%b%d\r\n\r\n%b" % (self._head, len(body), body))
        if answer.startswith(b"HTTP/1.1 200"):
            self._tally.seconds.append(perf_counter() - began)
        else:
            self._tally.refused.append(answer)
        self._version = int(answer.rpartition(b'"version":')[2].strip(b"}"))

    async def look(self) -> None:
        """Read the View of seat 1, as its player does after every change."""
        head = self._head.replace(b"POST", b"GET").replace(b"/moves ", b"/view?seat=1 ").rpartition(b"content-type")[0]
        answer = await self._asked(head + b"\r\n")
        assert answer.startswith(b"HTTP/1.1 200"), answer

    async def _asked(self, request: bytes) -> bytes:
        self._waiting = asyncio.get_running_loop().create_future()
        assert self._transport is not None
        self._transport.write(request)
        return await self._waiting

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        read = self._read = self._read + data
        head = read.find(b"\r\n\r\n")
        if head < 0:
            return
        at = read.find(b"content-length: ")
        size = int(read[at + 16 : read.find(b"\r\n", at)])
        if len(read) >= head + 4 + size and self._waiting and not self._waiting.done():
            self._read = b""
            self._waiting.set_result(read)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._waiting and not self._waiting.done():
            self._waiting.set_exception(exc or ConnectionResetError())

    def close(self) -> None:
        self.line.close()
        if self._transport:
            self._transport.close()


async def seated(port: int, count: int, tally: Tally) -> list[Client]:
    """Return this many clients, each at a table of its own."""
    clients = [Client(port, number, tally) for number in range(count)]
    for at in range(0, count, 50):
        await asyncio.gather(*(client.sit() for client in clients[at : at + 50]))
    return clients


async def flat_out(clients: Sequence[Client], seconds: float, *, looking: bool = False) -> float:
    """Let all clients send moves as fast as they are answered; return the seconds it took.

    With `looking`, each client reads its View after every move.
    """
    began = perf_counter()

    async def play(client: Client) -> None:
        while perf_counter() < began + seconds:
            await client.move()
            if looking:
                await client.look()

    await asyncio.gather(*(play(client) for client in clients))
    return perf_counter() - began


async def paced(clients: Sequence[Client], seconds: float) -> None:
    """Let each client send one move a second, with the clients evenly spread over the second."""
    loop = asyncio.get_running_loop()
    began = loop.time()

    async def play(client: Client, offset: float) -> None:
        due = began + offset
        while due < began + seconds:
            await asyncio.sleep(max(0.0, due - loop.time()))
            await client.move()
            due += 1.0

    await asyncio.gather(*(play(client, at / len(clients)) for at, client in enumerate(clients)))
