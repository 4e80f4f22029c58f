"""Lines of plots in a league's race (24)."""

from collections.abc import Mapping

from engine.circus_maximus.words import facts
from engine.plots import Device
from words.circus_maximus.story.lines import SIDE_WORDS, Names, line, squares
from words.shared.telling import count

_AIMS: Mapping[Device, str] = {
    "no attack": "to buy the driver of",
    "slow": "to have the driver hold back the team of",
    "drug": "to drug the team of",
    "sabotage": "to saw at a wheel of",
}


@line.register
def plot_revealed(fact: facts.PlotRevealed, names: Names) -> str:
    guarded = f" Guards met {fact.security:,}s of it." if fact.security else ""
    outcome = "It worked." if fact.works else "It failed."
    return f"🕵️ A rival stable paid {fact.sum:,}s {_AIMS[fact.device]} {names[fact.entry]}.{guarded} {outcome}"


@line.register
def bribed(fact: facts.Bribed, names: Names) -> str:
    if fact.slower:
        return f"{names[fact.entry]}'s driver holds the team back: {squares(fact.slower)} less from now on."
    return f"{names[fact.entry]}'s driver attacks the briber's chariots no more."


@line.register
def drugged(fact: facts.Drugged, names: Names) -> str:
    return f"{names[fact.entry]}'s horses sway: the drugs take {count(sum(fact.points), 'point')} of speed."


@line.register
def sabotaged(fact: facts.Sabotaged, names: Names) -> str:
    side = SIDE_WORDS[fact.side].removeprefix("to the ")
    return f"{names[fact.entry]}'s {side} wheel is sawn through by {count(fact.points, 'point')}."


@line.register
def attack_called_off(fact: facts.AttackCalledOff, names: Names) -> str:
    return f"{names[fact.entry]}'s driver thinks of the money, and leaves {names[fact.defender]} alone."


@line.register
def bribe_broken(fact: facts.BribeBroken, names: Names) -> str:
    return f"The briber attacks {names[fact.entry]}: the bargain is off."


@line.register
def bribes_lapsed(fact: facts.BribesLapsed, names: Names) -> str:
    return f"{names[fact.entry]}'s driver has lost the reins, and every bribe with them."
