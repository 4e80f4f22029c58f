"""The bot leaves the server, and is invited anew."""

import asyncio
from pathlib import Path

import discord
import pytest

from sandbox.client import Control, Refused, Visitor, buttons_of
from sandbox.server import Sandbox
from tests.sandbox.conftest import Api
from tests.sandbox.small_bot import SmallBot


async def test_a_bot_that_leaves_hears_so_and_is_a_stranger_to_the_server(
    bot: SmallBot, ana: Visitor, control: Control, api: Api
) -> None:
    gone, back = asyncio.Event(), asyncio.Event()

    async def on_guild_remove(_guild: discord.Guild) -> None:
        gone.set()

    async def on_guild_join(_guild: discord.Guild) -> None:
        back.set()

    bot.on_guild_remove, bot.on_guild_join = on_guild_remove, on_guild_join  # type: ignore[attr-defined]
    panel = (await ana.run("show")).message
    assert panel is not None

    assert await api.ask("DELETE", f"/users/@me/guilds/{api.guild}") == (204, None)

    await asyncio.wait_for(gone.wait(), 5)
    assert not bot.guilds
    for path in (f"/guilds/{api.guild}", f"/guilds/{api.guild}/channels"):
        assert (await api.ask("GET", path))[1]["code"] == 10004
    assert (await api.ask("DELETE", f"/users/@me/guilds/{api.guild}"))[1]["code"] == 10004
    assert (await api.ask("GET", "/users/@me/guilds"))[1] == []
    assert (await api.send({"content": "still here"}))[0] == 403
    with pytest.raises(Refused):
        await ana.run("ping")
    with pytest.raises(Refused, match="not in the server"):
        await ana.press(panel, buttons_of(panel)[0]["label"])
    await control.leave(api.app, left=False)
    await asyncio.wait_for(back.wait(), 5)
    assert (await ana.run("ping")).state == "answered"


async def test_a_sandbox_that_starts_again_invites_it_anew(tmp_path: Path) -> None:
    file = tmp_path / "world"
    first = Sandbox(state_file=file)
    await first.start()
    first.world.set_membership(first.world.bot, has_left=True)
    assert not [each for each in first.world.members if each.is_bot]
    await first.stop()

    again = Sandbox(state_file=file)

    assert [each for each in again.world.members if each.is_bot]
