"""Spectators bet from their purses on a league's race; whoever has a part in the league does not (H.2, L-23)."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from db.writing.closing import Closing
from engine.betting.book import NewBet, NewSide
from engine.betting.reasons import BetReason
from records.refusals import Refused
from records.values import PlayerId, RaceId
from steward.hosting import desk
from steward.seasons import settling
from steward.seasons.leagues import KIND
from tests.kept import once
from tests.steward.circus import Circus
from tests.steward.leagues import (
    ANN,
    BOB,
    EVE,
    GUILD,
    ONE,
    a_circus,
    a_deputy,
    a_season,
    check_treasuries,
    pass_by,
    to_phase,
    to_the_end,
)

DOT, FAY, GUS = PlayerId(400), PlayerId(500), PlayerId(600)
WIN = 1
"""The number of the pool on the winner."""


@once
async def to_race(circus: Circus) -> tuple[RaceId, RaceId]:
    """Return a season whose first race has just begun, and the race."""
    league = await a_season(circus, ONE)
    await to_phase(circus, league, "race")
    await circus.steward.timekeeper.tick()
    (race,) = await circus.steward.leagues.races(league)
    return league, race.id


async def bet(circus: Circus, race: RaceId, player: PlayerId, on: int, stake: int = 500) -> Any:
    return await circus.steward.wagers.place(race, NewBet(player, "Spectator", WIN, str(on), stake, f"{player}:{on}"))


async def refused(doing: Any) -> BetReason:
    with pytest.raises(Refused) as caught:
        await doing
    assert isinstance(caught.value.reason, BetReason)
    return caught.value.reason


async def purse(circus: Circus, player: PlayerId) -> int:
    return await circus.steward.wagers.purse(GUILD, player)


async def first_speeds(circus: Circus, race: RaceId) -> None:
    """Let time pass until the first speeds are known."""
    while not (await circus.steward.log.status(race)).view.turn:
        await pass_by(circus, 60.0)
    while (await circus.steward.log.status(race)).asked == 0:
        await pass_by(circus, 60.0)


@pytest.mark.slow
async def test_pools_are_taken_until_the_first_speeds_and_paid_by_the_reckoning(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league, race = await to_race(circus)
    entries = [each.entry for each in (await circus.steward.race(race)).entries]
    for player, on in zip((DOT, FAY, GUS, PlayerId(700)), entries, strict=False):
        await bet(circus, race, player, on)
    taken_back = await circus.steward.wagers.cancel(race, PlayerId(700), 4)
    assert taken_back.state == "cancelled"
    before = sum([await purse(circus, each) for each in (DOT, FAY, GUS)])

    await first_speeds(circus, race)
    assert await refused(bet(circus, race, DOT, entries[1])) is BetReason.MARKET_CLOSED

    await to_phase(circus, league, "protest")
    held = await circus.steward.wagers.board(race)
    assert held.markets[0].state == "closed", "until the reckoning the race may go back"
    assert (await circus.steward.purses.audit()).is_sound
    await to_the_end(circus, league)

    after = sum([await purse(circus, each) for each in (DOT, FAY, GUS)])
    state = (await circus.steward.wagers.board(race)).markets[0].state
    assert (state, after) in (("settled", before + 1_500), ("void", before + 1_500))
    assert (await circus.steward.purses.audit()).is_sound
    await check_treasuries(circus, league)
    await circus.close()


@pytest.mark.slow
async def test_nobody_with_a_part_in_the_league_bets_from_a_purse(tmp_path: Path) -> None:
    """The attack: a member bets on a plan that only they know, themselves or by a deputy or substitute of theirs."""
    circus = await a_circus(tmp_path)
    league, race = await to_race(circus)
    steward = circus.steward
    first, second = (await steward.race(race)).entries[:2]
    await bet(circus, race, DOT, first.entry)
    await bet(circus, race, GUS, second.entry)
    before = await purse(circus, DOT)

    owner = await refused(bet(circus, race, ANN, first.entry))
    await steward.substitutes.volunteer(league, EVE, "Eve")
    await steward.members.leave(league, EVE)
    once_a_substitute = await refused(bet(circus, race, EVE, first.entry))
    await a_deputy(steward, league, BOB, DOT)
    more = await refused(bet(circus, race, DOT, second.entry))
    await steward.members.come_back(league, BOB)
    once_a_deputy = await refused(bet(circus, race, DOT, second.entry))
    offer = NewSide(ANN, "Ann", FAY, "Fay", first.entry, None, 100, 100, "k")
    side = await refused(steward.wagers.offer_side(race, offer))

    assert {owner, once_a_substitute, more, once_a_deputy, side} == {BetReason.OF_THE_LEAGUE}
    await to_the_end(circus, league)
    (ticket,) = (await steward.wagers.board(race, DOT)).own_tickets
    assert ticket.paid <= ticket.stake, "who has become a deputy wins no more than the stake"
    assert await purse(circus, DOT) <= before + ticket.stake
    assert (await steward.purses.audit()).is_sound
    await check_treasuries(circus, league)
    await circus.close()


@pytest.mark.slow
async def test_the_reckoning_and_the_bets_on_its_race_are_one_transaction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the bets cannot be paid, nothing is reckoned; once they can, both are done, without another look."""
    circus = await a_circus(tmp_path)
    league, race = await to_race(circus)
    first, second = (await circus.steward.race(race)).entries[:2]
    await bet(circus, race, DOT, first.entry)
    await bet(circus, race, GUS, second.entry)
    await to_phase(circus, league, "protest")

    def full_disk(*_: Any) -> Any:
        raise OSError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(settling, "reckoning", lambda *_: full_disk)
        with suppress(OSError):
            await pass_by(circus, 1_800.0)
    between = [each.fact for each in await circus.store.stories.facts(league)]
    held = await circus.steward.wagers.board(race)
    monkeypatch.setattr(circus.steward.seasons, "tick", nothing)
    await pass_by(circus, 1_800.0)

    assert not [each for each in between if "ReckoningBegan" in each]
    assert held.markets[0].state == "closed"
    assert (await circus.steward.race(league)).record.state == "finished"
    assert await circus.store.leagues.unsettled() == []
    assert (await circus.steward.purses.audit()).is_sound
    await check_treasuries(circus, league)
    await circus.close()


async def nothing() -> None:
    """Look at no league."""


async def test_a_race_that_is_undone_gives_stakes_back(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league, race = await to_race(circus)
    first, second = (await circus.steward.race(race)).entries[:2]
    full = await purse(circus, DOT)
    await bet(circus, race, DOT, first.entry)
    await bet(circus, race, GUS, second.entry)
    assert await purse(circus, DOT) == full - 500

    await circus.steward.leagues.go_back(league, ANN, "a mistake")

    assert await purse(circus, DOT) == full
    assert await circus.store.leagues.unsettled() == []
    assert (await circus.steward.purses.audit()).is_sound
    await circus.close()


async def backed(circus: Circus, race: RaceId) -> None:
    """Let two spectators bet on two chariots."""
    first, second = (await circus.steward.race(race)).entries[:2]
    await bet(circus, race, DOT, first.entry)
    await bet(circus, race, GUS, second.entry)


async def test_a_league_that_is_called_off_gives_stakes_back_in_the_same_transaction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crash comes before it all or after it all: nobody has to look again, and neither league nor race goes on."""
    circus = await a_circus(tmp_path)
    league, race = await to_race(circus)
    full = await purse(circus, DOT)
    await backed(circus, race)

    def full_disk(*_: Any) -> Any:
        raise OSError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(desk, "voiding", lambda *_: full_disk)
        with pytest.raises(OSError, match="the disk is full"):
            await circus.steward.leagues.cancel(league, ANN, "nobody is left")
    between = [(await circus.steward.race(each)).record.state for each in (league, race)]
    await circus.steward.leagues.cancel(league, ANN, "nobody is left")

    assert between == ["running", "running"]
    assert [(await circus.steward.race(each)).record.state for each in (league, race)] == ["cancelled", "cancelled"]
    assert [[each.kind for each in await circus.steward.desk.acts(it)] for it in (league, race)] == [["close"]] * 2
    assert await purse(circus, DOT) == full
    assert await circus.store.leagues.unsettled() == []
    assert (await circus.steward.purses.audit()).is_sound
    await circus.close()


@pytest.mark.slow
async def test_a_league_called_off_between_the_race_and_its_reckoning_pays_by_how_it_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever sees that a race is lost can't take the stakes back by calling its league off."""
    circus = await a_circus(tmp_path)
    league, race = await to_race(circus)
    entries = [each.entry for each in (await circus.steward.race(race)).entries]
    for player, on in zip((DOT, FAY, GUS, PlayerId(700)), entries, strict=False):
        await bet(circus, race, player, on)
    before = sum([await purse(circus, each) for each in (DOT, FAY, GUS, PlayerId(700))])
    await to_phase(circus, league, "protest")
    looks = await circus.steward.wagers.board(race)
    keeper = circus.steward.races._keepers[KIND]
    real = keeper.ending_with
    stale: list[Closing] = []

    async def behind(*given: Any) -> Sequence[Closing]:
        """Return, the first time, what was found before the race went on."""
        found = await real(*given)
        if not stale:
            stale.extend(found)
            return [each._replace(race=msgspec.structs.replace(each.race, revision=0)) for each in found]
        return found

    monkeypatch.setattr(keeper, "ending_with", behind)

    await circus.steward.leagues.cancel(league, ANN, "nobody is left")

    assert looks.markets[0].state == "closed"
    assert len(stale) == 1
    assert await circus.store.leagues.unsettled() == []
    assert (await circus.steward.race(race)).record.state == "finished"
    board = await circus.steward.wagers.board(race)
    paid = sum([await purse(circus, each) for each in (DOT, FAY, GUS, PlayerId(700))]) - before
    assert (board.markets[0].state, paid) == ("settled", 2_000)
    assert (await circus.steward.purses.audit()).is_sound
    await circus.close()
