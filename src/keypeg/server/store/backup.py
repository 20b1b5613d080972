"""Back up an SQLite database while it is in use, restore it, and claim it for one server."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from errno import EISDIR, ENOENT
from itertools import count
from pathlib import Path

from keypeg.errors import Conflict, Malformed, Unknown
from keypeg.server.store.database import VERSION, open_read_only, refuse_newer
from keypeg.server.store.failures import reason_of
from keypeg.server.store.schema import log

PAGES = 2000
"""Pages copied per step; a running server can write between two steps."""


def backup(database: Path, copy: Path) -> None:
    """Copy a consistent snapshot of the database to a file, which is replaced once the copy is complete."""
    _require(database)
    if copy.exists() and copy.samefile(database):
        raise Conflict("backup-onto-itself", file=str(copy))
    if not database.stat().st_size:  # SQLite takes an empty file for a new database; its copy would replace a good one
        raise Malformed("backup-damaged", file=str(database))
    with _copied(database, copy) as sound:
        sound.replace(copy)


def restore(copy: Path, database: Path) -> Path | None:
    """Replace the database with a copy and return the path of the old one. No server may be running on it.

    The old file is set aside as it is, with its journal: it may be damaged, or the disk may be full.
    """
    _require(copy)
    if database.exists() and copy.samefile(database):
        raise Conflict("backup-onto-itself", file=str(copy))
    schema = schema_in(copy)
    if schema is None:
        raise Malformed("backup-not-one", file=str(copy))
    refuse_newer(schema)
    with claimed(database), _copied(copy, database) as sound:
        old = _set_aside(database) if database.exists() else None
        sound.replace(database)
    return old


@contextmanager
def claimed(database: Path) -> Iterator[None]:
    """Lock out other servers, and `restore`, from this file, because a server caches its content.

    The lock is a transaction on an empty SQLite file beside it: a lock of the system, the same on every platform, which
    always ends with the process.
    """
    lock = database.with_name(f"{database.name}.lock")
    try:
        lock.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock.touch(mode=0o600)
    except OSError as error:
        raise Unknown("file-unwritable", file=str(database), reason=error.strerror or "") from None
    with closing(sqlite3.connect(lock, timeout=0, isolation_level=None)) as held:
        try:
            held.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            raise Conflict("database-in-use", file=str(database)) from None
        yield


def schema_in(file: Path) -> str | None:
    """Return the schema version of this file; None if it is not a Keypeg database."""
    try:
        with closing(open_read_only(file)) as read:
            # Other programs use Alembic too. The log itself is not read: it may be damaged.
            ours = f"EXISTS (SELECT 1 FROM sqlite_master WHERE name = '{log.name}')"  # noqa: S608 - our own names
            row = read.execute(f"SELECT version_num FROM {VERSION.name} WHERE {ours}").fetchone()  # noqa: S608
    except sqlite3.DatabaseError:
        return None
    return str(row[0]) if row else None


def _require(file: Path) -> None:
    if not file.is_file():
        reason = EISDIR if file.is_dir() else ENOENT
        raise Unknown("file-unreadable", file=str(file), reason=os.strerror(reason))


@contextmanager
def _copied(source: Path, target: Path) -> Iterator[Path]:
    """Yield a verified copy beside the target. It is deleted afterwards unless it was renamed."""
    unfinished = target.with_name(f"{target.name}.unfinished")
    try:
        unfinished.unlink(missing_ok=True)
        unfinished.touch(mode=0o600)
        with closing(sqlite3.connect(source)) as read, closing(sqlite3.connect(unfinished)) as write:
            read.backup(write, pages=PAGES)
            # A file in WAL mode could not be read by anyone who may not write to its folder.
            write.execute("PRAGMA journal_mode=DELETE")
            sound = write.execute("PRAGMA integrity_check").fetchone()
        if sound != ("ok",):
            raise Malformed("backup-damaged", file=str(source))
        yield unfinished
    except OSError as error:
        raise Unknown("file-unwritable", file=str(target), reason=error.strerror or str(error)) from None
    except sqlite3.DatabaseError as error:
        if reason_of(error) == "damaged":
            raise Malformed("backup-damaged", file=str(source)) from None
        raise Unknown("file-unwritable", file=str(target), reason=str(error)) from None
    finally:
        unfinished.unlink(missing_ok=True)


def _set_aside(database: Path) -> Path:
    """Rename a database and its journal to a free name; until it is replaced, the database keeps its old name too."""
    names = (database.with_name(f"{database.name}.old{number or ''}") for number in count())
    old = next(name for name in names if not name.exists())
    try:
        old.hardlink_to(database)
    except OSError:  # not every file system has hard links
        database.rename(old)
    for rest in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            database.with_name(database.name + rest).rename(old.with_name(old.name + rest))
    if old.is_file():
        old.chmod(0o600)
    return old
