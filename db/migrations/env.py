"""Runs the migrations on the connection it is handed."""

from alembic import context

from db import letters_schema, money_schema, past_schema  # noqa: F401  all tables are known once these are read
from db.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
