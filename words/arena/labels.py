"""The menus of a plan: short labels, and what each choice does in one sentence."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from engine.arena.asks import STRIKES as EVERY_STRIKE
from engine.arena.asks import Condition, Guard, Menus, Move, Plan, Plea, Strike
from engine.arena.data import CUT, HARD, QUICK
from engine.arena.men import AREA_NAMES


class Said(NamedTuple):
    """A choice in words."""

    label: str
    about: str  # 100 characters at most


MOVES: Mapping[Move, Said] = MappingProxyType({
    "close": Said("Close in", "Walk up until the foe is in reach; there, stand your ground"),
    "charge": Said("Charge", "Run at your foe; after two hexes a shield bash hits harder (+2)"),
    "left": Said("Circle left", "For 2 CFs: get to the shield side; won, your blows strike the flank"),
    "right": Said("Circle right", "For 2 CFs: get to the open side, harder (−1); no shield covers it"),
    "stand": Said("Stand", "Hold your hex: +1 against blows from the front"),
    "back": Said("Give ground", "Step back, facing your foe; without an attack you shake off more stun"),
    "net": Said("Net", "Throw the net within three hexes, or keep your distance until it is back"),
})  # fmt: skip

_WAYS: Mapping[str, tuple[str, str, str]] = MappingProxyType({
    "quick": ("Quick", f"A blow of {QUICK} CFs: it never leaves you open", f"{QUICK} CFs"),
    "hard": (
        "Hard", f"A blow of {HARD} CFs: stopped, it leaves you open (−3) for a phase",
        f"{HARD} CFs, may leave you open",
    ),
    "two": ("Two cuts", f"{CUT} CFs here, and as many at a second area", f"{CUT} CFs, {CUT} elsewhere"),
})  # fmt: skip


def _strike(strike: Strike) -> Said:
    if strike == "bash":
        return Said("Shield bash", "Knock your foe down or off balance with the shield; a quick cut if CFs are left")
    if strike == "none":
        return Said("No blow", "Put every CF into your guard")
    way, _, area = strike.partition("-")
    name, about, _ = _WAYS[way]
    return Said(f"{name} at {area}", about)


STRIKES: Mapping[Strike, Said] = MappingProxyType({each: _strike(each) for each in EVERY_STRIKE})

IN_SHORT: Mapping[Strike, str] = MappingProxyType({
    each: _WAYS[each.partition("-")[0]][2] for each in EVERY_STRIKE if "-" in each
})  # fmt: skip
"""The same beside a chance to hit, of the strikes that aim at an area."""

GUARDS: Mapping[Guard, Said] = MappingProxyType({
    "all": Said("All round", "Two CFs for +1 everywhere, up to +4"),
    "head": Said("Head", "Each CF gives +2 on the head, up to three; the rest all round"),
    "chest": Said("Chest", "Each CF gives +2 on the chest, up to three; the rest all round"),
    "groin": Said("Groin", "Each CF gives +2 on the groin, up to three; the rest all round"),
    "arms": Said("Arms", "Each CF gives +2 on the arms, up to three; the rest all round"),
    "legs": Said("Legs", "Each CF gives +2 on the legs, up to three; the rest all round"),
    "high": Said("High", "Head and chest in turn, +2 a CF, up to three each"),
    "low": Said("Low", "Groin and legs in turn, +2 a CF, up to three each"),
    "body": Said("Body", "Chest and groin in turn, +2 a CF, up to three each"),
    "net": Said("Watch the net", "Three CFs to dodge a net, the rest all round"),
})  # fmt: skip

CONDITIONS: Mapping[Condition, Said] = MappingProxyType({
    "hurt": Said("when I am hurt", "At half my collapse number: give ground, quick, all round"),
    "shield": Said("when my shield is gone", "Give ground and strike quick behind the guard chosen"),
    "retreat": Said("when they give ground", "Your foe stepped back in the phase before: charge"),
    "half": Said("give up at half", "Surrender at half my collapse number"),
    "two-thirds": Said("give up at two thirds", "Surrender at two thirds of my collapse number"),
    "three-quarters": Said("give up at three quarters", "Surrender at three quarters of my collapse number"),
})  # fmt: skip

PLEAS: Mapping[Plea, Said] = MappingProxyType({
    "silent": Said("No plea", "Say nothing when your man brings another down"),
    "life": Said("Plead for life", "+1 on the roll that spares a man whom yours brings down"),
    "death": Said("Plead for death", "−1 on the roll that spares a man whom yours brings down"),
})  # fmt: skip

SIGNS = "CFs (combat factors) are what a man can do in a phase: strike, guard, and all else costs some."
"""What the figures of a question mean."""


def menus_told(menus: Menus) -> str:
    """Return three menus in words.

    >>> menus_told(Menus("close", "hard-legs", "all"))
    'close in · hard at legs · all round'
    """
    said: Sequence[Said] = (MOVES[menus.move], STRIKES[menus.strike], GUARDS[menus.guard])
    return " · ".join(each.label.lower() for each in said)


def advised_told(plan: Plan) -> str:
    """Return the menus of a plan as one would say them to a friend.

    >>> advised_told(Plan("close", "hard-chest", "all")), advised_told(Plan("back", "two-legs", "net", second=1))
    ('close in, hard at the chest, guard all round', 'give ground, two cuts at the legs and the head, watch the net')
    """
    way, at, area = STRIKES[plan.strike].label.lower().partition(" at ")
    second = f" and the {AREA_NAMES[plan.second - 1]}" if plan.second and plan.strike.startswith("two") else ""
    guard = GUARDS[plan.guard].label.lower()
    strike = f"{way}{at}the {area}{second}" if area else way
    return f"{MOVES[plan.move].label.lower()}, {strike}, {guard if plan.guard == 'net' else f'guard {guard}'}"


def more_told(plan: Plan) -> list[str]:
    """Return what a plan holds behind its menus, in words."""
    told = [f"then: {menus_told(each)}" for each in plan.later]
    told += [f"second cut at the {AREA_NAMES[plan.second - 1]}"] if plan.second and _has_second(plan) else []
    told += [f"foe {plan.foe}"] if plan.foe is not None else []
    told += [CONDITIONS[each].label for each in plan.when]
    told += [] if plan.finish else ["a foe who lies gets no hard blow"]
    told += [] if plan.keep else ["for this exchange alone"]
    told += [] if plan.plea == "silent" else [PLEAS[plan.plea].label.lower()]
    return [*told, "CFs by hand"] if plan.hand else told


def _has_second(plan: Plan) -> bool:
    """Tell whether any strike of a plan has a second blow: two cuts, or the cut after a bash."""
    return any(each.strike.startswith(("two", "bash")) for each in (plan.menus, *plan.later))


def plan_told(plan: Plan) -> str:
    """Return a whole plan in words."""
    if plan.surrender:
        return "surrender"
    return "; ".join([menus_told(plan.menus), *more_told(plan)])
