"""Seven short lessons, each with one thing to achieve in a turn: what to know before a question, and the judgement.

Five teach the race; two more teach an edition to those who know the others. The sixth is a season, of another room.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from engine.circus_maximus.printed.editions import EDITIONS
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.seen.gaps import squares_run
from engine.circus_maximus.seen.views import ChariotView, RaceView
from engine.circus_maximus.words.asks import BeginPhase, NextAction, WriteSpeed
from engine.circus_maximus.words.facts import Attacked, Braked, CornerStrained, Flipped
from engine.circus_maximus.words.options import Options
from engine.facts import Fact
from engine.game import WOODEN
from engine.questions import Ask, Question
from records.values import EntryId
from words.circus_maximus.story.lines import squares
from words.shared.lessons import of_kind
from words.shared.telling import count
from words.shared.words import Lesson, Task, Verdict

BLUE, YELLOW = EntryId(2), EntryId(3)
"""The rivals that tasks name; the pupil is Red."""


def _hint(hints: Mapping[type[Question], str]) -> Callable[[RaceView, Ask], str]:
    """Return the hint before each kind of question."""
    return lambda _view, ask: of_kind(hints, ask)


def _abreast(own: ChariotView, rival: ChariotView) -> bool:
    """Tell whether two teams stand side by side."""
    assert own.square is not None
    return rival.square in {TRACK.beside[side].get(own.square) for side in ("inside", "outside")}


def _run(view: RaceView, chariot: ChariotView) -> Fraction:
    """Return how many squares a chariot has come; one that is out has not moved."""
    return squares_run(view, chariot) or Fraction(0)


def _lost(view: RaceView, facts: Sequence[Fact], own: EntryId) -> Verdict | None:
    """Return the judgement on a chariot that turned over, which ends every attempt; ``None`` if it stands."""
    flipped = [each for each in facts if isinstance(each, Flipped) and each.entry == own]
    if view.chariot(own).square is not None and not flipped:
        return None
    return Verdict(False, "You turned over. Less speed, or a lane further out, keeps you upright.")


def beside_blue(view: RaceView, facts: Sequence[Fact], own: EntryId) -> Verdict:
    """Judge whether the pupil stands beside Blue."""
    if lost := _lost(view, facts, own):
        return lost
    mine, blue = view.chariot(own), view.chariot(BLUE)
    if _abreast(mine, blue):
        return Verdict(True, "You stand wheel to wheel with Blue.")
    missed = round(_run(view, mine) - _run(view, blue))
    if not missed:
        return Verdict(False, "You are level with Blue, but not in the lane beside.")
    return Verdict(False, f"You stopped {count(abs(missed), 'square')} {'past' if missed > 0 else 'short of'} Blue.")


def two_over(view: RaceView, facts: Sequence[Fact], own: EntryId) -> Verdict:
    """Judge whether the pupil took the corner at two over its safe speed, and stayed upright."""
    if lost := _lost(view, facts, own):
        return lost
    strained = [each.points for each in facts if isinstance(each, CornerStrained) and each.entry == own]
    mine = view.chariot(own)
    assert mine.square is not None
    if not strained and TRACK.section[mine.square] == "A":
        return Verdict(False, "You never reached the corner.")
    if not strained:
        return Verdict(False, "You took the corner within its safe speed.")
    if strained[0] == 2:
        return Verdict(True, "Two over, and still on your wheels: it cost 2 endurance and a roll of dice.")
    return Verdict(False, f"You took the corner at {strained[0]} over, not at 2.")


def past_all(view: RaceView, facts: Sequence[Fact], own: EntryId) -> Verdict:
    """Judge whether the pupil is ahead of all others, and has burnt nothing."""
    if lost := _lost(view, facts, own):
        return lost
    mine = _run(view, view.chariot(own))
    ahead = [each for each in view.chariots if each.entry != own and _run(view, each) >= mine]
    if ahead:
        who = "One chariot is" if len(ahead) == 1 else f"{count(len(ahead), 'chariot')} are"
        return Verdict(False, f"{who} still in front of you.")
    burnt = sum(each.factors for each in facts if isinstance(each, Braked) and each.entry == own)
    if burnt:
        return Verdict(False, f"You are past all three, but you braked {count(burnt, 'square')} away.")
    return Verdict(True, "You found the gap and drove every square of your speed.")


def _attacks(*wanted: tuple[EntryId, str]) -> Callable[[RaceView, Sequence[Fact], EntryId], Verdict]:
    """Return the judge of attacks on all these rivals, each by such means."""

    def judge(view: RaceView, facts: Sequence[Fact], own: EntryId) -> Verdict:
        if lost := _lost(view, facts, own):
            return lost
        made = [(each.defender, each.means) for each in facts if isinstance(each, Attacked) and each.entry == own]
        missed = [rival for rival in wanted if rival not in made]
        if not missed:
            return Verdict(True, "A clean hit: that is how an attack is placed.")
        names = {BLUE: "Blue", YELLOW: "Yellow"}
        verb = {"ram": "rammed", "dust": "threw dust at"}[missed[0][1]]
        tried = " Your attack met another chariot." if made and len(wanted) == 1 else ""
        return Verdict(False, f"You never {verb} {names[missed[0][0]]}.{tried}")

    return judge


FIRST = Lesson(
    title="Speed and moving",
    about="Write a speed in secret, then drive it square by square",
    farewell=(
        "Every turn goes like this. All write a speed in secret, colours are drawn, and each chariot drives its speed. "
        "First across the line wins."
    ),
    options=Options(laps=1, most_turns=2, lesson=1),
    rivals=1,
    temperament=WOODEN,
    task=Task("Stop beside Blue.", beside_blue),
    hint=_hint(
        {
            WriteSpeed: (
                "Blue stands twelve squares ahead, one lane further out, and stays there. Your speed is the number of "
                "squares you must drive. Choose it below."
            ),
            BeginPhase: "The whip makes you up to six squares faster. Do you want that here?",
            NextAction: (
                "**Ahead** drives straight on, so many squares. Plan the squares, look where they end, then press "
                "**Drive**."
            ),
        }
    ),
)
SECOND = Lesson(
    title="Corners, endurance and the whip",
    about="Safe speeds, and the price of going faster",
    farewell=(
        "Endurance is your purse. It pays for corners, braking and spurts, and without it the team slows for good. "
        "A point or two over the safe speed is often worth it, four rarely."
    ),
    options=Options(laps=1, most_turns=2, lesson=2),
    rivals=1,
    temperament=WOODEN,
    task=Task("Take the corner at two over.", two_over),
    hint=_hint(
        {
            WriteSpeed: (
                "The corner begins 11 squares ahead. Lane 3 is safe up to speed 12, lane 4 up to 15. Two over means a "
                "speed two higher than your lane's."
            ),
            BeginPhase: "The whip adds a die to your speed, in the corner too. Would that be two over?",
            NextAction: "Plan into the corner. Below your plan you read how far over you are, and what it costs.",
        }
    ),
)
THIRD = Lesson(
    title="Lanes, blocking, sideslips and braking",
    about="Find a way when others stand in it",
    farewell=(
        "A square holds one team or one car. Look for a lane that is free as far as you must drive. If there is none, "
        "slip aside or brake, or you run into the chariot ahead."
    ),
    options=Options(laps=1, most_turns=2, lesson=3),
    rivals=3,
    temperament=WOODEN,
    task=Task("Get past all three without braking.", past_all),
    hint=_hint(
        {
            WriteSpeed: (
                "Blue and Yellow block lanes 3 and 4, Green lane 2 behind them. You must be in front of Green, and a "
                "higher speed is more to drive."
            ),
            BeginPhase: "More speed in a crowd means more squares you must drive.",
            NextAction: (
                f"**Inside** and **Outside** go a square forward into the next lane. **Slip** goes a lane aside "
                f"without going forward, for {squares(EDITIONS['basic'].costs.sideslip)}. **Brake** takes squares off, "
                f"and that won't do here."
            ),
        }
    ),
)
FOURTH = Lesson(
    title="Attacks and defence",
    about="Come beside a rival, and ram",
    farewell=(
        "An attack costs one square of movement and needs somebody beside your car. Ram cars with a heavy car, lash "
        "drivers who lead. When somebody attacks you, compare the chances: holding is often the cheapest."
    ),
    options=Options(laps=1, most_turns=2, lesson=4),
    rivals=3,
    temperament=WOODEN,
    task=Task("Ram Blue.", _attacks((BLUE, "ram"))),
    hint=_hint(
        {
            WriteSpeed: (
                "Your car is heavy. Blue stands six squares ahead in the lane outside, Yellow level with Blue inside. "
                "You can ram whoever is beside your car, for one square."
            ),
            BeginPhase: "Count: six squares, and one for the ram. Do you need the whip?",
            NextAction: "Plan **Ahead** until Blue is beside your car. Then **Ram** is on offer: mind whose car it is.",
        }
    ),
)
FIFTH = Lesson(
    title="A daily order",
    about="One order for a whole turn: speed, line and whip",
    farewell=(
        "Races over days are played like this, a minute a day. Your last order is where the next one begins. It counts "
        "if you forget a day, and saved as standing orders it answers at any pace."
    ),
    options=Options(laps=1, most_turns=2, lesson=5),
    rivals=2,
    temperament=WOODEN,
    is_by_turns=True,
    task=Task("End the turn beside Blue, by one order.", beside_blue),
    hint=_hint(
        {
            WriteSpeed: (
                "Blue stands fourteen squares ahead in lane 1, so you want lane 2. A change inward costs 2 squares and "
                "drives 1. **Safe** leaves out the whip, whose die nobody knows. Choose speed and line, look where "
                "they end, then **Seal**."
            ),
        }
    ),
)
EPIC = Lesson(
    title="The Epic edition",
    about="What is different for somebody who knows Advanced, and a handful of dust",
    farewell=(
        "Each driver has dust and a knife, once each. A start costs one to three dice, by the car. Nobody contests a "
        "lash on a team, and a driver below 0 neither whips nor strains. `/rules` with *epic edition* leads to "
        "the rest. Open a race with the preset epic when you like it."
    ),
    options=Options(edition="epic", laps=1, most_turns=2, horse_carcasses=True, lesson=7),
    rivals=2,
    temperament=WOODEN,
    task=Task("Throw dust at Blue.", _attacks((BLUE, "dust"))),
    hint=_hint(
        {
            WriteSpeed: (
                "Blue stands six squares ahead in the lane inside, Yellow three in the lane outside. You stand, too: "
                "a normal car loses two dice out of any standstill in this edition. A throw costs a square."
            ),
            BeginPhase: "A driver below 0 could not whip in this edition. You could; do you need to?",
            NextAction: ("Dust reaches a driver whose car is beside yours. You have one handful: mind whom it meets."),
        }
    ),
)
TABLE = Lesson(
    title="The Table game",
    about="Two rams in one move, as the play-aid cards have it",
    farewell=(
        "In the Table game a second attack wants a step forward first, and a defender answers in one word before the "
        "dice. What others whip into you waits for the next turn. `/rules` with *table game* has the rest. Its "
        "preset races two laps."
    ),
    options=Options(edition="table", laps=1, most_turns=2, lesson=8),
    rivals=3,
    temperament=WOODEN,
    task=Task("Ram Blue and Yellow in one move.", _attacks((BLUE, "ram"), (YELLOW, "ram"))),
    hint=_hint(
        {
            WriteSpeed: (
                "Blue stands six squares ahead in the lane outside, Yellow nine in the lane inside, Green fourteen in "
                "your own. A ram costs a square. A second one wants a step forward after the first."
            ),
            BeginPhase: "The whip would make you faster than you planned.",
            NextAction: "Come beside one, ram, drive on to the other, and ram again. What is left you must drive.",
        }
    ),
)
LESSONS = (FIRST, SECOND, THIRD, FOURTH, FIFTH)
