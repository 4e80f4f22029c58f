"""The end of an Ave Caesar race: places, the deciding moment, awards. All have the same cards, so luck is even."""

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.ave_caesar.courses import LAST_LAP
from engine.ave_caesar.facts import Finished, RaceEnded, TurnMissed
from engine.ave_caesar.views import RaceView
from engine.facts import Fact
from engine.story import latest
from records.values import EntryId
from words.shared.results import Place, Result, award, best_start, lead_for_good
from words.shared.telling import called, count, to_spare
from words.shared.words import Names


def result(ends: Sequence[RaceView], facts: Sequence[Fact], names: Names) -> Result:
    """Return the result of a race.

    :param ends: the public view at the end of each round.
    :param facts: of the whole race.
    """
    ended = latest(facts, RaceEnded)
    spare = {fact.entry: fact.to_spare for fact in facts if isinstance(fact, Finished)}
    places = tuple(Place(each.entry, each.place, _note(spare.get(each.entry))) for each in ended.ranking)
    winner = next((each.entry for each in ended.ranking if each.place == 1), None)
    title = f"🏆 {called(names, winner)} wins!" if winner is not None else "🏁 Nobody reaches the finish."
    length = f"{count(LAST_LAP, 'lap')}, {count(ended.round, 'round')}"
    awards = (*best_start(ends, _leader, names), *_hindered(facts, names))
    fates = {each.entry: _fate(each.place, spare.get(each.entry)) for each in ended.ranking}
    return Result(title, places, length, _decisive(ends, winner, names), awards, fates)


def _note(left: int | None) -> str:
    return "not finished" if left is None else to_spare(left, "point")


def _fate(place: int | None, left: int | None) -> str:
    """Return in a sentence, told to its driver, how a chariot's race went."""
    if place is None or left is None:
        return "Your cards did not last to the finish."
    return f"You crossed the line with {to_spare(left, 'point')}."


def _leader(view: RaceView) -> EntryId | None:
    return next((each.entry for each in view.ranked() if each.status != "out"), None)


def _decisive(ends: Sequence[RaceView], winner: EntryId | None, names: Names) -> str:
    """Return when the winner took the lead for good, and over whom."""
    rounds = [view for view in ends if view.round]
    return lead_for_good(rounds, winner, _leader, names) if winner is not None and rounds else ""


def _hindered(facts: Sequence[Fact], names: Names) -> Iterator[str]:
    """Yield the award for the driver most often unable to move."""
    missed = Counter(fact.entry for fact in facts if isinstance(fact, TurnMissed))
    yield from award("⛔ Most hemmed in", missed, names, lambda times: f"{count(times, 'turn')} without a card")
