"""Make computer players think in the compute pool, and drive the tables of this process."""

from __future__ import annotations

from keypeg.errors import KeypegError, Unknown
from keypeg.players import Computer
from keypeg.players.level import SEARCHING
from keypeg.server.compute.pool import ComputePool
from keypeg.server.compute.work import move_work
from keypeg.server.logs import LOG
from keypeg.server.store.database import AWAY
from keypeg.server.tables.registry import Tables
from keypeg.table import Answer, Question, Table, answer
from keypeg.table.driver import Driver

NOBODY = "nobody"
"""Owner of the computing at all tables without people. As owners of their own, each would get as much as a guest."""


def drive(tables: Tables, pool: ComputePool) -> Driver:
    """Let computers move and clocks run out at these tables."""

    async def ask(table: Table, questions: tuple[Question, ...]) -> Answer:
        owner = next((chair.guest for chair in table.chairs if chair.guest), NOBODY)
        searches = any(isinstance(each.player, Computer) and each.player.level in SEARCHING for each in questions)
        return await pool.run(move_work(table.rules, searches=searches), owner, answer, questions)

    driver = Driver(tables, ask, tables.time.now, _tries_again, (KeypegError, *AWAY))
    tables.after.append(driver.wake)
    return driver


def _tries_again(error: Exception) -> bool:
    """Return True unless the table was deleted: a process may have been killed, or the database be unreachable."""
    if isinstance(error, Unknown):
        return False
    LOG.error(
        "a table could not go on, and will try again",
        error=error.slug if isinstance(error, KeypegError) else type(error).__name__,
    )
    return True
