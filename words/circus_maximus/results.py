"""The end of a Circus Maximus race: places, the deciding moment, awards."""

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.circus_maximus.seen.gaps import gap
from engine.circus_maximus.seen.series import results
from engine.circus_maximus.seen.views import ChariotView, RaceView
from engine.circus_maximus.words.facts import Flipped, RaceEnded, Rammed, TurnBegan
from engine.facts import Fact
from records.values import EntryId
from words.circus_maximus.luck import chances
from words.shared.results import Place, Result, luck_awards
from words.shared.telling import count, joined, to_spare
from words.shared.words import Names


def result(ends: Sequence[RaceView], facts: Sequence[Fact], names: Names) -> Result:
    """Return the result of a race.

    :param ends: the public view at the end of each turn.
    :param facts: of the whole race.
    """
    last = ends[-1]
    ended = next((fact for fact in reversed(facts) if isinstance(fact, RaceEnded)), None)
    placed = results(last)
    places = tuple(Place(each.entry, each.place, _note(last, last.chariot(each.entry), ended)) for each in placed)
    winners = [names[each.entry] for each in placed if each.place == 1]
    title = f"🏆 {' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}!" if winners else "🏁 Nobody wins."
    length = f"{count(last.laps, 'lap')}, {count(last.turn, 'turn')}"
    awards = [*_best_start(ends, names), *_most_rams(facts, names), *luck_awards(chances(facts, last.options), names)]
    fates = {each.entry: _fate(last, each.entry, each.place, facts) for each in placed}
    return Result(title, places, length, _decisive(ends, facts, names), tuple(awards), fates)


def _note(last: RaceView, chariot: ChariotView, ended: RaceEnded | None) -> str:
    """Return how a chariot came in: the factors it had to spare, or its distance behind the first."""
    placing = next((each for each in ended.places if each.entry == chariot.entry), None) if ended else None
    if placing is not None and placing.crossed:
        return f"home with {to_spare(placing.factors_left, 'square')}"
    if placing is None:
        return "out"
    behind = _behind(last, chariot)
    return f"{count(behind, 'square')} behind" if behind else "on the track"


def _behind(last: RaceView, chariot: ChariotView) -> int | None:
    """Return how many squares behind the first a chariot was at the end; none for one that is out."""
    return gap(last, last.chariot(results(last)[0].entry), chariot)


def _fate(last: RaceView, entry: EntryId, place: int | None, facts: Sequence[Fact]) -> str:
    """Return in a sentence, told to its driver, how a chariot's race went."""
    chariot = last.chariot(entry)
    rams = sum(isinstance(fact, Rammed) and fact.entry == entry and fact.kind == "ram" for fact in facts)
    rammed = f" You rammed {'once' if rams == 1 else count(rams, 'time')}." if rams else ""
    flip = next((fact for fact in reversed(facts) if isinstance(fact, Flipped) and fact.entry == entry), None)
    if place is None:
        return ("Your chariot turned over." if flip is not None else "Your chariot did not reach the line.") + rammed
    if chariot.status == "finished":
        return f"You crossed the line with {to_spare(chariot.factors_left, 'square')}.{rammed}"
    behind = _behind(last, chariot)
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
        return f"{names[winner]} was in front after every turn."
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
    who = joined([names[entry] for entry in sorted(rams) if rams[entry] == most])
    return [f"💥 Most rams: {who}, {most}"]
