"""Where moves lead, and the possible results of dice, in the words of a turn's controls."""

from collections.abc import Sequence

from engine.chariot_race.advice import risk
from engine.chariot_race.asks import FinishDice, Move, PlanMove
from engine.chariot_race.data import FORTUNE_COST
from engine.chariot_race.odds import odds
from engine.chariot_race.outlooks import WayOdds
from engine.chariot_race.track import STEPS
from engine.chariot_race.views import ChariotView, RaceView
from engine.questions import Answer, Ask
from records.values import EntryId, Square
from words.shared.telling import called, joined
from words.shared.words import Names


def question_of(view: RaceView, own: ChariotView) -> PlanMove:
    """Return the next question to a chariot if its dice stay as they lie."""
    assert own.square is not None, "who moves is on the board"
    return PlanMove(own.square, own.speed, own.sheet.speed_max, view.dice)


def ways(view: RaceView, entry: EntryId, question: PlanMove) -> list[WayOdds]:
    """Return a move for each possible outcome of a turn, the one that is advised first (15.4).

    That is the best one of those that cost little more health than they must; costlier ones follow.
    """
    found = [way for way in odds(view, Ask(entry, question, Move(0, ""))) if isinstance(way, WayOdds)]
    accepted = min((way.damage for way in found if not way.is_wrecked), default=0) + risk(view.chariot(entry))
    return sorted(found, key=lambda way: (way.is_wrecked, way.damage > accepted))


def through(start: Square, path: str) -> tuple[Square, ...]:
    """Return the spaces of a way, from where it starts."""
    squares = [start]
    for letter in path:
        squares.append(STEPS[letter][squares[-1]])
    return tuple(squares)


def led_to(way: WayOdds, own: ChariotView, names: Names) -> str:
    """Return the outcome of a way, in a few words."""
    if way.is_wrecked:
        return f"speed {way.speed}, ☠️ **wrecked**"
    left = own.damage - way.damage
    cost = f"{way.damage} health lost, {left} left" if way.damage else "no damage"
    rams = f", rams {joined([called(names, rival) for rival in way.rams])}" if way.rams else ""
    wrecks = f", wrecks {joined([called(names, rival) for rival in way.wrecks])}" if way.wrecks else ""
    return f"speed {way.speed}, {cost}{rams}{wrecks}"


def where(way: WayOdds) -> str:
    """Return where a way ends, for a button."""
    if way.is_wrecked:
        return "☠️ wreck"
    return f"→ {'🏁' if way.finishes else way.end}{f' · −{way.damage}' if way.damage else ''}"


def go_on(view: RaceView, own: ChariotView, first: Sequence[Answer], way: WayOdds | None) -> tuple[Answer, ...]:
    """Return a plan that keeps the dice and drives: an answer to each question on the way, and to no other.

    :param first: answers before it, such as a reroll of nothing.
    :param way: none where there is one alone, which is driven unasked.
    """
    asks_fate = own.fate >= FORTUNE_COST
    done: list[Answer] = [FinishDice()] if asks_fate else []
    return (*first, *done, *([way.answer] if way is not None and is_asked(view, own) else []))


def is_asked(view: RaceView, own: ChariotView) -> bool:
    """Tell whether the dice as they lie leave a choice of ways (6, state 9)."""
    question = question_of(view, own)
    return own.damage > question.sprints and len(question.legal()) > 1


def speed_range(question: PlanMove) -> str:
    """Return the speeds that dice leave to choose from.

    >>> speed_range(PlanMove(Square("M01"), 6, 12, ("plusminus", "sprint")))
    '7 or 9'
    """
    speeds = [str(speed) for speed in question.speeds()]
    return speeds[0] if len(speeds) == 1 else f"{', '.join(speeds[:-1])} or {speeds[-1]}"
