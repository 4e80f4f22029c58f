"""Bets of those who take reins (B-15), and what stands on the table once the race runs."""

from records.values import Faction, PlayerId, RaceId
from tests.cogs.arena import ANN, BOB, EVE, Arena
from tests.cogs.bettors import BET, bet, button, driven_race, run, tap
from tests.cogs.fakes import GUILD
from tests.cogs.test_betting_table import WIN
from tests.steward.circus import MOD

MAX = PlayerId(400)
ROSEA = Faction(1)


async def started(arena: Arena) -> RaceId:
    """Start a race of Bob's on which Eve has 500 on a house driver, and Max 300 on another."""
    race = await driven_race(arena, BOB)
    await bet(arena, EVE, race, WIN, "3", "500")
    await bet(arena, MAX, race, WIN, "2", "300", press=8)
    await arena.steward.lobbies.start(race, ANN)
    await arena.deliver()
    return race


async def test_a_late_cancel_says_what_stays_staked(arena: Arena) -> None:
    race = await started(arena)

    late = await tap(arena, EVE, f"betcancel:{race}:1")

    assert "Your 500 sesterces stay on it" in late.told
    assert "Nothing was staked" not in late.told


async def test_taking_reins_warns_of_bets_first_and_takes_them_on_a_second_press(arena: Arena) -> None:
    race = await started(arena)
    await arena.steward.quitting.leave_race(race, BOB)

    warned = await tap(arena, EVE, f"reins:{race}:{ROSEA}")
    between = (await arena.steward.race(race)).factions[0].at_the_reins
    taken = await tap(arena, EVE, button(warned.last, "Take them anyway"))
    mine = await run(arena, EVE, BET, "mine", str(race))

    assert "1 bet of 500 sesterces" in warned.told
    assert between is None
    assert (await arena.steward.race(race)).factions[0].at_the_reins == EVE, taken.told
    assert "for its stake at most: drivers back only their own chariots" in mine.told


async def test_nobody_is_warned_who_has_no_bets(arena: Arena) -> None:
    race = await started(arena)
    await arena.steward.quitting.leave_race(race, BOB)

    await tap(arena, PlayerId(500), f"reins:{race}:{ROSEA}")

    assert (await arena.steward.race(race)).factions[0].at_the_reins == 500


async def test_others_read_nothing_of_what_caps_a_bet(arena: Arena) -> None:
    race = await started(arena)
    await arena.steward.quitting.leave_race(race, BOB)
    await arena.steward.desk.take_reins(race, EVE, ROSEA)

    board = await arena.steward.wagers.board(race, MAX)
    public = await arena.steward.wagers.board(race)

    assert (board.capped, public.capped) == ({}, {})
    assert (await arena.steward.wagers.board(race, EVE)).capped


async def test_a_running_race_says_why_the_house_pairs_nobody_now(arena: Arena) -> None:
    race = await started(arena)
    usual = await tap(arena, EVE, f"bets:open:{race}")
    await arena.steward.desk.restart_turn(race, MOD, "a test")
    back = await tap(arena, EVE, f"bets:open:{race}")
    await arena.steward.wagers.set_server_rules(GUILD, lambda rules: type(rules)(house=0))
    without = await tap(arena, EVE, f"bets:open:{race}")

    assert "None is open now" in usual.told
    assert "was taken back" in back.told
    assert "I pair two" not in without.told


async def test_with_one_house_driver_the_table_says_that_there_is_nobody_to_pair(arena: Arena) -> None:
    race = await arena.open_race(rivals=1)

    table = await tap(arena, EVE, f"bets:open:{race}")

    assert "fewer than two house drivers" in table.told
