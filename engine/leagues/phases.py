"""The calendar (15.2, 15.9, H.3): each phase is a turn of the season. It asks its sheets, and silence has an answer.

founding -> for each event: (market ->) stable -> eve -> race -> protest -> reckoning (-> auction) (-> gap) -> ...

The Epic campaign has no founding sheets, and a market before each event (B.3). A season that its members have voted to
end, or in which somebody has a fortune, ends as soon as no race is under way (R-B5, R-B33).
"""

from collections.abc import Callable, Mapping

from engine.leagues import (
    auction,
    barracks,
    bets,
    bidding,
    dark,
    deals,
    endings,
    epic_manager,
    epic_season,
    escrow,
    events,
    founding,
    gala_days,
    lineup,
    loans,
    manager,
    money,
    pair_bets,
    reckoning,
    sheets_of,
    standing,
    stores,
)
from engine.leagues.whispers import disclose, show_all, whispering
from engine.leagues.words.arena_facts import GalaCameBack
from engine.leagues.words.arena_sheets import GalaEntries, GalaEntry
from engine.leagues.words.epic_sheets import BidSheet
from engine.leagues.words.facts import (
    EventBegan,
    PassedOver,
    RaceCameBack,
    RaceOpened,
    RaceWasCalledOff,
    StableClosed,
)
from engine.leagues.words.options import START_MONEY
from engine.leagues.words.sheets import CalledOff, Entries, Eve, Founding, RaceReturned
from engine.leagues.words.state import BANK, League, PhaseName
from engine.questions import Answer, AskAll, Play
from engine.table import Table
from records.values import EntryId

LEAST_TO_RACE = 2
"""Chariots without which an event is passed over (H.14)."""


def play_phase(league: League, table: Table) -> Play[None]:
    """Play one phase of the season to its end (15.2, H.3)."""
    yield from _PHASES[league.phase](league, table)
    table.end_scene()


def _found(league: League, table: Table) -> Play[None]:
    """Let all build their chariots in secret, and give them their money (20.1, R-G18)."""
    if league.is_epic:
        epic_season.found(league, table)
        show_all(league)
        begin_event(league, table)
        return
    for stable in league.stables.values():
        money.post(league, table, "start", "20.1", (stable.number, START_MONEY), (BANK, -START_MONEY))
    asked = sheets_of.founding(league)
    given: Mapping[EntryId, Answer] = {}
    if asked.asks:
        given = yield asked
    built = {stable: sheet.points for stable, sheet in given.items() if isinstance(sheet, Founding)}
    for number, points in built.items():
        founding.reveal(table, number, points)
    for number, points in built.items():
        founding.found(league, table, league.stables[number], points)
    show_all(league)
    begin_event(league, table)


def begin_event(league: League, table: Table) -> None:
    """Open the stable phase of the next event."""
    league.event += 1
    league.phase = "market" if league.is_epic else "stable"
    league.entries, league.left_out, league.strangers = [], [], {}
    league.stakes, league.odds, league.windows, league.dark = {}, {}, {}, {}
    league.result, league.let_stand, league.objected, league.gala = None, [], [], None
    table.tell(EventBegan(league.event, league.options.events))
    if league.is_epic:
        epic_season.begin_event(league, table)


def _hold_market(league: League, table: Table) -> Play[None]:
    """Auction the market's chariots by sealed maxima (B.4, H.5)."""
    asked = sheets_of.market(league)
    given: Mapping[EntryId, Answer] = {}
    if asked.asks:
        given = yield asked
    if league.ending:
        _go_on(league, table)
        return
    bidding.hold(league, table, {number: sheet for number, sheet in given.items() if isinstance(sheet, BidSheet)})
    deals.forget(league)
    show_all(league)
    league.phase = "stable"


def _open_stables(league: League, table: Table) -> Play[None]:
    """Let owners mend, train and trade, and enter their chariots (20.2)."""
    given: Mapping[EntryId, Answer] = {}
    asked = sheets_of.deciding(league, sheets_of.stable(league))
    if asked.asks:
        given = yield asked
    if league.ending:
        disclose(league, table)
        _go_on(league, table)
        return
    wishes: dict[EntryId, tuple[int, ...]] = {}
    men: dict[EntryId, tuple[GalaEntry, ...]] = {}
    for number, stable in league.stables.items():
        sheet = given.get(number)
        if isinstance(sheet, Entries | GalaEntries) and not sheet.by_manager:
            wishes[number] = sheet.chariots if isinstance(sheet, Entries) else ()
            men[number] = sheet.men if isinstance(sheet, GalaEntries) else ()
        elif stable.status in ("active", "kept") and stable.role == "owner":
            with whispering(league, table, number) as aside:
                (epic_manager if league.is_epic else manager).mend(league, aside, stable)
                barracks.arm_the_rest(aside, stable)
            wishes[number] = manager.entries(league, stable)
            men[number] = gala_days.by_manager(league, stable)
    _close_stables(league, table)
    if events.is_gala(league):
        gala_days.enter(league, table, men)
        show_all(league)
        return
    lineup.enter(league, table, wishes)
    show_all(league)
    _after_entries(league, table)


def _close_stables(league: League, table: Table) -> None:
    """Let all learn what was bought and trained in the stable phase (R-G40)."""
    deals.forget(league)
    table.tell(StableClosed(league.event))
    disclose(league, table)
    stores.end_secrets(league)
    for stable in league.stables.values():
        barracks.arm_the_rest(table, stable)
        for chariot in stable.chariots.values():
            if chariot.team is not None:
                chariot.team.may_arrange = False


def _after_entries(league: League, table: Table) -> None:
    """Go on to the eve, or past the race if too few chariots came; a lesson on auctions is over (R-B39)."""
    if league.options.ends_at_entries:
        _go_on(league, table)
    elif len(league.entries) < LEAST_TO_RACE:
        table.tell(PassedOver(league.event))
        league.phase = "reckoning"
    else:
        league.phase = "eve"


def _hold_eve(league: League, table: Table) -> Play[None]:
    """Take bets, plans and security, and reveal the bets (24 to 26)."""
    asked = sheets_of.deciding(league, sheets_of.eve(league))
    given: Mapping[EntryId, Answer] = {}
    if asked.asks:
        given = yield asked
    if league.gala is not None:
        deals.forget(league)
        gala_days.open_gala(league, table, given)
        return
    sheets: dict[EntryId, Eve] = {}
    for number, stable in league.stables.items():
        sheet = given.get(number)
        is_own = isinstance(sheet, Eve) and not sheet.by_manager
        if isinstance(sheet, Eve) and is_own:
            sheets[number] = sheet
        elif stable.status in ("active", "kept"):
            sheets[number] = manager.eve(league, stable)
    dark.take_plots(league, sheets)
    for number in league.dark:
        dark.pay(league, table, number)
    bets.reveal(league, table, {number: sheet.stakes for number, sheet in sheets.items()})
    deals.forget(league)
    table.tell(RaceOpened(league.event, {each.chariot: each.entry for each in league.entries}))
    league.phase = "race"


def _race(league: League, table: Table) -> Play[None]:
    """Wait for the race (15.9)."""
    given = yield sheets_of.race(league)
    for number, window in list(league.windows.items()):
        if window.is_open:  # nobody bets on what may be over
            bets.void_window(league, table, number)
    if isinstance(given, RaceReturned):
        if league.gala is not None:
            pair_bets.close_all(league, table, league.gala)
        league.result = given.aftermath
        came = RaceCameBack if league.gala is None else GalaCameBack
        table.tell(came(league.event, given.aftermath.homes))
        league.phase = "protest"
        return
    assert isinstance(given, CalledOff)
    if league.gala is not None:
        pair_bets.give_all_back(league, table, league.gala)
    for number, window in league.windows.items():
        bets.give_back(league, table, window.stakes, number)
    bets.give_back(league, table, league.stakes, 0)
    for number in league.dark:
        dark.give_back(league, table, number)
    league.stakes, league.odds, league.windows, league.dark = {}, {}, {}, {}
    league.oddities = [each for each in league.oddities if each.kind != "bets"]  # these are back
    table.tell(RaceWasCalledOff(league.event, given.reason, league.gala is not None))
    league.phase = "eve"


def _protest(league: League, _table: Table) -> Play[None]:
    """Wait for so long as the race may still go back (H.3)."""
    yield sheets_of.protest(league)
    league.phase = "reckoning"


def _reckon(league: League, table: Table) -> Play[None]:
    """Settle the event (15.2 steps 4 and 5)."""
    dark.tell_expenses(league, table)
    disclose(league, table)
    reckoning.reckon(league, table)
    deals.forget(league)
    league.entries, league.left_out, league.gala = [], [], None
    standing.tell(league, table)
    _go_on(league, table)
    yield from ()


def _auction(league: League, table: Table) -> Play[None]:
    """Hold a forced auction, lot by lot (R-G32)."""
    asked = AskAll(auction.asks(league))
    given: Mapping[EntryId, Answer] = {}
    if asked.asks:
        given = yield asked
    auction.hold(league, table, given)
    show_all(league)
    auction.order_all(league, table)
    _go_on(league, table)


def _go_on(league: League, table: Table) -> None:
    """Go on after a reckoning: to an auction, a gap, the next event, the end."""
    if league.is_epic:
        endings.look(league)
        if standing.is_at_its_end(league):
            escrow.release(league, table)
    auction.line_up(league)
    if not league.forced and standing.is_at_its_end(league):
        loans.call_in(league)
        auction.order_all(league, table)
        auction.line_up(league)
    if league.forced:
        league.phase = "auction"
        auction.post_lots(league, table)
    elif standing.is_at_its_end(league):
        standing.end(league, table)
    elif league.options.gap:
        league.phase = "gap"
    else:
        begin_event(league, table)


def _rest(league: League, table: Table) -> Play[None]:
    """Wait between two events."""
    yield sheets_of.gap(league)
    if league.ending:
        disclose(league, table)
        _go_on(league, table)
        return
    begin_event(league, table)


_PHASES: Mapping[PhaseName, Callable[[League, Table], Play[None]]] = {
    "founding": _found,
    "market": _hold_market,
    "stable": _open_stables,
    "eve": _hold_eve,
    "race": _race,
    "protest": _protest,
    "reckoning": _reckon,
    "auction": _auction,
    "gap": _rest,
}
