"""How a race might end: house drivers play it out, from the public view as a round begins (B-20).

Hands and decks are hidden, but all see the played cards. So each race played out shuffles the rest of each deck anew,
and all may see the chances that come from many such races.
"""

from collections.abc import Mapping
from functools import partial

from engine.ave_caesar.data import DECK
from engine.ave_caesar.house.drivers import DRIVERS, HouseDriver
from engine.ave_caesar.house.simulation import MOST_ROUNDS
from engine.ave_caesar.rules.turn import play_turn
from engine.ave_caesar.series import results
from engine.ave_caesar.state import Chariot, Options, Race
from engine.ave_caesar.views import ChariotView, RaceView, view_for
from engine.dice import Dice
from engine.playing import QuietTable, answers, play_through, stand_ins
from engine.questions import Answer, Ask
from engine.series import Result
from engine.table import Table
from records.values import EntryId

PLAIN = "steady"
"""The house driver who stands in for a player."""


def play_out(view: RaceView, temperaments: Mapping[EntryId, str], dice: Dice) -> tuple[Result, ...]:
    """Play a race on to its end and return the results; without an end all chariots go without a place.

    :param view: the public's, as a round begins or before the race.
    :param temperaments: of the house drivers; plain ones drive the other chariots.
    """
    race = race_as_a_round_begins(view, dice)
    drivers = stand_ins(race.chariots, temperaments, DRIVERS, PLAIN)
    table = QuietTable(dice)
    while not race.is_over and race.round < view.round + MOST_ROUNDS:
        _play_round(race, table, drivers)
    if not race.is_over:
        return tuple(Result(entry, None) for entry, chariot in race.chariots.items() if not chariot.is_nonplayer)
    return results(view_for(race, {}, ()))


def turn_out(view: RaceView, temperaments: Mapping[EntryId, str], dice: Dice) -> tuple[EntryId, ...]:
    """Play a race on to the end of the round, and return the chariots as they lie then, the foremost first (B-25)."""
    race = race_as_a_round_begins(view, dice)
    _play_round(race, QuietTable(dice), stand_ins(race.chariots, temperaments, DRIVERS, PLAIN))
    return tuple(each.entry for each in results(view_for(race, {}, ())))


def _play_round(race: Race, table: Table, drivers: Mapping[EntryId, HouseDriver]) -> None:

    def answer(ask: Ask) -> Answer:
        return drivers[ask.entry](view_for(race, {}, (ask.entry,)), ask)

    play_through(play_turn(race, table), partial(answers, answer=answer))


def race_as_a_round_begins(view: RaceView, dice: Dice) -> Race:
    """Return a race that looks like *view*, with hands and decks as they might be."""
    return Race(
        {chariot.entry: _chariot_from(chariot, dice, is_dealt=view.is_set_up) for chariot in view.chariots},
        Options(view.course, view.direction, strict_finish=view.strict_finish, strict_sixes=view.strict_sixes),
        view.course,
        view.direction,
        order=list(view.order),
        round=view.round,
        missed_streak=view.missed_streak,
        stalemate_swaps=view.stalemate_swaps,
        finished=list(view.finished),
        removed=list(view.removed),
        is_set_up=view.is_set_up,
        is_over=view.is_over,
    )


def _chariot_from(seen: ChariotView, dice: Dice, *, is_dealt: bool) -> Chariot:
    cards = _cards_left(seen, dice) if is_dealt else []
    return Chariot(
        seen.colour,
        seen.faction,
        seen.is_nonplayer,
        seen.space,
        seen.crossings,
        seen.coin,
        hand=cards[: seen.hand_size],
        deck=cards[seen.hand_size :],
        played=list(seen.played),
        path=list(seen.path),
        missed=seen.missed,
        status=seen.status,
        place=seen.place,
        left_at=seen.left_at,
    )


def _cards_left(seen: ChariotView, dice: Dice) -> list[int]:
    """Return the cards that a chariot has not played, in an order that the dice give."""
    cards = list(DECK)
    for card in seen.played:
        cards.remove(card)
    for last in range(len(cards) - 1, 0, -1):
        other = dice.roll(1, last + 1)[0] - 1
        cards[last], cards[other] = cards[other], cards[last]
    return cards
