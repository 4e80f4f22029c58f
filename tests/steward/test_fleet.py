"""Several processes on one server: each thing is done once, whoever comes, goes, or was stopped for minutes."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from db.opening.errors import Outlived
from db.opening.fleet import MISSED_AFTER
from records.notices import Notice
from records.races import RULES
from records.refusals import Reason, Refused
from records.values import RaceId
from steward.fleet.fleet import SURE_FOR
from steward.telling.notices import Warned, notice
from tests.db.around import around_the_program
from tests.steward import pair
from tests.steward.circus import ANN, BLUE, BOB, RED, Circus, FakeClock, FakeMessenger, is_missed
from tests.steward.pair import homes_among, of_all, pass_by, races_of, races_of_both, silence
from tests.steward.test_again import Discord
from tests.toy_ruleset import Pace

pytestmark = [pytest.mark.of_server, pytest.mark.threads]
PACE = 7200
NOW = "extract(epoch FROM clock_timestamp())"


two = pair.two


# Posts


async def test_two_deliveries_tell_everything_once(two: tuple[Circus, Circus]) -> None:
    first, second = two
    races = await races_of_both(two)

    for _ in range(3):
        await asyncio.gather(first.deliver(), second.deliver())

    told = of_all(first, second)
    assert set(told.values()) == {1}
    for race in races:
        found = await first.store.outbox.of_race(race)
        assert {each.state for each in found if each.kind != "card"} == {"sent"}  # a card rests after each edit
    for one in two:
        in_threads = {each.race for each in one.messenger.delivered if each.player is None}
        assert in_threads == set(homes_among(one, races))
    assert {each.kind for each in second.messenger.delivered} <= {"panel", "start", "card", "story"}
    assert first.messenger.kinds(ANN)  # shard 0 hears of presses on direct messages


class Stopped(FakeMessenger):
    """Is stopped while it posts, until it may go on."""

    def __init__(self) -> None:
        super().__init__()
        self.posts, self.goes_on = asyncio.Event(), asyncio.Event()
        self.goes_on.set()

    async def deliver(self, notice: Notice) -> str:
        self.posts.set()
        await self.goes_on.wait()
        return await super().deliver(notice)


async def test_what_a_process_sends_as_it_is_stopped_another_sends_and_only_that_counts(tmp_path: Path) -> None:
    # Given a process that is stopped after it has claimed a post, and before Discord hears of it
    path, stopped = tmp_path / "races.sqlite3", Stopped()
    first = await Circus(path, shards="0/2", messenger=stopped).open()
    await first.steward._take_up()
    second = await first.again(shards="1/2")
    await second.steward._take_up()
    await first.steward.fleet.look()
    (race,) = await races_of(first, 1)
    assert first.steward.fleet.is_home(race)
    stopped.posts.clear()
    stopped.goes_on.clear()
    told = notice(race, "warning", Warned("x"), 0.0)
    await first.store.outbox.put(told)
    delivering = asyncio.create_task(first.steward.delivery.deliver_due())
    await stopped.posts.wait()
    under_way = [each for each in await first.store.outbox.of_race(race) if each.state == "sending"]
    assert under_way

    # When others have taken its place
    silence(first)
    await second.steward.fleet.look()
    await second.deliver()

    # Then they have sent it, and it has no effect any more
    assert not first.steward.fleet.is_sure()
    found = {each.id: each for each in await second.store.outbox.of_race(race)}
    assert {found[each.id].state for each in under_way} == {"sent"}
    stopped.goes_on.set()
    await asyncio.gather(delivering, return_exceptions=True)
    assert {each.id: each.outcome for each in await second.store.outbox.of_race(race)} == {
        number: each.outcome for number, each in found.items()
    }
    await first.close()


async def test_what_a_newcomer_sends_is_left_to_it_though_nobody_has_seen_it_yet(tmp_path: Path) -> None:
    # Given a process that has not looked since another one came
    first = await Circus(tmp_path / "races.sqlite3", shards="0/2").open()
    await first.steward._take_up()
    second = await first.again(shards="1/2")
    await second.steward._take_up()
    fleet, newcomer = first.steward.fleet, second.steward.fleet.number
    assert newcomer is not None
    waits = replace(notice(RaceId(1), "warning", Warned("x"), 0.0), state="sending", holder=newcomer)

    # Then what the newcomer has is nobody else's, seen or not, until it is gone
    assert fleet.is_alone
    assert not fleet.may_post(waits)
    await fleet.look()
    assert not fleet.is_alone
    assert not fleet.may_post(waits)
    await second.close()
    await fleet.look()
    assert fleet.may_post(waits)

    # and whoever came and went between two looks has left what it had
    gone = replace(waits, holder=newcomer + 1)
    assert not fleet.may_post(gone)
    await fleet.look()
    assert fleet.may_post(gone)
    await first.close()


async def test_after_150_seconds_nothing_is_written_before_it_has_joined_anew(two: tuple[Circus, Circus]) -> None:
    first, second = two
    race = await first.race()
    number = first.steward.fleet.number
    silence(first)

    with pytest.raises(Outlived):
        await first.store.outbox.put(notice(race, "warning", Warned("x"), 0.0))
    with pytest.raises(Outlived):
        await first.give(race, RED, Pace(3))
    assert await second.store.stories.inputs(race) == []
    await second.steward.fleet.look()
    assert second.steward.fleet.is_alone

    await first.steward.fleet.look()

    assert first.steward.fleet.number != number
    assert first.steward.fleet.state == "joins"
    assert first.steward.fleet.news.is_set()
    await first.give(race, RED, Pace(3))
    assert [each.entry for each in await second.store.stories.inputs(race)] == [RED]


@pytest.mark.parametrize(("seconds", "lives"), [(2.0, True), (6.0, False)])
async def test_two_seconds_of_silence_are_borne_and_six_are_not(
    two: tuple[Circus, Circus], seconds: float, lives: bool
) -> None:
    first, second = two
    races = await races_of_both(two)
    silence(first, seconds)

    await second.steward.fleet.look()

    assert (first.steward.fleet.number in second.steward.fleet._homes.living) is lives
    assert (len(homes_among(second, races)) == len(races)) is not lives


async def test_what_a_new_rule_of_a_newer_program_posts_is_left_to_it(two: tuple[Circus, Circus]) -> None:
    first, second = two
    (race,) = await races_of(first, 1)
    await first.store.outbox.put(notice(race, "warning", Warned("x"), 0.0))
    with around_the_program(first.path) as way:
        way.execute("ALTER TABLE outbox DROP CONSTRAINT ck_outbox_kind")
        way.execute("UPDATE outbox SET kind = 'of tomorrow' WHERE kind = 'warning'")
    try:
        await asyncio.gather(first.deliver(), second.deliver())
        (left,) = [each for each in await first.store.outbox.of_race(race) if str(each.kind) == "of tomorrow"]
        assert (left.state, left.attempts) == ("new", 0)
    finally:
        with around_the_program(first.path) as way:
            way.execute("DELETE FROM outbox")
            way.execute("ALTER TABLE outbox ADD CONSTRAINT ck_outbox_kind CHECK (kind <> 'of tomorrow')")


async def test_who_presses_is_asked_by_the_process_that_took_it(two: tuple[Circus, Circus]) -> None:
    # Given that shard 0 sends direct messages, and somebody presses at the other process
    first, second = two
    race = await first.race()
    await first.deliver()
    await second.deliver()
    await second.give(race, BLUE, Pace(3))
    with second.steward.races.presses.at_work(ANN, second.clock()):
        await second.give(race, RED, Pace(3))

    (asked,) = [
        each for each in await first.store.outbox.of_race(race) if each.kind == "summons" and each.state == "new"
    ]
    assert (asked.player, asked.holder) == (ANN, second.steward.fleet.number)
    await first.deliver()
    assert first.messenger.kinds(ANN) == ["summons"]
    await second.deliver()
    assert second.messenger.kinds(ANN) == ["summons"]


async def test_who_pressed_is_asked_once_though_the_process_that_took_it_dies_before_it_asks(
    two: tuple[Circus, Circus],
) -> None:
    first, second = two
    race = await first.race()
    await first.deliver()
    await second.deliver()
    await second.give(race, BLUE, Pace(3))
    with second.steward.races.presses.at_work(ANN, second.clock()):
        await second.give(race, RED, Pace(3))
    asked_before = len(first.messenger.kinds(ANN))

    silence(second, 6.0)
    await first.steward.fleet.look()
    for _ in range(2):
        await first.deliver()

    assert len(first.messenger.kinds(ANN)) == asked_before + 1
    assert second.messenger.kinds(ANN) == []


async def test_a_press_is_taken_once_and_by_nobody_who_has_left(tmp_path: Path) -> None:
    # Given two programs of one shard, as one takes the other's place
    first = await Circus(tmp_path / "races.sqlite3", shards="0/2").open()
    await first.steward._take_up()
    second = await first.again(shards="0/2", takes_over=True)
    for each in (first, second):
        await each.steward.fleet.look()

    assert (await first.steward.fleet.takes(1), await second.steward.fleet.takes(1)) == (True, False)
    await first.steward.fleet.leave()
    assert (await first.steward.fleet.takes(2), await second.steward.fleet.takes(2)) == (False, True)
    await first.close()


# Deadlines


async def test_deadlines_count_once_and_those_of_the_dead_count_as_well(two: tuple[Circus, Circus]) -> None:
    first, second = two
    races = await races_of_both(two)
    await pass_by(two, PACE + 60)

    await asyncio.gather(first.steward.timekeeper.tick(), second.steward.timekeeper.tick())

    for race in races:
        assert [each.entry for each in await first.store.stories.inputs(race)] == [RED, BLUE]
    mine = homes_among(first, races)
    assert 0 < len(mine) < len(races)
    # When one is killed, the other does what was its
    silence(first, 6.0)
    await second.steward.fleet.look()
    assert second.steward.fleet.news.is_set()
    second.clock.pass_by(3660)
    await second.steward.timekeeper.tick()
    for race in races:
        assert [each.seq for each in await second.store.stories.inputs(race)] == [1, 2, 3]


async def test_another_start_moves_no_deadline(two: tuple[Circus, Circus]) -> None:
    first, second = two
    race = await first.race()
    first.clock.pass_by(PACE - 5)
    before = await first.store.deadlines.of_race(race)

    third = await second.again(shards="1/2", takes_over=True)
    await third.steward._take_up()

    assert await first.store.deadlines.of_race(race) == before


async def test_who_comes_first_after_a_day_gives_the_day_back(tmp_path: Path) -> None:
    path = tmp_path / "races.sqlite3"
    first = await Circus(path, shards="0/2").open()
    await first.steward._take_up()
    race = await first.race()
    await first.steward.timekeeper.tick()
    due = (await first.store.deadlines.of_race(race))[0]
    silence(first)
    first.clock.pass_by(86_400)

    others = [await first.again(shards=f"{n}/2") for n in range(2)]
    await asyncio.gather(*(each.steward._take_up() for each in others))

    after = (await first.store.deadlines.of_race(race))[0]
    assert after.at == pytest.approx(due.at + 86_400, abs=1)
    assert [each.kind for each in await first.store.stories.acts(race)].count("downtime") == 1
    await first.close()


async def test_what_a_process_was_doing_as_it_was_killed_the_home_goes_on_with(
    two: tuple[Circus, Circus], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given races in which house drivers owe answers, as whoever began them was killed in between
    first, second = two

    async def nobody(_live: object) -> None:
        return None

    with monkeypatch.context() as patched:
        patched.setattr("steward.running.races.first_by_itself", nobody)
        races = [await first.race(rivals=1) for _ in range(4)]
        await first.deliver()
        await second.deliver()
    assert not any([await first.store.stories.inputs(race) for race in races])
    silence(first, 6.0)
    await second.steward.fleet.look()

    follows = asyncio.gather(second.steward._follow(), second.steward._taking_up.run())

    async with asyncio.timeout(10):
        while not all([await first.store.stories.inputs(race) for race in races]):  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    follows.cancel()
    for race in races:
        assert {each.by for each in await first.store.stories.inputs(race)} == {"house"}


# Old beside new


async def test_an_older_program_leaves_a_race_of_a_newer_one_as_it_is(two: tuple[Circus, Circus]) -> None:
    first, second = two
    race = await first.race()
    await first.give(race, RED, Pace(3))
    with around_the_program(first.path) as way:
        assert way.execute("SELECT rules FROM race").fetchone() == (RULES,)
        way.execute(f"UPDATE race SET rules = {RULES + 1}, revision = revision + 1")

    for each in two:
        with pytest.raises(Refused) as refused:
            await each.give(race, BLUE, Pace(3))
        assert refused.value.reason is Reason.RULES_ARE_NEWER
    await pass_by(two, 2 * PACE)
    await asyncio.gather(first.steward.timekeeper.tick(), second.steward.timekeeper.tick())

    assert [each.entry for each in await first.store.stories.inputs(race)] == [RED]


# Waking, and being sure


async def test_what_one_leaves_for_another_wakes_it_at_once(two: tuple[Circus, Circus]) -> None:
    first, second = two
    (race, *_) = homes_among(second, await races_of_both(two))
    await second.deliver()
    running = asyncio.create_task(second.steward.delivery.run())
    await asyncio.sleep(0.1)
    second.messenger.news.clear()
    second.messenger.delivered.clear()

    loop = asyncio.get_running_loop()
    since = loop.time()
    await first.steward.races.show(race)
    async with asyncio.timeout(5):
        await second.messenger.news.wait()

    assert loop.time() - since < 1.5  # less than it takes to find it by looking
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_whoever_waits_for_a_post_waits_for_the_process_that_makes_it(two: tuple[Circus, Circus]) -> None:
    first, second = two
    (race, *_) = homes_among(second, await races_of_both(two))
    await first.store.outbox.put(notice(race, "warning", Warned("x"), 0.0))
    waits = asyncio.create_task(first.steward.delivery.wait_until_posted(race))
    await asyncio.sleep(0.1)
    assert not waits.done()

    await second.deliver()

    async with asyncio.timeout(5):
        await waits
    assert not await first.store.outbox.is_open(race, "warning")


async def test_a_process_that_is_cut_off_has_no_effects_though_it_knows_of_nothing(two: tuple[Circus, Circus]) -> None:
    # Given one whose words to the database do not arrive any more
    first, second = two
    fleet = first.steward.fleet
    assert fleet._beating is not None
    fleet._beating.cancel()
    seconds = FakeClock(fleet._seconds())
    fleet._seconds = seconds
    assert fleet.is_sure()

    seconds.pass_by(SURE_FOR + 0.1)

    # Then it is silent before the others take its place
    assert not fleet.is_sure()
    await second.steward.fleet.look()
    assert fleet.number in second.steward.fleet._homes.living


def set_clock(by: float) -> Callable[[Circus], None]:
    def setting(circus: Circus) -> None:
        circus.steward.fleet._clock = FakeClock(circus.clock.now + by)

    return setting


@pytest.mark.parametrize(("apart", "keeps_races"), [(3.0, True), (30.0, False), (-3.0, True), (-30.0, False)])
async def test_whose_clock_is_off_goes_by_the_others(
    two: tuple[Circus, Circus], apart: float, keeps_races: bool
) -> None:
    # By the server's clock the others' is right
    first, second = two
    for each in two:
        set_clock(_server_time(each) - each.clock.now)(each)
        await each.steward.fleet.look()
    set_clock(_server_time(second) + apart - second.clock.now)(second)

    for each in (second, first, second):
        await each.steward.fleet.look()

    assert second.steward.fleet.now() == pytest.approx(first.steward.fleet.now(), abs=1.0)
    races = await (races_of_both(two) if keeps_races else races_of(first))
    assert bool(homes_among(second, races)) is keeps_races
    assert sorted(homes_among(first, races) + homes_among(second, races)) == races


def _server_time(circus: Circus) -> float:
    with around_the_program(circus.path) as way:
        (now,) = way.execute(f"SELECT {NOW}::double precision").fetchone()
    return float(now)


async def test_all_share_what_discord_bears(two: tuple[Circus, Circus]) -> None:
    first, second = two

    assert first.steward.fleet.share(40.0) == second.steward.fleet.share(40.0) == 20.0
    await first.steward.fleet.leave()
    await second.steward.fleet.look()
    assert second.steward.fleet.share(40.0) is None


async def test_the_database_may_be_away_for_a_moment(two: tuple[Circus, Circus]) -> None:
    first, second = two
    number = first.steward.fleet.number
    with around_the_program(first.path) as way:
        way.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )

    for each in two:
        for _ in range(3):
            try:
                await each.steward.fleet.look()
            except Exception:  # it is noticed once
                continue

    assert first.steward.fleet.number == number
    race = await first.race()
    assert first.steward.fleet.is_home(race) is not second.steward.fleet.is_home(race)
    await asyncio.gather(first.deliver(), second.deliver())
    assert set(of_all(first, second).values()) == {1}


# What is decided beside a race


async def test_what_is_over_is_opened_again_once_though_two_processes_hear_it(two: tuple[Circus, Circus]) -> None:
    first, second = two
    race, discord = await first.race(), Discord()
    await first.to_the_end(race)

    pressed = (
        each.steward.again.open(race, host, discord.opens(each)) for each, host in zip(two, (ANN, BOB), strict=True)
    )
    opened = await asyncio.gather(*pressed)

    assert len({each.race.record.id for each in opened}) == 1
    assert sorted(each.is_new for each in opened) == [False, True]
    assert discord.opened == 1
    assert second.steward.fleet.number


async def test_one_lock_holds_for_all_and_others_go_on_beside_it(two: tuple[Circus, Circus]) -> None:
    mine, others = (each.steward.fleet.locks("vote") for each in two)
    done: list[str] = []

    async def vote() -> None:
        async with others[5]:
            done.append("another's")

    async with mine[5]:
        waits = asyncio.create_task(vote())
        await asyncio.sleep(0.3)
        async with others[7]:
            done.append("beside it")
        done.append("mine")
    async with asyncio.timeout(5):
        await waits

    assert done == ["beside it", "mine", "another's"]


async def test_who_left_is_known_to_all(two: tuple[Circus, Circus]) -> None:
    first, second = two
    race = await first.race()
    await first.give(race, RED, Pace(3))
    await is_missed(first, BOB)

    await second.steward.timekeeper.tick()

    assert second.steward.presence.gone_since(1, BOB) is not None
    assert (await second.steward.race(race)).player_of(BLUE) is None


async def test_who_was_killed_is_missed_sooner_than_who_is_only_silent(two: tuple[Circus, Circus]) -> None:
    first, second = two
    number = first.steward.fleet.number
    silence(first, MISSED_AFTER + 0.1)
    await second.steward.fleet.look()
    assert number in second.steward.fleet._homes.living

    first.steward.fleet._register._session.close()  # as the system does for a process that is killed
    with around_the_program(first.path) as way:
        while way.execute(f"SELECT 1 FROM pg_locks WHERE classid = 42 AND objid = {number}").fetchone():  # noqa: ASYNC110
            await asyncio.sleep(0.01)  # the server notices that in a moment
        way.execute(f"UPDATE process SET beat = {NOW} - {MISSED_AFTER + 0.1} WHERE number = {number}")
    await second.steward.fleet.look()

    assert second.steward.fleet.is_alone


async def test_whose_connection_is_lost_is_silent_at_once(
    two: tuple[Circus, Circus], monkeypatch: pytest.MonkeyPatch
) -> None:
    fleet = two[0].steward.fleet
    cut = asyncio.Event()

    def lost(_clock: float) -> None:
        loop.call_soon_threadsafe(cut.set)
        raise ConnectionError

    loop = asyncio.get_running_loop()
    monkeypatch.setattr(fleet._register, "beat", lost)
    async with asyncio.timeout(5):
        await cut.wait()
        await asyncio.sleep(0.1)
    assert not fleet.is_sure()
    monkeypatch.undo()
    async with asyncio.timeout(5):
        while not fleet.is_sure():  # noqa: ASYNC110
            await asyncio.sleep(0.05)
