"""The word in a server that the bot joins: once, in silence, where it may write, and what its buttons do."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import discord
import pytest

from cogs.panels.welcome import FOR_HOSTS
from records.races import Place
from tests.cogs.arena import ANN, Arena
from tests.cogs.fakes import CHANNEL, GUILD, http_error
from tests.cogs.wire import APPLICATION, PRESS, Wire, acts_in, member_of

NEW = 7_000
ALL, NONE, LOOK = str(8), "0", str(1 << 10)


def server_of(number: int = NEW, *, system: int | None = None, rights: str = ALL, **others: Any) -> Any:
    """Return a server as Discord tells that I was let in."""
    channels: list[dict[str, Any]] = [
        {"id": str(number + n), "type": 0, "name": f"room-{n}", "position": n, "permission_overwrites": []}
        for n in (3, 1, 2)
    ]
    everyone = {"id": str(number), "name": "@everyone", "permissions": rights, "position": 0, "color": 0}
    server = {
        "id": str(number), "name": "Ostia", "owner_id": "1", "roles": [everyone], "channels": channels, "threads": [],
        "members": [member_of(APPLICATION) | {"roles": []}], "emojis": [], "features": [],
        "system_channel_id": system and str(system),
    }  # fmt: skip
    return server | others


class Joining(Wire):
    """A bot that is let into servers; what it posts is noted."""

    def __init__(self, arena: Arena) -> None:
        super().__init__(arena)
        self.posted: list[tuple[int, Any]] = []
        self.refuses: Callable[[int], bool] = lambda _: False
        answer = self.bot.http.request

        async def request(route: Any, **how: Any) -> Any:
            if route.method == "POST" and route.url.endswith("/messages"):
                if self.refuses(route.channel_id):
                    raise http_error(discord.Forbidden, 403, 50013)
                self.posted.append((route.channel_id, how["json"]))
            return await answer(route, **how)

        self.bot.http.request = request  # type: ignore[method-assign]

    async def told(self, server: Any) -> None:
        """Let Discord tell of a server, and wait for what comes of it."""
        done: list[Any] = []
        self.bot._connection.dispatch = lambda event, *args: done.append((event, args))
        self.bot._connection.parse_guild_create(server)
        for event, args in done:
            await getattr(self.bot, f"on_{event}")(*args)


async def test_the_word_is_one_silent_post_in_the_system_channel(arena: Arena) -> None:
    wire = Joining(arena)

    await wire.told(server_of(system=NEW + 2))

    ((channel, body),) = wire.posted
    assert channel == NEW + 2
    assert body["flags"] & discord.MessageFlags(suppress_notifications=True).value
    assert body["allowed_mentions"] == {"parse": []}
    assert [each for each in ("First race", "Race of the day", "What I need") if f"'{each}'" not in str(body)] == []


@pytest.mark.parametrize(
    ("system", "refused", "expected"),
    [(None, set(), 1), (NEW + 2, {2}, 1), (None, {1, 2}, 3), (None, {1, 2, 3}, None)],
    ids=["no system channel", "refused there", "refused twice", "refused everywhere"],
)
async def test_it_stands_in_the_first_channel_where_i_may_write(
    arena: Arena, system: int | None, refused: set[int], expected: int | None
) -> None:
    wire = Joining(arena)
    wire.refuses = lambda channel: channel - NEW in refused

    await wire.told(server_of(system=system))

    assert [channel - NEW for channel, _ in wire.posted] == ([] if expected is None else [expected])


@pytest.mark.parametrize("rights", [NONE, LOOK])
async def test_where_i_may_write_nowhere_nothing_is_tried(arena: Arena, rights: str) -> None:
    wire = Joining(arena)
    tried: list[int] = []

    def refuses(channel: int) -> bool:
        tried.append(channel)
        return True

    wire.refuses = refuses

    await wire.told(server_of(system=NEW + 2, rights=rights))

    assert tried == []


async def test_it_comes_once_whatever_happens(arena: Arena) -> None:
    """Thrown out and let in again, with another start of the program in between: no second word."""
    first = Joining(arena)
    await first.told(server_of())
    await first.told(server_of())
    again = Joining(arena)
    await again.told(server_of())

    assert (len(first.posted), again.posted) == (1, [])


async def test_a_reconnect_is_no_joining(arena: Arena) -> None:
    wire = Joining(arena)

    await wire.told(server_of(unavailable=False))

    assert wire.posted == []


async def test_a_server_of_before_is_known_by_its_races(arena: Arena) -> None:
    await arena.open_race()
    wire = Joining(arena)

    await wire.told(server_of(GUILD))

    assert wire.posted == []


async def test_the_first_race_is_opened_once_and_shown_after_that(arena: Arena) -> None:
    wire, pressed = Wire(arena), {"custom_id": "welcome:race", "component_type": 2}

    opened = await wire.act(PRESS, acts_in(ANN, CHANNEL), pressed)
    again = await wire.act(PRESS, acts_in(ANN, CHANNEL), pressed)

    assert len(await arena.steward.races_at(Place((GUILD,)))) == 1
    assert "Races, the newest first" in again.words
    assert "Races, the newest first" not in opened.words


async def test_what_i_need_is_told_to_hosts_alone(arena: Arena) -> None:
    wire, pressed = Wire(arena), {"custom_id": "welcome:needs", "component_type": 2}
    manages = discord.Permissions(manage_guild=True, view_channel=True).value
    host = acts_in(ANN, CHANNEL, manages, str(discord.Permissions(view_channel=True).value))
    member = acts_in(ANN, CHANNEL)

    told, refused = await wire.act(PRESS, host, pressed), await wire.act(PRESS, member, pressed)

    assert "I lack: send messages" in told.words
    assert FOR_HOSTS in refused.words


@pytest.mark.parametrize(("days", "words"), [(0, 1), (6, 1), (8, 0)])
async def test_who_invited_me_before_my_start_gets_the_word_then_and_an_old_server_does_not(
    arena: Arena, days: int, words: int
) -> None:
    """Setup prints the link before the first start: such a server is told as one that is there."""
    joined = discord.utils.utcnow() - timedelta(days=days)
    wire = Joining(arena)
    me = member_of(APPLICATION) | {"roles": [], "joined_at": joined.isoformat()}
    await wire.told(server_of(unavailable=False, members=[me]))
    assert wire.posted == []

    for _ in range(2):
        await wire.bot.on_ready()

    assert len(wire.posted) == words
