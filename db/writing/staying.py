"""The gate of servers that are removed: from the owner's word until the bot has left, nothing begins there."""

from sqlalchemy import Connection, bindparam, select

from db.opening.prepared import Prepared
from db.schema.removals import removals
from records.refusals import Reason, Refused

_LEAVES = Prepared(
    select(removals.c.guild).where(removals.c.guild == bindparam("here"), removals.c.state != bindparam("away"))
)


def require_staying(connection: Connection, guild: int) -> None:
    """Do nothing in a server that is not on its way out.

    :raises Refused: in one that is, with :attr:`Reason.LEAVES_SERVER`; the transaction then writes nothing.
    """
    if _LEAVES.value(connection, {"here": guild, "away": "away"}) is not None:
        raise Refused(Reason.LEAVES_SERVER)
