"""Find the extra of the distribution that a command lacks."""

from __future__ import annotations

from keypeg.cli.program import Command
from keypeg.errors import Unknown

CLI = "cli"
EXTRAS = {
    "cyclopts": CLI,
    "httpx": CLI,
    "icu4py": CLI,
    "msgspec": CLI,
    "platformdirs": CLI,
    "rich": CLI,
    "numba": "engine",
    "numpy": "engine",
    "textual": "terminal",
    "aiosqlite": "server",
    "alembic": "server",
    "asyncpg": "server",
    "PIL": "server",
    "httptools": "server",
    "prometheus_client": "server",
    "segno": "server",
    "sqlalchemy": "server",
    "structlog": "server",
    "websockets": "server",
}
"""By library: the extra that installs it; `cli` for libraries that every command may need."""


def missing_extra(command: Command | None, error: ModuleNotFoundError) -> Unknown | None:
    """Return the error that says what to install; None if no extra has the missing module."""
    extra = EXTRAS.get((error.name or "").partition(".")[0])
    if extra is None:
        return None
    if extra == CLI and command:
        extra = command.extra
    return Unknown("extra-missing", extra=extra)
