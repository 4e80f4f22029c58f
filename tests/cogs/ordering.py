"""Where a race comes to whole orders, and their panel is pressed by what stands in a message."""

from typing import Any

import discord
import msgspec

from cogs.kit.question_id import QuestionId
from cogs.panels.order_sheet import OrderButton, OrderMenu, PresetButton
from engine.circus_maximus.orders.orders import Orders
from engine.circus_maximus.words.asks import Preparation, Speed
from records.play import OrdersRecord
from records.values import EntryId, PlayerId, RaceId
from steward import OpenAsk
from tests.cogs.arena import ANN, BOB, RED, Arena, outcome
from tests.cogs.fakes import FakeInteraction
from tests.kept import once

RACE = RaceId(1)
EVEN = Preparation(1, 1, 1, 1)


@once
async def to_orders(
    arena: Arena, *, pace: str = "daily", rivals: int = 2, laps: int = 1, edition: str = "basic"
) -> QuestionId:
    """Start a race and come to where turns are ordered; return Ann's question."""
    race = await arena.open_race(rivals=rivals, laps=laps, edition=edition)
    await arena.circus.store.races.set(race, pace=pace)
    arena.steward.races.forget(race)
    await arena.give(ANN, EVEN)
    await arena.give(BOB, EVEN)
    await arena.deliver()
    return QuestionId(RACE, RED, (await arena.asked(ANN)).asked)


async def pressed(
    arena: Arena, player: PlayerId, custom_id: str, values: list[str] | None = None, **where: Any
) -> FakeInteraction:
    """Press something of which only the custom id is known, as it is after a restart."""
    items: dict[str, Any] = {"ordermenu": OrderMenu, "orderpreset": PresetButton}
    item = items.get(custom_id.split(":", maxsplit=1)[0], OrderButton)
    interaction: Any = arena.act(
        player, kind=discord.InteractionType.component, data={"custom_id": custom_id, "values": values or []}, **where
    )
    match = item.__discord_ui_compiled_template__.fullmatch(custom_id)
    assert match, custom_id
    pressing = await item.from_custom_id(interaction, discord.ui.Button(label="Old"), match)
    return await outcome(interaction, pressing.callback(interaction))


async def kept(arena: Arena, player: PlayerId = ANN, entry: EntryId = RED) -> tuple[Orders, OrdersRecord]:
    """Return the orders on record, and their record."""
    record = await arena.steward.orders_of(RACE, entry, player)
    assert record is not None
    return msgspec.json.decode(record.orders, type=Orders), record


async def sealed(arena: Arena, entry: EntryId = RED, player: PlayerId = ANN) -> Speed | None:
    opened = await arena.steward.open_ask(RACE, entry, player)
    answer = opened.sealed
    assert answer is None or isinstance(answer, Speed)
    return answer


async def mine(arena: Arena, player: PlayerId = ANN) -> OpenAsk:
    return await arena.asked(player)


def custom_ids(said: Any) -> list[str]:
    return [text for text in said.words() if ":" in text and text.startswith(("order", "wait:", "choose:"))]


def seal_of(said: Any) -> str:
    """Return the custom id of the button that seals what is shown."""
    (found,) = [each for each in custom_ids(said) if each.startswith("orderseal:")]
    return found
