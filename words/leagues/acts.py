"""An owner's possible purchases and training, as lines of a menu."""

from collections.abc import Iterator, Mapping, Sequence

from engine.leagues.views import ChariotView, HorseView, LeagueView, OwnView, StoreView
from engine.leagues.words import charts, epic_charts
from engine.leagues.words.arena_charts import LESSONS
from engine.leagues.words.state import MENDING
from records.values import EntryId
from words.leagues.arena_lines import ATTRIBUTES as TAUGHT
from words.leagues.arena_lines import armed
from words.leagues.codes import STEP
from words.leagues.epic_codes import ATTRIBUTES, MEN
from words.leagues.harnessing import help_lines
from words.leagues.names import CARS, chariot_name, driver_of, money
from words.shared.words import Option

MOST = 25
HORSES = (500, 1_000, 2_000, 4_000)
"""Prices offered for a horse where a menu has no room for all, and for each horse of a team, in sesterces."""


def possible_acts(view: LeagueView, own: EntryId) -> tuple[Option, ...]:
    """Return a stable's possible purchases and training, by its cash and experience; none outside stable days.

    Where that is more than a menu holds, there are fewer prices, and of each team the slowest horse alone.
    """
    phases = (*MENDING, "market") if view.options.campaign == "epic" else MENDING
    if view.phase not in phases or own not in view.own:
        return ()
    listed = _epic_acts if view.options.campaign == "epic" else _acts
    if listed is _epic_acts and view.phase != "stable":
        taught = [each for chariot in view.own[own].stable.chariots for each in _lessons(chariot, is_brief=True)]
        return (*_drills(view, own), *taught)[:MOST]
    found = listed(view.own[own], is_brief=False)
    drills = _drills(view, own)
    most = MOST - len(drills)
    return (*drills, *(found if len(found) <= most else listed(view.own[own], is_brief=True)[:most]))


def to_confirm(line: Option | None) -> tuple[list[str], str]:
    """Return what is said of a line that was chosen before it is done, and the label of the button that does it.

    :param line: ``None`` for one that is not offered any more; doing it tells why.

    >>> to_confirm(Option("Car for Leo · 500s", "car-1"))
    (['❓ **Car for Leo · 500s**'], 'Buy · 500s')
    >>> to_confirm(Option("Train horse 2 of Leo", "speed-1-2", "5 to 6"))[1]
    'Train'
    """
    if line is None:
        return ["❓ That is not in the menu any more."], "Try it all the same"
    about = [f"-# {line.description}"] if line.description else []
    bought, _, price = line.label.rpartition(" · ")
    label = f"Buy · {price}" if bought else "Train" if line.label.startswith("Train") else "Do it"
    return [f"❓ **{line.label}**", *about], label


MOST_DRILLS = 10


def _drills(view: LeagueView, own: EntryId) -> tuple[Option, ...]:
    """Return what gladiators may learn now, and the types of those who came without one (C.3, C.5)."""
    found = list[Option]()
    for man in view.own[own].stable.gladiators:
        if man.kind is None:
            found += [Option(f"{man.name} shall be {armed(kind)}", f"arm-{man.number}-{letter}", "For good")
                      for letter, kind in MEN.items()]  # fmt: skip
        elif man.may_learn or not view.options.one_lesson:
            for letter, attribute in ATTRIBUTES.items():
                if man.experience >= (price := LESSONS[attribute]):
                    about = f"{price} of {man.experience} experience, one lesson after each match"
                    found.append(
                        Option(f"Train {man.name}: {TAUGHT[attribute]} +1", f"drill-{man.number}-{letter}", about)
                    )
    return tuple(found[:MOST_DRILLS])


def _acts(own: OwnView, *, is_brief: bool) -> list[Option]:
    stable, found, replaced = own.stable, list(help_lines(own)), list[Option]()
    for chariot in stable.chariots:
        found += [option for price, option in _goods(chariot, is_brief=is_brief) if price <= stable.cash]
        found += _lessons(chariot, is_brief=is_brief)
        replaced += [option for price, option in _instead(chariot) if price <= stable.cash]
    return found + replaced


def _epic_acts(own: OwnView, *, is_brief: bool) -> list[Option]:
    """Return what the chariots lack, out of the store first, and lessons; all else is on the pages of the market."""
    stable, found = own.stable, list[Option]()
    for chariot in stable.chariots:
        found += _from_store(chariot, stable.store)
        found += [option for price, option in _bought(chariot, is_brief=is_brief) if price <= stable.cash]
        found += _lessons(chariot, is_brief=is_brief)
    for driver in stable.store.drivers:
        if driver.experience >= charts.DRIVER_LESSON:
            found.append(Option(f"Train {driver.name}, in your store", f"teach-{driver.number}", "+1 to the driver"))
    return found


def _from_store(chariot: ChariotView, store: StoreView) -> Iterator[Option]:
    number, name = chariot.number, chariot_name(chariot.number)
    for driver in store.drivers if "driver" in chariot.lacks else ():
        label = f"{driver.name} {driver.modifier:+d} of your store to {name}"
        yield Option(label[:100], f"put-{number}-d-{driver.number}", "The team loses a die of endurance")
    for car in store.cars if "car" in chariot.lacks else ():
        cost = "Of the same type: costs nothing" if car.car == chariot.car else "Of another type: a die of endurance"
        yield Option(f"{CARS[car.car].capitalize()} car of your store to {name}", f"put-{number}-k-{car.number}", cost)
    dead = [place for place, horse in enumerate(_horses(chariot), start=1) if not horse.is_alive]
    for horse in store.horses if dead else ():
        label = f"Horse of speed {horse.boxes} of your store to {name}"
        yield Option(label, f"put-{number}-h-{horse.number}-{dead[0]}", "The team loses a die of endurance")


def _horses(chariot: ChariotView) -> Sequence[HorseView]:
    return chariot.team.horses if chariot.team is not None else ()


def _bought(chariot: ChariotView, *, is_brief: bool) -> Iterator[tuple[int, Option]]:
    """Yield what a chariot lacks, bought and put to it at once, with its price (B.5)."""
    number, name = chariot.number, chariot_name(chariot.number)
    if "car" in chariot.lacks:
        price = epic_charts.CAR_PRICES[chariot.car]
        yield price, Option(f"{CARS[chariot.car].capitalize()} car for {name} · {money(price)}", f"car-{number}")
    if "driver" in chariot.lacks:
        for modifier, price in charts.DRIVER_PRICES.items():
            yield price, Option(f"Driver {modifier:+d} for {name} · {money(price)}", f"driver-{number}-{modifier}")
    for place, horse in enumerate(_horses(chariot), start=1):
        for price in () if horse.is_alive else HORSES if is_brief else charts.HORSE_PRICES:
            label = f"Horse {place} for {name} · {money(price)}"
            yield price, Option(label, f"horse-{number}-{place}-{price // STEP}", "Dearer horses tend to be faster")


def _goods(chariot: ChariotView, *, is_brief: bool) -> Iterator[tuple[int, Option]]:
    """Yield what a chariot lacks, with its price."""
    number = chariot.number
    if "car" in chariot.lacks:
        yield charts.CAR_PRICE, Option(f"Car for {chariot_name(number)} · {money(charts.CAR_PRICE)}", f"car-{number}")
    if "driver" in chariot.lacks:
        for modifier, price in charts.DRIVER_PRICES.items():
            label = f"Driver {modifier:+d} for {chariot_name(number)} · {money(price)}"
            yield price, Option(label, f"driver-{number}-{modifier}")
    if chariot.team is None:
        yield from _teams(number, "")
        return
    for place, horse in enumerate(chariot.team.horses, start=1):
        for price in () if horse.is_alive else HORSES if is_brief else charts.HORSE_PRICES:
            label = f"Horse {place} for {chariot_name(number)} · {money(price)}"
            yield price, Option(label, f"horse-{number}-{place}-{price // STEP}", "Dearer horses tend to be faster")


def _teams(number: int, what_for: str) -> Iterator[tuple[int, Option]]:
    for price in HORSES:
        label = f"Team for {chariot_name(number)} · {money(4 * price)}"
        yield 4 * price, Option(label, f"team-{number}-{price // STEP}", what_for)


def _instead(chariot: ChariotView) -> Iterator[tuple[int, Option]]:
    """Yield the replacements for a hurt driver (21.5), and for a team short of a horse (21.4), with their prices."""
    number, driver, team = chariot.number, chariot.driver, chariot.team
    if driver is not None and driver.hits < driver.boxes:
        for modifier, price in charts.DRIVER_PRICES.items():
            label = f"Driver {modifier:+d} for {chariot_name(number)} · {money(price)}"
            leaves = "For the driver, who is hurt and leaves; costs a die of endurance"
            yield price, Option(label, f"driver-{number}-{modifier}", leaves)
    if team is not None and any(not horse.is_alive for horse in team.horses):
        yield from _teams(number, "All four horses new, with new endurance")


def _lessons(chariot: ChariotView, *, is_brief: bool) -> Iterator[Option]:
    """Yield what the experience of a chariot's driver and team is enough for."""
    number, driver, team = chariot.number, chariot.driver, chariot.team
    if driver is not None and driver.experience >= charts.DRIVER_LESSON:
        yield Option(f"Train {driver_of(driver.number, number)}", f"learn-{number}", "+1 to the driver")
    if team is None or any(not horse.is_alive for horse in team.horses) or team.experience < charts.HORSE_LESSON:
        return
    boxes = {place: horse.boxes for place, horse in enumerate(team.horses, start=1)}
    slowest = min(boxes, key=lambda place: (boxes[place], place))
    for place in (slowest,) if is_brief else sorted(boxes, key=lambda place: (boxes[place], place)):
        if _may_learn(boxes, place):
            what = ": the slowest horse" if place == slowest else ""
            now = boxes[place]
            yield Option(
                f"Train horse {place} of {chariot_name(number)}", f"speed-{number}-{place}", f"{now} to {now + 1}{what}"
            )
    yield Option(f"Train endurance of {chariot_name(number)}", f"stamina-{number}", "Two dice of endurance")


def _may_learn(boxes: Mapping[int, int], place: int) -> bool:
    """Tell whether a horse may be trained: none above 8 until all have 6, and none above 10 (23.5)."""
    is_kept_back = boxes[place] >= charts.GOOD_HORSE and min(boxes.values()) < charts.LEAST_OF_ALL
    return boxes[place] < charts.BEST_HORSE and not is_kept_back
