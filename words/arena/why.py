"""Why it went that way: each roll with its rule, its dice, each modifier by name, and what came of it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from engine.arena import facts as f
from engine.arena.data import COVER, DOWN, DROP_NEED, ENTANGLED_OUT, LIVES, SNAGGED_OUT, STUN_BASE
from engine.arena.men import HEAD
from engine.arena.state import Options
from engine.facts import Fact, Rolled
from words.arena.phrases import in_words
from words.shared import telling
from words.shared.telling import Names, signed

TITLES: Mapping[str, str] = {
    "collision": "Collision", "circling": "Circling", "turning": "Turning along", "net": "The net", "blow": "A blow",
    "fury": "A natural 12", "armour": "Does the armour cover?", "bash": "A shield bash", "stun": "Stun",
    "drop": "Held or dropped?", "which": "Weapon or shield", "escape": "Out of the net",
    "fate": "The Moment of Truth", "ring": "Places of a melee", "characteristics": "The make of a man",
    "armour kind": "Armour",
}  # fmt: skip
"""By what a roll is for."""

_STUNS = 2
"""Wounds of a blow from which it may stun."""


def why(facts: Sequence[Fact], names: Names, _options: Options) -> list[str]:
    """Explain each roll among *facts*, in their order."""
    return [_block(facts, at, each, names) for at, each in enumerate(facts) if isinstance(each, Rolled)]


def _block(facts: Sequence[Fact], at: int, rolled: Rolled, names: Names) -> str:
    shown = _without_nothing(rolled)
    after = facts[at + 1 : at + 6]
    reading = next(_reading(rolled, after, facts, at), "")
    return telling.explained(shown, names, TITLES.get(rolled.what_for, ""), reading)


def _without_nothing(rolled: Rolled) -> Rolled:
    """Return a roll without the modifiers that add nothing: a blow has seven."""
    some = tuple(each for each in rolled.modifiers if each.amount)
    return Rolled(rolled.entry, rolled.what_for, rolled.dice, rolled.sides, some, rolled.total, rolled.rule)


def _reading(rolled: Rolled, after: Sequence[Fact], facts: Sequence[Fact], at: int) -> Iterator[str]:
    """Yield what a roll was measured by, and what came of it."""
    what = rolled.what_for
    if what in _FACTS:
        known, told = _FACTS[what]
        yield from (told(rolled, each) for each in after if isinstance(each, known))
    elif what == "stun":
        yield _stun(rolled, facts[:at])
    elif what in _ALONE:
        yield _ALONE[what](rolled.total)


_ALONE: Mapping[str, Callable[[int], str]] = {
    "fury": lambda total: f"A natural 12 hits, and this die adds {total} to the severity.",
    "escape": lambda _: f"From entangled to snagged on {ENTANGLED_OUT}, from snagged to free on {SNAGGED_OUT}.",
    "drop": lambda total: f"{DROP_NEED} or more holds on to it: {'held' if total >= DROP_NEED else 'dropped'}.",
    "which": lambda total: f"Odd the weapon, even the shield: {'weapon' if total % 2 else 'shield'}.",
    "fate": lambda total: f"{LIVES} or more is missus: {'life' if total >= LIVES else 'death'}.",
    "collision": lambda _: "The highest total gets the hex; a tie stops both.",
}
"""Readings that need nothing but the total."""


def _blow(rolled: Rolled, struck: f.Struck) -> str:
    if not struck.is_hit:
        natural = " A natural 2 always misses." if sum(rolled.dice) == 2 else ""
        shield = ", and the shield took it" if struck.shield else ""
        return f"It had to beat a defence of {struck.defence}: margin {_margin(struck)}, stopped{shield}.{natural}"
    return (
        f"It had to beat a defence of {struck.defence}: margin {_margin(struck)}. Severity {_signed(struck.severity)} "
        f"makes {in_words(struck.wounds)}."
    )


def _margin(struck: f.Struck) -> str:
    return _signed(struck.margin)


def _signed(number: int) -> str:
    return signed(number) if number else "0"


def _armour(rolled: Rolled, struck: f.Struck) -> str:
    cell = struck.armour
    if struck.is_covered:
        return f"{cell} covers on {cell[1:]} or less: severity −{COVER[cell[0]]}."
    return f"{cell} covers on {cell[1:]} or less, and {rolled.total} is more: the blow goes past it."


def _bash(_rolled: Rolled, fact: f.Bashed) -> str:
    came = {"nothing": "the foe stands firm", "staggered": "the foe staggers", "down": "the foe goes down"}[fact.result]
    return f"Ahead by {_signed(fact.margin)}; +{DOWN} or more throws a man down: {came}."


def _net(_rolled: Rolled, fact: f.NetThrown) -> str:
    return f"Margin {_signed(fact.margin)}: below 0 a miss, up to 2 snagged, from 3 entangled."


def _circled(_rolled: Rolled, fact: f.Circled) -> str:
    gain = {"front": "nothing", "flank": "the flank", "rear": "the rear"}[fact.gain]
    return f"Ahead by {_signed(fact.ahead)}: 1 to 4 the flank, from 5 the rear. It gains {gain}."


def _stun(rolled: Rolled, before: Sequence[Fact]) -> str:
    """Return what a stun check needs: 7 and the wounds of the blow, one more for the head (D.7).

    Checks come blow by blow, after all blows: so this one is for the blow at its own place among them.
    """
    began = max((at for at, each in enumerate(before) if isinstance(each, f.PhaseBegan)), default=0)
    phase = before[began:]
    blows = [each for each in phase if isinstance(each, f.Struck) and each.foe == rolled.entry and _may_stun(each)]
    done = sum(isinstance(each, Rolled) and each.what_for == "stun" and each.entry == rolled.entry for each in phase)
    if done >= len(blows):
        return f"It takes {STUN_BASE} + the wounds of the blow (+1 for the head); what is missing becomes stun."
    blow = blows[done]
    need = STUN_BASE + blow.wounds + (blow.area == HEAD)
    short = max(0, need - rolled.total)
    return f"It takes {need}: {f'{short} short, so much stun' if short else 'no stun'}."


def _may_stun(blow: f.Struck) -> bool:
    return blow.wounds >= _STUNS or (blow.area == HEAD and blow.wounds > 0)


_FACTS: Mapping[str, tuple[type[Fact], Callable[[Rolled, Any], str]]] = {
    "blow": (f.Struck, _blow),
    "armour": (f.Struck, _armour),
    "bash": (f.Bashed, _bash),
    "net": (f.NetThrown, _net),
    "circling": (f.Circled, _circled),
    "turning": (f.Circled, _circled),
}
"""Facts that a roll leads to, and how they read it."""
