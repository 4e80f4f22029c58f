"""The field of a race before its start, as a value: with other options, without some, and who may change it."""

from collections.abc import Collection
from typing import Any

import msgspec
from msgspec import Struct

from records.races import PublicRace
from records.refusals import Reason, Refused
from records.values import Faction, PlayerId


def optioned(lobby: PublicRace, options: Struct) -> PublicRace:
    """Return a race with other options, and nobody in it yet."""
    return PublicRace(msgspec.structs.replace(lobby.record, options=stored(options)), (), ())


def stored(options: Any) -> str:
    """Return options or rules of a table as they are kept."""
    return msgspec.json.encode(options).decode()


def next_faction(lobby: PublicRace) -> Faction:
    """Return the number of whoever enters next."""
    return Faction(len(lobby.factions) + 1)


def without(lobby: PublicRace, leaves: Collection[int | None]) -> PublicRace:
    """Return a race without some factions and their chariots; ``None`` stands for none of them.

    The numbers of the others stay: the store closes the gaps.
    """
    go = {each for each in leaves if each is not None}
    factions = tuple(each for each in lobby.factions if each.faction not in go)
    return PublicRace(lobby.record, factions, tuple(each for each in lobby.entries if each.faction not in go))


def require_open_field(lobby: PublicRace, player: PlayerId) -> None:
    """Raise :exc:`Refused` where the field is settled already: by the race before, or as it is a practice."""
    if lobby.record.has_same_field or (lobby.record.is_practice and player != lobby.record.host):
        raise Refused(Reason.SAME_FIELD)


def require_host(lobby: PublicRace, player: PlayerId) -> None:
    """Raise :exc:`Refused` unless a player hosts the race."""
    if lobby.record.host != player:
        raise Refused(Reason.NOT_THE_HOST)
