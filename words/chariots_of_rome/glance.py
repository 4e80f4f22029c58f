"""A round at a glance: the leader and the lead, chariots out or home, Attacks, crashes and the acts of the gods."""

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.chariots_of_rome.printed.data import FATES
from engine.chariots_of_rome.seen.views import ChariotView, RaceView
from engine.chariots_of_rome.words import facts as f
from engine.facts import Concealed, Fact, Rewound
from records.values import EntryId
from words.chariots_of_rome.story import SHUFFLED_ANEW, TURN, WHY_OUT, WINS, ends_early, turn_lines
from words.chariots_of_rome.terms import EFFECTS
from words.shared import telling
from words.shared.glance import Leading, Lying, Names, Turn, lead, one_of
from words.shared.telling import ENDS_EARLY, called, count

_BEGINS_A_LAP = 20
"""The weight of a chariot's new lap in a headline."""

_MANY = 3
"""Attacks in a round, or cards too fast into a corner, that are worth a sentence."""


def headline(turn: Turn, names: Names) -> list[str]:
    """Return the events of a round in sentences, the most important first."""
    ended = next((fact for fact in turn.facts if isinstance(fact, f.RaceEnded)), None)
    events = (each for each in _events(turn, names) if not (ended and each[0] == _BEGINS_A_LAP))
    said = [sentence for _, sentence in sorted(events, key=lambda each: -each[0])]
    if ended is not None:
        return [result_sentence(ended, names), *said[:2]]
    if turn.after is None or not turn.after.round or not _racing(turn.after):
        return ["The chariots stand at their gates."]
    return [*said[:1], _lead(turn, names), *said[1:3]]


def result_sentence(ended: f.RaceEnded, names: Names) -> str:
    """Return the winner, or that a lesson ends before anybody does."""
    return ENDS_EARLY if ends_early(ended) else f"🏆 {WINS[ended.why].format(a=called(names, ended.winner))}"


def _racing(view: RaceView | None) -> list[ChariotView]:
    if view is None or not view.round:
        return []
    return [each for each in view.ranked() if each.is_alive and each.square is not None]


def driven(view: RaceView, chariot: ChariotView) -> float:
    """Return how far a chariot has come, in spaces of the inner lane from the line."""
    if chariot.square is None:
        return 0.0
    lap = sum(section.lengths[0] for section in view.board.sections)
    return (chariot.laps + view.board.along[chariot.square]) * lap


_LEADING = Leading("{a} is alone on the track.", "space")


def _lead(turn: Turn, names: Names) -> str:
    view, racing = turn.after, _racing(turn.after)
    running = [(each.entry, max(0, round(driven(view, racing[0]) - driven(view, each)))) for each in racing]
    was = next((each.entry for each in _racing(turn.before)), None)
    return lead(_LEADING, running, was, names, view.round)


def lying(view: RaceView | None, entry: EntryId) -> Lying | None:
    """Return how a chariot lies; ``None`` before the first round, and for a wreck."""
    racing = _racing(view)
    own = next((each for each in racing if each.entry == entry), None)
    if view is None or own is None:
        return None
    by = 0 if view.is_over else round(driven(view, racing[0]) - driven(view, own))
    return Lying(racing.index(own) + 1, count(by, "space") if by > 0 else "")


def _events(turn: Turn, names: Names) -> Iterator[tuple[int, str]]:
    """Yield sentences for the events worth one, each with its weight."""
    has_finished = turn.before is not None and turn.before.finish_round is not None
    for fact in turn.facts:
        match fact:
            case Rewound():
                yield 100, telling.rewound(fact, names)
            case Concealed(what_for=what) if what == f"actions{f.ANEW}":
                yield 99, SHUFFLED_ANEW
            case f.Eliminated(entry=entry, why=why):
                yield 90, f"☠️ {called(names, entry)} is out, {WHY_OUT[why]}."
            case f.LineCrossed(entry=entry, finishes=True):
                more = "" if has_finished else ": the last round!"
                yield 80, f"🏁 {called(names, entry)} crosses the line{more or '.'}"
                has_finished = True
            case f.LineCrossed(entry=entry, forwards=True, is_new=True, laps=laps) if laps:
                yield _BEGINS_A_LAP, f"{called(names, entry)} begins lap {laps + 1}."
            case f.LockLifted():
                yield 70, "🔓 All have left the first corner: Attacks are open."
            case f.Attacked(entry=entry, rival=rival, kind="ram"):
                yield 60, f"💥 {called(names, entry)} {_ram(turn.number)} {called(names, rival)}."
            case f.Wounded(entry=entry, wounds=1):
                yield 55, f"🩹 {called(names, entry)} is wounded."
    yield from _chances(turn.facts, names)
    yield from _counted(turn.facts, names)


def _chances(facts: Sequence[Fact], names: Names) -> Iterator[tuple[int, str]]:
    """Yield the acts of the gods, and the chariots that took a corner much too fast."""
    begun = 0
    for fact in facts:
        match fact:
            case f.RoundBegan(round=number):
                begun = number
            case f.FateDrawn(card=card):
                yield 45, f"⚡ Round {begun} begins with {FATES[card].name}: {EFFECTS[card]}."
            case f.HazardSet(entry=entry, cards=cards) if cards > _MANY:
                yield 40 + cards, f"↩️ {called(names, entry)} takes the corner {count(cards, 'card')} too fast."


def _counted(facts: Sequence[Fact], names: Names) -> Iterator[tuple[int, str]]:
    """Yield the victims of many whips, and the crashes."""
    whips = Counter(fact.rival for fact in facts if isinstance(fact, f.Attacked) and fact.kind == "whip")
    for rival, times in whips.items():
        much = "The whip falls on" if times == 1 else f"{times} whips fall on"
        yield 30 + times, f"⚔️ {much} {called(names, rival)}."
    crashed: dict[EntryId, None] = dict.fromkeys(fact.entry for fact in facts if isinstance(fact, f.Crashed))
    for entry in crashed:
        yield 50, f"🌀 {called(names, entry)} crashes."


def _ram(number: int) -> str:
    return one_of(("rams", "crashes into", "shoulders"), number)


def moment(facts: Sequence[Fact], names: Names, _options: object) -> str:
    """Return a chariot's turn: the way, and the events to it and to others."""
    turns: list[list[Fact]] = []
    for fact in facts:
        if not isinstance(fact, TURN):
            continue
        if not turns or isinstance(fact, f.TurnBegan):
            turns.append([])
        turns[-1].append(fact)
    return "\n".join(line for each in turns for line in turn_lines(each, names))
