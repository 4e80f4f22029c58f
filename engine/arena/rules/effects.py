"""Effects of a phase, in their order: mood, stun, shields, wounds, knock-downs, drops, falls (D.7, D.3)."""

from typing import Literal

from engine.arena import facts
from engine.arena.data import (
    DROP_FROM,
    DROP_NEED,
    GREAT,
    MOST_MOOD,
    MOST_STUN,
    SENSELESS,
    STAGGER,
    STUN_BASE,
)
from engine.arena.derived import collapses, constitution, known, stamina
from engine.arena.hexes import Hex, is_inside
from engine.arena.men import AREA_NAMES, AREAS, ARMS, HEAD, Area
from engine.arena.rules.net import give_back
from engine.arena.rules.phase import Hit, Phase, add_stun
from engine.arena.state import Fall, Fighter, Match, WhyFallen
from engine.facts import Modifier
from records.values import EntryId

_RULE = "D.7"
_EASED = 4
"""CON from which stun wears off twice as fast."""


def take_effect(phase: Phase) -> None:
    """Let all that happened in a phase take effect."""
    _check_stun(phase)
    _change_mood(phase)
    _ease_stun(phase)
    _wear_shields(phase)
    _wound(phase)
    _stun(phase)
    _knock_down(phase)
    _drop(phase)


# Stun checks are rolled blow by blow, after all blows


def _check_stun(phase: Phase) -> None:
    for hit in phase.hits:
        if hit.wounds < 2 and hit.area != HEAD:
            continue
        man = known(phase.fighters[hit.foe])
        rolled = phase.table.roll(hit.foe, "stun", _RULE, modifiers=(Modifier("CON", constitution(man)),))
        lacking = STUN_BASE + hit.wounds + (hit.area == HEAD) - rolled.total
        if lacking > 0:
            add_stun(phase, hit.foe, lacking)
            if hit.area == HEAD and lacking >= SENSELESS:
                phase.senseless.add(hit.foe)


def _change_mood(phase: Phase) -> None:
    """Let the crowd roar or yawn (D.9)."""
    match = phase.match
    great = phase.caught or phase.downed or any(hit.wounds >= GREAT for hit in phase.hits)
    by = 1 if great else -1 if not phase.hits and phase.turn > 1 else 0
    mood = max(-MOST_MOOD, min(MOST_MOOD, match.mood + by))
    if mood != match.mood:
        match.mood = mood
        phase.table.tell(facts.MoodChanged(mood, by))


def _ease_stun(phase: Phase) -> None:
    """Let old stun wear off; who rests recovers one point more (D.5, D.7)."""
    for entry, doing in phase.doing.items():
        fighter = phase.fighters[entry]
        if not fighter.stun:
            continue
        rests = doing.order.manoeuvre in ("hold", "back") and not doing.made
        eased = (2 if constitution(known(fighter)) >= _EASED else 1) + rests
        fighter.stun = max(0, fighter.stun - eased)
        phase.table.tell(facts.StunEased(entry, fighter.stun))


def _wear_shields(phase: Phase) -> None:
    for entry in phase.doing:
        if worn := phase.worn.get(entry, 0):
            fighter = phase.fighters[entry]
            fighter.durability = max(0, fighter.durability - worn)
            phase.table.tell(facts.ShieldWorn(entry, worn, fighter.durability))


def _wound(phase: Phase) -> None:
    """Add the wounds of all blows, area by area."""
    new: dict[tuple[EntryId, Area], int] = {}
    for hit in phase.hits:
        new[hit.foe, hit.area] = new.get((hit.foe, hit.area), 0) + hit.wounds
        phase.fighters[hit.by].inflicted += hit.wounds
    for entry in phase.doing:
        fighter = phase.fighters[entry]
        for area in AREAS:
            if wounds := new.get((entry, area), 0):
                _add_wounds(phase, entry, fighter, area, wounds)


def _add_wounds(phase: Phase, entry: EntryId, fighter: Fighter, area: Area, wounds: int) -> None:
    phase.cuts_before[entry, area] = fighter.cuts[area - 1]
    fighter.cuts[area - 1] += sum(hit.foe == entry and hit.area == area for hit in phase.hits)
    fighter.wounds[area - 1] += wounds
    total, w = fighter.wounds[area - 1], known(fighter).w
    state: Literal["hurt", "half", "gone"] = "gone" if total >= w else "half" if total * 2 >= w else "hurt"
    phase.table.tell(facts.Wounded(entry, area, wounds, total, sum(fighter.wounds), state))


def _stun(phase: Phase) -> None:
    for entry in phase.doing:
        if points := phase.stunned.get(entry, 0):
            fighter = phase.fighters[entry]
            fighter.stun = min(MOST_STUN, fighter.stun + points)
            phase.table.tell(facts.Stunned(entry, points, fighter.stun))
        if entry in phase.senseless:
            phase.table.tell(facts.KnockedOut(entry))


def _knock_down(phase: Phase) -> None:
    """Throw down whom bashes felled, push him back, and let the staggered be so in the next phase (D.6)."""
    fighters = phase.fighters
    for entry in phase.doing:
        fighters[entry].stagger = STAGGER if entry in phase.staggered else 0
        basher = phase.downed.get(entry)
        if basher is None:
            continue
        fighter = fighters[entry]
        fighter.prone = True
        to = _pushed_to(phase, fighter, fighters[basher])
        fighter.stun = min(MOST_STUN, fighter.stun + (1 if to else 2))
        if to is not None:
            fighter.at = to
        phase.table.tell(facts.KnockedDown(entry, basher, to))


def _pushed_to(phase: Phase, fighter: Fighter, basher: Fighter) -> Hex | None:
    """Return the hex straight behind a man, seen from the basher; none if it is not free."""
    assert fighter.at is not None and basher.at is not None  # noqa: PT018
    to = 2 * fighter.at[0] - basher.at[0], 2 * fighter.at[1] - basher.at[1]
    taken = {phase.fighters[entry].at for entry in phase.doing}
    return to if is_inside(phase.match.radius, to) and to not in taken else None


def _drop(phase: Phase) -> None:
    """Roll whether blows to the arms make men drop what they hold (D.7)."""
    for hit in phase.hits:
        if hit.area != ARMS or hit.wounds < DROP_FROM:
            continue
        fighter = phase.fighters[hit.foe]
        rolled = phase.table.roll(hit.foe, "drop", _RULE, modifiers=(Modifier("ST", known(fighter).st),))
        if rolled.total < DROP_NEED:
            is_odd = phase.table.roll(hit.foe, "which", _RULE, count=1).total % 2 == 1
            _let_fall(phase, hit, fighter, is_odd=is_odd)


def _let_fall(phase: Phase, hit: Hit, fighter: Fighter, *, is_odd: bool) -> None:
    """Let weapon or shield fall: the one by the die, if he has both in hand."""
    assert fighter.at is not None
    has_shield = fighter.durability > 0 and fighter.shield_at is None
    if has_shield and (not is_odd or fighter.weapon == "none"):
        fighter.shield_at = fighter.at
        phase.table.tell(facts.Dropped(hit.foe, "shield", fighter.at))
    elif fighter.weapon != "none":
        # The dagger is not worth bending for: where the trident lies counts.
        fighter.weapon_at = fighter.weapon_at if fighter.weapon == "dagger" else fighter.at
        fighter.weapon = "dagger" if fighter.weapon == "trident" else "none"
        phase.table.tell(facts.Dropped(hit.foe, "weapon", fighter.at))


# Falls


def let_fall(phase: Phase) -> list[EntryId]:
    """Let those fall who cannot go on, and return those whose fate is still open (D.7)."""
    open_fates = []
    for entry, doing in phase.doing.items():
        fighter = phase.fighters[entry]
        why = why_fallen(phase, entry, fighter, surrenders=doing.order.surrender)
        if why is None:
            continue
        fall = _fall(phase, entry, why)
        fighter.fall = fall
        is_dead = why in ("head", "chest")
        fighter.status = "dead" if is_dead else "fallen"
        phase.table.tell(facts.Fell(entry, why, fall.by, is_dead))
        if is_dead:
            if fall.by is not None:
                phase.fighters[fall.by].kills += 1
        else:
            open_fates.append(entry)
    for entry in phase.doing:
        if phase.fighters[entry].status != "fighting":
            _carry_out(phase, phase.fighters[entry])
    return open_fates


def _carry_out(phase: Phase, fighter: Fighter) -> None:
    """Take a fallen man off the field: a net on him goes back to its thrower (R-C29)."""
    if fighter.netted_by is not None:
        thrower = phase.fighters[fighter.netted_by]
        if thrower.net == "thrown":
            give_back(phase, thrower)
        fighter.netted, fighter.netted_by = "free", None


def why_fallen(phase: Phase, entry: EntryId, fighter: Fighter, *, surrenders: bool) -> WhyFallen | None:
    """Return why a man falls; ``None`` if he fights on."""
    w = known(fighter).w
    for area in AREAS:
        if fighter.wounds[area - 1] >= w:
            return AREA_NAMES[area - 1]  # type: ignore[return-value]
    if collapses(fighter):
        return "collapse"
    if entry in phase.senseless:
        return "senseless"
    if stamina(fighter, phase.turn) <= 0:
        return "spent"
    return "surrender" if surrenders else None


def _fall(phase: Phase, entry: EntryId, why: WhyFallen) -> Fall:
    """Return a fall with its victor and its deciding blow (D.10)."""
    fighter = phase.fighters[entry]
    gone = [area for area in AREAS if fighter.wounds[area - 1] >= known(fighter).w]
    hits = [] if why in ("spent", "surrender") else [hit for hit in phase.hits if hit.foe == entry]
    on_gone = [hit for hit in hits if hit.area in gone]
    deciding = _deciding(phase.match, on_gone or hits)
    if deciding is None:
        by = fighter.netted_by if fighter.netted_by is not None else phase.doing[entry].order.foe
        return Fall(phase.number, why, by)
    area = deciding.area
    before = phase.cuts_before[entry, area]
    earlier = [hit for hit in phase.hits if hit.foe == entry and hit.area == area]
    first = before == 0 and earlier[0] is deciding
    return Fall(phase.number, why, deciding.by, area, first, area in gone and fighter.cuts[area - 1] >= 2)


def _deciding(match: Match, hits: list[Hit]) -> Hit | None:
    """Return the blow with most wounds, of equals the one of the lowest number."""
    return min(hits, key=lambda hit: (-hit.wounds, match.order.index(hit.by)), default=None)
