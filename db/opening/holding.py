"""What a transaction takes hold of on its way, besides the races that it began with."""

from sqlalchemy import Connection, text

_HOLD = {"postgresql": text("SELECT pg_advisory_xact_lock(:guild)")}
"""By the kind of database; where one writes at a time there is nothing to take hold of."""


def hold_money(connection: Connection, guild: int) -> None:
    """Wait until nobody else moves money of a server, and let nobody until the transaction ends.

    Whoever takes hold of races does so before this, so that no two wait for each other.
    """
    hold = _HOLD.get(connection.dialect.name)
    if hold is not None:
        connection.execute(hold, {"guild": guild})
