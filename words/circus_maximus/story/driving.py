"""Lines of movement, endurance and corners."""

from collections.abc import Mapping

from engine.circus_maximus.words import facts
from words.circus_maximus.story.lines import CAUSES, HORSES, SIDE_WORDS, Names, line, squares
from words.shared.telling import count

CORNER_WORDS: Mapping[facts.CornerCode, str] = {
    "-": "takes it cleanly",
    "S": "slides one lane out",
    "SS": "slides two lanes out",
    "J": "is jostled",
    "LH": "hurts the leftmost horse",
    "RH": "hurts the rightmost horse",
    "FP": "turns over",
}


@line.register
def moved(fact: facts.Moved, names: Names) -> str:
    return f"{names[fact.entry]} drives {count(fact.squares, 'square')} on, to {fact.to}."


@line.register
def lane_changed(fact: facts.LaneChanged, names: Names) -> str:
    return f"{names[fact.entry]} changes lane {SIDE_WORDS[fact.side]}: {fact.to}."


@line.register
def braked(fact: facts.Braked, names: Names) -> str:
    return f"{names[fact.entry]} brakes {squares(fact.factors)} off."


@line.register
def sideslipped(fact: facts.Sideslipped, names: Names) -> str:
    how = "is thrown" if fact.forced else "slips"
    return f"{names[fact.entry]} {how} one lane {SIDE_WORDS[fact.side]}: {fact.to}."


@line.register
def team_strained(fact: facts.TeamStrained, names: Names) -> str:
    return f"{names[fact.entry]} whips the team on: {fact.gained} faster, {fact.gained} endurance gone."


@line.register
def gain_taken(fact: facts.GainTaken, names: Names) -> str:
    return f"{names[fact.entry]} goes {squares(fact.factors)} further, for a lash drove the team on."


@line.register
def horse_cut_free(fact: facts.HorseCutFree, names: Names) -> str:
    return f"{names[fact.entry]} cuts the dead {HORSES[fact.horse - 1]} free, at {fact.cost} speed."


@line.register
def cutting_failed(fact: facts.CuttingFailed, names: Names) -> str:
    return f"{names[fact.entry]} fails to cut the dead horse free, {fact.short} speed short."


@line.register
def endurance_lost(fact: facts.EnduranceLost, names: Names) -> str:
    return f"-# {names[fact.entry]}: endurance −{fact.factors} for {CAUSES[fact.cause]}, {fact.left} left"


@line.register
def endurance_gone(fact: facts.EnduranceGone, names: Names) -> str:
    return f"{names[fact.entry]}'s team has nothing left to give: driver modifier {fact.modifier:+d}."


@line.register
def corner_strained(fact: facts.CornerStrained, names: Names) -> str:
    return (
        f"⚠️ {names[fact.entry]} takes the corner {fact.points} over {fact.limit}, the safe speed of lane {fact.lane}!"
    )


@line.register
def corner_taken(fact: facts.CornerTaken, names: Names) -> str:
    return f"{names[fact.entry]} {CORNER_WORDS[fact.code]} ({'–' if fact.code == '-' else fact.code})."


@line.register
def jostled(fact: facts.Jostled, names: Names) -> str:
    return f"{names[fact.entry]} is shaken: driver {fact.cdm:+d}."


@line.register
def straining_barred(fact: facts.StrainingBarred, names: Names) -> str:
    return f"{names[fact.entry]} may neither whip the team on nor strain in a corner before the turn after next."
