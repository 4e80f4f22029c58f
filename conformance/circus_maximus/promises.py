"""Promises that hold in a race of Circus Maximus at every question, and at its end."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations

from conformance.promises import broken_with_end
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.words.facts import RaceEnded
from engine.circus_maximus.words.state import Chariot, Race
from engine.facts import Fact
from records.values import EntryId, Square

Pair = frozenset[EntryId]


class Promises:
    """Promises held against one race, look after look.

    Two may share a square only where one came to lie on the other, which could not move then (II.8.9, EP-7). They share
    it until one drives on.
    """

    def __init__(self) -> None:
        self._passable: set[EntryId] = set()
        self._sharing: set[Pair] = set()

    def broken_by(self, race: Race) -> list[str]:
        """Return the broken promises in words; normally there are none."""
        return [
            *self._squares_held_twice(race),
            *_obstacles_off_the_board(race),
            *(wrong for chariot in race.chariots.values() for wrong in _wrong_with(chariot)),
        ]

    def _squares_held_twice(self, race: Race) -> Iterator[str]:
        """6.23: one team or car in a square."""
        passable, shared = _passable(race), _shared(race)
        excused = passable | self._passable
        for square, pair in shared:
            if pair not in self._sharing and not pair & excused:
                yield f"{square} is held by {' and '.join(map(str, sorted(pair)))}"
        self._passable, self._sharing = passable, {pair for _, pair in shared}


def _passable(race: Race) -> set[EntryId]:
    """Return the chariots that may share a square now: those that cannot move, and those that lie on one (II.8.9)."""
    if not edition_of(race.options).drives_over_standing:
        return set()
    return {entry for entry, each in race.chariots.items() if each.is_stationary or each.crossing is not None}


def _shared(race: Race) -> list[tuple[Square, Pair]]:
    """Return each square that two chariots hold, with them."""
    held: dict[Square, list[EntryId]] = defaultdict(list)
    for entry, chariot in race.chariots.items():
        if chariot.is_on_track and chariot.square:
            held[chariot.square].append(entry)
            if chariot.has_car:
                held[TRACK.behind[chariot.square]].append(entry)
    return [(square, frozenset(pair)) for square, those in held.items() for pair in combinations(those, 2)]


def _obstacles_off_the_board(race: Race) -> Iterator[str]:
    for obstacle in race.obstacles:
        if obstacle.square not in TRACK.lane:
            yield f"an obstacle lies on {obstacle.square!r}"


def broken_at_end(race: Race, story: Sequence[Fact]) -> list[str]:
    """Return in words the broken promises of a race that is over (10, 13)."""
    return broken_with_end(story, RaceEnded, partial(_wrong_with_end, race))


def _wrong_with_end(race: Race, ended: RaceEnded) -> Iterator[str]:
    places = [each.place for each in ended.places]
    crossed = [each.crossed for each in ended.places]
    finished = {entry for entry, chariot in race.chariots.items() if chariot.status == "finished"}
    if places != sorted(places) or (places and places[0] != 1):
        yield f"places in disorder: {places}"
    if race.options.no_horse_ram:  # who has won may be one who has not crossed (EA-32)
        crossed = crossed[1:]
    if not race.options.teams and (len(set(places)) < len(places) or crossed != sorted(crossed, reverse=True)):
        yield f"places shared, or ahead of those who crossed: {ended.places}"
    if {each.entry for each in ended.places if each.crossed} != finished or ended.has_winner > bool(places):
        yield f"crossed: {sorted(finished)}, placed: {ended.places}"
    if race.pending_wrecks or race.phase is not None:
        yield "something is under way still"


def _wrong_with(chariot: Chariot) -> Iterator[str]:
    for what, is_so in (*_amounts(chariot), *_standing(chariot)):
        if not is_so:
            yield f"{chariot.colour}: {what}"


def _amounts(chariot: Chariot) -> Iterator[tuple[str, bool]]:
    """Sums that cannot be (A9, A15)."""
    yield "endurance", 0 <= chariot.endurance <= chariot.endurance_start
    yield "hits", 0 <= chariot.hits <= chariot.hits_start
    yield "jostle", chariot.jostle <= 0
    yield "injuries", all(0 <= horse.injury <= horse.original for horse in chariot.horses)
    yield "living horses", all(horse.state != "alive" or horse.speed > 0 for horse in chariot.horses)
    yield "debts", min(chariot.penalty, chariot.evade_debit, chariot.gain_must, chariot.gain_may) >= 0
    yield "losses", min(chariot.decline, chariot.slowed, chariot.no_strain, chariot.straight_phases) >= 0
    yield "inside wheel", 0 <= chariot.wheels.inside <= chariot.boxes_inside
    yield "outside wheel", 0 <= chariot.wheels.outside <= chariot.boxes_outside
    yield "written", chariot.written is None or chariot.written >= 0


def _standing(chariot: Chariot) -> Iterator[tuple[str, bool]]:
    """The places of chariot and driver, and that all values on them agree (11, 15 to 17)."""
    driver = chariot.driver
    yield "square", chariot.square in TRACK.lane or not chariot.square
    yield "driver who is dragged", (driver == "dragged") == (chariot.dragging is not None)
    yield "driver on foot", (driver == "on foot") == (chariot.runner is not None)
    yield "racing without a driver", chariot.status != "racing" or driver == "in car"
    yield "racing without a car", chariot.status != "racing" or chariot.has_car
    yield "driver in a team that ran away", chariot.status not in ("runaway", "halted") or driver != "in car"
    yield "a halted team's dead horse", chariot.status != "halted" or chariot.is_held or chariot.stands_at_zero
    yield "a runaway team's horses", chariot.status != "runaway" or not chariot.is_held
    yield "death without a cause", driver != "dead" or chariot.hits == 0
    yield (
        "hits of a living driver",
        driver == "dead" or chariot.hits > 0 or not chariot.hits_start or not chariot.is_on_track,
    )
