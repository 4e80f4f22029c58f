"""How a race might end: house drivers play it out, from the public view as a round begins (B-20).

Piles, Cornering stacks and Initiative cards are hidden: each race played out shuffles the remaining ones anew. So all
may see the chances that come from many such races.
"""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from engine.chariots_of_rome.harm.piles import laid_out
from engine.chariots_of_rome.house.drivers import DRIVERS
from engine.chariots_of_rome.house.simulation import drive, drive_turn
from engine.chariots_of_rome.printed.data import ACTIONS, FATES, charioteers_for
from engine.chariots_of_rome.seen.series import results
from engine.chariots_of_rome.seen.views import ChariotView, RaceView, view_for
from engine.chariots_of_rome.words.options import Options
from engine.chariots_of_rome.words.state import Chariot, Race, log_of
from engine.dice import Dice
from engine.playing import QuietTable, stand_ins
from engine.series import Result
from records.values import EntryId

T = TypeVar("T")

PLAIN = "steady"
"""The house driver who stands in for a player."""


def play_out(view: RaceView, temperaments: Mapping[EntryId, str], dice: Dice) -> tuple[Result, ...]:
    """Play a race on to its end, and return the results.

    :param view: the public's, as a round begins or before the race.
    :param temperaments: of the house drivers; plain ones drive the other chariots.
    """
    race = race_from(view, dice)
    drive(race, QuietTable(dice), stand_ins(race.chariots, temperaments, DRIVERS, PLAIN))
    return results(view_for(race, {}, ()))


def turn_out(view: RaceView, temperaments: Mapping[EntryId, str], dice: Dice) -> tuple[EntryId, ...]:
    """Play a race on to the end of the round, and return the chariots as they lie then, the foremost first (B-25)."""
    race = race_from(view, dice)
    drive_turn(race, QuietTable(dice), stand_ins(race.chariots, temperaments, DRIVERS, PLAIN))
    return tuple(each.entry for each in results(view_for(race, {}, ())))


def race_from(view: RaceView, dice: Dice) -> Race:
    """Return a race that looks like *view*, with possible hidden cards; it never asks for orders."""
    options = Options(view.track, view.laps, view.teams, view.drafting, view.redraw, most_rounds=view.last_round)
    race = Race(
        {chariot.entry: _chariot_from(chariot) for chariot in view.chariots},
        options,
        view.round,
        view.stage,
        list(view.revealed),
        active=view.active,
        locked=view.locked,
        action_discard=list(view.action_discard),
        fate_discard=list(view.fate_discard),
        effects=list(view.effects),
        god=view.god,
        corner_log={corner: list(entries) for corner, entries in view.corner_log.items()},
        wrecks=dict(view.wrecks),
        debris=list(view.debris),
        lifted=dict(view.lifted),
        display=list(view.display),
        total_move=view.total_move,
        moves_left=view.moves_left,
        moved=view.moved,
        attacked=view.attacked,
        since_overtake=view.since_overtake,
        finish_round=view.finish_round,
        out=sum(chariot.out is not None for chariot in view.chariots),
        winner=view.winner,
        is_set_up=view.is_set_up,
        is_open=view.active is not None,
        is_over=view.is_over,
    )
    if race.is_set_up:
        _fill_piles(race, view, dice)
    return race


def _chariot_from(seen: ChariotView) -> Chariot:
    return Chariot(*log_of(seen), trail=list(seen.trail), most_laps=seen.laps)


def _fill_piles(race: Race, view: RaceView, dice: Dice) -> None:
    """Deal out the hidden cards: Initiative cards, Action cards in stacks and in the pile, Fate cards."""
    race.initiative = _mixed([entry for entry in race.alive() if entry not in view.revealed], dice)
    hidden = _mixed([card for card in ACTIONS if card not in race.action_discard], dice)
    for chariot in race.chariots.values():
        chariot.cards, hidden = hidden[: chariot.stack], hidden[chariot.stack :]
    race.actions = hidden
    race.fates = _mixed([card for card in FATES if card not in race.fate_discard], dice)
    dealt = {chariot.charioteer for chariot in view.chariots}
    race.pool = [each for each in charioteers_for(len(race.chariots)) if each not in dealt]


def _mixed(cards: Sequence[T], dice: Dice) -> list[T]:
    return laid_out(cards, [dice.roll(1, sides)[0] for sides in range(len(cards), 1, -1)])
