"""What a plan may do: chances to hit, from public facts and one's own choice alone (D.4.5)."""

from functools import lru_cache
from typing import NamedTuple, cast

from engine.arena.asks import Guard, Plan
from engine.arena.data import ARMED, COVER, MOST_STUN, NET_BASE, NET_RANGE, QUICK, SENSELESS, STUN_BASE, wounds_for
from engine.arena.derived import Body, Ground, agility, factors, factors_of_phase
from engine.arena.hexes import between, distance, hand_of, side_of
from engine.arena.men import AREA_NAMES, BARE, Area
from engine.arena.orders import Attack, PhaseOrder, Spent, spent
from engine.arena.planning import caught, foe_of, laid_behind, work_out
from engine.arena.reckoning import Stand, attack_modifiers, defence_against, shield_counts
from engine.arena.views import MatchView
from records.values import EntryId

SPREAD: tuple[int, ...] = tuple(6 - abs(total - 7) for total in range(2, 13))
"""Of 36, how often two dice make 2, 3 ... 12."""


class Hit(NamedTuple):
    """The chances of a blow, in hundredths."""

    foe: EntryId
    area: Area
    cf: int
    open: int  # against no guard there
    all_round: int  # against a guard all round, of what a quick blow leaves
    guarded: int  # against all that he can lay on that area


class Forecast(NamedTuple):
    """What a plan does in its first phase, as far as can be known."""

    cf: int
    order: PhaseOrder
    spent: Spent
    is_in_reach: bool  # without a step
    hits: tuple[Hit, ...]
    net: int | None  # chance to catch, in hundredths; none without a throw


def ground_of(view: MatchView) -> Ground:
    """Return the field as the next phase begins."""
    order = [each.entry for each in sorted(view.fighters, key=lambda each: each.number)]
    return Ground({each.entry: each for each in view.fighters}, order, view.phase + 1, view.radius)


def forecast(view: MatchView, entry: EntryId, plan: Plan) -> Forecast:
    """Return what a plan becomes, and how well its blows may hit."""
    ground = ground_of(view)
    worked = work_out(ground, entry, plan)
    body, order = view.fighter(entry), worked.order
    foe = view.fighter(foe_of(ground, entry, order.foe))
    away = distance(body.at or (0, 0), foe.at or (0, 0))
    blows = [each for each in order.attacks if each.kind == "blow"]
    hits = tuple(_hit(ground, body, entry, view.fighter(each.foe), each) for each in blows)
    net = next((_net(body, view.fighter(each.foe), each, away) for each in order.attacks if each.kind == "net"), None)
    is_in_reach = away <= ARMED[body.weapon].reach
    return Forecast(worked.cf, order, spent(order), is_in_reach, hits, net)


def _hit(ground: Ground, body: Body, entry: EntryId, foe: Body, attack: Attack) -> Hit:
    theirs, area = factors_of_phase(foe, ground.turn), attack.area
    stand = _stand(ground, body, entry, foe)
    modifiers = attack_modifiers(body, foe, attack.cf, stand.side, _away(body, foe), is_first=foe.foe == entry)
    bonus = sum(each.amount for each in modifiers)
    named = cast(Guard, AREA_NAMES[area - 1])
    orders = (_OPEN, guarding(foe, "all", max(0, theirs - QUICK)), guarding(foe, named, theirs))
    if foe.netted == "entangled":
        orders = (caught(theirs),) * 3
    chances = [_percent(bonus - _against(foe, each, area, stand)) for each in orders]
    return Hit(attack.foe, area, attack.cf, *chances)


_OPEN = PhaseOrder(manoeuvre="close")


def _against(foe: Body, order: PhaseOrder, area: Area, stand: Stand) -> int:
    return defence_against(foe, order, area, stand.side, shield_counts(foe, order, area, stand))


def _away(body: Body, foe: Body) -> int:
    """Return the distance at which a blow would be struck."""
    return min(ARMED[body.weapon].reach, distance(body.at or (0, 0), foe.at or (0, 0)))


def _stand(ground: Ground, body: Body, entry: EntryId, foe: Body) -> Stand:
    """Return how somebody stands to a foe now."""
    faced = None if foe.foe in (None, entry) else ground.bodies[foe.foe].at
    if faced is None or foe.at is None or body.at is None or faced == foe.at:
        return Stand("front", "middle")
    to_foe, way = between(foe.at, faced), between(foe.at, body.at)
    return Stand(side_of(to_foe, way), hand_of(to_foe, way))


def guarding(foe: Body, guard: Guard, cf: int) -> PhaseOrder:
    """Return the order of a man who lays so many CFs on a guard, in a step."""
    return _stepping(factors(foe), guard, cf)


@lru_cache(maxsize=2048)
def _stepping(held: int, guard: Guard, cf: int) -> PhaseOrder:
    round_, areas, _, shield = laid_behind(held, guard, cf)
    return PhaseOrder(manoeuvre="close", guard=round_, areas=areas, shield=shield)


@lru_cache(maxsize=128)
def chance_of(ahead: int) -> int:
    """Return of 36, how often a blow hits that is so far ahead before the dice: a 2 misses, a 12 hits.

    >>> chance_of(-7), chance_of(-100), chance_of(100)
    (15, 1, 35)
    """
    return sum(
        count for total, count in enumerate(SPREAD, start=2) if total == 12 or (total != 2 and total + ahead > 0)
    )


def _percent(ahead: int) -> int:
    return round(chance_of(ahead) * 100 / 36)


def _net(body: Body, foe: Body, attack: Attack, away: int) -> int:
    """Return the chance that a net catches a man who does not watch it."""
    ahead = attack.cf + agility(body) - min(away, NET_RANGE) - NET_BASE - agility(foe)
    return round(sum(count for total, count in enumerate(SPREAD, start=2) if total + ahead >= 0) * 100 / 36)


@lru_cache(maxsize=8192)
def worth_of_blow(ahead: int, severity: int, cell: str, con: int, is_head: bool) -> float:
    """Return what a blow may be expected to do, in wounds: those that it gives, and the stun that follows.

    :param ahead: how far it is ahead before the dice.
    :param severity: what is added to its margin.
    :param con: of the man who is struck.
    """
    found = 0.0
    for total, count in enumerate(SPREAD, start=2):
        if total == 2 or (total != 12 and total + ahead <= 0):
            continue
        margin = max(1, total + ahead)
        found += count * _through(margin + severity + (3 if total == 12 else 0), cell, con, is_head)
    return found / 36


def _through(severity: int, cell: str, con: int, is_head: bool) -> float:
    """Return what a severity does behind armour that may cover."""
    if cell == BARE:
        return _harm(wounds_for(severity), con, is_head)
    covered = _harm(wounds_for(severity - COVER[cell[0]]), con, is_head)
    if len(cell) == 1:
        return covered
    covers = sum(SPREAD[: int(cell[1:]) - 1]) / 36
    return covers * covered + (1 - covers) * _harm(wounds_for(severity), con, is_head)


_STUN_POINT, _OUT = 0.2, 6.0
"""What a point of stun counts, and a man knocked out, in wounds."""


@lru_cache(maxsize=512)
def _harm(wounds: int, con: int, is_head: bool) -> float:
    """Return what wounds do together with the stun that may follow them (D.7)."""
    if wounds < (1 if is_head else 2):
        return wounds
    need = STUN_BASE + wounds + is_head - con
    found = float(wounds)
    for total, count in enumerate(SPREAD, start=2):
        lacking = need - total
        if lacking > 0:
            found += count / 36 * (_OUT if is_head and lacking >= SENSELESS else _STUN_POINT * min(MOST_STUN, lacking))
    return found
