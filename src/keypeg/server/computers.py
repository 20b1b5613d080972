"""Computers at the tables: asked whenever it is their turn, or they might call; one after another at one table."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures.process import BrokenProcessPool
from random import Random

from keypeg.core import legal, to_act
from keypeg.errors import Conflict
from keypeg.notation import move_text
from keypeg.players import Computer, Level
from keypeg.server.answers import WRONG
from keypeg.server.live import Act, Live
from keypeg.server.tables import Tables
from keypeg.server.thinking import Asked, Thinkers, think

STOPPED: tuple[type[Exception], ...] = (BrokenProcessPool, *WRONG)
SLOW = (Level.EXPERT, Level.PERFECT)
LOG = logging.getLogger("keypeg.server")


class Computers:
    """Keeps every table going whose turn is a computer's. All follows from the log, so a restart loses nothing."""

    def __init__(self, tables: Tables, thinkers: Thinkers) -> None:
        self._tables = tables
        self._thinkers = thinkers
        self._running: dict[str, asyncio.Task[None]] = {}
        tables.after.append(self.wake)

    def wake(self, live: Live) -> None:
        """Think about this table if there is something to think about, and nobody does yet."""
        if live.table.players and live.id not in self._running and live.thinks:
            self._running[live.id] = asyncio.get_running_loop().create_task(self._run(live.id))

    async def stop(self) -> None:
        for task in list(self._running.values()):
            task.cancel()
        await asyncio.gather(*self._running.values(), return_exceptions=True)

    async def _run(self, id: str) -> None:
        try:
            await self._think(id)
        except STOPPED as error:
            self._running.pop(id, None)
            LOG.error("a computer stopped thinking: %s", type(error).__name__)

    async def _think(self, id: str) -> None:
        idle = -1
        while True:
            async with self._tables.held(id) as live:
                seen = live.version
                if not live.thinks or idle == seen:
                    # Before the lock is given up: whatever happens next wakes a new task.
                    self._running.pop(id, None)
                    return
                may_call, due = _asked(live)
            hard = any(player.level in SLOW for _, player, _ in (*may_call, *([due] if due else [])))
            found = await (self._thinkers.slow if hard else self._thinkers.quick)(think, may_call, due)
            async with self._tables.held(id) as live:
                if found is None:
                    idle = seen
                    continue
                seat, move = found
                try:
                    await self._tables.do(live, Act("move", seat, move_text(live.rules, move)), seen)
                except Conflict:
                    continue  # somebody was quicker


def _asked(live: Live) -> tuple[list[Asked], Asked | None]:
    """Whom to ask, with what each of them may know: those who may act out of turn, then whose turn it is."""
    table = live.table
    players: dict[int, Computer] = {seat: each for seat, each in table.players.items() if isinstance(each, Computer)}
    random = Random(f"{table.seed}/{len(table.moves)}")
    order = random.sample(sorted(players), len(players)) if table.may_interject else []
    may_call = [(seat, players[seat], table.view(seat)) for seat in order if len(legal(table.state, seat))]
    seat = min(to_act(table.state) & players.keys(), default=None)
    return may_call, (seat, players[seat], table.view(seat)) if seat is not None else None
