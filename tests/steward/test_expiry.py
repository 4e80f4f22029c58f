"""What nobody begins ends by itself, after a word to its host; stakes go back."""

from pathlib import Path

import pytest

from records.limits import DAY, HOUR, LEAGUES_REST, LOBBIES_WAIT
from records.values import RaceId
from steward import Acted, CupExpired, EndingNotice, EndsSoon, NewRace, read_body
from tests.steward.circus import ANN, BOB, SECONDS, Circus
from tests.steward.leagues import a_circus, a_league, a_season
from tests.steward.test_cups import first_race, opened
from tests.toy_ruleset import Options


async def days(circus: Circus, count: float) -> None:
    """Let so many days pass, with all that is due each day."""
    for _ in range(round(count)):
        circus.clock.pass_by(DAY)
        await circus.steward.timekeeper.tick()
        await circus.deliver()


def told(circus: Circus, kind: type, *, directly: bool = True) -> int:
    """Return how often a kind of notice was sent to Ann directly, or to threads."""
    bodies = [
        read_body(each, EndingNotice)
        for each in circus.messenger.delivered
        if each.kind == "ending" and (each.player == ANN) is directly
    ]
    return sum(isinstance(each, kind) for each in bodies)


async def state(circus: Circus, race: RaceId) -> str:
    return (await circus.steward.race(race)).record.state


async def test_a_lobby_ends_after_four_weeks_and_its_host_hears_of_it_a_week_before(circus: Circus) -> None:
    race = await circus.lobby()

    await days(circus, 20)
    assert told(circus, EndsSoon) == 0
    await days(circus, 7)
    assert (told(circus, EndsSoon), told(circus, EndsSoon, directly=False)) == (1, 1)
    assert await state(circus, race) == "lobby"
    await days(circus, 1)

    assert await state(circus, race) == "cancelled"
    ended = [each for each in circus.messenger.delivered if each.kind == "act"]
    assert [each.player for each in ended] == [None, ANN]
    act = read_body(ended[0], Acted).act
    assert (act.kind, act.by, act.reason) == ("close", None, "it waited 28 days for its start")
    assert (await circus.steward.race(race)).record.called_off_by is None
    await days(circus, 40)
    assert told(circus, EndsSoon) == 1


async def test_a_lobby_that_is_older_than_the_limit_gets_its_week_all_the_same(circus: Circus) -> None:
    race = await circus.lobby()

    circus.clock.pass_by(10 * LOBBIES_WAIT)  # as after an update of a database of long ago
    await days(circus, 6)
    assert await state(circus, race) == "lobby"
    await days(circus, 2)

    assert await state(circus, race) == "cancelled"


async def test_a_practice_that_never_begins_ends_without_a_word_before(circus: Circus) -> None:
    new = NewRace(0, 2, ANN, "toy", Options(), SECONDS, "Practice", 0)
    race = await circus.steward.practices.open(new)

    await days(circus, 29)

    assert await state(circus, race) == "cancelled"
    assert told(circus, EndsSoon) == 0


async def test_a_race_that_starts_after_the_word_goes_on(circus: Circus) -> None:
    race = await circus.lobby()
    await days(circus, 22)
    for player, colour in ((ANN, "red"), (BOB, "blue")):
        await circus.steward.lobbies.join(race, player, str(player), colour=colour)
    await circus.steward.lobbies.start(race, ANN)
    await circus.to_the_end(race)

    await days(circus, 20)

    assert await state(circus, race) == "finished"


async def test_a_process_that_ends_between_word_and_end_warns_nobody_twice(circus: Circus) -> None:
    race = await circus.lobby()
    await days(circus, 22)

    later = await circus.again()
    await days(later, 8)

    assert told(later, EndsSoon) == 0
    assert await state(later, race) == "cancelled"


async def test_a_cup_ends_with_the_race_that_nobody_starts(circus: Circus) -> None:
    cup = await opened(circus)

    await days(circus, 30)

    assert (await circus.steward.cups.cup(cup.id)).record.state == "cancelled"
    assert await state(circus, cup.races[0].record.id) == "cancelled"
    assert told(circus, EndsSoon) == 1


async def test_a_cup_that_never_goes_on_ends(circus: Circus) -> None:
    cup = await opened(circus)
    race = await first_race(circus, cup)
    circus.messenger.delivered.clear()

    await days(circus, 27)
    assert (await circus.steward.cups.cup(cup.id)).record.state == "open"
    assert told(circus, EndsSoon) == 1
    await days(circus, 2)

    assert (await circus.steward.cups.cup(cup.id)).record.state == "cancelled"
    assert (told(circus, CupExpired), told(circus, CupExpired, directly=False)) == (1, 1)
    assert await state(circus, race) == "finished"


async def test_a_cup_that_goes_on_after_the_word_is_warned_anew_after_its_next_race(circus: Circus) -> None:
    cup = await opened(circus)
    await first_race(circus, cup)
    await days(circus, 22)
    await circus.steward.cups.next_race(cup.id, ANN)

    await days(circus, 20)
    assert (await circus.steward.cups.cup(cup.id)).record.state == "open"
    await days(circus, 9)

    assert (await circus.steward.cups.cup(cup.id)).record.state == "cancelled"
    assert told(circus, EndsSoon) == 2


async def test_a_league_that_never_starts_ends(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_league(circus)

    await days(circus, 30)

    assert await state(circus, league) == "cancelled"
    await circus.close()


@pytest.mark.slow
async def test_a_league_whose_thread_is_gone_does_not_rest_for_ever(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_season(circus)
    await circus.steward.cut_off.thread_gone(league)
    assert await state(circus, league) == "paused"

    circus.clock.pass_by(LEAGUES_REST - HOUR)
    await days(circus, 1)
    await days(circus, 1)

    assert await state(circus, league) == "cancelled"
    assert (await circus.store.purses.audit()).is_sound
    await circus.close()
