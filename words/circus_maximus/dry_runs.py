"""Orders if all rolls turn out well, in words: where they lead, at which cost and risk."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from engine.circus_maximus.orders.dry_run import Course, DryRun
from engine.circus_maximus.printed.editions import Edition
from engine.circus_maximus.printed.odds import OF_THREE
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.seen.risks import CornerRisk, MenRisk, ObstacleRisk, Risk, SlideRisk, WheelRisk
from engine.circus_maximus.words.facts import CornerCode
from words.circus_maximus.numbers import rule
from words.circus_maximus.story import CAUSES, OBSTACLES, squares
from words.circus_maximus.story.clauses import clauses_in_words
from words.shared.telling import ROLLS, capital, joined
from words.shared.words import Names

_COMES: Mapping[CornerCode, str] = {
    "S": "slips a lane",
    "SS": "slips two lanes",
    "J": "jostle",
    "LH": "left horse hurt",
    "RH": "right horse hurt",
}


def in_words(run: DryRun, edition: Edition, names: Names) -> Iterator[str]:
    """Yield what orders lead to, a line each: alone on the track, and as the others stand now if that differs."""
    assumed = [f"{ROLLS.get(each.roll, each.roll)} {_SIGNS.get(each.roll, '−')}{each.total}" for each in run.assumed]
    speed = f"You write **{run.speed.factors}{' S' if run.speed.strain else ''}**"
    pace = f" and go {run.total_speed} with average dice ({joined(assumed)})" if assumed else ""
    yield f"{speed}{pace}: {squares(run.factors)} to spend."
    alone = run.alone or run.course
    yield f"➡️ **If nobody is in the way you end on {alone.end}**, lane {TRACK.lane[alone.end]}{_costs(alone)}."
    yield from _risks(alone, edition, names)
    if run.alone is not None and _sum(run.alone) != _sum(run.course):
        why = f" {capital(clauses_in_words(run.course.clauses, names))}." if run.course.clauses else ""
        yield (
            f"👥 As the others stand now: on {run.course.end}, lane {TRACK.lane[run.course.end]}"
            f"{_costs(run.course)}.{why}"
        )
        yield from _risks(run.course, edition, names)
    if run.course.attacks:
        blows = [f"{each.means} the {each.target} of {names[each.defender]}" for each in run.course.attacks]
        yield f"⚔️ You would {joined(blows)}."
    if run.course.stops:
        yield "✋ There your orders stop, and the rules decide."


_SIGNS: Mapping[str, str] = {"straining": "+"}
"""Rolls of the start that make the chariot faster; the others slow it down."""


def _sum(course: Course) -> tuple[object, ...]:
    """Return everything to tell of a course but its way."""
    seen = course.forecast
    return course.end, seen.endurance, seen.risks, seen.flips, seen.runs_into, course.burnt, course.attacks


def _costs(course: Course) -> str:
    seen = course.forecast
    paid = f" for {seen.endurance} endurance" if seen.endurance else ""
    burnt = f", {squares(course.burnt)} braked off" if course.burnt else ""
    return f"{paid}{burnt}{', 🏁 across the finish line' if seen.crosses_line else ''}"


def _risks(course: Course, edition: Edition, names: Names) -> Iterator[str]:
    yield from (risk_line(risk, edition, names) for risk in course.forecast.risks)
    if course.forecast.flips:
        yield f"☠️ **This turns you over for sure** ({CAUSES[course.forecast.flips]})."
    elif len(course.forecast.risks) > 1 and course.flip_chance:
        yield f"**Together: {in_tenths(course.flip_chance)} crash.**"
    if course.forecast.runs_into is not None:
        ahead = names.get(course.forecast.runs_into, "the chariot ahead")
        yield f"💥 It ends in a crash into {ahead}. {rule(edition, '6.74')}"


def risk_line(risk: Risk, edition: Edition, names: Names) -> str:
    """Return a roll that orders lead to, with its outcomes: ``2 over the safe speed: 4.7 % crash``.

    :raises TypeError: for a risk without words.
    """
    flip = f"**{in_tenths(risk.flip_chance)} crash**"
    match risk:
        case CornerRisk():
            others = {_COMES[code]: Fraction(ways, OF_THREE) for code, ways in risk.odds.items() if code in _COMES}
            listed = ", ".join(f"{in_tenths(chance)} {what}" for what, chance in others.items() if chance)
            paid = f", {risk.endurance} endurance" if risk.endurance else ""
            over = f"{risk.points} over the safe speed of {risk.limit} in lane {risk.lane}{paid}"
            return f"⚠️ {over}: {flip}{f', {listed}' if listed else ''} {rule(edition, '7.32')}"
        case WheelRisk():
            return f"⚠️ {risk.side.title()} wheel with {risk.damage} damage: {flip} {rule(edition, '7.43')}"
        case ObstacleRisk():
            what = OBSTACLES[risk.obstacle].capitalize()
            paid = f"up to {risk.endurance} endurance"
            return f"⚠️ {what} on {risk.square}, {paid}: {flip} {rule(edition, '14.3')}"
        case SlideRisk():
            slides = in_tenths(Fraction(risk.slides, 6))
            said = f"⚠️ On the wet track {slides} a lane further than {risk.square}, {flip}"
            return f"{said} {rule(edition, '16.7', 'sliding on')}"
        case MenRisk():
            return f"☠️ It runs down the driver of {names.get(risk.driver, 'another')}. {rule(edition, '17.4')}"
    raise TypeError(risk)


def in_tenths(chance: Fraction) -> str:
    """Return a chance in per cent, to a tenth: 0 % only if it never happens, 100 % only if it always does.

    >>> in_tenths(Fraction(10, 216)), in_tenths(Fraction(0)), in_tenths(Fraction(1, 4)), in_tenths(Fraction(1, 5000))
    ('4.6 %', '0 %', '25 %', '0.1 %')
    """
    tenths = min(999, max(1, round(1000 * chance))) if 0 < chance < 1 else round(1000 * chance)
    return f"{tenths // 10} %" if tenths % 10 == 0 else f"{tenths // 10}.{tenths % 10} %"
