"""The end of a race: places, the deciding moment, awards, and each driver's dice and cards against their odds."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial

from engine.chariots_of_rome.printed.data import ACTIONS, TRI, Column, Result
from engine.chariots_of_rome.seen.views import RaceView
from engine.chariots_of_rome.words import facts as f
from engine.facts import Fact
from engine.story import latest
from records.values import EntryId
from words.chariots_of_rome.glance import driven, result_sentence
from words.chariots_of_rome.story import WHY_OUT
from words.chariots_of_rome.terms import COLUMNS, RESULTS
from words.shared.results import Chance, Place, award, best_start, lead_for_good, luck_awards
from words.shared.results import Result as RaceResult
from words.shared.telling import called, count
from words.shared.words import Names


def result(ends: Sequence[RaceView], facts: Sequence[Fact], names: Names) -> RaceResult:
    """Return the result of a race.

    :param ends: the public view at the end of each round.
    :param facts: of the whole race.
    """
    ended = latest(facts, f.RaceEnded)
    outs = {fact.entry: fact for fact in facts if isinstance(fact, f.Eliminated)}
    behind = _behind(ends[-1]) if ends else {}
    places = tuple(Place(each.entry, each.place, _note(each, behind)) for each in ended.ranking)
    awards = (*_awards(ends, facts, names), *luck_awards(chances(facts), names))
    stories = {each.entry: _story(each, behind, outs.get(each.entry)) for each in ended.ranking}
    laps = ends[-1].laps if ends else 0
    length = f"{count(laps, 'lap')}, {count(ended.round, 'round')}"
    return RaceResult(result_sentence(ended, names), places, length, _decisive(ends, ended, names), awards, stories)


def _behind(view: RaceView) -> Mapping[EntryId, int]:
    """Return how many spaces of the inner lane each surviving chariot lies behind the first."""
    racing = [each for each in view.chariots if each.is_alive]
    lead = max((driven(view, each) for each in racing), default=0.0)
    return {each.entry: max(0, round(lead - driven(view, each))) for each in racing}


def _note(placing: f.Placing, behind: Mapping[EntryId, int]) -> str:
    if placing.place is None:
        return "out"
    if placing.distance is not None:
        return f"{count(placing.distance, 'space')} past the line"
    return f"{count(behind.get(placing.entry, 0), 'space')} behind"


def _story(placing: f.Placing, behind: Mapping[EntryId, int], out: f.Eliminated | None) -> str:
    """Return in a sentence, told to its driver, how a chariot's race went."""
    if out is not None:
        return f"Your race ended on {out.square}: {WHY_OUT[out.why]}."
    if placing.distance is not None:
        return f"You crossed the line, and stood {count(placing.distance, 'space')} beyond it."
    return f"You were {count(behind.get(placing.entry, 0), 'space')} behind at the end."


# What decided it


def _leader(view: RaceView) -> EntryId | None:
    return next((each.entry for each in view.ranked() if each.is_alive), None)


def _decisive(ends: Sequence[RaceView], ended: f.RaceEnded, names: Names) -> str:
    """Return when the winner took the lead for good, and over whom."""
    rounds = [view for view in ends if view.round]
    if not rounds or ended.why in ("last survivor", "last team"):
        return f"{called(names, ended.winner)} outlived all others." if rounds else ""
    return lead_for_good(rounds, ended.winner, _leader, names)


def _awards(ends: Sequence[RaceView], facts: Sequence[Fact], names: Names) -> Iterator[str]:
    """Yield who did most of something, if anybody did."""
    yield from best_start(ends, _leader, names)
    attacks = [fact for fact in facts if isinstance(fact, f.Attacked)]
    rams = Counter(fact.entry for fact in attacks if fact.kind == "ram")
    whips = Counter(fact.entry for fact in attacks if fact.kind == "whip")
    passed: Counter[EntryId] = Counter()
    corners: Counter[EntryId] = Counter()
    for fact in facts:
        match fact:
            case f.Drove() if fact.passed:
                passed[fact.entry] += len(fact.passed)
            case f.HazardSet() if fact.cards:
                corners[fact.entry] += fact.cards
    for title, found, what in (
        ("💥 Most rams", rams, "ram"),
        ("⚔️ Most whips", whips, "whip"),
        ("🐎 Most overtaking", passed, "obstacle"),
        ("↩️ Boldest in corners", corners, "card"),
    ):
        yield from award(title, found, names, partial(count, thing=what))


# Luck

_SEVERITY: Mapping[Result, int] = {
    "none": 0, "endurance": 1, "tactics": 1, "rattled": 1, "rattled2": 2, "swerve": 2, "wounded": 3,
}  # fmt: skip
"""The severity of each result, compared with others of its column."""


def chances(facts: Sequence[Fact], _options: object = None) -> list[Chance]:
    """Return rolls of Hard Driving and cards turned against their odds."""
    found: list[Chance] = []
    for fact in facts:
        match fact:
            case f.HardDriven(rolls=(face,)):
                better, same = Fraction(TRI - face, TRI), Fraction(1, TRI)
                found.append(Chance(fact.entry, "Hard Driving", f"a {face}", better, same))
            case f.CardTurned():
                found.append(_card(fact.entry, fact.column, fact.result))
    return found


def _card(entry: EntryId, column: Column, came: Result) -> Chance:
    """Return a card of a column against the whole deck."""
    severities = [_SEVERITY[card[column]] for card in ACTIONS.values()]
    own, cards = _SEVERITY[came], len(severities)
    better = Fraction(sum(each < own for each in severities), cards)
    same = Fraction(sum(each == own for each in severities), cards)
    return Chance(entry, f"a {COLUMNS[column]} card", RESULTS[came], better, same)
