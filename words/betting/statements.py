"""Statements of purses, and findings of audits, in words."""

from collections.abc import Mapping

from engine.betting.book import MovementKind
from engine.betting.records import Audit, StatementLine
from engine.betting.rules import BANK_RACES_A_WEEK, ServerRules
from records.values import RaceId
from words.betting.table import PLAY_MONEY, money
from words.shared.names import harmless

KINDS: Mapping[MovementKind, str] = {
    "gift": "gift of the server",
    "stipend": "stipend of the week",
    "present": "present",
    "stake": "staked",
    "return": "bet cancelled",
    "payoff": "won",
    "share": "the house's share",
    "escrow": "into escrow for a side bet",
    "release": "out of escrow",
    "void": "stake back",
    "league": "in a league",
    "undone": "taken back in a league",
}


def statement_line(line: StatementLine, titles: Mapping[RaceId, str]) -> str:
    """Return a movement as it was in one purse."""
    amount = f"{'+' if line.amount > 0 else '−'}{money(abs(line.amount))}"
    title = titles.get(line.race) if line.race is not None else None
    race = f" · {harmless(title)}" if title else ""
    memo = f" ({harmless(line.memo)})" if line.memo else ""
    return f"**{amount}** {KINDS[line.kind]}{memo}{race} → {money(line.balance)}"


def audit_lines(found: Audit) -> list[str]:
    """Return the findings of an audit: whether all money is in its place, without owners or sealed pots.

    It leaves out the sum that moved: as a chariot leaves, that would show how much secret money was on it.
    """
    verdict = "✅ **All money is where it should be.**" if found.is_sound else "❌ **Something does not fit.**"
    sums = "0, as it must be" if found.sum == 0 else f"**{money(found.sum)}**, and it must be 0"
    return [
        "### 🪙 Audit of the betting table",
        verdict,
        f"All postings together: {sums}.",
        _checked("Accounts whose balance is not the sum of their postings", len(found.wrong_balances)),
        _checked("Purses, pots and escrows that owe", len(found.overdrawn)),
        _checked("Movements that do not sum to zero", len(found.unbalanced)),
        _checked("Tickets that were paid twice", len(found.paid_twice)),
        _checked("Tickets that were paid another sum than they say", len(found.paid_otherwise)),
        _checked("Races that are over and still hold money", len(found.held)),
        "-# My log names what is wrong, for whoever runs me. Nobody's purse or pot is shown here.",
    ]


def _checked(what: str, count: int) -> str:
    return f"{'❌' if count else '✅'} {what}: {count or 'none'}"


def server_bets(rules: ServerRules) -> str:
    """Return a server's rules for its purses."""
    presents = f"up to {money(rules.most_given)} a week" if rules.most_given else "none"
    cap = f"{money(rules.cap)} for each player on a race" if rules.cap else "none"
    prizes = f"{' / '.join(map(money, rules.prizes))} for the first three" if any(rules.prizes) else "none"
    house = "none"
    if rules.house:
        house = f"up to {money(rules.house)} for each person on a race, {money(rules.house_week)} a week"
    age = f"after {rules.age} {'day' if rules.age == 1 else 'days'} as a member" if rules.age else "from the first day"
    return (
        f"**Bets in this server**\nGift to each new purse: {money(rules.gift)} · stipend: {money(rules.stipend)} a "
        f"week · presents: {presents} · the house keeps {rules.share} % of what losers of a pool staked · limit: {cap} "
        f"· members may bet and give {age} · the bank adds up to {money(rules.bank)} to a race and "
        f"{money(BANK_RACES_A_WEEK * rules.bank)} a week · against the house: {house} · prizes of a season: "
        f"{prizes}\n-# {PLAY_MONEY}\n-# A change "
        "counts from now on, also for races that are open. Gifts that were given stay as they were; so do the house's "
        "share and the bank's limit in each race, and the prizes of each league that is open."
    )
