"""Six short lessons, one new thing each, alone against house drivers: hints before each question, and remarks after it.

The first five teach the race; one more teaches an edition to those who know the others.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from engine.circus_maximus.printed.editions import EDITIONS, Edition
from engine.circus_maximus.printed.stages import STAGES
from engine.circus_maximus.seen.views import RaceView
from engine.circus_maximus.words.asks import BeginPhase, ChooseWayOut, MeetAttack, NextAction, WriteSpeed
from engine.circus_maximus.words.facts import (
    Attacked,
    Braked,
    CornerStrained,
    Jostled,
    Sideslipped,
    TeamStrained,
    TurnBegan,
)
from engine.circus_maximus.words.options import Options
from engine.facts import Fact, OrderFollowed, Rolled
from engine.questions import Ask, Question
from records.values import EntryId
from words.circus_maximus.numbers import rule
from words.circus_maximus.story.lines import factors
from words.shared.lessons import of_turn, remarks_on
from words.shared.words import Lesson

Hints = Mapping[type[Question], str]
"""The hints before the questions of a turn."""


def _hint(*turns: Hints) -> Callable[[RaceView, Ask], str]:
    """Return the hints before questions, turn by turn of the lesson; those of the last turn stay."""

    def hint(view: RaceView, ask: Ask) -> str:
        turn = view.turn - STAGES[view.options.lesson].turn
        return of_turn(turns, turn).get(type(ask.question), "")

    return hint


def _remark(edition: Edition, fact: Fact, own: EntryId) -> Iterator[str]:
    """Yield what a fact teaches the driver of *own*, with the numbers of its rules in this edition."""
    match fact:
        case Rolled(entry=entry, what_for="standing start") if entry == own:
            yield f"The standing start took {fact.total} off your speed: {_start(len(fact.dice), edition)}"
        case TeamStrained(entry=entry) if entry == own:
            yield f"The whip made you {fact.gained} faster and cost as much endurance. {rule(edition, '6.52')}"
        case CornerStrained(entry=entry) if entry == own:
            yield (
                f"You took the corner {fact.points} too fast for your lane: dice decided what came of it. "
                f"{rule(edition, '7.2')}"
            )
        case Jostled(entry=entry) if entry == own:
            yield f"A jostle shakes your driver for some turns: everything you roll gets worse. {rule(edition, '7.35')}"
        case Braked(entry=entry) if entry == own:
            yield f"You brake away the factors you can't drive. Each costs 1 endurance. {rule(edition, '6.6')}"
        case Sideslipped(entry=entry) if entry == own:
            yield f"A sideslip takes you a lane aside without going forward. {rule(edition, '6.7')}"
        case Attacked(entry=entry) if entry == own:
            yield (
                "Your attack cost a movement factor; the one attacked may try to get away first. "
                f"{rule(edition, '9.3')}"
            )
        case Attacked(defender=entry) if entry == own:
            yield (
                "You were attacked: holding is free; braking costs endurance, evading the next move. "
                f"{rule(edition, '9.3')}"
            )
        case OrderFollowed(entry=entry) if entry == own:
            yield "Your orders answered all that was asked of you; the story says which part did, and why."


def _start(dice: int, edition: Edition) -> str:
    """Return why a start from zero takes so many dice off a speed."""
    why = f"your car rolls {dice} dice for it." if dice > 1 else "everybody loses a die in turn 1."
    return f"{why} {rule(edition, '6.9')}"


_TEACHES, _TEACHES_EPIC = (
    remarks_on((WriteSpeed,), lambda fact, _own: isinstance(fact, TurnBegan), partial(_remark, EDITIONS[name]))
    for name in ("basic", "epic")
)


FIRST = Lesson(
    title="Speed and moving",
    about="Write a speed in secret, then drive it square by square",
    farewell=(
        "Every turn goes like this. All write a speed in secret, colours are drawn, and each chariot drives its speed. "
        "A lap is over when the leader has passed both corners."
    ),
    options=Options(laps=1, most_turns=1, lesson=1),
    rivals=1,
    temperament="careful",
    ready=(),
    hint=_hint(
        {
            WriteSpeed: (
                "**Lesson 1: speed and moving.** First you write a speed: the squares you *must* drive this turn. The "
                "corner is far away, so press the green button: it is the highest. From a standing start you lose a "
                "die of it."
            ),
            BeginPhase: "You could whip the team on for a die more speed. Leave it for now and drive on.",
            NextAction: (
                "Your colour was drawn: drive. **Ahead** goes straight on. **Inside** and **Outside** go a square "
                "forward and change the lane. Plan it, then press **Drive**."
            ),
        }
    ),
    remarks=_TEACHES,
)
SECOND = Lesson(
    title="Corners, endurance and the whip",
    about="Safe speeds, the price of going faster, and when to whip",
    farewell=(
        "Endurance is your purse. It pays for corners, braking and spurts, and without it the team slows for good. "
        "A point or two over the safe speed is often worth it, four rarely."
    ),
    options=Options(laps=1, most_turns=2, lesson=2),
    rivals=1,
    temperament="careful",
    ready=(),
    hint=_hint(
        {
            WriteSpeed: (
                "**Lesson 2: corners.** The corner begins 11 squares ahead. Your lane 3 is safe up to speed 12, outer "
                "lanes are faster but longer. Try **14**: 2 over the safe speed costs endurance and a roll of dice."
            ),
            BeginPhase: (
                "The whip rolls a die: that much faster, that much endurance gone. It adds to your speed in the "
                "corner too, so drive on without it here."
            ),
            NextAction: (
                "Plan **Ahead** as far as it goes. The text below tells what the corner costs you there. **Go** takes "
                "the same way."
            ),
        }
    ),
    remarks=_TEACHES,
)
THIRD = Lesson(
    title="Lanes, blocking, sideslips and braking",
    about="What to do when others are in the way",
    farewell=(
        "A square holds one team or one car. Look for a lane that is free as far as you must drive. If there is none, "
        "slip aside or brake, or you run into the chariot ahead."
    ),
    options=Options(laps=1, most_turns=2, lesson=3),
    rivals=3,
    temperament="careful",
    ready=(),
    hint=_hint(
        {
            WriteSpeed: (
                "**Lesson 3: blocking.** Three worn-out teams are in your way, close ahead. They hardly move."
                " Choose a speed of **10 or 12** and find a way around them."
            ),
            BeginPhase: "More speed in a crowd means more squares you must drive. Drive on without it.",
            NextAction: (
                f"You can drive to free squares only. **Inside** and **Outside** go a square forward into the next "
                f"lane: look whether it is free farther on. **Slip** goes a lane aside without going forward, for "
                f"{factors(EDITIONS['basic'].costs.sideslip)}. **Brake** burns squares for endurance. **Go** drives "
                f"the best way I see."
            ),
        }
    ),
    remarks=_TEACHES,
)
FOURTH = Lesson(
    title="Attacks and defence",
    about="Ram and lash, hold, brake and evade",
    farewell=(
        "An attack costs one square of movement and needs somebody beside your car. Ram cars with a heavy car, lash "
        "drivers who lead. When somebody attacks you, compare the chances: holding is often the cheapest."
    ),
    options=Options(laps=1, most_turns=2, lesson=4),
    rivals=3,
    temperament="brute",
    ready=(),
    hint=_hint(
        {
            WriteSpeed: (
                "**Lesson 4: attacks.** Your car is heavy, and slow rivals with light cars are ahead on both sides. "
                "Choose a speed of **12 or 14**: you come past them, and you can ram a car beside yours."
            ),
            BeginPhase: "You are fast enough to come beside them. Drive on without the whip.",
            NextAction: (
                "**Go** drives up to a rival and rams. Then you choose again: press it until all squares are driven. "
                "Or plan it yourself: go **Ahead** until a rival is beside your car. Then the buttons offer **Ram** "
                "and **Lash**. Add one, and press **Drive**."
            ),
            MeetAttack: "A rival attacks you! Compare what it does with what getting away costs, then choose.",
            ChooseWayOut: "You won the roll. Choose your way out, or hold after all.",
        }
    ),
    remarks=_TEACHES,
)
FIFTH = Lesson(
    title="A daily order",
    about="One order for a whole turn, standing orders, and the worth of a risk",
    farewell=(
        "Races over days are played like this, a minute a day. Your last order is where the next one begins. It counts "
        "if you forget a day, and saved as standing orders it answers at any pace."
    ),
    options=Options(laps=1, most_turns=4, lesson=5),
    rivals=3,
    temperament="racer",
    ready=(),
    is_by_turns=True,
    hint=_hint(
        {
            WriteSpeed: (
                "**Lesson 5: a daily order.** One order answers the whole turn: speed, line, strain, attacks, defence. "
                "The picture shows where it takes you on a clear road. Press **Seal** if you like it."
            ),
        },
        {
            WriteSpeed: (
                "Your last order is where this one begins. Change one menu and watch the chances below it change. Then "
                "press **Seal**."
            ),
        },
        {
            WriteSpeed: (
                "The last turn. A corner at 2 over the safe speed costs little and gains a lot; 4 over it is a bet. "
                "Order what you like."
            ),
        },
    ),
    remarks=_TEACHES,
)
EPIC = Lesson(
    title="The Epic edition",
    about="What is different for somebody who knows Advanced, in four turns",
    farewell=(
        "That was the heart of it. Wrecks and drivers have their own rules, too: `/rules topic` with epic obstacles "
        "and epic drivers tells them in two minutes. Open a race with the preset epic when you like it."
    ),
    options=Options(edition="epic", laps=1, most_turns=4, horse_carcasses=True, lesson=7),
    rivals=3,
    temperament="brute",
    ready=(),
    is_by_turns=True,
    hint=_hint(
        {
            WriteSpeed: (
                "**Lesson 7: the Epic edition.** Your heavy car loses three dice out of a standstill, a normal one "
                "two, a light one a die. So the light car beside you gets away. It costs endurance, too: a heavy car "
                "starts a race with half. Order your highest speed and press **Seal**."
            ),
        },
        {
            WriteSpeed: (
                "You have dust and a knife from the start, once each. Two dice and your driver modifier must come to "
                "10, for the knife less its range. It is the knife you cut horses and reins with, so think twice. "
                "Choose an attack if you like, and press **Seal**."
            ),
        },
        {
            WriteSpeed: (
                "A lash on a team is one die now, and nobody contests it. It must drive that many factors more, and "
                "loses as much endurance. On a driver the difference of two rolls alone says what happens."
            ),
        },
        {
            WriteSpeed: (
                "A high roll is good for you in every corner: the chances are the old ones. But with a driver below 0 "
                "you neither whip nor strain, and after a slide you stay outside for the turn."
            ),
        },
    ),
    remarks=_TEACHES_EPIC,
)
LESSONS = (FIRST, SECOND, THIRD, FOURTH, FIFTH)
