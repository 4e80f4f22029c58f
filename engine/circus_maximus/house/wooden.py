"""The rival of lessons: it writes the speed of its place in the position, drives straight on, and holds (S-25)."""

from engine.circus_maximus.printed.stages import STAGES
from engine.circus_maximus.seen.views import RaceView
from engine.circus_maximus.words.asks import Speed, WriteSpeed
from engine.questions import Answer, Ask


def wooden(view: RaceView, ask: Ask) -> Answer:
    """Return the answer of a wooden rival: it stands, unless its place says otherwise; else the rules' default."""
    if not isinstance(ask.question, WriteSpeed):
        return ask.default
    stage = STAGES.get(view.options.lesson)
    written = stage.places[ask.entry - 1].speed if stage else 0
    return Speed(min(written, ask.question.highest))
