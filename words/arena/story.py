"""The story of a match step by step, dice included: one function a fact, from facts alone."""

from collections.abc import Iterator, Mapping, Sequence
from functools import singledispatch

from msgspec.structs import replace

from engine.arena import facts as f
from engine.arena.data import FEWEST_VOTES
from engine.arena.men import AREA_NAMES
from engine.arena.orders import PhaseOrder, spent
from engine.arena.state import Options
from engine.facts import Concealed, Fact, Sealed
from records.values import EntryId
from words.arena.choosing import man_told
from words.arena.labels import menus_told, plan_told
from words.arena.phrases import FALLEN, in_words
from words.shared import telling
from words.shared.runs import SEALS, seals_told, tell_together
from words.shared.telling import called, count, joined, signed

Names = Mapping[EntryId, str]

OVER = "## 🏆 The fight is over"
"""How the line begins that ends a match."""

MOODS = {
    -3: "wants blood", -2: "hisses", -1: "mutters", 0: "waits", 1: "stirs", 2: "cheers", 3: "roars",
}  # fmt: skip

_BY: Mapping[str, str] = {
    "plan": "", "kept": " (last plan)", "silence": " (no plan: the rules decide)", "hand": " (by hand)",
    "hurt": " (hurt)", "shield": " (shield gone)", "retreat": " (the foe gave ground)",
    "give up": " (gives up)", "surrender": " (surrenders)",
}  # fmt: skip

_MANOEUVRES: Mapping[str, str] = {
    "hold": "holds", "close": "closes in", "charge": "charges", "left": "circles left", "right": "circles right",
    "back": "gives ground", "break": "breaks away", "goto": "moves", "rise": "rises", "recover": "recovers",
}  # fmt: skip

_SIDES = {"front": "", "flank": " on the flank", "rear": " from behind"}
_NOT = {
    "reach": "the foe is out of reach", "blocked": "somebody stands between", "angle": "the foe stands aside",
    "lying": "one of them lies", "caught": "a net holds the man",
}  # fmt: skip
_PARTS = {
    "CFs": "CFs", "missus": "for missus", "kill": "for the kill", "mercy": "for mercy given",
    "slow": "for the slow end", "fast": "for the quick end",
}  # fmt: skip


_OMENS = "omens"


def _omens(_facts: Sequence[Fact], _names: Names) -> list[str]:
    return ["-# 🎲 Drawn unseen: how house fighters decide where they are in doubt. It is told when the fight is over."]


def numbered(facts: Sequence[Fact], options: Options) -> Sequence[Fact]:
    """Return facts that know what an exchange is: where it is one phase, a phase bears no number in its turn."""
    if options.whole_turns:
        return facts
    return [replace(each, phase=0) if isinstance(each, f.PhaseBegan) else each for each in facts]


@singledispatch
def line(fact: Fact, names: Names) -> str:
    """Return *fact* as a line of the story; empty where other lines say it already."""
    return telling.line(fact, names)


def tell(facts: Sequence[Fact], names: Names) -> list[str]:
    """Return the story of *facts*, a line each, dice included; all seals share a line, and so do omens.

    Where a match ends with its first bout, its end says enough.
    """
    is_single = any(isinstance(each, f.MatchEnded) for each in facts)
    told = [each for each in facts if not (is_single and isinstance(each, f.BoutEnded) and each.bout == 1)]
    return tell_together(told, names, _kind, {SEALS: seals_told, _OMENS: _omens}, line)


def _kind(fact: Fact) -> str:
    """Return the kind of line that tells *fact*; neighbours of one kind share it."""
    return SEALS if isinstance(fact, Sealed) else _OMENS if isinstance(fact, Concealed) else ""


# Before the first phase


@line.register
def man_entered(fact: f.ManEntered, names: Names) -> str:
    small = " A small shield, against the net." if fact.shield != fact.man.shield else ""
    return (
        f"🗡️ For {called(names, fact.entry)} fights **{fact.man.name}**, {fact.man.kind}.{small}\n"
        f"-# {man_told(fact.man)}"
    )


@line.register
def bout_began(fact: f.BoutBegan, _names: Names) -> str:
    return f"### Bout {fact.bout}" if fact.bout > 1 else ""


@line.register
def placed(_fact: f.Placed, _names: Names) -> str:
    return ""  # the picture shows it


# Orders


@line.register
def phase_began(fact: f.PhaseBegan, _names: Names) -> str:
    return f"### Exchange {fact.turn}, phase {fact.phase}" if fact.phase else f"### Exchange {fact.number}"


@line.register
def order_told(fact: f.OrderTold, names: Names) -> str:
    planned = f"{menus_told(fact.menus)}; " if fact.menus is not None else ""
    return f"📋 {called(names, fact.entry)}{_BY[fact.by]}: {planned}{_order(fact.order)}, of {fact.cf} CFs."


def _order(order: PhaseOrder) -> str:
    """Return what an order comes to."""
    parts = spent(order)
    told = [_MANOEUVRES[order.manoeuvre], f"{parts.strike} to strike", f"{parts.guard} to guard"]
    told += [f"{parts.other} for the rest"] if parts.other else []
    return ", ".join(told)


@line.register
def order_cut(fact: f.OrderCut, names: Names) -> str:
    return f"-# {called(names, fact.entry)} is left with {count(fact.cf, 'CF')}: {_order(fact.order)}."


# Manoeuvre


@line.register
def moved(fact: f.Moved, names: Names) -> str:
    steps = len(fact.path) - 1
    return f"👣 {called(names, fact.entry)} {_MANOEUVRES[fact.manoeuvre]}: {count(steps, 'step')}." if steps else ""


@line.register
def collided(fact: f.Collided, names: Names) -> str:
    met = joined([called(names, entry) for entry in fact.entries])
    if fact.winner is None:
        return f"💥 {met} run into each other, and nobody gets the hex."
    lost = [f"{called(names, entry)} loses {count(cfs, 'CF')}" for entry, cfs in fact.lost.items() if cfs]
    lost += [f"{called(names, entry)} falls" for entry in fact.prone]
    return f"💥 {met} run into each other; {joined([f'{called(names, fact.winner)} gets the hex', *lost])}."


@line.register
def circled(fact: f.Circled, names: Names) -> str:
    one, other = called(names, fact.entry), called(names, fact.foe)
    if fact.gain == "front":
        return f"🔄 {one} circles {fact.to}, and {other} turns in time."
    return f"🔄 {one} circles {fact.to} and is {fact.ahead} ahead: {other}'s {fact.gain} is open."


# The net


@line.register
def net_thrown(fact: f.NetThrown, names: Names) -> str:
    one, other = called(names, fact.entry), called(names, fact.foe)
    if fact.result == "miss":
        return f"🕸️ {one} throws the net at {other} and misses by {-fact.margin}."
    how = "is entangled: no blow, no step" if fact.result == "entangled" else "is snagged: 2 CFs fewer"
    return f"🕸️ {one} throws the net, and {other} {how}."


@line.register
def net_tried(fact: f.NetTried, names: Names) -> str:
    who = called(names, fact.entry)
    if fact.is_destroyed:
        return f"🕸️ {who} tears the net to pieces."
    told = {"free": "shakes the net off", "snagged": "hangs in the net by an arm", "entangled": "stays in the net"}
    return f"🕸️ {who} {told[fact.now]}."


# Blows


@line.register
def struck(fact: f.Struck, names: Names) -> str:
    one, other, area = called(names, fact.entry), called(names, fact.foe), AREA_NAMES[fact.area - 1]
    blow = f"⚔️ {one} strikes at {other}'s {area}{_SIDES[fact.side]} with {count(fact.cf, 'CF')}"
    if not fact.is_hit:
        taken = "the shield takes it" if fact.shield else "stopped"
        return f"{blow}: {fact.attack} against {fact.defence}, {taken}."
    covered = f", {fact.armour} covers" if fact.is_covered else ""
    return f"{blow}: {fact.attack} against {fact.defence}{covered}, **{in_words(fact.wounds)}**."


@line.register
def not_struck(fact: f.NotStruck, names: Names) -> str:
    what = {"blow": "blow", "bash": "bash", "net": "throw"}[fact.kind]
    return f"-# {called(names, fact.entry)}'s {what} is not made: {_NOT[fact.why]}."


@line.register
def bashed(fact: f.Bashed, names: Names) -> str:
    one, other = called(names, fact.entry), called(names, fact.foe)
    came = {"nothing": "stands firm", "staggered": "staggers: 3 CFs fewer", "down": "goes down"}[fact.result]
    return f"🛡️ {one} bashes {other}{' at a run' if fact.charge else ''}, who {came}."


@line.register
def overreached(fact: f.Overreached, names: Names) -> str:
    return f"-# {called(names, fact.entry)} has overreached: −3 to all defence next phase."


# Effects


@line.register
def mood_changed(fact: f.MoodChanged, _names: Names) -> str:
    return f"🏟️ The crowd {MOODS[max(-3, min(3, fact.mood))]} ({signed(fact.mood) if fact.mood else '0'})."


@line.register
def stun_eased(fact: f.StunEased, names: Names) -> str:
    left = f"stun {fact.stun} left" if fact.stun else "clear again"
    return f"-# {called(names, fact.entry)} recovers: {left}."


@line.register
def shield_worn(fact: f.ShieldWorn, names: Names) -> str:
    if fact.durability <= 0:
        return f"🛡️ {called(names, fact.entry)}'s shield breaks."
    return f"-# {called(names, fact.entry)}'s shield is down to {fact.durability}."


@line.register
def wounded(fact: f.Wounded, names: Names) -> str:
    area = AREA_NAMES[fact.area - 1]
    state = {"hurt": "", "half": ", half disabled", "gone": ", done for"}[fact.state]
    return f"🩸 {called(names, fact.entry)}: {area} {fact.total}{state}, {fact.all} in all."


@line.register
def stunned(fact: f.Stunned, names: Names) -> str:
    return f"💫 {called(names, fact.entry)} is stunned: {count(fact.points, 'point')}, {fact.total} in all."


@line.register
def knocked_out(fact: f.KnockedOut, names: Names) -> str:
    return f"💫 {called(names, fact.entry)} is knocked senseless."


@line.register
def knocked_down(fact: f.KnockedDown, names: Names) -> str:
    pushed = "and is pushed back a hex" if fact.to is not None else "with no room behind"
    return f"🛡️ {called(names, fact.entry)} lies in the sand {pushed}."


@line.register
def dropped(fact: f.Dropped, names: Names) -> str:
    return f"❗ {called(names, fact.entry)} drops the {fact.item}."


@line.register
def rose(fact: f.Rose, names: Names) -> str:
    return f"-# {called(names, fact.entry)} stands again."


@line.register
def took_up(fact: f.TookUp, names: Names) -> str:
    return f"-# {called(names, fact.entry)} has the {fact.item} again."


# Falls, and fates


@line.register
def fell(fact: f.Fell, names: Names) -> str:
    who = called(names, fact.entry)
    by = f" before {called(names, fact.by)}" if fact.by is not None else ""
    if fact.is_dead:
        return f"☠️ {who} falls dead{by}."
    return f"💥 {who} falls{by}: {FALLEN[fact.why]}."


@line.register
def vote_cast(fact: f.VoteCast, names: Names) -> str:
    return f"-# The crowd votes on {called(names, fact.fallen)}: {count(fact.votes, 'vote')} so far."


@line.register
def votes_counted(fact: f.VotesCounted, names: Names) -> str:
    cast = fact.life + fact.death
    few = f"too few to count: {FEWEST_VOTES} thumbs are needed" if cast < FEWEST_VOTES else "they cancel out"
    weight = f"{signed(fact.modifier)} to the roll" if fact.modifier else few
    return f"👍 {fact.life} : {fact.death} 👎 for {called(names, fact.fallen)}, {weight}."


@line.register
def fate_decided(fact: f.FateDecided, names: Names) -> str:
    said = {"dice": "", "owner": " The victor's owner decided.", "host": " The host decided."}[fact.by]
    if fact.lives:
        return f"👍 {called(names, fact.entry)} is granted life (missus).{said}"
    return f"👎 {called(names, fact.entry)} is refused, and dies.{said}"


# The end


@line.register
def bout_ended(fact: f.BoutEnded, names: Names) -> str:
    won = joined([called(names, entry) for entry in fact.winners])
    return f"🏁 Bout {fact.bout} goes to {won}." if won else f"🏁 Bout {fact.bout} goes to nobody."


@line.register
def omens_told(_fact: f.OmensTold, _names: Names) -> str:
    return ""  # they are for checking the dice, in the file of a check


@line.register
def plans_told(fact: f.PlansTold, names: Names) -> str:
    rows = [f"-# Exchange {each.exchange}: {plan_told(each.plan)}" for each in fact.plans]
    return "\n".join([f"-# 📋 All plans of {called(names, fact.entry)}:", *rows]) if rows else ""


@line.register
def earned(fact: f.Earned, names: Names) -> str:
    parts = ", ".join(f"{points} {_PARTS.get(part, part)}" for part, points in fact.parts.items() if points)
    told = f": {parts}" if parts else ""
    return f"📈 {called(names, fact.entry)} learns {count(fact.points, 'point')}{told}."


@line.register
def match_ended(fact: f.MatchEnded, names: Names) -> str:
    how = {"fall": "", "points": ", on points", "draw": ", and nobody wins"}[fact.how]
    return "\n".join([f"{OVER}{how}", *_placings(fact, names)])


def _placings(fact: f.MatchEnded, names: Names) -> Iterator[str]:
    for entry, place in fact.ranking:
        yield f"{'–' if place is None else f'{place}.'} {called(names, entry)}"
