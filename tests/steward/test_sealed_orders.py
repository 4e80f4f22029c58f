"""Orders for a whole turn are sealed as a whole: what was committed to counts, and is opened when the turn is over."""

import hashlib
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.facts import Fact, OrderFollowed, OrdersSealed, OrdersUnsealed, Sealed, Unsealed
from records.values import RaceId
from steward.telling.shown import OrdersGiven
from tests.steward.circus import ANN, BLUE, BOB, RED, Circus
from tests.steward.test_orders import daily_race, order
from tests.steward.test_proofs import checked
from tests.steward.test_views import change_fact
from tests.toy_ruleset import TOY, Orders, Pace, PacesRevealed, TurnBegan

SHUT = "orders of a turn that was played were never opened"


async def told(circus: Circus, race: RaceId) -> list[Fact]:
    """Return what was told and is not void."""
    records = await circus.store.stories.facts(race)
    return [msgspec.json.decode(each.fact, type=TOY.facts) for each in records if not each.void]


async def seals(circus: Circus, race: RaceId) -> list[str]:
    return [fact.seal for fact in await told(circus, race) if isinstance(fact, OrdersSealed)]


async def opened(circus: Circus, race: RaceId) -> list[tuple[int, Orders]]:
    facts = [fact for fact in await told(circus, race) if isinstance(fact, OrdersUnsealed)]
    return [(fact.entry, msgspec.json.decode(fact.orders, type=Orders)) for fact in facts]


async def to_the_end(circus: Circus, race: RaceId) -> None:
    """Let the deadlines of all turns pass."""
    for _ in range(4):
        circus.clock.pass_by(7200)
        await circus.steward.timekeeper.tick()
    assert (await circus.steward.race(race)).record.state == "finished"


async def test_a_seal_of_all_that_is_ordered_is_told_at_once_and_opened_when_the_turn_is_over(circus: Circus) -> None:
    race = await daily_race(circus)

    await order(circus, race, RED, ANN, 0, pace=3, push=BLUE)
    assert [type(fact) for fact in await told(circus, race)] == [TurnBegan, Sealed, OrdersSealed]
    await order(circus, race, BLUE, BOB, 0, pace=2, hold=False)

    facts = await told(circus, race)
    last_deed = max(place for place, fact in enumerate(facts) if isinstance(fact, OrderFollowed))
    red, blue = (place for place, fact in enumerate(facts) if isinstance(fact, OrdersUnsealed))
    assert last_deed < red < blue < facts.index(TurnBegan(2))
    assert await opened(circus, race) == [(RED, Orders(3, BLUE)), (BLUE, Orders(2, None, False))]
    fact = facts[red]
    assert isinstance(fact, OrdersUnsealed)
    assert hashlib.sha256(bytes.fromhex(fact.salt) + fact.orders.encode()).hexdigest() == (await seals(circus, race))[0]


async def test_the_salt_of_the_answer_which_is_told_first_does_not_open_the_orders(circus: Circus) -> None:
    race = await daily_race(circus)
    await order(circus, race, RED, ANN, 0, pace=3, push=BLUE)
    await order(circus, race, BLUE, BOB, 0, pace=2)

    salts = [fact.salt for fact in await told(circus, race) if isinstance(fact, Unsealed | OrdersUnsealed)]
    assert len(salts) == len(set(salts)) == 4
    assert {len(salt) for salt in salts} == {32}


async def test_each_change_of_any_clause_is_a_new_seal_and_the_last_one_counts(circus: Circus) -> None:
    race = await daily_race(circus)
    await order(circus, race, RED, ANN, 0, pace=3)
    await order(circus, race, RED, ANN, 0, pace=3, push=BLUE)
    await order(circus, race, BLUE, BOB, 0, pace=2)

    first, second, _ = await seals(circus, race)
    assert first != second
    assert (await opened(circus, race))[0] == (RED, Orders(3, BLUE))
    assert (await circus.steward.log.verify(race)).is_sound


async def test_it_does_not_show_whether_the_answer_or_another_clause_was_changed(circus: Circus) -> None:
    race = await daily_race(circus)
    await order(circus, race, RED, ANN, 0, pace=3)
    before = len(await told(circus, race))

    await order(circus, race, RED, ANN, 0, pace=3, push=BLUE)
    await order(circus, race, RED, ANN, 0, pace=4, push=BLUE)

    assert [type(fact) for fact in (await told(circus, race))[before:]] == [Sealed, OrdersSealed] * 2


async def test_what_is_sealed_again_unchanged_is_no_news(circus: Circus) -> None:
    race = await daily_race(circus)
    await order(circus, race, RED, ANN, 0, pace=3, push=BLUE)

    await order(circus, race, RED, ANN, 0, pace=3, push=BLUE, standing=True)

    assert len(await seals(circus, race)) == len(await circus.store.stories.inputs(race)) == 1


async def test_a_draft_that_comes_after_the_seal_is_sealed_too(circus: Circus) -> None:
    race = await daily_race(circus)
    await order(circus, race, RED, ANN, 0, pace=3)
    late = OrdersGiven(RED, Orders(5, BLUE), 0)

    await circus.steward.races.order(race, ANN, late)
    await order(circus, race, BLUE, BOB, 0, pace=2)

    assert len(await seals(circus, race)) == 3
    assert (await opened(circus, race))[0] == (RED, Orders(5, BLUE))
    assert (await circus.steward.log.verify(race)).is_sound


async def test_what_was_sealed_is_followed_whatever_is_written_down_since(circus: Circus) -> None:
    race = await daily_race(circus)
    await order(circus, race, RED, ANN, 0, pace=3, push=BLUE)
    later = OrdersGiven(RED, Orders(3))
    await circus.steward.races.order(race, ANN, later)

    await order(circus, race, BLUE, BOB, 0, pace=2, hold=False)

    clauses = [fact.clause for fact in await told(circus, race) if isinstance(fact, OrderFollowed)]
    assert clauses[:2] == ["push", "give way"]


async def test_nothing_is_sealed_for_whom_old_orders_or_the_rules_answer(circus: Circus) -> None:
    race = await daily_race(circus)
    await order(circus, race, RED, ANN, 0, pace=3)

    await to_the_end(circus, race)

    assert await opened(circus, race) == [(RED, Orders(3))]
    assert (await circus.steward.log.verify(race)).is_sound


async def test_at_a_live_pace_the_answer_alone_is_sealed(circus: Circus) -> None:
    race = await circus.race()
    await order(circus, race, RED, ANN, 0, pace=3, standing=True)
    await circus.give(race, BLUE, Pace(2))

    assert [type(fact) for fact in await told(circus, race)][:3] == [TurnBegan, Sealed, Sealed]
    assert await opened(circus, race) == []


async def test_another_process_tells_the_same_story_from_the_inputs_alone(circus: Circus) -> None:
    race = await daily_race(circus)
    await order(circus, race, RED, ANN, 0, pace=3, push=BLUE)
    other = await circus.again()

    assert (await other.asked(race, RED)).orders_seal == (await seals(circus, race))[0]
    await order(other, race, BLUE, BOB, 0, pace=2, hold=False)

    assert (await opened(circus, race))[0] == (RED, Orders(3, BLUE))
    after = await (await circus.again()).asked(race, RED)
    assert (after.view.turn, after.orders_seal) == (2, "")


async def test_going_back_makes_later_seals_void_and_earlier_orders_count_again(circus: Circus) -> None:
    # Given a turn that was played, and orders for the next
    race = await daily_race(circus)
    await order(circus, race, RED, ANN, 0, pace=3, push=BLUE)
    first = (await circus.store.stories.inputs(race))[0].seq
    await order(circus, race, BLUE, BOB, 0, pace=2, hold=False)
    await order(circus, race, RED, ANN, (await circus.asked(race, RED)).asked, pace=6)

    # When the race goes back to red's first orders
    await circus.steward.desk.rewind(race, ANN, first, "a slip")
    again = await circus.asked(race, RED)
    assert again.orders_seal == (await seals(circus, race))[0]
    assert again.orders is not None
    assert msgspec.json.decode(again.orders.orders, type=Orders) == Orders(3, BLUE), "as they were sealed"
    assert again.orders.asked == again.asked
    await order(circus, race, BLUE, BOB, (await circus.asked(race, BLUE)).asked, pace=1)

    # Then these count, and what was sealed afterwards does not
    assert await opened(circus, race) == [(RED, Orders(3, BLUE)), (BLUE, Orders(1))]
    paces = [fact for fact in await told(circus, race) if isinstance(fact, PacesRevealed)]
    assert paces == [PacesRevealed({RED: 3, BLUE: 1})]
    await to_the_end(circus, race)
    assert (await circus.steward.log.verify(race)).is_sound


async def test_a_turn_that_begins_anew_knows_no_seal(circus: Circus) -> None:
    race = await daily_race(circus)
    await order(circus, race, RED, ANN, 0, pace=3, push=BLUE)

    await circus.steward.desk.restart_turn(race, ANN, "a slip")

    assert (await circus.asked(race, RED)).orders_seal == ""
    await to_the_end(circus, race)
    assert await opened(circus, race) == []
    assert (await circus.steward.log.verify(race)).is_sound


async def test_an_answer_kept_before_orders_were_sealed_is_read(circus: Circus) -> None:
    race = await daily_race(circus)
    await circus.give(race, RED, Pace(3))
    (kept,) = await circus.store.stories.inputs(race)
    assert json.loads(kept.answer) == {"type": "Pace", "factors": 3}

    other = await circus.again()
    await order(other, race, BLUE, BOB, 0, pace=2)

    assert (await other.asked(race, RED)).view.turn == 2


# What a stranger can check


async def a_proof(circus: Circus) -> Any:
    """Return the file of a finished race in which orders were sealed in two turns, and changed in the first."""
    race = await daily_race(circus)
    await order(circus, race, RED, ANN, 0, pace=3)
    await order(circus, race, RED, ANN, 0, pace=3, push=BLUE)
    await order(circus, race, BLUE, BOB, 0, pace=2)
    await order(circus, race, RED, ANN, (await circus.asked(race, RED)).asked, pace=1)
    await to_the_end(circus, race)
    assert (await circus.steward.log.verify(race)).is_sound
    return json.loads(await circus.steward.log.proof(race))


async def test_a_race_with_sealed_orders_is_found_sound(circus: Circus, tmp_path: Path) -> None:
    proof = await a_proof(circus)

    assert [fact["type"] for fact in proof["facts"]].count("OrdersUnsealed") == 3
    assert checked(tmp_path / "race.json", proof) == (0, "Everything fits.")


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        ("OrdersUnsealed", "orders", '{"pace":3,"push":null,"hold":true}'),
        ("OrdersUnsealed", "salt", "00" * 16),
        ("OrdersSealed", "seal", "0" * 64),
    ],
)
async def test_orders_that_were_changed_are_found(
    circus: Circus, tmp_path: Path, kind: str, field: str, value: str
) -> None:
    proof = await a_proof(circus)
    fact = [each for each in proof["facts"] if each["type"] == kind and each["entry"] == RED][-1]

    fact[field] = value

    code, found = checked(tmp_path / "race.json", proof)
    assert (code, "the orders are not those that were sealed" in found) == (1, True)


@pytest.mark.parametrize("place", [0, -1], ids=["in the race", "last of all"])
async def test_orders_that_are_never_opened_are_found(circus: Circus, tmp_path: Path, place: int) -> None:
    proof = await a_proof(circus)
    opening = [each for each in proof["facts"] if each["type"] == "OrdersUnsealed" and each["entry"] == RED][place]

    proof["facts"].remove(opening)

    code, found = checked(tmp_path / "race.json", proof)
    assert (code, SHUT in found) == (1, True)


async def test_verifying_finds_orders_that_were_changed_or_never_opened(circus: Circus) -> None:
    await a_proof(circus)
    race = RaceId(1)
    of_red = [each for each in await circus.store.stories.facts(race) if '"OrdersUnsealed","entry":1' in each.fact]
    assert len(of_red) == 2

    await change_fact(circus, race, of_red[0].n, of_red[0].fact.replace(r"\"push\":2", r"\"push\":null"))
    await change_fact(circus, race, of_red[1].n, '{"type":"TurnBegan","turn":3}')

    found = await circus.steward.log.verify(race)
    assert (found.broken_seals, found.is_sound) == (2, False)
