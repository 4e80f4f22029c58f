"""Runs the migrations on the connection it is handed."""

from alembic import context

from db.money_schema import accounts

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=accounts.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
