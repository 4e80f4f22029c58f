"""Who may leave a race: before its start everybody but those who drive in all races of a cup (CUP-4, CUP-11)."""

from db.store import Store
from records.races import PublicRace, RaceRecord
from records.refusals import Reason, Refused
from records.values import PlayerId
from steward.telling import shown


async def require_way_out(store: Store, race: PublicRace, player: PlayerId) -> None:
    """:raises Refused: if somebody is not in a race, or must stay in: the race has started, or its cup has."""
    record, is_lobby = race.record, race.record.state == "lobby"
    if not record.kind.takes_race_commands:
        raise Refused(Reason.NO_SUCH_RACE)
    if not any(each.player == player for each in race.factions):
        raise Refused(Reason.NOT_ENTERED) if is_lobby else _drives_for_another(race, player)
    if is_lobby and (not record.has_same_field or await _is_newcomer(store, race, player)):
        return
    if await _is_in_open_cup(store, record):
        raise Refused(Reason.STAYS_IN_CUP)
    if record.state in ("finished", "cancelled"):
        raise shown.not_in_lobby(record)
    raise Refused(Reason.STAYS_IN_RACE, title=record.title)


def _drives_for_another(race: PublicRace, player: PlayerId) -> Refused:
    """Return the refusal of a substitute who has the reins in a race under way, or of anybody else."""
    seat = race.faction_for(player)
    if seat is None or race.record.state not in ("running", "paused"):
        return shown.not_in_lobby(race.record)
    what = "race" if race.record.league is None else "league"
    return Refused(Reason.DRIVES_FOR_ANOTHER, title=race.record.title, owner=seat.player, what=what)


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
