"""Champions of the Epic campaign: ten wins free a driver or a gladiator, and the owner is paid (B.11, C.7, I.10.3).

R-B15  Of the ten, so many may be wins of match races as the setting says.
R-B47  The wins are the driver's own, whoever owned him as he won.
"""

from engine.leagues import money
from engine.leagues.words import epic_charts
from engine.leagues.words.arena_facts import GladiatorFreed
from engine.leagues.words.arena_state import Gladiator
from engine.leagues.words.epic_facts import DriverFreed
from engine.leagues.words.facts import StatusChanged
from engine.leagues.words.state import BANK, Chariot, Driver, League, Stable
from engine.table import Table


def counted_wins(league: League, driver: Driver) -> int:
    """Return the wins of a driver that count for a champion (R-B15)."""
    return _counted(league, driver.wins, driver.private_wins)


def _counted(league: League, wins: int, private: int) -> int:
    return wins - private + min(private, epic_charts.PRIVATE_WINS[league.options.private_wins])


def crown_men(league: League, table: Table) -> None:
    """Free every gladiator who has won ten combats; his equipment is lost (C.7). Duels count as match races do."""
    for stable in league.stables.values():
        for man in list(stable.gladiators.values()):
            if _counted(league, man.victories, man.private_wins) >= epic_charts.WINS_OF_CHAMPION:
                _free_man(league, table, stable, man)


def _free_man(league: League, table: Table, stable: Stable, man: Gladiator) -> None:
    del stable.gladiators[man.number]
    stable.champions.append(man.name)
    table.tell(GladiatorFreed(stable.number, man.number, man.name))
    if stable.status == "slave":  # a private victory, and the end of the season (R-B37)
        stable.status = "retired"
        table.tell(StatusChanged(stable.number, stable.status))
        return
    lines = ((stable.number, epic_charts.FOR_CHAMPION), (BANK, -epic_charts.FOR_CHAMPION))
    money.post(league, table, "champion", "I.10.3", *lines, number=man.number)


def crown(league: League, table: Table) -> None:
    """Free every driver at the reins who has won often enough; team and car stay with their owner (I.10.3)."""
    for stable in league.stables.values():
        for chariot in list(stable.chariots.values()):
            driver = chariot.driver
            if driver is not None and counted_wins(league, driver) >= epic_charts.WINS_OF_CHAMPION:
                _free(league, table, stable, chariot, driver)


def _free(league: League, table: Table, stable: Stable, chariot: Chariot, driver: Driver) -> None:
    """Free a driver. For a slave that is a private victory, and the end of the season; nobody is paid (R-B37)."""
    chariot.driver = None
    stable.champions.append(driver.name)
    table.tell(DriverFreed(stable.number, chariot.number, driver.number, driver.name))
    if stable.status == "slave":
        stable.status, stable.chariots = "retired", {}
        table.tell(StatusChanged(stable.number, stable.status))
        return
    lines = ((stable.number, epic_charts.FOR_CHAMPION), (BANK, -epic_charts.FOR_CHAMPION))
    money.post(league, table, "champion", "I.10.3", *lines, number=chariot.number)
