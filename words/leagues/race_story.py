"""Two sentences on how a race went, for the paper: who led, who was caught, who stayed on the sand.

They are made of the moments that films and bets know, too. The phrase is chosen by the event's number, so that no two
issues in a row begin alike, and the same race is always told alike.
"""

from collections.abc import Mapping, Sequence

from engine.moments import LapDone, Moment, RaceOver, WentOut
from records.values import EntryId
from words.shared.telling import Names, called, joined

CAUGHT = (
    "{leader} led after the first lap, but {winner} had the last word in turn {turn}.",
    "For a lap it was the race of {leader}; {winner} was the first one home, in turn {turn}.",
    "{winner} let {leader} have the first lap, and struck later: home in turn {turn}.",
)
LED = (
    "{winner} led from the first lap on, and nobody caught up until turn {turn}.",
    "After each lap it was {winner} in front; turn {turn} brought the palm.",
    "From the first lap to turn {turn} all others saw {winner} from behind.",
)
SPRINT = (
    "{winner} was home in turn {turn}, ahead of {second}.",
    "It took {winner} {turn} turns; {second} came next.",
    "{second} had to watch {winner} come home in turn {turn}.",
)
ALONE = ("{winner} came home alone, in turn {turn}.", "In turn {turn} {winner} came home, and nobody else did.")
NOBODY = ("Nobody came home: the sand kept them all.", "The palm found no hand: not one chariot came home.")

ALL_HOME = (
    "All {started} who started came home.",
    "Not one chariot of {started} was lost.",
    "{started} started, and {started} came home.",
)
ONE_OUT = (
    "{first} did not: out in turn {out}.",
    "For {first} it ended in turn {out}.",
    "{first} stayed on the sand in turn {out}.",
)
SOME_OUT = (
    "{count} of {started} stayed on the sand, {first} first, in turn {out}.",
    "The sand took {count} of {started}; it began with {first} in turn {out}.",
    "{first} was out in turn {out}, the first of {count}.",
)


def sentences(
    event: int, moments: Sequence[Moment], places: Mapping[EntryId, int | None], names: Names
) -> tuple[str, str] | None:
    """Return the two sentences; ``None`` for a race without an end.

    :param places: of all chariots that started.
    :param names: of the race's chariots.
    """
    turn = next((each.turn for each in moments if isinstance(each, RaceOver)), None)
    if turn is None:
        return None
    return _on_the_lead(event, moments, places, names, turn), _on_the_sand(event, moments, len(places), names)


def _on_the_lead(
    event: int, moments: Sequence[Moment], places: Mapping[EntryId, int | None], names: Names, turn: int
) -> str:
    home = sorted((place, entry) for entry, place in places.items() if place)
    laps = {each.lap: each for each in reversed(moments) if isinstance(each, LapDone)}  # the first to do each
    if not home:
        return NOBODY[event % len(NOBODY)]
    first = [entry for place, entry in home if place == 1]
    winner, others = joined([called(names, each) for each in first]), [e for _, e in home if e not in first]
    done = {each.lap: each for each in reversed(moments) if isinstance(each, LapDone) and each.entry in first}
    turn = done[max(done)].turn if done else turn
    second = called(names, others[0]) if others else ""
    leaders = [laps[lap].entry for lap in sorted(laps)]
    phrases: Sequence[str]
    if not others:
        phrases = ALONE
    elif len(leaders) < 2:
        phrases = SPRINT
    elif leaders[0] not in first:
        phrases = CAUGHT
    else:
        phrases = LED if all(each in first for each in leaders) else SPRINT
    leader = called(names, leaders[0]) if leaders else ""
    return phrases[event % len(phrases)].format(winner=winner, second=second, leader=leader, turn=turn)


def _on_the_sand(event: int, moments: Sequence[Moment], started: int, names: Names) -> str:
    out = [each for each in moments if isinstance(each, WentOut)]
    if not out:
        return ALL_HOME[event % len(ALL_HOME)].format(started=started)
    phrases = ONE_OUT if len(out) == 1 else SOME_OUT
    first = called(names, out[0].entry)
    return phrases[event % len(phrases)].format(first=first, out=out[0].turn, count=len(out), started=started)
