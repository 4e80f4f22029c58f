"""Views of Chariot Races for pictures, taken from races that house drivers drive."""

from functools import cache
from typing import NamedTuple

import msgspec

from engine.chariot_race.house.drivers import DRIVERS
from engine.chariot_race.ruleset import RULESET
from engine.chariot_race.state import Options
from engine.chariot_race.track import TrackName
from engine.chariot_race.views import RaceView
from engine.dice import QuickDice
from engine.facts import Fact
from engine.game import Entrant
from engine.playing import drive_to_end
from engine.questions import Answer, Ask
from engine.table import Table
from records.values import EntryId, Faction, Square

NAMES = {EntryId(number): name for number, name in enumerate(("Caesar", "Ben", "Diana", "Alma", "Fabia", "Oro"), 1)}
LONG_NAMES = {entry: f"\N{HORSE FACE}{name} the Magnificent of Mediolanum" for entry, name in NAMES.items()}


class Moment(NamedTuple):
    """A question as it is put, what its driver sees, and all that was told before."""

    view: RaceView
    ask: Ask
    told: tuple[Fact, ...]


@cache
def race(options: Options, seed: int = 1, count: int = 6, driver: str = "steady") -> tuple[list[Moment], RaceView]:
    """Return every question of a race of *count* chariots, in order, and its last view."""
    entrants = [Entrant(EntryId(n), RULESET.colours[n - 1], Faction(n)) for n in range(1, count + 1)]
    state, table = RULESET.new_race(options, entrants), Table(QuickDice(seed))
    moments: list[Moment] = []

    def answer(ask: Ask) -> Answer:
        view = RULESET.view_for(state, {}, [ask.entry])
        moments.append(Moment(view, ask, tuple(table.told)))
        return DRIVERS[driver](view, ask)

    drive_to_end(state, table, RULESET.play_turn, answer)
    return moments, RULESET.view_for(state, {}, ())


def in_mid_race(track: TrackName = "AA") -> RaceView:
    """Return a race in its fourth round, in the middle of a turn, with some caltrops."""
    moments, _ = race(Options(track=track))
    return next(each.view for each in moments if each.view.round == 4 and each.view.stage == "move")


def at_its_worst() -> RaceView:
    """Return a race with a caltrop on every space that may hold one, and someone wrecked."""
    view = in_mid_race("BB")
    first, *others = view.chariots
    wreck = msgspec.structs.replace(first, damage=0, square=None, wrecked_at=0)
    taken = {each.square for each in others}
    free = (Square(f"{lane}{number:02}") for lane in "MO" for number in range(1, 25))
    caltrops = tuple(square for square in free if square not in taken)[:20]
    return msgspec.structs.replace(view, chariots=(wreck, *others), caltrops=caltrops, supply=0)


def at_the_end() -> RaceView:
    return race(Options(track="AA"))[1]


def with_a_choice() -> tuple[RaceView, dict[EntryId, str], EntryId]:
    """Return what a cockpit shows to whoever has dice before them."""
    view = in_mid_race()
    assert view.mover is not None
    return view, NAMES, view.mover
