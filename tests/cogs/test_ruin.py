"""An owner who can't pay is told so in person, with the way on; nobody else gets a message for it."""

from engine.facts import Fact
from engine.leagues.words.facts import AuctionOrdered, StatusChanged
from records.values import EntryId, PlayerId, RaceId
from tests.cogs.arena import ANN, BOB
from tests.cogs.forum import Forum, buttons
from tests.cogs.test_epic_leagues import begun

BOBS = EntryId(2)


async def tell(forum: Forum, league: RaceId, fact: Fact, *, restarts: int = 0) -> None:
    """Let a league tell a fact of Bob's ruin, and what it leaves him with."""
    async with forum.arena.steward.races.editing(league) as live:
        if isinstance(fact, StatusChanged):
            for stables in (live.session.state.stables, live.session.state.shown):
                stables[BOBS].status, stables[BOBS].restarts = fact.status, restarts
        told = live.session.facts_told
        live.session.table.tell(fact)
        live.note(told, [fact])
        live.session.table.end_scene()
    await forum.arena.deliver()


def said_to(forum: Forum, player: PlayerId) -> str:
    return "\n".join(forum.arena.client.user_of(player, "?").dms.words())


async def test_a_debtor_learns_of_the_auction_and_a_bankrupt_of_the_way_on(forum: Forum) -> None:
    league = await begun(forum)

    await tell(forum, league, AuctionOrdered(BOBS, 9_000))
    assert "You can't pay 9,000s of your debts, so your goods go to auction" in said_to(forum, BOB)
    await tell(forum, league, StatusChanged(BOBS, "bankrupt"))
    assert "**My stable** leads on: you begin again, or drive for the state" in said_to(forum, BOB)

    assert [each["label"] for each in buttons(forum.dm(BOB).components)] == ["My stable"]
    assert "bankrupt" not in said_to(forum, ANN)
    assert "go to auction" not in said_to(forum, ANN)
    ruin = [each for each in await forum.arena.circus.store.outbox.of_race(league) if each.kind == "ending"]
    assert [each.player for each in ruin] == [BOB, BOB]


async def test_who_has_begun_again_before_is_promised_nothing(forum: Forum) -> None:
    league = await begun(forum)
    await tell(forum, league, StatusChanged(BOBS, "bankrupt"), restarts=1)
    assert "**My stable** says whether you can go on" in said_to(forum, BOB)


async def test_who_goes_on_already_hears_nothing_of_it_any_more(forum: Forum) -> None:
    league = await begun(forum)
    await tell(forum, league, StatusChanged(BOBS, "active"))
    assert "bankrupt" not in said_to(forum, BOB)


async def test_my_sheet_shows_a_bankrupt_the_way_on_and_others_their_sheet(forum: Forum) -> None:
    league = await begun(forum)
    await tell(forum, league, StatusChanged(BOBS, "bankrupt"))

    shown, others = await forum.sheet(BOB), await forum.sheet(ANN)

    assert "You are bankrupt." in "\n".join(shown.words())
    assert "Begin again" in [each["label"] for each in buttons(shown.components)]
    assert "Your bids" in "\n".join(others.words())
