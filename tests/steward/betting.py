"""People who bet on races of the toy game, in which the first runner finishes a lap each turn."""

import dataclasses
from collections.abc import Sequence
from typing import Any

from engine.betting.book import Market, MarketKind, NewBet, Ticket
from engine.facts import Fact
from engine.moments import LapDone, Moment
from engine.moments import TurnBegan as ATurnBegan
from records.values import PlayerId, RaceId
from steward import BetNotice, read_body
from tests import toy_ruleset
from tests.kept import once
from tests.steward.circus import ANN, BLUE, BOB, RED, Circus
from tests.toy_ruleset import TOY, Walk

DAN, FAY = PlayerId(400), PlayerId(500)
GIFT, STIPEND = 10_000, 500
PURSE = GIFT + STIPEND
"""What everybody begins with."""


def lapping(facts: Sequence[Fact]) -> tuple[Moment, ...]:
    """Return the toy game's moments, and that red has finished a lap whenever a turn is over."""
    seen: list[Moment] = []
    for moment in toy_ruleset.moments(facts):
        if not isinstance(moment, ATurnBegan):
            seen.append(LapDone(RED, moment.turn, moment.turn))
        elif moment.turn > 1:
            seen.append(LapDone(RED, moment.turn - 1, moment.turn - 1))
        seen.append(moment)
    return tuple(seen)


LAPS = {"toy": dataclasses.replace(TOY, moments=lapping)}


async def market(circus: Circus, race: RaceId, kind: MarketKind, window: int = 0) -> int:
    """Return the number of a market, the latest of its kind."""
    board = await circus.steward.wagers.board(race)
    return next(each.number for each in reversed(board.markets) if (each.kind, each.window) == (kind, window))


async def state_of(circus: Circus, race: RaceId, kind: MarketKind, window: int = 0) -> Market:
    book = await circus.store.wagers.book(race)
    return next(each for each in reversed(book.markets) if (each.kind, each.window) == (kind, window))


async def bet(
    circus: Circus,
    race: RaceId,
    player: PlayerId,
    choice: Any,
    stake: int,
    kind: MarketKind = "sealed",
    *,
    window: int = 0,
    key: str = "",
) -> Ticket:
    """Have a player press once."""
    number = await market(circus, race, kind, window)
    press = key or f"{player}:{kind}:{window}:{choice}:{stake}"
    name = f"Bettor {player}"
    return await circus.steward.wagers.place(race, NewBet(player, name, number, str(choice), stake, press, 30))


async def told(circus: Circus, race: RaceId, player: PlayerId | None = None) -> list[Any]:
    """Return what the table has told a player so far, in order; the thread, if there is none."""
    notices = [each for each in await circus.store.outbox.of_race(race) if each.kind == "bets"]
    return [read_body(each, BetNotice) for each in notices if each.player == player]


async def purses(circus: Circus, *players: PlayerId) -> list[int]:
    return [int(await circus.store.wagers.purse(1, player) or 0) for player in players]


async def house_race(circus: Circus, *, turns: int = 1, rivals: int = 2) -> RaceId:
    """Open a race of house drivers only; Ann hosts it."""
    race = await circus.lobby(options=toy_ruleset.Options(turns=turns))
    await circus.steward.lobbies.fill(race, ANN, "pushy", rivals)
    return race


@once
async def two_in(circus: Circus, *, turns: int = 3) -> RaceId:
    """Open a race; Ann is in it in red, Bob in blue."""
    race = await circus.lobby(options=toy_ruleset.Options(turns=turns))
    await circus.steward.lobbies.join(race, ANN, "Ann", colour="red")
    await circus.steward.lobbies.join(race, BOB, "Bob", colour="blue")
    return race


async def turn(circus: Circus, race: RaceId) -> None:
    """Have both run a turn, red farther than blue."""
    await circus.pace(race, 4, 2)
    await circus.give(race, RED, Walk(4))
    await circus.give(race, BLUE, Walk(2))
