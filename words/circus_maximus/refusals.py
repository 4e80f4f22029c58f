"""Refusals of Circus Maximus as sentences."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.circus_maximus.printed import editions
from engine.circus_maximus.printed.editions import Edition
from engine.circus_maximus.words.reasons import CircusReason
from records.refusals import Refused
from records.values import EntryId
from words.circus_maximus.numbers import refused_by
from words.circus_maximus.story import squares
from words.refusals import with_rule
from words.shared.spelling import words_of
from words.shared.telling import count, joined

Names = Mapping[EntryId, str]
Values = Mapping[str, Any]


def refusal(refused: Refused, names: Names) -> str | None:
    """Return a refusal in words; ``None`` if its reason is not of Circus Maximus."""
    if not isinstance(refused.reason, CircusReason):
        return None
    sentence = SENTENCES[refused.reason](refused.values, names)
    step = refused.values.get("step")
    return with_rule(f"Step {step} of your way: {sentence}" if step else sentence, refused_by(refused))


def _finish_line(values: Values, _names: Names) -> str:
    squares = values["at_most"]
    if not squares:
        return "The finish line is crossed by then, and the race is over for you. Leave the rest out."
    return f"The finish line is {count(squares, 'square')} ahead, and the race ends there for you. Drive {squares}."


def _taken(values: Values, names: Names) -> str:
    return (
        f"{values['square']} is taken by the {values['part']} of {names[values['by']]}. "
        "Go another way, brake, or attack if the chariot is in reach."
    )


def _out_of_reach(values: Values, _names: Names) -> str:
    return (
        f"The {values['target']} of that chariot is not in reach: a target must stand in the square beside your car. "
        "Move up to it first."
    )


def _no_weapon(values: Values, _names: Names) -> str:
    possible = ", ".join(values["possible"])
    instead = f"Choose from: {possible}." if possible else "Go without: this race has no weapons."
    return f"{str(values['weapon']).capitalize()} is not in this race. {instead}"


def _cannot_strain(values: Values, _names: Names) -> str:
    """Return why no team is whipped on; an S with a written speed is an option's (16.6)."""
    needs = "it takes a whip, endurance, a driver modifier of 0 or more and no ban on it"
    if values.get("written"):
        return f"You may not write an S now: {needs}. Write the speed alone."
    if values.get("once_free"):
        return "A dead horse holds you, so the whip goes with the cut alone. Type `cut whip` for both, or `go`."
    return f"The team cannot be whipped on now: {needs}. Nor while you cut a horse free. Type `go` to do without."


def _no_sideslip(values: Values, _names: Names) -> str:
    if values.get("only_blocked"):
        return (
            "You slip aside only while a chariot stands in the square ahead. Drive up to it, or change lanes instead."
        )
    return "A sideslip is only for a chariot that is blocked, or will be whatever it does. Change lanes instead."


def _own_chariot(values: Values, _names: Names) -> str:
    whose = "is your ally's" if values.get("ally") else "drives for you too"
    return f"That chariot {whose}, so you cannot attack it. Choose a rival."


def _named(is_meant: Callable[[Edition], bool]) -> tuple[str, str]:
    """Return the titles of some editions, and the words by which a host chooses them."""
    meant = {name: edition.title for name, edition in editions.EDITIONS.items() if is_meant(edition)}
    *others, last = meant
    return joined(list(meant.values())), f"{', '.join(others)} or {last}" if others else last


def _switch(option: object) -> str:
    """Return an option's name as it is read."""
    return "a field of more than eight" if option == "field" else words_of(str(option))


def _dashed(speeds: Iterable[object]) -> str:
    return "-".join(map(str, speeds))


SENTENCES: Mapping[CircusReason, Callable[[Values, Names], str]] = {
    CircusReason.POINTS_DO_NOT_ADD_UP: lambda v, _: (
        f"Those points add up to {v['total']}; they must add up to exactly {v['must_be']}. "
        "Take from one category what you give to another."
    ),
    CircusReason.POINTS_OUT_OF_RANGE: lambda v, _: (
        f"You gave {v['category']} {v['given']} points. Each category takes 0 to {v['at_most']}. Choose again."
    ),
    CircusReason.TOO_FAST: lambda v, _: (
        f"You wrote {v['wanted']}, and your team can go {v['at_most']} this turn. Write {v['at_most']} or less."
    ),
    CircusReason.TOO_FAST_FOR_CORNER: lambda v, _: (
        f"You wrote {v['wanted']}, but you stand in a corner and may not go over its safe speed now. Write "
        f"{v['at_most']} or less."
    ),
    CircusReason.TOO_FEW_FACTORS: lambda v, _: (
        f"That costs {squares(v['need'])} and you have {v['have']} left. Choose something cheaper."
    ),
    CircusReason.TOO_LITTLE_ENDURANCE: lambda v, _: (
        f"That costs {v['need']} endurance and your team has {v['have']} left. Spend your squares on the way."
    ),
    CircusReason.SQUARE_TAKEN: _taken,
    CircusReason.WALL: lambda v, _: (
        f"There is no lane further to the {v['side']}, only the wall. Go the other way, straight on, or brake."
    ),
    CircusReason.NO_INSIDE: lambda _v, _: (
        "You slid outward this turn, so you may not go inside again before the next. Go on, or go outside."
    ),
    CircusReason.STRAINING_BARRED: lambda _v, _: (
        "You may not go over the safe speed of a corner now: you were jostled or slid two lanes. Brake instead, or go "
        "wider."
    ),
    CircusReason.NO_SIDESLIP: _no_sideslip,
    CircusReason.ATTACKED_HERE: lambda _v, _: (
        "You have attacked from this square already; you can do so once from each. Move on, then attack again."
    ),
    CircusReason.NO_STEP_SINCE: lambda _v, _: (
        "You have not gone forward since your last attack. Drive on a square or change lanes, then attack again."
    ),
    CircusReason.TOO_MUCH_GAIN: lambda v, _: (
        f"You took {v['wanted']} of the squares on offer, and there are {v['at_most']}. Take {v['at_most']} or fewer."
    ),
    CircusReason.ON_THE_GRID: lambda v, _: (
        "Nobody attacks from the grey squares of the start. Leave them first, "
        f"{'with your team' if v.get('team_alone') else 'all of your chariot'}."
    ),
    CircusReason.NOT_IN_REACH: _out_of_reach,
    CircusReason.OWN_CHARIOT: _own_chariot,
    CircusReason.BRIBED: lambda _v, _: (
        "Your driver took a bribe to leave that stable alone. Choose another rival, until they attack you."
    ),
    CircusReason.NO_SUCH_PLOT: lambda _v, _: (
        "That bribe is no longer open, or not for this. Choose another one among your plots."
    ),
    CircusReason.LEAGUE_IS_ADVANCED: lambda _v, _: "A league races by the {}. Choose the edition {}.".format(
        *_named(lambda edition: edition.has_leagues)
    ),
    CircusReason.NOT_WITH_A_LEAGUE: lambda v, _: (
        f"The option {v['option']} does not go with a league, whose chariots come from stables. Leave it off."
    ),
    CircusReason.NO_WHIP: lambda _v, _: "You have lost your whip, so you cannot lash. You can still ram.",
    CircusReason.DEAD_HORSE_SIDE: lambda _v, _: (
        "A dead horse lies on that side of the team, so it cannot be attacked from there. Try the other side."
    ),
    CircusReason.STATIONARY: lambda _v, _: (
        "A dead horse holds your chariot. Cut it free at the start of your move; then you can drive."
    ),
    CircusReason.HAS_CUT: lambda _v, _: (
        "You worked on a dead horse this turn: no attack, no brake, no evasion until the next. "
        "Drive on as far as you can."
    ),
    CircusReason.CANNOT_STRAIN: _cannot_strain,
    CircusReason.NOTHING_TO_CUT: lambda _v, _: (
        "No dead horse hangs on your team, so there is nothing to cut free. Type `go`."
    ),
    CircusReason.NEEDS_ADVANCED: lambda v, _: "{} is for the {} only. Choose the edition {}, or leave it out.".format(
        _switch(v["option"]).capitalize(), *_named(lambda edition: v["option"] not in edition.lacks)
    ),
    CircusReason.NOT_IN_TEAMS: lambda v, _: (
        f"{_switch(v['option']).capitalize()} and teams of two do not go together. Choose one of them."
    ),
    CircusReason.ODD_TEAMS: lambda v, _: (
        f"Teams are of two chariots each, and {v['have']} have entered. *Fill* fills up, or "
        "`/race do what:leave` makes the number even."
    ),
    CircusReason.FIELD_TOO_LARGE: lambda v, _: (
        f"{v['have']} chariots have entered, and there is room for {v['at_most']}. Choose a larger field"
        f"{', which the Advanced Game has' if v['at_most'] == 8 else ''}."
    ),
    CircusReason.NOT_ON_THE_CHART: lambda v, _: (
        f"{v['value']} is not on offer as {v['item']}. Choose one of: {', '.join(map(str, v['possible']))}."
    ),
    CircusReason.TOO_DEAR: lambda v, _: (
        f"That costs {v['cost']} points, and you have {v['at_most']}. Take something cheaper: "
        "`/rules table:specification` shows what each thing costs."
    ),
    CircusReason.HORSES_OUT_OF_ORDER: lambda v, _: (
        f"Horses {_dashed(v['horses'])} cannot be harnessed so: the fastest goes leftmost, the second rightmost, the "
        f"slowest of all third. Write them {_dashed(v['ordered'])}."
    ),
    CircusReason.WEAPON_NOT_ALLOWED: _no_weapon,
    CircusReason.WEAPON_TWICE: lambda v, _: f"Each driver has one {v['weapon']} at most. Write it once.",
    CircusReason.NO_DRIVER: lambda _v, _: (
        "Nobody sits in your car: the team only runs, and neither brakes nor attacks. Drive on."
    ),
    CircusReason.NOBODY_THERE: lambda _v, _: "No driver is in that car. You can still ram the car, or the team.",
    CircusReason.HALF_BLIND: lambda _v, _: (
        "Your driver has dust in the eyes and drives straight on, aside only for chariots in the lane, to the "
        "outside if possible. Drive on, brake or attack."
    ),
    CircusReason.ON_AN_OBSTACLE: lambda _v, _: (
        "Your chariot is on an obstacle, and nobody attacks from there. Drive on until your car is past it."
    ),
    CircusReason.NO_WEAPON: lambda v, _: (
        f"You have no {v['weapon']} to attack with. Choose another attack, such as a ram."
    ),
    CircusReason.RAIN: lambda _v, _: "In the rain dust does not fly. Wait until it clears, or attack in another way.",
    CircusReason.THRUST_BEFORE: lambda _v, _: (
        "You have used your spear this turn. Wait for the next, or attack in another way from your next square."
    ),
    CircusReason.OUT_OF_RANGE: lambda v, _: (
        f"That chariot is {count(v['away'], 'square')} away, and with your hand this knife hits at "
        f"{max(0, v['at_most'])} at most. Move up to it first."
    ),
    CircusReason.NO_KNIFE: lambda _v, _: (
        "You have thrown all your knives, so you cannot cut the dead horse free. Type `go`; your chariot stays."
    ),
    CircusReason.NOT_BLOCKED: lambda _v, _: "Nobody stands ahead of you to crash into. Drive on, or brake.",
    CircusReason.CAN_SLIP: lambda v, _: (
        f"You can still slip to the {' or the '.join(v['sides'])}, so you don't crash. Slip, brake or attack."
    ),
    CircusReason.CAN_BRAKE: lambda v, _: (
        f"Your endurance lasts for all {squares(v['factors'])}, so you don't crash. Type `Brake {v['factors']}`."
    ),
    CircusReason.BEYOND_THE_FINISH: _finish_line,
    CircusReason.NO_GAIN: lambda _v, _: "No lash has driven your team on, so there is nothing to take. Type `go`.",
}
