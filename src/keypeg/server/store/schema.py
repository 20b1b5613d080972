"""The tables of the database. The log is the source of truth; the rest is derived from it, or says who sits where."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    false,
)

SCHEMA = "0007"
"""The newest migration, which results in these tables."""

metadata = MetaData()

meta = Table("meta", metadata, Column("key", Text, primary_key=True), Column("value", Text, nullable=False))

guests = Table(
    "guests",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("seen", Double, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("guest", Text, ForeignKey("guests.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("expires", Double),
    Column("seen", Double, nullable=False, server_default="0"),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("created", Double, nullable=False, index=True),
    Column("rules", Text, nullable=False),
    Column("agreed", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("over", Boolean, nullable=False),
)

seats = Table(
    "seats",
    metadata,
    Column("table", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("player", Text),
    Column("guest", Text, ForeignKey("guests.id", ondelete="SET NULL"), index=True),
    Column("name", Text, nullable=False),
)

log = Table(
    "log",
    metadata,
    Column("table", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", Double, nullable=False),
    Column("kind", Text, nullable=False),
    Column("seat", SmallInteger, nullable=False),
    Column("text", Text, nullable=False),
    Column("then", Text, nullable=False),
    Column("key", Text),
    sqlite_with_rowid=False,
)

daily = Table(
    "daily",
    metadata,
    Column("guest", Text, ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("day", Text, primary_key=True),
    Column("table", Text, nullable=False),
    Column("rows", SmallInteger),
    Column("solved", Boolean),
    Column("late", Boolean, nullable=False, server_default=false()),
    Column("skill", SmallInteger),
    Column("luck", Double),
)
"""The puzzles that guests have begun. `late` ones were begun after their day and count for nothing else."""
Index("ix_daily_day", daily.c.day)

summaries = Table(
    "summaries",
    metadata,
    Column("table", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("boards", Text, nullable=False),
)
"""The summary of the review of a finished table, as JSON, so that it is computed only once."""

shares = Table(
    "shares",
    metadata,
    Column("id", Text, primary_key=True),
    Column("table", Text, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seat", SmallInteger, nullable=False),
    Column("language", Text, nullable=False),
    Column("told", Text, nullable=False),
    Column("picture", LargeBinary, nullable=False),
)
"""Shared results: the content of their page, as JSON. `picture` is empty, except where an older Keypeg has drawn it."""

dismissed = Table(
    "dismissed",
    metadata,
    Column("guest", Text, ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("table", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
)
"""Tables that guests do not want to see in their lists any more."""

kept = Table(
    "kept",
    metadata,
    Column("key", Text, primary_key=True),
    Column("owner", Text, ForeignKey("guests.id", ondelete="CASCADE"), index=True),
    Column("table", Text, ForeignKey("tables.id", ondelete="CASCADE"), index=True),
    Column("expires", Double),
    Column("version", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False),
)
"""Data of features that have no table of their own."""
