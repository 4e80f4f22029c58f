"""The post of the race of the day: one a day in a server, whatever dies in between, until nobody drives any more."""

import pytest

from records.daily import TryRecord
from records.limits import DAY
from records.values import PlayerId
from steward.daily.days import closes, opens
from steward.delivering.boards import MOST_TRIES
from steward.telling.shown import CannotPost, RightMissing
from tests.daily.world import ANNE, BOB, HERE, World
from words.shared.daily import yesterday_lines

CHANNEL, OTHER = 50, 51


class Killed(BaseException):
    """The program ends here."""


async def looks(world: World, days: float, step: float = DAY / 4) -> None:
    """Look at what is due through so many days."""
    for _ in range(round(days * DAY / step)):
        world.at += step
        await world.boards.look()


def numbers(world: World) -> list[int]:
    return [each.board.number for each in world.channels.posts]


async def test_the_first_post_comes_at_once_and_then_one_a_day_at_the_close_of_the_day_before(world: World) -> None:
    await world.boards.begin(HERE, CHANNEL, ANNE)
    await world.boards.look()
    assert numbers(world) == [1]
    world.at = closes(1).timestamp() - 1
    await world.boards.look()
    assert numbers(world) == [1]
    world.at += 1
    await world.boards.look()
    await world.boards.look()
    assert numbers(world) == [1, 2]
    board = await world.boards.board(HERE)
    assert board is not None
    assert (board.post, board.channel) == (1001, CHANNEL)


async def test_a_post_tells_of_yesterday_and_of_nobody_elsewhere(world: World) -> None:
    await world.drive(ANNE)
    await world.drive(BOB, here=8)
    world.at = closes(1).timestamp()
    await world.boards.begin(HERE, CHANNEL, ANNE)
    await world.boards.look()
    (post,) = world.channels.posts
    assert [each.person for each in post.tries] == [ANNE]
    assert (post.board.number, post.runs, post.is_last) == (2, 6, False)


async def test_before_yesterday_is_closed_its_story_is_not_told(world: World) -> None:
    await world.drive(ANNE)
    world.at = opens(2).timestamp() + 3600
    await world.boards.begin(HERE, CHANNEL, ANNE)
    await world.boards.look()
    (post,) = world.channels.posts
    assert (post.board.number, post.tries) == (2, ())


async def test_that_nobody_drove_is_told_neither_at_first_nor_day_after_day(world: World) -> None:
    await world.boards.begin(HERE, CHANNEL, ANNE)
    await world.boards.look()
    await looks(world, 3)
    assert [each.says_nobody for each in world.channels.posts] == [False, True, False]
    await world.has_driven(ANNE, 3)
    await looks(world, 3)
    assert [each.says_nobody for each in world.channels.posts][3:] == [False, True, False]


def test_all_who_share_the_best_place_of_yesterday_are_named_and_the_rest_follow() -> None:
    def a_try(name: str, place: int) -> TryRecord:
        return TryRecord(number=1, person=PlayerId(1), name=name, guild=HERE, began=0.0, place=place, better=60)

    tries = [a_try("Cato", 2), a_try("Ana", 2), a_try("Ben", 4), a_try("Eve", 5)]
    told, *rest = yesterday_lines(tries, 100)
    assert "**Cato**" in told
    assert "**Ana**" in told
    assert "2nd of 6" in told
    assert rest == ["-# 3. Ben: 4th of 6, better than 60 of 100", "-# and 1 more"]
    many, *rest = yesterday_lines([a_try(f"P{number}", 1) for number in range(20)], 100)
    assert "17 more" in many
    assert rest == []
    assert yesterday_lines([], 100, says_nobody=False) == []


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_kill_around_a_post_leaves_one(world: World, when: str) -> None:
    await world.boards.begin(HERE, CHANNEL, ANNE)
    setattr(world.channels, when, Killed())
    with pytest.raises(Killed):
        await world.boards.look()
    setattr(world.channels, when, None)
    await world.restarted()
    await world.boards.look()
    await world.boards.look()
    assert numbers(world) == [1]
    board = await world.boards.board(HERE)
    assert board is not None
    assert (board.attempts, board.post) == (2, 1000)


async def test_two_programs_that_look_at_once_claim_a_post_once(world: World) -> None:
    board = await world.boards.begin(HERE, CHANNEL, ANNE)
    claims = [await world.store.daily_boards.claim(board, 1, world.at) for _ in range(2)]
    assert [each is None for each in claims] == [False, True]


async def test_a_missing_right_is_borne_and_the_next_day_is_tried_anew(world: World) -> None:
    await world.boards.begin(HERE, CHANNEL, ANNE)
    world.channels.before = RightMissing("50013")
    for _ in range(MOST_TRIES + 5):
        await world.boards.look()
    board = await world.boards.board(HERE)
    assert board is not None
    assert (board.attempts, board.state) == (MOST_TRIES, "on")
    world.channels.before = None
    world.at = closes(1).timestamp()
    await world.boards.look()
    assert numbers(world) == [2]


async def test_a_channel_that_is_gone_ends_it(world: World) -> None:
    await world.boards.begin(HERE, CHANNEL, ANNE)
    world.channels.before = CannotPost("10003")
    await world.boards.look()
    world.channels.before = None
    await looks(world, 3)
    assert numbers(world) == []
    board = await world.boards.board(HERE)
    assert board is not None
    assert board.state == "lost"


async def test_it_stops_after_seven_days_without_a_driver_and_wakes_when_asked(world: World) -> None:
    await world.has_driven(ANNE, 1)
    await world.boards.begin(HERE, CHANNEL, ANNE)
    await world.boards.look()
    await looks(world, 20)
    assert numbers(world) == list(range(1, 10)), "days 2 to 8 had nobody"
    assert [each.is_last for each in world.channels.posts] == [False] * 8 + [True]
    await world.boards.begin(HERE, CHANNEL, BOB)
    await world.boards.look()
    assert (numbers(world)[-1], world.channels.posts[-1].is_last) == (20, False)
    await looks(world, 20)
    assert numbers(world)[9:] == list(range(20, 29)), "day 21 was the first that counts, and days 21 to 27 had nobody"


async def test_somebody_who_drives_keeps_it_going(world: World) -> None:
    await world.boards.begin(HERE, CHANNEL, ANNE)
    for number in range(1, 30, 6):
        await world.has_driven(ANNE, number)
    await looks(world, 30)
    assert not any(each.is_last for each in world.channels.posts)
    assert len(numbers(world)) == 30


async def test_a_host_who_switches_it_on_and_off_and_about_gets_one_post_a_day(world: World) -> None:
    for channel in (CHANNEL, OTHER) * 5:
        await world.boards.begin(HERE, channel, ANNE)
        await world.boards.look()
        assert await world.boards.end(HERE)
    assert numbers(world) == [1]
    assert not await world.boards.end(HERE)
    world.at = closes(1).timestamp()
    await world.boards.look()
    assert numbers(world) == [1], "it is off"
