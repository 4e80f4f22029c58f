"""Two short lessons, alone against house drivers: hints before each question, and remarks afterwards."""

from collections.abc import Iterator

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
from engine.chariot_race.views import RaceView
from engine.facts import Fact
from records.values import EntryId
from words.shared.lessons import hints_by_round, remarks_on
from words.shared.words import Lesson


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


FIRST = Lesson[RaceView](
    title="Dice, speed and the way",
    about="Roll, reroll once for free, choose a way",
    farewell=(
        "That is a turn: roll, reroll, drive, attack. Slow chariots roll more dice, fast ones go farther. "
        "The next lesson is about corners, fate and javelins."
    ),
    options=Options(track="AA", most_rounds=3),
    rivals=3,
    temperament="novice",
    ready=(),
    hint=hints_by_round(
        {
            ChooseReroll: (
                (
                    "**Lesson 1: dice, speed and the way.** These are your dice. **±1** changes your speed, **sprint** "
                    "adds two for 1 health, **steer** lets you change lanes. You may roll any of them again, once."
                ),
                "Your speed stays from turn to turn. Below you see where keeping all dice takes you, and its price.",
                "Pick dice one by one if you want to keep others, or take the best drive at once.",
            ),
            SpendFortune: (
                "Fate can turn a die or roll dice again, for 2 each time. Save it for now: press the green button.",
            ),
            PlanMove: (
                (
                    "Each number on the picture is a space you can reach. Green is free, gold costs health. You must "
                    "drive your whole speed."
                ),
            ),
            ChooseAttack: ("An attack face throws a javelin or drops a caltrop. Try one: a javelin always hits.",),
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
        "one. Now race: `/practice game:Chariot Race` begins a whole one."
    ),
    options=Options(track="BB", most_rounds=4),
    rivals=3,
    temperament="steady",
    ready=(),
    hint=hints_by_round(
        {
            ChooseReroll: (
                (
                    "**Lesson 2: corners, fate and stones.** Numbers on the track are safe speeds: 3 inside, 5 in the "
                    "middle, 7 outside. Each point over costs 1 health."
                ),
                (
                    "This track has stones in every lane, and they wreck you. The line above says how far away yours "
                    "are. Keep a steer face for them."
                ),
                "Damage slows you: at the start of a turn your speed falls to what your health allows.",
            ),
            SpendFortune: (
                "2 fate turn any die. Turn one to steer where stones or a number lie ahead, and compare the odds.",
            ),
            PlanMove: ("Outer lanes are longer, but safe at 7. Compare what each end costs before you press.",),
            ChooseAttack: ("Hit whoever is ahead of you, or drop a caltrop where somebody follows.",),
            ChooseRepair: ("Repair while you are fast: health lets you keep your speed.",),
        }
    ),
    remarks=_remarks,
)
LESSONS = (FIRST, SECOND)
