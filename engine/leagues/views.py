"""A league as one viewer may see it, built up from nothing (H.11).

Everybody sees the stables as of the last close, with public acts since. Owners also see their own stable as it is now,
and their own sealed sheet.
"""

from collections.abc import Collection, Mapping

import msgspec

from engine.goods.gladiators import Armour, Kind, Plea, Shield, Wounds
from engine.leagues import auction, barracks, bidding, endings, epic_forced, fitness, loans, protests, standing
from engine.leagues.words.arena_state import Gala, GalaForm, Gladiator, ManEntry, ManStake
from engine.leagues.words.epic_facts import CatalogueLot
from engine.leagues.words.facts import Lot, Summary
from engine.leagues.words.options import LeagueOptions
from engine.leagues.words.state import (
    MENDING,
    Allotment,
    CarType,
    Chariot,
    Driver,
    Entry,
    League,
    Loan,
    Manager,
    Match,
    MatchState,
    MoneyPart,
    Offer,
    PhaseName,
    Proposal,
    Role,
    SideBet,
    SideBetState,
    Stable,
    Stake,
    Status,
    Store,
)
from engine.plots import Plot
from engine.questions import Answer
from records.values import EntryId


class HorseView(msgspec.Struct, frozen=True):
    boxes: int
    injury: int
    is_alive: bool


class StoredHorseView(msgspec.Struct, frozen=True):
    number: int
    boxes: int
    injury: int


class StoredCarView(msgspec.Struct, frozen=True):
    number: int
    car: CarType


class TeamView(msgspec.Struct, frozen=True):
    horses: tuple[HorseView, ...]
    endurance: int
    ceiling: int | None
    experience: int
    wins: int


class DriverView(msgspec.Struct, frozen=True):
    number: int
    modifier: int
    boxes: int
    hits: int
    experience: int
    wins: int
    name: str = ""  # in the Epic campaign; where there is none it follows from the number
    private_wins: int = 0


class StoreView(msgspec.Struct, frozen=True):
    """What a stable has besides its chariots, in the Epic campaign."""

    horses: tuple[StoredHorseView, ...] = ()
    cars: tuple[StoredCarView, ...] = ()
    drivers: tuple[DriverView, ...] = ()


class ChariotView(msgspec.Struct, frozen=True):
    number: int
    points: Allotment
    car: CarType
    has_car: bool
    team: TeamView | None
    driver: DriverView | None
    races: int
    lacks: tuple[str, ...]  # what it needs before it can start (R-G23)
    injury: int  # points not recovered yet (22.4)
    form: tuple[int, ...] = ()  # its last five places, the latest last; 0 for none


class GladiatorView(msgspec.Struct, frozen=True):
    number: int
    name: str
    tr: int
    st: int
    ag: int
    con: int
    w: int
    kind: Kind | None  # none on the market, and before he is armed
    armour: Armour
    shield: Shield
    wounds: Wounds
    collapse: int  # wounds, all together
    experience: int
    victories: int
    private_wins: int
    fights: int
    spared: int
    may_learn: bool  # he has fought since he last learned something (R-C7)
    is_fit: bool


class StableView(msgspec.Struct, frozen=True):
    number: EntryId
    colour: str
    role: Role
    status: Status
    is_house: bool
    cash: int  # once the season is over, what it ended with
    chariots: tuple[ChariotView, ...]
    places: tuple[int, ...]
    wins: int
    starts: int
    helped: int
    fortunes: tuple[int, ...] = ()  # cash at each reckoning, the first one first
    store: StoreView = StoreView()
    champions: tuple[str, ...] = ()  # drivers who were freed
    restarts: int = 0
    gladiators: tuple[GladiatorView, ...] = ()
    last: dict[MoneyPart, int] = {}  # sesterces that the latest event moved, told apart; empty before the first one


class EntryView(msgspec.Struct, frozen=True):
    entry: EntryId
    chariot: int
    stable: EntryId | None
    colour: str
    lane: int
    second_row: bool


class LoanView(msgspec.Struct, frozen=True):
    number: int
    lender: EntryId
    borrower: EntryId
    sum: int
    due: int
    after: int
    state: str
    paid: int

    @property
    def owed(self) -> int:
        """What is not paid yet, in sesterces (21.2)."""
        return self.due - self.paid


class OwnView(msgspec.Struct, frozen=True):
    """A member's own stable, as it alone sees it."""

    stable: StableView
    manager: Manager
    sheet: str | None  # the sealed one of the open phase, JSON; none if it is not sealed
    offers: tuple[Offer, ...]  # made and got
    plots: tuple[Plot, ...]  # of this event, once the eve has closed
    guards: tuple[int, int, int]
    window_stakes: dict[int, tuple[Stake, ...]]  # in windows that are open
    to_arrange: tuple[int, ...]  # chariots whose team may be put into another order now (21.42)
    help_at_most: int  # sesterces that the bank would lend now; 0 if it would not (R-G34)
    place_bid: int = 0  # for a second place in the race (R-B27)
    begins_again: str = ""  # before the next auction, as "owner" or "slave" (R-B7)
    pleas: dict[int, Plea] = {}  # of the own gladiators in the gala, by number (D.9)
    pair_stakes: dict[int, tuple[ManStake, ...]] = {}  # in rounds on a match of the gala that are open


class LotView(msgspec.Struct, frozen=True):
    """A chariot on the market."""

    chariot: ChariotView
    start: int  # 0 between two auctions
    unsold: int


class ManLotView(msgspec.Struct, frozen=True):
    """A gladiator on the market."""

    man: GladiatorView
    start: int  # 0 between two auctions
    unsold: int


class ManEntryView(msgspec.Struct, frozen=True):
    """A gladiator as he is entered for a gala, or named for a duel that is fought."""

    entry: EntryId
    man: int  # below 0 for one of the state
    stable: EntryId | None
    colour: str
    name: str


class GalaView(msgspec.Struct, frozen=True):
    """A gala that is drawn and not reckoned yet (H.8.2, H.8.4)."""

    form: GalaForm
    entries: tuple[ManEntryView, ...]
    matches: tuple[tuple[EntryId, ...], ...]  # entries by match, 1 first
    odd: tuple[EntryId, ...]  # who sit out
    strangers: tuple[GladiatorView, ...]  # of the state
    stakes: dict[EntryId, tuple[ManStake, ...]]  # by member, once they are revealed
    odds: dict[EntryId, int]  # by entry
    windows: dict[int, bool]  # rounds of bets by match: open or not
    window_stakes: dict[int, dict[EntryId, tuple[ManStake, ...]]]  # of those that are closed


class MatchView(msgspec.Struct, frozen=True):
    """A match as all see it; chariots or gladiators show once both sides have named theirs (B.10)."""

    number: int
    challenger: EntryId
    challenged: EntryId
    side: int
    odds: int
    stakes: tuple[int, int]
    laps: int
    event: int
    state: MatchState
    to_answer: EntryId | None  # whose word is missing, of a challenge
    named: dict[EntryId, tuple[int, ...]]  # both, or only the viewer's own
    winner: EntryId | None
    places: dict[int, int] = {}  # in its race, by chariot; 0 for one that is out
    is_duel: bool = False  # gladiators, no chariots
    hours: int = 24  # of an exchange of a duel; 0 for live
    men: tuple[ManEntryView, ...] = ()  # of a duel that is fought
    on_points: bool = False


class SideBetView(msgspec.Struct, frozen=True):
    """A side bet on a match, open to all (B.10)."""

    number: int
    match: int
    by: EntryId
    on: EntryId
    stake: int
    against: int
    taker: EntryId | None
    state: SideBetState
    winner: EntryId | None


class BallotView(msgspec.Struct, frozen=True):
    """The vote on the end of the season (R-B33)."""

    by: EntryId
    is_open: bool
    votes: dict[EntryId, bool]
    active: int  # all who have a vote


class LeagueView(msgspec.Struct, frozen=True):
    """A league as one viewer may see it."""

    options: LeagueOptions
    phase: PhaseName
    event: int
    is_over: bool
    stables: tuple[StableView, ...]
    strangers: tuple[ChariotView, ...]  # chariots of nobody in the event's race
    entries: tuple[EntryView, ...]
    left_out: tuple[EntryId, ...]
    stakes: dict[EntryId, tuple[Stake, ...]]  # once they are revealed
    window_stakes: dict[int, dict[EntryId, tuple[Stake, ...]]]
    windows: dict[int, bool]  # open or not
    odds: dict[int, int]
    loans: tuple[LoanView, ...]
    lots: tuple[Lot, ...]
    debtor: EntryId | None
    ranks: tuple[Summary, ...]  # by what is shown
    has_answered: tuple[EntryId, ...]
    own: dict[EntryId, OwnView]
    let_stand: tuple[EntryId, ...] = ()  # owners who have no protest (L-43)
    may_protest: tuple[EntryId, ...] = ()  # owners whose word is missing; none outside of the protests
    market: tuple[LotView, ...] = ()  # chariots that are for sale, or will be at the next auction
    catalogue: tuple[CatalogueLot, ...] = ()  # of the open auction, before an event or of a debtor's goods
    matches: tuple[MatchView, ...] = ()
    side_bets: tuple[SideBetView, ...] = ()
    ballot: BallotView | None = None
    proposals: dict[int, Proposal] = {}  # of creditors in the open auction of a debtor's goods, by loan (R-B36)
    ending: str = ""  # why the season ends as soon as no race is under way
    men: tuple[ManLotView, ...] = ()  # gladiators on the market
    gala: GalaView | None = None

    def stable(self, number: EntryId) -> StableView:
        """Return a stable by number; it is there."""
        return next(stable for stable in self.stables if stable.number == number)


def view_for(league: League, sealed: Mapping[EntryId, Answer], members: Collection[EntryId]) -> LeagueView:
    """Return the view of a player who speaks for *members*; without any, the public's."""
    own = {each: _own_view(league, sealed, each) for each in sorted(members) if each in league.stables}
    shown = [own[each].stable if each in own else stable_view(league.shown[each]) for each in league.shown]
    forced = league.forced[0] if league.phase == "auction" and league.forced else None
    return LeagueView(
        options=league.options,
        phase=league.phase,
        event=league.event,
        is_over=league.is_over,
        stables=tuple(shown),
        strangers=tuple(chariot_view(each) for each in league.strangers.values()),
        entries=tuple(_entry_view(each) for each in league.entries),
        left_out=tuple(league.left_out),
        stakes=dict(league.stakes),
        window_stakes={n: dict(each.stakes) for n, each in league.windows.items() if not each.is_open},
        windows={number: each.is_open for number, each in league.windows.items()},
        odds=dict(league.odds),
        loans=tuple(_loan_view(each) for each in league.loans),
        lots=auction.lots(league, forced) if forced and not league.is_epic else (),
        debtor=forced.debtor if forced else None,
        ranks=standing.ranks_of(league.shown),
        let_stand=tuple(league.let_stand) if league.phase == "protest" else (),
        may_protest=tuple(protests.waiting(league)) if league.phase == "protest" else (),
        has_answered=tuple(each for each in league.stables if each in sealed),
        own=own,
        market=tuple(LotView(chariot_view(each.chariot), each.start, each.unsold) for each in league.market),
        catalogue=_catalogue(league),
        matches=tuple(_match_view(each, members) for each in league.matches),
        side_bets=tuple(_side_bet_view(each) for each in league.side_bets),
        ballot=_ballot_view(league),
        proposals=dict(forced.proposals) if forced else {},
        ending=league.ending,
        men=tuple(ManLotView(gladiator_view(each.man), each.start, each.unsold) for each in league.men),
        gala=_gala_view(league.gala) if league.gala is not None else None,
    )


def _catalogue(league: League) -> tuple[CatalogueLot, ...]:
    """Return the lots of the open auction of the Epic campaign."""
    if league.is_epic and league.phase == "market":
        return bidding.catalogue(league)
    if league.is_epic and league.phase == "auction" and league.forced:
        return epic_forced.lots(league, league.forced[0])
    return ()


def _match_view(match: Match, members: Collection[EntryId]) -> MatchView:
    is_told = len(match.named) == len(match.stakes)
    named = {each: chariots for each, chariots in match.named.items() if is_told or each in members}
    last = match.raised_by if match.raised_by is not None else match.challenger
    other = match.challenged if last == match.challenger else match.challenger
    return MatchView(
        match.number,
        match.challenger,
        match.challenged,
        match.side,
        match.odds,
        (match.stakes[match.challenger], match.stakes[match.challenged]),
        match.laps,
        match.event,
        match.state,
        other if match.state == "offered" else None,
        named,
        match.winner,
        dict(match.places),
        match.is_duel,
        match.hours,
        tuple(map(_man_entry_view, match.men)),
        match.on_points,
    )


def _side_bet_view(bet: SideBet) -> SideBetView:
    return SideBetView(bet.number, bet.match, bet.by, bet.on, bet.stake, bet.against, bet.taker, bet.state, bet.winner)


def _ballot_view(league: League) -> BallotView | None:
    ballot = league.ballot
    if ballot is None:
        return None
    return BallotView(ballot.by, ballot.is_open, dict(ballot.votes), len(endings.voters(league)))


def _own_view(league: League, sealed: Mapping[EntryId, Answer], member: EntryId) -> OwnView:
    stable, dark = league.stables[member], league.dark.get(member)
    offers = tuple(msgspec.structs.replace(each) for each in league.offers if member in (each.by, each.to))
    windows = {number: each.stakes[member] for number, each in league.windows.items() if member in each.stakes}
    return OwnView(
        stable_view(stable),
        stable.manager,
        msgspec.json.encode(sealed[member]).decode() if member in sealed else None,
        offers,
        tuple(msgspec.structs.replace(plot, security=0) for plot in dark.plots) if dark else (),
        dark.guards if dark else (0, 0, 0),
        windows,
        _to_arrange(league, stable),
        loans.help_at_most(league, stable) if league.phase in MENDING else 0,
        league.place_bids.get(member, 0),
        league.again.get(member, ""),
        _pleas(league, member),
        _pair_stakes(league, member),
    )


def _pleas(league: League, member: EntryId) -> dict[int, Plea]:
    entries = league.gala.entries if league.gala is not None else []
    return {each.man: each.plea for each in entries if each.stable == member}


def _pair_stakes(league: League, member: EntryId) -> dict[int, tuple[ManStake, ...]]:
    windows = league.gala.windows if league.gala is not None else {}
    return {match: each.stakes[member] for match, each in windows.items() if each.is_open and member in each.stakes}


def _to_arrange(league: League, stable: Stable) -> tuple[int, ...]:
    if league.phase not in MENDING or stable.status != "active":
        return ()
    return tuple(number for number, each in stable.chariots.items() if each.team and each.team.may_arrange)


def stable_view(stable: Stable) -> StableView:
    return StableView(
        stable.number,
        stable.colour,
        stable.role,
        stable.status,
        stable.is_house,
        stable.fortune,
        tuple(chariot_view(each) for _, each in sorted(stable.chariots.items())),
        tuple(stable.places),
        stable.wins,
        stable.starts,
        stable.helped,
        tuple(cash for _, cash in sorted(stable.fortunes.items())),
        _store_view(stable.store),
        tuple(stable.champions),
        stable.restarts,
        tuple(gladiator_view(each) for _, each in sorted(stable.gladiators.items())),
        dict(stable.last),
    )


def _store_view(store: Store) -> StoreView:
    return StoreView(
        tuple(StoredHorseView(each.number, each.boxes, each.injury) for each in store.horses),
        tuple(StoredCarView(each.number, each.car) for each in store.cars),
        tuple(_driver_view(each) for each in store.drivers),
    )


def _driver_view(driver: Driver) -> DriverView:
    return DriverView(
        driver.number,
        driver.modifier,
        driver.boxes,
        driver.hits,
        driver.experience,
        driver.wins,
        driver.name,
        driver.private_wins,
    )


def chariot_view(chariot: Chariot) -> ChariotView:
    team, driver = chariot.team, chariot.driver
    horses = tuple(HorseView(each.boxes, each.injury, each.is_alive) for each in team.horses) if team else ()
    return ChariotView(
        chariot.number,
        chariot.points,
        chariot.car,
        chariot.has_car,
        TeamView(horses, team.endurance, team.ceiling, team.experience, team.wins) if team else None,
        _driver_view(driver) if driver else None,
        chariot.races,
        tuple(fitness.lacks(chariot)),
        fitness.injury(chariot),
        tuple(chariot.form),
    )


def gladiator_view(man: Gladiator) -> GladiatorView:
    return GladiatorView(
        man.number,
        man.name,
        man.tr,
        man.st,
        man.ag,
        man.con,
        man.w,
        man.kind,
        man.armour,
        man.shield,
        man.wounds,
        man.collapse,
        man.experience,
        man.victories,
        man.private_wins,
        man.fights,
        man.spared,
        man.may_learn,
        barracks.is_fit(man),
    )


def _man_entry_view(entry: ManEntry) -> ManEntryView:
    return ManEntryView(entry.entry, entry.man, entry.stable, entry.colour, entry.name)


def _gala_view(gala: Gala) -> GalaView:
    return GalaView(
        gala.form,
        tuple(map(_man_entry_view, gala.entries)),
        tuple(gala.matches),
        tuple(gala.odd),
        tuple(gladiator_view(each) for each in gala.strangers.values()),
        dict(gala.stakes),
        dict(gala.odds),
        {match: each.is_open for match, each in gala.windows.items()},
        {match: dict(each.stakes) for match, each in gala.windows.items() if not each.is_open},
    )


def _entry_view(entry: Entry) -> EntryView:
    return EntryView(entry.entry, entry.chariot, entry.stable, entry.colour, entry.lane, entry.second_row)


def _loan_view(loan: Loan) -> LoanView:
    return LoanView(loan.number, loan.lender, loan.borrower, loan.sum, loan.due, loan.after, loan.state, loan.paid)
