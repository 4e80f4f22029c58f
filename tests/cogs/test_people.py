"""People in Discord: what waits for me, being away, taking a place, settings, and the health of a race."""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import discord
import msgspec
import pytest

from cogs.commands.my import MOST_RESTING, MyCommands
from cogs.commands.race import RaceCommands
from cogs.commands.server import ServerCommands
from cogs.commands.settings import SettingsCommands
from cogs.commands.steward import StewardCommands
from cogs.kit.messages import SAID_AT_MOST, within_limits
from cogs.panels.doctor import CROWDED, MOST_THREADS
from cogs.panels.my_questions import OrdersButton
from cogs.panels.open_race import NEEDED
from cogs.panels.question import OpenButton
from cogs.panels.race import people_lines, status_text
from cogs.panels.reins import ReinsButton, offer_message, show_offers
from engine.circus_maximus.words.asks import Preparation
from records.races import FactionRecord, PublicRace
from records.values import Faction, PlayerId, RaceId
from steward import Status, schedule_of
from steward.running.absence import stand_in
from tests.cogs.arena import ANN, BLUE, BOB, EVE, Arena, outcome
from tests.cogs.fakes import BOT, CHANNEL, GUILD, THREAD, FakeInteraction, http_error
from tests.cogs.samples import NASTIEST, WIDEST, a_lobby
from tests.cogs.test_asking import RACE, pressed
from tests.cogs.test_panels import deferred
from tests.steward.circus import MOD

MY: Any = MyCommands()
SETTINGS: Any = SettingsCommands()
SERVER: Any = ServerCommands()
DESK: Any = StewardCommands()
EVEN = Preparation(1, 1, 1, 1)
RACES: Any = RaceCommands()
DAY = 86_400


async def ran(arena: Arena, player: PlayerId, group: Any, command: str, *args: Any, **others: Any) -> FakeInteraction:
    interaction: Any = arena.act(player, **{key: others.pop(key) for key in ("guild", "channel") if key in others})
    if others.pop("manages", False):
        interaction.permissions = discord.Permissions(manage_guild=True)
    callback = group.get_command(command).callback
    return await outcome(interaction, callback(group, interaction, *args, **others))


# What waits for me


async def test_what_waits_is_listed_the_oldest_deadline_first_with_a_button_to_the_next(arena: Arena) -> None:
    await arena.open_race()
    second = await arena.lobby(title="Second", thread=44)
    await arena.steward.lobbies.join(second, ANN, "Ann", colour="red")
    await arena.steward.lobbies.join(second, BOB, "Bob", colour="blue")
    arena.circus.clock.pass_by(60)
    await arena.steward.lobbies.start(second, ANN)
    await arena.steward.desk.extend(RACE, ANN, DAY, "Rain")

    mine = await ran(arena, ANN, MY, "races", guild=None, channel=9)

    opens = [text for text in mine.last.words() if text.startswith("open:")]
    assert opens == ["open:2:1:0", "open:1:1:0"]
    buttons = [part for row in mine.last.components if row["type"] == 1 for part in row["components"]]
    assert [each["style"] for each in buttons] == [
        discord.ButtonStyle.primary.value,
        discord.ButtonStyle.secondary.value,
    ]
    assert "2 questions wait for you" in mine.told


async def test_where_nothing_waits_it_says_what_can_be_done(arena: Arena) -> None:
    await arena.open_race()

    assert "Nothing waits for you in any race." in (await ran(arena, EVE, MY, "races")).last.text


async def test_what_is_sealed_is_listed_as_such(arena: Arena) -> None:
    await arena.open_race()
    await arena.give(ANN, Preparation(1, 1, 1, 1))

    mine = await ran(arena, ANN, MY, "races")

    assert "Nothing waits for you" in mine.told
    assert "sealed; it can be changed until all are in" in mine.told


async def test_a_paused_race_is_shown_with_until_when_and_why(arena: Arena) -> None:
    await arena.open_race()
    second = await arena.lobby(title="Second", thread=44)
    await arena.steward.lobbies.join(second, BOB, "Bob", colour="blue")
    await arena.steward.lobbies.join(second, EVE, "Eve", colour="red")
    await arena.steward.lobbies.start(second, ANN)
    await arena.steward.desk.pause(second, ANN, "Rain *all* day", 2 * DAY)
    until = int(arena.circus.clock.now + 2 * DAY)

    asked = await ran(arena, BOB, MY, "races")
    idle, host = await ran(arena, EVE, MY, "races"), await ran(arena, ANN, MY, "races")

    assert "1 question waits for you" in asked.told
    for mine in (asked, idle, host):
        assert "⏸️ Second, <#44>: the race rests, and no deadline runs." in mine.told
        assert f"It goes on <t:{until}:R>, or sooner. Why: Rain \\*all\\* day" in mine.told
    assert "Nothing waits for you in any race." in idle.told
    await arena.steward.desk.resume(second, ANN)
    assert "rests" not in (await ran(arena, ANN, MY, "races")).told


async def test_a_race_that_was_paused_by_the_program_says_so(arena: Arena) -> None:
    await arena.open_race()
    await arena.circus.store.races.set(RACE, state="paused")

    mine = await ran(arena, BOB, MY, "races")

    assert "the race rests, and no deadline runs. Something in it does not fit any more" in mine.told


@pytest.mark.slow
async def test_many_paused_races_fit(arena: Arena) -> None:
    for number in range(MOST_RESTING + 2):
        race = await arena.lobby(title=f"Race {number}", thread=44 + number, is_limited=False)
        await arena.steward.lobbies.join(race, ANN, "Ann", colour="red")
        await arena.steward.lobbies.join(race, BOB, "Bob", colour="blue")
        await arena.steward.lobbies.start(race, ANN)
        await arena.steward.desk.pause(race, ANN, "*" * 300)

    assert "more" in (await ran(arena, BOB, MY, "races")).told


# Away and back


@pytest.mark.slow
async def test_a_vacation_hands_the_reins_over_until_its_end(arena: Arena) -> None:
    await arena.open_race()

    away = await ran(arena, BOB, MY, "vacation", "5d")

    until = int(arena.circus.clock.now + 5 * DAY)
    assert f"until <t:{until}:f>" in away.last.text
    assert await arena.steward.open_asks(BOB) == []
    assert any("a house driver, until" in line for line in people_lines(await arena.steward.log.status(RACE)))
    assert "`/my return`" in (await ran(arena, BOB, MY, "races")).last.text
    await arena.deliver()
    assert any(f"is away until <t:{until}:f>" in text for text in arena.thread.words())


async def test_who_is_back_sooner_drives_at_once(arena: Arena) -> None:
    await arena.open_race()
    await ran(arena, BOB, MY, "vacation", "5d")

    back = await ran(arena, BOB, MY, "return")

    assert "you drive 🔵 **2 Blue** in Ludi again" in back.last.text
    assert (await arena.steward.race(RACE)).player_of(BLUE) == BOB
    assert "You hold the reins" in (await ran(arena, BOB, MY, "return")).last.text


@pytest.mark.parametrize(
    ("player", "typed", "words"),
    [(EVE, "5d", "you can be away freely"), (BOB, "x", "as a time to come"), (BOB, "9999-12-31", "366 days from now")],
)
async def test_a_vacation_that_cannot_be_says_why(arena: Arena, player: PlayerId, typed: str, words: str) -> None:
    await arena.open_race()

    assert words in (await ran(arena, player, MY, "vacation", typed)).last.text
    assert await arena.steward.desk.acts(RACE) == []


async def test_who_drives_for_another_is_away_and_back_like_anybody(arena: Arena) -> None:
    await arena.open_race()
    await arena.steward.desk.replace(RACE, MOD, Faction(2), EVE, "Gone")
    await ran(arena, EVE, MY, "vacation", "5d")

    assert "Somebody else drives for you in **Ludi**" in (await ran(arena, EVE, MY, "races")).last.text
    back = await ran(arena, EVE, MY, "return")

    assert "you drive 🔵 **2 Blue** in Ludi again" in back.last.text
    assert (await arena.steward.race(RACE)).player_of(BLUE) == EVE


async def test_in_a_race_that_rests_the_reins_are_taken_when_it_goes_on(arena: Arena) -> None:
    await arena.open_race()
    await ran(arena, BOB, MY, "vacation", "5d")
    await arena.steward.desk.pause(RACE, ANN, "Rain")

    back = await ran(arena, BOB, MY, "return")

    assert "🔵 **2 Blue** in Ludi: the race rests." in back.last.text
    assert "Welcome back" not in back.last.text


@pytest.mark.slow
async def test_many_races_to_be_away_from_fit(arena: Arena) -> None:
    for number in range(16):
        race = await arena.lobby(title="*" * 57 + f"{number}", thread=44 + number, is_limited=False)
        await arena.steward.lobbies.join(race, ANN, "Ann", colour="red")
        await arena.steward.lobbies.join(race, BOB, "Bob", colour="blue")
        await arena.steward.lobbies.start(race, ANN)

    away = await ran(arena, BOB, MY, "vacation", "5d")
    idle, back = await ran(arena, BOB, MY, "races"), await ran(arena, BOB, MY, "return")

    assert all(len(each.last.text) <= SAID_AT_MOST for each in (away, idle, back))
    assert "more" in away.last.text
    assert all(each.player_of(BLUE) == BOB for each in await arena.steward.races_of(BOB))


async def test_who_comes_back_and_presses_what_he_was_sent_is_told_how_he_gets_the_reins(arena: Arena) -> None:
    race = await arena.open_race()
    asked = await arena.asked(BOB)
    async with arena.steward.races.editing(race) as live:
        stand_in(live, 2, arena.circus.clock.now)
    await arena.deliver()

    late = await pressed(arena, BOB, OpenButton, f"open:{race}:{BLUE}:{asked.asked}")
    mine = await pressed(arena, BOB, OrdersButton, f"orders:{race}")
    assert "`/my return` gives you the reins back" in late.last.text
    assert "`/my return` gives you the reins back" in mine.last.text

    (told,) = [each for each in arena.client.user_of(BOB).dms.messages if "reins:1:2" in each.said.words()]
    assert "A house driver has the reins of 🔵 **2 Blue** now" in "".join(told.said.words())
    back = await pressed(arena, BOB, ReinsButton, "reins:1:2")
    assert "are yours" in back.told
    again = await pressed(arena, BOB, ReinsButton, "reins:1:2")
    assert f"The reins are with <@{BOB}> already" in again.last.text


# Places that are offered


async def test_a_place_is_taken_by_the_first_who_presses(arena: Arena) -> None:
    await arena.open_race()
    await arena.steward.desk.offer(RACE, MOD, Faction(2), "Gone")

    offers = await ran(arena, EVE, RACES, "substitute", "")
    assert "reins:1:2" in offers.told
    own = await pressed(arena, ANN, ReinsButton, "reins:1:2")
    taken = await pressed(arena, EVE, ReinsButton, "reins:1:2")
    late = await pressed(arena, PlayerId(500), ReinsButton, "reins:1:2")

    assert f"<@{ANN}> has one in this race already" in own.last.text
    assert "You drive 🔵 **2 Blue**" in taken.told
    assert "orders:1" in taken.told
    assert "watch:log:1" in taken.told
    assert "That place is not on offer now" in late.last.text
    assert (await arena.steward.race(RACE)).player_of(BLUE) == EVE
    assert f"<@{EVE}> in the place of <@{BOB}>" in status_text(await arena.steward.log.status(RACE))


async def test_the_one_who_was_replaced_takes_the_reins_back(arena: Arena) -> None:
    await arena.open_race()
    await arena.steward.desk.replace(RACE, MOD, Faction(2), EVE, "Gone")

    back = await pressed(arena, BOB, ReinsButton, "reins:1:2")

    assert "are yours" in back.told
    assert (await arena.steward.race(RACE)).player_of(BLUE) == BOB


async def test_a_place_of_one_on_vacation_is_not_offered(arena: Arena) -> None:
    await arena.open_race()
    await ran(arena, BOB, MY, "vacation", "5d")

    assert "No place is offered here" in (await ran(arena, EVE, RACES, "substitute", "")).last.text


@pytest.mark.parametrize("name", [NASTIEST, WIDEST])
async def test_many_offers_fit(name: str) -> None:
    lobby = a_lobby(name)
    absent = tuple(_absent(each) for each in lobby.factions)
    full = PublicRace(lobby.record, absent, lobby.entries)

    async def status(_race: RaceId) -> Status:
        return Status(full, None, ())

    interaction: Any = await deferred(SimpleNamespace(log=SimpleNamespace(status=status)))

    within_limits(offer_message(full, Faction(1)))
    await show_offers(interaction, [full])

    assert interaction.told.count("reins:") == 8


def _absent(faction: FactionRecord) -> FactionRecord:
    return msgspec.structs.replace(faction, standin="careful", driver=None)


# Settings


async def test_a_player_sets_what_he_wants_and_sees_it(arena: Arena) -> None:
    await ran(
        arena, ANN, SETTINGS, "me", zone="Europe/Rome", quiet="22:00-07:00", digest="08:00", larger=True, dates="full"
    )

    known = await arena.steward.people.player(ANN)
    assert (known.zone, known.quiet_from, known.quiet_until) == ("Europe/Rome", 1320, 420)
    assert (known.digest, known.large, known.dates, known.name) == (480, True, "full", "Ann")
    shown = await ran(arena, ANN, SETTINGS, "me", digest="off")
    assert "Europe/Rome" in shown.last.text
    assert "22:00–07:00" in shown.last.text
    assert "each by itself" in shown.last.text
    assert shown.last.is_private


@pytest.mark.parametrize(
    "wrong",
    [
        {"zone": "Atlantis"},
        {"quiet": "at night"},
        {"quiet": "7:00-7:00"},
        {"digest": "²:00"},
        {"digest": "late"},
        {"dates": "roman"},
    ],
)
async def test_what_cannot_be_set_changes_nothing(arena: Arena, wrong: dict[str, str]) -> None:
    said = await ran(arena, ANN, SETTINGS, "me", **wrong)

    assert "Something went wrong" not in said.last.text
    known = await arena.steward.people.player(ANN)
    assert (known.zone, known.quiet_from, known.digest, known.dates) == ("", None, None, "relative")


async def test_hours_that_are_set_without_a_zone_are_those_of_the_server(arena: Arena) -> None:
    await arena.steward.people.set_server(GUILD, zone="Europe/Rome")

    shown = await ran(arena, ANN, SETTINGS, "me", quiet="22:00-07:00")
    assert "Time zone: Europe/Rome" in shown.last.text
    await arena.steward.people.set_server(GUILD, zone="Asia/Tokyo")

    assert "Time zone: Europe/Rome" in (await ran(arena, ANN, SETTINGS, "me", digest="8:00")).last.text
    assert "Time zone: UTC" in (await ran(arena, BOB, SETTINGS, "me", larger=True)).last.text


async def test_settings_try_closed_messages_anew(arena: Arena) -> None:
    await arena.steward.people.set_player(ANN, dms="refused")

    await ran(arena, ANN, SETTINGS, "me")

    assert await arena.steward.people.takes_dms(ANN)


async def test_a_full_date_is_written_where_it_was_wished(arena: Arena) -> None:
    await arena.open_race()
    await arena.steward.people.set_player(ANN, dates="full")

    until = int((await arena.asked(ANN)).until or 0)
    assert f"<t:{until}:f> (<t:{until}:R>)" in (await ran(arena, ANN, MY, "races")).told


async def test_only_a_member_who_manages_the_server_sets_it_or_looks_at_it(arena: Arena) -> None:
    for wished in ({"zone": "Europe/Rome"}, {}):
        refused = await ran(arena, BOB, SERVER, "settings", **wished)
        assert "needs the right Manage Server" in refused.last.text
        assert (await arena.steward.people.server(GUILD)).zone == "UTC"
    assert "in a server that you manage" in (await ran(arena, BOB, SERVER, "settings", guild=None)).last.text

    wished = {"zone": "Europe/Rome", "pace": "live", "times": "8:00, 20:00", "days": "weekends", "grace": "36h"}
    await ran(arena, ANN, SERVER, "settings", manages=True, **wished)

    known = await arena.steward.people.server(GUILD)
    schedule = schedule_of(known.schedule)
    assert (known.zone, known.pace) == ("Europe/Rome", "live")
    assert (schedule.at, schedule.days, schedule.grace) == ((480, 1200), (5, 6), 36 * 3600.0)
    off = await ran(arena, ANN, SERVER, "settings", manages=True, grace="off")
    assert "grace for each player in a whole race: none" in off.last.text
    more = await ran(arena, ANN, SERVER, "settings", manages=True, grace="24h in 4")
    assert "grace for each player in a whole race: 1d, 4 parts of six hours a turn at most" in more.last.text
    wrong = await ran(arena, ANN, SERVER, "settings", manages=True, grace="24h in 99")
    assert "Try `24h`, or `24h in 4`" in wrong.told


# Health


class FakeGuild:
    """A server as Discord knows it, of which the client remembers nothing."""

    def __init__(self, threads: int, rights: discord.Permissions | None) -> None:
        self._threads, self._rights = threads, rights

    async def active_threads(self) -> list[None]:
        return [None] * self._threads

    async def fetch_channel(self, number: int) -> Any:
        assert number in (CHANNEL, THREAD)
        if self._rights is None:
            raise http_error(discord.Forbidden, 403, 50001)
        return SimpleNamespace(permissions_for=lambda member: self._rights if member == BOT.id else None)

    async def fetch_member(self, number: int) -> int:
        return number


async def examined(arena: Arena, threads: int = 3, rights: discord.Permissions | None = NEEDED, **changed: Any) -> str:
    interaction: Any = arena.act(ANN)
    interaction.guild = FakeGuild(threads, rights)
    interaction.id = discord.utils.time_snowflake(datetime.fromtimestamp(arena.circus.clock.now, UTC))
    for name, value in changed.items():
        setattr(interaction, name, value)
    callback = RACES.get_command("doctor").callback
    told: str = (await outcome(interaction, callback(RACES, interaction, str(RACE)))).told
    return told


async def test_a_healthy_race_is_told_to_be(arena: Arena) -> None:
    await arena.open_race()

    text = await examined(arena)

    assert "all is well" in text
    assert "⚠️" not in text
    assert f"<@{BOB}>: reached by direct message" in text
    assert "Clock: 0.0 s off" in text
    assert "Database: whole" in text


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"app_permissions": NEEDED & ~discord.Permissions(attach_files=True)}, "I lack: attach files"),
        ({"threads": CROWDED}, f"{CROWDED} threads are active here, of some {MOST_THREADS}"),
        ({"id": 5}, "off Discord's, so deadlines are"),
    ],
)
async def test_what_is_wrong_is_told_with_its_cure(arena: Arena, changed: dict[str, Any], words: str) -> None:
    await arena.open_race()

    text = await examined(arena, **changed)

    assert "1 to be cured" in text
    assert words in text


@pytest.mark.parametrize(
    ("rights", "words"),
    [
        (NEEDED, f"Rights in <#{CHANNEL}>: all that are needed."),
        (NEEDED & ~discord.Permissions(attach_files=True), f"In <#{CHANNEL}> I lack: attach files"),
        (None, f"I do not see <#{CHANNEL}>"),
    ],
)
async def test_from_elsewhere_the_rights_are_those_of_the_races_channel(
    arena: Arena, rights: discord.Permissions | None, words: str
) -> None:
    await arena.open_race()

    text = await examined(arena, rights=rights, channel_id=77, app_permissions=discord.Permissions.none())

    assert words in text


async def test_who_cannot_be_reached_is_told_of(arena: Arena) -> None:
    await arena.open_race()
    await arena.steward.people.set_player(BOB, dms="refused")

    text = await examined(arena)

    assert f"<@{BOB}> takes no direct messages from me" in text
    assert "then use `/settings`" in text


# Larger pictures


@pytest.mark.slow
@pytest.mark.drawn
async def test_pictures_are_larger_for_those_who_have_set_it(arena: Arena) -> None:
    await arena.open_race()
    sizes = []
    for larger in (False, True):
        await ran(arena, ANN, SETTINGS, "me", larger=larger)
        for command, args in (("board", ("",)), ("log", ("", "1"))):
            (png,) = (await ran(arena, ANN, RACES, command, *args)).last.pictures()
            sizes.append((int.from_bytes(png[16:20]), len(png)))
    usual, larger_ones = sizes[:2], sizes[2:]

    assert [round(large / small, 1) for (small, _), (large, _) in zip(usual, larger_ones, strict=True)] == [1.5, 1.5]
    assert all(length < 600 * 1024 for _, length in larger_ones)
    # Nobody else's are.
    (png,) = (await ran(arena, BOB, RACES, "board", "")).last.pictures()
    assert int.from_bytes(png[16:20]) == usual[0][0]


# Posts that Discord keeps out


@pytest.mark.parametrize(
    ("code", "cure"),
    [
        (50013, f"in the settings of <#{CHANNEL}> give my role the rights to send messages in threads"),
        (50001, f"let my role view <#{CHANNEL}>"),
        (50083, "open and unlock <#3>"),
        (160005, "open and unlock <#3>"),
    ],
)
async def test_posts_that_are_kept_out_are_told_with_their_cure_by_doctor_and_desk(
    arena: Arena, code: int, cure: str
) -> None:
    await arena.open_race()
    arena.thread.fails = http_error(discord.Forbidden, 403, code)
    await arena.steward.delivery.deliver_due()
    await arena.give(ANN, EVEN)
    await arena.deliver()

    text, desk = await examined(arena), (await ran(arena, ANN, DESK, "desk")).told

    for told in (text, desk):
        assert cure in told
        assert f"waits for <#3> since <t:{int(arena.circus.clock.now)}:R>" in told
    assert "1 to be cured" in text
    arena.thread.fails = None
    await arena.steward.delivery.rights_changed(1)
    await arena.deliver()
    assert "all is well" in await examined(arena)
    assert "waits for <#3>" not in (await ran(arena, ANN, DESK, "desk")).told


async def test_a_thread_that_is_gone_is_told_by_the_doctor(arena: Arena) -> None:
    await arena.open_race()
    arena.thread.fails = http_error(discord.NotFound, 404, 10003)
    await arena.give(ANN, EVEN)
    await arena.deliver()

    text = await examined(arena)

    assert "1 to be cured" in text
    assert "The race's thread was deleted" in text
    assert "`/host race what:close`" in text


def test_who_is_absent_is_the_one_who_had_the_reins() -> None:
    lobby = a_lobby("Rosea")
    away = FactionRecord(faction=Faction(1), player=PlayerId(1), substitute=PlayerId(2), standin="careful", name="Ann")
    lobby = PublicRace(lobby.record, (away, *lobby.factions[1:]), lobby.entries)

    (line,) = [
        each for each in people_lines(Status(lobby, None, ())) if "house driver (careful)" in each and "<@" in each
    ]

    assert "for <@2>; the place is on offer" in line
    assert "<@1>" not in line


async def test_the_panel_says_how_much_grace_is_left(arena: Arena) -> None:
    await arena.open_race()
    await arena.circus.store.races.set(RACE, pace="daily")
    arena.steward.races.forget(RACE)
    async with arena.steward.races.editing(RACE) as live:
        for each in live.race.factions:
            live.seat(msgspec.structs.replace(each, grace=5 * 3_600.0))

    shown = status_text(await arena.steward.log.status(RACE))

    assert "then 5h of grace" in shown
    assert "the rules choose for them" not in shown
