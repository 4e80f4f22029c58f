"""The places of a league before its start: numbers of members, and who bets only, which its options keep."""

from collections.abc import Mapping

import msgspec

from engine.game import AnyRuleset
from engine.leagues.words.options import LeagueOptions
from engine.leagues.words.state import Role
from records.races import FactionRecord, PublicRace
from records.values import EntryId, Faction
from steward.telling import shown


def stable_of(known: PublicRace, seat: FactionRecord) -> EntryId:
    """Return the number of the stable that somebody has in a league."""
    return next(each.entry for each in known.entries if each.faction == seat.faction)


def next_faction(known: PublicRace) -> Faction:
    """Return the number of one more member."""
    return Faction(max((each.faction for each in known.factions), default=0) + 1)


def require_lobby(known: PublicRace) -> None:
    """:raises Refused: if the league has begun, or is over."""
    if known.record.state != "lobby":
        raise shown.not_in_lobby(known.record)


def most_betters(rules: AnyRuleset) -> int:
    """Return how many members may bet only: the other places are for owners (L-53)."""
    return len(rules.colours) // 2


def with_role(known: PublicRace, options: LeagueOptions, stable: EntryId, role: Role) -> tuple[str, str] | None:
    """Return a league's options before and after a member got a role; ``None`` if they stay as they are."""
    others = tuple(each for each in options.betters if each != stable)
    betters = (*others, stable) if role == "better" else others
    if betters == options.betters:
        return None
    return known.record.options, stored(msgspec.structs.replace(options, betters=betters))


def stored(fields: msgspec.Struct | Mapping[str, int]) -> str:
    """Return options, or spans of time, as they are kept: JSON."""
    return msgspec.json.encode(fields).decode()
