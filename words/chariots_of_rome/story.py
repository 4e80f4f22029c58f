"""The story of Chariots of Rome, from facts alone: a turn is one line, and a line more for each fight and crash in it.

An event that befalls a chariot in another one's turn is told in that turn, under its own name.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import singledispatch
from itertools import groupby
from typing import Any

from engine.chariots_of_rome.printed.board import track
from engine.chariots_of_rome.printed.data import CHARIOTEERS, FATES
from engine.chariots_of_rome.words import facts as f
from engine.chariots_of_rome.words.facts import ANEW, Placing, RaceEnded, WhyOut
from engine.facts import Concealed, Fact, OrderFollowed, OrdersUnsealed, Rolled, Unsealed
from records.values import EntryId
from words.chariots_of_rome.terms import (
    BLESSINGS,
    COLUMNS,
    EFFECTS,
    GIFTS,
    LEVELS,
    PRICES,
    SIGNS,
    card_name,
    gate_number,
)
from words.shared import telling
from words.shared.glance import one_of
from words.shared.runs import SEALS, Grouper, seals_told, tell_together
from words.shared.telling import ENDS_EARLY, called, count, joined

Names = Mapping[EntryId, str]

SILENT = (Rolled, OrderFollowed, Unsealed, OrdersUnsealed, f.InitiativeRevealed, f.TurnEnded, f.FirstCornerLeft)
"""Facts that other lines, *Why?*, the orders themselves or ``/watch what:verify`` tell."""

TURN = (
    f.TurnBegan, f.Changed, f.SpeedSet, f.GiftsTaken, f.FollowedClose, f.HardDriven, f.MoveSet, f.Drove,
    f.LineCrossed, f.CornerEntered, f.HazardSet, f.StackLaid, f.StackDropped, f.StoppedShort, f.Attacked,
    f.CardsDue, f.Defended, f.TopSeen, f.CardTurned, f.CardReplaced, f.ResultIgnored, f.Swerved, f.Crashed, f.Wounded,
    f.Eliminated, f.WreckSlid,
)  # fmt: skip
"""The facts of a turn, which share its lines."""

WHY_OUT: Mapping[WhyOut, str] = {
    "endurance": "worn out",
    "rattled": "too rattled to go on",
    "wounds": "wounded twice",
}


def tell(facts: Sequence[Fact], names: Names) -> list[str]:
    """Return the story of *facts*: turns in a line or more each, and a line for each event between turns."""
    told = [fact for fact in facts if not isinstance(fact, SILENT)]
    return tell_together(told, names, Grouper(f.TurnBegan, TURN, _kind_between), _JOINED, line)


def _kind_between(fact: Fact) -> str:
    """Return the kind of a fact between turns, for those told in one line: cards dealt, and gates."""
    if isinstance(fact, f.GateTaken):
        return "gates"
    return "dealt" if isinstance(fact, f.CharioteerDealt) and fact.before is None else ""


def _gates(facts: Sequence[Any], names: Names) -> list[str]:
    taken = sorted(facts, key=lambda fact: fact.gate)
    return ["Gates: " + " · ".join(f"{called(names, each.entry)} {gate_number(each.gate)}" for each in taken)]


def _dealt(facts: Sequence[Any], names: Names) -> list[str]:
    return [f"{called(names, fact.entry)} rides with **{card_name(fact.charioteer)}**." for fact in facts]


# Turns


def turn_lines(facts: Sequence[Fact], names: Names) -> list[str]:
    """Return the lines of a turn: the way, then one for each chariot that something happened to."""
    began = next((fact for fact in facts if isinstance(fact, f.TurnBegan)), None)
    mover = began.entry if began is not None else None
    lines: list[str] = []
    for number, (subject, clauses) in enumerate(_told(facts, mover, names)):
        text = " ".join(clauses)
        lead = "" if number == 0 else "↳ "
        lines.append(f"{lead}{called(names, subject)} {text[:1].lower()}{text[1:]}")  # the name is its subject
    return lines


def _told(facts: Sequence[Fact], mover: EntryId | None, names: Names) -> list[tuple[EntryId, list[str]]]:
    """Return clauses in their order, those of a chariot that follow each other together."""
    found: list[tuple[EntryId, list[str]]] = []
    runs = groupby(facts, key=_Sorter())
    for (kind, _, subject), run in runs:
        clause = _CLAUSES[kind](list(run), names)
        who = subject or mover
        if not clause or who is None:
            continue
        if not found or found[-1][0] != who or kind == "attack":
            found.append((who, []))
        found[-1][1].append(clause)
    return found


class _Sorter:
    """Sorts facts into clauses: the clause of each, its run, and the chariot it is about."""

    def __init__(self) -> None:
        self._kind = ""
        self._run = 0

    def __call__(self, fact: Fact) -> tuple[str, int, EntryId | None]:
        kind = self._kind_of(fact)
        self._run += kind != self._kind or kind in ("attack", "other")
        self._kind = kind
        return kind, self._run, getattr(fact, "entry", None)

    def _kind_of(self, fact: Fact) -> str:
        match fact:
            case f.Changed(why="card" | "no tactics") | f.CardReplaced() | f.ResultIgnored():
                kind = "drive" if self._kind == "drive" else "cards"
            case f.Changed(why="defense") | f.Defended():
                kind = "corner" if self._kind == "corner" else "cards"
            case f.Changed(why="corner") if self._kind == "corner":
                kind = "corner"
            case f.Changed(why="level" | "hard driving" | "refund" | "gift"):
                kind = "speed"
            case f.CardTurned(column="corner") | f.LineCrossed(forwards=True, laps=0):
                kind = "drive"
            case f.CardsDue(reason="corner"):
                kind = "corner"
            case _:
                kind = next((kind for kind, types in _KINDS.items() if isinstance(fact, types)), "other")
        return kind


_KINDS: Mapping[str, tuple[type[Fact], ...]] = {
    "untold": (f.Changed, f.TurnBegan, f.TopSeen, f.StackDropped),
    "speed": (f.SpeedSet, f.GiftsTaken, f.FollowedClose, f.HardDriven, f.MoveSet),
    "drive": (f.Drove,),
    "attack": (f.Attacked,),
    "corner": (f.CornerEntered, f.HazardSet, f.StackLaid),
    "cards": (f.CardsDue, f.CardTurned),
}


def _untold(_facts: Sequence[Any], _names: Names) -> str:
    return ""  # figures stand on the cards, and prices beside what they buy


def _speed(facts: Sequence[Any], names: Names) -> str:
    """Tell the Speed Level, the additions, and the sum of spaces."""
    parts: list[str] = []
    for fact in facts:
        match fact:
            case f.SpeedSet(level=speed, before=before, is_held=held):
                verb = "Holds" if held or speed == before else "Speeds up to" if speed > before else "Slows to"
                parts.append(f"{verb} Speed {LEVELS[speed]}")
            case f.GiftsTaken():
                parts.append(f"takes {joined([GIFTS[gift] for gift in fact.gifts])}")
            case f.FollowedClose():
                parts.append(f"follows {called(names, fact.rival)} close for 1 more")
            case f.HardDriven():
                parts.append(_hard(fact))
            case f.MoveSet(total=total):
                spaces = f"**{count(total, 'space')}**"
                return f"{joined(parts)}: {spaces}." if parts else f"Has {spaces} to drive."
    return f"{joined(parts)}." if parts else ""


def _hard(fact: f.HardDriven) -> str:
    price = "free" if fact.paid == "free" else f"for {PRICES[fact.paid]}"
    rolls = " and ".join(map(str, fact.rolls))
    named = f", named {fact.named}" if fact.named is not None else ""
    return f"drives hard {price} (🎲 {rolls}{named}) for {fact.spaces} more"


def _drive(facts: Sequence[Any], names: Names) -> str:
    """Tell where a run of steps led, how many obstacles it passed, and the effects of Cornering cards on the way."""
    steps = [fact for fact in facts if isinstance(fact, f.Drove)]
    did = list(_did(facts, names))
    cards = f"🃏 {', '.join(did)}" if did else ""
    if not steps:
        return f"{cards}." if cards else ""
    passed = sum(len(step.passed) for step in steps)
    verb = one_of(("Drives to", "Comes to", "Gets to"), steps[-1].moves_left + len(steps))
    past = f" past {count(passed, 'obstacle')}" if passed else ""
    return f"{verb} {steps[-1].squares[-1]}{past}{f': {cards}' if cards else ''}."


def _corner(facts: Sequence[Any], _names: Names) -> str:
    """Tell how a corner was entered, and how many cards wait."""
    parts: list[str] = []
    due = removed = 0
    gained = sum(fact.by for fact in facts if isinstance(fact, f.Changed) and fact.why == "corner")
    for fact in facts:
        match fact:
            case f.CornerEntered():
                parts.append(f"{_ARRIVALS[fact.arrival]} {fact.corner}{f', +{gained} ⭐' if gained else ''}")
            case f.HazardSet(cards=0):
                pass
            case f.HazardSet():
                due = fact.cards
            case f.Defended():
                removed = fact.removed
    if due:
        paid = f"buys off {removed}" if removed else ""
        wait = f"draws {due - removed} later 🃏" if due > removed else ""
        then = joined([each for each in (paid, wait) if each])
        parts.append(f"{'is' if parts else 'Is'} {count(due, 'card')} too fast: {then}")
    return f"{', '.join(parts)}." if parts else ""


_ARRIVALS: Mapping[str, str] = {"first": "Is first into", "following": "Enters", "last": "Is last into"}


def _cards(facts: Sequence[Any], names: Names) -> str:
    """Tell a draw: the cards due, those bought off, and their effects."""
    parts: list[str] = []
    due = next((fact for fact in facts if isinstance(fact, f.CardsDue)), None)
    defended = next((fact for fact in facts if isinstance(fact, f.Defended)), None)
    if due is not None:
        parts.append(f"Draws {count(due.cards, COLUMNS[due.column] + ' card')}")
    if defended is not None:
        parts.append(f"buys off {defended.removed if due is None or defended.left else 'all'}")
    did = [each for each in _did(facts, names) if each]
    head = joined(parts)
    if not did:
        return f"{head}." if head else ""
    if head:
        return f"{head}: {', '.join(did)}."
    turned = next((fact for fact in facts if isinstance(fact, f.CardTurned)), None)
    return f"{COLUMNS[turned.column]} card: {', '.join(did)}." if turned is not None else f"{', '.join(did)}."


def _did(facts: Sequence[Any], names: Names) -> Iterator[str]:
    """Yield the effect of each card of a draw, as far as it changed figures or the next facts tell it."""
    del names
    for fact in facts:
        match fact:
            case f.CardTurned(result="none"):
                yield "nothing"
            case f.CardTurned(result="swerve"):
                yield "swerve"
            case f.CardTurned(result="wounded"):
                yield "a wound"
            case f.CardReplaced():
                yield "swapped for"
            case f.ResultIgnored():
                yield f"shrugged off by {CHARIOTEERS[fact.charioteer].name}"
            case f.Changed(why="card" | "no tactics"):
                sign = "+" if fact.by > 0 else "−"
                yield f"{sign}{abs(fact.by)} {SIGNS[fact.what]} ({fact.now})"


def _attack(facts: Sequence[Any], names: Names) -> str:
    (fact,) = facts
    rival = called(names, fact.rival)
    if fact.strikes_back:
        return f"🗡️ strikes back at {rival}."
    if fact.kind == "ram":
        return f"💥 {one_of(('rams', 'crashes into', 'shoulders'), fact.cards + fact.rival)} {rival}!"
    return f"⚔️ {one_of(('whips', 'lashes', 'lays the whip on'), fact.cards + fact.rival)} {rival}!"


def _other(facts: Sequence[Fact], names: Names) -> str:
    return " ".join(filter(None, (clause(fact, names) for fact in facts)))


_CLAUSES: Mapping[str, Callable[[Sequence[Any], Names], str]] = {
    "untold": _untold,
    "speed": _speed,
    "drive": _drive,
    "corner": _corner,
    "cards": _cards,
    "attack": _attack,
    "other": _other,
}


@singledispatch
def clause(fact: Fact, _names: Names) -> str:
    """Return the clause of a single fact of a turn; raise :exc:`TypeError` for a fact without words."""
    raise TypeError(f"no words for {type(fact).__name__}")


@clause.register
def _line_crossed(fact: f.LineCrossed, _names: Names) -> str:
    if fact.finishes:
        return "🏁 **crosses the line for the last time!**"
    if not fact.forwards:
        return "Goes back over the line, and must drive that lap again."
    return f"Begins lap {fact.laps + 1}." if fact.laps and fact.is_new else ""


@clause.register
def _stopped_short(fact: f.StoppedShort, _names: Names) -> str:
    return f"🚧 is boxed in, {count(fact.moves_left, 'space')} short."


HITS: Mapping[str, str] = {
    "wall": "the wall",
    "wreck": "a wreck",
    "debris": "debris",
    "chariot": "a chariot",
    "rooted": "a chariot that won't budge",
}


@clause.register
def _swerved(fact: f.Swerved, names: Names) -> str:
    hit = f" into {joined([HITS[each] for each in fact.hit])}" if fact.hit else ""
    if fact.is_sideways:
        return f"🌀 slides sideways to {fact.square}."
    pushed = f", shoved by {called(names, fact.pushed_by)}" if fact.pushed_by is not None else ""
    return f"🌀 swerves {fact.side}{hit} to {fact.square}{pushed}."


@clause.register
def _crashed(fact: f.Crashed, _names: Names) -> str:
    return f"💥 **crashes**{f' {fact.crashes} times over' if fact.crashes > 1 else ''}!"


@clause.register
def _wounded(fact: f.Wounded, _names: Names) -> str:
    return "🩹 is wounded: the ability is lost." if fact.wounds == 1 else "🩹 is wounded again!"


@clause.register
def _eliminated(fact: f.Eliminated, _names: Names) -> str:
    return f"☠️ is **out**, {WHY_OUT[fact.why]}."


@clause.register
def _wreck_slid(fact: f.WreckSlid, names: Names) -> str:
    struck = f", in the place of {called(names, fact.struck)}" if fact.struck is not None else ""
    return f"Leaves a wreck on {fact.square}{struck}."


def came(facts: Sequence[Fact], entry: EntryId, names: Names) -> list[str]:
    """Return the immediate results of an entry's answers: its way, its cards, its swerves."""
    del entry  # what an answer leads to may befall others as well
    return turn_lines([fact for fact in facts if isinstance(fact, TURN)], names)


# What happens between turns


_JOINED: Mapping[str, Callable[[Sequence[Any], Names], list[str]]] = {
    "turn": turn_lines,
    SEALS: seals_told,
    "gates": _gates,
    "dealt": _dealt,
}


@singledispatch
def line(fact: Fact, names: Names) -> str:
    """Return *fact* as a line of the story; empty where other lines say it already."""
    return telling.line(fact, names)


@line.register
def _shuffled(fact: Concealed, _names: Names) -> str:
    """Tell a shuffle as the race goes back; other shuffles follow from the rules, or have their own facts."""
    return f"-# {SHUFFLED_ANEW}" if fact.what_for == f"actions{ANEW}" else ""


SHUFFLED_ANEW = "🃏 The cards that lie face down are shuffled anew."
"""The one line for it, for all piles together (RO-18)."""


@line.register
def _pile_renewed(fact: f.PileRenewed, _names: Names) -> str:
    pile = {"actions": "Action", "fates": "Fate"}[fact.pile]
    return f"-# 🃏 The {count(len(fact.cards), pile + ' card')} that were used are shuffled into a new pile."


@line.register
def _track_laid(fact: f.TrackLaid, _names: Names) -> str:
    lies = track(fact.track)
    return f"🏟️ **{lies.name}**: {lies.lanes} lanes, {count(fact.laps, 'lap')}, {fact.tactics} ⭐ Tactics each."


@line.register
def _dealt_anew(fact: f.CharioteerDealt, names: Names) -> str:
    before = f" in place of {CHARIOTEERS[fact.before].name}" if fact.before is not None else ""
    return f"{called(names, fact.entry)} rides with **{card_name(fact.charioteer)}**{before}."


@line.register
def _redraw_refused(fact: f.RedrawRefused, names: Names) -> str:
    return f"{called(names, fact.entry)} asked for another charioteer. Not everybody agreed."


@line.register
def _draft_began(fact: f.DraftBegan, names: Names) -> str:
    shown = ", ".join(CHARIOTEERS[each].name for each in fact.display)
    order = ", ".join(called(names, entry) for entry in fact.order)
    return f"Charioteers to choose from: {shown}.\nThey choose in this order: {order}. Gates go the other way round."


@line.register
def _charioteer_taken(fact: f.CharioteerTaken, names: Names) -> str:
    return f"{called(names, fact.entry)} takes **{card_name(fact.charioteer)}**."


@line.register
def _round_began(fact: f.RoundBegan, _names: Names) -> str:
    return f"### Round {fact.round}"


@line.register
def _cards_looked(fact: f.CardsLooked, names: Names) -> str:
    return f"🤫 {called(names, fact.entry)} has looked at the Initiative cards."


@line.register
def _cards_shown(fact: f.CardsShown, names: Names) -> str:
    if fact.before == fact.after:
        return f"{called(names, fact.entry)} had left the Initiative cards alone."
    after = ", ".join(called(names, entry) for entry in fact.after)
    return f"{called(names, fact.entry)} had moved an Initiative card. The order became: {after}."


@line.register
def _god_spoke(fact: f.GodSpoke, names: Names) -> str:
    if fact.god == "jupiter":
        return f"⚡ {called(names, fact.entry)} wakes Jupiter."
    return f"🙏 {fact.god.capitalize()} blesses every driver: {BLESSINGS[fact.god]}."


@line.register
def _benefit_chosen(fact: f.BenefitChosen, names: Names) -> str:
    return f"{called(names, fact.entry)} turns to {fact.god.capitalize()} instead: {BLESSINGS[fact.god]}."


@line.register
def _fate_drawn(fact: f.FateDrawn, _names: Names) -> str:
    until = " this round" if fact.lasts else ""
    return f"⚡ **{FATES[fact.card].name}**: {EFFECTS[fact.card]}{until}."


@line.register
def _fate_obeyed(fact: f.FateObeyed, names: Names) -> str:
    if not fact.yes:
        return ""  # most do not, and the figures show it
    what = "pays 1 Tactics against the thunder" if fact.card == "F07" else "trades 1 Endurance for 2 Tactics"
    return f"{called(names, fact.entry)} {what}."


@line.register
def _debris_placed(fact: f.DebrisPlaced, _names: Names) -> str:
    return f"🏺 Debris lies on {fact.square}."


@line.register
def _sand_cleared(fact: f.SandCleared, _names: Names) -> str:
    cleared = [*fact.wrecks, *fact.debris]
    return (
        f"🧹 Slaves clear {joined([str(each) for each in cleared])}." if cleared else "🧹 There was nothing to clear."
    )


@line.register
def _initiative_reversed(fact: f.InitiativeReversed, _names: Names) -> str:
    return f"🔀 The {count(fact.cards, 'card')} still face down now come the other way round."


@line.register
def _healed(fact: f.Healed, names: Names) -> str:
    return f"⚕️ {called(names, fact.entry)} is well again, and the ability is back."


@line.register
def _lock_lifted(_fact: f.LockLifted, _names: Names) -> str:
    return "🔓 Everybody has left the first corner: **Attacks are open!**"


@line.register
def _round_ended(_fact: f.RoundEnded, _names: Names) -> str:
    return ""  # the next one says it, or the end does


# The end


def ends_early(ended: RaceEnded) -> bool:
    """Tell whether a lesson ended, with chariots on their way: a race goes on for many more rounds (R57)."""
    return ended.why == "last round" and ended.round < _LONG


_LONG = 40
"""Rounds after which a race without a finish is over, at the least (R57)."""


@line.register
def _race_ended(fact: RaceEnded, names: Names) -> str:
    rows = [_placing(placing, names) for placing in fact.ranking]
    if ends_early(fact):
        return "\n".join([f"## {ENDS_EARLY}", *rows])
    head = f"## 🏆 The race is over after {count(fact.round, 'round')}"
    return "\n".join([head, WINS[fact.why].format(a=called(names, fact.winner)), *rows])


WINS: Mapping[f.WhyOver, str] = {
    "finish": "{a} wins!",
    "last survivor": "{a} is the last one standing, and wins!",
    "last team": "{a} wins: only one stable is left.",
    "last round": "{a} leads at the end of the last round, and wins!",
}


def _placing(placing: Placing, names: Names) -> str:
    if placing.place is None:
        return f"– {called(names, placing.entry)} · out"
    beyond = f" · {count(placing.distance, 'space')} past the line" if placing.distance is not None else ""
    return f"{placing.place}. {called(names, placing.entry)}{beyond}"
