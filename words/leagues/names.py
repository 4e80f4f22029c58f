"""Names of a league's stables and chariots, with their sums."""

from collections.abc import Mapping
from types import MappingProxyType

from engine.leagues.views import ChariotView, LeagueView
from engine.leagues.words.names import name_of as chariot_name
from engine.leagues.words.names import name_of as driver_name
from engine.leagues.words.state import Allotment, CarType
from engine.plots import Device
from records.values import EntryId
from words.shared.names import unformatted
from words.shared.telling import Names, called

__all__ = [
    "CARS", "DEVICES", "KINDS", "built_text", "car", "chariot_name", "chariot_of", "chariot_text", "driver_name",
    "driver_of", "money", "owner_of", "plain", "signed_money", "stable", "whose",
]  # fmt: skip

DEVICES: dict[Device, str] = {
    "no attack": "a bribe not to attack",
    "slow": "a bribe to hold back",
    "drug": "drugged feed",
    "sabotage": "a sawn axle",
}


CARS: Mapping[CarType, str] = MappingProxyType({"light": "light", "normal": "medium", "heavy": "heavy"})
"""Types of cars as the Epic campaign calls them."""


def money(amount: int) -> str:
    """Return a sum in sesterces.

    >>> money(12500)
    '12,500s'
    """
    return f"{amount:,}s"


def signed_money(amount: int) -> str:
    """Return a gain or a loss.

    >>> signed_money(500), signed_money(-1_200)
    ('+500s', '−1,200s')
    """
    return f"{'−' if amount < 0 else '+'}{money(abs(amount))}"


STATES = {
    "lobby": "open to join",
    "running": "under way",
    "paused": "paused",
    "finished": "over",
    "cancelled": "cancelled",
}
KINDS = ("bribes", "drugs", "sabotage")
"""The dangers that guards are hired against, in the order of a sheet."""


def built_text(built: Allotment) -> str:
    """Return how the points of a chariot are spent.

    >>> built_text(Allotment(2, 0, 2, 0))
    'driver 2, car 0, horses 2, endurance 0'
    """
    return f"driver {built.driver}, car {built.car}, horses {built.team}, endurance {built.endurance}"


def whose(view: LeagueView, number: int, names: Names) -> str:
    """Return the owner of a chariot, for a line of a menu, which formats nothing."""
    owner = owner_of(view, number)
    return "without an owner" if owner is None else plain(names, owner)


def plain(names: Names, number: EntryId) -> str:
    """Return the name of a stable for the line of a menu, or for a button."""
    return unformatted(names.get(number, f"stable {number}"))[:100]


def stable(names: Names, number: EntryId | None) -> str:
    """Return the name of a stable, or "nobody" for a chariot without one."""
    return "nobody" if number is None else called(names, number)


def chariot_of(view: LeagueView, number: int) -> ChariotView | None:
    """Return a chariot as a viewer may see it."""
    everywhere = [*view.strangers, *(each for owner in view.stables for each in owner.chariots)]
    return next((each for each in everywhere if each.number == number), None)


def owner_of(view: LeagueView, number: int) -> EntryId | None:
    """Return the owner of a chariot; ``None`` for one of nobody."""
    return next((each.number for each in view.stables if any(own.number == number for own in each.chariots)), None)


def car(chariot: int, number: int | None) -> str:
    """Return a chariot by its name, with the number that it bears in the event's race.

    >>> car(2, 1), car(2, None)
    ('Celer (car 1)', 'Celer')
    """
    return f"{chariot_name(chariot)} (car {number})" if number else chariot_name(chariot)


def chariot_text(view: LeagueView, number: int) -> str:
    """Return a chariot by its name, and by its number in the race if it is entered."""
    return car(number, next((each.entry for each in view.entries if each.chariot == number), None))


def driver_of(driver: int, chariot: int) -> str:
    """Return a chariot's driver; the name is left out if the chariot has the same one.

    >>> driver_of(2, 2), driver_of(31, 2)
    ("Celer's driver", "Felix II, Celer's driver")
    """
    named = f"{driver_name(driver)}, " if driver_name(driver) != chariot_name(chariot) else ""
    return f"{named}{chariot_name(chariot)}'s driver"
