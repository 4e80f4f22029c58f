"""Circus Maximus positions as cases write them: fields left out have sensible values."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Annotated, Any, get_args

import msgspec

from conformance.converting import understood
from engine.circus_maximus.harm import slowing, weather
from engine.circus_maximus.position.speed import max_speed, team_speed
from engine.circus_maximus.printed.editions import Edition, edition_of
from engine.circus_maximus.printed.tables import CORNERS_A_LAP, DRIVER_HITS, TRACK
from engine.circus_maximus.words.costs import HITS_COST
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.state import (
    Blades,
    CarType,
    Chariot,
    Crossing,
    Dragging,
    DriverState,
    FlyingWreck,
    Horse,
    Obstacle,
    ObstacleKind,
    Phase,
    Race,
    Runner,
    Status,
    Weapon,
    Weather,
    Wheels,
)
from engine.goods.chariots import Brought, BroughtHorse
from engine.plots import Plot
from engine.track import Side
from records.values import EntryId, Faction, Square

LATER_TURN = 5
"""The turn of a case that names none: any but the first, which has a special rule (6.9)."""

CORNERS_BEFORE = {"A": 0, "D": 1, "B": 1, "E": 2}
"""Corners entered in the first lap, by the section that a team stands in."""


Count = Annotated[int, msgspec.Meta(ge=0)]
Less = Annotated[int, msgspec.Meta(le=0)]


class CrossingSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An obstacle under a team; its square is the team's, unless the case names another."""

    unpaid: Count = 0
    own: bool = True
    square: Square | None = None


class ChariotSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The fields of a chariot in a case. Lists of horses go from left to right; wheels are "inside/outside".

    Fields that a :class:`Chariot` has too, under the same name and of the same type, are taken over as they are.
    """

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
    boxes: str = "10/10"
    blades: str = "none/none"
    dm: int = 0
    dm_start: Count | None = None
    jostle: Less = 0
    hits: Count = 7
    hits_start: Count | None = None
    whip: bool = True
    long_whip: bool = False
    weapons: list[Weapon] | None = None  # those that every driver has in the race's edition, unless it is said
    has_small_knife: bool | None = None  # as in the race's edition
    speared: Count = 0

    written: Count | None = None  # the highest it may write, unless it is said
    last_written: Count | None = None
    last_speed: Count | None = None  # 0, unless it is said; 1 where those who stood start from zero (II.8.4.3)
    has_moved: bool = False
    strain_written: bool = False

    jostled: bool | None = None  # as its jostle says
    no_strain: Count = 0
    no_inside: bool = False
    penalty: Count = 0
    slowed: Count = 0
    evade_debit: Count = 0
    gain_must: Count = 0
    gain_may: Count = 0
    later_penalty: Count = 0  # the same three for the next turn, in the Table game
    later_must: Count = 0
    later_may: Count = 0
    start_die: Count = 0  # of the first turn, rolled for all before the draw
    has_cut: bool = False
    charged: Count = 0
    survived: Count | None = None
    factors_left: Count = 0
    finished_turn: Count | None = None
    order: Count = 0

    driver: DriverState | None = None  # in the car, or dead if its team has run away or is halted, unless it is said
    has_car: bool | None = None  # not if its team has run away or is halted, unless it is said
    foot: Square | None = None  # where he is, on foot
    since: Count | None = None  # the turn in which he came free, or was dragged first; else the one before
    rolled_from: list[Square] = []  # wall squares from which he has tried to climb out
    heading: Annotated[int, msgspec.Meta(ge=-1, le=1)] = 0  # which way he has gone along that wall, with the race 1
    may_try: bool = False  # dragged, he has an attempt to get free at the end of the phase
    behind_car: bool = False  # dragged behind his car, where dust made him fall
    crossing: CrossingSetting | None = None
    ally: str | None = None

    arm: bool = False
    eyes_lost: list[Side] = []
    straight_phases: Count = 0
    blinded_since: Count | None = None

    plots: list[Plot] = []  # of a league, not revealed yet
    drugged: tuple[int, ...] = (0, 0, 0, 0)  # points of each horse that are drugs'
    spares: tuple[Faction, ...] = ()  # factions that its driver was bribed not to attack
    bribed: Count = 0  # speed that a bribe takes off


class ObstacleSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that lies on the track, or a wreck in the air."""

    square: Square
    of: str  # whose it was
    kind: ObstacleKind = "wreck"
    car: CarType = "normal"  # of a wreck in the air


class WeatherSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weather; a case that sets it plays with that option on."""

    rain: bool = False
    mud: bool = False
    each_lap: bool = False  # a die is rolled as each lap begins
    corners: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0


class PhaseSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A movement phase under way, all dice of its start rolled; of the chariot that the case begins with."""

    factors: Count  # still to be spent
    used: Count = 0
    strain: Count = 0  # gained by straining
    gain_must: Count = 0  # whipped into the team, of those that the phase began with
    gain_may: Count = 0
    penalty: Count = 0  # that of the phase
    evade_debit: Count = 0
    dead_start: Count = 0  # the first turn's die
    cutting: Count = 0  # speed paid for cutting a horse free
    wheels_tried: list[str] = []  # whose wheels were tried for straining in this phase
    attacked_from: list[Square] = []  # car squares
    has_stepped: bool | None = None  # forward, since its last attack; if it has made none, unless it is said
    is_straight: bool = False  # it began half blind


class RaceSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The fields of a race in a case."""

    turn: Annotated[int, msgspec.Meta(ge=1)] = LATER_TURN  # that is played, or begins
    markers: int | None = None  # removed; as many as the leader has corners behind it, unless it is said
    final_turn: bool = False
    drawn: int | None = None  # colours drawn this turn; those that have moved, unless it is said
    cup: list[str] | None = None  # colours not yet drawn
    obstacles: list[ObstacleSetting] = []
    in_the_air: list[ObstacleSetting] = []  # wrecks that flipped in this phase, in order; their squares are the cars'
    weather: WeatherSetting | None = None  # clear, if the option is on
    phase: PhaseSetting | None = None  # the first phase has begun already


def race_of(options: Mapping[str, Any], race: RaceSetting, settings: Mapping[str, ChariotSetting]) -> Race:
    """Return the race of a case in the middle of its turn.

    :raises ValueError: if the position cannot be; the message says why.
    """
    chosen = understood("options", options, Options)
    chariots = _chariots(settings, race.turn, edition_of(chosen))
    moved = sum(chariot.has_moved for chariot in chariots.values())
    taken_up = Race(
        chariots=chariots,
        options=chosen,
        factions=len({chariot.faction for chariot in chariots.values()}),
        is_set_up=True,
        turn=race.turn,
        cup=[_entry("cup", colour, chariots) for colour in race.cup or ()],
        drawn=moved if race.drawn is None else race.drawn,
        markers=max(chariot.corners for chariot in chariots.values()) if race.markers is None else race.markers,
        final_turn=race.final_turn,
        obstacles=_obstacles(race, chariots),
        pending_wrecks=[
            FlyingWreck(_entry("in_the_air", each.of, chariots), _square("in_the_air", each.square), each.car)
            for each in race.in_the_air
        ],
        weather=_weather(race.weather) if chosen.weather else None,
    )
    _check_squares(taken_up)
    weather.take_up(taken_up)
    for entry in taken_up.chariots:
        slowing.note_shaking(taken_up, entry)
    _check_cup(race, taken_up)
    return taken_up


def _chariots(settings: Mapping[str, ChariotSetting], turn: int, edition: Edition) -> dict[EntryId, Chariot]:
    """Return the chariots of a case, armed, with their allies and the speeds of the turn before."""
    factions = _factions(settings)
    chariots = {
        EntryId(number): chariot_of(colour, factions[colour], setting, turn)
        for number, (colour, setting) in enumerate(settings.items(), start=1)
    }
    _name_allies(chariots, settings)
    has_run = 0 if edition.least_start is None else 1  # in that turn, so that nobody starts from zero
    for chariot in chariots.values():
        setting = settings[chariot.colour]
        _arm(chariot, setting, edition)
        chariot.last_speed = has_run if setting.last_speed is None else setting.last_speed
        chariot.stands_at_zero = edition.stands_at_zero
        if setting.jostled is None and edition.jostle_is_mild:
            chariot.jostled = False
    return chariots


def _arm(chariot: Chariot, setting: ChariotSetting, edition: Edition) -> None:
    """Hand a driver the weapons that the case says, or else those of the edition."""
    always: list[Weapon] = []
    if edition.has_dust:
        always.append("dust")
    if edition.throws_own_knife:
        always.append("knife")
    chariot.weapons = always if setting.weapons is None else list(setting.weapons)
    has_another = not edition.throws_own_knife
    chariot.has_small_knife = has_another if setting.has_small_knife is None else setting.has_small_knife


def phase_of(setting: PhaseSetting, race: Race, mover: EntryId) -> Phase:
    """Return a phase in its midst.

    :raises ValueError: if it cannot be; the message says why.
    """
    chariot = race.chariots[mover]
    total = setting.used + setting.factors
    gained = setting.strain + setting.gain_must + setting.gain_may
    if gained > total:
        raise ValueError(f"race: phase: {gained} factors gained are more than the {total} used and left")
    _check_most("race", "phase.factors", total - gained, chariot.written or 0, f"written by {chariot.colour}")
    same = ("used", "factors", "strain", "gain_must", "gain_may", "penalty", "evade_debit", "dead_start", "cutting")
    return Phase(
        mover,
        base=total - gained,
        total_speed=total + setting.evade_debit,
        wheels_tried=[_entry("race: phase: wheels_tried", each, race.chariots) for each in setting.wheels_tried],
        attacked_from=[_square("race: phase: attacked_from", each) for each in setting.attacked_from],
        has_begun=True,
        is_straight=setting.is_straight,
        has_stepped=not setting.attacked_from if setting.has_stepped is None else setting.has_stepped,
        **{name: getattr(setting, name) for name in same},
    )


def _check_cup(setting: RaceSetting, race: Race) -> None:
    if len(set(race.cup)) < len(race.cup):
        raise ValueError("race: cup: names a colour twice")
    gone = [race.chariots[entry].colour for entry in race.cup if not race.chariots[entry].is_on_track]
    if gone:
        raise ValueError(f"race: cup: {', '.join(gone)} cannot be drawn, as it is not on the track")
    if setting.drawn is not None and setting.drawn + len(race.cup) > len(race.chariots):
        raise ValueError(f"race: drawn: {setting.drawn} and {len(race.cup)} in the cup are more than all chariots")


def _obstacles(race: RaceSetting, chariots: Mapping[EntryId, Chariot]) -> list[Obstacle]:
    """Return the obstacles on the track: those of the case, and each halted team."""
    given = [
        Obstacle(each.kind, _square("obstacles", each.square), _entry("obstacles", each.of, chariots))
        for each in race.obstacles
    ]
    halted = [
        Obstacle("halted team", chariot.square, entry)
        for entry, chariot in chariots.items()
        if chariot.status == "halted"
    ]
    return given + [each for each in halted if each not in given]


def _weather(setting: WeatherSetting | None) -> Weather:
    given = setting or WeatherSetting()
    return Weather(given.rain, given.mud, given.each_lap, given.corners)


def _name_allies(chariots: Mapping[EntryId, Chariot], settings: Mapping[str, ChariotSetting]) -> None:
    for chariot in chariots.values():
        if (ally := settings[chariot.colour].ally) is not None:
            chariot.ally = _entry("ally", ally, chariots)


def _entry(what: str, colour: str, chariots: Mapping[EntryId, Chariot]) -> EntryId:
    for entry, chariot in chariots.items():
        if chariot.colour == colour:
            return entry
    raise ValueError(f"{what}: there is no {colour} in this position")


def _square(what: str, square: Square) -> Square:
    if square not in TRACK.lane:
        raise ValueError(f"{what}: there is no square {square!r}; squares are named like A12.3 or D5.1")
    return square


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
    if setting.square or setting.status != "out":  # who has finished keeps the square, which breaks ties (F2)
        _square(colour, setting.square)
    has_run_away = setting.status in ("runaway", "halted")
    chariot = Chariot(
        colour=colour,
        faction=faction,
        corners=_corners(setting),
        horses=_horses(colour, setting),
        endurance_start=setting.endurance if setting.endurance_start is None else setting.endurance_start,
        zero_since=turn - 1 if setting.endurance == 0 and setting.zero_since is None else setting.zero_since,
        modifier=setting.dm,
        modifier_start=max(0, setting.dm) if setting.dm_start is None else setting.dm_start,
        hits_start=setting.hits if setting.hits_start is None else setting.hits_start,
        has_whip=setting.whip,
        jostled=setting.jostle < 0 if setting.jostled is None else setting.jostled,
        driver=setting.driver or ("dead" if has_run_away else "in car"),
        has_car=not has_run_away if setting.has_car is None else setting.has_car,
        crossing=_crossing(colour, setting),
        **{name: getattr(setting, name) for name in _SAME},
    )
    chariot.drugged = list(setting.drugged)
    if setting.plots:
        chariot.brings = _brought(chariot, setting.plots)
    _check_amounts(colour, chariot, setting)
    _set_wheels(colour, chariot, setting)
    _set_driver(colour, chariot, setting, turn)
    chariot.written = _usually_written(chariot) if setting.written is None else setting.written
    return chariot


def _usually_written(chariot: Chariot) -> int:
    """Return the speed that a chariot writes unless it is said: of a runaway team its own, else the highest."""
    return team_speed(chariot) if chariot.status == "runaway" else max_speed(chariot)


def _brought(chariot: Chariot, plots: Sequence[Plot]) -> Brought:
    """Return the values that a league's chariot brings to a race: its own, and the plots against it."""
    horses = tuple(BroughtHorse(horse.original, horse.injury) for horse in chariot.horses)
    driver = (chariot.modifier_start, chariot.hits_start, chariot.hits)
    return Brought(1, False, horses, chariot.endurance_start, chariot.car, *driver, tuple(plots))


def _check_amounts(colour: str, chariot: Chariot, setting: ChariotSetting) -> None:
    """:raises ValueError: if a chariot has more of something than there can be."""
    _check_most(colour, "hits", chariot.hits, chariot.hits_start, "at the start (`hits_start`)")
    most = max(*HITS_COST, *DRIVER_HITS.results.values())
    _check_most(colour, "hits_start", chariot.hits_start, most, "boxes of any driver")
    _check_most(colour, "endurance", chariot.endurance, chariot.endurance_start, "at the start (`endurance_start`)")
    fastest = sum(horse.original for horse in chariot.horses) + max(0, chariot.modifier, chariot.modifier_start)
    for field in ("written", "last_written"):
        speed = getattr(setting, field) or 0
        _check_most(colour, field, speed, fastest, "of this team unhurt, with its driver's modifier")


def _check_most(colour: str, field: str, have: int, most: int, of_what: str) -> None:
    if have > most:
        raise ValueError(f"{colour}: {field}: {have} are too many, there are {most} {of_what}")


_SAME = (
    "square", "status", "on_grid", "endurance", "decline", "car", "jostle", "hits", "long_whip",
    "speared", "last_written", "has_moved", "strain_written", "no_strain", "no_inside",
    "penalty", "slowed", "evade_debit", "gain_must", "gain_may", "has_cut", "charged", "survived",
    "later_penalty", "later_must", "later_may", "start_die",
    "factors_left", "finished_turn", "order", "arm", "eyes_lost", "straight_phases", "blinded_since",
    "spares", "bribed",
)  # fmt: skip
"""Fields of a setting that a chariot simply takes over."""


def _set_wheels(colour: str, chariot: Chariot, setting: ChariotSetting) -> None:
    inside, outside = _numbers(colour, "wheels", setting.wheels, "/", 2)
    chariot.boxes_inside, chariot.boxes_outside = _numbers(colour, "boxes", setting.boxes, "/", 2)
    if inside >= chariot.boxes_inside or outside >= chariot.boxes_outside:
        most = min(chariot.boxes_inside, chariot.boxes_outside)
        raise ValueError(f"{colour}: a wheel with {most} points of damage is destroyed; write status = 'out'")
    chariot.wheels = Wheels(inside, outside)
    blades = setting.blades.split("/")
    if len(blades) != 2 or not set(blades) <= set(get_args(Blades)):
        raise ValueError(f"{colour}: `blades` are none, regular or long of each wheel, like 'long/none'")
    chariot.blades_inside, chariot.blades_outside = (msgspec.convert(each, Blades) for each in blades)


def _set_driver(colour: str, chariot: Chariot, setting: ChariotSetting, turn: int) -> None:
    """Put a dragged driver, or one on foot, on their square."""
    if chariot.driver == "dragged":
        behind = TRACK.behind[chariot.square]
        fell = TRACK.behind[behind] if setting.behind_car else behind
        began = turn - 1 if setting.since is None else setting.since
        chariot.dragging = Dragging([fell], setting.may_try or chariot.has_car, setting.behind_car, began)
    if (chariot.driver == "on foot") != (setting.foot is not None):
        raise ValueError(f"{colour}: a driver on foot, and no other, has a square, `foot`")
    if setting.foot is not None:
        since = turn - 1 if setting.since is None else setting.since
        chariot.runner = Runner(_square(colour, setting.foot), since, list(setting.rolled_from), setting.heading)


def _crossing(colour: str, setting: ChariotSetting) -> Crossing | None:
    if setting.crossing is None:
        return None
    given = setting.crossing
    return Crossing(_square(colour, given.square or setting.square), given.unpaid, given.own)


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


def _check_squares(race: Race) -> None:
    on_track = [chariot for chariot in race.chariots.values() if chariot.is_on_track]
    if edition_of(race.options).drives_over_standing:  # who stands is an obstacle, and others may lie on it (II.8.9)
        on_track = [chariot for chariot in on_track if not chariot.is_stationary]
    teams = [chariot.square for chariot in on_track]
    cars = [TRACK.behind[chariot.square] for chariot in on_track if chariot.has_car]
    for square, chariots_there in Counter(teams + cars).items():
        if chariots_there > 1:
            raise ValueError(f"two teams or cars stand on {square}")


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
        "obstacles": [f"{each.kind} {each.square}" for each in race.obstacles],
        "whose": [race.chariots[each.entry].colour for each in race.obstacles],
        "in_the_air": [race.chariots[each.entry].colour for each in race.pending_wrecks],
        "weather": _weather_in_words(race.weather),
    }


def _weather_in_words(weather: Weather | None) -> str:
    """Return ``clear``, ``rain``, ``mud`` or ``rain and mud``."""
    if weather is None:
        return "clear"
    return " and ".join(["rain"] * weather.is_raining + ["mud"] * weather.has_mud) or "clear"


def _chariot_fields(chariot: Chariot) -> dict[str, Any]:
    """Return the settings of a chariot as they are now, and values that follow from them."""
    same = {name: getattr(chariot, name) for name in ChariotSetting.__struct_fields__ if hasattr(chariot, name)}
    same["spares"] = list(chariot.spares)
    horses = chariot.horses
    return same | {
        "car_square": TRACK.behind.get(chariot.square) if chariot.has_car else None,
        "lane": TRACK.lane.get(chariot.square),
        "horses": "-".join(str(horse.original) for horse in horses),
        "injuries": "-".join(str(horse.injury) for horse in horses),
        "horse_speeds": "-".join(str(horse.speed) for horse in horses),
        "dead": [number for number, horse in enumerate(horses, start=1) if horse.state == "dead"],
        "cut_free": [number for number, horse in enumerate(horses, start=1) if horse.state == "cut free"],
        "team_speed": team_speed(chariot),
        "max_speed": max_speed(chariot),
        "wheels": f"{chariot.wheels.inside}/{chariot.wheels.outside}",
        "boxes": f"{chariot.boxes_inside}/{chariot.boxes_outside}",
        "blades": f"{chariot.blades_inside}/{chariot.blades_outside}",
        "foot": chariot.runner and chariot.runner.square,
        "since": chariot.runner and chariot.runner.since,
        "rolled_from": list(chariot.runner.rolled_from) if chariot.runner else [],
        "crossing": chariot.crossing and chariot.crossing.square,
        "unpaid": chariot.crossing.unpaid if chariot.crossing else 0,
        "path": list(chariot.dragging.path) if chariot.dragging else [],
        "may_try": chariot.dragging is not None and chariot.dragging.may_try,
        "dm": chariot.modifier,
        "dm_start": chariot.modifier_start,
        "cdm": chariot.cdm,
        "whip": chariot.has_whip,
        "is_stationary": chariot.is_stationary,
        "may_not_strain": chariot.jostled or chariot.no_strain > 0,
    }
