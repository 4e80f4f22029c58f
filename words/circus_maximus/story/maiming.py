"""Lines of critical hits, and of dust, knives and spears."""

from collections.abc import Mapping

from engine.circus_maximus.words import facts
from words.circus_maximus.story.lines import HORSES, Names, line
from words.shared.telling import count

CRITICAL: Mapping[facts.CriticalCode, str] = {
    "pulled out": "is pulled out of the car by the whip",
    "modifier": "is badly shaken",
    "arm": "is hurt in the arm",
    "eye": "is hit in the eye",
    "lashed again": "is lashed again",
    "hit": "is hurt worse than it looked",
    "-": "has no more than the wound",
    "tug of war": "gets hold of the whip: both pull",
}
WEAPON_WORDS: Mapping[facts.WeaponCode, str] = {
    "falls out": "falls out of the car",
    "swerves in": "swerves into the attacker",
    "half blind": "is half blinded",
    "slips away": "slips two lanes away",
    "blinded": "is hurt and blinded",
    "blown back": "sees the dust blown back at the attacker",
    "killed": "is killed",
    "hits": "is badly hurt",
    "one hit": "is hurt",
    "horse grazed": "has a horse grazed",
    "horse hurt": "has a horse hurt",
    "horse killed": "has a horse killed",
    "dead horse": "is saved by the dead horse on that side",
}
LOST: Mapping[str, str] = {
    "arm": "has a lame arm: the whip gains half from now on",
    "inside eye": "loses an eye: no attack from the inside can be evaded any more",
    "outside eye": "loses an eye: no attack from the outside can be evaded any more",
}
MISSED: Mapping[str, str] = {
    "dust": "is lost in the wind",
    "knife": "misses",
    "small knife": "misses",
    "spear": "misses",
}


@line.register
def critically_hit(fact: facts.CriticallyHit, names: Names) -> str:
    return f"🩸 {names[fact.entry]}'s driver {CRITICAL[fact.code]}."


@line.register
def maimed(fact: facts.Maimed, names: Names) -> str:
    return f"{names[fact.entry]}'s driver {LOST[fact.what]}."


@line.register
def tugged_of_war(fact: facts.TuggedOfWar, names: Names) -> str:
    if fact.loser is None:
        return f"{names[fact.entry]} and {names[fact.attacker]} pull at the whip, and neither gives way."
    winner = fact.attacker if fact.loser == fact.entry else fact.entry
    return f"{names[winner]} pulls {names[fact.loser]} out of the car by the whip!"


@line.register
def horse_worse_hurt(fact: facts.HorseWorseHurt, names: Names) -> str:
    horse = f"{names[fact.entry]}'s {HORSES[fact.horse - 1]}"
    if fact.killed:
        return f"🩸 {horse} is hurt so badly that it dies."
    return f"🩸 {horse} is hurt worse than it looked, by {fact.points} more."


@line.register
def weapon_used(fact: facts.WeaponUsed, names: Names) -> str:
    if fact.entry == fact.defender:
        return f"{names[fact.entry]}'s driver is hurt by their own {fact.weapon}!"
    what = f"{names[fact.entry]}'s {fact.weapon}"
    return f"{what} hits {names[fact.defender]}!" if fact.hit else f"{what} {MISSED[fact.weapon]}."


@line.register
def weapon_told(fact: facts.WeaponTold, names: Names) -> str:
    return f"🩸 {names[fact.entry]} {WEAPON_WORDS[fact.code]} (the {fact.weapon})."


@line.register
def blinded(fact: facts.Blinded, names: Names) -> str:
    return f"{names[fact.entry]}'s driver is blinded: half speed, straight on, until their eyes clear."


@line.register
def sight_regained(fact: facts.SightRegained, names: Names) -> str:
    return f"{names[fact.entry]}'s driver sees again."


@line.register
def drives_straight(fact: facts.DrivesStraight, names: Names) -> str:
    return f"{names[fact.entry]} must drive straight on for {count(fact.phases, 'move')}."
