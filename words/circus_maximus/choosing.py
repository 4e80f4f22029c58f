"""How the choices of a turn are put where each move is asked for: the speed and the whip in one press (6.11, S-72)."""

from collections.abc import Iterator

from engine.circus_maximus.house.lines import squares_driven
from engine.circus_maximus.orders.choices import Choice as Chosen
from engine.circus_maximus.orders.choices import choices
from engine.circus_maximus.orders.presets import MOST_BURNT, SUGGESTED
from engine.circus_maximus.printed.stages import NO_STAGE, STAGES
from engine.circus_maximus.seen.views import ChariotView, RaceView
from engine.circus_maximus.words.asks import Speed, WriteSpeed
from engine.questions import Ask
from words.circus_maximus.codes import pack, pack_with
from words.circus_maximus.in_short import DANGEROUS
from words.circus_maximus.ways import strain_told
from words.shared.telling import capital, count
from words.shared.words import Choice, Style

LIST = "m"
"""The code of the page with the exact list of speeds."""


def choice_buttons(view: RaceView, ask: Ask) -> tuple[Choice, ...]:
    """Return a button for each choice, the best first and green; in a lesson its own speed comes first."""
    taught, own = taught_speed(view, ask), view.chariot(ask.entry)
    others = [each for each in choices(view, ask) if each.speed != taught]
    first = [Choice(f"Try {taught.factors}", "answer", pack(taught), "success")] if taught else []
    style: Style = "secondary" if taught else "success"
    buttons = [
        Choice(_label(own, each), "answer", _code(each), "secondary" if place or _is_bad(each) else style)
        for place, each in enumerate(others)
    ]
    return (*first, *buttons)


def _is_bad(of: Chosen) -> bool:
    """Tell whether it is nothing to press without a look."""
    return of.run.course.burnt > MOST_BURNT or of.run.course.forecast.flip_percent >= DANGEROUS


def _code(of: Chosen) -> str:
    return pack(of.speed) if of.begin is None else pack_with(of.speed, of.begin)


def taught_speed(view: RaceView, ask: Ask) -> Speed | None:
    """Return the speed of a lesson's first turn; none elsewhere, or if it may not be written."""
    stage, question = STAGES.get(view.options.lesson, NO_STAGE), ask.question
    assert isinstance(question, WriteSpeed)
    is_told = stage.speed is not None and view.turn == stage.turn + 1 and stage.speed <= question.highest
    return Speed(stage.speed) if is_told and stage.speed is not None else None


def _label(own: ChariotView, of: Chosen) -> str:
    """Return the label of a choice: what it does with the speed, and how it ends as the others stand now."""
    said = _deed(own, of)
    burnt = of.run.course.burnt
    blocked = f", burns {count(burnt, 'endurance')}" if burnt > MOST_BURNT else ""
    return f"{said} · {strain_told(own, of.run.course.forecast)}{blocked}"


def _deed(own: ChariotView, of: Chosen) -> str:
    speed = of.speed.factors
    if of.whips:
        return f"Whip: {speed} + {_die(own)}"
    written = f"{speed} S" if of.speed.strain else f"{speed} +{of.speed.gain}" if of.speed.gain else f"{speed}"
    if not own.last_speed:
        return f"Go {written}"
    verb = "Hold" if speed == own.last_speed else "Up to" if speed > own.last_speed else "Ease to"
    return f"{verb} {written}"


def _die(own: ChariotView) -> str:
    """Return what the whip may bring (6.52): with a wounded arm half of the die, rounded up (13.1)."""
    return "1 to 3" if own.arm else "1 to 6"


def choice_lines(view: RaceView, ask: Ask) -> Iterator[str]:
    """Yield what the whip costs, and who would be passed if the others kept their speeds."""
    own, found = view.chariot(ask.entry), choices(view, ask)
    if any(each.whips for each in found):
        yield f"The whip adds {_die(own)}, for as much of your **{own.endurance}** endurance."
    gained = {each: _gained(view, own, each) for each in found if each.preset == SUGGESTED}
    if len(set(gained.values())) > 1:
        told = ", ".join(f"{_short(each)}: {_places(number)}" for each, number in gained.items())
        yield f"If the others hold their speeds: {told}."


def _short(of: Chosen) -> str:
    return capital("whip" if of.whips else "no whip")


def _places(number: int) -> str:
    if not number:
        return "you keep your place"
    return f"you {'gain' if number > 0 else 'lose'} {count(abs(number), 'place')}"


def _gained(view: RaceView, own: ChariotView, of: Chosen) -> int:
    """Return the places gained by a choice on a clear road if all others go as far as in their last turn."""
    course = of.run.alone or of.run.course
    assert own.square is not None
    here = squares_driven(own.corners, own.square)
    mine = here + course.forecast.factors
    rivals = [each for each in view.chariots if each.square and each.entry != own.entry and each.status == "racing"]
    now = {each.entry: squares_driven(each.corners, each.square) for each in rivals if each.square}
    ahead = sum(place > here for place in now.values())
    return ahead - sum(now[each.entry] + each.last_speed > mine for each in rivals)
