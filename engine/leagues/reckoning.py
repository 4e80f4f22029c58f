"""The reckoning after a race, in the order of H.9: bets, experience, losses and recovery, members, loans."""

from collections.abc import Collection
from copy import deepcopy

from engine.goods.chariots import Wounds
from engine.goods.gladiators import ManHome
from engine.leagues import (
    auction,
    barracks,
    bets,
    champions,
    creating,
    escrow,
    events,
    founding,
    gala_reckoning,
    money,
    slaves,
    standing,
    stores,
)
from engine.leagues.dark import chariot_of
from engine.leagues.whispers import show_all
from engine.leagues.words import charts
from engine.leagues.words.arena_state import Gala
from engine.leagues.words.epic_facts import StoredDriver, StoreRecovered
from engine.leagues.words.facts import (
    Joined,
    Noticed,
    PlotExposed,
    Ran,
    ReckoningBegan,
    Recovered,
    Upset,
)
from engine.leagues.words.options import START_MONEY
from engine.leagues.words.state import BANK, Chariot, Entry, League, Stable
from engine.stables import Home
from engine.table import Table
from records.values import EntryId

FORM = 5
"""Races that a chariot's form remembers (H.13)."""

LONG_ODDS = 8
"""To 1: a winner at these odds, or longer ones, is an upset (H.13)."""


def reckon(league: League, table: Table) -> None:
    """Settle an event that is over, in the order of H.9."""
    if league.gala is not None:
        _reckon_gala(league, table, league.gala)
    else:
        _reckon_race(league, table)
    _count_starts(league)
    show_all(league)
    _let_join(league, table)
    auction.order_all(league, table)


def _reckon_gala(league: League, table: Table, gala: Gala) -> None:
    """Settle a gala (H.8.6): chariots heal after races alone (B.11)."""
    assert league.result is not None
    homes = {home.entry: home for home in league.result.homes_as(ManHome)}
    gala_reckoning.reckon(league, table, gala, homes)
    _notice(league, table)


def _notice(league: League, table: Table) -> None:
    for oddity in league.oddities:
        table.tell(Noticed(oddity))
    league.oddities = []


def _reckon_race(league: League, table: Table) -> None:
    """Settle a race, or an event that was passed over."""
    homes = league.result.homes_as(events.under_way(league).home) if league.result is not None else ()
    ran = [(home, league.entries[place]) for place, home in enumerate(homes)]
    field = tuple(Ran(entry.stable, entry.chariot, home.place, entry.entry) for home, entry in ran)
    table.tell(ReckoningBegan(league.event, field))
    winner = next((entry.chariot for home, entry in ran if home.place == 1), None)
    if winner is not None and league.odds.get(winner, 0) >= LONG_ODDS:
        owner = next(entry.stable for entry in league.entries if entry.chariot == winner)
        table.tell(Upset(owner, winner, league.odds[winner]))
    expose(league, table)
    _notice(league, table)
    bets.pay(league, table, winner)
    owned = [(home, entry) for home, entry in ran if entry.stable is not None]
    for home, entry in owned:
        credit(league, table, entry, home, len(ran))
    for home, entry in owned:
        if entry.stable is not None:
            come_home(league, table, entry.stable, chariot_of(league, entry.chariot), home)
    if league.is_epic:
        _settle_epic(league, table)
    if ran:
        away = _away(league)
        for stable in league.stables.values():
            recover(table, stable, away)


def _settle_epic(league: League, table: Table) -> None:
    """Free champions, look after slaves, and strike off teams without a horse (B.11, R-B37)."""
    champions.crown(league, table)
    slaves.look_after(league, table)
    for stable in league.stables.values():
        stores.strike_off(league, table, stable)


def expose(league: League, table: Table) -> None:
    """Tell whose the plots were that came to light in the race; of the others nobody ever hears (24, H.13)."""
    entries = {entry.entry: entry for entry in league.entries}
    for plot in league.result.revealed if league.result is not None else ():
        victim = entries[plot.entry]
        payer = EntryId(plot.payer)
        table.tell(PlotExposed(payer, victim.stable, victim.chariot, plot.device, plot.sum, plot.security, plot.works))


def credit(league: League, table: Table, entry: Entry, home: Home, field: int) -> None:
    """Count a place (R-G33), and give what it brings: experience (23.1), and a prize if the kind of event has any.

    A slave has no prizes (R-B37).

    :param field: chariots that started.
    """
    assert entry.stable is not None
    stable, kind = league.stables[entry.stable], events.under_way(league)
    chariot = stable.chariots[entry.chariot]
    if home.place is not None:
        stable.places.append(home.place)
        stable.wins += home.place == 1
    kind.credit(table, stable.number, chariot, home, field)
    prize = 0 if stable.status == "slave" else kind.prize(home)
    money.post(league, table, "prize", "H.2", (stable.number, prize), (BANK, -prize), number=chariot.number)


def come_home(league: League, table: Table, stable: EntryId, chariot: Chariot, home: Home) -> None:
    """Take back a chariot with all that it has lost (22), and note its place."""
    chariot.races += 1
    chariot.form = [*chariot.form, home.place or 0][-FORM:]
    events.under_way(league).come_home(table, stable, chariot, home)


def _away(league: League) -> list[int]:
    """Return the chariots that run a match: they have their recovery as they come home (R-B16)."""
    under_way = [match for match in escrow.running(league) if not match.is_duel]
    for match in under_way:
        match.recoveries += 1
    return [entry.chariot for match in under_way for entry in match.entries]


def recover(table: Table, stable: Stable, away: Collection[int] = ()) -> None:
    """Let each injured driver and horse regain a box, whether it has raced or not (22.1, 22.2, R-G6).

    :param away: chariots that are not at home.
    """
    for number, chariot in sorted(stable.chariots.items()):
        if number not in away:
            recover_chariot(table, stable.number, chariot)
    _recover_store(table, stable)


def _recover_store(table: Table, stable: Stable) -> None:
    """Let what waits in a store recover, too: raced or not (R-B16)."""
    store = stable.store
    drivers = [each for each in store.drivers if each.hits < each.boxes or each.wounds != Wounds()]
    horses = [each for each in store.horses if each.injury]
    cars = [each for each in store.cars if any(each.wheels)]
    for driver in drivers:
        driver.hits, driver.wounds = min(driver.boxes, driver.hits + 1), Wounds()
    for horse in horses:
        horse.injury -= 1
    for car in cars:
        car.wheels = (0, 0)
    if drivers or horses or cars:
        told = tuple(StoredDriver(each.name, each.hits, each.boxes) for each in drivers)
        speeds, mended = tuple(each.speed for each in horses), tuple(each.car for each in cars)
        table.tell(StoreRecovered(stable.number, told, speeds, mended))


def recover_chariot(table: Table, stable: EntryId, chariot: Chariot) -> None:
    """Let a chariot's driver and horses regain a box each (22.1, 22.2); what a match has left on it heals (R-B29)."""
    driver, team = chariot.driver, chariot.team
    hurt = [horse for horse in team.horses if horse.is_alive and horse.injury] if team is not None else []
    is_hurt = driver is not None and driver.is_alive and driver.hits < driver.boxes
    chariot.wheels = (0, 0)
    for horse in hurt:
        horse.injury -= 1
    if driver is not None:
        driver.wounds = Wounds()
        driver.hits += is_hurt
    if hurt or is_hurt:
        injuries = tuple(horse.injury for horse in team.horses) if team is not None else ()
        table.tell(Recovered(stable, chariot.number, driver.hits if driver is not None else 0, injuries))


def _count_starts(league: League) -> None:
    if league.result is not None:
        for stable in league.stables.values():
            men = league.gala.entered_by(stable.number) if league.gala is not None else ()
            stable.starts += bool(league.entered_by(stable.number) or men)


def _let_join(league: League, table: Table) -> None:
    """Let newcomers in, with the cash of the poorest and five chariots (R-G39, L-10)."""
    for stable in league.joining:
        stable.joined = league.event + 1
        admit(league, table, stable, cash_of_late(league))
        points = league.founding.pop(stable.number)
        if league.is_epic:
            chariot = creating.random_chariot(league, table, stable.number)
            stable.chariots[chariot.number] = chariot
            barracks.give_one(league, table, stable)
            continue
        founding.reveal(table, stable.number, points)
        founding.found(league, table, stable, points)
    league.joining = []
    for number in list(league.founding):
        _become_owner(league, table, league.stables[number])
    show_all(league)


def _become_owner(league: League, table: Table, stable: Stable) -> None:
    """Give a bettor who asked for it five chariots; their treasury stays as it is (L-10)."""
    points = league.founding.pop(stable.number)
    if stable.status != "active":
        return
    stable.role, stable.joined = "owner", league.event + 1
    table.tell(Joined(stable.number, stable.role, stable.cash))
    if league.is_epic:
        return
    founding.reveal(table, stable.number, points)
    founding.found(league, table, stable, points)


def cash_of_late(league: League) -> int:
    """Return the sesterces that a late owner begins with: as much as the poorest, within bounds (R-G39, L-10).

    In the Epic campaign the poorest may be a bettor, and nothing bounds the sum from above (R-B34).
    """
    if league.is_epic:
        return slaves.cash_of_late(league)
    poorest = min((each.cash for each in standing.active_owners(league)), default=0)
    return min(START_MONEY, max(charts.LEAST_FOR_LATE, poorest))


def admit(league: League, table: Table, stable: Stable, cash: int) -> None:
    """Take a member in, with start money of *cash* sesterces from the bank (20.1, 26.6)."""
    league.stables[stable.number] = stable
    league.shown[stable.number] = deepcopy(stable)
    table.tell(Joined(stable.number, stable.role, cash))
    money.post(league, table, "start", "R-G39", (stable.number, cash), (BANK, -cash))
