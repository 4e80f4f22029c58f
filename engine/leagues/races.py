"""The race of Circus Maximus as an event of a league: its options, its charts, what it takes and sends home (20 to 24).

22.3   A car with both wheels on is whole again after the race.
23.1   Driver and team of the first four gain experience, by place and lead.
L-19   One edition for all races of a season; stables are built on its tables, too.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from types import MappingProxyType

import msgspec

from engine.circus_maximus.printed.editions import Edition, edition_of
from engine.circus_maximus.printed.tables import CAR_TYPES, FIELD
from engine.circus_maximus.ruleset import RULESET
from engine.circus_maximus.words.options import Options
from engine.goods.chariots import Brought, BroughtHorse, ChariotHome
from engine.leagues import fitness
from engine.leagues.kinds import ChariotKind
from engine.leagues.words import charts, epic_charts
from engine.leagues.words.facts import CameHomeHurt, CarLost, DriverLost, ExperienceGained, HorseLost
from engine.leagues.words.options import LeagueEdition, LeagueOptions
from engine.leagues.words.state import CarType, Chariot, Entry, Stable
from engine.plots import Plot
from engine.table import Table
from records.values import EntryId


def race_options(options: LeagueOptions) -> Options:
    """Return the options of the league's races: one edition for all, with its printed defaults (20, L-19)."""
    return msgspec.structs.replace(_PRINTED[options.edition], laps=options.laps, field=options.field)


def race_edition(options: LeagueOptions) -> Edition:
    """Return the edition of the league's races (L-19)."""
    return edition_of(race_options(options))


TURNS: Mapping[int, int] = MappingProxyType({1: 4, 2: 9, 3: 14, 5: 24, 7: 36})
"""Turns of a race by its laps, to reckon with: the mean of 20 to 80 races each that house drivers ran in seasons of six
stables of the house. `tests/leagues/test_seasons.py` counts again."""


_PRINTED: Mapping[LeagueEdition, Options] = MappingProxyType(
    {
        "advanced": Options(edition="advanced"),
        "epic": Options(edition="epic", weather=True, horse_carcasses=True),
    }
)
"""How races of a league are run, by their edition."""


def car_of(points: int) -> CarType:
    """Return the class of a car that was built with so many points (3.62)."""
    return CAR_TYPES[points]


def _room(options: LeagueOptions) -> int:
    return options.field


def _brings(entry: Entry, chariot: Chariot, plots: Sequence[Plot]) -> Brought:
    """Return a chariot as it goes to the race, wounds included (20.1, 22)."""
    team, driver = chariot.team, chariot.driver
    assert team is not None
    assert driver is not None
    return Brought(
        entry.lane,
        entry.second_row,
        tuple(BroughtHorse(horse.boxes, horse.injury) for horse in team.horses),
        team.endurance,
        chariot.car,
        driver.modifier,
        driver.boxes,
        driver.hits,
        tuple(plots),
        driver.number,
        chariot.wheels,
        driver.wounds,
    )


def _credit(table: Table, stable: EntryId, chariot: Chariot, home: ChariotHome, _field: int) -> None:
    """Give driver and team the experience for a place (23.1)."""
    is_alive = home.hits > 0
    assert chariot.team is not None
    assert chariot.driver is not None
    if home.place == 1:
        chariot.team.wins += 1
        chariot.driver.wins += is_alive
    points = charts.experience(home.place, home.gap)
    if not points:
        return
    chariot.team.experience += points
    chariot.driver.experience += points if is_alive else 0
    assert home.place is not None
    table.tell(ExperienceGained(stable, chariot.number, home.place, points, home.gap, is_alive))


def _come_home(table: Table, stable: EntryId, chariot: Chariot, home: ChariotHome) -> None:
    """Strike off the dead and the wrecks (22); a car with both wheels on is whole again (22.3)."""
    driver, team = chariot.driver, chariot.team
    assert driver is not None
    assert team is not None
    driver.hits, driver.is_new = home.hits, False
    if not driver.is_alive:
        table.tell(DriverLost(stable, chariot.number, driver.number))
        chariot.driver = None
    for place, (horse, back) in enumerate(zip(team.horses, home.horses, strict=True), start=1):
        horse.injury = back.injury
        if not back.is_alive:
            horse.is_alive, horse.injury = False, horse.boxes
            table.tell(HorseLost(stable, chariot.number, place))
    if not home.is_car_whole:
        chariot.has_car = False
        table.tell(CarLost(stable, chariot.number))
    injuries = tuple(horse.injury for horse in team.horses)
    if home.hits < driver.boxes or any(injuries):
        table.tell(CameHomeHurt(stable, chariot.number, home.hits, injuries))


def _come_home_in_epic(table: Table, stable: EntryId, chariot: Chariot, home: ChariotHome) -> None:
    """Take a chariot home with what lasts until the next recovery: damaged wheels and critical wounds (R-B29)."""
    _come_home(table, stable, chariot, home)
    chariot.wheels = home.wheels if chariot.has_car else (0, 0)
    if chariot.driver is not None:
        chariot.driver.wounds = home.wounds


def _fit_in_epic(stable: Stable) -> Mapping[int, int]:
    """Return the chariots that can start; injured ones start like others (R-B43)."""
    return dict.fromkeys(fitness.startable(stable), 0)


def _credit_in_epic(table: Table, stable: EntryId, chariot: Chariot, home: ChariotHome, field: int) -> None:
    """Give team and living driver the experience of a race; all who start gain some (B.11, R-B14)."""
    is_alive = home.hits > 0
    assert chariot.team is not None
    assert chariot.driver is not None
    if home.place == 1:
        chariot.team.wins += 1
        chariot.driver.wins += is_alive
    points = epic_charts.experience(home.place, home.gap, field)
    chariot.team.experience += points
    chariot.driver.experience += points if is_alive else 0
    table.tell(ExperienceGained(stable, chariot.number, home.place or 0, points, home.gap, is_alive))


def _is_paid_in_epic(home: ChariotHome) -> bool:
    """Prizes are for living drivers in control of their chariots (B.7)."""
    return home.hits > 0 and home.in_control


RACE: ChariotKind[ChariotHome] = ChariotKind(
    rules=RULESET,
    options=race_options,
    fit=fitness.startable,
    worth=fitness.worth,
    most_each=charts.MOST_ENTRIES,
    room=_room,
    abreast=FIELD,
    brings=_brings,
    devices=("no attack", "slow", "drug", "sabotage"),
    home=ChariotHome,
    credit=_credit,
    come_home=_come_home,
)
"""The event that the rules of leagues are made for."""

EPIC_RACE: ChariotKind[ChariotHome] = dataclasses.replace(
    RACE,
    fit=_fit_in_epic,
    credit=_credit_in_epic,
    come_home=_come_home_in_epic,
    prizes=epic_charts.PRIZES,
    is_paid=_is_paid_in_epic,
)
"""The race of the Epic campaign (B.2, B.7, B.11)."""
