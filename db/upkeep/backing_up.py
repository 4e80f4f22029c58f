"""Copies of a database for the day when it is lost."""

from pathlib import Path

from db.opening.backend import Backend
from db.opening.errors import Unusable
from db.opening.forgotten_list import ForgottenList
from db.opening.sqlite import SqliteFile
from db.upkeep.checking import Checked, check


def back_up(database: Backend, copy: Path) -> Checked | None:
    """Copy a database into a file; look through the copy, if it is one that can be read as it is.

    The list of who was forgotten comes along, beside it: the newest one counts when a copy is restored.

    :raises Unusable: if there is nothing to copy, or something in its place.
    """
    if not database.exists():
        raise Unusable("There is no database to copy. Check QUADRIGA_DATABASE.")
    if copy.exists():
        raise Unusable(f"{copy} is there already, and I write over nothing. Name another file.")
    database.back_up(copy)
    ForgottenList(database.list_of_forgotten).copy_to(copy.with_name(f"{copy.name}.forgotten"))
    return check(SqliteFile(copy)) if isinstance(database, SqliteFile) else None
