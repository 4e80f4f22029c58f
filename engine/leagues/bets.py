"""Bets from the treasury (26): sealed before the race, in windows during it, paid from one pool.

26.2  Odds of a chariot are all bets by the bets on it, rounded down; they are fixed before the race.
26.3  After the first lap, and after the second, each may bet as much on a faction as before the race, at most.
26.4  The winning chariot pays odds times bets; the stake does not come on top (R-G12).
26.41 A shortfall of the pool is taken from the smallest payee, then from the next. The rest goes to the money-changers.
"""

from collections.abc import Mapping, Sequence

from engine.betting.sealed import after_shortfall, share_oddly
from engine.leagues import money, oddities
from engine.leagues.words.facts import BetsRevealed, OddsFixed, Why, WindowClosed, WindowOpened, WindowVoid
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.sheets import check_others, check_stakes, sums
from engine.leagues.words.state import BANK, POT, League, Stake, Window
from engine.table import Table
from records.refusals import Refused
from records.values import EntryId, PlayerId

WINDOWS = (1, 2)
"""After which laps there is one (26.3)."""


def reveal(league: League, table: Table, stakes: Mapping[EntryId, Sequence[Stake]]) -> None:
    """Tell everybody's bets before the race, put them into the pot, and fix the odds (26.1, 26.2)."""
    for stable, each in stakes.items():
        if each:
            league.stakes[stable] = tuple(each)
            oddities.look_at_bets(league, stable, each)
            _collect(league, table, stable, each, 0)
    on = staked(league.stakes)
    league.odds = {chariot: league.pot // there for chariot, there in sorted(on.items())}
    table.tell(OddsFixed(dict(league.odds), league.pot))


def staked(stakes: Mapping[EntryId, Sequence[Stake]]) -> dict[int, int]:
    """Return the sesterces bet on each chariot that anybody backed."""
    on: dict[int, int] = {}
    for each in stakes.values():
        for stake in each:
            on[stake.chariot] = on.get(stake.chariot, 0) + stake.sum
    return on


def _collect(league: League, table: Table, stable: EntryId, stakes: Sequence[Stake], window: int) -> None:
    total = sum(stake.sum for stake in stakes)
    table.tell(BetsRevealed(stable, tuple(stakes), window))
    why: Why = "window bets" if window else "bets"
    money.post(league, table, why, "26.3" if window else "26.1", (stable, -total), (POT, total), number=window)


def in_windows(league: League, stable: EntryId) -> int:
    """Return the sesterces that a stable has bet in open windows: they are set aside (26.3, H.14)."""
    given = (window.stakes.get(stable, ()) for window in league.windows.values() if window.is_open)
    return sum(stake.sum for stakes in given for stake in stakes)


def open_window(league: League, table: Table, number: int) -> None:
    """Open a round of bets: the leader has completed a lap (26.3).

    :raises Refused: unless it is the next one.
    """
    is_next = number in WINDOWS and number < league.options.laps and number not in league.windows
    if not is_next or any(window.is_open for window in league.windows.values()):
        raise Refused(LeagueReason.NO_WINDOW, "26.3", window=number)
    league.windows[number] = Window()
    table.tell(WindowOpened(number))


def bet(league: League, stable: EntryId, number: int, stakes: Sequence[Stake]) -> None:
    """Take a member's bets in a window, in the place of those it has made in it before (26.3).

    :raises Refused: above the first bets on a faction (R-G11), above own bets (R-G29), above the cash, or on a chariot
        without odds (26.2).
    """
    window = league.windows.get(number)
    if window is None or not window.is_open:
        raise Refused(LeagueReason.NO_WINDOW, "26.3", window=number)
    check_stakes(stakes, [entry.chariot for entry in league.entries])
    _check_first_bets(league, league.stakes.get(stable, ()), stakes)
    own = league.entered_by(stable)
    earlier = [each.stakes.get(stable, ()) for n, each in league.windows.items() if n != number]
    on_own, on_others = sums([*league.stakes.get(stable, ()), *stakes, *(each for one in earlier for each in one)], own)
    check_others(on_own, on_others, is_free=not own or not league.options.own_bet)
    set_aside = in_windows(league, stable) - sum(stake.sum for stake in window.stakes.get(stable, ()))
    money.check_cash(league, stable, sum(stake.sum for stake in stakes), "26.3", set_aside=set_aside)
    window.stakes[stable] = tuple(stakes)


def _check_first_bets(league: League, before: Sequence[Stake], stakes: Sequence[Stake]) -> None:
    """:raises Refused: above the first bets on a faction (26.3, R-G11), or on a chariot without odds (26.2)."""
    if league.is_epic:
        _check_first_on_each(before, stakes)
    first = _on_factions(league, before)
    for faction, total in _on_factions(league, stakes).items():
        if total > first.get(faction, 0):
            raise Refused(LeagueReason.OVER_FIRST_BET, "26.3", have=total, at_most=first.get(faction, 0))
    for stake in stakes:
        if stake.chariot not in league.odds:
            raise Refused(LeagueReason.NO_ODDS, "26.2", chariot=stake.chariot)


def _check_first_on_each(before: Sequence[Stake], stakes: Sequence[Stake]) -> None:
    """:raises Refused: above the first bet on a chariot (B.8)."""
    first = {stake.chariot: stake.sum for stake in before}
    for stake in stakes:
        if stake.sum > (most := first.get(stake.chariot, 0)):
            raise Refused(LeagueReason.OVER_FIRST_BET, "B.8", have=stake.sum, at_most=most)


def _on_factions(league: League, stakes: Sequence[Stake]) -> dict[Sequence[int], int]:
    """Return the sesterces bet on each faction, by its chariots in the race (R-G45)."""
    found: dict[Sequence[int], int] = {}
    for stake in stakes:
        faction = tuple(league.stablemates(stake.chariot))
        found[faction] = found.get(faction, 0) + stake.sum
    return found


def close_window(league: League, table: Table, number: int) -> None:
    """Reveal the bets of a window, all together; odds stay as they are (26.3).

    :raises Refused: if it is not open.
    """
    window = league.windows.get(number)
    if window is None or not window.is_open:
        raise Refused(LeagueReason.NO_WINDOW, "26.3", window=number)
    window.is_open = False
    table.tell(WindowClosed(number))
    for stable, stakes in sorted(window.stakes.items()):
        if stakes:
            _collect(league, table, stable, stakes, number)


def void_window(league: League, table: Table, number: int) -> None:
    """Give the bets of a window back: the race went back to before it (26.3, H.9).

    :raises Refused: if there is no such window.
    """
    window = league.windows.pop(number, None)
    if window is None:
        raise Refused(LeagueReason.NO_WINDOW, "26.3", window=number)
    table.tell(WindowVoid(number))
    if not window.is_open:
        give_back(league, table, window.stakes, number)


def give_back(league: League, table: Table, stakes: Mapping[EntryId, Sequence[Stake]], window: int) -> None:
    """Give bets back that count no more (R-G22)."""
    for stable, each in sorted(stakes.items()):
        total = sum(stake.sum for stake in each)
        money.post(league, table, "bets returned", "R-G22", (stable, total), (POT, -total), number=window)


def dues(league: League, winner: int) -> dict[EntryId, int]:
    """Return the sesterces due to each stable with bets on the winning chariot (26.4)."""
    odds, found = league.odds.get(winner, 0), dict[EntryId, int]()
    for stakes in (league.stakes, *(window.stakes for window in league.windows.values() if not window.is_open)):
        for stable, each in stakes.items():
            on = sum(stake.sum for stake in each if stake.chariot == winner)
            if on * odds:
                found[stable] = found.get(stable, 0) + on * odds + on * league.options.stake_back
    return dict(sorted(found.items()))


def pay(league: League, table: Table, winner: int | None) -> None:
    """Pay who backed the winner from the pool, as far as it goes; the rest is the money-changers' (26.4, 26.41).

    :param winner: the winning chariot; none where nobody has won, and all bets are lost (R-F4).
    """
    due = {} if winner is None else dues(league, winner)
    if league.is_epic:
        _pay_by_bank(league, table, due)
        return
    owed = {PlayerId(stable): amount for stable, amount in due.items()}
    paid = after_shortfall(_drawn(table, owed, share_oddly(owed, league.pot)), league.pot)
    for stable in sorted(due):
        amount = paid[PlayerId(stable)]
        money.post(league, table, "payoff", "26.4", (stable, amount), (POT, -amount))
    money.post(league, table, "money-changers", "26.41", (POT, -league.pot), (BANK, league.pot))


def _pay_by_bank(league: League, table: Table, due: Mapping[EntryId, int]) -> None:
    """Let the bank take all bets and pay in full what they lack (B.8); stakes come back by setting alone (R-B30)."""
    money.post(league, table, "money-changers", "B.8", (POT, -league.pot), (BANK, league.pot))
    for stable, amount in sorted(due.items()):
        money.post(league, table, "payoff", "B.8", (stable, amount), (BANK, -amount))


def _drawn(table: Table, owed: Mapping[PlayerId, int], equal: Sequence[PlayerId]) -> dict[PlayerId, int]:
    """Return the sums owed, in the order in which odd sesterces are lost: lots decide among equal ones (R-G13)."""
    left, order = list(equal), list[PlayerId]()
    while left:
        place = 0 if len(left) == 1 else table.roll(None, "odd sesterces", "R-G13", count=1, sides=len(left)).total - 1
        order.append(left.pop(place))
    return {player: owed[player] for player in (*order, *(each for each in owed if each not in order))}
