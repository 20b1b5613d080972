"""Compare builds of the server by the processor time of a move, in turns on the same busy or idle machine."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import uvloop

from bench._server import PROGRAM, Server
from bench._swarm import Tally, flat_out, seated

ROUNDS = 5
SECONDS = 6.0


@dataclass(frozen=True, slots=True)
class Build:
    """A server to measure: its database, environment and program."""

    database: str | None = None
    environ: Mapping[str, str] = field(default_factory=dict)
    program: Path = PROGRAM


def build_in(sources: Path) -> Build:
    """Return the build of other sources: in their own environment if they have one, else in ours."""
    program = sources / ".venv" / "bin" / "keypeg"
    return Build(program=program) if program.exists() else Build(environ={"PYTHONPATH": str(sources / "src")})


def in_turns(
    builds: Mapping[str, Build],
    clients: int,
    beside: Callable[[], float] = lambda: 0.0,
    *,
    looking: bool = False,
) -> dict[str, list[float]]:
    """Return, for each build, the processor time of a move in µs in every round.

    `beside` returns the processor time of a program that works for the server, such as PostgreSQL; it is printed
    separately. With `looking`, every client reads the View that follows its move.
    """
    found: dict[str, list[float]] = {name: [] for name in builds}
    for _ in range(ROUNDS):
        for name, build in builds.items():
            with tempfile.TemporaryDirectory(prefix="keypeg-bench-") as folder:
                server = Server(Path(folder), build.database, {"KEYPEG_THINKERS": "0", **build.environ}, build.program)
                if build.database:
                    server.upgrade()
                server.start()
                try:
                    others = beside()
                    busy, moves, rate = uvloop.run(_measured(server, clients, looking=looking))
                    others = beside() - others
                except ValueError as error:
                    raise RuntimeError(f"{name}: {server.log}") from error
                finally:
                    server.stop()
            found[name].append(1e6 * busy / moves)
            more = f", PostgreSQL about {1e6 * others / moves:.0f} µs" if build.database else ""
            print(f"{name:12} {1e6 * busy / moves:6.0f} µs a move{more}, {rate:6,.0f} moves/s", flush=True)
    return found


def told(found: Mapping[str, list[float]]) -> None:
    """Print the median of each build, and its ratio to the first build."""
    first = next(iter(found))
    for name, values in found.items():
        ratios = [mine / theirs for mine, theirs in zip(values, found[first], strict=True)]
        spread = f"{min(ratios):.2f}–{max(ratios):.2f}"
        print(f"{name:12} {median(values):6.0f} µs, {median(ratios):.2f} of {first} ({spread})")


async def _measured(server: Server, clients: int, *, looking: bool) -> tuple[float, int, float]:
    tally = Tally()
    swarm = await seated(server.port, clients, tally)
    await flat_out(swarm, 1.0, looking=looking)
    began, before = server.cpu_seconds(), len(tally.seconds)
    took = await flat_out(swarm, SECONDS, looking=looking)
    busy, moves = server.cpu_seconds() - began, len(tally.seconds) - before
    for client in swarm:
        client.close()
    return busy, moves, moves / took
