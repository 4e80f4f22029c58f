"""The state of a match in the arena: plain data, all that outlives an exchange."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from engine.arena.asks import Plan
from engine.arena.hexes import LARGE, SMALL, Hex
from engine.arena.men import Man, Shield
from engine.fair_start import Ranked
from engine.goods.gladiators import Plea
from engine.options import BY_MAIL, BY_RATING, CROWD, GENTLE_FIELD, RANKED
from records.values import EntryId, Faction

Sides = Literal["one", "two", "three", "melee"]
Men = Literal["ready", "drawn"]
Mercy = Literal["crowd", "dice", "owner", "host"]
Judge = Literal["", "crowd", "host"]
Status = Literal["waiting", "fighting", "fallen", "spared", "dead"]
"""A fallen man waits for his fate; a spared one has left the arena alive."""
Weapon = Literal["gladius", "trident", "dagger", "none"]
Net = Literal["none", "held", "thrown", "lost"]
"""Of the man's own net: one that hangs on a foe is thrown, a destroyed one lost."""
Netted = Literal["free", "snagged", "entangled"]
WhyFallen = Literal["head", "chest", "groin", "arms", "legs", "collapse", "senseless", "spent", "surrender"]
Stage = Literal["men", "places", "fight", "next", "over"]
"""What the next play begins with; ``next`` is another bout."""

PHASES = 3
"""Phases of a turn (D.3)."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a match."""

    men: Annotated[
        Men,
        Meta(
            description="Who fights: men who stand ready, or men whose characteristics are drawn",
            extra={
                "meanings": {
                    "ready": "Choose one of four men, one of each type",
                    "drawn": "Dice make each man; you choose his type",
                }
            },
        ),
    ] = "ready"
    sides: Annotated[
        Sides,
        Meta(
            description="How many fight: one against one, two or three a side, or all against all",
            extra={
                "meanings": {
                    "one": "A duel",
                    "two": "Two men on each side, both led by one player",
                    "three": "Three men on each side, all led by one player",
                    "melee": "Up to eight men, each for himself",
                }
            },
        ),
    ] = "one"
    best_of_three: Annotated[bool, Meta(description="A duel in bouts: who wins two of three has won")] = False
    mercy: Annotated[
        Mercy,
        Meta(
            description="Who decides on the life of a fallen man",
            extra={
                "meanings": {
                    "crowd": "Dice, by how they fought and by the thumbs of the server's members",
                    "dice": "Dice, by how they fought and by the mood of the crowd",
                    "owner": "The player who brought them down; without an answer the dice",
                    "host": "The host, who leads neither; without a word the dice",
                }
            },
        ),
    ] = "crowd"  # where nobody looks on: dice
    turns: Annotated[
        int,
        Meta(
            ge=6,
            le=12,
            description="Turns of three phases until wounds decide a bout",
            extra={"meanings": {str(turns): f"{turns} turns, {3 * turns} phases" for turns in range(6, 13)}},
        ),
    ] = 10
    exchange: Annotated[
        Literal["phase", "turn"] | None,
        Meta(
            description="What one plan covers: a phase, or a turn of three; by itself a phase now, a turn by mail",
            extra={
                "meanings": {
                    "phase": "A plan for each phase: quick to answer, many answers",
                    "turn": "A plan for three phases: few answers",
                }
            },
        ),
    ] = None
    by_rating: Annotated[
        bool, Meta(description="Places of a melee by lot in pairs of like rating", extra={"role": BY_RATING})
    ] = False  # S-45
    ranked: Annotated[Ranked, Meta(extra={"role": RANKED})] = ()
    gentle: Annotated[bool, GENTLE_FIELD] = False
    by_mail: Annotated[bool, Meta(extra={"role": BY_MAIL})] = False
    has_crowd: Annotated[bool, Meta(extra={"role": CROWD})] = False
    judge: Judge = ""  # a crowd that votes, or the host, in the place of `mercy`: for cases
    lesson: int = 0  # from whose position the match begins; 0 for none
    most_phases: int = 0  # after which the match ends, for lessons; 0 for none

    @property
    def whole_turns(self) -> bool:
        """Whether a plan covers a turn of three phases."""
        return self.by_mail if self.exchange is None else self.exchange == "turn"

    @property
    def judged(self) -> Judge:
        """Whose word is waited for when a man has fallen (D.9)."""
        return self.judge or (self.mercy if self.has_crowd and self.mercy in ("crowd", "host") else "")

    @property
    def bouts(self) -> int:
        """How many bouts there may be."""
        return 3 if self.best_of_three and self.sides == "one" else 1


class Fall(msgspec.Struct, forbid_unknown_fields=True):
    """How a man fell, and what comes of it."""

    phase: int
    why: WhyFallen
    by: EntryId | None  # the victor: owner of the deciding blow, else of the net, else his principal foe
    area: int = 0  # of the deciding blow; 0 for none
    first: bool = False  # it was the first that wounded its area (R-C23)
    worn: bool = False  # its area was worn away by two or more (R-C9)
    votes: dict[int, bool] = {}  # of the crowd, by voter
    turned: dict[int, int] = {}  # how often a voter has changed their mind
    decree: bool | None = None  # the host's word: whether he lives


class Fighter(msgspec.Struct, forbid_unknown_fields=True):
    """A man in a match."""

    colour: str
    faction: Faction | None
    man: Man | None = None  # none before he is chosen
    offered: tuple[Man, ...] = ()  # among whom his owner chooses
    status: Status = "waiting"
    at: Hex | None = None
    shield: Shield = "none"  # in this match (R-C10)
    durability: int = 0  # of it; 0 is destroyed
    weapon: Weapon = "gladius"
    weapon_at: Hex | None = None  # where his dropped weapon lies
    shield_at: Hex | None = None
    net: Net = "none"
    net_ready: int = 0  # phase from which it may be thrown
    wounds: list[int] = msgspec.field(default_factory=lambda: [0] * 5)  # areas 1 to 5
    cuts: list[int] = msgspec.field(default_factory=lambda: [0] * 5)  # wounding blows that each area has taken
    stun: int = 0
    prone: bool = False
    netted: Netted = "free"
    netted_by: EntryId | None = None
    netted_in: int = 0  # phase of the catch
    overreached: bool = False  # in the phase before
    stagger: int = 0  # CFs that a bash of the phase before costs him
    gave_ground: bool = False  # in the phase before
    foe: EntryId | None = None  # principal foe: he faces him
    plan: Plan | None = None  # the last one
    attack_cf: int = 0  # of attacks that he made (D.10)
    defence_cf: int = 0
    attacks: int = 0  # that he made (R-C20)
    inflicted: int = 0  # wounds
    aimed: list[int] = msgspec.field(default_factory=lambda: [0] * 5)  # blows that were aimed at each area
    trail: tuple[tuple[Hex, ...], ...] = ()  # ways of the exchange's phases, where he stood first
    fall: Fall | None = None
    kills: int = 0
    spared: int = 0  # men whom he brought down and who were granted missus
    omen: tuple[int, ...] = ()  # two bytes by concealed dice: a house fighter's chance; secret
    points: int = 0  # of experience, when the match is over (C.5)
    carried: tuple[int, ...] = ()  # wounds that he brings from his stable
    plea: Plea = "silent"  # his owner's standing one, where no plan has another; secret


class Match(msgspec.Struct, forbid_unknown_fields=True):
    """A whole match. A play is an exchange; before the first come the men, and the places of sides."""

    fighters: dict[EntryId, Fighter]  # in entry order, always
    options: Options
    order: list[EntryId] = []  # by number: side by side, the challenger's first; the ring's in a melee (D.2)
    stage: Stage = "men"
    bout: int = 1
    won: dict[EntryId, int] = {}  # bouts
    phase: int = 0  # of the bout, that are over
    exchanges: int = 0  # of the match, that are over
    mood: int = 0
    opened: list[tuple[EntryId, int, Plan]] = []  # plans with their exchange, told when the match is over
    winners: list[EntryId] = []
    how: Literal["", "fall", "points", "draw"] = ""  # how it ended
    is_over: bool = False

    @property
    def turn(self) -> int:
        """The turn of the latest phase, 1 first; 0 before the first."""
        return (self.phase + PHASES - 1) // PHASES

    @property
    def radius(self) -> int:
        """How large the field is (D.2)."""
        return SMALL if len(self.fighters) <= 4 else LARGE

    def standing(self) -> list[EntryId]:
        """Return who still fights, by number."""
        fighters = self.fighters
        return [entry for entry in self.order if fighters[entry].status == "fighting"]

    def are_friends(self, one: EntryId, other: EntryId) -> bool:
        """Tell whether two men are of one side: men of one owner never fight each other."""
        faction = self.fighters[one].faction
        return one == other or (faction is not None and faction == self.fighters[other].faction)
