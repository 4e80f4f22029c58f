"""The ways in which a race of Circus Maximus can end."""

from collections.abc import Iterator, Sequence

from engine.circus_maximus.words.facts import Finished, RaceEnded, TeamRemoved
from engine.circus_maximus.words.state import Race
from engine.facts import Fact
from engine.story import latest

ENDINGS = (
    "one crosses",
    "several cross",
    "photo finish by the drawing",
    "the winner is dragged",
    "a driver dies crossing",
    "a team without a driver is taken off",
    "nobody can finish",
    "everybody is out",
    "men are on the track",
    "allies share the place",
)


def endings_of(race: Race, story: Sequence[Fact]) -> set[str]:
    """Return in which of these ways a race that is over has ended; more than one may fit."""
    return set(_endings(race, story))


def _endings(race: Race, story: Sequence[Fact]) -> Iterator[str]:
    chariots = race.chariots.values()
    crossed = [chariot for chariot in chariots if chariot.status == "finished"]
    if crossed:
        yield "one crosses" if len(crossed) == 1 else "several cross"
    else:
        yield "nobody can finish" if any(chariot.status == "racing" for chariot in chariots) else "everybody is out"
    yield from _how_they_crossed(race, story)
    if any(isinstance(fact, TeamRemoved) for fact in story):
        yield "a team without a driver is taken off"
    if any(chariot.driver == "on foot" for chariot in chariots):
        yield "men are on the track"


def _how_they_crossed(race: Race, story: Sequence[Fact]) -> Iterator[str]:
    ended = latest(story, RaceEnded)
    first = [race.chariots[each.entry] for each in ended.places if each.crossed]
    if len(first) > 1 and first[0].factors_left == first[1].factors_left and first[0].ally is None:
        yield "photo finish by the drawing"
    if first and first[0].driver == "dragged":
        yield "the winner is dragged"
    if any(isinstance(fact, Finished) and race.chariots[fact.entry].status == "out" for fact in story):
        yield "a driver dies crossing"
    if [each.place for each in ended.places[:2]] == [1, 1]:
        yield "allies share the place"
