"""A practice: in a thread of the player's own, prepared already, without bets, asked there, and begun anew there."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.commands.bet import BetCommands
from cogs.commands.practice import practice_command
from cogs.kit.question_id import QuestionId
from cogs.panels.lesson import LessonButton, PracticeAgainButton
from cogs.panels.own_place import NEEDED_ALONE
from cogs.panels.question import ChoiceButton
from cogs.posts.race_panel import bets_of
from engine.circus_maximus.seen.notation import pack_plan
from engine.circus_maximus.words.asks import Begin, Forward, NextAction, Preparation, Speed, WriteSpeed
from engine.circus_maximus.words.facts import PointsRevealed
from records.limits import PRACTICES_OF_ONE
from records.races import PublicRace
from records.values import RaceId
from steward import NewRace
from tests.cogs.arena import ANN, GAME, Arena, outcome
from tests.cogs.fakes import CHANNEL, FakeInteraction
from words import WORDS
from words.circus_maximus.codes import pack

OWN = 777


class Channel(discord.TextChannel):
    """A text channel that remembers the threads that were opened in it, and what Discord told of them."""

    def __init__(self) -> None:
        self.id, self._type = CHANNEL, 0
        self.made: list[dict[str, Any]] = []
        self.added: list[int] = []
        self.notices: list[Any] = []

    async def create_thread(self, **how: Any) -> Any:
        self.made.append(how)
        if how["type"] is not discord.ChannelType.private_thread:
            told = SimpleNamespace(type=discord.MessageType.thread_created, reference=SimpleNamespace(channel_id=OWN))
            told.delete = lambda: self._forget(told)
            self.notices.append(told)
        return SimpleNamespace(id=OWN, add_user=self._add)

    async def _add(self, user: Any) -> None:
        self.added.append(user.id)

    async def _forget(self, told: Any) -> None:
        self.notices.remove(told)

    async def history(self, limit: int) -> Any:  # type: ignore[override]
        for each in self.notices[:limit]:
            yield each


async def practised(arena: Arena, channel: Channel, rights: discord.Permissions = NEEDED_ALONE, **how: Any) -> Any:
    interaction: Any = arena.act(ANN, channel=CHANNEL)
    interaction.channel, interaction.app_permissions = channel, rights
    callback: Any = practice_command().callback
    told = await outcome(interaction, callback(interaction, **how))
    await arena.deliver()
    return told


async def the_race(arena: Arena, number: int = 1) -> PublicRace:
    return await arena.steward.race(RaceId(number))


async def press(arena: Arena, button: Any, custom_id: str) -> FakeInteraction:
    """Press a button in Ann's own thread."""
    interaction: Any = arena.act(ANN, channel=OWN, kind=discord.InteractionType.component)
    match = button.__discord_ui_compiled_template__.fullmatch(custom_id)
    assert match
    found = await button.from_custom_id(interaction, discord.ui.Button(label="x"), match)
    told = await outcome(interaction, found.callback(interaction))
    await arena.deliver()
    return told


async def test_a_practice_is_told_and_asked_in_a_private_thread(arena: Arena) -> None:
    channel = Channel()

    told = await practised(arena, channel, rivals=2)

    assert [each["type"] for each in channel.made] == [discord.ChannelType.private_thread]
    assert channel.added == [ANN]
    assert f"<#{OWN}>" in told.told
    (asked,) = [m for m in arena.client.channels[OWN].messages if "answer:" in " ".join(m.said.words())]
    assert asked.said.pictures()
    assert arena.client.user_of(ANN).dms.messages == []


async def test_what_dice_made_of_an_answer_is_told_with_the_next_question(arena: Arena) -> None:
    await practised(arena, Channel(), rivals=2)
    for answer in (Speed(15), Begin(strain=True)):
        opened = await arena.asked(ANN)
        await press(arena, ChoiceButton, f"answer:{QuestionId.by(opened)}:{pack(answer)}")

    assert isinstance((await arena.asked(ANN)).ask.question, NextAction)
    *_, asked = arena.client.channels[OWN].messages
    text = " ".join(asked.said.words())
    assert "whips the team on" in text
    assert "standing start" in text
    await press(arena, ChoiceButton, f"drive:{QuestionId.by(await arena.asked(ANN))}:x{pack_plan([Forward(1)])}")
    *_, asked = arena.client.channels[OWN].messages
    assert "whips the team on" not in " ".join(asked.said.words()), "it is told once"


async def test_each_thread_of_practice_has_a_number_of_its_own(arena: Arena) -> None:
    first, second = Channel(), Channel()
    await practised(arena, first, rivals=2)
    await practised(arena, second, rivals=2)

    assert [made["name"] for made in (*first.made, *second.made)] == ["🏇 Practice of Ann", "🏇 Practice 2 of Ann"]


async def test_its_team_is_drawn_and_a_good_one(arena: Arena) -> None:
    await practised(arena, Channel(), rivals=2)

    opened = await arena.asked(ANN)
    assert isinstance(opened.ask.question, WriteSpeed)
    facts = await arena.steward.log.facts(opened.race_id)
    told = [each for each in facts if isinstance(each, PointsRevealed) and each.entry == opened.entry]
    (points,) = [Preparation(each.driver, each.car, each.team, each.endurance) for each in told]
    assert points.team == 2
    assert points in WORDS[GAME.id].ready


async def test_there_are_no_bets_on_it(arena: Arena) -> None:
    await practised(arena, Channel(), rivals=2)

    lobby = await the_race(arena)
    assert bets_of(lobby) == []
    assert [each for each in await arena.steward.delivery.notices(lobby.record.id) if each.kind == "bets"] == []


async def test_where_no_private_thread_may_be_opened_no_trace_is_left_in_the_channel(arena: Arena) -> None:
    channel = Channel()

    await practised(arena, channel, discord.Permissions.all() & ~discord.Permissions(create_private_threads=True))

    assert [each["type"] for each in channel.made] == [discord.ChannelType.public_thread]
    assert channel.notices == []


async def test_the_next_lesson_takes_the_place_of_the_last_one(arena: Arena) -> None:
    channel = Channel()
    await practised(arena, channel, lesson=1)

    await press(arena, LessonButton, f"lesson:{GAME.id}:2")
    first, second = await the_race(arena, 1), await the_race(arena, 2)

    assert (first.record.state, second.record.state) == ("cancelled", "running")
    assert first.record.thread == second.record.thread == OWN
    assert [made["name"] for made in channel.made] == ["🏇 Lessons of Ann"], "all of them are told there"


async def test_a_lesson_begun_twice_is_one_lesson(arena: Arena) -> None:
    await practised(arena, Channel(), lesson=1)

    told = await press(arena, LessonButton, f"lesson:{GAME.id}:1")

    assert "write your speed" in told.told
    assert len(await arena.steward.races_of(ANN)) == 1


@pytest.mark.parametrize("pace", ["live", "daily"])
async def test_a_race_is_begun_again_as_it_was(arena: Arena, pace: str) -> None:
    await practised(arena, Channel(), rivals=2, temperament="careful", pace=pace)

    await press(arena, PracticeAgainButton, "again-alone:1")
    first, second = await the_race(arena, 1), await the_race(arena, 2)

    assert second.record.pace == first.record.pace == pace
    assert second.record.thread == OWN
    assert [each.driver for each in second.factions] == [None, "careful", "careful"]


def in_their_thread(arena: Arena) -> str:
    return "\n".join(text for each in arena.client.channels[OWN].messages for text in each.said.words())


async def test_the_question_of_a_practice_that_another_takes_the_place_of_says_so(arena: Arena) -> None:
    await practised(arena, Channel(), rivals=2)

    await press(arena, PracticeAgainButton, "again-alone:1")

    assert "Practice of Ann was closed without a result: another practice took its place." in in_their_thread(arena)
    assert "Why is told" not in in_their_thread(arena)


async def test_the_question_of_a_practice_that_was_closed_for_a_reason_says_where_it_is_told(arena: Arena) -> None:
    await practised(arena, Channel(), rivals=2)

    await arena.steward.desk.close(RaceId(1), ANN, "supper is ready")
    await arena.deliver()

    assert f"Practice of Ann was closed without a result. Why is told in <#{OWN}>." in in_their_thread(arena)
    assert "supper is ready" in in_their_thread(arena)


async def test_a_bet_on_it_is_refused_without_naming_a_host(arena: Arena) -> None:
    await practised(arena, Channel(), rivals=2)
    commands = BetCommands()
    place: Any = commands.get_command("place")
    interaction: Any = arena.act(ANN, channel=CHANNEL)

    told = await outcome(interaction, place.callback(commands, interaction, "1"))

    assert "nobody bets on a practice" in told.told
    assert "host" not in told.told


async def test_a_practice_is_against_three_gentle_rivals_with_names_alone(arena: Arena) -> None:
    await practised(arena, Channel())

    house = [each for each in (await the_race(arena)).factions if each.driver]
    assert [each.driver for each in house] == ["novice"] * 3
    assert [each.name for each in house] == ["Diocles", "Fuscus", "Crescens"]


async def test_whoever_has_as_many_practices_as_one_may_reads_which_one_ends(arena: Arena) -> None:
    steward, options = arena.steward, GAME.options()
    for number in range(PRACTICES_OF_ONE.most):
        new = NewRace(1, CHANNEL, ANN, GAME.id, options, {}, f"Practice {number}", 0)
        await steward.lobbies.set_thread(await steward.practices.open(new), 900 + number)

    told = await practised(arena, Channel())
    again = await practised(arena, Channel())

    assert "I ended your oldest practice, **Practice 0**, <#900>. You may have 5 at once." in texts(told)
    assert "**Practice 1**" in texts(again)
    assert (await the_race(arena)).record.state == "cancelled"


async def test_whoever_has_room_reads_of_none_that_ended(arena: Arena) -> None:
    assert "To make room" not in texts(await practised(arena, Channel()))


def texts(interaction: Any) -> str:
    return "\n".join(text for said in interaction.said for text in said.words())
