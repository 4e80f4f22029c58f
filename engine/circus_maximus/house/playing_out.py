"""How a race might end: house drivers play it out, from the public view as a turn begins (B-20).

It knows no secrets: it builds a race from the view, and rolls other dice. So all may see the chances that come from
many such races.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from engine.circus_maximus.house.registry import DELIBERATE, DRIVERS, HouseDriver
from engine.circus_maximus.house.simulation import MOST_TURNS
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.seen.race_from_view import race_from_view
from engine.circus_maximus.seen.series import results
from engine.circus_maximus.seen.views import RaceView, last_view, live_view
from engine.circus_maximus.turn.turn import play_turn
from engine.circus_maximus.words.state import Chariot, Race
from engine.dice import Dice
from engine.playing import QuietTable, play_through, stand_ins
from engine.questions import Ask, AskAll
from engine.series import Result
from engine.table import Table
from records.values import EntryId

PLAIN = "racer"
"""The temperament that stands in for a player, and for a house driver that thinks too long."""

_QUICK: Mapping[str, HouseDriver] = MappingProxyType(
    {name: driver for name, driver in DRIVERS.items() if name not in DELIBERATE}
)


def play_out(view: RaceView, temperaments: Mapping[EntryId, str], dice: Dice) -> tuple[Result, ...]:
    """Play a race on to its end and return the results; without an end all chariots go without a place.

    :param view: the public's, as a turn begins or before the race.
    :param temperaments: of the house drivers; plain ones drive the other chariots.
    """
    race = race_as_a_turn_begins(view)
    drivers = stand_ins(race.chariots, temperaments, _QUICK, PLAIN)
    table = QuietTable(dice)
    while not race.is_over and race.turn < view.turn + MOST_TURNS:
        _play_turn(race, table, drivers)
    ended = results(last_view(race))
    return ended if race.is_over else tuple(Result(each.entry, None) for each in ended)


def turn_out(view: RaceView, temperaments: Mapping[EntryId, str], dice: Dice) -> tuple[EntryId, ...]:
    """Play a race on to the end of the turn, and return the chariots as they lie then, the foremost first (B-25)."""
    race = race_as_a_turn_begins(view)
    _play_turn(race, QuietTable(dice), stand_ins(race.chariots, temperaments, _QUICK, PLAIN))
    return tuple(each.entry for each in results(last_view(race)))


def _play_turn(race: Race, table: Table, drivers: Mapping[EntryId, HouseDriver]) -> None:
    """Play the set-up or a turn, with all that it asks answered: house drivers give none but legal answers."""

    def answer(asked: Ask | AskAll) -> Any:
        view = live_view(race)
        if isinstance(asked, Ask):
            return drivers[asked.entry](view, asked)
        return {ask.entry: drivers[ask.entry](view, ask) for ask in asked.asks}

    play_through(play_turn(race, table), answer)


# What a view as a turn begins tells besides


def race_as_a_turn_begins(view: RaceView) -> Race:
    """Return a race that looks like *view*, which is of the start of a turn, or before the race."""
    race = race_from_view(view)
    for chariot in race.chariots.values():
        if not chariot.is_on_track:
            chariot.on_grid = False  # nobody looks for it there any more
        if not chariot.endurance and chariot.endurance_start:
            chariot.zero_since = view.turn  # 8.43: the turn after which it is does not matter any more
        if chariot.no_strain and chariot.jostle:
            chariot.jostled = True  # 7.33: until they have recovered
        if chariot.dragging is not None:
            _take_up_dragging(race, chariot)
    return race


def _take_up_dragging(race: Race, chariot: Chariot) -> None:
    """Work out from the path how a dragged driver hangs on, after the try of the phase in which it began (16.2)."""
    dragging = chariot.dragging
    assert dragging is not None
    dragging.may_try = race.options.free_attempts == "every phase"
    car = TRACK.behind[chariot.square]
    dragging.behind_car = chariot.has_car and dragging.path[-1] != car
