"""Names of chariots and of drivers, by their numbers in a league: a chariot keeps its name, whoever drives it."""

NAMES = (
    *("Felix", "Celer", "Aquila", "Florus", "Castor", "Hilarus", "Primus", "Rufus", "Macer", "Nepos", "Sabinus"),
    *("Pertinax", "Avitus", "Gallus", "Lupus", "Natalis", "Orientius", "Paris", "Quintus", "Vitalis", "Zosimus"),
    *("Ampliatus", "Bassus", "Candidus", "Dexter", "Eros", "Faustus", "Glyco", "Hermes", "Italus"),
)


def name_of(number: int) -> str:
    """Return a name, 1 first; after the last one they begin again, with a number.

    >>> name_of(1), name_of(31), name_of(61)
    ('Felix', 'Felix II', 'Felix III')
    """
    again, place = divmod(number - 1, len(NAMES))
    return f"{NAMES[place]} {'I' * (again + 1)}" if again else NAMES[place]
