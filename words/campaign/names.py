"""What stables and chariots of a league are called."""

from engine.campaign.views import ChariotView, LeagueView
from engine.leagues import Device
from records.values import EntryId
from words.shared.telling import Names, called

__all__ = ["DEVICES", "DRIVERS", "KINDS", "chariot_of", "chariot_text", "driver_name", "money", "owner_of", "stable"]

DRIVERS = (
    *("Felix", "Celer", "Aquila", "Florus", "Castor", "Hilarus", "Primus", "Rufus", "Macer", "Nepos", "Sabinus"),
    *("Pertinax", "Avitus", "Gallus", "Lupus", "Natalis", "Orientius", "Paris", "Quintus", "Vitalis", "Zosimus"),
    *("Ampliatus", "Bassus", "Candidus", "Dexter", "Eros", "Faustus", "Glyco", "Hermes", "Italus"),
)
"""Names that drivers of stables are given, by their numbers in the league."""

DEVICES: dict[Device, str] = {
    "no attack": "a bribe not to attack",
    "slow": "a bribe to hold back",
    "drug": "drugged feed",
    "sabotage": "a sawn axle",
}


def money(amount: int) -> str:
    """Return a sum in sesterces.

    >>> money(12500)
    '12,500s'
    """
    return f"{amount:,}s"


STATES = {
    "lobby": "open to join",
    "running": "under way",
    "paused": "paused",
    "finished": "over",
    "cancelled": "cancelled",
}
KINDS = ("bribes", "drugs", "sabotage")
"""What guards are hired against, in the order of a sheet."""


def driver_name(number: int) -> str:
    """Return a driver's name.

    >>> driver_name(1), driver_name(31)
    ('Felix', 'Felix II')
    """
    again, place = divmod(number - 1, len(DRIVERS))
    return f"{DRIVERS[place]} {'I' * (again + 1)}" if again else DRIVERS[place]


def stable(names: Names, number: EntryId | None) -> str:
    """Return what a stable is called; a chariot of nobody has none."""
    return "nobody" if number is None else called(names, number)


def chariot_of(view: LeagueView, number: int) -> ChariotView | None:
    """Return a chariot as a viewer may see it."""
    everywhere = [*view.strangers, *(each for owner in view.stables for each in owner.chariots)]
    return next((each for each in everywhere if each.number == number), None)


def owner_of(view: LeagueView, number: int) -> EntryId | None:
    """Return whose a chariot is; ``None`` for one of nobody."""
    return next((each.number for each in view.stables if any(own.number == number for own in each.chariots)), None)


def chariot_text(view: LeagueView, number: int) -> str:
    """Return a chariot by its number and its driver."""
    found = chariot_of(view, number)
    driver = found.driver if found is not None else None
    return f"chariot {number}" if driver is None else f"chariot {number} ({driver_name(driver.number)})"
