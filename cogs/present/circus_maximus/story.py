"""The story of a Circus Maximus race: one function a fact, from facts alone."""

from collections.abc import Callable, Mapping, Sequence
from functools import singledispatch
from itertools import groupby

from cogs.present import telling
from cogs.present.telling import ROLLED, SEALED, count
from engine.circus_maximus import facts as told
from engine.game import Fact, Rolled, Sealed, Unsealed
from engine.values import EntryId

Names = Mapping[EntryId, str]

SIDE_WORDS = {"inside": "to the inside", "outside": "to the outside"}
HORSES = ("left outer horse", "left inner horse", "right inner horse", "right outer horse")
CAUSES: Mapping[told.Cause, str] = {
    "strain": "straining",
    "corner": "the corner",
    "brake": "braking",
    "avoid": "braking out of the way",
    "lash": "the lash",
    "horse death": "a dead horse",
    "forced brake": "a forced brake",
    "wall": "the wall",
    "wheel": "a lost wheel",
    "destroyed wheel": "a destroyed wheel",
    "no endurance": "no endurance left in a corner above the safe speed",
    "driver dead": "a dead driver",
    "wound": "a wound",
    "half wounded": "half the driver's hits are gone",
    "third wounded": "a third of the driver's hits is left",
    "four dead horses": "four dead horses",
    "involuntary ram": "an involuntary ram",
}
CORNER_WORDS: Mapping[told.CornerCode, str] = {
    "-": "takes it cleanly",
    "S": "slides one lane out",
    "SS": "slides two lanes out",
    "J": "is jostled",
    "LH": "hurts the leftmost horse",
    "RH": "hurts the rightmost horse",
    "FP": "turns over",
}
LASH_WORDS: Mapping[told.LashCode, str] = {
    "-": "cracks in the air",
    "M": "breaks the rhythm of the team",
    "B": "makes the driver rein back",
    "G": "is caught by the other driver",
    "W": "draws blood",
    "S": "makes the chariot swerve",
}


@singledispatch
def line(fact: Fact, names: Names) -> str:
    """Return *fact* as a line of the story; empty where other lines say it already."""
    raise NotImplementedError(f"no words for {type(fact).__name__}")


def tell(facts: Sequence[Fact], names: Names) -> list[str]:
    """Return the story of *facts*, a line each, dice included; what belongs together shares a line."""
    lines: list[str] = []
    for kind, run in groupby(facts, key=_kind):
        together = list(run)
        join = _JOINED.get(kind[0])
        lines += join(together, names) if join else [line(fact, names) for fact in together]
    return [each for each in lines if each]


def _kind(fact: Fact) -> tuple[str, EntryId | None]:
    """Return what kind of line *fact* is told in; neighbours of one kind share it, if any can."""
    match fact:
        case Sealed():
            return "seals", None
        case Rolled(entry=None, rule="3.2") | told.LaneDrawn():
            return "lanes", None
        case Rolled(entry=entry):
            return "rolls", entry
        case told.PointsRevealed():
            return "points", None
    return "", None


def _together(facts: Sequence[Fact], names: Names) -> list[str]:
    """Tell facts in one line whose beginning, the same in each, stands there once."""
    first, *others = (line(fact, names) for fact in facts)
    return [" · ".join([first, *(each.removeprefix(_beginning(facts[0], names)) for each in others)])]


def _beginning(fact: Fact, names: Names) -> str:
    if isinstance(fact, Rolled):
        return f"{ROLLED}{names[fact.entry]}: " if fact.entry is not None else ROLLED
    return SEALED


def _lanes(facts: Sequence[Fact], names: Names) -> list[str]:
    drawn = sorted((fact for fact in facts if isinstance(fact, told.LaneDrawn)), key=lambda fact: fact.lane)
    rolls = [fact for fact in facts if isinstance(fact, Rolled)]
    places = " · ".join(f"lane {fact.lane}: {names[fact.entry]}" for fact in drawn)
    return [*(_together(rolls, names) if rolls else ()), f"Start, from the inside: {places}" if drawn else ""]


def _points(facts: Sequence[Fact], names: Names) -> list[str]:
    spent = (
        f"{names[fact.entry]} {fact.driver}/{fact.car}/{fact.team}/{fact.endurance}"
        for fact in facts
        if isinstance(fact, told.PointsRevealed)
    )
    return [f"📜 Points for driver/car/team/endurance: {' · '.join(spent)}"]


_JOINED: Mapping[str, Callable[[Sequence[Fact], Names], list[str]]] = {
    "seals": _together,
    "rolls": _together,
    "lanes": _lanes,
    "points": _points,
}


@line.register
def rolled(fact: Rolled, names: Names) -> str:
    return telling.rolled(fact, names)


@line.register
def sealed(fact: Sealed, names: Names) -> str:
    return telling.sealed(fact, names)


@line.register
def unsealed(_fact: Unsealed, _names: Names) -> str:
    return ""  # what was sealed is told by the reveal; `/race verify` shows the salts


@line.register
def lane_drawn(fact: told.LaneDrawn, names: Names) -> str:
    return f"{names[fact.entry]} starts in lane {fact.lane}."


@line.register
def colour_drawn(fact: told.ColourDrawn, names: Names) -> str:
    return f"{names[fact.entry]} falls to faction {fact.faction}."


@line.register
def points_revealed(fact: told.PointsRevealed, names: Names) -> str:
    return (
        f"{names[fact.entry]} has prepared: driver {fact.driver}, car {fact.car}, "
        f"team {fact.team}, endurance {fact.endurance}."
    )


@line.register
def equipped(fact: told.Equipped, names: Names) -> str:
    horses = "-".join(str(speed) for speed in fact.horses)
    return (
        f"{names[fact.entry]}: {fact.car} car, horses {horses}, endurance {fact.endurance}, "
        f"driver {fact.modifier:+d} with {fact.hits} hits."
    )


@line.register
def turn_began(fact: told.TurnBegan, _names: Names) -> str:
    return f"### Turn {fact.turn}{' · the last' if fact.final else ''}"


@line.register
def jostle_eased(fact: told.JostleEased, names: Names) -> str:
    return f"{names[fact.entry]} steadies the car: CDM {fact.cdm:+d}."


@line.register
def team_declined(fact: told.TeamDeclined, names: Names) -> str:
    return f"{names[fact.entry]}'s spent team slows: {fact.decline} off its speed by now."


@line.register
def speeds_revealed(fact: told.SpeedsRevealed, names: Names) -> str:
    speeds = " · ".join(f"{names[entry]} {speed}" for entry, speed in fact.speeds.items())
    return f"📜 Speeds: {speeds}"


@line.register
def drawn(_fact: told.Drawn, _names: Names) -> str:
    return ""  # the phase that begins says it


@line.register
def phase_began(fact: told.PhaseBegan, names: Names) -> str:
    paid = f", {factors(fact.factors)} to spend" if fact.factors != fact.total_speed else ""
    wrote = f" (wrote {fact.written})" if fact.written != fact.total_speed else ""
    return f"🏇 {names[fact.entry]} moves at {fact.total_speed}{wrote}{paid}."


@line.register
def speed_fell(fact: told.SpeedFell, names: Names) -> str:
    return f"{names[fact.entry]} slows to {fact.total_speed}: {factors(fact.factors)} left."


@line.register
def factors_lost(fact: told.FactorsLost, names: Names) -> str:
    return f"{names[fact.entry]} cannot use {factors(fact.factors)}."


@line.register
def phase_ended(_fact: told.PhaseEnded, _names: Names) -> str:
    return ""


@line.register
def moved(fact: told.Moved, names: Names) -> str:
    return f"{names[fact.entry]} drives {count(fact.squares, 'square')} on, to {fact.to}."


@line.register
def lane_changed(fact: told.LaneChanged, names: Names) -> str:
    return f"{names[fact.entry]} changes lane {SIDE_WORDS[fact.side]}: {fact.to}."


@line.register
def braked(fact: told.Braked, names: Names) -> str:
    return f"{names[fact.entry]} brakes and burns {factors(fact.factors)}."


@line.register
def sideslipped(fact: told.Sideslipped, names: Names) -> str:
    how = "is thrown" if fact.forced else "slips"
    return f"{names[fact.entry]} {how} one lane {SIDE_WORDS[fact.side]}: {fact.to}."


@line.register
def team_strained(fact: told.TeamStrained, names: Names) -> str:
    return f"{names[fact.entry]} whips the team on: {fact.gained} faster, {fact.gained} endurance gone."


@line.register
def gain_taken(fact: told.GainTaken, names: Names) -> str:
    return f"{names[fact.entry]} uses {factors(fact.factors)} that a lash drove into the team."


@line.register
def horse_cut_free(fact: told.HorseCutFree, names: Names) -> str:
    return f"{names[fact.entry]} cuts the dead {HORSES[fact.horse - 1]} free, at {fact.cost} speed."


@line.register
def cutting_failed(fact: told.CuttingFailed, names: Names) -> str:
    return f"{names[fact.entry]} fails to cut the dead horse free, {fact.short} speed short."


@line.register
def endurance_lost(fact: told.EnduranceLost, names: Names) -> str:
    return f"-# {names[fact.entry]}: endurance −{fact.factors} for {CAUSES[fact.cause]}, {fact.left} left"


@line.register
def endurance_gone(fact: told.EnduranceGone, names: Names) -> str:
    return f"{names[fact.entry]}'s team has nothing left to give: driver modifier {fact.modifier:+d}."


@line.register
def corner_strained(fact: told.CornerStrained, names: Names) -> str:
    return f"⚠️ {names[fact.entry]} takes the corner {fact.points} over {fact.limit}, the limit of lane {fact.lane}!"


@line.register
def corner_taken(fact: told.CornerTaken, names: Names) -> str:
    return f"{names[fact.entry]} {CORNER_WORDS[fact.code]} ({'–' if fact.code == '-' else fact.code})."


@line.register
def jostled(fact: told.Jostled, names: Names) -> str:
    return f"{names[fact.entry]} is shaken: CDM {fact.cdm:+d}."


@line.register
def straining_barred(fact: told.StrainingBarred, names: Names) -> str:
    return f"{names[fact.entry]} may not strain before the turn after next."


@line.register
def attacked(fact: told.Attacked, names: Names) -> str:
    verb = "lashes at" if fact.means == "lash" else "rams at"
    return f"⚔️ {names[fact.entry]} {verb} the {fact.target} of {names[fact.defender]}!"


@line.register
def held(fact: told.Held, names: Names) -> str:
    return f"{names[fact.entry]} {'holds course' if fact.by_choice else 'cannot get away'}."


@line.register
def braked_back(fact: told.BrakedBack, names: Names) -> str:
    how = "is reined back" if fact.forced else "brakes out of the way"
    return f"{names[fact.entry]} {how}, to {fact.to}."


@line.register
def evaded(fact: told.Evaded, names: Names) -> str:
    paid = f"it costs {factors(fact.cost)} of its next move"
    return f"{names[fact.entry]} evades {SIDE_WORDS[fact.side]}, to {fact.to}; {paid}."


@line.register
def team_lashed(fact: told.TeamLashed, names: Names) -> str:
    if not fact.factors:
        return f"{names[fact.attacker]} lashes a team that has nothing left: no effect."
    must = "must" if fact.must_use else "may"
    return (
        f"{names[fact.entry]}'s team loses {fact.factors} endurance to the lash and {must} use "
        f"{factors(fact.factors)} more in its next move."
    )


@line.register
def driver_lashed(fact: told.DriverLashed, names: Names) -> str:
    code = "–" if fact.code == "-" else fact.code
    return f"{names[fact.attacker]}'s whip {LASH_WORDS[fact.code]} (factor {fact.factor:+d}, {code})."


@line.register
def wounded(fact: told.Wounded, names: Names) -> str:
    return f"{names[fact.entry]} is wounded: {count(fact.left, 'hit')} left."


@line.register
def weakened(fact: told.Weakened, names: Names) -> str:
    return f"{names[fact.entry]} drives worse from now on ({CAUSES[fact.cause]}): driver modifier {fact.modifier:+d}."


@line.register
def hindered(fact: told.Hindered, names: Names) -> str:
    return f"{names[fact.entry]} can go {fact.factors} less fast in its next move ({CAUSES[fact.cause]})."


@line.register
def whip_lost(fact: told.WhipLost, names: Names) -> str:
    end = f"; {names[fact.kept_by]} keeps it" if fact.kept_by is not None else ""
    return f"{names[fact.entry]} loses the whip{end}."


@line.register
def rammed(fact: told.Rammed, names: Names) -> str:
    how = {
        "ram": "rams",
        "involuntary": "is driven into",
        "frontal": "cannot stop and runs into",
    }[fact.kind]
    return f"💥 {names[fact.entry]} {how} the {fact.target} of {names[fact.defender]}!"


@line.register
def cars_damaged(fact: told.CarsDamaged, names: Names) -> str:
    if not fact.damaged:
        return "Both cars stand the blow."
    return f"Damaged: {' and '.join(names[entry] for entry in fact.damaged)}."


@line.register
def horse_injured(fact: told.HorseInjured, names: Names) -> str:
    return f"{names[fact.entry]}'s {HORSES[fact.horse - 1]} is hurt by {fact.points}: speed {fact.speed} left."


@line.register
def horse_died(fact: told.HorseDied, names: Names) -> str:
    return f"{names[fact.entry]}'s {HORSES[fact.horse - 1]} falls dead. The chariot stands until it is cut free."


@line.register
def wheel_damaged(fact: told.WheelDamaged, names: Names) -> str:
    return f"{names[fact.entry]}'s {fact.side} wheel takes {fact.points} damage: {fact.total} of 10."


@line.register
def wheel_held(fact: told.WheelHeld, names: Names) -> str:
    worse = f" and takes another point: {fact.total} of 10" if fact.weakened else ""
    return f"{names[fact.entry]}'s {fact.side} wheel holds{worse}."


@line.register
def wheel_lost(fact: told.WheelLost, names: Names) -> str:
    return f"{names[fact.entry]}'s {fact.side} wheel comes off!"


@line.register
def flipped(fact: told.Flipped, names: Names) -> str:
    return f"☠️ {names[fact.entry]} turns over and is out ({CAUSES[fact.cause]})."


@line.register
def driver_died(fact: told.DriverDied, names: Names) -> str:
    return f"{names[fact.entry]}'s driver is dead."


@line.register
def stopped(fact: told.Stopped, names: Names) -> str:
    return f"{names[fact.entry]} has no horse left and is out."


@line.register
def marker_removed(fact: told.MarkerRemoved, names: Names) -> str:
    sign, marker = ("🐬", "a dolphin") if fact.kind == "dolphin" else ("🥚", "an egg")
    return f"{sign} {names[fact.entry]} leads into the corner: {marker} comes down, {fact.left} left."


@line.register
def final_turn_called(_fact: told.FinalTurnCalled, _names: Names) -> str:
    return "🏁 The line is crossed: this is the final turn."


@line.register
def finished(fact: told.Finished, names: Names) -> str:
    return f"🏁 {names[fact.entry]} crosses the line with {factors(fact.factors_left)} to spare."


@line.register
def race_ended(fact: told.RaceEnded, names: Names) -> str:
    heading = "## 🏆 The race is over" if fact.has_winner else "## The race is over without a winner"
    rows = (f"{placing.place}. {names[placing.entry]}{_finish(placing)}" for placing in fact.places)
    return "\n".join(
        [heading, *rows, "-# `/race verify` checks the dice and the seals; `/race new` opens the next race."]
    )


def _finish(placing: told.Placing) -> str:
    return f" · across the line, {factors(placing.factors_left)} to spare" if placing.crossed else ""


def factors(number: int) -> str:
    """
    >>> factors(1)
    '1 factor'
    """
    return count(number, "factor")
