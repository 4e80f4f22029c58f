"""Circus Maximus positions as cases write them: what is left out has a sensible value."""

from collections import Counter
from collections.abc import Mapping
from itertools import count
from typing import Annotated, Any

import msgspec

from engine.circus_maximus.data import TRACK, WHEEL_BOXES
from engine.circus_maximus.setup import new_race
from engine.circus_maximus.speed import max_speed, team_speed
from engine.circus_maximus.state import CarType, Chariot, Horse, Options, Race, Status, Wheels
from engine.game import Entrant
from engine.values import EntryId, Faction, Square

LATER_TURN = 5
"""The turn of a case that names none: any but the first, which has a rule of its own (6.3)."""

CORNERS_BEFORE = {"A": 0, "D": 1, "B": 1, "E": 2}
"""Corners entered in the first lap, by the section that a team stands in."""

CORNERS_A_LAP = 2


Count = Annotated[int, msgspec.Meta(ge=0)]
Less = Annotated[int, msgspec.Meta(le=0)]


class ChariotSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a case may say of a chariot. Lists of horses go from left to right; wheels are "inside/outside"."""

    square: Square = Square("")
    lap: Annotated[int, msgspec.Meta(ge=1)] = 1
    corners: Count | None = None  # entered so far; those of its square and lap, unless it is said
    faction: Count | None = None  # of its own, unless it is said
    status: Status = "racing"
    on_grid: bool = False

    horses: str = "4-4-4-4"
    injuries: str = "0-0-0-0"
    dead: list[int] = []  # and still attached; 1 is the leftmost
    cut_free: list[int] = []

    endurance: Count = 40
    endurance_start: Count | None = None
    zero_since: Count | None = None  # the turn before, for a team without endurance
    decline: Count = 0
    car: CarType = "normal"
    wheels: str = "0/0"
    dm: int = 0
    dm_start: Count | None = None
    jostle: Less = 0
    hits: Count = 7
    hits_start: Count | None = None
    whip: bool = True

    written: Count | None = None  # the highest it may write, unless it is said
    last_written: Count | None = None
    last_speed: Count = 0
    has_moved: bool = False

    jostled: bool | None = None  # as its jostle says
    no_strain: Count = 0
    no_inside: bool = False
    penalty: Count = 0
    evade_debit: Count = 0
    gain_must: Count = 0
    gain_may: Count = 0
    has_cut: bool = False
    factors_left: Count = 0
    finished_turn: Count | None = None
    order: Count = 0


class RaceSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a case may say of a race."""

    turn: Annotated[int, msgspec.Meta(ge=1)] = LATER_TURN  # that is played, or begins
    markers: int | None = None  # removed; as many as the leader has corners behind it, unless it is said
    final_turn: bool = False
    drawn: int | None = None  # colours drawn this turn; those that have moved, unless it is said
    cup: list[str] | None = None  # colours not yet drawn


def race_of(options: Mapping[str, Any], race: RaceSetting, settings: Mapping[str, ChariotSetting]) -> Race:
    """Return the race of a case in the middle of its turn.

    :raises ValueError: if the position cannot be; the message says why.
    """
    factions = _factions(settings)
    chariots = {
        EntryId(number): chariot_of(colour, factions[colour], setting, race.turn)
        for number, (colour, setting) in enumerate(settings.items(), start=1)
    }
    _check_squares(chariots)
    moved = sum(chariot.has_moved for chariot in chariots.values())
    return Race(
        chariots=chariots,
        options=msgspec.convert(options, Options),
        factions=len({chariot.faction for chariot in chariots.values()}),
        is_set_up=True,
        turn=race.turn,
        cup=_cup(race.cup, chariots),
        drawn=moved if race.drawn is None else race.drawn,
        markers=max(chariot.corners for chariot in chariots.values()) if race.markers is None else race.markers,
        final_turn=race.final_turn,
    )


def _factions(settings: Mapping[str, ChariotSetting]) -> dict[str, Faction]:
    """Return the faction of each chariot; those that name none get one of their own each."""
    named = {setting.faction for setting in settings.values()}
    free = (number for number in count(1) if number not in named)
    return {
        colour: Faction(next(free) if setting.faction is None else setting.faction)
        for colour, setting in settings.items()
    }


def chariot_of(colour: str, faction: Faction, setting: ChariotSetting, turn: int) -> Chariot:
    """Return a chariot as a case describes it.

    :raises ValueError: if it cannot be; the message begins with its colour.
    """
    if setting.square not in TRACK.lane and (setting.square or setting.status != "out"):
        raise ValueError(f"{colour}: there is no square {setting.square!r}; squares are named like A12.3 or D5.1")
    inside, outside = _numbers(colour, "wheels", setting.wheels, "/", 2)
    if max(inside, outside) >= WHEEL_BOXES:
        raise ValueError(f"{colour}: a wheel with {WHEEL_BOXES} points of damage is destroyed; write status = 'out'")
    chariot = Chariot(
        colour=colour,
        faction=faction,
        square=setting.square,
        corners=_corners(setting),
        on_grid=setting.on_grid,
        status=setting.status,
        horses=_horses(colour, setting),
        endurance=setting.endurance,
        endurance_start=setting.endurance if setting.endurance_start is None else setting.endurance_start,
        zero_since=turn - 1 if setting.endurance == 0 and setting.zero_since is None else setting.zero_since,
        decline=setting.decline,
        car=setting.car,
        wheels=Wheels(inside, outside),
        modifier=setting.dm,
        modifier_start=max(0, setting.dm) if setting.dm_start is None else setting.dm_start,
        jostle=setting.jostle,
        hits=setting.hits,
        hits_start=setting.hits if setting.hits_start is None else setting.hits_start,
        has_whip=setting.whip,
        last_written=setting.last_written,
        last_speed=setting.last_speed,
        has_moved=setting.has_moved,
        jostled=setting.jostle < 0 if setting.jostled is None else setting.jostled,
        no_strain=setting.no_strain,
        no_inside=setting.no_inside,
        penalty=setting.penalty,
        evade_debit=setting.evade_debit,
        gain_must=setting.gain_must,
        gain_may=setting.gain_may,
        has_cut=setting.has_cut,
        finished_turn=setting.finished_turn,
        factors_left=setting.factors_left,
        order=setting.order,
    )
    chariot.written = max_speed(chariot) if setting.written is None else setting.written
    return chariot


def _corners(setting: ChariotSetting) -> int:
    if setting.corners is not None or not setting.square:
        return setting.corners or 0
    return CORNERS_BEFORE[TRACK.section[setting.square]] + CORNERS_A_LAP * (setting.lap - 1)


def _horses(colour: str, setting: ChariotSetting) -> list[Horse]:
    speeds = _numbers(colour, "horses", setting.horses, "-", 4)
    injuries = _numbers(colour, "injuries", setting.injuries, "-", 4)
    horses = [Horse(speed, injury) for speed, injury in zip(speeds, injuries, strict=True)]
    for number in setting.dead + setting.cut_free:
        if not 1 <= number <= len(horses):
            raise ValueError(f"{colour}: there is no horse {number}; they are 1 to {len(horses)}")
        horse = horses[number - 1]
        horse.injury = horse.original
        horse.state = "dead" if number in setting.dead else "cut free"
    for number, horse in enumerate(horses, start=1):
        if horse.injury > horse.original or (horse.state == "alive" and horse.injury == horse.original):
            raise ValueError(f"{colour}: horse {number} has lost all its boxes; write it under `dead` or `cut_free`")
    return horses


def _numbers(colour: str, what: str, text: str, between: str, places: int) -> list[int]:
    parts = text.split(between)
    if len(parts) != places or not all(part.isdecimal() for part in parts):
        raise ValueError(f"{colour}: `{what}` are {places} numbers with {between!r} between them, not {text!r}")
    return [int(part) for part in parts]


def _check_squares(chariots: Mapping[EntryId, Chariot]) -> None:
    on_track = [chariot for chariot in chariots.values() if chariot.status == "racing"]
    taken = Counter(square for chariot in on_track for square in (chariot.square, TRACK.behind[chariot.square]))
    for square, chariots_there in taken.items():
        if chariots_there > 1:
            raise ValueError(f"two teams or cars stand on {square}")


def _cup(colours: list[str] | None, chariots: Mapping[EntryId, Chariot]) -> list[EntryId]:
    entries = {chariot.colour: entry for entry, chariot in chariots.items()}
    unknown = [colour for colour in colours or () if colour not in entries]
    if unknown:
        raise ValueError(f"cup: there is no {unknown[0]} in this position")
    return [entries[colour] for colour in colours or ()]


def new_race_of(options: Mapping[str, Any], factions: Mapping[str, int | None]) -> Race:
    """Return a race before its set-up, with these colours and their factions."""
    entrants = [
        Entrant(EntryId(number), colour, None if faction is None else Faction(faction))
        for number, (colour, faction) in enumerate(factions.items(), start=1)
    ]
    return new_race(msgspec.convert(options, Options), entrants)


def fields_of(race: Race, name: str) -> dict[str, Any]:
    """Return all that a case may expect of a chariot, or of ``race``.

    :raises ValueError: if there is no such chariot.
    """
    if name == "race":
        return _race_fields(race)
    for chariot in race.chariots.values():
        if chariot.colour == name:
            return _chariot_fields(chariot)
    raise ValueError(f"there is no chariot {name!r} in this position")


def _race_fields(race: Race) -> dict[str, Any]:
    return {
        "turn": race.turn,
        "markers": race.markers,
        "final_turn": race.final_turn,
        "is_over": race.is_over,
        "is_set_up": race.is_set_up,
        "drawn": race.drawn,
        "cup": [race.chariots[entry].colour for entry in race.cup],
    }


def _chariot_fields(chariot: Chariot) -> dict[str, Any]:
    """Return the settings of a chariot as they are now, and what follows from them."""
    same = {name: getattr(chariot, name) for name in ChariotSetting.__struct_fields__ if hasattr(chariot, name)}
    horses = chariot.horses
    return same | {
        "car_square": TRACK.behind.get(chariot.square),
        "lane": TRACK.lane.get(chariot.square),
        "horses": "-".join(str(horse.original) for horse in horses),
        "injuries": "-".join(str(horse.injury) for horse in horses),
        "horse_speeds": "-".join(str(horse.speed) for horse in horses),
        "dead": [number for number, horse in enumerate(horses, start=1) if horse.state == "dead"],
        "cut_free": [number for number, horse in enumerate(horses, start=1) if horse.state == "cut free"],
        "team_speed": team_speed(chariot),
        "max_speed": max_speed(chariot),
        "wheels": f"{chariot.wheels.inside}/{chariot.wheels.outside}",
        "dm": chariot.modifier,
        "dm_start": chariot.modifier_start,
        "cdm": chariot.cdm,
        "whip": chariot.has_whip,
        "is_stationary": chariot.is_stationary,
        "may_not_strain": chariot.jostled or chariot.no_strain > 0,
    }
