"""The state of a Circus Maximus race: plain data, all that outlives a turn, and the phase under way."""

from collections.abc import Callable
from operator import attrgetter
from typing import Any, Literal

import msgspec

from engine.circus_maximus.words.options import Options
from engine.goods.chariots import Brought
from engine.plots import Revealed, Trigger
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
DriverState = Literal["in car", "dragged", "on foot", "escaped", "dead"]
ObstacleKind = Literal["wreck", "halted team", "carcass"]
Blades = Literal["none", "regular", "long"]
Weapon = Literal["dust", "knife", "spear"]


Taken = dict[Square, tuple[EntryId, Part]]
"""Every square with a team or a car in it, and whose."""


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
    since: int = 0  # the turn in which it began (T23)
    has_moved: bool = False  # the team, by a square or more, in this turn (T23)


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
    later_penalty: int = 0  # the same three for the turn after, in editions where they wait for it (T4, T5)
    later_must: int = 0
    later_may: int = 0
    start_die: int = 0  # of a start from zero, rolled for all before the first colour is drawn (T3)
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
    has_stepped: bool = True  # forward, since its last attack (T7)
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
