"""How often a member may do in one phase what all are told, or what is put before another (H.6, L-50, L-99)."""

from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import League
from records.limits import SAYINGS_IN_A_PHASE, Limit
from records.refusals import Refused
from records.values import EntryId


def count(league: League, key: str, limit: Limit, reason: LeagueReason, rule: str = "H.6") -> None:
    """Count what is done in the open phase; :exc:`Refused` if it was done as often as it may be."""
    if league.made.get(key, 0) >= limit.most:
        raise Refused(reason, rule, at_most=limit.most)
    league.made[key] = league.made.get(key, 0) + 1


def say(league: League, member: EntryId, what: str) -> None:
    """Count what a member tells all and may tell them again; :exc:`Refused` if they did so often enough (L-99)."""
    count(league, f"{what} {member}", SAYINGS_IN_A_PHASE, LeagueReason.SAID_ENOUGH, "L-99")
