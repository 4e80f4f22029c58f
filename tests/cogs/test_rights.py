"""Rights where a race is: another server, another channel and a forged id reach nothing."""

import sqlite3
from contextlib import closing
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs import parts
from cogs.choices.which_race import find_race, known_here, own_race_choices, race_choices
from cogs.commands.cup import CupCommands, cup_choices
from cogs.commands.race import RaceCommands
from cogs.commands.steward import StewardCommands
from cogs.panels.bets.finding import table_choices
from records.values import PlayerId, RaceId
from steward import Agreed, NewRace, Timing
from tests.cogs.arena import ANN, BOB, EVE, GAME, Arena, outcome
from tests.cogs.fakes import CHANNEL, GUILD, THREAD, FakeInteraction, FakeUser

RACE = RaceId(1)
TITLE = "Secretum"
OTHER_SERVER, OTHER_CHANNEL = 77, 55
UNKNOWN = "There is no such race here"
RACES: Any = RaceCommands()
DESK: Any = StewardCommands()
CUPS: Any = CupCommands()

FORGED = [
    *(f"lobby:{act}:1" for act in ("join", "leave", "fill", "start", "cancel")),
    *(f"watch:{what}:1" for what in ("board", "status", "log")),
    *(f"desk:{act}:1:{2 if act != 'page' else 0}" for act in ("extend", "remind", "default", "offer", "pause")),
    *(
        "desk:page:1:0",
        "desk:undo:1:0",
        "desk:resume:1:0",
        "rewind:1:0",
        "rewindturn:1",
        "why:1:1:900:1",
        "happened:1:1:900:1",
        "again:1",
        "reins:1:2",
        "orders:1",
    ),
    *("options:1", "again-alone:1", "option:1:laps", "bets:open:1", "bets:again:1", "betmarket:1", "betchoice:1:1"),
    "betmine:1",
    *(
        "betstake:1:1:1",
        "betamount:1:1:1:500",
        "betplace:1:1:1:500:9",
        "betcancel:1:1",
        "betcancels:1",
        "betslip:1",
        "betodds:1",
    ),
    *("betrule:1:pools", "sidebet:show:1:1", "sidebet:accept:1:1", "sidebet:decline:1:1", "sidebet:withdraw:1:1"),
    *("sideoffer:1:100:1:0:500:500:9", "wait:1:1:yes", "open:1:1:1", "typing:1:1:1", "answer:1:1:1:a", "choose:1:1:1"),
    *("ordershow:1:1:1", "orderseal:1:1:1:00000000", "ordermenu:1:1:1:pace"),
]
FORMS = [
    *(f"act:{what}:1:2:300" for what in ("extend", "default", "offer", "pause", "resume", "rewind", "restart")),
    *("act:correct:1:1:0", "act:replace:1:2:300", "act:close:1:0:0", "join:1", "betform:1:1:1:9"),
]
FIELDS = {"reason": "So", "span": "1d", "field": "speed", "value": "9", "amount": "500", "colour": "", "name": "x"}


class Member(discord.Member):
    """A member of a server, with roles or without."""

    def __init__(self, user: FakeUser, *, moderates: bool = False) -> None:
        others: Any = user
        self._user, self.nick, self._rights = others, None, discord.Permissions(manage_threads=moderates)
        server: Any = SimpleNamespace(get_channel=lambda _channel: None)
        self.guild = server

    @property
    def display_name(self) -> str:
        return "Eve"

    @property
    def guild_permissions(self) -> discord.Permissions:
        return self._rights


class Channel(discord.TextChannel):
    """A channel in which a member may do what a test says."""

    def __init__(self, **rights: bool) -> None:
        self.id, self._rights = CHANNEL, discord.Permissions(**rights)

    def permissions_for(self, _obj: Any, /) -> discord.Permissions:
        return self._rights


async def dump(arena: Arena) -> list[str]:
    with closing(sqlite3.connect(arena.circus.path)) as database:
        return [line for line in database.iterdump() if "setting" not in line]


async def pressed(arena: Arena, interaction: Any, custom_id: str) -> FakeInteraction:
    """Press something of which only the custom id is known."""
    for item in parts.ITEMS:
        match = item.__discord_ui_compiled_template__.fullmatch(custom_id)
        if match is not None:
            part: Any = discord.ui.Button(label="Old label")
            pressing: Any = await item.from_custom_id(interaction, part, match)
            return await outcome(interaction, pressing.callback(interaction))
    raise AssertionError(f"nothing answers to {custom_id}")


async def sent_in(arena: Arena, interaction: Any, custom_id: str) -> FakeInteraction:
    """Send a form in, of which only the custom id is known."""
    modals: dict[Any, Any] = {}
    bot: Any = SimpleNamespace(add_parts=lambda *_parts: None, modals=modals)
    parts.add_to(bot)
    for pattern, handler in modals.items():
        if match := pattern.fullmatch(custom_id):
            return await outcome(interaction, handler(interaction, match, FIELDS))
    raise AssertionError(f"nothing answers to {custom_id}")


def component(arena: Arena, player: PlayerId, custom_id: str, **where: Any) -> Any:
    data = {"custom_id": custom_id, "values": ["1"]}
    return arena.act(player, kind=discord.InteractionType.component, data=data, **where)


def told(interaction: FakeInteraction) -> str:
    """Return all that was said and asked."""
    modal = interaction.response.modal
    return "\n".join([*(word for said in interaction.said for word in said.words()), str(modal and modal.to_dict())])


@pytest.mark.slow
@pytest.mark.parametrize("state", ["lobby", "running"])
@pytest.mark.parametrize(
    "guild",
    [
        pytest.param(OTHER_SERVER, id="another server"),
        pytest.param(None, id="a direct message"),
    ],
)
async def test_a_forged_id_reaches_no_race_of_another_server(arena: Arena, guild: int | None, state: str) -> None:
    if state == "running":
        await arena.open_race(title=TITLE)
    else:
        await arena.steward.lobbies.join(await arena.lobby(title=TITLE), BOB, "Bob")
    before = await dump(arena)

    for custom_id in [*FORGED, *FORMS]:
        # When somebody who may do everything in another server sends what belongs to this race
        interaction = component(arena, EVE, custom_id, guild=guild, channel=OTHER_CHANNEL)
        interaction.permissions = discord.Permissions.all()
        acted = await (sent_in if custom_id in FORMS else pressed)(arena, interaction, custom_id)

        # Then they are refused in words, nothing of the race is told, and nothing has changed
        assert acted.said, custom_id
        assert TITLE not in told(acted), custom_id
        assert "Something went wrong" not in told(acted), custom_id
        assert acted.response.modal is None, custom_id
        assert not acted.last.pictures(), custom_id
        assert await dump(arena) == before, custom_id


@pytest.mark.parametrize("command", ["join", "leave", "fill", "start", "board", "log", "status", "verify", "cancel"])
async def test_no_command_of_another_server_reaches_a_race_by_its_number(arena: Arena, command: str) -> None:
    await arena.lobby(title=TITLE)
    before = await dump(arena)
    for named in ("1", TITLE):
        interaction: Any = arena.act(EVE, guild=OTHER_SERVER, channel=OTHER_CHANNEL)
        interaction.permissions = discord.Permissions.all()

        acted = await outcome(interaction, RACES.get_command(command).callback(RACES, interaction, named))

        assert UNKNOWN in acted.told
    assert await dump(arena) == before


MODERATED = ["fill", "start", "cancel"]


@pytest.mark.parametrize("command", MODERATED)
async def test_a_moderator_of_another_channel_is_none_where_the_race_is(arena: Arena, command: str) -> None:
    race = await arena.lobby(title=TITLE)
    await arena.steward.lobbies.join(race, BOB, "Bob")
    arena.client.cached[CHANNEL] = Channel(view_channel=True)
    before = await dump(arena)

    # Given somebody who may manage threads where they type
    interaction: Any = arena.act(EVE, channel=OTHER_CHANNEL)
    interaction.user, interaction.permissions = Member(interaction.user), discord.Permissions.all()
    acted = await outcome(interaction, RACES.get_command(command).callback(RACES, interaction, str(race)))

    assert "Only the host" in acted.told
    assert await dump(arena) == before


@pytest.mark.parametrize("command", MODERATED)
async def test_a_moderator_of_the_races_channel_is_one_wherever_they_type(arena: Arena, command: str) -> None:
    race = await arena.lobby(title=TITLE)
    await arena.steward.lobbies.join(race, BOB, "Bob")
    await arena.steward.lobbies.join(race, ANN, "Ann")
    arena.client.cached[CHANNEL] = Channel(view_channel=True, manage_threads=True)

    interaction: Any = arena.act(EVE, channel=OTHER_CHANNEL)
    interaction.user = Member(interaction.user)
    acted = await outcome(interaction, RACES.get_command(command).callback(RACES, interaction, str(race)))

    assert "Only the host" not in acted.told
    lobby = await arena.steward.race(race)
    assert lobby.record.state != "lobby" or len(lobby.factions) > 2


@pytest.mark.parametrize("command", ["desk", "rewind", "restart", "pause", "close"])
@pytest.mark.parametrize("moderates", [False, True])
async def test_the_desk_opens_for_moderators_of_the_races_channel_alone(
    arena: Arena, command: str, moderates: bool
) -> None:
    await arena.open_race(title=TITLE)
    arena.client.cached[CHANNEL] = Channel(view_channel=True, manage_threads=moderates)
    interaction: Any = arena.act(EVE, channel=OTHER_CHANNEL)
    interaction.user = Member(interaction.user)
    interaction.permissions = discord.Permissions(manage_threads=not moderates)

    acted = await outcome(interaction, DESK.get_command(command).callback(DESK, interaction, "1"))

    assert ("Only the host" in told(acted)) is not moderates


@pytest.mark.parametrize("moderates", [False, True])
async def test_where_the_channel_is_gone_the_servers_moderators_act(arena: Arena, moderates: bool) -> None:
    race = await arena.lobby(title=TITLE)
    interaction: Any = arena.act(EVE, channel=OTHER_CHANNEL)
    interaction.user = Member(interaction.user, moderates=moderates)

    acted = await outcome(interaction, RACES.get_command("cancel").callback(RACES, interaction, str(race)))

    assert ("is cancelled" in acted.told) is moderates


async def test_no_forged_form_gives_the_reins_to_a_bot(arena: Arena) -> None:
    await arena.open_race(title=TITLE)
    arena.client.user_of(EVE, "Robot").bot = True
    before = await dump(arena)

    replaced = await sent_in(arena, component(arena, ANN, "act:replace"), f"act:replace:1:2:{EVE}")

    assert "Bots can't drive" in replaced.told
    assert await dump(arena) == before


@pytest.mark.parametrize("named", ["1", TITLE, ""])
async def test_a_race_whose_people_and_moderators_alone_see_it_is_no_other_members_by_direct_message(
    arena: Arena, named: str
) -> None:
    """Whoever has a purse in the server is a member there; what they do not see there, they do not see here."""
    await arena.lobby(title=TITLE)
    server = SimpleNamespace(fetch_member=lambda player: _member_of(arena, player))
    arena.client.servers[GUILD], arena.client.cached[CHANNEL] = server, Channel(view_channel=False)
    await arena.steward.wagers.purse(GUILD, EVE)
    dm: dict[str, Any] = {"guild": None, "channel": int(EVE)}

    eve: Any = arena.act(EVE, **dm)
    ann: Any = arena.act(ANN, **dm)
    offered = await table_choices(eve, "")
    acted = await outcome(eve, find_race(eve, named, is_for_bets=True))
    host = await find_race(ann, named, is_for_bets=True)

    assert TITLE not in acted.told
    assert offered == []
    assert host.record.title == TITLE


async def _member_of(arena: Arena, player: PlayerId) -> Any:
    return Member(await arena.client.fetch_user(player))


async def test_a_race_in_a_channel_that_a_member_does_not_see_is_unknown_to_them(arena: Arena) -> None:
    race = await arena.lobby(title=TITLE)
    await arena.steward.lobbies.join(race, BOB, "Bob")
    arena.client.cached[CHANNEL] = Channel(view_channel=False)

    def acts(player: PlayerId, **where: Any) -> Any:
        interaction: Any = arena.act(player, **({"channel": OTHER_CHANNEL} | where))
        interaction.user = Member(interaction.user)
        return interaction

    assert await known_here(acts(EVE)) == []
    assert await race_choices(acts(EVE), "") == []
    assert await own_race_choices(acts(EVE), "") == []
    for custom_id in ("watch:status:1", "bets:open:1", "why:1:1:9:1", "lobby:join:1"):
        assert UNKNOWN in (await pressed(arena, acts(EVE), custom_id)).told
    status = RACES.get_command("status").callback
    assert UNKNOWN in (await outcome(eve := acts(EVE), status(RACES, eve, "1"))).told
    # Who drives in it, and who stands in it, knows it
    assert (await find_race(acts(BOB), "1")).record.id == race
    assert (await find_race(acts(EVE, channel=THREAD))).record.id == race


async def test_a_practice_is_listed_for_whoever_practises_alone(arena: Arena) -> None:
    race, timing = await arena.open_race(title="Ludi"), Timing({})
    practice = NewRace(GUILD, CHANNEL, BOB, GAME.id, GAME.options(), timing, "Practice of Bob", lesson=0)
    await arena.steward.lobbies.open_race(practice)

    def acts(player: PlayerId) -> Any:
        return arena.act(player)

    assert [each.record.title for each in await known_here(acts(ANN))] == ["Ludi"]
    assert [each.record.title for each in await known_here(acts(BOB))] == ["Ludi", "Practice of Bob"]
    assert len(await race_choices(acts(ANN), "")) == 1
    assert len(await race_choices(acts(BOB), "")) == 2
    # So for Ann only one race can be meant
    assert (await find_race(acts(ANN))).record.id == race


async def test_a_cup_is_ended_by_moderators_of_its_own_channel_alone(arena: Arena) -> None:
    seconds = {kind: each.seconds for kind, each in GAME.decisions.items()}
    options, series = GAME.options(), GAME.series.options()
    agreed = Agreed(GUILD, CHANNEL, ANN, GAME.id, options, series, seconds, TITLE, 2)
    cup = (await arena.steward.cups.open(agreed)).id
    for moderates in (False, True):
        arena.client.cached[CHANNEL] = Channel(view_channel=True, manage_threads=moderates)
        interaction: Any = arena.act(EVE, channel=OTHER_CHANNEL)
        interaction.user, interaction.permissions = Member(interaction.user), discord.Permissions.all()

        acted = await outcome(interaction, CUPS.get_command("cancel").callback(CUPS, interaction, str(cup)))

        assert ("is cancelled" in acted.told) is moderates


async def a_cup(arena: Arena) -> Any:
    seconds = {kind: each.seconds for kind, each in GAME.decisions.items()}
    agreed = Agreed(GUILD, CHANNEL, ANN, GAME.id, GAME.options(), GAME.series.options(), seconds, TITLE, 2)
    return (await arena.steward.cups.open(agreed)).id


@pytest.mark.parametrize("sees", [False, True])
async def test_a_cup_in_a_channel_that_a_member_does_not_see_is_unknown_to_them(arena: Arena, sees: bool) -> None:
    cup = await a_cup(arena)
    arena.client.cached[CHANNEL] = Channel(view_channel=sees)

    async def shown(player: PlayerId) -> tuple[str, list[str]]:
        interaction: Any = arena.act(player, channel=OTHER_CHANNEL)
        interaction.user = Member(interaction.user)
        told = (await outcome(interaction, CUPS.get_command("standings").callback(CUPS, interaction, str(cup)))).told
        return told, [each.name for each in await cup_choices(interaction, "")]

    told, offered = await shown(EVE)

    assert ("no such cup" in told) is not sees, told
    assert bool(offered) is sees
    assert (await shown(ANN))[1]  # its host knows it


async def test_a_moderator_who_ends_a_cup_ends_its_race_in_their_own_name(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup, ended = await a_cup(arena), list[Any]()
    cancel = arena.steward.lobbies.cancel

    async def cancels(race: RaceId, host: PlayerId, by: PlayerId | None = None) -> None:
        ended.append((host, by))
        await cancel(race, host, by)

    monkeypatch.setattr(arena.steward.lobbies, "cancel", cancels)
    arena.client.cached[CHANNEL] = Channel(view_channel=True, manage_threads=True)
    interaction: Any = arena.act(EVE, channel=OTHER_CHANNEL)
    interaction.user = Member(interaction.user)

    await outcome(interaction, CUPS.get_command("cancel").callback(CUPS, interaction, str(cup)))

    assert ended == [(ANN, EVE)]


@pytest.mark.parametrize("guild", [OTHER_SERVER, None])
@pytest.mark.parametrize("kind", ["open", "typing", "choose", "answer", "plan", "drive", "wait", "ordershow", "type"])
async def test_a_control_of_a_race_that_nobody_may_know_says_what_one_of_no_race_says(
    arena: Arena, kind: str, guild: int | None
) -> None:
    await arena.open_race(title=TITLE)
    rest = {"wait": "1:yes", "open": "1:1", "typing": "1:1", "choose": "1:1", "type": "1:1"}.get(kind, "1:1:a")
    rest = "1:1" if kind == "ordershow" else rest
    heard = []
    for race in (1, 99):
        interaction = component(arena, EVE, f"{kind}:{race}:{rest}", guild=guild, channel=OTHER_CHANNEL)
        acted = await (sent_in if kind == "type" else pressed)(arena, interaction, f"{kind}:{race}:{rest}")
        heard.append(told(acted))

    assert heard[0] == heard[1]
    assert ("I don't find that race any more" if guild is None else UNKNOWN) in heard[0]
