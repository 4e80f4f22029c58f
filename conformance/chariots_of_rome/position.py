"""Positions of Chariots of Rome as cases write them, and the fields of one."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, get_args

import msgspec

from conformance.positions import entrants_of, entries_of, entry_of, said_of
from engine.chariots_of_rome.harm import scoring
from engine.chariots_of_rome.orders.orders import Orders
from engine.chariots_of_rome.position import speeds, steps
from engine.chariots_of_rome.printed.data import ACTIONS, COLUMNS, FATES, CharioteerId, FateId, Result
from engine.chariots_of_rome.ruleset import RULESET
from engine.chariots_of_rome.turn import attacking
from engine.chariots_of_rome.words.options import Options
from engine.chariots_of_rome.words.state import NO_OVERTAKE, Chariot, Race, Stage
from records.values import EntryId, Square

Count = Annotated[int, msgspec.Meta(ge=0)]


class ChariotSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a chariot in a case."""

    space: str | None = None
    laps: Annotated[int, msgspec.Meta(ge=-1, le=7)] = 0
    endurance: Annotated[int, msgspec.Meta(ge=1, le=12)] = 12
    tactics: Annotated[int, msgspec.Meta(ge=0, le=8)] = 8
    rattled: Annotated[int, msgspec.Meta(ge=0, le=5)] = 0
    speed: Annotated[int, msgspec.Meta(ge=0, le=3)] = 2
    charioteer: CharioteerId | None = None
    wounds: Annotated[int, msgspec.Meta(ge=0, le=1)] = 0
    stack: list[str] = []  # results in the corner column, or cards by id
    used: bool = False
    started: bool = True  # its first turn is over
    left_first_corner: bool = True
    entered: list[str] = []  # corners, as in "0/C1"; who is named first was there first
    faction: Count | None = None  # one of its own
    out: Count | None = None  # 1 for the first one eliminated
    orders: Orders | None = None  # answer what is asked of it


class RaceSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a race in a case."""

    round: Count = 5
    stage: Stage | None = None
    initiative: list[str] = []  # colours face down, the next one first
    revealed: list[str] = []
    active: str | None = None
    locked: bool = False
    cards: list[str] = []  # that lie on the Action pile, the top first: "ram swerve", or an id
    discarded: bool = False  # whether all other Action cards are discarded
    fates: list[FateId] = []  # that lie on the Fate pile
    fates_discarded: bool = False
    effects: list[FateId] = []
    wrecks: list[str] = []
    debris: list[str] = []
    total_move: Count = 0
    moves_left: Count = 0
    moved: Count = 0
    attacked: bool = False
    since_overtake: Count = NO_OVERTAKE


def race_of(options: Options, setting: RaceSetting, settings: Mapping[str, ChariotSetting]) -> Race:
    """Return the race of a case.

    :raises ValueError: if the position cannot be; the message says why.
    """
    factions = {colour: own.faction for colour, own in settings.items()}
    race = RULESET.new_race(options, entrants_of(factions, own=True))
    entries = entries_of(settings)
    cards = _Cards()
    for colour, own in settings.items():
        _set(race, race.chariots[entries[colour]], colour, own, cards)
        for corner in own.entered:
            race.corner_log.setdefault(corner, []).append(entries[colour])
    _place_obstacles(race, setting)
    same = ("round", "stage", "locked", "total_move", "moves_left", "moved", "attacked", "since_overtake")
    for name in same:
        setattr(race, name, getattr(setting, name))
    _lay_piles(race, setting, cards)
    race.initiative = [entry_of(entries, "initiative", each) for each in setting.initiative]
    race.revealed = [entry_of(entries, "revealed", each) for each in setting.revealed]
    race.active = None if setting.active is None else entry_of(entries, "active", setting.active)
    race.out = sum(not chariot.is_alive for chariot in race.chariots.values())
    race.is_set_up = race.is_open = True
    return race


class _Cards:
    """The Action cards, taken by their effects."""

    def __init__(self) -> None:
        self.left = list(ACTIONS)

    def take(self, column: str, result: str) -> str:
        """Return a card with this result in this column.

        :raises ValueError: if there is no such column or result.
        """
        if column not in COLUMNS or result not in get_args(Result):
            raise ValueError(f"cards: {column} {result} is no column and result")
        return self._taken(next(card for card in self.left if ACTIONS[card][column] == result))

    def read(self, written: str, column: str = "") -> str:
        """Return the card that is written as an id, a result, or a column and a result."""
        if written in self.left:
            return self._taken(written)
        words = [*column.split(), *written.split()]
        if len(words) != 2:
            raise ValueError(f"cards: {written!r} is written 'ram swerve', or as an id")
        return self.take(words[0], words[1])

    def _taken(self, card: str) -> str:
        self.left.remove(card)
        return card


def _set(race: Race, chariot: Chariot, colour: str, setting: ChariotSetting, cards: _Cards) -> None:
    same = ("laps", "endurance", "tactics", "rattled", "speed", "charioteer", "wounds", "used", "left_first_corner")
    for name in same:
        setattr(chariot, name, getattr(setting, name))
    chariot.has_started, chariot.out, chariot.most_laps = setting.started, setting.out, setting.laps
    if (setting.space is None) == (setting.out is None):
        raise ValueError(f"{colour}: space: says where it stands, unless it is out")
    chariot.square = None if setting.space is None else _space(race, colour, setting.space)
    chariot.cards = [cards.read(written, "corner") for written in setting.stack]
    chariot.stack = len(chariot.cards)


def _place_obstacles(race: Race, setting: RaceSetting) -> None:
    race.wrecks = {_space(race, "wrecks", each): EntryId(0) for each in setting.wrecks}
    race.debris = sorted(_space(race, "debris", each) for each in setting.debris)
    standing = [chariot.square for chariot in race.chariots.values() if chariot.square is not None]
    for square, count in Counter([*standing, *race.wrecks, *race.debris]).items():
        if count > 1:
            raise ValueError(f"two things fill {square}")


def _lay_piles(race: Race, setting: RaceSetting, cards: _Cards) -> None:
    top = [cards.read(written) for written in setting.cards]
    race.actions, race.action_discard = (top, cards.left) if setting.discarded else (top + cards.left, [])
    others: list[FateId] = [card for card in FATES if card not in setting.fates and card not in setting.effects]
    race.fates = list(setting.fates) if setting.fates_discarded else list(setting.fates) + others
    race.fate_discard = [*setting.effects, *(others if setting.fates_discarded else [])]
    race.effects = list(setting.effects)


def _space(race: Race, part: str, name: str) -> Square:
    if name not in race.board.spaces:
        raise ValueError(f"{part}: there is no space {name!r} on {race.board.name}")
    return Square(name)


# What can be said of a position


def fields_of(race: Race, name: str) -> dict[str, Any]:
    """Return all that a case may expect of a chariot, or of ``race``.

    :raises ValueError: if there is no such chariot.
    """
    return said_of(race, name, _race_fields, _chariot_fields)


def _race_fields(race: Race) -> dict[str, Any]:
    same = (
        "track", "round", "stage", "locked", "effects", "god", "total_move", "moves_left", "moved", "attacked",
        "debris", "is_over", "finish_round", "display",
    )  # fmt: skip
    return {name: getattr(race, name) for name in same} | {
        "active": None if race.active is None else race.chariots[race.active].colour,
        "initiative": _colours(race, race.initiative),
        "revealed": _colours(race, race.revealed),
        "order": _colours(race, race.order()),
        "ranking": _colours(race, [each.entry for each in scoring.ranked(race)]),
        "winner": None if race.winner is None else race.chariots[race.winner].colour,
        "wrecks": sorted(race.wrecks),
        "actions": len(race.actions),
        "discards": len(race.action_discard),
        "fates": len(race.fates),
        "fate_discards": len(race.fate_discard),
        "charioteers": len(race.pool),
    }


def _colours(race: Race, entries: Sequence[EntryId]) -> list[str]:
    return [race.chariots[entry].colour for entry in entries]


def _chariot_fields(race: Race, entry: EntryId, chariot: Chariot) -> dict[str, Any]:
    same = (
        "charioteer", "endurance", "tactics", "rattled", "speed", "laps", "wounds", "stack", "used", "has_started",
        "left_first_corner", "out", "place", "trail",
    )  # fmt: skip
    is_placed = chariot.square is not None
    return {name: getattr(chariot, name) for name in same} | {
        "space": chariot.square,
        "finished": race.has_finished(chariot),
        "distance": scoring.distance(race, entry),
        "levels": list(speeds.levels(race, chariot)),
        "steps": [">".join(path) for path in steps.steps_of(race, entry)] if is_placed else [],
        "targets": _targets(race, entry, chariot),
    }


def _targets(race: Race, entry: EntryId, chariot: Chariot) -> list[str]:
    """Return the Attacks that could be made from where a chariot stands, as in ``whip red``."""
    if chariot.square is None or not attacking.may_attack(race, entry):
        return []
    found = attacking.attacks_from(race, entry, chariot.square)
    return [f"{each.kind} {race.chariots[each.rival].colour}" for each, _ in found]
