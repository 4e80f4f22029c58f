"""Bankrupts who go on: as late entrants, or as slaves who drive a chariot of the state (B.6, R-B7, R-B34, R-B37).

A slave has no money, no bets and no prizes; he gives orders in the races, after all owners. The state mends his chariot
free after each race, but gives him no other driver: he dies with his own, and may then begin again once more.
"""

from engine.facts import Fact
from engine.leagues.stores import lose_endurance
from engine.leagues.words import charts
from engine.leagues.words.arena_facts import StateFighterDied
from engine.leagues.words.epic_facts import SlaveDied, StateMended
from engine.leagues.words.facts import StatusChanged
from engine.leagues.words.state import Chariot, Horse, League, Stable
from engine.table import Table

MENDED_AT = charts.HORSE_PRICES[0]
"""The column in which the state buys horses (R-B37)."""


def cash_of_late(league: League) -> int:
    """Return the sesterces of a late entrant: as the poorest active player, bettors included (B.2, R-B34)."""
    active = [stable.cash for stable in league.stables.values() if stable.status == "active"]
    return max(league.options.late_minimum, min(active, default=0))


def look_after(league: League, table: Table) -> None:
    """Mend the chariots of slaves, and take note of the dead ones (R-B37)."""
    for stable in league.stables.values():
        if stable.status != "slave":
            continue
        for chariot in list(stable.chariots.values()):
            if chariot.driver is None:
                _end(league, table, stable, SlaveDied(stable.number))
            else:
                _mend(table, stable, chariot)


def look_after_men(league: League, table: Table) -> None:
    """Take note of slaves who fought for the state, and are dead or unfit (R-B37, R-C8)."""
    for stable in league.stables.values():
        if stable.status == "slave" and not stable.chariots and not stable.gladiators:
            _end(league, table, stable, StateFighterDied(stable.number))


def _end(league: League, table: Table, stable: Stable, told: Fact) -> None:
    """Take a slave out whose driver or gladiator is dead, who may begin again once more (R-B37)."""
    stable.chariots = {}
    table.tell(told)
    stable.status, stable.bankrupt_in = "bankrupt", league.event
    table.tell(StatusChanged(stable.number, stable.status))


def _mend(table: Table, stable: Stable, chariot: Chariot) -> None:
    dead = [place for place, horse in enumerate(chariot.team.horses) if not horse.is_alive] if chariot.team else []
    if not dead and chariot.has_car:
        return
    assert chariot.team is not None
    table.tell(StateMended(stable.number, chariot.number))
    chariot.has_car = True
    for place in dead:
        speed = charts.horse_speed(table.roll(stable.number, "new horse", "R-B37").total, MENDED_AT)
        chariot.team.horses[place] = Horse(speed)
        lose_endurance(table, stable, chariot, "new horse", "R-B37")
