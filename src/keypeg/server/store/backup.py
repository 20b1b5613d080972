"""Back up an SQLite database while it is in use, restore it, and claim it for one server."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from errno import EISDIR, ENOENT
from itertools import count
from pathlib import Path

from keypeg.errors import Conflict, Malformed, Unknown
from keypeg.server.store.database import VERSION, open_read_only, refuse_newer
from keypeg.server.store.failures import reason_of, unwritable
from keypeg.server.store.schema import log

PAGES = 2000
"""Pages copied per step; a running server can write between two steps."""
JOURNALS = ("-wal", "-journal")
UNOPENED = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY)
"""What SQLite says if it may not make the files beside a database that it needs even to read it."""


def backup(database: Path, copy: Path) -> None:
    """Copy a consistent snapshot of the database to a file, which is replaced once the copy is complete."""
    _require(database)
    if copy.exists() and copy.samefile(database):
        raise Conflict("backup-onto-itself", file=str(copy))
    if not database.stat().st_size:  # SQLite takes an empty file for a new database; its copy would replace a good one
        raise Malformed("backup-damaged", file=str(database))
    with _copied(database, copy, _read_in_use if _opens(database) else _read_unused) as sound:
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
    with claimed(database), _copied(copy, database, _read_in_use) as sound:
        old = _set_aside(database) if database.exists() else None
        sound.replace(database)
    return old


@contextmanager
def claimed(database: Path) -> Iterator[None]:
    """Lock out other servers, and `restore`, from this file, because a server caches its content.

    The lock is a transaction on an empty SQLite file beside it: a lock of the system, the same on every platform, which
    always ends with the process. Its journal is in memory, so that a full disk is not taken for another server.
    """
    lock = _lock_of(database)
    try:
        lock.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock.touch(mode=0o600)
    except OSError as error:
        raise unwritable(database, error) from None
    with closing(sqlite3.connect(lock, timeout=0, isolation_level=None)) as held:
        with _refusing_used(database):
            held.execute("PRAGMA journal_mode=MEMORY")
            held.execute("BEGIN EXCLUSIVE")
        yield


@contextmanager
def _unused(database: Path) -> Iterator[None]:
    """Lock out servers from this file without writing anything."""
    lock = _lock_of(database)
    if not lock.exists():  # every server makes one
        yield
        return
    with closing(open_read_only(lock)) as held:
        with _refusing_used(database):
            held.execute("BEGIN")
            held.execute("SELECT * FROM sqlite_master").fetchall()
        yield


def _lock_of(database: Path) -> Path:
    return database.with_name(f"{database.name}.lock")


@contextmanager
def _refusing_used(database: Path) -> Iterator[None]:
    """Raise Conflict if another process holds the lock, and a sentence for any other failure."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
            raise Conflict("database-in-use", file=str(database)) from None
        raise unwritable(database, error) from None


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
def _copied(source: Path, target: Path, read: Callable[[Path, Path], None]) -> Iterator[Path]:
    """Yield a verified copy beside the target. It is deleted afterwards unless it was renamed."""
    unfinished = target.with_name(f"{target.name}.unfinished")
    try:
        unfinished.unlink(missing_ok=True)
        unfinished.touch(mode=0o600)
        read(source, unfinished)
        with closing(sqlite3.connect(unfinished)) as write:
            # A file in WAL mode could not be read by anyone who may not write to its folder.
            write.execute("PRAGMA journal_mode=DELETE")
            sound = write.execute("PRAGMA integrity_check").fetchone()
        if sound != ("ok",):
            raise Malformed("backup-damaged", file=str(source))
        yield unfinished
    except (OSError, sqlite3.DatabaseError) as error:
        if reason_of(error) == "damaged":
            raise Malformed("backup-damaged", file=str(source)) from None
        raise unwritable(target, error) from None
    finally:
        for rest in ("", *JOURNALS, "-shm"):
            unfinished.with_name(unfinished.name + rest).unlink(missing_ok=True)


def _opens(database: Path) -> bool:
    """Return True if SQLite can read a database where it is; False on a full or read-only disk without a server."""
    try:
        with closing(sqlite3.connect(database)) as read:
            read.execute("SELECT * FROM sqlite_master").fetchall()
    except sqlite3.OperationalError as error:
        return error.sqlite_errorcode & 0xFF not in UNOPENED
    except sqlite3.DatabaseError:
        return True  # copying it will report what is wrong
    return True


def _read_in_use(source: Path, unfinished: Path) -> None:
    """Copy a database, while a server may be writing to it."""
    with closing(sqlite3.connect(source)) as read, closing(sqlite3.connect(unfinished)) as write:
        read.backup(write, pages=PAGES)


def _read_unused(source: Path, unfinished: Path) -> None:
    """Copy a database that no server uses, with its journal, file by file: nothing is written beside the source."""
    with _unused(source):
        for rest in ("", *JOURNALS):
            with suppress(FileNotFoundError):
                shutil.copyfile(source.with_name(source.name + rest), unfinished.with_name(unfinished.name + rest))


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
