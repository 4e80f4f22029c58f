"""What goes wrong with a database, by kinds that all databases know: drivers name their errors alike (PEP 249)."""


class Unusable(Exception):
    """The database cannot be used; the message gives the reason and the cure."""


class Outlived(Exception):
    """This process was silent for so long that others have taken its place: the database takes nothing from it."""


def is_of_database(error: BaseException) -> bool:
    """Tell whether an error is the database's: SQLAlchemy's, or the driver's own from a prepared statement.

    >>> is_of_database(OSError("full"))
    False
    """
    return _is_called(error, "DatabaseError")


def is_conflict(error: BaseException) -> bool:
    """Tell whether the database refused a row because of another, or because a guard or a check forbids it."""
    return _is_called(error, "IntegrityError")


def _is_called(error: BaseException, name: str) -> bool:
    """Tell whether an error is of a kind of this name; SQLAlchemy names the one that it wraps a driver's in alike."""
    return any(kind.__name__ == name for kind in type(error).__mro__)
