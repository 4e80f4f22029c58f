"""Places that are reserved in a lobby for people who have not said yes yet (S-72)."""

from collections.abc import Iterable

import msgspec

from engine.refusals import GameReason
from records.limits import PLACES_KEPT
from records.races import EntryRecord, FactionRecord, PublicRace, Reserved
from records.refusals import Reason, Refused
from records.values import PlayerId
from steward.telling import shown


def reserved_for(lobby: PublicRace, places: Iterable[Reserved]) -> PublicRace:
    """Return a lobby that is not kept yet with places reserved in it."""
    kept = [*lobby.record.reservations, *places]
    record = msgspec.structs.replace(lobby.record, reserved=msgspec.json.encode(kept).decode())
    return PublicRace(record, lobby.factions, lobby.entries)


def place_like(
    seat: FactionRecord, entry: EntryRecord | None, player: PlayerId, *, only_bets: bool = False
) -> Reserved:
    """Return a place for somebody, with the looks of the chariot or stable that they had."""
    colour, called = (None, None) if entry is None else (entry.colour, entry.name)
    return Reserved(player, seat.name, colour, called, only_bets)


def kept_from(lobby: PublicRace, player: PlayerId | None, now: float) -> int:
    """Return how many places of a lobby are kept from somebody: those of others, as long as they are kept at all.

    :param player: ``None`` for a house driver.
    """
    if lobby.record.opened + PLACES_KEPT <= now:
        return 0
    return sum(each.player != player for each in lobby.record.reservations)


def full(lobby: PublicRace, player: PlayerId | None, at_most: int, now: float) -> Refused:
    """Return the refusal of one more where all places are taken, or kept for others; then it tells until when."""
    kept = kept_from(lobby, player, now)
    until = int(lobby.record.opened + PLACES_KEPT) if kept else None
    return Refused(GameReason.RACE_IS_FULL, at_most=at_most, until=until, what=lobby.record.kind.noun)


def unreserved_first(lobby: PublicRace, colours: Iterable[str]) -> list[str]:
    """Return colours in their order, those last that somebody is to have again."""
    wanted = {each.colour for each in lobby.record.reservations}
    return sorted(colours, key=lambda colour: colour in wanted)


def require_all_pressed(lobby: PublicRace, *, drops: bool) -> None:
    """:raises Refused: if places still wait for a yes, and the host has not said to start without them."""
    if lobby.record.reservations and not drops:
        raise Refused(Reason.PLACES_WAIT, names=tuple(each.name for each in lobby.record.reservations))


def require_reserved(lobby: PublicRace, player: PlayerId) -> Reserved:
    """Return the place that is reserved for somebody.

    :raises Refused: if none is, or the lobby has closed.
    """
    if lobby.record.state != "lobby":
        raise shown.not_in_lobby(lobby.record)
    place = lobby.record.reservation_of(player)
    if place is None:
        taken = lobby.faction_for(player) is not None
        raise Refused(Reason.ALREADY_ENTERED if taken else Reason.NOTHING_RESERVED)
    return place
