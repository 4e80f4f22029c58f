"""Three short lessons, each with one thing to achieve: what to know before a card, and the judgement of the attempt."""

from collections.abc import Sequence

from engine.ave_caesar.asks import PlayCard
from engine.ave_caesar.courses import runway
from engine.ave_caesar.facts import CoinPaid
from engine.ave_caesar.state import Options
from engine.ave_caesar.views import RaceView
from engine.facts import Fact
from engine.game import WOODEN
from records.values import EntryId
from words.shared.lessons import hints_by_round
from words.shared.telling import count
from words.shared.words import Lesson, Task, Verdict

_ROW = 60
"""Parts of a row in which a view tells how far a chariot has come."""

_FIRST = tuple(EntryId(number) for number in (1, 2, 3))
_SECOND = tuple(EntryId(number) for number in (2, 1, 3))
"""Who starts where, position 1 first; the pupil is number 1."""

_LEAD = 5
"""Rows by which the first lesson wants its pupil to lead."""


def in_front(view: RaceView, _facts: Sequence[Fact], own: EntryId) -> Verdict:
    """Judge whether the pupil leads by as much as the task asks."""
    mine = view.chariot(own).pos or 0
    lead = mine - max(each.pos or 0 for each in view.chariots if each.entry != own)
    if lead >= _LEAD * _ROW:
        return Verdict(True, f"You lead by {count(lead // _ROW, 'row')}.")
    if lead > 0:
        return Verdict(False, f"You lead by {count(max(1, lead // _ROW), 'row')}. It takes {_LEAD}.")
    missed = f"{count(-lead // _ROW, 'row')} behind the leader" if lead <= -_ROW else "level with the leader"
    return Verdict(False, f"You are {missed}.")


def in_the_pass(view: RaceView, _facts: Sequence[Fact], own: EntryId) -> Verdict:
    """Judge whether the pupil stands in the second narrow pass and leads the field."""
    mine = view.chariot(own)
    spaces = {each.id: each for each in runway(view.course, view.direction).data.spaces}
    passed = [each for each in view.chariots if each.entry != own and (each.pos or 0) > (mine.pos or 0)]
    there = max((each for each in spaces.values() if each.kind == "bottleneck"), key=lambda each: each.start)
    if mine.space == there.id:
        if not passed:
            return Verdict(True, "You stand in the pass, and all others queue behind you.")
        return Verdict(False, f"You stand in the pass, but {count(len(passed), 'chariot')} had passed before.")
    short = (there.start - (mine.pos or 0)) // _ROW + 1
    if short > 0:
        return Verdict(False, f"You stopped {count(short, 'row')} short of the pass.")
    return Verdict(False, f"You drove {count(1 - short, 'row')} past the pass, and left it open behind you.")


def tribute(view: RaceView, facts: Sequence[Fact], own: EntryId) -> Verdict:
    """Judge whether the pupil has stopped before Caesar."""
    if any(isinstance(each, CoinPaid) and each.entry == own for each in facts):
        return Verdict(True, "Ave Caesar! Your tribute is paid, and the alley lies behind you for good.")
    is_past = view.chariot(own).crossings > 1
    return Verdict(False, "You drove past Caesar." if is_past else "You have not come to Caesar's alley yet.")


FIRST = Lesson(
    title="Cards and the lead",
    about="Play a card a round, and save the 6 for when you may play it",
    farewell=(
        "You have 24 cards, and three laps take about eighty steps: so short ways win. A leader may not play a 6; "
        "everybody else may."
    ),
    options=Options(
        course="white", direction="clockwise", most_rounds=4, lesson=1, positions=(EntryId(2), EntryId(1), EntryId(3))
    ),
    rivals=2,
    temperament=WOODEN,
    task=Task("Lead by five rows after four rounds.", in_front),
    hint=hints_by_round(
        {
            PlayCard: (
                "You hold three cards, and play one a round: so many steps. Inner lanes are shorter.",
                "Who leads may not play a 6. A 6 counts most when somebody else leads.",
                "Two rounds to go: which card do you want to keep for the last one?",
                "The last card.",
            ),
        }
    ),
)
SECOND = Lesson(
    title="The narrow pass",
    about="Stop where one chariot alone has room, and all others wait",
    farewell=(
        "Nobody passes a chariot in a narrow pass. Stand there, and the others miss their turns or waste their cards."
    ),
    options=Options(
        course="white", direction="clockwise", most_rounds=3, lesson=2, positions=(EntryId(1), EntryId(2), EntryId(3))
    ),
    rivals=2,
    temperament=WOODEN,
    task=Task("Block the way: end round 3 in the second narrow pass, with nobody ahead.", in_the_pass),
    hint=hints_by_round(
        {
            PlayCard: (
                "The first pass is five steps ahead, the second twelve. Three cards must add up to twelve.",
                "Leave yourself a card that ends in the pass.",
                "This card must end in the pass: below you see where each one ends.",
            ),
        }
    ),
)
THIRD = Lesson(
    title="The tribute",
    about="Stop before Caesar, as everybody must once",
    farewell=(
        "Everybody must stop in Caesar's alley once, at the end of lap 1 or 2. On lap 2 nobody drives past it unpaid. "
        "Now race: `/play alone game:Ave Caesar` begins a whole one."
    ),
    options=Options(
        course="white", direction="clockwise", most_rounds=3, lesson=3, positions=(EntryId(1), EntryId(2), EntryId(3))
    ),
    rivals=2,
    temperament=WOODEN,
    task=Task("Pay your tribute to Caesar within three rounds.", tribute),
    hint=hints_by_round(
        {
            PlayCard: (
                (
                    "The alley is the lane beside Caesar's box. You enter it before the line, from the lane next to "
                    "it only, and any move that enters it ends there."
                ),
                "Come to the lane next to the alley before you come to the line.",
                "The last card: does it lead into the alley?",
            ),
        }
    ),
)
LESSONS = (FIRST, SECOND, THIRD)
