"""Lines of attacks, damage and flips."""

from collections.abc import Mapping

from engine.circus_maximus.words import facts
from words.circus_maximus.story.lines import CAUSES, HORSES, SIDE_WORDS, Names, line, squares
from words.shared.telling import count

LASH_WORDS: Mapping[facts.LashCode, str] = {
    "-": "cracks in the air",
    "M": "breaks the rhythm of the team",
    "B": "makes the driver rein back",
    "G": "is caught by the other driver",
    "W": "draws blood",
    "S": "makes the chariot swerve",
}
ATTACKS: Mapping[str, str] = {
    "lash": "lashes at",
    "ram": "charges at",
    "dust": "throws dust at",
    "knife": "throws a knife at",
    "small knife": "throws the small knife at",
    "spear": "thrusts the spear at",
    "wreck": "comes down, a wreck, on",
}


@line.register
def attacked(fact: facts.Attacked, names: Names) -> str:
    return f"⚔️ {names[fact.entry]} {ATTACKS[fact.means]} the {fact.target} of {names[fact.defender]}!"


@line.register
def held(fact: facts.Held, names: Names) -> str:
    return f"{names[fact.entry]} {'holds course' if fact.by_choice else 'cannot get away'}."


@line.register
def braked_back(fact: facts.BrakedBack, names: Names) -> str:
    how = "is reined back" if fact.forced else "brakes out of the way"
    return f"{names[fact.entry]} {how}, to {fact.to}."


@line.register
def evaded(fact: facts.Evaded, names: Names) -> str:
    paid = f"it costs {squares(fact.cost)} of its next move"
    return f"{names[fact.entry]} evades {SIDE_WORDS[fact.side]}, to {fact.to}; {paid}."


@line.register
def team_lashed(fact: facts.TeamLashed, names: Names) -> str:
    if not fact.factors:
        return f"{names[fact.attacker]} lashes a team that has nothing left: no effect."
    return _whipped_on(fact, names, "in its next move")


@line.register
def team_lashed_next_turn(fact: facts.TeamLashedNextTurn, names: Names) -> str:
    return _whipped_on(fact, names, "next turn")


def _whipped_on(fact: facts.TeamLashed, names: Names, when: str) -> str:
    must = "must" if fact.must_use else "may"
    return (
        f"{names[fact.entry]}'s team loses {fact.factors} endurance to the lash and {must} go "
        f"{squares(fact.factors)} further {when}."
    )


@line.register
def standing_team_lashed(fact: facts.StandingTeamLashed, names: Names) -> str:
    return f"{names[fact.entry]}'s team loses {fact.factors} endurance to the lash; it stands, and gains nothing."


@line.register
def driver_lashed(fact: facts.DriverLashed, names: Names) -> str:
    return f"{names[fact.attacker]}'s whip {LASH_WORDS[fact.code]}."


@line.register
def wounded(fact: facts.Wounded, names: Names) -> str:
    return f"{names[fact.entry]} is wounded: {count(fact.left, 'hit')} left."


@line.register
def weakened(fact: facts.Weakened, names: Names) -> str:
    return f"{names[fact.entry]} drives worse from now on ({CAUSES[fact.cause]}): driver modifier {fact.modifier:+d}."


@line.register
def hindered(fact: facts.Hindered, names: Names) -> str:
    return f"{names[fact.entry]} can go {fact.factors} less fast in its next move ({CAUSES[fact.cause]})."


@line.register
def hindered_next_turn(fact: facts.HinderedNextTurn, names: Names) -> str:
    return f"{names[fact.entry]} can go {fact.factors} less fast next turn ({CAUSES[fact.cause]})."


@line.register
def whip_lost(fact: facts.WhipLost, names: Names) -> str:
    end = f"; {names[fact.kept_by]} keeps it" if fact.kept_by is not None else ""
    return f"{names[fact.entry]} loses the whip{end}."


@line.register
def rammed(fact: facts.Rammed, names: Names) -> str:
    how = {
        "ram": "rams",
        "involuntary": "is driven into",
        "frontal": "cannot stop and runs into",
    }[fact.kind]
    return f"💥 {names[fact.entry]} {how} the {fact.target} of {names[fact.defender]}!"


@line.register
def cars_damaged(fact: facts.CarsDamaged, names: Names) -> str:
    if not fact.damaged:
        return "Both cars stand the blow."
    return f"Damaged: {' and '.join(names[entry] for entry in fact.damaged)}."


@line.register
def horse_injured(fact: facts.HorseInjured, names: Names) -> str:
    return f"{names[fact.entry]}'s {HORSES[fact.horse - 1]} is hurt by {fact.points}: speed {fact.speed} left."


@line.register
def horse_died(fact: facts.HorseDied, names: Names) -> str:
    return f"{names[fact.entry]}'s {HORSES[fact.horse - 1]} falls dead. The chariot stands until it is cut free."


@line.register
def wheel_damaged(fact: facts.WheelDamaged, names: Names) -> str:
    return f"{names[fact.entry]}'s {fact.side} wheel takes {fact.points} damage: {fact.total} in all."


@line.register
def wheel_held(fact: facts.WheelHeld, names: Names) -> str:
    worse = f" and takes another point: {fact.total} in all" if fact.weakened else ""
    return f"{names[fact.entry]}'s {fact.side} wheel holds{worse}."


@line.register
def wheel_lost(fact: facts.WheelLost, names: Names) -> str:
    return f"{names[fact.entry]}'s {fact.side} wheel comes off!"


@line.register
def flipped(fact: facts.Flipped, names: Names) -> str:
    return f"☠️ {names[fact.entry]} turns over and is out ({CAUSES[fact.cause]})."


@line.register
def driver_died(fact: facts.DriverDied, names: Names) -> str:
    return f"{names[fact.entry]}'s driver is dead."


@line.register
def stopped(fact: facts.Stopped, names: Names) -> str:
    return f"{names[fact.entry]} has no horse left and is out."
