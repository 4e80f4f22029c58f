"""Controls of a move: every end within reach, numbered, the best first, with its cost."""

from collections.abc import Iterator, Sequence

from engine.chariot_race.asks import PlanMove
from engine.chariot_race.notation import write_plan
from engine.chariot_race.outlooks import WayOdds
from engine.chariot_race.views import ChariotView, RaceView
from engine.marks import ReachMark
from engine.questions import Ask
from records.values import Square
from words.chariot_race.chances import led_to, speed_range, through, ways, where
from words.chariot_race.codes import pack
from words.chariot_race.dicing import ahead, standing
from words.shared.telling import called
from words.shared.words import Choice, Controls, Crop, Names, Option, Style, in_rows

_BUTTONS = 9
_LISTED = 25  # lines of a select


def move(view: RaceView, ask: Ask, question: PlanMove, names: Names, _plan: str) -> Controls:
    """Return the question for a move."""
    own = view.chariot(ask.entry)
    found = ways(view, ask.entry, question)
    shown = _distinct(found)[:_BUTTONS]
    others = [way for way in found if way not in shown][:_LISTED]
    lines = [standing(own), f"Speed {speed_range(question)}, {_lane_changes(question)}. {ahead(view, own)}"]
    lines += [f"`{number}` {where(way)}: {led_to(way, own, names)}." for number, way in enumerate(shown, start=1)]
    buttons = list(_buttons(shown))
    return Controls(
        title=f"Where does {called(names, ask.entry)} drive?",
        text="\n".join(lines),
        typed_label="A way: +FFIFF",
        typed_example=write_plan(question, found[0].answer),
        rows=in_rows(buttons),
        placeholder="Other ways",
        options=tuple(Option(_label(question, way), pack(way.answer), _plain(way, own)) for way in others),
        crop=Crop(tuple(_marks(question, shown)), through(question.square, shown[0].answer.path)),
    )


def _lane_changes(question: PlanMove) -> str:
    if not question.steers:
        return "no lane change"
    return "1 lane change at most" if question.steers == 1 else f"{question.steers} lane changes at most"


def _distinct(found: Sequence[WayOdds]) -> list[WayOdds]:
    """Return the best way to each space; ways into a wreck only if no other is left."""
    alive = [way for way in found if not way.is_wrecked] or list(found)
    best: dict[Square | None, WayOdds] = {}
    for way in alive:
        best.setdefault(way.end, way)
    return list(best.values())


def _buttons(shown: Sequence[WayOdds]) -> Iterator[Choice]:
    for number, way in enumerate(shown, start=1):
        style: Style = "danger" if way.is_wrecked else "success" if number == 1 else "secondary"
        yield Choice(f"{number} {where(way)}", "answer", pack(way.answer), style)


def _marks(question: PlanMove, shown: Sequence[WayOdds]) -> Iterator[ReachMark]:
    for number, way in enumerate(shown, start=1):
        kind = "wreck" if way.is_wrecked else "harm" if way.damage else "free"
        cost = f" −{way.damage}" if way.damage and not way.is_wrecked else ""
        square = way.end or through(question.square, way.answer.path)[-1]
        yield ReachMark(square, f"{number}{cost}", kind)


def _label(question: PlanMove, way: WayOdds) -> str:
    return f"{where(way)} by {write_plan(question, way.answer)}"


def _plain(way: WayOdds, own: ChariotView) -> str:
    """Return the outcome of a way without names, for a select."""
    if way.is_wrecked:
        return f"Speed {way.speed}, wrecked"
    rams = f", rams {len(way.rams)}" if way.rams else ""
    return f"Speed {way.speed}, {own.damage - way.damage} health left{rams}"
