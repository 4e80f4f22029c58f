"""Those for whom a place is reserved: one press takes it, another gives it up (S-72)."""

from collections.abc import Callable

from db.store import StaleRace, Store
from engine.leagues.words.state import Role
from engine.refusals import GameReason
from records.races import EntryRecord, PublicRace, Reserved
from records.refusals import Reason, Refused
from records.values import PlayerId, RaceId
from steward.hosting.lobbies import Lobbies, public_race
from steward.hosting.reserved import require_reserved
from steward.seasons.leagues import Leagues
from steward.telling import shown

OF_LOOKS = (
    GameReason.COLOUR_TAKEN,
    Reason.NO_SUCH_COLOUR,
    Reason.BAD_NAME,
    Reason.NAME_OF_ANOTHER,
    Reason.NAME_TAKEN,
)
"""Refusals that another colour or name cures."""


class Guests:
    """Takes the answers of those for whom places are reserved. A press that comes twice does no harm."""

    def __init__(self, store: Store, lobbies: Lobbies, door_of: Callable[[PublicRace], Lobbies | Leagues]) -> None:
        self._store, self._lobbies, self._door_of = store, lobbies, door_of

    async def accept(self, race: RaceId, player: PlayerId, name: str) -> EntryRecord | None:
        """Enter somebody in their reserved place, with the looks they had where those are free.

        :returns: their chariot or stable; ``None`` where chariots are shared out at the start.
        :raises Refused: if no place is reserved for them, or none is free any more.
        """
        lobby = await public_race(self._store, race)
        place = require_reserved(lobby, player)
        try:
            return await self._enter(lobby, place, name, place.colour, place.called)
        except Refused as refused:
            if refused.reason not in OF_LOOKS:
                raise
        return await self._enter(lobby, place, name, None, None)

    async def _enter(
        self, lobby: PublicRace, place: Reserved, name: str, colour: str | None, called: str | None
    ) -> EntryRecord | None:
        door = self._door_of(lobby)
        if isinstance(door, Lobbies):
            return await door.join(lobby.record.id, place.player, name, colour=colour, name=called)
        role: Role = "better" if place.only_bets else "owner"
        return await door.join(lobby.record.id, place.player, name, role=role, colour=colour, name=called)

    async def decline(self, race: RaceId, player: PlayerId) -> None:
        """Give a reserved place up.

        :raises Refused: if none is reserved for this player.
        """
        lobby = await public_race(self._store, race)
        require_reserved(lobby, player)
        try:
            await self._store.lobbies.release(race, player)
        except StaleRace as error:
            raise shown.not_in_lobby((await public_race(self._store, race)).record) from error
        await self._lobbies.show(race)
