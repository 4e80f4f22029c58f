"""Who had bet on what a turn brings: told by name only what was revealed by name, and nothing that is secret still."""

from typing import Any

import pytest

from engine.betting.book import Ticket
from engine.betting.rules import TableRules
from engine.betting.views import BoardView, ChoiceView, MarketView
from records.values import EntryId, PlayerId, RaceId, Sesterces
from tests.cogs.arena import ANN, BOB, EVE, Arena
from words.betting.crowd import crowd_line

RED, BLUE = EntryId(1), EntryId(2)
NAMES = {RED: "Red", BLUE: "Blue"}


def a_ticket(player: int, name: str, choice: str = "1", market: int = 1, state: str = "open") -> Any:
    return Ticket(
        race=RaceId(1),
        number=player,
        market=market,
        player=PlayerId(player),
        name=name,
        choice=choice,
        stake=Sesterces(100),
        key=str(player),
        at=0.0,
        state=state,  # type: ignore[arg-type]
    )


def a_market(number: int, kind: Any, state: Any, *bettors: int) -> MarketView:
    choices = tuple(ChoiceView(str(n), Sesterces(0), each, None) for n, each in enumerate(bettors, start=1))
    return MarketView(number, kind, 0, state, "", Sesterces(0), 0, choices, (), "")


def a_board(markets: list[MarketView], tickets: list[Any]) -> BoardView:
    return BoardView(
        RaceId(1), "Ludi", False, TableRules(), 0, Sesterces(0), (), tuple(markets), None, tuple(tickets), ()
    )


def told(markets: list[MarketView], *tickets: Any) -> list[str]:
    return crowd_line(a_board(markets, list(tickets)), [RED], NAMES)


def test_revealed_bets_are_told_by_name_each_person_once_and_the_rest_by_number() -> None:
    sealed = [a_market(1, "sealed", "closed")]
    people = [a_ticket(n, name) for n, name in enumerate(("Ann", "Bob", "Eve", "Dot", "Max"), start=100)]

    assert told(sealed, people[0], people[0]) == ["-# 🎟️ Money to win was on Red: Ann."]
    assert told(sealed, *people) == ["-# 🎟️ Money to win was on Red: Ann, Bob, Eve and 2 others."]
    assert told(sealed, a_ticket(1, "Ann", "2"), a_ticket(2, "Bob", state="cancelled")) == []


def test_of_pools_only_the_number_is_told_and_only_once_they_have_closed() -> None:
    assert told([a_market(1, "win", "closed", 3)]) == ["-# 🎟️ Money to win was on Red: 3 bettors."]
    assert told([a_market(1, "bank", "settled", 1)]) == ["-# 🎟️ Money to win was on Red: 1 bettor."]


@pytest.mark.parametrize(
    "market",
    [a_market(1, "win", "open", 3), a_market(1, "win", "void", 3), a_market(1, "place", "closed", 3)],
    ids=["open still", "stakes are back", "another thing than the win"],
)
def test_what_is_open_void_or_of_something_else_is_not_told(market: MarketView) -> None:
    assert told([market]) == []


def test_a_window_that_is_sealed_still_is_not_told() -> None:
    assert told([a_market(1, "sealed", "open")], a_ticket(1, "Ann")) == []


async def test_a_turn_tells_the_same_whatever_is_sealed_in_a_window_that_is_open(arena: Arena) -> None:
    """The line is made of the board as the public sees it: it has no viewer."""
    race = await arena.open_race()
    public, of_eve = await arena.steward.wagers.board(race), await arena.steward.wagers.board(race, EVE)

    assert public.viewer is None
    assert crowd_line(public, [RED, BLUE], NAMES) == crowd_line(of_eve, [RED, BLUE], NAMES) == []
    assert {ANN, BOB}.isdisjoint(each.player for each in public.tickets)
