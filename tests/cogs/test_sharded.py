"""The bot of some shards says which are away, and begins their sessions one after another."""

import asyncio
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot import Failed, need_all_in_a_file, shards_of
from cogs.kit import client, sharded
from cogs.kit.client import Quadriga
from cogs.kit.sharded import Sharded, client_of
from records.fleet import Shards
from tests.cogs.fakes import a_steward, http_error

THREE = Shards(2, 4, 16)


def a_bot(limits: Any = None, *, shards: Shards = THREE) -> Sharded:
    bot = Sharded(a_steward(), shards)
    told = limits or SimpleNamespace(remaining=1000, reset_after=86_400_000, max_concurrency=1)

    async def fetched() -> Any:
        return told

    bot.fetch_session_start_limits = fetched  # type: ignore[method-assign]
    return bot


class Hands:
    """A clock that goes on while somebody sleeps."""

    def __init__(self) -> None:
        self.now = 1_000.0
        self.slept: list[float] = []

    def monotonic(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        if seconds > 0:
            self.slept.append(seconds)
            self.now += seconds


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Hands:
    hands = Hands()
    monkeypatch.setattr(sharded, "time", hands)
    monkeypatch.setattr(sharded, "asyncio", hands)
    return hands


@pytest.mark.parametrize(
    ("setting", "expected"),
    [("", Shards(0, 0, 1)), ("0-3/16", Shards(0, 3, 16)), ("1/2", Shards(1, 1, 2)), (" 4 - 5 / 6 ", Shards(4, 5, 6))],
)
def test_a_setting_names_shards(setting: str, expected: Shards) -> None:
    assert shards_of(setting) == expected


@pytest.mark.parametrize("setting", ["all", "3-1/16", "0-16/16", "2/2", "0-3", "/4", "-1/4", "0-3/0", "0-3/1000000"])
def test_a_setting_that_names_none_is_told(setting: str) -> None:
    with pytest.raises(Failed, match=r"can't read QUADRIGA_SHARDS.*0-3/16.*Leave it empty"):
        shards_of(setting)


def test_a_file_is_for_all_shards_and_a_server_for_some() -> None:
    for whole in (Shards(), Shards(0, 15, 16)):
        need_all_in_a_file("races.sqlite3", whole)
    need_all_in_a_file("postgresql://quadriga@server/quadriga", THREE)
    with pytest.raises(Failed, match=r"2-4/16 leaves some shards.*Set 0-15/16, or .*PostgreSQL"):
        need_all_in_a_file("races.sqlite3", THREE)


def test_without_the_setting_there_is_one_session_without_a_shard() -> None:
    bot = client_of(a_steward(), Shards())

    assert type(bot) is Quadriga
    assert (bot.shard_id, bot.shard_count) == (None, None)


def test_the_library_is_told_which_shards() -> None:
    bot = a_bot()

    assert (bot.shard_ids, bot.shard_count) == ([2, 3, 4], 16)


async def test_each_shard_is_away_until_it_is_let_in() -> None:
    bot = a_bot()
    assert bot.away() == [2, 3, 4]
    await bot.on_shard_connect(2)
    await bot.on_shard_resumed(4)
    assert bot.away() == [3]
    await bot.on_connect()  # of any one
    assert bot.away() == [3]
    await bot.on_shard_connect(3)
    await bot.on_disconnect()
    assert bot.away() == []
    lost = bot.steward.failures.counts
    assert lost["session lost"] == 0
    for _ in range(2):  # the second time it was a try in vain
        await bot.on_shard_disconnect(3)
        assert bot.away() == [3]
        assert lost["session lost"] == 1


async def test_a_bot_without_shards_is_away_while_its_session_is() -> None:
    bot = client_of(a_steward(), Shards())
    assert bot.away() == (0,)
    await bot.on_connect()
    assert bot.away() == ()
    for _ in range(2):
        await bot.on_disconnect()
        assert bot.away() == (0,)
        assert bot.steward.failures.counts["session lost"] == 1


async def test_sessions_begin_five_seconds_apart(hands: Hands) -> None:
    bot = a_bot()
    for shard in (2, 3, 4):
        await bot.before_identify_hook(shard, initial=shard == 2)
    assert hands.slept == [5.0, 5.0]
    hands.now += 60
    await bot.before_identify_hook(3)
    assert hands.slept == [5.0, 5.0]


async def test_as_many_begin_at_once_as_discord_allows(hands: Hands) -> None:
    bot = a_bot(SimpleNamespace(remaining=1000, reset_after=0, max_concurrency=16), shards=Shards(0, 31, 32))
    for shard in range(16):
        await bot.before_identify_hook(shard)
    assert hands.slept == []
    await bot.before_identify_hook(16)
    assert hands.slept == [5.0]


async def test_where_too_few_sessions_are_left_today_it_waits_for_tomorrow(
    hands: Hands, caplog: pytest.LogCaptureFixture
) -> None:
    bot = a_bot(SimpleNamespace(remaining=2, reset_after=3_600_000, max_concurrency=1))
    await bot.before_identify_hook(2, initial=True)

    assert hands.slept == [3_600.0]
    assert "I wait for 60 minutes" in caplog.text


@pytest.mark.parametrize("is_mine", [True, False])
async def test_a_press_that_another_program_has_taken_is_dropped(is_mine: bool) -> None:
    bot, taken, claimed = Quadriga(a_steward()), list[str](), list[int]()

    async def takes(press: int) -> bool:
        claimed.append(press)
        return is_mine

    def parse(data: Any) -> None:
        taken.append(data["id"])

    fleet: Any = SimpleNamespace(is_alone=True, takes=takes)
    bot.steward.fleet = fleet
    take = bot._if_mine(parse)
    take({"id": "1"})
    assert (taken, claimed) == (["1"], [])  # alone, at once
    fleet.is_alone = False
    take({"id": "2"})
    await asyncio.gather(*bot._claiming)
    assert claimed == [2]
    assert taken == (["1", "2"] if is_mine else ["1"])


async def test_a_press_that_cannot_be_claimed_is_told_what_is_wrong(caplog: pytest.LogCaptureFixture) -> None:
    bot, taken = Quadriga(a_steward()), list[Any]()

    async def takes(_press: int) -> bool:
        raise ConnectionError("secret")

    fleet: Any = SimpleNamespace(is_alone=False, takes=takes)
    bot.steward.fleet = fleet
    bot._if_mine(taken.append)({"id": "3"})
    await asyncio.gather(*bot._claiming)
    assert taken == [{"id": "3"}]
    assert "secret" not in caplog.text


@pytest.mark.parametrize("is_beside", [True, False])
async def test_sessions_begin_once_others_of_the_same_shard_have_heard(
    is_beside: bool, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = a_bot()
    monkeypatch.setattr(client, "asyncio", hands)
    fleet: Any = SimpleNamespace(is_beside=is_beside, turn=bot.steward.fleet.turn)
    bot.steward.fleet = fleet
    await bot.before_identify_hook(2, initial=True)
    await bot.before_identify_hook(3)

    assert hands.slept == [*([client.KNOWN_AFTER] if is_beside else []), 5.0]


class Server:
    """A server of another program, as requests show it."""

    def __init__(self) -> None:
        self.channels: dict[int, Any] = {}
        self.members: list[Any] = []

    async def fetch_channels(self) -> list[Any]:
        return [SimpleNamespace(id=77)]

    async def fetch_member(self, number: int) -> Any:
        return SimpleNamespace(id=number)

    def _add_channel(self, channel: Any) -> None:
        self.channels[channel.id] = channel

    def _add_member(self, member: Any) -> None:
        self.members.append(member)

    def get_channel(self, number: int) -> Any:
        return self.channels.get(number)


ABROAD, OWN = 5 << 22, 2 << 22


def looking(monkeypatch: pytest.MonkeyPatch, answers: list[Any]) -> tuple[Sharded, list[int]]:
    """Return a bot whose looks at servers are noted, and answered with a server or an error each."""
    bot, asked = a_bot(), list[int]()
    monkeypatch.setattr(bot._connection, "user", SimpleNamespace(id=9))

    async def fetch_guild(guild: int, /, *, with_counts: bool = True) -> Any:
        del with_counts
        asked.append(guild)
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(bot, "fetch_guild", fetch_guild)
    return bot, asked


async def test_a_server_of_another_program_is_looked_at_and_known_for_a_minute(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    server: Any = Server()
    bot, asked = looking(monkeypatch, [server, Server()])
    await bot.seek(OWN)
    assert (asked, bot.get_guild(OWN)) == ([], None)  # that it does not know is true: it has left it

    await bot.seek(ABROAD)
    await bot.seek(ABROAD)
    assert asked == [ABROAD]
    seen: Any = bot.get_guild(ABROAD)
    assert seen is server
    assert bot.get_channel(77).id == 77
    assert [each.id for each in server.members] == [9]  # my own rights there

    hands.now += sharded.ABROAD_FOR
    assert (bot.get_guild(ABROAD), bot.get_channel(77)) == (None, None)
    await bot.seek(ABROAD)
    assert asked == [ABROAD, ABROAD]


async def test_a_look_that_fails_shows_nothing(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    bot, asked = looking(monkeypatch, [http_error(discord.Forbidden, 403, 50001), Server()])
    await bot.seek(ABROAD)
    assert (bot.get_guild(ABROAD), bot.get_channel(77)) == (None, None)
    await bot.seek(ABROAD)
    assert asked == [ABROAD, ABROAD]
    assert bot.get_guild(ABROAD) is not None
    assert hands.slept == []
