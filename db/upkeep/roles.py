"""Who may do what in a database on a server."""

from db.opening.backend import Backend
from db.opening.errors import Unusable
from db.opening.migrating import bring_up_to_date, in_words


def make_ready_for(owner: Backend, role: str) -> None:
    """Bring the schema up to date as its owner, and let a role use it.

    :raises Unusable: if there are no roles in that kind of database, or that cannot be done.
    """
    grant = getattr(owner, "grant", None)
    if grant is None:
        raise Unusable("A file has no roles: whoever may write it may change it. Only PostgreSQL knows them.")
    with in_words(owner):
        owner.prepare()
        bring_up_to_date(owner)
    grant(role)
