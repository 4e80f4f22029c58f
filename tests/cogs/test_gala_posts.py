"""A gala in Discord: one message for all of an owner's men, a table for each match, challenges to duels."""

import pytest

from cogs.panels.bets.table import BetButton
from cogs.panels.league import LeagueButton
from cogs.panels.league_business import BusinessButton
from cogs.panels.league_shown import LOOKS, LookButton
from cogs.panels.my_questions import OrdersButton
from cogs.panels.stable import StableButton
from cogs.panels.watch import ALL as WATCHED
from cogs.panels.watch import WatchButton
from cogs.posts.primers import primer_of
from engine.leagues.words.arena_acts import ChallengeToDuel
from engine.leagues.words.epic_acts import AcceptMatch
from records.text import isolated
from records.values import EntryId, PlayerId, RaceId
from tests.cogs.arena import ANN, BOB, EVE
from tests.cogs.forum import Forum, buttons
from tests.steward.circus import MOD
from tests.steward.leagues import THREAD, to_phase, to_the_end
from tests.steward.test_galas import enter, matches_of, stable_day


async def on_the_eve(forum: Forum) -> RaceId:
    """Let Ann and Bob enter two men each, and come to where their pairs are drawn."""
    league = await stable_day(forum.arena.circus)
    await enter(forum.arena.circus, league, ANN, BOB)
    await comes_to(forum, league, "eve")
    return league


async def comes_to(forum: Forum, league: RaceId, phase: str) -> None:
    """Come to a phase, and have all posted that it brings."""
    await to_phase(forum.arena.circus, league, phase)
    await forum.arena.circus.steward.timekeeper.tick()
    await forum.arena.deliver()


async def begun(forum: Forum) -> RaceId:
    """Let Ann and Bob fight with two men each."""
    league = await stable_day(forum.arena.circus)
    await enter(forum.arena.circus, league, ANN, BOB)
    await comes_to(forum, league, "race")
    return league


def messages(forum: Forum, player: PlayerId) -> int:
    return len(forum.arena.client.user_of(player, "?").dms.messages)


async def test_two_men_are_one_message_with_a_button_each(forum: Forum) -> None:
    circus = forum.arena.circus
    league = await on_the_eve(forum)
    before = messages(forum, ANN)
    await comes_to(forum, league, "race")

    asked = [each for each in await circus.steward.open_asks(ANN) if each.race_id != league]
    assert len(asked) == 2
    assert messages(forum, ANN) == before + 1
    shown = forum.dm(ANN)
    assert "2 questions wait for you" in "\n".join(shown.words())
    opening = [each["label"] for each in buttons(shown.components) if each["custom_id"].startswith("open:")]
    races = [await circus.steward.race(each.race_id) for each in asked]
    men = [
        entry.name
        for race, each in zip(races, asked, strict=True)
        for entry in race.entries
        if entry.entry == each.entry
    ]
    assert sorted(opening) == sorted(map(isolated, men)), "a man's own name alone"


async def test_spectators_choose_among_the_matches(forum: Forum) -> None:
    league = await begun(forum)
    matches = await matches_of(forum.arena.circus, league)

    shown = await forum.press(LookButton(league, "bet"), EVE)

    assert "On which match?" in shown.told
    assert [each["custom_id"] for each in buttons(shown.last.components)] == [
        f"bets:open:{each.id}" for each in matches
    ]


async def test_spectators_bet_as_soon_as_the_pairs_are_drawn(forum: Forum) -> None:
    league = await on_the_eve(forum)
    first = (await matches_of(forum.arena.circus, league))[0]

    chosen = await forum.press(LookButton(league, "bet"), EVE)
    table = await forum.press(BetButton(first.id, "open"), EVE)

    assert "On which match?" in chosen.told
    assert "Betting table" in table.told
    assert "who wins · 0 staked" in table.told


async def test_whatever_one_looks_at_in_a_match_that_waits_is_told_kindly(forum: Forum) -> None:
    league = await on_the_eve(forum)
    first = (await matches_of(forum.arena.circus, league))[0]

    shown = [await forum.press(WatchButton(first.id, each), who) for each in WATCHED for who in (ANN, EVE)]

    assert all(each.told for each in shown)
    assert not any("Something went wrong" in each.told for each in shown), [each.told for each in shown]


async def test_a_challenge_to_a_duel_is_told_to_the_other_side(forum: Forum) -> None:
    league = await stable_day(forum.arena.circus)
    await forum.arena.deliver()
    before = messages(forum, BOB)

    await forum.arena.steward.leagues.act(league, ANN, ChallengeToDuel(EntryId(2), 1, 1, 500))
    await forum.arena.deliver()

    assert messages(forum, BOB) == before + 1
    assert "challenges you" in "\n".join(forum.dm(BOB).words())


@pytest.mark.drawn
async def test_all_that_there_is_to_look_at_is_there_in_each_phase(forum: Forum) -> None:
    circus = forum.arena.circus
    league = await stable_day(circus)
    for phase in ("stable", "eve", "race", "protest"):
        if phase == "eve":
            await enter(circus, league, ANN, BOB)
        await comes_to(forum, league, phase)
        shown = {act: await forum.press(LookButton(league, act)) for act in LOOKS}
        others = [await forum.press(LeagueButton(league, "sheet")), await forum.press(StableButton(league))]
        told = [each.told for each in (*shown.values(), *others)]
        assert not any("Something went wrong" in each for each in told), told
        assert phase not in ("eve", "race") or " against " in shown["field"].told
        assert "TR " in others[1].told


async def test_a_gala_is_told_in_the_thread_to_its_end(forum: Forum) -> None:
    league = await begun(forum)
    await to_the_end(forum.arena.circus, league)
    await forum.arena.deliver()

    thread = forum.arena.client.get_partial_messageable(THREAD)
    posts = "\n".join("\n".join(message.said.contents()) for message in thread.messages)
    assert " wins" in posts
    assert "gala" in posts.lower()
    headings = [each for each in posts.split("\n") if each.startswith("### Exchange")]
    assert headings
    assert all(" · " in each and " and " in each for each in headings), "several matches share a thread"
    results = [each for each in posts.split("\n") if each.startswith(("⏭️ Next:", "🏛️ That was"))]
    assert len(results) == 1, "the last match of the gala alone tells what follows it"


async def test_who_has_agreed_to_a_duel_reads_what_is_asked_and_what_silence_brings(forum: Forum) -> None:
    league = await stable_day(forum.arena.circus)
    for player, act in ((ANN, ChallengeToDuel(EntryId(2), 1, 1, 500)), (BOB, AcceptMatch(1))):
        await forum.arena.steward.leagues.act(league, player, act)
        await forum.arena.deliver()

    told = "\n".join(forum.dm(ANN).words())

    assert "### Name who fights" in told
    assert "⚔️ **Duel 1 is on.** Name your gladiator." in told
    assert "No name in a day? Then the healthiest fight for you." in told
    assert "nothing happens" not in told


async def test_who_accepts_a_duel_is_shown_duels_where_the_name_is_asked_for(forum: Forum) -> None:
    league = await stable_day(forum.arena.circus)
    await forum.arena.steward.leagues.act(league, ANN, ChallengeToDuel(EntryId(2), 1, 1, 500))
    await forum.arena.deliver()

    shown = await forum.press(BusinessButton(league, "answer", "okmatch-1"), BOB)

    assert "### Duels" in shown.told
    assert "A match is a race" not in shown.told
    assert "Who fights duel 1?" in shown.last.words()


async def test_spectators_are_shown_matches_under_way_and_no_others(forum: Forum) -> None:
    league = await begun(forum)
    matches = await matches_of(forum.arena.circus, league)
    await forum.arena.circus.store.races.set(matches[0].id, state="finished", ended=1.0)

    shown = await forum.press(LookButton(league, "bet"), EVE)

    left = [f"bets:open:{each.id}" for each in matches[1:]]
    offered = [each["custom_id"] for each in buttons(shown.last.components)]
    assert f"bets:open:{matches[0].id}" not in offered
    assert len(left) == 1 or offered == left


async def test_the_rules_of_a_fight_stand_once_where_the_same_people_fight_twice(forum: Forum) -> None:
    league = await begun(forum)
    steward = forum.arena.steward
    first, second = [await steward.race(each.id) for each in await matches_of(forum.arena.circus, league)][:2]
    people = [{each.player for each in race.factions} for race in (first, second)]
    assert people[0] == people[1] == {ANN, BOB}

    assert await primer_of(steward, first)
    assert not await primer_of(steward, second)

    await forum.arena.circus.store.races.set(first.record.id, state="finished", ended=1.0)
    assert not await primer_of(steward, await steward.race(second.record.id))
    assert await primer_of(steward, await steward.race(first.record.id)), "its first post is told alike when it grows"


async def test_a_way_on_that_is_older_than_its_answer_leads_to_what_waits_now(forum: Forum) -> None:
    await begun(forum)
    steward = forum.arena.steward
    first, second = [each.race_id for each in await steward.open_asks(ANN)][:2]
    await steward.desk.close(first, MOD, "rain")
    await forum.arena.deliver()
    waiting = [each.race_id for each in await steward.asks_of(ANN)]
    assert first not in waiting
    assert second in waiting

    shown = await forum.press(OrdersButton(first), ANN)

    assert "asks nothing of you now" in shown.told
    assert [each["custom_id"] for each in buttons(shown.last.components)] == [f"orders:{waiting[0]}"]
