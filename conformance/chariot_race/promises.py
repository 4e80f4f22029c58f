"""Promises that hold in a Chariot Race at every question, and the ways in which one can end."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

from conformance.promises import broken_with_end
from engine.chariot_race.data import MOST_ROUNDS, SUPPLY
from engine.chariot_race.facts import Placing, RaceEnded, Wrecked
from engine.chariot_race.state import Chariot, Race
from engine.chariot_race.track import FINISH, FRONT, LAP, heaps
from engine.facts import Fact

ENDINGS = (
    "one crosses",
    "several cross",
    "shared win",
    "everybody is wrecked",
    "the last round",
    "a finisher is wrecked",
)


def broken_by(race: Race) -> list[str]:
    """Return the broken promises in words; normally there are none."""
    return [
        *_wrong_with_board(race),
        *(wrong for chariot in race.chariots.values() for wrong in _wrong_with(race, chariot)),
    ]


def _wrong_with_board(race: Race) -> Iterator[str]:
    held = Counter(chariot.square for chariot in race.chariots.values() if chariot.square is not None)
    yield from (f"{square} is held by {count}" for square, count in held.items() if count > 1)
    if len(set(race.caltrops)) != len(race.caltrops) or len(race.caltrops) + race.supply != SUPPLY:
        yield f"markers: {race.caltrops} and {race.supply}"
    if race.round > MOST_ROUNDS or race.wrecks != len(race.chariots) - len(race.alive()):
        yield f"round {race.round}, {race.wrecks} wrecks"


def _wrong_with(race: Race, chariot: Chariot) -> Iterator[str]:
    sheet, name = chariot.sheet, chariot.colour
    ranges = {"damage": sheet.damage_max, "speed": sheet.speed_max, "fate": sheet.fate_max}
    yield from (f"{name}: {field}" for field, most in ranges.items() if not 0 <= getattr(chariot, field) <= most)
    if chariot.is_alive != (chariot.damage > 0) or (
        race.is_set_up and chariot.is_alive != (chariot.square is not None)
    ):
        yield f"{name}: a wreck, and none"
    if chariot.square in heaps(race.track):
        yield f"{name}: in a heap"
    if chariot.square is not None and (chariot.pos - FRONT[chariot.square]) % LAP:
        yield f"{name}: at {chariot.pos} on {chariot.square}"


def broken_at_end(race: Race, story: Sequence[Fact]) -> list[str]:
    """Return in words the broken promises of a race that is over (10)."""
    return broken_with_end(story, RaceEnded, partial(_wrong_with_end, race))


def _wrong_with_end(race: Race, ended: RaceEnded) -> Iterator[str]:
    alive = [placing for placing in ended.ranking if placing.place is not None]
    if [placing.place for placing in alive] != [1 + _ahead(alive, placing) for placing in alive]:
        yield f"places in disorder: {ended.ranking}"
    if sorted(placing.entry for placing in ended.ranking) != sorted(race.chariots):
        yield "a chariot is ranked twice, or not at all"
    if bool(ended.winners) != bool(race.alive()):
        yield f"winners: {ended.winners}, alive: {race.alive()}"
    if race.round < race.options.most_rounds and alive and alive[0].pos <= FINISH:
        yield "nobody is across the line"


def _ahead(alive: Sequence[Placing], one: Placing) -> int:
    return sum(other.pos > one.pos for other in alive)


def endings_of(race: Race, story: Sequence[Fact]) -> set[str]:
    """Return in which of these ways a race that is over has ended; more than one may fit."""
    return set(_endings(race, story))


def _endings(race: Race, story: Sequence[Fact]) -> Iterator[str]:
    finished = [entry for entry in race.alive() if race.chariots[entry].has_finished]
    if finished:
        yield "one crosses" if len(finished) == 1 else "several cross"
    else:
        yield "the last round" if race.alive() else "everybody is wrecked"
    if sum(chariot.place == 1 for chariot in race.chariots.values()) > 1:
        yield "shared win"
    wrecked = [fact.entry for fact in story if isinstance(fact, Wrecked)]
    if any(race.chariots[entry].pos > FINISH for entry in wrecked):
        yield "a finisher is wrecked"
