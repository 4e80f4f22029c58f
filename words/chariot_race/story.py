"""The story of a Chariot Race: a chariot's turn is one line, from the dice to the last javelin, from facts alone.

If a question cuts a turn in parts, each part has a line.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import singledispatch
from itertools import groupby
from typing import Any

from engine.chariot_race.data import FORTUNE_COST, LAPS, MOST_ROUNDS, Face
from engine.chariot_race.facts import (
    BoardTaken,
    CaltropDropped,
    CaltropHit,
    CornerTaken,
    DiceFell,
    DieTurned,
    DraftBegan,
    Drove,
    FavourGained,
    HeapHit,
    JavelinThrown,
    LapDone,
    Placing,
    Protected,
    RaceEnded,
    Rammed,
    Repaired,
    RoundBegan,
    SetBack,
    SlotTaken,
    SpeedFell,
    SpeedSet,
    SprintHurt,
    TrackLaid,
    TurnBegan,
    WhyWrecked,
    Wrecked,
)
from engine.chariot_race.track import FINISH
from engine.facts import Fact, OrderFollowed, OrdersUnsealed, Rolled, Unsealed
from records.values import EntryId
from words.chariot_race.terms import health, signs
from words.shared import telling
from words.shared.glance import one_of
from words.shared.runs import SEALS, Grouper, seals_told, tell_together
from words.shared.telling import ENDS_EARLY, called, count, joined

Names = Mapping[EntryId, str]

TURN = (
    Repaired, SpeedFell, DiceFell, DieTurned, FavourGained, SpeedSet, SprintHurt,
    Drove, CornerTaken, CaltropHit, Rammed, HeapHit, SetBack, Wrecked, LapDone,
    Protected, CaltropDropped, JavelinThrown,
)  # fmt: skip
"""The facts of a turn, which share its line."""

SILENT = (Rolled, OrderFollowed, Unsealed, OrdersUnsealed)
"""Facts that *Why?*, the orders themselves or ``/watch what:verify`` tell."""


def tell(facts: Sequence[Fact], names: Names) -> list[str]:
    """Return the story of *facts*: a line for each turn and for each event between turns; all seals share one."""
    told = [fact for fact in facts if not isinstance(fact, SILENT)]
    return tell_together(told, names, Grouper(TurnBegan, (TurnBegan, *TURN), _kind_between), _JOINED, line)


def _kind_between(fact: Fact) -> str:
    """Return the kind of a fact between turns, for those told in one line: start slots."""
    return "slots" if isinstance(fact, SlotTaken) else ""


def _slots(facts: Sequence[Any], names: Names) -> list[str]:
    taken = sorted(facts, key=lambda fact: fact.slot)
    return ["Start, first to move: " + " · ".join(f"{called(names, fact.entry)} {fact.square}" for fact in taken)]


def turn_lines(facts: Sequence[Fact], names: Names) -> list[str]:
    """Return the turn of a chariot as one line that begins with its name; empty if the story leaves it out."""
    mover = next(fact.entry for fact in facts if isinstance(fact, (TurnBegan, *TURN)))
    runs = ((kind, list(run)) for kind, run in groupby(facts, key=_kind))
    clauses = [clause for clause in (_CLAUSES[kind[0]](run, names) for kind, run in runs) if clause]
    if not clauses:
        return []
    said = " ".join(clauses)
    return [f"{called(names, mover)} {said[0].lower()}{said[1:]}"]  # the name is its subject


def came(facts: Sequence[Fact], entry: EntryId, names: Names) -> list[str]:
    """Return the immediate results of an entry's answers: its dice, and the encounters of its drive."""
    own = [fact for fact in facts if isinstance(fact, TURN) and fact.entry == entry]
    return turn_lines(own, names) if own else []


def _kind(fact: Fact) -> tuple[str, EntryId | None]:
    """Return the kind of clause that tells a fact, and the rival in it; neighbours alike share one."""
    match fact:
        case JavelinThrown(rival=rival):
            return "javelins", rival
        case DiceFell() | DieTurned():
            return "dice", None
        case SpeedSet() | SprintHurt() | Drove():
            return "drive", None
        case CornerTaken():
            return "corners", None
        case CaltropDropped():
            return "dropped", None
    return "others", None


# What happens in a turn


def _dice(facts: Sequence[Any], _names: Names) -> str:
    """Tell the dice, and their effects."""
    told_dice: list[str] = []
    lie: list[Face] = []
    for fact in facts:
        match fact:
            case DiceFell(why="roll"):
                told_dice.append(f"🎲 {signs(fact.faces)}")
            case DiceFell():
                before = f"{signs([lie[die] for die in fact.rerolled])} → " if lie else "🎲 again "
                told_dice.append(f"{before}{signs([fact.faces[die] for die in fact.rerolled])}{_paid(fact.why)}")
            case DieTurned():
                told_dice.append(f"☸️ turns {signs((fact.before,))} to {signs((fact.face,))}{_paid('fortuna')}")
        lie = list(fact.faces) if isinstance(fact, DiceFell) else lie
        if isinstance(fact, DieTurned) and lie:
            lie[fact.die] = fact.face
    return f"{', '.join(told_dice)}."


def _paid(why: str) -> str:
    return f" for {FORTUNE_COST} fate" if why == "fortuna" else ""


def _drive(facts: Sequence[Any], _names: Names) -> str:
    """Tell the speed, and where it led."""
    clauses = []
    for fact in facts:
        match fact:
            case SpeedSet(speed=speed, initial=initial) if speed == initial:
                clauses.append(one_of((f"Holds speed {speed}", f"Stays at speed {speed}"), speed))
            case SpeedSet(speed=speed, initial=initial):
                verbs = ("Slows", "Reins in") if speed < initial else ("Speeds up", "Spurts")
                clauses.append(f"{one_of(verbs, initial)} to **{speed}**")
            case SprintHurt(points=points):
                clauses.append(f"pays {health(points)} for the sprint")
            case Drove(end=None):
                pass
            case Drove(path=""):
                clauses.append("stands still")
            case Drove(end=end, pos=pos):
                clauses.append(one_of((f"comes to {end}", f"drives to {end}", f"reaches {end}"), pos // 3))
    text = joined(clauses)
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def _corners(facts: Sequence[Any], _names: Names) -> str:
    """Tell which numbered spaces were entered too fast."""
    where = joined([f"{fact.square} ({fact.limit})" for fact in facts])
    lost, last = sum(fact.points for fact in facts), facts[-1]
    how = one_of(("Too fast for", "Too hot through", "Wheels smoke in"), lost + last.damage)
    return f"↩️ {how} {where}: {_lost(lost, last.damage)}."


def _lost(points: int, left: int) -> str:
    return f"−{points}, {left} left" if left > 0 else f"−{points}"


def _javelins(facts: Sequence[Any], names: Names) -> str:
    """Tell the target of javelins, and its health left."""
    last = facts[-1]
    rival = called(names, last.rival)
    many = f"{len(facts)} javelins" if len(facts) > 1 else one_of(("A javelin", "One javelin"), last.damage)
    left = f": {last.damage} left" if last.damage else ""
    return f"🎯 {many} into {rival}{left}."


def _dropped(facts: Sequence[Any], _names: Names) -> str:
    spaces = joined([fact.square for fact in facts])
    return f"✴️ {'Caltrops' if len(facts) > 1 else 'A caltrop'} on {spaces}."


def _others(facts: Sequence[Fact], names: Names) -> str:
    return " ".join(filter(None, (_clause(fact, names) for fact in facts)))


_CLAUSES: Mapping[str, Callable[[Sequence[Any], Names], str]] = {
    "dice": _dice,
    "drive": _drive,
    "corners": _corners,
    "javelins": _javelins,
    "dropped": _dropped,
    "others": _others,
}


@singledispatch
def _clause(fact: Fact, _names: Names) -> str:
    """Return the clause of a single fact; empty where another clause tells it."""
    raise TypeError(f"no words for {type(fact).__name__}")


@_clause.register
def _untold(_fact: TurnBegan | FavourGained | Protected, _names: Names) -> str:
    return ""  # the line's name, the dice and the cards say it


@_clause.register
def _repaired(fact: Repaired, _names: Names) -> str:
    return f"🔧 Repairs to {health(fact.damage)}."


@_clause.register
def _speed_fell(fact: SpeedFell, _names: Names) -> str:
    return f"Damage slows it to {fact.speed}."


@_clause.register
def _caltrop_hit(fact: CaltropHit, _names: Names) -> str:
    return f"✴️ Into the caltrop on {fact.square}: {_lost(fact.points, fact.damage)}."


@_clause.register
def _rammed(fact: Rammed, names: Names) -> str:
    verb = one_of(("Rams", "Crashes into", "Drives into"), fact.damage + fact.rival_damage)
    if fact.points and fact.rival_points:
        lost = f"−{fact.points} each"
    else:
        lost = f"−{fact.points or fact.rival_points} for {'the rammer' if fact.points else 'the rammed'} alone"
    return f"💥 {verb} {called(names, fact.rival)} on {fact.square}, {lost}."


@_clause.register
def _heap_hit(fact: HeapHit, _names: Names) -> str:
    return f"🪨 Into the stones on {fact.square}!"


@_clause.register
def _set_back(fact: SetBack, _names: Names) -> str:
    return f"Set back to {fact.square}."


WHY_WRECKED: Mapping[WhyWrecked, str] = {
    "sprint": "one sprint too many",
    "heap": "wrecked in the stones",
    "corner": "wrecked in the corner",
    "caltrop": "wrecked on a caltrop",
    "ram": "wrecked in the crash",
    "rammed": "wrecked in the crash",
    "javelin": "wrecked by a javelin",
}


@_clause.register
def _wrecked(fact: Wrecked, names: Names) -> str:
    return f"☠️ {called(names, fact.entry)} is **out**, {WHY_WRECKED[fact.why]}."


@_clause.register
def _lap_done(fact: LapDone, _names: Names) -> str:
    return "🏁 **Over the line for the last time!**" if fact.lap >= LAPS else "Begins the last lap."


# What happens between turns


_JOINED: Mapping[str, Callable[[Sequence[Any], Names], list[str]]] = {
    "turn": turn_lines,
    SEALS: seals_told,
    "slots": _slots,
}


@singledispatch
def line(fact: Fact, names: Names) -> str:
    """Return *fact* as a line of the story; empty where other lines say it already."""
    return telling.line(fact, names)


@line.register
def track_laid(fact: TrackLaid, _names: Names) -> str:
    stones = {"AA": "no stones", "BB": "stones in every lane"}.get(fact.track, "stones in one half")
    return f"🏟️ The race is run on track **{fact.track}**: {LAPS} laps, {stones}."


@line.register
def draft_began(fact: DraftBegan, names: Names) -> str:
    return "Boards are chosen in this order: " + ", ".join(called(names, entry) for entry in fact.order) + "."


@line.register
def board_taken(fact: BoardTaken, names: Names) -> str:
    if fact.board == "white":
        return ""  # all have the same
    return (
        f"{called(names, fact.entry)} takes the **{fact.board}** board: "
        f"{health(fact.damage)}, speed {fact.speed}, fate {fact.fate}."
    )


@line.register
def slot_taken(fact: SlotTaken, names: Names) -> str:
    return f"{called(names, fact.entry)} starts from slot {fact.slot}, {fact.square}."


@line.register
def round_began(fact: RoundBegan, _names: Names) -> str:
    return f"### Round {fact.round}"  # the order of play is that of the cards, the leader first


def ends_early(ended: RaceEnded) -> bool:
    """Tell whether a lesson ended, with chariots on their way: a race goes on to the line or to its last round (10)."""
    return bool(ended.winners) and ended.round < MOST_ROUNDS and all(each.pos <= FINISH for each in ended.ranking)


@line.register
def race_ended(fact: RaceEnded, names: Names) -> str:
    rows = [_placing(placing, names) for placing in fact.ranking]
    if ends_early(fact):
        return "\n".join([f"## {ENDS_EARLY}", *rows])
    head = f"## 🏆 The race is over after {count(fact.round, 'round')}"
    if not fact.winners:
        return "\n".join([head, "Nobody is left to win it.", *rows])
    shared = "" if len(fact.winners) < 2 else " share the win"
    winners = joined([called(names, entry) for entry in fact.winners])
    return "\n".join([head, f"{winners}{shared or ' wins'}!", *rows])


def _placing(placing: Placing, names: Names) -> str:
    if placing.place is None:
        return f"– {called(names, placing.entry)} · wrecked"
    return f"{placing.place}. {called(names, placing.entry)}"
