"""Challenges come in one direct message a phase to the other side, and later ones edit it (B.10, L-50)."""

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from cogs.panels.league_business import BusinessMenu, MatchButton
from cogs.posts import results
from engine.leagues.words.epic_acts import AcceptMatch, Challenge, NameForMatch, RaiseMatch
from engine.leagues.words.names import name_of
from engine.questions import Answer
from records.values import EntryId, PlayerId, RaceId
from tests.cogs.arena import ANN, BOB, EVE
from tests.cogs.forum import Forum, buttons, selects
from tests.cogs.test_league_business import press_in
from tests.steward.test_matches import chariots_of, stable_day

ANNS, BOBS = EntryId(1), EntryId(2)
CHALLENGE = (
    "Match 1 · 1 lap, 1 to 1.\nAnn challenges with 300: a chariot, named in secret.\n"
    "Bob answers with 300: a chariot, named in secret.\nIt waits for Bob."
)


async def act(forum: Forum, league: RaceId, player: PlayerId, *acts: Answer) -> None:
    for each in acts:
        await forum.arena.steward.leagues.act(league, player, each)
    await forum.arena.deliver()


def messages(forum: Forum, player: PlayerId) -> int:
    return len(forum.arena.client.user_of(player, "?").dms.messages)


def words(forum: Forum, player: PlayerId) -> str:
    return "\n".join(forum.dm(player).words())


async def a_day(forum: Forum) -> RaceId:
    league = await stable_day(forum.arena.circus)
    await forum.arena.deliver()
    return league


async def test_three_challenges_are_one_message_to_the_other_side(forum: Forum) -> None:
    league = await a_day(forum)
    before = messages(forum, ANN), messages(forum, BOB)

    await act(forum, league, ANN, Challenge(BOBS, 1, 2, 300, 2))
    first = words(forum, BOB)
    await act(forum, league, ANN, Challenge(BOBS, 2, 1, 100, 1))

    assert (messages(forum, ANN), messages(forum, BOB)) == (before[0], before[1] + 1)
    assert "Ann** challenges you: 1 chariot a side, 2 laps. You stake 300s, they stake 600s." in first
    assert words(forum, BOB).count("challenges you") == 2
    assert "No answer in two days?" in first
    assert [each["label"] for each in buttons(forum.dm(BOB).components)] == [
        *("Accept match 1", "Decline match 1", "Accept match 2", "Decline match 2", "Matches")
    ]


async def test_a_raise_and_an_acceptance_are_told_to_the_one_who_has_to_go_on(forum: Forum) -> None:
    league = await a_day(forum)
    await act(forum, league, ANN, Challenge(BOBS, 1, 2, 300, 1))
    await act(forum, league, BOB, RaiseMatch(1, 500))
    raised = words(forum, ANN)
    await act(forum, league, ANN, AcceptMatch(1))

    assert "Bob** raises the stakes: 1 chariot a side, 1 lap. You stake 1,000s, they stake 500s." in raised
    assert "Match 1 is on.** Name your chariot." in words(forum, BOB)
    assert [each["label"] for each in buttons(forum.dm(BOB).components)] == ["Matches"]


async def test_a_challenge_is_accepted_in_its_message(forum: Forum) -> None:
    league = await a_day(forum)
    await act(forum, league, ANN, Challenge(BOBS, 1, 2, 300, 1))

    await press_in(forum, forum.dm(BOB).components, "Accept match 1", BOB)

    view = (await forum.arena.steward.log.status(league)).view
    assert [each.state for each in view.matches] == ["agreed"]


async def test_a_challenge_and_the_start_of_its_race_are_posted_with_their_card(forum: Forum) -> None:
    league = await a_day(forum)
    await act(forum, league, ANN, Challenge(BOBS, 1, 1, 300, 1))
    season = await forum.arena.steward.race(league)
    assert season.record.thread is not None
    said = forum.arena.client.get_partial_messageable(season.record.thread).words()

    assert any("⚔️ Match 1: 🔴 **Ann** challenges 🔵 **Bob**." in each for each in said)
    assert [each for each in said if each.startswith("Match 1 · ")] == 2 * [CHALLENGE], "the picture, and its alt text"
    assert f"league-match:{league}:1" in said

    shown = await forum.press(MatchButton(league, 1), BOB)
    stranger = await forum.press(MatchButton(league, 1), EVE)

    assert [each["label"] for each in buttons(shown.last.components)] == [
        "Accept match 1",
        "Raise to 400s",
        "Decline match 1",
    ]
    assert buttons(stranger.last.components) == []
    for one in (shown, stranger):
        assert "Ann challenges with 300" in "\n".join(one.last.words())
    for player in (BOB, EVE):
        assert "There is no match 7" in (await forum.press(MatchButton(league, 7), player)).told

    owned = await chariots_of(forum.arena.circus, league)
    await act(forum, league, BOB, AcceptMatch(1), NameForMatch(1, (owned[2][0],)))
    shown = await forum.press(MatchButton(league, 1), ANN)
    naming = next(each for each in selects(shown.last.components) if each["placeholder"].startswith("Your chariots"))
    mine = next(each for each in naming["options"] if each["label"] == name_of(owned[1][0]))
    drawn = await forum.choose(BusinessMenu(league, 0), mine["value"])
    await press_in(forum, drawn.last.components, "Name them", ANN)
    await forum.arena.deliver()
    said = forum.arena.client.get_partial_messageable(season.record.thread).words()
    begins = [each for each in said if each.startswith("Match 1 · ")][-1]

    assert begins.endswith("The race is on.")
    assert f"Ann challenges with 300: {name_of(owned[1][0])}, speed" in begins


async def test_a_side_bet_is_drawn_up_on_the_match_told_to_all_and_taken_by_a_press(forum: Forum) -> None:
    league = await a_day(forum)
    await act(forum, league, ANN, Challenge(BOBS, 1, 1, 300, 1))
    page = await forum.press(MatchButton(league, 1), ANN)
    menu = next(each for each in selects(page.last.components) if each["placeholder"] == "Bet on this match")
    assert all("Ann" in each["label"] for each in menu["options"]), "who races backs themselves"
    value = next(each["value"] for each in menu["options"] if each["label"].startswith("300s on "))

    drawn = await forum.choose(BusinessMenu(league, 0), value)
    odds = next(each for each in selects(drawn.last.components) if each["placeholder"] == "Against how much?")
    drawn = await forum.choose(BusinessMenu(league, 1), odds["options"][0]["value"])
    assert "You bet **300s** on 🔴 **Ann**, against **" in drawn.told
    done = await press_in(forum, drawn.last.components, "Offer · 300s", ANN)
    await forum.arena.deliver()
    season = await forum.arena.steward.race(league)
    assert season.record.thread is not None
    said = "\n".join(forum.arena.client.get_partial_messageable(season.record.thread).words())

    assert "🪙 Match 1: 🔴 **Ann** bets 300s on 🔴 **Ann**, against" in said
    assert said.count(f"league-match:{league}:1") == 2, "under the challenge, and under the bet"
    assert "Take bet 1 back" in [each["label"] for each in buttons(done.last.components)]
    shown = await forum.press(MatchButton(league, 1), BOB)
    take = next(each["label"] for each in buttons(shown.last.components) if each["label"].startswith("Take bet 1 · "))
    taken = await press_in(forum, shown.last.components, take, BOB)
    assert "against 🔵 **Bob**'s" in taken.told
    again = await press_in(forum, shown.last.components, take, BOB)
    assert "not to be had any more" in again.told


async def test_after_a_match_nothing_is_named_that_its_result_lacks(
    forum: Forum, monkeypatch: pytest.MonkeyPatch
) -> None:
    season = await forum.arena.steward.race(await a_day(forum))
    match: Any = SimpleNamespace(record=replace(season.record, league=season.record.id))
    sender: Any = SimpleNamespace(steward=forum.arena.steward)
    ended: dict[bool, str] = {}
    for ends in (True, False):

        async def ends_event(*_: object, ends: bool = ends) -> bool:
            return ends

        monkeypatch.setattr(results, "ends_event", ends_event)
        ended[ends] = await results._following(sender, match)

    assert ended[True].startswith("Next: the reckoning.")
    assert ended[False] == f"What it brought, money and experience, stands in <#{season.record.thread}>."
