"""A place in which people use /league and /stable, and press what they are sent; and what stands in a message."""

import re
from types import SimpleNamespace
from typing import Any

import discord

from cogs.commands.league import LeagueCommands
from cogs.commands.stable import StableCommands
from cogs.panels.league import LeagueButton
from cogs.panels.question import ChoiceButton
from records.values import PlayerId, RaceId
from tests.cogs.arena import ANN, BOB, Arena, outcome
from tests.cogs.fakes import CHANNEL, GUILD, FakeInteraction, Said
from tests.kept import once

LEAGUE_THREAD = 777


class Channel(discord.TextChannel):
    """A channel in which threads can be opened."""

    def __init__(self) -> None:
        self.id, self._type = CHANNEL, 0

    async def create_thread(self, **how: Any) -> Any:
        return SimpleNamespace(id=LEAGUE_THREAD, name=how["name"])


class Forum:
    """A place in which people use /league and /stable, and press what they are sent."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena
        self.commands = {"league": LeagueCommands(), "stable": StableCommands()}

    async def use(self, group: str, name: str, player: PlayerId = ANN, *args: Any, **options: Any) -> FakeInteraction:
        interaction: Any = self.arena.act(player, channel=CHANNEL if name == "new" else LEAGUE_THREAD)
        if name == "new":
            interaction.channel = Channel()
        command: Any = self.commands[group].get_command(name)
        return await outcome(interaction, command.callback(command.binding, interaction, *args, **options))

    async def press(self, item: Any, player: PlayerId = ANN, **others: Any) -> FakeInteraction:
        interaction: Any = self.arena.act(player, channel=LEAGUE_THREAD, **others)
        interaction.type = discord.InteractionType.component
        return await outcome(interaction, item.callback(interaction))

    async def choose(self, item: Any, value: str, player: PlayerId = ANN) -> FakeInteraction:
        return await self.press(item, player, data={"values": [value], "custom_id": item.item.custom_id})

    async def open(self, **options: Any) -> RaceId:
        await self.use("league", "new", title="Ludi Magni", events=2, laps=1, pace="now", **options)
        return (await self.arena.steward.leagues.of_guild(GUILD))[-1].record.id

    @once
    async def start(self) -> RaceId:
        """Open a league of Ann, Bob and a house stable by pressing, and start it."""
        league = await self.open()
        await self.press(LeagueButton(league, "join"))
        await self.press(LeagueButton(league, "join"), BOB)
        await self.press(LeagueButton(league, "house"))
        await self.press(LeagueButton(league, "start"))
        await self.arena.deliver()
        return league

    def dm(self, player: PlayerId) -> Said:
        """Return the latest direct message to a player."""
        return self.arena.client.user_of(player, "?").dms.messages[-1].said

    async def sheet(self, player: PlayerId) -> Said:
        """Return a player's open sheet, as *My sheet* shows it."""
        league = (await self.arena.steward.leagues.of_guild(GUILD))[-1].record.id
        return (await self.press(LeagueButton(league, "sheet"), player)).last

    async def answer(self, player: PlayerId, *labels: str) -> FakeInteraction:
        """Press a button of the open sheet by its label; the first of *labels* that there is."""
        there = {each["label"]: each for each in buttons((await self.sheet(player)).components)}
        found = there[next(label for label in labels if label in there)]
        match = re.fullmatch(ChoiceButton.__discord_ui_compiled_template__.pattern, found["custom_id"])
        assert match is not None, found
        item = await ChoiceButton.from_custom_id(None, SimpleNamespace(label=found["label"]), match)
        done = await self.press(item, player)
        await self.arena.deliver()
        return done


def buttons(parts: list[Any]) -> list[Any]:
    """Return all buttons of a message."""
    own = [part for part in parts if part.get("type") == 2]
    return own + [each for part in parts for each in buttons(part.get("components", []))]


def selects(parts: list[Any]) -> list[Any]:
    """Return all menus of a message."""
    own = [part for part in parts if part.get("type") == 3]
    return own + [each for part in parts for each in selects(part.get("components", []))]
