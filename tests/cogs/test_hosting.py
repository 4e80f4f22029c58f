"""Who may do what with a race; opening one, and entering it by form."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.kit.messages import TellPlayer
from cogs.kit.rights import require_host
from cogs.panels.lobby import CallOffButton, LobbyButton, do, entry_form, take_form
from cogs.panels.open_race import NEEDED, open_race, require_rights_in
from cogs.panels.options import tell_open
from records.races import Place
from records.refusals import Reason, Refused
from records.values import PlayerId, RaceId
from steward import NewRace
from tests.cogs.arena import ANN, BOB, EVE, GAME, Arena, outcome
from tests.cogs.fakes import CHANNEL, GUILD, FakeInteraction, http_error

MODERATOR = PlayerId(400)


# Whose race


async def test_the_host_and_those_who_manage_threads_act_in_the_hosts_name(arena: Arena) -> None:
    lobby = await arena.steward.race(await arena.lobby())

    def in_whose_name(player: PlayerId, **rights: bool) -> PlayerId:
        interaction: Any = arena.act(player)
        interaction.permissions = discord.Permissions(**rights)
        return require_host(interaction, lobby)

    assert in_whose_name(ANN) == ANN
    assert in_whose_name(MODERATOR, manage_threads=True) == ANN
    # Whoever else it is acts in his own name, and the steward refuses that.
    assert in_whose_name(MODERATOR, manage_channels=True) == MODERATOR
    assert in_whose_name(EVE) == EVE


@pytest.mark.parametrize("act", ["fill", "start", "cancel"])
async def test_only_the_host_fills_starts_and_cancels(arena: Arena, act: Any) -> None:
    lobby = await arena.steward.race(await arena.lobby())

    stranger: Any = arena.act(EVE)
    with pytest.raises(Refused) as caught:
        await do(stranger, lobby, act)
    assert caught.value.reason is Reason.NOT_THE_HOST

    await arena.steward.lobbies.join(lobby.record.id, BOB, "Bob")
    await arena.steward.lobbies.join(lobby.record.id, EVE, "Eve")
    moderator: Any = arena.act(MODERATOR)
    moderator.permissions = discord.Permissions(manage_threads=True)
    assert await do(moderator, lobby, act)


async def test_whoever_is_not_in_cannot_leave(arena: Arena) -> None:
    lobby = await arena.steward.race(await arena.lobby())
    interaction: Any = arena.act(EVE)

    with pytest.raises(Refused) as caught:
        await do(interaction, lobby, "leave")
    assert caught.value.reason is Reason.NOT_ENTERED


# Rights in the channel


@pytest.mark.parametrize("right", [name for name, wanted in NEEDED if wanted])
async def test_each_missing_right_is_named_before_anything_is_begun(arena: Arena, right: str) -> None:
    interaction: Any = arena.act(ANN, channel=CHANNEL)
    interaction.app_permissions = discord.Permissions.all()
    interaction.app_permissions.update(**{right: False})

    with pytest.raises(TellPlayer) as caught:
        require_rights_in(interaction.app_permissions, interaction.channel_id)

    # Discord's settings call this one otherwise than the library does.
    shown = "view channel" if right == "read_messages" else right.replace("_", " ")
    assert f"the right to {shown} there" in str(caught.value)
    assert f"<#{CHANNEL}>" in str(caught.value)


async def test_with_exactly_what_is_asked_for_nothing_is_missing(arena: Arena) -> None:
    interaction: Any = arena.act(ANN)
    interaction.app_permissions = NEEDED

    require_rights_in(interaction.app_permissions, interaction.channel_id)


async def test_what_is_not_needed_is_not_asked_for() -> None:
    assert not NEEDED.administrator
    assert not NEEDED.manage_messages
    assert not NEEDED.mention_everyone
    assert NEEDED.value & ~2252194951056384 == 0


# Opening


class Channel(discord.TextChannel):
    """A text channel in which threads can be made, or not."""

    def __init__(self, fails: discord.HTTPException | None = None, *, is_news: bool = False) -> None:
        self.id, self._fails, self._type = CHANNEL, fails, 5 if is_news else 0
        self.made: list[dict[str, Any]] = []

    async def create_thread(self, **how: Any) -> Any:
        if self._fails:
            raise self._fails
        self.made.append(how)
        return SimpleNamespace(id=555, add_user=self._added)

    async def _added(self, _user: Any) -> None:
        pass


async def opening(arena: Arena, channel: Any, title: str = "Ludi", guild: int | None = GUILD, **rights: Any) -> Any:
    interaction: Any = arena.act(ANN, channel=CHANNEL, guild=guild)
    interaction.channel = channel
    vars(interaction).update(rights)
    await interaction.response.defer(ephemeral=True, thinking=True)
    seconds = {kind: each.seconds for kind, each in GAME.decisions.items()}
    return await outcome(interaction, _open(interaction, title, seconds))


async def _open(interaction: Any, title: str, seconds: dict[str, int]) -> None:
    await tell_open(interaction, await open_race(interaction, GAME, title, GAME.options(), seconds))


async def test_a_race_gets_a_thread_and_its_host_is_told_where(arena: Arena) -> None:
    channel = Channel()

    interaction = await opening(arena, channel, "Ludi *Magni*")

    (thread,) = channel.made
    assert thread["name"] == "🏇 Ludi *Magni*"
    assert thread["type"] is discord.ChannelType.public_thread
    assert "<#555>" in interaction.told
    assert "Ludi \\*Magni\\*" in interaction.told
    assert interaction.last.is_private
    (lobby,) = await arena.steward.races_at(Place((GUILD,)))
    assert lobby.record.thread == 555


class Below(discord.Thread):
    """A thread of a channel, in which somebody types a command."""

    def __init__(self, parent: Any) -> None:
        self.id, self._parent = 777, parent

    @property
    def parent(self) -> Any:
        return self._parent


async def test_from_a_thread_a_race_is_opened_in_its_channel(arena: Arena) -> None:
    channel = Channel()

    interaction = await opening(arena, Below(channel), permissions=discord.Permissions(send_messages=True))

    assert [each["name"] for each in channel.made] == ["🏇 Ludi"]
    assert "<#555>" in interaction.told
    (lobby,) = await arena.steward.races_at(Place((GUILD,)))
    assert (lobby.record.channel, lobby.record.thread) == (CHANNEL, 555)


async def test_nobody_opens_a_race_from_a_thread_where_they_may_not_write(arena: Arena) -> None:
    channel = Channel()

    only_here = discord.Permissions(send_messages_in_threads=True)
    interaction = await opening(arena, Below(channel), permissions=only_here)

    assert f"in <#{CHANNEL}>, and you may not write there" in interaction.last.text
    assert not channel.made
    assert await arena.steward.races_at(Place((GUILD,))) == []


async def test_from_a_thread_my_missing_rights_are_told_of_its_channel(arena: Arena) -> None:
    channel, mine = Channel(), discord.Permissions.all()
    mine.update(create_public_threads=False)

    given = discord.Permissions(send_messages=True)
    interaction = await opening(arena, Below(channel), permissions=given, app_permissions=mine)

    assert f"in <#{CHANNEL}>: I lack the right to create public threads" in interaction.last.text
    assert not channel.made


async def test_without_a_title_it_is_named_after_its_host(arena: Arena) -> None:
    await opening(arena, Channel(), "")

    (lobby,) = await arena.steward.races_at(Place((GUILD,)))
    assert lobby.record.title == "Ann's race"
    await opening(arena, Channel(), "")
    assert [each.record.title for each in await arena.steward.races_at(Place((GUILD,)))] == [
        "Ann's race",
        "Ann's race (2)",
    ]


@pytest.mark.parametrize(
    ("title", "is_fine"), [("x" * 60, True), ("x" * 61, False), ("\u200b \u2800", False), ("🏇", True)]
)
async def test_titles_on_both_sides_of_the_limit(arena: Arena, title: str, is_fine: bool) -> None:
    channel = Channel()

    interaction = await opening(arena, channel, title)

    assert bool(channel.made) == is_fine
    assert is_fine or "1 to 60 visible characters" in interaction.last.text
    assert all(len(made["name"]) <= 100 for made in channel.made)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (50013, "refuses me a thread in this channel. Give my role the rights"),
        (50001, "refuses me a thread in this channel. Give my role the rights"),
        (160006, "as many active threads as Discord allows. Close some old ones"),
        (30033, "as many members as Discord allows. Open the race in another channel"),
        (50024, "no thread in a channel of this kind. Open the race in a text channel"),
    ],
)
async def test_without_a_thread_there_is_no_race(arena: Arena, code: int, words: str) -> None:
    interaction = await opening(arena, Channel(http_error(discord.HTTPException, 400, code)))

    assert words in interaction.last.text
    assert "I didn't open the race." in interaction.last.text
    assert [lobby.record.state for lobby in await arena.steward.races_at(Place((GUILD,)))] == ["cancelled"]


async def test_in_an_announcement_channel_it_gets_a_thread_of_that_kind(arena: Arena) -> None:
    channel = Channel(is_news=True)

    await opening(arena, channel)

    assert [made["type"] for made in channel.made] == [discord.ChannelType.news_thread]


class Voice(discord.VoiceChannel):
    """A voice channel: Discord lets no thread be made in it."""

    def __init__(self) -> None:
        self.id = CHANNEL


async def test_where_no_thread_can_be_it_says_where_one_can(arena: Arena) -> None:
    assert "Open it in a text or announcement channel" in (await opening(arena, Voice())).last.text
    assert "`/play alone` works here" in (await opening(arena, None, guild=None)).last.text
    assert await arena.steward.races_at(Place((GUILD,))) == []


async def test_rights_are_looked_at_before_a_race_is_kept(arena: Arena) -> None:
    channel = Channel()
    interaction: Any = arena.act(ANN, channel=CHANNEL)
    interaction.channel, interaction.app_permissions = channel, discord.Permissions.none()
    await interaction.response.defer(ephemeral=True, thinking=True)

    await outcome(interaction, open_race(interaction, GAME, "Ludi", GAME.options(), {}))

    assert "I lack the right to" in interaction.last.text
    assert await arena.steward.races_at(Place((GUILD,))) == []


# Entering by form


async def entering(arena: Arena, race: RaceId, player: PlayerId = EVE, **fields: str) -> Any:
    """Send in the form of the join button; only its custom id is known, as it is after a restart."""
    interaction: Any = arena.act(player, kind=discord.InteractionType.modal_submit)
    match: Any = {"race": str(race)}
    return await outcome(interaction, take_form(interaction, match, {"colour": "", "name": "", "word": ""} | fields))


async def test_a_form_enters_and_opens_the_direct_message(arena: Arena) -> None:
    race = await arena.lobby()

    interaction = await entering(arena, race, colour="blue", name="*Comet*", word="equus")

    assert "You drive 🔵 **2 \\*Comet\\***." in interaction.last.text
    assert interaction.last.is_private
    (dm,) = arena.client.user_of(EVE).dms.messages
    assert "Your secret decisions for **Ludi**" in dm.said.text


async def test_who_takes_no_direct_messages_is_told_where_he_is_asked_instead(arena: Arena) -> None:
    race = await arena.lobby()
    arena.client.user_of(EVE).dms.fails = http_error(discord.Forbidden, 403, 50007)

    interaction = await entering(arena, race)

    assert "Your DMs are closed to me" in interaction.last.text
    assert "mentioned in the race's thread" in interaction.last.text


@pytest.mark.parametrize(
    "broken",
    [
        http_error(discord.HTTPException, 400, 40003),
        http_error(discord.HTTPException, 429, 0),
        http_error(discord.DiscordServerError, 500, 0),
        ConnectionResetError(),
    ],
)
async def test_who_cannot_be_written_to_just_now_is_in_all_the_same(arena: Arena, broken: Any) -> None:
    race = await arena.lobby()
    arena.client.user_of(EVE).dms.fails = broken

    interaction = await entering(arena, race)

    assert "You are in **Ludi**" in interaction.last.text
    assert "Discord did not let me open our DMs just now" in interaction.last.text
    assert len((await arena.steward.race(race)).entries) == 1


async def test_a_race_whose_thread_is_not_there_yet_is_in_its_channel(arena: Arena) -> None:
    seconds = {kind: each.seconds for kind, each in GAME.decisions.items()}
    race = await arena.steward.lobbies.open_race(NewRace(GUILD, CHANNEL, ANN, GAME.id, GAME.options(), seconds, "Ludi"))

    await entering(arena, race)

    (dm,) = arena.client.user_of(EVE).dms.messages
    assert f"<#{CHANNEL}>" in dm.said.text
    assert "None" not in dm.said.text


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"colour": "red"}, "Red is taken."),
        ({"colour": "pink"}, "There is no such colour."),
        ({"name": "rED"}, "looks like the colour of another chariot"),
        ({"name": "coMET"}, "Another chariot's name looks the same as coMET. Choose another name."),
        ({"name": "x" * 33}, "1 to 32 visible characters"),
        ({"name": "\u200b\u200b"}, "1 to 32 visible characters"),
        ({"name": "@everyone " * 500}, "1 to 32 visible characters"),
    ],
)
async def test_a_form_that_cannot_be_taken_says_why_and_changes_nothing(
    arena: Arena, fields: dict[str, Any], words: str
) -> None:
    race = await arena.lobby()
    await arena.steward.lobbies.join(race, ANN, "Ann", colour="red", name="Comet")

    interaction = await entering(arena, race, **fields)

    assert words in interaction.told
    assert f"lobby:join:{race}" in interaction.last.words(), "the form is offered again"
    assert len((await arena.steward.race(race)).entries) == 1


async def test_a_refused_form_is_offered_again_with_what_was_typed(arena: Arena) -> None:
    race = await arena.lobby()
    await arena.steward.lobbies.join(race, ANN, "Ann", colour="red", name="Comet")
    typed = {"colour": "green", "name": "Comet", "word": "Panem et circenses"}

    await entering(arena, race, EVE, **typed)
    again = await pressing(arena, EVE, LobbyButton(race, "join"))
    await entering(arena, race, EVE, **{**typed, "name": "Celer"})
    await arena.steward.lobbies.leave(race, EVE)
    afterwards = await pressing(arena, EVE, LobbyButton(race, "join"))

    assert filled_in(again.response.modal) == typed
    assert filled_in(afterwards.response.modal) == {}, "it was taken"


async def test_cancel_asks_once_before_a_race_is_cancelled_for_all(arena: Arena) -> None:
    race = await arena.lobby()
    await arena.steward.lobbies.join(race, BOB, "Bob")

    asked = await pressing(arena, ANN, LobbyButton(race, "cancel"))
    assert "for all? 1 place taken so far. Nobody can take this back." in asked.told
    assert f"cancel-lobby:{race}" in asked.last.words()
    assert (await arena.steward.race(race)).record.state == "lobby"
    stranger = await pressing(arena, EVE, CallOffButton(race))
    assert "Only the host" in stranger.last.text
    assert (await arena.steward.race(race)).record.state == "lobby"

    await pressing(arena, ANN, CallOffButton(race))
    assert (await arena.steward.race(race)).record.state == "cancelled"


async def test_nobody_but_the_host_is_asked_whether_to_cancel(arena: Arena) -> None:
    race = await arena.lobby()

    assert "Only the host" in (await pressing(arena, EVE, LobbyButton(race, "cancel"))).last.text


async def test_the_question_whether_to_cancel_does_not_end_a_race_that_has_begun_since(arena: Arena) -> None:
    race = await arena.lobby()
    for player, name in ((ANN, "Ann"), (BOB, "Bob")):
        await arena.steward.lobbies.join(race, player, name)
    await arena.steward.lobbies.start(race, ANN)

    late = await pressing(arena, ANN, CallOffButton(race))

    assert "Cancel it" not in late.last.text
    assert (await arena.steward.race(race)).record.state == "running"


async def pressing(arena: Arena, player: PlayerId, button: CallOffButton | LobbyButton) -> FakeInteraction:
    interaction: Any = arena.act(player)
    return await outcome(interaction, button.callback(interaction))


def filled_in(form: Any) -> dict[str, str]:
    """Return the fields of a form that have a value as it opens, by their ids."""
    found = {}
    for field in (label["component"] for label in form.to_dict()["components"]):
        chosen = [each["value"] for each in field.get("options", ()) if each.get("default")]
        if value := field.get("value") or next(iter(chosen), ""):
            found[field["custom_id"]] = value
    return found


async def crowded(arena: Arena, race: RaceId) -> None:
    """Let seven more people enter."""
    for number in range(50, 57):
        await arena.steward.lobbies.join(race, PlayerId(number), f"P{number}")


async def test_a_full_race_a_second_entry_and_a_race_under_way_are_refused(arena: Arena) -> None:
    race = await arena.lobby()
    await arena.steward.lobbies.join(race, EVE, "Eve")
    assert "You are in this race already." in (await entering(arena, race)).last.text

    await crowded(arena, race)
    assert "All 8 chariots of this race are taken." in (await entering(arena, race, BOB)).last.text

    await arena.steward.lobbies.start(race, ANN)
    assert "has already started" in (await entering(arena, race, BOB)).last.text


async def test_who_cannot_enter_is_told_so_before_the_form(arena: Arena) -> None:
    race = await arena.lobby()
    await arena.steward.lobbies.join(race, EVE, "Eve")
    await crowded(arena, race)
    for player, words in ((EVE, "You are in this race already."), (BOB, "All 8 chariots of this race are taken.")):
        interaction: Any = arena.act(player, kind=discord.InteractionType.component)
        told = await outcome(interaction, LobbyButton(race, "join").callback(interaction))
        assert words in told.last.text


async def test_a_form_for_a_race_that_never_was_is_refused(arena: Arena) -> None:
    assert "There is no such race here." in (await entering(arena, RaceId(99))).last.text


async def test_the_form_offers_what_is_free(arena: Arena) -> None:
    race = await arena.lobby()
    await arena.steward.lobbies.join(race, ANN, "Ann", colour="red")
    form = entry_form(await arena.steward.race(race))

    colour: Any = form.children[0]
    places = GAME.colours_for(GAME.options())
    assert [option.value for option in colour.component.options] == [each for each in places if each != "red"]
