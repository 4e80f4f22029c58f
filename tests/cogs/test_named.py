"""People who are named in options, menus and custom ids: who is not on the server gets nothing (S-56)."""

from collections.abc import Iterator
from typing import Any

import pytest
from discord import AppCommandOptionType as Kind

from cogs.panels.bets.sides import OfferButton
from cogs.panels.league_office import DeputyMenu
from cogs.panels.reason_form import FORM_ID as ACT
from cogs.panels.reason_form import Act, take_form
from records.values import EntryId, PlayerId
from tests.cogs.arena import ANN, BOB, EVE, Arena, outcome
from tests.cogs.bettors import BET, PURSE, house_race, run
from tests.cogs.fakes import GUILD
from tests.cogs.forum import Forum
from tests.cogs.test_league_people import user
from tests.cogs.test_people import DESK, RACES, ran
from tests.cogs.test_starting import Server
from tests.cogs.test_walk import a_bot, commands_of

REFUSED = "not on this server"
GIVING = {
    ("race host", "player"),
    ("steward replace", "player"),
    ("purse give", "player"),
    ("bet side", "player"),
    ("league deputy", "player"),
    ("league vote", "player"),
    ("league hand", "player"),
}
"""Options by which somebody is given something, or asked for it: nobody who is not there."""

OF_RECORD = {
    ("fame", "person"),
    ("my card", "person"),
    ("fame", "rival"),
    ("rating show", "person"),
    ("cup correct", "player"),
    ("league expel", "player"),
}
"""Options about what somebody has done: it stays when they leave, and who has left can still be expelled."""


def named() -> Iterator[tuple[str, str]]:
    for command in commands_of(a_bot()):
        yield from (
            (command.qualified_name, each.display_name) for each in command.parameters if each.type is Kind.user
        )


async def test_each_option_that_names_a_person_is_one_of_the_two() -> None:
    assert set(named()) == GIVING | OF_RECORD


async def test_reins_go_to_nobody_who_is_not_there(arena: Arena) -> None:
    race = await arena.open_race()
    arena.client.servers[GUILD] = Server(EVE)
    eve, act = arena.client.user_of(EVE, "Eve"), Act("replace", race, 2, EVE)

    typed = await ran(arena, ANN, DESK, "replace", "blue", eve, str(race))
    forged: Any = arena.act(ANN)
    match = ACT.fullmatch(str(act))
    assert match is not None
    await outcome(forged, take_form(forged, match, {"reason": "Eve drives"}))

    assert REFUSED in typed.told
    assert typed.response.modal is None
    assert REFUSED in forged.told
    assert (await arena.steward.race(race)).factions[1].at_the_reins == BOB


async def test_a_race_is_handed_to_nobody_who_is_not_there(arena: Arena) -> None:
    race = await arena.open_race()
    arena.client.servers[GUILD] = Server(BOB)

    told = (await ran(arena, ANN, RACES, "host", arena.client.user_of(BOB, "Bob"), str(race))).told

    assert REFUSED in told
    assert (await arena.steward.race(race)).record.host == ANN


async def test_money_goes_to_nobody_who_is_not_there(arena: Arena) -> None:
    race = await house_race(arena)
    arena.client.servers[GUILD] = Server(BOB)
    bob, before = arena.client.user_of(BOB, "Bob"), await arena.steward.wagers.purse(GUILD, EVE)

    given = await run(arena, EVE, PURSE, "give", bob, 300)
    offered = await run(arena, EVE, BET, "side", bob, race=str(race), chariot="3", stake=500)
    pressed: Any = arena.act(EVE)
    await outcome(pressed, OfferButton(race, BOB, EntryId(3), EntryId(1), 500, 500, "77").callback(pressed))

    for each in (given, offered, pressed):
        assert REFUSED in each.told
    assert await arena.steward.wagers.purse(GUILD, EVE) == before


@pytest.mark.parametrize("name", ["deputy", "vote", "hand"])
async def test_nothing_of_a_league_goes_to_anybody_who_is_not_there(forum: Forum, name: str) -> None:
    league = await forum.start()
    forum.arena.client.servers[GUILD] = Server(EVE)
    args: tuple[Any, ...] = (2, user(EVE)) if name == "hand" else (user(EVE),)
    more = {"reason": "for fun"} if name == "hand" else {}

    told = (await forum.use("league", name, ANN, *args, **more)).told

    assert REFUSED in told
    assert EVE not in [each.holder for each in (await forum.arena.steward.race(league)).factions]


async def test_a_menu_of_members_gives_nothing_to_anybody_else(forum: Forum) -> None:
    league = await forum.start()
    forum.arena.client.servers[GUILD] = Server(EVE)
    menu = DeputyMenu(league)
    users = {str(EVE): {"id": str(EVE), "username": "eve"}}
    data = {"values": [str(EVE)], "custom_id": menu.item.custom_id, "resolved": {"users": users}}

    told = (await forum.press(menu, ANN, data=data)).told

    assert REFUSED in told
    assert (await forum.arena.steward.race(league)).faction_for(PlayerId(EVE)) is None
