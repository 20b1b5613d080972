"""Classify database failures: full, read-only, damaged, failing disk, or away, which means unreachable."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Literal, TypeAlias

Reason: TypeAlias = Literal["full", "read-only", "damaged", "disk", "away"]

SQLITE: dict[int, Reason] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
    sqlite3.SQLITE_IOERR: "disk",
    sqlite3.SQLITE_CANTOPEN: "disk",
}
POSTGRESQL: dict[str, Reason] = {
    "53100": "full",
    "25006": "read-only",
    "58030": "disk",
    "XX001": "damaged",
    "XX002": "damaged",
}
"""By SQLSTATE."""


def reason_of(error: BaseException) -> Reason:
    """Return why the database failed with this error."""
    for each in _causes(error):
        code = getattr(each, "sqlite_errorcode", None)
        if code is not None and code & 0xFF in SQLITE:
            return SQLITE[code & 0xFF]
        state = getattr(each, "sqlstate", None)
        if state in POSTGRESQL:
            return POSTGRESQL[state]
    return "away"


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
