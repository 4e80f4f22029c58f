"""Films of turns and races, made of public views: the same for everybody who may see the race."""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from db.store import Store
from engine.game import AnyRuleset
from records.gazettes import Finish
from records.past import TurnStood
from records.play import FactRecord, SceneRecord
from records.races import PublicRace
from records.shares import ShareKind
from renderers import Shot
from steward.delivering.pictures import Around, Studio
from steward.running.live import Rulesets
from steward.telling.shown import Picture

_ALL = 2**31 - 1


class Films:
    """Reads what was kept of a race, and has it filmed off the event loop."""

    def __init__(self, store: Store, rulesets: Rulesets, studio: Studio) -> None:
        self._store, self._rulesets, self._studio = store, rulesets, studio

    async def of_scenes(self, race: PublicRace, first: int, last: int) -> Picture | None:
        """Return the film of the scenes from number *first* to *last*; ``None`` if nothing moves in them."""
        scenes = await self._scenes(race, first - 1, last)
        if first > 1 and (not scenes or scenes[0].n >= first):  # the race went back: the one before is farther back
            scenes = [*(await self._scenes(race, 1, first - 1))[-1:], *scenes]
        if not scenes or scenes[-1].n < first:
            return None
        after = scenes[0].told if scenes[0].n < first else 0
        reel = await self._reel(race, scenes, after, scenes[-1].told)
        return await self._studio.turn_film(race, scenes[-1].told, reel.shots)

    async def of_turn(self, race: PublicRace, turn: int) -> Picture | None:
        """Return the film of a turn, 1 first; ``None`` if nothing moves in it, or if it has not been driven."""
        scenes = await self._scenes(race)
        numbers = await self._studio.turns_of(race, (await self._reel(race, scenes, 0, 0)).shots)
        there = [each.n for each, number in zip(scenes, numbers, strict=True) if number == turn]
        return await self.of_scenes(race, there[0], there[-1]) if there else None

    async def of_race(self, race: PublicRace) -> Picture | None:
        """Return the film of a race as far as it has come; ``None`` before its first phase."""
        scenes = await self._scenes(race)
        if not scenes:
            return None
        reel = await self._reel(race, scenes, 0, None)
        return await self._studio.race_film(race, scenes[-1].told, reel.shots)

    async def gaps(self, race: PublicRace) -> Picture | None:
        """Return the gap chart of a race as far as it has come; ``None`` before its first phase."""
        scenes = await self._scenes(race)
        if not scenes:
            return None
        reel = await self._reel(race, scenes, 0, None)
        return await self._studio.gap_chart(race, scenes[-1].told, reel.shots)

    async def shape(self, race: PublicRace) -> list[TurnStood]:
        """Return the positions of a finished race turn by turn; empty before its end, or for a game without them."""
        if race.record.state != "finished":
            return []
        scenes = await self._scenes(race)
        reel = await self._reel(race, scenes, 0, None)
        return await self._studio.shape(race, reel.shots) if scenes else []

    async def finish(self, race: PublicRace) -> Finish | None:
        """Return how close a race that is over was; ``None`` where only one came in, and for a game without a line."""
        scenes = await self._scenes(race)
        if not scenes or race.record.state != "finished":
            return None
        reel = await self._reel(race, scenes, 0, None)
        return await self._studio.finish(race.record.ruleset, reel.shots)

    async def result(self, race: PublicRace) -> Picture | None:
        """Return the card of a race that is over: podium, places, turns, laps; ``None`` while it is not."""
        last = await self._store.stories.last_scene(race.record.id)
        if last is None or race.record.state != "finished":
            return None
        view = self._rulesets[race.record.ruleset].read_view(last.view)
        return await self._studio.result_card(race, view, last.told)

    async def to_share(self, race: PublicRace, what: ShareKind, around: Around) -> Picture | None:
        """Return the trailer or the share card of a race; ``None`` while it is not over, and where nobody has won."""
        scenes = await self._scenes(race) if race.record.state == "finished" else []
        if not scenes:
            return None
        reel = await self._reel(race, scenes, 0, None)
        return await self._studio.to_share(race, scenes[-1].told, what, around, reel.shots)

    async def _scenes(self, race: PublicRace, first: int = 1, last: int = _ALL) -> list[SceneRecord]:
        """Return scenes that hold: none that is void."""
        return [each for each in await self._store.stories.scenes(race.record.id, first, last) if not each.void]

    async def _reel(self, race: PublicRace, scenes: Sequence[SceneRecord], after: int, until: int | None) -> "_Reel":
        facts = [each for each in await self._store.stories.facts(race.record.id, after, until) if not each.void]
        return _Reel(self._rulesets[race.record.ruleset], scenes, facts)


@dataclass(frozen=True)
class _Reel:
    """Scenes and facts as kept, not decoded yet: decoding some hundred views is for a thread."""

    rules: AnyRuleset
    scenes: Sequence[SceneRecord]
    facts: Sequence[FactRecord]

    def shots(self) -> list[Shot]:
        """Return each scene with the facts since the one before; the last one gets all remaining facts."""
        views = msgspec.json.Decoder(self.rules.view)
        facts, at, read = self.facts, 0, []
        for number, scene in enumerate(self.scenes, start=1):
            end = at
            while end < len(facts) and (facts[end].n <= scene.told or number == len(self.scenes)):
                end += 1
            told = [self.rules.read_fact(each.fact) for each in facts[at:end]]
            read.append(Shot(views.decode(scene.view), told))
            at = end
        return read
