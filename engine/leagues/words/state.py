"""The state of a league: plain data, all that outlives a phase."""

from typing import Literal

import msgspec

from engine.goods.chariots import Wounds
from engine.goods.gladiators import Kind
from engine.leagues.words.arena_state import Gala, Gladiator, ManEntry, ManOnMarket
from engine.leagues.words.options import LeagueOptions
from engine.plots import Plot
from engine.stables import Aftermath
from records.values import EntryId

CALENDAR = EntryId(1_000_000)
"""The entry asked where the league waits for something no member decides: a race, the end of a protest or of a gap."""

BANK = EntryId(0)
POT = EntryId(-1)
"""Accounts of a league that are nobody's: its bank, which may owe, and the bets of the event."""

ESCROW = EntryId(-2)
"""The account of the stakes of match races that are agreed and not run yet (B.10)."""

PhaseName = Literal["founding", "market", "stable", "eve", "race", "protest", "reckoning", "auction", "gap", "over"]
MENDING: tuple[PhaseName, ...] = ("stable", "gap")
"""Phases in which owners buy, train and rearrange (15.3, 15.5)."""

Role = Literal["owner", "better"]
"""Of a member; *better* is kept for a bettor, as records have it."""
Status = Literal["active", "kept", "bankrupt", "retired", "slave"]
"""A kept stable is run by its manager and cannot win (H.10). A bankrupt or retired one is out. A slave drives a chariot
of the state, has no money and cannot win (R-B37)."""
CarType = Literal["light", "normal", "heavy"]
PartKind = Literal["driver", "team", "car", "horse", "gladiator"]


class Allotment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the four points of a chariot are spent, 0 to 2 in each category (4.2, 20.1)."""

    driver: int
    car: int
    team: int
    endurance: int

    @property
    def points(self) -> tuple[int, int, int, int]:
        return self.driver, self.car, self.team, self.endurance


class Horse(msgspec.Struct, forbid_unknown_fields=True):
    boxes: int  # full speed and injury boxes
    injury: int = 0
    is_alive: bool = True
    number: int = 0  # in its store, in the Epic campaign; 0 in a team

    @property
    def speed(self) -> int:
        """Squares a turn that the horse adds to the team's speed: its boxes less its injuries; 0 if it is dead."""
        return self.boxes - self.injury if self.is_alive else 0


class Team(msgspec.Struct, forbid_unknown_fields=True):
    """Four horses, the leftmost first. Its endurance belongs to it (20.1)."""

    horses: list[Horse]
    endurance: int
    ceiling: int | None = None  # that endurance never exceeds again (21.43, R-G20)
    experience: int = 0
    wins: int = 0
    may_arrange: bool = False  # a horse was bought in this stable phase: the positions may change (21.42)

    @property
    def is_whole(self) -> bool:
        """All four horses live."""
        return all(horse.is_alive for horse in self.horses)

    @property
    def injury(self) -> int:
        """Injury points of the living horses together."""
        return sum(horse.injury for horse in self.horses if horse.is_alive)

    @property
    def speed(self) -> int:
        """Squares a turn: the speeds of all four horses together."""
        return sum(horse.speed for horse in self.horses)


class Driver(msgspec.Struct, forbid_unknown_fields=True):
    number: int  # in the league, 1 first; its name follows from it
    modifier: int
    boxes: int  # full hits
    hits: int  # left; 0 if dead
    experience: int = 0
    wins: int = 0
    is_new: bool = False  # has not raced with the chariot yet: any team it gets meanwhile loses a die, too (21.5)
    name: str = ""  # drawn by dice, in the Epic campaign (B.13); where there is none it follows from the number
    private_wins: int = 0  # of its wins, those of match races (R-B15)
    bought: int = 0  # in which event's stable phase it was hired, until it is put to a chariot; in Epic (R-B42)
    wounds: Wounds = Wounds()  # critical ones of a match race, until the next recovery (R-B29)

    @property
    def is_alive(self) -> bool:
        return self.hits > 0


class Chariot(msgspec.Struct, forbid_unknown_fields=True):
    """Driver, car and team that belong together (20.1). A part that was lost, or sold in an auction, is none."""

    number: int  # in the league, 1 first; it never changes, whoever owns the chariot
    points: Allotment
    car: CarType  # its class, the same for ever (21.6)
    has_car: bool = True  # not wrecked
    team: Team | None = None
    driver: Driver | None = None
    races: int = 0
    form: list[int] = []  # its last five places, the latest last; 0 for none
    bought: int = 0  # in the stable phase of which event its team was bought, in the Epic campaign; 0 for others
    had_car: bool = True  # a first car costs its team no endurance (8.5.5)
    had_driver: bool = True  # nor does a first driver that was bought with it (R-B42)
    matched: int = 0  # the event before which it has run a match race; 0 for none (R-B31)
    wheels: tuple[int, int] = (0, 0)  # damage of a match race to the car, until the next recovery (R-B29)


class StoredCar(msgspec.Struct, forbid_unknown_fields=True):
    """A car that waits in the stable."""

    number: int
    car: CarType
    wheels: tuple[int, int] = (0, 0)  # damage, inside and outside (R-B29)


class Store(msgspec.Struct, forbid_unknown_fields=True):
    """What a stable has besides its chariots, in the Epic campaign (8.2 to 8.6). Teams are never in it."""

    horses: list[Horse] = []  # single ones, each with a number
    cars: list[StoredCar] = []
    drivers: list[Driver] = []


class Manager(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Standing instructions: they answer where the owner does not (H.4)."""

    entries: Literal[0, 1, 2] = 1
    prefers: tuple[int, ...] = ()  # chariots by number, the first to be entered first; the best ones after them
    own_bet: int = 100
    security: tuple[int, int, int] = (0, 0, 0)  # against bribery, drugging, sabotage
    mending: Literal["nothing", "one", "all"] = "nothing"  # until one chariot can start, or everything
    training: Literal["save", "driver", "speed", "endurance"] = "save"


MoneyPart = Literal["taken", "staked", "matches", "shared", "spent", "start"]
"""What money was for: prizes, shares of a pot and bets won; bets; stakes of matches; loans and deals; all else; a
beginning."""


class Stable(msgspec.Struct, forbid_unknown_fields=True):
    """A member of the league: owner of chariots, or a bettor."""

    number: EntryId
    colour: str
    role: Role = "owner"
    status: Status = "active"
    is_house: bool = False  # a house manager plays it, as a member like others
    cash: int = 0
    chariots: dict[int, Chariot] = {}
    manager: Manager = Manager()
    places: list[int] = []  # in races so far, of all its chariots: for ties at the end (R-G33)
    starts: int = 0  # events with a chariot of its own in the race
    wins: int = 0
    helped: int = 0  # lent by the bank, to be paid back at the end (R-G34)
    joined: int = 1  # the event from which it takes part
    fortunes: dict[int, int] = {}  # cash at each reckoning, by event
    moved: dict[MoneyPart, int] = {}  # sesterces since the latest reckoning, by what they were for
    last: dict[MoneyPart, int] = {}  # the same for the latest event; empty before the first one
    from_others: int = 0  # sesterces got from other members, less those given to them (L-91)
    store: Store = msgspec.field(default_factory=Store)
    champions: list[str] = []  # drivers who were freed, by name (I.10.3)
    restarts: int = 0  # times it has begun again after a bankruptcy (R-B7)
    bankrupt_in: int = 0  # the event; 0 for never
    was_slave: bool = False  # has driven for the state (R-B37)
    gladiators: dict[int, Gladiator] = {}
    gala_wins: int = 0  # combats won by its gladiators in galas (R-B41)
    final: int | None = None  # what it ended the season with, before the treasury went back to the bank (H.2)

    @property
    def victories(self) -> int:
        """First places in races of the calendar, and combats won in galas (R-B41)."""
        return self.wins + self.gala_wins

    @property
    def fortune(self) -> int:
        """The stable's cash, in sesterces; once the season is over, its final sum (H.2)."""
        return self.cash if self.final is None else self.final


class Loan(msgspec.Struct, forbid_unknown_fields=True):
    number: int
    lender: EntryId
    borrower: EntryId
    sum: int
    due: int
    after: int  # the event at whose reckoning it is paid
    state: Literal["open", "paid", "short", "passed on"] = "open"
    paid: int = 0


class Oddity(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bargain of an event by which one member gains what another loses, or risks: all read of it in the paper."""

    kind: Literal["deal", "loan", "bets", "auction", "match", "side bet", "pair bets", "duel"]
    giver: EntryId  # who gives more than they get; of a match or a side bet the loser
    taker: EntryId  # who gets more; of bets the bank: whoever wins
    sum: int  # sesterces: given, at the least; lent; bet; paid at an auction; lost
    worth: int  # sesterces: got for it, at the most; due; in the treasury before; a match's least stake; risked for it


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of one chariot that takes the place of a lost one of another chariot (R-G31)."""

    kind: PartKind
    of: int  # the chariot it is taken from
    into: int  # the chariot of the one who gets it
    horse: int = 0  # for horses: its place in the team, 1 leftmost
    place: int = 0  # for horses: of the dead one whose place it takes


class Goods(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The goods that one side of a deal gives."""

    money: int = 0
    chariots: tuple[int, ...] = ()
    parts: tuple[Part, ...] = ()


class Offer(msgspec.Struct, forbid_unknown_fields=True):
    """A deal or a loan that waits for the other side's word; known to both sides alone."""

    number: int
    by: EntryId
    to: EntryId
    gives: Goods = Goods()
    takes: Goods = Goods()
    lends: tuple[int, int, int] | None = None  # sum, due, after which event: a loan of the one who offers
    seen: dict[int, Chariot] = {}  # the chariots that give something, as all knew them when it was made (L-45)


class Deal(msgspec.Struct, forbid_unknown_fields=True):
    """A deal that was made in the open phase: the host may undo it while all stands as it left it (H.14)."""

    offer: Offer
    before: dict[int, tuple[EntryId, Chariot]]  # the chariots it was about, with their stables, by number
    after: dict[int, tuple[EntryId, Chariot]]
    oddities: list[Oddity] = []  # that it was worth a line in the paper for


class Stake(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bet on a chariot to win."""

    chariot: int
    sum: int


class Entry(msgspec.Struct, forbid_unknown_fields=True):
    """A chariot of the coming race."""

    entry: EntryId  # its number in the race, 1 first
    chariot: int
    stable: EntryId | None  # none for a chariot of nobody (R-B39)
    colour: str
    lane: int
    second_row: bool


class Dark(msgspec.Struct, forbid_unknown_fields=True):
    """A member's spending in the dark on an event: plots and security."""

    plots: list[Plot] = []
    targets: dict[int, int] = {}  # chariot by number of the plot
    guards: tuple[int, int, int] = (0, 0, 0)

    @property
    def sum(self) -> int:
        """Sesterces spent in the dark on the event: all plots and security (24, 25)."""
        return sum(plot.sum for plot in self.plots) + sum(self.guards)


class Window(msgspec.Struct, forbid_unknown_fields=True):
    """A round of bets in the race (26.3)."""

    is_open: bool = True
    stakes: dict[EntryId, tuple[Stake, ...]] = {}


ItemKind = Literal["chariot", "driver", "car", "horse", "gladiator"]
"""What is bought and sold in the Epic campaign: chariots, single goods of a store, or gladiators."""


class Proposal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Goods of a debtor that a creditor would take for so many sesterces of a loan (R-B36)."""

    kind: ItemKind
    item: int
    value: int


class Forced(msgspec.Struct, forbid_unknown_fields=True):
    """A forced auction that is to be held: parts of a debtor's chariots (R-G32, R-G42)."""

    debtor: EntryId
    owed: int  # what all loans of the debtor that are due still lack
    order: tuple[int, ...] = ()  # chariots, whose parts go first; the others by number
    is_bankrupt: bool = False  # all goods are sold for the creditors; a surplus is the bank's (R-B6)
    goods: list[tuple[ItemKind, int]] = []  # as they are numbered for the sale, in the Epic campaign
    proposals: dict[int, Proposal] = {}  # of creditors, by loan (R-B36)


class MarketLot(msgspec.Struct, forbid_unknown_fields=True):
    """A chariot on the market of the Epic campaign (I.4.6). Its number is the chariot's, and never used again."""

    chariot: Chariot
    start: int = 0  # the bid it is sold from, rolled for each auction anew; 0 between two of them
    unsold: int = 0  # auctions in which nobody bid for it (R-B26)

    @property
    def number(self) -> int:
        return self.chariot.number


class Consigned(msgspec.Struct, forbid_unknown_fields=True):
    """Goods of an owner for the next auction, after the bank's lots (H.5)."""

    number: int  # as a lot, from 1001 on
    owner: EntryId
    kind: ItemKind
    item: int  # chariot or driver, or a car's or horse's number in the store
    reserve: int


MatchState = Literal["offered", "agreed", "running", "over", "declined", "void"]


class Match(msgspec.Struct, forbid_unknown_fields=True):
    """A match between two members: a race of chariots, or a duel of gladiators (B.10)."""

    number: int  # 1 first
    challenger: EntryId
    challenged: EntryId
    side: int  # chariots of each, 1 to 3
    odds: int  # to 1: the challenger's stake is so many times the other's
    stake: int  # of the challenged, in sesterces
    laps: int
    event: int  # the coming event at the time of the challenge
    state: MatchState = "offered"
    raised_by: EntryId | None = None  # who raised last: the other one has to follow
    recoveries: int = 0  # that the chariots have missed on their way: they have them as they come home (R-B16)
    named: dict[EntryId, tuple[int, ...]] = {}  # chariots; secret until both have named theirs
    entries: list[Entry] = []
    winner: EntryId | None = None
    places: dict[int, int] = {}  # in its race, by chariot, once it is over; 0 for one that is out
    is_duel: bool = False  # gladiators fight, no chariots race (H.8.7)
    hours: int = 24  # of an exchange of a duel: 12, 24 or 48; 0 for live
    men: list[ManEntry] = []  # of a duel that is fought
    on_points: bool = False  # how a duel was won

    @property
    def stakes(self) -> dict[EntryId, int]:
        """Sesterces that each of the two puts into escrow (R-B11)."""
        return {self.challenger: self.odds * self.stake, self.challenged: self.stake}


SideBetState = Literal["offered", "accepted", "over", "withdrawn", "void"]


class SideBet(msgspec.Struct, forbid_unknown_fields=True):
    """A bet between two members on who wins a match; nobody took it yet while it is offered (B.10, H.2)."""

    number: int  # 1 first
    match: int
    by: EntryId
    on: EntryId  # the side that *by* backs
    stake: int  # of the one who offers, in sesterces
    against: int  # of the one who takes it
    event: int  # the coming event at the time of its last word
    taker: EntryId | None = None
    state: SideBetState = "offered"
    winner: EntryId | None = None

    @property
    def stakes(self) -> dict[EntryId, int]:
        """Sesterces that are in escrow for it, by stable."""
        return {self.by: self.stake} | ({} if self.taker is None else {self.taker: self.against})

    @property
    def is_open(self) -> bool:
        return self.state in ("offered", "accepted")


class Ballot(msgspec.Struct, forbid_unknown_fields=True):
    """A vote on the end of the season, once between two events (R-B33)."""

    by: EntryId
    event: int  # the coming event
    votes: dict[EntryId, bool] = {}
    is_open: bool = True


class League(msgspec.Struct, forbid_unknown_fields=True):
    """A whole season. Races are played elsewhere, and come back as one input each."""

    options: LeagueOptions
    stables: dict[EntryId, Stable]  # by number, in order, always
    shown: dict[EntryId, Stable] = {}  # the same as everybody knows them: as of the last close, but for public acts
    phase: PhaseName = "founding"
    event: int = 0  # the running one, 1 first; 0 during the founding
    owners: int = 0  # at the start
    chariots: int = 0  # numbers given so far
    drivers: int = 0
    loans: list[Loan] = []
    offers: list[Offer] = []
    offered: int = 0  # numbers given so far
    made: dict[str, int] = {}  # in the open phase, taken back or not: offers as "by to", and what else has a limit
    deals: list[Deal] = []  # made in the open phase
    bank: int = 0  # what the league's bank has; it may owe
    pot: int = 0  # bets of the event
    whispers: list[str] = []  # facts that one member knows, to be told to all when the phase closes, in order
    entries: list[Entry] = []  # of the event
    left_out: list[EntryId] = []  # stables that wanted to race and found no place
    strangers: dict[int, Chariot] = {}  # chariots of nobody in the event
    stakes: dict[EntryId, tuple[Stake, ...]] = {}
    odds: dict[int, int] = {}
    windows: dict[int, Window] = {}
    dark: dict[EntryId, Dark] = {}
    secret_expenses: dict[EntryId, int] = {}  # of the event, not told to all yet
    oddities: list[Oddity] = []  # of the event, for its paper
    result: Aftermath | None = None
    let_stand: list[EntryId] = []  # owners who have no protest against the event's race (L-43)
    objected: list[EntryId] = []  # and those who have one
    forced: list[Forced] = []
    joining: list[Stable] = []  # from the next reckoning on (R-G39)
    founding: dict[EntryId, tuple[Allotment, ...]] = {}  # of those who join late, and of bettors who become owners
    is_over: bool = False

    # The Epic campaign
    market: list[MarketLot] = []  # in order of creation
    consigned: list[Consigned] = []
    consignments: int = 0  # numbers given so far
    items: int = 0  # numbers of cars and horses in stores given so far
    numbered: dict[str, int] = {}  # numbers that owners were given in secret in the open phase, as "what stable"
    matches: list[Match] = []
    escrow: int = 0  # stakes of matches that are agreed, and of side bets on them
    side_bets: list[SideBet] = []
    place_bids: dict[EntryId, int] = {}  # for a second place in the race, secret until the stables close (R-B27)
    again: dict[EntryId, Literal["owner", "slave"] | Kind] = {}  # who begins again before the next auction (R-B7)
    ballot: Ballot | None = None
    began_with: int = 0  # members at the start, bettors too; 0 where it was not noted (R-B4)
    gladiators: int = 0  # numbers given so far
    men: list[ManOnMarket] = []  # on the market, in order of creation
    gala: Gala | None = None  # of the event, from its entries to its reckoning
    ending: Literal["", "fortune", "vote"] = ""  # why it ends as soon as no race is under way (R-B5, R-B33)

    @property
    def is_epic(self) -> bool:
        return self.options.campaign == "epic"

    def entry_of(self, chariot: int) -> Entry | None:
        """Return a chariot's entry in the event; ``None`` if it is not entered (20.2)."""
        return next((each for each in self.entries if each.chariot == chariot), None)

    def entered_by(self, stable: EntryId) -> list[int]:
        """Return the numbers of a stable's chariots in the event, in the order of their entries (20.2)."""
        return [each.chariot for each in self.entries if each.stable == stable]

    def stablemates(self, chariot: int) -> list[int]:
        """Return *chariot* and those of its faction in the event; one of nobody is alone (20.2, L-6)."""
        entry = self.entry_of(chariot)
        return [chariot] if entry is None or entry.stable is None else self.entered_by(entry.stable)
