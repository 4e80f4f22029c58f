"""The end of a Chariot Race: places, the deciding moment, awards, and each driver's dice against their odds."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from math import comb

from engine.chariot_race.data import FACES, LAPS, Face
from engine.chariot_race.facts import (
    CornerTaken,
    DiceFell,
    JavelinThrown,
    Placing,
    RaceEnded,
    Rammed,
    SpeedFell,
    TurnBegan,
    Wrecked,
)
from engine.chariot_race.track import FINISH
from engine.chariot_race.views import RaceView
from engine.chariot_race.worth import SPACE
from engine.facts import Fact
from engine.story import latest
from records.values import EntryId
from words.chariot_race.glance import result_sentence
from words.chariot_race.story import WHY_WRECKED
from words.shared.results import Chance, Place, Result, award, best_start, lead_for_good, luck_awards
from words.shared.telling import count
from words.shared.words import Names

FAST = 4
"""Speed from which on a sprint is unwelcome: the rules' own driver rolls it again there (rule F)."""


def result(ends: Sequence[RaceView], facts: Sequence[Fact], names: Names) -> Result:
    """Return the result of a race.

    :param ends: the public view at the end of each round.
    :param facts: of the whole race.
    """
    ended = latest(facts, RaceEnded)
    wrecks = {fact.entry: fact for fact in facts if isinstance(fact, Wrecked)}
    lead = max((each.pos for each in ended.ranking if each.place is not None), default=0)
    places = tuple(Place(each.entry, each.place, _note(each, lead)) for each in ended.ranking)
    awards = (*_awards(ends, facts, names), *luck_awards(chances(facts), names))
    stories = {each.entry: _story(each, lead, wrecks.get(each.entry)) for each in ended.ranking}
    length = f"{count(LAPS, 'lap')}, {count(ended.round, 'round')}"
    title = result_sentence(ended, names)
    return Result(title, places, length, _decisive(ends, ended.winners, names), awards, stories)


def _note(placing: Placing, lead: int) -> str:
    if placing.place is None:
        return "wrecked"
    if placing.pos > FINISH:
        return "home"
    return f"{count(round((lead - placing.pos) / SPACE), 'space')} behind"


def _story(placing: Placing, lead: int, wreck: Wrecked | None) -> str:
    """Return in a sentence, told to its driver, how a chariot's race went."""
    if wreck is not None:
        return f"Your chariot did not reach the finish: {WHY_WRECKED[wreck.why]}."
    if placing.pos > FINISH:
        return f"You crossed the line, {count(round((placing.pos - FINISH) / SPACE), 'space')} beyond it."
    return f"You were {count(round((lead - placing.pos) / SPACE), 'space')} behind at the end."


# What decided it


def _leader(view: RaceView) -> EntryId | None:
    return next((each.entry for each in view.ranked() if each.is_alive), None)


def _decisive(ends: Sequence[RaceView], winners: Sequence[EntryId], names: Names) -> str:
    """Return when the winner took the lead for good, and over whom."""
    rounds = [view for view in ends if view.round]
    if len(winners) != 1 or not rounds:
        return ""
    return lead_for_good(rounds, winners[0], _leader, names)


def _awards(ends: Sequence[RaceView], facts: Sequence[Fact], names: Names) -> Iterator[str]:
    """Yield who did most of something, if anybody did."""
    yield from best_start(ends, _leader, names)
    rams = Counter(fact.entry for fact in facts if isinstance(fact, Rammed))
    hits = Counter(fact.entry for fact in facts if isinstance(fact, JavelinThrown))
    corners: Counter[EntryId] = Counter()
    for fact in facts:
        if isinstance(fact, CornerTaken):
            corners[fact.entry] += fact.points
    yield from award("💥 Most rams", rams, names, partial(count, thing="ram"))
    yield from award("🎯 Most javelins", hits, names, partial(count, thing="hit"))
    yield from award("↩️ Boldest in corners", corners, names, lambda points: f"{points} health lost there")


# Luck


def chances(facts: Sequence[Fact], _options: object = None) -> list[Chance]:
    """Return the first roll of each turn against its odds: sprints when fast, and fortuna faces."""
    found: list[Chance] = []
    speeds: dict[EntryId, int] = {}
    for fact in facts:
        match fact:
            case TurnBegan() | SpeedFell():
                speeds[fact.entry] = fact.speed
            case DiceFell(why="roll"):
                if speeds.get(fact.entry, 0) >= FAST:
                    found.append(_chance(fact, "sprint", f"sprints at speed {speeds[fact.entry]}", is_welcome=False))
                found.append(_chance(fact, "fortuna", "fortuna faces", is_welcome=True))
    return found


def _chance(fact: DiceFell, face: Face, what: str, *, is_welcome: bool) -> Chance:
    dice, times = len(fact.faces), fact.faces.count(face)
    exactly = [_of(face, dice, number) for number in range(dice + 1)]
    better = sum(exactly[times + 1 :] if is_welcome else exactly[:times], Fraction())
    return Chance(fact.entry, f"{what} with {dice} dice", str(times) if times else "none", better, exactly[times])


def _of(face: Face, dice: int, times: int) -> Fraction:
    """Return the chance that exactly so many of some dice show a face (9.1)."""
    share = Fraction(FACES.count(face), len(FACES))
    return comb(dice, times) * share**times * (1 - share) ** (dice - times)
