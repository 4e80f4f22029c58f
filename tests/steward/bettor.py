"""A process of its own that bets: ``python -m tests.steward.bettor DATABASE RACE FIRST``.

It presses sixty times, for three players; which press is which follows from its number, so two such processes press the
same. For each press a line of JSON is printed: its number, and the ticket or why there is none.
"""

import asyncio
import json
import sys
from pathlib import Path

from engine.betting.book import NewBet
from records.refusals import Refused
from records.values import PlayerId, RaceId
from tests.steward.betting import LAPS
from tests.steward.circus import RED, Circus

PRESSES = 60
PLAYERS = tuple(PlayerId(number) for number in (1001, 1002, 1003))


async def press(circus: Circus, race: RaceId, number: int) -> int | str:
    """Press for the *number*-th time; return the ticket's number, or why there is none."""
    player, market, choice = PLAYERS[number % 3], 1 + number % 2, str(RED + number % 2)
    try:
        stake, key = 100 * (1 + number % 5), f"press {number}"
        bet = NewBet(player, f"Player {player}", market, choice, stake, key, 30)
        ticket = await circus.steward.wagers.place(race, bet)
    except Refused as refused:
        return str(refused.reason)
    return ticket.number


async def main(path: Path, race: RaceId, first: int) -> None:
    circus = Circus(path, rulesets=LAPS)
    order = [*range(first, PRESSES), *range(first)]
    for start in range(0, PRESSES, 4):
        numbers = order[start : start + 4]
        found = await asyncio.gather(*(press(circus, race, number) for number in numbers))
        for number, result in zip(numbers, found, strict=True):
            sys.stdout.write(json.dumps([number, result]) + "\n")
        sys.stdout.flush()
    await circus.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), RaceId(int(sys.argv[2])), int(sys.argv[3])))
