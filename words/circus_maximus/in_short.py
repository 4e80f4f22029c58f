"""The risks of a way and the effects of an attack, in one line each: chances as people say them at a table."""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, prod

from engine.circus_maximus.orders.orders import Orders
from engine.circus_maximus.printed.odds import (
    OF_THREE,
    OF_TWO,
    car_ram_odds,
    driver_lash_odds,
    injury_odds,
    team_lash_odds,
    weapon_odds,
)
from engine.circus_maximus.printed.tables import LONG_WHIP
from engine.circus_maximus.seen.forecast import Forecast
from engine.circus_maximus.seen.risks import (
    OF_FOUR,
    SIDES_OF_A_DIE,
    CornerRisk,
    ObstacleRisk,
    Outlook,
    Risk,
    SlideRisk,
    WheelRisk,
)
from engine.circus_maximus.words.facts import Cause, CornerCode
from words.circus_maximus.chances import CARRIED, Blow, escape, hit, percent, striking
from words.circus_maximus.story import CAUSES, OBSTACLES
from words.shared.telling import capital, joined
from words.shared.words import Names

_RARE, _TENTHS = Fraction(3, 20), 10
_FEW = 20  # the largest number that is told to the unit


def in_ten(chance: Fraction) -> str:
    """Return a chance, 0 to 1, as people say it.

    >>> [in_ten(Fraction(*each)) for each in ((1, 2), (1, 21), (10, 216), (1, 216), (0, 1), (1, 1), (99, 100))]
    ['5 in 10', '1 in 20', '1 in 20', '1 in 220', 'never', 'always', '99 in 100']
    """
    return "{} in {}".format(*_so_many(chance)) if 0 < chance < 1 else _sure(chance)


def _sure(chance: Fraction) -> str:
    return "always" if chance else "never"


def _so_many(chance: Fraction) -> tuple[int, int]:
    """Return a chance between 0 and 1 as so many times in how many, rounded."""
    if chance < _RARE:
        return 1, _rounded(1 / chance)
    if chance > 1 - _RARE:
        of = _rounded(1 / (1 - chance))
        return of - 1, of
    return round(_TENTHS * chance), _TENTHS


def _rounded(number: Fraction) -> int:
    """Return a whole number, above :data:`_FEW` a multiple of ten."""
    return round(number) if round(number) < _FEW else 10 * round(number / 10)


def risk_line(seen: Forecast, names: Names) -> str:
    """Return in one line what a way costs in corners and risks, if nobody is in it.

    It ends with the chance that nothing more happens than that, and the chance to turn over.
    """
    if not seen.flips and not seen.risks:
        return "✅ Safe on a clear road: nothing to roll for."
    return _rolled_for(seen.risks, seen.flips, names)


def start_line(seen: Outlook, names: Names) -> str:
    """Return the same for the beginning of a phase, where the chariot stands (7.23, 7.41); empty without a risk."""
    risks: list[Risk] = [*([seen.corner] if seen.corner else []), *seen.wheels]
    return _rolled_for(risks, seen.flips, names) if risks else ""


def _rolled_for(risks: Sequence[Risk], flips: Cause | None, names: Names) -> str:
    """Return the rolls that come, and their chances.

    :param flips: why the chariot turns over for certain, if it does.
    """
    if flips:
        return f"☠️ **You turn over for sure** ({CAUSES[flips]})."
    clean = prod((_nothing(risk) for risk in risks), start=Fraction(1))
    flip_chance = 1 - prod((1 - risk.flip_chance for risk in risks), start=Fraction(1))
    what = joined([_met(risk, names) for risk in risks])
    return f"⚠️ {capital(what)}. {capital(_times(clean))} nothing more happens; {crash_told(flip_chance)}."


def crash_told(chance: Fraction) -> str:
    """Return how often a chariot crashes, in a sentence.

    >>> crash_told(Fraction(1, 220)), crash_told(Fraction(0))
    ('**once in 220 you crash**', "you can't crash")
    """
    return f"**{_times(chance)} you crash**" if chance else "you can't crash"


def _times(chance: Fraction) -> str:
    """Return how often a thing happens.

    >>> [_times(Fraction(*each)) for each in ((1, 2), (1, 21), (11, 12), (1, 1), (0, 1))]
    ['5 times in 10', 'once in 20', '11 times in 12', 'always', 'never']
    """
    if not 0 < chance < 1:
        return _sure(chance)
    often, of = _so_many(chance)
    return f"{'once' if often == 1 else f'{often} times'} in {of}"


def _nothing(risk: Risk) -> Fraction:
    """Return the chance that a roll comes to nothing."""
    match risk:
        case CornerRisk():
            return Fraction(risk.odds.get("-", 0), OF_THREE)
        case WheelRisk():
            return Fraction(risk.odds.holds, OF_TWO)
        case ObstacleRisk():
            return Fraction(risk.odds.get("-", 0), OF_FOUR)
        case SlideRisk():
            return 1 - Fraction(risk.slides, SIDES_OF_A_DIE)
        case _:
            return Fraction(1)


def _met(risk: Risk, names: Names) -> str:
    match risk:
        case CornerRisk():
            return f"{risk.points} over the safe speed: {risk.endurance} endurance"
        case WheelRisk():
            return f"the {risk.side} wheel, damaged by {risk.damage}, is tried"
        case ObstacleRisk():
            return f"over {OBSTACLES[risk.obstacle]} on {risk.square}: up to {risk.endurance} endurance"
        case SlideRisk():
            return f"the wet track may carry you a lane beyond {risk.square}"
        case _:
            return f"you run down the driver of {names.get(risk.driver, 'another')}"


def aim(orders: Orders) -> str:
    """Return the lane that a preset makes for, and the strain that it accepts there, for its button.

    A lane further out allows more: so the safe speed may be above what is safe where you are.

    >>> aim(Orders(line=4, corner_strain=2)), aim(Orders(corner_strain=0))
    (', lane 4, 2 over', '')
    """
    lane = f", lane {orders.line}" if isinstance(orders.line, int) else ""
    return f"{lane}, {orders.corner_strain} over" if orders.corner_strain else lane


def crash_percent(seen: Forecast) -> str:
    """Return the chance to turn over in per cent."""
    return chance_percent(seen.flip_chance)


def chance_percent(chance: Fraction) -> str:
    """Return a chance in per cent, rounded up; beside "once in 220" no button says 1 %.

    >>> [chance_percent(Fraction(*each)) for each in ((0, 1), (1, 220), (21, 216), (1, 1))]
    ['0 %', '<1 %', '10 %', '100 %']
    """
    return "<1 %" if 0 < chance < _PER_CENT else f"{ceil(100 * chance)} %"


def danger_told(chance: Fraction) -> str:
    """Return a chance to turn over that a button must name; empty below that.

    >>> danger_told(Fraction(26, 100)), danger_told(Fraction(9, 100))
    ('26 % crash', '')
    """
    return f"{chance_percent(chance)} crash" if ceil(100 * chance) >= DANGEROUS else ""


def drive_label(seen: Forecast, label: str) -> tuple[str, bool]:
    """Return the label of a button that drives a way, and whether it is dangerous: from 10 % on it says so."""
    if seen.flips:
        return f"{label} · turns you over", True
    if told := danger_told(seen.flip_chance):
        return f"{label} · {told}", True
    return label, False


def go_label(seen: Forecast, label: str) -> tuple[str, bool]:
    """Return the label of a button that drives at once, and whether it is dangerous: it names the least risk.

    Who presses it has not looked at the way before, so a strain in a corner is named where no crash is.
    """
    named = drive_label(seen, label)
    if named[1]:
        return named
    risk = f"{crash_percent(seen)} crash" if seen.flip_percent else worst_told([seen])
    return " · ".join(filter(None, (label, risk))), False


def worst_told(seen: Sequence[Forecast]) -> str:
    """Return the worst that a corner may bring where nobody turns over, with its chance; empty without a corner's roll.

    :param seen: the way by each face of the whip's die; one without the whip.
    """
    for codes, what in _WORST:
        clean = sum((_spared(each, codes) for each in seen), Fraction()) / len(seen)
        if clean < 1:
            return f"{chance_percent(1 - clean)} {what}"
    return ""


def _spared(seen: Forecast, codes: Sequence[CornerCode]) -> Fraction:
    """Return the chance that no corner of a way has one of these results of chart 7.32."""
    corners = [risk.odds for risk in seen.risks if isinstance(risk, CornerRisk)]
    return prod(
        (1 - Fraction(sum(odds.get(code, 0) for code in codes), OF_THREE) for odds in corners), start=Fraction(1)
    )


_WORST: Sequence[tuple[Sequence[CornerCode], str]] = ((("LH", "RH"), "injury"), (("S", "SS"), "slip"))
"""Results of chart 7.32, the worst first, as a button has room for them: a horse hurt, or a lane slipped."""


_PER_CENT = Fraction(1, 100)

DANGEROUS = 10
"""The chance to turn over, in per cent, that a button must name."""


# Attacks


def odds_line(blow: Blow) -> str:
    """Return the chances of an attack, whether it is avoided or not: hit, harm to the other, harm to you."""
    strikes, theirs, own = odds(blow)
    return f"hit {percent(strikes)}, hurts them {percent(theirs)}, hurts you {percent(own)}"


def odds(blow: Blow) -> tuple[Fraction, Fraction, Fraction]:
    """Return the chances that an attack strikes, that it harms the other, and that it harms the attacker.

    A defender who can avoid it is taken to try (9.3); with no way out it strikes for sure.
    """
    if blow.means in ("dust", "knife", "small knife", "spear"):
        strikes = hit(blow)
        theirs, own = _weapon(blow)
    else:
        strikes = Fraction(1) if blow.defender.status == "runaway" else 1 - escape(blow)
        theirs, own = _lash(blow) if blow.means == "lash" else _ram(blow)
    return strikes, strikes * theirs, strikes * own


def _lash(blow: Blow) -> tuple[Fraction, Fraction]:
    if blow.target == "team":
        if not blow.defender.endurance:
            return Fraction(), Fraction()
        may, must = team_lash_odds(blow.edition, blow.attacking, blow.defending, blow.defender.endurance)
        return may + sum(must.values(), Fraction()), Fraction()
    shift = LONG_WHIP if blow.attacker.long_whip else 0
    codes = driver_lash_odds(blow.edition, blow.attacking, blow.defending, shift)
    grabbed = codes.get("G", Fraction())
    return 1 - codes.get("-", Fraction()) - grabbed, grabbed


def _ram(blow: Blow) -> tuple[Fraction, Fraction]:
    if blow.target == "team":
        return 1 - injury_odds(blow.edition, striking(blow, blow.attacker)).get(0, Fraction()), Fraction()
    defending = 0 if blow.target == "dragged driver" else blow.defending
    damaged = car_ram_odds(blow.edition, blow.attacking, defending)
    own = Fraction() if blow.target == "dragged driver" else damaged["attacker"] + damaged["both"]
    return damaged["defender"] + damaged["both"], own


_BACK = ("swerves in", "blown back")
_IDLE = ("dead horse",)


def _weapon(blow: Blow) -> tuple[Fraction, Fraction]:
    codes = weapon_odds(blow.edition, CARRIED[blow.means], blow.defending, has_driver=blow.defender.status == "racing")
    own = sum((chance for code, chance in codes.items() if code in _BACK), Fraction())
    idle = sum((chance for code, chance in codes.items() if code in _IDLE), Fraction())
    return 1 - own - idle, own
