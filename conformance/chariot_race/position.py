"""Positions of Chariot Race as cases write them, and the fields of one."""

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from conformance.positions import entrants_of, entries_of, entry_of, said_of
from engine.chariot_race.data import BOARDS, SUPPLY, BoardName, Face
from engine.chariot_race.orders import Orders
from engine.chariot_race.rules import fighting, scoring
from engine.chariot_race.rules.turn import order_of
from engine.chariot_race.ruleset import RULESET
from engine.chariot_race.state import Chariot, Options, Race, Stage
from engine.chariot_race.track import FRONT, LAP, SPACES, heaps, laps_done
from records.values import EntryId, Square

Count = Annotated[int, msgspec.Meta(ge=0)]


class ChariotSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a chariot in a case."""

    space: str | None = None
    lap: Annotated[int, msgspec.Meta(ge=0, le=3)] = 1  # 0 on the grid; on the line one is on the lap before it
    damage: Count | None = None  # undamaged, unless it is said
    speed: Count | None = None  # that of the start
    fate: Count | None = None  # that of the start
    board: BoardName = "white"
    faction: Count | None = None  # one of its own
    slot: Annotated[int, msgspec.Meta(ge=1, le=6)] | None = None
    trail: list[str] = []
    start: str | None = None  # of its turn; where it stands
    protected: bool = False
    wrecked: Count | None = None  # 0 for the first wreck of the race
    orders: Orders | None = None  # answer what is asked of it


class RaceSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a race in a case."""

    round: Annotated[int, msgspec.Meta(ge=1, le=60)] = 5
    order: list[str] | None = None  # of play; that of the rules, unless it is said
    caltrops: list[str] = []
    supply: Count | None = None  # what is left of 20
    stage: Stage | None = None  # of the turn of `begin`; "move" where dice are said, else it begins
    dice: list[Face] = []  # as they lie


def race_of(options: Options, race: RaceSetting, settings: Mapping[str, ChariotSetting]) -> Race:
    """Return the race of a case.

    :raises ValueError: if the position cannot be; the message says why.
    """
    factions = {colour: setting.faction for colour, setting in settings.items()}
    made = RULESET.new_race(options, entrants_of(factions, own=True))
    entries = entries_of(settings)
    for colour, setting in settings.items():
        _set(made, entries[colour], colour, setting)
    for square, standing in Counter(each.square for each in made.chariots.values() if each.square).items():
        if standing > 1:
            raise ValueError(f"two chariots stand on {square}")
    made.caltrops = sorted(_space("caltrops", square) for square in race.caltrops)
    made.supply = SUPPLY - len(made.caltrops) if race.supply is None else race.supply
    made.round, made.dice, made.is_set_up = race.round, list(race.dice), True
    made.wrecks = sum(not chariot.is_alive for chariot in made.chariots.values())
    made.order = order_of(made) if race.order is None else [entry_of(entries, "order", each) for each in race.order]
    return made


def _set(race: Race, entry: EntryId, colour: str, setting: ChariotSetting) -> None:
    chariot, sheet = race.chariots[entry], BOARDS[setting.board]
    chariot.board = setting.board
    chariot.damage = _within(colour, "damage", setting.damage, sheet.damage_max, sheet.damage_max)
    chariot.speed = _within(colour, "speed", setting.speed, sheet.speed_start, sheet.speed_max)
    chariot.fate = _within(colour, "fate", setting.fate, sheet.fate_start, sheet.fate_max)
    chariot.slot, chariot.protected = setting.slot, setting.protected
    chariot.trail = [_space(colour, square) for square in setting.trail]
    _stand(race, chariot, colour, setting)


def _within(colour: str, name: str, given: int | None, usual: int, most: int) -> int:
    value = usual if given is None else given
    if value > most:
        raise ValueError(f"{colour}: {name}: the board holds {most} at most")
    return value


def _stand(race: Race, chariot: Chariot, colour: str, setting: ChariotSetting) -> None:
    """Put a chariot where it stands; a wreck lay there."""
    if setting.space is None:
        raise ValueError(f"{colour}: space: where it stands, or where it was wrecked, must be said")
    square = _space(colour, setting.space)
    if square in heaps(race.track):
        raise ValueError(f"{colour}: space: a stone heap fills {square}")
    chariot.pos = FRONT[square] + LAP * (setting.lap - 1)
    if (chariot.damage == 0) != (setting.wrecked is not None):
        raise ValueError(f"{colour}: a wreck has damage 0 and says in `wrecked` how many were wrecked before it")
    chariot.wrecked_at = setting.wrecked
    chariot.square = square if chariot.is_alive else None
    chariot.start = chariot.square if setting.start is None else _space(colour, setting.start)


def _space(part: str, name: str) -> Square:
    if name not in SPACES:
        raise ValueError(f"{part}: there is no space {name!r}")
    return Square(name)


# What can be said of a position


def fields_of(race: Race, name: str) -> dict[str, Any]:
    """Return all that a case may expect of a chariot, or of ``race``.

    :raises ValueError: if there is no such chariot.
    """
    return said_of(race, name, _race_fields, _chariot_fields)


def _race_fields(race: Race) -> dict[str, Any]:
    same = ("track", "round", "stage", "dice", "attacks", "caltrops", "supply", "is_set_up", "is_over")
    placed = [race.chariots[placing.entry] for placing in scoring.ranked(race)]
    return {name: getattr(race, name) for name in same} | {
        "order": [race.chariots[entry].colour for entry in race.order],
        "order_now": [race.chariots[entry].colour for entry in order_of(race)] if race.is_set_up else [],
        "winners": [chariot.colour for chariot in race.chariots.values() if race.is_over and chariot.place == 1],
        "ranking": [chariot.colour for chariot in placed],
    }


def _chariot_fields(race: Race, entry: EntryId, chariot: Chariot) -> dict[str, Any]:
    same = ("pos", "damage", "speed", "fate", "board", "slot", "trail", "path", "protected", "wrecked_at", "place")
    is_placed = chariot.square is not None
    return {
        **{name: getattr(chariot, name) for name in same},
        "space": chariot.square,
        "laps": laps_done(chariot.pos),
        "finished": chariot.has_finished,
        "caltrops": list(fighting.caltrop_spaces(race, entry)) if is_placed else [],
        "in_range": [race.chariots[each].colour for each in fighting.targets(race, entry)] if is_placed else [],
    }
