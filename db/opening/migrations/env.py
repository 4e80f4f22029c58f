"""Runs the migrations on the connection it is handed."""

from alembic import context

from db.schema import (  # noqa: F401  all tables are known once these are read
    boards,
    daily,
    fixtures,
    follows,
    letters,
    money,
    past,
    publishing,
)
from db.schema.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
