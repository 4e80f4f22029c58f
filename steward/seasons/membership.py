"""Who is in a league, and who is out of it: one person, one stable (H.10)."""

import msgspec

from db.store import Store
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import League
from records.lookalikes import look_alike
from records.races import EntryRecord, FactionRecord, PublicRace
from records.refusals import Reason, Refused
from records.values import EntryId, Faction, PlayerId, RaceId
from steward.hosting.substitutes import expelled_from, gone_from
from steward.running.live import Live


async def require_outside(store: Store, league: PublicRace, player: PlayerId) -> None:
    """:raises Refused: if somebody has a stable in a league, as owner or deputy, or was expelled."""
    if league.faction_for(player) is not None:
        raise Refused(LeagueReason.HAS_A_STABLE)
    await require_not_expelled(store, league.record.id, player)


async def require_not_expelled(store: Store, league: RaceId, player: PlayerId) -> None:
    """:raises Refused: if somebody was expelled from a league, and has not been let in again."""
    if player in expelled_from(await store.stories.acts(league)):
        raise Refused(LeagueReason.EXPELLED)


async def require_may_drive(
    store: Store, league: PublicRace, race: PublicRace, player: PlayerId, faction: Faction
) -> None:
    """:raises Refused: if somebody may not drive for a faction of a league, or of a race of it.

    Whoever is in it for themselves may not, nor who is out of it.
    """
    acts = await store.stories.acts(league.record.id)
    own = league.faction_for(player)
    if own is not None and _number_of(league, own) == _stable_at(league, race, faction):
        if race.record.id != league.record.id and own.substitute not in (None, player):
            raise Refused(LeagueReason.DEPUTY_DRIVES)
        if player in gone_from(acts):
            raise Refused(LeagueReason.OUT_OF_THE_SEASON, "H.10", status="kept")
    else:
        await require_outside(store, league, player)


def _number_of(league: PublicRace, seat: FactionRecord) -> EntryId:
    return next(each.entry for each in league.entries if each.faction == seat.faction)


def _stable_at(league: PublicRace, race: PublicRace, faction: Faction) -> EntryId | None:
    """Return the stable that has a place: in a race of a league, factions have the numbers of stables."""
    if race.record.id != league.record.id:
        return EntryId(faction)
    return next((each.entry for each in race.entries if each.faction == faction), None)


def named_apart(known: PublicRace, entry: EntryRecord, *, is_chosen: bool) -> EntryRecord:
    """Return a stable whose name no other one bears: one named after its owner takes its colour's where it has to.

    :raises Refused: if the owner has chosen a name that looks like another stable's.
    """
    if not any(look_alike(entry.name, each.name) for each in known.entries):
        return entry
    if is_chosen:
        raise Refused(Reason.NAME_TAKEN, name=entry.name, what="stable")
    return msgspec.structs.replace(entry, name=f"{entry.colour.title()} {entry.entry}")


def latest_member(live: Live) -> EntryId:
    """Return the number of the member who has just come in."""
    state: League = live.session.state
    return max([*state.stables, *(each.number for each in state.joining)])
