"""The story of a Chariot Race: a chariot's turn is one line, from the dice to the last javelin, from facts alone.

A turn that is told in parts, because a question came between, goes on in a line of its own.
"""

from collections.abc import Mapping, Sequence
from functools import singledispatch

from engine.chariot_race import facts as told
from engine.chariot_race.data import LAPS
from engine.game import (
    Concealed,
    Corrected,
    Fact,
    OrderFollowed,
    OrdersSealed,
    OrdersUnsealed,
    Rewound,
    Rolled,
    Sealed,
    Unsealed,
)
from records.values import EntryId
from words.chariot_race.terms import die_words, faces, health, space
from words.shared import telling
from words.shared.telling import SEALED, called, count, joined

Names = Mapping[EntryId, str]

TURN = (
    told.Repaired, told.SpeedFell, told.DiceFell, told.DieTurned, told.FavourGained, told.SpeedSet, told.SprintHurt,
    told.Drove, told.CornerTaken, told.CaltropHit, told.Rammed, told.HeapHit, told.SetBack, told.Wrecked, told.LapDone,
    told.Protected, told.CaltropDropped, told.JavelinThrown,
)  # fmt: skip
"""What happens within a turn, and shares its line."""

SILENT = (Rolled, OrderFollowed, Unsealed, OrdersUnsealed)
"""What *Why?*, the orders themselves or ``/race verify`` tell."""


def tell(facts: Sequence[Fact], names: Names) -> list[str]:
    """Return the story of *facts*: a line for each turn, each event between turns, and all seals together."""
    lines: list[str] = []
    turn: list[Fact] = []
    seals: list[Fact] = []
    for fact in facts:
        if isinstance(fact, SILENT):
            continue
        if turn and (isinstance(fact, told.TurnBegan) or not isinstance(fact, TURN)):
            lines += turn_lines(turn, names)
            turn = []
        if isinstance(fact, Sealed | OrdersSealed):
            seals.append(fact)
        elif isinstance(fact, (told.TurnBegan, *TURN)):
            turn.append(fact)
        else:
            lines.append(line(fact, names))
    lines += turn_lines(turn, names) if turn else []
    return [*_sealed(seals, names), *(each for each in lines if each)]


def _sealed(seals: Sequence[Fact], names: Names) -> list[str]:
    """Return one line for all that was sealed; proofs are elsewhere."""
    own = dict.fromkeys(called(names, fact.entry) for fact in seals if isinstance(fact, Sealed | OrdersSealed))
    return [f"{SEALED}{' · '.join(own)}"] if own else []


def turn_lines(facts: Sequence[Fact], names: Names) -> list[str]:
    """Return what a chariot did, as one line with its name before it; nothing if nothing is to be told."""
    mover = next(fact.entry for fact in facts if isinstance(fact, (told.TurnBegan, *TURN)))
    clauses = [clause for clause in (_clause(fact, names) for fact in facts) if clause]
    if not clauses:
        return []
    return [f"{called(names, mover)}: " + _sentence(clauses)]


def _sentence(clauses: Sequence[str]) -> str:
    return " ".join(clauses)


def _pick(number: int, phrases: Sequence[str]) -> str:
    """Return one of several ways to say a thing; a fact's number always finds the same."""
    return phrases[number % len(phrases)]


# What happens in a turn


@singledispatch
def _clause(fact: Fact, names: Names) -> str:
    raise NotImplementedError(f"no words for {type(fact).__name__}")


@_clause.register
def _turn_began(_fact: told.TurnBegan, _names: Names) -> str:
    return ""


@_clause.register
def _repaired(fact: told.Repaired, _names: Names) -> str:
    return f"🔧 Repairs {fact.points} for 3 fate: {health(fact.damage)}."


@_clause.register
def _speed_fell(fact: told.SpeedFell, _names: Names) -> str:
    return f"The damage slows the chariot from {fact.before} to {fact.speed}."


@_clause.register
def _dice_fell(fact: told.DiceFell, _names: Names) -> str:
    if fact.why == "roll":
        return f"🎲 {faces(fact.faces)}."
    price = "for 2 fate" if fact.why == "fortuna" else "for free"
    again = die_words(len(fact.rerolled))
    return f"Rolls {again} again {price}: {faces(tuple(fact.faces[die] for die in fact.rerolled))}."


@_clause.register
def _die_turned(fact: told.DieTurned, _names: Names) -> str:
    return f"☸️ Fortuna turns {faces((fact.before,))} to **{faces((fact.face,))}** for 2 fate."


@_clause.register
def _favour_gained(_fact: told.FavourGained, _names: Names) -> str:
    return ""  # the dice say it, and the board


@_clause.register
def _speed_set(fact: told.SpeedSet, _names: Names) -> str:
    lost = f" ({count(fact.lost, 'point')} beyond the dial lost)" if fact.lost else ""
    if fact.speed == fact.initial:
        return _pick(fact.speed, (f"Holds speed {fact.speed}{lost}.", f"Stays at {fact.speed}{lost}."))
    verb = ("Slows", "Reins in") if fact.speed < fact.initial else ("Speeds up", "Goes up")
    return f"{_pick(fact.initial, verb)} from {fact.initial} to **{fact.speed}**{lost}."


@_clause.register
def _sprint_hurt(fact: told.SprintHurt, _names: Names) -> str:
    return f"The sprint costs {health(fact.points)}."


@_clause.register
def _drove(fact: told.Drove, _names: Names) -> str:
    if not fact.path:
        return f"Stands on {fact.start}." if fact.end else ""
    if fact.end is None:
        return ""
    return _pick(fact.pos // 3, (f"Drives to {fact.end}.", f"Comes to {fact.end}.", f"Gets to {fact.end}."))


@_clause.register
def _corner_taken(fact: told.CornerTaken, _names: Names) -> str:
    costs = f"{health(fact.points)}, {fact.damage} left"
    over = f"{fact.speed} where {fact.limit} is safe"
    return _pick(
        fact.points + fact.damage,
        (f"↩️ Corner {fact.square} at {over}: {costs}.", f"↩️ Too fast for {fact.square}, {over}: {costs}."),
    )


@_clause.register
def _caltrop_hit(fact: told.CaltropHit, _names: Names) -> str:
    return f"✴️ A caltrop on {fact.square}: {health(fact.points)}, {fact.damage} left."


@_clause.register
def _rammed(fact: told.Rammed, names: Names) -> str:
    verb = _pick(fact.damage + fact.rival_damage, ("Rams", "Crashes into", "Drives into"))
    if not fact.rival_points:
        return f"💥 **{verb} {called(names, fact.rival)}** on {fact.square}; only the one who came loses {fact.points}."
    lost = f"both lose {fact.points}" if fact.points else f"only that chariot loses {fact.rival_points}"
    return f"💥 **{verb} {called(names, fact.rival)}** on {fact.square}: {lost}."


@_clause.register
def _heap_hit(fact: told.HeapHit, _names: Names) -> str:
    return f"🪨 **Drives into the stones on {fact.square}.**"


@_clause.register
def _set_back(fact: told.SetBack, _names: Names) -> str:
    return f"Set back to {space(fact.square)}."


WHY_WRECKED: Mapping[told.WhyWrecked, str] = {
    "sprint": "the sprint was one too many",
    "heap": "wrecked in the stones",
    "corner": "wrecked in the corner",
    "caltrop": "wrecked on a caltrop",
    "ram": "wrecked in the crash",
    "rammed": "wrecked in the crash",
    "javelin": "wrecked by a javelin",
}


@_clause.register
def _wrecked(fact: told.Wrecked, names: Names) -> str:
    return f"☠️ **{called(names, fact.entry)} is out**, {WHY_WRECKED[fact.why]} on {fact.square}."


@_clause.register
def _lap_done(fact: told.LapDone, _names: Names) -> str:
    if fact.lap >= LAPS:
        return "🏁 **Crosses the line for the last time!**"
    return "Begins the second lap, the last."


@_clause.register
def _protected(_fact: told.Protected, _names: Names) -> str:
    return ""  # an option that all agreed to; the cards say "finished"


@_clause.register
def _caltrop_dropped(fact: told.CaltropDropped, _names: Names) -> str:
    return _pick(fact.supply, (f"Drops a caltrop on {fact.square}.", f"Leaves a caltrop on {fact.square}."))


@_clause.register
def _javelin_thrown(fact: told.JavelinThrown, names: Names) -> str:
    verb = _pick(fact.damage, ("Throws a javelin at", "Hits", "Sends a javelin into"))
    with_it = " with a javelin" if verb == "Hits" else ""
    return f"🎯 {verb} {called(names, fact.rival)}{with_it}: {fact.damage} health left."


# What happens between turns


@singledispatch
def line(fact: Fact, names: Names) -> str:
    """Return *fact* as a line of the story; empty where other lines say it already."""
    raise NotImplementedError(f"no words for {type(fact).__name__}")


@line.register
def rewound(fact: Rewound, _names: Names) -> str:
    return telling.rewound(fact)


@line.register
def corrected(fact: Corrected, names: Names) -> str:
    return telling.corrected(fact, names)


@line.register
def concealed(fact: Concealed, names: Names) -> str:
    return telling.concealed(fact, names)


@line.register
def track_laid(fact: told.TrackLaid, _names: Names) -> str:
    stones = {"AA": "no stones", "BB": "stones in every lane"}.get(fact.track, "stones in one half")
    return f"🏟️ The race is run on track **{fact.track}**: {LAPS} laps, {stones}."


@line.register
def draft_began(fact: told.DraftBegan, names: Names) -> str:
    return "Boards are chosen in this order: " + ", ".join(called(names, entry) for entry in fact.order) + "."


@line.register
def board_taken(fact: told.BoardTaken, names: Names) -> str:
    if fact.board == "white":
        return ""  # all have the same
    return (
        f"{called(names, fact.entry)} takes the **{fact.board}** board: "
        f"{health(fact.damage)}, speed {fact.speed}, fate {fact.fate}."
    )


@line.register
def slot_taken(fact: told.SlotTaken, names: Names) -> str:
    return f"{called(names, fact.entry)} starts from slot {fact.slot}, {fact.square}."


@line.register
def round_began(fact: told.RoundBegan, names: Names) -> str:
    order = " · ".join(called(names, entry) for entry in fact.order)
    return f"### Round {fact.round}\n-# Order of play: {order}"


@line.register
def race_ended(fact: told.RaceEnded, names: Names) -> str:
    rows = [_placing(placing, names) for placing in fact.ranking]
    head = f"## 🏆 The race is over after {count(fact.round, 'round')}"
    if not fact.winners:
        return "\n".join([head, "Nobody is left to win it.", *rows])
    shared = "" if len(fact.winners) < 2 else " share the win"
    winners = joined([called(names, entry) for entry in fact.winners])
    return "\n".join([head, f"{winners}{shared or ' wins'}!", *rows])


def _placing(placing: told.Placing, names: Names) -> str:
    if placing.place is None:
        return f"– {called(names, placing.entry)} · wrecked"
    return f"{placing.place}. {called(names, placing.entry)}"
