"""Offers to a member come in one direct message a phase, however often the other side presses (L-50)."""

import asyncio

from engine.leagues.words.acts import Decline, OfferLoan
from engine.leagues.words.reasons import LeagueReason
from records.limits import OFFERS_IN_A_PHASE, OFFERS_STANDING
from records.refusals import Refused
from records.values import EntryId, RaceId
from tests.cogs.arena import ANN, BOB
from tests.cogs.forum import Forum
from tests.cogs.test_league_business import press_in, to_stable_day
from tests.steward.circus import MOD

ANNS, BOBS = EntryId(1), EntryId(2)


def loan(amount: int) -> OfferLoan:
    return OfferLoan(BOBS, amount, amount, 1)


async def lend(forum: Forum, league: RaceId, *amounts: int) -> list[Refused]:
    """Let Ann offer Bob loans in the same instant, and return what was refused."""
    offering = (forum.arena.steward.leagues.act(league, ANN, loan(each)) for each in amounts)
    done = await asyncio.gather(*offering, return_exceptions=True)
    assert all(not isinstance(each, BaseException) or isinstance(each, Refused) for each in done)
    return [each for each in done if isinstance(each, Refused)]


async def stable_day(forum: Forum) -> RaceId:
    """Return a league on its first stable day, with all messages delivered."""
    league = RaceId(await to_stable_day(forum))
    await forum.arena.deliver()
    return league


def messages(forum: Forum) -> int:
    return len(forum.arena.client.user_of(BOB, "?").dms.messages)


async def test_sixty_offers_are_one_message_with_the_three_that_stand(forum: Forum) -> None:
    league = await stable_day(forum)
    before = messages(forum)

    refused = await lend(forum, league, *(100 * number for number in range(1, 61)))
    await forum.arena.deliver()

    assert len(refused) == 60 - OFFERS_IN_A_PHASE.most
    assert {each.reason for each in refused} == {LeagueReason.OFFERED_ENOUGH}
    assert messages(forum) == before + 1
    words = "\n".join(forum.dm(BOB).words())
    assert [number for number in range(1, 62) if f"Offer {number}:" in words] == [7, 8, 9]
    assert words.count("Accept") == OFFERS_STANDING.most


async def test_a_later_offer_edits_the_message_and_any_that_stands_is_accepted_there(forum: Forum) -> None:
    league = await stable_day(forum)
    before = messages(forum)
    await lend(forum, league, 100)
    await forum.arena.deliver()
    first = forum.dm(BOB).words()
    await lend(forum, league, 200)
    await forum.arena.deliver()

    assert messages(forum) == before + 1
    assert "Accept" in first
    accepted = await press_in(forum, forum.dm(BOB).components, "Accept 1", BOB)
    assert "100s" in accepted.told
    view = (await forum.arena.steward.log.status(league)).view
    assert [(each.lender, each.borrower, each.due) for each in view.loans] == [(ANNS, BOBS, 100)]


async def test_offers_made_and_taken_back_are_no_way_round(forum: Forum) -> None:
    league = await stable_day(forum)
    before = messages(forum)
    for number in range(1, OFFERS_IN_A_PHASE.most + 1):
        assert not await lend(forum, league, 100)
        await forum.arena.deliver()
        await forum.arena.steward.leagues.act(league, ANN, Decline(number))

    assert [each.reason for each in await lend(forum, league, 100)] == [LeagueReason.OFFERED_ENOUGH]
    await forum.arena.deliver()
    assert messages(forum) == before + 1


async def test_a_message_that_its_reader_has_deleted_comes_anew(forum: Forum) -> None:
    league = await stable_day(forum)
    await lend(forum, league, 100)
    await forum.arena.deliver()
    dms = forum.arena.client.user_of(BOB, "?").dms
    dms.messages.remove(dms.messages[-1])
    before = messages(forum)

    await lend(forum, league, 200)
    await forum.arena.deliver()

    assert messages(forum) == before + 1
    assert "Offer 2" in "\n".join(forum.dm(BOB).words())


async def test_in_the_next_phase_offers_come_in_a_message_of_their_own(forum: Forum) -> None:
    league = await stable_day(forum)
    await lend(forum, league, 100)
    await forum.arena.deliver()
    before = messages(forum)
    await forum.arena.steward.leagues.close_phase(league, MOD, "All are in")
    phase = (await forum.arena.steward.log.status(league)).view.phase

    refused = await lend(forum, league, 100)
    await forum.arena.deliver()

    assert phase != "stable"
    new = [each.said.words() for each in forum.arena.client.user_of(BOB, "?").dms.messages[before:]]
    offers = [words for words in new if any("Offer 2:" in each for each in words)]
    assert (refused, len(offers)) == ([], 1)
