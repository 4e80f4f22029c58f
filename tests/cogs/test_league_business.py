"""Deals, bets in the race and bribes by pressing; presses on what has changed meanwhile get a clear private answer."""

import re
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.kit.question_id import QuestionId
from cogs.panels.league_business import BribesButton, BusinessButton, BusinessMenu, RoundButton
from cogs.panels.question import ChoiceButton, ChoiceSelect
from cogs.panels.stable import StableButton
from engine.circus_maximus.orders.orders import Orders
from engine.circus_maximus.words.asks import Speed, WriteSpeed
from engine.questions import Ask
from records.values import EntryId, PlayerId, RaceId
from tests.circus_maximus.builders import RED, a_chariot, a_phase
from tests.cogs.arena import ANN, BOB, EVE
from tests.cogs.fakes import FakeInteraction
from tests.cogs.forum import LEAGUE_THREAD, Forum, buttons, selects
from tests.kept import once
from tests.steward.circus import MOD
from words.circus_maximus.controls import controls
from words.circus_maximus.order_menus import first_menus

NAMES = {RED: "Red", EntryId(2): "Blue"}


async def pressed(forum: Forum, shown: FakeInteraction, label: str, player: PlayerId = ANN) -> FakeInteraction:
    """Press the button of what was shown last by its label."""
    return await press_in(forum, shown.last.components, label, player)


async def press_in(forum: Forum, components: list[Any], label: str, player: PlayerId = ANN) -> FakeInteraction:
    found = next(each for each in buttons(components) if each["label"] == label)
    for kind in (BusinessButton, ChoiceButton):
        match = re.fullmatch(kind.__discord_ui_compiled_template__.pattern, found["custom_id"])
        if match is not None:
            item = await kind.from_custom_id(None, SimpleNamespace(label=label), match)
            return await forum.press(item, player)
    raise AssertionError(found)


async def chosen(forum: Forum, shown: FakeInteraction, place: int, label: str) -> FakeInteraction:
    """Let Ann choose a line of a menu of business."""
    menu = selects(shown.last.components)[place]
    value = next(each["value"] for each in menu["options"] if label in each["label"])
    item = BusinessMenu(RaceId(int(menu["custom_id"].split(":")[1])), place)
    return await forum.choose(item, value)


@once
async def to_stable_day(forum: Forum) -> int:
    league = await forum.start()
    for player in (ANN, BOB):
        await forum.answer(player, "Balanced stable")
    return league


async def test_a_chariot_is_sold_by_pressing_and_a_sheet_that_names_it_is_open_again(forum: Forum) -> None:
    league: Any = await to_stable_day(forum)
    arena = forum.arena
    sheet = await forum.sheet(BOB)
    entered = next(each for each in selects(sheet.components)[0]["options"] if each["label"].startswith("Hilarus"))
    asked = await arena.asked(BOB)
    await forum.choose(ChoiceSelect(QuestionId.by(asked)), entered["value"], BOB)
    assert (await arena.steward.asks_of(BOB))[0].sealed is not None

    page = await pressed(forum, await forum.press(StableButton(league)), "Deal")
    page = await chosen(forum, page, 0, "Bob")
    page = await chosen(forum, page, 1, "Hilarus")
    page = await chosen(forum, page, 2, "You pay 1,000s")
    offered = await pressed(forum, page, "Offer it")
    await arena.deliver()
    assert "**Ann** gives 1,000s; " in offered.told
    assert "Ann" in "\n".join(forum.dm(BOB).words())
    before = len(arena.client.user_of(EVE, "?").dms.messages)
    accepted = await press_in(forum, forum.dm(BOB).components, "Accept", BOB)
    await arena.deliver()

    assert "gives" in accepted.told
    assert len(arena.client.user_of(EVE, "?").dms.messages) == before
    view = (await arena.steward.log.status(league)).view
    assert 6 in [each.number for each in view.stable(EntryId(1)).chariots]
    (again,) = await arena.steward.asks_of(BOB)
    assert again.sealed is None, "what it named is sold"
    late = await forum.choose(ChoiceSelect(QuestionId.by(again)), entered["value"], BOB)
    assert "⚠️ Hilarus is not yours" in late.told
    assert "Who races?" in late.told, "the sheet stands there as it is now"
    twice = await press_in(forum, forum.dm(BOB).components, "Accept", BOB)
    assert "no offer 1 any more" in twice.told
    await undone_by_the_host(forum, league)


async def undone_by_the_host(forum: Forum, league: RaceId) -> None:
    """Let a moderator undo deal 1: a chariot of Bob's for money."""
    arena = forum.arena
    thread = arena.client.get_partial_messageable(LEAGUE_THREAD)
    assert "🤝 Deal 1: " in "\n".join(thread.words()), "all are told at once"

    guest = await forum.use("league", "undo", BOB, 1, "a gift")
    own = await forum.use("league", "undo", ANN, 1, "a gift")
    undone = await forum.use("league", "undo", MOD, 1, "a gift")
    again = await forum.use("league", "undo", MOD, 1, "a gift")
    await arena.deliver()

    assert "host" in guest.told
    assert "something to win" in own.told
    assert "Deal 1 is undone" in undone.told
    assert "No deal 1 was made in this phase" in again.told
    assert "undid deal 1: goods and money are back. Reason: a gift" in "\n".join(thread.words())
    assert 6 in [each.number for each in (await arena.steward.log.status(league)).view.stable(EntryId(2)).chariots]


async def test_a_press_on_yesterdays_sheet_is_answered_in_words(forum: Forum) -> None:
    await forum.start()
    sheet = await forum.sheet(ANN)
    for player in (ANN, BOB):
        await forum.answer(player, "Balanced stable")

    late = await press_in(forum, sheet.components, "Fast horses")

    assert "That sheet is closed" in late.told
    assert (await forum.arena.steward.asks_of(ANN))[0].ask.question.kind == "stable"


async def test_what_is_not_theirs_shows_to_nobody(forum: Forum) -> None:
    league: Any = await to_stable_day(forum)

    for item in (RoundButton(league), BribesButton(league), BusinessButton(league, "plan", "deal")):
        assert "You have no stable in this league" in (await forum.press(item, EVE)).told
    assert "No bets are taken now" in (await forum.press(RoundButton(league))).told
    assert "No bribe of yours waits" in (await forum.press(BribesButton(league))).told
    for code in ("pull-1", "win-1-b1x1"):
        refused = await forum.press(BusinessButton(league, "answer", code))
        assert "can't be done now" in refused.told
    forged = await forum.press(BusinessButton(league, "answer", "gold-1"))
    assert "I can't read" in forged.told


async def test_a_briber_finds_the_bribe_under_the_questions_of_the_race(forum: Forum) -> None:
    league: Any = await to_stable_day(forum)
    for player in (ANN, BOB):
        await forum.answer(player, "Enter one")
    asked = await forum.arena.asked(ANN)
    question: Any = asked.ask.question
    rival = next(each for each in question.entered if each not in question.own)
    sheet = f"eve-b{question.own[0]}x1-ds{rival}x15h"
    await forum.press(ChoiceButton(QuestionId.by(asked), "answer", sheet))
    await forum.answer(BOB, "Seal · Ready")
    await forum.arena.steward.timekeeper.tick()
    await forum.arena.deliver()

    mine = [each["label"] for each in buttons((await forum.sheet(ANN)).components)]
    bobs = [each["label"] for each in buttons((await forum.sheet(BOB)).components)]
    page = await forum.press(BribesButton(league))
    shown = await pressed(forum, page, "Show it")

    assert "My bribes" in mine
    assert "My bribes" not in bobs
    assert "shown when you press" in page.told
    assert "shown as turn 2 begins" in shown.told


@pytest.mark.parametrize("highest", [24, 25, 31, 40])
def test_a_team_faster_than_a_menu_is_long_finds_low_speeds_and_the_highest(highest: int) -> None:
    view = a_phase(a_chariot(), a_chariot("A30.5")).view([RED])
    ask = Ask(RED, WriteSpeed(highest), Speed(0))
    orders = first_menus(view, view.chariot(RED), ask, Orders(speed=highest - 1))
    menus = [controls(view, ask, NAMES, "m").options, next(orders).options]

    for options in menus:
        assert len(options) <= 25
        labels = [each.label for each in options]
        assert {f"Speed {speed}" for speed in (highest, 0, 8, 12)} <= set(labels)
    assert f"Speed {highest - 1}" in [each.label for each in menus[1]], "what was typed stands among them"


async def test_the_last_press_of_a_season_says_that_it_is_over(forum: Forum, monkeypatch: pytest.MonkeyPatch) -> None:
    """All let the last race stand: the reckoning ends the season, and no page of business is left to show."""
    league: Any = await to_stable_day(forum)
    steward = forum.arena.steward
    over = SimpleNamespace(view=SimpleNamespace(is_over=True, own={}))

    async def ends(*_: Any, **_how: Any) -> list[Any]:
        return []

    async def status(*_: Any) -> Any:
        return over

    monkeypatch.setattr(steward.leagues, "act", ends)
    monkeypatch.setattr(steward.log, "status", status)
    pressed_last = await forum.press(BusinessButton(league, "answer", "stand-1"))
    later = await forum.press(BusinessButton(league, "plan", "deal"))

    assert pressed_last.told.startswith("✅ Done.")
    assert "The season is over" in pressed_last.told
    assert "The season is over" in later.told
