"""Challenges come in one direct message a phase to the other side, and later ones edit it (B.10, L-50)."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.leagues.words.epic_acts import AcceptMatch, Challenge, RaiseMatch
from records.values import EntryId, PlayerId, RaceId
from tests.cogs.arena import ANN, BOB, Arena
from tests.cogs.test_league_business import press_in
from tests.cogs.test_leagues import Forum, buttons
from tests.steward.test_matches import stable_day

ANNS, BOBS = EntryId(1), EntryId(2)


@pytest.fixture
async def forum(tmp_path: Path) -> AsyncIterator[Forum]:
    arena = Arena(tmp_path / "races.sqlite3")
    await arena.circus.open()
    yield Forum(arena)
    await arena.close()


async def act(forum: Forum, league: RaceId, player: PlayerId, *acts: Challenge | AcceptMatch | RaiseMatch) -> None:
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
    assert "Match 1 is on.** Name your 1 chariot" in words(forum, BOB)
    assert [each["label"] for each in buttons(forum.dm(BOB).components)] == ["Matches"]


async def test_a_challenge_is_accepted_in_its_message(forum: Forum) -> None:
    league = await a_day(forum)
    await act(forum, league, ANN, Challenge(BOBS, 1, 2, 300, 1))

    await press_in(forum, forum.dm(BOB).components, "Accept match 1", BOB)

    view = (await forum.arena.steward.log.status(league)).view
    assert [each.state for each in view.matches] == ["agreed"]
