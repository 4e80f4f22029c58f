"""Cups: races one after the other, each from what the last one left, and exactly one announcement of each."""

import asyncio
from typing import Any

import pytest

from records.notices import Notice
from records.refusals import Reason, Refused
from records.values import CupId, PlayerId, RaceId
from steward import Agreed, Cup, Standings, read_body
from tests.kept import once
from tests.steward.circus import ANN, BOB, EVE, SECONDS, Circus
from tests.toy_ruleset import Options, SeriesOptions

pytestmark = pytest.mark.usefixtures("every_write_raises_revisions")


def agreed(**values: Any) -> Agreed:
    given: dict[str, Any] = {
        "guild": 1,
        "channel": 2,
        "host": ANN,
        "ruleset": "toy",
        "options": Options(turns=1),
        "series": SeriesOptions(),
        "timing": SECONDS,
        "title": "Ludi",
        "races": 2,
    }
    return Agreed(**{**given, **values})


@once
async def opened(circus: Circus, /, rivals: int = 0, **values: Any) -> Cup:
    """Open a cup that Ann and Bob have entered, with so many house drivers."""
    cup = await circus.steward.cups.open(agreed(**values))
    first = cup.races[0].record.id
    await circus.steward.lobbies.set_thread(first, 31)
    await circus.steward.lobbies.join(first, ANN, "Ann", colour="red", name="Celer", word="equus")
    await circus.steward.lobbies.join(first, BOB, "Bob", colour="blue")
    if rivals:
        await circus.steward.lobbies.fill(first, ANN, "steady", rivals)
    return cup


async def run(circus: Circus, race: RaceId, red: int, blue: int) -> None:
    """Have a race of one turn run; who writes the higher pace is ahead."""
    await circus.pace(race, red, blue)
    await circus.to_the_end(race)


async def first_race(circus: Circus, cup: Cup, red: int = 1, blue: int = 6) -> RaceId:
    race = cup.races[0].record.id
    await circus.steward.lobbies.start(race, ANN)
    await run(circus, race, red, blue)
    return race


async def next_race(circus: Circus, cup: Cup, thread: int = 32) -> RaceId:
    lobby = await circus.steward.cups.next_race(cup.id, ANN)
    await circus.steward.lobbies.set_thread(lobby.record.id, thread)
    await circus.steward.lobbies.start(lobby.record.id, ANN)
    return lobby.record.id


def table(cup: Cup) -> list[tuple[int, int, int]]:
    return [(each.rank, each.faction, each.total) for each in cup.standings]


async def refused(attempt: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        await attempt
    return caught.value


async def test_a_cup_opens_with_its_first_race(circus: Circus) -> None:
    cup = await opened(circus)

    known = await circus.steward.cups.cup(cup.id)
    assert (known.record.title, known.record.state, known.record.races) == ("Ludi", "open", 2)
    assert [(lobby.record.title, lobby.record.round) for lobby in known.races] == [("Ludi · race 1 of 2", 1)]
    assert known.under_way is not None
    assert known.under_way.record.state == "lobby"
    assert table(known) == [(1, 1, 0), (1, 2, 0)]
    assert known.winners == ()


async def test_the_next_race_is_driven_by_the_same_in_the_same_chariots(circus: Circus) -> None:
    cup = await opened(circus, rivals=2)
    first = await first_race(circus, cup)

    second = await next_race(circus, cup)

    before, after = await circus.steward.race(first), await circus.steward.race(second)
    assert after.record.state == "running"
    assert after.factions == before.factions
    assert after.entries == before.entries
    assert (after.record.title, after.record.round) == ("Ludi · race 2 of 2", 2)
    assert after.record.secret != before.record.secret, "its dice are its own"


async def test_points_of_all_races_make_the_standings_and_the_winner(circus: Circus) -> None:
    cup = await opened(circus)
    await first_race(circus, cup, red=1, blue=6)
    after_one = await circus.steward.cups.cup(cup.id)
    await run(circus, await next_race(circus, cup), red=6, blue=1)

    after_two = await circus.steward.cups.cup(cup.id)

    assert table(after_one) == [(1, 2, 3), (2, 1, 1)]
    assert after_one.winners == ()
    # as many points and places: the last race decides
    assert table(after_two) == [(1, 1, 4), (2, 2, 4)]
    assert after_two.winners == (1,)
    assert after_two.record.state == "finished"
    assert after_two.record.ended == circus.clock.now
    assert table(await circus.steward.cups.cup(cup.id, until=1)) == table(after_one)


async def test_the_rules_of_the_series_make_the_options_of_each_race(circus: Circus) -> None:
    cup = await opened(circus, series=SeriesOptions(growing=True))
    await first_race(circus, cup)

    second = await next_race(circus, cup)

    assert '"turns":2' in (await circus.steward.race(second)).record.options


async def test_where_chariots_are_shared_out_they_are_so_for_each_race(circus: Circus) -> None:
    cup = await circus.steward.cups.open(agreed(options=Options(turns=1, dealt=True)))
    first = cup.races[0].record.id
    await circus.steward.lobbies.set_thread(first, 31)
    for player, name in ((ANN, "Ann"), (BOB, "Bob")):
        await circus.steward.lobbies.join(first, player, name)
    await circus.steward.lobbies.start(first, ANN)
    await circus.to_the_end(first)

    second = await next_race(circus, cup)

    assert len((await circus.steward.race(second)).entries) == 4
    known = await circus.steward.cups.cup(cup.id)
    assert sum(each.total for each in known.standings) == 4, "all points of a race went to the two"


async def test_each_race_of_a_cup_is_announced_once_in_its_thread(circus: Circus) -> None:
    cup = await opened(circus)
    first = await first_race(circus, cup)
    await circus.deliver()
    second = await next_race(circus, cup)
    await run(circus, second, 1, 6)

    await circus.deliver()
    await circus.deliver()

    told = [each for each in circus.messenger.delivered if each.kind == "cup"]
    assert [(each.race, read_body(each, Standings)) for each in told] == [
        (first, Standings(cup.id, 1)),
        (second, Standings(cup.id, 2)),
    ]
    kinds = [each.kind for each in circus.messenger.delivered if each.race == second]
    assert kinds.index("cup") > max(place for place, kind in enumerate(kinds) if kind == "story")


async def test_an_announcement_that_fails_is_tried_again(circus: Circus) -> None:
    def cups_fail(notice: Notice) -> Exception | None:
        return OSError() if notice.kind == "cup" else None

    cup = await opened(circus)
    circus.messenger.fails = cups_fail
    await first_race(circus, cup)
    await circus.deliver()
    circus.messenger.fails = lambda _notice: None
    circus.clock.pass_by(600)

    await circus.deliver()

    assert [each.attempts for each in circus.messenger.delivered if each.kind == "cup"] == [2]


async def test_a_race_by_itself_is_no_cup(circus: Circus) -> None:
    race = await circus.race(turns=1)
    await circus.to_the_end(race)

    assert "cup" not in [each.kind for each in await circus.steward.delivery.notices(race)]


async def test_a_cup_goes_on_in_another_process(circus: Circus) -> None:
    cup = await opened(circus, rivals=1)
    await first_race(circus, cup)

    again = await circus.again()
    race = await next_race(again, cup)
    await run(again, race, 1, 6)

    known = await again.steward.cups.cup(cup.id)
    assert known.record.state == "finished"
    assert known == await circus.steward.cups.cup(cup.id)


async def test_a_next_race_that_was_opened_but_not_begun_is_begun(circus: Circus) -> None:
    # Given a process that ended just after it had opened the next race
    cup = await opened(circus)
    await first_race(circus, cup)
    left = await circus.steward.cups.next_race(cup.id, ANN)

    again = await circus.again()
    race = await next_race(again, cup)

    assert race == left.record.id
    assert (await again.steward.race(race)).record.state == "running"


async def test_asked_for_twice_at_once_the_next_race_is_opened_once(circus: Circus) -> None:
    cup = await opened(circus)
    await first_race(circus, cup)
    again = await circus.again()

    found = await asyncio.gather(circus.steward.cups.next_race(cup.id, ANN), again.steward.cups.next_race(cup.id, ANN))

    assert found[0].record.id == found[1].record.id
    assert len((await circus.steward.cups.cup(cup.id)).races) == 2


async def test_a_race_that_was_cancelled_is_run_again(circus: Circus) -> None:
    cup = await opened(circus)
    await first_race(circus, cup)
    lost = await next_race(circus, cup)
    await circus.steward.lobbies.cancel(lost, ANN)

    again = await next_race(circus, cup, thread=33)

    assert again != lost
    lobby = await circus.steward.race(again)
    assert (lobby.record.round, [faction.player for faction in lobby.factions]) == (2, [ANN, BOB])


async def test_a_first_race_that_was_cancelled_is_open_to_all_again(circus: Circus) -> None:
    cup = await opened(circus)
    await circus.steward.lobbies.cancel(cup.races[0].record.id, ANN)

    lobby = await circus.steward.cups.next_race(cup.id, ANN)

    assert (lobby.record.round, lobby.factions) == (1, ())
    await circus.steward.lobbies.set_thread(lobby.record.id, 34)
    await circus.steward.lobbies.join(lobby.record.id, EVE, "Eve")


async def test_what_stands_in_the_way_of_the_next_race_is_told(circus: Circus) -> None:
    cups, cup = circus.steward.cups, await opened(circus)
    await circus.steward.lobbies.start(cup.races[0].record.id, ANN)

    assert (await refused(cups.next_race(cup.id, BOB))).reason is Reason.NOT_THE_HOST
    assert (await refused(cups.next_race(CupId(9), ANN))).reason is Reason.NO_SUCH_CUP
    assert (await refused(cups.next_race(cup.id, ANN))).reason is Reason.RACE_UNDER_WAY
    await run(circus, cup.races[0].record.id, 1, 2)
    await run(circus, await next_race(circus, cup), 1, 2)
    assert (await refused(cups.next_race(cup.id, ANN))).reason is Reason.CUP_IS_OVER
    assert (await refused(cups.cancel(cup.id, ANN))).reason is Reason.CUP_IS_OVER


@pytest.mark.parametrize("races", [0, 5])
async def test_a_cup_has_as_many_races_as_its_rules_allow(circus: Circus, races: int) -> None:
    assert (await refused(circus.steward.cups.open(agreed(races=races)))).values["possible"] == [1, 2, 3, 4]
    assert await circus.steward.cups.of_guild(1) == []


async def test_a_cancelled_cup_ends_with_its_race(circus: Circus) -> None:
    cup = await opened(circus)
    race = cup.races[0].record.id
    await circus.steward.lobbies.start(race, ANN)

    assert (await refused(circus.steward.cups.cancel(cup.id, BOB))).reason is Reason.NOT_THE_HOST
    await circus.steward.cups.cancel(cup.id, ANN)

    assert (await circus.steward.race(race)).record.state == "cancelled"
    assert (await circus.steward.cups.cup(cup.id)).record.state == "cancelled"
    assert (await refused(circus.steward.cups.next_race(cup.id, ANN))).reason is Reason.CUP_IS_OVER


async def test_cups_are_found_by_server_and_by_player(circus: Circus) -> None:
    cup = await opened(circus)

    assert [each.id for each in await circus.steward.cups.of_guild(1)] == [cup.id]
    assert [each.id for each in await circus.steward.cups.of_player(BOB)] == [cup.id]
    assert await circus.steward.cups.of_player(PlayerId(999)) == []
