"""Orders for a whole turn: at a turn a day they answer all that follows, at others only where they are to stand."""

import dataclasses
from pathlib import Path

import msgspec
import pytest

from db.store import Store
from engine.facts import OrderFollowed
from engine.refusals import GameReason
from records.refusals import Reason, Refused
from records.values import EntryId, PlayerId, RaceId
from steward.telling.shown import OrdersGiven
from tests.kept import once
from tests.steward.circus import ANN, BLUE, BOB, EVE, RED, Circus
from tests.toy_ruleset import ORDER_BOOK, TOY, Orders, PacesRevealed, RaceView, Walk


@once
async def daily_race(circus: Circus) -> RaceId:
    """Return a race at a turn a day, in which red and blue are asked for their orders."""
    race = await circus.race()
    await circus.store.races.set(race, pace="daily")
    circus.steward.races.forget(race)
    return race


async def order(
    circus: Circus,
    race: RaceId,
    entry: EntryId,
    player: PlayerId,
    asked: int | None,
    *,
    standing: bool = False,
    **orders: object,
) -> None:
    given = OrdersGiven(entry, msgspec.convert(orders, Orders), asked, standing)
    await circus.steward.races.order(race, player, given, asked)


async def followed(store: Store, race: RaceId) -> list[tuple[EntryId, str]]:
    facts = [msgspec.json.decode(record.fact, type=TOY.facts) for record in await store.stories.facts(race)]
    return [(fact.entry, fact.clause) for fact in facts if isinstance(fact, OrderFollowed)]


async def test_when_the_last_orders_are_in_the_whole_turn_is_played(circus: Circus) -> None:
    race = await daily_race(circus)

    await order(circus, race, RED, ANN, 0, pace=3, push=BLUE)
    assert (await circus.asked(race, BLUE)).asked == 0
    await order(circus, race, BLUE, BOB, 0, pace=2, hold=False)

    assert (await circus.asked(race, RED)).view.turn == 2
    assert await followed(circus.store, race) == [
        (RED, "push"), (BLUE, "give way"), (RED, "walk"), (BLUE, "walk"),
    ]  # fmt: skip


async def test_what_orders_do_not_foresee_falls_back_to_the_default(circus: Circus) -> None:
    race = await daily_race(circus)
    await order(circus, race, RED, ANN, 0, pace=3, push=BLUE)
    await order(circus, race, BLUE, BOB, 0, pace=2)  # holds: nothing is said to being pushed

    by = [(each.entry, each.by) for each in await circus.store.stories.inputs(race)]
    assert (BLUE, "default") in by


async def test_orders_may_be_changed_until_all_are_in(circus: Circus) -> None:
    race = await daily_race(circus)
    await order(circus, race, RED, ANN, 0, pace=3)
    await order(circus, race, RED, ANN, 0, pace=5)
    await order(circus, race, BLUE, BOB, 0, pace=2)

    facts = [msgspec.json.decode(each.fact, type=TOY.facts) for each in await circus.store.stories.facts(race)]
    assert [fact.paces for fact in facts if isinstance(fact, PacesRevealed)] == [{RED: 5, BLUE: 2}]


async def test_the_turn_waits_for_who_asks_for_it_and_goes_on_at_the_deadline(circus: Circus) -> None:
    race = await daily_race(circus)
    await circus.steward.races.wait_for(race, ANN, 0, wait=True)
    await order(circus, race, RED, ANN, 0, pace=3)
    await order(circus, race, BLUE, BOB, 0, pace=2)
    assert (await circus.steward.log.status(race)).view.turn == 1

    await order(circus, race, RED, ANN, 0, pace=6)
    other = await circus.again()
    circus.clock.pass_by(7200)
    await other.steward.timekeeper.tick()

    assert (await other.asked(race, RED)).view.turn == 2
    red = next(each for each in (await other.steward.log.status(race)).view.runners if each.entry == RED)
    assert red.place == 6


async def test_who_waits_no_longer_lets_the_turn_begin(circus: Circus) -> None:
    race = await daily_race(circus)
    await circus.steward.races.wait_for(race, ANN, 0, wait=True)
    await order(circus, race, RED, ANN, 0, pace=3)
    await order(circus, race, BLUE, BOB, 0, pace=2)

    await circus.steward.races.wait_for(race, ANN, 0, wait=False)

    assert (await circus.asked(race, RED)).view.turn == 2


async def test_at_the_deadline_last_turns_orders_answer(circus: Circus) -> None:
    race = await daily_race(circus)
    await order(circus, race, RED, ANN, 0, pace=4)
    await order(circus, race, BLUE, BOB, 0, pace=2)
    asked = (await circus.asked(race, RED)).asked
    await order(circus, race, BLUE, BOB, asked, pace=1)

    circus.clock.pass_by(7200)
    await circus.steward.timekeeper.tick()

    (*_, red) = [
        each for each in await circus.store.stories.inputs(race) if each.entry == RED and '"Pace"' in each.answer
    ]
    assert (msgspec.json.decode(red.answer)["factors"], red.by) == (4, "order")


async def test_at_a_live_pace_orders_answer_only_where_they_stand(circus: Circus) -> None:
    race = await circus.race()
    await order(circus, race, RED, ANN, 0, pace=3)
    await order(circus, race, BLUE, BOB, 0, pace=2, standing=True)
    assert (await circus.asked(race, RED)).ask.question.kind == "step"

    await circus.give(race, RED, Walk(3))

    assert (await circus.asked(race, RED)).view.turn == 2
    assert await followed(circus.store, race) == [(BLUE, "walk"), (BLUE, "pace")]


async def test_nobody_orders_for_another(circus: Circus) -> None:
    race = await daily_race(circus)
    for player in (BOB, EVE):
        with pytest.raises(Refused) as refused:
            await order(circus, race, RED, player, 0, pace=3)
        assert refused.value.reason is Reason.NOT_YOUR_CHARIOT
    assert await circus.store.stories.inputs(race) == []


async def test_orders_for_a_turn_that_is_over_are_refused(circus: Circus) -> None:
    race = await daily_race(circus)
    await order(circus, race, RED, ANN, 0, pace=4)
    await order(circus, race, BLUE, BOB, 0, pace=2)

    with pytest.raises(Refused) as refused:
        await order(circus, race, RED, ANN, 0, pace=5)

    assert refused.value.reason is GameReason.ASK_IS_OVER


async def test_orders_of_an_earlier_turn_begin_where_the_game_says(tmp_path: Path) -> None:
    def halved(_view: RaceView, _entry: EntryId, orders: Orders | None, _stands: bool) -> Orders:
        assert orders is not None
        return msgspec.structs.replace(orders, pace=orders.pace // 2)

    book = ORDER_BOOK._replace(begun=halved)
    circus = await Circus(tmp_path / "standing.sqlite3", {"toy": dataclasses.replace(TOY, order_book=book)}).open()
    race = await daily_race(circus)
    await order(circus, race, RED, ANN, 0, pace=6)
    await order(circus, race, BLUE, BOB, 0, pace=2)

    circus.clock.pass_by(7200)
    await circus.steward.timekeeper.tick()

    facts = [msgspec.json.decode(each.fact, type=TOY.facts) for each in await circus.store.stories.facts(race)]
    assert [fact.paces for fact in facts if isinstance(fact, PacesRevealed)] == [{RED: 6, BLUE: 2}, {RED: 3, BLUE: 1}]
    await circus.close()


async def test_orders_that_cannot_be_followed_do_not_keep_the_race_from_going_on(tmp_path: Path) -> None:
    def breaks(_view: object, _ask: object, _orders: object) -> None:
        raise KeyError("a flaw")

    flawed = dataclasses.replace(TOY, order_book=ORDER_BOOK._replace(follow=breaks))
    circus = await Circus(tmp_path / "flawed.sqlite3", {"toy": flawed}).open()
    race = await daily_race(circus)
    await order(circus, race, RED, ANN, 0, pace=4)
    await order(circus, race, BLUE, BOB, 0, pace=2)

    assert (await circus.asked(race, RED)).view.turn == 2
    assert {each.by for each in await circus.store.stories.inputs(race)} == {"player", "default"}
    await circus.close()
