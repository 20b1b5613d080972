"""Measure how long others' moves take while one address sends requests that are costly to read, with limits on.

`python bench/flood.py [NAME…]`: nobody, cookies, headers, unknown, foreign, chunks, pipelined; by default all of them.
The attacker has 60 connections from 127.0.0.2, which it opens again when they are closed; the player comes from
127.0.0.1.
"""

from __future__ import annotations

import asyncio
import random
import socket
import sys
import tempfile
from contextlib import suppress
from multiprocessing import Event, Process
from multiprocessing.synchronize import Event as Stop
from pathlib import Path
from statistics import median
from time import monotonic

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench._http import Line
from bench._server import Server
from bench._swarm import API

CONNECTIONS = 60
SECONDS = 12.0
MOVES = "ROYG", "RYGB", "OYGB", "BGYO"
HOST = b"host: 127.0.0.1\r\n"
GET = f"GET {API}/me HTTP/1.1\r\n".encode() + HOST
FLOODS = {
    "nobody": b"",
    "cookies": GET + b"cookie: " + b";" * 31_000 + b"\r\n\r\n",
    "headers": GET + b"x:y\r\n" * 6_000 + b"\r\n",
    "unknown": f"GET {API}/".encode() + b"%41" * 10_000 + b" HTTP/1.1\r\n" + HOST + b"\r\n",
    "foreign": GET.replace(b"127.0.0.1", b"evil.example") + b"x: " + b"y" * 30_000 + b"\r\n\r\n",
    "chunks": f"POST {API}/records HTTP/1.1\r\n".encode()
    + HOST
    + b"transfer-encoding: chunked\r\n\r\n"
    + b"1\r\nx\r\n" * 150_000
    + b"0\r\n\r\n",
    "pipelined": (GET + b"\r\n") * 20,
}


def main() -> None:
    """Run the floods named on the command line."""
    for name in sys.argv[1:] or list(FLOODS):
        with tempfile.TemporaryDirectory(prefix="keypeg-bench-") as folder:
            # Neither address is a proxy's: each counts by itself.
            environ = {"KEYPEG_LIMITS": "on", "KEYPEG_PROXIES": "192.0.2.1", "KEYPEG_THINKERS": "0"}
            server = Server(Path(folder), environ=environ)
            try:
                server.start()
                print(asyncio.run(_measure(server, name)), flush=True)
            finally:
                server.kill()


async def _measure(server: Server, name: str) -> str:
    stop = Event()
    attacker = Process(target=_flood, args=(server.port, FLOODS[name], stop)) if FLOODS[name] else None
    before = server.cpu_seconds()
    if attacker:
        attacker.start()
    await asyncio.sleep(0.5)
    seconds = await _play(server, SECONDS)
    used = server.cpu_seconds() - before
    if attacker:
        stop.set()
        attacker.join(10)
        attacker.kill()
    return (
        f"{name}: {len(seconds)} moves, p50 {1000 * median(seconds):.1f} ms, worst {1000 * max(seconds):.0f} ms; "
        f"the server used {used:.1f} s of processor time in {SECONDS:.0f} s"
    )


async def _play(server: Server, seconds: float) -> list[float]:
    """Play within the limits of a guest, and return how long each move took."""
    line, took, until = Line(server.port), [], monotonic() + seconds
    made = (await line.ask("POST", f"{API}/tables", {"rules": "4x6:rounds=9", "seats": [{"kind": "me"}] * 2})).data
    table = f"{API}/tables/{made['table']}"
    while monotonic() < until:
        view = (await line.ask("GET", f"{table}/view")).data
        move = f"hide {MOVES[0]}" if view["phase"] == "hide" else f"guess {random.choice(MOVES[1:])}"
        asked = {"move": move, "version": view["version"], "key": f"{view['version']}", "seat": view["to_act"][0]}
        began = monotonic()
        answer = await line.ask("POST", f"{table}/moves", asked)
        took.append(monotonic() - began)
        assert answer.status == 200, answer.body
        await asyncio.sleep(0.1)
    return took


def _flood(port: int, request: bytes, stop: Stop) -> None:
    asyncio.run(_flood_until(port, request, stop))


async def _flood_until(port: int, request: bytes, stop: Stop) -> None:
    flooding = [asyncio.create_task(_again(port, request)) for _ in range(CONNECTIONS)]
    await asyncio.to_thread(stop.wait, 120)
    for each in flooding:
        each.cancel()


async def _again(port: int, request: bytes) -> None:
    """Send this request on one connection, and again when it is answered, until cancelled."""
    while True:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.2", 0))
            try:
                writer.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                while True:
                    writer.write(request)
                    if not await reader.read(65536):
                        break
            finally:
                writer.transport.abort()
        await asyncio.sleep(0)


if __name__ == "__main__":
    main()
