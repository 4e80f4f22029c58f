"""Following, as people see it: the button, the list, the private message, and what it never tells."""

from typing import Any

import discord
from msgspec.structs import replace

from cogs.panels.follows import FollowButton, FollowPersonButton, FollowsButton, StopButton
from cogs.panels.watch import WatchButton
from records.limits import HOUR
from records.past import Summary
from records.races import StoryMode
from records.values import PlayerId, RaceId
from steward.front.follows import GATHERED
from tests.cogs.arena import ANN, BOB, EVE, Arena, outcome
from tests.cogs.fakes import CHANNEL, GUILD, FakeInteraction, http_error
from tests.pasts import a_past_race, an_entry, keep


async def press(arena: Arena, button: Any, player: PlayerId = EVE, **where: Any) -> FakeInteraction:
    interaction = arena.act(player, kind=discord.InteractionType.component, **where)
    return await outcome(interaction, button.callback(interaction))


async def over(arena: Arena) -> RaceId:
    """Have a race of Ann and Bob end here, and let the time pass in which news is gathered."""
    race = await arena.open_race(story=StoryMode.TURN)
    past = replace(a_past_race(race, title="Ludi"), at=arena.circus.clock.now + HOUR, is_rated=False)
    await keep(arena.circus.store, Summary(past, (an_entry(past, 1, ANN), an_entry(past, 2, BOB))))
    await arena.circus.store.races.set(race, state="finished", ended=past.at)
    await arena.circus.store.summaries.put(Summary(past, (an_entry(past, 1, ANN), an_entry(past, 2, BOB))))
    arena.circus.clock.pass_by(HOUR + GATHERED)
    return race


async def letters(arena: Arena, player: PlayerId = EVE) -> list[str]:
    """Return what somebody was sent directly, once all that is due is sent."""
    await arena.steward.follows.look()
    await arena.deliver()
    return ["\n".join(each.said.words()) for each in arena.client.user_of(player).dms.messages]


async def test_a_race_is_followed_under_its_board_and_again_no_more(arena: Arena) -> None:
    race = await arena.open_race()

    shown = await press(arena, WatchButton(race, "race"))
    assert f"follow:{race}:0" in shown.last.words()

    said = await press(arena, FollowButton(race))
    assert "You follow **Ludi**" in said.told
    assert said.last.is_private
    again = await press(arena, WatchButton(race, "race"))
    assert f"unfollow:{GUILD}:0:{race}:0" in again.last.words()

    left = await press(arena, StopButton(GUILD, race=race))
    assert "You follow nothing" in left.told


async def test_whoever_drives_in_a_race_is_not_offered_to_follow_it(arena: Arena) -> None:
    race = await arena.open_race()

    assert "Follow" not in (await press(arena, WatchButton(race, "race"), ANN)).last.words()


async def test_who_follows_somebody_is_told_how_their_race_ended(arena: Arena) -> None:
    assert f"You follow <@{ANN}>" in (await press(arena, FollowPersonButton(ANN))).told
    await over(arena)

    (told,) = await letters(arena)

    assert "Ludi is over" in told
    assert f"You follow <@{ANN}>" in told
    assert "What I follow" in told
    assert await letters(arena) == [told], "once"
    assert "is over" not in "\n".join(await letters(arena, ANN))
    assert str(EVE) not in "\n".join(arena.thread.words())


async def test_who_follows_a_race_reads_in_a_line_that_it_was_called_off(arena: Arena) -> None:
    race = await arena.open_race()
    await press(arena, FollowButton(race))
    arena.circus.clock.pass_by(1)
    await arena.steward.desk.close(race, ANN, "rain")
    arena.circus.clock.pass_by(HOUR + GATHERED)

    (told,) = await letters(arena)

    assert "**Ludi**, which you follow, was called off" in told
    assert "What I follow" in told
    assert await letters(arena) == [told], "once"


async def test_who_does_not_see_the_channel_any_more_is_told_nothing(arena: Arena) -> None:
    race = await arena.open_race()
    await press(arena, FollowPersonButton(ANN))
    await press(arena, FollowButton(race))
    arena.client.hidden.add((CHANNEL, EVE))

    listed = await press(arena, FollowsButton())
    assert "Ludi" not in listed.told
    assert "don't see any more" in listed.told
    await over(arena)

    assert await letters(arena) == []


async def test_who_has_left_the_server_or_whose_server_is_gone_is_told_nothing(arena: Arena) -> None:
    await press(arena, FollowPersonButton(ANN))
    arena.client.servers[GUILD] = None
    await over(arena)

    assert await letters(arena) == []


async def test_closed_direct_messages_call_nobody_in_the_thread(arena: Arena) -> None:
    await press(arena, FollowPersonButton(ANN))
    arena.client.user_of(EVE).dms.fails = http_error(discord.Forbidden, 403, 50007)
    await over(arena)
    before = arena.thread.words()

    await letters(arena)

    assert arena.client.user_of(EVE).dms.messages == []
    assert arena.thread.words() == before
    said = await press(arena, FollowPersonButton(BOB))
    assert "your direct messages are closed to me" in said.told


async def test_nobody_follows_themselves_a_race_that_is_over_or_one_that_they_may_not_know_of(arena: Arena) -> None:
    race = await over(arena)

    assert "your own races" in (await press(arena, FollowPersonButton(EVE))).told
    assert "over already" in (await press(arena, FollowButton(race))).told
    assert "no such race" in (await press(arena, FollowButton(RaceId(99)))).told.lower()
    assert await arena.steward.follows.of(EVE) == []


async def test_a_forged_stop_stops_only_ones_own(arena: Arena) -> None:
    await press(arena, FollowPersonButton(ANN))
    await press(arena, StopButton(GUILD, person=ANN), BOB)

    assert len(await arena.steward.follows.of(EVE)) == 1
