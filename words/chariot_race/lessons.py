"""Three short lessons, each with one thing to achieve: hints before each question, remarks, and the judgement."""

from collections.abc import Iterator, Sequence

from engine.chariot_race.asks import ChooseAttack, ChooseRepair, ChooseReroll, PlanMove, SpendFortune
from engine.chariot_race.facts import (
    CaltropHit,
    CornerTaken,
    FavourGained,
    JavelinThrown,
    Rammed,
    SpeedFell,
    SprintHurt,
    TurnBegan,
)
from engine.chariot_race.state import Options
from engine.chariot_race.track import LANES
from engine.chariot_race.views import RaceView
from engine.facts import Fact
from engine.game import WOODEN
from records.values import EntryId
from words.shared.lessons import hints_by_round, remarks_on
from words.shared.telling import count
from words.shared.words import Lesson, Task, Verdict


def _remark(fact: Fact, own: EntryId) -> Iterator[str]:
    """Yield what a fact teaches the driver of *own*."""
    match fact:
        case CornerTaken(entry=entry) if entry == own:
            yield f"Speed {fact.speed} on {fact.square}, safe at {fact.limit}, cost you {fact.points} health. (8.3)"
        case SprintHurt(entry=entry) if entry == own:
            yield "Each sprint gives 2 speed and costs 1 health. (8.1)"
        case Rammed(entry=entry) if entry == own:
            yield "Your ram cost both of you health. With steps left you drove on. (8.4)"
        case Rammed(rival=rival) if rival == own:
            yield "You were rammed: both lost health, and you kept your space. (8.4)"
        case JavelinThrown(rival=rival) if rival == own:
            yield "A javelin hit you. Nobody can dodge one within two spaces. (8.7)"
        case FavourGained(entry=entry) if entry == own:
            yield f"Fortuna faces gave you fate: you have {fact.fate} now. (6)"
        case SpeedFell(entry=entry) if entry == own:
            yield f"Your health allows speed {fact.speed} at the start of a turn, so you slowed down. (6)"
        case CaltropHit(entry=entry) if entry == own:
            yield "You drove into a caltrop, and it is gone. (8.3)"


def _begins(fact: Fact, own: EntryId) -> bool:
    """Tell whether a fact begins a turn of *own*."""
    return isinstance(fact, TurnBegan) and fact.entry == own


_remarks = remarks_on((ChooseReroll,), _begins, _remark)


RED = EntryId(2)
"""The rival that a task names; the pupil is Blue."""

_IN_FRONT = tuple(EntryId(number) for number in (1, 2, 3, 4))
_BEHIND = tuple(EntryId(number) for number in (2, 3, 4, 1))
"""Start slots, the first one first."""

STEP = 4
"""Parts of a lap between two spaces of the outside lane."""

_HEALTH = 9
"""What the lesson on stones wants to be left of twelve."""


def inside(view: RaceView, _facts: Sequence[Fact], own: EntryId) -> Verdict:
    """Judge whether the pupil drives in the inside lane."""
    mine = view.chariot(own)
    if mine.lane is None:
        return Verdict(False, "You were wrecked on the way.")
    if mine.lane == LANES[0]:
        return Verdict(True, "You hug the inside: nobody has a shorter way than you.")
    missed = LANES.index(mine.lane)
    return Verdict(False, f"You end in the {mine.lane} lane: the inside is {count(missed, 'steer face')} away.")


def healthy(view: RaceView, _facts: Sequence[Fact], own: EntryId) -> Verdict:
    """Judge whether the pupil is whole enough."""
    mine = view.chariot(own)
    if not mine.is_alive:
        return Verdict(False, "Your chariot was wrecked.")
    if mine.damage >= _HEALTH:
        return Verdict(True, f"You come through with {mine.damage} health.")
    return Verdict(False, f"You have {mine.damage} health left. It takes {_HEALTH}.")


def hits_red(view: RaceView, facts: Sequence[Fact], own: EntryId) -> Verdict:
    """Judge whether the pupil's javelin has hit Red."""
    hit = [each.rival for each in facts if isinstance(each, JavelinThrown) and each.entry == own]
    if RED in hit:
        return Verdict(True, "Your javelin hit Red, and Red is slower for it.")
    if hit:
        return Verdict(False, "Your javelin hit somebody else.")
    away = (view.chariot(RED).pos - view.chariot(own).pos) // STEP
    where = f"{count(abs(away), 'space')} {'ahead of' if away > 0 else 'behind'} you" if away else "level with you"
    return Verdict(False, f"You threw no javelin. At the end Red was {where}; it flies two spaces.")


FIRST = Lesson[RaceView](
    title="Dice, speed and the way",
    about="Roll, reroll once for free, and steer to the inside",
    farewell=(
        "That is a turn: roll, reroll, drive, attack. Slow chariots roll more dice, fast ones go farther. "
        "The next lesson is about corners, fate and stones."
    ),
    options=Options(track="AA", most_rounds=2, positions=_IN_FRONT),
    rivals=3,
    temperament=WOODEN,
    task=Task("End round 2 in the inside lane.", inside),
    hint=hints_by_round(
        {
            ChooseReroll: (
                (
                    "These are your dice. **±1** changes your speed, **sprint** adds two for 1 health, **steer** lets "
                    "you change one lane. You may roll any of them again, once."
                ),
                "Your speed stays from turn to turn. You may roll any dice again, once.",
            ),
            SpendFortune: ("Fate can turn a die to the face you want, or roll dice again, for 2 each time.",),
            PlanMove: ("Each number on the picture is a space you can reach. You must drive your whole speed.",),
            ChooseAttack: ("An attack face throws a javelin or drops a caltrop. It does nothing for your task.",),
            ChooseRepair: ("Three fate repair three health, at the start of a turn only.",),
        }
    ),
    remarks=_remarks,
)
SECOND = Lesson[RaceView](
    title="Corners, fate and stones",
    about="Safe speeds, what fate buys, and a track with stones",
    farewell=(
        "Come to a corner slow, or with health to spare. Keep a steer face where stones lie ahead, and fate to turn "
        "one. The last lesson is about javelins."
    ),
    options=Options(track="BB", most_rounds=3, positions=_IN_FRONT),
    rivals=3,
    temperament=WOODEN,
    task=Task(f"Have {_HEALTH} health left after three rounds among the stones.", healthy),
    hint=hints_by_round(
        {
            ChooseReroll: (
                (
                    "Numbers on the track are safe speeds: 3 inside, 5 in the middle, 7 outside. Each point over costs "
                    "1 health."
                ),
                "Stones wreck you, in every lane. The line above says how far away yours are: keep a steer face.",
                "Damage slows you: at the start of a turn your speed falls to what your health allows.",
            ),
            SpendFortune: ("2 fate turn any die. Turn one to steer where stones or a number lie ahead.",),
            PlanMove: ("Outer lanes are longer, but safe at 7. Compare what each end costs before you press.",),
            ChooseAttack: ("Hit whoever is ahead of you, or drop a caltrop where somebody follows.",),
            ChooseRepair: ("Three fate for three health: that counts for your task.",),
        }
    ),
    remarks=_remarks,
)
THIRD = Lesson[RaceView](
    title="Javelins",
    about="Come within two spaces with an attack face in hand",
    farewell=(
        "A javelin always hits, and reaches two spaces. A caltrop waits for whoever follows. "
        "Now race: `/play alone game:Chariot Race` begins a whole one."
    ),
    options=Options(track="AA", most_rounds=2, positions=_BEHIND),
    rivals=3,
    temperament=WOODEN,
    task=Task("Hit Red with a javelin in two rounds.", hits_red),
    hint=hints_by_round(
        {
            ChooseReroll: ("You start last. An attack face is a javelin; keep one, or roll for one.",),
            SpendFortune: ("2 fate turn any die: to attack, or to the speed that brings you near Red.",),
            PlanMove: ("A javelin reaches two spaces: where must you end to have Red in reach?",),
            ChooseAttack: ("Whoever is in reach is on offer. Mind whom you hit.",),
            ChooseRepair: ("Three fate repair three health. Without fate you turn no die.",),
        }
    ),
    remarks=_remarks,
)
LESSONS = (FIRST, SECOND, THIRD)
