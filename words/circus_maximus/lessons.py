"""Five short lessons, one new thing each, alone against house drivers: what is read before each question and after."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from engine.circus_maximus.printed.tables import SIDESLIP_COST
from engine.circus_maximus.seen.views import RaceView
from engine.circus_maximus.words import facts as told
from engine.circus_maximus.words.asks import BeginPhase, ChooseWayOut, MeetAttack, NextAction, Preparation, WriteSpeed
from engine.circus_maximus.words.state import Options
from engine.game import Ask, Fact, OrderFollowed, Question, Rolled
from records.values import EntryId
from words.circus_maximus.story.lines import factors
from words.shared.words import Lesson

EVEN = Preparation(1, 1, 1, 1)
Hints = Mapping[type[Question], Sequence[str]]
"""What is told before a question, turn by turn; the last one goes on to count."""


def _hint(hints: Hints) -> Callable[[RaceView, Ask], str]:
    def hint(view: RaceView, ask: Ask) -> str:
        texts = hints.get(type(ask.question), ())
        return texts[min(max(0, view.turn - 1), len(texts) - 1)] if texts else ""

    return hint


def _remarks(ask: Ask, facts: Sequence[Fact]) -> list[str]:
    """Return what a pupil may learn from the turn before, when asked for the next speed."""
    if not isinstance(ask.question, WriteSpeed):
        return []
    starts = [place for place, fact in enumerate(facts) if isinstance(fact, told.TurnBegan)]
    turn = facts[starts[-2] : starts[-1]] if len(starts) > 1 else ()
    return list(dict.fromkeys(text for fact in turn for text in _remark(fact, ask.entry)))


def _remark(fact: Fact, own: EntryId) -> Iterator[str]:
    """Yield what a fact teaches the driver of *own*."""
    match fact:
        case Rolled(entry=entry, what_for="standing start") if entry == own:
            yield f"The standing start took {fact.total} off your speed: everybody loses a die in turn 1. (6.9)"
        case told.TeamStrained(entry=entry) if entry == own:
            yield f"Straining made you {fact.gained} faster and cost as much endurance. (6.52)"
        case told.CornerStrained(entry=entry) if entry == own:
            yield f"You took the corner {fact.points} too fast for your lane: dice decided what came of it. (7.2)"
        case told.Jostled(entry=entry) if entry == own:
            yield "A jostle lowers your CDM for some turns: everything you roll gets worse. (7.35)"
        case told.Braked(entry=entry) if entry == own:
            yield "Factors you cannot drive are burnt by braking, an endurance factor each. (6.6)"
        case told.Sideslipped(entry=entry) if entry == own:
            yield "A sideslip takes you a lane aside without going forward. (6.7)"
        case told.Attacked(entry=entry) if entry == own:
            yield "Your attack cost a movement factor; the one attacked may try to get away first. (9.1, 9.3)"
        case told.Attacked(defender=entry) if entry == own:
            yield "You were attacked: holding is free; braking costs endurance, evading the next move. (9.3)"
        case OrderFollowed(entry=entry) if entry == own:
            yield "Your orders answered all that was asked of you; the story says which part did, and why."


FIRST = Lesson(
    title="Speed and moving",
    about="Write a speed in secret, then drive it square by square",
    farewell=(
        "Each turn is like this: all write a speed in secret, colours are drawn from a cup, and all drive all "
        "their factors. The leader into a corner takes a dolphin or an egg down, and so the laps are counted."
    ),
    options=Options(laps=1, most_turns=2),
    rivals=1,
    temperament="careful",
    prepared=EVEN,
    hint=_hint(
        {
            WriteSpeed: (
                (
                    "**Lesson 1: speed and moving.** A turn begins with a speed, written in secret: so many squares "
                    "you *must* drive this turn. The corner is far away, so write the highest number. In the first "
                    "turn a die comes off it."
                ),
                (
                    "Now count: how many squares are left to the corner? Its safe speeds stand above, lane by lane. "
                    "Choose a speed that stops just before the corner, or one that is safe in your lane."
                ),
            ),
            NextAction: (
                (
                    "Your colour was drawn: drive. **Ahead** goes straight on, **Inside** and **Outside** change the "
                    "lane and go a square forward. Plan it all and press Drive. Inner lanes are shorter in the "
                    "corners."
                ),
            ),
            BeginPhase: ("You could whip the team on for a die more speed. Leave it for now: go on as written.",),
        }
    ),
    remarks=_remarks,
)
SECOND = Lesson(
    title="Corners, endurance and straining",
    about="Safe speeds, the price of going faster, and when to whip",
    farewell=(
        "Endurance is your purse: it pays for corners, braking and spurts, and when it is gone the team slows for "
        "good. A point or two over the limit is often worth it, four rarely."
    ),
    options=Options(laps=1, most_turns=4),
    rivals=1,
    temperament="racer",
    prepared=EVEN,
    hint=_hint(
        {
            WriteSpeed: (
                "**Lesson 2: corners, endurance, straining.** Be quick to the corner first: write the highest speed.",
                (
                    "Each lane has a safe speed in the corner, the outer ones a higher one, but a longer way. Total "
                    "speed above it are strain points: they cost endurance and a roll of three dice."
                ),
                "Try it: one or two over the limit of your lane. The menu says how much each speed is over.",
                "Out of the corner the straight is long: full speed again.",
            ),
            BeginPhase: (
                (
                    "Straining rolls a die: so much faster, so much endurance gone. Good on a straight; never just "
                    "before a corner, for it adds to your speed there. Try it now."
                ),
                "Mind the corner: a die more speed may be strain points more. Go on as written unless you stay short.",
            ),
            NextAction: (
                "Drive on towards the inside, as long as you are on the straight.",
                (
                    "The cockpit counts for you: what each step costs, how far over the limit you come in, and how "
                    "often that ends badly."
                ),
            ),
        }
    ),
    remarks=_remarks,
)
THIRD = Lesson(
    title="Lanes, blocking, sideslips and braking",
    about="What to do when others are in the way",
    farewell=(
        "A square holds one team or one car. Look for a lane that is free as far as you must drive; if there is none, "
        "slip aside, burn factors by braking, or you run into the one ahead."
    ),
    options=Options(laps=1, most_turns=3),
    rivals=6,
    temperament="careful",
    prepared=EVEN,
    hint=_hint(
        {
            WriteSpeed: (
                (
                    "**Lesson 3: lanes and blocking.** The field is full now, and all want to the inside. Drawn "
                    "late, you find others in your way."
                ),
                (
                    "Think of where the others stand: they move before you or after you, the draw decides. An outer "
                    "lane may be free where the inner one is not."
                ),
            ),
            NextAction: (
                (
                    "Only free squares can be driven to. **Ahead** shows how far your lane is free. Try to change "
                    "lanes between two others."
                ),
                (
                    f"Blocked? **Slip** goes a lane aside, not forward, for {factors(SIDESLIP_COST)}. **Brake** burns "
                    "factors for an endurance factor each. All factors must be used."
                ),
            ),
            BeginPhase: ("More speed in a crowd means more factors to get rid of: go on as written.",),
        }
    ),
    remarks=_remarks,
)
FOURTH = Lesson(
    title="Attacks and defence",
    about="Ram and lash, hold, brake and evade",
    farewell=(
        "Attacks cost a factor each and need somebody beside your car. Ram cars with a heavy car, lash drivers who "
        "lead. When attacked, look at the chances: holding is often the cheapest."
    ),
    options=Options(laps=1, most_turns=4),
    rivals=3,
    temperament="brute",
    prepared=Preparation(1, 2, 0, 1),
    hint=_hint(
        {
            WriteSpeed: (
                (
                    "**Lesson 4: attacks and defence.** Your car is heavy and your rivals are brutes. To attack, stop "
                    "with somebody beside your car: a speed like theirs keeps you together."
                ),
                "Stay with the field: whoever stands beside you can be rammed or lashed, and so can you.",
            ),
            NextAction: (
                (
                    "When somebody is beside your car, the buttons offer to **ram** or **lash** them, each for a "
                    "factor, and the text says what it does. On the starting grid nobody attacks."
                ),
                "Drive until you come beside a rival, then look at the attacks on offer before you drive on.",
            ),
            MeetAttack: ("You are attacked! Compare what it does with what getting away costs, then choose.",),
            ChooseWayOut: ("You won the roll: choose the way out, or hold after all.",),
        }
    ),
    remarks=_remarks,
)
FIFTH = Lesson(
    title="A daily order",
    about="One order for a whole turn, standing orders, and the worth of a risk",
    farewell=(
        "That is how races over days are played: a minute a day. Your last orders stay as the next turn's beginning "
        "and count if you forget a day; saved as standing orders they answer at any pace."
    ),
    options=Options(laps=1, most_turns=4),
    rivals=3,
    temperament="racer",
    prepared=EVEN,
    daily=True,
    hint=_hint(
        {
            WriteSpeed: (
                (
                    "**Lesson 5: a daily order.** One order answers the whole turn: speed, line, strain, attacks, "
                    "defence. Below stands what comes of it if nobody is in the way. Change a menu and watch it "
                    "change; then seal."
                ),
                (
                    "Your last order is the beginning of this one. Try **Type it**: `best, line inside, strain 2` "
                    "orders the same in one line. Watch what the strain does to the chances."
                ),
                (
                    "A corner at 2 over the limit costs little and gains a lot; at 4 over it is a bet. Compare the "
                    "chances before you seal. **Save as standing orders** lets them answer for you when you are away."
                ),
                "The last turn of this lesson: order what you like.",
            )
        }
    ),
    remarks=_remarks,
)
LESSONS: tuple[Lesson, ...] = (FIRST, SECOND, THIRD, FOURTH, FIFTH)
