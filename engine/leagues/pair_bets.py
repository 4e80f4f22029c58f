"""Members' bets on the matches of a gala (H.8.4): sealed on the eve, and in a second round while a match goes on.

B.8    Odds of a man are the bets on his match by those on him, rounded down; the bank pays in full (R-B30).
R-C25  Nobody bets against their own man; there is no duty to bet, and no limit by own bets.
D.11   A decision on points pays like a fall; in a draw all stakes of the match come back.
L-79   In a melee the survivor with most experience wins the bets; several share what each of them would have paid.
"""

from collections.abc import Mapping, Sequence

from engine.goods.gladiators import ManHome
from engine.leagues import galas, money, oddities
from engine.leagues.words.arena_facts import (
    ManBetsRevealed,
    ManOdds,
    PairOddsFixed,
    PairWindowClosed,
    PairWindowOpened,
    PairWindowVoid,
)
from engine.leagues.words.arena_sheets import check_man_stakes
from engine.leagues.words.arena_state import Gala, ManStake, PairWindow
from engine.leagues.words.facts import Why
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import BANK, POT, League
from engine.table import Table
from records.refusals import Refused
from records.values import EntryId

Stakes = Mapping[EntryId, Sequence[ManStake]]


def reveal(league: League, table: Table, gala: Gala, stakes: Stakes) -> None:
    """Tell everybody's bets before the gala, put them into the pot, and fix the odds of each match (B.8)."""
    for stable, each in stakes.items():
        if each:
            gala.stakes[stable] = tuple(each)
            own = gala.entered_by(stable)
            oddities.look_at_pair_bets(league, stable, sum(stake.sum for stake in each if stake.man not in own))
            _collect(league, table, gala, stable, each, 0)
    on = _on_each(gala.stakes)
    pools = {n: sum(on.get(entry, 0) for entry in match) for n, match in enumerate(gala.matches, start=1)}
    gala.odds = {entry: pools[gala.match_of(entry)] // there for entry, there in sorted(on.items())}
    odds = tuple(ManOdds(entry, gala.entry(entry).name, each) for entry, each in gala.odds.items())
    table.tell(PairOddsFixed(odds, pools))


def _on_each(stakes: Stakes) -> dict[EntryId, int]:
    on: dict[EntryId, int] = {}
    for each in stakes.values():
        for stake in each:
            on[stake.man] = on.get(stake.man, 0) + stake.sum
    return on


def _collect(
    league: League, table: Table, gala: Gala, stable: EntryId, stakes: Sequence[ManStake], window: int
) -> None:
    total = sum(stake.sum for stake in stakes)
    table.tell(ManBetsRevealed(stable, tuple(stakes), gala.names([stake.man for stake in stakes]), window))
    why: Why = "window bets" if window else "bets"
    money.post(league, table, why, "H.8.4", (stable, -total), (POT, total), number=window)


# The second round


def in_windows(league: League, stable: EntryId) -> int:
    """Return the sesterces that a member has bet in open rounds: they are set aside (H.14)."""
    windows = league.gala.windows.values() if league.gala is not None else ()
    return sum(stake.sum for each in windows if each.is_open for stake in each.stakes.get(stable, ()))


def _window(gala: Gala | None, match: int) -> tuple[Gala, PairWindow]:
    """:raises Refused: unless a match has an open round of bets."""
    window = gala.windows.get(match) if gala is not None else None
    if gala is None or window is None or not window.is_open:
        raise Refused(LeagueReason.NO_PAIR_WINDOW, "H.8.4", match=match)
    return gala, window


def open_window(league: League, table: Table, match: int) -> None:
    """Open the second round of a match: its second exchange has been told (H.8.4).

    :raises Refused: if there is no such match, in a melee, or if it has had its round.
    """
    gala = league.gala
    if gala is None or gala.form == "melee" or not 1 <= match <= len(gala.matches) or match in gala.windows:
        raise Refused(LeagueReason.NO_PAIR_WINDOW, "H.8.4", match=match)
    gala.windows[match] = PairWindow()
    table.tell(PairWindowOpened(match, gala.names(gala.matches[match - 1])))


def bet(league: League, stable: EntryId, match: int, stakes: Sequence[ManStake]) -> None:
    """Take a member's bets in a match's second round, in the place of those made in it before (H.8.4).

    :raises Refused: above the bet of the eve on the same man, above the cash, or against one's own man (R-C25).
    """
    gala, window = _window(league.gala, match)
    check_man_stakes(stakes, [gala.matches[match - 1]], gala.entered_by(stable))
    first = {stake.man: stake.sum for stake in gala.stakes.get(stable, ())}
    for stake in stakes:
        if stake.sum > (most := first.get(stake.man, 0)):
            raise Refused(LeagueReason.OVER_FIRST_BET, "H.8.4", have=stake.sum, at_most=most)
    set_aside = in_windows(league, stable) - sum(stake.sum for stake in window.stakes.get(stable, ()))
    money.check_cash(league, stable, sum(stake.sum for stake in stakes), "H.8.4", set_aside=set_aside)
    window.stakes[stable] = tuple(stakes)


def close_window(league: League, table: Table, match: int) -> None:
    """Reveal the bets of a round, all together; odds stay as they are (H.8.4).

    :raises Refused: if it is not open.
    """
    gala, window = _window(league.gala, match)
    window.is_open = False
    table.tell(PairWindowClosed(match, gala.names(gala.matches[match - 1])))
    for stable, stakes in sorted(window.stakes.items()):
        if stakes:
            _collect(league, table, gala, stable, stakes, match)


def void_window(league: League, table: Table, match: int) -> None:
    """Give the bets of a round back: the match went back to before it.

    :raises Refused: if there is no such round.
    """
    gala = league.gala
    window = gala.windows.pop(match, None) if gala is not None else None
    if gala is None or window is None:
        raise Refused(LeagueReason.NO_PAIR_WINDOW, "H.8.4", match=match)
    table.tell(PairWindowVoid(match, gala.names(gala.matches[match - 1])))
    if not window.is_open:
        _give_back(league, table, window.stakes, match)


def close_all(league: League, table: Table, gala: Gala) -> None:
    """Close rounds that are still open as the gala comes home; bets in them stand (H.14).

    They were made before the blow that ended their match: nobody can bet once a man has fallen.
    """
    for match, window in list(gala.windows.items()):
        if window.is_open:
            close_window(league, table, match)


def give_all_back(league: League, table: Table, gala: Gala) -> None:
    """Give all bets back: the gala was called off (H.8.4)."""
    for match in list(gala.windows):
        void_window(league, table, match)
    _give_back(league, table, gala.stakes, 0)
    gala.stakes, gala.odds = {}, {}


def _give_back(league: League, table: Table, stakes: Stakes, number: int) -> None:
    for stable, each in sorted(stakes.items()):
        total = sum(stake.sum for stake in each)
        money.post(league, table, "bets returned", "H.8.4", (stable, total), (POT, -total), number=number)


# Paying


def pay(league: League, table: Table, gala: Gala, homes: Mapping[EntryId, ManHome]) -> None:
    """Settle all bets: draws come back, the bank takes the rest and pays who backed the winners (B.8, D.11)."""
    for number, match in enumerate(gala.matches, start=1):
        winners = winners_of(gala, [homes[entry] for entry in match])
        stakes = _on_match(gala, number)
        if not winners:
            _give_back(league, table, stakes, number)
            continue
        pot = sum(stake.sum for each in stakes.values() for stake in each)
        money.post(league, table, "money-changers", "B.8", (POT, -pot), (BANK, pot), number=number)
        for stable, amount in dues(league, gala, stakes, winners).items():
            money.post(league, table, "payoff", "B.8", (stable, amount), (BANK, -amount), number=number)


def _on_match(gala: Gala, number: int) -> dict[EntryId, list[ManStake]]:
    """Return all bets on a match by member, those of its second round included."""
    found: dict[EntryId, list[ManStake]] = {}
    rounds = [gala.stakes, *([gala.windows[number].stakes] if number in gala.windows else [])]
    for stable in sorted({each for one in rounds for each in one}):
        mine = [stake for one in rounds for stake in one.get(stable, ())]
        if on_it := [stake for stake in mine if stake.man in gala.matches[number - 1]]:
            found[stable] = on_it
    return found


def winners_of(gala: Gala, homes: Sequence[ManHome]) -> list[EntryId]:
    """Return whose backers win: of a pair the winner, of a melee the survivors with most experience; none in a draw."""
    return galas.backed(homes, gala.form)


def dues(league: League, gala: Gala, stakes: Stakes, winners: Sequence[EntryId]) -> dict[EntryId, int]:
    """Return the sesterces due to each member; several winners share (L-79)."""
    found: dict[EntryId, int] = {}
    for stable, each in stakes.items():
        on = {stake.man: 0 for stake in each}
        for stake in each:
            on[stake.man] += stake.sum
        won = sum(on[man] * gala.odds.get(man, 0) // len(winners) for man in winners if man in on)
        back = sum(on[man] for man in winners if man in on) if league.options.stake_back else 0
        if won:
            found[stable] = won + back
    return found
