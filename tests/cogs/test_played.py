"""What turned out in play to need care: how long stories read, where a question stands."""

from types import SimpleNamespace
from typing import Any

import pytest

from cogs.kit.question_id import QuestionId
from cogs.panels.question import ChoiceSelect
from engine.circus_maximus.words.asks import Preparation, Speed
from engine.circus_maximus.words.facts import LaneDrawn, MarkerRemoved, PointsRevealed
from engine.facts import Fact, Modifier, Rolled
from records.values import EntryId, Lane, Square
from tests.cogs.arena import ANN, BOB, Arena
from tests.cogs.fakes import CHANNEL, FakeInteraction
from words.circus_maximus.codes import pack
from words.circus_maximus.story import tell

RED, BLUE = EntryId(1), EntryId(2)
NAMES = {RED: "Red", BLUE: "Blue"}


def a_roll(entry: EntryId | None, what_for: str, face: int, rule: str, sides: int = 6) -> Rolled:
    return Rolled(entry, what_for, (face,), sides, (), face, rule)


# ---- stories ----


def test_start_lanes_share_a_line_and_so_do_their_dice() -> None:
    facts: list[Fact] = [
        a_roll(None, "start lane", 2, "3.2", sides=2),
        LaneDrawn(RED, Lane(2), Square("A3.2")),
        LaneDrawn(BLUE, Lane(1), Square("A3.1")),
    ]

    assert tell(facts, NAMES) == [
        "-# 🎲 start lane (1 of 2) 2 (rule 3.2)",
        "Start, from the inside: lane 1: Blue · lane 2: Red",
    ]


def test_rolls_of_one_chariot_in_a_row_share_a_line_and_name_it_once() -> None:
    hits = Rolled(RED, "driver hits", (3,), 6, (Modifier("DM", 1),), 4, "3.61")
    facts: list[Fact] = [hits, a_roll(RED, "team speed", 5, "3.63"), a_roll(BLUE, "team speed", 2, "3.63")]

    assert tell(facts, NAMES) == [
        "-# 🎲 Red: driver hits 3, driver +1 = 4 (rule 3.61) · team speed 5 (rule 3.63)",
        "-# 🎲 Blue: team speed 2 (rule 3.63)",
    ]


def test_points_of_all_are_revealed_in_one_line() -> None:
    facts = [PointsRevealed(RED, 1, 1, 1, 1), PointsRevealed(BLUE, 2, 0, 2, 0)]

    assert tell(facts, NAMES) == ["📜 Points for driver/car/team/endurance: Red 1/1/1/1 · Blue 2/0/2/0"]


def test_a_marker_comes_down_in_good_grammar() -> None:
    assert "an egg comes down, 1 left" in tell([MarkerRemoved(RED, "egg", 1)], NAMES)[0]
    assert "a dolphin comes down, 2 left" in tell([MarkerRemoved(RED, "dolphin", 2)], NAMES)[0]


# ---- where a question stands ----

EVEN = Preparation(1, 1, 1, 1)


async def ann_chooses(arena: Arena, code: str, **where: Any) -> FakeInteraction:
    """Let Ann answer what she is asked, with a select that stands in a message older than all posts of the race."""
    opened = await arena.asked(ANN)
    interaction: Any = arena.act(ANN, data={"values": [code]}, **where)
    interaction.message = SimpleNamespace(id=1)
    select: Any = ChoiceSelect(QuestionId(opened.race_id, opened.entry, opened.asked))
    await select.callback(interaction)
    acted: FakeInteraction = interaction
    return acted


def told_by_dm(arena: Arena) -> str:
    return "\n".join(arena.client.users[ANN].dms.words())


async def test_in_the_thread_the_next_question_stands_below_what_is_told_of_the_answer(arena: Arena) -> None:
    await arena.open_race()
    await arena.give(BOB, EVEN)

    interaction = await ann_chooses(arena, pack(EVEN))

    first, last = interaction.said
    assert "✅ Taken for" in first.words()[0]
    assert "driver +1, normal car, normal team, normal endurance" in first.words()[0]
    assert any("has prepared" in each or "Points for" in each for each in arena.thread.words())
    assert any("write your speed" in each for each in last.words())
    assert last.is_private


async def test_who_answers_in_the_thread_is_not_asked_by_direct_message_as_well(arena: Arena) -> None:
    await arena.open_race()
    assert "Prepare your chariot" in told_by_dm(arena)
    await arena.give(BOB, EVEN)

    await ann_chooses(arena, pack(EVEN))
    await arena.deliver()

    assert "Prepare your chariot" not in told_by_dm(arena)
    assert "write your speed" not in told_by_dm(arena)


async def test_elsewhere_in_the_server_the_next_question_takes_the_place_of_the_last(arena: Arena) -> None:
    await arena.open_race()
    await arena.give(BOB, EVEN)

    interaction = await ann_chooses(arena, pack(EVEN), channel=CHANNEL)

    (only,) = interaction.said
    assert any("✅ Taken for" in each for each in only.words())
    assert any("write your speed" in each for each in only.words())


async def test_in_a_direct_message_the_next_question_is_a_message_of_its_own(arena: Arena) -> None:
    await arena.open_race()
    await arena.give(BOB, EVEN)

    interaction = await ann_chooses(arena, pack(EVEN), guild=None, channel=71)
    await arena.deliver()

    (only,) = interaction.said
    assert not any("write your speed" in each for each in only.words())
    assert "write your speed" in told_by_dm(arena)


async def test_who_waits_for_others_is_told_what_was_taken_and_no_more(arena: Arena) -> None:
    await arena.open_race()
    await arena.give(BOB, EVEN)
    await ann_chooses(arena, pack(EVEN))

    interaction = await ann_chooses(arena, pack(Speed(9)))

    (only,) = interaction.said
    assert "speed 9. It is sealed" in only.words()[0]


@pytest.mark.parametrize("players", [(ANN, BOB), (BOB, ANN)])
async def test_the_panel_is_the_last_post_after_each_story(arena: Arena, players: tuple[Any, Any]) -> None:
    await arena.open_race()
    for player in players:
        await arena.give(player, EVEN)
        await arena.deliver()

    panels = [place for place, post in enumerate(arena.thread.messages) if "watch:board" in str(post.said.components)]
    assert panels == [len(arena.thread.messages) - 1]
