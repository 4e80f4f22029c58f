"""Orders that a preset draws up for a position: the safe, the fast, and the aggressive ones (CM-89).

They depend on the position and on the others in it: what a preset may order is tried by :mod:`reckoning`, from the view
of the player who drives, so secrets stay out. The best of what was tried is suggested.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from engine.circus_maximus.house.answers import mean_start
from engine.circus_maximus.house.attacking import gain_of
from engine.circus_maximus.house.lines import corners_of, is_sprint, squares_driven
from engine.circus_maximus.house.lookahead import HIMSELF
from engine.circus_maximus.house.speeds import FACTOR, FASTEST, costs_by_speed, costs_to_lane, place_of
from engine.circus_maximus.house.tempers import BRUTE, CAREFUL, CORNER_ENDURANCE, RACER, Temper, form_of
from engine.circus_maximus.orders.ordered_speed import BEST_STRAIN, allowed_lanes, is_whipped, squares_to_corner
from engine.circus_maximus.orders.orders import AttackWish, DefendPolicy, Orders, Preset, WhipPolicy
from engine.circus_maximus.orders.reckoning import DIES, Reckoned, Turn, ask_for_speed
from engine.circus_maximus.printed.editions import dice_of_start
from engine.circus_maximus.printed.tables import LEAST_TO_CHECK_WHEELS
from engine.circus_maximus.seen.views import ChariotView, RaceView
from engine.circus_maximus.words.asks import Attack, WriteSpeed
from records.values import EntryId

SUGGESTED: Preset = "fast"
"""The preset before a player has ordered anything."""


class _Judgement(NamedTuple):
    temper: Temper
    corners_kept: int  # corners, at most, for which endurance is kept back
    attacks: bool


_JUDGEMENTS: Mapping[Preset, _Judgement] = MappingProxyType(
    {
        "safe": _Judgement(CAREFUL, 3, attacks=False),
        "fast": _Judgement(RACER, 1, attacks=False),
        "attack": _Judgement(BRUTE, 0, attacks=True),
    }
)

PRESETS: Sequence[Preset] = tuple(_JUDGEMENTS)

MOST_BURNT = 5
"""Endurance that is braked away without a word; who has to burn more is told."""

ANY_STRAIN = 12
"""Points over the safe speed that bar nothing: the line is chosen by what it costs and risks."""

_MOST_RIVALS, _MOST_MEANS = 3, 2
"""Rivals that are gone for at once, and ways to attack each of them."""

_AHEAD_BY = 2
"""Squares that a rival may be behind and still be met: a car is attacked from beside it."""

_SOME = (0, len(DIES) - 1)
"""The draws for orders that attack, whose way takes long to find."""

_MOST_TRIED, _MOST_SAFE = 6, 3
"""Speeds that are played out, with the whip and without it: for the best and for the safe orders."""

_MUCH_WORSE = 5 * FACTOR
"""What a speed may cost more than the best one on a clear road, and still be tried."""

_DIE = range(1, 7)


class Drawn(NamedTuple):
    """The presets for a position."""

    orders: Mapping[Preset, Orders]  # of all of them
    offered: tuple[Preset, ...]  # those that differ from each other
    careful: Orders | None = None  # the best without any risk, however fast; none where they are the fast ones


def preset(view: RaceView, entry: EntryId, name: Preset) -> Orders:
    """Return the orders that a preset draws up for *entry* (CM-89).

    :param view: of the player who drives *entry*, as they order a turn.
    :param name: one of :data:`PRESETS`.
    """
    return drawn(view, entry).orders[name]


def drawn(view: RaceView, entry: EntryId) -> Drawn:
    """Return all presets for *entry*; worked out once for a view, whatever its player has sealed meanwhile."""
    unsealed = replace(view, has_answered=(), own_points={}, own_speeds={}, own_specifications={}, own_strains=())
    return _drawn(msgspec.msgpack.encode(unsealed), entry)


@lru_cache(maxsize=256)
def _drawn(seen: bytes, entry: EntryId) -> Drawn:
    view = msgspec.msgpack.decode(seen, type=RaceView)
    own = view.chariot(entry)
    if own.square is None or own.status != "racing":
        return Drawn({name: Orders(preset=name) for name in PRESETS}, (SUGGESTED,))
    question = ask_for_speed(view, entry).question
    assert isinstance(question, WriteSpeed)
    if own.is_stationary or not question.highest or own.blinded:
        orders = {name: replace(_base(view, own, name), speed=question.highest, whip="never") for name in PRESETS}
        return Drawn(orders, (SUGGESTED,))
    return _Drawing(view, own, question.highest).draw()


def _base(view: RaceView, own: ChariotView, name: Preset) -> Orders:
    """Return what a preset orders besides speed, strain and the whip."""
    judgement = _JUDGEMENTS[name]
    near = _near(view, own) if judgement.attacks else []
    wishes = _wishes(view, own, near)
    return Orders(
        attacks=wishes or ((AttackWish(),) if judgement.attacks else ()),
        eagerness="hunt" if wishes else "beside",
        most_attacks=max(1, min(_MOST_RIVALS, len(near))),
        defend=_defence(judgement.temper, own),
        keep_back=_kept_back(view, own, judgement),
        blocked="attack" if judgement.attacks else "slip",
        preset=name,
    )


# What is tried


class _Tried(NamedTuple):
    """Orders, and what comes of them."""

    orders: Orders
    come: Reckoned

    def told(self) -> Orders:
        """Return the orders with the strain that they came to in the draws."""
        return replace(self.orders, corner_strain=min(ANY_STRAIN, self.come.points))


class _Drawing:
    """The presets of one position, drawn up."""

    def __init__(self, view: RaceView, own: ChariotView, highest: int) -> None:
        self._view, self._own, self._highest = view, own, highest
        self._is_sprint = is_sprint(view, own)
        self._form = form_of(HIMSELF, view, own)
        self._more = own.gain_must - mean_start(dice_of_start(view.options, max(1, view.turn), own, highest))
        self._turn = Turn(view, own.entry)

    def draw(self) -> Drawn:
        """Return them: the best of all that was tried is the fast one, and the safe one is no faster (H-5)."""
        tried = self._try_safe(self._highest)
        best = _most_careful(tried)
        fast = self._best_fast(best)
        safe = self._best_safe(tried, fast)
        attack = self._best_attack(fast)
        offered: list[Preset] = []
        if safe is not None and self._behind([safe], fast) and not _is_same(safe, fast):
            offered.append("safe")
        offered.append("fast")
        if attack.come.attacks:
            offered.append("attack")
        careful = safe or fast
        orders: dict[Preset, Orders] = {
            "safe": replace(careful.told(), preset="safe"),
            "fast": replace(fast.told(), preset="fast"),
            "attack": attack.told(),
        }
        is_careful = best is not None and best.come.is_safe and not _is_same(best, fast)
        told = replace(best.told(), preset="safe") if best is not None and is_careful else None
        return Drawn(MappingProxyType(orders), tuple(offered), told)

    def _best_fast(self, safe: _Tried | None) -> _Tried:
        base = replace(_base(self._view, self._own, "fast"), corner_strain=ANY_STRAIN)
        tried = self._try(self._ways(base)[:_MOST_TRIED])
        tried += self._try(self._slower(tried))
        if safe is not None:
            base = replace(base, corner_strain=0, speed=safe.orders.speed, whip=safe.orders.whip)
            tried.append(_Tried(base, safe.come))
        return _best(tried)

    def _try_safe(self, most: int) -> list[_Tried]:
        """Return orders that no corner is too fast for, tried; none faster than *most*."""
        base = replace(_base(self._view, self._own, "safe"), corner_strain=0)
        tried = self._try(self._safe_ways(base, most))
        return tried + self._try(self._slower(tried))

    def _best_safe(self, tried: Sequence[_Tried], fast: _Tried) -> _Tried | None:
        """Return the safe orders beside the fast ones: none that outrun them, unless all others crawl (H-5)."""
        speed, careful = fast.orders.speed, _most_careful(tried)
        assert isinstance(speed, int)
        if careful is None or not careful.come.is_safe or not self._outruns(careful, fast):
            return careful
        safe = self._behind(tried, fast)
        if fast.come.is_safe:
            base = replace(_base(self._view, self._own, "safe"), corner_strain=0)
            safe.append(_Tried(replace(base, speed=speed, whip=fast.orders.whip), fast.come))
        elif not safe:
            safe = self._behind(self._try_safe(speed), fast)
        best = _best(safe) if safe else careful
        return best if _is_nearly(best, careful) else careful

    def _behind(self, tried: Sequence[_Tried], fast: _Tried) -> list[_Tried]:
        """Return those of the safe orders that don't outrun the fast ones."""
        return [each for each in tried if each.come.is_safe and not self._outruns(each, fast)]

    def _outruns(self, one: _Tried, other: _Tried) -> bool:
        """Tell whether orders are faster than others: as they are written, or with the mean of the whip's die."""
        (written, driven), (others_written, others_driven) = self._pace(one), self._pace(other)
        return written > others_written or driven > others_driven

    def _pace(self, tried: _Tried) -> tuple[int, int]:
        """Return the speed of orders as it is written, and twice what it comes to with the mean of the whip's die."""
        speed = tried.orders.speed
        assert isinstance(speed, int)
        whips = may_whip(self._own) and is_whipped(self._view, self._own, tried.orders.whip, speed)
        return speed, 2 * speed + (min(_DIE) + max(_DIE)) * whips

    def _best_attack(self, fast: _Tried) -> _Tried:
        base = replace(_base(self._view, self._own, "attack"), corner_strain=ANY_STRAIN)
        spent = min(len(base.attacks), base.most_attacks) if base.eagerness == "hunt" else 0
        assert isinstance(fast.orders.speed, int)
        speeds = {min(self._highest, fast.orders.speed + more): None for more in (spent, 0)}
        tried = self._try([replace(base, speed=speed, whip=fast.orders.whip) for speed in speeds], _SOME)
        return max(tried, key=lambda each: (bool(each.come.attacks), each.come.worth))

    def _try(self, orders: Sequence[Orders], draws: Sequence[int] = range(len(DIES))) -> list[_Tried]:
        return [_Tried(each, self._turn.reckon(each, draws)) for each in dict.fromkeys(orders)]

    def _slower(self, tried: Sequence[_Tried]) -> list[Orders]:
        """Return the orders of the best that were tried, slower by what they burn in the way of others."""
        found: list[Orders] = []
        for each in sorted(tried, key=_worth, reverse=True)[:_MOST_SLOWED]:
            assert isinstance(each.orders.speed, int)
            burnt = {come.burnt for come in each.come.draws if come.burnt}
            slower = [each.orders.speed - factors for factors in (min(burnt), max(burnt))] if burnt else []
            known = {every.orders.speed for every in tried}
            found += [replace(each.orders, speed=speed) for speed in slower if speed > 0 and speed not in known]
        return found

    def _ways(self, base: Orders) -> list[Orders]:
        """Return orders for each speed that is worth a try, with the whip and without it, the best first."""
        own, whips = self._own, [*([True] if may_whip(self._own) else []), False]
        if self._is_sprint:
            pairs = [(speed, whip) for speed in self._sprints() for whip in whips]
            return [replace(base, speed=speed, whip=self._policy(speed, whip)) for speed, whip in pairs]
        assert own.square is not None
        costs = costs_by_speed(place_of(own.square), self._form, own.evade_debit)
        rated = sorted((self._rated(costs, speed, whip), -speed, whip) for speed in self._speeds() for whip in whips)
        near = [each for each in rated if each[0] <= rated[0][0] + len(_DIE) * _MUCH_WORSE]
        return [replace(base, speed=-speed, whip=self._policy(-speed, whip)) for _, speed, whip in near]

    def _sprints(self) -> list[int]:
        """Return the speeds for the last straight: the highest; those for damaged wheels, and for a car in a corner."""
        own, speeds = self._own, [self._highest]
        if own.wheel_inside or own.wheel_outside:
            speeds.append(LEAST_TO_CHECK_WHEELS - 1)
        leaving = [lane.most for lane in allowed_lanes(self._view, own, _WITHOUT_STRAIN) if lane.reach < 0]
        speeds += [most + over for most in leaving for over in range(3)]
        return list(dict.fromkeys(min(self._highest, speed) for speed in speeds))

    def _speeds(self) -> range:
        return range(1, self._highest + 1)

    def _rated(self, costs: Sequence[int], speed: int, whip: bool) -> int:
        """Return what a speed costs on a clear road over all ways the whip's die may fall."""
        total = max(0, speed + self._more)
        if not whip:
            return len(_DIE) * costs[min(FASTEST, total)]
        return sum(costs[min(FASTEST, total + die)] + die * self._form.price for die in _DIE)

    def _policy(self, speed: int, whip: bool) -> WhipPolicy:
        if not whip:
            return "never"
        if self._is_sprint:
            return "last straight"
        is_straight = speed + self._more + BEST_STRAIN <= squares_to_corner(self._own)
        return "straight" if is_straight else "always"

    def _safe_ways(self, base: Orders, most: int) -> list[Orders]:
        """Return orders for the best speeds up to *most* that no corner on a clear road is too fast for."""
        if self._is_sprint:
            return [each for each in self._ways(base) if isinstance(each.speed, int) and each.speed <= most]
        own = self._own
        assert own.square is not None
        place, rated = place_of(own.square), dict[int, int]()
        for lane in allowed_lanes(self._view, own, base):
            costs = costs_to_lane(place, self._form, lane.lane, own.evade_debit)
            for speed in range(1, most + 1):
                total = max(0, speed + max(own.gain_must, self._more))
                if lane.allows(total, own.evade_debit):
                    rated[speed] = min(rated.get(speed, costs[0]), costs[min(FASTEST, total)])
        best = sorted(rated, key=lambda speed: (rated[speed], -speed))[:_MOST_SAFE]
        if (own.wheel_inside or own.wheel_outside) and LEAST_TO_CHECK_WHEELS - 1 in rated:
            best.append(LEAST_TO_CHECK_WHEELS - 1)
        orders = [replace(base, speed=speed, whip="never") for speed in best]
        if may_whip(own):
            straight = [each for each in best if self._policy(each, whip=True) == "straight"]
            orders = [*(replace(base, speed=speed, whip="straight") for speed in straight[:1]), *orders]
        return orders


_MOST_SLOWED = 2
_WITHOUT_STRAIN = Orders(corner_strain=0)


def _worth(tried: _Tried) -> int:
    return tried.come.worth


def _best(tried: Sequence[_Tried]) -> _Tried:
    """Return the first that is not clearly worse than the best: a glimpse may deceive, and a clear road is known.

    Orders that burn much as the others stand now give way to any that do not and are worth nearly as much.
    """
    most = max(map(_worth, tried))
    thrifty = [each for each in tried if _is_thrifty(each) and 100 * each.come.worth >= _NEARLY * most] or tried
    most = max(map(_worth, thrifty))
    return next(each for each in thrifty if 100 * each.come.worth >= _AS_GOOD * most)


def _is_nearly(tried: _Tried, best: _Tried) -> bool:
    return 100 * tried.come.worth >= _NEARLY * best.come.worth


def _is_thrifty(tried: _Tried) -> bool:
    """Tell whether orders burn little as the others stand now, and do not crash either."""
    stands = tried.come.draws[0]
    return stands.burnt <= MOST_BURNT and stands.worth > 0


_NEARLY = 60
"""The worth of orders that burn little, or are slower, in per cent of the best, with which they are taken instead."""

_AS_GOOD = 97
"""The worth of orders, in per cent of the best ones, with which they are as good."""


def _most_careful(tried: Sequence[_Tried]) -> _Tried | None:
    """Return the best orders of which nothing can come to harm; the least harmful if there are none such."""
    safe = [each for each in tried if each.come.is_safe]
    return _best(safe) if safe else min(tried, key=_harm, default=None)


def _harm(tried: _Tried) -> int:
    return sum(each.harm for each in tried.come.draws)


def _is_same(one: _Tried, other: _Tried) -> bool:
    """Tell whether nothing sets two orders apart: speed, whip, and neither strains in a corner."""
    return (one.orders.speed, one.orders.whip) == (other.orders.speed, other.orders.whip) and other.come.is_safe


def may_whip(own: ChariotView) -> bool:
    """Tell whether a team may be whipped on this turn, as far as is known before its phase begins (6.52)."""
    return own.has_whip and own.endurance > 0 and not own.may_not_strain and own.cdm >= 0


# Defence and attacks


def _defence(temper: Temper, own: ChariotView) -> DefendPolicy:
    """Return how to meet attacks: a heavy car that is sought out gives as good as it gets."""
    return "hold" if temper.personality <= BRUTE.personality and own.car == "heavy" else "either"


def _kept_back(view: RaceView, own: ChariotView, judgement: _Judgement) -> int:
    """Return the endurance to keep back from braking against attacks, for the coming corners."""
    corners_left = max(0, corners_of(view) - 1 - own.corners)
    reserve = judgement.temper.reserve * bool(corners_left)
    return min(30, own.endurance, reserve + CORNER_ENDURANCE * min(corners_left, judgement.corners_kept))


def _near(view: RaceView, own: ChariotView) -> list[ChariotView]:
    """Return the rivals in reach this turn if they stay where they are, the nearest first.

    A team that has lost its driver for good is no rival any more.
    """
    assert own.square is not None
    start = squares_driven(own.corners, own.square)
    ahead: list[tuple[int, EntryId, ChariotView]] = []
    for rival in view.chariots:
        if rival.square is None or not _races(rival) or _is_friend(own, rival):
            continue
        away = squares_driven(rival.corners, rival.square) - start
        if -_AHEAD_BY <= away < own.max_speed:
            ahead.append((away, rival.entry, rival))
    return [rival for *_, rival in sorted(ahead, key=lambda each: each[:2])][:_MOST_RIVALS]


def _races(rival: ChariotView) -> bool:
    """Tell whether somebody may still win: a driver who hangs behind a runaway team may (16.7, II.13.3.5)."""
    return rival.status == "racing" or (rival.status == "runaway" and rival.driver == "dragged")


def _is_friend(own: ChariotView, rival: ChariotView) -> bool:
    return rival.entry in (own.entry, own.ally) or (own.faction is not None and own.faction == rival.faction)


def _wishes(view: RaceView, own: ChariotView, near: Sequence[ChariotView]) -> tuple[AttackWish, ...]:
    """Return the attacks that are worth something on those who are near, the best first."""
    found: list[tuple[int, AttackWish]] = []
    for rival in near:
        gains = [(_gain(view, own, wish), wish) for wish in _ways(view, own, rival)]
        found += sorted([each for each in gains if each[0] > 0], key=_by_gain)[:_MOST_MEANS]
    return tuple(wish for _, wish in sorted(found, key=_by_gain))


def _by_gain(found: tuple[int, AttackWish]) -> int:
    return -found[0]


def _gain(view: RaceView, own: ChariotView, wish: AttackWish) -> int:
    assert wish.rival is not None
    assert wish.target is not None
    return gain_of(view, own, Attack(wish.rival, wish.target, wish.means))


def _ways(view: RaceView, own: ChariotView, rival: ChariotView) -> Iterator[AttackWish]:
    """Yield the attacks possible on a rival from beside it; knives are kept."""
    is_driven = rival.status == "racing"
    yield AttackWish(rival.entry, "ram", "team")
    if rival.has_car:
        yield AttackWish(rival.entry, "ram", "car")
    if own.has_whip:
        yield AttackWish(rival.entry, "lash", "team")
        if is_driven:
            yield AttackWish(rival.entry, "lash", "driver")
    if is_driven and "dust" in own.weapons and not view.is_raining:
        yield AttackWish(rival.entry, "dust", "driver")
    if is_driven and "spear" in own.weapons:
        yield AttackWish(rival.entry, "spear", "driver")
