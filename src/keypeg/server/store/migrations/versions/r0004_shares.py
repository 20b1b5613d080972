"""The archive of the puzzles of the day, the skill and luck of each, and shared results."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("daily", sa.Column("late", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("daily", sa.Column("skill", sa.SmallInteger))
    op.add_column("daily", sa.Column("luck", sa.Double))
    op.create_table(
        "shares",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("table", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("told", sa.Text, nullable=False),
        sa.Column("picture", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_shares_table", "shares", ["table"])
