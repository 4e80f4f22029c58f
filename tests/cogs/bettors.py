"""People at the betting table: they press what stands before them, and nothing else."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import discord

from cogs import parts
from cogs.commands.bet import BetCommands
from cogs.commands.purse import PurseCommands
from cogs.panels.bets import tickets
from records.values import PlayerId, RaceId
from tests.cogs.arena import ANN, Arena, outcome
from tests.cogs.fakes import FakeInteraction, Said
from tests.kept import once

BET: Any = BetCommands()
PURSE: Any = PurseCommands()
DAYS = 40
"""For how long everybody has been a member."""


def parts_of(said: Said) -> Iterator[dict[str, Any]]:
    """Yield every component of a message."""
    waiting = list(said.components)
    while waiting:
        part = waiting.pop(0)
        yield part
        waiting += part.get("components", [])


def button(said: Said, label: str) -> str:
    """Return the custom id of a button; fail if it is not there."""
    return str(next(part["custom_id"] for part in parts_of(said) if part.get("label") == label))


def labels(said: Said) -> list[str]:
    return [part["label"] for part in parts_of(said) if part.get("type") == 2]


def menu(said: Said, beginning: str) -> dict[str, Any]:
    """Return a select by what its custom id begins with."""
    return next(part for part in parts_of(said) if str(part.get("custom_id", "")).startswith(beginning))


def member(arena: Arena, player: PlayerId, **others: Any) -> FakeInteraction:
    """Return something that a member of long standing does."""
    interaction = arena.act(player, **others)
    joined = SimpleNamespace(timestamp=lambda: arena.steward.now() - DAYS * 86_400.0)
    interaction.user.joined_at = joined  # type: ignore[attr-defined]
    return interaction


async def tap(
    arena: Arena, player: PlayerId, custom_id: str, *values: str, press: int = 7, **where: Any
) -> FakeInteraction:
    """Press a button, or choose in a select, by the custom id alone: as after a restart."""
    data = {"custom_id": custom_id, "values": list(values)}
    interaction: Any = member(arena, player, kind=discord.InteractionType.component, data=data, press=press, **where)
    for item in parts.ITEMS:
        if match := item.__discord_ui_compiled_template__.fullmatch(custom_id):
            part: Any = SimpleNamespace(label="x")
            revived = await item.from_custom_id(interaction, part, match)
            return await outcome(interaction, revived.callback(interaction))
    raise AssertionError(f"nothing answers to {custom_id}")


async def fill_in(arena: Arena, player: PlayerId, modal: discord.ui.Modal | None, amount: str) -> FakeInteraction:
    """Submit the form for the amount."""
    assert modal is not None
    match = tickets.FORM_ID.fullmatch(modal.custom_id)
    assert match is not None
    interaction: Any = member(arena, player, kind=discord.InteractionType.modal_submit)
    return await outcome(interaction, tickets.take_form(interaction, match, {"amount": amount}))


async def ticket(
    arena: Arena, player: PlayerId, race: RaceId, market: int, choice: str, amount: str, *, press: int = 7
) -> FakeInteraction:
    """Go from the button under the panel to a ticket that is not placed yet."""
    table = await tap(arena, player, f"bets:open:{race}")
    of_market = await tap(arena, player, menu(table.last, "betmarket:")["custom_id"], str(market))
    chosen = await tap(arena, player, menu(of_market.last, "betchoice:")["custom_id"], choice)
    asked = await tap(arena, player, button(chosen.last, "Stake …"), press=press)
    return await fill_in(arena, player, asked.response.modal, amount)


async def bet(
    arena: Arena, player: PlayerId, race: RaceId, market: int, choice: str, amount: str, *, press: int = 7
) -> FakeInteraction:
    """Place a bet by buttons."""
    shown = await ticket(arena, player, race, market, choice, amount, press=press)
    return await tap(arena, player, button(shown.last, "Place"))


async def run(arena: Arena, player: PlayerId, group: Any, name: str, *args: Any, **options: Any) -> FakeInteraction:
    """Run a command of a group."""
    where = {key: options.pop(key) for key in ("guild", "channel", "press") if key in options}
    interaction: Any = member(arena, player, **where)
    command = group.get_command(name)
    return await outcome(interaction, command.callback(group, interaction, *args, **options))


@once
async def house_race(arena: Arena, *, rivals: int = 4, title: str = "Ludi", laps: int = 1) -> RaceId:
    """Open a race of house drivers; Ann hosts it and drives nothing."""
    race = await arena.lobby(title=title, laps=laps)
    await arena.steward.lobbies.fill(race, ANN, "careful", rivals)
    await arena.deliver()
    return race


@once
async def driven_race(arena: Arena, driver: PlayerId, *, title: str = "Ludi") -> RaceId:
    """Open a race in which one player drives red, and the house the others; Ann hosts it."""
    race = await arena.lobby(title=title)
    await arena.steward.lobbies.join(race, driver, "Driver", colour="red", name="Rosea", word="equus")
    await arena.steward.lobbies.fill(race, ANN, "careful", 3)
    await arena.deliver()
    return race


def thread_texts(arena: Arena) -> list[str]:
    return [text for message in arena.thread.messages for text in message.said.contents() if text]
