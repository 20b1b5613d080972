"""Queries about one guest or table use an index, so they take no longer on a busy server."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection, Engine, event

from keypeg.server.settings import SQLITE, Settings
from keypeg.server.store.schema import metadata
from tests.server.guests.test_daily import solve
from tests.server.guests.test_own_games import SINGLE, together
from tests.server.running import Person, serving

Executed = tuple[str, Sequence[object]]
LOOKS_AT_ALL = re.compile(rf"SCAN ({'|'.join(metadata.tables)})(_\d+)?\b")


def test_nothing_that_a_guest_asks_for_looks_at_everybodys_rows(tmp_path: Path) -> None:
    """Statistics of one match took 0.4 s among 200,000 tables, and the end of a daily puzzle scanned all results."""
    executed: list[Executed] = []

    def note(*told: object) -> None:
        connection, _, statement, parameters, _, many = told
        # Other tests of this process may have a server whose retention looks at everything.
        if not many and isinstance(connection, Connection) and connection.engine.url.database == str(tmp_path / SQLITE):
            executed.append((str(statement), parameters))  # type: ignore[arg-type]

    with serving(Settings(port=0, data_dir=tmp_path, limits=False, thinkers=1)) as address:
        ann, bob = Person(address), Person(address)
        with ann.http, bob.http:
            event.listen(Engine, "before_cursor_execute", note)
            try:
                _ask_for_everything(ann, bob)
            finally:
                event.remove(Engine, "before_cursor_execute", note)
    with closing(sqlite3.connect(tmp_path / SQLITE)) as database:
        found = {statement: _plan(database, statement, given) for statement, given in executed}
    assert len(found) > 20
    assert not {statement: plan for statement, plan in found.items() if LOOKS_AT_ALL.search(plan)}


def _ask_for_everything(ann: Person, bob: Person) -> None:
    table = together(ann, bob, SINGLE)
    ann.play(table, "hide RYGB")
    bob.play(table, "guess RYGB")
    solve(bob, bob.http.post("/daily").json()["table"])
    for path in ("/me/stats", "/me/people", "/me/tables", "/me/devices", "/me/data", "/daily", "/daily/archive"):
        assert bob.http.get(path).status_code == 200
    for path in (f"/tables/{table}/shares?seat=2", f"/tables/{table}/dismiss", "/me/links"):
        assert bob.http.post(path).is_success
    assert bob.http.delete("/me").status_code == 200


def _plan(database: sqlite3.Connection, statement: str, given: Sequence[object]) -> str:
    if not statement.startswith(("SELECT", "UPDATE", "DELETE", "INSERT", "WITH")):
        return ""
    return "\n".join(row[3] for row in database.execute(f"EXPLAIN QUERY PLAN {statement}", given))
