"""/league and /stable: a season pressed through from the opening to the paper, and what is refused in words."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from msgspec.structs import replace

from cogs.choices.which_race import find_race
from cogs.kit.limits import message_length
from cogs.kit.messages import TellPlayer
from cogs.kit.question_id import QuestionId
from cogs.panels.league import LeagueButton
from cogs.panels.objecting import ObjectButton
from cogs.panels.question import ChoiceButton, PlanSelect
from cogs.panels.race import entered
from cogs.panels.stable import ActMenu, StableButton, SureButton
from cogs.panels.wait import WaitButton
from cogs.posts.race_panel import start_text
from cogs.posts.stories import in_messages
from conformance.__main__ import PASSED, main
from engine.game import Entrant
from engine.leagues import lineup
from engine.leagues.words.acts import BuyCar
from engine.leagues.words.facts import LoanEnded, ReckoningBegan
from engine.leagues.words.options import LeagueOptions
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.sheets import Eve
from engine.leagues.words.state import League
from records.acts import ActRecord
from records.kinds import LEAGUE
from records.letters import Paper
from records.refusals import Refused
from records.values import EntryId, PlayerId, RaceId
from steward import KIND, Scene
from tests.cogs.arena import ANN, BOB, EVE, outcome
from tests.cogs.fakes import CHANNEL, GUILD, http_error
from tests.cogs.forum import LEAGUE_THREAD, Channel, Forum, buttons, selects
from tests.steward.circus import MOD
from tests.steward.leagues import to_phase
from words.leagues.controls import controls, what_pays
from words.leagues.race_story import sentences
from words.leagues.refusals import SENTENCES
from words.leagues.standings import dates
from words.shared.acts import act_text
from words.shared.names import names_in
from words.shared.words import Option


async def test_an_event_is_played_by_one_press_a_sheet(forum: Forum) -> None:
    league = await forum.start()
    steward, thread = forum.arena.steward, forum.arena.client.get_partial_messageable(LEAGUE_THREAD)

    assert "Found your stable" in "\n".join(forum.dm(ANN).words())
    for labels in (("Balanced stable",), ("Enter the best two",), ("Nothing, I'm ready", "Seal · Ready")):
        for player in (ANN, BOB):
            done = await forum.answer(player, *labels)
            assert "Taken for" in "\n".join(text for said in done.said for text in said.words())
    await steward.timekeeper.tick()
    await forum.arena.deliver()

    races = await steward.leagues.races(league)
    assert [(race.title, race.state) for race in races] == [("Ludi Magni · race 1 of 2", "running")]
    posts = "\n".join(thread.words())
    assert "founds a stable of 5 chariots" in posts
    assert "The stables close" in posts
    assert "lane" in posts
    assert "⚖️ The odds" in posts
    assert "begins" in posts
    panels = [message.said for message in thread.messages if f"league:standings:{league}" in message.said.words()]
    assert "Event 1 of 2, race" in "\n".join(panels[-1].words()), "the panel goes on while the race is run"
    assert "Ludi Magni · race 1 of 2" in "\n".join((await forum.sheet(ANN)).words()), "the race asks now"


@pytest.mark.slow
async def test_the_paper_names_every_stable_and_shows_the_standings(forum: Forum, tmp_path: Path) -> None:
    league = await forum.start()
    early = await forum.use("league", "paper")
    assert "No issue has come out yet" in early.told
    arena, thread = forum.arena, forum.arena.client.get_partial_messageable(LEAGUE_THREAD)
    await arena.steward.letters.write(Paper("league", league), BOB, "Bob", "Salve from the stable!")
    for _ in range(2_000):
        arena.circus.clock.pass_by(600.0)
        await arena.steward.timekeeper.tick()
        await arena.deliver()
        if (await arena.steward.race(league)).record.state == "finished":
            break

    papers = [message.said for message in thread.messages if "Acta Diurna" in "\n".join(message.said.words())]
    assert len(papers) == 2
    for paper in papers:
        text = "\n".join(paper.words())
        assert all(name in text for name in ("Ann", "Bob", "Fuscus"))
        assert "Standings of" in text  # the alt text of the picture
    first, last = ("\n".join(paper.words()) for paper in papers)
    assert re.search(
        r"Next dates\*\*\nStable day: until <t:\d+:f>\nEve: until about <t:\d+:f>\nThe race of event 2: right after",
        first,
    )
    assert "Next dates" not in last
    assert "The season is over" in "\n".join(papers[-1].words())
    posts = ["\n".join(message.said.words()) for message in thread.messages]
    letters = [n for n, post in enumerate(posts) if "Letters to the paper" in post]
    issues = [n for n, message in enumerate(thread.messages) if message.said in papers]
    assert len(letters) == 1
    assert issues[0] < letters[0] < issues[1]
    assert "**Bob** writes:\n> Salve from the stable!" in posts[letters[0]]
    assert len([post for post in posts if "Which race was the best?" in post]) == 1
    race = (await arena.steward.ballots.nominees(Paper("league", league)))[0]
    assert await arena.steward.ballots.name(Paper("league", league), BOB, race.id) == race
    archive = tmp_path / "league.zip"
    archive.write_bytes((await forum.use("league", "export")).last.pictures()[0])
    assert main(["export", str(archive)]) == PASSED, "a season fits as far as it is open to all"
    again = (await forum.use("league", "paper")).told
    assert all(text in again for text in papers[-1].words() if "Acta Diurna" in text)
    shown = await forum.use("league", "verify")
    assert "✅" in shown.told, shown.told


def test_a_long_issue_is_shared_out_over_posts_of_1800_characters_dates_included() -> None:
    facts = (ReckoningBegan(20), *(LoanEnded(n, "paid", 500) for n in range(100, 220)))
    race = SimpleNamespace(ruleset=KIND, kind=LEAGUE, options="{}")
    league: Any = SimpleNamespace(record=race, entries=())
    coming: Any = SimpleNamespace(phase="stable", event=20, options=LeagueOptions())

    posts = ["\n".join(text for text, _ in told) for told in in_messages(league, [Scene(1, 1, None, facts)])]

    assert sum(post.count("is paid") for post in posts) == 120
    assert len(posts) > 1
    below = dates(coming, {"eve": 86_400}, 1_790_000_000.0)
    assert max(map(message_length, posts)) + message_length(below) <= 1_800


async def test_a_sheet_of_the_eve_is_drawn_up_in_menus(forum: Forum) -> None:
    league = await forum.start()
    for label in ("Fast horses", "Enter one"):
        for player in (ANN, BOB):
            await forum.answer(player, label)

    asked = await forum.arena.asked(ANN)
    menus = {each["placeholder"]: each for each in selects((await forum.sheet(ANN)).components)}
    assert list(menus) == ["Bet on a chariot", "Dark business", "Guards"]
    shown = await forum.sheet(ANN)
    for place, (placeholder, mark) in enumerate((("Dark business", "🌑"), ("Guards", "🛡️")), start=1):
        menu = next(each for each in selects(shown.components) if each["placeholder"].startswith(placeholder))
        assert len(menu["options"]) <= 25
        value = menu["options"][-1 if place == 2 else 0]["value"]
        drawn = await forum.choose(PlanSelect(QuestionId.by(asked), place), value)
        assert mark in drawn.told
        shown = drawn.last
    seal = next(each for each in buttons(drawn.last.components) if each["label"] == "Seal · Ready")
    match = re.fullmatch(ChoiceButton.__discord_ui_compiled_template__.pattern, seal["custom_id"])
    assert match is not None
    await forum.press(await ChoiceButton.from_custom_id(None, SimpleNamespace(label="Seal"), match))

    sealed = (await forum.arena.steward.asks_of(ANN))[0].sealed
    assert isinstance(sealed, Eve)
    assert (len(sealed.stakes), len(sealed.plans), sealed.guards) == (1, 1, (1_000, 1_000, 1_000))
    own = (await forum.arena.steward.log.status(league, ANN)).view.own[1]
    bobs = (await forum.arena.steward.log.status(league, BOB)).view
    assert own.sheet is not None
    assert list(bobs.own) == [2]


async def test_a_stable_is_shown_to_its_owner_and_as_all_know_it_to_others(forum: Forum) -> None:
    league = await forum.start()
    for player in (ANN, BOB):
        await forum.answer(player, "Balanced stable")

    mine = await forum.press(StableButton(league))
    theirs = await forum.use("stable", "show", ANN, number=2)
    nobodys = await forum.use("stable", "show", ANN, number=99)
    stranger = await forum.press(StableButton(league), EVE)
    await forum.choose(ActMenu(league), "car-1")
    wrong = await forum.press(SureButton(league, "car-1"))
    forged = await forum.choose(ActMenu(league), "gold-1")

    assert "Cash 10,000s" in mine.told
    assert "Bob" in theirs.told
    assert "There is no stable 99" in nobodys.told
    assert "You have no stable in this league" in stranger.told
    assert "has lost no car" in wrong.told
    assert "a line of this menu" in forged.told


async def test_a_league_is_called_a_league_in_what_befalls_it_and_in_its_file(forum: Forum) -> None:
    number = await forum.start()
    league = await forum.arena.steward.leagues.league(number)
    late = ActRecord(kind="grace", by=None, entry=EntryId(1), reason="", at=0.0,
                     body='{"seconds": 21600.0, "left": 3600.0, "until": 1900000000.0}')  # fmt: skip
    away = ActRecord(kind="downtime", by=None, reason="", at=0.0, body='{"seconds": 185.0}')
    assert "1h are left for the rest of the league." in act_text(league, late)
    assert "Every deadline of this league falls" in act_text(league, away)
    checked = await forum.use("league", "verify")
    assert f"league-{number}.json" in checked.last.words()


async def test_a_line_of_the_menu_says_its_price_and_buys_nothing_until_the_button_is_pressed(
    forum: Forum, monkeypatch: pytest.MonkeyPatch
) -> None:
    league, done = await forum.start(), []
    for player in (ANN, BOB):
        await forum.answer(player, "Balanced stable")
    line = Option("Car for Leo · 500s", "car-1", "New")
    monkeypatch.setattr("cogs.panels.stable.possible_acts", lambda _view, _own: (line,))

    async def act(race: RaceId, player: PlayerId, what: Any, *, pressed: Any) -> list[Any]:
        done.append((race, player, what))
        return []

    monkeypatch.setattr(forum.arena.steward.leagues, "act", act)

    asked = await forum.choose(ActMenu(league), "car-1")
    assert "❓ **Car for Leo · 500s**" in asked.told
    assert [each["label"] for each in buttons(asked.last.components) if "stable-sure" in each["custom_id"]] == [
        "Buy · 500s"
    ]
    assert done == []
    assert "✅ Done." in (await forum.press(SureButton(league, "car-1"))).told
    assert done == [(league, ANN, BuyCar(1))]


@pytest.mark.parametrize(
    ("chosen", "length", "told"),
    [
        ({"laps": 3}, 24 * 7, "10 races of 3 laps"),
        ({"preset": "classic"}, 24 * 7, "10 races of 3 laps"),
        ({"preset": "short"}, 60, "5 races of 2 laps"),
        ({"preset": "short", "events": 3}, 36, "3 races of 2 laps"),
        ({"preset": "one event a week"}, 70, "10 races of 1 lap"),
    ],
)
async def test_a_lobby_says_when_its_season_ends(
    forum: Forum, chosen: dict[str, Any], length: float, told: str
) -> None:
    now = forum.arena.steward.now()
    await forum.use("league", "new", title="Ludi", **chosen)
    await forum.arena.deliver()
    panel = "\n".join(forum.arena.client.channels[LEAGUE_THREAD].messages[-1].said.words())
    calendar = (await forum.use("league", "calendar")).told

    (end,) = re.findall(r"ends around <t:(\d+):D>", panel)
    assert told in panel
    assert f"ends around <t:{end}:D>" in calendar
    assert (int(end) - now) / 86_400 == pytest.approx(length, rel=0.2)
    assert ("One event a week: it begins on Monday at 8:00" in panel) == ("week" in chosen.get("preset", ""))


async def test_who_joined_only_to_bet_joins_as_an_owner_by_the_same_button(forum: Forum) -> None:
    league = await forum.open()
    await forum.press(LeagueButton(league, "better"), EVE)

    joined = await forum.press(LeagueButton(league, "join"), EVE)
    again = await forum.press(LeagueButton(league, "join"), EVE)

    assert "You found a stable" in joined.told
    assert "one person has one stable" in again.told
    assert "only bets" not in entered(await forum.arena.steward.race(league))


async def test_a_bettor_is_told_when_a_stable_of_theirs_is_founded(forum: Forum) -> None:
    league = await forum.start()
    for player in (ANN, BOB):
        await forum.answer(player, "Balanced stable")
    await forum.press(LeagueButton(league, "better"), EVE)

    joined = await forum.press(LeagueButton(league, "join"), EVE)
    again = await forum.use("league", "join", EVE)

    assert "from the next reckoning on. Until then you bet." in joined.told
    assert "at the next reckoning already" in again.told


async def test_one_event_a_week_needs_turns_of_a_day(forum: Forum) -> None:
    refused = await forum.use("league", "new", title="Ludi", preset="one event a week", pace="evening")
    unknown = await forum.use("league", "new", title="Ludi", preset="tiny")

    assert "goes with `turns`" in refused.told
    assert "has no preset tiny" in unknown.told
    assert await forum.arena.steward.leagues.of_guild(GUILD) == []


async def test_what_cannot_be_is_refused_in_words(forum: Forum) -> None:
    await forum.use("league", "new", title="Ludi", events=2, laps=1, pace="now")
    league = (await forum.arena.steward.leagues.of_guild(GUILD))[-1].record.id
    await forum.use("league", "join")

    alone = await forum.use("league", "start")
    twice = await forum.use("league", "join")
    stranger = await forum.press(LeagueButton(league, "house"), BOB)
    early = await forum.use("stable", "show")
    nothing = await forum.use("league", "standings")
    gone = await forum.use("league", "return", BOB)

    assert "needs 2 stables" in alone.told
    assert "one person has one stable" in twice.told
    assert "Only the host" in stranger.told
    assert "no stable in this league" in early.told
    assert "has not begun" in nothing.told
    assert "no stable in this league" in gone.told


async def test_money_and_managers_by_command(forum: Forum) -> None:
    await forum.start()
    for player in (ANN, BOB):
        await forum.answer(player, "Balanced stable")

    offered = await forum.use("stable", "loan", ANN, to=2, amount=500, due=600, after=1)
    accepted = await forum.use("stable", "accept", BOB, offer=1)
    again = await forum.use("stable", "accept", BOB, offer=1)
    told = await forum.use("stable", "manager", ANN, entries=2)
    ledger = await forum.use("stable", "ledger", BOB)
    calendar = await forum.use("league", "calendar")

    assert "Offer 1" in offered.told
    assert "lends" in accepted.told
    assert "no offer 1 any more" in again.told
    assert "Your manager knows" in told.told
    assert "**+500s** loan → 10,500s" in ledger.told
    assert "Event 1 of 2, stable day" in calendar.told


async def test_a_host_pauses_extends_closes_and_goes_back_with_reasons(forum: Forum) -> None:
    league = await forum.start()

    other = await forum.use("league", "pause", BOB, reason="no")
    paused = await forum.use("league", "pause", ANN, reason="Saturnalia")
    resumed = await forum.use("league", "resume", reason="the feast is over")
    extended = await forum.use("league", "extend", ANN, by="1h", reason="rain")
    closed = await forum.use("league", "next", MOD, reason="all said so")
    phase = (await forum.arena.steward.log.status(league)).view.phase
    back = await forum.use("league", "back", ANN, reason="a slip")
    founding = (await forum.arena.steward.log.status(league)).view.phase
    cancelled = await forum.use("league", "cancel", reason="nobody has time")

    assert "Only the host" in other.told
    assert "rests" in paused.told
    assert "goes on" in resumed.told
    assert "fall later" in extended.told
    assert "closed" in closed.told
    assert phase == "stable"
    assert "back at the beginning" in back.told
    assert founding == "founding"
    assert "is cancelled" in cancelled.told
    assert (await forum.arena.steward.purses.audit()).is_sound


async def test_a_league_whose_thread_was_deleted_is_resumed_in_another_channel(forum: Forum) -> None:
    league = await forum.start()
    thread = forum.arena.client.get_partial_messageable(LEAGUE_THREAD)
    thread.fails = http_error(discord.NotFound, 404, 10003)
    forum.arena.messenger._sender.looks.clear()  # its panel is to show something else
    await forum.arena.steward.races.show(league)
    await forum.arena.deliver()
    told = {player: "\n".join(forum.dm(player).words()) for player in (ANN, BOB)}
    thread.fails = None
    interaction: Any = forum.arena.act(ANN, channel=CHANNEL)
    interaction.channel = Channel()
    command: Any = forum.commands["league"].get_command("resume")

    said = {"reason": "it was a slip", "league": str(league)}
    resumed = await outcome(interaction, command.callback(command.binding, interaction, **said))

    race = (await forum.arena.steward.leagues.league(league)).record
    assert (race.state, race.thread) == ("running", LEAGUE_THREAD)
    assert all("its thread was deleted" in each and "no deadline runs" in each for each in told.values())
    assert "use `/host league what:resume`" in told[ANN]
    assert f"<@{ANN}>, knows the way back" in told[BOB]
    assert f"goes on in <#{LEAGUE_THREAD}>" in resumed.told


def test_every_refusal_of_a_league_has_its_sentence() -> None:
    assert set(SENTENCES) == set(LeagueReason)


async def test_commands_and_buttons_of_races_leave_leagues_alone(forum: Forum) -> None:
    league = await forum.open()
    interaction: Any = forum.arena.act(ANN, channel=LEAGUE_THREAD)

    with pytest.raises(TellPlayer, match="No race is open or under way"):
        await find_race(interaction)
    with pytest.raises(Refused):
        await find_race(interaction, str(league))
    with pytest.raises(Refused):
        await forum.arena.steward.lobbies.join(league, BOB, "Bob")
    await forum.arena.steward.lobbies.thread_gone(league)

    assert (await forum.arena.steward.leagues.league(league)).factions == ()
    assert await forum.arena.steward.index.told_in(LEAGUE_THREAD) == []


async def test_a_member_asks_to_wait_for_the_deadline_of_a_phase_and_hears_when_it_is_over(forum: Forum) -> None:
    await forum.start()
    asked = await forum.arena.asked(ANN)
    button = WaitButton(asked.race_id, asked.asked, wait=True)
    await forum.answer(ANN, "Balanced stable")

    waits = await forum.press(button)
    again = await forum.press(button)
    await forum.press(WaitButton(asked.race_id, asked.asked, wait=False))
    await forum.answer(BOB, "Balanced stable")
    late = await forum.press(button)

    assert "this phase closes no sooner than at its deadline" in waits.told
    assert "You have said so already: this phase waits" in again.told
    assert "That sheet is closed" in late.told


async def test_bettors_are_marked_before_the_start_and_not_counted_as_stables(forum: Forum) -> None:
    league = await forum.open()
    await forum.press(LeagueButton(league, "join"))
    await forum.press(LeagueButton(league, "join"), BOB)
    await forum.press(LeagueButton(league, "better"), EVE)
    lobby = await forum.arena.steward.race(league)

    assert [line.endswith("· only bets") for line in entered(lobby).splitlines()[1:4]] == [False, False, True]
    assert "2 stables are founded. 1 bettor came without one." in start_text(lobby)


async def test_who_would_join_while_stables_are_founded_is_told_when_they_can(forum: Forum) -> None:
    await forum.start()

    told = (await forum.use("league", "join", EVE)).told

    assert "founding their stables now" in told
    assert "`/league do what:calendar`" in told
    assert "R-G39" not in told


async def test_an_owner_objects_with_two_presses_and_the_host_is_called(forum: Forum) -> None:
    league = await forum.start()
    await to_phase(forum.arena.circus, league, "protest")
    await forum.arena.deliver()
    thread = forum.arena.client.channels[LEAGUE_THREAD]
    asked = f"object:ask:{league}:1"
    before = [each for each in thread.words() if asked in each]

    sure = await forum.press(ObjectButton(act="ask", race=league, event=1), BOB)
    stranger = await forum.press(ObjectButton(act="do", race=league, event=1), EVE)
    objects = await forum.press(ObjectButton(act="do", race=league, event=1), BOB)
    twice = await forum.press(ObjectButton(act="do", race=league, event=1), BOB)
    await forum.arena.deliver()
    told = "\n".join(text for message in thread.messages for text in message.said.words())

    assert before
    assert f"object:do:{league}:1" in sure.last.words()
    assert "no stable in this league" in stranger.told
    assert "all read it" in objects.told
    assert "object to this race already" in twice.told
    assert "objects to the race of event 1. What was wrong?" in told
    assert f"⚖️ <@{ANN}>, an owner objects." in told
    await to_phase(forum.arena.circus, league, "stable", 2)
    await forum.arena.deliver()
    assert not any(asked in text for text in thread.words())


async def test_the_paper_tells_how_its_race_went_in_the_thread_and_when_it_is_looked_up(forum: Forum) -> None:
    league = await forum.start()
    await to_phase(forum.arena.circus, league, "stable", 2)
    await forum.arena.deliver()
    steward = forum.arena.steward
    (record,) = [each for each in await steward.leagues.races(league) if each.round == 1]
    race = await steward.race(record.id)
    expected = sentences(1, await steward.log.moments(race), await steward.log.places(race), names_in(race))
    assert expected is not None

    shown = (await forum.use("league", "paper")).told
    posted = "\n".join(forum.arena.client.channels[LEAGUE_THREAD].words())

    assert " ".join(expected) in shown
    assert " ".join(expected) in posted


async def test_the_first_sheet_of_who_joined_late_says_what_wins_money(forum: Forum) -> None:
    await forum.start()
    for player in (ANN, BOB):
        await forum.answer(player, "Balanced stable")
    (asked,) = await forum.arena.steward.open_asks(ANN)
    view, own = asked.view, asked.view.own[asked.entry]

    def told(event: int, starts: int) -> str:
        mine = replace(own, stable=replace(own.stable, starts=starts))
        seen = replace(view, event=event, own={asked.entry: mine})
        return controls(seen, asked.ask, {asked.entry: "Ann"}).text

    assert what_pays(view.options) in told(2, 0)
    assert what_pays(view.options) not in told(1, 0), "the founding sheet has said it"
    assert what_pays(view.options) not in told(2, 1)


async def test_my_sheet_opens_the_heat_that_asks(forum: Forum, monkeypatch: pytest.MonkeyPatch) -> None:
    def heats(league: League) -> list[list[Entrant]]:
        found, own = lineup.entrants(league), {each.entry for each in league.entries if each.stable == 2}
        return [[each for each in found if each.entry not in own], [each for each in found if each.entry in own]]

    monkeypatch.setattr(lineup, "contests", heats)
    await forum.start()
    for labels in (("Balanced stable",), ("Enter the best two",), ("Nothing, I'm ready", "Seal · Ready")):
        for player in (ANN, BOB):
            await forum.answer(player, *labels)
    await forum.arena.steward.timekeeper.tick()
    await forum.arena.deliver()
    sheets = ["\n".join((await forum.sheet(player)).words()) for player in (ANN, BOB)]

    assert ["race 1 of 2, no\\. 1" in each for each in sheets] == [True, False]
    assert ["race 1 of 2, no\\. 2" in each for each in sheets] == [False, True]
