"""How house fighters weigh strikes and guards: wounds that they may give against those that they may take."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, cast

from engine.arena.asks import GUARDS, Guard, Strike
from engine.arena.data import (
    ARMED,
    BASE,
    BASH,
    BY_POINTS,
    CUT,
    DIFFICULTY,
    DOWN,
    FACTORS,
    HARD,
    NET_RANGE,
    OVERREACHED,
    QUICK,
    WILD,
)
from engine.arena.derived import (
    Body,
    Ground,
    agility,
    can_throw,
    constitution,
    factors,
    factors_of_phase,
    has_shield,
    impact,
    known,
    reach,
)
from engine.arena.forecast import SPREAD, chance_of, ground_of, guarding, worth_of_blow
from engine.arena.hexes import distance
from engine.arena.men import AREA_NAMES, AREAS, HEAD, Area
from engine.arena.orders import NOTHING, PhaseOrder
from engine.arena.planning import caught, foe_of
from engine.arena.reckoning import attack_modifiers, bash_defence
from engine.arena.views import FighterView, MatchView
from records.values import EntryId

_SPAN = 100


class Temper(NamedTuple):
    """What tells house fighters apart, in hundredths."""

    strike: int = 95  # what a wound given counts, beside one taken, behind a large shield
    open: int = 45  # what it counts to be left open
    band: int = 8  # of a wound: how much worse than the best a choice may be; 0 always takes the best
    aims: float = 12.0  # power by which better areas are preferred to worse ones
    circles: int = 0  # how often he circles a man who turns more slowly
    stands: int = 0  # how often he lets the foe come
    charges: int = 0
    nets: int = 100  # how often he throws a net that is ready
    watches: int = 10  # how often he watches a net
    spares: int = 50
    reads: int = 0  # how often he takes his foe to guard as house fighters do
    evens: int = 75  # how often he takes him to have something of every guard; else any guard is as likely


_USUAL = Temper()
"""As what a fighter takes his foe."""


class Draw:
    """What a fighter takes for chance: numbers that follow from his omen, and from what all can see."""

    def __init__(self, view: MatchView, entry: EntryId) -> None:
        word = int(entry) * 40_503 + view.turn * 7_919 + view.bout * 31
        for number in view.omens.get(entry, ()):
            word = word * 1_000_003 + number
        for each in view.fighters:
            for number in (*each.wounds, each.stun, each.durability, each.defence_cf, *(each.at or (9, 9))):
                word = (word * 1_000_003 + number + 17) & 0xFFFFFFFFFFFF
        self._word = word

    def below(self, span: int) -> int:
        """Return a number from 0 to *span* - 1."""
        self._word = (self._word * 6_364_136_223_846_793_005 + 1_442_695_040_888_963_407) & 0xFFFFFFFFFFFFFFFF
        return (self._word >> 33) % span

    def does(self, often: int) -> bool:
        """Tell whether something happens that does so *often* times in a hundred."""
        return self.below(_SPAN) < often

    def one_of(self, weights: Sequence[int]) -> int:
        """Return a place, drawn by weight."""
        at = self.below(max(1, sum(weights)))
        for place, weight in enumerate(weights):
            at -= weight
            if at < 0:
                return place
        return 0


class Seen(NamedTuple):
    """A duel within the match, as the fighter looks at it."""

    ground: Ground
    own: FighterView
    foe: FighterView
    cf: int
    theirs: int
    away: int
    draw: Draw


def seen(view: MatchView, entry: EntryId) -> Seen:
    """Return what a fighter looks at: himself, and the nearest foe."""
    ground = ground_of(view)
    own = cast(FighterView, ground.bodies[entry])
    foe = cast(FighterView, ground.bodies[foe_of(ground, entry, None)])
    away = distance(own.at or (0, 0), foe.at or (0, 0))
    turn = ground.turn
    return Seen(ground, own, foe, factors_of_phase(own, turn), factors_of_phase(foe, turn), away, Draw(view, entry))


# Strikes

_KINDS: Mapping[str, tuple[int, int]] = {"quick": (QUICK, 0), "hard": (HARD, 0), "two": (CUT, CUT)}
_FEARED = 6
"""CFs of the blow that a fighter reckons with."""


class Chosen(NamedTuple):
    """A strike, the area of its second cut, and the CFs that it leaves for the guard."""

    strike: Strike
    second: Area
    left: int


def strike_of(temper: Temper, seen: Seen) -> Chosen:
    """Return a strike: its kind by what each is worth, its area in proportion to what blows do there."""
    given, stopped = _given(temper, seen)
    keen, fears = temper.strike / 100 * _daring(seen.own) * _pressing(seen), _fears(seen)
    worth: dict[str, float] = {}
    for kind, (first, second) in _KINDS.items():
        blow, more = min(first, seen.cf), min(second, max(0, seen.cf - first))
        if second and more < 2:
            continue
        left, weights = seen.cf - blow - more, _weights(temper, given[blow])
        taken = _taken(seen, fears, left, 0)
        hits = _mean(weights, given[blow]) + (max(given[more]) if more else 0.0)
        risk = _mean(weights, stopped) * (_taken(seen, fears, left, OVERREACHED) - taken) if blow >= WILD else 0.0
        worth[kind] = hits * keen - taken - risk * temper.open / 100
    if has_shield(seen.own) and seen.away == 1 and not seen.foe.prone and seen.cf >= BASH + QUICK:
        left = seen.cf - BASH - QUICK
        worth["bash"] = (_bashed(seen) + max(given[QUICK])) * keen - _taken(seen, fears, left, 0)
    return _aimed(temper, seen, given, _drawn(temper, seen, worth))


def _aimed(temper: Temper, seen: Seen, given: Mapping[int, Sequence[float]], kind: str) -> Chosen:
    """Return a strike of a kind, at an area that blows of its own strength do much in."""
    first, second = _KINDS.get(kind, (QUICK, 0))
    weights = _weights(temper, given[min(first, seen.cf)])
    area = AREAS[seen.draw.one_of([int(1000 * weight) for weight in weights])]
    if temper.band == 0:
        area = AREAS[weights.index(max(weights))]
    best = max((each for each in AREAS if each != area), key=lambda each: given[min(QUICK, seen.cf)][each - 1])
    if kind == "bash":
        return Chosen("bash", best, seen.cf - BASH - QUICK)
    left = max(0, seen.cf - first - second)
    return Chosen(cast(Strike, f"{kind}-{AREA_NAMES[area - 1]}"), best if second else 0, left)


def _weights(temper: Temper, given: Sequence[float]) -> Sequence[float]:
    """Return how likely each area is aimed at."""
    best = max(given) or 1.0
    found = [(each / best) ** temper.aims for each in given]
    total = sum(found) or 1.0
    return [each / total for each in found]


def _mean(weights: Sequence[float], values: Sequence[float]) -> float:
    return sum([weight * value for weight, value in zip(weights, values, strict=True)])


def _drawn(temper: Temper, seen: Seen, worth: Mapping[str, float]) -> str:
    """Return a kind of strike: the best, or one that is not much worse."""
    best = max(worth.values())
    if temper.band == 0:
        return max(worth, key=lambda kind: worth[kind])
    return list(worth)[
        seen.draw.one_of([int(max(0.0, temper.band + 100 * (each - best)) ** 2) for each in worth.values()])
    ]


_BARE = 0.75
"""What a wound given counts for a man without a large shield: he keeps more CFs for his guard."""


def _daring(own: Body) -> float:
    return 1.0 if factors(own) == FACTORS["large"] else _BARE


_PATIENT, _HURRIED = 4, 1.0
"""Turns for which a fighter is in no hurry, and by how much more each later one makes a wound given count."""


def _pressing(seen: Seen) -> float:
    """Return how much more wounds given count than wounds taken: time runs against him who is not ahead (D.11)."""
    if seen.own.inflicted >= seen.foe.inflicted + BY_POINTS:
        return 1.0
    return 1.0 + _HURRIED * max(0, seen.ground.turn - _PATIENT)


_STAGGERED, _DOWN = 0.1, 3.5
"""What it is worth to stagger a man, or to throw him down, in wounds."""


def _bashed(seen: Seen) -> float:
    """Return what a bash is worth, in wounds."""
    own, foe = seen.own, seen.foe
    guard = min(3, max(0, seen.theirs - 5) // 2)
    ahead = BASH + known(own).st + impact(own) - bash_defence(foe, PhaseOrder(guard=2 * guard), "front")
    beaten = sum(SPREAD[place] for place in range(11) if place + 2 + ahead > 0)
    down = sum(SPREAD[place] for place in range(11) if place + 2 + ahead >= DOWN)
    return ((beaten - down) * _STAGGERED + down * _DOWN) / 36


def _harm(target: Body, area: Area, ahead: int, severity: int) -> float:
    """Return what a blow at an area may be expected to do, in wounds; those where there are some already weigh more."""
    man = known(target)
    found = worth_of_blow(ahead, severity, man.armour[area - 1], constitution(man), area == HEAD)
    return found * _tempting(tuple(target.wounds), man.w, man.collapse)[area - 1]


@lru_cache(maxsize=4096)
def _tempting(wounds: tuple[int, ...], w: int, collapse: int) -> Sequence[float]:
    """Return by area how much more a wound counts than on a man who is whole."""
    near = sum(wounds) / collapse
    return [1 + FOCUS * each / w + NEAR * near * near for each in wounds]


NEAR = 3.0
"""How much more a wound counts on a man who is about to collapse."""

FOCUS = 0.4
"""How much more a wound counts in an area that is nearly worn away."""


def _given(temper: Temper, seen: Seen) -> tuple[Mapping[int, Sequence[float]], Sequence[float]]:
    """Return the wounds that blows may be expected to give, by CFs and area, and how often a hard one is stopped."""
    own, foe = seen.own, seen.foe
    bonus = _bonus(own, foe, min(seen.away, reach(own)))
    severity = known(own).st + ARMED[own.weapon].severity
    behind = _defences(temper, seen)

    def worth(cf: int, area: Area) -> float:
        likely = behind[area - 1].items()
        return sum([often * _harm(foe, area, bonus + cf - defence, severity) for defence, often in likely if often])

    found = {cf: [worth(cf, area) for area in AREAS] for cf in {min(each, seen.cf) for each in (1, 2, 3, 4, 6)}}
    stopped = [
        1 - sum([often * chance_of(bonus + HARD - defence) for defence, often in each.items()]) / 36 for each in behind
    ]
    return found, stopped


def _bonus(own: Body, foe: Body, away: int) -> int:
    modifiers = attack_modifiers(own, foe, 0, "front", away, is_first=True)
    return sum([each.amount for each in modifiers])


_STRUCK = 5
"""CFs that a foe is thought to strike with: the others guard him."""


def _defences(temper: Temper, seen: Seen) -> Sequence[Mapping[int, float]]:
    """Return how likely each defence of the foe is, area by area: he, too, has seen where he is aimed at."""
    foe, left = seen.foe, max(0, seen.theirs - _STRUCK)
    late = OVERREACHED if foe.overreached else 0
    if foe.netted == "entangled":
        return [{each - late: 1.0} for each in _laid(foe, caught(seen.theirs))]
    found = [{_middling(foe, seen.theirs) - late + DIFFICULTY[area - 1]: temper.evens / 100} for area in AREAS]
    for guard, often in zip(GUARDS, _guesses(temper, seen, left), strict=False):
        for likely, laid in zip(found, _laid(foe, guarding(foe, guard, left)), strict=True):
            likely[laid - late] = likely.get(laid - late, 0.0) + often
    return found


def _guesses(temper: Temper, seen: Seen, left: int) -> Sequence[float]:
    """Return how likely each guard of the foe is, the middling one left out."""
    read, count = temper.reads / 100, len(GUARDS) - 1
    any_ = (1 - read - temper.evens / 100) / count
    if not read:
        return [any_] * count
    turned = seen._replace(own=seen.foe, foe=seen.own, cf=seen.theirs, theirs=seen.cf)
    weights = _guards(_USUAL, turned, _fears(turned), left)
    total = sum(weights)
    return [any_ + read * weight / total for weight in weights]


def _middling(foe: Body, theirs: int) -> int:
    """Return what a man usually has against a blow: a guard all round, and some shield."""
    nimble = 0 if foe.prone else agility(foe)
    shield = 0 if foe.prone else factors(foe) // 2
    return BASE + nimble + min(2, max(0, theirs - _STRUCK) // 2) + min(1, shield)


def _laid(body: Body, order: PhaseOrder) -> Sequence[int]:
    """Return the defence of each area against a blow from the front, of a man who does not stand firm."""
    is_caught = body.netted == "entangled"
    is_helpless, each = is_caught or body.prone, 1 if is_caught else 2
    base = BASE + (0 if is_caught else order.guard // 2) + (0 if is_helpless else agility(body))
    shield = NOTHING if is_helpless else order.shield
    return [base + DIFFICULTY[at] + order.areas[at] * each + shield[at] for at in range(len(AREAS))]


# Guards


def _fears(seen: Seen) -> Sequence[float]:
    """Return how likely the foe aims at each area: where he has aimed, and where he does most harm."""
    own, foe = seen.own, seen.foe
    severity = known(foe).st + ARMED[foe.weapon].severity
    ahead = _bonus(foe, own, 1) + _FEARED - BASE - max(-2, min(4, agility(own))) - 2
    harms = [_harm(own, area, ahead - DIFFICULTY[area - 1], severity) for area in AREAS]
    total = sum(harms) or 1.0
    counted = sum(own.aimed)
    return [(4 * harms[area - 1] / total + own.aimed[area - 1]) / (4 + counted) for area in AREAS]


def _taken(seen: Seen, fears: Sequence[float], left: int, late: int) -> float:
    """Return the wounds that a fighter may expect to take behind a guard all round."""
    return _behind(seen, fears, guarding(seen.own, "all", max(0, left)), late)


def _behind(seen: Seen, fears: Sequence[float], order: PhaseOrder, late: int) -> float:
    own, foe = seen.own, seen.foe
    bonus = _bonus(foe, own, 1) + min(_FEARED, seen.theirs) + late
    severity = known(foe).st + ARMED[foe.weapon].severity
    laid = _laid(own, order)
    return sum([fears[area - 1] * _harm(own, area, bonus - laid[area - 1], severity) for area in AREAS])


def guard_of(temper: Temper, seen: Seen, left: int) -> Guard:
    """Return a guard, drawn by how much each keeps off."""
    foe, draw = seen.foe, seen.draw
    if foe.net == "held" and can_throw(foe, seen.ground.phase) and seen.away <= NET_RANGE and draw.does(temper.watches):
        return "net"
    weights = _guards(temper, seen, _fears(seen), left)
    if temper.band == 0:
        return GUARDS[weights.index(max(weights))]
    return GUARDS[draw.one_of([int(weight) for weight in weights])]


def _guards(temper: Temper, seen: Seen, fears: Sequence[float], left: int) -> Sequence[float]:
    """Return how likely each guard is, the watch for a net left out: by how much it keeps off."""
    taken = [_behind(seen, fears, guarding(seen.own, each, left), 0) for each in GUARDS[:-1]]
    best, band = min(taken), max(1, temper.band)
    return [max(0.0, band + 100 * (best - each)) ** 2 for each in taken]
