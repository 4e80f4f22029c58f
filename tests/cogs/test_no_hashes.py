"""No hash stands in a first view: not in lobby, thread, direct message or panel. *Proof* shows it (S-70)."""

import re
from collections.abc import Iterator
from typing import Any

import discord
import pytest

from cogs.kit.question_id import QuestionId
from cogs.panels.question import ChoiceSelect, ask_message
from cogs.panels.race import panel_text, status_text
from cogs.panels.turn import ProofButton
from cogs.panels.verifying import VerifyButton
from cogs.posts.race_panel import panel
from engine.circus_maximus.words.asks import Preparation, Speed
from records.races import StoryMode
from tests.cogs.arena import ANN, BOB, EVE, Arena, outcome
from tests.cogs.bettors import bet, house_race
from tests.cogs.fakes import FakeInteraction, FakeMessage, Said
from tests.cogs.samples import LARGEST_RACE

HASH = re.compile(r"\b(?=[0-9a-f]*[0-9])(?=[0-9a-f]*[a-f])[0-9a-f]{12,}\b")
EVEN = Preparation(1, 1, 1, 1)
SEALED = 1


def read(arena: Arena) -> Iterator[str]:
    """Yield all that anybody reads without a press: in the thread, and in direct messages."""
    for channel in arena.client.channels.values():
        for message in channel.messages:
            yield from message.said.contents()


def hashes(*texts: str) -> list[str]:
    return [found for text in texts for found in HASH.findall(text)]


def proofs(arena: Arena) -> list[FakeMessage]:
    """Return the posts in the thread that have the button *Proof*."""
    return [each for each in arena.thread.messages if "Proof" in each.said.words()]


async def pressed(arena: Arena, button: Any) -> FakeInteraction:
    interaction: Any = arena.act(EVE, kind=discord.InteractionType.component)
    return await outcome(interaction, button.callback(interaction))


@pytest.mark.parametrize("story", StoryMode)
async def test_a_race_is_told_and_asked_without_hashes_and_proves_them_at_a_press(
    arena: Arena, story: StoryMode
) -> None:
    race = await arena.open_race(story=story)
    for answer in (EVEN, Speed(9)):
        await arena.give(BOB, answer)
        asked = QuestionId.by(await arena.asked(ANN))
        layout, files = await ask_message(arena.steward, await arena.asked(ANN))
        assert hashes(*Said(view=layout, files=files).contents()) == []
        await arena.give(ANN, answer)
        await arena.deliver()
    status = await arena.steward.log.status(race)

    assert asked
    assert hashes(*read(arena), panel_text(status), status_text(status)) == []
    assert proofs(arena)
    told = (await pressed(arena, ProofButton(race, 1, status.race.record.facts))).told
    assert len(hashes(told)) >= 2


async def test_a_lobby_proves_its_dice_at_a_press(arena: Arena) -> None:
    race = await arena.lobby()
    status = await arena.steward.log.status(race)

    shown = Said(view=panel(status.race, panel_text(status)))

    assert hashes(*shown.contents()) == []
    assert "Proof" in shown.words()
    assert status.race.record.commitment in (await pressed(arena, VerifyButton(race))).told


async def test_the_commitment_stands_in_the_panel_from_lobby_to_end_though_nobody_reads_it(
    arena: Arena,
) -> None:
    race = await arena.lobby()
    opened = panel((await arena.steward.race(race)), "Ludi")
    for player, colour in ((ANN, "red"), (BOB, "blue")):
        await arena.steward.lobbies.join(race, player, "Ann", colour=colour)
    await arena.steward.lobbies.start(race, ANN)
    under_way = panel((await arena.steward.race(race)), "Ludi")
    commitment = (await arena.steward.race(race)).record.commitment

    for shown in (opened, under_way):
        ids = [getattr(each, "custom_id", None) for each in shown.walk_children()]
        assert f"verify:{race}:{commitment}" in ids
        assert all(len(each or "") <= 100 for each in ids)
        assert hashes(*Said(view=shown).contents()) == []
    for custom_id in (f"verify:{race}", f"verify:{race}:{commitment}", f"verify:{LARGEST_RACE}:{commitment}"):
        match = VerifyButton.__discord_ui_compiled_template__.fullmatch(custom_id)
        assert match is not None
        again = await VerifyButton.from_custom_id(None, None, match)
        assert again.item.custom_id == custom_id
    for forged in (
        f"verify:{race}:",
        f"verify:{race}:{commitment}0",
        f"verify:{race}:{commitment.upper()}x",
        f"verify:{LARGEST_RACE + 1}:{commitment}",
        f"verify:9999999999:{commitment}",
    ):
        assert VerifyButton.__discord_ui_compiled_template__.fullmatch(forged) is None
    assert commitment in (await pressed(arena, VerifyButton(race, commitment))).told


async def test_who_has_sealed_an_answer_reads_it_without_its_hash(arena: Arena) -> None:
    await arena.open_race(story=StoryMode.TURN)
    asked = await arena.asked(ANN)
    interaction: Any = arena.act(ANN, data={"values": ["p1111"]})

    shown = await outcome(interaction, ChoiceSelect(QuestionId.by(asked)).callback(interaction))

    assert hashes(*shown.last.contents()) == []
    assert "Proof" in shown.last.words()


async def test_a_bet_that_is_sealed_is_told_without_its_hash(arena: Arena) -> None:
    race = await house_race(arena)
    placed = await bet(arena, EVE, race, SEALED, "2", "500")
    await arena.deliver()

    assert hashes(*read(arena), *placed.last.contents()) == []
    assert any("has sealed a bet" in text for text in read(arena))
    assert "Proof" in placed.last.words()
