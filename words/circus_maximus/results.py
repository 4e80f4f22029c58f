"""The end of a Circus Maximus race: places, what decided it, awards, and each decisive roll against its odds."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product

from engine.circus_maximus.printed.odds import OF_THREE, THREE_DICE
from engine.circus_maximus.printed.tables import car_damage, corner_strain
from engine.circus_maximus.seen.gaps import gap
from engine.circus_maximus.seen.series import results
from engine.circus_maximus.seen.views import ChariotView, RaceView
from engine.circus_maximus.words.facts import (
    CarsDamaged,
    CornerCode,
    CornerStrained,
    CornerTaken,
    Flipped,
    RaceEnded,
    Rammed,
    TurnBegan,
)
from engine.game import Fact, Rolled
from records.values import EntryId
from words.circus_maximus.story.driving import CORNER_WORDS
from words.shared.results import Chance, Place, Result, luck_awards
from words.shared.telling import count
from words.shared.words import Names

_CORNERS: tuple[CornerCode, ...] = ("-", "S", "SS", "J", "LH", "RH", "FP")
"""What may come of a corner, the best first."""

_RAMS = ("defender", "none", "both", "attacker")
"""Whose car a ram may damage, the best for the attacker first."""

_RAMMED: Mapping[str, str] = {
    "defender": "only the other car damaged",
    "none": "no car damaged",
    "both": "both cars damaged",
    "attacker": "only the own car damaged",
}


def result(ends: Sequence[RaceView], facts: Sequence[Fact], names: Names) -> Result:
    """Return how a race ended.

    :param ends: what everybody saw at the end of each turn.
    :param facts: of the whole race.
    """
    last = ends[-1]
    ended = next((fact for fact in reversed(facts) if isinstance(fact, RaceEnded)), None)
    placed = results(last)
    places = tuple(Place(each.entry, each.place, _note(last.chariot(each.entry), ended)) for each in placed)
    winners = [names[each.entry] for each in placed if each.place == 1]
    title = f"🏆 {' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}!" if winners else "🏁 Nobody wins."
    length = f"{count(last.laps, 'lap')}, {count(last.turn, 'turn')}"
    awards = [*_best_start(ends, names), *_most_rams(facts, names), *luck_awards(chances(facts), names)]
    fates = {each.entry: _fate(last, each.entry, each.place, facts) for each in placed}
    return Result(title, places, length, _decisive(ends, facts, names), tuple(awards), fates)


def _note(chariot: ChariotView, ended: RaceEnded | None) -> str:
    placing = next((each for each in ended.places if each.entry == chariot.entry), None) if ended else None
    if placing is not None and placing.crossed:
        return f"home with {count(placing.factors_left, 'factor')} to spare"
    return "on the track" if placing is not None else "out"


def _fate(last: RaceView, entry: EntryId, place: int | None, facts: Sequence[Fact]) -> str:
    """Return in a sentence, told to its driver, how a chariot's race went."""
    chariot = last.chariot(entry)
    rams = sum(isinstance(fact, Rammed) and fact.entry == entry and fact.kind == "ram" for fact in facts)
    rammed = f" You rammed {count(rams, 'time')}." if rams else ""
    flip = next((fact for fact in reversed(facts) if isinstance(fact, Flipped) and fact.entry == entry), None)
    if place is None:
        return ("Your chariot turned over." if flip is not None else "Your chariot did not reach the line.") + rammed
    if chariot.status == "finished":
        return f"You crossed the line with {count(chariot.factors_left, 'factor')} to spare.{rammed}"
    first = last.chariot(results(last)[0].entry)
    behind = gap(first, chariot) if first.square is not None else None
    away = f"{count(behind, 'square')} behind the winner" if behind else "still on the track"
    return f"You were {away} at the end.{rammed}"


# What decided it


def _leader(view: RaceView) -> EntryId | None:
    return next((each.entry for each in results(view) if view.chariot(each.entry).status in _IN_FRONT), None)


_IN_FRONT = ("racing", "finished")


def _decisive(ends: Sequence[RaceView], facts: Sequence[Fact], names: Names) -> str:
    """Return when the winner took the lead for good, and over whom."""
    turns = [view for view in ends if view.turn]
    winner = next((each.entry for each in results(ends[-1]) if each.place == 1), None)
    if winner is None or not turns:
        return ""
    before = [view for view in turns if _leader(view) != winner]
    if not before:
        return f"{names[winner]} led from the first turn to the last."
    since = next((view.turn for view in turns if view.turn > before[-1].turn), turns[-1].turn)
    beaten = _leader(before[-1])
    if beaten is None:
        return f"{names[winner]} took the lead for good in turn {since}."
    fell = any(isinstance(fact, Flipped) and fact.entry == beaten for fact in _of_turn(facts, since))
    how = f"when {names[beaten]} turned over" if fell else f"from {names[beaten]}"
    return f"{names[winner]} took the lead for good in turn {since}, {how}."


def _of_turn(facts: Sequence[Fact], turn: int) -> Iterator[Fact]:
    is_now = False
    for fact in facts:
        if isinstance(fact, TurnBegan):
            is_now = fact.turn == turn
        if is_now:
            yield fact


def _best_start(ends: Sequence[RaceView], names: Names) -> list[str]:
    first = next((view for view in ends if view.turn == 1), None)
    leader = None if first is None else _leader(first)
    return [] if leader is None else [f"⚡ Best start: {names[leader]}"]


def _most_rams(facts: Sequence[Fact], names: Names) -> list[str]:
    rams = Counter(fact.entry for fact in facts if isinstance(fact, Rammed) and fact.kind == "ram")
    if not rams:
        return []
    most = max(rams.values())
    who = " and ".join(names[entry] for entry in sorted(rams) if rams[entry] == most)
    return [f"💥 Most rams: {who}, {most}"]


# Luck


def chances(facts: Sequence[Fact]) -> list[Chance]:
    """Return each roll that decided something: corners, rams on cars, escapes and lashes (7.32, 9.54, 9.32, 9.4)."""
    found: list[Chance] = []
    for at, fact in enumerate(facts):
        if isinstance(fact, Rolled):
            match fact.rule, fact.what_for:
                case "7.32", "corner":
                    found += _corner(facts, at, fact)
                case "9.54", "ram on a car":
                    found += _ram(facts, at, fact)
                case "9.32", "pressing the attack":
                    found += _contest(facts, at, fact, "getting away", "pressing an attack")
                case _, "defence":
                    found += _contest(facts, at, fact, "a lash", "against a lash")
    return found


def _corner(facts: Sequence[Fact], at: int, rolled: Rolled) -> Iterator[Chance]:
    strained = next((fact for fact in reversed(facts[:at]) if isinstance(fact, CornerStrained)), None)
    taken = next((fact for fact in facts[at : at + 4] if isinstance(fact, CornerTaken)), None)
    if strained is None or taken is None or strained.entry != rolled.entry:
        return
    added = rolled.total - sum(rolled.dice)
    ways: Counter[CornerCode] = Counter()
    for total, n in THREE_DICE.items():
        ways[corner_strain(total + added, strained.points)] += n
    better = sum(ways[code] for code in _CORNERS[: _CORNERS.index(taken.code)])
    came = "holds" if taken.code == "-" else CORNER_WORDS[taken.code]
    what = f"a corner {strained.points} over the safe speed"
    yield Chance(strained.entry, what, came, Fraction(better, OF_THREE), Fraction(ways[taken.code], OF_THREE))


def _ram(facts: Sequence[Fact], at: int, rolled: Rolled) -> Iterator[Chance]:
    damaged = next((fact for fact in facts[at : at + 4] if isinstance(fact, CarsDamaged)), None)
    if damaged is None:
        return
    added = rolled.total - sum(rolled.dice)
    ways: Counter[str] = Counter()
    for total, n in THREE_DICE.items():
        ways[car_damage(total + added)] += n
    came = car_damage(rolled.total)
    better = Fraction(sum(ways[each] for each in _RAMS[: _RAMS.index(came)]), OF_THREE)
    same = Fraction(ways[came], OF_THREE)
    yield Chance(damaged.attacker, "a ram on a car", _RAMMED[came], better, same)
    theirs = {"defender": "the own car damaged", "attacker": "the other car damaged"}.get(came, _RAMMED[came])
    yield Chance(damaged.defender, "rammed in the car", theirs, 1 - better - same, same)


def _contest(facts: Sequence[Fact], at: int, second: Rolled, first_of: str, second_of: str) -> Iterator[Chance]:
    """Yield how two rolls against each other fell, for both: by how much the one beat the other, dice against dice."""
    first = next((fact for fact in reversed(facts[:at]) if isinstance(fact, Rolled)), None)
    if first is None or first.entry is None or second.entry is None or len(first.dice) != len(second.dice):
        return
    by = sum(first.dice) - sum(second.dice)
    ways = _differences(len(first.dice))
    whole = sum(ways.values())
    better = Fraction(sum(n for difference, n in ways.items() if difference > by), whole)
    same = Fraction(ways[by], whole)
    yield Chance(first.entry, first_of, f"{by:+d} on the dice".replace("-", "−"), better, same)
    yield Chance(second.entry, second_of, f"{-by:+d} on the dice".replace("-", "−"), 1 - better - same, same)


@lru_cache(maxsize=8)
def _differences(dice: int) -> Counter[int]:
    """Return how often two rolls of so many dice differ by how much."""
    sums = Counter(map(sum, product(range(1, 7), repeat=dice)))
    ways: Counter[int] = Counter()
    for one, n in sums.items():
        for other, m in sums.items():
            ways[one - other] += n * m
    return ways
