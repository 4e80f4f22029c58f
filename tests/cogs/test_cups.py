"""/cup in words: what is offered, what is refused, and what everybody is shown."""

import asyncio
import re
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest

from cogs.choices.which_game import options_of
from cogs.commands.cup import CupCommands, cup_choices, find_cup, label
from cogs.kit.messages import TellPlayer
from cogs.panels.channel_card import card_of
from cogs.panels.cup_standings import standings_message, standings_text
from cogs.panels.open_race import NEEDED
from cogs.panels.options import SERIES, OptionSelect
from cogs.panels.result import AgainButton
from engine.circus_maximus.words.options import Options
from engine.series import Score, Standing
from records.cups import CupRecord
from records.races import EntryRecord, FactionRecord, PublicRace, RaceRecord
from records.races import Place as LookedAt
from records.refusals import Reason, Refused
from records.values import CupId, EntryId, Faction, PlayerId, RaceId
from steward import Cup, Picture
from tests.cogs.arena import ANN, BOB, EVE, Arena, outcome
from tests.cogs.fakes import BOT, CHANNEL, GUILD, FakeInteraction, Threadless, http_error
from tests.cogs.test_turns import Channel as OpenChannel
from tests.steward.circus import MOD

MODERATOR = PlayerId(400)
FIRST_THREAD = 555


class Channel(discord.TextChannel):
    """A channel whose threads have numbers one after the other; it may refuse to make any."""

    def __init__(self) -> None:
        self.id, self._type = CHANNEL, 0
        self.guild: Any = Threadless()
        self.made: list[str] = []
        self.fails: Exception | None = None

    async def create_thread(self, **how: Any) -> Any:
        if self.fails:
            raise self.fails
        self.made.append(how["name"])
        return SimpleNamespace(id=FIRST_THREAD + len(self.made) - 1)


class Place:
    """A channel of the arena in which people use /cup."""

    def __init__(self, arena: Arena) -> None:
        self.arena, self.channel, self.commands = arena, Channel(), CupCommands()
        self.open_channel = OpenChannel()
        client: Any = arena.client
        client.get_channel = lambda number: self.channel if number == CHANNEL else None

    async def use(
        self, name: str, *args: Any, player: PlayerId = ANN, thread: int | None = None, **options: Any
    ) -> FakeInteraction:
        interaction: Any = self.arena.act(player, channel=thread or CHANNEL)
        interaction.channel = self.channel if thread is None else SimpleNamespace(id=thread, parent_id=CHANNEL)
        command: Any = self.commands.get_command(name)
        binding = [] if command.binding is None else [command.binding]
        return await outcome(interaction, command.callback(*binding, interaction, *args, **options))

    async def open(self, **options: Any) -> Cup:
        await self.use("new", "circus-maximus", "quick race", **{"title": "Ludi", "races": 2, **options})
        return (await self.arena.steward.cups.of_guild(GUILD))[-1]

    async def first_race(self, cup: Cup) -> RaceId:
        """Have Ann and Bob enter by command, and the first race run to its end by default."""
        race = cup.races[0].record.id
        for player, colour in ((ANN, "red"), (BOB, "blue")):
            entered = await self.use("join", player=player, thread=FIRST_THREAD, colour=colour)
            assert "You are in **Ludi" in entered.told
        await self.arena.steward.lobbies.start(race, ANN)
        await self.run(race)
        return race

    async def run(self, race: RaceId) -> None:
        steward = self.arena.steward
        for _ in range(2_000):
            if (await steward.race(race)).record.state == "finished":
                return
            for player in (ANN, BOB):
                for each in (await steward.open_asks(player))[:1]:
                    await steward.races.drive(
                        each.race_id, each.entry, [each.ask.default], player=player, asked=each.asked
                    )
        raise AssertionError("the race does not end")


@pytest.fixture
def place(arena: Arena) -> Place:
    return Place(arena)


async def test_a_cup_is_told_as_its_host_chose(place: Place) -> None:
    cup = await place.open(story="brief")
    assert cup.races[0].record.story == cup.record.story == "brief"
    refused = await place.use("new", "circus-maximus", story="loud")
    assert "Choose one of: full, turn, brief" in refused.told


async def test_a_cup_opens_with_the_thread_of_its_first_race(place: Place) -> None:
    interaction = await place.use("new", "Circus Maximus", "quick race", title="Ludi *Magni*")

    assert place.channel.made == ["🏇 Ludi *Magni* · race 1 of 3"]
    assert "**Ludi \\*Magni\\***, a cup of 3 races, is open" in interaction.told
    assert f"<#{FIRST_THREAD}>" in interaction.told
    (cup,) = await place.arena.steward.cups.of_guild(GUILD)
    assert cup.races[0].record.thread == FIRST_THREAD
    assert '"laps":1' in cup.races[0].record.options
    assert interaction.last.is_private


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (
            {"preset": "gentle"},
            "no preset gentle. Choose one of: first race, quick race, classic, bloody, convention, table game, epic.",
        ),
        ({"races": 9}, "A cup of 9 races is not on offer. Choose one of: 1, 2, 3, 4, 5, 6, 7, 8."),
        ({"deadlines": "lunch 2h"}, "no deadline called “lunch”"),
        ({"title": "\u200b"}, "A name needs 1 to"),
    ],
)
async def test_what_cannot_be_is_refused_before_anything_is_opened(
    place: Place, options: dict[str, Any], told: str
) -> None:
    interaction = await place.use("new", "circus-maximus", **{"title": "Ludi", **options})

    assert told in interaction.told
    assert place.channel.made == []
    assert await place.arena.steward.cups.of_guild(GUILD) == []


async def picked(place: Place, race: RaceId, about: str, *values: str, player: PlayerId = ANN) -> FakeInteraction:
    """Choose *values* in a menu of the panel of options."""
    interaction: Any = place.arena.act(player, data={"values": list(values)})
    return await outcome(interaction, OptionSelect(race, about).callback(interaction))


async def test_the_options_of_a_cup_are_chosen_in_the_panel_for_all_its_races(place: Place) -> None:
    opened = await place.use("new", "ave-caesar", title="Ludi")
    (cup,) = await place.arena.steward.cups.of_guild(GUILD)
    race = cup.races[0].record.id
    assert "option:1:cup-start_order" in opened.told
    assert "option:1:course" in opened.told

    await picked(place, race, "course", "white")
    shown = await picked(place, race, f"{SERIES}start_order", "winner-first")
    refused = await picked(place, race, "course", "purple")

    terms = place.arena.steward.cups.terms((await place.arena.steward.cups.cup(cup.id)).record)
    options: Any = terms.options
    series: Any = terms.series
    assert (options.course, series.start_order) == ("white", "winner-first")
    assert options_of(await place.arena.steward.race(race)).course == "white"
    assert "white" in shown.told
    assert "is not on offer" in refused.told
    await place.arena.deliver()
    panel = place.arena.client.get_partial_messageable(FIRST_THREAD).words()
    assert f"options:{race}" in panel, "the button in the lobby opens the panel again"


async def test_only_its_host_changes_a_cup_and_only_before_its_first_race(place: Place) -> None:
    cup = await place.open()
    first = cup.races[0].record.id

    assert "Only the host" in (await picked(place, first, "laps", "2", player=EVE)).told
    await place.first_race(cup)
    assert "is over" in (await picked(place, first, "laps", "2")).told
    await place.use("next", thread=FIRST_THREAD)
    second = (await place.arena.steward.cups.cup(cup.id)).races[1].record
    assert "agreed for all its races" in (await picked(place, second.id, "laps", "2")).told
    with pytest.raises(Refused) as caught:
        await place.arena.steward.cups.set_terms(cup.id, ANN, lambda terms: terms)
    assert caught.value.reason is Reason.AGREED_FOR_CUP
    assert '"laps":1' in second.options


async def test_two_choices_at_once_both_count_for_a_cup(place: Place) -> None:
    race = (await place.open()).races[0].record.id

    await asyncio.gather(picked(place, race, "laps", "7"), picked(place, race, "edition", "advanced"))

    assert options_of(await place.arena.steward.race(race)) == Options(laps=7, edition="advanced")


async def test_nobody_loses_a_place_in_a_cup_by_a_change(place: Place) -> None:
    cup = await place.open()
    race = cup.races[0].record.id
    await picked(place, race, "edition", "advanced")
    await picked(place, race, "field", "16")
    await place.arena.steward.lobbies.join(race, BOB, "Bob", colour="navy")

    assert "would lose their places" in (await picked(place, race, "field", "8")).told
    assert options_of(await place.arena.steward.race(race)).field == 16


async def test_a_game_that_there_is_not_is_refused_with_those_there_are(place: Place) -> None:
    assert "There are: Circus Maximus, Ave Caesar" in (await place.use("new", "chess")).told


async def test_without_a_thread_there_is_no_cup(place: Place) -> None:
    place.channel.fails = http_error(discord.Forbidden, 403, 50013)

    interaction = await place.use("new", "circus-maximus", title="Ludi")

    assert "refuses me a thread" in interaction.told
    (cup,) = await place.arena.steward.cups.of_guild(GUILD)
    assert cup.record.state == "cancelled"
    assert (await place.arena.steward.races_at(LookedAt((GUILD,))))[0].record.state == "cancelled"


@pytest.mark.slow
async def test_a_cup_is_taken_to_its_end(place: Place) -> None:
    cup = await place.open()
    await place.first_race(cup)

    stranger = await place.use("next", player=EVE, thread=FIRST_THREAD)
    begun = await place.use("next", thread=FIRST_THREAD)
    again = await place.use("next", thread=FIRST_THREAD)
    opened = (await place.arena.steward.cups.cup(cup.id)).races[1]
    with pytest.raises(Refused):
        await place.arena.steward.lobbies.leave(opened.record.id, BOB)
    await place.arena.steward.lobbies.start(opened.record.id, ANN)
    early = await place.use("next", thread=FIRST_THREAD)

    assert "Only the host" in stranger.told
    assert begun.told == again.told
    assert f"**Ludi · race 2 of 2** is open: <#{FIRST_THREAD + 1}>" in begun.told
    assert "is still under way" in early.told
    second = (await place.arena.steward.cups.cup(cup.id)).races[1]
    await place.run(second.record.id)
    await place.arena.deliver()
    posts = place.arena.client.get_partial_messageable(FIRST_THREAD + 1).messages
    told = [post for post in posts if any("📅 The cup is over." in text for text in post.said.contents())]
    assert len(told) == 1
    assert len(told[0].said.pictures()) == 1
    assert "That cup is over" in (await place.use("next")).told
    assert "The cup is over." in (await place.use("standings", player=EVE)).told


async def test_a_moderator_goes_on_in_the_hosts_name(place: Place) -> None:
    await place.first_race(await place.open())
    interaction: Any = place.arena.act(MODERATOR, channel=FIRST_THREAD)
    interaction.channel = SimpleNamespace(id=FIRST_THREAD, parent_id=CHANNEL)
    interaction.permissions = discord.Permissions(manage_threads=True)
    command: Any = place.commands.next

    await outcome(interaction, command.callback(place.commands, interaction))

    assert "is open" in interaction.told


async def test_where_no_thread_could_be_opened_the_next_race_is_asked_for_again(place: Place) -> None:
    await place.first_race(await place.open())
    place.channel.fails = http_error(discord.Forbidden, 403, 50013)
    assert "refuses me a thread" in (await place.use("next")).told
    place.channel.fails = None

    assert "race 2 of 2** is open" in (await place.use("next")).told

    assert place.channel.made == ["🏇 Ludi · race 1 of 2", "🏇 Ludi · race 2 of 2"]


async def test_a_thread_that_was_opened_for_the_next_race_before_the_program_ended_is_used(place: Place) -> None:
    cup = await place.open()
    await place.first_race(cup)
    race = await place.arena.steward.cups.next_race(cup.id, ANN)
    title, me = f"🏇 {race.record.title}", SimpleNamespace(id=BOT.id)
    left = SimpleNamespace(id=999 << 22, name=title, parent_id=CHANNEL, owner_id=BOT.id, message_count=0)
    place.channel.guild = SimpleNamespace(active_threads=AsyncMock(return_value=[left]), me=me)

    assert "race 2 of 2** is open" in (await place.use("next")).told

    assert place.channel.made == ["🏇 Ludi · race 1 of 2"]
    assert (await place.arena.steward.race(race.record.id)).record.thread == left.id


async def test_a_cup_whose_first_race_was_cancelled_opens_it_again(place: Place) -> None:
    cup = await place.open()
    await place.arena.steward.lobbies.cancel(cup.races[0].record.id, ANN)

    assert "`/host cup what:next` opens it again" in (await place.use("join")).told
    assert "race 1 of 2** is open" in (await place.use("next")).told
    assert "You are in" in (await place.use("join", player=BOB)).told


async def test_a_cup_is_cancelled_by_its_host(place: Place) -> None:
    cup = await place.open()

    assert "Only the host" in (await place.use("cancel", player=EVE)).told
    assert "Ludi is cancelled." in (await place.use("cancel")).told

    assert (await place.arena.steward.cups.cup(cup.id)).record.state == "cancelled"
    assert "The cup was cancelled." in (await place.use("standings")).told


async def test_which_cup_is_meant(place: Place) -> None:
    one, other = await place.open(title="One"), await place.open(title="Other")
    here: Any = place.arena.act(ANN, channel=CHANNEL)
    in_thread: Any = place.arena.act(ANN, channel=FIRST_THREAD)

    assert (await find_cup(in_thread)).id == one.id
    assert (await find_cup(here, "#2")).id == other.id
    assert (await find_cup(here, "other")).id == other.id
    with pytest.raises(TellPlayer, match="2 cups are under way"):
        await find_cup(here)
    with pytest.raises(Refused) as caught:
        await find_cup(here, "third")
    assert caught.value.reason is Reason.NO_SUCH_CUP
    offered = await cup_choices(here, "one")
    assert [(choice.name, choice.value) for choice in offered] == [(label(one), str(one.id))]
    alone: Any = place.arena.act(EVE, guild=None)
    assert await cup_choices(alone, "") == [], "in a direct message, only those he is in"


# The standings at their worst


def a_cup(factions: int, races: int, name: str = "x", state: Any = "finished") -> Cup:
    """Return a cup of so many factions after so many races."""
    colours = ("red", "blue", "green", "yellow", "black", "white", "purple", "orange")
    people = tuple(
        FactionRecord(faction=Faction(n), player=PlayerId(10**18 + n), name=name) for n in range(1, factions + 1)
    )
    entries = tuple(
        EntryRecord(entry=EntryId(n), colour=colours[n - 1], name=name, faction=Faction(n))
        for n in range(1, factions + 1)
    )
    lobbies = tuple(
        PublicRace(
            RaceRecord(
                id=RaceId(n), guild=1, channel=2, thread=10**18, ruleset="circus-maximus", options="{}",
                host=ANN, title="x" * 60, state=state, secret="", commitment="", seconds={}, opened=1.0, round=n,
            ),
            people,
            entries,
        )
        for n in range(1, races + 1)
    )  # fmt: skip
    scores = tuple(Score(1, 6) for _ in range(races if state == "finished" else 0))
    table = tuple(Standing(n, Faction(n), scores) for n in range(1, factions + 1))
    record = CupRecord(
        id=CupId(1), guild=1, channel=2, ruleset="circus-maximus", options="{}", series="{}", seconds={},
        races=races, host=ANN, title=name * 40 if name == "x" else "Ludi", state="open", opened=1.0,
    )  # fmt: skip
    return Cup(record, lobbies, table, (6, 4, 3, 2, 1))


def test_the_longest_standings_fit_into_a_message() -> None:
    picture = Picture(b"png", "x" * 1_024, "cup.png")

    for name in ("x" * 32, "*" * 32, "🏇" * 16):
        layout, files = standings_message(a_cup(8, 8, name), picture)

        assert len(files) == 1
        assert layout.content_length() <= 4_000


def test_before_the_first_race_everybody_stands_without_a_medal() -> None:
    text = standings_text(a_cup(2, 1, "Red", "lobby"))

    assert "before the first race of 1" in text
    assert "🥇" not in text
    assert "0 points" in text
    assert "Race 1 is open in" in text


def test_those_who_share_the_first_rank_share_the_cup() -> None:
    cup = a_cup(2, 1, "Red")
    tied = Cup(
        cup.record, cup.races, tuple(Standing(1, each.faction, each.scores) for each in cup.standings), cup.points
    )

    assert "share Ludi!" in standings_text(tied)
    assert "wins Ludi!" in standings_text(cup)


async def test_the_next_race_looks_at_my_rights_in_the_cups_own_channel(place: Place) -> None:
    await place.first_race(await place.open())
    rights = {"mine": NEEDED & ~discord.Permissions(attach_files=True)}
    place.channel.permissions_for = lambda _member: rights["mine"]  # type: ignore[method-assign]

    async def from_elsewhere() -> str:
        interaction: Any = place.arena.act(ANN, channel=99)
        interaction.app_permissions = discord.Permissions.none()  # of another channel
        command: Any = place.commands.next
        return (await outcome(interaction, command.callback(place.commands, interaction))).told

    refused = await from_elsewhere()
    rights["mine"] = NEEDED

    assert f"in <#{CHANNEL}>: I lack the right to attach files there" in refused
    assert "race 2 of 2** is open" in await from_elsewhere()


# People and corrections


@pytest.mark.slow
async def test_a_host_gives_and_takes_points_with_a_reason_that_all_read(place: Place) -> None:
    cup = await place.open()
    await place.first_race(cup)
    bob: Any = SimpleNamespace(id=BOB)

    stranger = await place.use("correct", bob, -1, "cut a corner", player=EVE, thread=FIRST_THREAD)
    rival = await place.use("correct", bob, -1, "cut a corner", thread=FIRST_THREAD)
    done = await place.use("correct", bob, -1, "cut a corner", player=MOD, thread=FIRST_THREAD)
    await place.arena.deliver()

    posts = "\n".join(place.arena.client.get_partial_messageable(FIRST_THREAD).words())
    assert "Only the host" in stranger.told
    assert "something to win in this cup yourself" in rival.told
    assert f"-1 for <@{BOB}>" in done.told
    assert f"took 1 point from <@{BOB}> in the cup. Reason: cut a corner" in posts
    assert "The host took 1 point from" in posts, "the paper tells it too"


async def test_substitutes_of_a_cup_come_and_go_by_command(place: Place) -> None:
    cup = await place.open()
    await place.use("join", player=ANN, thread=FIRST_THREAD, colour="red")

    comes = await place.use("substitute", player=EVE, thread=FIRST_THREAD)
    driver = await place.use("substitute", player=ANN, thread=FIRST_THREAD)
    goes = await place.use("substitute", player=EVE, thread=FIRST_THREAD, stop=True)
    again = await place.use("substitute", player=EVE, thread=FIRST_THREAD, stop=True)

    assert "You are substitute number 1 of Ludi" in comes.told
    assert "has one in this race already" in driver.told
    assert "no substitute any more" in goes.told
    assert "You are no substitute of this cup" in again.told
    assert await place.arena.steward.substitutes.queue(cup.races[0]) == []


async def test_who_may_join_late_is_agreed_as_the_cup_opens(place: Place) -> None:
    assert "Choose one of: never, half, always" in (await place.use("new", "circus-maximus", late="maybe")).told
    assert (await place.open(late="half", races=4)).record.late == 3


async def test_the_paper_and_the_calendar_can_be_looked_up(place: Place) -> None:
    cup = await place.open(races=3, late="half")
    before = (await place.use("paper", player=EVE, thread=FIRST_THREAD)).told
    assert "🗓️ Ludi: 3 races\n1. [Ludi · race 1 of 3](https://discord.com/channels/" in before
    assert "· open to enter\n2. to come\n3. to come\n" in before
    assert "`/cup join` lets you in until race 2 starts." in before

    await place.first_race(cup)
    looked = await place.use("paper", player=EVE, thread=FIRST_THREAD)

    assert looked.last.is_private
    assert re.search(r"1\. \[Ludi · race 1 of 3\].* · <t:\d+:f> .*\*\* · .* won", looked.told)
    assert "can still finish" in looked.told
    assert "2. to come" in looked.told


async def test_a_cup_that_is_over_offers_itself_again_under_its_paper_and_on_its_card(place: Place) -> None:
    cup = await place.open()
    await place.first_race(cup)
    await place.use("next", thread=FIRST_THREAD)
    last = (await place.arena.steward.cups.cup(cup.id)).races[-1].record.id
    await place.arena.steward.lobbies.start(last, ANN)
    await place.run(last)
    await place.arena.deliver()

    result = await place.arena.steward.race(last)
    posts = place.arena.client.get_partial_messageable(FIRST_THREAD + 1).words()
    card = await card_of(place.arena.steward, result)
    stranger, pressed, again = [await press_again(place, last, each) for each in (EVE, BOB, ANN)]

    assert posts.count(f"again:{last}") == 1
    assert "Cup again" in posts
    assert f"again:{last}" in [each.item.custom_id for each in card.buttons if isinstance(each, AgainButton)]
    assert "Only people of this race" in stranger.told
    assert "**Ludi \\(2\\) · race 1 of 2** is open" in pressed.told
    assert "I keep places for Ann" in pressed.told
    assert "It was opened before" in again.told
    assert [each.record.title for each in await place.arena.steward.cups.of_guild(GUILD)] == ["Ludi", "Ludi (2)"]


async def press_again(place: Place, race: RaceId, player: PlayerId) -> FakeInteraction:
    interaction: Any = place.arena.act(player, channel=FIRST_THREAD)
    client: Any = place.arena.client
    client.get_channel = lambda number: place.open_channel if number == CHANNEL else None
    return await outcome(interaction, AgainButton(race).callback(interaction))
