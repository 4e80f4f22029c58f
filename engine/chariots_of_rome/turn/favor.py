"""The Favor of the Gods: the Fate die before the first turn of a round, and Jupiter's cards (P3, 16.3)."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from engine.chariots_of_rome.harm import harm, piles
from engine.chariots_of_rome.harm.changes import calm, gain_endurance, gain_tactics, pay_endurance, pay_tactics
from engine.chariots_of_rome.position.silence import THUNDER_FROM, default_benefit, default_debris
from engine.chariots_of_rome.printed.board import Track
from engine.chariots_of_rome.printed.data import FATE_FACES, FATES, MOST_DEBRIS, TRI, FateId, God
from engine.chariots_of_rome.words.answers import PlaceDebris, TakeBenefit, Use
from engine.chariots_of_rome.words.facts import (
    BenefitChosen,
    DebrisPlaced,
    FateDrawn,
    FateObeyed,
    GodSpoke,
    Healed,
    InitiativeReversed,
    SandCleared,
)
from engine.chariots_of_rome.words.questions import ChooseBenefit, ObeyFate, PlaceMarker
from engine.chariots_of_rome.words.state import Race
from engine.questions import Ask, Play
from engine.table import Table
from records.values import EntryId, Square

LEAST_LANES = 3
"""At a rank with fewer lanes no Debris marker is laid (16.3)."""

KEPT_CLEAR = 3
"""Spaces behind a Debris marker in which no chariot may stand as it is laid (16.3)."""


def roll(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """Roll the Fate die and apply it (P3).

    :param entry: whose Initiative card is the first of the round.
    """
    race.stage = "favor"
    rolled = table.roll(entry, "fate", "4", count=1, sides=len(FATE_FACES))
    race.god = rolled.total
    god = FATE_FACES[rolled.total - 1]
    table.tell(GodSpoke(entry, god))
    if god == "jupiter":
        yield from draw_fate(race, table, entry)
        return
    for each in race.order():
        yield from _bless(race, table, each, god)


def _bless(race: Race, table: Table, entry: EntryId, god: God) -> Play[None]:
    """Give a chariot a god's gift; C15 may take another's (P3, 16.2)."""
    chariot = race.chariots[entry]
    if chariot.can("C15"):
        answer: TakeBenefit = yield Ask(entry, ChooseBenefit(god), default_benefit(chariot, god))
        god = answer.god
        table.tell(BenefitChosen(entry, god))
    if god == "neptune":
        gain_endurance(race, table, entry, 1, "god")
    elif god == "minerva":
        calm(race, table, entry, 1, "god")
    else:
        gain_tactics(race, table, entry, 1, "god")


def draw_fate(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """Reveal the top Fate card, resolve it and discard it (P3)."""
    card = piles.next_fate(race)
    lasts = FATES[card].lasts
    table.tell(FateDrawn(entry, card, lasts))
    if lasts:
        race.effects.append(card)
    else:
        yield from _IMMEDIATE[card](race, table, entry)
    piles.discard_fate(race, table, card)


# What immediate cards do (16.3)

Effect = Callable[[Race, Table, EntryId], Play[None]]


def _still(race: Race) -> list[EntryId]:
    """Return the surviving chariots, the leader first (R45)."""
    return race.order()


def _buckets(race: Race, table: Table, _entry: EntryId) -> Play[None]:
    """F06: an Endurance to each whose level is not III."""
    for each in _still(race):
        if race.chariots[each].speed < 3:
            gain_endurance(race, table, each, 1, "fate")
    yield from ()


def _thunder(race: Race, table: Table, _entry: EntryId) -> Play[None]:
    """F07: a Rattled to each, unless they pay a Tactics."""
    for each in _still(race):
        chariot = race.chariots[each]
        if not chariot.is_alive:
            continue
        answer = Use(False)
        if chariot.tactics:
            answer = yield Ask(each, ObeyFate("F07"), Use(chariot.rattled >= THUNDER_FROM))
            table.tell(FateObeyed(each, "F07", answer.yes))
        if answer.yes:
            pay_tactics(race, table, each, 1, "fate")
        else:
            yield from harm.rattle(race, table, each, 1, "fate")


def _debris(card: FateId) -> Effect:
    """F08, F09: the driver with the first card lays a Debris marker."""

    def effect(race: Race, table: Table, entry: EntryId) -> Play[None]:
        if len(race.debris) >= MOST_DEBRIS:
            return
        legal = debris_spaces(race)
        if not legal:
            return
        leader = race.chariots[race.order()[0]].square
        assert leader is not None, "who leads is on the track"
        answer = PlaceDebris(default_debris(race.board, leader, legal))
        if len(legal) > 1:
            answer = yield Ask(entry, PlaceMarker(card, legal), answer)
        race.debris = sorted([*race.debris, answer.square])
        table.tell(DebrisPlaced(entry, answer.square))

    return effect


def debris_spaces(race: Race) -> tuple[Square, ...]:
    """Return where a Debris marker may be laid, in the order of the track (16.3)."""
    board = race.board
    return tuple(
        square
        for square, space in board.spaces.items()
        if not board.corner[square]
        and harm.obstacle_on(race, square) is None
        and _lanes_at(board, space.section, space.rank) >= LEAST_LANES
        and not any(race.standing(behind) is not None for behind in _behind(board, square))
    )


def _lanes_at(board: Track, section: int, rank: int) -> int:
    missing = board.sections[section].missing
    return board.lanes - sum(first <= rank <= last for _, first, last in missing)


def _behind(board: Track, square: Square) -> list[Square]:
    spaces: list[Square] = []
    at: Square | None = square
    for _ in range(KEPT_CLEAR):
        at = board.back[at] if at else None
        spaces += [at] if at else []
    return spaces


def _cabbages(race: Race, table: Table, _entry: EntryId) -> Play[None]:
    """F10: the leader draws a Whip card."""
    yield from harm.draw(race, table, race.order()[0], 1, harm.Cause("fate", "whip"))


def _straggler(race: Race, table: Table, _entry: EntryId) -> Play[None]:
    """F11: an Endurance and two Tactics to the last."""
    last = race.order()[-1]
    gain_endurance(race, table, last, 1, "fate")
    gain_tactics(race, table, last, 2, "fate")
    yield from ()


def _caesar(race: Race, table: Table, _entry: EntryId) -> Play[None]:
    """F12: two Tactics to each with the fewest."""
    fewest = min(race.chariots[each].tactics for each in race.alive())
    for each in [each for each in _still(race) if race.chariots[each].tactics == fewest]:
        gain_tactics(race, table, each, 2, "fate")
    yield from ()


def _nemesis(race: Race, table: Table, _entry: EntryId) -> Play[None]:
    """F13: two Tactics results for the leader."""
    leader = race.order()[0]
    for _ in range(2):
        if race.chariots[leader].is_alive:
            yield from harm.lose_tactics(race, table, leader, "fate")


def _vulcan(race: Race, table: Table, _entry: EntryId) -> Play[None]:
    """F16: a Danger card for each with three Rattled or more as it is drawn."""
    for each in [each for each in _still(race) if race.chariots[each].rattled >= 3]:
        if race.chariots[each].is_alive:
            yield from harm.draw(race, table, each, harm.danger_cards(race, 1), harm.Cause("fate", "danger"))


def _aesculapius(race: Race, table: Table, _entry: EntryId) -> Play[None]:
    """F20: wounds heal; of the unwounded each loses a Rattled."""
    for each in _still(race):
        chariot = race.chariots[each]
        if chariot.wounds:
            chariot.wounds = 0
            table.tell(Healed(each))
        else:
            calm(race, table, each, 1, "fate")
    yield from ()


def _janus(race: Race, table: Table, _entry: EntryId) -> Play[None]:
    """F21: the Initiative cards not yet revealed are turned round."""
    race.initiative.reverse()
    table.tell(InitiativeReversed(len(race.initiative)))
    yield from ()


def _fortuna(race: Race, table: Table, _entry: EntryId) -> Play[None]:
    """F22: a gift by the Tri die to each."""
    for each in _still(race):
        face = table.roll(each, "fortuna", "F22", count=1, sides=TRI).total
        if face == 1:
            gain_endurance(race, table, each, 1, "fate")
        elif face == 2:
            gain_tactics(race, table, each, 1, "fate")
        else:
            calm(race, table, each, 1, "fate")
    yield from ()


def _slaves(race: Race, table: Table, _entry: EntryId) -> Play[None]:
    """F23: wrecks and debris are taken off."""
    table.tell(SandCleared(tuple(sorted(race.wrecks)), tuple(race.debris)))
    race.wrecks, race.debris = {}, []
    yield from ()


def _bargain(race: Race, table: Table, _entry: EntryId) -> Play[None]:
    """F28: each may pay an Endurance, never the last, for two Tactics."""
    for each in _still(race):
        if race.chariots[each].endurance < 2:
            continue
        answer: Use = yield Ask(each, ObeyFate("F28"), Use(False))
        table.tell(FateObeyed(each, "F28", answer.yes))
        if answer.yes:
            pay_endurance(race, table, each, "fate")
            gain_tactics(race, table, each, 2, "fate")


_IMMEDIATE: Mapping[FateId, Effect] = MappingProxyType(
    {
        "F06": _buckets,
        "F07": _thunder,
        "F08": _debris("F08"),
        "F09": _debris("F09"),
        "F10": _cabbages,
        "F11": _straggler,
        "F12": _caesar,
        "F13": _nemesis,
        "F16": _vulcan,
        "F20": _aesculapius,
        "F21": _janus,
        "F22": _fortuna,
        "F23": _slaves,
        "F28": _bargain,
    }
)
