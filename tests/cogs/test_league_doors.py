"""Opening, starting and ending a league: what it means is said before it is done."""

from typing import Any

import discord
import pytest

from cogs.panels.league import LeagueButton
from cogs.panels.league_end import CancelLeagueButton, EndLeagueButton
from cogs.panels.league_office import MoreButton
from cogs.panels.league_presets import ORDER, SeasonButton
from cogs.panels.race import clocks
from cogs.panels.starting import StartButton
from engine.leagues.presets import PRESETS
from records.values import RaceId
from tests.cogs.arena import ANN, BOB, EVE, outcome
from tests.cogs.fakes import CHANNEL, GUILD
from tests.cogs.forum import Channel, Forum, buttons


async def leagues(forum: Forum) -> list[RaceId]:
    return [each.record.id for each in await forum.arena.steward.leagues.of_guild(GUILD)]


async def test_without_a_preset_the_presets_are_shown_with_their_lengths_and_nothing_is_opened(forum: Forum) -> None:
    shown = await forum.use("league", "new", title="Ludi: Magni")
    labels = [(each["label"], each["style"]) for each in buttons(shown.last.components)]

    assert await leagues(forum) == []
    assert set(ORDER) == set(PRESETS)
    assert labels[0] == ("Short", 3), "a short one is green"
    assert [style for _, style in labels[1:]] == [2] * 5
    assert shown.told.count("📅 About ") == 6
    ids = [each["custom_id"] for each in buttons(shown.last.components)]
    assert ids[0] == "league-new:short:turns:yes:Ludi: Magni"

    interaction: Any = forum.arena.act(ANN, channel=CHANNEL)
    interaction.channel, interaction.type = Channel(), discord.InteractionType.component
    season: Any = SeasonButton("short", "turns", True, "Ludi: Magni")
    opened = await outcome(interaction, season.callback(interaction))
    (league,) = await leagues(forum)
    record = (await forum.arena.steward.race(league)).record
    assert record.title == "Ludi: Magni"
    assert "is open" in opened.told
    options = forum.arena.steward.leagues.options_of(await forum.arena.steward.leagues.league(league))
    assert (options.events, options.laps) == (5, 2)


async def test_a_host_who_says_how_long_is_not_asked(forum: Forum) -> None:
    await forum.use("league", "new", title="Ludi", events=2, pace="now")

    assert len(await leagues(forum)) == 1


async def test_one_event_a_week_is_offered_where_it_goes(forum: Forum) -> None:
    shown = await forum.use("league", "new", pace="now")

    assert [each["label"] for each in buttons(shown.last.components)] == [
        "Short", "Classic", "Epic", "Epic-printed", "Gladiators",
    ]  # fmt: skip


async def test_a_season_of_gladiators_is_one_press(forum: Forum) -> None:
    await forum.arena.steward.people.player(ANN)
    interaction: Any = forum.arena.act(ANN, channel=CHANNEL)
    interaction.channel, interaction.type = Channel(), discord.InteractionType.component

    season: Any = SeasonButton("gladiators", "now", True, "Ludus")
    await outcome(interaction, season.callback(interaction))

    (league,) = await leagues(forum)
    options = forum.arena.steward.leagues.options_of(await forum.arena.steward.leagues.league(league))
    assert options.has_galas
    assert options.has_duels
    assert (options.events, options.gala_every) == (6, 2)


async def test_a_season_of_two_is_asked_for_once_more(forum: Forum) -> None:
    league = await forum.open()
    for player in (ANN, BOB):
        await forum.press(LeagueButton(league, "join"), player)

    asked = await forum.press(LeagueButton(league, "start"))
    state = (await forum.arena.steward.race(league)).record.state
    done = await forum.press(StartButton(league, "few"))

    assert "Only two stables are in." in asked.told
    assert state == "lobby"
    assert "begins" in done.told


async def test_three_stables_begin_at_once_and_one_is_refused_in_its_own_words(forum: Forum) -> None:
    league = await forum.open()
    await forum.press(LeagueButton(league, "join"))
    alone = await forum.press(LeagueButton(league, "start"))
    await forum.press(LeagueButton(league, "join"), BOB)
    await forum.press(LeagueButton(league, "house"))

    assert "Only two stables" not in alone.told
    assert "begins" in (await forum.press(LeagueButton(league, "start"))).told


async def test_a_league_is_cancelled_by_a_button_with_a_reason(forum: Forum) -> None:
    league = await forum.start()
    more = await forum.press(MoreButton(league))
    assert f"league:end:{league}" in more.last.words()
    assert f"league:end:{league}" not in (await forum.press(MoreButton(league), BOB)).last.words()

    asked = await forum.press(EndLeagueButton(league))
    typed = await forum.use("league", "cancel")
    for each in (asked, typed):
        assert "It ends without a winner" in each.told
        assert f"league-cancel:{league}" in each.last.words()
    assert (await forum.arena.steward.race(league)).record.state == "running"
    for stranger in (BOB, EVE):
        refused = await forum.press(EndLeagueButton(league), stranger)
        assert "league-cancel" not in "\n".join(refused.last.words())

    form = await forum.press(CancelLeagueButton(league))
    assert form.response.modal is not None
    assert form.response.modal.custom_id == f"act:cancel:{league}:0:0"


async def test_a_reason_that_is_given_cancels_at_once(forum: Forum) -> None:
    league = await forum.start()
    done = await forum.use("league", "cancel", reason="A plague")

    assert "is cancelled" in done.told
    assert (await forum.arena.steward.race(league)).record.state == "cancelled"


@pytest.mark.parametrize(
    ("pace", "told"), [("now", "Races: now."), ("evening", "Races: evening."), ("turns", "a turn a day")]
)
async def test_a_leagues_card_says_its_own_pace(forum: Forum, pace: str, told: str) -> None:
    """The phases of a season last days, also where its races are an evening's work."""
    await forum.use("league", "new", title="Ludi", events=2, pace=pace)
    (league,) = await leagues(forum)
    said = clocks((await forum.arena.steward.race(league)).record)

    assert told in said
    assert "30d" not in said, "no sheet waits as long as a race may"
