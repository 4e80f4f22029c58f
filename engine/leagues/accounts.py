"""What an event moved for each stable, told apart: takings, bets, matches, loans and deals, all else (H.4)."""

from collections.abc import Mapping
from types import MappingProxyType

from engine.leagues.words.epic_facts import Account, AccountsTold
from engine.leagues.words.facts import Why
from engine.leagues.words.state import League, MoneyPart, Stable
from engine.table import Table

_PARTS: Mapping[Why, MoneyPart] = MappingProxyType(
    {
        "prize": "taken", "gala": "taken", "payoff": "taken",
        "bets": "staked", "window bets": "staked", "bets returned": "staked",
        "escrow": "matches", "match": "matches", "stakes returned": "matches",
        "side stake": "matches", "side bet": "matches", "side stake returned": "matches",
        "loan": "shared", "loan repaid": "shared", "deal": "shared", "deal undone": "shared",
        "help": "shared", "help repaid": "shared",
        "start": "start",
    }
)  # fmt: skip
"""The part of an event's account that a movement belongs to; all others are spending."""


def note(stable: Stable, why: Why, amount: int) -> None:
    """Note what was moved since the latest reckoning."""
    part = _PARTS.get(why, "spent")
    moved = stable.moved.pop(part, 0) + amount
    if moved:
        stable.moved[part] = moved


def close(league: League, table: Table) -> None:
    """Close the accounts of an event at its reckoning, and tell them; the last one of a season is told once.

    What a stable began with is no gain. What was moved before there were accounts counts as spending.
    """
    if not league.is_epic or any(league.event in stable.fortunes for stable in league.stables.values()):
        return
    for number, stable in league.stables.items():
        stable.last = league.shown[number].last = _closed(stable, league.event)
        stable.moved = {}
    told = [Account(number, **stable.last) for number, stable in league.stables.items()]
    table.tell(AccountsTold(league.event, tuple(told)))


def _closed(stable: Stable, event: int) -> dict[MoneyPart, int]:
    moved = dict(stable.moved)
    began_with = moved.pop("start", 0)
    before = stable.fortunes.get(event - 1)
    gained = sum(moved.values()) if before is None else stable.cash - before - began_with
    rest = gained - sum(amount for part, amount in moved.items() if part != "spent")
    return {**moved, "spent": rest}
