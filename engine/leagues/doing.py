"""Acts between sheets (H.1, H.6): each is checked first; when it is refused nothing has changed."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.leagues import (
    auction,
    bets,
    buying,
    deals,
    epic_doing,
    epic_secrets,
    loans,
    money,
    pair_bets,
    protests,
    reckoning,
    sheets_of,
    training,
)
from engine.leagues.whispers import whispering
from engine.leagues.words import acts, charts
from engine.leagues.words.arena_sheets import GalaEve
from engine.leagues.words.facts import StatusChanged
from engine.leagues.words.options import CHARIOTS, START_MONEY
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.sheets import Eve, check_founding
from engine.leagues.words.state import CALENDAR, MENDING, Allotment, Chariot, League, Offer, PhaseName, Stable
from engine.questions import Answer, Ask, AskAll
from engine.refusals import GameReason
from engine.table import Table
from records.refusals import Refused
from records.values import EntryId

_TRADING: tuple[PhaseName, ...] = ("market", "stable", "eve", "race", "protest", "gap")
Sealed = Mapping[EntryId, Answer]


def do(league: League, table: Table, entry: EntryId, act: Answer, sealed: Sealed) -> None:
    """Carry out an act of a member, or of the steward, between sheets (H.1).

    :param entry: the member's stable; :data:`CALENDAR` for the steward.
    :param sealed: sheets that are in.
    :raises Refused: if it may not be done.
    """
    of_steward = {**_OF_STEWARD, **(epic_doing.OF_STEWARD if league.is_epic else {})}
    if type(act) in (*of_steward, acts.UndoDeal):
        if entry != CALENDAR:
            raise Refused(GameReason.NOT_ASKED)
        if isinstance(act, acts.UndoDeal):
            _check_phase(league, _TRADING)
            deals.undo(league, table, act.deal, promised(league, sealed))
            table.end_scene()
        else:
            of_steward[type(act)](league, table, act)
        return
    stable = league.stables.get(entry)
    if stable is None:
        raise Refused(LeagueReason.NOT_A_MEMBER)
    if stable.status != "active" and not epic_doing.may_act(stable, act):
        raise Refused(LeagueReason.OUT_OF_THE_SEASON, "H.10", status=stable.status)
    secret = epic_secrets.SECRET if league.is_epic else _SECRET
    if type(act) in secret:
        _check_phase(league, epic_secrets.when(act) if league.is_epic else MENDING)
        with whispering(league, table, entry) as aside:
            secret[type(act)](league, aside, stable, act)
    elif league.is_epic and type(act) in epic_doing.OF_MEMBERS:
        epic_doing.OF_MEMBERS[type(act)](league, table, stable, act, promised(league, sealed))
    elif type(act) in _OF_MEMBERS:
        _OF_MEMBERS[type(act)](league, table, stable, act, sealed)
    else:
        raise Refused(GameReason.NOT_ASKED)


def ask_again(league: League, asked: Ask | AskAll) -> Ask | AskAll:
    """Return the open questions after an act: those of the same members, as far as they still have one."""
    again = sheets_of.asked(league)
    if isinstance(again, Ask) or isinstance(asked, Ask):
        return again
    before = {ask.entry for ask in asked.asks}
    now = {ask.entry: ask for ask in again.asks}
    return AskAll(tuple(now[each] for each in now if each in before))


def _check_phase(league: League, phases: tuple[PhaseName, ...]) -> None:
    if league.phase not in phases:
        raise Refused(LeagueReason.NOT_NOW, "15.9", phase=league.phase)


def _own(league: League, stable: Stable, number: int) -> Chariot:
    """:raises Refused: unless the stable has this chariot."""
    if not any(number in each.chariots for each in league.stables.values()):
        raise Refused(LeagueReason.NO_SUCH_CHARIOT, "20.1", chariot=number)
    if number not in stable.chariots:
        raise Refused(LeagueReason.NOT_YOURS, "20.1", chariot=number)
    return stable.chariots[number]


# In the stable phase, known to the owner alone (21, 23)


def _buy_horse(league: League, table: Table, stable: Stable, act: acts.BuyHorse) -> None:
    buying.buy_horse(league, table, stable.number, _own(league, stable, act.chariot), act.place, act.price)


def _arrange(league: League, table: Table, stable: Stable, act: acts.Arrange) -> None:
    buying.arrange(table, stable.number, _own(league, stable, act.chariot), act.order)


def _buy_team(league: League, table: Table, stable: Stable, act: acts.BuyTeam) -> None:
    buying.buy_team(league, table, stable.number, _own(league, stable, act.chariot), act.prices)


def _buy_driver(league: League, table: Table, stable: Stable, act: acts.BuyDriver) -> None:
    buying.buy_driver(league, table, stable.number, _own(league, stable, act.chariot), act.modifier)


def _buy_car(league: League, table: Table, stable: Stable, act: acts.BuyCar) -> None:
    buying.buy_car(league, table, stable.number, _own(league, stable, act.chariot))


def _train_driver(league: League, table: Table, stable: Stable, act: acts.TrainDriver) -> None:
    training.train_driver(table, stable.number, _own(league, stable, act.chariot))


def _train_horse(league: League, table: Table, stable: Stable, act: acts.TrainHorse) -> None:
    training.train_horse(table, stable.number, _own(league, stable, act.chariot), act.place)


def _train_endurance(league: League, table: Table, stable: Stable, act: acts.TrainEndurance) -> None:
    training.train_endurance(table, stable.number, _own(league, stable, act.chariot))


def _ask_help(league: League, table: Table, stable: Stable, act: acts.AskHelp) -> None:
    loans.help_out(league, table, stable, act.sum)


_SECRET: Mapping[type, Callable[[League, Table, Stable, Any], None]] = {
    acts.BuyHorse: _buy_horse,
    acts.Arrange: _arrange,
    acts.BuyTeam: _buy_team,
    acts.BuyDriver: _buy_driver,
    acts.BuyCar: _buy_car,
    acts.TrainDriver: _train_driver,
    acts.TrainHorse: _train_horse,
    acts.TrainEndurance: _train_endurance,
    acts.AskHelp: _ask_help,
}


# Of members


def promised(league: League, sealed: Sealed) -> dict[EntryId, int]:
    """Return the sesterces that each stable has set aside, by a sealed sheet of the eve or in a window (H.14)."""
    found = {number: sheet.sum for number, sheet in sealed.items() if isinstance(sheet, Eve | GalaEve)}
    windows = {
        number: bets.in_windows(league, number) + pair_bets.in_windows(league, number) for number in league.stables
    }
    return {number: found.get(number, 0) + windows[number] for number in league.stables}


def _instruct(league: League, _table: Table, stable: Stable, act: acts.Instruct, _sealed: Sealed) -> None:
    manager = act.manager
    least = charts.BET_STEP if league.options.own_bet else 0
    if manager.own_bet < least or manager.own_bet % charts.BET_STEP:
        raise Refused(LeagueReason.NOT_IN_STEPS, "26.1", have=manager.own_bet, step=charts.BET_STEP)
    if min(manager.security) < 0:
        raise Refused(LeagueReason.NOT_WHOLE, "25.1", have=min(manager.security), step=1)
    stable.manager = manager


def _offer_deal(league: League, table: Table, stable: Stable, act: acts.OfferDeal, sealed: Sealed) -> None:
    _check_phase(league, _TRADING)
    set_aside = promised(league, sealed)[stable.number]
    deals.offer_deal(league, table, Offer(0, stable.number, act.to, act.gives, act.takes), set_aside)


def _offer_loan(league: League, table: Table, stable: Stable, act: acts.OfferLoan, sealed: Sealed) -> None:
    _check_phase(league, _TRADING)
    deals.check_parties(league, stable.number, act.to)
    loans.check_terms(league, act.sum, act.due, act.after)
    money.check_cash(league, stable.number, act.sum, "21.2", set_aside=promised(league, sealed)[stable.number])
    deals.offer(league, table, Offer(0, stable.number, act.to, lends=(act.sum, act.due, act.after)))


def _accept(league: League, table: Table, stable: Stable, act: acts.Accept, sealed: Sealed) -> None:
    _check_phase(league, _TRADING)
    deals.accept(league, table, stable.number, act.offer, promised(league, sealed))
    table.end_scene()  # told to all at once (H.6)


def _decline(league: League, table: Table, stable: Stable, act: acts.Decline, _sealed: Sealed) -> None:
    deals.end(league, table, deals.find(league, act.offer, stable.number))


def _repay(league: League, table: Table, stable: Stable, act: acts.Repay, sealed: Sealed) -> None:
    _check_phase(league, _TRADING)
    loans.repay(league, table, stable.number, act.loan, promised(league, sealed)[stable.number])


def _order_lots(league: League, table: Table, stable: Stable, act: acts.OrderLots, _sealed: Sealed) -> None:
    """Let a debtor say which chariots' parts go first, while the auction is open (R-G32)."""
    _check_phase(league, ("auction",))
    forced = league.forced[0]
    if forced.debtor != stable.number:
        raise Refused(LeagueReason.NOT_THE_DEBTOR, "R-G32", debtor=forced.debtor)
    for number in act.chariots:
        _own(league, stable, number)
        if act.chariots.count(number) > 1:
            raise Refused(LeagueReason.TWICE, "R-G32", chariot=number)
    forced.order = act.chariots
    auction.post_lots(league, table)


def _bet(league: League, _table: Table, stable: Stable, act: acts.BetInWindow, _sealed: Sealed) -> None:
    _check_phase(league, ("race",))
    bets.bet(league, stable.number, act.window, act.stakes)


def _let_stand(league: League, table: Table, stable: Stable, act: acts.LetStand, _sealed: Sealed) -> None:
    protests.let_stand(league, table, stable, act)


def _object_to(league: League, table: Table, stable: Stable, act: acts.ObjectTo, _sealed: Sealed) -> None:
    protests.object_to(league, table, stable, act)


_OF_MEMBERS: Mapping[type, Callable[[League, Table, Stable, Any, Sealed], None]] = {
    acts.Instruct: _instruct,
    acts.OfferDeal: _offer_deal,
    acts.OfferLoan: _offer_loan,
    acts.Accept: _accept,
    acts.Decline: _decline,
    acts.Repay: _repay,
    acts.OrderLots: _order_lots,
    acts.BetInWindow: _bet,
    acts.LetStand: _let_stand,
    acts.ObjectTo: _object_to,
}


# Of the steward


def _open_window(league: League, table: Table, act: acts.OpenWindow) -> None:
    _check_phase(league, ("race",))
    bets.open_window(league, table, act.window)
    table.end_scene()  # told at once, while the race is run


def _close_window(league: League, table: Table, act: acts.CloseWindow) -> None:
    _check_phase(league, ("race",))
    bets.close_window(league, table, act.window)
    table.end_scene()  # told at once, while the race is run


def _void_window(league: League, table: Table, act: acts.VoidWindow) -> None:
    _check_phase(league, ("race",))
    bets.void_window(league, table, act.window)
    table.end_scene()  # told at once, while the race is run


def _join(league: League, table: Table, act: acts.Join) -> None:
    """Let somebody in: a bettor at once, an owner at the next reckoning (R-G39).

    Both begin with the cash of the poorest, and with no more than at the start (L-10).
    """
    if league.phase in ("founding", "over"):
        raise Refused(LeagueReason.NOT_NOW, "R-G39", phase=league.phase, wanted="join")
    number = EntryId(max([*league.stables, *(each.number for each in league.joining)]) + 1)
    stable = Stable(number, act.colour, act.role, is_house=act.is_house, manager=act.manager, joined=league.event)
    if any(act.colour == each.colour for each in (*league.stables.values(), *league.joining)):
        raise Refused(GameReason.COLOUR_TAKEN)
    if act.role == "better":
        reckoning.admit(league, table, stable, _cash_of_bettor(league))
        return
    league.founding[number] = _late_points(league, act.points)
    league.joining.append(stable)


def _cash_of_bettor(league: League) -> int:
    """Return the sesterces of a bettor who joins late, by what all know of the others (26.6, L-10, R-B34)."""
    poorest = min((each.cash for each in league.shown.values() if each.status == "active"), default=0)
    if league.is_epic:
        return max(league.options.late_minimum, poorest)
    return min(START_MONEY, max(charts.LEAST_FOR_LATE, poorest))


def _become_owner(league: League, _table: Table, act: acts.BecomeOwner) -> None:
    """Let a bettor found a stable at the next reckoning, with the treasury they have (R-G39, L-10)."""
    stable = league.stables.get(act.stable)
    if stable is None:
        raise Refused(LeagueReason.NOT_A_MEMBER)
    if act.stable in league.founding:
        raise Refused(LeagueReason.FOUNDS_SOON, "R-G39")
    if stable.role == "owner":
        raise Refused(LeagueReason.HAS_A_STABLE)
    if stable.status != "active":
        raise Refused(LeagueReason.OUT_OF_THE_SEASON, "H.10", status=stable.status)
    if league.phase in ("founding", "over"):
        raise Refused(LeagueReason.NOT_NOW, "R-G39", phase=league.phase, wanted="join")
    league.founding[act.stable] = _late_points(league, act.points)


def _late_points(league: League, points: tuple[Allotment, ...]) -> tuple[Allotment, ...]:
    """Return how a late owner's chariots are built; :exc:`Refused` if it is too late (R-G39)."""
    last = _last_to_join(league)
    is_between = league.is_epic and league.phase in ("auction", "gap")  # the event is over
    if league.event + is_between > last:
        raise Refused(LeagueReason.TOO_LATE, "R-G39", until=last)
    points = points or charts.UNSAID
    check_founding(points, CHARIOTS)
    return tuple(points)


def _last_to_join(league: League) -> int:
    """Return the last event during which a new owner may ask to join; half of nine are over after the fifth (R-G39)."""
    events = league.options.events
    half = (events + 1) // 2
    return {"never": 0, "half": min(half, events - 1), "always": events - 1}[league.options.late]


def _keep(league: League, table: Table, act: acts.Keep) -> None:
    """Give a stable to its manager (H.10)."""
    _set_status(league, table, act.stable, "active", "kept", act.reason)


def _take_back(league: League, table: Table, act: acts.TakeBack) -> None:
    """Give a kept stable back to an owner, until the season ends (H.10)."""
    _set_status(league, table, act.stable, "kept", "active", "")


def _set_status(league: League, table: Table, number: EntryId, was: str, now: Any, reason: str) -> None:
    known = (*league.stables.values(), *league.shown.values(), *league.joining)
    found = [each for each in known if each.number == number]
    if not found:
        raise Refused(LeagueReason.NOT_A_MEMBER)
    if found[0].status != was:
        raise Refused(LeagueReason.OUT_OF_THE_SEASON, "H.10", status=found[0].status)
    for each in found:  # as it is, and as everybody knows it; who joins at the next reckoning is known to nobody yet
        each.status = now
    table.tell(StatusChanged(number, now, reason))


_OF_STEWARD: Mapping[type, Callable[[League, Table, Any], None]] = {
    acts.OpenWindow: _open_window,
    acts.CloseWindow: _close_window,
    acts.VoidWindow: _void_window,
    acts.Join: _join,
    acts.BecomeOwner: _become_owner,
    acts.Keep: _keep,
    acts.TakeBack: _take_back,
}
