"""Bets on pairs while a race runs: taken before anything of a turn is known, settled by its end (B-25)."""

from pathlib import Path

import pytest

from engine.betting.book import Account, Market, NewBet, Ticket
from engine.betting.reasons import BetReason
from engine.betting.working import done
from engine.rulesets import PLAYED, RULESETS
from records.races import Pace as PaceOfRace
from records.refusals import Refused
from records.values import PlayerId, RaceId
from steward import NewRace, Timing
from steward.chances.oddsmaker import Oddsmaker
from tests.steward.betting import PURSE
from tests.steward.circus import ANN, BLUE, BOB, EVE, GREEN, MOD, RED, WHITE, Circus, Pace
from tests.steward.test_oddsmaker import Maker

SAMPLES = 100


async def offers(circus: Circus) -> int:
    return await Maker(circus, samples=SAMPLES).all()


async def in_turn_two(circus: Circus, *, turns: int = 3) -> RaceId:
    """Run a race of Ann, Bob and two house drivers to the beginning of its second turn; the house offers its odds."""
    race = await circus.race(house="steady", rivals=2, turns=turns)
    await circus.to_the_end_of_turn(race)
    await offers(circus)
    return race


async def pairs(circus: Circus, race: RaceId) -> list[Market]:
    book = await circus.store.wagers.book(race)
    return [each for each in book.markets if each.kind == "pair"]


async def back(circus: Circus, race: RaceId, player: PlayerId, choice: str, stake: int = 100, key: str = "k") -> Ticket:
    number = (await pairs(circus, race))[-1].number
    return await circus.steward.wagers.place(race, NewBet(player, "x", number, choice, stake, key, 30))


async def order(circus: Circus, race: RaceId) -> list[int]:
    view = (await circus.steward.log.status(race)).view
    return [each.entry for each in circus.rulesets["toy"].results(view)]


async def test_a_pair_is_settled_as_the_turn_is_over(circus: Circus) -> None:
    race = await in_turn_two(circus)
    (market,) = await pairs(circus, race)
    await back(circus, race, EVE, "3>4", 300, "one")
    await back(circus, race, EVE, "4>3", 200, "other")

    await circus.to_the_end_of_turn(race)

    (settled,) = await pairs(circus, race)
    lie = await order(circus, race)
    won = "3>4" if lie.index(GREEN) < lie.index(WHITE) else "4>3"
    stake = {"3>4": 300, "4>3": 200}[won]
    paid = stake * market.odds[won] // 100
    assert (market.state, set(market.odds)) == ("open", {"3>4", "4>3"})
    assert (settled.state, settled.winners, settled.odds) == ("settled", (won,), market.odds)
    assert await circus.steward.wagers.purse(1, EVE) == PURSE - 500 + paid
    assert await circus.store.wagers.balance(Account("bank", 1, race=race)) == 500 - paid
    assert (await circus.steward.purses.audit()).is_sound


async def test_the_last_turn_is_settled_with_the_race(circus: Circus) -> None:
    race = await in_turn_two(circus, turns=2)
    await back(circus, race, EVE, "3>4")

    await circus.to_the_end(race)

    assert [each.state for each in await pairs(circus, race)] == ["settled"]
    assert (await circus.steward.purses.audit()).is_sound


async def test_each_turn_has_its_own(circus: Circus) -> None:
    race = await in_turn_two(circus)
    await circus.to_the_end_of_turn(race)
    await offers(circus)

    assert [(each.basis, each.state) for each in await pairs(circus, race)][1:] == [("turn 2", "open")]
    with pytest.raises(Refused):
        await circus.steward.wagers.place(
            race, NewBet(EVE, "x", (await pairs(circus, race))[0].number, "3>4", 100, "k", 30)
        )


# Before anything is known


async def test_the_first_answer_of_anybody_closes_it(circus: Circus) -> None:
    race = await in_turn_two(circus)
    await circus.give(race, BLUE, Pace(3))  # in secret; only Bob knows it, and he could tell a friend

    with pytest.raises(Refused) as refused:
        await back(circus, race, EVE, "3>4")

    assert refused.value.reason is BetReason.MARKET_CLOSED
    assert [each.state for each in await pairs(circus, race)] == ["closed"]


async def test_chances_that_come_after_the_first_answer_open_nothing(circus: Circus) -> None:
    race = await circus.race(house="steady", rivals=2)
    await circus.to_the_end_of_turn(race)
    await circus.give(race, RED, Pace(3))

    await offers(circus)

    assert await pairs(circus, race) == []


async def test_chances_that_come_after_a_roll_was_seen_open_nothing(circus: Circus) -> None:
    race = await circus.race(house="steady", rivals=2)
    await circus.to_the_end_of_turn(race)
    await circus.pace(race)  # all is revealed
    await offers(circus)
    await circus.give(race, RED, (await circus.asked(race, RED)).ask.default)
    await offers(circus)

    assert await pairs(circus, race) == []


async def test_there_is_none_before_a_turn_is_over(circus: Circus) -> None:
    race = await circus.race(house="steady", rivals=2)

    await offers(circus)

    assert await pairs(circus, race) == []


# Whoever could see to it


async def test_no_pair_is_offered_in_which_a_player_drives(circus: Circus) -> None:
    """A player could hold back for a turn, for a friend who has bet on it."""
    race = await in_turn_two(circus)

    (market,) = await pairs(circus, race)

    assert not {"1", "2"} & {part for choice in market.odds for part in choice.split(">")}
    for choice in ("1>3", "3>1", "2>1", "3", "over", ">", "3>3"):
        with pytest.raises(Refused) as refused:
            await back(circus, race, EVE, choice)
        assert refused.value.reason is BetReason.NO_SUCH_CHOICE


@pytest.mark.parametrize(
    ("who", "reason"), [(BOB, BetReason.NOT_FOR_DRIVERS), (ANN, BetReason.HOST_AND_BANK)], ids=["driver", "host"]
)
async def test_drivers_and_the_host_bet_on_none(circus: Circus, who: PlayerId, reason: BetReason) -> None:
    race = await in_turn_two(circus)

    with pytest.raises(Refused) as refused:
        await back(circus, race, who, "3>4")

    assert refused.value.reason is reason


async def test_who_has_steered_bets_on_none(circus: Circus) -> None:
    race = await in_turn_two(circus)
    await circus.steward.desk.pause(race, MOD, "a storm")
    await circus.steward.desk.resume(race, MOD, "it is over")

    with pytest.raises(Refused) as refused:
        await back(circus, race, MOD, "3>4")

    assert refused.value.reason is BetReason.STEERED


async def test_a_turn_that_goes_back_gives_the_stakes_back_and_then_there_are_no_more(circus: Circus) -> None:
    """Else a friend of the host bets on a turn of which they have seen the rolls, or on orders they have heard of."""
    race = await in_turn_two(circus)
    await back(circus, race, EVE, "3>4", 500)
    began = (await circus.steward.race(race)).record.seq
    await circus.pace(race)

    await circus.steward.desk.rewind(race, MOD, began, "a slip")
    await offers(circus)

    assert await circus.steward.wagers.purse(1, EVE) == PURSE
    assert [each.state for each in await pairs(circus, race)] == ["void"]
    assert (await circus.steward.purses.audit()).is_sound


async def test_a_bet_that_is_paid_stays_paid_whatever_goes_back(circus: Circus) -> None:
    race = await in_turn_two(circus)
    began = (await circus.steward.race(race)).record.seq
    await back(circus, race, EVE, "3>4", 500)
    await circus.to_the_end_of_turn(race)
    purse = await circus.steward.wagers.purse(1, EVE)

    await circus.steward.desk.rewind(race, MOD, began, "a slip")
    await offers(circus)

    assert await circus.steward.wagers.purse(1, EVE) == purse
    assert all(each.state != "open" for each in await pairs(circus, race))


async def test_limits_are_those_of_all_bets_against_the_house(circus: Circus) -> None:
    race = await in_turn_two(circus)
    await back(circus, race, EVE, "3>4", 400, "one")

    with pytest.raises(Refused) as refused:
        await back(circus, race, EVE, "4>3", 200, "two")

    assert refused.value.reason is BetReason.OVER_HOUSE


async def test_a_press_twice_is_one_bet_and_no_bet_is_taken_back(circus: Circus) -> None:
    race = await in_turn_two(circus)
    one, again = [await back(circus, race, EVE, "3>4", 100, "same") for _ in range(2)]

    with pytest.raises(Refused) as refused:
        await circus.steward.wagers.cancel(race, EVE, one.number)

    assert one == again
    assert refused.value.reason is BetReason.BETS_ARE_FINAL


async def test_a_race_called_off_gives_the_stakes_back(circus: Circus) -> None:
    race = await in_turn_two(circus)
    await back(circus, race, EVE, "3>4", 500)

    await circus.steward.desk.close(race, MOD, "enough")

    assert await circus.steward.wagers.purse(1, EVE) == PURSE


async def test_a_restart_in_the_middle_changes_nothing(circus: Circus) -> None:
    race = await in_turn_two(circus)
    await back(circus, race, EVE, "3>4", 100)

    after = await circus.again()
    await after.steward.resume()
    await offers(after)
    await after.to_the_end_of_turn(race)

    assert [each.state for each in await pairs(after, race)] == ["settled"]
    assert (await after.steward.purses.audit()).is_sound


# In every game


class Here:
    """Works chances out here and now."""

    async def do(self, job: bytes) -> bytes:
        return done(job, RULESETS)

    async def stop(self) -> None:
        """Nothing runs."""


async def by_mail(path: Path, game: str) -> tuple[Circus, RaceId]:
    """Start a race, a turn a day, of Ann and five house drivers."""
    circus = await Circus(path, rulesets=PLAYED).open()
    rules = PLAYED[game]
    timing = Timing({kind: each.seconds for kind, each in rules.decisions.items()}, PaceOfRace.TURNS)
    race = await circus.steward.lobbies.open_race(NewRace(1, 2, ANN, game, rules.options(), timing, "Ludi"))
    await circus.steward.lobbies.set_thread(race, 3)
    await circus.steward.lobbies.join(race, ANN, "Ann")
    await circus.steward.lobbies.fill(race, ANN, None, 5)
    await circus.steward.lobbies.start(race, ANN)
    return circus, race


@pytest.mark.parametrize("game", ["circus-maximus", "chariot-race", "chariots-of-rome"])
async def test_every_game_of_orders_has_pairs_that_its_turns_settle(tmp_path: Path, game: str) -> None:
    circus, race = await by_mail(tmp_path / "x.sqlite3", game)
    maker = Oddsmaker(circus.store, circus.steward.cups, PLAYED, circus.clock, Here(), 50)
    states: list[str] = []
    for turn in range(80):
        if (await circus.steward.race(race)).record.state != "running" or "settled" in states:
            break
        while await maker.work_once():
            pass
        for each in await pairs(circus, race):
            if each.state == "open":
                first = next(iter(each.odds))
                await back(circus, race, EVE, first, 100, f"{turn}")
        (opened,) = await circus.steward.open_asks(ANN)
        await circus.steward.races.drive(race, opened.entry, [opened.ask.default], player=ANN, asked=opened.asked)
        states = [each.state for each in await pairs(circus, race)]

    assert "settled" in states
    assert (await circus.steward.purses.audit()).is_sound
    await circus.close()
