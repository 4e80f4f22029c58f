"""``/my forget``: two steps, in private, and nobody but the person themselves."""

import asyncio
import json
from typing import Any

import discord
import pytest

from cogs.commands.my import MyCommands
from cogs.commands.purse import PurseCommands
from cogs.kit import on_record
from cogs.kit.messages import TellPlayer
from cogs.panels.doctor import orphaned_words
from cogs.panels.forgetting import FORM_ID, ForgetButton, take_form
from cogs.parts import tree_of
from records.values import PlayerId
from tests.cogs.archives import given_texts
from tests.cogs.arena import ANN, BOB, EVE, Arena, outcome
from tests.cogs.fakes import GUILD, FakeInteraction, http_error
from tests.cogs.test_alone import practise
from tests.cogs.test_my_data import PLACES, RACE, ordered
from tests.cogs.test_my_data import asks as my_data
from tests.cogs.test_walk import a_bot
from words.shared.forgetting import WORD, explained

MY: Any = MyCommands()
PURSES: Any = PurseCommands()


async def asks(arena: Arena, player: PlayerId, **where: Any) -> FakeInteraction:
    interaction: Any = arena.act(player, **where)
    return await outcome(interaction, MY.forget.callback(MY, interaction))


async def types(arena: Arena, player: PlayerId, word: str, **where: Any) -> FakeInteraction:
    interaction: Any = arena.act(player, **where)
    match: Any = FORM_ID.fullmatch("forgetting:ask")
    return await outcome(interaction, take_form(interaction, match, {"word": word}))


@pytest.mark.parametrize("place", PLACES)
async def test_it_says_first_what_goes_and_what_stays_and_deletes_nothing(arena: Arena, place: str) -> None:
    await ordered(arena)
    before = await arena.circus.store.mine.kept(ANN)

    told = (await asks(arena, ANN, **PLACES[place])).last

    assert told.is_private
    for each in ("You leave 1 game", "a house driver or a manager takes over", "What goes", "What stays", "moderator"):
        assert each in "\n".join(told.words())
    assert await arena.circus.store.mine.kept(ANN) == before


@pytest.mark.parametrize("typed", ["", "forget", "yes", "forget him", "do not forget me"])
async def test_another_word_deletes_nothing(arena: Arena, typed: str) -> None:
    await ordered(arena)

    done = await types(arena, ANN, typed)

    assert "I deleted nothing" in done.told
    assert await arena.circus.store.mine.kept(ANN)


@pytest.mark.parametrize("place", PLACES)
async def test_after_the_word_nothing_is_kept_and_the_race_goes_on(arena: Arena, place: str) -> None:
    await ordered(arena)

    done = await types(arena, ANN, f" {WORD.upper()} ", **PLACES[place])

    assert done.last.is_private
    assert "You are forgotten" in done.told
    assert "moderator" in done.told
    assert await arena.circus.store.mine.kept(ANN) == {}


async def test_my_data_says_then_that_i_was_forgotten_and_that_a_code_stays(arena: Arena) -> None:
    await ordered(arena)
    await types(arena, ANN, WORD)

    files = given_texts(await my_data(arena, ANN))
    of_eve = given_texts(await my_data(arena, EVE))

    told = files["data.txt"]
    assert "You were forgotten on " in told
    assert "A code that fits your number alone stays" in told
    assert told.strip().endswith("I keep nothing else of you.")
    assert "This is not all" not in told
    assert json.loads(files["data.json"])["kept"] == {}
    assert "forgotten" not in str(of_eve)


async def test_who_has_come_back_since_is_told_so_too(arena: Arena) -> None:
    await ordered(arena)
    await types(arena, ANN, WORD)
    await arena.steward.people.set_player(ANN, name="Nova")

    told = given_texts(await my_data(arena, ANN))["data.txt"]

    assert "You were forgotten on " in told
    assert "Your name: Nova" in told
    assert "This is not all" in told


async def test_who_comes_back_reads_why_their_purse_is_empty(arena: Arena) -> None:
    await arena.steward.wagers.purse(GUILD, ANN)
    await types(arena, ANN, WORD)

    interaction: Any = arena.act(ANN)
    told = "\n".join((await outcome(interaction, PURSES.show.callback(PURSES, interaction))).last.words())

    assert "Your purse: 0 sesterces" in told
    assert "the gift of a purse, before you were forgotten; the next comes" in told


async def test_who_has_their_answer_is_owed_nothing_more(arena: Arena) -> None:
    await ordered(arena)

    await types(arena, ANN, WORD)

    assert await arena.circus.store.forgetting.owed() == []
    assert arena.steward.farewells._people == {}


@pytest.mark.parametrize("is_told_late", [True, False])
async def test_no_post_names_or_calls_who_is_forgotten(arena: Arena, is_told_late: bool) -> None:
    """Neither while it is under way nor afterwards: the act may be told at either time."""
    await ordered(arena)
    await arena.deliver()
    before = {each.id for each in arena.thread.messages}
    leave = arena.steward.forgetters._leave

    async def told_at_once(race: Any, player: PlayerId) -> None:
        await leave(race, player)
        await arena.deliver()

    if not is_told_late:
        arena.steward.forgetters._leave = told_at_once  # type: ignore[method-assign]
    await types(arena, ANN, WORD)
    await arena.deliver()

    told = [word for each in arena.thread.messages if each.id not in before for word in each.said.words()]
    assert any("A player left the race" in word for word in told)
    assert any("A place is free" in word for word in told)
    assert not [word for word in told if f"<@{ANN}>" in word or "Ann" in word]


async def test_a_race_whose_host_was_forgotten_says_so_and_not_that_they_left_the_server(arena: Arena) -> None:
    await ordered(arena)
    await types(arena, ANN, WORD)
    await arena.deliver()

    race = await arena.steward.race(RACE)
    orphaned = await arena.steward.hosts.orphaned(race)
    assert orphaned is not None
    said = orphaned_words(race, orphaned)
    panels = ["\n".join(each.said.words()) for each in arena.thread.messages]

    assert said.startswith("This race has no host any more.")
    assert "can take over: **Take over** under its post" in said
    assert any(said in each for each in panels)
    assert not any("left this server" in each for each in panels)


def test_with_nothing_kept_nothing_is_said_of_bets_and_races() -> None:
    nothing = explained(0, 0, 0, 0)

    assert nothing.splitlines()[1] == "You can't undo this."
    assert "You leave 2 games (races, cups and leagues)" in explained(2, 0, 0, 0)


async def test_practices_are_counted_and_end_and_bets_are_not_told_of_where_there_are_none(arena: Arena) -> None:
    await ordered(arena)
    await practise(arena, rivals=2)

    told = "\n".join((await asks(arena, ANN)).last.words())

    assert "You leave 1 game (races, cups and leagues)" in told
    assert "1 practice of yours ends." in told
    assert "open bet" not in told


@pytest.mark.parametrize("by", [BOB, EVE, PlayerId(900)])
async def test_nobody_else_can_do_it_for_me(arena: Arena, by: PlayerId) -> None:
    await ordered(arena)
    before = await arena.circus.store.mine.kept(ANN)

    await asks(arena, by)
    await types(arena, by, WORD)
    await types(arena, by, f"{WORD} {ANN}")

    after = await arena.circus.store.mine.kept(ANN)
    assert {table: rows for table, rows in after.items() if table != "outbox"} == {
        table: rows
        for table, rows in before.items()
        if table != "outbox"  # the race may have gone on
    }


def test_no_id_and_no_option_names_anybody() -> None:
    bot = a_bot()

    assert bot.acts["my forget"].parameters == []
    assert ForgetButton().item.custom_id == "forget:ask"
    assert FORM_ID.fullmatch(f"forgetting:ask:{ANN}") is None
    assert tree_of(bot.acts)


# What was typed is on record first


def starts(arena: Arena, **how: Any) -> tuple[Any, Any]:
    interaction: Any = arena.act(ANN, **how)
    return interaction, FORM_ID.fullmatch("forgetting:ask")


async def test_it_is_on_record_before_the_first_answer(arena: Arena) -> None:
    """Killed before it, Discord says that it did not work; killed after it, the next start goes on with it."""
    await ordered(arena)
    interaction, match = starts(arena)
    answered, seen = interaction.response.defer, list[list[PlayerId]]()

    async def defer(**how: Any) -> None:
        seen.append([who for who, _ in await arena.circus.store.forgetting.under_way()])
        await answered(**how)

    interaction.response.defer = defer
    await take_form(interaction, match, {"word": WORD})

    assert seen == [[ANN]]


async def test_a_first_answer_that_fails_keeps_nobody_from_being_forgotten(arena: Arena) -> None:
    """They are still owed the word, which comes by message where my answer can't be edited."""
    await ordered(arena)
    interaction, match = starts(arena)

    async def defer(**_how: Any) -> None:
        raise http_error(discord.NotFound, 404, 10062)

    interaction.response.defer = defer
    with pytest.raises(AssertionError, match="only what was deferred is edited"):
        await take_form(interaction, match, {"word": WORD})

    assert await arena.circus.store.mine.kept(ANN) == {}
    assert [each.token for each in await arena.circus.store.forgetting.owed()] == [interaction.token]
    assert arena.steward.farewells._people == {interaction.token: ANN}


async def test_a_slow_record_holds_up_no_answer(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_record, "RECORDED_WITHIN", 0.0)
    interaction, match = starts(arena)
    begin, may = arena.steward.forgetters.begin, asyncio.Event()

    async def slowly(*what: Any) -> None:
        await may.wait()
        await begin(*what)

    monkeypatch.setattr(arena.steward.forgetters, "begin", slowly)
    answered = interaction.response.defer

    async def defer(**how: Any) -> None:
        may.set()
        await answered(**how)

    interaction.response.defer = defer
    await asyncio.wait_for(take_form(interaction, match, {"word": WORD}), 20)

    assert "You are forgotten" in interaction.told


async def test_what_could_not_be_noted_is_told_and_nothing_goes(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    await ordered(arena)
    before = await arena.circus.store.mine.kept(ANN)

    async def fails(*_what: Any) -> None:
        raise TellPlayer("It is full.")

    monkeypatch.setattr(arena.steward.forgetters, "begin", fails)
    done = await types(arena, ANN, WORD)

    assert "It is full." in done.told
    assert await arena.circus.store.mine.kept(ANN) == before
