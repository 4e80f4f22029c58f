"""The page of commands is what the bot's command tree gives, and tells the truth about who may use them."""

import copy
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, Literal

import discord
import pytest
from discord import app_commands

from cogs.command_page import OF_HOSTS, PAGE, acts_shown, page, row, who_may
from cogs.kit.client import Interaction
from engine.rulesets import PLAYED
from steward import GAME, Agreed
from tests.cogs.arena import ANN, BOB, Arena
from tests.cogs.fakes import CHANNEL, GUILD, THREAD
from tests.cogs.test_walk import PEOPLE, STATES, World, command_deeds, nothing_is_drawn

__all__ = ["nothing_is_drawn"]

REFUSED = "Only the host of this "


def test_the_page_of_commands_is_up_to_date() -> None:
    assert page() == PAGE.read_text(encoding="utf-8"), "run python -m cogs.command_page"


@app_commands.command(name="feed", description="Feed a horse")
@app_commands.describe(horse="Which horse", meal="What it gets", apples="How many")
async def feed(
    _interaction: Interaction,
    horse: str,
    meal: Literal["hay", "oats"] = "hay",
    apples: app_commands.Range[int, 1, 2_000] = 1,
) -> None: ...


def test_a_row_names_the_command_with_its_options_what_they_mean_and_what_they_take() -> None:
    assert row(feed, "/feed") == (
        "| `/feed` | Feed a horse | everybody | `horse` (needed): Which horse<br>"
        "`meal`: What it gets (`hay`, `oats`)<br>`apples`: How many (1 to 2,000) |"
    )


def test_a_right_that_discord_asks_for_is_named() -> None:
    stable = app_commands.Group(
        name="barn", description="Barns", default_permissions=discord.Permissions(manage_guild=True)
    )
    stable.add_command(copy.copy(feed))

    assert who_may(stable.commands[0]) == "with the right Manage Server"  # type: ignore[arg-type]


def test_each_group_has_a_chapter_and_one_that_works_in_servers_alone_says_so() -> None:
    chapters = {each.split("\n")[0]: each for each in page().split("\n## /")[1:]}

    assert {"race", "league", "stable", "help", "play", "host"} <= chapters.keys()
    assert [name for name, text in chapters.items() if "Only in a server." in text] == ["server"]


def test_every_act_of_the_host_is_there() -> None:
    assert {each.qualified_name for each in acts_shown()} >= OF_HOSTS


async def _cup(arena: Arena) -> None:
    rules = PLAYED[GAME]
    seconds = {kind: each.seconds for kind, each in rules.decisions.items()}
    agreed = Agreed(GUILD, CHANNEL, ANN, rules.id, rules.options(), rules.series.options(), seconds, "Cup", 2)
    race = (await arena.steward.cups.open(agreed)).races[0].record.id
    await arena.steward.lobbies.set_thread(race, THREAD)
    await arena.steward.lobbies.join(race, BOB, "Bob")


PLACES: Mapping[str, tuple[Callable[[Arena], Awaitable[None]], tuple[str, ...]]] = {
    "lobby": (STATES["lobby"], ("race",)),
    "under way": (STATES["under way"], ("steward", "order", "my", "bet", "purse", "odds", "rating", "fame", "help")),
    "season": (STATES["season"], ("league", "stable")),
    "cup": (_cup, ("cup",)),
}
"""Where commands are tried, by the first word of theirs."""


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES)
async def test_commands_refuse_a_spectator_if_the_page_says_that_they_are_the_hosts(tmp_path: Path, place: str) -> None:
    make, groups = PLACES[place]
    world, refused = World(tmp_path, place, make), set[str]()
    tried: list[Any] = [each for each in acts_shown() if each.qualified_name.split()[0] in groups]
    for command in tried:
        wire = await world.at_the_start()
        name, kind, data = next(command_deeds(command))
        answered = await wire.act(kind, PEOPLE["spectator"](place), copy.deepcopy(data))
        refused |= {name} if REFUSED in answered.words else set()
    await world.close()

    assert tried
    assert refused == {each.qualified_name for each in tried} & OF_HOSTS
