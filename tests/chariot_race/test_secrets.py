"""Orders and wishes are nobody else's business until they are told: worlds that differ in them look alike (Y13)."""

import msgspec
import pytest

from engine.chariot_race.asks import BoardWishes, Ready, SlotWishes, WishSlots
from engine.chariot_race.following import follow
from engine.chariot_race.orders import JavelinWish, Orders
from engine.chariot_race.state import Options, Race
from engine.facts import OrdersSealed, OrdersUnsealed
from engine.session import Session
from records.values import EntryId
from tests.chariot_race.builders import BLUE, GREEN, RED, YELLOW, a_session

SALT = bytes(32)
ONE = Orders(speed=3, attacks=(JavelinWish("rival", RED),))
OTHER = Orders(ram="seek", line="inner")


def by_mail(boards: str = "white") -> Session[Race]:
    return a_session(Options(boards=boards, by_orders=True, draft_seat=0))  # type: ignore[arg-type]


def kept(orders: Orders) -> str:
    return msgspec.json.encode(orders).decode()


def play_round(session: Session[Race], orders: dict[EntryId, Orders]) -> None:
    """Answer all that a round asks as the platform does: by orders, else by default."""
    told = session.state.round
    while session.open and session.state.round == told:
        entry, ask = next(iter(session.open.items()))
        followed = follow(session.view([entry]), ask, orders[entry])
        session.answer(entry, ask.default if followed is None else followed.answer)


def test_who_differs_in_orders_alone_looks_the_same_to_all_others() -> None:
    worlds = []
    for orders in (ONE, OTHER):
        session = by_mail()
        session.answer(BLUE, Ready(), salt=SALT, orders=kept(orders))
        worlds.append(session)
    one, other = worlds

    for drives in ([], [RED], [RED, GREEN, YELLOW], [BLUE]):
        assert one.view(drives) == other.view(drives), "orders are in no view: their owner has them on record"
    assert one.view().answered == (BLUE,)
    seals = [[fact.seal for fact in world.table.told if isinstance(fact, OrdersSealed)] for world in worlds]
    assert seals[0] != seals[1]
    assert not any(isinstance(fact, OrdersUnsealed) for world in worlds for fact in world.table.told)


def test_orders_are_told_when_the_round_is_over() -> None:
    session = by_mail()
    for entry in (BLUE, RED, GREEN, YELLOW):
        session.answer(entry, Ready(), salt=SALT, orders=kept(ONE))
    play_round(session, dict.fromkeys(session.state.chariots, ONE))

    told = {fact.entry: fact.orders for fact in session.table.told if isinstance(fact, OrdersUnsealed)}
    assert told == dict.fromkeys((BLUE, RED, GREEN, YELLOW), kept(ONE))


def test_wishes_for_the_draft_show_to_their_owner_alone() -> None:
    worlds = []
    for wishes in (("red", "green"), ("purple",)):
        session = by_mail("black")
        session.answer(BLUE, BoardWishes(wishes), salt=SALT[:16])
        worlds.append(session)
    one, other = worlds

    for drives in ([], [RED], [RED, GREEN, YELLOW]):
        assert one.view(drives) == other.view(drives)
    assert one.view([BLUE]) != other.view([BLUE])
    assert one.view([BLUE]).wishes == {BLUE: BoardWishes(("red", "green"))}


@pytest.mark.parametrize("factions", [(), (1, 2, 1, 2)])
def test_all_wish_at_once_and_each_chariot_for_a_slot(factions: tuple[int, ...]) -> None:
    session = a_session(Options(boards="black", by_orders=True, draft_seat=0), factions=factions)
    owners = 2 if factions else 4

    assert len(session.open) == owners, "a player has one list of boards"
    for entry, ask in [*session.open.items()]:
        assert len(ask.question.legal()) == 1957
        session.answer(entry, BoardWishes(("yellow",)))
    assert [type(ask.question) for ask in session.open.values()] == [WishSlots] * 4
    for entry in [*session.open]:
        session.answer(entry, SlotWishes((6, 5)))

    boards = [chariot.board for chariot in session.state.chariots.values()]
    assert sorted(boards) == sorted(set(boards))
    assert {chariot.slot for chariot in session.state.chariots.values()} == {1, 2, 5, 6}
