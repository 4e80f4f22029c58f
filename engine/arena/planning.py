"""What a plan becomes: conditions, then the order of a phase, step by step (D.4.2, D.4.3)."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, cast

from msgspec.structs import replace

from engine.arena.asks import GIVE_UP, Guard, Menus, Move, Plan, Strike
from engine.arena.data import (
    ARMED,
    BASH,
    CUT,
    FACTORS,
    GIVES_UP,
    HARD,
    IN_TURN,
    LEAST_TO_CIRCLE,
    LEAST_TO_RECOVER,
    LEAST_TO_RISE,
    MOST_EACH,
    MOST_GUARD,
    MOST_OTHER,
    NAMED,
    NET_RANGE,
    QUICK,
    SNAG,
)
from engine.arena.derived import (
    Body,
    Ground,
    can_throw,
    factors,
    factors_of_phase,
    has_one_attack,
    has_shield,
    is_half,
    known,
    reach,
)
from engine.arena.hexes import distance
from engine.arena.men import AREA_NAMES, AREAS, BARE, CHEST, LEGS, Area
from engine.arena.orders import NOTHING, Attack, Five, Manoeuvre, PhaseOrder, cut
from records.values import EntryId

Cuts = Literal["quick", "hard", "two", "bash", "none"]
_CUTS: tuple[Cuts, ...] = ("quick", "hard", "two")
STRIKE: dict[str, tuple[Cuts, Area]] = {
    **{f"{kind}-{name}": (kind, area) for kind in _CUTS for area, name in enumerate(AREA_NAMES, start=1)},
    "bash": ("bash", 0),
    "none": ("none", 0),
}
"""Kind and area of each strike."""

_LETTERS = " CBA"

By = Literal["plan", "kept", "silence", "hand", "hurt", "shield", "retreat", "give up", "surrender"]


class Worked(NamedTuple):
    """What comes of a plan in a phase."""

    by: By
    menus: Menus | None  # none where the rules decide, or CFs are given by hand
    cf: int
    order: PhaseOrder


SURRENDER = PhaseOrder(surrender=True)


def work_out(ground: Ground, entry: EntryId, plan: Plan | None, place: int = 0, *, is_kept: bool = False) -> Worked:
    """Return what a man does in a phase (D.4.2).

    :param plan: ``None`` for a man without one.
    :param place: of the phase in its exchange, 0 first.
    :param is_kept: whether the plan stands from an exchange before.
    """
    body = ground.bodies[entry]
    cf = factors_of_phase(body, ground.turn)
    if plan is None:
        foe = foe_of(ground, entry, None)
        return Worked("silence", None, cf, by_silence(ground, body, foe, cf))
    foe = foe_of(ground, entry, plan.foe)
    if plan.surrender:
        return Worked("surrender", None, cf, PhaseOrder(foe, surrender=True))
    if place < len(plan.hand):
        hand = plan.hand[place]
        return Worked("hand", None, cf, _possible(ground, entry, body, hand, cf))
    menus = plan.menus if place == 0 or place > len(plan.later) else plan.later[place - 1]
    by, menus = under_conditions(ground, body, foe, plan, menus)
    if by == "give up":
        return Worked(by, None, cf, PhaseOrder(foe, surrender=True))
    told: By = "kept" if is_kept and by == "plan" else by
    return Worked(told, menus, cf, by_menus(ground, body, foe, menus, cf, plan))


def foe_of(ground: Ground, entry: EntryId, named: EntryId | None) -> EntryId:
    """Return the principal foe: the one named if he stands, else the nearest, of equals the lowest number (D.2)."""
    foes = ground.foes_of(entry)
    if len(foes) == 1 or named in foes:
        return foes[0] if named not in foes or named is None else named
    at = ground.bodies[entry].at
    assert at is not None
    return min(foes, key=lambda foe: distance(at, _at(ground, foe)))


def _at(ground: Ground, entry: EntryId) -> tuple[int, int]:
    at = ground.bodies[entry].at
    assert at is not None, "who fights stands somewhere"
    return at


def under_conditions(ground: Ground, body: Body, foe: EntryId, plan: Plan, menus: Menus) -> tuple[By, Menus]:
    """Return the menus after the first condition that holds, and which it was (D.4.3)."""
    for condition in plan.when:
        if condition in GIVE_UP and _gives_up(body, GIVES_UP[condition]):
            return "give up", menus
    _, area = STRIKE[menus.strike]
    quick = cast(Strike, f"quick-{AREA_NAMES[(area or CHEST) - 1]}")
    if "hurt" in plan.when and sum(body.wounds) * 2 >= known(body).collapse:
        return "hurt", Menus("back", quick, "all")
    if "shield" in plan.when and FACTORS[body.shield] and not has_shield(body):
        return "shield", Menus("back", quick, menus.guard)
    if "retreat" in plan.when and ground.bodies[foe].gave_ground:
        return "retreat", Menus("charge", menus.strike, menus.guard)
    return "plan", menus


def _gives_up(body: Body, part: tuple[int, int]) -> bool:
    """Tell whether wounds reach a part of the collapse number, rounded up."""
    return sum(body.wounds) >= -(-known(body).collapse * part[0] // part[1])


def by_silence(ground: Ground, body: Body, foe: EntryId, cf: int) -> PhaseOrder:
    """Return the order of a man without a plan: he closes, strikes at the chest, guards all round (D.4.4)."""
    first = _forced(body, foe, cf, "all")
    if first is not None:
        return first
    escape = _escaping(body, cf)
    left = cf - escape
    if recovering := _recovering(body, foe, left, escape, "all"):
        return recovering
    manoeuvre, goal = _closing(body, _distance(ground, body, foe))
    blow = min(left // 2, ARMED[body.weapon].most)
    attacks = (Attack("blow", foe, blow, CHEST),) if blow else ()
    guard, areas, evade, shield = laid(body, "all", left - blow)
    return PhaseOrder(foe, manoeuvre, goal, None, "weapon", attacks, guard, areas, evade, shield, escape)


def by_menus(ground: Ground, body: Body, foe: EntryId, menus: Menus, cf: int, plan: Plan) -> PhaseOrder:
    """Return the order that three menus become (D.4.2, steps 2 to 10)."""
    first = _forced(body, foe, cf, menus.guard)
    if first is not None:
        return first
    escape = _escaping(body, cf)
    left = cf - escape
    if recovering := _recovering(body, foe, left, escape, menus.guard):
        return recovering
    manoeuvre, goal, throw = _moving(ground, body, foe, menus.move, left)
    left -= 2 if manoeuvre in ("left", "right") else throw
    attacks = _attacks(ground, body, foe, menus.strike, left, plan, throw)
    left -= sum([each.cf for each in attacks]) - throw
    guard, areas, evade, shield = laid(body, menus.guard, left)
    return PhaseOrder(foe, manoeuvre, goal, None, "weapon", attacks, guard, areas, evade, shield, escape)


# The state comes before the menus


def _forced(body: Body, foe: EntryId, cf: int, guard: Guard) -> PhaseOrder | None:
    """Return the order of an entangled or a lying man (D.4.2, steps 2 and 3)."""
    if body.netted == "entangled":
        return replace(caught(cf), foe=foe)
    if not body.prone:
        return None
    if cf < LEAST_TO_RISE:
        return PhaseOrder(foe)
    round_, areas, evade, _ = laid(body, guard, cf - 2)
    return PhaseOrder(foe, "rise", guard=round_, areas=areas, evade=evade)


def caught(cf: int) -> PhaseOrder:
    """Return the order of an entangled man, whatever his menus say: to get out, the rest on areas (D.4.2, step 2)."""
    escape = min(cf, MOST_EACH)
    return PhaseOrder(areas=_filled(IN_TURN, cf - escape)[0], escape=escape)


def _escaping(body: Body, cf: int) -> int:
    return min(SNAG, cf) if body.netted == "snagged" else 0


def _recovering(body: Body, foe: EntryId, left: int, escape: int, guard: Guard) -> PhaseOrder | None:
    """Return the order of a man whose weapon lies within one hex (D.4.2, step 5)."""
    if body.weapon_at is None or left < LEAST_TO_RECOVER or body.at is None or distance(body.at, body.weapon_at) > 1:
        return None
    round_, areas, evade, shield = laid(body, guard, left - LEAST_TO_RECOVER)
    return PhaseOrder(
        foe, "recover", guard=round_, areas=areas, evade=evade, shield=shield, escape=escape, item="weapon"
    )


# The move


def _distance(ground: Ground, body: Body, foe: EntryId) -> int:
    assert body.at is not None
    return distance(body.at, _at(ground, foe))


def _closing(body: Body, away: int) -> tuple[Manoeuvre, int]:
    goal = reach(body)
    return ("hold" if away <= goal else "close"), goal


def _moving(ground: Ground, body: Body, foe: EntryId, move: Move, left: int) -> tuple[Manoeuvre, int, int]:
    """Return the manoeuvre, where closing ends, and CFs of a throw of the net (D.4.2, step 6)."""
    away = _distance(ground, body, foe)
    if move in ("stand", "back"):
        return ("hold" if move == "stand" else "back"), 1, 0
    if move in ("left", "right"):
        circles: Manoeuvre = "left" if move == "left" else "right"
        return ("close" if away > 1 else circles if left >= LEAST_TO_CIRCLE else "hold"), 1, 0
    if move == "charge" and not is_half(body, LEGS):
        return ("hold" if away == 1 else "charge"), 1, 0
    if move == "net" and (netting := _netting(ground, body, foe, away, left)):
        return netting
    return *_closing(body, away), 0


def _netting(ground: Ground, body: Body, foe: EntryId, away: int, left: int) -> tuple[Manoeuvre, int, int] | None:
    """Return how a man with a net in hand stands; ``None`` if he closes in."""
    if body.net != "held" or ground.bodies[foe].netted != "free":
        return None
    if can_throw(body, ground.phase):
        return ("hold", 1, min(left, MOST_OTHER)) if away <= NET_RANGE else None
    if away == 1:
        return "back", 1, 0
    return ("hold", 1, 0) if away == 2 else None


# The strike


def _attacks(
    ground: Ground, body: Body, foe: EntryId, strike: Strike, left: int, plan: Plan, throw: int
) -> tuple[Attack, ...]:
    """Return the attacks (D.4.2, steps 7 and 8), a throw of the net first."""
    thrown = (Attack("net", foe, throw),) if throw else ()
    if throw and has_one_attack(body):
        return thrown
    kind, area = STRIKE[strike]
    if plan.finish and (ground.bodies[foe].prone or ground.bodies[foe].netted == "entangled"):
        kind = "hard"
    if kind == "bash" and not has_shield(body):
        kind = "hard"
    struck = _struck(ground, body, foe, (kind, area), left, plan.second)
    return (*thrown, *struck[: 1 if throw or has_one_attack(body) else 2])


def _struck(
    ground: Ground, body: Body, foe: EntryId, strike: tuple[Cuts, Area], left: int, second: Area
) -> tuple[Attack, ...]:
    """Return bash and blows of a strike, with the CFs that are left."""
    (kind, area), most = strike, ARMED[body.weapon].most
    if kind == "none" or not left:
        return ()
    other = second if second and second != area else 0
    if kind == "bash":
        bash = (Attack("bash", foe, min(BASH, left)),)
        if left - BASH < QUICK:
            return bash
        return *bash, Attack("blow", foe, QUICK, other or softest(ground.bodies[foe], 0))
    if kind != "two":
        cf = min(QUICK if kind == "quick" else HARD, left, most)
        return (Attack("blow", foe, cf, area or other or softest(ground.bodies[foe], 0)),)
    first = min(-(-left // 2), CUT, most)
    rest = min(left - first, CUT, most)
    blow = Attack("blow", foe, first, area)
    return (blow, Attack("blow", foe, rest, other or softest(ground.bodies[foe], area))) if rest else (blow,)


def softest(body: Body, but: Area) -> Area:
    """Return the least armoured area of a foe other than *but* (D.4.2, step 8)."""
    cells = known(body).armour
    return min((area for area in AREAS if area != but), key=lambda area: _armour(cells[area - 1]))


def _armour(cell: str) -> tuple[int, int]:
    """Return how well a cell covers: bare, C, B, A; one with a number less than one without."""
    return (0, 0) if cell == BARE else (_LETTERS.index(cell[0]), int(cell[1:] or 13))


# The guard


def laid(body: Body, guard: Guard, left: int) -> tuple[int, Five, int, Five]:
    """Return CFs on guard, on areas and on evading, and shield factors (D.4.2, steps 9 and 10)."""
    return laid_behind(factors(body), guard, left)


@lru_cache(maxsize=2048)
def laid_behind(held: int, guard: Guard, left: int) -> tuple[int, Five, int, Five]:
    """Return the same for a man who has so many shield factors."""
    named, evade = NAMED.get(guard), 0
    if guard == "net":
        evade = min(left, MOST_EACH)
        left -= evade
    if named is None:
        round_ = min(MOST_GUARD, left // 2 * 2)
        return round_, one_by_one(IN_TURN, left - round_)[0], evade, _spread(held)
    areas, left = one_by_one(named, left)
    return min(MOST_GUARD, left // 2 * 2), areas, 0, _held(held, named)


def one_by_one(areas: Sequence[Area], left: int) -> tuple[Five, int]:
    """Return CFs laid in turn on some areas, 3 at most each, and those that find no place.

    >>> one_by_one((1, 2), 5), one_by_one((3,), 5)
    (((3, 2, 0, 0, 0), 0), ((0, 0, 3, 0, 0), 2))
    """
    placed = min(left, MOST_EACH * len(areas))
    if not placed:
        return NOTHING, left
    each, more = divmod(placed, len(areas))
    found = [0] * len(AREAS)
    for place, area in enumerate(areas):
        found[area - 1] = each + (place < more)
    return cast(Five, tuple(found)), left - placed


def _filled(areas: Iterable[Area], left: int) -> tuple[Five, int]:
    """Return CFs laid on one area after the other, 3 on each."""
    found = [0] * len(AREAS)
    for area in areas:
        found[area - 1] = min(left, MOST_EACH)
        left -= found[area - 1]
    return cast(Five, tuple(found)), left


def _spread(held: int) -> Five:
    """Return a shield's factors one by one, as far as they reach: chest, head, groin, legs."""
    return one_by_one(IN_TURN[:4], held)[0] if held else NOTHING


def _held(held: int, named: Sequence[Area]) -> Five:
    """Return a shield's factors before the areas that a guard names."""
    if not held:
        return NOTHING
    if len(named) == 1:
        named = (named[0], next(area for area in IN_TURN if area != named[0]))
        each = (2, held - 2)
    else:
        each = (held // 2, held // 2)
    found = [0] * len(AREAS)
    for area, count in zip(named, each, strict=True):
        found[area - 1] = count
    return cast(Five, tuple(found))


# By hand


def _possible(ground: Ground, entry: EntryId, body: Body, order: PhaseOrder, cf: int) -> PhaseOrder:
    """Return an order by hand as far as it can be carried out now: it was written for a state before (D.4.4)."""
    standing = set(ground.foes_of(entry))
    foe = foe_of(ground, entry, order.foe)
    able = [each for each in order.attacks if each.foe in standing and _is_able(body, each, ground.phase)]
    attacks = [_within(body, each) for each in able]
    if order.manoeuvre == "charge" and is_half(body, LEGS):
        order = replace(order, manoeuvre="close", reach=1)
    if body.netted == "entangled" or order.manoeuvre in ("rise", "recover", "break"):
        attacks = []
    if order.surrender:
        return PhaseOrder(foe, surrender=True)
    if has_one_attack(body):
        attacks = attacks[:1]
    return cut(replace(order, foe=foe, attacks=tuple(attacks), shield=_lapsed(order.shield, factors(body))), cf)


def _is_able(body: Body, attack: Attack, phase: int) -> bool:
    """Tell whether a man still has what an attack needs: a shield to bash with, his net in hand to throw (D.6, D.8)."""
    return {"bash": has_shield(body), "net": can_throw(body, phase), "blow": True}[attack.kind]


def _within(body: Body, attack: Attack) -> Attack:
    """Return an attack with the CFs that the weapon in hand takes: three in a blow of bare hands (D.1)."""
    return replace(attack, cf=min(attack.cf, ARMED[body.weapon].most)) if attack.kind == "blow" else attack


def _lapsed(shield: Five, held: int) -> Five:
    """Return the factors that a shield still gives: those beyond lapse, the last areas first."""
    found = list(shield)
    while sum(found) > held:
        last = max(place for place, count in enumerate(found) if count)
        found[last] -= 1
    return cast(Five, tuple(found))
