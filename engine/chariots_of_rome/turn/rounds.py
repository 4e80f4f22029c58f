"""The sequence of a round (4).

A play is a round from its orders to the first Initiative card of the next round, so that everybody orders with that
card open, and the gods heard (19.2). Questions before the next orders are answered by those of the round before.
"""

from engine.chariots_of_rome.harm import piles, scoring
from engine.chariots_of_rome.harm.harm import RaceIsOver
from engine.chariots_of_rome.turn import favor
from engine.chariots_of_rome.turn.setup import set_up
from engine.chariots_of_rome.turn.turn import take_turn
from engine.chariots_of_rome.words.answers import LeaveCards, MoveCard, Ready
from engine.chariots_of_rome.words.facts import CardsLooked, InitiativeRevealed, RoundBegan, RoundEnded
from engine.chariots_of_rome.words.questions import ArrangeCards, WriteOrders
from engine.chariots_of_rome.words.state import Race
from engine.questions import Ask, AskAll, Play
from engine.table import Table


def play_turn(race: Race, table: Table) -> Play[None]:
    """Play the set-up (3), or a round; then begin the next round (4)."""
    try:
        if race.is_set_up:
            yield from play_round(race, table)
        else:
            yield from set_up(race, table)
        if not race.is_over:
            yield from open_round(race, table)
    except RaceIsOver:
        pass
    table.end_scene()


def play_round(race: Race, table: Table) -> Play[None]:
    """Have orders sealed at a pace of orders alone, then play card by card to the end of the round (19.2)."""
    if not race.is_open:
        yield from open_round(race, table)
    if race.options.by_orders:
        yield AskAll(tuple(Ask(entry, WriteOrders(), Ready(), secret=True) for entry in race.alive()))
    yield from play_cards(race, table)
    end_round(race, table)


def play_cards(race: Race, table: Table) -> Play[None]:
    """Play the turns of a round; players see the board after each but the last (P2 to P6)."""
    while race.active is not None:
        yield from take_turn(race, table, race.active)
        reveal(race, table)
        if race.active is not None:
            table.end_scene()


def open_round(race: Race, table: Table) -> Play[None]:
    """Shuffle the Initiative cards, turn up the first, and hear the gods (P1 to P3)."""
    race.round += 1
    race.is_open, race.god, race.looked, race.revealed = True, 0, False, []
    for chariot in race.chariots.values():
        chariot.used = False
    race.stage = "initiative"
    race.initiative = piles.shuffled(table, "initiative", race.alive(), "4")
    table.tell(RoundBegan(race.round, len(race.initiative)))
    yield from look(race, table)
    reveal(race, table)
    if race.active is not None and not race.locked:
        yield from favor.roll(race, table, race.active)
        if not race.chariots[race.active].is_alive:  # its turn is lost, and nobody rolls again (R66)
            reveal(race, table)
    race.stage = None


def look(race: Race, table: Table) -> Play[None]:
    """Let C01 look at the Initiative cards in secret, and move one (D05)."""
    entry = next((each for each in race.alive() if race.chariots[each].can("C01")), None)
    if entry is None:
        return
    race.looked, race.before_look = True, list(race.initiative)
    race.chariots[entry].used = True
    table.tell(CardsLooked(entry))
    question = ArrangeCards(tuple(race.initiative))
    answer: LeaveCards | MoveCard = yield Ask(entry, question, LeaveCards(), secret=True, stays_sealed=True)
    if isinstance(answer, MoveCard):
        race.initiative.remove(answer.card)
        race.initiative.insert(answer.to, answer.card)
    race.after_look = list(race.initiative)


def reveal(race: Race, table: Table) -> None:
    """Turn up the next Initiative card; it is its chariot's turn (P2)."""
    race.active = None
    if race.initiative:
        race.active = race.initiative.pop(0)
        race.revealed.append(race.active)
        table.tell(InitiativeRevealed(race.active, len(race.revealed)))


def end_round(race: Race, table: Table) -> None:
    """End a round whose cards are all played: end Fate cards, and tell C01's look (P7, RO-11)."""
    race.effects, race.active, race.is_open = [], None, False
    scoring.show_look(race, table)
    goes_on = not scoring.is_decided(race)
    table.tell(RoundEnded(race.round, goes_on))
    scoring.end_round(race, table)
