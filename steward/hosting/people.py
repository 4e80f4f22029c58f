"""Players and servers: their settings, and the consequences for messages to them."""

from typing import Any

from db.store import Store
from records.mine import Kept, RaceKept
from records.people import GuildRecord, PlayerRecord
from records.values import PlayerId
from steward.time.schedules import next_digest, quiet_until, zone_of
from steward.time.standstill import Clock


class People:
    """The settings of a player who never set any: everything as it comes."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    async def player(self, player: PlayerId) -> PlayerRecord:
        """Return a player's record; a fresh one if they never acted."""
        return await self._store.people.player(player) or PlayerRecord(player=player, name="")

    async def set_player(self, player: PlayerId, **values: Any) -> PlayerRecord:
        """Change a player's settings; :exc:`Refused` if there is no such time zone."""
        if values.get("zone"):
            zone_of(values["zone"])
        if values.get("digest") is not None:
            values["digested"] = self._clock()  # the first one comes at the next such time
        return await self._store.people.set_player(player, **values)

    async def kept_of(self, player: PlayerId) -> Kept:
        """Return all that is kept of a player, for them alone."""
        return await self._store.mine.kept(player)

    async def races_in(self, kept: Kept) -> list[RaceKept]:
        """Return where the races are that stand in what is kept of a player."""
        return await self._store.mine.races_in(kept)

    async def forgotten(self, player: PlayerId) -> float | None:
        """Return when a player was forgotten last, for them alone."""
        return await self._store.mine.forgotten(player)

    async def kept_of_server(self, guild: int) -> Kept:
        """Return all that is kept of a server and that its owner may have."""
        return await self._store.servers.kept(guild)

    async def server(self, guild: int) -> GuildRecord:
        """Return a server's settings; the defaults where it has none."""
        return await self._store.people.guild(guild)

    async def set_server(self, guild: int, **values: Any) -> GuildRecord:
        """Change a server's settings; :exc:`Refused` if there is no such time zone."""
        if values.get("zone"):
            zone_of(values["zone"])
        return await self._store.people.set_guild(guild, **values)

    async def takes_dms(self, player: PlayerId) -> bool:
        """Tell whether a direct message may be tried."""
        return (await self.player(player)).dms != "refused"

    async def reached(self, player: PlayerId) -> None:
        """Note that a direct message reached a player; do nothing for a player without a record."""
        known = await self._store.people.player(player)
        if known is not None and known.dms != "open":
            await self._store.people.set_player(player, dms="open")

    async def dm_channel(self, player: PlayerId) -> int | None:
        """Return the channel of a player's direct messages, as far as it is known."""
        return (await self.player(player)).dm_channel

    async def note_dm_channel(self, player: PlayerId, channel: int | None) -> None:
        """Note the channel of a player's direct messages, or that it is no more; do nothing without a record."""
        known = await self._store.people.player(player)
        if known is not None and known.dm_channel != channel:
            await self._store.people.set_player(player, dm_channel=channel)

    async def is_quiet(self, player: PlayerId) -> bool:
        """Tell whether a message to a player should make no sound now."""
        return quiet_until(await self.player(player), self._clock()) is not None

    async def is_in_digest(self, player: PlayerId, until: float | None) -> bool:
        """Tell whether a player wants to hear of a duty in their next digest: it comes before *until*, the deadline."""
        known = await self.player(player)
        return known.digest is not None and until is not None and next_digest(known, self._clock()) < until
