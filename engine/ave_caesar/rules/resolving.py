"""The effects of a move (7.7 to 7.9).

7.7  Step by step: over the line a lap begins, or the race is finished; at the end, in the alley, the coin is paid.
7.9  That is the tribute, with which a driver pays their respect to Caesar; the duty to enter the alley is in
     :mod:`courses`, ``Runway._onward``.
7.8  Without cards, a chariot that has not finished is out and leaves the board at once (A10).
"""

from engine.ave_caesar.asks import Play, PlayCard
from engine.ave_caesar.courses import FINISH, FINISHED, Runway, Space, runway
from engine.ave_caesar.facts import CardDrawn, CardPlayed, CoinPaid, Finished, LineCrossed, WentOut, WhyOut
from engine.ave_caesar.leaders import may_play_six
from engine.ave_caesar.movement import after, crossed, steps_of
from engine.ave_caesar.state import Chariot, Race
from engine.table import Table
from records.values import EntryId


def taken_by_others(race: Race, entry: EntryId) -> tuple[Space, ...]:
    """Return the spaces that a chariot cannot enter (7.1)."""
    others = (chariot.space for each, chariot in race.chariots.items() if each != entry)
    return tuple(sorted(space for space in others if space is not None))


def question_of(race: Race, entry: EntryId, cards: tuple[int, ...]) -> PlayCard:
    """Return the question to a chariot whose turn it is: which of *cards* it may play, and how (7.2).

    :param cards: the hand, lowest first.
    """
    chariot = race.chariots[entry]
    assert chariot.space is not None, "who races is on the board"
    return PlayCard(
        race.course,
        race.direction,
        chariot.space,
        chariot.crossings,
        chariot.coin,
        taken_by_others(race, entry),
        cards,
        may_play_six(race, entry),
        race.options.strict_finish,
    )


def resolve(race: Race, table: Table, entry: EntryId, play: Play) -> None:
    """Play a card that has been taken from hand or deck, and draw the next one (7.7, 6.7)."""
    chariot = race.chariots[entry]
    assert chariot.space is not None, "who moves is on the board"
    chariot.played.append(play.card)
    chariot.path = [chariot.space, *play.path]
    race.missed_streak = race.stalemate_swaps = 0
    table.tell(CardPlayed(entry, play.card, chariot.space, play.path, chariot.is_nonplayer))
    way = runway(race.course, race.direction, race.options.strict_finish)
    _move(way, table, entry, chariot, play)
    if chariot.crossings == FINISHED:
        _finish(race, table, entry, play.card - steps_of(way, play.path))
    else:
        _draw(race, table, entry)


def _move(way: Runway, table: Table, entry: EntryId, chariot: Chariot, play: Play) -> None:
    assert chariot.space is not None
    had_coin, is_over_line = chariot.coin, crossed(way, chariot.space, play.path)
    here = after(way, (chariot.space, chariot.crossings, chariot.coin), play.path)
    chariot.space, chariot.crossings, chariot.coin = here
    if is_over_line and chariot.space != FINISH:
        table.tell(LineCrossed(entry, chariot.crossings))
    if had_coin and not chariot.coin:
        table.tell(CoinPaid(entry, chariot.space, chariot.crossings))


def _finish(race: Race, table: Table, entry: EntryId, ignored: int) -> None:
    """Take a chariot off the board that has finished.

    :param ignored: points of its card that were left over; with a strict finish none (A09).
    """
    chariot = race.chariots[entry]
    chariot.space = None
    chariot.status = "finished"
    race.finished.append(entry)
    chariot.place = len(race.finished)
    table.tell(Finished(entry, chariot.place, ignored + chariot.points_left))


def _draw(race: Race, table: Table, entry: EntryId) -> None:
    chariot = race.chariots[entry]
    if chariot.deck and not chariot.is_nonplayer:
        chariot.hand.append(chariot.deck.pop(0))
        table.tell(CardDrawn(entry, len(chariot.deck)))
    if not chariot.hand and not chariot.deck:
        remove(race, table, entry, "out of cards")


def remove(race: Race, table: Table, entry: EntryId, why: WhyOut) -> None:
    """Take a chariot out of the race and off the board (7.6, 7.8)."""
    chariot, way = race.chariots[entry], runway(race.course, race.direction)
    assert chariot.space is not None, "who races is on the board"
    here = chariot.space, chariot.crossings, chariot.coin
    chariot.status = "out"
    chariot.left_at = way.pos(chariot.space, chariot.crossings)
    chariot.space = None
    race.removed.append(entry)
    table.tell(WentOut(entry, why, here[0], chariot.left_at, way.remaining[here]))
