"""The question for a card: the player's hand, where each card can take them, and what it leaves them."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from engine.ave_caesar.advice import advise
from engine.ave_caesar.asks import Play, PlayCard
from engine.ave_caesar.courses import FINISH, LAST_LAP, Situation, Space
from engine.ave_caesar.movement import after
from engine.ave_caesar.refusals import explain, why_not
from engine.ave_caesar.views import ChariotView, RaceView
from engine.marks import ReachMark
from engine.questions import Answer, Ask
from records.refusals import Refused
from records.values import Square
from words.ave_caesar.codes import pack, unpack
from words.ave_caesar.refusals import refusal
from words.shared.telling import called, count, to_spare
from words.shared.words import Choice, Controls, Crop, Names, Style, in_rows


def controls(view: RaceView, ask: Ask, names: Names, plan: str = "") -> Controls:
    """Return the controls of *ask* for the driver of its entry.

    :param plan: the code of the play that is looked at; empty at first.
    :raises Refused: if it cannot be played.
    """
    question = ask.question
    assert isinstance(question, PlayCard)
    plays = straightest_plays(question)
    looked_at = _looked_at(view, ask, plan)
    own = view.chariot(ask.entry)
    best = None if view.lesson else advise(view, ask)  # a lesson is for trying (S-25)
    lines = [*_standing(view, own, question), *_lines(view, ask, names, plays, looked_at, best)]
    start = Square(question.space)
    shown = looked_at or next((play for play in plays if _is_as_good(play, best)), None)
    path = (start, *(Square(space) for space in shown.path)) if shown else (start,)
    return Controls(
        title=f"Round {view.round}: play a card for {called(names, ask.entry)}",
        text="\n".join(lines),
        typed_label="A card, and where to: 4 11c",
        typed_example=_example(plays[0]),
        rows=_rows_of_plan(looked_at, best) if looked_at else _rows(plays, best),
        crop=Crop(tuple(_reach(plays)), path),
    )


def straightest_plays(question: PlayCard) -> list[Play]:
    """Return one play for each card and each space it can end at, by card and space; of several, the straightest.

    All ways of a card to a space come to the same (7.7).
    """
    lanes = {space.id: space.lane for space in question.runway.data.spaces}
    best: dict[tuple[int, Space], Play] = {}

    def turns(play: Play) -> int:
        way = [lanes.get(space) for space in (question.space, *play.path)]
        return sum(one is not None and other is not None and one != other for one, other in pairwise(way))

    for play in question.plays:
        known = best.get((play.card, play.to))
        if known is None or turns(play) < turns(known):
            best[play.card, play.to] = play
    return [best[key] for key in sorted(best)]


def taken(_view: RaceView, answers: Sequence[Answer]) -> str:
    """Return a player's own answer in words: ``a 4 to 11c``."""
    (play,) = answers
    assert isinstance(play, Play)
    return f"a {play.card} {_end(play)}"


def kept(play: Answer, _names: Names) -> str:
    """Return an answer in words, without the race as it was.

    >>> kept(Play(4, ("01b", "02b", "03b", "04b")), {})
    'card 4 to 04b'
    """
    assert isinstance(play, Play)
    return f"card {play.card} {_end(play)}"


def _looked_at(view: RaceView, ask: Ask, plan: str) -> Play | None:
    if not plan:
        return None
    (play,) = unpack(plan)
    assert isinstance(play, Play)
    try:
        ask.question.verify(play)
    except Refused as refused:
        raise explain(view, ask, play) from refused
    return play


def _end(play: Play) -> str:
    return "over the finish line" if play.to == FINISH else f"to {play.to}"


def _example(play: Play) -> str:
    return f"{play.card} {play.to.lower() if play.to == FINISH else play.to}"


def _standing(view: RaceView, own: ChariotView, question: PlayCard) -> Iterator[str]:
    """Yield the chariot's space, its remaining points, its debt, and whether it leads."""
    lap = f"on lap {own.crossings} of {LAST_LAP}" if own.crossings else "on the grid"
    yield (
        f"At {question.space}, {lap}, {view.course} course, {view.direction}. "
        f"{_left(own.points_left, own.remaining)}, {count(own.cards_left, 'card')} left."
    )
    if question.coin:
        by = "of this lap; you may not drive past it" if question.crossings == 2 else "of lap 1 or 2"
        yield f"🪙 You owe Caesar the tribute: stop in the alley at the end {by}. (rule 7.9)"
    if question.strict_finish and question.crossings == LAST_LAP:
        yield "🏁 Strict finish: the spaces behind the line must be free for the whole card. (rule 7.1)"
    if own.leads and question.crossings:
        free = "yet you may play a 6 now" if question.sixes else "so you may not play a 6"
        yield f"👑 You lead, {free}. (rule 7.4)"


def _left(points: int, remaining: int | None) -> str:
    """Return points against the shortest way; none if no way leads to the finish any more."""
    if remaining is None:
        return f"{count(points, 'point')}, and no way to the finish"
    spare = points - remaining
    told = f"**{to_spare(spare, 'point')}**" if spare >= 0 else f"**{-spare} too few**"
    return f"{count(points, 'point')} for {count(remaining, 'step')}: {told}"


def _lines(
    view: RaceView, ask: Ask, names: Names, plays: Sequence[Play], looked_at: Play | None, best: Play | None
) -> Iterator[str]:
    question = ask.question
    assert isinstance(question, PlayCard)
    own = view.chariot(ask.entry)
    if looked_at is not None:
        yield f"**Your {looked_at.card} {_end(looked_at)}**{_by(looked_at)}."
        yield f"{_outcome(question, own, looked_at)}."
        return
    yield f"Your hand: {' · '.join(f'**{card}**' for card in question.hand)}"
    yield from _targets(question, own, plays, best)
    for card in sorted(set(question.hand)):
        if (why := why_not(view, ask, card)) is not None:
            yield f"✖️ **{card}**: {refusal(why, names)}"


def _targets(question: PlayCard, own: ChariotView, plays: Sequence[Play], best: Play | None) -> Iterator[str]:
    """Yield where each card leads, with the numbers of the buttons; targets that leave the same share a line."""
    outcomes: dict[tuple[int, str], list[str]] = {}
    for number, play in enumerate(plays, start=1):
        space = "the finish" if play.to == FINISH else play.to
        star = "⭐ " if len(plays) > 1 and _is_as_good(play, best) else ""
        target = f"{star}{space} (button {number})"
        outcomes.setdefault((play.card, _consequence(question, own, play)), []).append(target)
    for (card, consequence), targets in outcomes.items():
        yield f"Card **{card}** to {' or '.join(targets)}: {consequence}"
    if len(plays) > 1 and best is not None:
        yield "-# ⭐ The best I see. Green plays it at once; another button shows its move first"


def _is_as_good(play: Play, best: Play | None) -> bool:
    """Say whether a play comes to the same as the best one."""
    return best is not None and (play.card, play.to) == (best.card, best.to)


def _by(play: Play) -> str:
    """Return the spaces on the way; none if the line comes first."""
    spaces = [space for space in play.path if space != FINISH]
    return f", by {', '.join(spaces)}" if spaces else ""


def _consequence(question: PlayCard, own: ChariotView, play: Play) -> str:
    """Return the outcome of a play: points to spare against the shortest way, and the coin."""
    way = question.runway
    there = after(way, question.here, play.path)
    points = own.points_left - play.card
    if there[0] == FINISH:
        return f"🏁 finished, {count(points, 'point')} unused"
    return f"{_spare(points, way.remaining.get(there))}{_coin(question, there)}"


def _outcome(question: PlayCard, own: ChariotView, play: Play) -> str:
    """Return in a sentence what the play that is looked at leaves."""
    if play.to == FINISH:
        return f"🏁 You finish with {count(own.points_left - play.card, 'point')} unused"
    return f"It leaves {_consequence(question, own, play)}"


def _spare(points: int, remaining: int | None) -> str:
    if remaining is None:
        return "no way to the finish"
    spare = points - remaining
    return to_spare(spare, "point") if spare >= 0 else f"⚠️ {count(-spare, 'point')} too few"


def _coin(question: PlayCard, there: Situation) -> str:
    if not question.coin:
        return ""
    return ", tribute still owed" if there[2] else ", 🪙 tribute paid"


def _rows(plays: Sequence[Play], best: Play | None) -> tuple[tuple[Choice, ...], ...]:
    """Return a button for each target. The best one is green and plays at once; others show what the move leaves."""
    return in_rows([_button(number, play, best) for number, play in enumerate(plays, start=1)])


def _button(number: int, play: Play, best: Play | None) -> Choice:
    label = f"{number}: card {play.card} {_arrow(play)}"
    if _is_as_good(play, best):
        return Choice(label, "drive", pack(play), "success")
    return Choice(label, "plan", pack(play))


def _arrow(play: Play) -> str:
    return "→ finish" if play.to == FINISH else f"→ {play.to}"


def _rows_of_plan(play: Play, best: Play | None) -> tuple[tuple[Choice, ...], ...]:
    style: Style = "success" if _is_as_good(play, best) else "primary"
    return (
        (
            Choice(f"Play card {play.card} {_arrow(play)}", "drive", pack(play), style),
            Choice("Another card or space", "plan", ""),
        ),
    )


def _reach(plays: Sequence[Play]) -> Iterator[ReachMark]:
    """Yield the target spaces, with the number of their button and the card that leads there."""
    for number, play in enumerate(plays, start=1):
        yield ReachMark(Square(play.to), str(number), str(play.card))
