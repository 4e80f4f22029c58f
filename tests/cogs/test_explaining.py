"""Whatever goes wrong is explained to the one who acted, in private, in each state of the interaction."""

import logging
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands
from discord.app_commands.transformers import RangeTransformer

from cogs import parts
from cogs.commands.order import order
from cogs.kit.client import Quadriga, Tree
from cogs.kit.messages import TellPlayer, answers_for_itself, explain, take_in
from engine.refusals import GameReason
from records.refusals import Reason, Refused
from tests.cogs.arena import Arena
from tests.cogs.fakes import FakeInteraction, a_steward, http_error

SECRET = "hunter2: speed 17"


def not_an_integer(value: str) -> app_commands.TransformerError:
    transformer: Any = RangeTransformer(discord.AppCommandOptionType.integer, min=1, max=7)
    return app_commands.TransformerError(value, discord.AppCommandOptionType.integer, transformer)


async def explained(error: BaseException, *, state: str = "new", **others: Any) -> FakeInteraction:
    """Return an interaction after *error* has been explained to the one who acted."""
    interaction = FakeInteraction(**others)
    if state == "thinking":
        await interaction.response.defer(ephemeral=True, thinking=True)
    if state == "deferred":
        await interaction.response.defer()
    if state == "answered":
        await interaction.response.send_message("first", ephemeral=True)
    acting: Any = interaction
    await explain(acting, error)
    return interaction


@pytest.mark.parametrize("state", ["new", "thinking", "deferred", "answered"])
@pytest.mark.parametrize(
    ("error", "words"),
    [
        (Refused(GameReason.NOT_ASKED), "Nothing is asked of that chariot now."),
        (Refused(GameReason.RACE_IS_FULL, at_most=8), "All 8 chariots"),
        (TellPlayer("Say which race."), "Say which race."),
        (http_error(discord.Forbidden, 403, 50013), "I lack a right"),
        (
            http_error(discord.NotFound, 404, 10008),
            "A newer message stands where the one you pressed stood. `/order` shows",
        ),
        (app_commands.CommandNotFound("race", []), "has changed"),
        (not_an_integer("*x*" * 99), "is not what that option takes"),
        (app_commands.CommandInvokeError(order, Refused(Reason.NOT_ENTERED)), "You are not in this race."),
        (ValueError(SECRET), "Something went wrong on my side; nothing of yours is lost."),
    ],
)
async def test_the_one_who_acted_is_told_in_private(state: str, error: BaseException, words: str) -> None:
    interaction = await explained(error, state=state)

    assert words in interaction.last.text
    assert interaction.last.is_private
    assert "*x*" not in interaction.last.text
    assert len(interaction.said) == (2 if state == "answered" else 1)


def broken(what: str) -> None:
    raise RuntimeError(what)


async def test_a_secret_in_an_error_reaches_neither_log_nor_player(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(RuntimeError) as caught:
        broken(SECRET)

    interaction = await explained(caught.value)

    for text in (interaction.last.text, caplog.text):
        assert "hunter2" not in text
        assert "Traceback" not in text
    # What broke can be found all the same: by the reference, with the place.
    reference = interaction.last.text.rpartition(" ")[2]
    assert len(reference) == 8
    assert f"reference {reference}: RuntimeError in an interaction at " in caplog.text
    assert "test_explaining.py" in caplog.text
    assert "broken" in caplog.text


async def test_secrets_in_causes_and_contexts_stay_where_they_are(caplog: pytest.LogCaptureFixture) -> None:
    error = RuntimeError(SECRET)
    error.__cause__ = ValueError(SECRET)
    error.add_note(SECRET)

    interaction = await explained(error)

    assert "hunter2" not in interaction.last.text + caplog.text


async def test_two_errors_have_two_references() -> None:
    first, second = await explained(ValueError()), await explained(ValueError())

    assert first.last.text != second.last.text


async def test_an_interaction_that_has_expired_is_noted_and_left_alone(caplog: pytest.LogCaptureFixture) -> None:
    expired = http_error(discord.NotFound, 404, 10062, SECRET)

    interaction = await explained(expired)

    assert interaction.said == []
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert "too late" in caplog.text
    assert "hunter2" not in caplog.text


@pytest.mark.parametrize("state", ["new", "deferred"])
@pytest.mark.parametrize("code", [10062, 40060, 50027, 10015])
async def test_an_explanation_that_cannot_be_given_ends_there(
    state: str, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    interaction = FakeInteraction()
    if state == "deferred":
        await interaction.response.defer()
    interaction.fails = http_error(discord.HTTPException, 400, code, SECRET)
    acting: Any = interaction

    await explain(acting, Refused(GameReason.NOT_ASKED))

    assert interaction.said == []
    assert f"could not answer: 400 {code}" in caplog.text
    assert "hunter2" not in caplog.text


async def test_a_very_long_explanation_is_cut() -> None:
    interaction = await explained(TellPlayer("x" * 5_000))

    assert len(interaction.last.text) == 2_000


async def test_a_button_explains_its_own_errors(arena: Arena) -> None:
    class Button:
        @answers_for_itself
        async def callback(self, _interaction: Any) -> None:
            raise Refused(GameReason.ASK_IS_OVER)

    interaction: Any = FakeInteraction(arena.steward)
    await Button().callback(interaction)

    assert "the race has gone on" in interaction.last.text


async def test_what_a_command_raises_is_explained_too() -> None:
    tree: Any = Tree.__new__(Tree)
    interaction: Any = FakeInteraction()

    await Tree.on_error(tree, interaction, app_commands.CommandInvokeError(order, TellPlayer("Not here.")))

    assert interaction.last.text == "Not here."


# Presses and forms that nobody knows any more


@pytest.fixture
async def bot() -> Quadriga:
    bot = Quadriga(a_steward())
    parts.add_to(bot)
    return bot


async def acted(bot: Quadriga, kind: discord.InteractionType, custom_id: str) -> FakeInteraction:
    interaction: Any = FakeInteraction(kind=kind, data={"custom_id": custom_id, "components": []})
    await bot.on_interaction(interaction)
    found: FakeInteraction = interaction
    return found


@pytest.mark.parametrize(
    "custom_id", ["", "join", "lobby:dance:1", "answer:1:1", "orders:1:q5", "plan:1:1:1:UPPER", "x"]
)
async def test_an_old_button_is_answered_kindly(bot: Quadriga, custom_id: str) -> None:
    interaction = await acted(bot, discord.InteractionType.component, custom_id)

    assert "older version of me" in interaction.last.text
    assert interaction.last.is_private


@pytest.mark.parametrize(
    "custom_id",
    ["lobby:join:1", "answer:1:1:0:v14", "plan:1:2:3:", "drive:1:2:3:xf18o", "choose:1:1:1", "open:1:2:3",
     "typing:1:2:3", "orders:1", "watch:board:1"],
)  # fmt: skip
async def test_a_button_that_is_known_is_left_to_its_own_handler(bot: Quadriga, custom_id: str) -> None:
    assert (await acted(bot, discord.InteractionType.component, custom_id)).said == []


async def test_an_old_form_is_answered_kindly(bot: Quadriga) -> None:
    interaction = await acted(bot, discord.InteractionType.modal_submit, "bet:1:2")

    assert "older version of me" in interaction.last.text
    assert interaction.last.is_private


async def test_a_form_whose_handler_fails_is_explained(bot: Quadriga) -> None:
    interaction = await acted(bot, discord.InteractionType.modal_submit, "join:1")  # there is no steward to ask

    assert "Something went wrong on my side" in interaction.last.text


@pytest.mark.parametrize("is_there", [True, False])
async def test_a_form_whose_message_is_gone_is_answered_by_a_new_one(is_there: bool) -> None:
    interaction: Any = FakeInteraction(kind=discord.InteractionType.modal_submit)
    interaction.message = SimpleNamespace(id=1) if is_there else None

    await take_in(interaction)

    assert interaction.response.deferred == {"ephemeral": True, "thinking": not is_there}
