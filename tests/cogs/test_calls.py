"""One post calls all whom the thread must call; one tells who was late, and how often the bot was away."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest

from cogs.posts import mentions
from engine.circus_maximus.words.asks import Preparation
from records.acts import ActRecord
from records.notices import Notice
from records.races import Pace
from records.values import PlayerId, RaceId
from steward import NewRace, Timing
from steward.telling.notices import act_notice
from steward.time.schedules import HOUR, Schedule
from tests.cogs.arena import ANN, BOB, GAME, Arena
from tests.cogs.fakes import CHANNEL, GUILD, THREAD, FakeMessage, Numbers, http_error
from tests.kept import once

NAMES = {PlayerId(number): name for number, name in zip(
    range(100, 900, 100), ("Ann", "Bob", "Cy", "Dan", "Eve", "Flo", "Gus", "Hal"), strict=True
)}  # fmt: skip
EPOCH = 1_420_070_400_000
POINTS = Preparation(1, 1, 1, 1)


@pytest.fixture
async def arena(tmp_path: Path) -> AsyncIterator[Arena]:
    arena = Arena(tmp_path / "races.sqlite3")
    await arena.circus.open()
    arena.thread._numbers = Numbers((int(arena.circus.clock.now * 1000) - EPOCH) << 22)
    yield arena
    await arena.close()


async def begin(arena: Arena, closed: int = 8) -> RaceId:
    """Start a race of eight at a turn a day, of whom so many take no direct messages; all are asked to prepare."""
    seconds = dict.fromkeys(GAME.decisions, int(24 * HOUR))
    timing: Any = Timing(seconds, Pace.TURNS, Schedule(grace=24 * HOUR, slices=4))
    race = await arena.steward.lobbies.open_race(
        NewRace(GUILD, CHANNEL, ANN, GAME.id, GAME.options(laps=1), timing, "Ludi")
    )
    await arena.steward.lobbies.set_thread(race, THREAD)
    for player, name in NAMES.items():
        await arena.steward.lobbies.join(race, player, name)
    for player in list(NAMES)[:closed]:
        arena.client.user_of(player).dms.fails = http_error(discord.Forbidden, 403, 50007)
    await arena.steward.lobbies.start(race, ANN)
    await arena.deliver()
    return race


begun = once(begin)


def text_of(message: FakeMessage) -> str:
    return "\n".join(message.said.words())


def posts(arena: Arena, what: str) -> list[FakeMessage]:
    return [each for each in arena.thread.messages if what in text_of(each)]


def rung(message: FakeMessage) -> list[int]:
    """Return whom a post rings: who is in its allowed mentions."""
    return sorted(each.id for each in message.said.others["allowed_mentions"].users)


async def pass_by(arena: Arena, hours: float) -> None:
    arena.circus.clock.pass_by(hours * HOUR)
    await arena.steward.timekeeper.tick()
    await arena.deliver()


async def test_one_post_calls_all_and_who_has_decided_is_struck_off_it(arena: Arena) -> None:
    # Given eight whom the thread must call
    await begun(arena)

    (call,) = posts(arena, "for you alone")
    assert rung(call) == list(NAMES)
    assert text_of(call).count("A decision waits") == 1
    assert text_of(call).count("orders:1") == 1, "one button"
    assert text_of(call).count("the rules choose for you") == 8

    # When two of them decide
    for player in list(NAMES)[:2]:
        await arena.give(player, POINTS)
        await arena.deliver()

    # Then the same post has them struck off, and nothing else was posted
    (same,) = posts(arena, "for you alone")
    assert same.id == call.id
    head, *_, done = same.said.contents()[1].split("\n")
    assert head.startswith("<@300> <@400> <@500> <@600> <@700> <@800> A decision waits for you")
    assert done == "-# ✅ ~~<@100>~~, ~~<@200>~~"

    # and when all have, nobody is called any more
    for player in list(NAMES)[2:]:
        await arena.give(player, POINTS)
        await arena.deliver()
    assert call.id not in [each.id for each in posts(arena, "for you alone")]


async def test_a_reminder_takes_the_place_of_the_call(arena: Arena) -> None:
    await begun(arena)
    (call,) = posts(arena, "for you alone")
    await arena.give(ANN, POINTS)
    await arena.deliver()

    await pass_by(arena, 18.5)

    (reminder,) = posts(arena, "for you alone")
    assert reminder.id != call.id
    assert "still waits for you" in text_of(reminder)
    assert rung(reminder) == list(NAMES)[1:]


async def test_only_who_is_called_anew_is_rung_by_a_new_call(arena: Arena) -> None:
    # Given a call, and one whose direct messages close only now
    await begun(arena, closed=7)
    last = list(NAMES)[-1]
    arena.client.user_of(last).dms.fails = http_error(discord.Forbidden, 403, 50007)

    # When they are reminded
    await arena.steward.desk.remind(RaceId(1), (await arena.asked(last)).entry)
    await arena.deliver()

    # Then one post calls all, and rings the one
    (call,) = posts(arena, "for you alone")
    assert rung(call) == [last]
    assert all(f"<@{player}>" in text_of(call) for player in NAMES)


async def sleeps(arena: Arena, players: list[PlayerId], hours: float) -> None:
    """Let it be quiet for players from now on, for so many hours."""
    now = int(arena.circus.clock.now // 60) % 1440
    until = (now + int(hours * 60)) % 1440
    for player in players:
        await arena.steward.people.set_player(player, name=NAMES[player], quiet_from=now, quiet_until=until)


@pytest.mark.parametrize(("hours", "rings_after"), [(8.0, 8.1), (20.0, 20.1), (23.5, 23.6)])
async def test_who_sleeps_is_not_rung_with_the_others_but_as_their_quiet_hours_end(
    arena: Arena, hours: float, rings_after: float
) -> None:
    await sleeps(arena, [ANN], hours)
    await begun(arena)

    (call,) = posts(arena, "for you alone")
    assert call.said.others["silent"] is False
    assert rung(call) == list(NAMES)[1:]
    assert "<@100>" in text_of(call)

    for player in list(NAMES)[1:]:
        await arena.give(player, POINTS)
    await pass_by(arena, rings_after)
    (again,) = posts(arena, "for you alone")
    assert again.said.others["silent"] is False
    assert rung(again) == [ANN]


async def test_where_all_sleep_the_call_makes_no_sound_and_the_reminder_comes_in_time(arena: Arena) -> None:
    await sleeps(arena, list(NAMES), 20.0)
    await begun(arena)

    (call,) = posts(arena, "for you alone")
    assert call.said.others["silent"] is True
    assert rung(call) == list(NAMES)

    await pass_by(arena, 18.5)
    await pass_by(arena, 2.0)
    (reminder,) = posts(arena, "for you alone")
    assert reminder.said.others["silent"] is False
    assert rung(reminder) == list(NAMES)


@pytest.mark.parametrize("closed", [8, 0])
async def test_one_post_tells_who_was_late_step_after_step(arena: Arena, closed: int) -> None:
    await begun(arena, closed=closed)

    await pass_by(arena, 24.1)
    (late,) = posts(arena, "🕰️")
    assert "These were late" in text_of(late)
    assert text_of(late).count("6h used") == 8

    await pass_by(arena, 6.1)
    (later,) = posts(arena, "🕰️")
    assert later.id == late.id
    assert text_of(later).count("12h used") == 8
    assert len(posts(arena, "for you alone")) == bool(closed)


async def test_a_deadline_that_moves_is_told_on_the_call(arena: Arena) -> None:
    race = await begun(arena)
    opened = await arena.asked(ANN)
    assert f"<t:{int(opened.until or 0)}:R>" in text_of(posts(arena, "for you alone")[0])

    await arena.steward.desk.extend(race, ANN, 3600.0, "a feast")
    await arena.deliver()

    assert f"<t:{int((opened.until or 0) + 3600)}:R>" in text_of(posts(arena, "for you alone")[0])


async def test_who_is_alone_was_late_in_one_sentence_that_counts_on(arena: Arena) -> None:
    race = await begun(arena)
    for player in list(NAMES)[1:]:
        await arena.give(player, POINTS)

    await pass_by(arena, 24.1)
    await pass_by(arena, 6.1)

    (late,) = posts(arena, "🕰️")
    assert "was late: 12h of grace are used" in text_of(late)
    assert (await arena.steward.race(race)).record.state == "running"


async def test_who_missed_a_turn_reads_so_in_a_direct_message(arena: Arena) -> None:
    await begin(arena, closed=0)
    for player in list(NAMES)[1:]:
        await arena.give(player, POINTS)
    for hours in (24.1, *[6.1] * 4):
        await pass_by(arena, hours)

    dms = arena.client.user_of(ANN).dms
    (told,) = [text_of(each) for each in dms.messages if "⌛" in text_of(each)]
    assert "No word from you in time for" in told
    assert "The next time a house driver takes the reins. Any answer sets that back." in told
    assert told.index("⌛") < told.index("### "), "above the next question"
    others = [player for player in NAMES if player != ANN]
    assert not [p for p in others if "⌛" in "\n".join(map(text_of, arena.client.user_of(p).dms.messages))]


# A bot that ends again and again


async def away(arena: Arena, race: RaceId, seconds: float, at: float) -> None:
    act = ActRecord(kind="downtime", by=None, body=f'{{"seconds": {seconds}}}', at=at)
    await arena.circus.store.outbox.put(act_notice(race, act, arena.circus.clock.now))


async def test_a_bot_that_ends_again_and_again_says_so_in_one_post(arena: Arena) -> None:
    race, other = await begun(arena), await arena.lobby(title="Other")

    for number in range(5):
        for each in (race, other):  # told in one thread
            await away(arena, each, 180.0, 1_000.0 + number)
        await arena.deliver()
    (post,) = posts(arena, "I was away")
    assert "I was away 5 times, for 15m in all" in text_of(post)

    # but not if something else was posted since
    await arena.steward.desk.extend(race, ANN, 3600.0, "a feast")
    await arena.deliver()
    await away(arena, race, 240.0, 9_000.0)
    await arena.deliver()
    first, second = posts(arena, "I was away")
    assert first.id == post.id
    assert "I was away for 4m." in text_of(second)


async def test_a_post_that_is_gone_or_of_an_older_version_begins_anew(arena: Arena) -> None:
    race = await begun(arena)
    await away(arena, race, 180.0, 1_000.0)
    await arena.deliver()
    (post,) = posts(arena, "I was away")
    arena.thread.messages.remove(post)

    await away(arena, race, 180.0, 2_000.0)
    await arena.deliver()

    (again,) = posts(arena, "I was away")
    assert "2 times, for 6m" in text_of(again)


async def test_what_a_crash_cut_off_is_told_once_and_whole(arena: Arena) -> None:
    # Given acts of which the first was posted, and the program ended before it could note that
    race = await begun(arena)
    await away(arena, race, 180.0, 1_000.0)
    first = (await arena.circus.store.outbox.waiting())[0]
    claimed = await arena.circus.store.outbox.claim(first, arena.circus.clock.now)
    assert claimed is not None
    await arena.messenger.deliver(claimed)
    await away(arena, race, 180.0, 2_000.0)

    # When it goes on
    await arena.deliver()

    # Then one post tells both
    (post,) = posts(arena, "I was away")
    assert "2 times, for 6m" in text_of(post)


async def test_a_call_whose_strike_was_cut_off_is_brought_up_to_date_after_a_crash(arena: Arena) -> None:
    # Given a call, and an answer whose strike was sent, but not noted
    await begun(arena)
    await arena.give(ANN, POINTS)
    waiting = [each for each in await arena.circus.store.outbox.waiting() if each.player is None]
    claimed = await arena.circus.store.outbox.claim(waiting[0], arena.circus.clock.now)
    assert claimed is not None
    await arena.messenger.deliver(claimed)

    # When the program goes on
    arena.circus.clock.pass_by(300.0)
    await arena.deliver()

    (call,) = posts(arena, "for you alone")
    assert "~~<@100>~~" in text_of(call)
    assert await arena.circus.store.outbox.waiting() == []


@pytest.mark.parametrize("code", [30046, 10008])
async def test_a_call_that_takes_no_edit_is_replaced_without_a_sound(arena: Arena, code: int) -> None:
    await begun(arena)
    (call,) = posts(arena, "for you alone")

    async def edit(**_how: Any) -> None:
        raise http_error(discord.HTTPException, 400, code)

    call.edit = edit  # type: ignore[method-assign]
    await arena.give(ANN, POINTS)
    await arena.deliver()

    (again,) = posts(arena, "for you alone")
    assert again.id != call.id
    assert again.said.others["silent"] is True
    assert "allowed_mentions" not in again.said.others
    assert "~~<@100>~~" in text_of(again)


async def test_who_answers_while_the_call_is_being_sent_is_struck_off(arena: Arena) -> None:
    # Given a call that Discord takes slowly, and an answer that comes meanwhile
    send, given = arena.thread.send, list[PlayerId]()

    async def slow(*words: Any, **how: Any) -> Any:
        if "for you alone" in str(how["view"].to_components()) and not given:
            given.append(ANN)
            await arena.give(ANN, POINTS)
        return await send(*words, **how)

    arena.thread.send = slow  # type: ignore[method-assign]
    await begin(arena)

    (call,) = posts(arena, "for you alone")
    assert "~~<@100>~~" in text_of(call)


async def test_a_race_that_is_called_off_calls_nobody_any_more(arena: Arena) -> None:
    race = await begun(arena)

    await arena.steward.desk.close(race, ANN, "rain")
    await arena.deliver()

    assert not posts(arena, "for you alone")


def strikes(found: list[Notice]) -> list[Notice]:
    return [each for each in found if each.kind == "mention" and each.body == "{}"]


async def test_answers_that_come_together_are_struck_off_by_one_edit(arena: Arena) -> None:
    race = await begun(arena)

    for player in list(NAMES)[:5]:
        await arena.give(player, POINTS)
    assert len(strikes(await arena.steward.delivery.notices(race))) == 1
    edits = arena.thread.edits
    await arena.deliver()

    assert [f"~~<@{player}>~~" in text_of(posts(arena, "for you alone")[0]) for player in list(NAMES)[:5]] == [True] * 5
    assert arena.thread.edits - edits <= 2, "the call and the panel"


async def test_a_call_waits_for_those_whose_direct_messages_are_refused_slowly(arena: Arena) -> None:
    # Given players of whom some are refused at once, and some by a slow Discord
    sent, send = list[str](), arena.thread.send

    async def noted(*words: Any, **how: Any) -> Any:
        sent.append(str(how["view"].to_components()))
        return await send(*words, **how)

    async def slowly(*_: Any, **_how: Any) -> Any:
        await asyncio.sleep(0.3)
        raise http_error(discord.Forbidden, 403, 50007)

    arena.thread.send = noted  # type: ignore[method-assign]
    for player in list(NAMES)[4:]:
        arena.client.user_of(player).dms.send = slowly  # type: ignore[method-assign]

    # When all are asked
    running = asyncio.create_task(arena.steward.delivery.run())
    await begin(arena, closed=4)
    await asyncio.sleep(1.0)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)

    # Then one post calls them, and none was posted before it
    assert len([each for each in sent if "for you alone" in each]) == 1
    assert rung(posts(arena, "for you alone")[0]) == list(NAMES)


async def test_a_call_that_arrived_though_its_answer_was_lost_stands_there_once(arena: Arena) -> None:
    # Given a call whose answer is lost, so that it is tried again
    send, losses = arena.thread.send, [1]

    async def lost(*words: Any, **how: Any) -> Any:
        done = await send(*words, **how)
        if "for you alone" in str(how["view"].to_components()) and losses:
            losses.pop()
            raise http_error(discord.DiscordServerError, 500, 0)
        return done

    arena.thread.send = lost  # type: ignore[method-assign]
    await begin(arena)
    for _ in range(4):
        arena.circus.clock.pass_by(10.0)
        await arena.deliver()

    (call,) = posts(arena, "for you alone")
    assert all(f"<@{player}>" in text_of(call) for player in NAMES)
    assert await arena.circus.store.outbox.waiting() == []


def test_a_call_that_nobody_is_waited_for_any_more_reads_the_same_whenever_it_is_told() -> None:
    """The next question may be open by then, as after a crash: who was called for the last one is not named."""
    unread: Any = None

    assert mentions.call(unread, [], [ANN, BOB]) == mentions.call(unread, [], [])
