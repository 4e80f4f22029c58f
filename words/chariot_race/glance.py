"""A round at a glance: the leader and the lead, rams, wrecks, corners and javelins that mattered."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from engine.chariot_race.data import LAPS
from engine.chariot_race.facts import (
    CornerTaken,
    DiceFell,
    DieTurned,
    JavelinThrown,
    LapDone,
    RaceEnded,
    Rammed,
    TurnBegan,
    Wrecked,
)
from engine.chariot_race.views import ChariotView, RaceView
from engine.chariot_race.worth import SPACE
from engine.facts import Fact, Rewound
from records.values import EntryId
from words.chariot_race.story import TURN, WHY_WRECKED, ends_early, turn_lines
from words.shared import telling
from words.shared.glance import Leading, Lying, Names, Turn, lead, one_of
from words.shared.telling import ENDS_EARLY, called, count, joined

_BEGINS_A_LAP = 20
"""The weight of a chariot's new lap in a headline."""

_MUCH = 3
"""Health lost in a corner, or javelins into one chariot, that are worth a sentence."""


def headline(turn: Turn, names: Names) -> list[str]:
    """Return the events of a round in sentences, the most important first."""
    ended = next((fact for fact in turn.facts if isinstance(fact, RaceEnded)), None)
    is_last = ended is not None  # no lap begins as the race ends
    events = (each for each in _events(turn, names) if not (is_last and each[0] == _BEGINS_A_LAP))
    said = [sentence for _, sentence in sorted(events, key=lambda each: -each[0])]
    if ended is not None:
        return [result_sentence(ended, names), *said[:2]]
    if turn.after is None or not turn.after.round:
        return ["The chariots stand on the grid, the outer one first to move."]
    return [*said[:1], _lead(turn, names), *said[1:3]]


def result_sentence(ended: RaceEnded, names: Names) -> str:
    """Return the winner, or that a lesson ends before anybody does."""
    winners = ended.winners
    if not winners:
        return "🏁 All chariots are wrecked, and nobody wins."
    if ends_early(ended):
        return ENDS_EARLY
    won = joined([called(names, entry) for entry in winners])
    return f"🏆 {won} wins the race!" if len(winners) == 1 else f"🏆 {won} share the win!"


def _alive(view: RaceView | None) -> list[ChariotView]:
    return [] if view is None or not view.round else [each for each in view.ranked() if each.is_alive]


_LEADING = Leading("{a} is the only chariot left, and must still finish.", "space", nobody="No chariot is left.")


def _lead(turn: Turn, names: Names) -> str:
    racing = _alive(turn.after)
    running = [(each.entry, max(0, round((racing[0].pos - each.pos) / SPACE))) for each in racing]
    was = next((each.entry for each in _alive(turn.before)), None)
    return lead(_LEADING, running, was, names, turn.after.round)


def lying(view: RaceView | None, entry: EntryId) -> Lying | None:
    """Return how a chariot lies; ``None`` before the first round, and for a wreck."""
    racing = _alive(view)
    own = next((each for each in racing if each.entry == entry), None)
    if own is None:
        return None
    by = round((racing[0].pos - own.pos) / SPACE)
    return Lying(racing.index(own) + 1, count(by, "space") if by else "")


def _events(turn: Turn, names: Names) -> Iterator[tuple[int, str]]:
    """Yield sentences for the events worth one, each with its weight."""
    for fact in turn.facts:
        match fact:
            case Rewound():
                yield 100, telling.rewound(fact, names)
            case Wrecked(entry=entry, why=why):
                yield 90, f"☠️ {called(names, entry)} is out, {WHY_WRECKED[why]}."
            case LapDone(entry=entry, lap=lap):
                is_home = lap >= LAPS
                does = "crosses the line for the last time" if is_home else "begins the last lap"
                yield 80 if is_home else _BEGINS_A_LAP, f"{'🏁 ' if is_home else ''}{called(names, entry)} {does}."
            case Rammed(entry=entry, rival=rival, square=square):
                yield 60, f"💥 {called(names, entry)} {_ram(turn.number)} {called(names, rival)} on {square}."
            case CornerTaken(entry=entry, points=points, square=square) if points >= _MUCH:
                yield 40 + points, f"↩️ {called(names, entry)} pays {points} health for {square} at {fact.speed}."
    yield from _volleys(turn.facts, names)


def _volleys(facts: Sequence[Fact], names: Names) -> Iterator[tuple[int, str]]:
    """Yield who was hit by many javelins."""
    hits = Counter(fact.rival for fact in facts if isinstance(fact, JavelinThrown))
    for rival, times in hits.items():
        if times >= _MUCH:
            yield 30 + times, f"🎯 {times} javelins hit {called(names, rival)}."


def _ram(number: int) -> str:
    return one_of(("rams", "crashes into", "drives into"), number)


def moment(facts: Sequence[Fact], names: Names, _options: Any) -> str:
    """Return a chariot's turn in one line: the drive, and its effects; dice are behind *What happened*."""
    shown = [fact for fact in facts if isinstance(fact, (TurnBegan, *TURN)) and not isinstance(fact, _DICE)]
    turns: list[list[Fact]] = []
    for fact in shown:
        if not turns or isinstance(fact, TurnBegan):
            turns.append([])
        turns[-1].append(fact)
    return "\n".join(line for each in turns for line in turn_lines(each, names))


_DICE = (DiceFell, DieTurned)
