"""Piles that are shuffled unseen, in mid-race too: Action and Fate cards, charioteers, Initiative cards (2.2, 9.1).

Every shuffle is a concealed roll of n - 1 dice for n cards. Before, cards lie in a known order: piles in the
order of their ids, Initiative cards in entry order. So the seed tells how each pile lay.
"""

from collections.abc import Sequence
from typing import TypeVar

from engine.chariots_of_rome.printed.data import ACTIONS, FATES, FateId, charioteers_for
from engine.chariots_of_rome.words.facts import ANEW, PileRenewed
from engine.chariots_of_rome.words.state import Race
from engine.table import Table

T = TypeVar("T")
C = TypeVar("C", bound=str | int)


def laid_out(cards: Sequence[T], dice: Sequence[int]) -> list[T]:
    """Return *cards* as dice of n, n - 1, ... 2 sides shuffle them: each picks, of those not yet placed, the hindmost.

    >>> laid_out("abcd", (4, 3, 2))
    ['a', 'b', 'c', 'd']
    >>> laid_out("abcd", (1, 3, 1))
    ['b', 'd', 'c', 'a']
    """
    pile = list(cards)
    for last, die in zip(range(len(pile) - 1, 0, -1), dice, strict=True):
        pile[last], pile[die - 1] = pile[die - 1], pile[last]
    return pile


def shuffled(table: Table, what_for: str, cards: Sequence[T], rule: str) -> list[T]:
    """Return cards in a hidden order; a single card needs no dice."""
    if len(cards) < 2:
        return list(cards)
    return laid_out(cards, table.roll_concealed(None, what_for, rule, sides=range(len(cards), 1, -1)))


def shuffle_all(race: Race, table: Table) -> None:
    """Shuffle the Fate and Action decks as the race is set up (3, step 5)."""
    race.fates = shuffled(table, "fates", tuple(FATES), "3")
    race.actions = shuffled(table, "actions", tuple(ACTIONS), "3")


def shuffle_charioteers(race: Race, table: Table) -> None:
    """Shuffle the charioteers that may take part (3, step 3)."""
    race.pool = shuffled(table, "charioteers", charioteers_for(len(race.chariots)), "3")


# Going back


def anew(race: Race, table: Table) -> None:
    """Shuffle unseen cards anew, as the race has gone back and players may have seen them (RO-18).

    The Cornering stacks are shuffled with the Action pile. Cards that somebody has seen by right stay where they
    are: the top card that C19 has looked at, and the Initiative cards that C01 has.
    """
    _actions_anew(race, table)
    race.fates = _mixed(table, "fates", race.fates)
    if not race.looked:
        race.initiative = _mixed(table, "initiative", race.initiative)
    if not race.is_set_up and not race.options.drafting:
        if race.options.redraw and not race.options.charioteers:
            race.pool = _mixed(table, "charioteers", race.pool)
        if not race.options.ranked:  # in pairs by rating they are drawn once (S-45)
            race.to_place = _mixed(table, "gates", race.to_place)


def _mixed(table: Table, pile: str, cards: Sequence[C]) -> list[C]:
    """Return cards that lie in a pile in another order."""
    return shuffled(table, f"{pile}{ANEW}", sorted(cards), "RO-18")


def _actions_anew(race: Race, table: Table) -> None:
    """Shuffle the Action pile and the cards of all Cornering stacks, and lay as many into each as before."""
    known = 0 if race.top_known is None else 1
    stacks = [race.chariots[entry] for entry in sorted(race.chariots)]
    unseen = [card for chariot in stacks for card in chariot.cards]
    cards = _mixed(table, "actions", [*unseen, *race.actions[known:]])
    for chariot in stacks:
        chariot.cards, cards = cards[: chariot.stack], cards[chariot.stack :]
    race.actions[known:] = cards


# Action cards


def take(race: Race, table: Table) -> str | None:
    """Take the top Action card; none if no card is left anywhere (R43).

    A pile that becomes empty is made anew of the discards at once; the card taken is not among them (9.1, R60).
    """
    if not race.actions:
        return None
    card = race.actions.pop(0)
    race.top_known = None
    if not race.actions:
        _renew(race, table)
    return card


def _renew(race: Race, table: Table) -> None:
    race.actions, race.action_discard = sorted(race.action_discard), []
    if race.actions:
        table.tell(PileRenewed("actions", tuple(race.actions)))
        race.actions = shuffled(table, "actions", race.actions, "9.1")


def discard(race: Race, table: Table, card: str) -> None:
    """Put a card that was applied, or dropped, on the discards; where the pile is empty it is the new pile (R60)."""
    if race.actions:
        race.action_discard.append(card)
    else:
        race.actions = [card]
        table.tell(PileRenewed("actions", (card,)))


# Fate cards


def next_fate(race: Race) -> FateId:
    """Take the top Fate card; there always is one (P3)."""
    return race.fates.pop(0)


def discard_fate(race: Race, table: Table, card: FateId) -> None:
    """Discard a Fate card that is resolved; an exhausted pile is made anew of the discards (P3)."""
    race.fate_discard.append(card)
    if not race.fates:
        cards, race.fate_discard = sorted(race.fate_discard), []
        table.tell(PileRenewed("fates", tuple(cards)))
        race.fates = shuffled(table, "fates", cards, "4")
