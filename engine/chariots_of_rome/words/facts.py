"""The facts of Chariots of Rome.

A turn tells, in this order, those that happen of: ``TurnBegan``, ``SpeedSet``, changes, ``GiftsTaken``, ``HardDriven``
(after its ``Rolled``), ``MoveSet``, then for each step or chain ``Drove`` and what it met (``LineCrossed``,
``CornerEntered``, ``HazardSet``, ``StackLaid``, ``FirstCornerLeft``, ``LockLifted``, cards), Attacks, ``StoppedShort``,
``TurnEnded``.

Each draw of cards tells ``CardsDue``, ``Defended`` (if cards were removed), and for each card ``CardTurned`` with its
effects: ``Changed``, ``Swerved``, ``Wounded`` ... The consequences of a swerve come before the next card.
"""

from typing import Literal

import msgspec

from engine.chariots_of_rome.printed.board import TrackName
from engine.chariots_of_rome.printed.data import CharioteerId, Column, FateId, God, Kind, Resource, Result
from engine.chariots_of_rome.words.answers import Gift, Payment
from engine.chariots_of_rome.words.questions import DrawReason
from engine.facts import Common, Fact
from engine.fair_start import Ranked
from records.values import EntryId, Square

Why = Literal[
    "level",  # the Speed Level chosen (5.1)
    "god",  # Neptune, Minerva or Mendacius (P3)
    "fate",  # a Fate card; which one was told just before
    "gift",  # of Castor and Pollux
    "hard driving",  # its price
    "refund",  # C20 named the number
    "corner",  # Cornering Tactics (6.2)
    "schemer",  # C24: another was last into a corner
    "vulture",  # C29: another crashed or was eliminated
    "attack",  # the price of an Attack (8)
    "defense",  # the price of Defense Tactics (9.1)
    "card",  # an Action card
    "no tactics",  # a Tactics result without Tactics to lose: Rattled (2.4)
    "swerve",  # the price of C16
    "stop short",  # 5.3
]
"""Why something was gained or lost."""

WhyOut = Literal["endurance", "rattled", "wounds"]
Side = Literal["left", "right"]
Obstacle = Literal["wall", "wreck", "debris", "chariot", "rooted"]
"""The obstacle of a crash; ``rooted`` is a chariot of C17."""

Arrival = Literal["first", "following", "last"]

ANEW = " anew"
"""How the names of shuffles end by which a race goes on that has gone back."""


# Before the race


class TrackLaid(Fact, frozen=True, omit_defaults=True):
    """The table was made (3)."""

    track: TrackName
    laps: int
    tactics: int  # that each chariot starts with
    ranked: Ranked = ()  # where lots are drawn in pairs of like rating (S-45)


class CharioteerDealt(Fact, frozen=True):
    """A chariot got a charioteer, face up: dealt or redrawn (3)."""

    entry: EntryId
    charioteer: CharioteerId
    before: CharioteerId | None = None  # the one that it replaces, set aside (D02)


class RedrawRefused(Fact, frozen=True):
    """Somebody wished for another charioteer, and not all others agreed (D02)."""

    entry: EntryId


class DraftBegan(Fact, frozen=True):
    """Charioteers were laid out (3, step 7)."""

    display: tuple[CharioteerId, ...]
    order: tuple[EntryId, ...]  # who picks, one after the other; gates are taken in reverse


class CharioteerTaken(Fact, frozen=True):
    """A charioteer was drafted (D03)."""

    entry: EntryId
    charioteer: CharioteerId


class GateTaken(Fact, frozen=True):
    """A chariot was placed, in the order of the Initiative cards (D04)."""

    entry: EntryId
    gate: str
    square: Square


# Rounds


class RoundBegan(Fact, frozen=True):
    """The Initiative cards of all surviving chariots were shuffled (P1)."""

    round: int  # 1 first
    cards: int


class CardsLooked(Fact, frozen=True):
    """C01 has looked at the Initiative cards; the end of the round tells which card moved (D05)."""

    entry: EntryId


class CardsShown(Fact, frozen=True):
    """The round is over in which C01 looked: the cards that lay there, and the one moved (D05)."""

    entry: EntryId
    before: tuple[EntryId, ...]  # the top first
    after: tuple[EntryId, ...]


class InitiativeRevealed(Fact, frozen=True):
    """The next Initiative card was turned up (P2)."""

    entry: EntryId
    place: int  # in this round, 1 first


class GodSpoke(Fact, frozen=True):
    """The Fate die fell, after its ``Rolled`` (P3)."""

    entry: EntryId  # who rolled
    god: God


class BenefitChosen(Fact, frozen=True):
    """C15 took the benefit of this god (D06)."""

    entry: EntryId
    god: God


class FateDrawn(Fact, frozen=True):
    """Jupiter's card (16.3)."""

    entry: EntryId  # who rolled
    card: FateId
    lasts: bool  # until the round ends


class FateObeyed(Fact, frozen=True):
    """A charioteer took a Fate card's offer to pay or to trade, or did not (F07, F28)."""

    entry: EntryId
    card: FateId
    yes: bool


class DebrisPlaced(Fact, frozen=True):
    """A Debris marker was laid (F08, F09)."""

    entry: EntryId  # by whom
    square: Square


class SandCleared(Fact, frozen=True):
    """All wrecks and Debris markers were taken off (F23)."""

    wrecks: tuple[Square, ...]
    debris: tuple[Square, ...]


class InitiativeReversed(Fact, frozen=True):
    """The Initiative cards not yet revealed were turned round (F21)."""

    cards: int


class PileRenewed(Fact, frozen=True):
    """An exhausted pile was made anew of its discards; its shuffle follows, if it has more than a card (9.1, R60)."""

    pile: Literal["actions", "fates"]
    cards: tuple[str, ...]  # by id


class RoundEnded(Fact, frozen=True):
    """All cards were played, and Fate cards are no longer in force (P7)."""

    round: int
    goes_on: bool


# The turn


class TurnBegan(Fact, frozen=True):
    """A chariot's turn began."""

    entry: EntryId
    square: Square
    endurance: int
    tactics: int
    rattled: int
    stack: int


class Changed(Fact, frozen=True):
    """A resource changed, as far as its limits allow; each change is a fact (2.4)."""

    entry: EntryId
    what: Resource
    by: int  # never 0
    now: int
    why: Why


class SpeedSet(Fact, frozen=True):
    """The Speed Level of a turn (5.1)."""

    entry: EntryId
    before: int
    level: int
    move: int  # base movement
    is_held: bool  # nothing was chosen and nothing gained: the first turn, or cards are left in the Cornering stack


class GiftsTaken(Fact, frozen=True):
    """The gifts of Castor and Pollux (F01)."""

    entry: EntryId
    gifts: tuple[Gift, Gift]


class FollowedClose(Fact, frozen=True):
    """C26 added a space behind a chariot."""

    entry: EntryId
    rival: EntryId


class HardDriven(Fact, frozen=True):
    """Hard Driving (5.2)."""

    entry: EntryId
    paid: Payment
    rolls: tuple[int, ...]  # of the Tri die: two of C04
    spaces: int  # that were added, the extra one of C20 with them
    named: int | None = None  # by C20


class MoveSet(Fact, frozen=True):
    """How many spaces this turn has (5.2)."""

    entry: EntryId
    base: int
    special: int  # Fate cards, gifts and C26; may be negative
    hard: int
    total: int  # at least 1


class Drove(Fact, frozen=True):
    """A clear step, or an overtake chain (5.3, 7)."""

    entry: EntryId
    start: Square
    squares: tuple[Square, ...]  # entered, in order; where it stands now is the last
    passed: tuple[Square, ...]  # those that held an obstacle; empty for a clear step
    moves_left: int


class LineCrossed(Fact, frozen=True):
    """The finish line was crossed, forwards or, pushed, backwards (4a, R34)."""

    entry: EntryId
    laps: int  # behind it now; 0 after the start
    forwards: bool
    finishes: bool  # for the last time
    is_new: bool  # never so many before; false for a lap that was taken back and is done again


class CornerEntered(Fact, frozen=True):
    """A corner was entered for the first time on this lap; its Tactics follow (6.2)."""

    entry: EntryId
    corner: str
    lap: int
    arrival: Arrival


class HazardSet(Fact, frozen=True):
    """Whether a corner is taken too fast (6.2)."""

    entry: EntryId
    total: int  # spaces of the turn
    rattled: int  # as counted
    safe: int  # Safe Speed as counted
    cards: int  # of the hazard, Fate cards considered, before Defense


class StackLaid(Fact, frozen=True):
    """Cards went face down under the Cornering stack (6.2)."""

    entry: EntryId
    cards: int
    stack: int  # in it now


class StackDropped(Fact, frozen=True):
    """A Cornering stack was discarded: the chariot has finished, or is out (4a, 12.2)."""

    entry: EntryId
    cards: tuple[str, ...]


class FirstCornerLeft(Fact, frozen=True):
    """A chariot has left the first corner for the first time (12.1)."""

    entry: EntryId


class LockLifted(Fact, frozen=True):
    """The first corner lies behind all: Attacks, Danger cards and Favor from now on (12.1)."""


class StoppedShort(Fact, frozen=True):
    """The chariot has no way left (5.3)."""

    entry: EntryId
    moves_left: int


class TurnEnded(Fact, frozen=True):
    """A turn is over; the chariot is still in the race."""

    entry: EntryId
    square: Square


# Attacks and cards


class Attacked(Fact, frozen=True):
    """A Whip or Ram was declared (8)."""

    entry: EntryId
    rival: EntryId
    kind: Kind
    price: int  # Tactics
    cards: int  # that the rival draws
    strikes_back: bool = False  # the counterattack of C03


class CardsDue(Fact, frozen=True):
    """A draw was announced (9.1)."""

    entry: EntryId
    reason: DrawReason
    column: Column
    cards: int


class Defended(Fact, frozen=True):
    """Tactics have removed cards of a draw (D12)."""

    entry: EntryId
    removed: int
    left: int


class TopSeen(Fact, frozen=True):
    """C19 has looked at the top Action card."""

    entry: EntryId


class CardTurned(Fact, frozen=True):
    """An Action card was revealed (9.1)."""

    entry: EntryId
    card: str
    column: Column
    result: Result


class CardReplaced(Fact, frozen=True):
    """C25 has discarded a card; the next one counts."""

    entry: EntryId
    card: str


class ResultIgnored(Fact, frozen=True):
    """C16 paid against a Swerve, or C21 was spared a Danger."""

    entry: EntryId
    charioteer: CharioteerId
    result: Result


class Swerved(Fact, frozen=True):
    """A chariot was displaced (10); into the rival's old space after a backlash (8.3)."""

    entry: EntryId
    start: Square
    square: Square
    side: Side
    hit: tuple[Obstacle, ...]  # what it crashed into on its way, in order
    pushed_by: EntryId | None = None  # the chariot that took its place
    is_sideways: bool = False  # into the clear space of whoever it has rammed: not back, and no crash


class Crashed(Fact, frozen=True):
    """A chariot crashed; its draw follows (10)."""

    entry: EntryId
    crashes: int  # Danger cards, drawn together


class Wounded(Fact, frozen=True):
    """A wound: with the first the ability is lost (11)."""

    entry: EntryId
    wounds: int


class Healed(Fact, frozen=True):
    """A wound was lost, and the ability is back (F20)."""

    entry: EntryId


class Eliminated(Fact, frozen=True):
    """A chariot is out of the race (12.2)."""

    entry: EntryId
    why: WhyOut
    rank: int  # 1 for the first one out
    square: Square


class WreckSlid(Fact, frozen=True):
    """A wreck came to rest, after its ``Rolled`` (12.2)."""

    entry: EntryId
    start: Square
    square: Square
    struck: EntryId | None  # the chariot whose space it took


# The end


class Placing(msgspec.Struct, frozen=True):
    """How a chariot is ranked (13)."""

    entry: EntryId
    place: int | None  # none for whoever was eliminated
    distance: int | None  # spaces beyond the line, of those that have finished


WhyOver = Literal["finish", "last survivor", "last team", "last round"]


class RaceEnded(Fact, frozen=True):
    """The race is over (12.2, 13, R57)."""

    round: int
    winner: EntryId
    why: WhyOver
    ranking: tuple[Placing, ...]  # all chariots, first to last


Facts = (
    Common | TrackLaid | CharioteerDealt | RedrawRefused | DraftBegan | CharioteerTaken | GateTaken
    | RoundBegan | CardsLooked | CardsShown | InitiativeRevealed | GodSpoke | BenefitChosen | FateDrawn | FateObeyed
    | DebrisPlaced | SandCleared | InitiativeReversed | PileRenewed | RoundEnded
    | TurnBegan | Changed | SpeedSet | GiftsTaken | FollowedClose | HardDriven | MoveSet | Drove | LineCrossed
    | CornerEntered | HazardSet | StackLaid | StackDropped | FirstCornerLeft | LockLifted | StoppedShort | TurnEnded
    | Attacked | CardsDue | Defended | TopSeen | CardTurned | CardReplaced | ResultIgnored | Swerved | Crashed
    | Wounded | Healed | Eliminated | WreckSlid | RaceEnded
)  # fmt: skip
