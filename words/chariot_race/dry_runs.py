"""Possible outcomes of orders, in words: a spread, for the dice are rolled after the order."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from engine.chariot_race.outlooks import DryRun
from engine.chariot_race.views import ChariotView
from engine.chariot_race.worth import SPACE
from records.values import EntryId, Square
from words.chariot_race.terms import die_words, in_ten
from words.shared.chances import in_percent, percent
from words.shared.telling import called, joined
from words.shared.words import Names

_TOLD = 3
"""Number of speeds and spaces to name, the likeliest first."""

_LEAST = 0.005
"""The smallest chance that an order sheet names."""


def in_short(run: DryRun, own: ChariotView) -> Iterator[str]:
    """Yield what may come of orders: the risk, the speed, the likeliest ends."""
    yield from _risk(run, own)
    start = f"You roll {die_words(run.dice)} at speed {run.initial}"
    after = " after a repair" if run.repairs else ""
    yield f"🎲 {start}{after}: {_speeds(run, own)}."
    ends = [f"**{square}** {in_ten(chance)}" for square, chance in likely_ends(run)]
    if ends:
        yield f"➡️ Likeliest: {joined(ends)}."


def in_full(run: DryRun, names: Names) -> Iterator[str]:
    """Yield the rivals that orders may hurt, and the gains."""
    yield f"➡️ You gain {run.gain / SPACE:.1f} spaces on average, and {run.fate:.1f} fate are left."
    yield from _others(run, names)


def _speeds(run: DryRun, own: ChariotView) -> str:
    """Return the likeliest speeds; the one that is held comes first."""
    likely = sorted(run.speeds.items(), key=lambda each: -each[1])
    numbers = in_percent([Fraction(chance) for _, chance in likely])
    told = [
        f"{number} % you {'hold' if speed == own.speed else 'go'} {speed}"
        for (speed, _), number in zip(likely, numbers, strict=True)
    ]
    return ", ".join(told[:_TOLD])


def _risk(run: DryRun, own: ChariotView) -> Iterator[str]:
    """Yield the chances to finish, and of each change of health from what it is now."""
    gained = sum(chance for points, chance in run.damage.items() if points < 0)
    few = sum(chance for points, chance in run.damage.items() if 1 <= points <= _FEW)
    many = sum(chance for points, chance in run.damage.items() if points > _FEW)
    none = run.damage.get(0, 0.0)
    is_rare = run.wreck < _DANGER and own.damage > _FEW  # then it counts as what it is, too: much health lost
    chances = (gained, none, few, many + run.wreck * is_rare, run.wreck * (not is_rare))
    *numbers, wrecked = in_percent([Fraction(each) for each in chances])
    kept = "health as now" if run.repairs else "no damage"
    whats = ("health won", kept, f"1 to {_FEW} health lost", f"more than {_FEW} health lost")
    told = [f"{number} % {what}" for number, what in zip(numbers, whats, strict=True) if number]
    if run.finish >= _LEAST:
        yield f"🏁 {percent(run.finish)} you finish."
    wreck = [f"☠️ **{wrecked} % you wreck**"] if wrecked else []
    repair = "🔧 With your repair: " if run.repairs else ""
    yield f"{repair}{'; '.join([*filter(None, [', '.join(told)]), *wreck])}."


_DANGER = 0.02
"""The chance of a wreck from which on an order sheet warns of it."""

_NAMED = 0.1
"""The chance of a wreck that a button must name."""


def danger_told(run: DryRun) -> str:
    """Return the chance of a wreck, for the button that takes the orders; empty where it need not be named."""
    return f"{percent(run.wreck)} wreck" if run.wreck >= _NAMED else ""


_FEW = 2
"""Health whose loss is small."""


def likely_ends(run: DryRun) -> list[tuple[Square, float]]:
    """Return the likeliest spaces to end on."""
    return [(square, chance) for square, chance in list(run.ends.items())[:_TOLD] if chance >= _LEAST]


def _others(run: DryRun, names: Names) -> Iterator[str]:
    for sign, verb, chances in (("💥", "ram", run.rams), ("🎯", "hit", run.javelins)):
        told = [f"{called(names, rival)} {in_ten(chance)}" for rival, chance in _likely(chances).items()]
        if told:
            yield f"{sign} You {verb} {joined(told)}."
    if run.caltrops >= _SOME:
        yield f"✴️ You drop {run.caltrops:.1f} caltrops on average."


_SOME = 0.05


def _likely(chances: Mapping[EntryId, float]) -> dict[EntryId, float]:
    ordered = sorted(chances.items(), key=lambda each: -each[1])
    return {rival: chance for rival, chance in ordered[:_TOLD] if chance >= _SOME}
