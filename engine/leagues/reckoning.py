"""The reckoning after a race, in the order of H.9: bets, experience, losses and recovery, members, loans."""

from copy import deepcopy

from engine.leagues import auction, bets, founding, loans, money, standing
from engine.leagues.dark import chariot_of
from engine.leagues.whispers import show_all
from engine.leagues.words import charts
from engine.leagues.words.facts import (
    CameHomeHurt,
    CarLost,
    DriverLost,
    ExperienceGained,
    HorseLost,
    Joined,
    Noticed,
    PlotExposed,
    Ran,
    ReckoningBegan,
    Recovered,
    Upset,
)
from engine.leagues.words.options import START_MONEY
from engine.leagues.words.state import BANK, Chariot, League, Stable
from engine.stables import Home
from engine.table import Table
from records.values import EntryId

FORM = 5
"""Races that a chariot's form remembers (H.13)."""

LONG_ODDS = 8
"""To 1: a winner at these odds, or longer ones, is an upset (H.13)."""


def reckon(league: League, table: Table) -> None:
    """Settle an event that is over, in the order of H.9."""
    homes = league.result.homes if league.result is not None else ()
    ran = [(home, league.entries[place]) for place, home in enumerate(homes)]
    field = tuple(Ran(entry.stable, entry.chariot, home.place) for home, entry in ran)
    table.tell(ReckoningBegan(league.event, field))
    winner = next((entry.chariot for home, entry in ran if home.place == 1), None)
    if winner is not None and league.odds.get(winner, 0) >= LONG_ODDS:
        owner = next(entry.stable for entry in league.entries if entry.chariot == winner)
        table.tell(Upset(owner, winner, league.odds[winner]))
    expose(league, table)
    for oddity in league.oddities:
        table.tell(Noticed(oddity))
    league.oddities = []
    bets.pay(league, table, winner)
    for home, entry in ran:
        if entry.stable is not None:
            credit(league, table, entry.stable, league.stables[entry.stable].chariots[entry.chariot], home)
    for home, entry in ran:
        if entry.stable is not None:
            come_home(table, entry.stable, chariot_of(league, entry.chariot), home)
    if ran:
        for stable in league.stables.values():
            recover(table, stable)
    _count_starts(league)
    show_all(league)
    _let_join(league, table)
    for debtor in loans.settle(league, table):
        auction.order(league, table, debtor)


def expose(league: League, table: Table) -> None:
    """Tell whose the plots were that came to light in the race; of the others nobody ever hears (24, H.13)."""
    entries = {entry.entry: entry for entry in league.entries}
    for plot in league.result.revealed if league.result is not None else ():
        victim = entries[plot.entry]
        payer = EntryId(plot.payer)
        table.tell(PlotExposed(payer, victim.stable, victim.chariot, plot.device, plot.sum, plot.security, plot.works))


def credit(league: League, table: Table, number: EntryId, chariot: Chariot, home: Home) -> None:
    """Give driver and team the experience for a place (23.1), and count it (R-G33)."""
    stable = league.stables[number]
    if home.place is None:
        return
    stable.places.append(home.place)
    is_alive = home.hits > 0
    assert chariot.team is not None
    assert chariot.driver is not None
    if home.place == 1:
        stable.wins += 1
        chariot.team.wins += 1
        chariot.driver.wins += is_alive
    points = charts.experience(home.place, home.gap)
    if not points:
        return
    chariot.team.experience += points
    chariot.driver.experience += points if is_alive else 0
    table.tell(ExperienceGained(number, chariot.number, home.place, points, home.gap, is_alive))


def come_home(table: Table, stable: EntryId, chariot: Chariot, home: Home) -> None:
    """Strike off the dead and the wrecks (22); a car with both wheels on is whole again (22.3)."""
    driver, team = chariot.driver, chariot.team
    assert driver is not None
    assert team is not None
    chariot.races += 1
    chariot.form = [*chariot.form, home.place or 0][-FORM:]
    driver.hits, driver.is_new = home.hits, False
    if not driver.is_alive:
        table.tell(DriverLost(stable, chariot.number, driver.number))
        chariot.driver = None
    for place, (horse, back) in enumerate(zip(team.horses, home.horses, strict=True), start=1):
        horse.injury = back.injury
        if not back.is_alive:
            horse.is_alive, horse.injury = False, horse.boxes
            table.tell(HorseLost(stable, chariot.number, place))
    if not home.is_car_whole:
        chariot.has_car = False
        table.tell(CarLost(stable, chariot.number))
    injuries = tuple(horse.injury for horse in team.horses)
    if home.hits < driver.boxes or any(injuries):
        table.tell(CameHomeHurt(stable, chariot.number, home.hits, injuries))


def recover(table: Table, stable: Stable) -> None:
    """Let each injured driver and horse regain a box, whether it has raced or not (22.1, 22.2, R-G6)."""
    for number, chariot in sorted(stable.chariots.items()):
        driver, team = chariot.driver, chariot.team
        hurt = [horse for horse in team.horses if horse.is_alive and horse.injury] if team is not None else []
        is_hurt = driver is not None and driver.is_alive and driver.hits < driver.boxes
        for horse in hurt:
            horse.injury -= 1
        if is_hurt and driver is not None:
            driver.hits += 1
        if hurt or is_hurt:
            injuries = tuple(horse.injury for horse in team.horses) if team is not None else ()
            table.tell(Recovered(stable.number, number, driver.hits if driver is not None else 0, injuries))


def _count_starts(league: League) -> None:
    if league.result is not None:
        for stable in league.stables.values():
            stable.starts += bool(league.entered_by(stable.number))


def _let_join(league: League, table: Table) -> None:
    """Let newcomers in, with the cash of the poorest and five chariots (R-G39, L-10)."""
    for stable in league.joining:
        stable.joined = league.event + 1
        admit(league, table, stable, cash_of_late(league))
        points = league.founding.pop(stable.number)
        founding.reveal(table, stable.number, points)
        founding.found(league, table, stable, points)
    league.joining = []
    show_all(league)


def cash_of_late(league: League) -> int:
    """Return the sesterces that a late owner begins with: as much as the poorest, within bounds (R-G39, L-10)."""
    poorest = min((each.cash for each in standing.active_owners(league)), default=0)
    return min(START_MONEY, max(charts.LEAST_FOR_LATE, poorest))


def admit(league: League, table: Table, stable: Stable, cash: int) -> None:
    """Take a member in, with start money of *cash* sesterces from the bank (20.1, 26.6)."""
    league.stables[stable.number] = stable
    league.shown[stable.number] = deepcopy(stable)
    table.tell(Joined(stable.number, stable.role, cash))
    money.post(league, table, "start", "R-G39", (stable.number, cash), (BANK, -cash))
