"""Worlds that differ in what is hidden look alike to all who may not know it (2.2, Y15)."""

import msgspec
import pytest

from engine.chariots_of_rome.orders.orders import AttackWish, Orders
from engine.chariots_of_rome.seen.views import view_for
from engine.chariots_of_rome.words.answers import CharioteerWishes, GateWishes, LeaveCards, MoveCard, Ready
from engine.chariots_of_rome.words.facts import CardsLooked, CardsShown
from engine.chariots_of_rome.words.options import Options
from engine.chariots_of_rome.words.questions import ArrangeCards, RankCharioteers, RankGates, WriteOrders
from engine.chariots_of_rome.words.state import Race
from engine.facts import OrdersUnsealed
from engine.session import Session
from records.values import EntryId
from tests.chariots_of_rome.builders import BLUE, GREEN, RED, WHITE, a_session, asked, play

SALT = bytes(32)
BREEDER = Options(charioteers=("C02", "C01", "C19", "C04"))
"""White drives Mercatius, green drives Varro."""

OTHERS: tuple[list[EntryId], ...] = ([], [RED], [RED, GREEN])


def under_way(rounds: int = 4) -> Race:
    """Return a race from its middle, with cards in stacks."""
    session = play(a_session(BREEDER), lambda session: session.state.round > rounds and session.state.action_discard)
    return msgspec.json.decode(msgspec.json.encode(session.state), type=Race)


def twin(race: Race) -> Race:
    return msgspec.json.decode(msgspec.json.encode(race), type=Race)


@pytest.mark.parametrize("pile", ["actions", "fates", "pool"])
def test_nobody_sees_how_a_pile_lies(pile: str) -> None:
    race = under_way()
    other = twin(race)
    getattr(other, pile).reverse()

    for drives in ([], list(race.chariots)):
        assert view_for(race, {}, drives) == view_for(other, {}, drives)


def test_nobody_sees_a_cornering_stack_its_owner_neither() -> None:
    race = under_way()
    red = race.chariots[RED]
    red.cards, race.actions = race.actions[:3], race.actions[3:]
    red.stack = 3
    other = twin(race)
    other.chariots[RED].cards, other.actions[:3] = other.actions[:3], other.chariots[RED].cards

    for drives in ([], [RED], list(race.chariots)):
        assert view_for(race, {}, drives) == view_for(other, {}, drives)
    assert view_for(race, {}, [RED]).chariot(RED).stack == 3


def test_nobody_but_mercatius_sees_the_initiative_cards_until_the_round_is_over() -> None:
    session = play(a_session(BREEDER), lambda session: asked(session, [ArrangeCards]))
    ask = session.open[WHITE]
    assert isinstance(ask.question, ArrangeCards)
    cards = ask.question.cards
    worlds = []
    for answer in (LeaveCards(), MoveCard(cards[3], 2)):  # the first card stays the same
        world = play(a_session(BREEDER), lambda session: asked(session, [ArrangeCards]))
        world.answer(WHITE, answer, salt=SALT)
        worlds.append(world)
    one, other = worlds

    for drives in OTHERS:
        assert one.view(drives) == other.view(drives)
    assert one.view([WHITE]).initiative != other.view([WHITE]).initiative
    assert [type(fact) for fact in one.table.told] == [type(fact) for fact in other.table.told]
    assert CardsLooked(WHITE) in one.table.told
    assert not any(isinstance(fact, CardsShown) for world in worlds for fact in world.table.told)

    play(other, lambda session: session.state.round == 2)
    shown = next(fact for fact in other.table.told if isinstance(fact, CardsShown))
    assert (shown.before, shown.after) == (cards, (*cards[:2], cards[3], cards[2]))


def test_varro_alone_sees_the_top_card_and_until_it_is_drawn() -> None:
    race = under_way()
    race.top_known = GREEN
    other = twin(race)
    other.actions[0], other.actions[1] = other.actions[1], other.actions[0]

    for drives in ([], [RED, WHITE, BLUE]):
        assert view_for(race, {}, drives) == view_for(other, {}, drives)
    assert view_for(race, {}, [GREEN]).top_card == race.actions[0]
    race.top_known = None
    assert view_for(race, {}, [GREEN]).top_card is None


@pytest.mark.parametrize(
    ("question", "wishes"),
    [
        (RankCharioteers, lambda question: CharioteerWishes(question.display[::-1])),
        (RankGates, lambda question: GateWishes(question.gates[::-1])),
    ],
)
def test_wishes_are_their_owners_until_all_are_in(question: type, wishes: object) -> None:
    options = Options(drafting=True, by_orders=True)
    worlds: list[Session[Race]] = []
    for is_changed in (False, True):
        session = play(a_session(options), lambda session: asked(session, [question]))
        ask = session.open[BLUE]
        session.answer(BLUE, wishes(ask.question) if is_changed else ask.default, salt=SALT)  # type: ignore[operator]
        worlds.append(session)
    one, other = worlds

    for drives in OTHERS:
        assert one.view(drives) == other.view(drives)
    assert one.view([BLUE]).wishes != other.view([BLUE]).wishes


def test_orders_are_in_no_view_and_are_told_when_the_round_is_over() -> None:
    orders = Orders(speed=3, attacks=(AttackWish(RED),)), Orders(line="inside")
    worlds: list[Session[Race]] = []
    for own in orders:
        session = play(a_session(Options(by_orders=True)), lambda session: asked(session, [WriteOrders]))
        session.answer(BLUE, Ready(), salt=SALT, orders=msgspec.json.encode(own).decode())
        worlds.append(session)
    one, other = worlds

    for drives in (*OTHERS, [BLUE]):
        assert one.view(drives) == other.view(drives)
    assert one.view().answered == (BLUE,)
    for entry in (RED, WHITE, GREEN):
        one.answer(entry, Ready(), salt=SALT, orders="{}")
    assert not any(isinstance(fact, OrdersUnsealed) for fact in one.table.told)
    play(one, lambda session: session.state.round == 2 and asked(session, [WriteOrders]))
    assert {fact.entry for fact in one.table.told if isinstance(fact, OrdersUnsealed)} == set(map(EntryId, range(1, 5)))
