"""The suggestion for a stable day, pressed on a question of a race: no race has stables."""

from cogs.kit.question_id import QuestionId
from tests.cogs.arena import BOB, Arena
from tests.cogs.bettors import tap


async def test_a_suggestion_that_was_forged_on_a_race_shows_its_question_and_does_nothing(arena: Arena) -> None:
    await arena.open_race()
    opened = await arena.asked(BOB)

    pressed = await tap(arena, BOB, f"advice:{QuestionId.by(opened)}")

    assert "Prepare your chariot" in pressed.told
    after = await arena.asked(BOB)
    assert (after.asked, after.ask, after.sealed) == (opened.asked, opened.ask, opened.sealed)
