"""A league's movements in the ledger: one for each public posting, keyed by the fact's number.

Going back adds movements that undo the void ones, so treasuries always equal the sum of the valid facts (L-26).
"""

from collections.abc import Iterator, Sequence

import msgspec

from engine.betting.book import PRIZE, Account, Accounts, Movement, Posting, Transfer
from engine.facts import Fact
from engine.leagues.words.facts import Posted, PrizesWon, Whispered
from engine.leagues.words.options import LeagueOptions, Prizes
from engine.leagues.words.state import BANK, ESCROW, POT
from records.batches import Batch
from records.past import KNOWN
from records.play import FactRecord
from records.races import PublicRace, RaceRecord
from records.values import EntryId, PlayerId, RaceId
from steward.running.live import Live
from steward.time.schedules import DAY

PRIZE_AGAIN = 28 * DAY
"""Seconds from a prize until the same purse may have another (L-42)."""

SEASONS_PRIZED = 2
"""So many times what one season's prizes come to a server gives in that time at most (L-47)."""


def account_of(league: RaceRecord, number: EntryId) -> Account:
    """Return a stable's treasury; the league's bank, pot, or stakes in escrow, as the rules number them."""
    if number == BANK:
        return Account("bank", league.guild, race=league.id)
    if number == POT:
        return Account("pot", league.guild, race=league.id, number=0)
    if number == ESCROW:
        return Account("pot", league.guild, race=league.id, number=1)
    return Account("treasury", league.guild, race=league.id, number=number)


def key_of(league: RaceId, fact: int) -> str:
    """Return the key of the movement that a league's fact causes."""
    return f"league:{league}:{fact}"


def following(live: Live, batch: Batch) -> Transfer | None:
    """Return the decision about money that a batch of a league causes; ``None`` if it causes none."""
    moves, prizes = tuple(_moves(live, batch.facts, batch.at)), _prizes(live, batch)
    if not (moves or prizes) and batch.void_after is None:
        return None

    def decide(accounts: Accounts) -> Sequence[Movement]:
        undone = _undone(accounts, batch.race, batch.at) if batch.void_after is not None else []
        return [*undone, *moves, *_due(accounts, prizes, SEASONS_PRIZED * sum(_promised(live)))]

    return decide


def _prizes(live: Live, batch: Batch) -> list[Movement]:
    """Return the mint's gifts to the purses of a season's first, one for each of them (H.2)."""
    league, found = live.race, [live.rules.read_fact(each.fact) for each in batch.facts]
    lines = [line for fact in found if isinstance(fact, PrizesWon) for line in fact.lines]
    return [_prize(league, line.account, line.amount, batch.at) for line in lines]


def _prize(league: PublicRace, stable: EntryId, amount: int, now: float) -> Movement:
    seat, guild = league.faction_of(stable), league.record.guild
    assert seat is not None
    purse = Account("purse", guild, seat.player)
    return Movement(
        key=f"{PRIZE}:{league.record.id}:{stable}",
        kind="gift",
        guild=guild,
        race=league.record.id,
        postings=(Posting(Account("mint", guild), -amount), Posting(purse, amount)),
        memo="prize of the season",
        at=now,
    )


def _promised(live: Live) -> Prizes:
    """Return the prizes of a league's first three, as the server promised them when it was opened."""
    options: LeagueOptions = live.rules.read_options(live.race.record.options)
    return options.prizes


def _due(accounts: Accounts, prizes: Sequence[Movement], at_most: int) -> Iterator[Movement]:
    """Yield the prizes that are minted, the first one first, as long as the server gives any (L-47)."""
    left = at_most - (accounts.given(prizes[0].at - PRIZE_AGAIN) if prizes else 0)
    for each in prizes:
        amount = each.postings[1].amount
        if amount <= left and _is_due(accounts, each):
            left -= amount
            yield each


def _is_due(accounts: Accounts, prize: Movement) -> bool:
    """Tell whether a purse gets a prize: it has had none of another season for long enough, and its owner is known.

    Accounts that race each other alone may be one person's: they get one where a moderator has allowed it (L-47).
    """
    player, league = prize.postings[1].account.player, prize.race
    if player is None or league is None or _had_lately(accounts, player, prize.at):
        return False
    return accounts.allowed(league) or accounts.rivals(player, league) >= KNOWN


def _had_lately(accounts: Accounts, player: PlayerId, now: float) -> bool:
    """Tell whether a purse has had a prize of another season within four weeks (L-42)."""
    return accounts.prized(player, now - PRIZE_AGAIN)


def emptying(league: PublicRace, now: float) -> Transfer:
    """Return the decision that gives all money of a league that is called off back to its bank (H.2)."""
    numbers = [POT, ESCROW, *(each.entry for each in league.entries)]

    def decide(accounts: Accounts) -> Sequence[Movement]:
        found = [account_of(league.record, each) for each in numbers]
        left = [Posting(each, -have) for each in found if (have := accounts.balance(each) or 0)]
        bank = Posting(account_of(league.record, BANK), -sum(each.amount for each in left))
        key, guild = f"league:{league.record.id}:end", league.record.guild
        if not left:
            return []
        return [
            Movement(
                key=key, kind="league", guild=guild, race=league.record.id, postings=(*left, bank), memo="end", at=now
            )
        ]

    return decide


def _moves(live: Live, facts: Sequence[FactRecord], now: float) -> Iterator[Movement]:
    league = live.race.record
    for record in facts:
        for fact in counted(live.rules.read_fact(record.fact)):
            lines = tuple(Posting(account_of(league, line.account), line.amount) for line in fact.lines)
            yield Movement(
                key=key_of(league.id, record.n),
                kind="league",
                guild=league.guild,
                race=league.id,
                postings=lines,
                memo=fact.why,
                at=now,
            )


def counted(fact: Fact) -> list[Posted]:
    """Return the postings that count with a fact.

    A member's private posting counts once all learn of it. Only help from the bank counts at once: it may be spent in
    public before that, and a treasury may never owe.
    """
    if isinstance(fact, Whispered):
        return [each for each in fact.facts if isinstance(each, Posted) and each.why == "help"]
    return [fact] if isinstance(fact, Posted) and fact.why != "help" else []


def _undone(accounts: Accounts, league: RaceId, now: float) -> list[Movement]:
    """Return the movements that take back the money of void facts, the latest first: no treasury owes on the way."""
    keys = [key_of(league, fact) for fact in reversed(accounts.void_facts(league))]
    return [
        msgspec.structs.replace(
            move,
            key=f"{move.key}:undone",
            kind="undone",
            postings=tuple(Posting(each.account, -each.amount) for each in move.postings),
            at=now,
        )
        for move in accounts.movements(keys)
    ]
