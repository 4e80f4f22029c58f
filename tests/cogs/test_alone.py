"""A practice, and the season of a lesson with its races, are for their player alone: others find no such thing.

Two worlds: in one, Ann practises; in the other nobody does. Whatever Eve does there, she is told the same.
"""

from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest
from discord import app_commands

from cogs import parts
from cogs.choices.which_league import league_choices
from cogs.choices.which_race import known_here, own_race_choices, race_choices
from cogs.commands.practice import practice_command
from cogs.kit.client import Quadriga
from cogs.panels.league import LeagueButton
from cogs.panels.league_office import MoreButton
from cogs.panels.league_shown import LOOKS, LookButton
from cogs.panels.stable import StableButton
from records.values import PlayerId, RaceId
from tests.cogs.arena import ANN, EVE, Arena, outcome
from tests.cogs.fakes import CHANNEL, a_steward
from tests.cogs.test_practice import Channel
from tests.cogs.test_rights import FORGED, FORMS, Member, component, pressed, sent_in, told

SEASON = 6
LEAGUE, RACE = RaceId(1), RaceId(2)
OF_A_LEAGUE = [LeagueButton(LEAGUE, "join"), LeagueButton(LEAGUE, "sheet"), MoreButton(LEAGUE), StableButton(LEAGUE)]
OF_A_LEAGUE += [LookButton(LEAGUE, act) for act in LOOKS]


def about(option: str) -> list[app_commands.Command[Any, ..., Any]]:
    """Return all commands that take a race, or a league."""
    bot = Quadriga(a_steward())
    parts.add_to(bot)
    return [each for each in bot.acts.values() if each.get_parameter(option) is not None]


async def practise(arena: Arena, **how: Any) -> None:
    interaction: Any = arena.act(ANN, channel=CHANNEL)
    interaction.channel, interaction.app_permissions = Channel(), discord.Permissions.all()
    callback: Any = practice_command().callback
    await outcome(interaction, callback(interaction, **how))
    await arena.deliver()


async def to_a_race(arena: Arena) -> None:
    """Have Ann answer her league by default until its first race is open."""
    for _ in range(100):
        for each in await arena.steward.open_asks(ANN):
            if each.race_id == RACE:
                return
            answers = [each.ask.default]
            await arena.steward.races.drive(each.race_id, each.entry, answers, player=ANN, asked=each.asked)
        await arena.steward.timekeeper.tick()
        await arena.deliver()
    raise AssertionError("no race was opened")


async def used(
    arena: Arena, command: Any, option: str, wanted: str, by: PlayerId = EVE, *, moderates: bool = False, **where: Any
) -> str:
    """Use a command on a race or a league, with anything for its other options; return the answer."""
    interaction: Any = arena.act(by, **{"channel": CHANNEL, **where})
    interaction.permissions = discord.Permissions(manage_threads=moderates)
    filled = {option: wanted}
    for each in command.parameters:
        if each.required and each.name != option:
            filled[each.name] = typed_in(each, interaction)
    bound = [command.binding] if command.binding is not None else []
    acted = await outcome(interaction, command.callback(*bound, interaction, **filled))
    return told(acted)


def typed_in(option: Any, interaction: Any) -> Any:
    if option.choices:
        return option.choices[0].value
    kinds: dict[Any, Any] = {
        discord.AppCommandOptionType.integer: 1,
        discord.AppCommandOptionType.number: 1.0,
        discord.AppCommandOptionType.boolean: True,
        discord.AppCommandOptionType.user: interaction.user,
    }
    return kinds.get(option.type, "1d")


@pytest.fixture
async def worlds(alike: Callable[[int], Awaitable[list[Arena]]]) -> tuple[Arena, Arena]:
    with_one, without = await alike(2)
    return with_one, without


@pytest.mark.parametrize("how", [{"rivals": 2}, {"lesson": 1}], ids=["a race alone", "a lesson"])
async def test_a_stranger_learns_nothing_of_a_practice_by_its_number(worlds: tuple[Arena, Arena], how: Any) -> None:
    ours, empty = worlds
    await practise(ours, **how)
    commands = about("race")
    assert len(commands) > 30

    for command in commands:
        assert await used(ours, command, "race", "1") == await used(empty, command, "race", "1"), command.qualified_name


async def test_a_stranger_reaches_no_practice_by_forged_ids(worlds: tuple[Arena, Arena]) -> None:
    await practise(worlds[0], rivals=2)

    for custom_id in [*FORGED, *FORMS]:
        answers = []
        for arena in worlds:
            interaction = component(arena, EVE, custom_id, channel=CHANNEL)
            acted = await (sent_in if custom_id in FORMS else pressed)(arena, interaction, custom_id)
            answers.append(told(acted))
        assert answers[0] == answers[1], custom_id


async def test_a_stranger_learns_nothing_of_the_season_of_a_lesson(worlds: tuple[Arena, Arena]) -> None:
    ours = worlds[0]
    await practise(ours, lesson=SEASON)
    commands = about("league")
    assert len(commands) > 30

    for command in commands:
        for wanted in ("", "1", "Lesson 6 of Ann: A season"):
            answers = [await used(arena, command, "league", wanted) for arena in worlds]
            assert answers[0] == answers[1], (command.qualified_name, wanted)
    for button in OF_A_LEAGUE:
        custom_id = str(button.item.custom_id)
        pressings = [component(arena, EVE, custom_id, channel=CHANNEL) for arena in worlds]
        answers = [told(await pressed(arena, each, custom_id)) for arena, each in zip(worlds, pressings, strict=True)]
        assert answers[0] == answers[1], custom_id


async def test_a_stranger_learns_nothing_of_a_race_of_that_season(worlds: tuple[Arena, Arena]) -> None:
    ours, empty = worlds
    await practise(ours, lesson=SEASON)
    await to_a_race(ours)

    for command in about("race"):
        answers = [await used(arena, command, "race", str(RACE)) for arena in (ours, empty)]
        assert answers[0] == answers[1], command.qualified_name


async def test_lists_name_no_practice_of_others(arena: Arena) -> None:
    await practise(arena, lesson=SEASON)
    await practise(arena, rivals=2)
    acting: Any = arena.act(EVE, channel=CHANNEL)
    acting.user, acting.permissions = Member(acting.user, moderates=True), discord.Permissions.all()

    assert await known_here(acting) == []
    for offered in (league_choices, race_choices, own_race_choices):
        assert await offered(acting, "") == []


async def test_its_player_and_the_moderators_of_its_channel_reach_it(arena: Arena) -> None:
    await practise(arena, lesson=SEASON)
    await practise(arena, rivals=2)

    for option, number, name in (("league", "1", "league status"), ("race", "2", "race status")):
        (status,) = [each for each in about(option) if each.qualified_name == name]
        for where in ({"channel": CHANNEL}, {"guild": None}):
            assert "of Ann" in await used(arena, status, option, number, ANN, **where)
        assert "of Ann" not in await used(arena, status, option, number, EVE)
        assert "of Ann" in await used(arena, status, option, number, EVE, moderates=True)
