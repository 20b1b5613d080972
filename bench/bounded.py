"""Measure what one guest can do to the others: memory of long imports, and how long others wait, also for computers.

`python bench/bounded.py [NAME…]`: imports, reload, thinking, connections; by default all of them. Server and clients
share this machine, and rate limits are off.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from time import monotonic
from typing import Any, NamedTuple

import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench._http import Line
from bench._server import Server, resident
from bench._swarm import API
from keypeg import suggest
from keypeg.core import GiveUp, Guess, Hide
from keypeg.notation import Record, rules, write_record
from keypeg.table import Table

IMPORTS = 30
GUESSES = 1_990
LONG_GUESSES = 5_894
REVIEWS = 4
REVIEWED_ROWS = 60
GUESTS = 6
ASKS = 6
ALONE = 5.0
"""Seconds for which a stranger plays before the load begins."""
KNOWN = 20.0
"""Seconds after which guests with one long game each have used too much to count as new."""
HALVES = 330
ENDLESS = 120 * 2**20
HELD = {"kind": "me"}
HELD_OPEN: list[asyncio.StreamWriter] = []


def main() -> None:
    """Run the measurements named on the command line."""
    for name in sys.argv[1:] or list(MEASURED):
        with tempfile.TemporaryDirectory(prefix="keypeg-bench-") as folder:
            server = Server(Path(folder))
            try:
                server.start()
                uvloop.run(MEASURED[name](server))
            finally:
                server.kill()


def record_of(text: str, guesses: int, hidden: str, guessed: tuple[str, ...]) -> str:
    """Return a record of two codes with this many guesses each, all of them wrong."""
    table = Table(rules(text), seed="bench")
    table.run()
    for _ in range(2):
        (seat,) = table.waits_for
        table.play(seat, Hide(hidden))
        (seat,) = table.waits_for
        for number in range(guesses):
            table.play(seat, Guess(guessed[number % len(guessed)]))
        table.play(seat, GiveUp())
    return write_record(Record(table.state, {}))


class Stranger:
    """A guest at another table who plays and reads Views, and times both."""

    def __init__(self, server: Server) -> None:
        self.line = Line(server.port)
        self.before: list[float] = []
        """How long each move or View took while nobody else did anything."""
        self.seconds: list[float] = []

    async def play(self, until: asyncio.Event) -> None:
        while not until.is_set():
            asked = {"rules": "togo:first=1", "seats": [HELD, HELD]}
            made = (await self.line.ask("POST", f"{API}/tables", asked)).data
            table, version = f"{API}/tables/{made['table']}", made["version"]
            for seat, move in ((1, "hide ROYG"), *[(2, "guess RYGB")] * 8):
                sent = {"move": move, "version": version, "key": f"{version}", "seat": seat}
                version = (await self._timed("POST", f"{table}/moves", sent))["version"]
                await self._timed("GET", f"{table}/view")
                await asyncio.sleep(0.002)

    async def _timed(self, method: str, path: str, data: object = None) -> Any:
        began = monotonic()
        answer = await self.line.ask(method, path, data)
        self.seconds.append(monotonic() - began)
        assert answer.status == 200, answer.body
        return answer.data

    def report(self) -> str:
        return f"others' moves and Views: {_times(self.seconds)}; before: {_times(self.before)}"


def _times(seconds: list[float]) -> str:
    cuts = quantiles(seconds, n=100)
    return (
        f"{len(seconds)}, p50 {1000 * median(seconds):.1f} ms, p99 {1000 * cuts[98]:.0f} ms, "
        f"at most {1000 * max(seconds):.0f} ms"
    )


async def beside(server: Server, work: Callable[[], Awaitable[None]]) -> Stranger:
    """Do this work while a stranger plays; return the stranger with the times."""
    stranger, done = Stranger(server), asyncio.Event()
    playing = asyncio.create_task(stranger.play(done))
    await asyncio.sleep(1.0)
    stranger.seconds.clear()
    await asyncio.sleep(ALONE)
    stranger.before, stranger.seconds = stranger.seconds, []
    await work()
    done.set()
    await playing
    return stranger


async def imports(server: Server) -> None:
    """Let one guest import long matches, read a View of each, and export its record."""
    record = record_of("4x6", GUESSES // 2, "RRRO", ("GGYY", "YYGG"))
    lines = [Line(server.port) for _ in range(5)]
    await lines[0].ask("POST", f"{API}/records", {"record": record_of("4x6", 4, "RRRO", ("GGYY", "YYGG"))})
    for line in lines:
        line.token = lines[0].token
    before = resident(server.pid)

    async def several(line: Line) -> None:
        for _ in range(IMPORTS // len(lines)):
            made = await line.ask("POST", f"{API}/records", {"record": record})
            assert made.status == 201, made.body
            for path in ("view?seat=1", "record"):
                assert (await line.ask("GET", f"{API}/tables/{made.data['table']}/{path}")).status == 200

    async def all_of_them() -> None:
        await asyncio.gather(*map(several, lines))

    stranger = await beside(server, all_of_them)
    print(
        f"{IMPORTS} imports of {GUESSES:,} guesses, each with its View and record: "
        f"+{resident(server.pid) - before:.0f} MiB; {stranger.report()}",
        flush=True,
    )


async def reload(server: Server) -> None:
    """Read the View of a long table that is not in memory."""
    line = Line(server.port)
    made = (await line.ask("POST", f"{API}/tables", {"rules": "4x6:rounds=3", "seats": [HELD, HELD]})).data
    table, version = f"{API}/tables/{made['table']}", made["version"]
    view = (await line.ask("GET", f"{table}/view")).data
    for _ in range(LONG_GUESSES):
        seat, move = view["to_act"][0], "guess GGYY"
        while True:
            sent = {"move": move, "version": version, "key": f"{version}", "seat": seat}
            answer = await line.ask("POST", f"{table}/moves", sent)
            if answer.status == 200:
                version = answer.data["version"]
                break
            view = (await line.ask("GET", f"{table}/view")).data
            seat, move = view["to_act"][0], "hide RRRO" if view["phase"] == "hide" else "guess GGYY"
            if move == "hide RRRO":
                sent = {"move": move, "version": version, "key": f"{version}h", "seat": seat}
                version = (await line.ask("POST", f"{table}/moves", sent)).data["version"]
                view = (await line.ask("GET", f"{table}/view")).data
                seat, move = view["to_act"][0], "guess GGYY"
    server.kill()
    server.start()
    line.close()
    before = resident(server.pid)

    async def look() -> None:
        answer = await line.ask("GET", f"{table}/view?seat=1")
        assert answer.status == 200, answer.body

    stranger = await beside(server, look)
    print(
        f"reading a table of {LONG_GUESSES:,} guesses: +{resident(server.pid) - before:.0f} MiB; {stranger.report()}",
        flush=True,
    )


class Thought(NamedTuple):
    """A row that a computer placed, or a hint: the rows before it, and how long it took."""

    rules: str
    rows: tuple[str, ...]
    seconds: float

    def later(self) -> float:
        """Return how many seconds longer it took than the same suggestion takes alone, in this process."""
        began = monotonic()
        suggest(self.rules, self.rows)
        return self.seconds - (monotonic() - began)


async def thinking(server: Server) -> None:
    """Time a computer's rows and hints for strangers, while others keep the compute processes busy."""
    for ask in ASKED.values():
        for thought in await ask(Line(server.port)):
            thought.later()  # loads the kernels, in the server and here
    for name, (attack, seconds) in ATTACKS.items():
        attackers = await attack(server)
        await asyncio.sleep(seconds)
        # A new guest each time: a guest for whom much has been computed is not a stranger.
        thoughts = {
            what: [thought for _ in range(ASKS) for thought in await ask(Line(server.port))]
            for what, ask in ASKED.items()
        }
        for each in attackers:
            each.cancel()
        ended = await asyncio.gather(*attackers, return_exceptions=True)
        failed = [each for each in ended if isinstance(each, Exception)]
        assert not failed, failed
        for what, these in thoughts.items():
            later = sorted(thought.later() for thought in these)
            print(
                f"beside {name}: {len(later)} {what}, {median(each.seconds for each in these):.2f} s, "
                f"later by {median(later):.2f} s, {later[-1]:.2f} s at most",
                flush=True,
            )


async def _nobody(_server: Server) -> list[asyncio.Task[None]]:
    return []


async def _reviews(server: Server) -> list[asyncio.Task[None]]:
    """Let one guest ask for reviews of long matches with many codes, all at once."""
    guest = Line(server.port)
    record = record_of("6x9", REVIEWED_ROWS // 2, "RRRRRO", ("GGYYBB", "YYGGPP", "WWNNCC", "RYGBPW"))
    made = [await guest.ask("POST", f"{API}/records", {"record": record}) for _ in range(REVIEWS)]
    return [
        asyncio.create_task(_again(Line(server.port, guest.token), "GET", f"{API}/tables/{each.data['table']}/review"))
        for each in made
    ]


async def _hints(server: Server) -> list[asyncio.Task[None]]:
    """Let guests ask for hints in games with many codes, one after another."""
    asked = {"rules": "6x9", "rows": ["GGYYBB:1,1"]}
    return [
        asyncio.create_task(_again(Line(server.port), "POST", f"{API}/tools/suggest", asked)) for _ in range(GUESTS)
    ]


async def _moves(server: Server, tables: int) -> list[asyncio.Task[None]]:
    """Let guests hide codes from computers that think for a long time."""
    return [asyncio.create_task(_watched(Line(server.port), tables)) for _ in range(GUESTS)]


async def _again(line: Line, method: str, path: str, data: object = None) -> None:
    """Repeat one request until cancelled."""
    while True:
        answer = await line.ask(method, path, data)
        assert answer.status == 200, answer.body


async def _watched(line: Line, number: int) -> None:
    """Hide codes at this many tables at a time, until cancelled."""
    while True:
        asked = {"rules": "6x9:first=1", "seats": [HELD, {"kind": "computer", "player": "perfect"}]}
        tables = [(await line.ask("POST", f"{API}/tables", asked)).data for _ in range(number)]
        for made in tables:
            sent = {"move": "hide RYGBPW", "version": made["version"], "key": "1", "seat": 1}
            answer = await line.ask("POST", f"{API}/tables/{made['table']}/moves", sent)
            assert answer.status == 200, answer.body
        for made in tables:
            view = (await line.ask("GET", f"{API}/tables/{made['table']}/view")).data
            while not view["past"]:
                path = f"{API}/tables/{made['table']}/view?after={view['version']}&wait=50"
                view = (await line.ask("GET", path)).data


async def connections(server: Server) -> None:
    """Open connections that send half a request or nothing, and one that never ends its head."""
    head = f"POST {API}/tables HTTP/1.1\r\nhost: 127.0.0.1\r\n".encode()
    kinds = {"heads": head, "silent": b"", "bodies": head + b"content-length: 99\r\n\r\n{"}
    lines = {kind: [await _half(server.port, sent) for _ in range(HALVES)] for kind, sent in kinds.items()}
    began = monotonic()
    answered = await Line(server.port).ask("GET", f"{API}/me")
    print(f"beside {3 * HALVES} half-sent requests one is answered {answered.status} in {monotonic() - began:.3f} s")
    for kind, readers in lines.items():
        await asyncio.gather(*(reader.read() for reader in readers))
        print(f"all {HALVES} {kind} closed after {monotonic() - began:.0f} s", flush=True)
    before = resident(server.pid)
    _, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(head + b"x-endless: ")
    sent = 0
    try:
        while sent < ENDLESS:
            writer.write(b"y" * 65536)
            await writer.drain()
            sent += 65536
    except OSError:
        pass
    after = resident(server.pid) - before
    print(f"an endless head was cut off after {sent / 2**20:.1f} MiB, +{after:.1f} MiB", flush=True)


async def _half(port: int, sent: bytes) -> asyncio.StreamReader:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(sent)
    HELD_OPEN.append(writer)
    return reader


def _rows(rules: str, code: str) -> Callable[[Line], Awaitable[list[Thought]]]:
    """Return a function that times every row with which a perfect computer breaks a code."""

    async def ask(line: Line) -> list[Thought]:
        asked = {"rules": f"{rules}:first=1", "seats": [HELD, {"kind": "computer", "player": "perfect"}]}
        made = (await line.ask("POST", f"{API}/tables", asked)).data
        table, thoughts, rows = f"{API}/tables/{made['table']}", [], ()
        began = monotonic()
        sent = {"move": f"hide {code}", "version": made["version"], "key": "1", "seat": 1}
        view = (await line.ask("POST", f"{table}/moves", sent)).data
        while not view.get("past"):
            view = (await line.ask("GET", f"{table}/view?after={view['version']}&wait=50")).data
            thoughts.append(Thought(rules, rows, monotonic() - began))
            began = monotonic()
            rows = tuple(row["text"] for row in view["boards"][0]["rows"])
        return thoughts

    return ask


async def _hint(line: Line) -> list[Thought]:
    began, rows = monotonic(), ("ROYG:1,1",)
    answer = await line.ask("POST", f"{API}/tools/suggest", {"rules": "togo", "rows": rows})
    assert answer.status == 200, answer.body
    return [Thought("togo", rows, monotonic() - began)]


ASKED: dict[str, Callable[[Line], Awaitable[list[Thought]]]] = {
    "rows at togo": _rows("togo", "ROYG"),
    "rows at 6x9": _rows("6x9", "RYGBPW"),
    "hints at togo": _hint,
}
ATTACKS: dict[str, tuple[Callable[[Server], Awaitable[list[asyncio.Task[None]]]], float]] = {
    "nobody": (_nobody, 0.0),
    f"{REVIEWS} reviews of {REVIEWED_ROWS} rows of 6x9": (_reviews, 3.0),
    f"hints at 6x9 of {GUESTS} guests": (_hints, 3.0),
    f"computers at 6x9 of {GUESTS} guests, 4 tables each": (partial(_moves, tables=4), 3.0),
    f"computers at 6x9 of {GUESTS} guests, one table each": (partial(_moves, tables=1), KNOWN),
    f"computers at 6x9 of {GUESTS} guests who are new themselves": (partial(_moves, tables=1), 3.0),
}
"""By name: what the others do, and for how many seconds they have done it when a stranger comes."""
MEASURED: dict[str, Callable[[Server], Awaitable[None]]] = {
    "imports": imports,
    "reload": reload,
    "thinking": thinking,
    "connections": connections,
}

if __name__ == "__main__":
    main()
