"""``/server export``: a server's owner has what everybody there could see, and nobody else has anything."""

import json
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from sqlalchemy import Connection

from cogs.commands.server import ServerCommands
from db.reading.servers import handed
from db.schema.fixtures import fixtures
from db.schema.holds import DEED, HIDDEN, INSIDE, KEYED, PERSON, holds
from db.schema.tables import factions, metadata, races
from engine.circus_maximus.words.asks import Preparation
from records.values import PlayerId, RaceId
from tests.cogs.archives import given_texts
from tests.cogs.arena import ANN, BOB, EVE, Arena, outcome
from tests.cogs.fakes import GUILD, FakeInteraction
from tests.cogs.ordering import pressed, to_orders
from tests.cogs.test_fixture_panels import set_up
from tests.cogs.test_my_data import asks as my_data
from tests.steward.circus import MOD
from words.kept.server import TABLES

SERVER: Any = ServerCommands()
RACE = RaceId(1)
OTHER, MARK = 77, 700_000_000_000_000_101
PUBLIC_DEEDS = {"opened", "ended", "created", "rank", "place", "at"}
"""Times and places that everybody sees."""


def owns(arena: Arena, player: PlayerId, guild: int = GUILD) -> None:
    arena.client.servers[guild] = SimpleNamespace(name="Roma", owner_id=player, fetch_member=arena.client.fetch_user)


async def asks(arena: Arena, player: PlayerId, **where: Any) -> FakeInteraction:
    interaction: Any = arena.act(player, **where)
    interaction.permissions = discord.Permissions.all()  # a right of Discord's does not make an owner
    return await outcome(interaction, SERVER.export.callback(SERVER, interaction))


async def ordered(arena: Arena) -> None:
    """Come to where Ann has sealed her orders; there is a weekly race besides."""
    asked = await to_orders(arena)
    await pressed(arena, ANN, f"orderseal:{asked}")
    await set_up(arena)


async def as_marked(arena: Arena) -> None:
    """Give whoever hosts and drives a number that nothing else is."""

    def work(connection: Connection) -> None:
        connection.execute(races.update().values(host=MARK))
        connection.execute(factions.update().where(factions.c.player == ANN).values(player=MARK))
        connection.execute(fixtures.update().values(by=MARK))

    await arena.circus.store._writer.run(work)


async def test_the_owner_has_the_races_and_settings_of_the_server(arena: Arena) -> None:
    await ordered(arena)
    await arena.steward.people.set_server(GUILD, zone="Europe/Rome")
    owns(arena, EVE)

    files = given_texts(await asks(arena, EVE))

    kept = json.loads(files["data.json"])["kept"]
    assert [each["title"] for each in kept["race"]] == ["Ludi"]
    assert kept["guild"][0]["zone"] == "Europe/Rome"
    assert kept["fixture"][0]["title"] == "Friday race"
    assert {each["name"] for each in kept["faction"]} >= {"Ann", "Bob"}
    assert "Weekly races: 1" in files["data.txt"]
    assert "By the clock of: Europe/Rome" in files["data.txt"]


@pytest.mark.parametrize(
    ("seconds", "told"),
    [({"card": 720}, "evening"), ({"card": 43_200}, "by mail, move by move"), ({}, "by mail, move by move")],
)
async def test_an_evening_is_told_from_a_race_by_mail(arena: Arena, seconds: dict[str, int], told: str) -> None:
    """A record keeps one word for both; how long each answer may take makes the difference."""
    await ordered(arena)
    kept = json.dumps(seconds)

    def work(connection: Connection) -> None:
        for table in (fixtures, races):
            connection.execute(table.update().values(seconds=kept, pace="live"))

    await arena.circus.store._writer.run(work)
    owns(arena, EVE)

    for files in (given_texts(await asks(arena, EVE)), given_texts(await my_data(arena, ANN))):
        assert [line for line in files["data.txt"].splitlines() if line.startswith("Pace: ")] == [f"Pace: {told}"] * 2


async def test_a_practice_is_nobody_s_but_theirs_who_drives_it(arena: Arena) -> None:
    await ordered(arena)
    owns(arena, EVE)
    whole = json.loads(given_texts(await asks(arena, EVE))["data.json"])["kept"]
    assert {"race", "entry", "faction"} <= set(whole)
    await arena.circus.store.races.set(RACE, lesson=0)

    assert set(json.loads(given_texts(await asks(arena, EVE))["data.json"])["kept"]) == {"fixture"}
    assert json.loads(given_texts(await my_data(arena, ANN))["data.json"])["kept"]["race"][0]["lesson"] == 0


async def test_no_number_word_or_secret_of_anybody_is_in_it(arena: Arena) -> None:
    await ordered(arena)
    owns(arena, EVE)
    loaded = await arena.circus.store.load(RACE)
    assert loaded is not None
    await as_marked(arena)

    told = str(given_texts(await asks(arena, EVE)))

    secrets = [loaded.race.secret, *(salt for each in loaded.inputs if (salt := each.salt)), "equus"]
    assert len(secrets) > 2
    assert not [each for each in secrets if each in told]
    assert str(MARK) not in told
    assert loaded.race.title in told


async def test_it_is_the_same_whatever_somebody_sealed(worlds: tuple[Arena, Arena]) -> None:
    found = []
    for world, secret in zip(worlds, (Preparation(1, 1, 1, 1), Preparation(2, 2, 0, 0)), strict=True):
        await world.open_race()
        await world.give(BOB, secret)
        owns(world, EVE)
        given = given_texts(await asks(world, EVE))
        commitment = json.loads(given["data.json"])["kept"]["race"][0]["commitment"]
        found.append({name: text.replace(commitment, "…") for name, text in given.items()})

    assert found[0] == found[1]


@pytest.mark.parametrize("player", [ANN, BOB, MOD])
async def test_neither_a_host_nor_a_moderator_nor_a_manager_has_it(arena: Arena, player: PlayerId) -> None:
    await ordered(arena)
    owns(arena, EVE)

    refused = await asks(arena, player)

    assert "for the owner of this server alone" in refused.told
    assert not refused.last.pictures()


async def test_whoever_owns_another_server_has_that_one_alone(arena: Arena) -> None:
    await ordered(arena)
    owns(arena, EVE)
    owns(arena, BOB, OTHER)

    assert json.loads(given_texts(await asks(arena, BOB, guild=OTHER, channel=78))["data.json"])["kept"] == {}
    for player, where in ((EVE, {"guild": OTHER, "channel": 78}), (BOB, {}), (EVE, {"guild": 999, "channel": 9})):
        assert "for the owner of this server alone" in (await asks(arena, player, **where)).told
    assert "in a server that you own" in (await asks(arena, EVE, guild=None, channel=9)).told


async def test_races_of_others_are_not_among_those_of_a_server(arena: Arena) -> None:
    await ordered(arena)
    owns(arena, EVE)
    owns(arena, BOB, OTHER)
    before = given_texts(await asks(arena, EVE))
    await arena.circus.store._writer.run(
        lambda connection: connection.execute(races.update().where(races.c.id == RACE).values(guild=OTHER))
    )

    assert set(json.loads(given_texts(await asks(arena, EVE))["data.json"])["kept"]) == {"fixture"}
    moved = given_texts(await asks(arena, BOB, guild=OTHER, channel=78))
    assert json.loads(moved["data.json"])["kept"]["race"] == json.loads(before["data.json"])["kept"]["race"]


async def test_it_counts_as_an_archive(arena: Arena) -> None:
    owns(arena, EVE)
    for _ in range(6):
        assert (await asks(arena, EVE)).last.pictures()

    assert "You had 6 archives within the hour" in (await asks(arena, EVE)).told


def test_only_what_everybody_could_see_is_handed_out_and_each_table_has_a_heading() -> None:
    assert set(handed()) == set(TABLES)
    for table, columns in handed().items():
        for name in columns:
            column = metadata.tables[table].c[name]
            kind = holds(column).kind
            assert kind not in (PERSON, KEYED, HIDDEN), str(column)
            assert kind != DEED or name in PUBLIC_DEEDS, str(column)
            assert kind != INSIDE or name == "title", str(column)


def test_each_setting_of_a_server_is_handed_out() -> None:
    assert set(handed()["guild"]) == {column.name for column in metadata.tables["guild"].columns}
