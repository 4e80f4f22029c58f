"""The sessions that the bot has with Discord: one for all servers, or one for each shard that this process serves."""

import asyncio
import logging
import time
from collections.abc import Sequence
from typing import Any

import discord

from cogs.kit.client import Quadriga
from records.fleet import Shards
from steward import Steward

log = logging.getLogger(__name__)

IDENTIFY_REST = 5.0
"""Seconds between two sessions that begin, of the shards that share a turn."""


ABROAD_FOR = 60.0
"""Seconds for which a server of another program is taken to be as it was."""


class Sharded(Quadriga, discord.AutoShardedClient):
    """The bot of some shards: a session for each. Other processes have the others."""

    def __init__(self, steward: Steward, shards: Shards, **how: Any) -> None:
        super().__init__(steward, shard_ids=list(range(shards.first, shards.last + 1)), shard_count=shards.of, **how)
        self._shards, self._up = shards, set[int]()
        self._abroad: dict[int, tuple[discord.Guild, float]] = {}  # and when each was looked at
        self._turns: int | None = None  # shards that may begin at once; known once Discord has told it
        self._begun: dict[int, float] = {}  # by turn: when a session last began, by the monotonic clock

    def away(self) -> Sequence[int]:
        return [each for each in range(self._shards.first, self._shards.last + 1) if each not in self._up]

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until it is this shard's turn to begin a session: Discord refuses those that come too fast."""
        del initial  # others may have begun one just now
        await super().before_identify_hook(shard_id, initial=True)  # its own rest is of one program alone
        turn = (shard_id or 0) % await self._turns_at_once()
        await asyncio.sleep(self._begun.get(turn, 0.0) + IDENTIFY_REST - time.monotonic())
        async with self.steward.fleet.turn(f"identify:{turn}", rest=IDENTIFY_REST):  # other processes begin some, too
            self._begun[turn] = time.monotonic()

    async def _turns_at_once(self) -> int:
        """Return how many shards may begin at once.

        Where Discord lets none begin any more today, wait: it would take the token away.
        """
        if self._turns is None:
            limits = await self.fetch_session_start_limits()
            if limits.remaining < self._shards.last - self._shards.first + 1:
                wait = limits.reset_after / 1000
                log.error("Discord lets %d sessions begin today: I wait for %.0f minutes", limits.remaining, wait / 60)
                await asyncio.sleep(wait)
            self._turns = max(1, limits.max_concurrency)
        return self._turns

    # Servers of other programs: direct messages are about them, too

    def get_guild(self, guild: int, /) -> discord.Guild | None:
        return super().get_guild(guild) or self._abroad_now(guild)

    def get_channel(self, channel: int, /) -> Any:
        found = super().get_channel(channel)
        looked_at = (self._abroad_now(guild) for guild in self._abroad) if found is None else ()
        return found or next((there for each in looked_at if each and (there := each.get_channel(channel))), None)

    def _abroad_now(self, guild: int) -> discord.Guild | None:
        """Return a server as it was a little while ago; ``None`` if nobody has looked at it."""
        seen, at = self._abroad.get(guild, (None, 0.0))
        return seen if time.monotonic() - at < ABROAD_FOR else None

    def hears_of(self, guild: int, /) -> bool:
        return self._shards.has((guild >> 22) % self._shards.of)

    async def seek(self, guild: int) -> None:
        """Look at a server that another program hears of, with its roles and channels; a failure shows nothing."""
        if self.hears_of(guild) or self._abroad_now(guild) is not None:
            return
        assert self.user is not None
        try:
            found = await self.fetch_guild(guild, with_counts=False)
            for channel in await found.fetch_channels():
                found._add_channel(channel)
            found._add_member(await found.fetch_member(self.user.id))
        except discord.HTTPException:
            return
        now = time.monotonic()
        self._abroad = {n: (seen, at) for n, (seen, at) in self._abroad.items() if now - at < ABROAD_FOR}
        self._abroad[guild] = found, now

    async def on_connect(self) -> None:
        """Nothing: :meth:`on_shard_connect` says of which shard it is."""

    async def on_disconnect(self) -> None:
        """Nothing: :meth:`on_shard_disconnect` says of which shard it is."""

    async def on_shard_connect(self, shard: int) -> None:
        self._up.add(shard)

    async def on_shard_resumed(self, shard: int) -> None:
        self._up.add(shard)

    async def on_shard_disconnect(self, shard: int) -> None:
        if shard in self._up and not self.is_closed():
            self.steward.failures.note("session lost")
        self._up.discard(shard)

    async def on_shard_ready(self, _shard: int) -> None:
        await self.steward.delivery.rights_changed()  # what changed while the connection was down was not told


def client_of(steward: Steward, shards: Shards, **how: Any) -> Quadriga:
    """Return the bot of these shards; of all servers it has one session, which names no shard."""
    return Quadriga(steward, **how) if shards == Shards() else Sharded(steward, shards, **how)
