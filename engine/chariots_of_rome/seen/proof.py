"""Whether every card that was seen is the one that the dice gave: all piles are played again (16.4, 19.7).

Each shuffle is a concealed roll. With the faces that the seed gives for it, the pile lies open; every card that was
turned up, dealt, revealed or dropped has to be the one that lay there.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.chariots_of_rome.harm.piles import laid_out
from engine.chariots_of_rome.printed.data import ACTIONS, CHARIOTEERS, FATES, charioteers_for
from engine.chariots_of_rome.seen.corrections import OUT
from engine.chariots_of_rome.turn.setup import DISPLAYED, by_rating
from engine.chariots_of_rome.words import facts
from engine.facts import Concealed, Corrected
from engine.fair_start import Ranked
from records.values import EntryId


class _Differs(Exception):
    """A card was seen that cannot have lain there."""

    def __init__(self, entry: EntryId | None) -> None:
        super().__init__(entry)
        self.entry = entry


def wrong_piles(dealt: Sequence[Sequence[int]], story: Sequence[Any]) -> list[EntryId | None]:
    """Return the first chariot whose card differs from the dice's; ``None`` stands for a card of no chariot.

    :param dealt: the faces that the seed gives for each concealed roll among *story*.
    :param story: all valid facts of a race, in their order.
    """
    replay = _Replay(dealt)
    try:
        for fact in story:
            replay.see(fact)
    except _Differs as difference:
        return [difference.entry]
    return []


class _Replay:
    """All piles as they lie, card by card."""

    def __init__(self, dealt: Sequence[Sequence[int]]) -> None:
        self.dealt = list(dealt)
        self.racing: list[EntryId] = []  # in the order in which they took gates, until they go out
        self.actions: list[str] = []
        self.in_hand: list[str] = []  # cards of the pile before, taken before their fact is told
        self.turned: set[str] = set()  # Action cards that lie open
        self.stacks: dict[EntryId, list[str]] = {}
        self.is_replaced = False  # the last card of a stack was replaced from the pile (C25)
        self.fates: list[str] = []
        self.pool: list[str] = []
        self.faces: Sequence[int] = ()  # of Initiative cards, until it is known whose they are
        self.entered: set[EntryId] = set()
        self.gates: list[EntryId] = []  # in which order gates are taken; nobody after a draft
        self.ranked: Ranked = ()  # where lots were drawn in pairs of like rating
        self.initiative: list[EntryId] = []
        self.later: list[Any] | None = None  # what C01's owner alone could follow; none if he has not looked

    def see(self, fact: Any) -> None:
        """Follow a fact; raise :exc:`_Differs` if it tells of a card that cannot have lain there."""
        reader = _READERS.get(type(fact))
        if reader is not None:
            reader(self, fact)

    def shuffle(self, fact: Concealed) -> None:
        faces = self.dealt.pop(0)
        if fact.what_for.endswith(facts.ANEW):
            self.mix(fact.what_for.removesuffix(facts.ANEW), faces)
        elif fact.what_for == "charioteers":
            self.pool = list(laid_out(charioteers_for(3 if len(faces) == len(CHARIOTEERS) - 1 else 2), faces))
        elif fact.what_for == "actions":
            self.actions = laid_out(self.actions or list(ACTIONS), faces)
        elif fact.what_for == "fates":
            self.fates = laid_out(self.fates or list(FATES), faces)
        elif fact.what_for == "gates":
            self.gates = by_rating(laid_out(sorted(self.entered), faces), self.ranked)
        else:
            self.faces = faces

    def mix(self, pile: str, faces: Sequence[int]) -> None:
        """Shuffle the cards that lay unseen as the race went back; those seen by right lie on top (RO-18)."""
        if pile == "actions":
            stacks = [(entry, len(self.stacks[entry])) for entry in sorted(self.stacks)]
            unseen = [*(card for entry, _ in stacks for card in self.stacks[entry]), *self.actions]
            seen = self.actions[: len(unseen) - len(faces) - 1]
            cards = laid_out(sorted(set(unseen) - set(seen)), faces)
            for entry, size in stacks:
                self.stacks[entry], cards = cards[:size], cards[size:]
            self.actions = [*seen, *cards]
        elif pile == "fates":
            self.fates = laid_out(sorted(self.fates), faces)
        elif pile == "initiative":
            self.initiative = laid_out(sorted(self.initiative), faces)
        elif pile == "charioteers":
            self.pool = laid_out(sorted(self.pool), faces)
        else:
            placed = len(self.gates) - len(faces) - 1
            self.gates = [*self.gates[:placed], *laid_out(sorted(self.gates[placed:]), faces)]

    def lay_track(self, fact: facts.TrackLaid) -> None:
        self.ranked = fact.ranked

    # Action and Fate cards

    def renew(self, fact: facts.PileRenewed) -> None:
        if fact.pile == "fates":
            _check(sorted(fact.cards) == sorted(FATES), None)
            self.fates = list(fact.cards)
            return
        _check(set(fact.cards) <= self.turned, None)
        self.turned -= set(fact.cards)
        self.in_hand += self.actions
        self.actions = list(fact.cards)

    def take(self, entry: EntryId) -> str:
        pile = self.in_hand or self.actions
        _check(bool(pile), entry)
        return pile.pop(0)

    def turn(self, fact: facts.CardTurned) -> None:
        stack = self.stacks.get(fact.entry, [])
        is_of_stack = fact.column == "corner" and not self.is_replaced and bool(stack)
        lay = stack.pop(0) if is_of_stack else self.take(fact.entry)
        self.is_replaced = False
        _check(lay == fact.card and ACTIONS[lay][fact.column] == fact.result, fact.entry)
        self.turned.add(lay)

    def replace(self, _fact: facts.CardReplaced) -> None:
        self.is_replaced = True

    def lay(self, fact: facts.StackLaid) -> None:
        self.stacks.setdefault(fact.entry, []).extend(self.take(fact.entry) for _ in range(fact.cards))

    def drop(self, fact: facts.StackDropped) -> None:
        _check(tuple(self.stacks.pop(fact.entry, ())) == fact.cards, fact.entry)
        self.turned |= set(fact.cards)

    def fate(self, fact: facts.FateDrawn) -> None:
        _check(bool(self.fates) and self.fates.pop(0) == fact.card, fact.entry)

    # Charioteers

    def deal(self, fact: facts.CharioteerDealt) -> None:
        self.entered.add(fact.entry)
        if self.pool:
            _check(self.pool.pop(0) == fact.charioteer, fact.entry)

    def draft(self, fact: facts.DraftBegan) -> None:
        size = len(fact.order) + DISPLAYED
        _check(sorted(self.pool[:size]) == list(fact.display), None)
        _check(by_rating(laid_out(sorted(fact.order), self.faces), self.ranked) == list(fact.order), None)
        self.faces = ()

    # Initiative cards

    def place(self, fact: facts.GateTaken) -> None:
        self.racing.append(fact.entry)
        _check(not self.gates or self.gates[len(self.racing) - 1] == fact.entry, fact.entry)

    def begin(self, _fact: facts.RoundBegan) -> None:
        _check(len(self.faces) == len(self.racing) - 1, None)  # a die for each card but the last
        self.initiative, self.later = laid_out(sorted(self.racing), self.faces), None

    def look(self, _fact: facts.CardsLooked) -> None:
        self.later = []

    def reveal(self, fact: Any) -> None:
        """Follow a card that is turned up, removed, or turned round; later, if C01 may have moved one."""
        if _is_out(fact):
            self.racing.remove(fact.entry)
        if self.later is not None:
            self.later.append(fact)
        elif isinstance(fact, facts.InitiativeReversed):
            self.initiative.reverse()
        elif _is_out(fact):
            self.initiative = [entry for entry in self.initiative if entry != fact.entry]
        else:
            _check(bool(self.initiative) and self.initiative.pop(0) == fact.entry, fact.entry)

    def correct(self, fact: Corrected) -> None:
        """Follow the steward, who takes a chariot out of the race or brings it back (RO-17)."""
        if fact.what == "space" and fact.before == OUT:
            self.racing.append(fact.entry)
        elif _is_out(fact):
            self.turned |= set(self.stacks.pop(fact.entry, ()))
            self.reveal(fact)

    def show(self, fact: facts.CardsShown) -> None:
        """Check that C01 saw the cards in order and moved one at most, and that they came as C01 left them (RO-11)."""
        _check(list(fact.before) == self.initiative and _is_one_moved(fact.before, fact.after), fact.entry)
        self.initiative, seen, self.later = list(fact.after), self.later or [], None
        out = [each for each in seen if _is_out(each)]
        self.racing += [each.entry for each in out]
        for each in seen:
            self.reveal(each)


def _is_out(fact: Any) -> bool:
    """Tell whether a fact takes a chariot out of the race."""
    return isinstance(fact, facts.Eliminated) or (
        isinstance(fact, Corrected) and fact.what == "space" and fact.now == OUT and fact.before != OUT
    )


def _check(is_so: bool, entry: EntryId | None) -> None:
    if not is_so:
        raise _Differs(entry)


def _is_one_moved(before: Sequence[EntryId], after: Sequence[EntryId]) -> bool:
    return sorted(before) == sorted(after) and any(
        [each for each in before if each != card] == [each for each in after if each != card] for card in before
    )


_READERS: Mapping[type, Callable[[_Replay, Any], None]] = {
    Concealed: _Replay.shuffle,
    facts.TrackLaid: _Replay.lay_track,
    facts.PileRenewed: _Replay.renew,
    facts.CardTurned: _Replay.turn,
    facts.CardReplaced: _Replay.replace,
    facts.StackLaid: _Replay.lay,
    facts.StackDropped: _Replay.drop,
    facts.FateDrawn: _Replay.fate,
    facts.CharioteerDealt: _Replay.deal,
    facts.DraftBegan: _Replay.draft,
    facts.GateTaken: _Replay.place,
    facts.RoundBegan: _Replay.begin,
    facts.CardsLooked: _Replay.look,
    facts.InitiativeRevealed: _Replay.reveal,
    facts.InitiativeReversed: _Replay.reveal,
    facts.Eliminated: _Replay.reveal,
    facts.CardsShown: _Replay.show,
    Corrected: _Replay.correct,
}
