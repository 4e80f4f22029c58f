"""``/server remove``: its owner alone, in private, in two steps; and what its people read of it."""

import asyncio
import re
from typing import Any

import discord
import pytest

from cogs.commands.purse import PurseCommands
from cogs.commands.server import ServerCommands
from cogs.panels.my_questions import OrdersButton
from cogs.panels.removing import FORM_ID, RemoveButton, take_form
from cogs.panels.watch import WatchButton
from cogs.parts import tree_of
from records.removals import Holdings
from records.values import PlayerId, RaceId
from tests.cogs.arena import ANN, BOB, EVE, Arena, outcome
from tests.cogs.fakes import CHANNEL, GUILD, FakeInteraction
from tests.cogs.ordering import to_orders
from tests.cogs.test_server_export import owns
from tests.cogs.test_walk import a_bot
from tests.steward.circus import MOD
from words.shared.removing import BEFORE, BEGUN, IN_THE_THREAD, WORD, explained, lost_text

SERVER: Any = ServerCommands()
OTHER = 77


async def asks(arena: Arena, player: PlayerId, **where: Any) -> FakeInteraction:
    interaction: Any = arena.act(player, **where)
    return await outcome(interaction, SERVER.remove.callback(SERVER, interaction))


async def presses(arena: Arena, player: PlayerId, **where: Any) -> FakeInteraction:
    interaction: Any = arena.act(player, **where)
    return await outcome(interaction, RemoveButton().press(interaction))


async def types(arena: Arena, player: PlayerId, word: str, **where: Any) -> FakeInteraction:
    interaction: Any = arena.act(player, **where)
    match: Any = FORM_ID.fullmatch("removing:ask")
    return await outcome(interaction, take_form(interaction, match, {"word": word}))


async def state(arena: Arena) -> str:
    return (await arena.steward.race(RaceId(1))).record.state


async def test_it_says_first_what_goes_in_numbers_and_does_nothing(arena: Arena) -> None:
    await to_orders(arena)
    await arena.steward.wagers.purse(GUILD, EVE)
    owns(arena, EVE)

    told = (await asks(arena, EVE)).last

    assert told.is_private
    said = "\n".join(told.words())
    for each in ("1 race is called off", "1 purse with", "goes to the house", "/server export", "What stays", "ledger"):
        assert each in said, said
    assert await state(arena) == "running"
    assert not await arena.steward.removals.is_under_way(GUILD)


@pytest.mark.parametrize("typed", ["", "remove", "yes", "remove it", "do not remove me"])
async def test_another_word_removes_nothing(arena: Arena, typed: str) -> None:
    await to_orders(arena)
    owns(arena, EVE)

    done = await types(arena, EVE, typed)

    assert "I removed nothing" in done.told
    assert done.last.is_private
    assert await state(arena) == "running"


async def test_after_the_word_all_ends_with_one_post_and_a_message_to_each_driver(arena: Arena) -> None:
    await to_orders(arena)
    await arena.deliver()
    owns(arena, EVE)
    posts = len(arena.thread.messages)

    done = await types(arena, EVE, f" {WORD.upper()} ")
    await arena.deliver()

    assert done.last.is_private
    assert BEGUN in done.told
    assert [each.said.words() for each in arena.thread.messages[posts:]] == [[IN_THE_THREAD]]
    for player in (ANN, BOB):
        last = arena.client.user_of(player).dms.messages[-1]
        assert "I leave **Roma**" in "\n".join(last.said.words())
        assert "forget:ask" in last.said.words(), "they may have no command of mine any more"
    arena.circus.clock.pass_by(10.0)  # cards and panels are edited no sooner
    await arena.deliver()
    await arena.steward.timekeeper.tick()
    assert arena.circus.posts.left_servers == [GUILD]
    assert await arena.circus.store.index.field(RaceId(1)) is None
    again: Any = arena.act(ANN)
    pressed = await outcome(again, WatchButton(RaceId(1), "race").press(again))
    assert "There is no such race here" in pressed.told


@pytest.mark.parametrize("player", [ANN, BOB, MOD])
async def test_neither_a_host_nor_a_moderator_nor_a_manager_may(arena: Arena, player: PlayerId) -> None:
    await to_orders(arena)
    owns(arena, EVE)

    for done in (await asks(arena, player), await presses(arena, player), await types(arena, player, WORD)):
        assert "for the owner of this server alone" in done.told
        assert done.last.is_private

    assert await state(arena) == "running"


async def test_whoever_owns_another_server_removes_that_one_alone(arena: Arena) -> None:
    await to_orders(arena)
    owns(arena, EVE)
    owns(arena, BOB, OTHER)

    assert BEGUN in (await types(arena, BOB, WORD, guild=OTHER, channel=78)).told

    assert await state(arena) == "running"
    for player, where in ((EVE, {"guild": OTHER, "channel": 78}), (BOB, {}), (EVE, {"guild": 999, "channel": CHANNEL})):
        assert "for the owner of this server alone" in (await types(arena, player, WORD, **where)).told
    assert "in a server that you own" in (await types(arena, EVE, WORD, guild=None, channel=9)).told
    assert await state(arena) == "running"


async def test_a_second_press_is_told_that_it_is_under_way(arena: Arena) -> None:
    await to_orders(arena)
    owns(arena, EVE)
    await types(arena, EVE, WORD)

    for done in (await asks(arena, EVE), await presses(arena, EVE), await types(arena, EVE, WORD)):
        assert "I'm leaving already" in done.told


async def test_it_is_on_record_before_the_owner_reads_so(arena: Arena) -> None:
    await to_orders(arena)
    owns(arena, EVE)
    interaction: Any = arena.act(EVE)

    async def cut(**_said: Any) -> None:
        raise ConnectionError

    interaction.edit_original_response = cut
    match: Any = FORM_ID.fullmatch("removing:ask")
    with pytest.raises(ConnectionError):
        await take_form(interaction, match, {"word": WORD})

    assert await arena.steward.removals.is_under_way(GUILD)
    await arena.steward.timekeeper.tick()
    assert await state(arena) == "cancelled"


async def test_two_words_at_once_begin_it_once(arena: Arena) -> None:
    await to_orders(arena)
    owns(arena, EVE)

    told = [each.told for each in await asyncio.gather(types(arena, EVE, WORD), types(arena, EVE, WORD))]

    assert sorted(BEGUN in each for each in told) == [False, True]
    assert sorted("I'm leaving already" in each for each in told) == [False, True]


async def test_the_button_asks_for_the_word(arena: Arena) -> None:
    owns(arena, EVE)

    done = await presses(arena, EVE)

    assert done.response.modal is not None
    assert done.response.modal.custom_id == "removing:ask"


def test_no_id_and_no_option_names_a_server() -> None:
    bot = a_bot()

    assert bot.acts["server remove"].parameters == []
    assert RemoveButton().item.custom_id == "remove:ask"
    assert FORM_ID.fullmatch(f"removing:ask:{GUILD}") is None
    assert tree_of(bot.acts)


def test_what_there_is_none_of_is_not_named() -> None:
    nothing = Holdings(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    all_of_it = Holdings(2, 1, 1, 1, 5, 2, 3, 700, 2, 10_000, 4)

    first = explained(nothing).splitlines()[1]
    assert first == "You can't undo this. Until you type two words, nothing happens."
    all_ends = (
        "2 races, 1 cup and 1 league are called off, with one word where each stands. 1 weekly race and 2 "
        "regular posts end. 3 open bets with 700 sesterces are void. 2 purses with 10,000 sesterces go to the house. "
    )
    assert explained(all_of_it).splitlines()[1].startswith(all_ends)


def test_who_loses_something_is_told_what() -> None:
    first, offer = lost_text("Roma", 0, 1).splitlines()
    assert first == "🕊️ I leave **Roma**, as its owner wishes. The race that you drive in there is called off."
    assert "Forget me …" in offer
    assert "2 races that you drive in there are called off" in lost_text("", 50, 2)
    assert "50 sesterces" in lost_text("", 50, 0)


async def test_whoever_presses_on_meanwhile_reads_why_nothing_begins(arena: Arena) -> None:
    owns(arena, EVE)
    await types(arena, EVE, WORD)
    purses: Any = PurseCommands()
    money: Any = arena.act(BOB)

    done = await outcome(money, purses.show.callback(purses, money))

    assert "I'm leaving this server, as its owner wishes" in done.told
    assert done.last.is_private
    assert not await arena.circus.store.purses.guilds_of(BOB)


async def test_the_owner_reads_in_the_end_that_it_has_left(arena: Arena) -> None:
    await to_orders(arena)
    await arena.deliver()
    owns(arena, EVE)

    done = await types(arena, EVE, WORD)
    assert BEGUN in done.told
    await arena.deliver()
    arena.circus.clock.pass_by(10.0)
    await arena.deliver()
    assert not arena.circus.posts.receipts, "not before it has left"
    await arena.steward.timekeeper.tick()

    assert arena.circus.posts.left_servers == [GUILD]
    assert [(each.guild, each.player, each.token) for each in arena.circus.posts.receipts] == [(GUILD, EVE, done.token)]
    await arena.steward.timekeeper.tick()
    assert len(arena.circus.posts.receipts) == 1


@pytest.mark.parametrize("word", [WORD, WORD.lower(), BEFORE, BEFORE.upper()])
async def test_a_form_of_before_takes_the_words_that_it_asks_for(arena: Arena, word: str) -> None:
    owns(arena, EVE)

    assert BEGUN in (await types(arena, EVE, word)).told


def test_the_owner_reads_what_a_copy_holds_before_they_decide() -> None:
    said = explained(Holdings(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    assert "settings and results, without moves" in said
    assert "those of what is called off now are lost" in said
    assert "What I don't delete" in said
    assert "can't delete" not in said
    assert len(said) < 2000


async def test_an_old_message_about_a_race_that_is_gone_names_no_command_that_may_be_missing_there(
    arena: Arena,
) -> None:
    await to_orders(arena)
    owns(arena, EVE)
    await types(arena, EVE, WORD)
    await arena.deliver()
    arena.circus.clock.pass_by(10.0)
    await arena.deliver()
    await arena.steward.timekeeper.tick()
    assert await arena.circus.store.index.field(RaceId(1)) is None
    in_dms: dict[str, Any] = {"guild": None, "channel": 9, "kind": discord.InteractionType.component}

    for button in (WatchButton(RaceId(1), "race"), OrdersButton(RaceId(1))):
        pressed: Any = arena.act(ANN, **in_dms)
        told = (await outcome(pressed, button.press(pressed))).told
        assert "I don't find that race any more" in told
        assert re.findall("`(/[a-z ]+)", told) == ["/order"], "people have that one wherever they are"
    here: Any = arena.act(ANN, kind=discord.InteractionType.component)
    assert "`/play race` opens one" in (await outcome(here, WatchButton(RaceId(1), "race").press(here))).told


def test_forms_and_buttons_of_before_still_lead_there() -> None:
    bot = a_bot()

    assert any(pattern.fullmatch("removing:ask") for pattern in bot.modals)
    assert any(pattern.fullmatch("forgetting:ask") for pattern in bot.modals)
    assert bot._is_known("remove:ask")
    assert bot._is_known("forget:ask")


def test_nothing_that_its_owner_presses_or_types_calls_the_bot_me() -> None:
    label = str(RemoveButton().item.label)
    for said in (label, WORD, explained(Holdings(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)).splitlines()[0]):
        assert "Quadriga" in said
        assert " me" not in said


async def test_a_purse_after_the_bot_was_invited_again_claims_nothing_that_is_not_in_it(arena: Arena) -> None:
    owns(arena, EVE)
    purses: Any = PurseCommands()
    money: Any = arena.act(BOB)
    assert "is in it" in (await outcome(money, purses.show.callback(purses, money))).told
    await types(arena, EVE, WORD)
    await arena.deliver()
    await arena.steward.timekeeper.tick()
    assert arena.circus.posts.left_servers == [GUILD]
    await arena.steward.removals.back(GUILD)
    again: Any = arena.act(BOB)

    told = (await outcome(again, purses.show.callback(purses, again))).told

    assert "0 sesterces" in told
    assert "You had this week's stipend" in told
    assert "is in it" not in told


async def test_it_is_on_record_before_the_first_answer(arena: Arena) -> None:
    """Killed before it, Discord says that it did not work; killed after it, the next start goes on with it."""
    await to_orders(arena)
    owns(arena, EVE)
    interaction: Any = arena.act(EVE)
    match: Any = FORM_ID.fullmatch("removing:ask")
    answered, seen = interaction.response.defer, list[bool]()

    async def defer(**how: Any) -> None:
        seen.append(await arena.steward.removals.is_under_way(GUILD))
        await answered(**how)

    interaction.response.defer = defer
    await take_form(interaction, match, {"word": WORD})

    assert seen == [True]
    assert BEGUN in interaction.told
