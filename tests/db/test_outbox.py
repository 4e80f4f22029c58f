"""The outbox: in order for each target, claimed by one, settled once."""

import pytest

from db.store import Store
from records.notices import Notice
from records.people import PlayerRecord
from records.races import GONE
from records.values import PlayerId
from tests.db.samples import ANN, BOB, a_batch, a_lobby, a_notice


async def put(store: Store, *notices: Notice) -> None:
    await store.outbox.put(*notices)


async def claimed(store: Store, now: float = 2000.0) -> list[Notice]:
    """Claim all that waits, as a delivery would."""
    found = [await store.outbox.claim(each, now) for each in await store.outbox.waiting()]
    return [each for each in found if each is not None]


def bodies(notices: list[Notice]) -> list[str]:
    return [each.body for each in notices]


async def test_of_one_target_only_the_first_waits_to_be_sent(store: Store) -> None:
    race, other = await a_lobby(store), await a_lobby(store)
    await put(store, a_notice(race, body="1"), a_notice(other, body="2"), a_notice(race, body="3"))
    await put(store, a_notice(race, body="4", kind="summons", player=ANN))

    assert bodies(await store.outbox.waiting()) == ["1", "2", "4"]

    first = (await claimed(store))[0]
    assert bodies(await store.outbox.waiting())[0] == "1"  # still under way
    await store.outbox.settle(first, "posted")
    assert sorted(bodies(await store.outbox.waiting())) == ["2", "3", "4"]


async def test_races_told_in_one_thread_share_a_target_and_none_overtakes_the_other(store: Store) -> None:
    season, its_race, elsewhere = await a_lobby(store), await a_lobby(store), await a_lobby(store)
    for race, thread in ((season, 33), (its_race, 33), (elsewhere, 34)):
        await store.races.set(race, thread=thread)
    await put(store, a_notice(season, body="odds"), a_notice(its_race, body="begins"), a_notice(elsewhere, body="1"))

    waiting = await store.outbox.waiting()

    assert bodies(waiting) == ["odds", "1"]
    assert [each.target for each in waiting] == ["thread 33", "thread 34"]
    assert bodies(await store.outbox.after(waiting[0], 9)) == ["begins"]
    assert await store.outbox.target(its_race) == "thread 33"
    await store.outbox.settle((await claimed(store))[0], "told")
    assert bodies(await store.outbox.waiting()) == ["begins", "1"]


@pytest.mark.parametrize("thread", [None, GONE])
async def test_races_without_a_thread_have_targets_of_their_own(store: Store, thread: int | None) -> None:
    first, second = await a_lobby(store), await a_lobby(store)
    for race in (first, second):
        await store.races.set(race, thread=thread)
    await put(store, a_notice(first, body="1"), a_notice(second, body="2"))

    assert bodies(await store.outbox.waiting()) == ["1", "2"]
    assert await store.outbox.target(second) == f"race {second}"


async def test_a_notice_is_claimed_by_one(store: Store) -> None:
    await put(store, a_notice(await a_lobby(store)))
    (notice,) = await store.outbox.waiting()

    first = await store.outbox.claim(notice, 2000.0)
    second = await store.outbox.claim(notice, 2000.0)

    assert first is not None
    assert (first.attempts, first.tried) == (1, 2000.0)
    assert second is None


async def test_a_second_try_keeps_the_place_and_the_time_of_the_first(store: Store) -> None:
    await put(store, a_notice(await a_lobby(store)))
    (first,) = await claimed(store, now=2000.0)
    await store.outbox.retry(first, due=2030.0)

    (waiting,) = await store.outbox.waiting()
    (second,) = await claimed(store, now=2031.0)

    assert waiting.due == 2030.0
    assert (second.place, second.attempts, second.tried) == (first.place, 2, 2000.0)


async def test_what_is_settled_waits_no_more(store: Store) -> None:
    race = await a_lobby(store)
    await put(store, a_notice(race, body="1"), a_notice(race, body="2"))
    (first,) = await claimed(store)

    await store.outbox.settle(first, "no such channel", failed=True, then=[a_notice(race, body="3")])

    assert bodies(await claimed(store)) == ["2"]
    assert bodies(await store.outbox.of_race(race)) == ["1", "2", "3"]


async def test_one_panel_that_waits_is_enough(store: Store) -> None:
    race = await a_lobby(store)
    await put(store, a_notice(race, kind="panel"), a_notice(race, kind="panel"))
    assert len(await store.outbox.of_race(race)) == 1

    # One that is being sent may have been made before the change, so another follows it.
    await claimed(store)
    await put(store, a_notice(race, kind="panel"))
    assert len(await store.outbox.of_race(race)) == 2


async def test_a_panel_that_waits_lets_what_comes_after_it_go_first(store: Store) -> None:
    race = await a_lobby(store)
    await put(store, a_notice(race, kind="panel"))
    await put(store, a_notice(race, kind="story"), a_notice(race, kind="panel"))

    assert [each.kind for each in await store.outbox.of_race(race)] == ["story", "panel"]


async def test_a_refused_dm_is_remembered_and_told_elsewhere_in_one_step(store: Store) -> None:
    race = await a_lobby(store)
    await store.people.set_player(ANN, name="Ann", dms="open")
    await put(store, a_notice(race, kind="summons", player=ANN), a_notice(race, kind="summons", player=BOB))
    first, second = await claimed(store)

    mention = a_notice(race, kind="mention", body='{"player": 100}')
    await store.outbox.refuse_dms(first, PlayerRecord(player=ANN, name="Ann", dms="refused"), [mention])
    await store.outbox.refuse_dms(second, PlayerRecord(player=BOB, name="Bob", dms="refused"), [])

    ann, bob = await store.people.player(ANN), await store.people.player(BOB)
    assert ann is not None
    assert bob is not None
    assert (ann.dms, bob.dms) == ("refused", "refused")
    assert [each.kind for each in await store.outbox.waiting()] == ["mention"]


async def test_notices_are_written_with_what_caused_them(store: Store) -> None:
    race = await a_lobby(store)

    await store.write(a_batch(race, notices=(a_notice(race), a_notice(race, kind="summons", player=ANN))))

    assert [each.kind for each in await store.outbox.waiting()] == ["story", "summons"]


async def test_a_player_is_known_once_noted(store: Store) -> None:
    assert await store.people.player(PlayerId(5)) is None
    await store.people.set_player(PlayerId(5), name="Eve", zone="Europe/Rome")
    await store.people.set_player(PlayerId(5), name="Eva", dms="open")

    assert await store.people.player(PlayerId(5)) == PlayerRecord(
        player=PlayerId(5), name="Eva", dms="open", zone="Europe/Rome"
    )


async def test_what_was_done_while_it_was_being_posted_is_answered(store: Store) -> None:
    race = await a_lobby(store)
    await store.outbox.put(a_notice(race, kind="summons", player=ANN, duty="1:1:0"))
    (first,) = await store.outbox.waiting()
    claimed = await store.outbox.claim(first, 1.0)
    assert claimed is not None
    await store.write(a_batch(race, done=("1:1:0",)))

    await store.outbox.settle(claimed, "asked")

    (left,) = [each for each in await store.outbox.of_race(race) if each.duty]
    assert (left.state, left.outcome) == ("answered", "asked")


async def test_what_was_done_meanwhile_is_asked_for_nowhere_else(store: Store) -> None:
    race = await a_lobby(store)
    await store.outbox.put(a_notice(race, kind="summons", player=ANN, duty="1:1:0"))
    (first,) = await store.outbox.waiting()
    claimed = await store.outbox.claim(first, 1.0)
    assert claimed is not None
    await store.write(a_batch(race, done=("1:1:0",)))

    instead = a_notice(race, kind="mention", duty="1:1:0")
    await store.outbox.refuse_dms(claimed, PlayerRecord(player=ANN, name="Ann", dms="refused"), [instead])

    assert [(each.kind, each.state) for each in await store.outbox.of_race(race)] == [("summons", "cancelled")]


async def test_what_asked_somebody_before_is_found_with_its_place_among_their_messages(store: Store) -> None:
    race, other = await a_lobby(store), await a_lobby(store)
    told = [
        a_notice(race, body="first", kind="summons", player=ANN),
        a_notice(race, body="thread"),
        a_notice(race, body="act", kind="act", player=ANN),
        a_notice(race, body="bob", kind="summons", player=BOB),
        a_notice(race, body="second", kind="summons", player=ANN),
        a_notice(other, body="other", kind="summons", player=ANN),
        a_notice(race, body="again", kind="reminder", player=ANN),
    ]
    places = {}
    for each in told:
        await put(store, each)
        for one in await claimed(store):
            places[one.body, one.race] = one.place
            await store.outbox.settle(one, "asked")
    await put(store, a_notice(race, body="unsent", kind="summons", player=ANN))
    await put(store, a_notice(race, body="now", kind="offer", player=ANN))
    now = (await store.outbox.of_race(race))[-1]

    found = await store.outbox.questions_before(now, 4)

    assert [each.body for each in found] == ["again", "second", "first"]
    assert [each.place for each in found] == [places[each.body, race] for each in found]
    assert [each.body for each in await store.outbox.questions_before(now, 1)] == ["again"]
