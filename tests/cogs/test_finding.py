"""Which race somebody means."""

from typing import Any

import pytest

from cogs.choices.which_race import find_race, own_race_choices, race_choices
from cogs.kit.messages import TellPlayer
from records.refusals import Reason, Refused
from records.values import PlayerId, RaceId
from tests.cogs.arena import ANN, BOB, EVE, Arena
from tests.cogs.fakes import CHANNEL

ELSEWHERE = 77


async def found(arena: Arena, wanted: str = "", player: PlayerId = ANN, **where: Any) -> RaceId:
    interaction: Any = arena.act(player, **({"channel": CHANNEL} | where))
    return (await find_race(interaction, wanted)).record.id


async def test_the_race_of_this_thread_is_meant_unless_another_is_named(arena: Arena) -> None:
    first = await arena.lobby(title="First", thread=31)
    second = await arena.lobby(title="Second", thread=32)

    assert await found(arena, channel=31) == first
    assert await found(arena, channel=32) == second
    assert await found(arena, "Second", channel=31) == second


async def test_the_only_race_under_way_is_meant_outside_of_threads(arena: Arena) -> None:
    first = await arena.lobby(title="First", thread=31)
    assert await found(arena) == first

    await arena.lobby(title="Second", thread=32)
    with pytest.raises(TellPlayer, match="2 races are open or under way here"):
        await found(arena)

    await arena.steward.lobbies.cancel(first, ANN)
    assert await found(arena) != first


async def test_with_no_race_at_all_it_says_so(arena: Arena) -> None:
    with pytest.raises(TellPlayer, match="No race is open or under way here"):
        await found(arena)


@pytest.mark.parametrize("wanted", ["1", "#1", " 1 ", "First", "fIRST", " first "])
async def test_a_race_goes_by_number_or_title(arena: Arena, wanted: str) -> None:
    first = await arena.lobby(title="First", thread=31)
    await arena.lobby(title="Second", thread=32)

    assert await found(arena, wanted) == first


@pytest.mark.parametrize("wanted", ["9", "#", "F", "Third", "*", "1 OR 1=1", "x" * 5_000, "@everyone", "-1"])
async def test_a_race_that_is_not_there_is_refused(arena: Arena, wanted: str) -> None:
    await arena.lobby(title="First", thread=31)

    with pytest.raises(Refused) as caught:
        await found(arena, wanted)
    assert caught.value.reason is Reason.NO_SUCH_RACE


async def test_of_races_with_one_title_the_newest_is_meant(arena: Arena) -> None:
    await arena.lobby(title="Ludi", thread=31)
    second = await arena.lobby(title="Ludi", thread=32)

    assert await found(arena, "ludi") == second


async def test_races_of_another_server_are_not_found_though_their_number_is_known(arena: Arena) -> None:
    elsewhere = await arena.lobby(title="Elsewhere", guild=ELSEWHERE, thread=31)

    with pytest.raises(Refused):
        await found(arena, str(elsewhere))
    interaction: Any = arena.act(ANN)
    assert await race_choices(interaction, "") == []


async def test_in_a_direct_message_only_ones_own_races_are_found(arena: Arena) -> None:
    race = await arena.lobby(title="Mine")
    await arena.steward.lobbies.join(race, BOB, "Bob")

    assert await found(arena, "Mine", BOB, guild=None) == race
    with pytest.raises(Refused):
        await found(arena, "Mine", EVE, guild=None)


async def test_in_a_direct_message_several_races_are_named(arena: Arena) -> None:
    for thread, title in ((31, "First"), (32, "Second")):
        await arena.steward.lobbies.join(await arena.lobby(title=title, thread=thread), BOB, "Bob")

    with pytest.raises(TellPlayer, match="Say which with the option `race`: `1` First, `2` Second"):
        await found(arena, "", BOB, guild=None)


async def test_completion_offers_twenty_five_of_the_newest_and_cuts_long_titles(arena: Arena) -> None:
    for number in range(30):
        await arena.lobby(title=f"{number:02d} " + "x" * 57, thread=100 + number, is_limited=False)
    interaction: Any = arena.act(ANN)

    offered = await race_choices(interaction, "")

    assert [choice.value for choice in offered] == [str(number) for number in range(30, 5, -1)]
    assert all(len(choice.name) <= 100 for choice in offered)
    assert [choice.value for choice in await race_choices(interaction, "03 X")] == ["4"]
    assert await race_choices(interaction, "nothing like it") == []


async def test_what_is_typed_finds_only_what_can_be_chosen(arena: Arena) -> None:
    hosted = await arena.lobby(title="Hosted by Ann", thread=31)
    await arena.steward.lobbies.join(hosted, BOB, "Bob")
    await arena.steward.lobbies.cancel(await arena.lobby(title="Cancelled", thread=32), ANN)

    async def offered(player: PlayerId) -> list[str]:
        interaction: Any = arena.act(player)
        return [choice.value for choice in await own_race_choices(interaction, "")]

    assert await offered(ANN) == [str(hosted)]
    assert await offered(BOB) == [str(hosted)]
    assert await offered(EVE) == []
