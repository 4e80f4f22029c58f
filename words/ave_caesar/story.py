"""The story of an Ave Caesar race: one function a fact, from facts alone."""

from collections.abc import Callable, Mapping, Sequence
from functools import singledispatch

from engine.ave_caesar.courses import FINISH
from engine.ave_caesar.facts import (
    CardDrawn,
    CardPlayed,
    CardPutUnder,
    CoinPaid,
    CourseSet,
    DecksRevealed,
    Finished,
    HighCardsSwapped,
    LineCrossed,
    NonplayerJoined,
    Placing,
    PositionTaken,
    RaceEnded,
    RoundBegan,
    SixesFreed,
    StartCardRevealed,
    TurnMissed,
    WentOut,
    WhyOut,
)
from engine.facts import Concealed, Fact, Rolled, Sealed
from records.values import EntryId
from words.shared import telling
from words.shared.runs import tell_together
from words.shared.telling import CONCEALED, SEALED, called, count, joined, to_spare

Names = Mapping[EntryId, str]

WHY_OUT: Mapping[WhyOut, str] = {
    "out of cards": "has no cards left",
    "stalemate": "cannot go on any more",
}


@singledispatch
def line(fact: Fact, names: Names) -> str:
    """Return *fact* as a line of the story; empty where other lines say it already."""
    return telling.line(fact, names)


def tell(facts: Sequence[Fact], names: Names) -> list[str]:
    """Return the story of *facts*, a line each, dice included; facts that belong together share a line."""
    return tell_together(facts, names, _kind, _JOINED, line)


def _kind(fact: Fact) -> str:
    """Return the kind of line that tells *fact*; neighbours of one kind share it, if any can."""
    match fact:
        case Sealed():
            return "seals"
        case Concealed():
            return "shuffles"
        case PositionTaken():
            return "positions"
        case StartCardRevealed() | Rolled(rule="5.3"):
            return "start cards"
    return ""


def _sharing(beginning: str) -> Callable[[Sequence[Fact], Names], list[str]]:
    """Return a function that tells facts in one line; their common beginning stands there once."""

    def tell_together(facts: Sequence[Fact], names: Names) -> list[str]:
        first, *others = (line(fact, names) for fact in facts)
        return [" · ".join([first, *(each.removeprefix(beginning) for each in others)])]

    return tell_together


def _positions(facts: Sequence[Fact], names: Names) -> list[str]:
    taken = (fact for fact in facts if isinstance(fact, PositionTaken))
    return ["Start, first to move: " + " · ".join(f"{called(names, fact.entry)} {fact.space}" for fact in taken)]


def _start_cards(facts: Sequence[Fact], names: Names) -> list[str]:
    """Tell the cards turned up for the start, and below them the dice that chose them."""
    cards = [fact for fact in facts if isinstance(fact, StartCardRevealed)]
    rolls = [telling.rolled(fact, names).removeprefix(telling.ROLLED) for fact in facts if isinstance(fact, Rolled)]
    shown = " · ".join(f"{called(names, fact.entry)} {fact.card}" for fact in cards)
    return [
        f"🃏 Cards for the start, the highest moves first: {shown}" if cards else "",
        telling.ROLLED + " · ".join(rolls) if rolls else "",
    ]


_JOINED: Mapping[str, Callable[[Sequence[Fact], Names], list[str]]] = {
    "seals": _sharing(SEALED),
    "shuffles": _sharing(CONCEALED),
    "positions": _positions,
    "start cards": _start_cards,
}


@line.register
def course_set(fact: CourseSet, _names: Names) -> str:
    return f"🏟️ The race is run on the **{fact.course}** course, {fact.direction}."


@line.register
def nonplayer_joined(fact: NonplayerJoined, names: Names) -> str:
    return f"{called(names, fact.entry)}, {fact.colour}, fills the grid; nobody drives it."


@line.register
def start_card_revealed(fact: StartCardRevealed, names: Names) -> str:
    return f"🃏 {called(names, fact.entry)} turns up a {fact.card} for the start."


@line.register
def position_taken(fact: PositionTaken, names: Names) -> str:
    return f"{called(names, fact.entry)} starts from position {fact.position}, {fact.space}."


@line.register
def round_began(fact: RoundBegan, _names: Names) -> str:
    return f"### Round {fact.round}"


@line.register
def card_played(fact: CardPlayed, names: Names) -> str:
    verb = "turns up" if fact.nonplayer else "plays"
    end = "over the line" if fact.path[-1:] == (FINISH,) else f"to {fact.path[-1]}" if fact.path else "nowhere"
    return f"🃏 {called(names, fact.entry)} {verb} a **{fact.card}**: from {fact.start} {end}."


@line.register
def line_crossed(fact: LineCrossed, names: Names) -> str:
    if fact.lap == 1:
        return ""  # everybody's first card does that
    return f"{called(names, fact.entry)} begins lap {fact.lap}{', the last' if fact.lap == 3 else ''}."


@line.register
def coin_paid(fact: CoinPaid, names: Names) -> str:
    return f"🪙 **Ave Caesar!** {called(names, fact.entry)} stops in the alley at {fact.space} and pays the tribute."


@line.register
def card_drawn(fact: CardDrawn, names: Names) -> str:
    if fact.cards_left:
        return ""  # everybody draws after every card
    return f"-# {called(names, fact.entry)} draws the last card of the deck."


@line.register
def turn_missed(fact: TurnMissed, names: Names) -> str:
    streak = f" That makes {count(fact.streak, 'turn')} in a row without a card." if fact.streak > 1 else ""
    return f"⛔ {called(names, fact.entry)} can play no card and misses the turn.{streak}"


@line.register
def card_put_under(fact: CardPutUnder, names: Names) -> str:
    return f"{called(names, fact.entry)} turns up a {fact.card} that cannot be played; it goes under the deck."


@line.register
def sixes_freed(fact: SixesFreed, _names: Names) -> str:
    return f"Nobody has moved for {count(fact.streak, 'turn')}: leaders may play a 6 now. (rule 7.6)"


@line.register
def high_cards_swapped(fact: HighCardsSwapped, names: Names) -> str:
    who = joined([called(names, entry) for entry in fact.entries]) or "nobody"
    return (
        f"Still nobody can move: {who} put the highest card under the deck and draw another, "
        f"time {fact.time} of 3. (rule 7.6)"
    )


@line.register
def finished(fact: Finished, names: Names) -> str:
    spare = f"with {to_spare(fact.to_spare, 'point')}"
    return f"🏁 {called(names, fact.entry)} crosses the line for the last time: **place {fact.place}**, {spare}."


@line.register
def went_out(fact: WentOut, names: Names) -> str:
    return (
        f"☠️ {called(names, fact.entry)} {WHY_OUT[fact.why]} and is taken off the board at {fact.space}, "
        f"{count(fact.missing, 'step')} short. (rule 7.8)"
    )


@line.register
def decks_revealed(fact: DecksRevealed, names: Names) -> str:
    rows = (f"-# {called(names, entry)} `{''.join(map(str, deck))}`" for entry, deck in fact.decks.items())
    return "\n".join(["-# 🂠 The decks as they were shuffled:", *rows])


@line.register
def race_ended(fact: RaceEnded, names: Names) -> str:
    rows = (_placing(placing, names) for placing in fact.ranking)
    return "\n".join([f"## 🏆 The race is over after {count(fact.round, 'round')}", *rows])


def _placing(placing: Placing, names: Names) -> str:
    if placing.place is None:
        return f"– {called(names, placing.entry)} · not finished"
    return f"{placing.place}. {called(names, placing.entry)} · {count(placing.points, 'point')}"
