"""The bot without its connection: a real steward on a real database, its messenger, and users who act."""

import dataclasses
import functools
from collections.abc import Awaitable, Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import discord

from cogs.kit.messages import explain
from cogs.posts.outbox import DiscordMessenger
from engine.questions import Answer
from engine.rulesets import PLAYED, RULESETS
from records.races import StoryMode
from records.values import EntryId, PlayerId, RaceId
from renderers import SCENES
from steward import NewRace, OpenAsk, Timing
from steward.running.bookmaker import opening
from tests.cogs.fakes import CHANNEL, GUILD, THREAD, FakeChannel, FakeClient, FakeInteraction
from tests.kept import once
from tests.steward.circus import MOD, Circus, FakeClock

ANN, BOB, EVE = PlayerId(100), PlayerId(200), PlayerId(300)
PEOPLE = {ANN: "Ann", BOB: "Bob", EVE: "Eve"}
RED, BLUE = EntryId(1), EntryId(2)
GAME = RULESETS["circus-maximus"]


PNG = b"\x89PNG\r\n\x1a\n"


def sketch(*drawn_from: Any, **shown: Any) -> bytes:
    """Return what stands for a picture: it differs wherever anything differs that the picture would be drawn from."""
    return PNG + sha256(repr((drawn_from, shown)).encode()).digest()


@functools.cache
def sketched(scene: Any) -> Any:
    """Return a scene whose pictures are sketches; what they say in words is what it is."""
    field = scene.draw_field and sketch
    return dataclasses.replace(scene, draw_board=sketch, draw_cockpit=sketch, draw_log_card=sketch, draw_field=field)


class Arena:
    """One world. Its clock stands still and its entropy is the same in each.

    :param draws: whether boards, cockpits and cards are drawn: few tests look at them, and drawing takes
        long. Sketches stand for them: see :func:`sketch`.
    """

    def __init__(self, path: Path, *, draws: bool = False) -> None:
        painters = SCENES if draws else {game: sketched(scene) for game, scene in SCENES.items()}
        clock = FakeClock(1_900_000_000.0)
        self.messenger = DiscordMessenger(clock)
        unmatched: Any = self.messenger
        self.circus = Circus(path, rulesets=PLAYED, painters=painters, clock=clock, messenger=unmatched)
        self.steward = self.circus.steward
        self.client = FakeClient(self.steward, clock)
        bot: Any = self.client
        self.messenger.speak_through(bot)

    @property
    def thread(self) -> FakeChannel:
        return self.client.get_partial_messageable(THREAD)

    @once
    async def open_race(
        self,
        *,
        title: str = "Ludi",
        laps: int = 1,
        rivals: int = 2,
        story: StoryMode = StoryMode.FULL,
        edition: str = "basic",
    ) -> RaceId:
        """Start a race of Ann in red, Bob in blue and some house drivers; Ann hosts it."""
        race = await self.lobby(title=title, laps=laps, story=story, edition=edition)
        await self.steward.lobbies.join(race, ANN, "Ann", colour="red", word="equus")
        await self.steward.lobbies.join(race, BOB, "Bob", colour="blue")
        if rivals:
            await self.steward.lobbies.fill(race, ANN, None, rivals)
        await self.steward.lobbies.start(race, ANN)
        await self.deliver()
        return race

    async def lobby(
        self,
        *,
        title: str = "Ludi",
        laps: int = 1,
        guild: int = GUILD,
        thread: int = THREAD,
        story: StoryMode = StoryMode.FULL,
        edition: str = "basic",
        is_limited: bool = True,
    ) -> RaceId:
        """Open a race that Ann hosts.

        :param is_limited: whether she may host no more than a person may.
        """
        timing = Timing({kind: each.seconds for kind, each in GAME.decisions.items()}, story=story)
        options = GAME.options(laps=laps, edition=edition)
        record = await self.steward.lobbies.new_race(NewRace(guild, CHANNEL, ANN, GAME.id, options, timing, title))
        race = await self.circus.store.races.add(record, opening(GAME, record.opened), is_limited=is_limited)
        await self.steward.lobbies.set_thread(race, thread)
        return race

    async def asked(self, player: PlayerId) -> OpenAsk:
        return (await self.steward.open_asks(player))[0]

    async def give(self, player: PlayerId, *answers: Answer) -> None:
        """Have *player* answer what he is asked; nothing is posted of it yet."""
        opened = await self.asked(player)
        await self.steward.races.drive(opened.race_id, opened.entry, answers, player=player, asked=opened.asked)

    async def give_defaults(self, until: Callable[[OpenAsk], bool]) -> OpenAsk:
        """Have everybody answer by default until somebody is asked something that *until* is true for."""
        for _ in range(2_000):
            opened = [each for player in PEOPLE for each in await self.steward.open_asks(player)]
            for each in opened:
                if until(each):
                    return each
            first = opened[0]
            player = first.race.player_of(first.entry)
            assert player is not None
            await self.steward.races.drive(
                first.race_id, first.entry, [first.ask.default], player=player, asked=first.asked
            )
        raise AssertionError("nobody was ever asked that")

    async def deliver(self) -> None:
        await self.steward.delivery.deliver_due()

    def act(self, player: PlayerId, **others: Any) -> FakeInteraction:
        """Return something that *player* does in the race's thread, unless it is said where; MOD moderates it."""
        where: dict[str, Any] = {"guild": GUILD, "channel": THREAD} | others
        acts = FakeInteraction(self.steward, player, name=PEOPLE.get(player, "Max"), client=self.client, **where)
        acts.permissions = discord.Permissions(manage_threads=player == MOD)
        return acts

    async def close(self) -> None:
        await self.circus.close()


async def outcome(interaction: Any, acting: Awaitable[Any]) -> FakeInteraction:
    """Let a command or button run; what it raises is explained, as the client does."""
    try:
        await acting
    except Exception as error:
        await explain(interaction, error)
    found: FakeInteraction = interaction
    return found
