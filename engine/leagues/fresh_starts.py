"""A bankrupt's new start (B.6, R-B7, R-B35, R-B37)."""

from engine.leagues import auction, fitness, loans
from engine.leagues.words.epic_acts import BeginAgain, DeclareBankrupt
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import League, Stable
from engine.table import Table
from records.refusals import Refused

MOST_STARTS = {"owner": 1, "slave": 2}
"""New starts in a season: one, and another one after a slave's death (R-B7, R-B37)."""


def declare(league: League, table: Table, stable: Stable, _act: DeclareBankrupt, _set_aside: object) -> None:
    """Let a ruined owner give up: cash goes to creditors, goods are sold for them, or leave the game (R-B35, R-B44).

    :raises Refused: outside a stable phase, or for an owner who can race.
    """
    if league.phase != "stable":
        raise Refused(LeagueReason.NOT_NOW, "R-B35", phase=league.phase)
    if fitness.startable(stable):
        raise Refused(LeagueReason.CAN_RACE, "R-B35")
    loans.call_in_of(league, stable.number)
    auction.declare(league, table, stable.number)
    table.end_scene()


def begin_again(league: League, _table: Table, stable: Stable, act: BeginAgain, _set_aside: object) -> None:
    """Let a bankrupt begin again before the next auction (R-B7).

    :raises Refused: for anybody else, or as often as it may be.
    """
    if stable.status != "bankrupt":
        raise Refused(LeagueReason.NOT_BANKRUPT, "R-B7")
    if any(forced.debtor == stable.number for forced in league.forced):
        raise Refused(LeagueReason.NOT_NOW, "R-B7", phase=league.phase)
    if stable.restarts >= (at_most := _most(stable)):
        raise Refused(LeagueReason.AGAIN_ENOUGH, "R-B7", at_most=at_most)
    league.again[stable.number] = "slave" if act.as_slave else "owner"


def _most(stable: Stable) -> int:
    """Return how often a player may begin again: a slave who has died, once more (R-B37)."""
    return MOST_STARTS["slave" if stable.was_slave else "owner"]
