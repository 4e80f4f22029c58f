"""Promises that hold in Chariots of Rome at every question, and the ways in which one can end."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

from conformance.promises import broken_with_end
from engine.chariots_of_rome.printed.data import (
    ACTIONS,
    FATAL_RATTLED,
    FATAL_WOUNDS,
    FATES,
    MOST_DEBRIS,
    MOST_ENDURANCE,
    MOST_TACTICS,
)
from engine.chariots_of_rome.words.facts import Eliminated, LineCrossed, Placing, RaceEnded
from engine.chariots_of_rome.words.state import Chariot, Race
from engine.facts import Fact

ENDINGS = (
    "one finishes",
    "several finish",
    "the last survivor",
    "the last team",
    "the last round",
    "a finisher is pushed back",
    "somebody goes out",
)


_ACTIONS, _FATES = frozenset(ACTIONS), frozenset(FATES)


def broken_by(race: Race) -> list[str]:
    """Return the broken promises in words; normally there are none."""
    return [
        *_wrong_with_board(race),
        *_wrong_with_cards(race),
        *(wrong for chariot in race.chariots.values() for wrong in _wrong_with(race, chariot)),
    ]


def _wrong_with_board(race: Race) -> Iterator[str]:
    standing = [chariot.square for chariot in race.chariots.values() if chariot.square is not None]
    held = Counter([*standing, *race.wrecks, *race.debris])
    # A chain passes over obstacles: while a corner is entered on the way, whoever drives stands on one.
    driven = race.chariots[race.active].square if race.active is not None and race.stage == "driving" else None
    yield from (f"{square} is held by {count}" for square, count in held.items() if count > 1 + (square == driven))
    if len(race.debris) > MOST_DEBRIS or race.out != len(race.chariots) - len(race.alive()):
        yield f"debris {race.debris}, {race.out} out"
    if race.round > race.options.last_round:
        yield f"round {race.round}"


def _wrong_with_cards(race: Race) -> Iterator[str]:
    """Yield cards that are in two places. One that is being applied, or waits for its chariot, is in none."""
    stacked = [card for chariot in race.chariots.values() for card in chariot.cards]
    actions, fates = [*race.actions, *race.action_discard, *stacked], [*race.fates, *race.fate_discard]
    if race.is_set_up and not (_ACTIONS.issuperset(actions) and _FATES.issuperset(fates)):
        yield "cards that do not exist"
    yield from (f"{card} is there {count} times" for card, count in _repeated([*actions, *fates]))
    if any(entry in race.revealed or not race.chariots[entry].is_alive for entry in race.initiative):
        yield f"Initiative cards {race.initiative} after {race.revealed}"


def _repeated(cards: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Yield the things there several times, and how often; to count takes long, and there is hardly ever any."""
    if len(set(cards)) < len(cards):
        yield from ((card, count) for card, count in Counter(cards).items() if count > 1)


def _wrong_with(race: Race, chariot: Chariot) -> Iterator[str]:
    name = chariot.colour
    ranges = (
        ("endurance", 0, chariot.endurance, MOST_ENDURANCE),
        ("tactics", 0, chariot.tactics, MOST_TACTICS),
        ("speed", 0, chariot.speed, 3),
        ("laps", -1, chariot.laps, race.options.laps),
    )
    yield from (f"{name}: {field} {now}" for field, least, now, most in ranges if not least <= now <= most)
    if chariot.stack != len(chariot.cards):
        yield f"{name}: {chariot.stack} cards, and {chariot.cards}"
    is_fit = chariot.endurance > 0 and chariot.rattled < FATAL_RATTLED and chariot.wounds < FATAL_WOUNDS
    if chariot.is_alive != is_fit:
        yield f"{name}: out, and not"
    if chariot.square is not None and not (chariot.is_alive and chariot.square in race.board.spaces):
        yield f"{name}: on {chariot.square}"


def broken_at_end(race: Race, story: Sequence[Fact]) -> list[str]:
    """Return in words the broken promises of a race that is over (13)."""
    return broken_with_end(story, RaceEnded, partial(_wrong_with_end, race))


def _wrong_with_end(race: Race, ended: RaceEnded) -> Iterator[str]:
    placed = [placing for placing in ended.ranking if placing.place is not None]
    if [placing.place for placing in placed] != list(range(1, len(race.alive()) + 1)):
        yield f"places in disorder: {ended.ranking}"
    if sorted(placing.entry for placing in ended.ranking) != sorted(race.chariots):
        yield "a chariot is ranked twice, or not at all"
    if ended.winner != ended.ranking[0].entry:
        yield f"{ended.winner} has won"
    if ended.why == "finish" and placed != sorted(placed, key=_by_distance):
        yield f"not by distance: {placed}"
    nowhere = [chariot.colour for chariot in race.chariots.values() if chariot.is_alive and not chariot.square]
    if nowhere:
        yield f"{nowhere} lie nowhere"


def _by_distance(placing: Placing) -> int:
    return 1 if placing.distance is None else -placing.distance


def endings_of(race: Race, story: Sequence[Fact]) -> set[str]:
    """Return in which of these ways a race that is over has ended; more than one may fit."""
    return set(_endings(race, story))


def _endings(race: Race, story: Sequence[Fact]) -> Iterator[str]:
    ended = next(fact for fact in story if isinstance(fact, RaceEnded))
    finished = sum(placing.distance is not None for placing in ended.ranking)
    if ended.why == "finish":
        yield "one finishes" if finished == 1 else "several finish"
    else:
        yield f"the {ended.why}"
    laps = race.options.laps
    if any(isinstance(fact, LineCrossed) and not fact.forwards and fact.laps == laps - 1 for fact in story):
        yield "a finisher is pushed back"
    if any(isinstance(fact, Eliminated) for fact in story):
        yield "somebody goes out"
