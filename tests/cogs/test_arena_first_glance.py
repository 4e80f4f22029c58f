"""A newcomer's first duel: its name and its place, one choice of a man, a plan with the buttons under its menus."""

import re
from typing import Any

import discord
import pytest
from msgspec.structs import replace

from cogs.commands.practice import practice_command
from cogs.panels.lobby import do
from cogs.panels.open_race import open_race
from cogs.panels.options import tell_open
from engine.arena import facts as f
from engine.arena.asks import NoPlan, PlanTurn, TakeMan
from engine.arena.men import LEGS
from engine.arena.orders import Limits
from engine.questions import Ask
from engine.rulesets import RULESETS
from records.races import Place
from records.values import EntryId
from steward import NewRace
from tests.cogs.arena import ANN, Arena, outcome
from tests.cogs.fakes import CHANNEL, GUILD
from tests.cogs.test_hosting import Channel
from tests.cogs.test_tasks import begun, message_of
from tests.renderers.arena_samples import BLUE, RED, at_close_quarters
from words import WORDS
from words.arena.lessons import in_the_legs

DUELS = RULESETS["arena"]
FIRST = WORDS["arena"].lessons[0]


async def alone(arena: Arena) -> None:
    """Begin a duel against the house in a direct message."""
    interaction: Any = arena.act(ANN, guild=None, channel=arena.client.user_of(ANN).dms.id)
    callback: Any = practice_command().callback
    await outcome(interaction, callback(interaction, game="arena"))
    await arena.deliver()


async def test_without_a_title_a_duel_is_a_duel_and_its_thread_bears_swords(arena: Arena) -> None:
    channel = Channel()
    interaction: Any = arena.act(ANN, channel=CHANNEL, guild=GUILD)
    interaction.channel = channel
    await interaction.response.defer(ephemeral=True, thinking=True)
    seconds = {kind: each.seconds for kind, each in DUELS.decisions.items()}

    async def opens() -> None:
        await tell_open(interaction, await open_race(interaction, DUELS, "", DUELS.options(), seconds))

    await outcome(interaction, opens())

    (lobby,) = await arena.steward.races_at(Place((GUILD,)))
    assert lobby.record.title == "Ann's duel"
    assert [each["name"] for each in channel.made] == ["⚔️ Ann's duel"]


async def test_the_first_post_says_that_it_is_the_arena(arena: Arena) -> None:
    await alone(arena)

    messages = [each.said for each in arena.client.user_of(ANN).dms.messages]
    first = next(text for said in messages for text in said.contents() if "begins" in text)
    assert first.startswith("⚔️ **Practice of Ann begins in the arena!**")


async def test_a_duel_alone_asks_for_a_man_and_then_for_a_plan_that_is_begun_well(arena: Arena) -> None:
    await alone(arena)
    first = await arena.asked(ANN)
    assert first.ask.question.kind == "man"

    await arena.give(ANN, TakeMan(1))
    await arena.deliver()
    said = await message_of(arena, await arena.asked(ANN))

    (box,) = [part for part in said.components if part.get("components")]
    kinds = [part["type"] for part in box["components"]]
    picture = kinds.index(discord.ComponentType.media_gallery.value)
    assert kinds.count(discord.ComponentType.action_row.value) == 4
    assert discord.ComponentType.action_row.value not in kinds[:picture], "menus and what seals them stand together"
    buttons = list(box["components"][-1]["components"])
    assert [each["label"] for each in buttons] == ["Seal", "More", "Type it"]
    assert buttons[0]["style"] == discord.ButtonStyle.success.value
    assert "what your man can do in a phase" in " ".join(said.contents())


MOST_READ = 210
"""Words before the first blow: what a duel says at its start, the choice of a man, and the first plan."""


def words_in(text: str) -> int:
    return len(re.findall(r"\S*\w\S*", re.sub(r"<t:\d+:R>", "soon", text)))


async def test_few_words_stand_before_the_first_blow(arena: Arena) -> None:
    await alone(arena)
    read = [text for each in arena.client.user_of(ANN).dms.messages for text in each.said.contents()]
    await arena.give(ANN, TakeMan(1))
    await arena.deliver()
    read += (await message_of(arena, await arena.asked(ANN))).contents()

    assert "What does" in "".join(read)
    assert sum(map(words_in, read)) <= MOST_READ


# The first lesson


def struck(wounds: int) -> list[Any]:
    return [f.Struck(RED, BLUE, LEGS, 6, "front", 15, 12, 3, wounds=wounds)]


async def test_the_first_lesson_names_the_strike_before_the_first_blow(arena: Arena) -> None:
    await begun(arena, "arena", 1)

    said = await message_of(arena, await arena.asked(ANN))

    text = next(filter(None, said.contents()))
    assert "Choose *Strike: Hard at legs* in the menu below, then press *Seal*." in text


@pytest.mark.parametrize(("wounds", "is_told"), [(2, False), (3, True), (9, True)])
def test_once_it_is_done_the_first_lesson_says_so(wounds: int, *, is_told: bool) -> None:
    view = at_close_quarters()
    men = tuple(replace(man, wounds=(0, 0, 0, 0, wounds)) if man.entry == BLUE else man for man in view.fighters)
    question = PlanTurn(4, 3, Limits(cf=12, foes=(BLUE,), factors=4))

    hint = FIRST.hint(replace(view, fighters=men), Ask(RED, question, NoPlan()))

    assert ("You have done it!" in hint) is is_told
    assert ("Choose *Strike: Hard at legs*" in hint) is not is_told


@pytest.mark.parametrize(("status", "is_told"), [("fighting", False), ("dead", True), ("spared", True)])
def test_who_does_the_task_and_falls_reads_both(status: Any, *, is_told: bool) -> None:
    view = at_close_quarters()
    men = tuple(replace(man, status=status) if man.entry == RED else man for man in view.fighters)

    verdict = in_the_legs(replace(view, fighters=men), struck(4), EntryId(1))

    assert verdict.is_done
    assert ("your own man fell" in verdict.said) is is_told


async def test_a_lobby_that_is_filled_speaks_of_a_duel(arena: Arena) -> None:
    seconds = {kind: each.seconds for kind, each in DUELS.decisions.items()}
    new = NewRace(GUILD, CHANNEL, ANN, DUELS.id, DUELS.options(), seconds, "Munus")
    race = await arena.steward.lobbies.open_race(new, "Ann")
    interaction: Any = arena.act(ANN)

    said = await do(interaction, await arena.steward.race(race), "fill")

    assert said.startswith("House fighters have taken 1 place.")
    assert said.endswith("*Start* begins the duel.")
