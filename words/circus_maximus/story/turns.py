"""Lines of setting up, of turns and phases, and of the end."""

from engine.circus_maximus.words import facts
from engine.facts import OrderFollowed
from words.circus_maximus.story import clauses
from words.circus_maximus.story.lines import Names, line, squares
from words.shared import telling
from words.shared.telling import joined, to_spare

WEAPONS = {"dust": "dust", "knife": "a throwing knife", "spear": "a spear"}


@line.register
def order_followed(fact: OrderFollowed, names: Names) -> str:
    words = clauses.in_words(fact.clause, names)
    return f"{telling.ORDERED}{names[fact.entry]}: {words}." if words else ""


@line.register
def lane_drawn(fact: facts.LaneDrawn, names: Names) -> str:
    return f"{names[fact.entry]} starts in lane {fact.lane}."


@line.register
def colour_drawn(fact: facts.ColourDrawn, names: Names) -> str:
    return f"{names[fact.entry]} falls to faction {fact.faction}."


@line.register
def points_revealed(fact: facts.PointsRevealed, names: Names) -> str:
    return (
        f"{names[fact.entry]} has prepared: driver {fact.driver}, car {fact.car}, "
        f"team {fact.team}, endurance {fact.endurance}."
    )


@line.register
def equipped(fact: facts.Equipped, names: Names) -> str:
    horses = "-".join(str(speed) for speed in fact.horses)
    return (
        f"{names[fact.entry]}: {fact.car} car, horses {horses}, endurance {fact.endurance}, "
        f"driver {fact.modifier:+d} with {fact.hits} hits."
    )


@line.register
def turn_began(fact: facts.TurnBegan, _names: Names) -> str:
    return f"### Turn {fact.turn}{' · the last' if fact.final else ''}"


@line.register
def jostle_eased(fact: facts.JostleEased, names: Names) -> str:
    return f"{names[fact.entry]} steadies the car: driver {fact.cdm:+d}."


@line.register
def team_declined(fact: facts.TeamDeclined, names: Names) -> str:
    return f"{names[fact.entry]}'s spent team slows: {fact.decline} off its speed by now."


@line.register
def speeds_revealed(fact: facts.SpeedsRevealed, names: Names) -> str:
    speeds = " · ".join(f"{names[entry]} {speed}" for entry, speed in fact.speeds.items())
    return f"📜 Speeds: {speeds}"


@line.register
def strains_revealed(fact: facts.StrainsRevealed, names: Names) -> str:
    if not fact.entries:
        return "📜 Nobody has written an S."
    return f"📜 With an S, to whip the team on: {' · '.join(names[entry] for entry in fact.entries)}"


@line.register
def drawn(_fact: facts.Drawn, _names: Names) -> str:
    return ""  # the phase that begins says it


@line.register
def phase_began(fact: facts.PhaseBegan, names: Names) -> str:
    was = f" (set to {fact.written})" if fact.written != fact.total_speed else ""  # by the player, or by the rules
    if not fact.total_speed:
        return f"🛑 {names[fact.entry]} stands still{was}."
    paid = f", {squares(fact.factors)} to spend" if fact.factors != fact.total_speed else ""
    return f"🏇 {names[fact.entry]} moves at {fact.total_speed}{was}{paid}."


@line.register
def speed_fell(fact: facts.SpeedFell, names: Names) -> str:
    return f"{names[fact.entry]} slows to {fact.total_speed}: {squares(fact.factors)} left."


@line.register
def factors_lost(fact: facts.FactorsLost, names: Names) -> str:
    return f"{names[fact.entry]} cannot use {squares(fact.factors)}."


@line.register
def phase_ended(_fact: facts.PhaseEnded, _names: Names) -> str:
    return ""


@line.register
def marker_removed(fact: facts.MarkerRemoved, names: Names) -> str:
    sign, marker = ("🐬", "a dolphin") if fact.kind == "dolphin" else ("🥚", "an egg")
    return f"{sign} {names[fact.entry]} leads into the corner: {marker} comes down, {fact.left or 'none'} left."


@line.register
def final_turn_called(_fact: facts.FinalTurnCalled, _names: Names) -> str:
    return "🏁 The line is crossed: this is the final turn."


@line.register
def finished(fact: facts.Finished, names: Names) -> str:
    return f"🏁 {names[fact.entry]} crosses the line with {to_spare(fact.factors_left, 'square')}."


@line.register
def race_ended(fact: facts.RaceEnded, names: Names) -> str:
    heading = "## 🏆 The race is over" if fact.has_winner else "## 🏁 It ends here, with nobody across the line"
    rows = (f"{placing.place}. {names[placing.entry]}{_finish(placing)}" for placing in fact.places)
    return "\n".join(
        [heading, *rows, "-# `/watch what:verify` checks the dice and the seals; `/play race` opens another race."]
    )


def _finish(placing: facts.Placing) -> str:
    return f" · across the line, {to_spare(placing.factors_left, 'square')}" if placing.crossed else ""


@line.register
def specified(fact: facts.Specified, names: Names) -> str:
    whip = {"none": "no whip", "regular": "a whip", "long": "a long whip"}[fact.whip]
    carried = joined([whip, *(WEAPONS[weapon] for weapon in fact.weapons)])
    return (
        f"📜 {names[fact.entry]} is built with wheels of {fact.boxes_inside} and {fact.boxes_outside}{_blades(fact)}, "
        f"and carries {carried}:"
    )


def _blades(fact: facts.Specified) -> str:
    """Return how the wheels are armed, the inside one first."""
    if fact.blades_inside == fact.blades_outside:
        kind = {"none": "", "regular": "blades", "long": "long blades"}[fact.blades_inside]
        return f" with {kind}" if kind else ""
    named = {"none": "none", "regular": "regular", "long": "long"}
    return f" with blades: inside {named[fact.blades_inside]}, outside {named[fact.blades_outside]}"


@line.register
def allies_named(fact: facts.AlliesNamed, names: Names) -> str:
    return f"🤝 {names[fact.entry]} and {names[fact.ally]} win together."


@line.register
def weather_changed(fact: facts.WeatherChanged, _names: Names) -> str:
    if fact.raining:
        return f"🌧️ It rains{', and the track is mud' if fact.mud else ''}."
    return f"⛅ It does not rain{', but the track is mud' if fact.mud else ''}."
