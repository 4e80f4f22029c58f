"""The pictures that somebody asks for, each as its viewer may see it, and as large as they have set.

It keeps nothing: the cache is :class:`steward.delivering.pictures.Studio`.
"""

from collections.abc import Sequence
from typing import Any, Literal

from db.store import Store
from engine.marks import ReachMark
from records.races import PublicRace
from records.values import EntryId, PlayerId, RaceId, Square
from steward.delivering.pictures import Studio
from steward.delivering.turns import PlayedTurn, Turns
from steward.hosting.cups import Cup, rows_of
from steward.hosting.lobbies import public_race
from steward.hosting.people import People
from steward.showing.log import Log
from steward.telling.shown import Picture, Scene


class Gallery:
    """Has pictures of races, chariots and cups drawn."""

    def __init__(self, store: Store, studio: Studio, people: People, turns: Turns, log: Log) -> None:
        self._store, self._studio, self._people, self._turns, self._log = store, studio, people, turns, log

    async def board(self, race: RaceId, viewer: PlayerId | None = None) -> Picture | None:
        """Return the present public board, in the size that *viewer* has set; ``None`` before the start."""
        status = await self._log.status(race)
        if status.view is None:
            return None
        return await self._sized(await self._studio.board(status.race, status.view, status.told), viewer)

    async def _sized(self, picture: Picture, viewer: PlayerId | None) -> Picture:
        is_large = viewer is not None and (await self._people.player(viewer)).large
        return await self._studio.enlarged(picture) if is_large else picture

    async def scene(self, race: PublicRace, scene: Scene) -> Picture:
        """Return the board at the end of a phase, with the way that was gone in it."""
        before = scene.view if scene.before is None else scene.before
        picture = await self._studio.board(race, scene.view, scene.told, before=before, facts=scene.facts)
        is_large = race.record.guild != 0 and (await self._people.server(race.record.guild)).large
        return await self._studio.enlarged(picture) if is_large else picture

    async def field(self, race: PublicRace, view: Any, viewer: PlayerId | None = None) -> Picture | None:
        """Return the picture of a league race's starters, as large as *viewer* has set; ``None`` without any yet."""
        picture = await self._studio.field(race, view)
        return None if picture is None else await self._sized(picture, viewer)

    async def catalogue(self, race: PublicRace, view: Any, viewer: PlayerId | None = None) -> list[Picture]:
        """Return the pictures of an auction's lots, or of the market; none where there is none."""
        return [await self._sized(each, viewer) for each in await self._studio.catalogue(race, view)]

    async def champion(self, race: PublicRace, view: Any, stable: EntryId, driver: str) -> Picture | None:
        """Return the card of a driver who has won his freedom; ``None`` where there are no champions."""
        return await self._studio.champion(race, view, stable, driver)

    async def one(
        self, race: PublicRace, view: Any, what: Literal["lot", "match"], number: int, viewer: PlayerId | None = None
    ) -> Picture | None:
        """Return the card of a lot or of a match by the public view; ``None`` if there is none of that number."""
        picture = await self._studio.one(race, view, what, number)
        return None if picture is None else await self._sized(picture, viewer)

    async def turn(self, race: PublicRace, turn: PlayedTurn) -> Picture | None:
        """Return the picture of a turn, as large as its server has set; ``None`` where there is nothing to see yet."""
        picture = await self._turns.picture(race, turn)
        is_large = (
            picture is not None and race.record.guild != 0 and (await self._people.server(race.record.guild)).large
        )
        return await self._studio.enlarged(picture) if picture is not None and is_large else picture

    async def way(
        self, race: PublicRace, view: Any, entry: EntryId, reach: Sequence[ReachMark], path: Sequence[Square]
    ) -> Picture:
        """Return the surroundings of a chariot with a way that it may go, for its driver: the view must be theirs."""
        return await self._sized(await self._studio.cockpit(race, view, entry, reach, path), race.player_of(entry))

    async def card(self, race: RaceId, entry: EntryId, viewer: PlayerId | None = None) -> Picture | None:
        """Return a log card, as large as *viewer* has set; ``None`` before the start, or for no such chariot.

        A league's member sees the own stable as it is, everybody else as all know it.
        """
        kind = (await public_race(self._store, race)).record.kind
        status = await self._log.status(race, viewer if kind.has_own_views else None)
        known = [each.entry for each in status.race.entries]
        if status.view is None or entry not in known:
            return None
        return await self._sized(await self._studio.card(status.race, status.view, entry), viewer)

    async def cup(self, cup: Cup) -> Picture:
        """Return how a cup stands."""
        return await self._studio.standings(cup.record.title, rows_of(cup), f"cup-{cup.id}-{len(cup.over)}.png")
