"""Buttons on an arena's posts of an earlier program: what they sealed unseen is shown, and asked, first."""

import re
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.kit.question_id import QuestionId
from cogs.panels.question import ChoiceButton
from engine.arena.asks import TakeMan
from records.refusals import Refused
from steward import OpenAsk
from tests.cogs.arena import ANN, Arena, outcome
from tests.cogs.fakes import FakeInteraction
from tests.cogs.test_arena_first_glance import alone


async def asked_for_a_plan(arena: Arena) -> OpenAsk:
    await alone(arena)
    await arena.give(ANN, TakeMan(1))
    await arena.deliver()
    return await arena.asked(ANN)


async def press(arena: Arena, opened: OpenAsk, label: str, code: str) -> FakeInteraction:
    """Press a button as Discord sends it: by its custom id, with what stands on it."""
    custom_id = ChoiceButton(QuestionId.by(opened), "answer", code).custom_id
    match = ChoiceButton.__discord_ui_compiled_template__.fullmatch(custom_id)
    assert isinstance(match, re.Match)
    button: Any = await ChoiceButton.from_custom_id(None, SimpleNamespace(label=label), match)
    interaction: Any = arena.act(ANN, guild=None, channel=arena.client.user_of(ANN).dms.id)
    return await outcome(interaction, button.callback(interaction))


async def is_open(arena: Arena, opened: OpenAsk) -> bool:
    try:
        await arena.steward.open_ask(opened.race_id, opened.entry, ANN, asked=opened.asked)
    except Refused:
        return False
    return True


@pytest.mark.parametrize(
    ("label", "code", "shown"),
    [
        ("As advised", "c090", "Close in · hard at legs · all round"),
        ("Surrender", "c060-x", "surrender?"),
    ],
)
async def test_a_button_of_before_shows_what_it_would_have_sealed(
    arena: Arena, label: str, code: str, shown: str
) -> None:
    opened = await asked_for_a_plan(arena)

    pressed = await press(arena, opened, label, code)

    assert shown in pressed.told
    assert await is_open(arena, opened), "nothing is sealed"


@pytest.mark.parametrize(("label", "code"), [("Seal", "c090"), ("Surrender", "c060-xy")])
async def test_what_was_read_is_sealed_by_one_press(arena: Arena, label: str, code: str) -> None:
    opened = await asked_for_a_plan(arena)

    await press(arena, opened, label, code)

    assert not await is_open(arena, opened)
