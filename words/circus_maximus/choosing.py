"""How the choices of a turn are put where each move is asked for: the speed and the whip in one press (6.11, S-80)."""

from collections.abc import Iterator
from math import ceil

from engine.circus_maximus.orders.choices import Choice as Chosen
from engine.circus_maximus.orders.choices import choices
from engine.circus_maximus.orders.passing import places_gained
from engine.circus_maximus.orders.presets import MOST_BURNT, SUGGESTED
from engine.circus_maximus.seen.views import ChariotView, RaceView
from engine.questions import Ask
from words.circus_maximus.codes import pack, pack_with
from words.circus_maximus.in_short import DANGEROUS
from words.circus_maximus.ways import strain_told
from words.shared.telling import count
from words.shared.words import Choice

LIST = "m"
"""The code of the page with the exact list of speeds."""


def choice_buttons(view: RaceView, ask: Ask) -> tuple[Choice, ...]:
    """Return a button for each choice, the best first. Green is the first that does not endanger the chariot."""
    own, found = view.chariot(ask.entry), choices(view, ask)
    best = next((each for each in found if not _is_dangerous(each)), None)
    return tuple(
        Choice(_label(own, each), "answer", _code(each), "success" if each is best else "secondary") for each in found
    )


def _is_dangerous(of: Chosen) -> bool:
    return ceil(100 * of.crash) >= DANGEROUS


def _code(of: Chosen) -> str:
    return pack(of.speed) if of.begin is None else pack_with(of.speed, of.begin)


def _label(own: ChariotView, of: Chosen) -> str:
    """Return the label of a choice: what it does with the speed, and how it ends as the others stand now."""
    burnt = of.run.course.burnt
    if burnt > MOST_BURNT:
        return f"{_deed(own, of)} · blocked, {burnt} wasted"
    told = strain_told(own, [course.forecast for course in of.courses])
    return " · ".join(filter(None, (_deed(own, of), told)))


def _deed(own: ChariotView, of: Chosen) -> str:
    speed = of.speed.factors
    if of.whips:
        return f"Whip {speed} + {'half ' if own.arm else ''}die"
    written = f"{speed} S" if of.speed.strain else f"{speed} +{of.speed.gain}" if of.speed.gain else f"{speed}"
    if not own.last_speed:
        return f"Go {written}"
    verb = "Hold" if speed == own.last_speed else "Push to" if speed > own.last_speed else "Ease to"
    return f"{verb} {written}"


def _die(own: ChariotView) -> str:
    """Return what the whip may bring (6.52): with a wounded arm half of the die, rounded up (13.1)."""
    return "1 to 3" if own.arm else "1 to 6"


def choice_lines(view: RaceView, ask: Ask) -> Iterator[str]:
    """Yield what the whip costs, and who would be passed if the others kept their speeds."""
    own, found = view.chariot(ask.entry), choices(view, ask)
    if any(each.whips for each in found):
        yield f"The whip adds a die ({_die(own)}) and costs as much of your **{own.endurance}** endurance."
    best = {each.whips: each for each in found if each.preset == SUGGESTED}
    gained = {whips: places_gained(view, own, (of.run.alone or of.run.course).forecast) for whips, of in best.items()}
    if len(set(gained.values())) > 1:
        told = ", ".join(f"{'with' if whips else 'without'} the whip {_places(gained[whips])}" for whips in gained)
        yield f"If the others hold their speeds: {told}."


def _places(number: int) -> str:
    if not number:
        return "you keep your place"
    return f"you {'gain' if number > 0 else 'lose'} {count(abs(number), 'place')}"
