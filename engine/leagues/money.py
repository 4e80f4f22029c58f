"""Money: treasuries, bank, pot of bets and stakes in escrow. This is the one place where any of them changes.

Each posting adds up to nothing, and no treasury falls below 0. The bank may owe (H.2).
"""

from engine.leagues import accounts
from engine.leagues.words.facts import Line, Posted, Why
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import BANK, ESCROW, POT, League
from engine.table import Table
from records.refusals import Refused
from records.values import EntryId


def check_cash(league: League, stable: EntryId, need: int, rule: str, *, set_aside: int = 0) -> None:
    """Do nothing if a stable can pay *need* sesterces (21.3).

    :param set_aside: sesterces that it has promised already, by a sealed sheet.
    :raises Refused: if not.
    """
    have = max(0, league.stables[stable].cash - set_aside)
    if need > have:
        raise Refused(LeagueReason.TOO_LITTLE_CASH, rule, need=need, have=have)


def check_whole(amount: int, rule: str, *, step: int = 1) -> None:
    """:raises Refused: if *amount* is not a positive multiple of *step* sesterces."""
    if amount <= 0 or amount % step:
        raise Refused(LeagueReason.NOT_WHOLE, rule, have=amount, step=step)


def post(
    league: League, table: Table, why: Why, rule: str, *lines: tuple[EntryId, int], number: int = 0, known: bool = True
) -> None:
    """Move money and tell it; lines of 0 are left out, and without any nothing happens.

    :param known: whether everybody knows of it at once; else it shows when the phase closes.
    """
    moved = [(account, amount) for account, amount in lines if amount]
    assert sum(amount for _, amount in moved) == 0, f"{why}: a posting adds up to nothing"
    is_among_members = not {BANK, POT} & {account for account, _ in moved}
    for account, amount in moved:
        if account == BANK:
            league.bank += amount
        elif account == POT:
            league.pot += amount
        elif account == ESCROW:
            league.escrow += amount
        else:
            league.stables[account].cash += amount
            accounts.note(league.stables[account], why, amount)
            league.stables[account].from_others += amount if is_among_members else 0
            if known:
                league.shown[account].cash += amount
    assert min(league.pot, league.escrow) >= 0, why
    assert all(league.stables[each].cash >= 0 for each, _ in moved if each > 0), why
    if moved:
        table.tell(Posted(why, tuple(Line(*line) for line in moved), rule, number))


def balance(league: League) -> int:
    """Return the sum of all accounts in sesterces: 0, always."""
    return league.bank + league.pot + league.escrow + sum(stable.cash for stable in league.stables.values())
