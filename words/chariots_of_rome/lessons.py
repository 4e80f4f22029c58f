"""Three short lessons, each with one thing to achieve: hints before each question, remarks, and the judgement."""

from collections.abc import Iterator, Sequence

from engine.chariots_of_rome.printed.data import MOST_ENDURANCE
from engine.chariots_of_rome.seen.views import RaceView
from engine.chariots_of_rome.words import facts as f
from engine.chariots_of_rome.words.answers import GateWishes, TakeGate
from engine.chariots_of_rome.words.options import Options
from engine.chariots_of_rome.words.questions import (
    ChooseAttack,
    ChooseDefense,
    ChooseHardDriving,
    ChooseLoss,
    ChooseSpeed,
    ChooseStep,
)
from engine.facts import Fact
from engine.game import WOODEN
from records.values import EntryId
from words.shared.lessons import hints_by_round, remarks_on
from words.shared.telling import count, ordinal
from words.shared.words import Lesson, Task, Verdict


def _remark(fact: Fact, own: EntryId) -> Iterator[str]:
    """Yield what a fact teaches the driver of *own*."""
    match fact:
        case f.HazardSet(entry=entry, cards=cards) if entry == own and cards:
            yield (
                f"You came into the corner with {fact.total} spaces, and its Safe Speed is {fact.safe}: "
                f"{count(cards, 'card')} too fast. (6.2)"
            )
        case f.CornerEntered(entry=entry, arrival="last") if entry == own:
            yield "Last into a corner gives you 2 Tactics. (6.2)"
        case f.Attacked(rival=rival) if rival == own:
            yield "You were attacked. Tactics in hand buy such cards off. (9.1)"
        case f.Crashed(entry=entry) if entry == own:
            yield "You crashed: each thing you hit draws a Danger card. (10)"
        case f.StoppedShort(entry=entry) if entry == own:
            yield "You were boxed in, and it cost a point. Look for a free lane. (5.3)"
        case f.Drove(entry=entry, passed=passed) if entry == own and passed:
            yield "You overtook: after the first corner each obstacle draws a Danger card. (7)"


def _begins(fact: Fact, own: EntryId) -> bool:
    """Tell whether a fact begins a turn of *own*."""
    return isinstance(fact, f.TurnBegan) and fact.entry == own


_remarks = remarks_on((ChooseSpeed, ChooseHardDriving), _begins, _remark)


_GATES = tuple(TakeGate(f"G{number:02}") for number in (2, 3, 1, 4, 6, 5, 7, 8))
"""For the pupil's chariot: the first of them that is free."""


GREEN, BLUE = EntryId(3), EntryId(4)
"""The rivals that tasks name; the pupil is Red."""


def calm_corner(_view: RaceView, facts: Sequence[Fact], own: EntryId) -> Verdict:
    """Judge whether the pupil came into the first corner without a card."""
    cards = [each.cards for each in facts if isinstance(each, f.HazardSet) and each.entry == own]
    if not cards:
        return Verdict(False, "You have not come to the corner yet.")
    if cards[0]:
        return Verdict(False, f"You came in too fast: {count(cards[0], 'card')} waited for you.")
    return Verdict(True, "You came in at the Safe Speed: not a card for you.")


def rams_green(_view: RaceView, facts: Sequence[Fact], own: EntryId) -> Verdict:
    """Judge whether the pupil has rammed Green."""
    made = [(each.rival, each.kind) for each in facts if isinstance(each, f.Attacked) and each.entry == own]
    if (GREEN, "ram") in made:
        return Verdict(True, "Wheel against wheel: Green draws the cards.")
    if any(rival == GREEN for rival, _ in made):
        return Verdict(False, "You whipped Green. To ram, end right beside Green.")
    return Verdict(False, "Your Attack met another chariot." if made else "You never attacked.")


def fresh(view: RaceView, _facts: Sequence[Fact], own: EntryId) -> Verdict:
    """Judge whether the pupil is far enough in front, and has spent no strength on it."""
    place, left = [each.entry for each in view.ranked()].index(own) + 1, view.chariot(own).endurance
    if left < MOST_ENDURANCE:
        return Verdict(False, f"You lie {ordinal(place)}, but it cost you {MOST_ENDURANCE - left} Endurance.")
    if place > _GOOD:
        return Verdict(False, f"You kept all your Endurance, but you lie {ordinal(place)}.")
    return Verdict(True, f"You lie {ordinal(place)}, as fresh as at the start.")


_GOOD = 3
"""The place that the lesson on orders wants."""

FIRST = Lesson[RaceView](
    title="Speed, moves and the first corner",
    about="Choose a Speed, drive it, and come to the corner no faster than is safe",
    farewell=(
        "That is a turn: Speed, Hard Driving, moves. Slow turns give you Endurance, Tactics and calm. "
        "The next lesson is about Attacks and the cards they draw."
    ),
    options=Options(track="provincial", laps=1, most_rounds=3, charioteers=("C05", "C22", "C28", "C09")),
    rivals=3,
    temperament=WOODEN,
    ready=_GATES,
    task=Task("Be in the first corner after three rounds, without a card.", calm_corner),
    hint=hints_by_round(
        {
            ChooseSpeed: (
                "",
                "You began at Speed I. I moves 4 and recovers, II moves 7, III moves 10 and tires.",
                "Each lane's red number is its Safe Speed: all spaces of your turn count. Each one more is a card.",
            ),
            ChooseHardDriving: (
                "Hard Driving adds 1 to 3 spaces for a point. You have three turns to come to the corner, and into it.",
                "In the turn that enters a corner each extra space may be a card.",
            ),
            ChooseStep: (
                "Each number on the picture is a space where your move can end. Inner lanes are short, and slow.",
            ),
            ChooseDefense: (
                "These cards wait face down. Each space you drive on turns one up. Each Tactics takes one away.",
            ),
            ChooseLoss: ("Tactics can take the place of Endurance.",),
        }
    ),
    remarks=_remarks,
)
SECOND = Lesson[RaceView](
    title="Whips, rams and cards",
    about="Come beside a rival after the first corner, and ram",
    farewell=(
        "Whip whoever is beside or diagonal, ram whoever is right beside you, and keep Tactics for your own defence. "
        "The last lesson is ordered by the round."
    ),
    options=Options(track="talladegas", laps=1, most_rounds=5, charioteers=("C14", "C02", "C07", "C03")),
    rivals=3,
    temperament=WOODEN,
    ready=_GATES,
    task=Task("Ram Green within five rounds.", rams_green),
    hint=hints_by_round(
        {
            ChooseHardDriving: (
                "There are no Attacks before all have left the first corner. Save Tactics until then.",
                "",
            ),
            ChooseSpeed: ("Stay close to Green: a ram reaches only whoever is right beside you, in the next lane.",),
            ChooseAttack: ("An Attack costs 1 Tactics, once a turn. Mind whom you hit, and how.",),
            ChooseDefense: ("The line beside each choice tells what the cards you take may do. Red ones are risky.",),
            ChooseLoss: ("An Attack needs Tactics: pay with Endurance while you can.",),
        }
    ),
    remarks=_remarks,
)
THIRD = Lesson[RaceView](
    title="One order a round",
    about="Write an order that answers everything, as in a race by mail",
    farewell=(
        "An order is a wish: I pass over what doesn't fit. Write it once and it stands until you change it. "
        "Now race: `/play alone game:Chariots of Rome` begins a whole one."
    ),
    options=Options(laps=1, most_rounds=4, charioteers=("C11", "C23", "C16", "C30")),
    rivals=3,
    temperament=WOODEN,
    ready=(GateWishes(("G03", "G04", "G02")),),
    task=Task("Lie third or better after four rounds, with all your Endurance.", fresh),
    hint=lambda view, _ask: (
        "Hard Driving and high Speed tire your team. Press Safe, Fast or Attack, read what it fills in, and change it."
        if view.round <= 1
        else "Your order stands until you change it. How is your Endurance?"
    ),
    remarks=_remarks,
    is_by_turns=True,
)
LESSONS = (FIRST, SECOND, THIRD)
