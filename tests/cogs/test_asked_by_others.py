"""``/my data`` and ``/my forget`` by another person, a host, a moderator, by a forged id and from a second server.

None of them hands out, or touches, a row of mine: what is asked for is always whoever asks.
"""

import json
from collections.abc import Mapping
from typing import Any

import discord
import pytest

from cogs.commands.my import MyCommands
from cogs.panels.forgetting import FORM_ID, ForgetButton, take_form
from records.values import PlayerId
from tests.cogs.archives import given_texts
from tests.cogs.arena import ANN, BOB, EVE, Arena, outcome
from tests.cogs.test_my_data import RACE, ordered
from tests.steward.circus import MOD
from words.shared.forgetting import WORD

MY: Any = MyCommands()
MARKS = ("Ann", "equus", '"100"')
"""Ann's name, her word for the dice, and her number as it is told."""

ALL = discord.Permissions.all()
ASKS: Mapping[str, tuple[PlayerId, dict[str, Any]]] = {
    "another person": (EVE, {}),
    "a host": (BOB, {}),
    "a moderator": (MOD, {}),
    "a moderator with all rights": (MOD, {"permissions": ALL}),
    "a forged id": (
        EVE,
        {"data": {"options": [{"name": "person", "type": 6, "value": str(ANN)}], "target_id": str(ANN)}},
    ),
    "a second server": (EVE, {"guild": 77, "channel": 78, "permissions": ALL}),
    "a direct message": (EVE, {"guild": None, "channel": 9}),
}


async def with_another_host(arena: Arena) -> dict[str, Any]:
    """Come to where Ann has sealed orders in a race that Bob hosts; return all that is kept of her."""
    await ordered(arena)
    hosts = arena.steward.hosts
    await hosts.ask(RACE, ANN, BOB)
    await hosts.accept(RACE, BOB)
    assert (await arena.steward.race(RACE)).record.host == BOB
    return await kept(arena)


async def kept(arena: Arena) -> dict[str, Any]:
    """Return what is kept of Ann, but for messages to her: a race may have gone on."""
    found = await arena.circus.store.mine.kept(ANN)
    assert {"faction", "orders"} <= set(found)
    return {table: rows for table, rows in found.items() if table != "outbox"}


def by(arena: Arena, who: str) -> Any:
    player, where = ASKS[who]
    rights = where.get("permissions")
    acts = arena.act(player, **{name: each for name, each in where.items() if name != "permissions"})
    if rights is not None:
        acts.permissions = rights
    return acts


@pytest.mark.parametrize("who", ASKS)
async def test_my_data_goes_to_nobody_else(arena: Arena, who: str) -> None:
    mine = await with_another_host(arena)
    acts = by(arena, who)

    files = given_texts(await outcome(acts, MY.data.callback(MY, acts)))

    told = json.loads(files["data.json"])
    assert told["person"] == str(ASKS[who][0])
    assert not [(name, mark) for name in files for mark in MARKS if mark in files[name]]
    assert await kept(arena) == mine


@pytest.mark.parametrize("who", ASKS)
async def test_nobody_else_has_me_forgotten(arena: Arena, who: str) -> None:
    mine = await with_another_host(arena)
    forgets: list[PlayerId] = []
    begin = arena.circus.store.forgetting.begin

    async def noted(player: PlayerId, at: float, token: str = "") -> None:
        forgets.append(player)
        await begin(player, at, token)

    arena.circus.store.forgetting.begin = noted  # type: ignore[method-assign]
    explained, typed = by(arena, who), by(arena, who)
    match: Any = FORM_ID.fullmatch("forgetting:ask")
    await outcome(explained, MY.forget.callback(MY, explained))
    fields = {"word": WORD, "person": str(ANN), "player": str(ANN)}
    await outcome(typed, take_form(typed, match, fields))

    assert forgets == [ASKS[who][0]]
    after = await kept(arena)
    assert after["faction"] == mine["faction"]
    assert after["orders"] == mine["orders"]
    assert {table for table in mine if after.get(table) != mine[table]} == set()


@pytest.mark.parametrize(
    "forged", [f"forget:{ANN}", f"forget:ask:{ANN}", "forget:", f"forgetting:{ANN}", "forgetting:ask:1"]
)
def test_an_id_with_a_person_in_it_is_none_of_mine(forged: str) -> None:
    assert ForgetButton.__discord_ui_compiled_template__.fullmatch(forged) is None
    assert FORM_ID.fullmatch(forged) is None


async def test_the_button_under_my_answer_asks_whoever_presses_it(arena: Arena) -> None:
    mine = await with_another_host(arena)
    acts: Any = arena.act(EVE, kind=discord.InteractionType.component, data={"custom_id": "forget:ask"})
    await ForgetButton().press(acts)

    assert acts.response.modal.custom_id == "forgetting:ask", "and so has the form no name"
    assert await kept(arena) == mine
