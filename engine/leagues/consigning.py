"""Goods that owners put into the next auction, after the bank's lots (H.5).

Each has a reserve, and its price goes to its owner. What is left over comes back. Nobody bids for their own goods. The
last auction sells the bank's lots alone: what friends pay each other there would make a king (H.6).
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from engine.leagues import money, often, wares
from engine.leagues.words import charts
from engine.leagues.words.epic_acts import Consign, Withdraw
from engine.leagues.words.epic_facts import CatalogueLot, ConsignmentEnded, GoodsConsigned
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import Consigned, League, PhaseName, Stable
from engine.table import Table
from records.limits import CONSIGNED_IN_A_PHASE
from records.refusals import Refused
from records.values import EntryId

FIRST = 1_001
"""The number of the first lot of an owner in a season; none is used again."""

_PHASES: tuple[PhaseName, ...] = ("stable", "eve", "race", "protest", "gap")
"""Between two catalogues."""


def lot_of(league: League, goods: Consigned) -> CatalogueLot:
    """Return goods as they stand in the catalogue."""
    name = wares.name_of(league.stables[goods.owner], goods.kind, goods.item)
    return CatalogueLot(goods.number, goods.kind, goods.item, goods.reserve, goods.owner, name)


def _check_time(league: League) -> None:
    """:raises Refused: while an auction is open, and where the next one is the last (H.5, H.6)."""
    if league.phase not in _PHASES:
        raise Refused(LeagueReason.NOT_NOW, "H.5", phase=league.phase)
    if league.event + 1 >= league.options.events:
        raise Refused(LeagueReason.LAST_EVENT, "H.6")


def _consign(league: League, table: Table, stable: Stable, act: Consign, _set_aside: object) -> None:
    """Put goods into the next auction."""
    _check_time(league)
    wares.check_has(stable, act.kind, act.item)
    if act.kind == "chariot" and league.entry_of(act.item) is not None:
        raise Refused(LeagueReason.IS_ENTERED, "H.6", chariot=act.item)
    wares.check_free(league, act.kind, act.item)
    money.check_whole(act.reserve, "H.5", step=charts.BET_STEP)
    often.count(league, f"consigned {stable.number}", CONSIGNED_IN_A_PHASE, LeagueReason.CONSIGNED_ENOUGH, "H.5")
    number = FIRST + league.consignments
    league.consignments += 1
    goods = Consigned(number, stable.number, act.kind, act.item, act.reserve)
    league.consigned.append(goods)
    table.tell(GoodsConsigned(lot_of(league, goods)))
    table.end_scene()


def _withdraw(league: League, table: Table, stable: Stable, act: Withdraw, _set_aside: object) -> None:
    """Take goods back before the catalogue is posted."""
    if league.phase not in _PHASES:
        raise Refused(LeagueReason.NOT_NOW, "H.5", phase=league.phase)
    goods = [each for each in league.consigned if (each.number, each.owner) == (act.lot, stable.number)]
    if not goods:
        raise Refused(LeagueReason.NO_SUCH_LOT, "H.5", lot=act.lot)
    _end(league, table, goods[0])
    table.end_scene()


def _end(league: League, table: Table, goods: Consigned) -> None:
    league.consigned.remove(goods)
    table.tell(ConsignmentEnded(goods.number))


def drop_lost(league: League, table: Table) -> None:
    """Drop goods from the coming catalogue that their owners have lost, and those of owners who are out."""
    for goods in list(league.consigned):
        owner = league.stables[goods.owner]
        if owner.status not in ("active", "kept") or not wares.has(owner, goods.kind, goods.item):
            _end(league, table, goods)


def give_back(league: League, table: Table, sold: set[int]) -> None:
    """Give owners back what nobody bought, as an auction closes."""
    for goods in list(league.consigned):
        if goods.number in sold:
            league.consigned.remove(goods)
        else:
            _end(league, table, goods)


OF_MEMBERS: Mapping[type, Callable[[League, Table, Stable, Any, Mapping[EntryId, int]], None]] = MappingProxyType(
    {Consign: _consign, Withdraw: _withdraw}
)
