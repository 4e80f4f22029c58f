"""A bankrupt's new start (B.6, R-B7, R-B34, R-B35, R-B37)."""

from copy import deepcopy

from engine.goods.gladiators import Kind
from engine.leagues import auction, barracks, creating, epic_manager, fitness, loans, money, slaves
from engine.leagues.endings import may_begin_again, most_starts
from engine.leagues.words import charts, epic_charts
from engine.leagues.words.arena_facts import FightsForState
from engine.leagues.words.epic_acts import BeginAgain, DeclareBankrupt
from engine.leagues.words.epic_facts import BeganAgain
from engine.leagues.words.facts import StatusChanged
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import BANK, League, Stable, Store
from engine.table import Table
from records.refusals import Refused


def declare(league: League, table: Table, stable: Stable, _act: DeclareBankrupt, _set_aside: object) -> None:
    """Let a ruined owner give up: cash goes to creditors, goods are sold for them, or leave the game (R-B35, R-B44).

    :raises Refused: outside a stable phase, or for an owner who can race.
    """
    if league.phase != "stable":
        raise Refused(LeagueReason.NOT_NOW, "R-B35", phase=league.phase)
    if not is_ruined(stable):
        raise Refused(LeagueReason.CAN_RACE, "R-B35")
    loans.call_in_of(league, stable.number)
    auction.declare(league, table, stable.number)
    table.end_scene()


def is_ruined(stable: Stable) -> bool:
    """Tell whether an owner can neither race, nor mend a chariot, nor pay for the cheapest new one (R-B35).

    Nobody is ruined who has a gladiator: he can fight, or be sold (L-81).
    """
    if stable.gladiators:
        return False
    cheapest = 4 * charts.HORSE_PRICES[0] + charts.DRIVER_PRICES[0] + charts.CAR_PRICE
    costs = [cheapest, *(epic_manager.cost(stable, each) for each in stable.chariots.values())]
    return not fitness.startable(stable) and stable.cash < min(costs)


def begin_again(league: League, table: Table, stable: Stable, act: BeginAgain, _set_aside: object) -> None:
    """Let a bankrupt begin again before the next stable phase: at once, if an auction is open (R-B7).

    :raises Refused: for anybody else, while their goods are to be sold, or as often as it may be.
    """
    if stable.status != "bankrupt":
        raise Refused(LeagueReason.NOT_BANKRUPT, "R-B7")
    if any(forced.debtor == stable.number for forced in league.forced):
        raise Refused(LeagueReason.NOT_NOW, "R-B7", phase=league.phase)
    if act.fights_as is not None and not (act.as_slave and league.options.has_galas):
        raise Refused(LeagueReason.NOT_IN_THIS, "R-B37", campaign=league.options.campaign)
    if not may_begin_again(stable):
        raise Refused(LeagueReason.AGAIN_ENOUGH, "R-B7", at_most=most_starts(stable))
    if league.phase == "market":
        begin(league, table, stable, as_slave=act.as_slave, fights_as=act.fights_as)
        table.end_scene()
    else:
        league.again[stable.number] = act.fights_as or ("slave" if act.as_slave else "owner")


def begin(league: League, table: Table, stable: Stable, *, as_slave: bool, fights_as: Kind | None = None) -> None:
    """Give a bankrupt a random chariot, and cash; a slave drives it for the state, without any (R-B7, R-B37).

    :param fights_as: the type of the gladiator as whom a slave fights for the state, in the place of the chariot.
    """
    cash = 0 if as_slave else _cash(league)
    stable.status, stable.role = "slave" if as_slave else "active", "owner"
    stable.restarts += 1
    stable.from_others = 0
    stable.was_slave = stable.was_slave or as_slave
    stable.store = Store()
    if fights_as is not None:
        _begin_to_fight(league, table, stable, fights_as)
        return
    chariot = creating.random_chariot(league, table, stable.number)
    stable.chariots, stable.gladiators = {chariot.number: chariot}, {}
    if not as_slave:
        barracks.give_one(league, table, stable)
    table.tell(StatusChanged(stable.number, stable.status))
    table.tell(BeganAgain(stable.number, as_slave, cash, chariot.number))
    league.shown[stable.number] = deepcopy(stable)
    money.post(league, table, "start", "R-B7", (stable.number, cash), (BANK, -cash))


def _cash(league: League) -> int:
    """Return the sesterces of a new start: as the poorest other player; beside one alone no fortune (R-B7, L-97)."""
    cash, others = slaves.cash_of_late(league), [each for each in league.stables.values() if each.status == "active"]
    return min(cash, epic_charts.START_MONEY) if len(others) == 1 else cash


def _begin_to_fight(league: League, table: Table, stable: Stable, kind: Kind) -> None:
    """Let a slave fight for the state, as a random gladiator of a type of their choice (R-B37, R-C13)."""
    table.tell(StatusChanged(stable.number, stable.status))
    man = barracks.random_gladiator(league, table, stable.number)
    stable.chariots, stable.gladiators = {}, {man.number: man}
    table.tell(FightsForState(stable.number, man.number, man.name))
    barracks.arm(table, stable.number, man, kind)
    league.shown[stable.number] = deepcopy(stable)
