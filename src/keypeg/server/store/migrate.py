"""Run migrations with Alembic; imported only if a database is not up to date."""

from __future__ import annotations

from importlib.resources import files

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection


def known() -> list[str]:
    """Return every schema that this program knows, the newest first."""
    return [script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()]


def migrate(connection: Connection, schema: str = "head") -> None:
    """Upgrade the database of this connection to a schema, by default the newest."""
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, schema)


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(files("keypeg.server.store") / "migrations"))
    config.set_main_option("path_separator", "os")
    return config
