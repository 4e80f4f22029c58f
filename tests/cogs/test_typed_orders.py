"""Orders that are typed, whole or in part."""

from typing import Any

import discord

from cogs.commands.order import order
from cogs.kit.question_id import QuestionId
from cogs.panels.order_sheet import take_form
from engine.circus_maximus.orders.orders import AttackWish
from tests.cogs.arena import ANN, BLUE, RED, Arena, outcome
from tests.cogs.fakes import FakeInteraction
from tests.cogs.ordering import RACE, kept, pressed, sealed, to_orders
from words.shared.names import names_of


async def filled(arena: Arena, asked: QuestionId, text: str) -> FakeInteraction:
    interaction: Any = arena.act(ANN, kind=discord.InteractionType.modal_submit)
    match: Any = {"race": str(asked.race), "entry": str(asked.entry), "asked": str(asked.asked)}
    return await outcome(interaction, take_form(interaction, match, {"text": text}))


async def test_a_whole_order_can_be_typed_and_is_shown_before_it_is_sealed(arena: Arena) -> None:
    asked = await to_orders(arena)

    shown = await filled(arena, asked, "10, line 2, strain 1, whip never, ram blue if hunt, defend hold")

    assert "speed 10, lane 2 and up to 1 over the safe speed" in shown.told
    orders, _ = await kept(arena)
    assert (orders.speed, orders.line, orders.corner_strain, orders.whip) == (10, 2, 1, "never")
    assert (orders.attacks, orders.eagerness, orders.defend) == ((AttackWish(BLUE),), "hunt", "hold")
    assert await sealed(arena) is None


async def test_what_cannot_be_read_is_told_and_changes_nothing(arena: Arena) -> None:
    asked = await to_orders(arena)

    refused = await filled(arena, asked, "10, line nowhere")

    assert "I can't read “nowhere” after “line”. Try one of these: best, keep" in refused.last.text
    assert await arena.steward.orders_of(RACE, RED, ANN) is None


async def test_characters_that_cannot_be_seen_do_no_harm(arena: Arena) -> None:
    asked = await to_orders(arena)

    shown = await filled(arena, asked, "\u200e10\u200b, line\u00a02\u2060, strain 1\ufeff, whip never, defend hold")

    assert "speed 10, lane 2 and up to 1 over the safe speed" in shown.told
    assert "hold when attacked" in shown.told


async def test_a_speed_beyond_all_is_refused_with_the_speeds_there_are(arena: Arena) -> None:
    asked = await to_orders(arena)

    alone = await filled(arena, asked, "140")
    named = await filled(arena, asked, "speed 140")

    assert "these: a speed from 0 to 99, safe, fast, attack, speed. The rest: `/rules" in alone.last.text
    assert "Try one of these: 0 to 99, best, corner" in named.last.text


async def test_the_form_is_empty_and_shows_an_example(arena: Arena) -> None:
    asked = await to_orders(arena)

    interaction = await pressed(arena, ANN, f"ordertype:{asked}")

    modal = interaction.response.modal
    assert modal is not None
    assert modal.custom_id == f"orderform:{asked}"
    (label,) = modal.to_components()
    field: Any = label["component"]
    assert "value" not in field
    assert field["placeholder"] == "16, line 2, strain 2, ram blue car if beside, defend brake"


async def test_an_order_can_be_typed_with_the_command(arena: Arena) -> None:
    await to_orders(arena)
    interaction: Any = arena.act(ANN)
    callback: Any = order.callback

    shown = await outcome(interaction, callback(interaction, "", "12, line inside"))

    assert "speed 12 and as far inside as you can" in shown.told


async def test_a_rival_can_be_called_by_name(arena: Arena) -> None:
    asked = await to_orders(arena)
    name = next(each.name for each in (await arena.steward.race(RACE)).entries if each.entry == BLUE)
    assert name.lower() == "blue"
    driver = next(each for each in (await arena.steward.race(RACE)).entries if each.entry not in (RED, BLUE))

    shown = await filled(arena, asked, f"12, ram {driver.name.split(' (')[0].upper()}")

    assert (await kept(arena))[0].attacks == (AttackWish(driver.entry),)
    assert f"attack {names_of([driver])[driver.entry]} (ram)" in shown.told
