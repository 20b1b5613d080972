"""Run migrations on the connection in the configuration; Alembic executes this file."""

from __future__ import annotations

from alembic import context

from keypeg.server.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
