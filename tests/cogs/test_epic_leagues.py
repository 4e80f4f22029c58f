"""An Epic league pressed through: opened by its preset, bids and purchases as suggested or drawn up, and its paper."""

import asyncio
import re
from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.kit.question_id import QuestionId
from cogs.panels.fame import show_fame
from cogs.panels.league import LeagueButton
from cogs.panels.league_advice import AdviceButton
from cogs.panels.league_business import BusinessButton, BusinessMenu
from cogs.panels.league_office import MoreButton
from cogs.panels.league_settings import SettingMenu, SettingsButton
from cogs.panels.league_shown import LookButton, LotMenu
from cogs.panels.question import ChoiceButton, PlanSelect
from cogs.panels.stable import StableButton
from engine.leagues.fitness import can_start
from engine.leagues.words.acts import OfferLoan
from engine.leagues.words.epic_facts import BeganAgain, DriverFreed
from engine.leagues.words.epic_sheets import BidSheet
from records.values import EntryId, PlayerId, RaceId
from tests.cogs.arena import ANN, BOB
from tests.cogs.fakes import GUILD, FakeInteraction, Said
from tests.cogs.forum import LEAGUE_THREAD, Forum, buttons, selects
from words.leagues.names import money


async def begun(forum: Forum, preset: str = "epic", events: int = 2, house: int = 2) -> RaceId:
    """Open and start an Epic league of Ann, Bob and some stables of the house."""
    await forum.use("league", "new", title="Ludi Magni", events=events, laps=1, pace="now", preset=preset)
    league = (await forum.arena.steward.leagues.of_guild(GUILD))[-1].record.id
    await forum.press(LeagueButton(league, "join"))
    await forum.press(LeagueButton(league, "join"), BOB)
    for _ in range(house):
        await forum.press(LeagueButton(league, "house"))
    await forum.press(LeagueButton(league, "start"))
    await forum.arena.deliver()
    return league


async def state(forum: Forum, league: RaceId) -> Any:
    async with forum.arena.steward.races.viewing(league) as live:
        return live.session.state


async def text_of(forum: Forum, player: PlayerId) -> str:
    return "\n".join((await forum.sheet(player)).words())


async def no_bids(forum: Forum) -> None:
    """Let Ann and Bob bid for nothing; the next sheet comes to each in a direct message."""
    for player in (ANN, BOB):
        opened = await forum.arena.asked(player)
        await forum.arena.steward.races.drive(
            opened.race_id, opened.entry, [opened.ask.default], player=player, asked=opened.asked
        )
    await forum.arena.deliver()


async def follow(forum: Forum, player: PlayerId, where: Said | None = None) -> FakeInteraction:
    """Press the green button of a sheet: a house manager's suggestion, else the best entries.

    :param where: a message with the sheet; else **My sheet** shows it.
    """
    shown = buttons((where or await forum.sheet(player)).components)
    green = [each for each in shown if each.get("style") == 3]
    assert len(green) == 1, [each["label"] for each in green]
    for kind in (AdviceButton, ChoiceButton):
        match = re.fullmatch(kind.__discord_ui_compiled_template__.pattern, green[0]["custom_id"])
        if match is not None:
            item: Any = await kind.from_custom_id(None, SimpleNamespace(label=green[0]["label"]), match)
            done = await forum.press(item, player)
            await forum.arena.deliver()
            return done
    raise AssertionError(green)


async def test_somebody_who_presses_green_alone_plays_a_sensible_event(forum: Forum) -> None:
    league = await begun(forum)
    assert "20 lots are for sale, and you have 20,000s" in await text_of(forum, ANN)
    assert "A house manager would bid" in await text_of(forum, ANN)

    for player in (ANN, BOB):
        await follow(forum, player)
    made = await state(forum, league)
    assert made.phase == "stable"
    assert any(stable.chariots for stable in made.stables.values())
    for player in (ANN, BOB):
        await follow(forum, player)
    made = await state(forum, league)
    assert made.phase == "eve"
    assert {each.stable for each in made.entries} >= {1, 2}
    assert all(stable.cash > 5_000 for stable in made.stables.values())


async def test_a_suggestion_that_costs_another_sum_by_now_is_asked_for_again_and_says_what_it_bought(
    forum: Forum,
) -> None:
    league = await begun(forum)
    for player in (ANN, BOB):
        await forum.answer(player, "No bid")
    asked = QuestionId.by(await forum.arena.asked(ANN))
    cash = (await state(forum, league)).stables[1].cash

    for old in (None, 100):
        asks = await forum.press(AdviceButton(asked, old), ANN)
        assert "Nothing is bought yet: the suggestion now costs " in asks.told
        assert (await state(forum, league)).stables[1].cash == cash
    done = await follow(forum, ANN)

    spent = cash - (await state(forum, league)).stables[1].cash
    assert spent > 0
    assert f"🛒 As suggested, for {money(spent)} in all: buy a new team" in done.told


async def test_house_stables_bid_buy_and_enter_by_themselves(forum: Forum) -> None:
    league = await begun(forum)
    for player in (ANN, BOB):
        await forum.answer(player, "No bid")
    for player in (ANN, BOB):
        await forum.answer(player, "Stay out")
    made = await state(forum, league)

    houses = [stable for stable in made.stables.values() if stable.is_house]
    assert len(houses) == 2
    assert all(stable.chariots for stable in houses)
    assert {each.stable for each in made.entries if each.stable is not None} == {each.number for each in houses}
    assert not any(stable.chariots for stable in made.stables.values() if not stable.is_house)


async def test_a_sheet_of_bids_is_drawn_up_in_menus_and_says_what_it_may_come_to(forum: Forum) -> None:
    league = await begun(forum)
    asked = QuestionId.by(await forum.arena.asked(ANN))
    lots = selects((await forum.sheet(ANN)).components)[0]["options"]
    assert len(lots) == 20

    page = await forum.choose(PlanSelect(asked, 0), lots[2]["value"])
    assert "Your maximum for lot 3" in selects(page.last.components)[1]["placeholder"]
    sums = selects(page.last.components)[1]["options"]
    page = await forum.choose(PlanSelect(asked, 1), sums[4]["value"])
    assert "If all your maxima hold, you get 1 lot" in "\n".join(page.last.words())
    found = next(each for each in buttons(page.last.components) if each["label"] == "Seal · Ready")
    match = re.fullmatch(ChoiceButton.__discord_ui_compiled_template__.pattern, found["custom_id"])
    assert match is not None
    item = await ChoiceButton.from_custom_id(None, SimpleNamespace(label=""), match)
    await forum.press(item)

    sealed = (await forum.arena.steward.asks_of(ANN))[0].sealed
    assert sealed is not None
    assert (await state(forum, league)).phase == "market"
    assert "lot 3" not in await text_of(forum, BOB)

    counts = "What you change above counts once you seal it"
    assert counts not in await text_of(forum, ANN), "nothing is changed yet"
    lots = selects((await forum.sheet(ANN)).components)[0]["options"]
    page = await forum.choose(PlanSelect(asked, 0), lots[4]["value"])
    assert counts in "\n".join(page.last.words()), "what stands above is another sheet than the sealed one"


async def test_the_catalogue_and_the_market_are_a_press_away(forum: Forum) -> None:
    league = await begun(forum)
    glance = (await forum.press(LookButton(league, "catalogue"))).last
    told = "\n".join(glance.words())
    assert told.count(" · from **") == 3, "the first three, each with what it is good for"
    assert "And 17 more" in told
    assert "lot-1-1.png" in told
    assert [each["label"] for each in buttons(glance.components)] == ["All 20 lots"]
    shown = "\n".join((await forum.press(LookButton(league, "lots"))).last.words())
    assert "20 lots, sold in this order" in shown
    assert shown.count(" · from **") == 20
    assert shown.count("lots-1-1-2.png") > 0  # ten lots a picture

    await no_bids(forum)
    page = await forum.press(StableButton(league))
    door = next(each for each in buttons(page.last.components) if each["label"] == "Market")
    page = await forum.press(await _business(door))
    hire = next(each for each in selects(page.last.components)[1]["options"] if "+1" in each["label"])
    page = await forum.choose(BusinessMenu(league, 1), hire["value"])
    buy = next(each for each in buttons(page.last.components) if each["label"].startswith("Buy"))
    assert buy["label"] == "Buy · 2,500s"
    assert "Treasury 20,000s" in "\n".join(forum.dm(ANN).words())
    bobs = forum.dm(BOB).words()
    await forum.press(await _business(buy))
    assert "Treasury 17,500s" in "\n".join(forum.dm(ANN).words()), "the sheet shows what was bought beside it"
    assert forum.dm(BOB).words() == bobs, "others learn nothing of it"

    made = await state(forum, league)
    assert made.stables[1].cash == 17_500
    assert [each.modifier for each in made.stables[1].store.drivers] == [1]
    assert not made.shown[1].store.drivers  # others learn of it when the stables close


async def test_a_loan_shows_on_the_sheets_of_both_sides_and_on_no_third(forum: Forum) -> None:
    league = await begun(forum)
    await no_bids(forum)
    assert all("Treasury 20,000s" in "\n".join(forum.dm(player).words()) for player in (ANN, BOB))

    await forum.arena.steward.leagues.act(league, ANN, OfferLoan(EntryId(2), 3_000, 3_300, 1))
    page = await forum.press(StableButton(league), BOB)
    door = next(each for each in buttons(page.last.components) if each["label"] == "Offers and debts")
    page = await forum.press(await _business(door), BOB)
    accept = next(each for each in buttons(page.last.components) if each["label"] == "Accept 1")
    await forum.press(await _business(accept), BOB)

    assert "Treasury 17,000s" in "\n".join(forum.dm(ANN).words())
    assert "Treasury 23,000s" in "\n".join(forum.dm(BOB).words())
    sent = [len(forum.arena.client.user_of(player, "?").dms.messages) for player in (ANN, BOB)]
    await forum.arena.deliver()
    assert [len(forum.arena.client.user_of(player, "?").dms.messages) for player in (ANN, BOB)] == sent


async def test_each_lot_has_a_card_a_line_away_from_the_catalogue(forum: Forum) -> None:
    league = await begun(forum)
    shown = await forum.press(LookButton(league, "catalogue"))
    (menu,) = selects(shown.last.components)
    assert len(menu["options"]) == 20

    card = await forum.choose(LotMenu(league), menu["options"][2]["value"])

    assert "lot-1-3.png" in "\n".join(card.last.words())
    assert "**3 " in card.told
    assert len(selects(card.last.components)[0]["options"]) == 20, "the other lots are a line away"
    for forged in ("p9", "99p0", "9999", "x", "3p99"):
        answer = await forum.choose(LotMenu(league), forged)
        assert "Something went wrong" not in answer.told


async def _business(found: Any) -> Any:
    match = re.fullmatch(BusinessButton.__discord_ui_compiled_template__.pattern, found["custom_id"])
    assert match is not None
    return await BusinessButton.from_custom_id(None, SimpleNamespace(label=found["label"]), match)


@pytest.mark.parametrize("preset", ["epic", "epic-printed", "classic", "short"])
async def test_the_presets_open_leagues_of_their_campaign(forum: Forum, preset: str) -> None:
    await forum.use("league", "new", title="Ludi", pace="now", preset=preset)
    league = (await forum.arena.steward.leagues.of_guild(GUILD))[-1]

    options = forum.arena.steward.leagues.options_of(league)
    assert options.campaign == ("epic" if preset.startswith("epic") else "classic")
    assert options.stake_back == options.stop_at_first_pass == (preset == "epic-printed")
    assert options.edition == ("epic" if preset.startswith("epic") else "advanced")


def test_a_bid_sheet_hides_its_contents() -> None:
    assert repr(BidSheet()) == "BidSheet()"


async def test_the_host_changes_settings_behind_more_until_the_start_and_nobody_else_does(forum: Forum) -> None:
    await forum.use("league", "new", title="Ludi Magni", events=2, laps=1, pace="now", preset="epic")
    league = (await forum.arena.steward.leagues.of_guild(GUILD))[-1].record.id
    more = await forum.press(MoreButton(league))
    assert "Settings" in [each.get("label") for each in buttons(more.last.components)]
    assert "Settings" not in [
        each.get("label") for each in buttons((await forum.press(MoreButton(league), BOB)).last.components)
    ]

    page = await forum.press(SettingsButton(league))
    about = {each["custom_id"].rsplit(":", maxsplit=1)[-1]: each for each in selects(page.last.components)}
    assert "private_wins" in about
    assert "help" not in about, "of the classic campaign alone"
    page = await forum.choose(SettingMenu(league, "private_wins"), "none")
    assert "wins in match races that count for a champion: none" in "\n".join(page.last.words())
    page = await forum.choose(SettingMenu(league, "events"), "5")
    page = await forum.choose(SettingMenu(league, "campaign"), "classic")
    assert "Epic campaign" not in "\n".join(page.last.words())
    assert "private_wins" not in [
        each["custom_id"].rsplit(":", maxsplit=1)[-1] for each in selects(page.last.components)
    ]

    refused = await forum.choose(SettingMenu(league, "events"), "7", BOB)
    assert "host" in refused.told
    options = forum.arena.steward.leagues.options_of(await forum.arena.steward.leagues.league(league))
    assert (options.events, options.campaign, options.laps) == (5, "classic", 1)


async def test_settings_stand_once_the_season_has_begun(forum: Forum) -> None:
    league = await begun(forum)
    refused = await forum.choose(SettingMenu(league, "events"), "7")
    assert "Done" not in refused.told
    assert (await state(forum, league)).options.events == 2


async def test_champions_stand_in_the_hall_of_fame_of_their_server(forum: Forum) -> None:
    league = await begun(forum)
    empty = forum.arena.act(ANN)
    await empty.response.defer(ephemeral=True, thinking=True)
    await show_fame(empty, "champions", "")  # type: ignore[arg-type]
    assert "No driver has won ten times" in empty.told or "the hall is empty" in empty.told

    async with forum.arena.steward.races.editing(league) as live:
        told = live.session.facts_told
        fact = DriverFreed(EntryId(1), 3, 7, "Gaius Nepos")
        live.session.table.tell(fact)
        live.note(told, [fact])
    (freed,) = await forum.arena.steward.leagues.freed(league)
    assert freed.name == "Gaius Nepos"

    shown = forum.arena.act(ANN)
    await shown.response.defer(ephemeral=True, thinking=True)
    await show_fame(shown, "champions", "")  # type: ignore[arg-type]
    assert "🕊️ **Gaius Nepos** of 🔴 **Ann**, in Ludi Magni" in shown.told


async def test_a_slave_who_is_freed_stands_in_the_hall_of_fame_as_one(forum: Forum) -> None:
    league = await begun(forum)
    async with forum.arena.steward.races.editing(league) as live:
        told = live.session.facts_told
        facts = [BeganAgain(EntryId(2), True, 0, 30), DriverFreed(EntryId(2), 30, 9, "Felix")]
        for fact in facts:
            live.session.table.tell(fact)
        live.note(told, facts)

    shown = forum.arena.act(ANN)
    await shown.response.defer(ephemeral=True, thinking=True)
    await show_fame(shown, "champions", "")  # type: ignore[arg-type]

    assert "🕊️ **Felix**, a driver of the state, sets 🔵 **Bob** free, in Ludi Magni" in shown.told


@pytest.mark.slow
async def test_a_paper_that_needs_posts_of_its_own_follows_a_phase_that_tells_nothing(forum: Forum) -> None:
    """The paper of eight stables begins a post; the race before it has no words, as nobody objected."""
    league = await begun(forum, events=1, house=6)
    arena, thread = forum.arena, forum.arena.client.get_partial_messageable(LEAGUE_THREAD)
    for _ in range(2_000):
        arena.circus.clock.pass_by(600.0)
        await arena.steward.timekeeper.tick()
        await arena.deliver()
        if (await arena.steward.race(league)).record.state == "finished":
            break

    posts = ["\n".join(message.said.words()) for message in thread.messages]
    assert sum("Acta Diurna" in post for post in posts) == 1
    assert "The season is over" in "\n".join(posts)
    assert all(posts), "no post is empty"


@pytest.mark.slow
async def test_a_season_by_the_green_button_alone_is_a_sensible_one_with_a_message_a_phase(forum: Forum) -> None:
    """Ann and Bob press it beside six house stables, and do nothing else: races are driven for them. Bob skips event 2.

    Whenever a chariot of theirs can start, one is entered, as there are more places than stables. Each phase sends one
    sheet at most, whether all press at once or Bob keeps Ann waiting. The first sheet of each event but the first tells
    what others did better.
    """
    sheets = {player: noted_sheets(forum, player) for player in (ANN, BOB)}
    league = await begun(forum, events=3, house=6)
    could, entered, told = set[tuple[int, int]](), set[tuple[int, int]](), dict[tuple[int, PlayerId], str]()
    while (await forum.arena.steward.race(league)).record.state != "finished":
        made = await state(forum, league)
        pressed = False
        for player, own in ((ANN, 1), (BOB, 2)):
            asks = [each for each in await forum.arena.steward.asks_of(player) if each.race_id == league]
            if not asks or asks[0].sealed is not None or (player, made.event) == (BOB, 2):
                continue
            sheet = await sheet_of(forum, player)
            if asks[0].ask.question.kind == "market":
                told[made.event, player] = "\n".join(sheet.words())
            await green(forum, player, sheet)
            pressed = True
            if asks[0].ask.question.kind == "stable" and _fit(await state(forum, league), own):
                could.add((made.event, own))
        made = await state(forum, league)
        entered |= {(made.event, each.stable) for each in made.entries if each.stable in (1, 2)}
        if not pressed:
            forum.arena.circus.clock.pass_by(600.0)
            await forum.arena.steward.timekeeper.tick()
            await forum.arena.deliver()

    assert {(event, 1) for event in (1, 2, 3)} <= could <= entered
    for sent in sheets.values():
        assert "Event 2 of 3, eve" in sent.values()
        assert max(Counter(sent.values()).values()) == 1, sent
    assert all(("📈 Event" in text) == (event > 1) for (event, _), text in told.items())
    for player in (ANN, BOB):
        dms = ["\n".join(each.said.words()) for each in forum.arena.client.user_of(player, "?").dms.messages]
        (closing,) = [text for text in dms if "🏁 **Ludi Magni** is over." in text]
        assert "You come" in closing or "You win the season" in closing
        assert "Your cash after each event: " in closing
        assert "**Next season**" in closing


async def sheet_of(forum: Forum, player: PlayerId) -> Said:
    """Return the sheet that stands in somebody's direct messages; where it was put into an answer, that of a look."""
    messages = forum.arena.client.user_of(player, "?").dms.messages
    if messages and "### Event" in "\n".join(messages[-1].said.words()) and buttons(messages[-1].said.components):
        return messages[-1].said
    return await forum.sheet(player)


async def green(forum: Forum, player: PlayerId, sheet: Said) -> None:
    """Press the green button of a sheet; where nothing is green, stay out."""
    if any(each.get("style") == 3 for each in buttons(sheet.components)):
        await follow(forum, player, sheet)
    else:
        await forum.answer(player, "Stay out")


def _fit(made: Any, own: int) -> bool:
    return any(can_start(each) for each in made.stables[own].chariots.values())


def noted_sheets(forum: Forum, player: PlayerId) -> dict[int, str]:
    """Return the headings of the sheets that come to somebody by direct message from now on, by message."""
    channel, sent = forum.arena.client.user_of(player, "?").dms, dict[int, str]()
    send = channel.send

    async def noting(*said: Any, **how: Any) -> Any:
        message = await send(*said, **how)
        heading = re.search(r"### (Event \d of \d, [a-z ]+) ·", "\n".join(message.said.words()))
        if heading is not None:
            sent[message.id] = heading[1]
        return message

    channel.send = noting  # type: ignore[method-assign]
    return sent


async def test_a_suggestion_that_is_pressed_twice_at_once_buys_nothing_twice(forum: Forum) -> None:
    league = await begun(forum)
    for player in (ANN, BOB):
        await forum.answer(player, "No bid")
    asked, cash = QuestionId.by(await forum.arena.asked(ANN)), (await state(forum, league)).stables[1].cash
    green = next(each for each in buttons((await forum.sheet(ANN)).components) if each.get("style") == 3)
    price = int(green["custom_id"].rpartition(":")[2])

    said = await asyncio.gather(*(forum.press(AdviceButton(asked, price), ANN) for _ in range(3)))

    stable = (await state(forum, league)).stables[1]
    assert cash - stable.cash == price
    assert all(map(can_start, stable.chariots.values()))
    assert sum("As suggested, for" in each.told for each in said) == 1
