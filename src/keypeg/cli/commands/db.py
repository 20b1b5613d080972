"""`keypeg db`: upgrade the schema, back up and restore."""

from __future__ import annotations

import asyncio
import os
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Literal

from keypeg.cli.options import Allowed, Json
from keypeg.cli.output import answer, words
from keypeg.errors import Illegal, Malformed
from keypeg.server.settings import Settings, settings
from keypeg.server.store.backup import backup, claimed, restore
from keypeg.server.store.database import open_database, reached, read_url, upgrade


def db(
    action: Literal["upgrade", "backup", "restore"],
    file: Path | None = None,
    /,
    *,
    database: Annotated[str | None, Allowed("sqlite:///FILE, postgresql://USER@HOST/NAME")] = None,
    data_dir: Path | None = None,
    json: Json = False,
) -> None:
    """Upgrade the schema; back up an SQLite database while it is in use; restore a backup."""
    chosen = settings(os.environ, database=database, data_dir=data_dir)
    if action == "upgrade":
        if file is not None:
            raise Malformed("usage-too-much", extra=str(file), usage="keypeg db upgrade [--database URL]")
        _upgrade(chosen, json=json)
        return
    if file is None:
        raise Malformed("usage-missing", argument="FILE", usage=f"keypeg db {action} FILE")
    source = _sqlite(chosen, action, file)
    say = words().say
    if action == "backup":
        backup(source, file)
        data = {"database": str(source), "file": str(file), "bytes": file.stat().st_size}
        answer(data, [say("cli.db.backup", file=str(file))], json=json)
    else:
        old = restore(file, source)
        lines = [say("cli.db.restored", database=str(source))]
        lines += [say("cli.db.kept", file=str(old))] if old else []
        answer({"database": str(source), "file": str(file), "old": str(old) if old else None}, lines, json=json)


def _upgrade(chosen: Settings, *, json: bool) -> None:
    async def brought() -> tuple[str | None, str]:
        engine = open_database(chosen.database_url)
        async with reached(engine):
            return await upgrade(engine)

    with claimed(chosen.sqlite_file) if chosen.sqlite_file else nullcontext():
        before, after = asyncio.run(brought())
    say = words().say
    same = say("cli.db.newest", schema=after)
    line = same if before == after else say("cli.db.upgraded", before=before or "-", after=after)
    answer({"before": before, "after": after}, [line], json=json)


def _sqlite(chosen: Settings, action: str, file: Path) -> Path:
    """Return the file of the database; for PostgreSQL, raise Illegal with the command of its own tool for this."""
    if chosen.sqlite_file:
        return chosen.sqlite_file
    url = read_url(chosen.database_url)
    program = "pg_dump --format=custom --file" if action == "backup" else "pg_restore --clean --if-exists --dbname"
    address = url.set(drivername="postgresql").render_as_string(hide_password=True)
    ends = f"{file} {address}" if action == "backup" else f"{address} {file}"
    raise Illegal("backup-postgresql", command=f"{program} {ends}")
