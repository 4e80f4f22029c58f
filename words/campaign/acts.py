"""What an owner can buy and train now, as lines of a menu."""

from collections.abc import Iterator

from engine.campaign.views import ChariotView, LeagueView
from engine.campaign.words import charts
from engine.campaign.words.state import MENDING
from records.values import EntryId
from words.campaign.codes import STEP
from words.campaign.harnessing import help_lines
from words.campaign.names import driver_name, money
from words.shared.words import Option

MOST = 25
HORSES = (500, 1_000, 2_000, 4_000)
"""Prices offered for a horse, in sesterces."""


def possible_acts(view: LeagueView, own: EntryId) -> tuple[Option, ...]:
    """Return what a stable can buy with its cash and train with its experience; nothing outside stable days."""
    if view.phase not in MENDING or own not in view.own:
        return ()
    stable = view.own[own].stable
    found = list(help_lines(view.own[own]))
    for chariot in stable.chariots:
        found += [option for price, option in _goods(chariot) if price <= stable.cash]
        found += _lessons(chariot)
    return tuple(found[:MOST])


def _goods(chariot: ChariotView) -> Iterator[tuple[int, Option]]:
    """Yield what a chariot lacks, with its price."""
    number = chariot.number
    if "car" in chariot.lacks:
        yield charts.CAR_PRICE, Option(f"Car for chariot {number} · {money(charts.CAR_PRICE)}", f"car-{number}")
    if "driver" in chariot.lacks:
        for modifier, price in charts.DRIVER_PRICES.items():
            label = f"Driver {modifier:+d} for chariot {number} · {money(price)}"
            yield price, Option(label, f"driver-{number}-{modifier}")
    if chariot.team is None:
        for price in HORSES:
            yield 4 * price, Option(f"Team for chariot {number} · {money(4 * price)}", f"team-{number}-{price // STEP}")
        return
    for place, horse in enumerate(chariot.team.horses, start=1):
        for price in HORSES if not horse.is_alive else ():
            label = f"Horse {place} for chariot {number} · {money(price)}"
            yield price, Option(label, f"horse-{number}-{place}-{price // STEP}", "Dearer horses tend to be faster")


def _lessons(chariot: ChariotView) -> Iterator[Option]:
    """Yield what the experience of a chariot's driver and team is enough for."""
    number, driver, team = chariot.number, chariot.driver, chariot.team
    if driver is not None and driver.experience >= charts.DRIVER_LESSON:
        yield Option(f"Train {driver_name(driver.number)}, chariot {number}", f"learn-{number}", "+1 to the driver")
    if team is None or any(not horse.is_alive for horse in team.horses) or team.experience < charts.HORSE_LESSON:
        return
    slowest = min(range(1, 5), key=lambda place: (team.horses[place - 1].boxes, place))
    yield Option(
        f"Train horse {slowest} of chariot {number}", f"speed-{number}-{slowest}", "+1 speed: the slowest horse"
    )
    yield Option(f"Train endurance of chariot {number}", f"stamina-{number}", "Two dice of endurance")
