"""Books to decide on: what a test does not care about is filled in."""

from typing import Any

import msgspec

from conformance.betting.bank import Bank, a_race
from engine.betting import table
from engine.betting.book import Changes, Market, MarketKind, NewBet, Ticket
from engine.betting.purses import opening
from engine.betting.rules import ServerRules, TableRules
from records.races import EntryRecord, FactionRecord
from records.values import EntryId, Faction, PlayerId, RaceId, Sesterces

GAIUS, LUCIUS, TITUS, QUINTUS = (PlayerId(number) for number in (101, 102, 103, 104))
RED, BLUE, GREEN, WHITE, GOLD = (EntryId(number) for number in (1, 2, 3, 4, 5))
COLOURS = ("red", "blue", "green", "white", "gold")

NOTHING_GIVEN = {"gift": 0, "stipend": 0}


def a_bank(
    *drivers: PlayerId | None,
    purse: int = 1_000,
    server: dict[str, Any] | None = None,
    has_moments: bool = True,
    **rules: Any,
) -> Bank:
    """Return a bank with an open table; one chariot for each of *drivers*, three of the house's if none is named."""
    chosen = ServerRules(**(NOTHING_GIVEN | (server or {})))
    bank = Bank(a_race(), _json(TableRules(**rules)), _json(chosen))
    for number, player in enumerate(drivers or (None, None, None), start=1):
        driver = None if player else "calm"
        faction = FactionRecord(faction=Faction(number), player=player, driver=driver, name=f"stable {number}")
        bank.factions += (faction,)
        colour = COLOURS[number - 1]
        bank.entries += (
            EntryRecord(entry=EntryId(number), colour=colour, name=colour.title(), faction=faction.faction),
        )
    for player in (GAIUS, LUCIUS, TITUS):
        bank.move(*opening(1, player, ServerRules(gift=purse, stipend=0), 0.0))
    bank.apply(table.open_table(bank.book(), 0.0, has_moments=has_moments))
    return bank


def _json(struct: msgspec.Struct) -> str:
    return msgspec.json.encode(struct).decode()


def number_of(bank: Bank, kind: MarketKind, window: int = 0) -> int:
    """Return the number of the newest market of a kind."""
    return max(each.number for each in bank.markets.values() if (each.kind, each.window) == (kind, window))


def market_of(bank: Bank, kind: MarketKind, window: int = 0) -> Market:
    return bank.markets[number_of(bank, kind, window)]


def bet(
    bank: Bank,
    player: PlayerId,
    stake: int,
    choice: EntryId | str,
    kind: MarketKind = "win",
    *,
    window: int = 0,
    key: str = "",
    days: int = 1_000,
    salt: str = "00ff",
) -> Ticket:
    """Place a bet and return its ticket."""
    press = key or f"press {len(bank.tickets)}"
    new = NewBet(player, f"player {player}", number_of(bank, kind, window), str(choice), stake, press, days)
    changes = table.place(bank.book(), new, 10.0, salt)
    bank.apply(changes)
    return bank.tickets[changes.tickets[0].number]


def begin(bank: Bank, now: float = 20.0) -> Changes:
    """Let the race begin."""
    bank.set_race(state="running", seq=1)
    changes = table.start(bank.book(), 1, now)
    bank.apply(changes)
    return changes


def a_ticket(number: int, choice: str, stake: int, player: PlayerId = GAIUS) -> Ticket:
    return Ticket(
        race=RaceId(1),
        number=number,
        market=1,
        player=player,
        name="",
        choice=choice,
        stake=Sesterces(stake),
        key=str(number),
        at=0.0,
        salt="00ff",
    )
