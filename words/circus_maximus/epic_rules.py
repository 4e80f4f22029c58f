"""The Epic edition in short for players who know the Advanced Game: the differences, with odds and tables."""

from collections.abc import Mapping

from engine.circus_maximus.printed import epic_tables, odds, tables
from engine.circus_maximus.printed.editions import EDITIONS, Edition
from engine.circus_maximus.words.state import CarType
from words.circus_maximus.advanced_rules import Chart
from words.circus_maximus.chances import percent
from words.shared.telling import signed

_EPIC = EDITIONS["epic"]


def _knife(away: int) -> str:
    """Return the chance that a knife of the edition hits at CDM 0, so many squares away."""
    return percent(odds.knife_hit_odds(_EPIC, away, 0))


def _in_rain(car: CarType) -> str:
    return signed(-tables.RAIN_STRAINS[car])


TOPICS: Mapping[str, str] = {
    "epic edition": (
        "A second book of rules for the same circus, by other hands. It plays like the Advanced Game, but a high roll "
        "is good for whoever rolls. Heavy cars start slowly, and every car but a light one costs endurance. Every "
        "driver has dust and one knife to throw. A lash takes fewer dice. Dragged drivers keep trying to get free, and "
        "those on foot may dodge. Look up epic start, epic strain, epic lash, epic weapons, epic obstacles, epic "
        "drivers, epic weather and epic finish: each is one difference. Lesson 7 shows them. (rules II.3 to II.15)"
    ),
    "epic start": (
        f"From a standstill dice come off your speed: {_EPIC.start_dice['light']} for a light car, "
        f"{_EPIC.start_dice['normal']} for a normal one, {_EPIC.start_dice['heavy']} for a heavy one. At least "
        f"{_EPIC.least_start} factor is left. It counts in turn 1, and after each turn in which you stood. A light car "
        "keeps all of its team's endurance for the race, a normal one loses a quarter, a heavy one half. Fewer than "
        "three laps take a share of it, too: two laps a third. "
        "`/rules table:car types` shows all. (rules II.2.6, II.3.1 and II.8.4)"
    ),
    "epic strain": (
        "You roll three dice plus your CDM, and high is good: the chart is that of Advanced turned round, with the "
        "same chances. After a slide you can't change to the inside for the rest of the turn. A shaken driver, or any "
        "other with a CDM below 0, neither whips nor strains a corner. A driver modifier below 0 bars both for the "
        "rest of the race. `/rules what:corner` tells the chances. (rules II.8.3 and II.9)"
    ),
    "epic lash": (
        "On a team one die says all: it must drive that many factors more, and loses as much endurance, as far as it "
        "has any. Nobody contests it. On a driver both roll two dice and CDM, and the difference alone says what "
        "happens. At 0 or 1 the defender brakes, at 2 or 3 slows down, at 4 swerves, from 5 is wounded. At −3 or less "
        "the defender grabs your whip. (rule II.10.4)"
    ),
    "epic weapons": (
        f"Every driver throws dust once, at a driver beside the car: {tables.DUST_HITS} or more with two dice and your "
        f"CDM hits. That is {percent(odds.weapon_hit_odds('dust', 0))} at CDM 0. The knife you cut with may be "
        f"thrown once, too: two dice and your CDM, less the range, must come to {epic_tables.KNIFE_HITS}. Next to you "
        f"that is {_knife(1)}, two squares away {_knife(2)}. Without it you can cut neither a horse nor the reins. "
        "Nobody avoids either. `/rules table:weapons, epic edition` shows what they do. (rules II.10.5 and II.10.6)"
    ),
    "epic obstacles": (
        "Wrecks, carcasses and halted teams lie in the way; none of them blocks you. You roll three dice plus your "
        "CDM, less each point of the jump die you did not pay with endurance. "
        f"A halted team counts {signed(_EPIC.obstacle_modifier['halted team'])}, a carcass "
        f"{signed(_EPIC.obstacle_modifier['carcass'])}. A chariot that stands with a dead horse is two obstacles: "
        "its car is a wreck, its team a halted one. Who has cut the horse free may act for the rest of the move. "
        "(rules II.8.9 and II.12.2)"
    ),
    "epic drivers": (
        "A driver who is pulled out hangs behind the car, in a third square. A driver whose chariot turns over hangs "
        "behind the team. Each move of the team ends with a try to get free, and then costs half a die of hits. To be "
        "dragged over a carcass costs as much again; over a wreck or a halted team it kills. On foot you may "
        "dodge a team: two dice less your CDM must be at most your hits. The driver of a "
        "standing chariot may step off as the turn ends. "
        "(rules II.12.2, II.13.3 and II.14)"
    ),
    "epic weather": (
        f"Rain slows each team by {_EPIC.slows(True, False)}, mud by {_EPIC.slows(False, True)} in all. In rain light "
        f"cars roll {_in_rain('light')} in a corner, normal ones {_in_rain('normal')}, heavy ones {_in_rain('heavy')}. "
        "Mud is one worse. In rain nobody throws dust. `/rules table:weather, epic edition` shows all. "
        "(rules II.3.7 and II.8.6)"
    ),
    "epic finish": (
        "The race ends as ever, with the turn in which the first chariot crosses. The others are placed by how far "
        "they came, the inner lane first. Drivers on foot have no place, nor have the dead. Two things are the host's: "
        "a time limit, after which the leader has won, and a ban on ramming horses. A driver who rams them by choice "
        "can't win. Up to sixteen start, in two rows; the second moves after the first in turn 1. "
        "(rules II.3.1, II.6 and II.15)"
    ),
}

INSTEAD: Mapping[str, str] = {
    "advanced game": "epic edition",
    "corner results": "epic strain",
    "lash": "epic lash",
    "dust": "epic weapons",
    "knife": "epic weapons",
    "running over wrecks": "epic obstacles",
    "carcasses": "epic obstacles",
    "dragged drivers": "epic drivers",
    "drivers on foot": "epic drivers",
    "weather": "epic weather",
    "the end": "epic finish",
}
"""Topics of the Advanced Game, each with the one to read in its place in a race of the Epic edition."""


def car_types(edition: Edition) -> str:
    """Return the costs and gains of each class of car; empty where all cars start alike (II.2.6, II.8.4)."""
    if len(set(edition.start_dice.values())) == 1:
        return ""
    cars: tuple[CarType, ...] = ("light", "normal", "heavy")
    lost = {car: f"−1/{edition.car_endurance[car]}" if car in edition.car_endurance else "full" for car in cars}
    rows = [
        ("", *cars),
        ("dice at a start", *(str(edition.start_dice[car]) for car in cars)),
        ("endurance", *(lost[car] for car in cars)),
        ("when it rams", *(f"{tables.CAR_MODIFIER[car]:+d}" for car in cars)),
    ]
    return "\n".join(f"{name:<16}" + "".join(f"{each:>8}" for each in values) for name, *values in rows)


CHARTS = (Chart("car types", "Cars of the Epic edition (II.2.6, II.8.4, II.10.7)", car_types),)
