"""One press settles a speed and the whip of its turn (S-80)."""

from collections.abc import Sequence
from typing import Any

import discord
import msgspec
import pytest

from cogs.panels.my_questions import OrdersButton, UnsettleButton
from cogs.panels.question import ask_message
from engine.circus_maximus.orders.orders import Ahead, Orders
from engine.circus_maximus.words.asks import BeginPhase, Speed
from engine.circus_maximus.words.facts import PhaseBegan, TeamStrained
from engine.facts import OrderFollowed
from engine.questions import Question
from records.refusals import Refused
from records.values import PlayerId, RaceId
from steward import OpenAsk, OrdersGiven
from tests.cogs.arena import ANN, BOB, RED, Arena, outcome
from tests.cogs.fakes import FakeInteraction, Said
from tests.cogs.test_unasked import answered, to_speeds, told


async def ahead_of(arena: Arena, race: RaceId) -> Ahead | None:
    """Return what Ann has settled with her speed, as it is on record."""
    record = await arena.steward.orders_of(race, RED, ANN)
    return None if record is None else msgspec.json.decode(record.orders, type=Orders).ahead


async def sealed(arena: Arena) -> OpenAsk:
    (found,) = await arena.steward.asks_of(ANN)
    assert found.sealed is not None
    return found


async def next_asked(arena: Arena) -> Question:
    """Let Bob write his speed, and all play on until Ann is asked; return what she is asked."""
    await arena.give(BOB, Speed(9))
    opened = await arena.give_defaults(lambda each: each.race.player_of(each.entry) == ANN)
    question: Question = opened.ask.question
    return question


async def words_of(arena: Arena, opened: OpenAsk) -> str:
    layout, files = await ask_message(arena.steward, opened)
    return " ".join(Said(view=layout, files=files).words())


def of_ann(facts: Sequence[Any]) -> list[Any]:
    return [each for each in facts if getattr(each, "entry", None) == RED]


async def test_the_whip_is_set_with_the_speed_and_used_without_a_question(arena: Arena) -> None:
    race = await to_speeds(arena)

    pressed = await answered(arena, await arena.asked(ANN), ANN, "v9z1")

    assert "speed 9, then the whip" in pressed.told
    assert await ahead_of(arena, race) == Ahead(turn=1, whips=True)
    arena.steward.races.forget(race)  # as after a restart
    assert not isinstance(await next_asked(arena), BeginPhase)
    facts = of_ann(await told(arena, race))
    assert any(isinstance(each, TeamStrained) for each in facts)
    assert any(isinstance(each, OrderFollowed) and each.clause == "start-set" for each in facts)


async def test_who_sets_no_whip_goes_on_as_written_without_a_question(arena: Arena) -> None:
    race = await to_speeds(arena)

    await answered(arena, await arena.asked(ANN), ANN, "v9z0")

    assert not isinstance(await next_asked(arena), BeginPhase)
    facts = of_ann(await told(arena, race))
    assert any(isinstance(each, PhaseBegan) for each in facts)
    assert not any(isinstance(each, TeamStrained) for each in facts)


async def test_a_speed_alone_as_on_posts_of_yesterday_leaves_the_whip_to_a_question(arena: Arena) -> None:
    race = await to_speeds(arena)
    await answered(arena, await arena.asked(ANN), ANN, "v9z1")

    await answered(arena, await sealed(arena), ANN, "v9")

    assert await ahead_of(arena, race) is None
    assert isinstance(await next_asked(arena), BeginPhase)


async def test_the_whip_alone_is_changed_without_a_new_seal(arena: Arena) -> None:
    race = await to_speeds(arena)
    await answered(arena, await arena.asked(ANN), ANN, "v9z1")
    before = await sealed(arena)
    assert "Sealed: speed 9, then the whip." in await words_of(arena, before)

    changed = await answered(arena, before, ANN, "v9z0")

    assert "speed 9, no whip" in changed.told
    assert await ahead_of(arena, race) == Ahead(turn=1, whips=False)
    assert (await sealed(arena)).seal == before.seal
    twice = await answered(arena, before, ANN, "v9z0")
    assert "That is what you have sealed already: speed 9, no whip." in twice.told


async def test_with_silence_lapses_what_was_set_before_going_back(arena: Arena) -> None:
    race = await to_speeds(arena)
    async with arena.steward.races.editing(race) as live:
        live.order(OrdersGiven(RED, Orders(if_attacked="hold", ahead=Ahead(turn=1, whips=True))).record(0.0))
        await arena.steward.races.give_defaults(live, RED, live.session.open[RED])

    assert await ahead_of(arena, race) is None
    record = await arena.steward.orders_of(race, RED, ANN)
    assert record is not None
    assert msgspec.json.decode(record.orders, type=Orders).if_attacked == "hold", "only the turn's own choice lapses"


async def test_an_answer_too_late_or_refused_settles_nothing(arena: Arena) -> None:
    race = await to_speeds(arena)

    await answered(arena, await arena.asked(ANN), ANN, "v99z1")

    assert await ahead_of(arena, race) is None


async def test_nobody_else_learns_of_the_whip(arena: Arena) -> None:
    await to_speeds(arena)
    before = await words_of(arena, await arena.asked(BOB))

    await answered(arena, await arena.asked(ANN), ANN, "v9z1")
    whipped = await words_of(arena, await arena.asked(BOB))
    await answered(arena, await sealed(arena), ANN, "v9z0")

    assert await words_of(arena, await arena.asked(BOB)) == whipped
    assert before


async def test_after_the_reveal_who_changes_their_mind_is_asked_when_drawn(arena: Arena) -> None:
    race = await to_speeds(arena)
    await answered(arena, await arena.asked(ANN), ANN, "v9z1")
    await arena.give(BOB, Speed(9))
    assert await arena.steward.open_asks(BOB), "Bob is drawn first, and Ann waits"
    assert not await arena.steward.open_asks(ANN)

    shown = await pressed_by(arena, ANN, OrdersButton(race))
    asked = await pressed_by(arena, ANN, UnsettleButton(race, RED))

    assert "whip the team on" in shown.told
    assert f"unsettle:{race}:{RED}" in shown.told
    assert "I'll ask you when your chariot is drawn." in asked.told
    found = await arena.give_defaults(lambda each: each.race.player_of(each.entry) == ANN)
    assert isinstance(found.ask.question, BeginPhase)


async def test_nobody_changes_what_another_has_set(arena: Arena) -> None:
    race = await to_speeds(arena)
    await answered(arena, await arena.asked(ANN), ANN, "v9z1")

    with pytest.raises(Refused):
        await arena.steward.unsettle(race, RED, BOB)

    assert await ahead_of(arena, race) == Ahead(turn=1, whips=True)


async def pressed_by(arena: Arena, player: PlayerId, button: Any) -> FakeInteraction:
    interaction: Any = arena.act(player, kind=discord.InteractionType.component)
    return await outcome(interaction, button.callback(interaction))
