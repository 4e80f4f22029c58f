"""Names of chariots and of drivers, by their numbers in a league: a chariot keeps its name, whoever drives it."""

NAMES = (
    *("Felix", "Celer", "Aquila", "Florus", "Castor", "Hilarus", "Primus", "Rufus", "Macer", "Nepos", "Sabinus"),
    *("Pertinax", "Avitus", "Gallus", "Lupus", "Natalis", "Orientius", "Paris", "Quintus", "Vitalis", "Zosimus"),
    *("Ampliatus", "Bassus", "Candidus", "Dexter", "Eros", "Faustus", "Glyco", "Hermes", "Italus"),
)

_STROKES = 20
"""So many at most stand for a number: people name any."""


def name_of(number: int) -> str:
    """Return a name, 1 first; after the last one they begin again, with a number.

    >>> name_of(1), name_of(31), name_of(61), name_of(30_000_000_001)
    ('Felix', 'Felix II', 'Felix III', 'Felix 1000000001')
    """
    again, place = divmod(number - 1, len(NAMES))
    if not again:
        return NAMES[place]
    return f"{NAMES[place]} {'I' * (again + 1) if again < _STROKES else again + 1}"
