"""Ave Caesar positions as cases write them: fields left out have sensible values."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

import msgspec

from conformance.positions import entries_of, entry_of, said_of
from engine.ave_caesar.courses import FINISHED, LAST_LAP, CourseName, Direction, Runway, Space, runway
from engine.ave_caesar.data import COPIES, DECK, HAND_SIZE
from engine.ave_caesar.leaders import can_pass, leaders, may_play_six
from engine.ave_caesar.rules.setup import shuffle
from engine.ave_caesar.rules.stalemate import MOST_SWAPS
from engine.ave_caesar.rules.turn import question_for
from engine.ave_caesar.state import Chariot, Options, Race, Status
from records.values import EntryId, Faction

USUAL_HAND = (1, 2, 3)

Count = Annotated[int, msgspec.Meta(ge=0)]
Card = Annotated[int, msgspec.Meta(ge=1, le=6)]


class ChariotSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a chariot in a case. All in all it has 24 cards, unless hand, deck and played say otherwise."""

    space: str | None = None
    crossings: Annotated[int, msgspec.Meta(ge=0, le=FINISHED)] = 1
    coin: bool | None = None  # owed still on the grid and on laps 1 and 2 but in the alley, unless it is said
    hand: list[Card] | None = None  # 1 2 3, unless it is said
    deck: list[Card] | None = None  # next card first; what is left of 24 cards, lowest first
    played: list[Card] | None = None  # what is left where the deck is said, else the lowest that is left
    nonplayer: bool = False
    faction: Count | None = None
    status: Status = "racing"
    place: Annotated[int, msgspec.Meta(ge=1)] | None = None
    left_at: int | None = None
    missed: Count = 0


class RaceSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a race in a case."""

    round: Annotated[int, msgspec.Meta(ge=1)] = 5
    order: list[str] | None = None  # turn order, position 1 first; as the chariots are listed
    missed_streak: Count = 0
    stalemate_swaps: Annotated[int, msgspec.Meta(ge=0, le=MOST_SWAPS)] = 0
    removed: list[str] | None = None  # who is out, in this order; as the chariots are listed


def race_of(options: Options, race: RaceSetting, settings: Mapping[str, ChariotSetting]) -> Race:
    """Return the race of a case in the middle of a round; the first chariot in the turn order is next.

    :raises ValueError: if the position cannot be; the message says why.
    """
    course: CourseName = options.course or "white"
    direction: Direction = options.direction or "clockwise"
    way, entries = runway(course, direction), entries_of(settings)
    chariots = {
        entries[colour]: _chariot_of(way, entries[colour], colour, setting)
        for colour, setting in settings.items()
        for colour, setting in settings.items()
    }
    _check_spaces(chariots)
    return Race(
        chariots,
        options,
        course,
        direction,
        order=_order(race.order, entries),
        round=race.round,
        missed_streak=race.missed_streak,
        stalemate_swaps=race.stalemate_swaps,
        finished=_finished(chariots),
        removed=_removed(race.removed, entries, chariots),
        is_set_up=True,
    )


def _order(written: list[str] | None, entries: Mapping[str, EntryId]) -> list[EntryId]:
    order = [entry_of(entries, "order", colour) for colour in written or entries]
    if sorted(order) != sorted(entries.values()):
        raise ValueError("order: names each chariot once")
    return order


def _chariot_of(way: Runway, number: int, colour: str, setting: ChariotSetting) -> Chariot:
    """Return a chariot as a case describes it.

    :raises ValueError: if it cannot be; the message begins with its colour.
    """
    space = _space(way, colour, setting)
    may_owe = space not in way.alley and setting.crossings < LAST_LAP
    coin = may_owe if setting.coin is None else setting.coin
    if coin and not may_owe:
        raise ValueError(f"{colour}: whoever is in the alley or on lap 3 has paid the coin")
    _check_standing(way, colour, setting)
    hand, deck, played = _cards(colour, setting)
    return Chariot(
        colour,
        None if setting.nonplayer else Faction(number if setting.faction is None else setting.faction),
        setting.nonplayer,
        space,
        FINISHED if setting.status == "finished" else setting.crossings,
        coin,
        shuffled=[*played, *hand, *deck],
        deck=deck,
        hand=hand,
        played=played,
        missed=setting.missed,
        status=setting.status,
        place=setting.place,
        left_at=setting.left_at,
    )


def _check_standing(way: Runway, colour: str, setting: ChariotSetting) -> None:
    """:raises ValueError: if space, crossings, status and place contradict each other."""
    if setting.status != "finished" and setting.crossings == FINISHED:
        raise ValueError(f"{colour}: crossings: {FINISHED} has only a chariot that is finished")
    if setting.status != "racing" and setting.space is not None:
        raise ValueError(f"{colour}: space: a chariot that is {setting.status} has left the board")
    if setting.crossings == 0 and setting.space is not None and setting.space not in way.starts:
        raise ValueError(f"{colour}: crossings: 0 is on the grid only, which is {', '.join(way.starts)}")
    if setting.status != "finished" and setting.place is not None:
        raise ValueError(f"{colour}: place: only a chariot that is finished has one")
    if setting.status != "out" and setting.left_at is not None:
        raise ValueError(f"{colour}: left_at: only a chariot that is out has left somewhere")


def _space(way: Runway, colour: str, setting: ChariotSetting) -> Space | None:
    if setting.status != "racing" and setting.space is None:
        return None
    if setting.space not in way.front:
        raise ValueError(f"{colour}: there is no space {setting.space!r} on the {way.name} course")
    return Space(setting.space)


def _cards(colour: str, setting: ChariotSetting) -> tuple[list[int], list[int], list[int]]:
    """Return hand, deck and the cards played."""
    hand = list(_usual_hand(setting) if setting.hand is None else setting.hand)
    if len(hand) > HAND_SIZE or (hand and setting.nonplayer):
        raise ValueError(f"{colour}: a hand has {HAND_SIZE} cards at most, that of a non-player chariot none")
    known = [*hand, *(setting.deck or ()), *(setting.played or ())]
    left = list((Counter(DECK) - Counter(known)).elements())
    if max(Counter(known).values(), default=0) > COPIES:
        raise ValueError(f"{colour}: there are only {COPIES} cards of each value")
    played, deck = setting.played, setting.deck
    if played is None and deck is not None:
        played = left
    elif played is None:
        played, left = ([], left) if setting.crossings == 0 else (left[:1], left[1:])
    return hand, list(left if deck is None else deck), list(played)


def _usual_hand(setting: ChariotSetting) -> tuple[int, ...]:
    return () if setting.nonplayer or setting.status != "racing" else USUAL_HAND


def _check_spaces(chariots: Mapping[EntryId, Chariot]) -> None:
    for space, standing in Counter(chariot.space for chariot in chariots.values() if chariot.space).items():
        if standing > 1:
            raise ValueError(f"two chariots stand on {space}")


def _finished(chariots: Mapping[EntryId, Chariot]) -> list[EntryId]:
    finished = {chariot.place: entry for entry, chariot in chariots.items() if chariot.status == "finished"}
    places = sorted(place for place in finished if place is not None)
    if places != list(range(1, sum(chariot.status == "finished" for chariot in chariots.values()) + 1)):
        raise ValueError("each chariot that has finished has a `place` of its own, beginning with 1")
    return [finished[place] for place in places]


def _removed(
    written: list[str] | None, entries: Mapping[str, EntryId], chariots: Mapping[EntryId, Chariot]
) -> list[EntryId]:
    out = [entry for entry, chariot in chariots.items() if chariot.status == "out"]
    removed = out if written is None else [entry_of(entries, "removed", colour) for colour in written]
    if sorted(removed) != sorted(out):
        raise ValueError("`removed` are the chariots that are out")
    return removed


def shuffling_dice(first: Sequence[int]) -> list[int]:
    """Return the dice that shuffle a deck so that it begins with these cards; the rest lies lowest first.

    :raises ValueError: if a deck has not so many of a card.
    """
    left = Counter(DECK)
    left.subtract(first)
    if min(left.values()) < 0 or set(left) - set(DECK):
        raise ValueError(f"no deck begins with {' '.join(map(str, first))}")
    wanted, deck, dice = [*first, *left.elements()], list(DECK), []
    for last in range(len(deck) - 1, 0, -1):
        at = deck.index(wanted[last])
        deck[last], deck[at] = deck[at], deck[last]
        dice.append(at + 1)
    assert shuffle(dice) == wanted, "the rules shuffle as before"
    return dice


# What can be said of a position


def fields_of(race: Race, name: str) -> dict[str, Any]:
    """Return all that a case may expect of a chariot, or of ``race``.

    :raises ValueError: if there is no such chariot.
    """
    return said_of(race, name, _race_fields, _chariot_fields)


def _race_fields(race: Race) -> dict[str, Any]:
    same = ("course", "direction", "round", "missed_streak", "stalemate_swaps", "is_set_up", "is_over")
    return {name: getattr(race, name) for name in same} | {
        "order": _colours(race, race.order),
        "finished": _colours(race, race.finished),
        "removed": _colours(race, race.removed),
        "leaders": _colours(race, leaders(race)),
    }


def _colours(race: Race, entries: Iterable[EntryId]) -> list[str]:
    return [race.chariots[entry].colour for entry in entries]


def _chariot_fields(race: Race, entry: EntryId, chariot: Chariot) -> dict[str, Any]:
    same = ("space", "crossings", "coin", "deck", "played", "moves_made", "missed", "status", "place", "left_at")
    return {
        **{name: getattr(chariot, name) for name in same},
        "hand": sorted(chariot.hand),
        "nonplayer": chariot.is_nonplayer,
        "points_left": chariot.points_left,
        "cards_left": len(chariot.hand) + len(chariot.deck),
        **_standing_fields(race, entry, chariot),
    }


def _standing_fields(race: Race, entry: EntryId, chariot: Chariot) -> dict[str, Any]:
    """Return the fields that follow from a chariot's space; none of them where it stands nowhere."""
    if chariot.space is None or chariot.status != "racing":
        return dict.fromkeys(("pos", "remaining", "leads", "may_play_six", "can_pass", "ends"))
    way, ahead = runway(race.course, race.direction), leaders(race)
    question = question_for(race, entry)
    return {
        "pos": way.pos(chariot.space, chariot.crossings),
        "remaining": way.remaining.get((chariot.space, chariot.crossings, chariot.coin)),
        "leads": entry in ahead,
        "may_play_six": may_play_six(race, entry),
        "can_pass": bool(ahead) and entry not in ahead and can_pass(race, entry, ahead),
        "ends": [f"{card} -> {' '.join(question.ends(card))}" for card in question.cards],
    }
