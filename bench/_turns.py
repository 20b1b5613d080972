"""Builds of the server in turns: their processor time for one move, side by side on the same busy or idle machine."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median

import uvloop

from bench._server import Server
from bench._swarm import Tally, flat_out, seated

ROUNDS = 5
SECONDS = 6.0


def in_turns(
    builds: Mapping[str, tuple[str | None, Mapping[str, str]]],
    clients: int,
    beside: Callable[[], float] = lambda: 0.0,
) -> dict[str, list[float]]:
    """Return the µs of each build, which is a database and an environment, in every round.

    `beside` tells the processor time of what works for it, such as a PostgreSQL; that is printed by itself.
    """
    found: dict[str, list[float]] = {name: [] for name in builds}
    for _ in range(ROUNDS):
        for name, (database, environ) in builds.items():
            with tempfile.TemporaryDirectory(prefix="keypeg-bench-") as folder:
                server = Server(Path(folder), database, {"KEYPEG_THINKERS": "0", **environ})
                if database:
                    server.upgrade()
                server.start()
                try:
                    others = beside()
                    busy, moves, rate = uvloop.run(_measured(server, clients))
                    others = beside() - others
                except ValueError as error:
                    raise RuntimeError(f"{name}: {server.log}") from error
                finally:
                    server.stop()
            found[name].append(1e6 * busy / moves)
            more = f", PostgreSQL about {1e6 * others / moves:.0f} µs" if database else ""
            print(f"{name:12} {1e6 * busy / moves:6.0f} µs a move{more}, {rate:6,.0f} moves/s", flush=True)
    return found


def told(found: Mapping[str, list[float]]) -> None:
    """Print the medians, and their ratio to the first."""
    first = next(iter(found))
    for name, values in found.items():
        ratios = [mine / theirs for mine, theirs in zip(values, found[first], strict=True)]
        spread = f"{min(ratios):.2f}–{max(ratios):.2f}"
        print(f"{name:12} {median(values):6.0f} µs, {median(ratios):.2f} of {first} ({spread})")


async def _measured(server: Server, clients: int) -> tuple[float, int, float]:
    tally = Tally()
    swarm = await seated(server.port, clients, tally)
    await flat_out(swarm, 1.0)
    began, before = server.cpu_seconds(), len(tally.seconds)
    took = await flat_out(swarm, SECONDS)
    busy, moves = server.cpu_seconds() - began, len(tally.seconds) - before
    for client in swarm:
        client.close()
    return busy, moves, moves / took
