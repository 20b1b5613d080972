"""Measure the server: moves a second, the time of a move, idle connections, and the time to restart.

`python bench/server.py [NAME…]`: moves, views, paced, idle, restart, profile; by default all but the last. Server and
clients share this machine. The database is SQLite, and every move is durable before it is acknowledged.

`python bench/server.py compare SOURCES` measures this build and another one in turns. SOURCES is a folder with the
other sources, and a `.venv` of their own if they need other packages. With `views` after it, each move is measured
together with its View. `python bench/server.py databases` compares SQLite and PostgreSQL, with one process and with
two. `python bench/server.py view` measures how long it takes to make and to encode a View in the middle of a long
match, without a server.
"""

from __future__ import annotations

import asyncio
import pstats
import resource
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import thread_time

import msgspec
import uvloop
from websockets.asyncio.client import connect

from keypeg.api.view import view_of

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench._http import Line
from bench._play import moves as play_moves
from bench._play import rules as play_rules
from bench._server import Server, family_cpu_seconds, resident
from bench._swarm import API, CODES, Tally, flat_out, paced, seated
from bench._turns import Build, build_in, in_turns, told
from keypeg.notation import rules
from keypeg.notation.versions import VERSION
from keypeg.table import Action, Agreed, Chair, Setup, Table

SECONDS = 10.0
CLIENTS = 200
PLAYERS = 500
IDLE = 5000
STARTS = 5


def main() -> None:
    """Run the measurements named on the command line."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, hard), hard))
    if sys.argv[1:2] == ["compare"]:
        builds = {"before": build_in(Path(sys.argv[2]).resolve()), "now": Build()}
        told(in_turns(builds, CLIENTS, looking="views" in sys.argv[3:]))
        return
    if sys.argv[1:] == ["databases"]:
        _databases()
        return
    if sys.argv[1:] == ["view"]:
        _view()
        return
    for name in sys.argv[1:] or list(MEASURED)[:-1]:
        with tempfile.TemporaryDirectory(prefix="keypeg-bench-") as folder:
            server = Server(Path(folder), environ={"KEYPEG_THINKERS": "0"})
            try:
                MEASURED[name](server)
            finally:
                server.kill()


def _databases() -> None:
    """Compare moves on SQLite and PostgreSQL; print PostgreSQL's processor time, with making the tables, separately."""
    from tests.server.postgres import running_postgres  # noqa: PLC0415 - only this needs a PostgreSQL

    with running_postgres(durable=True) as postgres:
        one, two = postgres.url(postgres.new_database()), postgres.url(postgres.new_database())
        builds = {"SQLite": Build(), "PostgreSQL": Build(one), "2 processes": Build(two, {"KEYPEG_WORKERS": "2"})}
        told(in_turns(builds, CLIENTS, lambda: family_cpu_seconds(postgres.pid)))


def _view() -> None:
    """Measure how long a View after half of a match takes to make and to encode, the best of many times."""
    chairs = [Chair(seat, "person", guest=str(seat), name=f"Player {seat}") for seat in (1, 2)]
    agreed = Agreed(version=VERSION)
    table = Table.hosted(Setup("table", rules(play_rules(CODES)), agreed, "seed", 0.0), chairs)
    made = list(play_moves(CODES, Random(1)))
    for number, (seat, text) in enumerate(made[: len(made) // 2 + 5]):
        table.apply(Action("move", seat, text, str(number)), float(number))
    encode = msgspec.json.Encoder().encode
    shown = view_of(table, 1, (1,), {})
    making, encoding = _best(lambda: view_of(table, 1, (1,), {})), _best(lambda: encode(shown))
    print(f"a View of {len(shown.past)} past codes: {making:.0f} µs to make, {encoding:.0f} to encode", flush=True)


def _best(call: Callable[[], object], times: int = 300) -> float:
    """Return the µs of processor time that a call takes at best."""
    taken = []
    for _ in range(times):
        began = thread_time()
        call()
        taken.append(thread_time() - began)
    return 1e6 * min(taken)


def moves(server: Server) -> None:
    """Measure how many moves a second are acknowledged."""
    server.start()
    began = server.cpu_seconds()
    tally, took = uvloop.run(_moves(server.port, SECONDS))
    busy = server.cpu_seconds() - began
    count = len(tally.seconds)
    print(f"{CLIENTS} clients: {count / took:,.0f} acknowledged moves/s; {_times(tally)}; {len(tally.refused)} refused")
    print(f"the server computed for {busy / took:.0%} of the time, {1e6 * busy / count:.0f} µs a move", flush=True)


async def _moves(port: int, seconds: float) -> tuple[Tally, float]:
    tally = Tally()
    clients = await seated(port, CLIENTS, tally)
    await flat_out(clients, 1.0)
    tally.seconds.clear()
    took = await flat_out(clients, seconds)
    for client in clients:
        client.close()
    return tally, took


def views(server: Server) -> None:
    """Measure a move whose player reads the View that follows, and how much it adds to the database."""
    server.start()
    busy, count, rate = uvloop.run(_views(server))
    file = server.folder / "keypeg.sqlite"
    server.stop()
    print(
        f"{CLIENTS} clients who look after every move: {rate:,.0f} moves/s, "
        f"{1e6 * busy / count:.0f} µs a move with its View; "
        f"{file.stat().st_size / count:.0f} bytes of the database",
        flush=True,
    )


async def _views(server: Server) -> tuple[float, int, float]:
    tally = Tally()
    clients = await seated(server.port, CLIENTS, tally)
    began = server.cpu_seconds()
    took = await flat_out(clients, SECONDS, looking=True)
    busy = server.cpu_seconds() - began
    for client in clients:
        client.close()
    return busy, len(tally.seconds), len(tally.seconds) / took


def one_a_second(server: Server) -> None:
    """Measure how long a move takes under a steady load."""
    server.start()
    began = server.cpu_seconds()
    tally = uvloop.run(_paced(server.port))
    busy = server.cpu_seconds() - began
    print(
        f"{PLAYERS} players, a move a second each: {_times(tally)}; {len(tally.refused)} refused; {busy:.1f} s of CPU",
        flush=True,
    )


async def _paced(port: int) -> Tally:
    tally = Tally()
    clients = await seated(port, PLAYERS, tally)
    await paced(clients, 2.0)
    tally.seconds.clear()
    await paced(clients, SECONDS)
    for client in clients:
        client.close()
    return tally


def idle(server: Server) -> None:
    """Measure the memory of many connections that only listen."""
    server.start()
    before = resident(server.pid)
    after, heard = uvloop.run(_idle(server))
    print(
        f"{IDLE} idle live connections: {after:.0f} MiB, {before:.0f} before, {1024 * (after - before) / IDLE:.1f} KiB "
        f"each; {heard} of them heard a move",
        flush=True,
    )


async def _idle(server: Server) -> tuple[float, int]:
    """Connect all clients and make one move; return the memory in MiB, and how many clients heard of the move."""
    line = Line(server.port)
    made = (await line.ask("POST", f"{API}/tables", {"rules": "togo:first=1", "seats": [{"kind": "me"}] * 2})).data
    address = f"ws://127.0.0.1:{server.port}{API}/tables/{made['table']}/bell"
    sockets = []
    for _ in range(IDLE // 100):
        sockets += await asyncio.gather(*(connect(address, ping_interval=None) for _ in range(100)))
    await asyncio.gather(*(socket.recv() for socket in sockets))
    memory = resident(server.pid)
    move = {"move": "hide ROYG", "version": made["version"], "key": "1", "seat": 1}
    assert (await line.ask("POST", f"{API}/tables/{made['table']}/moves", move)).status == 200
    rung = f'"version":{made["version"] + 1},'
    heard = 0
    for socket in sockets:
        async with asyncio.timeout(20):
            while rung not in str(await socket.recv()):
                pass
        heard += 1
    for socket in sockets:
        socket.transport.abort()
    line.close()
    return memory, heard


def restart(server: Server) -> None:
    """Measure the time from kill -9 to the first answer."""
    server.start()
    uvloop.run(_moves(server.port, 2.0))
    taken, computed = [], []
    for _ in range(STARTS):
        server.kill()
        taken.append(server.start())
        computed.append(server.cpu_seconds())
    print(
        f"back after kill -9: {median(taken):.2f} s, {max(taken):.2f} s at most; {median(computed):.2f} s of CPU",
        flush=True,
    )


def profile(server: Server) -> None:
    """Print where the time of a move goes, by package."""
    file = server.folder / "profile"
    server.profile = file
    server.start()
    tally, _ = uvloop.run(_moves(server.port, SECONDS))
    server.stop()
    stats = pstats.Stats(str(file))
    spent: Counter[str] = Counter()
    for (place, _, name), (_, _, own, _, _) in stats.stats.items():  # type: ignore[attr-defined]
        spent[_package(place, name)] += own
    whole = sum(spent.values())
    for package, seconds in spent.most_common(16):
        print(f"{package:28} {seconds / whole:6.1%} {1e6 * seconds / len(tally.seconds):8.0f} µs a move, profiled")
    stats.sort_stats("tottime").print_stats(30)


def _package(place: str, name: str) -> str:
    parts = Path(place).parts
    if "keypeg" in parts and "site-packages" not in parts:
        return ".".join(parts[parts.index("keypeg") :][:2]).removesuffix(".py")
    if "site-packages" in parts:
        return parts[parts.index("site-packages") + 1].removesuffix(".py")
    return f"python {name}" if place == "~" and any(word in name for word in ("poll", "run", "fsync")) else "python"


def _times(tally: Tally) -> str:
    cuts = quantiles(tally.seconds, n=1000)
    return f"p50 {1000 * cuts[499]:.1f} ms, p99 {1000 * cuts[989]:.1f} ms, at most {1000 * max(tally.seconds):.0f} ms"


MEASURED: dict[str, Callable[[Server], None]] = {
    "moves": moves,
    "views": views,
    "paced": one_a_second,
    "idle": idle,
    "restart": restart,
    "profile": profile,
}

if __name__ == "__main__":
    main()
