"""Protests (H.3, L-43): until the reckoning a race may go back. Owners who let it stand, all of them, end the wait."""

from engine.leagues import standing
from engine.leagues.words.acts import LetStand
from engine.leagues.words.facts import AllLetStand, LetItStand
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import League, Stable
from engine.table import Table
from records.refusals import Refused
from records.values import EntryId


def let_stand(league: League, table: Table, stable: Stable, act: LetStand) -> None:
    """Note that an owner lets the event's race stand; with the last one all do.

    :raises Refused: outside of the protests on that race, for a bettor, and the second time.
    """
    if league.phase != "protest":
        raise Refused(LeagueReason.NOT_NOW, "H.3", phase=league.phase)
    if league.event != act.event:
        raise Refused(LeagueReason.RECKONED, "H.9", event=act.event)
    if stable.role != "owner":
        raise Refused(LeagueReason.NO_SAY, "L-43")
    if stable.number in league.let_stand:
        raise Refused(LeagueReason.SAID_SO, "L-43", waiting=waiting(league))
    league.let_stand.append(stable.number)
    table.tell(LetItStand(stable.number))
    if are_over(league):
        table.tell(AllLetStand(league.event, tuple(league.let_stand)))


def waiting(league: League) -> list[EntryId]:
    """Return the active owners who have not let the race stand yet; people only, the house never delays it."""
    owners = (each for each in standing.active_owners(league) if not each.is_house)
    return [each.number for each in owners if each.number not in league.let_stand]


def are_over(league: League) -> bool:
    """Tell whether all owners that count have let the race stand, and there was at least one."""
    return bool(league.let_stand) and not waiting(league)
