"""The state of a Circus Maximus race: plain data, all that outlives a turn, and the phase under way."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from engine.values import EntryId, Faction, Square

CarType = Literal["light", "normal", "heavy"]
Part = Literal["team", "car"]
HorseState = Literal["alive", "dead", "cut free"]  # a dead horse is attached until it is cut free
Status = Literal["racing", "finished", "out"]
Marker = Literal["dolphin", "egg"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the host may choose (rules 3.2 to 3.4)."""

    laps: Annotated[
        int, Meta(ge=1, le=3, description="How many times round; 3 by the rules", extra={"practice": 1})
    ] = 3
    share_out: Annotated[
        bool, Meta(description="Share all eight chariots out among those who enter, instead of one each")
    ] = False  # by drawing colours (3.4)


class Horse(msgspec.Struct, forbid_unknown_fields=True):
    """A horse of a team; the first is leftmost."""

    original: int  # speed and injury boxes, 1 to 10
    injury: int = 0
    state: HorseState = "alive"

    @property
    def speed(self) -> int:
        return self.original - self.injury if self.state == "alive" else 0


class Wheels(msgspec.Struct, forbid_unknown_fields=True):
    """Damage to each wheel, 0 to 10; at 10 it is destroyed (9.56)."""

    inside: int = 0
    outside: int = 0


class Chariot(msgspec.Struct, forbid_unknown_fields=True):
    """A team, the car in the square behind it, and the driver: one entry's place in the race and its log (3.5)."""

    colour: str
    faction: Faction | None = None  # none until colours are drawn
    square: Square = Square("")  # the team's; the car is in the square behind, same lane. Empty before lanes are drawn
    corners: int = 0  # corners entered so far, for laps, markers and the finish
    on_grid: bool = True  # until for the first time neither part stands on grey (3.8)
    status: Status = "racing"

    horses: list[Horse] = []
    endurance: int = 0
    endurance_start: int = 0
    zero_since: int | None = None  # the turn in which endurance was used up (8.43)
    decline: int = 0  # speed lost since then

    car: CarType = "normal"
    wheels: Wheels = msgspec.field(default_factory=Wheels)

    modifier: int = 0  # the driver modifier, DM; wounds and lost endurance lower it for the race
    modifier_start: int = 0
    jostle: int = 0  # temporary, 0 or less; CDM = DM + jostle
    hits: int = 0  # boxes left; at 0 the driver is dead
    hits_start: int = 0
    has_whip: bool = True

    written: int | None = None  # speed written for this turn, known to all since the reveal (6.11)
    last_written: int | None = None
    last_speed: int = 0  # total speed of the last phase executed
    has_moved: bool = False  # this turn

    jostled: bool = False  # bars straining until CDM is 0 again (7.33)
    no_strain: int = 0  # turns for which an SS still bars straining
    no_inside: bool = False  # this turn, after S or SS (7.33)
    penalty: int = 0  # lowers the maximum speed of the next phase (9.43)
    evade_debit: int = 0  # movement factors spent in advance by evading (9.311)
    gain_must: int = 0  # movement factors whipped into the team, to be used in the next phase (9.41)
    gain_may: int = 0  # the same, if the driver likes
    has_cut: bool = False  # tried to cut a horse free this turn (9.52)

    finished_turn: int | None = None
    factors_left: int = 0  # when it crossed the finish line (10.3)
    order: int = 0  # place in this turn's drawing, 1 first; 0 before it is drawn

    @property
    def cdm(self) -> int:
        return self.modifier + self.jostle

    @property
    def is_stationary(self) -> bool:
        """A dead horse still attached holds the chariot (9.52)."""
        return "dead" in [horse.state for horse in self.horses]  # quicker than any(); asked very often


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
    cutting: int = 0  # speed paid for cutting a horse free
    charged: int = 0  # endurance already charged for corners in this phase
    wheels_tried: list[EntryId] = []  # whose wheels were tried for straining, once a phase (7.41)
    attacked_from: list[Square] = []  # car squares (9.14)
    has_begun: bool = False  # all dice of its start are rolled
    is_ended: bool = False

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
