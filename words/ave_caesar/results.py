"""The end of an Ave Caesar race: places, what decided it, awards. All have the same cards, so no luck is counted."""

from collections import Counter
from collections.abc import Sequence

from engine.ave_caesar.courses import LAST_LAP
from engine.ave_caesar.facts import Finished, RaceEnded, TurnMissed
from engine.ave_caesar.views import RaceView
from engine.game import Fact
from engine.told import latest
from records.values import EntryId
from words.shared.results import Place, Result
from words.shared.telling import called, count
from words.shared.words import Names


def result(ends: Sequence[RaceView], facts: Sequence[Fact], names: Names) -> Result:
    """Return how a race ended.

    :param ends: what everybody saw at the end of each round.
    :param facts: of the whole race.
    """
    ended = latest(facts, RaceEnded)
    spare = {fact.entry: fact.to_spare for fact in facts if isinstance(fact, Finished)}
    places = tuple(Place(each.entry, each.place, _note(spare.get(each.entry))) for each in ended.ranking)
    winner = next((each.entry for each in ended.ranking if each.place == 1), None)
    title = f"🏆 {called(names, winner)} wins!" if winner is not None else "🏁 Nobody reaches the finish."
    length = f"{count(LAST_LAP, 'lap')}, {count(ended.round, 'round')}"
    awards = (*_best_start(ends, names), *_hindered(facts, names))
    fates = {each.entry: _fate(each.place, spare.get(each.entry)) for each in ended.ranking}
    return Result(title, places, length, _decisive(ends, winner, names), awards, fates)


def _note(to_spare: int | None) -> str:
    return "not finished" if to_spare is None else f"{count(to_spare, 'point')} to spare"


def _fate(place: int | None, to_spare: int | None) -> str:
    """Return in a sentence, told to its driver, how a chariot's race went."""
    if place is None or to_spare is None:
        return "Your cards did not last to the finish."
    return f"You crossed the line with {count(to_spare, 'point')} to spare."


def _leader(view: RaceView) -> EntryId | None:
    return next((each.entry for each in view.ranked() if each.status != "out"), None)


def _decisive(ends: Sequence[RaceView], winner: EntryId | None, names: Names) -> str:
    """Return when the winner took the lead for good, and over whom."""
    rounds = [view for view in ends if view.round]
    if winner is None or not rounds:
        return ""
    before = [view for view in rounds if _leader(view) != winner]
    if not before:
        return f"{called(names, winner)} led from the first round to the last."
    beaten = _leader(before[-1])
    over = f", from {called(names, beaten)}" if beaten is not None else ""
    return f"{called(names, winner)} took the lead for good after round {before[-1].round}{over}."


def _best_start(ends: Sequence[RaceView], names: Names) -> list[str]:
    first = next((view for view in ends if view.round == 1), None)
    leader = None if first is None else _leader(first)
    return [] if leader is None else [f"⚡ Best start: {called(names, leader)}"]


def _hindered(facts: Sequence[Fact], names: Names) -> list[str]:
    """Return who could not move most often."""
    missed = Counter(fact.entry for fact in facts if isinstance(fact, TurnMissed))
    if not missed:
        return []
    entry, times = max(missed.items(), key=lambda each: (each[1], -each[0]))
    return [f"⛔ Most hemmed in: {called(names, entry)}, {count(times, 'turn')} without a card"]
