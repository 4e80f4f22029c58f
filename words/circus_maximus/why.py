"""Why it went that way: each roll of a phase with its rule, dice, modifiers, and the row of the table it led to.

All of it comes from facts on record and the charts of the race's edition, so it still answers years later.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from engine.circus_maximus.printed import tables
from engine.circus_maximus.printed.charts import Bands, Row
from engine.circus_maximus.printed.editions import Edition, edition_of, number_of
from engine.circus_maximus.words.facts import (
    Attacked,
    CornerStrained,
    CornerTaken,
    Dodged,
    Drawn,
    DriverFreed,
    DriverLashed,
    Equipped,
    LaneChanged,
    Moved,
    ObstacleEntered,
    PhaseBegan,
    PhaseEnded,
    PointsRevealed,
    RaceEnded,
    SpeedsRevealed,
    TurnBegan,
    WeaponCode,
    WeaponTold,
    WheelHeld,
)
from engine.circus_maximus.words.options import Options
from engine.facts import Fact, Rolled
from words.circus_maximus.numbers import numbered_roll
from words.circus_maximus.story import OBSTACLES, tell
from words.circus_maximus.story.driving import CORNER_WORDS
from words.circus_maximus.story.fighting import LASH_WORDS
from words.circus_maximus.story.lines import Names
from words.circus_maximus.story.maiming import CRITICAL, WEAPON_WORDS
from words.circus_maximus.story.wrecking import CROSSED
from words.shared import telling
from words.shared.telling import count, signed

Kind = TypeVar("Kind", bound=Fact)
_SHOWN = 4  # lines of what a roll led to
_ACTS = (
    Moved | LaneChanged | Attacked | Drawn | PhaseBegan | PhaseEnded | TurnBegan
    | SpeedsRevealed | RaceEnded
)  # fmt: skip
"""The next deeds of somebody: they are no consequence of the roll before."""


class Roll(NamedTuple):
    """A roll among facts."""

    edition: Edition
    facts: Sequence[Fact]
    at: int
    rolled: Rolled

    @property
    def total(self) -> int:
        """The roll's total, modifiers included."""
        return self.rolled.total

    def chart(self, number: str, what_for: str = "") -> str:
        """Return the name of a base chart in the edition's own book (II)."""
        return f"Chart {number_of(self.edition, number, what_for)}"

    def before(self, kind: type[Kind]) -> Kind | None:
        return next((fact for fact in reversed(self.facts[: self.at]) if isinstance(fact, kind)), None)

    def after(self, kind: type[Kind]) -> Kind | None:
        return next((fact for fact in self.facts[self.at :] if isinstance(fact, kind)), None)

    def led_to(self) -> list[Fact]:
        """Return the consequences of the roll: the facts until the next one, or until somebody acts."""
        found: list[Fact] = []
        for fact in self.facts[self.at + 1 :]:
            if isinstance(fact, Rolled | _ACTS):
                break
            found.append(fact)
        return found


Reading = Callable[[Roll], str]


def why(facts: Sequence[Fact], names: Names, options: Options) -> list[str]:
    """Explain each roll among *facts*, in their order."""
    edition = edition_of(options)
    return [_block(Roll(edition, facts, at, fact), names) for at, fact in enumerate(facts) if isinstance(fact, Rolled)]


def _block(roll: Roll, names: Names) -> str:
    rolled = roll.rolled
    read = _READINGS.get((rolled.rule, rolled.what_for)) or _READINGS.get(("", rolled.what_for))
    reading = read(roll) if read else ""
    title = _OPTIONAL.get(rolled.what_for, "") if rolled.rule.startswith("16.") else ""
    first = telling.explained(numbered_roll(rolled, roll.edition), names, title or TITLES.get(rolled.rule, ""), reading)
    led_to = [f"→ {line.removeprefix('-# ')}" for line in tell(roll.led_to(), names)]
    match roll.facts[roll.at + 1 : roll.at + 2]:
        case [Drawn(entry=entry)]:
            led_to = [f"→ {names[entry]} is drawn."]
    return "\n".join([first, *led_to[:_SHOWN]])


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


def _chart(name: str, total: int, chart: Bands[Any], result: str) -> str:
    return f"{name}, row {row_of(total, chart.bounds)}: {result}"


# Corners and speed


def _corner(roll: Roll) -> str:
    strained = roll.before(CornerStrained)
    if strained is None:
        return ""
    chart = roll.edition.corner_strain
    code = chart(roll.total, strained.points)
    return (
        f"{roll.chart('7.32')}, row {chart.row(roll.total)}, column {chart.column(strained.points)} "
        f"({strained.points} over the safe speed of {strained.limit}): {_sign(code)}, {CORNER_WORDS[code]}"
    )


def _flip_danger(roll: Roll) -> str:
    taken = roll.after(CornerTaken)
    code = f": {_sign(taken.code)}, {CORNER_WORDS[taken.code]}" if taken else ""
    return (
        f"{roll.chart('7.32')}, row {roll.edition.corner_strain.row(roll.total)}, as in a corner with a safe speed of "
        f"{tables.OBSTACLE_LIMIT}{code}"
    )


def _sign(code: str) -> str:
    return "–" if code == "-" else code


def _speed_die(of: str) -> Reading:
    return lambda roll: f"{count(max(0, roll.total), 'factor')} {of}"


def _loss(roll: Roll) -> str:
    when = "turn" if roll.edition.waits_for_turn else "move"
    return f"{count(roll.total, 'factor')} off the highest speed of the next {when}"


def _cutting(roll: Roll) -> str:
    return f"a die for each living horse, less CDM: {max(0, roll.total)} off the speed; what is left must be 0 or more"


# Attacks


def _against(what: str, win: str, lose: str) -> Reading:
    """Return how the second of two rolls is read against the first; the first one's total must be reached or passed."""

    def read(roll: Roll) -> str:
        other = roll.before(Rolled)
        if other is None:
            return ""
        return f"{what}: {other.total} against {roll.total}, {win if other.total >= roll.total else lose}"

    return read


def _followed_by(whose: str) -> Reading:
    return lambda _roll: f"against the {whose} roll, which follows"


def _defence(roll: Roll) -> str:
    other = roll.before(Rolled)
    if other is None:
        return ""
    difference = other.total - roll.total
    if roll.rolled.rule == "9.41":
        lost = f"the attacker is {difference} ahead" if difference > 0 else "not beaten"
        return f"{other.total} against {roll.total}: {lost}"
    lashed, said = roll.after(DriverLashed), f"{other.total} − {roll.total} = {signed(difference)}"
    if not roll.edition.driver_lash.is_rolled_for:  # the difference alone says what happens (II.10.4.2)
        return said if lashed is None else f"{said}: {_sign(lashed.code)}, the whip {LASH_WORDS[lashed.code]}"
    column = roll.edition.driver_lash.column(difference)
    factor = lashed.factor if lashed else column
    more = "; with a long whip, or lashed again," if factor != column else ","
    return f"{said}{more} the lash factor is {signed(factor)}"


def _lash_chart(roll: Roll) -> str:
    lashed = roll.after(DriverLashed)
    if lashed is None:
        return ""
    return (
        f"{roll.chart('9.42')}, row {roll.total}, column {signed(lashed.factor)} (the lash factor): "
        f"{_sign(lashed.code)}, {LASH_WORDS[lashed.code]}"
    )


def _injury(roll: Roll) -> str:
    points = count(roll.edition.horse_injury(roll.total), "injury point")
    return _chart(roll.chart("9.5"), roll.total, roll.edition.horse_injury, points)


def _wheel_damage(roll: Roll) -> str:
    points = count(roll.edition.wheel_damage(roll.total), "point")
    return _chart(roll.chart("9.55"), roll.total, roll.edition.wheel_damage, points)


def _trampled(roll: Roll) -> str:
    points, times = roll.edition.wheel_damage(roll.total), roll.edition.dragged_hits
    times_said = "doubled" if times == 2 else f"times {times}"
    return _chart(
        roll.chart("9.55"), roll.total, roll.edition.wheel_damage, f"{points}, {times_said}: {times * points} hits"
    )


def _car_damage(roll: Roll) -> str:
    damaged = {
        "attacker": "the attacker's car is damaged",
        "both": "both cars are damaged",
        "none": "neither car is damaged",
        "defender": "the defender's car is damaged",
    }[roll.edition.car_damage(roll.total)]
    return _chart(roll.chart("9.54"), roll.total, roll.edition.car_damage, damaged)


def _wheel(roll: Roll) -> str:
    held = next((fact for fact in roll.led_to() if isinstance(fact, WheelHeld)), None)
    if held is None:
        return f"{roll.chart('7.43')}: {roll.total} is less than the wheel's damage: it is lost"
    if held.weakened:
        return f"{roll.chart('7.43')}: {roll.total} equals the wheel's damage: a point more"
    return f"{roll.chart('7.43')}: {roll.total} is greater than the wheel's damage of {held.total}: it holds"


# Setting up


def _hits(roll: Roll) -> str:
    chart = roll.edition.driver_hits
    return f"Chart 3.61, row {chart.row(roll.total)}: {count(chart(roll.total), 'hit')}"


def _team_speed(roll: Roll) -> str:
    equipped = roll.after(Equipped)
    return f"Chart 3.63, column {roll.total}: horses {'-'.join(map(str, equipped.horses))}" if equipped else ""


def _endurance(roll: Roll) -> str:
    equipped, spent = roll.after(Equipped), _spent(roll)
    if equipped is None:
        return ""
    printed = equipped.endurance if spent is None else roll.edition.team_endurance[spent.endurance][roll.total - 1]
    taken = f"; the car or a short race leaves {equipped.endurance}" if printed != equipped.endurance else ""
    return f"Chart 3.64, column {roll.total}: endurance {printed}{taken}"


def _spent(roll: Roll) -> PointsRevealed | None:
    """Return the preparation points of the driver who rolled, if they are public by then (3.6)."""
    told = (fact for fact in reversed(roll.facts[: roll.at]) if isinstance(fact, PointsRevealed))
    return next((fact for fact in told if fact.entry == roll.rolled.entry), None)


def _lot(roll: Roll) -> str:
    return f"number {roll.total} of the {roll.rolled.sides} that were left"


def _which(roll: Roll) -> str:
    sides = roll.rolled.sides
    of = f" of the {sides} that live" if sides != _DIE else ", if it lives and has not been named yet"
    return f"horse {roll.total}{of}, from the left"


_DIE = 6


# Wrecks and men


def _location(roll: Roll) -> str:
    lanes, forward = roll.edition.wreck_location(roll.total)
    side = "outward" if lanes > 0 else "inward"
    sideways = f"{count(abs(lanes), 'lane')} {side}" if lanes else "the same lane"
    squares = f"{count(forward, 'square')} forward from where it turned over"
    return f"{roll.chart('12.2')}, row {roll.total}: {sideways}, {squares}"


def _jump(roll: Roll) -> str:
    entered = roll.after(ObstacleEntered)
    of = f" for {OBSTACLES[entered.obstacle]}" if entered else ""
    return f"{roll.total}{of}: what of it is not paid with endurance makes the landing harder"


def _obstacle(roll: Roll) -> str:
    chart = roll.edition.running_over
    return _chart(roll.chart("14.3"), roll.total, chart, CROSSED[chart(roll.total)])


def _points_of_die(what: str) -> Reading:
    return lambda roll: f"{max(0, roll.total)} {what}"


def _free(roll: Roll) -> str:
    is_free = any(isinstance(fact, DriverFreed) for fact in roll.led_to())
    return f"{roll.total} is {'not more' if is_free else 'more'} than the hits left"


def _dragged(roll: Roll) -> str:
    if roll.edition.drags_by_turn:
        hits = max(1, roll.total // 2)
        return f"a die of {roll.total}; half of it, rounded down and at least 1, is {count(hits, 'hit')} on a dry track"
    return f"a die of {roll.total}; half of it, rounded up, is {count(-(-roll.total // 2), 'hit')} on a dry track"


def _dodge(roll: Roll) -> str:
    is_away = any(isinstance(fact, Dodged) for fact in roll.led_to())
    return f"{roll.total}: {'not more than the hits left, and there is room' if is_away else 'too slow, or no room'}"


def _over_carcass(roll: Roll) -> str:
    return f"a die of {roll.total}; half of it, rounded up, is {count(-(-roll.total // 2), 'hit')}"


def _climb(roll: Roll) -> str:
    return f"{roll.total} is {'odd: the driver slips' if roll.total % 2 else 'even: the driver is out'}"


# Critical hits, weapons, weather


def _critical(roll: Roll) -> str:
    chart = roll.edition.critical_hit
    return "" if chart is None else f"{roll.chart('13.1')}, row {roll.total}: the driver {CRITICAL[chart(roll.total)]}"


def _tug(roll: Roll) -> str:
    other = roll.before(Rolled)
    if other is None or other.what_for != roll.rolled.what_for:
        return "two dice and the hits left, against the other's, who rolls next"
    return f"{other.total} against {roll.total}: the lower is pulled out, nobody at a tie"


def _critical_horse(roll: Roll) -> str:
    further = roll.edition.critical_horse_hit(roll.total)
    said = "it is killed" if further is tables.DEADLY else f"{further} more" if further else "nothing more"
    return f"Table 16.4, row {roll.total}: {said}"


def _weather(roll: Roll) -> str:
    says = {tables.RAIN: "it rains", tables.MAYBE_LATER: "clear, but asked again at each lap"}
    return f"{roll.chart('17.20')}, row {roll.total}: {says.get(roll.total, 'clear')}"


def _skid(roll: Roll) -> str:
    skids = ", ".join(f"{car} cars from {least}" for car, least in tables.SKIDS_FROM.items())
    return f"{roll.total}; on a wet track {skids} slide on"


def _at_least(least: int, yes: str, no: str) -> Reading:
    return lambda roll: f"{least} or more {yes}" + ("" if roll.total >= least else f": {no}")


def _thrown(roll: Roll) -> str:
    end = "hits" if roll.total <= tables.KNIFE_HITS else "misses"
    return f"a die for each square; {tables.KNIFE_HITS} or less hits: it {end}"


def _flown(roll: Roll) -> str:
    least = roll.edition.knife_least or tables.KNIFE_HITS
    return f"{least} or more, less the range, hits: it {'hits' if roll.total >= least else 'misses'}"


def _effect(name: str, chart_of: Callable[[Edition], Row[WeaponCode]]) -> Reading:
    def read(roll: Roll) -> str:
        chart = chart_of(roll.edition)
        told = (fact.code for fact in roll.led_to() if isinstance(fact, WeaponTold))
        code = next(told, chart(roll.total))  # where nobody is in the car it is another chart's
        number = number_of(roll.edition, "16.2", roll.rolled.what_for)
        return f"Table {number} ({name}), row {chart.row(roll.total)}: the driver {WEAPON_WORDS[code]}"

    return read


_READINGS: Mapping[tuple[str, str], Reading] = {
    ("7.32", "corner"): _corner,
    ("14.3", "flip danger"): _flip_danger,
    ("6.9", "standing start"): _speed_die("off the speed for the standing start"),
    ("16.5", "standing start"): _speed_die("off the speed in the first turn"),
    ("", "straining"): _speed_die("gained, as far as endurance lasts"),
    ("", "movement loss"): _loss,
    ("", "running down"): _speed_die("lost"),
    ("", "cutting free"): _cutting,
    ("", "avoiding"): _followed_by("attacker's"),
    ("9.41", "lash on a team"): _followed_by("defender's"),
    ("II.10.4.1", "lash on a team"): _points_of_die("endurance lost and factors to use, as far as endurance lasts"),
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
    ("", "dodging"): _dodge,
    ("", "dragged over a carcass"): _over_carcass,
    ("", "climbing out"): _climb,
    ("", "critical hit"): _critical,
    ("", "critical horse hit"): _critical_horse,
    ("", "tug of war"): _tug,
    ("", "dust"): _at_least(tables.DUST_HITS, "hits", "it misses"),
    ("", "spear"): _at_least(tables.SPEAR_HITS, "hits", "it misses"),
    ("", "own spear"): _at_least(tables.SPEAR_HITS, "hurts its own driver", "nothing happens"),
    ("", "seeing again"): _at_least(tables.LEAST_TO_SEE, "lets the driver see again", "the driver is still blind"),
    ("16.2", "knife"): _thrown,
    ("II.10.5", "knife"): _flown,
    ("", "small knife"): _thrown,
    ("", "dust in the eyes"): _effect("dust", lambda edition: edition.dust_effect),
    ("", "knife wound"): _effect("knife", lambda edition: edition.knife_effect),
    ("", "spear wound"): _effect("spear", lambda edition: edition.spear_effect),
}
"""The readings of rolls, by rule and purpose; without a rule where the purpose says enough."""

TITLES: Mapping[str, str] = {
    "3.2": "Start lanes",
    "3.3": "Colours",
    "3.4": "Colours",
    "3.61": "Driver",
    "3.63": "Team speed",
    "3.64": "Endurance",
    "5.2": "Drawing from the cup",
    "6.52": "Whipping the team on",
    "6.9": "Standing start",
    "7.32": "Corner strain",
    "7.41": "Wheel check",
    "9.32": "Avoiding an attack",
    "9.41": "Lash on a team",
    "9.42": "Lash on a driver",
    "9.43": "What a lash does",
    "II.10.4.1": "Lash on a team",
    "II.10.5": "Knife",
    "II.13.3.3": "Dragged over a carcass",
    "II.14.2": "Dodging a team",
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
"""The titles of the rules that roll dice."""

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
"""The titles of rolls of options whose numbers the printed rules use for something else."""
