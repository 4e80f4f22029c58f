"""How a race might end: house drivers play it out, from the public view as a round begins (B-20).

Everything but future dice is public, so the race can be rebuilt exactly.
"""

from collections.abc import Mapping

from engine.chariot_race.house.drivers import DRIVERS
from engine.chariot_race.house.simulation import drive, drive_turn
from engine.chariot_race.series import results
from engine.chariot_race.state import Chariot, Options, Race, log_of
from engine.chariot_race.views import ChariotView, RaceView, view_for
from engine.dice import Dice
from engine.playing import QuietTable, stand_ins
from engine.series import Result
from records.values import EntryId

PLAIN = "steady"
"""The house driver who stands in for a player."""


def play_out(view: RaceView, temperaments: Mapping[EntryId, str], dice: Dice) -> tuple[Result, ...]:
    """Play a race on to its end, and return the results.

    :param view: the public's, as a round begins or before the race.
    :param temperaments: of the house drivers; plain ones drive the other chariots.
    """
    race = race_from(view)
    drive(race, QuietTable(dice), stand_ins(race.chariots, temperaments, DRIVERS, PLAIN))
    return results(view_for(race, {}, ()))


def turn_out(view: RaceView, temperaments: Mapping[EntryId, str], dice: Dice) -> tuple[EntryId, ...]:
    """Play a race on to the end of the round, and return the chariots as they lie then, the foremost first (B-25)."""
    race = race_from(view)
    drive_turn(race, QuietTable(dice), stand_ins(race.chariots, temperaments, DRIVERS, PLAIN))
    return tuple(each.entry for each in results(view_for(race, {}, ())))


def race_from(view: RaceView) -> Race:
    """Return the race that a view shows, with any turn under way; it asks for decisions, never for orders."""
    options = Options(
        view.track,
        view.boards,
        view.protect_finished,
        view.positions,
        view.draft_seat,
    )
    return Race(
        {chariot.entry: _chariot_from(chariot) for chariot in view.chariots},
        options,
        view.track,
        view.round,
        list(view.order),
        view.active,
        view.stage,
        list(view.dice),
        view.attacks,
        list(view.caltrops),
        view.supply,
        sum(not chariot.is_alive for chariot in view.chariots),
        view.is_set_up,
        view.is_over,
    )


def _chariot_from(seen: ChariotView) -> Chariot:
    return Chariot(*log_of(seen), trail=list(seen.trail))
