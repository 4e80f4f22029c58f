"""Delivery: in order, tried until it is there, at the place it had; a refused message is told elsewhere."""

import asyncio

import pytest

from records.notices import Notice
from records.refusals import Reason, Refused
from records.values import PlayerId, RaceId
from steward import CannotPost, DmRefused, Malformed, Mention, NewRace, Panel, RightMissing, Story, Summons, read_body
from steward.delivering import delivery
from steward.delivering.delivery import KEPT_FOR, LONGEST_KEPT_PAUSE, MOST_AT_ONCE, MOST_CARDS, MOST_REFUSALS, Delivery
from steward.telling.notices import Warned, notice
from tests.steward.circus import ANN, BLUE, BOB, RED, SECONDS, Circus, FakeMessenger
from tests.toy_ruleset import Options, Pace, Walk


async def nothing_begins(_race: RaceId, _post: int) -> None:
    raise AssertionError("no race is started here")


async def test_who_is_asked_is_summoned_and_the_panel_is_drawn_anew(circus: Circus) -> None:
    race = await circus.race()

    await circus.deliver()

    assert circus.messenger.kinds(ANN) == circus.messenger.kinds(BOB) == ["summons"]
    (summons,) = [each for each in circus.messenger.delivered if each.player == ANN]
    assert read_body(summons, Summons) == Summons((RED,), 0)
    assert {each.kind for each in circus.messenger.delivered if each.player is None} == {"panel", "start"}
    assert read_body([each for each in circus.messenger.delivered if each.player is None][-1], Panel).is_new
    assert {each.race for each in circus.messenger.delivered} == {race}


async def test_nobody_is_summoned_twice_to_one_question(circus: Circus) -> None:
    race = await circus.race()
    await circus.deliver()

    await circus.give(race, RED, Pace(3))
    await circus.deliver()

    assert circus.messenger.kinds(ANN) == circus.messenger.kinds(BOB) == ["summons"]


async def test_what_happened_is_told_in_the_thread_as_its_phases(circus: Circus) -> None:
    race = await circus.race()
    await circus.pace(race)
    await circus.give(race, RED, Walk(3))
    await circus.give(race, BLUE, Walk(3))
    await circus.deliver()

    stories = [each for each in circus.messenger.delivered if each.kind == "story"]

    assert [read_body(each, Story) for each in stories] == [Story(1, 1), Story(2, 2)]


async def test_a_long_run_of_phases_is_told_in_parts_of_eight(circus: Circus) -> None:
    race = await circus.lobby(options=Options(turns=5))
    await circus.steward.lobbies.fill(race, ANN, "steady")
    await circus.steward.lobbies.start(race, ANN)
    await circus.play_on(race)
    await circus.deliver()

    stories = [read_body(each, Story) for each in circus.messenger.delivered if each.kind == "story"]

    assert max(story.last - story.first + 1 for story in stories) <= 8
    assert [n for story in stories for n in range(story.first, story.last + 1)] == list(range(1, 22))
    assert [story.is_end for story in stories] == [False] * (len(stories) - 1) + [True]


async def test_a_refused_message_becomes_a_mention_and_is_remembered(circus: Circus) -> None:
    race = await circus.race()
    circus.messenger.fails = lambda notice: DmRefused() if notice.player == ANN else None

    await circus.deliver()

    assert not await circus.steward.people.takes_dms(ANN)
    assert await circus.steward.people.takes_dms(BOB)
    (mention,) = [each for each in circus.messenger.delivered if each.kind == "mention"]
    assert (mention.player, mention.race) == (None, race)
    assert read_body(mention, Mention) == Mention(ANN, (RED,), 0)
    assert [each.player for each in circus.messenger.tried].count(ANN) == 1


async def test_who_enters_anew_may_have_opened_his_messages(circus: Circus) -> None:
    await circus.race()
    circus.messenger.fails = lambda notice: DmRefused() if notice.player == ANN else None
    await circus.deliver()

    await circus.steward.lobbies.join(await circus.lobby(), ANN, "Ann")

    assert await circus.steward.people.takes_dms(ANN)


async def test_a_refused_reminder_is_a_mention_that_says_so(circus: Circus) -> None:
    await circus.race()
    await circus.deliver()
    circus.messenger.fails = lambda notice: DmRefused() if notice.player == ANN else None
    circus.clock.pass_by(5400)
    await circus.steward.timekeeper.tick()

    await circus.deliver()

    (mention,) = [each for each in circus.messenger.delivered if each.kind == "mention"]
    assert read_body(mention, Mention).is_reminder


async def test_a_warning_to_a_host_with_closed_messages_ends_there(circus: Circus) -> None:
    race = await circus.race()
    circus.messenger.fails = lambda notice: DmRefused() if notice.player == ANN else None
    await circus.store.outbox.put(notice(race, "warning", Warned("it rains"), circus.clock.now, ANN))

    await circus.deliver()

    assert [each.kind for each in circus.messenger.delivered].count("mention") == 1  # for the summons alone


async def test_what_fails_is_tried_again_later_at_the_same_place(circus: Circus) -> None:
    await circus.race()
    await circus.deliver()
    race = await circus.race()
    failures = iter([OSError("net"), TimeoutError(), None, None, None, None])
    circus.messenger.fails = lambda each: next(failures) if each.player == ANN else None
    circus.messenger.tried.clear()

    for pause in (0, 1.9, 0.2, 3.7, 0.4):
        circus.clock.pass_by(pause)
        await circus.deliver()

    tries = [each for each in circus.messenger.tried if each.player == ANN]
    assert [each.attempts for each in tries] == [1, 2, 3]  # after 2 and 4 seconds
    assert len({(each.id, each.place) for each in tries}) == 1
    assert len({each.tried for each in tries}) == 1
    assert {each.race for each in tries} == {race}


async def test_an_attempt_that_a_crash_cut_short_makes_nobody_wait_longer(circus: Circus) -> None:
    # Given a summons that the end of the program cut short eight times
    await circus.race()
    (waiting,) = [each for each in await circus.store.outbox.waiting() if each.player == ANN]
    claimed = waiting
    for _ in range(8):
        again = await circus.store.outbox.claim(claimed, circus.clock.now)
        assert again is not None
        claimed = again

    # When Discord fails once
    failures = iter([OSError("net"), None])
    circus.messenger.fails = lambda each: next(failures) if each.player == ANN else None
    await circus.deliver()
    circus.clock.pass_by(2.1)
    await circus.deliver()

    # Then it is tried again as soon as after any first failure
    assert [each.attempts for each in circus.messenger.tried if each.player == ANN] == [9, 10]
    assert circus.messenger.kinds(ANN) == ["summons"]


async def test_what_breaks_while_a_notice_is_told_is_logged_with_its_place_and_without_its_words(
    circus: Circus, caplog: pytest.LogCaptureFixture
) -> None:
    race = await circus.race()

    def breaks(notice: Notice) -> None:
        if notice.kind == "summons":
            raise KeyError("a secret word")

    circus.messenger.fails = breaks
    await circus.deliver()

    logged = next(each.getMessage() for each in caplog.records if "is tried again" in each.getMessage())
    assert f"(summons) of race {race}" in logged
    assert "KeyError at delivery.py:" in logged
    assert "test_delivery.py:" in logged
    assert "breaks" in logged
    assert "secret" not in caplog.text


async def test_the_pause_grows_but_not_for_ever(circus: Circus) -> None:
    await circus.race()
    circus.messenger.fails = lambda each: OSError() if each.player == ANN else None

    for _ in range(30):
        circus.clock.pass_by(301)
        await circus.deliver()

    assert len([each for each in circus.messenger.tried if each.player == ANN]) == 30


async def test_a_later_notice_of_a_target_waits_for_an_earlier_one(circus: Circus) -> None:
    race = await circus.race()
    await circus.deliver()
    circus.messenger.fails = lambda each: OSError() if each.kind == "story" else None
    await circus.pace(race)
    await circus.give(race, RED, Walk(3))
    await circus.deliver()
    before = len(circus.messenger.delivered)
    await circus.give(race, BLUE, Walk(3))
    await circus.deliver()
    assert "story" not in [each.kind for each in circus.messenger.delivered]
    assert {each.player for each in circus.messenger.delivered[before:]} == {ANN, BOB}  # others do not wait

    circus.messenger.fails = lambda _each: None
    circus.clock.pass_by(10)
    await circus.deliver()

    stories = [each.id for each in circus.messenger.delivered if each.kind == "story"]
    assert len(stories) == 2
    assert stories == sorted(stories)


async def test_what_can_never_be_posted_is_given_up_and_holds_up_nothing(circus: Circus) -> None:
    race = await circus.race()
    circus.messenger.fails = lambda each: CannotPost("the thread is gone") if each.player is None else None

    await circus.deliver()
    circus.clock.pass_by(1000)
    await circus.deliver()

    tried = [each for each in circus.messenger.tried if each.player is None]
    assert {each.attempts for each in tried} == {1}
    assert await circus.store.outbox.waiting() == []
    assert len(await circus.steward.open_asks(ANN)) == 1  # the race itself goes on
    await circus.give(race, RED, Pace(1))


class SlowMessenger(FakeMessenger):
    """Counts how many deliveries are under way at once."""

    def __init__(self) -> None:
        super().__init__()
        self.now, self.most, self.targets = 0, 0, list[str]()

    async def deliver(self, notice: Notice) -> str:
        assert notice.target not in self.targets, "one target is served twice at once"
        self.targets.append(notice.target)
        self.now += 1
        self.most = max(self.most, self.now)
        await asyncio.sleep(0.05)
        self.now -= 1
        self.targets.remove(notice.target)
        return await super().deliver(notice)


class HeldMessenger(FakeMessenger):
    """Has what is for players wait until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.may_go = asyncio.Event()

    async def ready(self, notice: Notice) -> None:
        if notice.player is not None:
            await self.may_go.wait()


async def test_what_is_not_ready_yet_holds_up_nothing_else(circus: Circus) -> None:
    # Given more that waits than is ever posted at once
    race, messenger = await circus.race(), HeldMessenger()
    warnings = [notice(race, "warning", Warned("x"), 0.0, PlayerId(1000 + number)) for number in range(MOST_AT_ONCE)]
    await circus.store.outbox.put(*warnings)
    delivering = asyncio.create_task(
        Delivery(circus.store, messenger, circus.clock, nothing_begins, circus.steward.fleet).deliver_due()
    )

    # When the thread is to be told something
    async with asyncio.timeout(5):
        await messenger.news.wait()

    # Then it is told, and the others follow when they may
    assert {each.player for each in messenger.delivered} == {None}
    messenger.may_go.set()
    await delivering
    assert len({each.player for each in messenger.delivered}) == MOST_AT_ONCE + 3


class DrawingMessenger(FakeMessenger):
    """Has stories wait for their pictures until these may be drawn."""

    def __init__(self) -> None:
        super().__init__()
        self.may_draw = asyncio.Event()

    async def deliver(self, notice: Notice) -> str:
        if notice.kind == "story":
            await self.may_draw.wait()
        return await super().deliver(notice)


async def test_no_question_waits_for_the_pictures_of_others(circus: Circus) -> None:
    # Given more stories, each of a race in a thread of its own, than is ever posted at once
    messenger = DrawingMessenger()
    delivery = Delivery(circus.store, messenger, circus.clock, nothing_begins, circus.steward.fleet)
    races = []
    for thread in range(100, 100 + MOST_AT_ONCE + 1):
        new = NewRace(1, 2, PlayerId(thread), "toy", Options(), SECONDS, "Ludi")
        races.append(await circus.steward.lobbies.open_race(new))
        await circus.steward.lobbies.set_thread(races[-1], thread)
    await delivery.deliver_due()
    told = len(messenger.delivered)
    await circus.store.outbox.put(*(notice(race, "story", Story(1, 1), 0.0) for race in races))

    # When somebody is told something after them
    await circus.store.outbox.put(notice(races[0], "warning", Warned("x"), 0.0, ANN))
    messenger.news.clear()
    delivering = asyncio.create_task(delivery.deliver_due())
    async with asyncio.timeout(5):
        await messenger.news.wait()

    # Then they are, and the stories follow when they are drawn
    assert messenger.delivered[told].player == ANN
    messenger.may_draw.set()
    await delivering
    assert messenger.kinds().count("story") == MOST_AT_ONCE + 1


async def test_no_storm(circus: Circus) -> None:
    # Given thirty players who are all to be told at once
    race, messenger = await circus.race(), SlowMessenger()
    warnings = [notice(race, "warning", Warned("x"), 0.0, PlayerId(1000 + number)) for number in range(30)]
    await circus.store.outbox.put(*warnings)
    delivery = Delivery(circus.store, messenger, circus.clock, nothing_begins, circus.steward.fleet)

    await delivery.deliver_due()

    assert len(messenger.delivered) >= 30
    assert 1 < messenger.most <= MOST_AT_ONCE + MOST_CARDS


async def test_running_it_delivers_what_comes(circus: Circus) -> None:
    running = asyncio.create_task(circus.steward.run())
    race = await circus.race()
    await circus.give(race, RED, Pace(3))

    async with asyncio.timeout(10):
        while not (circus.messenger.kinds(BOB) and circus.messenger.kinds()):
            circus.messenger.news.clear()
            await circus.messenger.news.wait()

    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    with pytest.raises(asyncio.CancelledError):
        await running


async def test_a_cancelled_race_has_its_panel_drawn_once_more(circus: Circus) -> None:
    race = await circus.race()
    await circus.deliver()
    circus.messenger.delivered.clear()

    await circus.steward.lobbies.cancel(race, ANN)
    await circus.deliver()

    assert circus.messenger.kinds() == ["panel"]
    with pytest.raises(Refused) as refused:
        await circus.asked(RaceId(race), RED)
    assert refused.value.reason is Reason.RACE_IS_OVER


async def test_what_could_not_be_noted_as_sent_is_not_sent_again_at_once(
    circus: Circus, monkeypatch: pytest.MonkeyPatch
) -> None:
    race = await circus.race()
    await circus.deliver()
    circus.messenger.tried.clear()

    async def full_disk(*_args: object, **_named: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(circus.store.outbox, "settle", full_disk)
    await circus.store.outbox.put(notice(race, "warning", Warned("x"), circus.clock.now, ANN))
    running = asyncio.create_task(circus.steward.delivery.run())
    for _ in range(20):
        circus.steward.delivery.wake()
        await asyncio.sleep(0.01)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)

    assert len(circus.messenger.tried) == 1


# Rights that are missing, and come back


def refusing(notice: Notice) -> Exception | None:
    return RightMissing("50013") if notice.player is None else None


async def test_what_a_missing_right_refuses_is_kept_and_posted_in_order_when_rights_change(circus: Circus) -> None:
    race = await circus.race()
    circus.messenger.fails = refusing
    posted = circus.messenger.kinds()
    await circus.pace(race)
    await circus.give(race, RED, Walk(3))
    await circus.deliver()
    assert circus.messenger.kinds() == posted == ["panel", "start"]

    circus.messenger.fails = lambda _notice: None
    await circus.steward.delivery.rights_changed(1)
    await circus.deliver()

    told = [each.id for each in circus.messenger.delivered if each.player is None]
    assert told == sorted(told)
    assert "story" in circus.messenger.kinds()
    assert await circus.steward.delivery.kept(race) is None


async def test_a_change_of_rights_in_another_server_releases_nothing(circus: Circus) -> None:
    race = await circus.race()
    circus.messenger.fails = refusing
    await circus.deliver()
    tried = len(circus.messenger.tried)

    await circus.steward.delivery.rights_changed(77)
    await circus.deliver()

    assert len(circus.messenger.tried) == tried
    kept = await circus.steward.delivery.kept(race)
    assert kept is not None
    assert (kept.why, kept.since, kept.waiting) == ("50013", circus.clock.now, 1)


async def test_what_is_kept_is_tried_slowly_by_time_and_in_the_end_given_up(circus: Circus) -> None:
    race = await circus.race()
    circus.messenger.tried.clear()
    circus.messenger.fails = refusing
    await circus.deliver()
    (first,) = [each for each in circus.messenger.tried if each.player is None]

    pauses: list[float] = []
    before = circus.clock.now
    while pauses.count(LONGEST_KEPT_PAUSE) < 2:
        circus.clock.pass_by(60.0)
        await circus.deliver()
        mine = [each for each in circus.messenger.tried if each.id == first.id]
        if len(mine) > 1 + len(pauses):
            pauses.append(circus.clock.now - before)
            before = circus.clock.now
    assert pauses[:4] == [60.0, 120.0, 240.0, 480.0]
    assert pauses[-3:] == [1_920.0, LONGEST_KEPT_PAUSE, LONGEST_KEPT_PAUSE]

    circus.clock.pass_by(KEPT_FOR)
    await circus.deliver()
    assert await circus.steward.delivery.kept(race) is None
    assert [each.state for each in await circus.store.outbox.of_race(race) if each.id == first.id] == ["given up"]


async def test_what_is_kept_is_kept_over_a_restart(circus: Circus) -> None:
    race = await circus.race()
    circus.messenger.fails = refusing
    await circus.deliver()

    later = await circus.again()
    assert await later.steward.delivery.kept(race) is not None
    await later.steward.delivery.rights_changed()
    await later.deliver()

    assert "panel" in later.messenger.kinds()


async def test_what_discord_never_takes_is_given_up_after_some_tries_and_what_follows_is_posted(
    circus: Circus,
) -> None:
    race = await circus.race()
    deliver, tries = circus.messenger.deliver, list[int]()

    async def refuses(notice: Notice) -> str:
        if notice.kind == "panel":
            tries.append(notice.id)
            raise Malformed("50035")
        return await deliver(notice)

    circus.messenger.deliver = refuses  # type: ignore[method-assign]
    await circus.store.outbox.put(notice(race, "panel", Panel(), circus.clock.now))
    await circus.store.outbox.put(notice(race, "warning", Warned("late"), circus.clock.now))
    for _ in range(3 * MOST_REFUSALS):
        await circus.deliver()
        circus.clock.pass_by(60)

    posts = [each for each in await circus.store.outbox.of_race(race) if each.player is None]
    panels = [each for each in posts if each.id in tries]
    assert {each.state for each in panels} == {"given up"}
    assert max(map(tries.count, tries)) == MOST_REFUSALS
    assert await circus.steward.delivery.given_up(race) == ["50035"] * len(panels)
    assert "warning" in {each.kind for each in circus.messenger.delivered}


async def test_a_question_that_discord_never_takes_is_put_in_the_thread(circus: Circus) -> None:
    race = await circus.race()
    deliver = circus.messenger.deliver

    async def refuses(notice: Notice) -> str:
        if notice.player == ANN:
            raise Malformed("50035")
        return await deliver(notice)

    circus.messenger.deliver = refuses  # type: ignore[method-assign]
    for _ in range(MOST_REFUSALS):
        await circus.deliver()
        circus.clock.pass_by(60)

    mentions = [read_body(each, Mention) for each in circus.messenger.delivered if each.kind == "mention"]
    assert [each.player for each in mentions] == [ANN]
    assert {each.race for each in circus.messenger.delivered} == {race}


async def test_what_races_of_one_thread_tell_comes_in_the_order_it_was_written(circus: Circus) -> None:
    # Given a season and its next race in one thread, and a first post that Discord takes slowly
    season, its_race = await circus.lobby(title="Season"), await circus.lobby(title="Race")
    await circus.deliver()
    circus.messenger.delivered.clear()
    slow, deliver = asyncio.Event(), circus.messenger.deliver

    async def in_time(told: Notice) -> str:
        if told.race == season:
            await slow.wait()
        return await deliver(told)

    circus.messenger.deliver = in_time  # type: ignore[assignment, method-assign]
    await circus.store.outbox.put(notice(season, "warning", Warned("the odds"), circus.clock.now))
    await circus.store.outbox.put(notice(its_race, "warning", Warned("it begins"), circus.clock.now))

    # When they are posted
    posting = asyncio.create_task(circus.deliver())
    await asyncio.sleep(0.1)
    assert circus.messenger.delivered == []
    slow.set()
    await posting

    # Then neither overtakes the other
    assert [read_body(each, Warned).what for each in circus.messenger.delivered] == ["the odds", "it begins"]


# Under load


async def panels(circus: Circus, race: RaceId) -> list[str]:
    """Return the states of all notices about a race's panel."""
    return [each.state for each in await circus.store.outbox.of_race(race) if each.kind == "panel"]


@pytest.mark.parametrize("is_loaded", [False, True])
async def test_a_panel_is_edited_seldom_while_much_is_to_be_posted(
    circus: Circus, is_loaded: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    race = await circus.race()
    await circus.deliver()
    if is_loaded:
        monkeypatch.setattr(delivery, "MOST_AT_ONCE", 0)
    told = (await panels(circus, race)).count("sent")

    for _ in range(3):
        await circus.steward.races.show(race)
        await circus.deliver()
    assert (await panels(circus, race)).count("sent") == told + (0 if is_loaded else 3)
    assert (await panels(circus, race)).count("new") == int(is_loaded)  # the latest is enough

    circus.clock.pass_by(delivery.EDITED_EVERY["panel"])
    await circus.deliver()
    assert (await panels(circus, race)).count("new") == 0
    assert (await panels(circus, race)).count("sent") == told + (1 if is_loaded else 3)


async def test_what_comes_behind_a_panel_does_not_wait_for_it(circus: Circus, monkeypatch: pytest.MonkeyPatch) -> None:
    race = await circus.race()
    await circus.deliver()
    monkeypatch.setattr(delivery, "MOST_AT_ONCE", 0)
    await circus.steward.races.show(race)
    await circus.deliver()
    assert (await panels(circus, race)).count("new") == 1

    await circus.store.outbox.put(notice(race, "warning", Warned("odd"), circus.clock.now))
    await circus.deliver()

    assert circus.messenger.kinds()[-2:] == ["panel", "warning"]
