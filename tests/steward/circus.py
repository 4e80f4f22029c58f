"""A steward with everything injected: a clock that stands still, a messenger that remembers, entropy that counts."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from db.store import Store
from engine.game import AnyRuleset
from records.fixtures import EventPost
from records.fleet import Shards
from records.notices import Notice
from records.people import Farewell
from records.races import StoryMode
from records.removals import Receipt
from records.values import EntryId, PlayerId, RaceId
from renderers.scene import AnyScene as Painter
from steward import CannotPost, DailyPost, GazettePost, NewRace, OpenAsk, Steward
from tests.at_once import transactions
from tests.databases import fresh
from tests.kept import once
from tests.toy_ruleset import TOY, Options, Pace, Walk

ANN, BOB, EVE = PlayerId(100), PlayerId(200), PlayerId(300)
MOD = PlayerId(900)
"""A moderator who takes no part in anything."""

RED, BLUE, GREEN, WHITE = (EntryId(number) for number in (1, 2, 3, 4))
START_POST = 1_400_000_000_000_000_000
"""The id of a message that tells a start, less the notice's number."""

SECONDS = {"pace": 7200, "step": 3600, "stand": 1800}


class FakeClock:
    """Stands still until it is told otherwise."""

    def __init__(self, now: float = 1_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def pass_by(self, seconds: float) -> None:
        self.now += seconds


class Entropy:
    """Bytes that differ from each other and are the same in each run."""

    def __init__(self) -> None:
        self.drawn = 0

    def __call__(self, count: int) -> bytes:
        self.drawn += 1
        return hashlib.sha256(str(self.drawn).encode()).digest()[:count]


class FakeMessenger:
    """Remembers what it was to deliver; a test may have it fail."""

    def __init__(self) -> None:
        self.tried: list[Notice] = []
        self.delivered: list[Notice] = []
        self.cards: list[Notice] = []  # delivered too; each follows all that everybody sees
        self.news = asyncio.Event()
        self.gone: set[PlayerId] = set()
        self.asked: list[PlayerId] = []  # whether they are there
        self.fails: Callable[[Notice], Exception | None] = lambda _notice: None

    async def ready(self, notice: Notice) -> None:
        pass

    async def is_member(self, guild: int, player: PlayerId) -> bool | None:
        self.asked.append(player)
        return player not in self.gone

    async def deliver(self, notice: Notice) -> str:
        if notice.kind != "card":
            self.tried.append(notice)
        if error := self.fails(notice):
            raise error
        (self.cards if notice.kind == "card" else self.delivered).append(notice)
        self.news.set()
        return str(START_POST + notice.id) if notice.kind == "start" else "posted"

    def kinds(self, player: PlayerId | None = None) -> list[str]:
        """Return what was delivered to a player; to the threads, if there is none."""
        return [each.kind for each in self.delivered if each.player == player]


class FakePosts:
    """A server's channels with their threads; a test may take channels away, or have it fail."""

    def __init__(self) -> None:
        self.gone: set[int] = set()
        self.events: dict[int, EventPost] = {}  # of the server, by number
        self.tries: list[int] = []  # races of which an event was made or found, each time
        self.published: list[tuple[int, int]] = []  # each time: channel and message
        self.threads: list[
            tuple[int, str]
        ] = []  # opened so far, by channel and title; the number is the place, 1 first
        self.left: dict[tuple[int, str], int] = {}  # nothing stands in them
        self.out: set[int] = set()  # servers that I am not in
        self.left_servers: list[int] = []
        self.receipts: list[Receipt] = []  # each time that an owner is told
        self.farewells: list[tuple[str, PlayerId | None]] = []  # each time that somebody is told, by token
        self.fails: BaseException | None = None
        self.fails_after: BaseException | None = None  # once a gazette stands in its channel
        self.gazettes: list[GazettePost] = []  # each that stands in a channel
        self.unseen: set[int] = set()  # channels that not everybody sees
        self.is_away = False  # from the server: nothing is known of its channels

    async def make_event(self, post: EventPost) -> int:
        if self.fails is not None:
            raise self.fails
        made = next((number for number, each in self.events.items() if each.thread == post.thread), None)
        number = made or 500 + len(self.events)
        self.events[number] = post
        self.tries.append(post.race)
        return number

    async def end_event(self, guild: int, event: int) -> None:
        if self.fails is not None:
            raise self.fails
        self.events.pop(event, None)

    async def publish(self, channel: int, message: int) -> None:
        if channel in self.gone:
            raise CannotPost("10003")
        self.published.append((channel, message))
        if self.fails is not None:
            raise self.fails

    @asynccontextmanager
    async def opened_thread(self, guild: int, channel: int, title: str) -> AsyncIterator[int]:
        if self.fails is not None:
            raise self.fails
        if channel in self.gone:
            raise CannotPost("10003")
        where = channel, title
        if where not in self.left:
            self.threads.append(where)
            self.left[where] = len(self.threads)
        thread = self.left[where]
        yield thread
        del self.left[where]

    async def has_channel(self, guild: int, channel: int) -> bool | None:
        return channel not in self.gone

    async def is_in(self, guild: int) -> bool | None:
        return guild not in self.out

    async def leave(self, guild: int) -> None:
        if self.fails is not None:
            raise self.fails
        self.left_servers.append(guild)
        self.out.add(guild)

    async def tell_left(self, receipt: Receipt) -> bool:
        if self.fails is not None:
            raise self.fails
        self.receipts.append(receipt)
        return not self.is_away

    async def tell_forgotten(self, farewell: Farewell, player: PlayerId | None) -> bool:
        if self.fails is not None:
            raise self.fails
        self.farewells.append((farewell.token, player))
        return not self.is_away

    async def post_gazette(self, post: GazettePost) -> int:
        if self.fails is not None:
            raise self.fails
        if post.board.channel in self.gone:
            raise CannotPost("10003")
        if post.week.day not in (each.week.day for each in self.gazettes):
            self.gazettes.append(post)
        if self.fails_after is not None:
            raise self.fails_after
        return 1_000 + post.week.day

    async def hidden(self, guild: int, channel: int, others: Collection[int]) -> tuple[int, ...] | None:
        return None if self.is_away else tuple(each for each in others if each in self.unseen)

    async def post_daily(self, post: DailyPost) -> int:
        raise AssertionError(f"nobody posts race {post.board.number} of the day here")


async def until(is_so: Callable[[], bool | Awaitable[bool]], seconds: float = 20.0) -> None:
    """Wait until something is so, for so many seconds at most."""
    for _ in range(int(seconds * 100)):
        found = is_so()
        if found if isinstance(found, bool) else await found:
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never came to be so")


async def is_missed(circus: "Circus", player: PlayerId, guild: int = 1) -> None:
    """Have a player leave a server, and Discord asked about them."""
    circus.messenger.gone.add(player)
    await circus.steward.presence.is_here(guild, player, anew=True)


def no_painters() -> Mapping[str, Painter]:
    return {}


@dataclass
class Circus:
    """A steward and all it was built with; :meth:`again` is the next process on the same database."""

    path: Path
    rulesets: Mapping[str, AnyRuleset] = field(default_factory=lambda: {"toy": TOY})
    painters: Mapping[str, Painter] = field(default_factory=no_painters)
    clock: FakeClock = field(default_factory=FakeClock)
    messenger: FakeMessenger = field(default_factory=FakeMessenger)
    entropy: Entropy = field(default_factory=Entropy)
    shards: str | None = None
    """Of a process among others, on a server."""
    takes_over: bool = False
    posts: FakePosts = field(default_factory=FakePosts)

    def __post_init__(self) -> None:
        self.next: list[Circus] = []
        self.ended = asyncio.Event()  # when another process took this one's place
        self.begins_at: int | None = None
        self.store = Store(fresh(self.path), self.path.with_name(f"{self.path.name}.forgotten"))
        self.steward = Steward(
            self.store,
            clock=self.clock,
            rulesets=self.rulesets,
            scenes=self.painters,
            messenger=self.messenger,
            entropy=self.entropy,
            posts=self.posts,
        )

    async def open(self) -> "Circus":
        if self.shards is not None:
            self.steward.fleet.will_join(Shards.read(self.shards), takes_over=self.takes_over, ends=self.ended.set)
        await self.steward.open()
        self.begins_at = transactions(self.store)
        return self

    async def again(self, **changed: Any) -> "Circus":
        """Return another process on the same database, with the same clock."""
        given: dict[str, Any] = {
            "rulesets": self.rulesets,
            "clock": self.clock,
            "entropy": self.entropy,
            "posts": self.posts,
        }
        self.next.append(Circus(self.path, **{**given, **changed}))
        return await self.next[-1].open()

    async def close(self) -> None:
        for each in self.next:
            await each.close()
        await self.steward.close()

    async def lobby(self, *, title: str = "Ludi", options: Options | None = None) -> RaceId:
        """Open a race in a thread; Ann hosts it."""
        race = await self.steward.lobbies.open_race(NewRace(1, 2, ANN, "toy", options or Options(), SECONDS, title))
        await self.steward.lobbies.set_thread(race, 3)
        return race

    @once
    async def race(
        self, *, house: str | None = None, rivals: int = 0, turns: int = 3, story: StoryMode = StoryMode.FULL
    ) -> RaceId:
        """Start a race of Ann in red and Bob in blue, with so many house drivers."""
        race = await self.lobby(options=Options(turns=turns))
        await self.store.races.set(race, story=story)
        await self.steward.lobbies.join(race, ANN, "Ann", colour="red", word="equus")
        await self.steward.lobbies.join(race, BOB, "Bob", colour="blue")
        if rivals:
            await self.steward.lobbies.fill(race, ANN, house, rivals)
        await self.steward.lobbies.start(race, ANN)
        return race

    @once
    async def play_on(self, race: RaceId) -> None:
        """Let time pass until a race of house drivers alone is over: each turn waits for its deadline."""
        for _ in range(200):
            if (await self.steward.race(race)).record.state == "finished":
                return
            self.clock.pass_by(86_400.0)
            await self.steward.timekeeper.tick()
        raise AssertionError("the race comes to no end")

    async def asked(self, race: RaceId, entry: EntryId) -> OpenAsk:
        lobby = await self.steward.race(race)
        player = lobby.player_of(entry)
        assert player is not None
        return await self.steward.open_ask(race, entry, player)

    async def give(self, race: RaceId, entry: EntryId, *answers: Any) -> Any:
        """Have the player of *entry* answer what he is asked now."""
        opened = await self.asked(race, entry)
        player = opened.race.player_of(entry)
        assert player is not None
        return await self.steward.races.drive(race, entry, answers, player=player, asked=opened.asked)

    @once
    async def pace(self, race: RaceId, red: int = 3, blue: int = 3) -> None:
        """Have both write their paces; red is asked next."""
        await self.give(race, RED, Pace(red))
        await self.give(race, BLUE, Pace(blue))

    async def to_the_end_of_turn(self, race: RaceId) -> None:
        """Have each who is asked give the default until the turn under way is over."""
        first = (await self.steward.log.status(race)).view.turn
        while (await self.steward.log.status(race)).view.turn == first:
            for player in (ANN, BOB):
                for each in (await self.steward.open_asks(player))[:1]:
                    await self.give(race, each.entry, each.ask.default)

    @once
    async def to_the_end(self, race: RaceId) -> None:
        """Have each who is asked give the default until the race is over."""
        for _ in range(1000):
            if (await self.steward.race(race)).record.state != "running":
                return
            for player in (ANN, BOB):
                for opened in await self.steward.open_asks(player):
                    if opened.race_id == race:
                        await self.steward.races.drive(
                            race, opened.entry, [opened.ask.default], player=player, asked=opened.asked
                        )
                        break
        raise AssertionError("the race does not end")

    async def told(self, race: RaceId) -> list[tuple[int, str]]:
        """Return the whole story as it is kept."""
        return [(record.n, record.fact) for record in await self.store.stories.facts(race)]

    async def deliver(self) -> None:
        await self.steward.delivery.deliver_due()


__all__ = [
    "ANN",
    "BLUE",
    "BOB",
    "EVE",
    "GREEN",
    "MOD",
    "RED",
    "SECONDS",
    "WHITE",
    "Circus",
    "FakeMessenger",
    "Pace",
    "Walk",
    "is_missed",
]


async def handed_on(circus: Circus, race: RaceId, by: PlayerId, player: PlayerId) -> None:
    """Have somebody ask another to host a race, who accepts."""
    await circus.steward.hosts.ask(race, by, player)
    await circus.steward.hosts.accept(race, player)
