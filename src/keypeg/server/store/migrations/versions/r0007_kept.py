"""One table for the data of features; the list of open tables is the first that is kept there."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    kept = op.create_table(
        "kept",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("owner", sa.Text, sa.ForeignKey("guests.id", ondelete="CASCADE")),
        sa.Column("table", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE")),
        sa.Column("expires", sa.Double),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_kept_owner", "kept", ["owner"])
    op.create_index("ix_kept_table", "kept", ["table"])
    listed = sa.table("listed", sa.column("table", sa.Text), sa.column("since", sa.Double))
    rows = op.get_bind().execute(sa.select(listed)).all()
    entries = [(f"open-table/{table}", table, msgspec.json.encode(since)) for table, since in rows]
    if entries:
        op.bulk_insert(kept, [{"key": key, "table": table, "version": 1, "data": data} for key, table, data in entries])
    op.drop_table("listed")
