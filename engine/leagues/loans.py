"""Loans between members (21.2), and help from the bank (R-G34).

R-G32  The program pays at the reckoning, in the order of agreement. A debtor who cannot pay gives all cash to those
       due; then comes a forced auction, and if that does not bring enough, bankruptcy.
R-G51  At least the sum lent is due, at most three times it.
"""

from collections.abc import Mapping

from engine.leagues import escrow, fitness, money, oddities
from engine.leagues.words import charts
from engine.leagues.words.facts import LoanEnded, LoanMade, LoanPassed
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import BANK, League, Loan, Stable
from engine.table import Table
from records.refusals import Refused
from records.values import EntryId


def check_terms(league: League, lent: int, due: int, after: int) -> None:
    """Do nothing if a loan may have these terms (21.2, R-G32, R-G51).

    :param after: the event at whose reckoning it is due.
    :raises Refused: if not.
    """
    check_not_last(league)
    money.check_whole(lent, "21.2")
    if not lent <= due <= lent * charts.MOST_DUE:
        raise Refused(LeagueReason.BAD_TERMS, "R-G51", at_least=lent, at_most=lent * charts.MOST_DUE)
    first = max(1, league.event + (league.phase == "gap"))
    if not first <= after <= league.options.events:
        raise Refused(LeagueReason.BAD_DATE, "R-G32", at_least=first, at_most=league.options.events)


def check_not_last(league: League) -> None:
    """:raises Refused: in the last event, when deals and loans rest, so that nobody makes a king (H.6)."""
    if league.event >= league.options.events or (league.phase == "gap" and league.event + 1 >= league.options.events):
        raise Refused(LeagueReason.LAST_EVENT, "H.6")


def lend(league: League, table: Table, lender: EntryId, borrower: EntryId, terms: tuple[int, int, int]) -> None:
    """Pay a loan out; all the world knows (21.2)."""
    lent, due, after = terms
    number = len(league.loans) + 1
    league.loans.append(Loan(number, lender, borrower, lent, due, after))
    table.tell(LoanMade(number, lender, borrower, lent, due, after))
    oddities.look_at_loan(league, league.loans[-1])
    money.post(league, table, "loan", "21.2", (lender, -lent), (borrower, lent), number=number)


def repay(league: League, table: Table, borrower: EntryId, number: int, set_aside: int) -> None:
    """Pay a loan back early, in full (H.6).

    :raises Refused: if it is none of *borrower*'s, or without the money.
    """
    loan = next((each for each in league.loans if each.number == number), None)
    if loan is None or loan.borrower != borrower or loan.state != "open":
        raise Refused(LeagueReason.NO_SUCH_LOAN, "21.2", number=number)
    money.check_cash(league, borrower, loan.due, "21.2", set_aside=set_aside)
    pay(league, table, loan, loan.due)
    close(table, loan)


def due_now(league: League, borrower: EntryId | None = None) -> list[Loan]:
    """Return the open loans that are due at this reckoning, in order of agreement (21.2)."""
    loans = [loan for loan in league.loans if loan.state == "open" and loan.after <= league.event]
    return [loan for loan in loans if borrower is None or loan.borrower == borrower]


def call_in(league: League) -> None:
    """Let all loans be due now: the season ends (H.3)."""
    for loan in league.loans:
        if loan.state == "open":
            loan.after = min(loan.after, league.event)


def call_in_of(league: League, borrower: EntryId) -> None:
    """Let all loans of one borrower be due now (R-B36)."""
    for loan in league.loans:
        if loan.state == "open" and loan.borrower == borrower:
            loan.after = min(loan.after, league.event)


def owed(loan: Loan) -> int:
    """Return the sesterces of a loan that are not paid yet (21.2)."""
    return loan.due - loan.paid


def pay(league: League, table: Table, loan: Loan, amount: int) -> None:
    """Pay so many sesterces of a loan (21.2)."""
    loan.paid += amount
    lines = ((loan.borrower, -amount), (loan.lender, amount))
    money.post(league, table, "loan repaid", "21.2", *lines, number=loan.number)


def close(table: Table, loan: Loan) -> None:
    """Say how a loan ended (21.2)."""
    loan.state = "paid" if loan.paid == loan.due else "short"
    table.tell(LoanEnded(loan.number, loan.state, loan.paid))


def settle(league: League, table: Table) -> list[EntryId]:
    """Pay all loans that are due as far as cash goes, and return the members who still owe (R-G32).

    Mutual debts of the same day are set off first (H.14).
    """
    _set_off(league, table)
    _pay_all(league, table)
    for borrower in sorted({loan.borrower for loan in due_now(league)}):
        escrow.release(league, table, borrower)  # stakes of matches are theirs before any goods are sold (R-B36)
    _pay_all(league, table)
    return sorted({loan.borrower for loan in due_now(league)})


def _pay_all(league: League, table: Table) -> None:
    """Pay all loans that are due as far as cash goes, in order of agreement."""
    is_moving = True
    while is_moving:  # who is paid may now be able to pay
        is_moving = False
        for loan in due_now(league):
            amount = min(owed(loan), league.stables[loan.borrower].cash)
            if amount:
                pay(league, table, loan, amount)
                is_moving = True
            if not owed(loan):
                close(table, loan)


def _set_off(league: League, table: Table) -> None:
    for one in due_now(league):
        for other in due_now(league):
            if one.borrower == other.lender and other.borrower == one.lender and one.number < other.number:
                amount = min(owed(one), owed(other))
                one.paid += amount
                other.paid += amount
    for loan in due_now(league):
        if not owed(loan):
            close(table, loan)


def pass_on(league: League, table: Table, bankrupt: EntryId, lacking: Mapping[EntryId, int]) -> None:
    """Let debts to a bankrupt go on to the creditors, as far as each lacks, and the rest to the bank.

    A creditor who owes the bankrupt as well has the one set off against the other (R-G32, L-11).

    :param lacking: sesterces that each creditor has not been paid, in order of agreement.
    """
    left = dict(lacking)
    for loan in [each for each in league.loans if each.state == "open" and each.lender == bankrupt]:
        for creditor, lacks in list(left.items()):
            share = min(lacks, owed(loan))
            left[creditor] -= share
            loan.due -= share
            if share and creditor != loan.borrower:
                _owe(league, table, creditor, loan, share)
        loan.lender = BANK
        if owed(loan):
            table.tell(LoanPassed(loan.number, loan.number, BANK, owed(loan)))
        else:
            loan.state = "passed on"
            table.tell(LoanEnded(loan.number, "passed on", loan.paid))


def _owe(league: League, table: Table, creditor: EntryId, old: Loan, share: int) -> None:
    """Make a creditor the lender of a share of a loan, on the same day."""
    number = len(league.loans) + 1
    league.loans.append(Loan(number, creditor, old.borrower, share, share, old.after))
    table.tell(LoanPassed(old.number, number, creditor, share))


def check_help(league: League, stable: Stable, amount: int) -> None:
    """Do nothing if the bank lends so much: once a season, to a stable that cannot race, nor pay to mend (R-G34).

    :raises Refused: if not.
    """
    if not 0 < amount <= help_at_most(league, stable):
        raise Refused(LeagueReason.NO_HELP, "R-G34", at_most=charts.MOST_HELP)


def help_at_most(league: League, stable: Stable) -> int:
    """Return how many sesterces the bank would lend a stable; 0 if it would not (R-G34)."""
    is_stuck = stable.role == "owner" and bool(stable.chariots) and not fitness.startable(stable)
    cheapest = min((_to_mend(stable, number) for number in stable.chariots), default=0)
    is_helped = league.options.help and not league.is_epic and not stable.helped and is_stuck and stable.cash < cheapest
    return charts.MOST_HELP if is_helped and stable.status == "active" else 0


def _to_mend(stable: Stable, number: int) -> int:
    """Return the least that makes a chariot able to start, in sesterces (21)."""
    chariot = stable.chariots[number]
    lacking = fitness.lacks(chariot)
    horses = 4 if chariot.team is None else sum(not horse.is_alive for horse in chariot.team.horses)
    cost = horses * charts.HORSE_PRICES[0]
    cost += charts.DRIVER_PRICES[0] * ("driver" in lacking) + charts.CAR_PRICE * ("car" in lacking)
    return cost


def help_out(league: League, table: Table, stable: Stable, amount: int) -> None:
    """Let the bank lend a sum, to be paid back from the final fortune (R-G34)."""
    check_help(league, stable, amount)
    stable.helped = amount
    money.post(league, table, "help", "R-G34", (stable.number, amount), (BANK, -amount), known=False)
