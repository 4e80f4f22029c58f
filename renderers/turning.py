"""The moment that decided a race, found in its phases: for trailers and share cards."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from records.values import EntryId
from renderers.scene import RACE, AnyScene, Blow, Names, Phrases, Shot, Stage, Standing
from renderers.telling import called

How = Literal["crash", "pass", "hold"]
"""A leader went out; the lead changed; or it never did, and this is where the pursuers came nearest."""


class Moment(NamedTuple):
    """The moment that decided a race."""

    how: How
    shot: int  # the phase in which it happened, 0 first
    turn: int
    entry: EntryId  # who led from then on
    rival: EntryId | None  # who had led, or came nearest; none without any other
    blow: Blow | None = None  # that befell the rival in that turn, up to the moment
    struck: int | None = None  # the phase in which it did


def moment_of(scene: AnyScene, shots: Sequence[Shot]) -> Moment | None:
    """Return the moment that decided a race that is over; ``None`` for a game without a stage, or if nobody ever led.

    It is chosen alike in all games, from how each turn ended (*standings*, *turn* and *winners* of a :class:`Stage`):
    the last turn after which another chariot led, and went on to lead to the end. If the leader of before went out in
    that turn, that is the moment, else the phase in which the new leader passed whoever was in front just then. If one
    chariot led from the first turn on, it is the end of that turn, in the second half of its way, after which the
    nearest pursuer was closest. Where nobody won, the last leader counts as the winner.

    With a change of the lead goes what befell the rival in that turn before it: a crash, else an attack.
    """
    stage = scene.stage
    ends = turn_ends(stage, shots) if stage else []
    leaders = [_leader(stage, shots[end].view) for end in ends] if stage else []
    if stage is None or not leaders or leaders[-1] is None:
        return None
    champion = (*stage.winners(shots[-1].view), leaders[-1])[0]
    held = len(leaders) - 1
    while held and leaders[held - 1] == champion:
        held -= 1
    before = next((each for each in reversed(leaders[:held]) if each not in (None, champion)), None)
    if before is None:
        return _held_off(stage, shots, ends, champion)
    phases = range(ends[held - 1] + 1, ends[held] + 1)
    return _struck(stage, shots, phases, _changed(stage, shots, phases, champion, before))


def moment_told(moment: Moment, names: Names, unit: str = "turn", phrases: Phrases = RACE) -> str:
    """Return the moment in one line. It names nobody as the winner.

    >>> moment_told(Moment("pass", 40, 9, EntryId(1), EntryId(2)), {EntryId(1): "Celer", EntryId(2): "Diocles"})
    'Turn 9: Celer passes Diocles for the lead'
    >>> blow = Blow(EntryId(2), "{a} turns over at the corner", is_crash=True)
    >>> moment_told(Moment("crash", 40, 9, EntryId(1), EntryId(2), blow, 40), {1: "Celer", 2: "Diocles"})
    'Turn 9: Diocles turns over at the corner; Celer takes the lead'
    """
    first = called(names, moment.entry)
    rival = "" if moment.rival is None else called(names, moment.rival)
    if moment.blow is not None:
        return f"{unit.capitalize()} {moment.turn}: {_blow_told(moment, moment.blow, names, phrases)}"
    if moment.how == "crash":
        what = phrases.crash
    elif moment.how == "pass":
        what = phrases.taken
    else:
        what = phrases.hold if rival else phrases.alone
    return f"{unit.capitalize()} {moment.turn}: {what.format(a=first, b=rival)}"


def _blow_told(moment: Moment, blow: Blow, names: Names, phrases: Phrases) -> str:
    first = called(names, moment.entry)
    by = "" if blow.by is None else called(names, blow.by)
    joint = " and" if blow.by == moment.entry else f"; {first}"
    return f"{blow.told.format(a=called(names, blow.entry), b=by)}{joint} {phrases.gains}"


def why_told(moment: Moment, names: Names, unit: str = "turn", phrases: Phrases = RACE) -> str:
    """Return in a sentence why who has won did: for the very end.

    >>> why_told(Moment("pass", 40, 9, EntryId(1), EntryId(2)), {EntryId(1): "Celer"})
    'Celer took the lead in turn 9 and kept it'
    >>> why_told(Moment("hold", 40, 9, EntryId(1), None), {EntryId(1): "Celer"}, "round")
    'Celer led after every round'
    """
    first = called(names, moment.entry)
    if moment.how == "hold":
        return phrases.led.format(a=first, turn=unit)
    return phrases.kept.format(a=first, turn=f"{unit} {moment.turn}")


def turn_ends(stage: Stage[Any], shots: Sequence[Shot]) -> list[int]:
    """Return the numbers of the last phases of all turns, 0 first, those before the first turn left out."""
    last = {stage.turn(shot.view): number for number, shot in enumerate(shots)}
    return sorted(number for turn, number in last.items() if turn > 0)


def _leader(stage: Stage[Any], view: Any) -> EntryId | None:
    """Return who leads; whoever leads by places where some are level, as standings put them first."""
    first = next(iter(stage.standings(view)), None)
    return None if first is None or first.place is None else first.entry


def _changed(stage: Stage[Any], shots: Sequence[Shot], phases: range, champion: EntryId, before: EntryId) -> Moment:
    """Return the moment in which the lead changed for the last time, within the phases of a turn."""
    turn = stage.turn(shots[phases[-1]].view)
    for number in phases:
        was = standing_in(stage, shots[number - 1].view, before) if number else None
        after = standing_in(stage, shots[number].view, before)
        if after is not None and after.fate == "out" and (was is None or was.fate != "out"):
            return Moment("crash", number, turn, champion, before)
    leads = [number for number in phases if _leader(stage, shots[number].view) == champion]
    passes = [number for number in leads if number - 1 not in leads]
    at = passes[-1] if passes else phases[-1]
    passed = _leader(stage, shots[at - 1].view) if at else None
    if passed in (None, champion):
        return Moment("pass", at, turn, champion, before)
    after = standing_in(stage, shots[at].view, passed)
    how: How = "crash" if after is not None and after.fate == "out" else "pass"
    return Moment(how, at, turn, champion, passed)


def _struck(stage: Stage[Any], shots: Sequence[Shot], phases: range, moment: Moment) -> Moment:
    """Return a change of the lead with what befell the rival before it in these phases, those of its turn.

    Whoever led in the middle of the turn, and crashed then, is the rival.
    """
    found = [
        ((blow.is_crash, blow.entry == moment.rival, blow.by == moment.entry, number), blow)
        for number in phases
        if number <= moment.shot
        for blow in stage.blows(shots[number].facts)
        if blow.by != blow.entry and (blow.entry == moment.rival or _led(stage, shots, number, blow, moment.entry))
    ]
    if moment.how == "crash":
        found = [each for each in found if each[0][0] and each[0][-1] == moment.shot]
    if not found:
        return moment
    (*_, number), blow = max(found, key=lambda each: each[0])
    return moment._replace(rival=blow.entry, blow=blow, struck=number)


def _led(stage: Stage[Any], shots: Sequence[Shot], number: int, blow: Blow, champion: EntryId) -> bool:
    """Tell whether a crash befell whoever led just then."""
    return (
        blow.is_crash and blow.entry != champion and number > 0 and _leader(stage, shots[number - 1].view) == blow.entry
    )


def standing_in(stage: Stage[Any], view: Any, entry: EntryId) -> Standing | None:
    """Return how a chariot stands; ``None`` for one that is in no standings."""
    return next((each for each in stage.standings(view) if each.entry == entry), None)


def _held_off(stage: Stage[Any], shots: Sequence[Shot], ends: Sequence[int], champion: EntryId) -> Moment:
    """Return the end of the turn, in the second half of the race, in which the nearest pursuer came closest."""
    under_way = [each for each in ends if (there := standing_in(stage, shots[each].view, champion)) and not there.fate]
    late = under_way[len(under_way) // 2 :] or ends[-1:]
    gaps = [(gap, -number) for number in late if (gap := _pursuer(stage, shots[number].view, champion))]
    if not gaps:
        return Moment("hold", late[-1], stage.turn(shots[late[-1]].view), champion, None)
    (_, rival), number = min(gaps)
    return Moment("hold", -number, stage.turn(shots[-number].view), champion, rival)


def _pursuer(stage: Stage[Any], view: Any, champion: EntryId) -> tuple[int, EntryId] | None:
    """Return how far behind the nearest pursuer on the track is, and who; ``None`` without any."""
    others = [each for each in stage.standings(view) if each.entry != champion and each.fate != "out"]
    return min(((each.behind, each.entry) for each in others if each.behind is not None), default=None)
