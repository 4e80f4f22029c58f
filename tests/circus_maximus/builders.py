"""What the tests of Circus Maximus are written in: any position, dice that fall as written, and a session on both."""

from collections.abc import Sequence
from typing import Any, Literal, TypeVar

from engine.circus_maximus.orders.orders import Orders
from engine.circus_maximus.printed.tables import CORNERS, TRACK
from engine.circus_maximus.seen.views import RaceView
from engine.circus_maximus.words.asks import NextAction
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.state import Chariot, Horse, Phase, Race, Wheels
from engine.facts import Fact
from engine.game import Ruleset
from engine.rulesets import RULESETS
from engine.session import Session, first_checkpoint
from records.values import EntryId, Square
from tests.scripted_dice import ScriptedDice

RULES: Ruleset[Options, Race, RaceView, Orders] = RULESETS["circus-maximus"]
RED, BLUE, GREEN, YELLOW, BLACK = (EntryId(number) for number in range(1, 6))

F = TypeVar("F", bound=Fact)
Laps = Literal[1, 2, 3, 5, 7]


def a_chariot(
    square: str = "A20.3",
    *,
    horses: Sequence[int] = (5, 5, 5, 5),
    wheels: tuple[int, int] = (0, 0),
    **others: Any,
) -> Chariot:
    """Return a sound chariot under way on its first lap.

    :param square: the team's; the car is in the square behind.
    :param horses: speeds, leftmost first; 0 is a dead one, still attached.
    :param wheels: damage inside and outside.
    """
    given = {
        "endurance": 40,
        "endurance_start": 60,
        "hits": 7,
        "hits_start": 7,
        "corners": _corners_to(square),
    } | others
    return Chariot(
        "some colour",
        square=Square(square),
        horses=[Horse(speed) if speed else Horse(5, 5, "dead") for speed in horses],
        wheels=Wheels(*wheels),
        **given,
    )


def _corners_to(square: str) -> int:
    """Return how many corners a chariot has entered when it stands on *square* for the first time."""
    ids = [section.id for section in TRACK.data.sections]
    entered = ids[: ids.index(TRACK.section[Square(square)]) + 1]
    return sum(section in CORNERS for section in entered)


def a_race(*chariots: Chariot, turn: int = 3, laps: Laps = 3, options: Options | None = None, **others: Any) -> Race:
    """Return a race between turns; red is the first chariot, blue the second. The next turn is *turn*."""
    entries = {EntryId(number): chariot for number, chariot in enumerate(chariots, start=1)}
    return Race(entries, options or Options(laps), factions=len(chariots), is_set_up=True, turn=turn - 1, **others)


def a_session(race: Race, *dice: int) -> Session[Race]:
    """Return a session on *race* with dice that fall so."""
    return Session(RULES, first_checkpoint(RULES, race), ScriptedDice(*dice))


def a_phase(*chariots: Chariot, dice: Sequence[int] = (), turn: int = 3, **others: Any) -> Session[Race]:
    """Return a session on the phase of red, the first of *chariots*; each has written what it says, 0 if nothing."""
    race = a_race(*chariots, turn=turn + 1, resume="draw", cup=[RED], **others)
    return a_session(race, *dice)


def in_phase(*chariots: Chariot, mover: EntryId = RED, speed: int = 10, turn: int = 3, **others: Any) -> Race:
    """Return a race in the middle of a phase, with *speed* factors written and left, to call a rule on."""
    race = a_race(*chariots, turn=turn + 1, **others)
    for chariot in race.chariots.values():
        chariot.on_grid = False
    race.phase = Phase(mover, base=speed, total_speed=speed, factors=speed, has_begun=True)
    return race


def told(session: Session[Race], kind: type[F]) -> list[F]:
    """Return all facts of a kind, in the order they were told."""
    return [fact for fact in session.table.told if isinstance(fact, kind)]


def asked(session: Session[Race], entry: EntryId = RED) -> NextAction:
    """Return what the mover is asked to do next."""
    question = session.open[entry].question
    assert isinstance(question, NextAction)
    return question


def unrolled(session: Session[Race]) -> int:
    """Return how many of the dice written down have not fallen."""
    dice = session.table.dice
    assert isinstance(dice, ScriptedDice)
    return dice.unrolled
