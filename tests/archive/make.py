# mypy: ignore-errors
# It is typed by the version that it runs on, not by today's.
"""Makes databases of races as an earlier version kept them, to be taken up by today's.

Run it in a checkout of the version that is to write them, with this file from here::

    git archive 46583b9 | tar -x -C /tmp/old
    cd /tmp/old && python <here>/tests/archive/make.py <here>/tests/archive/databases 46583b9

It uses nothing but what all versions since the first cups have in common, under each name that it ever had, and tries
what came later (a turn a day, bets) only where it is there. Each file is one database, ``<version>-<race>.db.xz``.
Clock and entropy are made up, so that a second run writes the same races. :data:`UNDER_WAY` are left in the middle of a
turn, :data:`SEASONS` in the middle of a race, :data:`OVER` are played to their end.
"""

import asyncio
import hashlib
import lzma
import sqlite3
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path.cwd()))  # the version that is run

import msgspec

from db.store import Store
from engine import rulesets as known
from steward import Steward


def found(name: str, *modules: str) -> Any:
    """Return what goes by a name, from the first of these modules that the version has."""
    for module in modules:
        with suppress(ModuleNotFoundError):
            return getattr(import_module(module), name)
    raise ModuleNotFoundError(f"{name} is in none of {modules}")


def record_of(race: Any) -> Any:
    """Return what is on record of a race as everybody may know it."""
    return race.record if hasattr(race, "record") else race.race


def race_of(asked: Any) -> Any:
    """Return the race of a question, as everybody may know it."""
    return asked.lobby if hasattr(asked, "lobby") else asked.race


def number_of(asked: Any) -> Any:
    """Return the id of a question's race."""
    return record_of(race_of(asked)).id


def orders_for(asked: Any, orders: Any) -> Any:
    """Return orders for a question as the version takes them: a value of its own, or a record."""
    with suppress(ImportError, AttributeError):
        return found("OrdersGiven", "steward")(asked.entry, orders, asked.asked)
    kind = found("OrdersRecord", "records.play", "engine.kept")
    return kind(entry=asked.entry, orders=msgspec.json.encode(orders).decode(), asked=asked.asked, at=0.0)


def new_race(*what: Any) -> Sequence[Any]:
    """Return how a race is opened: by a value of its own, or by each part of it."""
    with suppress(AttributeError):
        return [found("NewRace", "steward")(*what)]
    return what


RULESETS = known.RULESETS
PLAYED = getattr(known, "PLAYED", RULESETS)
"""With the league, where the version has it."""

VALUES = ("records.values", "engine.values")
EntryId, PlayerId, RaceId = (found(name, *VALUES) for name in ("EntryId", "PlayerId", "RaceId"))

ANN, BOB, DAN, FAY = (PlayerId(number) for number in (100, 200, 400, 500))
GUILD, CHANNEL, THREAD = 1, 2, 3
NOON = 1_790_000_000.0
MOST_ANSWERS = 4_000
PHASES = {"founding": 7200, "stable": 3600, "eve": 3600, "protest": 600, "auction": 3600}

ADVANCED = {
    "edition": "advanced",
    "dust": True,
    "knife": True,
    "spear": True,
    "weather": True,
    "horse_carcasses": True,
    "critical_horse_hits": True,
    "written_straining": True,
    "first_turn_acceleration": True,
}


class Clock:
    """A clock that is set on by hand."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> float:
        return self.now


class Entropy:
    """Bytes that differ from each other and are the same in each run."""

    def __init__(self, name: str) -> None:
        self.name, self.drawn = name, 0

    def __call__(self, count: int) -> bytes:
        self.drawn += 1
        return hashlib.sha256(f"{self.name} {self.drawn}".encode()).digest()[:count]


class Posts:
    """A messenger for whom all goes well."""

    async def ready(self, _notice: Any) -> None:
        return None

    async def deliver(self, notice: Any) -> str:
        return str(10_000 + notice.id)

    async def is_member(self, _guild: int, _player: int) -> bool:
        return True


class World:
    """A steward of the version that is run, with a race in it."""

    def __init__(self, path: Path, name: str) -> None:
        self.clock, self.store = Clock(), Store(path)
        self.steward = Steward(
            self.store, clock=self.clock, rulesets=PLAYED, scenes={}, messenger=Posts(), entropy=Entropy(name)
        )

    async def race(self, game: str, options: dict[str, Any], *, daily: bool = False, rivals: int = 2) -> RaceId:
        """Open a race of Ann and Bob against house drivers, and bet on it where that can be done."""
        rules = RULESETS[game]
        chosen = msgspec.convert(options, rules.options)
        new = new_race(GUILD, CHANNEL, ANN, game, chosen, timing(rules, daily), "Ludi")
        race = await self.steward.lobbies.open_race(*new)
        await self.steward.lobbies.set_thread(race, THREAD)
        await self.fill(race, rivals)
        await self.bet(race)
        await self.steward.lobbies.start(race, ANN)
        await self.told()  # today a race begins once its start is posted
        return race

    async def fill(self, race: RaceId, rivals: int) -> None:
        shared = '"share_out":true' in record_of(await self.steward.race(race)).options
        for player, name, colour in ((ANN, "Ann", "red"), (BOB, "Bob", "blue")):
            free = {} if shared else {"colour": colour}
            await self.steward.lobbies.join(race, player, name, word=name * 3, **free)
        await self.steward.lobbies.fill(race, ANN, None, rivals)

    async def bet(self, race: RaceId) -> None:
        """Seal bets of two spectators, and agree on a side bet."""
        if not hasattr(self.steward, "wagers") or not (await self.steward.race(race)).entries:
            return
        from engine.betting.book import NewBet, NewSide  # noqa: PLC0415  not there in older versions

        red, blue = (str(each.entry) for each in (await self.steward.race(race)).entries[:2])
        for player, choice, key in ((DAN, red, "one"), (FAY, blue, "two")):
            bet = NewBet(player, f"Player {player}", 1, choice, 300, key)
            await self.steward.wagers.place(race, bet)
        side = NewSide(DAN, "Dan", FAY, "Fay", EntryId(int(red)), EntryId(int(blue)), 100, 100, "side")
        offered = await self.steward.wagers.offer_side(race, side)
        await self.steward.wagers.answer_side(race, FAY, offered.number, True)

    async def answer(self, race: RaceId, most: int, *, stop: Callable[[Any], bool] = lambda _ask: False) -> int:
        """Have Ann and Bob answer up to *most* questions; stop before one for which *stop* is true."""
        for given in range(most):
            opened = [each for player in (ANN, BOB) for each in await self.steward.open_asks(player)]
            here = [each for each in opened if number_of(each) == race]
            if not here or stop(here[0]):
                return given
            await self.give(here[0])
            self.clock.now += 60
        return most

    async def give(self, asked: Any) -> None:
        """Answer as a house driver would; where a whole turn is ordered, with the orders that nobody changed."""
        rules = RULESETS[asked.ruleset]
        race, number = race_of(asked), number_of(asked)
        player = race.player_of(asked.entry)
        book = getattr(rules, "order_book", None)
        daily = getattr(record_of(race), "pace", "live") == "daily"
        if daily and book is not None and asked.ask.question.kind == book.kind:
            await self.steward.races.order(number, player, orders_for(asked, book.orders()), asked.asked)
            return
        answer = next(iter(rules.drivers.values()))(asked.view, asked.ask)
        await self.steward.races.drive(number, asked.entry, [answer], player=player, asked=asked.asked)

    async def told(self) -> None:
        """Deliver all that is due."""
        await self.steward.delivery.deliver_due()

    async def pass_by(self, seconds: float) -> None:
        """Let time pass, with all that is due."""
        self.clock.now += seconds
        await self.steward.timekeeper.tick()
        await self.told()

    async def until(self, league: RaceId, phase: str, event: int) -> None:
        """Let time pass until a phase of an event of a league is open."""
        for _ in range(MOST_ANSWERS):
            view = (await self.steward.log.status(league)).view
            if view is not None and (view.phase, view.event) == (phase, event):
                return
            await self.pass_by(60 if view is not None and view.phase == "race" else 1800)
        raise AssertionError(f"{phase} of event {event} never comes")


def timing(rules: Any, daily: bool) -> Any:
    seconds = {kind: each.seconds for kind, each in rules.decisions.items()}
    if not daily:
        return seconds
    return found("Timing", "steward.time.schedules", "steward.schedules")(seconds, "daily")


def is_kind(*kinds: str) -> Callable[[Any], bool]:
    return lambda asked: asked.ask.question.kind in kinds


async def in_mid_turn(world: World, race: RaceId, answers: int) -> None:
    """Play some turns, and stop where not all is answered."""
    await world.answer(race, answers)
    await world.told()
    await world.answer(race, 1)
    while not await has_answered(world, race):
        assert await world.answer(race, 1)


async def has_answered(world: World, race: RaceId) -> bool:
    """Tell whether a player has answered in the turn under way."""
    kept = await world.store.load(race)
    return kept is not None and any(each.player is not None for each in kept.inputs)


async def basic_live(world: World) -> None:
    await in_mid_turn(world, await world.race("circus-maximus", {"laps": 3}), 61)


async def basic_daily(world: World) -> None:
    race = await world.race("circus-maximus", {"laps": 3}, daily=True)
    await in_mid_turn(world, race, 12)


async def advanced_live(world: World) -> None:
    await in_mid_turn(world, await world.race("circus-maximus", {**ADVANCED, "laps": 3}, rivals=4), 70)


async def advanced_daily(world: World) -> None:
    race = await world.race("circus-maximus", {**ADVANCED, "laps": 3}, daily=True, rivals=4)
    await in_mid_turn(world, race, 14)


async def shared_out(world: World) -> None:
    """Four or more chariots for each of two players."""
    await in_mid_turn(world, await world.race("circus-maximus", {"laps": 3, "share_out": True}, rivals=1), 90)


async def caesar(world: World) -> None:
    await in_mid_turn(world, await world.race("ave-caesar", {}), 17)


async def caesar_first_turn(world: World) -> None:
    await in_mid_turn(world, await world.race("ave-caesar", {"nonplayer_chariots": True}, rivals=1), 0)


async def cup(world: World) -> None:
    """A cup of two races, the first one over, the second under way."""
    rules = RULESETS["circus-maximus"]
    seconds = timing(rules, False)
    kind = found("Agreed", "steward.hosting.cups", "steward.cups")
    agreed = kind(GUILD, CHANNEL, ANN, rules.id, rules.options(laps=1), rules.series.options(), seconds, "Cup", 2)
    opened = await world.steward.cups.open(agreed)
    for number in (1, 2):
        race = record_of(await world.steward.cups.next_race(opened.id, ANN)).id
        await world.steward.lobbies.set_thread(race, THREAD + number)
        if number == 1:
            await world.fill(race, 2)
        await world.steward.lobbies.start(race, ANN)
        await world.told()
        await world.answer(race, MOST_ANSWERS if number == 1 else 30)
        await world.told()


async def gone_back(world: World) -> None:
    """A race that went back, and is in mid-turn again."""
    race = await world.race("circus-maximus", {"laps": 3})
    await in_mid_turn(world, race, 61)
    decisions = await world.steward.desk.decisions(race)
    await world.steward.desk.rewind(race, ANN, decisions[2].to, "a slip")
    await world.answer(race, 2)


async def season(world: World) -> None:
    """A league of three races, the first one home, the second in mid-race; an offer between two stables is open."""
    options = found("LeagueOptions", "engine.leagues.words.options", "engine.campaign.words.options")
    acts = ("engine.leagues.words.acts", "engine.campaign.words.acts")
    founded = found("Founded", "steward.seasons.leagues", "steward.hosting.leagues")
    goods = found("Goods", "engine.leagues.words.state", "engine.campaign.words.state")
    spans = dict.fromkeys(RULESETS["circus-maximus"].decisions, 60)
    agreed = founded(GUILD, CHANNEL, ANN, options(events=3, laps=1, filled_to=4), PHASES, spans, "Ludi Magni")
    leagues = world.steward.leagues
    league = await leagues.open(agreed)
    await world.steward.lobbies.set_thread(league, THREAD)
    await leagues.join(league, ANN, "Ann", word="equus")
    await leagues.join(league, BOB, "Bob")
    await leagues.add_house(league, ANN, 1)
    await leagues.start(league, ANN)
    await world.until(league, "race", 1)
    await world.until(league, "stable", 2)
    offered = found("OfferDeal", *acts)(EntryId(2), goods(chariots=(1,)), goods(money=500))
    await leagues.act(league, ANN, offered)
    await world.told()
    await world.until(league, "race", 2)
    race = (await leagues.races(league))[-1].id
    await world.answer(race, 12)
    await world.told()
    await world.answer(race, 1)


async def over(world: World, race: RaceId) -> None:
    await world.answer(race, MOST_ANSWERS)
    await world.told()
    assert record_of(await world.steward.race(race)).state == "finished"


async def basic_over(world: World) -> None:
    await over(world, await world.race("circus-maximus", {"laps": 1}))


async def advanced_over(world: World) -> None:
    known = {each.name for each in msgspec.structs.fields(RULESETS["circus-maximus"].options)}
    options = {name: value for name, value in ADVANCED.items() if name in known}
    await over(world, await world.race("circus-maximus", {**options, "laps": 1}, rivals=4))


async def daily_over(world: World) -> None:
    await over(world, await world.race("circus-maximus", {"laps": 1}, daily=True))


async def caesar_over(world: World) -> None:
    await over(world, await world.race("ave-caesar", {}))


async def gone_back_over(world: World) -> None:
    race = await world.race("circus-maximus", {"laps": 1})
    await world.answer(race, 30)
    decisions = await world.steward.desk.decisions(race)
    await world.steward.desk.rewind(race, ANN, decisions[2].to, "a slip")
    await over(world, race)


Story = Callable[[World], Awaitable[None]]
UNDER_WAY: tuple[Story, ...] = (
    *(basic_live, basic_daily, advanced_live, advanced_daily, shared_out, caesar, caesar_first_turn, cup, gone_back),
)
SEASONS: tuple[Story, ...] = (season,)
OVER: tuple[Story, ...] = (basic_over, advanced_over, daily_over, caesar_over, gone_back_over)


async def play(story: Story, path: Path) -> None:
    world = World(path, story.__name__)
    await world.steward.open()
    try:
        await story(world)
    finally:
        await world.steward.close()


def kept(path: Path) -> bytes:
    """Return a database as one file, as small as it can be."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode = DELETE")
        database.execute("VACUUM")
    return lzma.compress(path.read_bytes(), preset=9 | lzma.PRESET_EXTREME)


def main(folder: Path, version: str, wanted: list[str]) -> None:
    for story in (*UNDER_WAY, *SEASONS, *OVER):
        if wanted and story.__name__ not in wanted:
            continue
        with tempfile.TemporaryDirectory() as spare:
            path = Path(spare) / "race.sqlite3"
            asyncio.run(play(story, path))
            name = f"{version}-{story.__name__.replace('_', '-')}.db.xz"
            (folder / name).write_bytes(kept(path))
            sys.stdout.write(f"{name}: {(folder / name).stat().st_size} bytes\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], sys.argv[3:])
