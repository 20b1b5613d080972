"""The tests' own PostgreSQL: it starts and stops, keeps what was committed, and leaves nothing behind."""

from __future__ import annotations

from pathlib import Path

from tests.server.postgres import Postgres, running_postgres


def test_committed_entries_survive_a_crash(postgres: Postgres) -> None:
    name = postgres.new_database()
    postgres.ask("CREATE TABLE kept (value int)", name)
    postgres.ask("INSERT INTO kept VALUES (7)", name)
    postgres.stop(immediate=True)
    postgres.start()
    assert postgres.ask("SELECT value FROM kept", name) == "7"


def test_nothing_is_left_behind() -> None:
    with running_postgres() as postgres:
        folder = Path(postgres.url("x").partition("host=")[2])
        assert folder.is_dir()
    assert not folder.exists()
