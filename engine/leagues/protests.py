"""Protests (H.3, L-43): until the reckoning a race may go back. Silence lets it stand, at the end of the time.

An owner may object, and the host decides. Owners who let it stand, all of them, end the wait.
"""

from engine.leagues import often, standing
from engine.leagues.words.acts import LetStand, ObjectTo
from engine.leagues.words.facts import AllLetStand, LetItStand, Objected
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import League, Stable
from engine.table import Table
from records.refusals import Refused
from records.values import EntryId


def let_stand(league: League, table: Table, stable: Stable, act: LetStand) -> None:
    """Note that an owner lets the event's race stand; with the last one all do.

    :raises Refused: outside of the protests on that race, for a bettor, and the second time.
    """
    _require_say(league, stable, act.event)
    if stable.number in league.let_stand:
        raise Refused(LeagueReason.SAID_SO, "L-43", waiting=waiting(league))
    league.let_stand.append(stable.number)
    league.objected = [each for each in league.objected if each != stable.number]
    table.tell(LetItStand(stable.number))
    if are_over(league):
        table.tell(AllLetStand(league.event, tuple(league.let_stand), league.gala is not None))


def object_to(league: League, table: Table, stable: Stable, act: ObjectTo) -> None:
    """Tell all that an owner objects to the event's race; it lets the race stand no longer.

    :raises Refused: as :func:`let_stand`.
    """
    _require_say(league, stable, act.event)
    if stable.number in league.objected:
        raise Refused(LeagueReason.OBJECTED, "L-43")
    often.say(league, stable.number, "objections")
    league.objected.append(stable.number)
    league.let_stand = [each for each in league.let_stand if each != stable.number]
    table.tell(Objected(stable.number, act.event, league.gala is not None))
    table.end_scene()  # told at once: its host has only the rest of the time


def _require_say(league: League, stable: Stable, event: int) -> None:
    """:raises Refused: outside of the protests on that event's race, and for a bettor."""
    if league.phase != "protest":
        raise Refused(LeagueReason.NOT_NOW, "H.3", phase=league.phase)
    if league.event != event:
        raise Refused(LeagueReason.RECKONED, "H.9", event=event)
    if stable.role != "owner":
        raise Refused(LeagueReason.NO_SAY, "L-43")


def waiting(league: League) -> list[EntryId]:
    """Return the active owners who have not let the race stand yet; people only, the house never delays it."""
    owners = (each for each in standing.active_owners(league) if not each.is_house)
    return [each.number for each in owners if each.number not in league.let_stand]


def are_over(league: League) -> bool:
    """Tell whether all owners that count have let the race stand, and there was at least one."""
    return bool(league.let_stand) and not waiting(league)
