"""Who may leave a race: before its start everybody but those who drive in all races of a cup (CUP-4, CUP-11)."""

from db.store import Store
from records.races import PublicRace, RaceRecord
from records.refusals import Reason, Refused
from records.values import PlayerId
from steward.telling import shown


async def require_way_out(store: Store, race: PublicRace, player: PlayerId) -> None:
    """:raises Refused: if somebody is not in a race, or must stay in: the race has started, or its cup has."""
    record, is_lobby = race.record, race.record.state == "lobby"
    if record.is_league:
        raise Refused(Reason.NO_SUCH_RACE)
    if not any(each.player == player for each in race.factions):
        raise Refused(Reason.NOT_ENTERED) if is_lobby else shown.not_in_lobby(record)
    if is_lobby and (not record.has_same_field or await _is_newcomer(store, race, player)):
        return
    if await _is_in_open_cup(store, record):
        raise Refused(Reason.STAYS_IN_CUP)
    if record.state in ("finished", "cancelled"):
        raise shown.not_in_lobby(record)
    raise Refused(Reason.STAYS_IN_RACE, title=record.title)


async def _is_newcomer(store: Store, lobby: PublicRace, player: PlayerId) -> bool:
    """Tell whether a player entered a cup with this race, and may still leave it (CUP-4)."""
    if lobby.record.cup is None:
        return False
    known = await store.cups.races(lobby.record.cup)
    before = [await store.index.field(each.id) for each in known if each.id != lobby.record.id]
    return not any(PublicRace(*field).faction_for(player) for field in before if field is not None)


async def _is_in_open_cup(store: Store, race: RaceRecord) -> bool:
    cup = None if race.cup is None else await store.cups.cup(race.cup)
    return cup is not None and cup.state == "open"
