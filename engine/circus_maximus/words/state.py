"""The state of a Circus Maximus race: plain data, all that outlives a turn, and the phase under way."""

from collections.abc import Callable
from operator import attrgetter
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from engine.fair_start import Ranked
from engine.leagues import Brought, Revealed, Trigger
from engine.options import BY_ORDERS, BY_RATING, RANKED, SHARES_OUT
from engine.track import Side
from records.values import EntryId, Faction, Square

CarType = Literal["light", "normal", "heavy"]
Part = Literal["team", "car"]
HorseState = Literal["alive", "dead", "cut free"]  # a dead horse is attached until it is cut free
Status = Literal["racing", "runaway", "halted", "finished", "out"]
"""A runaway team has no driver in a car (15.1); a halted one is held by a dead horse and is an obstacle (15.25)."""
ON_TRACK: tuple[Status, ...] = ("racing", "runaway")
"""Of a team that fills a square, and moves when its colour is drawn."""
Marker = Literal["dolphin", "egg"]
EditionName = Literal["basic", "advanced", "epic"]
EpicRow = Literal[
    "car_type_start_dice",
    "start_from_zero_anytime",
    "car_endurance",
    "used_move",
    "lash_team_d6",
    "lash_driver_simple",
    "pulling_match",
    "knife",
    "dust",
    "spread_collision",
    "dragged_ram_single",
    "obstacles",
    "cut_free_then_act",
    "abandon",
    "zero_speed_stationary",
    "wreck_rows",
    "drag_retry",
    "dragged_behind_car",
    "dodge",
    "placings",
]
"""A difference of the Epic edition that can be left out; its id in the register is ``epic.`` and its name (EP-1)."""
DriverState = Literal["in car", "dragged", "on foot", "escaped", "dead"]
ObstacleKind = Literal["wreck", "halted team", "carcass"]
Blades = Literal["none", "regular", "long"]
Weapon = Literal["dust", "knife", "spear"]


Taken = dict[Square, tuple[EntryId, Part]]
"""Every square with a team or a car in it, and whose."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a race: the edition (1.2), the race (3.2 to 3.4) and the optional rules (16)."""

    laps: Annotated[
        Literal[1, 2, 3, 5, 7],
        Meta(
            description="How many times round; 3 by the rules",
            extra={
                "practice": 1,
                "meanings": {
                    "1": "Once round, about 4 turns: to try it out",
                    "2": "Twice round, about 10 turns",
                    "3": "By the rules, about 15 turns",
                    "5": "Five times round, about 26 turns",
                    "7": "As in Rome, about 36 turns",
                },
            },
        ),
    ] = 3
    share_out: Annotated[
        bool,
        Meta(
            description="Share all chariots out among those who enter, instead of one each", extra={"role": SHARES_OUT}
        ),
    ] = False  # by drawing colours (3.4)
    edition: Annotated[
        EditionName,
        Meta(
            description="Basic Game; Advanced, with wrecks, runaway teams and dragged drivers (11 to 18); or Epic",
            extra={
                "meanings": {
                    "basic": "A chariot that turns over is out, and the track stays clear",
                    "advanced": "Wrecks lie about, teams run away, drivers are dragged (11 to 18)",
                    "epic": "As Advanced, by other hands: own starts, knives, dust, obstacles (II)",
                }
            },
        ),
    ] = "basic"
    field: Annotated[
        Literal[8, 10, 12, 14, 16],
        Meta(
            description="How many chariots may enter; 8 at most in the Basic Game (18)",
            extra={
                "meanings": {
                    "8": "Up to 8 chariots",
                    **{
                        str(most): f"Up to {most} chariots, in two rows; not in the Basic Game (18)"
                        for most in (10, 12, 14, 16)
                    },
                }
            },
        ),
    ] = 8
    teams: Annotated[bool, Meta(description="Two chariots win together: first and second to enter, and so on")] = False
    detailed_specification: Annotated[
        bool, Meta(description="Build each chariot freely from 32 points, with scythes and whips (16.1)")
    ] = False
    dust: Annotated[bool, Meta(description="Drivers may throw dust, once (16.2)")] = False
    knife: Annotated[bool, Meta(description="Drivers may throw a knife, once (16.2)")] = False
    spear: Annotated[bool, Meta(description="Drivers carry a spear (16.2)")] = False
    horse_carcasses: Annotated[bool, Meta(description="A horse cut free lies in the way (16.3)")] = False
    critical_horse_hits: Annotated[bool, Meta(description="An injury may be worse than it looks (16.4)")] = False
    first_turn_acceleration: Annotated[bool, Meta(description="Good drivers start faster (16.5)")] = False
    written_straining: Annotated[bool, Meta(description="The whip is written with the speed, in secret (16.6)")] = False
    weather: Annotated[bool, Meta(description="It may rain, and the track turn to mud (16.7)")] = False
    evade_cost: Annotated[
        Literal["debit", "cap"],
        Meta(
            description="Evading costs the next phase's factors, or its highest speed (A5)",
            extra={
                "meanings": {
                    "debit": "Evading costs factors of your next move (A5)",
                    "cap": "Evading lowers the highest speed of your next move (A5)",
                }
            },
        ),
    ] = "debit"
    frontal_ram: Annotated[
        Literal["owner", "even"],
        Meta(
            description="Injuries of a frontal ram: as the owner likes, or spread evenly (9.61, B8)",
            extra={
                "meanings": {
                    "owner": "You share out the injuries of a frontal ram among your horses (9.61)",
                    "even": "Injuries of a frontal ram are spread evenly over the team (B8)",
                }
            },
        ),
    ] = "owner"
    free_attempts: Annotated[
        Literal["once", "every phase"],
        Meta(
            description="How often a dragged driver tries to get free (E12)",
            extra={
                "meanings": {
                    "once": "A dragged driver tries to get free once (E12)",
                    "every phase": "A dragged driver tries to get free in every phase (E12)",
                }
            },
        ),
    ] = "once"
    horse_cut: Annotated[
        Literal["one", "all"],
        Meta(
            description="Dead horses cut free by one roll (E24)",
            extra={
                "meanings": {
                    "one": "One roll cuts one dead horse free (E24)",
                    "all": "One roll cuts all dead horses free (E24)",
                }
            },
        ),
    ] = "one"
    epic_without: tuple[EpicRow, ...] = ()  # differences of the Epic edition that the race does without (EP-1)
    epic_time_limit: Annotated[
        Literal[0, 6, 8, 10, 12, 15, 20],
        Meta(
            description="After how many turns the race ends; whoever leads then wins",
            extra={
                "meanings": {
                    "0": "No time limit: the race ends at the line",
                    **{
                        str(turns): f"The race ends after turn {turns}; whoever leads then wins (II.3.1.1)"
                        for turns in (6, 8, 10, 12, 15, 20)
                    },
                }
            },
        ),
    ] = 0
    epic_no_horse_ram: Annotated[bool, Meta(description="Whoever rams horses by choice cannot win (II.3.1.3)")] = False
    most_turns: int = 0  # after which the race ends, for lessons; 0 for none
    lesson: int = 0  # from whose position the race begins; 0 for none
    by_orders: Annotated[bool, Meta(extra={"role": BY_ORDERS})] = False  # R-G35
    by_rating: Annotated[
        bool,
        Meta(
            description="Lanes by lot in pairs of like rating; in teams, allies of even strength",
            extra={"role": BY_RATING},
        ),
    ] = False  # S-45
    ranked: Annotated[Ranked, Meta(extra={"role": RANKED})] = ()


class Horse(msgspec.Struct, forbid_unknown_fields=True):
    """A horse of a team; the first is leftmost."""

    original: int  # speed and injury boxes, 1 to 10
    injury: int = 0
    state: HorseState = "alive"

    @property
    def speed(self) -> int:
        """Squares a turn that the horse adds to its team's speed: its boxes less its injuries; 0 if dead (9.5)."""
        return self.original - self.injury if self.state == "alive" else 0


class Wheels(msgspec.Struct, forbid_unknown_fields=True):
    """Damage to each wheel, 0 to 10; at 10 it is destroyed (9.56)."""

    inside: int = 0
    outside: int = 0


class Runner(msgspec.Struct, forbid_unknown_fields=True):
    """A driver on foot (17)."""

    square: Square
    since: int  # the turn in which they came free; they move from the next on
    rolled_from: list[Square] = []  # wall squares from which they have tried to climb out, in order (17.3)
    heading: int = 0  # along that wall: 1 with the race, -1 against it, 0 not yet; they do not turn back (17.3)


class Dragging(msgspec.Struct, forbid_unknown_fields=True):
    """A driver dragged behind their team (16)."""

    path: list[Square] = []  # squares of their counter in this phase, from where it was as the phase or dragging began
    may_try: bool = True  # the attempt to get free, at the end of the phase under way (16.2)
    behind_car: bool = False  # dust: the driver fell out behind the car (16.2, option); else hangs on it (16.7)


class Crossing(msgspec.Struct, forbid_unknown_fields=True):
    """An obstacle that a team stands on, or has on its way out of its square (14)."""

    square: Square
    unpaid: int  # of the jump die, after what endurance was paid for it (14.3)
    own: bool = True  # entered in its own phase; else it came down on it, or it was forced onto it (12.4)


class Obstacle(msgspec.Struct, forbid_unknown_fields=True):
    """An obstacle on the track; several in a square count as the worst of them (E4)."""

    kind: ObstacleKind
    square: Square
    entry: EntryId  # whose it was


class FlyingWreck(msgspec.Struct, forbid_unknown_fields=True):
    """A car that flipped in this phase and has not come down yet (12)."""

    entry: EntryId
    square: Square  # of the flip, the car's
    car: CarType


class Weather(msgspec.Struct, forbid_unknown_fields=True):
    """The weather over the race (option 16.7)."""

    is_raining: bool = False
    has_mud: bool = False
    rolls_each_lap: bool = False  # the die before the race was a 2
    corners: int = 0  # that the leader completed in the rain that falls now, 0 to 3
    completed: int | None = None  # corners that the leader has completed so far; none before it was looked at first
    laps: int | None = None  # that the leader had completed when a turn last began


class ChariotLog(msgspec.Struct):
    """The fields of an entry that state and views share: its log, which is open to all (3.5)."""

    colour: str
    faction: Faction | None = None  # none until colours are drawn
    corners: int = 0  # corners entered so far, for laps, markers and the finish
    on_grid: bool = True  # until for the first time neither part stands on grey (3.8)
    status: Status = "racing"

    endurance: int = 0
    endurance_start: int = 0
    decline: int = 0  # speed lost since endurance was used up (8.43)

    car: CarType = "normal"

    modifier: int = 0  # the driver modifier, DM; wounds and lost endurance lower it for the race
    modifier_start: int = 0
    hits: int = 0  # boxes left; at 0 the driver is dead
    hits_start: int = 0
    has_whip: bool = True

    written: int | None = None  # speed written for this turn, known to all since the reveal (6.11)
    last_written: int | None = None
    last_speed: int = 0  # total speed of the last phase executed
    has_moved: bool = False  # this turn

    no_inside: bool = False  # this turn, after S or SS (7.33)
    penalty: int = 0  # lowers the maximum speed of the next phase (9.43)
    evade_debit: int = 0  # movement factors spent in advance by evading (9.311)
    gain_must: int = 0  # movement factors whipped into the team, to be used in the next phase (9.41)
    gain_may: int = 0  # the same, if the driver likes
    has_cut: bool = False  # tried to cut a horse free this turn, and so does nothing but move (9.52, 9.53)
    cut_in: int = 0  # the turn in which it last cut a horse free
    charged: int = 0  # endurance charged for this corner this turn (8.2)
    survived: int | None = None  # the lowest safe speed of this corner that a check has survived this turn (7.22)

    driver: DriverState = "in car"
    has_car: bool = True  # false once it is wrecked
    ally: EntryId | None = None  # who wins with it (option teams)

    arm: bool = False  # wounded: straining gains half (13.1)

    boxes_inside: int = 10  # of the wheels (16.1)
    boxes_outside: int = 10
    blades_inside: Blades = "none"
    blades_outside: Blades = "none"
    long_whip: bool = False
    has_small_knife: bool = True  # to cut horses and the driver free; may be thrown, too (16.2)
    speared: int = 0  # the turn in which the spear was used last
    straight_phases: int = 0  # their own phases still to be driven straight, after dust (16.2)

    strain_written: bool = False  # an S stands beside the speed (option 16.6)

    finished_turn: int | None = None
    factors_left: int = 0  # when it crossed the finish line (10.3)
    order: int = 0  # place in this turn's drawing, 1 first; 0 before it is drawn

    has_rammed_horses: bool = False  # by choice (II.10.7.3)

    bribed: int = 0  # speed that a bribe takes off, while its driver drives (24.3)
    spares: tuple[Faction, ...] = ()  # factions that its driver was bribed not to attack (24.3)


log_of: Callable[[ChariotLog], tuple[Any, ...]] = attrgetter(*ChariotLog.__struct_fields__)
"""Returns the values of a log, in the order in which a chariot and its view take them."""


class Chariot(ChariotLog, forbid_unknown_fields=True, kw_only=True):
    """A team, the car in the square behind it, and the driver: one entry's place in the race and its log (3.5)."""

    square: Square = Square("")  # the team's; the car is in the square behind, same lane. Empty before lanes are drawn
    horses: list[Horse] = []
    zero_since: int | None = None  # the turn in which endurance was used up (8.43)
    slowed: int = 0  # speed lost to the weather (16.7)
    wheels: Wheels = msgspec.field(default_factory=Wheels)
    jostle: int = 0  # temporary, 0 or less; CDM = DM + jostle
    jostled: bool = False  # bars straining until CDM is 0 again (7.33)
    no_strain: int = 0  # turns for which an SS still bars straining
    dragging: Dragging | None = None  # while the driver is dragged
    runner: Runner | None = None  # while they are on foot
    crossing: Crossing | None = None  # an obstacle under the team
    eyes_lost: list[Side] = []  # sides from which the driver sees no attack coming, and evades none (13.1)
    weapons: list[Weapon] = []  # not yet thrown (16.2)
    blinded_since: int | None = None  # the turn in which dust blinded them, until they see again
    brings: Brought | None = None  # from its stable, in a league; plots in it are secret
    is_wrecked: bool = False  # its car has flipped: it is lost for good (22.3)
    stands_at_zero: bool = False  # a team speed of 0 holds it like a dead horse, by its edition (II.11.2.3.1)
    drugged: list[int] = []  # injury points of each horse that are drugs', and wear off (24.43)

    @property
    def cdm(self) -> int:
        """The modifier that counts in dice and speeds: the driver's, or 0 for a team that has run away (15.2)."""
        return 0 if self.status == "runaway" else self.modifier + self.jostle

    @property
    def driver_cdm(self) -> int:
        """The driver's own modifier, also while they are dragged (16.2)."""
        return self.modifier + self.jostle

    @property
    def is_on_track(self) -> bool:
        """Its team fills a square, and moves when its colour is drawn."""
        return self.status in ON_TRACK

    @property
    def pulls_car(self) -> bool:
        """Its team is on the track, with the car in the square behind it."""
        return self.has_car and self.status in ON_TRACK

    @property
    def has_knife(self) -> bool:
        """Its driver has something to cut the reins with (16.2)."""
        return self.has_small_knife or "knife" in self.weapons

    @property
    def is_held(self) -> bool:
        """A dead horse still attached holds the chariot (9.52)."""
        for horse in self.horses:  # noqa: SIM110  much quicker than any(); asked very often
            if horse.state == "dead":
                return True
        return False

    @property
    def is_stationary(self) -> bool:
        """It cannot move: a dead horse holds it (9.52), or, where the edition has it so, its team has no speed left."""
        for horse in self.horses:  # is_held, without a call
            if horse.state == "dead":
                return True
        lost = self.slowed_by if self.stands_at_zero else 0
        return lost > 0 and sum(horse.speed for horse in self.horses) <= lost

    @property
    def slowed_by(self) -> int:
        """The whole team's loss of speed, in movement factors: lost endurance, weather, a bribe (8.43)."""
        return self.decline + self.slowed + self.bribed


class Phase(msgspec.Struct, forbid_unknown_fields=True):
    """The movement phase under way: one mover, and the speed arithmetic of 6.1 and 6.2."""

    entry: EntryId
    base: int = 0  # the written part of the speed
    penalty: int = 0  # that of the chariot when the phase began; what it earns since counts for its next
    gain_must: int = 0  # those that the phase began with
    gain_may: int = 0  # as accepted
    strain: int = 0
    evade_debit: int = 0
    total_speed: int = 0
    used: int = 0  # movement factors
    factors: int = 0  # movement factors still to be spent
    dead_start: int = 0  # the first turn's die
    cutting: int = 0  # taken off the whole speed for cutting a horse free (II.12.2.2); else it is taken off the base
    wheels_tried: list[EntryId] = []  # whose wheels were tried for straining, once a phase (7.41)
    attacked_from: list[Square] = []  # car squares (9.14)
    has_begun: bool = False  # all dice of its start are rolled
    is_ended: bool = False
    is_straight: bool = False  # it began half blind, and is driven straight (16.2)

    @property
    def wheels_checked(self) -> bool:
        """The mover's wheels were tried for straining in this phase."""
        return self.entry in self.wheels_tried


class Race(msgspec.Struct, forbid_unknown_fields=True):
    """A whole race. The track and the tables are not in it: they are data."""

    chariots: dict[EntryId, Chariot]  # in entry order, always
    options: Options
    factions: int  # how many there are
    is_set_up: bool = False
    turn: int = 0  # 0 before the first
    resume: Literal["turn", "draw"] = "turn"  # where the next play begins: a position may start at the draw (5.2)
    cup: list[EntryId] = []  # not yet drawn this turn
    drawn: int = 0  # how many were drawn this turn
    markers: int = 0  # lap markers removed
    final_turn: bool = False
    is_over: bool = False
    phase: Phase | None = None
    obstacles: list[Obstacle] = []
    pending_wrecks: list[FlyingWreck] = []  # in the order in which they flipped
    weather: Weather | None = None  # none without the option
    plots_over: list[int] = []  # numbers of plots that were revealed, or are void
    plots_seen: list[Revealed] = []  # plots that came to light, the first one first
    triggers: dict[int, Trigger] = {}  # of bribes, by number, where their payer has changed them (R-G35)
    pulled: list[int] = []  # bribes that are to be revealed by hand
