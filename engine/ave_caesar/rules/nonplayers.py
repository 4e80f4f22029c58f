"""Chariots that nobody drives (11.2).

Their top card is turned up and played; if it cannot be, or is a 6 that a leader may not play, it goes under the deck.
They settle the coin if they can, and otherwise take the shortest way.
"""

from engine.ave_caesar.asks import Play, PlayCard
from engine.ave_caesar.courses import FINISH
from engine.ave_caesar.facts import CardPutUnder
from engine.ave_caesar.movement import Landing, Path
from engine.ave_caesar.rules.resolving import question_of, resolve
from engine.ave_caesar.rules.stalemate import miss
from engine.ave_caesar.state import Race
from engine.table import Table
from records.values import EntryId


def take_turn(race: Race, table: Table, entry: EntryId) -> None:
    """Play the top card of the deck of a chariot that nobody drives, or miss (11.2)."""
    chariot = race.chariots[entry]
    card = chariot.deck.pop(0)
    question = question_of(race, entry, (card,))
    if question.cards:
        resolve(race, table, entry, _way_for(question))
        return
    chariot.deck.append(card)
    table.tell(CardPutUnder(entry, card))
    miss(race, table, entry)


def _way_for(question: PlayCard) -> Play:
    """Return the play that pays the coin; else leaves the shortest way; else leads farthest; else is first by ids."""
    way = question.runway

    def worth(choice: tuple[int, Landing]) -> tuple[bool, int, int, Path]:
        _, (there, path) = choice
        settles = question.coin and not there[2]
        pos = 0 if there[0] == FINISH else way.pos(there[0], there[1])
        return not settles, way.remaining[there], -pos, path

    card, landing = min(question.landings(), key=worth)
    return Play(card, landing.path)
