"""The editions: the differences of the Basic and the Advanced Game, and the charts that another edition may print anew.

A rule asks the race's edition for its features and figures, never for its name. Another edition is one more
value of :class:`Edition`; a mechanism of its own stands on the floor of its kind and asks a field of the edition.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import Any, Literal, Protocol, get_args

from engine.circus_maximus.printed import epic_tables, tables
from engine.circus_maximus.printed.charts import Bands, Grid, Row
from engine.circus_maximus.printed.tables import CarDamage, Fall
from engine.circus_maximus.words.facts import CornerCode, CriticalCode, LashCode, ObstacleCode, WeaponCode
from engine.circus_maximus.words.options import EditionName, EpicRow, Options
from engine.circus_maximus.words.state import CarType, ObstacleKind, Weapon
from engine.track import Side

Speeds = tuple[int, int, int, int]

TurnStep = Literal["begin", "write", "start", "draw", "end"]
"""What a turn consists of: jostles ease and teams decline; all write their speeds, and reveal them; in some editions
all roll for a standing start; colours are drawn, and each moves; men on foot run, and the race may be over (5, 6.9,
7.354, 8.43, 10.1, 17.1)."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Costs:
    """What it costs to act, in movement factors unless it says otherwise (6, 9).

    To drive on, and to burn a factor by braking, cost 1 in all editions: a factor is a square (6.3, 6.61).
    """

    change: Mapping[Side, int]  # a lane change (6.42, 6.43); evading costs the same in the next phase (9.311)
    sideslip: int  # of one's own will (6.7)
    attack: int  # of most kinds (9.1)
    thrust: int  # of the spear (16.2)
    avoiding_brake: int  # endurance for braking against an attack (6.62)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Edition:
    """The rules that differ from edition to edition. Charts are called with the total of a roll to look it up.

    Each edition equals itself alone, so that odds can be kept by edition.
    """

    title: str
    numbers: Mapping[str, str]  # rules and charts that its own book numbers otherwise; see :func:`number_of`
    has_leagues: bool  # whether races of a league are run by it (20)
    helps: Literal[-1, 1]
    """The effect of a point of driver's modifier on the dice for a corner or an obstacle: where a low total is good it
    takes one off (7.32, 14.3), where a high one is good it adds one (II.8.9.3, II.9.2.2)."""
    leaves_wrecks: bool
    """Whether a car that flips becomes a wreck, its team runs away and its living driver is dragged (12, 15, 16). If
    not, the chariot leaves the track (11.2), and there are neither obstacles nor drivers on foot."""
    costs: Costs
    sequence: tuple[TurnStep, ...]  # of a turn (5)
    lacks: Mapping[str, str]  # options that must stay at their defaults, in the order checked, with their rules

    lanes_after_building: bool  # lanes are drawn when all are fitted out, not before (T2)
    waits_for_turn: bool
    """Whether losses of speed, and points whipped into a team, count for the next turn even for a chariot that has not
    moved yet (T4, T5). Points on offer are then taken with the written speed."""

    is_standing_start: "Callable[[int, Starter, int], bool]"
    """Tells by the turn, the chariot and the speed it would begin with whether its phase pays for a start from zero."""
    start_dice: Mapping[CarType, int]  # dice that such a start takes off the speed (6.9)
    least_start: int | None  # what such a start leaves of the total speed; none where it takes the written part alone
    slows: Callable[[bool, bool], int]  # rain falls, there is mud: what each team's speed loses (16.7)
    slides_bar_inside: bool  # whether who slides on after a lane change stays off the inside this turn (II.8.6.6)
    evades_on_credit: bool  # whether evading may cost more than the next phase can have (EA-45)
    swerves_at_speed: (
        bool  # whether a swerve strains at the speed of this turn, not at that of the last phase (II.10.4.3)
    )
    jostle_is_mild: bool  # a J costs CDM and nothing else: no ban, no factors gained by straining (T15)
    double_slip_jostles: bool  # an SS ends in a J instead of barring straining (T16)
    remembers_survived: (
        bool  # a safe speed survived in a corner is not checked again this turn (7.22); else it is (T14)
    )
    tries_wheels_first: bool  # damaged wheels before endurance and chart of a corner, not after (T11)
    tries_written_speed: bool  # wheels at the start of a phase by the speed written, not by the total (T12)
    least_blow: int
    """Points that one attack must do to a wheel for it to be tried; with any, obstacles never have it tried (T13)."""
    slips_only_blocked: bool  # nobody slips but from behind a chariot that stands directly ahead (T6)
    attacks_anew_after_step: bool  # a second attack of a phase takes a step forward since the last one (T7)
    grid_is_left_by_team: bool  # the team alone leaves the grey squares (T8)
    names_way_out: bool  # who is attacked names brake or evade before the roll, and then has to (T9)
    keeps_caught_whip: bool  # a defender without a whip keeps one that they have grabbed, unasked (T10)
    jostle_bars: int  # turns for which a J bars straining besides the jostle (II.9.2.3)
    shaking_bars: bool  # whether a CDM below 0 bars straining, whatever its cause (II.9.4.1.1, II.12.1.2)
    stands_at_zero: bool  # whether a team speed of 0 holds a chariot like a dead horse (II.11.2.3.1)
    drives_over_standing: bool  # whether a chariot that cannot move is no block, but two obstacles (II.8.9)
    spares_grid: bool  # whether a drugged horse that is cut free on the grey squares leaves nothing there (II.4.3.4)
    shies_at_men: bool  # whether a runaway team may turn aside for a man on foot (II.13.2.1.1)
    frees_before_wrecks: bool  # whether dragged drivers try to get free before the wrecks of a phase come down (EA-63)
    places_all: bool  # whether there are places where nobody has crossed the line, or can any more (EA-54)

    car_endurance: Mapping[CarType, int]  # a team loses its endurance divided by this for its car (II.2.6.2)
    full_laps: int  # for each lap less than these it loses that part of the rest (II.3.1.2)

    driver_hits: Row[int]  # boxes of a driver (3.61)
    team_speed: Mapping[int, tuple[Speeds, ...]]  # by points, then by a die from 1 (3.63)
    team_endurance: Mapping[int, tuple[int, ...]]  # by points, then by a die from 1 (3.64)

    corner_strain: Grid[CornerCode]  # total, strain points (7.32)
    team_lash_is_contested: bool  # by a die each (9.41); else one die of the attacker's says all (II.10.4.1)
    driver_lash: Grid[LashCode]  # total, lash factor (9.42); with one row nothing is rolled for it (II.10.4.2)
    critical_hit: Row[CriticalCode] | None  # none where no wound is critical (13.1)
    repeats_whole_lash: bool  # as a critical hit: both roll again; else only the attacker for the chart (13.1)
    tug_wins_whip: bool  # a defender without one who wins a tug of war keeps the attacker's whip (II.10.4.5)
    horse_injury: Bands[int]  # injury points (9.5)
    horse_dice: int  # for that chart, in a ram or a corner; of some editions the host decides (R-T12)
    shields_whole: bool  # a dead horse keeps attacks from that side off the car and the driver as well (T17)
    critical_horse_hit: Row[int | None]  # further injury points; none kills (16.4)
    car_damage: Bands[CarDamage]  # (9.54)
    wheel_damage: Bands[int]  # damage points (9.55)
    dragged_hits: int  # for each point of that chart, when a dragged driver is trampled (16.5, E15)
    spreads_collision: bool  # its injuries go evenly over the team, and the owner places the rest (II.10.10.1)

    has_dust: bool  # every driver, from the start (II.10.6)
    throws_own_knife: bool  # every driver, once; it is the one they cut with (II.10.5)
    dust_effect: Row[WeaponCode]  # (16.2)
    dust_bars: bool  # to slip away from dust bars what a double sideslip bars (II.10.6)
    is_blind_from_once: bool
    """A blinded driver tries to see again after all other dice of their phase's start, in the turn of the dust as well,
    and turns aside for others until then (II.6.D, 10.6)."""
    halves_what_is_left: bool
    """The loss of a blinded driver's team for one phase comes off before its speed is halved, and the driver modifier
    bounds the half (EP-29); else what is lost, and the modifier, bound the whole (16.2)."""
    knife_least: int | None
    """The least total of two dice and CDM, less the range, with which a knife hits (II.10.5). ``None``: roll a die for
    each square of the range, and aim at the driver in the car, or the team (16.2)."""
    knife_effect: Row[WeaponCode]  # (16.2)
    knife_on_team: Row[WeaponCode] | None
    """The same where nobody is in the car (II.10.5); with none, results for a driver have no effect (H8)."""
    killed_flips: bool  # a driver killed at one blow in the car lets it flip (II.13.1); else the team runs on (16.2)
    spear_effect: Row[WeaponCode]  # (16.2)

    acts_once_free: bool
    """A driver who has cut a horse free acts as ever (II.12.2.2, T18); else they only move (9.52, 9.53)."""
    cuts_off_all_speed: (
        bool  # cutting takes its cost off the whole speed (II.12.2.2); else off the speed written (9.53)
    )
    strains_once_free: bool  # a driver announces cutting and straining, and strains if the horse comes free (T19)
    may_abandon: bool  # the driver of a chariot that stands may step off as the turn ends (II.12.2.3)

    pulled_out_flips: (
        bool  # who is pulled out loses the chariot at once: it flips (T20, T21); else the team runs with it
    )
    drags_behind_car: bool  # who is pulled out hangs behind the car (II.13.3.4); else on it (16.7)
    tries_each_phase: bool
    """A dragged driver tries to get free as each phase of their team ends, and is free, but hurt, where it has come to
    stand (II.13.3.1); else as the options say, and free and unhurt at once (16.2, E18)."""
    drags_by_turn: bool
    """A dragged driver is hurt as a turn ends in which they were dragged from its beginning, or as the team crosses the
    line in it: half a die, rounded down, at least one (T23); else as each phase ends, rounded up (16.3)."""
    drags_over_carcass: bool  # to be dragged over a carcass hurts only (II.13.3.3); else it kills, too (16.6)
    may_dodge: bool  # a driver on foot may get out of a team's way (II.14.2); else all are run down (17.4)
    run_down_lapses: bool  # what a team lacks to pay for a man it runs down lapses (T24); else the next phase pays

    wreck_location: Row[Fall]  # (12.2)
    obstacle_modifier: Mapping[ObstacleKind, int]  # on the roll for running over it (14.3)
    running_over: Bands[ObstacleCode]  # (14.3)

    def endurance_left(self, laps: int, car: CarType, endurance: int) -> int:
        """Return the endurance in a race: less for a car, then for laps not run (II.2.6.2, EA-4, EP-2)."""
        if car in self.car_endurance:
            endurance -= endurance // self.car_endurance[car]
        if self.full_laps > laps:
            endurance -= endurance * (self.full_laps - laps) // self.full_laps
        return endurance


class Starter(Protocol):
    """The fields of a chariot, or of its view, that may have to start from zero."""

    @property
    def car(self) -> CarType: ...
    @property
    def has_car(self) -> bool: ...
    @property
    def last_speed(self) -> int: ...
    @property
    def is_stationary(self) -> bool: ...


def _in_first_turn(turn: int, _chariot: Starter, _speed: int) -> bool:
    """Tell whether it is the turn in which all start from zero (6.9)."""
    return turn == 1


def _out_of_a_standstill(turn: int, chariot: Starter, speed: int) -> bool:
    """Tell whether a chariot starts from zero: in turn 1, and after any turn in which it stood (II.8.4.3).

    One that means to stand needs no start, nor one that a dead horse holds, even if it is cut free (EA-5).
    """
    has_stood = turn == 1 or not chariot.last_speed
    return has_stood and speed > 0 and not chariot.is_stationary


def _both_slow(is_raining: bool, has_mud: bool) -> int:
    """Return a team's loss of speed in this weather, in movement factors: rain on mud costs both (16.7, H7)."""
    return tables.RAIN_SLOWS * is_raining + tables.MUD_SLOWS * has_mud


def _mud_slows_instead(is_raining: bool, has_mud: bool) -> int:
    """Return the same where mud costs its two in all, rain or not (EA-7)."""
    return tables.MUD_SLOWS if has_mud else tables.RAIN_SLOWS * is_raining


_ADVANCED = Edition(
    title="Advanced Game",
    numbers=MappingProxyType({}),
    has_leagues=True,
    helps=-1,
    leaves_wrecks=True,
    costs=Costs(change=MappingProxyType({"inside": 2, "outside": 1}), sideslip=3, attack=1, thrust=2, avoiding_brake=2),
    sequence=("begin", "write", "draw", "end"),
    lacks=MappingProxyType(
        {"time_limit": "II.3.1.1", "no_horse_ram": "II.3.1.3", "without": "II", "ram_dice": "R-T12"}
    ),
    lanes_after_building=False,
    waits_for_turn=False,
    is_standing_start=_in_first_turn,
    start_dice=MappingProxyType({"light": 1, "normal": 1, "heavy": 1}),
    least_start=None,
    car_endurance=MappingProxyType({}),
    full_laps=0,
    slows=_both_slow,
    slides_bar_inside=False,
    evades_on_credit=False,
    swerves_at_speed=False,
    jostle_is_mild=False,
    double_slip_jostles=False,
    remembers_survived=True,
    tries_wheels_first=False,
    tries_written_speed=False,
    least_blow=0,
    slips_only_blocked=False,
    attacks_anew_after_step=False,
    grid_is_left_by_team=False,
    names_way_out=False,
    keeps_caught_whip=False,
    jostle_bars=0,
    shaking_bars=False,
    stands_at_zero=False,
    drives_over_standing=False,
    spares_grid=False,
    shies_at_men=False,
    frees_before_wrecks=False,
    places_all=False,
    driver_hits=tables.DRIVER_HITS,
    team_speed=tables.TEAM_SPEED,
    team_endurance=tables.TEAM_ENDURANCE,
    corner_strain=tables.CORNER_STRAIN,
    team_lash_is_contested=True,
    driver_lash=tables.DRIVER_LASH,
    critical_hit=tables.CRITICAL_HITS,
    repeats_whole_lash=False,
    tug_wins_whip=False,
    horse_injury=tables.HORSE_INJURY,
    horse_dice=2,
    shields_whole=False,
    critical_horse_hit=tables.CRITICAL_HORSE_HITS,
    car_damage=tables.CAR_DAMAGE,
    wheel_damage=tables.WHEEL_DAMAGE,
    dragged_hits=2,
    spreads_collision=False,
    has_dust=False,
    throws_own_knife=False,
    dust_effect=tables.DUST_EFFECT,
    dust_bars=False,
    is_blind_from_once=False,
    halves_what_is_left=False,
    knife_least=None,
    knife_effect=tables.KNIFE_EFFECT,
    knife_on_team=None,
    killed_flips=False,
    spear_effect=tables.SPEAR_EFFECT,
    acts_once_free=False,
    cuts_off_all_speed=False,
    strains_once_free=False,
    may_abandon=False,
    pulled_out_flips=False,
    drags_behind_car=False,
    tries_each_phase=False,
    drags_by_turn=False,
    drags_over_carcass=False,
    may_dodge=False,
    run_down_lapses=False,
    wreck_location=tables.WRECK_LOCATION,
    obstacle_modifier=tables.OBSTACLE_MODIFIER,
    running_over=tables.RUNNING_OVER,
)

_BASIC = replace(
    _ADVANCED,
    title="Basic Game",
    has_leagues=False,
    leaves_wrecks=False,
    lacks=MappingProxyType(
        {
            **_ADVANCED.lacks,
            "dust": "16.2",
            "knife": "16.2",
            "spear": "16.2",
            "horse_carcasses": "16.3",
            "free_attempts": "16.8",
            "field": "18",
        }
    ),
    critical_hit=None,
)

# What a host switches of the Epic edition, and what is part of it (EP-1 in docs/rulings.md). Numbers are those of the
# register of its differences.
#
# The host's options: the field (1), laps (5), time_limit (6), no_horse_ram (7), weather (12) and
# horse_carcasses (31). The preset "epic" switches on those that the edition prints as on.
#
# All others are the edition's own. A difference that stands by itself is a row of EPIC_ROWS: the fields of Edition that
# it sets. Options.without names rows that a race does without: Advanced's rule holds in their place. A difference
# that goes with another, or has no switch in the register, is set once, in _EPIC. What Advanced has as a host's option,
# and Epic settles by itself or does not know, is among its lacks.
EPIC_ROWS: Mapping[EpicRow, Mapping[str, Any]] = MappingProxyType(
    {
        "car_type_start_dice": {"start_dice": epic_tables.START_DICE},  # 9
        "start_from_zero_anytime": {"is_standing_start": _out_of_a_standstill, "least_start": 1},  # 10
        "car_endurance": {"car_endurance": epic_tables.CAR_DIVISORS},  # 11
        "used_move": {"evades_on_credit": True, "swerves_at_speed": True},  # 18, 19
        "lash_team_d6": {"team_lash_is_contested": False},  # 20
        "lash_driver_simple": {"driver_lash": epic_tables.DRIVER_LASH, "repeats_whole_lash": True},  # 21, 22
        "pulling_match": {"tug_wins_whip": True},  # 23
        "knife": {  # 24, 26
            "throws_own_knife": True,
            "knife_least": epic_tables.KNIFE_HITS,
            "knife_effect": epic_tables.KNIFE_EFFECT,
            "knife_on_team": epic_tables.KNIFE_ON_TEAM,
            "killed_flips": True,
        },
        "dust": {  # 25
            "has_dust": True,
            "dust_effect": epic_tables.DUST_EFFECT,
            "dust_bars": True,
            "is_blind_from_once": True,
            "halves_what_is_left": True,
        },
        "spread_collision": {"spreads_collision": True},  # 27
        "dragged_ram_single": {"dragged_hits": 1},  # 29
        "obstacles": {"drives_over_standing": True, "drags_over_carcass": True},  # 30, 32, 42
        "cut_free_then_act": {"acts_once_free": True, "cuts_off_all_speed": True},  # 33, 34
        "abandon": {"may_abandon": True},  # 35
        "zero_speed_stationary": {"stands_at_zero": True},  # 36
        "wreck_rows": {"wreck_location": epic_tables.WRECK_LOCATION},  # 38
        "drag_retry": {"tries_each_phase": True},  # 40, 41
        "dragged_behind_car": {"drags_behind_car": True},  # 43
        "dodge": {"may_dodge": True},  # 46
        "placings": {"places_all": True},  # 49
    }
)

_EPIC = replace(
    _ADVANCED,
    title="Epic edition",
    numbers=epic_tables.NUMBERS,
    full_laps=3,  # 5
    slows=_mud_slows_instead,  # 12
    slides_bar_inside=True,  # 12
    helps=1,  # 13
    corner_strain=epic_tables.CORNER_STRAIN,  # 13
    running_over=epic_tables.RUNNING_OVER,  # 13
    obstacle_modifier=epic_tables.OBSTACLE_MODIFIER,  # 13, 31
    spares_grid=True,  # 37
    shies_at_men=True,  # 47
    jostle_bars=1,  # 51
    shaking_bars=True,  # 51, 52
    frees_before_wrecks=True,
    lacks=MappingProxyType(
        {
            "detailed_specification": "II",
            "ram_dice": "R-T12",
            "spear": "II",
            "critical_horse_hits": "II",
            "first_turn_acceleration": "II.8.4.3",
            "written_straining": "II.8.3",
            "dust": "II.10.6",
            "knife": "II.10.5",
            "evade_cost": "II.10.3.3",
            "frontal_ram": "II.10.10.1",
            "free_attempts": "II.13.3.1",
        }
    ),
    **{name: value for row in EPIC_ROWS.values() for name, value in row.items()},
)

_ROWS_OF_RULES: Mapping[str, str] = {
    "3.8": "T8",
    "6.7": "T6",
    "6.71": "T6",
    "6.9": "T3",
    "7.33": "T15",
    "7.41": "T11 and T12",
    "9.3": "T9",
    "9.32": "T9",
    "9.14": "T7",
    "9.41": "T5",
    "9.42": "T10",
    "9.43": "T4",
    "9.52": "T17 and T18",
    "9.53": "T18",
    "9.56": "T13",
    "12.2": "T22",
    "16.3": "T23",
    "17.4": "T24",
}
"""By the number of a rule of the base: the row of the Table game's register that changes it, named with the rule."""

# The cards of a table without a rulebook; the numbers are those of the register of its differences.
_TABLE = replace(
    _ADVANCED,
    title="Table game",
    numbers=MappingProxyType({rule: f"{rule}, {row}" for rule, row in _ROWS_OF_RULES.items()}),
    has_leagues=False,
    lanes_after_building=True,  # T2
    sequence=("begin", "write", "start", "draw", "end"),  # T3
    waits_for_turn=True,  # T4, T5
    slips_only_blocked=True,  # T6
    attacks_anew_after_step=True,  # T7
    grid_is_left_by_team=True,  # T8
    names_way_out=True,  # T9
    keeps_caught_whip=True,  # T10
    tries_wheels_first=True,  # T11
    tries_written_speed=True,  # T12
    least_blow=2,  # T13
    remembers_survived=False,  # T14
    jostle_is_mild=True,  # T15
    double_slip_jostles=True,  # T16
    shields_whole=True,  # T17
    acts_once_free=True,  # T18
    strains_once_free=True,  # T19
    pulled_out_flips=True,  # T20, T21
    killed_flips=True,  # R-T31
    wreck_location=epic_tables.WRECK_LOCATION,  # T22
    drags_by_turn=True,  # T23
    run_down_lapses=True,  # T24
    lacks=MappingProxyType(
        {
            **{option: rule for option, rule in _ADVANCED.lacks.items() if option != "ram_dice"},
            "detailed_specification": "R-T31",
            "first_turn_acceleration": "R-T31",
            "written_straining": "R-T31",
        }
    ),
)

EDITIONS: Mapping[EditionName, Edition] = {"basic": _BASIC, "advanced": _ADVANCED, "epic": _EPIC, "table": _TABLE}
"""By the word that a race's options keep."""


def edition_of(options: Options) -> Edition:
    """Return the edition whose rules hold for a race with these options (Epic A.2)."""
    edition = _without(options.without) if options.without else EDITIONS[options.edition]
    return edition if options.ram_dice == edition.horse_dice else _with_dice(edition, options.ram_dice)


def number_of(edition: Edition, rule: str, what_for: str = "") -> str:
    """Return the number under which an edition's own book has a rule or a chart.

    :param what_for: the purpose of a roll, where one number of the base stands for several.

    >>> number_of(EDITIONS["epic"], "7.32"), number_of(EDITIONS["epic"], "16.2", "getting free")
    ('II.9.2', 'II.13.3.1')
    """
    return edition.numbers.get(f"{rule} {what_for}", edition.numbers.get(rule, rule))


def weapons_of(options: Options) -> tuple[Weapon, ...]:
    """Return the weapons of a race: those that the host has switched on, and those that its edition has (16.2, II.10).

    >>> weapons_of(Options(edition="advanced", spear=True)), weapons_of(Options(edition="epic"))
    (('spear',), ('dust', 'knife'))
    """
    edition = edition_of(options)
    always = {"dust": edition.has_dust, "knife": edition.throws_own_knife}
    return tuple(weapon for weapon in get_args(Weapon) if getattr(options, weapon) or always.get(weapon))


@cache
def _without(rows: tuple[EpicRow, ...]) -> Edition:
    """Return the Epic edition with Advanced's rules in place of some Epic ones (EP-1)."""
    return replace(_EPIC, **{name: getattr(_ADVANCED, name) for row in rows for name in EPIC_ROWS[row]})


@cache
def _with_dice(edition: Edition, dice: int) -> Edition:
    """Return an edition with so many dice for the injury of a horse (R-T12)."""
    return replace(edition, horse_dice=dice)


def dice_of_start(options: Options, turn: int, chariot: Starter, speed: int) -> int:
    """Return how many dice a start from zero takes off a chariot's speed; 0 if it pays for none (6.9, II.8.4.3).

    :param speed: that it would begin with; a team without a car starts like one with a light one (EA-6).
    """
    edition = edition_of(options)
    if not edition.is_standing_start(turn, chariot, speed):
        return 0
    return edition.start_dice[chariot.car if chariot.has_car else "light"]
