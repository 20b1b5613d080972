"""Copies of an SQLite database, made while it is in use, and put back; and the claim of a server to its file."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from keypeg.errors import Conflict, Malformed, Unknown
from keypeg.server.store.database import VERSION

PAGES = 2000
"""Pages that are copied at once; between two of these a running server can write."""


def backup(database: Path, copy: Path) -> None:
    """Copy the database, as it is at one moment, to a file; whatever was there is replaced once the copy is whole."""
    _must_be_there(database)
    if copy.exists() and copy.samefile(database):
        raise Conflict("backup-onto-itself", file=str(copy))
    _copied(database, copy)


def restore(copy: Path, database: Path) -> Path | None:
    """Put a copy in the place of the database, of which no server must be running; where the old one is kept now."""
    _must_be_there(copy)
    if schema_in(copy) is None:
        raise Malformed("backup-not-one", file=str(copy))
    with claimed(database):
        old = None
        if database.exists():
            old = database.with_name(f"{database.name}.old")
            _copied(database, old)
        _copied(copy, database)
        for rest in ("-wal", "-shm"):
            database.with_name(database.name + rest).unlink(missing_ok=True)
    return old


@contextmanager
def claimed(database: Path) -> Iterator[None]:
    """Nobody else serves from this file meanwhile: what a server knows of it by heart would be wrong."""
    lock = database.with_name(f"{database.name}.lock")
    try:
        lock.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        opened = lock.open("a")
    except OSError as error:
        raise Unknown("file-unwritable", file=str(database), reason=error.strerror or "") from None
    with opened as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Conflict("database-in-use", file=str(database)) from None
        yield


def schema_in(file: Path) -> str | None:
    """The schema of this file; None where it is no database of ours."""
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as read:
            row = read.execute(f"SELECT version_num FROM {VERSION.name}").fetchone()  # noqa: S608 - our own name
    except sqlite3.DatabaseError:
        return None
    return str(row[0]) if row else None


def _must_be_there(file: Path) -> None:
    if not file.is_file():
        raise Unknown("file-unreadable", file=str(file), reason=os.strerror(2))


def _copied(source: Path, target: Path) -> None:
    unfinished = target.with_name(f"{target.name}.unfinished")
    try:
        unfinished.unlink(missing_ok=True)
        unfinished.touch(mode=0o600)
        with closing(sqlite3.connect(source)) as read, closing(sqlite3.connect(unfinished)) as write:
            read.backup(write, pages=PAGES)
            # A file that carries its own journal could be read by nobody who may not write beside it.
            write.execute("PRAGMA journal_mode=DELETE")
            sound = write.execute("PRAGMA integrity_check").fetchone()
        if sound != ("ok",):
            raise Malformed("backup-damaged", file=str(source))
        unfinished.replace(target)
    except OSError as error:
        raise Unknown("file-unwritable", file=str(target), reason=error.strerror or str(error)) from None
    except sqlite3.DatabaseError as error:
        raise Unknown("file-unwritable", file=str(target), reason=str(error)) from None
    finally:
        unfinished.unlink(missing_ok=True)
