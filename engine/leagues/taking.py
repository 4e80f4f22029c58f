"""Creditors who take goods in the place of money, before they are auctioned (I.6.5, R-B36, by setting).

A creditor proposes goods and their value while the debtor's auction is open, and the debtor agrees; of several of them
the one whose loan was agreed on first goes first.
"""

from engine.leagues import loans, often, wares
from engine.leagues.words.epic_acts import GiveGoods, TakeGoods
from engine.leagues.words.epic_facts import GoodsProposed, GoodsTaken
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import Forced, League, Loan, Proposal, Stable
from engine.table import Table
from records.refusals import Refused


def propose(league: League, table: Table, stable: Stable, act: TakeGoods, _set_aside: object) -> None:
    """Let a creditor propose goods and their value.

    :raises Refused: without the setting or the auction, above the debt, or if the goods are not the debtor's.
    """
    forced = _under_way(league)
    loan = _loan(league, forced, act.loan)
    if loan.lender != stable.number:
        raise Refused(LeagueReason.NO_SUCH_LOAN, "R-B36", number=act.loan)
    wares.check_has(league.stables[forced.debtor], act.kind, act.item)
    if not 0 < act.value <= loans.owed(loan):
        raise Refused(LeagueReason.BAD_TERMS, "R-B36", at_least=1, at_most=loans.owed(loan))
    often.say(league, stable.number, "proposals")
    forced.proposals[loan.number] = Proposal(act.kind, act.item, act.value)
    table.tell(GoodsProposed(loan.number, stable.number, forced.debtor, act.kind, act.item, act.value))
    table.end_scene()


def agree(league: League, table: Table, stable: Stable, act: GiveGoods, _set_aside: object) -> None:
    """Let the debtor agree: the goods are the creditor's, and so much of the loan is paid.

    :raises Refused: for anybody else, without a proposal, or before that of an earlier creditor.
    """
    forced = _under_way(league)
    if forced.debtor != stable.number:
        raise Refused(LeagueReason.NOT_THE_DEBTOR, "R-B36", debtor=forced.debtor)
    loan, waiting = _loan(league, forced, act.loan), sorted(forced.proposals)
    if loan.number not in waiting:
        raise Refused(LeagueReason.NO_SUCH_OFFER, "R-B36", number=act.loan)
    if loan.number != waiting[0]:
        raise Refused(LeagueReason.EARLIER_FIRST, "R-B36", number=waiting[0])
    wanted = forced.proposals[loan.number]
    wares.check_has(stable, wanted.kind, wanted.item)
    del forced.proposals[loan.number]
    value = min(wanted.value, loans.owed(loan))
    loan.paid += value
    forced.owed -= value
    table.tell(GoodsTaken(loan.number, loan.lender, stable.number, wanted.kind, wanted.item, value))
    wares.hand_over(league, stable.number, loan.lender, wanted.kind, wanted.item)
    if not loans.owed(loan):
        loans.close(table, loan)
    table.end_scene()


def _under_way(league: League) -> Forced:
    if not league.options.creditors_take:
        raise Refused(LeagueReason.NOT_IN_THIS, "R-B36", campaign=league.options.campaign)
    if league.phase != "auction":
        raise Refused(LeagueReason.NOT_NOW, "R-B36", phase=league.phase)
    return league.forced[0]


def _loan(league: League, forced: Forced, number: int) -> Loan:
    for loan in loans.due_now(league, forced.debtor):
        if loan.number == number:
            return loan
    raise Refused(LeagueReason.NO_SUCH_LOAN, "R-B36", number=number)
