"""Why it went so: each roll of a phase with its rule, its dice, its modifiers, and the row of the table it led to.

All of it comes from facts that are kept, the tables, and nothing else, so it can be asked years later.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from engine.circus_maximus.printed import tables
from engine.circus_maximus.words.facts import (
    Attacked,
    CornerStrained,
    CornerTaken,
    Drawn,
    DriverFreed,
    DriverLashed,
    Equipped,
    LaneChanged,
    Moved,
    ObstacleEntered,
    PhaseBegan,
    PhaseEnded,
    RaceEnded,
    SpeedsRevealed,
    TurnBegan,
    WeaponCode,
    WheelHeld,
)
from engine.game import Fact, Rolled
from words.circus_maximus.story import OBSTACLES, tell
from words.circus_maximus.story.driving import CORNER_WORDS
from words.circus_maximus.story.fighting import LASH_WORDS
from words.circus_maximus.story.lines import Names
from words.circus_maximus.story.maiming import CRITICAL, WEAPON_WORDS
from words.circus_maximus.story.wrecking import CROSSED
from words.shared import telling
from words.shared.telling import count

Kind = TypeVar("Kind", bound=Fact)
Reading = Callable[[Sequence[Fact], int, Rolled], str]
_SHOWN = 4  # lines of what a roll led to
_ACTS = (
    Moved | LaneChanged | Attacked | Drawn | PhaseBegan | PhaseEnded | TurnBegan
    | SpeedsRevealed | RaceEnded
)  # fmt: skip
"""What somebody did next: it did not come of the roll before."""


def why(facts: Sequence[Fact], names: Names) -> list[str]:
    """Explain each roll among *facts*, in their order."""
    return [_block(facts, at, fact, names) for at, fact in enumerate(facts) if isinstance(fact, Rolled)]


def _block(facts: Sequence[Fact], at: int, rolled: Rolled, names: Names) -> str:
    read = _READINGS.get((rolled.rule, rolled.what_for)) or _READINGS.get(("", rolled.what_for))
    reading = read(facts, at, rolled) if read else ""
    title = _OPTIONAL.get(rolled.what_for, "") if rolled.rule.startswith("16.") else ""
    first = telling.explained(rolled, names, title or TITLES.get(rolled.rule, ""), reading)
    led_to = [f"→ {line.removeprefix('-# ')}" for line in tell(_led_to(facts, at), names)]
    match facts[at + 1 : at + 2]:
        case [Drawn(entry=entry)]:
            led_to = [f"→ {names[entry]} is drawn."]
    return "\n".join([first, *led_to[:_SHOWN]])


def _led_to(facts: Sequence[Fact], at: int) -> list[Fact]:
    """Return what came of a roll: what is told until the next roll, or until somebody does something."""
    found: list[Fact] = []
    for fact in facts[at + 1 :]:
        if isinstance(fact, Rolled | _ACTS):
            break
        found.append(fact)
    return found


def _before(facts: Sequence[Fact], at: int, kind: type[Kind]) -> Kind | None:
    return next((fact for fact in reversed(facts[:at]) if isinstance(fact, kind)), None)


def _after(facts: Sequence[Fact], at: int, kind: type[Kind]) -> Kind | None:
    return next((fact for fact in facts[at:] if isinstance(fact, kind)), None)


def _previous_roll(facts: Sequence[Fact], at: int) -> Rolled | None:
    return _before(facts, at, Rolled)


def row_of(total: int, lowests: Iterable[int]) -> str:
    """Return the row of a table that a total falls into, from the lowest numbers of all its rows.

    >>> row_of(7, [6, 9]), row_of(20, [6, 9]), row_of(2, [6, 9])
    ('6–8', '9 or more', '5 or less')
    """
    starts = sorted(lowests)
    below = [start for start in starts if start <= total]
    above = [start for start in starts if start > total]
    if not below:
        return f"{starts[0] - 1} or less"
    if not above:
        return f"{below[-1]} or more"
    return str(below[-1]) if above[0] - 1 == below[-1] else f"{below[-1]}–{above[0] - 1}"


def _chart(name: str, total: int, lowests: Iterable[int], result: str) -> str:
    return f"{name}, row {row_of(total, lowests)}: {result}"


# Corners and speed


def _corner(facts: Sequence[Fact], at: int, rolled: Rolled) -> str:
    strained = _before(facts, at, CornerStrained)
    if strained is None:
        return ""
    code = tables.corner_strain(rolled.total, strained.points)
    column = min(strained.points, len(tables.CORNER_STRAIN[min(tables.CORNER_STRAIN)]))
    return (
        f"Chart 7.32, row {_clamped(rolled.total, tables.CORNER_STRAIN)}, column {column} ({strained.points} above the "
        f"limit of {strained.limit}): {_sign(code)}, {CORNER_WORDS[code]}"
    )


def _flip_danger(facts: Sequence[Fact], at: int, rolled: Rolled) -> str:
    taken = _after(facts, at, CornerTaken)
    code = f": {_sign(taken.code)}, {CORNER_WORDS[taken.code]}" if taken else ""
    return (
        f"Chart 7.32, row {_clamped(rolled.total, tables.CORNER_STRAIN)}, as in a corner with a limit of "
        f"{tables.OBSTACLE_LIMIT}{code}"
    )


def _clamped(total: int, rows: Iterable[int]) -> int:
    """Return the row that counts: beyond the printed table its nearest one (A13)."""
    printed = list(rows)
    return min(max(total, min(printed)), max(printed))


def _signed(number: int) -> str:
    """
    >>> _signed(2), _signed(-2)
    ('+2', '−2')
    """
    return f"{number:+d}".replace("-", "−")


def _sign(code: str) -> str:
    return "–" if code == "-" else code


def _speed_die(of: str) -> Reading:
    return lambda _facts, _at, rolled: f"{count(max(0, rolled.total), 'factor')} {of}"


def _cutting(_facts: Sequence[Fact], _at: int, rolled: Rolled) -> str:
    return f"a die for each living horse, less CDM: {max(0, rolled.total)} off the speed, which must reach for it"


# Attacks


def _against(what: str, win: str, lose: str) -> Reading:
    """Return how the second of two rolls is read against the first; the first one's total must be reached or passed."""

    def read(facts: Sequence[Fact], at: int, rolled: Rolled) -> str:
        other = _previous_roll(facts, at)
        if other is None:
            return ""
        return f"{what}: {other.total} against {rolled.total}, {win if other.total >= rolled.total else lose}"

    return read


def _followed_by(whose: str) -> Reading:
    return lambda _facts, _at, _rolled: f"against the {whose} roll, which follows"


def _defence(facts: Sequence[Fact], at: int, rolled: Rolled) -> str:
    other = _previous_roll(facts, at)
    if other is None:
        return ""
    difference = other.total - rolled.total
    if rolled.rule == "9.41":
        lost = f"the attacker is {difference} ahead" if difference > 0 else "not beaten"
        return f"{other.total} against {rolled.total}: {lost}"
    lashed = _after(facts, at, DriverLashed)
    factor = lashed.factor if lashed else tables.lash_factor(difference)
    more = "; with a long whip, or lashed again," if factor != tables.lash_factor(difference) else ","
    return f"{other.total} − {rolled.total} = {_signed(difference)}{more} the lash factor is {_signed(factor)}"


def _lash_chart(facts: Sequence[Fact], at: int, rolled: Rolled) -> str:
    lashed = _after(facts, at, DriverLashed)
    if lashed is None:
        return ""
    return (
        f"Chart 9.42, row {rolled.total}, column {_signed(lashed.factor)} (the lash factor): {_sign(lashed.code)}, "
        f"{LASH_WORDS[lashed.code]}"
    )


def _injury(_facts: Sequence[Fact], _at: int, rolled: Rolled) -> str:
    points = count(tables.horse_injury(rolled.total), "injury point")
    return _chart("Chart 9.5", rolled.total, _lowest(tables.HORSE_INJURY), points)


def _wheel_damage(_facts: Sequence[Fact], _at: int, rolled: Rolled) -> str:
    points = count(tables.wheel_damage(rolled.total), "point")
    return _chart("Chart 9.55", rolled.total, _lowest(tables.WHEEL_DAMAGE), points)


def _trampled(_facts: Sequence[Fact], _at: int, rolled: Rolled) -> str:
    points = tables.wheel_damage(rolled.total)
    return _chart("Chart 9.55", rolled.total, _lowest(tables.WHEEL_DAMAGE), f"{points}, doubled: {2 * points} hits")


def _car_damage(_facts: Sequence[Fact], _at: int, rolled: Rolled) -> str:
    damaged = {
        "attacker": "the attacker's car is damaged",
        "both": "both cars are damaged",
        "none": "neither car is damaged",
        "defender": "the defender's car is damaged",
    }[tables.car_damage(rolled.total)]
    return _chart("Chart 9.54", rolled.total, _lowest(tables.CAR_DAMAGE), damaged)


def _lowest(rows: Iterable[tables.InjuryRow | tables.CarDamageRow | tables.CrossingRow]) -> list[int]:
    """Return the lowest totals of a chart's rows; the last one's is the lowest of all, and does not begin a row."""
    return [row.lowest for row in rows][:-1]


def _wheel(facts: Sequence[Fact], at: int, rolled: Rolled) -> str:
    held = next((fact for fact in _led_to(facts, at) if isinstance(fact, WheelHeld)), None)
    if held is None:
        return f"Chart 7.43: {rolled.total} is less than the wheel's damage: it is lost"
    if held.weakened:
        return f"Chart 7.43: {rolled.total} equals the wheel's damage: a point more"
    return f"Chart 7.43: {rolled.total} is greater than the wheel's damage of {held.total}: it holds"


# Setting up


def _hits(_facts: Sequence[Fact], _at: int, rolled: Rolled) -> str:
    row = _clamped(rolled.total, tables.DRIVER_HITS)
    return f"Chart 3.61, row {row}: {count(tables.driver_hits(rolled.total), 'hit')}"


def _team_speed(facts: Sequence[Fact], at: int, rolled: Rolled) -> str:
    equipped = _after(facts, at, Equipped)
    return f"Chart 3.63, column {rolled.total}: horses {'-'.join(map(str, equipped.horses))}" if equipped else ""


def _endurance(facts: Sequence[Fact], at: int, rolled: Rolled) -> str:
    equipped = _after(facts, at, Equipped)
    return f"Chart 3.64, column {rolled.total}: endurance {equipped.endurance}" if equipped else ""


def _lot(_facts: Sequence[Fact], _at: int, rolled: Rolled) -> str:
    return f"number {rolled.total} of the {rolled.sides} that were left"


def _which(_facts: Sequence[Fact], _at: int, rolled: Rolled) -> str:
    of = f" of the {rolled.sides} that live" if rolled.sides != _DIE else ", if it lives and has not been named yet"
    return f"horse {rolled.total}{of}, from the left"


_DIE = 6


# Wrecks and men


def _location(_facts: Sequence[Fact], _at: int, rolled: Rolled) -> str:
    lanes, forward = tables.WRECK_LOCATION[rolled.total]
    side = "outward" if lanes > 0 else "inward"
    sideways = f"{count(abs(lanes), 'lane')} {side}" if lanes else "the same lane"
    return f"Chart 12.2, row {rolled.total}: {sideways}, {count(forward, 'square')} forward from where it turned over"


def _jump(facts: Sequence[Fact], at: int, rolled: Rolled) -> str:
    entered = _after(facts, at, ObstacleEntered)
    of = f" for {OBSTACLES[entered.obstacle]}" if entered else ""
    return f"{rolled.total}{of}: what of it is not paid with endurance is added to the landing"


def _obstacle(_facts: Sequence[Fact], _at: int, rolled: Rolled) -> str:
    lowests = [row.lowest for row in tables.RUNNING_OVER]
    return _chart("Chart 14.3", rolled.total, lowests, CROSSED[tables.running_over(rolled.total)])


def _points_of_die(what: str) -> Reading:
    return lambda _facts, _at, rolled: f"{max(0, rolled.total)} {what}"


def _free(facts: Sequence[Fact], at: int, rolled: Rolled) -> str:
    is_free = any(isinstance(fact, DriverFreed) for fact in _led_to(facts, at))
    return f"{rolled.total} is {'not more' if is_free else 'more'} than the hits left"


def _dragged(_facts: Sequence[Fact], _at: int, rolled: Rolled) -> str:
    return f"a die of {rolled.total}; half of it, rounded up, is {count(-(-rolled.total // 2), 'hit')} on a dry track"


def _climb(_facts: Sequence[Fact], _at: int, rolled: Rolled) -> str:
    return f"{rolled.total} is {'odd: the driver slips' if rolled.total % 2 else 'even: the driver is out'}"


# Critical hits, weapons, weather


def _critical(_facts: Sequence[Fact], _at: int, rolled: Rolled) -> str:
    return f"Chart 13.1, row {rolled.total}: the driver {CRITICAL[tables.critical_hit(rolled.total)]}"


def _tug(facts: Sequence[Fact], at: int, rolled: Rolled) -> str:
    other = _previous_roll(facts, at)
    if other is None or other.what_for != rolled.what_for:
        return "two dice and the hits left, against the other's, who rolls next"
    return f"{other.total} against {rolled.total}: the lower is pulled out, nobody at a tie"


def _critical_horse(_facts: Sequence[Fact], _at: int, rolled: Rolled) -> str:
    further = tables.critical_horse_hit(rolled.total)
    said = "it is killed" if further is tables.DEADLY else f"{further} more" if further else "nothing more"
    return f"Table 16.4, row {rolled.total}: {said}"


def _weather(_facts: Sequence[Fact], _at: int, rolled: Rolled) -> str:
    says = {tables.RAIN: "it rains", tables.MAYBE_LATER: "clear, but asked again at each lap"}
    return f"Chart 17.20, row {rolled.total}: {says.get(rolled.total, 'clear')}"


def _skid(_facts: Sequence[Fact], _at: int, rolled: Rolled) -> str:
    skids = ", ".join(f"{car} cars from {least}" for car, least in tables.SKIDS_FROM.items())
    return f"{rolled.total}; on a wet track {skids} slide on"


def _at_least(least: int, yes: str, no: str) -> Reading:
    return lambda _facts, _at, rolled: f"{least} or more {yes}" + ("" if rolled.total >= least else f": {no}")


def _thrown(_facts: Sequence[Fact], _at: int, rolled: Rolled) -> str:
    end = "hits" if rolled.total <= tables.KNIFE_HITS else "misses"
    return f"a die for each square; {tables.KNIFE_HITS} or less hits: it {end}"


def _effect(name: str, look_up: Callable[[int], WeaponCode]) -> Reading:
    return lambda _facts, _at, rolled: (
        f"Table 16.2 ({name}), row {min(max(rolled.total, 2), 12)}: the driver {WEAPON_WORDS[look_up(rolled.total)]}"
    )


_READINGS: Mapping[tuple[str, str], Reading] = {
    ("7.32", "corner"): _corner,
    ("14.3", "flip danger"): _flip_danger,
    ("6.9", "standing start"): _speed_die("off the speed in the first turn"),
    ("16.5", "standing start"): _speed_die("off the speed in the first turn"),
    ("", "straining"): _speed_die("gained, as far as endurance lasts"),
    ("", "movement loss"): _speed_die("off the highest speed of the next move"),
    ("", "running down"): _speed_die("lost"),
    ("", "cutting free"): _cutting,
    ("", "avoiding"): _followed_by("attacker's"),
    ("", "lash on a team"): _followed_by("defender's"),
    ("", "lash on a driver"): _followed_by("defender's"),
    ("", "weather"): _weather,
    ("", "rain"): _at_least(tables.CLEARS + 1, "lets it rain on", "it clears"),
    ("", "mud"): _at_least(tables.RAIN + 1, "leaves the track firm", "it is mud"),
    ("", "pressing the attack"): _against("the defender", "enough to get away", "not enough"),
    ("", "defence"): _defence,
    ("", "driver lash chart"): _lash_chart,
    ("9.5", "horse injury"): _injury,
    ("16.2", "horse injury"): _points_of_die("injury points"),
    ("", "wheel damage"): _wheel_damage,
    ("16.5", "driver's hits"): _trampled,
    ("16.2", "driver's hits"): _points_of_die("hits"),
    ("", "ram on a car"): _car_damage,
    ("", "wreck on a car"): _car_damage,
    ("", "ram on a dragged driver"): _car_damage,
    ("", "inside wheel"): _wheel,
    ("", "outside wheel"): _wheel,
    ("3.61", "driver hits"): _hits,
    ("", "team speed"): _team_speed,
    ("", "endurance"): _endurance,
    ("", "draw"): _lot,
    ("", "start lane"): _lot,
    ("", "colour"): _lot,
    ("", "second row"): _lot,
    ("", "which horse"): _which,
    ("", "which wheel"): _lot,
    ("", "sliding on"): _skid,
    ("12.2", "wreck"): _location,
    ("", "jump"): _jump,
    ("", "obstacle"): _obstacle,
    ("", "hobbled horse"): _points_of_die("injury points"),
    ("14.3", "inside wheel on an obstacle"): _points_of_die("points of damage"),
    ("14.3", "outside wheel on an obstacle"): _points_of_die("points of damage"),
    ("", "getting free"): _free,
    ("", "dragging"): _dragged,
    ("", "climbing out"): _climb,
    ("", "critical hit"): _critical,
    ("", "critical horse hit"): _critical_horse,
    ("", "tug of war"): _tug,
    ("", "dust"): _at_least(tables.DUST_HITS, "hits", "it misses"),
    ("", "spear"): _at_least(tables.SPEAR_HITS, "hits", "it misses"),
    ("", "own spear"): _at_least(tables.SPEAR_HITS, "hurts its own driver", "nothing happens"),
    ("", "seeing again"): _at_least(tables.LEAST_TO_SEE, "lets the driver see again", "the driver is still blind"),
    ("", "knife"): _thrown,
    ("", "small knife"): _thrown,
    ("", "dust in the eyes"): _effect("dust", tables.dust_effect),
    ("", "knife wound"): _effect("knife", tables.knife_effect),
    ("", "spear wound"): _effect("spear", tables.spear_effect),
}
"""How a roll is read, by its rule and what it was for; without a rule where what it was for says it."""

TITLES: Mapping[str, str] = {
    "3.2": "Start lanes",
    "3.3": "Colours",
    "3.4": "Colours",
    "3.61": "Driver",
    "3.63": "Team speed",
    "3.64": "Endurance",
    "5.2": "Drawing from the cup",
    "6.52": "Straining the team",
    "6.9": "Standing start",
    "7.32": "Corner strain",
    "7.41": "Wheel check",
    "9.32": "Avoiding an attack",
    "9.41": "Lash on a team",
    "9.42": "Lash on a driver",
    "9.43": "What a lash does",
    "9.5": "Ram on a team",
    "9.52": "Cutting a horse free",  # of races told before its rolls were named 9.53
    "9.53": "Cutting a horse free",
    "9.54": "Ram on a car",
    "9.55": "Wheel damage",
    "9.56": "Wheel check after damage",
    "9.6": "Involuntary and frontal rams",
    "12.2": "Where a wreck comes down",
    "12.4": "A wreck on a chariot",
    "13.1": "Critical hit",
    "14.3": "Running over wrecks",
    "16.2": "Getting free",
    "16.3": "Being dragged",
    "16.4": "Critical horse hits",
    "16.5": "Ram on a dragged driver",
    "16.7": "Weather",
    "17.3": "Climbing out",
    "17.4": "Running down a man",
    "18": "Enlarged field",
}
"""What the rules that roll dice are called."""

_OPTIONAL: Mapping[str, str] = {
    "dust": "Dust",
    "dust in the eyes": "Dust",
    "seeing again": "Dust in the eyes",
    "knife": "Knife",
    "small knife": "Knife",
    "knife wound": "Knife",
    "spear": "Spear",
    "own spear": "Spear",
    "spear wound": "Spear",
    "driver's hits": "Hits of a driver",
    "horse injury": "Knife",
    "which horse": "Knife",
    "standing start": "First-turn acceleration",
}
"""What the rolls of options are called whose numbers the printed rules have for something else."""
