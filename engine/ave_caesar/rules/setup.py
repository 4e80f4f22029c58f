"""Before the race (5, 11.1, 11.2).

5.2   Everybody has a deck of 24 cards, shuffled.
5.3   In a first race each reveals a random card; the highest gets position 1, ties for it reveal the next card, and the
      others follow clockwise by seat. The cards are shuffled back, so the shuffle comes after.
11.1  Later races begin in the order that their series has worked out.
11.2  Non-player chariots fill the grid and take the first start positions.
"""

from collections.abc import Sequence

from engine.ave_caesar import stages
from engine.ave_caesar.courses import runway
from engine.ave_caesar.data import COLOURS, DECK, GRID, HAND_SIZE, scheduled, side_for
from engine.ave_caesar.facts import CourseSet, NonplayerJoined, PositionTaken, StartCardRevealed
from engine.ave_caesar.state import Chariot, Options, Race
from engine.fair_start import in_line, mirrored
from engine.game import Entrant
from engine.table import Table
from records.values import EntryId

SHUFFLE = tuple(range(len(DECK), 1, -1))
"""Sides of the dice that shuffle a deck: the first tells which card becomes the last one, and so on."""


def new_race(options: Options, entrants: Sequence[Entrant]) -> Race:
    """Return a race before its set-up, with 2 to 6 players, seated clockwise in entry order.

    :raises ValueError: if there are more than six.
    """
    players = [entrant.entry for entrant in entrants]
    if len(players) > max(GRID.values()):
        raise ValueError(f"{len(players)} chariots do not fit on any grid")
    chariots = {entrant.entry: Chariot(entrant.colour, entrant.faction) for entrant in entrants}
    if options.nonplayer_chariots:
        _fill_grid(chariots)
    return Race(chariots, options, *scheduled(options, len(players)))


def _fill_grid(chariots: dict[EntryId, Chariot]) -> None:
    """Add chariots that nobody drives until the grid is full (11.2)."""
    taken = {chariot.colour for chariot in chariots.values()}
    free = [colour for colour in COLOURS if colour not in taken]
    for _ in range(GRID[side_for(len(chariots))] - len(chariots)):
        chariots[EntryId(max(chariots) + 1)] = Chariot(free.pop(0), is_nonplayer=True)


def set_up(race: Race, table: Table) -> None:
    """Draw start positions, shuffle the decks, and deal (5)."""
    table.tell(CourseSet(race.course, race.direction))
    _take_positions(race, table)
    for entry, chariot in race.chariots.items():
        _deal(table, entry, chariot)
    stages.set_stage(race)
    race.is_set_up = True
    table.end_scene()


def _take_positions(race: Race, table: Table) -> None:
    """Place the chariots, non-player chariots first (5.5, 11.2)."""
    players = [entry for entry, chariot in race.chariots.items() if not chariot.is_nonplayer]
    others = [entry for entry, chariot in race.chariots.items() if chariot.is_nonplayer]
    for entry in others:
        table.tell(NonplayerJoined(entry, race.chariots[entry].colour))
    known = race.options.positions
    if sorted(known) != sorted(players):  # a first race, or somebody takes part no more
        known = _by_rating(race, table, players) or clockwise_from(_highest_card(players, table), players)
    race.order = [*others, *known]
    starts = runway(race.course, race.direction).starts
    for position, (entry, space) in enumerate(zip(race.order, starts, strict=False), start=1):
        race.chariots[entry].space = space
        table.tell(PositionTaken(entry, position, space))


def _by_rating(race: Race, table: Table, players: Sequence[EntryId]) -> tuple[EntryId, ...]:
    """Return the start positions in pairs of like rating (S-45); none if the race is not run by rating."""
    if not in_line(race.options.ranked, players):
        return ()
    left, drawn = list(players), list[EntryId]()
    while left:
        sides = len(left)
        place = table.roll(left[0], "start position", "5.3", count=1, sides=sides).total - 1 if sides > 1 else 0
        drawn.append(left.pop(place))
    return tuple(mirrored(drawn, in_line(race.options.ranked, drawn)))


def clockwise_from(first: EntryId, seats: Sequence[EntryId]) -> tuple[EntryId, ...]:
    """Return the seats clockwise, *first* first."""
    place = seats.index(first)
    return (*seats[place:], *seats[:place])


def _highest_card(players: Sequence[EntryId], table: Table) -> EntryId:
    """Let the players reveal cards until one of them alone has the highest (5.3)."""
    decks = {entry: list(DECK) for entry in players}
    tied = list(players)
    while len(tied) > 1:
        revealed = {entry: _reveal(table, entry, decks[entry]) for entry in tied}
        highest = max(revealed.values())
        tied = [entry for entry in tied if revealed[entry] == highest]
    return tied[0]


def _reveal(table: Table, entry: EntryId, deck: list[int]) -> int:
    """Turn up a random card of the rest of a deck; one that is used up is whole again."""
    if len(deck) < 2:
        deck[:] = DECK
    rolled = table.roll(entry, "start card", "5.3", count=1, sides=len(deck))
    card = deck.pop(rolled.total - 1)
    table.tell(StartCardRevealed(entry, card))
    return card


def _deal(table: Table, entry: EntryId, chariot: Chariot) -> None:
    """Shuffle a deck unseen, and draw a hand; a non-player chariot has none (5.2, 5.6, 11.2)."""
    chariot.shuffled = shuffle(table.roll_concealed(entry, "shuffle", "5.2", sides=SHUFFLE))
    drawn = 0 if chariot.is_nonplayer else HAND_SIZE
    chariot.hand, chariot.deck = chariot.shuffled[:drawn], chariot.shuffled[drawn:]


def shuffle(dice: Sequence[int]) -> list[int]:
    """Return the deck that dice of :data:`SHUFFLE` give: each picks, of the cards not yet placed, the hindmost.

    >>> shuffle(SHUFFLE) == list(DECK)
    True
    """
    deck = list(DECK)
    for last, die in zip(range(len(deck) - 1, 0, -1), dice, strict=True):
        deck[last], deck[die - 1] = deck[die - 1], deck[last]
    return deck
