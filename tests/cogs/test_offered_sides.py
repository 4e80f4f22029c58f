"""Side bets and rights: an offer makes its race known to the one that it is made to, and to nobody who may not know."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from records.values import PlayerId, RaceId
from tests.cogs.arena import ANN, BOB, EVE, Arena
from tests.cogs.bettors import BET, button, house_race, labels, run, tap
from tests.cogs.fakes import BOT, CHANNEL, GUILD, FakeInteraction, http_error
from tests.cogs.test_rights import Channel, Member

DM, MAX = 777, PlayerId(400)
UNKNOWN = "no such race"
GONE = "I don't find that race any more"
"""What a press reads in a direct message, whether there is no such race or they may not know of it."""


async def offered(arena: Arena, race: RaceId) -> str:
    """Have Eve offer Bob a side bet; return the custom id of his button to accept it."""
    bob = arena.client.user_of(BOB, "Bob")
    shown = await run(arena, EVE, BET, "side", bob, chariot="3", stake=700, against=350, rival="1", race=str(race))
    await tap(arena, EVE, button(shown.last, "Offer"))
    await arena.deliver()
    return button(bob.dms.messages[-1].said, "Accept")


async def by_dm(arena: Arena, player: PlayerId, custom_id: str) -> FakeInteraction:
    return await tap(arena, player, custom_id, guild=None, channel=DM)


class Server:
    """The server, of which some people are members; each sees its channels as a test says."""

    def __init__(self, arena: Arena, *without: int) -> None:
        self._arena, self._without = arena, without

    async def fetch_member(self, player: int) -> Any:
        if player in self._without:
            raise http_error(discord.NotFound, 404, 10007)
        return Member(await self._arena.client.fetch_user(PlayerId(player)))


@pytest.mark.parametrize("accept", [True, False])
async def test_an_offer_is_answered_where_it_is_made_by_who_never_bet(arena: Arena, accept: bool) -> None:
    race = await house_race(arena)
    pressed = await offered(arena, race)
    purses = [await arena.steward.purses.guilds_of(BOB)]

    done = await by_dm(arena, BOB, pressed if accept else pressed.replace("accept", "decline"))

    assert ("It stands" if accept else "All stakes are back") in done.told
    assert purses == [[]]
    assert await arena.steward.wagers.purse(GUILD, BOB) == 10_500 - 350 * accept


async def test_whoever_is_offered_a_bet_looks_at_its_table_before_they_answer(arena: Arena) -> None:
    race = await house_race(arena)
    before = await run(arena, BOB, BET, "board", guild=None, channel=DM)
    await offered(arena, race)

    shown = await run(arena, BOB, BET, "board", guild=None, channel=DM)
    nobody = await run(arena, MAX, BET, "board", str(race), guild=None, channel=DM)

    assert "Betting board" not in before.told
    assert "### Betting board" in shown.told
    assert UNKNOWN in nobody.told


async def test_an_offer_is_declined_even_once_its_channel_is_hidden_and_tells_no_more_of_the_race(arena: Arena) -> None:
    race = await house_race(arena)
    pressed = await offered(arena, race)
    arena.client.servers[GUILD], arena.client.cached[CHANNEL] = Server(arena), Channel(view_channel=False)

    seen = [await by_dm(arena, BOB, each) for each in (f"bets:open:{race}", f"watch:log:{race}", f"betmine:{race}")]
    declined = await by_dm(arena, BOB, pressed.replace("accept", "decline"))

    assert [GONE in each.told for each in seen] == [True] * 3
    assert "All stakes are back" in declined.told


async def test_who_has_no_side_bet_on_a_hidden_race_hears_of_none(arena: Arena) -> None:
    race = await house_race(arena)
    await offered(arena, race)
    arena.client.servers[GUILD], arena.client.cached[CHANNEL] = Server(arena), Channel(view_channel=False)
    await arena.steward.wagers.purse(GUILD, MAX)

    told = {(await by_dm(arena, MAX, f"sidebet:{act}:{race}:1")).told for act in ("show", "accept", "decline")}

    assert all(GONE in each for each in told), told


@pytest.mark.parametrize("pressed", [False, True])
@pytest.mark.parametrize("why", ["hidden", "not a member"])
async def test_nobody_is_offered_a_bet_on_a_race_that_they_may_not_know(arena: Arena, why: str, pressed: bool) -> None:
    race = await house_race(arena)
    arena.client.cached[CHANNEL] = Channel(view_channel=why != "hidden")
    arena.client.servers[GUILD] = Server(arena, *([BOB] if why == "not a member" else []))
    bob = arena.client.user_of(BOB, "Bob")
    where = {"race": str(race), "chariot": "3", "stake": 100}

    if pressed:
        refused = await tap(arena, EVE, f"sideoffer:{race}:{BOB}:3:1:100:100:9")
    else:
        refused = await run(arena, EVE, BET, "side", bob, **where)
    await arena.deliver()

    said = {"hidden": "does not see the channel of **Ludi**", "not a member": "is not on this server"}
    assert said[why] in refused.told
    assert bob.dms.messages == []
    assert await arena.steward.wagers.purse(GUILD, EVE) == 10_500


async def test_no_forged_press_offers_a_bet_to_the_bot_or_to_nobody(arena: Arena, monkeypatch: Any) -> None:
    race = await house_race(arena)
    robot = SimpleNamespace(id=BOT.id, display_name="Quadriga", bot=True)
    fetch = arena.client.fetch_user

    async def fetched(player: PlayerId) -> Any:
        if player == MAX:
            raise http_error(discord.NotFound, 404, 10013)
        return robot if player == BOT.id else await fetch(player)

    monkeypatch.setattr(arena.client, "fetch_user", fetched)

    to_bot = await tap(arena, EVE, f"sideoffer:{race}:{BOT.id}:3:1:100:100:9")
    to_nobody = await tap(arena, EVE, f"sideoffer:{race}:{MAX}:3:1:100:100:9")
    await arena.deliver()

    assert "Bots do not bet" in to_bot.told
    assert "Discord knows no such player" in to_nobody.told
    assert (await arena.steward.wagers.board(race, EVE)).sides == ()
    assert labels(to_bot.last) == []


async def test_who_hosts_a_race_in_a_hidden_channel_finds_it_in_direct_messages(arena: Arena) -> None:
    race = await house_race(arena)
    await arena.steward.wagers.purse(GUILD, ANN)
    arena.client.servers[GUILD], arena.client.cached[CHANNEL] = Server(arena), Channel(view_channel=False)

    for named in (str(race), "Ludi", ""):
        shown = await run(arena, ANN, BET, "board", named, guild=None, channel=DM)
        assert "### Betting board" in shown.told, named
