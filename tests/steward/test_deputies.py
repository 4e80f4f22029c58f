"""A deputy is asked, and accepts or declines; who is only asked has no part in the league (L-51)."""

import asyncio
from pathlib import Path

import pytest

from engine.leagues.words.reasons import LeagueReason
from records.limits import DEPUTIES_NAMED, REQUESTS_STAND
from records.races import FactionRecord
from records.refusals import Reason, Refused
from records.values import Faction, PlayerId, RaceId
from steward import Offer, read_body
from steward.telling.shown import DmRefused
from tests.kept import once
from tests.steward.circus import ANN, BOB, EVE, Circus
from tests.steward.leagues import a_circus, a_deputy, a_season, to_phase
from tests.steward.test_members import at_a_race, refusal
from tests.steward.test_spectators import bet

DOT, FAY = PlayerId(400), PlayerId(500)
BOBS = Faction(2)


@once
async def on_a_stable_day(circus: Circus) -> RaceId:
    league = await a_season(circus)
    await to_phase(circus, league, "stable")
    return league


async def bobs_seat(circus: Circus, league: RaceId) -> FactionRecord:
    seat = (await circus.steward.race(league)).faction_for(BOB)
    assert seat is not None
    return seat


def asked(circus: Circus) -> list[tuple[PlayerId | None, PlayerId | None]]:
    """Return to whom requests went, with the person they are for."""
    offers = [each for each in circus.messenger.delivered if each.kind == "offer"]
    return [(each.player, read_body(each, Offer).deputy) for each in offers]


async def test_nothing_changes_until_the_deputy_accepts(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await on_a_stable_day(circus)

    await circus.steward.deputies.ask(league, BOB, EVE)
    await circus.deliver()

    assert asked(circus) == [(EVE, EVE)]
    assert [each.kind for each in circus.messenger.delivered if each.player is None][-1] != "offer"
    assert (await bobs_seat(circus, league)).at_the_reins == BOB
    await circus.steward.deputies.accept(league, BOBS, EVE)
    assert (await bobs_seat(circus, league)).at_the_reins == EVE
    assert await refusal(circus.steward.deputies.accept(league, BOBS, EVE)) is LeagueReason.HAS_A_STABLE
    await circus.close()


async def test_who_was_only_asked_or_declined_has_had_no_part_and_joins_and_bets(tmp_path: Path) -> None:
    circus, league, race = await at_a_race(tmp_path)
    await circus.steward.deputies.ask(league, BOB, EVE)
    await circus.steward.deputies.ask(league, ANN, DOT)
    await circus.steward.deputies.decline(league, Faction(1), DOT)

    first = (await circus.steward.race(race)).entries[0].entry
    for player in (EVE, DOT):
        await bet(circus, race, player, first)
        await circus.steward.leagues.join(league, player, "Late", role="better")

    assert await refusal(circus.steward.deputies.accept(league, BOBS, EVE)) is LeagueReason.HAS_A_STABLE
    await circus.close()


async def test_an_owner_asks_three_people_a_day_however_they_press(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await on_a_stable_day(circus)
    strangers = [PlayerId(1_000 + number) for number in range(40)]

    done = await asyncio.gather(
        *(circus.steward.deputies.ask(league, BOB, each) for each in strangers), return_exceptions=True
    )
    await circus.deliver()

    refused = [each for each in done if isinstance(each, Refused)]
    assert len(refused) == 40 - DEPUTIES_NAMED.most
    assert {(each.reason, each.values["what"], each.values["at_most"]) for each in refused} == {
        (Reason.TOO_OFTEN, "invite", 3)
    }
    assert sum(each.player in strangers for each in circus.messenger.delivered) <= DEPUTIES_NAMED.most
    assert not [each for each in circus.messenger.delivered if each.kind == "act" and each.player is None]
    circus.clock.pass_by(DEPUTIES_NAMED.span + 1)
    await circus.steward.deputies.ask(league, BOB, FAY)
    await circus.close()


async def test_a_later_request_takes_the_place_of_the_first(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await on_a_stable_day(circus)
    await circus.steward.deputies.ask(league, BOB, EVE)
    await circus.steward.deputies.ask(league, BOB, DOT)

    assert await refusal(circus.steward.deputies.accept(league, BOBS, EVE)) is LeagueReason.REQUEST_IS_OVER
    await circus.steward.deputies.accept(league, BOBS, DOT)
    await circus.close()


async def test_a_request_ends_after_two_days_and_as_the_owner_is_back(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await on_a_stable_day(circus)
    await circus.steward.deputies.ask(league, BOB, EVE)
    circus.clock.pass_by(REQUESTS_STAND)
    late = await refusal(circus.steward.deputies.accept(league, BOBS, EVE))
    await circus.steward.deputies.ask(league, BOB, DOT)
    await circus.steward.members.leave(league, BOB)
    await circus.steward.members.come_back(league, BOB)

    assert late is LeagueReason.REQUEST_IS_OVER
    assert await refusal(circus.steward.deputies.accept(league, BOBS, DOT)) is LeagueReason.REQUEST_IS_OVER
    await circus.close()


async def test_the_owner_takes_a_request_back_and_the_one_asked_comes_too_late(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await on_a_stable_day(circus)
    members, deputies = circus.steward.members, circus.steward.deputies
    await deputies.ask(league, BOB, EVE)
    await circus.deliver()
    circus.messenger.delivered.clear()

    asked_first = await deputies.asked_by(await circus.steward.race(league), BOB)
    taken_back = await members.come_back(league, BOB)
    await circus.deliver()

    assert (asked_first, taken_back) == (EVE, EVE)
    assert await deputies.asked_by(await circus.steward.race(league), BOB) is None
    assert await refusal(deputies.accept(league, BOBS, EVE)) is LeagueReason.REQUEST_IS_OVER
    assert await refusal(deputies.decline(league, BOBS, EVE)) is LeagueReason.REQUEST_IS_OVER
    assert await refusal(members.come_back(league, BOB)) is Reason.HOLDS_REINS
    assert "act" not in circus.messenger.kinds(), "a request is between two people"
    assert (await bobs_seat(circus, league)).at_the_reins == BOB
    await deputies.ask(league, BOB, EVE)
    await deputies.accept(league, BOBS, EVE)
    await circus.close()


async def test_a_request_that_ran_out_or_is_another_owners_is_not_taken_back(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await on_a_stable_day(circus)
    await circus.steward.deputies.ask(league, ANN, EVE)
    others = await refusal(circus.steward.members.come_back(league, BOB))
    await circus.steward.deputies.ask(league, BOB, DOT)
    circus.clock.pass_by(REQUESTS_STAND)
    late = await refusal(circus.steward.members.come_back(league, BOB))

    assert (others, late) == (Reason.HOLDS_REINS, Reason.HOLDS_REINS)
    await circus.close()


async def test_a_deputy_who_is_replaced_or_whose_owner_is_back_hears_of_it(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await on_a_stable_day(circus)
    await a_deputy(circus.steward, league, BOB, EVE)
    await circus.steward.deputies.ask(league, BOB, DOT)
    await circus.deliver()
    circus.messenger.delivered.clear()

    await circus.steward.deputies.accept(league, BOBS, DOT)
    await circus.deliver()
    replaced = [each.player for each in circus.messenger.delivered if each.kind == "act"]
    circus.messenger.delivered.clear()
    await circus.steward.members.come_back(league, BOB)
    await circus.deliver()
    back = [each.player for each in circus.messenger.delivered if each.kind == "act"]

    assert sorted(replaced, key=str) == [BOB, EVE, None]
    assert sorted(back, key=str) == [DOT, None]
    await circus.close()


async def test_who_declined_is_not_asked_again_by_this_owner_who_hears_of_it(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await on_a_stable_day(circus)
    await circus.steward.deputies.ask(league, BOB, EVE)
    await circus.deliver()
    circus.messenger.delivered.clear()

    await circus.steward.deputies.decline(league, BOBS, EVE)
    await circus.deliver()

    assert [(each.kind, each.player) for each in circus.messenger.delivered] == [("act", BOB)]
    assert await refusal(circus.steward.deputies.ask(league, BOB, EVE)) is LeagueReason.DECLINED
    assert await refusal(circus.steward.deputies.decline(league, BOBS, EVE)) is LeagueReason.REQUEST_IS_OVER
    await circus.steward.deputies.ask(league, ANN, EVE)
    await circus.close()


async def test_who_takes_no_direct_messages_is_asked_in_the_thread(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await on_a_stable_day(circus)
    circus.messenger.fails = lambda notice: DmRefused() if notice.player == EVE else None

    await circus.steward.deputies.ask(league, BOB, EVE)
    await circus.deliver()

    assert asked(circus) == [(None, EVE)]
    await circus.close()


@pytest.mark.usefixtures("every_write_raises_revisions")
async def test_a_deputy_of_before_decides_still_and_another_is_asked(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await on_a_stable_day(circus)
    await a_deputy(circus.steward, league, BOB, EVE)

    await circus.steward.deputies.ask(league, BOB, DOT)

    assert (await bobs_seat(circus, league)).at_the_reins == EVE
    await circus.steward.deputies.accept(league, BOBS, DOT)
    assert (await bobs_seat(circus, league)).at_the_reins == DOT
    await circus.close()
