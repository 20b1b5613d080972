"""Classify database failures: full, read-only, damaged, failing disk, or away, which means unreachable."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from errno import EDQUOT, EIO, ENOSPC, EROFS
from pathlib import Path
from typing import Literal, TypeAlias

from keypeg.errors import Unknown

Reason: TypeAlias = Literal["full", "read-only", "damaged", "disk", "away"]

SQLITE: dict[int, Reason] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
    sqlite3.SQLITE_IOERR: "disk",
    sqlite3.SQLITE_CANTOPEN: "disk",
    sqlite3.SQLITE_IOERR_SHMSIZE: "full",  # not even the index of the journal, 32 KiB, has room
}
"""By result code: an extended one comes first."""
POSTGRESQL: dict[str, Reason] = {
    "53100": "full",
    "25006": "read-only",
    "58030": "disk",
    "XX001": "damaged",
    "XX002": "damaged",
}
"""By SQLSTATE."""
SYSTEM: dict[int, Reason] = {ENOSPC: "full", EDQUOT: "full", EROFS: "read-only", EIO: "disk"}
"""By `errno`."""


def reason_of(error: BaseException) -> Reason:
    """Return why the database failed with this error."""
    for each in _causes(error):
        code = getattr(each, "sqlite_errorcode", None)
        for known in () if code is None else (code, code & 0xFF):
            if known in SQLITE:
                return SQLITE[known]
        state = getattr(each, "sqlstate", None)
        if state in POSTGRESQL:
            return POSTGRESQL[state]
        if isinstance(each, OSError) and each.errno in SYSTEM:
            return SYSTEM[each.errno]
    return "away"


def unwritable(file: Path, error: OSError | sqlite3.Error) -> Unknown:
    """Return the error with the reason why a file cannot be written."""
    if reason_of(error) == "full":
        return Unknown("disk-full", file=str(file))
    return Unknown("file-unwritable", file=str(file), reason=getattr(error, "strerror", None) or str(error))


def code_of(error: BaseException) -> str:
    """Return the database's name for this error, or else that of its type. It reveals nothing of what is stored."""
    for each in _causes(error):
        code = getattr(each, "sqlite_errorname", None) or getattr(each, "sqlstate", None)
        if code:
            return str(code)
    return type(error).__name__


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and its chain of causes; SQLAlchemy keeps the driver's error as `orig`."""
    while error is not None:
        yield error
        error = getattr(error, "orig", None) or error.__cause__
