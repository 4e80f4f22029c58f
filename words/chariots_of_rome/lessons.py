"""Three short lessons, alone against house drivers: hints before each question, and remarks afterwards."""

from collections.abc import Iterator

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
from records.values import EntryId
from words.shared.lessons import hints_by_round, remarks_on
from words.shared.telling import count
from words.shared.words import Lesson


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


FIRST = Lesson[RaceView](
    title="Speed, moves and the first corner",
    about="Choose a Speed, drive it, and come to the corner in a good lane",
    farewell=(
        "That is a turn: Speed, Hard Driving, moves. Slow turns give you Endurance, Tactics and calm. "
        "The next lesson is about Attacks and the cards they draw."
    ),
    options=Options(track="provincial", laps=1, most_rounds=4, charioteers=("C05", "C22", "C28", "C09")),
    rivals=3,
    temperament="novice",
    ready=_GATES,
    hint=hints_by_round(
        {
            ChooseSpeed: (
                "",
                (
                    "You began at Speed I. Now choose: I moves 4 and recovers, II moves 7, III moves 10 and tires. "
                    "Below you see where each leads."
                ),
                (
                    "The corner is near. Each lane's red number is its Safe Speed. For each space that you go faster, "
                    "a card waits for you; each Rattled adds one."
                ),
                "With cards waiting you keep your Speed. Otherwise slow down and recover.",
            ),
            ChooseHardDriving: (
                "**Lesson 1.** Hard Driving adds 1 to 3 spaces for a point. It is early: save your strength.",
                "Drive hard on straights. In a corner each extra space is an extra card.",
            ),
            ChooseStep: (
                "Each number on the picture is a space where your move can end. Press one and you drive there.",
                "Inner lanes are shorter, and slower in corners. Number 1 is worth most from here.",
            ),
            ChooseDefense: (
                "These cards wait face down. Each space you drive on turns one up. Each Tactics takes one away.",
            ),
            ChooseLoss: ("Tactics can take the place of Endurance. Keep both above 3.",),
        }
    ),
    remarks=_remarks,
)
SECOND = Lesson[RaceView](
    title="Whips, rams and cards",
    about="Attack, be attacked, and buy cards off with Tactics",
    farewell=(
        "Whip whoever is beside or diagonal, ram whoever is right beside you, and keep Tactics for your own defence. "
        "The last lesson is ordered by the round."
    ),
    options=Options(track="talladegas", laps=1, most_rounds=8, charioteers=("C14", "C02", "C07", "C03")),
    rivals=3,
    temperament="steady",
    ready=_GATES,
    hint=hints_by_round(
        {
            ChooseHardDriving: (
                "**Lesson 2.** There are no Attacks before all have left the first corner. Save Tactics until then.",
                "",
            ),
            ChooseSpeed: ("Stay close to the others: a whip reaches the lanes beside you, one space ahead and back.",),
            ChooseAttack: (
                (
                    "An Attack costs 1 Tactics, once a turn. A ram hits harder, and draws a card for you as well. "
                    "Compare the odds."
                ),
            ),
            ChooseDefense: ("The line beside each choice tells what the cards you take may do. Red ones are risky.",),
            ChooseLoss: ("At 3 Endurance or less pay with Tactics.",),
        }
    ),
    remarks=_remarks,
)
THIRD = Lesson[RaceView](
    title="One order a round",
    about="Write an order that answers everything, as in a race by mail",
    farewell=(
        "An order is a wish: I pass over what doesn't fit. Write it once and it stands until you change it. "
        "Now race: `/practice game:Chariots of Rome` begins a whole one."
    ),
    options=Options(laps=1, most_rounds=4, charioteers=("C11", "C23", "C16", "C30")),
    rivals=3,
    temperament="steady",
    ready=(GateWishes(("G03", "G04", "G02")),),
    hint=lambda view, _ask: (
        "**Lesson 3.** Press Safe, Fast or Attack and read what it fills in. Then change what you like."
        if view.round <= 1
        else "Look at the line *Most decisive*. Change that, and compare."
    ),
    remarks=_remarks,
    is_by_turns=True,
)
LESSONS = (FIRST, SECOND, THIRD)
