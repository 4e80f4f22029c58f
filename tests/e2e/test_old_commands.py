"""A client that still has yesterday's list of commands is told where each of them is today."""

from pathlib import Path
from typing import Any

import aiohttp

from cogs.kit.ways import MOVED
from cogs.panels.ways import SHOWN
from sandbox.client import buttons_of
from tests.e2e.arena import Arena
from tests.e2e.races import opened, require_clean

LIKE = ("race status", "race start", "steward pause", "odds race", "practice", "rating top", "league vote")
SUBCOMMAND, CHAT = 1, 1


def list_of_before() -> list[dict[str, Any]]:
    """Return some commands as Discord kept them yesterday."""
    below: dict[str, list[str]] = {}
    for each in LIKE:
        root, *rest = each.split()
        below.setdefault(root, []).extend(rest)
    return [
        {
            "name": root,
            "type": CHAT,
            "description": "Before",
            "options": [{"type": SUBCOMMAND, "name": each, "description": "Before"} for each in names],
        }
        for root, names in below.items()
    ]


async def give_back_the_list_of_before(arena: Arena) -> None:
    """Let the clients of the server have yesterday's commands beside those of today."""
    base, guild = arena.addresses["api_base"], arena.ana.state["guild"]["id"]
    headers = {"Authorization": f"Bot {arena.addresses['bot_token']}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        async with session.get(f"{base}/oauth2/applications/@me") as response:
            application = (await response.json())["id"]
        url = f"{base}/applications/{application}/guilds/{guild}/commands"
        async with session.put(url, json=list_of_before()) as response:
            assert response.status == 200, await response.text()


async def test_a_command_of_before_is_answered_alone_with_its_way_of_today(tmp_path: Path) -> None:
    async with Arena(tmp_path, is_forked=True) as arena:
        race = await opened(arena)
        await give_back_the_list_of_before(arena)

        for act in LIKE:
            outcome = await arena.ben.run(act, channel=race.thread)
            assert outcome.message is not None
            assert f"`/{act}` is `{MOVED[act]}` now." in outcome.text
            assert outcome.message["flags"] & 64, "to them alone"
            assert bool(buttons_of(outcome.message)) == (act in SHOWN), act

        moved = await arena.ben.run("race status", channel=race.thread)
        assert moved.message is not None
        opened_by_press = await arena.ben.press(moved.message, "Open it")
        typed = await arena.ben.run("watch", what="status", channel=race.thread)
        assert opened_by_press.text == typed.text
        await require_clean(arena)
