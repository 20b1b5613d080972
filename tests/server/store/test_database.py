"""The schema: the migrations result in what the program works with; any other schema is refused."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection

from keypeg.cli import main
from keypeg.errors import Conflict, Malformed
from keypeg.server.store.database import check, open_database, schema_of, upgrade
from keypeg.server.store.migrate import known, migrate
from keypeg.server.store.schema import SCHEMA, metadata


def test_the_schema_of_the_program_is_the_newest_migration() -> None:
    assert known()[0] == SCHEMA


async def test_migrations_lead_to_the_tables_of_the_program(tmp_path: Path) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    engine = open_database(f"sqlite:///{tmp_path}/x.sqlite")
    assert await schema_of(engine) is None
    with pytest.raises(Conflict, match="keypeg db upgrade"):
        await check(engine)
    assert await upgrade(engine) == (None, SCHEMA)
    assert await upgrade(engine) == (SCHEMA, SCHEMA)
    await check(engine)
    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await engine.dispose()


@pytest.mark.parametrize("url", ["postgresql://ann@localhost:abc/keypeg", "sqlite", "mysql://x/y", ""])
def test_a_text_that_is_no_database_address_gets_a_sentence(url: str) -> None:
    with pytest.raises(Malformed, match="write sqlite:///FILE or postgresql://"):
        open_database(url)


@pytest.mark.parametrize("command", [["serve"], ["db", "upgrade"], ["db", "backup", "copy"], ["db", "restore", "copy"]])
def test_a_port_that_is_no_number_gets_a_sentence(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command, "--database", "postgresql://ann:secret@localhost:abc/keypeg"]) == 2
    said = capsys.readouterr().err
    assert "This is not a database address" in said
    assert "secret" not in said


async def test_a_schema_newer_than_the_program_is_refused(tmp_path: Path) -> None:
    engine = open_database(f"sqlite:///{tmp_path}/x.sqlite")
    await upgrade(engine)
    with closing(sqlite3.connect(tmp_path / "x.sqlite")) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()
    try:
        with pytest.raises(Conflict, match="9999"):
            await upgrade(engine)
        with pytest.raises(Conflict, match="9999"):
            await check(engine)
    finally:
        await engine.dispose()


async def test_a_database_of_schema_0002_keeps_its_guests_and_devices(tmp_path: Path) -> None:
    file = tmp_path / "x.sqlite"

    engine = open_database(f"sqlite:///{file}")
    try:
        async with engine.begin() as connection:
            await connection.run_sync(migrate, "0002")
            await connection.exec_driver_sql("INSERT INTO guests VALUES ('ann', 'Ann', 1.0, 77.0)")
            await connection.exec_driver_sql("INSERT INTO tokens VALUES (x'00', 'ann', 'cookie', 1.0, NULL)")
        assert await upgrade(engine) == ("0002", SCHEMA)
    finally:
        await engine.dispose()
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("SELECT guest, kind, created, expires, seen FROM tokens").fetchall() == [
            ("ann", "cookie", 1.0, None, 77.0)
        ]
