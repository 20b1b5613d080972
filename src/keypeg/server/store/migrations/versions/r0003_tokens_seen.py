"""The time at which each token was last used."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tokens", sa.Column("seen", sa.Double, nullable=False, server_default="0"))
    # Until now the time was stored by guest only, whatever device they used.
    op.execute("UPDATE tokens SET seen = (SELECT guests.seen FROM guests WHERE guests.id = tokens.guest)")
