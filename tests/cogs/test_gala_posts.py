"""A gala in Discord: one message for all of an owner's men, a table for each match, challenges to duels."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cogs.panels.bets.table import BetButton
from cogs.panels.league import LeagueButton
from cogs.panels.league_shown import LOOKS, LookButton
from cogs.panels.stable import StableButton
from cogs.panels.watch import ALL as WATCHED
from cogs.panels.watch import WatchButton
from engine.leagues.words.arena_acts import ChallengeToDuel
from records.values import EntryId, PlayerId, RaceId
from tests.cogs.arena import ANN, BOB, EVE, Arena
from tests.cogs.test_leagues import Forum, buttons
from tests.steward.leagues import THREAD, to_phase, to_the_end
from tests.steward.test_galas import enter, matches_of, stable_day


@pytest.fixture
async def forum(tmp_path: Path) -> AsyncIterator[Forum]:
    arena = Arena(tmp_path / "races.sqlite3")
    await arena.circus.open()
    yield Forum(arena)
    await arena.close()


async def begun(forum: Forum) -> RaceId:
    """Let Ann and Bob fight with two men each."""
    circus = forum.arena.circus
    league = await stable_day(circus)
    await enter(circus, league, ANN, BOB)
    await to_phase(circus, league, "race")
    await circus.steward.timekeeper.tick()
    await forum.arena.deliver()
    return league


def messages(forum: Forum, player: PlayerId) -> int:
    return len(forum.arena.client.user_of(player, "?").dms.messages)


async def test_two_men_are_one_message_with_a_button_each(forum: Forum) -> None:
    circus = forum.arena.circus
    league = await stable_day(circus)
    await enter(circus, league, ANN, BOB)
    await to_phase(circus, league, "eve")
    await forum.arena.deliver()
    before = messages(forum, ANN)
    await to_phase(circus, league, "race")
    await circus.steward.timekeeper.tick()
    await forum.arena.deliver()

    asked = [each for each in await circus.steward.open_asks(ANN) if each.race_id != league]
    assert len(asked) == 2
    assert messages(forum, ANN) == before + 1
    shown = forum.dm(ANN)
    assert "2 questions wait for you" in "\n".join(shown.words())
    assert len([each for each in buttons(shown.components) if each["custom_id"].startswith("open:")]) == 2


async def test_spectators_choose_among_the_matches(forum: Forum) -> None:
    league = await begun(forum)
    matches = await matches_of(forum.arena.circus, league)

    shown = await forum.press(LookButton(league, "bet"), EVE)

    assert "On which match?" in shown.told
    assert [each["custom_id"] for each in buttons(shown.last.components)] == [
        f"bets:open:{each.id}" for each in matches
    ]


async def test_spectators_bet_as_soon_as_the_pairs_are_drawn(forum: Forum) -> None:
    circus = forum.arena.circus
    league = await stable_day(circus)
    await enter(circus, league, ANN, BOB)
    await to_phase(circus, league, "eve")
    await circus.steward.timekeeper.tick()
    await forum.arena.deliver()
    first = (await matches_of(circus, league))[0]

    chosen = await forum.press(LookButton(league, "bet"), EVE)
    table = await forum.press(BetButton(first.id, "open"), EVE)

    assert "On which match?" in chosen.told
    assert "Betting table" in table.told
    assert "who wins · 0 staked" in table.told


async def test_whatever_one_looks_at_in_a_match_that_waits_is_told_kindly(forum: Forum) -> None:
    circus = forum.arena.circus
    league = await stable_day(circus)
    await enter(circus, league, ANN, BOB)
    await to_phase(circus, league, "eve")
    await circus.steward.timekeeper.tick()
    await forum.arena.deliver()
    first = (await matches_of(circus, league))[0]

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
        await to_phase(circus, league, phase)
        await circus.steward.timekeeper.tick()
        await forum.arena.deliver()
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
