"""Turns as the thread tells them: the facts of each, its picture, and its message."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from db.store import Store
from engine.betting.model import chances_of
from engine.facts import Fact
from engine.moments import TurnBegan, WentOut
from records.notices import Notice
from records.play import SceneRecord
from records.races import PublicRace, StoryMode
from records.values import EntryId, RaceId
from steward.delivering.films import Films
from steward.delivering.pictures import Studio
from steward.running.live import Rulesets
from steward.telling.notices import Story, read_body
from steward.telling.reveals import Sealing
from steward.telling.shown import Picture, Scene

_LOOKED_BACK = 8
"""Stories among which the last turn that is over is looked for: while one is played each answer may be one."""


@dataclass(frozen=True)
class PlayedTurn:
    """A turn, or as much of it as has been played."""

    options: Any  # how the race is run
    before: Any  # the public view when it began; none for the first
    phases: tuple[Scene, ...]
    facts: tuple[Fact, ...]
    first: int  # number of the first fact
    seals: tuple[Sealing, ...]
    is_whole: bool

    @property
    def after(self) -> Any:
        """The newest public view; none if there is none yet."""
        return self.phases[-1].view if self.phases else self.before

    @property
    def number(self) -> int:
        """Number of the turn's first fact, 0 first: it names the turn."""
        return self.first

    @property
    def last(self) -> int:
        """The number of the last fact."""
        return self.first + len(self.facts) - 1


class Expected(NamedTuple):
    """What was expected before a turn."""

    chances: Mapping[EntryId, int]  # to win, in thousandths; none if they had not been worked out
    out: tuple[EntryId, ...]  # who went out in the turn


class Turns:
    """Looks turns up."""

    def __init__(self, store: Store, rulesets: Rulesets, studio: Studio, films: Films) -> None:
        self._store, self._rulesets, self._studio, self._films = store, rulesets, studio, films

    async def of_story(self, race: PublicRace, story: Story) -> PlayedTurn:
        """Return the turn that a notice tells, as far as the notice goes."""
        race_id, rules = race.record.id, self._rulesets[race.record.ruleset]
        records = await self._store.stories.scenes(race_id, story.turn - 1, story.last)
        earlier = [each for each in records if each.n < story.turn]
        kept = await self._store.stories.facts(race_id, story.after, story.upto)
        facts = tuple(rules.read_fact(each.fact) for each in kept)
        phases = self._phases(race, [each for each in records if each.n >= story.turn], facts, story.after)
        before = self._view(race, earlier[-1]) if earlier else None
        options = rules.read_options(race.record.options)
        return PlayedTurn(options, before, phases, facts, story.after + 1, story.seals, story.is_whole)

    async def expected(self, race: PublicRace, turn: PlayedTurn) -> Expected:
        """Return what was expected before a turn, as far as it had been worked out by then, and who went out in it."""
        records = await self._store.chances.of_race(race.record.id)
        before = next((each for each in records if each.told == turn.first - 1), None)
        if before is None:
            return Expected({}, ())
        rules = self._rulesets[race.record.ruleset]
        kept = await self._store.stories.facts(race.record.id, 0, turn.last)
        moments = rules.moments([rules.read_fact(each.fact) for each in kept if not each.void])
        now = next((each.turn for each in reversed(moments) if isinstance(each, TurnBegan)), None)
        out = tuple(each.entry for each in moments if isinstance(each, WentOut) and each.turn == now)
        return Expected(chances_of(before).thousandths, out)

    def _phases(
        self, race: PublicRace, records: Sequence[SceneRecord], facts: Sequence[Fact], after: int
    ) -> tuple[Scene, ...]:
        """Return phases with their facts; those told after the last one belong to it."""
        found, start = [], after
        for place, record in enumerate(records):
            end = None if place == len(records) - 1 else record.told - after
            mine = tuple(facts[start - after : end])
            found.append(Scene(record.n, record.told, self._view(race, record), mine, start + 1))
            start = record.told
        return tuple(found)

    def _view(self, race: PublicRace, record: SceneRecord) -> Any:
        return self._rulesets[race.record.ruleset].read_view(record.view)

    async def picture(self, race: PublicRace, turn: PlayedTurn) -> Picture | None:
        """Return the film of a turn that is over, or where nothing moved, or stills are wanted, the board after it.

        While a turn is played it is the board with the way of the last phase.
        """
        if not turn.phases:
            return None
        newest = turn.phases[-1]
        if turn.is_whole and race.record.story is StoryMode.TURN:
            film = await self._films.of_scenes(race, turn.phases[0].n, newest.n)
            if film is not None:
                return film
        earlier = turn.phases[-2].view if len(turn.phases) > 1 else turn.before
        before, facts = (turn.before, turn.facts) if turn.is_whole else (earlier, newest.facts)
        return await self._studio.board(
            race, newest.view, newest.told, before=before, facts=facts, closes=turn.is_whole
        )

    async def message_of(self, notice: Notice, story: Story) -> int | None:
        """Return the message that tells a turn so far, as an earlier notice has left it; ``None`` if there is none."""
        for each in await self._store.outbox.stories(notice.race, _LOOKED_BACK, before=notice.id):
            if each.state == "sent" and read_body(each, Story).post == story.post:
                words = (each.outcome or "").split()
                return int(words[-1]) if words and words[-1].isdecimal() else None
        return None

    async def newest_message(self, race: RaceId) -> int | None:
        """Return the newest message that tells a turn of a race; ``None`` if there is none."""
        for each in await self._store.outbox.stories(race, _LOOKED_BACK):
            words = (each.outcome or "").split()
            if each.state == "sent" and words and words[-1].isdecimal():
                return int(words[-1])
        return None

    async def just_told(self, race: PublicRace) -> PlayedTurn | None:
        """Return the turn that stands in the thread as the latest, if it is over; ``None`` while another is played."""
        newest = await self._store.outbox.stories(race.record.id, 1)
        if not newest or newest[0].state != "sent":
            return None
        story = read_body(newest[0], Story)
        return await self.of_story(race, story) if story.turn and story.is_whole else None

    async def ends(self, race: PublicRace) -> list[Any]:
        """Return the public view at the end of each turn that holds, in order, of a race told by turns."""
        race_id = race.record.id
        stories = [read_body(each, Story) for each in await self._store.outbox.stories(race_id, None)]
        void = await self._store.stories.void_scenes(race_id)
        wanted = sorted({story.last for story in stories if story.turn and story.is_whole} - void)
        return [self._view(race, each) for n in wanted for each in await self._store.stories.scenes(race_id, n, n)]

    async def digests(self, race: RaceId) -> list[str]:
        """Return the digests of reveals that were put into the race's thread, in order, each once."""
        stories = [read_body(each, Story) for each in reversed(await self._store.outbox.stories(race, None))]
        return list(dict.fromkeys(seals.digest for story in stories for seals in story.seals))

    async def facts(self, race: PublicRace, first: int = 1, last: int | None = None) -> list[Fact]:
        """Return the facts of a race that hold, from number *first* to *last*."""
        rules, kept = (
            self._rulesets[race.record.ruleset],
            await self._store.stories.facts(race.record.id, first - 1, last),
        )
        return [rules.read_fact(each.fact) for each in kept if not each.void]
