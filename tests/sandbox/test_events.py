"""A server's events at a place outside: made, listed and taken away, with the right to do so."""

from datetime import UTC, datetime, timedelta
from typing import Any

import discord
import pytest

from sandbox import permissions
from sandbox.server import Sandbox
from tests.sandbox.conftest import Api
from tests.sandbox.small_bot import SmallBot

PLACE = "https://discord.com/channels/1/2"


def given(**changed: Any) -> dict[str, Any]:
    begins = datetime.now(UTC) + timedelta(hours=1)
    made = {
        "name": "Friday race",
        "description": "A race of Ave Caesar.",
        "start_time": begins,
        "end_time": begins + timedelta(hours=2),
        "entity_type": discord.EntityType.external,
        "privacy_level": discord.PrivacyLevel.guild_only,
        "location": PLACE,
    }
    return {**made, **changed}


def may_make_them(sandbox: Sandbox) -> None:
    sandbox.world.kept.rights |= permissions.BITS["create_events"]


async def test_an_event_is_made_listed_and_taken_away(bot: SmallBot, sandbox: Sandbox) -> None:
    may_make_them(sandbox)
    guild = bot.guilds[0]
    event = await guild.create_scheduled_event(**given())
    (listed,) = await guild.fetch_scheduled_events(with_counts=False)
    assert (listed.id, listed.location, listed.name) == (event.id, PLACE, "Friday race")
    await (await guild.fetch_scheduled_event(event.id, with_counts=False)).delete()
    assert await guild.fetch_scheduled_events(with_counts=False) == []
    with pytest.raises(discord.NotFound) as refused:
        await guild.fetch_scheduled_event(event.id, with_counts=False)
    assert refused.value.code == 10070


async def test_without_the_right_none_is_made(bot: SmallBot) -> None:
    with pytest.raises(discord.Forbidden) as refused:
        await bot.guilds[0].create_scheduled_event(**given())
    assert refused.value.code == 50013


async def test_one_in_the_past_is_refused(bot: SmallBot, sandbox: Sandbox) -> None:
    may_make_them(sandbox)
    over = datetime.now(UTC) - timedelta(hours=1)
    with pytest.raises(discord.HTTPException) as refused:
        await bot.guilds[0].create_scheduled_event(**given(start_time=over))
    assert (refused.value.status, refused.value.code) == (400, 50035)


async def test_another_server_has_none_here(api: Api, sandbox: Sandbox) -> None:
    may_make_them(sandbox)
    status, answer = await api.ask("POST", "/guilds/7/scheduled-events", {"name": "x"})
    assert (status, answer["code"]) == (404, 10004)
