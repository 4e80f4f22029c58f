"""A race that is over goes into its channel for all: who may post it, how often, and where alone it goes."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.panels.share import PostButton, ShareButton
from records.shares import ShareKind
from records.values import PlayerId, RaceId
from tests.cogs.arena import ANN, BOB, EVE, Arena, outcome
from tests.cogs.fakes import CHANNEL, GUILD, THREAD, FakeInteraction, FakeMessage, http_error

RACE = RaceId(1)
OTHER_CHANNEL, OTHER_SERVER = 55, 77
READS, WRITES = discord.Permissions(view_channel=True), discord.Permissions(view_channel=True, send_messages=True)
MINE = discord.Permissions(view_channel=True, send_messages=True, attach_files=True)


class Member(discord.Member):
    """A member of the server."""

    def __init__(self, number: int) -> None:
        user: Any = SimpleNamespace(id=number)
        self._user = user


class Channel(discord.TextChannel):
    """The race's channel: what each member may do there, and what I may."""

    def __init__(self, others: discord.Permissions = WRITES, mine: discord.Permissions = MINE) -> None:
        guild: Any = SimpleNamespace(me=object())
        self.id, self.guild, self.others, self.mine = CHANNEL, guild, others, mine

    def permissions_for(self, who: Any, /) -> discord.Permissions:
        return self.mine if who is self.guild.me else self.others


class Server:
    """The server of the race, with its members."""

    name = "Roma"

    def __init__(self) -> None:
        self.gone: set[int] = set()

    async def fetch_member(self, number: int) -> Member:
        if number in self.gone:
            raise http_error(discord.NotFound, 404, 10007)
        return Member(number)


async def over(arena: Arena) -> Channel:
    """Have a race run to its end, in a channel that all may write in."""
    await arena.open_race(rivals=1)
    await arena.circus.to_the_end(RACE)
    await arena.deliver()
    channel = arena.client.cached[CHANNEL] = Channel()
    arena.client.servers[GUILD] = Server()
    return channel


async def pressed(arena: Arena, what: ShareKind = "trailer", player: PlayerId = BOB, **where: Any) -> FakeInteraction:
    interaction: Any = arena.act(player, kind=discord.InteractionType.component, **where)
    button: Any = PostButton(RACE, what)
    return await outcome(interaction, button.callback(interaction))


def posts(arena: Arena, channel: int = CHANNEL) -> list[FakeMessage]:
    """Return what was shared in a channel; the race's own card may stand there besides."""
    there = arena.client.get_partial_messageable(channel).messages
    return [each for each in there if "shared by" in "\n".join(each.said.contents())]


async def test_share_offers_to_post_trailer_and_card_and_each_stands_in_the_races_channel_for_all(arena: Arena) -> None:
    await over(arena)
    asks: Any = arena.act(BOB)
    button: Any = ShareButton(RACE)
    offered = await outcome(asks, button.callback(asks))
    assert {"Post trailer", "Post card", f"post:trailer:{RACE}"} <= set(offered.last.words())

    said = [await pressed(arena, what) for what in ("trailer", "card")]
    await arena.deliver()

    assert all(f"<#{CHANNEL}>" in each.told and each.last.is_private for each in said)
    trailer, card = posts(arena)
    assert [each.said.files[0].filename for each in (trailer, card)] == ["trailer-1.gif", "card-1.png"]
    assert trailer.said.pictures()[0].startswith(b"GIF89a")
    for post in (trailer, card):
        assert f"shared by <@{BOB}> · <#{THREAD}>" in "\n".join(post.said.contents())
        assert "Driven on Roma with Quadriga." in (post.said.files[0].description or "")
        assert "allowed_mentions" not in post.said.others, "nobody is called"
    assert "wins" in (trailer.said.files[0].description or "")


@pytest.mark.slow
async def test_twenty_accounts_post_a_race_three_times_and_one_person_each_but_once(arena: Arena) -> None:
    await over(arena)

    told = [(await pressed(arena, what, PlayerId(1_000 + n))).told for n in range(20) for what in ("trailer", "card")]
    await arena.deliver()

    assert sum("Done" in each for each in told) == 3
    assert "was shared" in told[-1]
    assert len(posts(arena)) == 3


async def test_the_same_person_posts_the_same_once(arena: Arena) -> None:
    await over(arena)

    first, second, other = [await pressed(arena, what) for what in ("trailer", "trailer", "card")]
    await arena.deliver()
    again = await pressed(arena)
    await arena.deliver()

    assert "Done" in first.told
    assert "Done" in other.told
    assert all("You have posted the trailer of this race already" in each.told for each in (second, again))
    assert len(posts(arena)) == 2


@pytest.mark.parametrize(
    ("player", "others", "where", "told"),
    [
        (BOB, READS, {}, "Done"),  # who took part
        (EVE, WRITES, {}, "Done"),  # who may write there
        (EVE, READS, {}, "Posting is for people of this race"),
        (BOB, discord.Permissions.none(), {}, "Posting is for people of this race"),
        (EVE, WRITES, {"guild": OTHER_SERVER, "channel": OTHER_CHANNEL}, "There is no such race here"),
        (EVE, discord.Permissions.none(), {"channel": OTHER_CHANNEL}, "There is no such race here"),
    ],
)
async def test_who_took_part_posts_and_who_may_write_there_and_nobody_else(
    arena: Arena, player: PlayerId, others: discord.Permissions, where: dict[str, Any], told: str
) -> None:
    channel = await over(arena)
    channel.others = others
    interaction: Any = arena.act(player, kind=discord.InteractionType.component, **where)
    interaction.user = Member(player)
    button: Any = PostButton(RACE, "card")

    said = await outcome(interaction, button.callback(interaction))
    await arena.deliver()

    assert told in said.told
    assert len(posts(arena)) == ("Done" in said.told)


async def test_pressed_in_another_channel_a_race_goes_into_its_own(arena: Arena) -> None:
    await over(arena)

    assert "Done" in (await pressed(arena, "card", BOB, channel=OTHER_CHANNEL)).told
    await arena.deliver()

    assert len(posts(arena)) == 1
    assert not posts(arena, OTHER_CHANNEL)


async def test_who_has_left_the_server_posts_nothing_from_direct_messages(arena: Arena) -> None:
    await over(arena)
    arena.client.servers[GUILD].gone.add(BOB)

    assert "Posting is for people" in (await pressed(arena, "card", BOB, guild=None, channel=BOB)).told
    assert "Done" in (await pressed(arena, "card", ANN, guild=None, channel=ANN)).told


async def test_a_race_under_way_and_one_called_off_are_not_posted(arena: Arena) -> None:
    await arena.open_race(rivals=1)
    arena.client.cached[CHANNEL], arena.client.servers[GUILD] = Channel(), Server()

    assert "There is nothing to share yet" in (await pressed(arena)).told
    await arena.circus.store.races.set(RACE, state="cancelled")
    assert "There is nothing to share yet" in (await pressed(arena)).told


@pytest.mark.parametrize("lost", ["send_messages", "attach_files"])
async def test_a_right_that_i_lack_is_named_and_costs_nobody_their_turn(arena: Arena, lost: str) -> None:
    channel = await over(arena)
    channel.mine = MINE & ~discord.Permissions(**{lost: True})

    refused = await pressed(arena)
    channel.mine = MINE
    then = await pressed(arena)

    assert f"I lack the right to {lost.replace('_', ' ')} there" in refused.told
    assert "Done" in then.told


async def test_a_right_lost_on_the_way_gives_the_post_up_holds_nothing_back_and_counts_for_nobody(arena: Arena) -> None:
    await over(arena)
    await pressed(arena)
    arena.client.get_partial_messageable(CHANNEL).fails = http_error(discord.Forbidden, 403, 50013)
    await arena.deliver()
    (kept,) = [each for each in await arena.circus.store.outbox.of_race(RACE) if each.kind == "share"]
    assert kept.state == "given up"

    arena.client.get_partial_messageable(CHANNEL).fails = None
    assert "Done" in (await pressed(arena)).told
    await arena.deliver()

    assert len(posts(arena)) == 1


async def test_a_practice_is_posted_by_its_driver_alone_and_names_no_thread(arena: Arena) -> None:
    channel = await over(arena)
    await arena.circus.store.races.set(RACE, lesson=0)

    moderator: Any = arena.act(EVE, kind=discord.InteractionType.component)
    moderator.permissions = discord.Permissions(manage_threads=True)
    button: Any = PostButton(RACE, "card")
    refused = await outcome(moderator, button.callback(moderator))
    channel.others = READS
    mine = await pressed(arena, "card", ANN)
    await arena.deliver()

    assert "Only the player who drove this practice" in refused.told
    assert "Done" in mine.told
    (post,) = posts(arena)
    assert f"<#{THREAD}>" not in "\n".join(post.said.contents())
