"""Looking back on bets: the tipsters' table, a player's history, side bets."""

from typing import Any

from msgspec.structs import replace

from db.store import Store
from engine.betting.book import Book, Changes, SideBet
from engine.betting.records import PastTicket, Tipster
from records.values import EntryId, RaceId, Sesterces
from tests.db.bets import (
    GUILD,
    a_market,
    a_movement,
    a_side,
    a_table,
    a_ticket,
    placing,
    pot,
    purse,
)
from tests.db.samples import ANN, BOB, a_lobby


async def settled(store: Store, race: RaceId, won: dict[int, int], at: float) -> None:
    """Settle a race's market: tickets of *won* are paid so much, the others lose; player 300's comes back."""

    def decide(book: Book) -> Changes:
        paid = {each.number: Sesterces(won.get(each.number, 0)) for each in book.tickets}
        tickets = [
            replace(each, state="won" if paid[each.number] else "lost", paid=paid[each.number]) for each in book.tickets
        ]
        tickets = [replace(each, state="refunded", paid=each.stake) if each.player == 300 else each for each in tickets]
        moves = [
            a_movement(
                f"payoff:{race}:{each.number}",
                (pot(race), -each.paid),
                (purse(each.player), each.paid),
                kind="payoff",
                race=race,
            )
            for each in tickets
            if each.paid
        ]
        ended = (replace(book.markets[0], state="settled", ended=at),)
        return Changes(markets=ended, tickets=tuple(tickets), movements=tuple(moves))

    await store.wagers.change(race, decide)


async def test_the_table_of_tipsters_counts_settled_bets_of_a_server_since_a_time(store: Store) -> None:
    first, second, open_one = [await a_table(store) for _ in range(3)]
    abroad = await a_lobby(store, guild=2)
    for race in (first, second, open_one):
        for player, stake in ((100, 300), (200, 100), (300, 50)):
            await store.wagers.change(race, placing(player, f"{race} {player}", stake))
    await settled(store, first, {2: 250}, at=10.0)
    await settled(store, second, {1: 310}, at=20.0)

    name, tipsters = "Ann", store.purses.tipsters

    assert await tipsters(GUILD, 0.0) == [
        Tipster(BOB, name, Sesterces(200), Sesterces(250), 2),
        Tipster(ANN, name, Sesterces(600), Sesterces(310), 2),
    ]
    assert [(each.player, each.gained) for each in await tipsters(GUILD, 15.0)] == [(ANN, 10), (BOB, -100)]
    assert await tipsters(GUILD, 20.5) == []
    assert await tipsters(2, 0.0) == []
    assert (await store.wagers.book(abroad)).markets == ()


async def test_tipsters_are_called_what_they_are_called_in_that_server(store: Store) -> None:
    here, abroad = await a_table(store), await a_lobby(store, guild=2)
    await store.wagers.change(here, placing(ANN, "here"))
    await store.wagers.change(abroad, lambda _: Changes(markets=(a_market(abroad),)))
    known = a_ticket(abroad, key="abroad", name="Ann of the Greens", at=2000.0)
    await store.wagers.change(abroad, lambda _: Changes(tickets=(known,)))
    await settled(store, here, {}, at=10.0)

    assert [each.name for each in await store.purses.tipsters(GUILD, 0.0)] == ["Ann"]


async def test_a_history_tells_the_newest_tickets_with_what_they_were_on(store: Store) -> None:
    race = await a_table(store, title="Ludi Magni")
    other = await a_table(store)
    await store.wagers.change(race, placing(ANN, "a", 1, "2"))
    await store.wagers.change(race, placing(ANN, "b", 2, "over"))
    await store.wagers.change(race, placing(BOB, "c", 3, "1"))
    await store.wagers.change(other, placing(ANN, "d", 4, "1"))

    found = await store.purses.tickets_of(GUILD, ANN, 10)

    assert [each.ticket.key for each in found] == ["d", "b", "a"]
    assert found[1:] == [
        PastTicket(found[1].ticket, "Ludi Magni", "win", 0, "", None),
        PastTicket(found[2].ticket, "Ludi Magni", "win", 0, "chariot 2", "blue"),
    ]
    assert await store.purses.tickets_of(GUILD, ANN, 1) == found[:1]
    assert await store.purses.tickets_of(2, ANN, 10) == []


async def test_side_bets_keep_what_they_are(store: Store) -> None:
    race = await a_table(store)
    side = a_side(race, entry=EntryId(2), rival=None, against=Sesterces(9))
    await store.wagers.change(race, lambda _: Changes(sides=(side,)))

    async def becomes(**values: Any) -> SideBet:
        changed = replace(side, **values)
        await store.wagers.change(race, lambda _: Changes(sides=(changed,)))
        return (await store.wagers.book(race)).sides[0]

    assert await becomes(state="accepted") == replace(side, state="accepted")
    # Only what became of it is written, so its stakes stay, whatever a decision says.
    assert (await becomes(state="void", stake=Sesterces(1), ended=2.0)).stake == side.stake
