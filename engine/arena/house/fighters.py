"""House fighters of three tempers, and one for beginners.

A house fighter sees what a player in his place sees. He keeps no memory and rolls no dice: where he would draw, the
omen that concealed dice gave him before the first phase decides, so that nobody can foresee him. He weighs each strike
by the wounds that it may give and by what it leaves him for his guard; he guards what he has seen aimed at.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple, cast

from engine.arena.asks import (
    GUARDS,
    MOVES,
    STRIKES,
    ChooseMan,
    Guard,
    JudgeFallen,
    Kill,
    MakePlan,
    Move,
    Plan,
    Spare,
    Strike,
    TakeMan,
)
from engine.arena.data import ARMED, BASE, DIFFICULTY, NAMED, NET_RANGE, WILD
from engine.arena.derived import Body, Ground, agility, can_throw, factors, factors_of_phase, has_shield, known, reach
from engine.arena.forecast import ground_of, wounds_expected
from engine.arena.hexes import distance
from engine.arena.men import AREA_NAMES, AREAS, Area
from engine.arena.planning import foe_of
from engine.arena.reckoning import attack_modifiers
from engine.arena.views import FighterView, MatchView
from engine.questions import Answer, Ask
from records.values import EntryId


class Temper(NamedTuple):
    """What tells house fighters apart, in hundredths."""

    strike: int = 100  # what a wound given counts, beside one taken
    open: int = 60  # what it costs to be left open
    sharp: int = 2  # power by which better strikes are preferred to worse ones; 9 always takes the best
    named: int = 50  # how often he guards what he has seen aimed at
    circles: int = 0  # how often he circles
    stands: int = 20  # how often he lets the foe come
    charges: int = 0
    nets: int = 70  # how often he throws a net that is ready
    spares: int = 50


STEADY = Temper(circles=12)
CAREFUL = Temper(strike=80, open=90, stands=35, named=60, spares=80)
BOLD = Temper(strike=150, open=30, sharp=4, named=30, circles=20, stands=0, charges=60, spares=10)

SHARP = Temper(sharp=9, named=0, stands=0, nets=100)
"""For advice: nothing is drawn."""

_SPAN = 100


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


def fight(temper: Temper, view: MatchView, ask: Ask) -> Answer:
    """Answer *ask* as a fighter of this temper does; always one of its legal answers."""
    match ask.question:
        case MakePlan():
            return plan_of(temper, seen(view, ask.entry))
        case ChooseMan(men=men):
            return TakeMan(Draw(view, ask.entry).below(len(men)))
        case JudgeFallen(fallen=fallen):
            return Spare() if Draw(view, fallen).does(temper.spares) else Kill()
        case _:
            return ask.default


def seen(view: MatchView, entry: EntryId) -> Seen:
    """Return what a fighter looks at: himself, and the nearest foe."""
    ground = ground_of(view)
    own = cast(FighterView, ground.bodies[entry])
    foe = cast(FighterView, ground.bodies[foe_of(ground, entry, None)])
    away = distance(own.at or (0, 0), foe.at or (0, 0))
    turn = ground.turn
    return Seen(ground, own, foe, factors_of_phase(own, turn), factors_of_phase(foe, turn), away, Draw(view, entry))


def plan_of(temper: Temper, seen: Seen) -> Plan:
    """Return the plan of a fighter."""
    strike = _strike(temper, seen)
    return Plan(_move(temper, seen), strike, _guard(temper, seen))


# Moves


def _move(temper: Temper, seen: Seen) -> Move:
    own, draw = seen.own, seen.draw
    if own.net == "held" and seen.foe.netted == "free":
        if can_throw(own, seen.ground.phase) and draw.does(temper.nets):
            return "net"
        if not can_throw(own, seen.ground.phase) and draw.does(temper.nets // 2):
            return "net"
    helpless = seen.foe.prone or seen.foe.netted == "entangled"
    if seen.away <= reach(own):
        if not helpless and agility(own) > agility(seen.foe) and draw.does(temper.circles):
            return "left" if draw.does(50) else "right"
        return "close"
    if not helpless and has_shield(own) and seen.away > 2 and draw.does(temper.charges):
        return "charge"
    # Who waits stands firm, and has his breath: but somebody has to come.
    return "stand" if reach(own) < seen.away <= 2 and draw.does(temper.stands) else "close"


# Strikes

_KINDS = ((3, 0, "quick"), (6, 0, "hard"), (4, 4, "two"))


def _strike(temper: Temper, seen: Seen) -> Strike:
    """Return a strike, drawn by what each is worth."""
    worth = worth_of_areas(seen)
    weights, strikes = [], []
    for first, second, kind in _KINDS:
        if second and seen.cf < 7:
            continue
        for area in AREAS:
            weights.append(_weight(temper, seen, worth, area, (first, second)))
            strikes.append(f"{kind}-{AREA_NAMES[area - 1]}")
    best = max(weights)
    if best <= 0:
        return "quick-chest"
    if temper.sharp >= 9:
        return cast(Strike, strikes[weights.index(best)])
    drawn = seen.draw.one_of([int(1000 * max(0.0, weight / best) ** (2 * temper.sharp)) for weight in weights])
    return cast(Strike, strikes[drawn])


Worth = Mapping[int, tuple[float, ...]]


def worth_of_areas(seen: Seen) -> Worth:
    """Return the wounds that a blow of 3, 4 and 6 CFs may be expected to give, by area."""
    own, foe = seen.own, seen.foe
    modifiers = attack_modifiers(own, foe, 0, "front", min(seen.away, reach(own)), is_first=True)
    bonus = sum([each.amount for each in modifiers])
    severity = known(own).st + ARMED[own.weapon].severity
    base = _usual_defence(foe, seen.theirs)
    cells, w = known(foe).armour, known(foe).w
    found = {}
    for cf in (3, 4, 6):
        each = []
        for area in AREAS:
            expected = wounds_expected(bonus + cf - base - DIFFICULTY[area - 1], severity, cells[area - 1])
            # Wounds where there are some already are worth more: an area falls, and with it the man.
            each.append(expected * (1 + foe.wounds[area - 1] / w))
        found[cf] = tuple(each)
    return found


def _usual_defence(foe: Body, theirs: int) -> int:
    """Return what a man usually has against a blow: a guard all round, and half a shield factor."""
    is_caught = foe.netted == "entangled"
    nimble = 0 if is_caught or foe.prone else agility(foe)
    guard = 0 if is_caught else min(4, max(0, theirs - 5) // 2)
    return BASE + nimble + guard + (factors(foe) > 2) - (3 if foe.overreached else 0)


_OPENS = {3: 0, 4: 30, 6: 100}
"""How often a blow that fails leaves its man open, in hundredths."""


def _weight(temper: Temper, seen: Seen, worth: Worth, area: Area, cfs: tuple[int, int]) -> float:
    """Return what a strike is worth: the wounds given less the guard given up and the risk of overreaching."""
    first, second = cfs
    first = min(first, seen.cf)
    given = worth[first if first in worth else 3][area - 1]
    if second:
        given += max(worth[4][each - 1] for each in AREAS if each != area) * 0.8
    risk = (1 if first >= WILD else 0) * temper.open / 100
    spent = (first + second) * 0.12
    return given * temper.strike / 100 - risk * 0.5 - spent


# Guards


def _guard(temper: Temper, seen: Seen) -> Guard:
    """Return a guard: of what has been aimed at, or all round."""
    own, foe, draw = seen.own, seen.foe, seen.draw
    if foe.net == "held" and can_throw(foe, seen.ground.phase) and seen.away <= NET_RANGE and draw.does(60):
        return "net"
    if not draw.does(temper.named):
        return "all"
    w = known(own).w
    fear = [own.aimed[area - 1] * 2 + 1 + 3 * own.wounds[area - 1] // w for area in AREAS]
    weights = [
        max(0, sum(fear[area - 1] for area in NAMED[name]) * (3 if len(NAMED[name]) == 1 else 2) // 2) for name in NAMED
    ]
    return cast(Guard, list(NAMED)[draw.one_of([weight * weight for weight in weights])])


# For beginners


def recruit(view: MatchView, ask: Ask) -> Answer:
    """Answer as somebody who has never held a sword: any of the three menus."""
    if not isinstance(ask.question, MakePlan):
        return fight(STEADY, view, ask)
    draw = Draw(view, ask.entry)
    moves = MOVES if ask.question.limits.has_net else MOVES[:-1]
    return Plan(moves[draw.below(len(moves))], STRIKES[draw.below(len(STRIKES))], GUARDS[draw.below(len(GUARDS))])


HouseFighter = Callable[[MatchView, Ask], Answer]

FIGHTERS: Mapping[str, HouseFighter] = MappingProxyType(
    {
        "steady": partial(fight, STEADY),
        "careful": partial(fight, CAREFUL),
        "bold": partial(fight, BOLD),
        "recruit": recruit,
    }
)
"""By temper: he strikes and guards in measure; guards more, and waits; strikes more, and charges; hits as it comes."""


def wooden(view: Any, ask: Ask) -> Answer:
    """Answer as the rival of lessons does: he closes in and strikes at the chest."""
    del view
    return ask.default
