"""The gazette at Discord: who is told of which channel, one silent post, and how a server chooses it."""

from typing import Any

import discord
import pytest

from cogs.commands.server import ServerCommands
from cogs.kit.rights import hidden_beside
from records.values import PlayerId
from tests.cogs.arena import ANN, BOB, Arena, outcome
from tests.cogs.fakes import CHANNEL, GUILD, FakeInteraction, http_error
from tests.pasts import a_summary, keep

SERVER: Any = ServerCommands()
PAPER, PIT, BACK_ROOM, VAULT = 20, 21, 22, 23
EVERYONE, CREW, MUTED = 1, 2, 3
WEEK = 7 * 86_400.0


class Room(discord.TextChannel):
    """A channel, whom it lets in by name and whom it keeps out."""

    def __init__(self, server: "House", number: int, **who: bool) -> None:
        self.id, self.guild, self._type = number, server, 0  # type: ignore[assignment]
        roles = {"everyone": EVERYONE, "crew": CREW, "muted": MUTED}
        self._who = {roles[name]: may for name, may in who.items()}

    @property
    def overwrites(self) -> Any:
        return {
            discord.Object(whom): discord.PermissionOverwrite(view_channel=may) for whom, may in self._who.items()
        } | {discord.Object(99): discord.PermissionOverwrite(send_messages=True)}

    def permissions_for(self, whom: Any, /) -> discord.Permissions:
        everything = discord.Permissions.all()
        if whom.id == EVERYONE:
            everything.update(view_channel=self._who.get(EVERYONE, True))
        return everything


class House:
    """A server with an open pit, a crew's back room and vault, and a channel for the paper."""

    def __init__(self) -> None:
        self.id, self.unavailable = GUILD, False
        self.default_role, self.me = discord.Object(EVERYONE), discord.Object(999)
        crew = {"everyone": False, "crew": True}
        self.rooms: dict[int, Room] = {
            PAPER: Room(self, PAPER),
            PIT: Room(self, PIT),
            CHANNEL: Room(self, CHANNEL),
            BACK_ROOM: Room(self, BACK_ROOM, **crew),
            VAULT: Room(self, VAULT, **crew),
        }

    def __hash__(self) -> int:
        return hash(self.id)

    def get_channel(self, number: int) -> Room | None:
        return self.rooms.get(number)


def hidden(server: House, channel: int) -> tuple[int, ...]:
    return hidden_beside(server.rooms[channel], [PIT, BACK_ROOM, VAULT, 77])


def test_in_a_channel_for_all_only_channels_for_all_are_told_of() -> None:
    assert hidden(House(), PAPER) == (BACK_ROOM, VAULT, 77)


def test_in_a_crews_channel_what_the_crew_sees_is_told_of() -> None:
    assert hidden(House(), BACK_ROOM) == (77,)


def test_a_channel_that_keeps_somebody_out_by_name_is_not_told_of_to_them() -> None:
    server = House()
    server.rooms[PIT] = Room(server, PIT, muted=False)
    assert PIT in hidden(server, PAPER)
    server.rooms[PAPER] = Room(server, PAPER, muted=False)
    assert PIT not in hidden(server, PAPER)


def test_the_gazettes_own_channel_is_always_told_of() -> None:
    server = House()
    assert hidden_beside(server.rooms[VAULT], [VAULT]) == ()


async def have(arena: Arena, player: PlayerId = ANN, channel: int = PAPER, **options: Any) -> FakeInteraction:
    server = arena.client.servers.setdefault(GUILD, House())
    arena.steward.gazettes._posts = arena.messenger
    acts = arena.act(player, channel=channel)
    acts.permissions = discord.Permissions(manage_guild=player == ANN)
    acts.channel = server.rooms[channel]
    return await outcome(acts, SERVER.settings.callback(SERVER, acts, **options))


async def sunday(arena: Arena) -> Any:
    """Let the week pass, and return the channel of the paper."""
    arena.circus.clock.now = await arena.steward.gazettes.next_issue(GUILD) + 1
    await arena.steward.gazettes.look()
    return arena.client.get_partial_messageable(PAPER)


async def raced(arena: Arena, number: int, channel: int = PIT, **values: Any) -> None:
    await keep(arena.circus.store, a_summary(number, ANN, BOB, at=arena.circus.clock.now, channel=channel, **values))


async def test_an_issue_is_one_silent_post_with_its_card(arena: Arena) -> None:
    told = (await have(arena, gazette=True)).told
    assert f"one silent post a week in <#{PAPER}>" in told
    await raced(arena, 1)
    posts = (await sunday(arena)).messages
    assert len(posts) == 1
    assert posts[0].said.others["silent"] is True
    assert "allowed_mentions" not in posts[0].said.others, "nobody is called"
    assert f"gazette-{(await arena.circus.store.gazettes.boards())[0].number}.png" in posts[0].said.words()
    assert "Ludi 1" in "\n".join(posts[0].said.contents())
    await arena.steward.gazettes.look()
    assert len(posts) == 1


async def test_what_a_post_says_is_the_same_whatever_happens_behind_closed_doors(arena: Arena) -> None:
    await have(arena, gazette=True)
    await raced(arena, 1)
    await raced(arena, 2, BACK_ROOM, payoff=5_000, payee=BOB, payee_name="Bob")
    (post,) = (await sunday(arena)).messages
    told = "\n".join(post.said.words())
    assert "Ludi 1" in told
    assert "Ludi 2" not in told
    assert "5,000" not in told
    assert "2 races" not in told


async def test_a_server_turns_it_on_and_off_and_reads_where_it_stands(arena: Arena) -> None:
    assert "Gazette: off" in (await have(arena)).told
    assert "next <t:" in (await have(arena, gazette=True)).told
    assert f"<#{PAPER}>" in (await have(arena, channel=PIT)).told, "to look changes nothing"
    assert "Gazette: off" in (await have(arena, gazette=False)).told
    await raced(arena, 1)
    assert (await sunday(arena)).messages == []


async def test_who_does_not_manage_the_server_changes_nothing(arena: Arena) -> None:
    assert "Manage Server" in (await have(arena, BOB, gazette=True)).told
    assert await arena.circus.store.gazettes.boards() == []


async def test_where_i_may_not_post_nothing_is_changed(arena: Arena) -> None:
    server = arena.client.servers.setdefault(GUILD, House())
    room = server.rooms[PAPER]
    room.permissions_for = lambda _whom: discord.Permissions.none()
    assert "I lack the right" in (await have(arena, gazette=True, zone="Europe/Rome")).told
    assert await arena.circus.store.gazettes.boards() == []
    assert (await arena.steward.people.server(GUILD)).zone == "UTC"


@pytest.mark.parametrize(("code", "state"), [(10003, "lost"), (50013, "on")])
async def test_a_post_that_discord_refuses_disturbs_nobody(arena: Arena, code: int, state: str) -> None:
    await have(arena, gazette=True)
    await raced(arena, 1)
    channel = arena.client.get_partial_messageable(PAPER)
    channel.fails = http_error(discord.Forbidden, 403, code)
    assert (await sunday(arena)).messages == []
    board = await arena.steward.gazettes.board(GUILD)
    assert board is not None
    assert board.state == state
    word = {"lost": "its channel is gone", "on": "next <t:"}[state]
    assert word in (await have(arena)).told


async def test_settings_tell_of_publishing_before_it_is_on_and_of_stories_in_words(arena: Arena) -> None:
    told = (await have(arena)).told

    assert "`/server settings publish:True` in an announcement channel" in told
    assert "threads tell: one post a turn (`story:turn`)" in told
