"""Blows and bashes: all simultaneous, from the state after the nets (D.6)."""

from typing import Literal

from msgspec.structs import replace

from engine.arena import facts
from engine.arena.data import ARMED, CHARGED, COVER, DOWN, FAR_OFF, WILD, wounds_for
from engine.arena.derived import impact, known
from engine.arena.hexes import Hex, between, distance, hand_of, on_the_way, side_of
from engine.arena.men import BARE
from engine.arena.orders import Attack
from engine.arena.reckoning import Stand, attack_modifiers, bash_defence, defence_against, shield_counts
from engine.arena.rules.phase import Doing, Hit, Phase
from engine.arena.state import Fighter
from engine.facts import Modifier
from records.values import EntryId

_RULE = "D.6"
_IDLE = frozenset({"break", "rise", "recover"})
_RANK = {"front": 0, "flank": 1, "rear": 2}

WhyNot = Literal["", "reach", "blocked", "angle", "lying", "caught"]


def strike_all(phase: Phase) -> None:
    """Roll all blows and bashes, men by number, each man's attacks in their order."""
    for entry, doing in phase.doing.items():
        for attack in doing.order.attacks:
            if attack.kind == "net":
                continue
            why = why_not(phase, entry, doing, attack)
            if why:
                phase.table.tell(facts.NotStruck(entry, attack.foe, attack.kind, why))
                continue
            doing.made.append(attack)
            doing.struck = True
            phase.doing[attack.foe].is_target = True
            if attack.kind == "bash":
                _bash(phase, entry, attack)
            else:
                _strike(phase, entry, attack)


def why_not(phase: Phase, entry: EntryId, doing: Doing, attack: Attack) -> WhyNot:
    """Return why an attack is not made; empty if it is."""
    fighter, target = phase.fighters[entry], phase.fighters[attack.foe]
    if fighter.prone or doing.order.manoeuvre in _IDLE:
        return "lying"
    if fighter.netted == "entangled":
        return "caught"
    here, there = _at(fighter), _at(target)
    away = distance(here, there)
    if away > (1 if attack.kind == "bash" else ARMED[fighter.weapon].reach):
        return "reach"
    if attack.kind == "bash" and target.prone:
        return "lying"
    foe = doing.order.foe
    if foe not in (None, attack.foe) and not _is_ahead(here, _at(phase.fighters[foe]), there):
        return "angle"
    return "blocked" if away == 2 and _is_blocked(phase, here, there) else ""


def _is_ahead(here: Hex, faced: Hex, there: Hex) -> bool:
    """Tell whether a man who faces one hex has another before him."""
    return side_of(between(here, faced), between(here, there)) == "front"


def _at(fighter: Fighter) -> Hex:
    assert fighter.at is not None, "who fights stands somewhere"
    return fighter.at


def _is_blocked(phase: Phase, here: Hex, there: Hex) -> bool:
    """Tell whether standing men are in all the hexes between two."""
    standing = {phase.fighters[entry].at for entry in phase.doing if not phase.fighters[entry].prone}
    return all(at in standing for at in on_the_way(here, there))


def stand_of(phase: Phase, entry: EntryId, doing: Doing, foe: EntryId) -> Stand:
    """Return how an attacker stands to a man: the better of place and circling."""
    theirs, target = phase.doing[foe], phase.fighters[foe]
    if theirs.order.manoeuvre == "break":
        return Stand("rear", "middle")
    facing, way = theirs.order.foe, between(_at(target), _at(phase.fighters[entry]))
    if facing is None or facing == entry:
        placed = Stand("front", "middle")
    else:
        to_foe = between(_at(target), _at(phase.fighters[facing]))
        placed = Stand(side_of(to_foe, way), hand_of(to_foe, way))
    circled = doing.circled
    if circled is None or circled[0] != foe:
        return placed
    around = Stand(circled[1], "left" if circled[2] == "left" else "right")
    if around.side == placed.side and placed.hand == "right":
        return placed  # no shield is there
    return around if _RANK[around.side] >= _RANK[placed.side] else placed


# Blows


def _strike(phase: Phase, entry: EntryId, attack: Attack) -> None:
    doing, fighter, target = phase.doing[entry], phase.fighters[entry], phase.fighters[attack.foe]
    theirs = phase.doing[attack.foe].order
    stand = stand_of(phase, entry, doing, attack.foe)
    away = distance(_at(fighter), _at(target))
    is_first = theirs.foe == entry
    modifiers = attack_modifiers(fighter, target, attack.cf, stand.side, away, is_first=is_first)
    rolled = phase.table.roll(entry, "blow", _RULE, modifiers=modifiers)
    dice = sum(rolled.dice)
    counted = shield_counts(target, theirs, attack.area, stand)
    defence = defence_against(target, theirs, attack.area, stand.side, counted)
    margin = rolled.total - defence
    margin = min(margin, -1) if dice == 2 else max(margin, 1) if dice == 12 else margin
    struck = facts.Struck(entry, attack.foe, attack.area, attack.cf, stand.side, rolled.total, defence, margin)
    if margin > 0:
        _wound(phase, struck, dice)
    else:
        _stop(phase, struck, counted)


def _stop(phase: Phase, struck: facts.Struck, counted: int) -> None:
    """Let a blow come to nothing; the shield may have taken it, and it may have left its man open."""
    takes = counted > 0 and struck.margin >= -(counted + 1)
    if takes:
        wear = 1 + max(0, known(phase.fighters[struck.entry]).st) // 2
        phase.worn[struck.foe] = phase.worn.get(struck.foe, 0) + wear
    phase.table.tell(replace(struck, shield=takes) if takes else struck)
    if struck.cf >= WILD or (struck.cf == WILD - 1 and struck.margin <= FAR_OFF):
        phase.overreached.add(struck.entry)


def _wound(phase: Phase, struck: facts.Struck, dice: int) -> None:
    fighter, target = phase.fighters[struck.entry], phase.fighters[struck.foe]
    severity = struck.margin + known(fighter).st + ARMED[fighter.weapon].severity
    if dice == 12:
        severity += phase.table.roll(struck.entry, "fury", _RULE, count=1).total
    cell = known(target).armour[struck.area - 1]
    covers = cell != BARE
    if covers and len(cell) > 1:
        covers = phase.table.roll(struck.foe, "armour", _RULE).total <= int(cell[1:])
    severity -= COVER[cell[0]] if covers else 0
    wounds = wounds_for(severity)
    phase.table.tell(replace(struck, armour=cell, is_covered=covers, severity=severity, wounds=wounds))
    if wounds:
        phase.hits.append(Hit(struck.entry, struck.foe, struck.area, wounds))


# Bashes


def _bash(phase: Phase, entry: EntryId, attack: Attack) -> None:
    doing, fighter, target = phase.doing[entry], phase.fighters[entry], phase.fighters[attack.foe]
    theirs = phase.doing[attack.foe].order
    charge = doing.order.manoeuvre == "charge" and len(doing.path) > CHARGED
    modifiers = (
        Modifier("CFs", attack.cf),
        Modifier("ST", known(fighter).st),
        Modifier("impact", impact(fighter)),
        Modifier("charge", CHARGED if charge else 0),
    )
    rolled = phase.table.roll(entry, "bash", _RULE, modifiers=modifiers)
    margin = rolled.total - bash_defence(target, theirs, stand_of(phase, entry, doing, attack.foe).side)
    result: Literal["nothing", "staggered", "down"] = "nothing"
    if margin >= DOWN:
        result = "down"
        phase.downed.setdefault(attack.foe, entry)
    elif margin > 0:
        result = "staggered"
        phase.staggered.add(attack.foe)
    elif margin <= FAR_OFF:
        phase.overreached.add(entry)
    phase.table.tell(facts.Bashed(entry, attack.foe, attack.cf, margin, charge, result))
