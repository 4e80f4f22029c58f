"""The questions about the gods' choices, and about C01's Initiative card."""

from collections.abc import Iterator
from dataclasses import replace

from engine.chariots_of_rome.position.silence import nearest_ahead
from engine.chariots_of_rome.printed.data import FATES, GODS
from engine.chariots_of_rome.seen.views import RaceView
from engine.chariots_of_rome.words.answers import LeaveCards, MoveCard, PlaceDebris, TakeBenefit, TakeGifts
from engine.chariots_of_rome.words.questions import ArrangeCards, ChooseBenefit, ChooseGifts, ObeyFate, PlaceMarker
from engine.marks import ReachMark
from engine.questions import Ask
from records.values import EntryId, Square
from words.chariots_of_rome.advised import Advised
from words.chariots_of_rome.codes import pack, unpack
from words.chariots_of_rome.terms import BLESSINGS, EFFECTS, GIFTS, standing
from words.chariots_of_rome.yes_no import yes_or_no
from words.shared.codes import not_a_button
from words.shared.telling import called, capital, joined
from words.shared.words import Choice, Controls, Crop, Names, Option, in_rows


def arrange(view: RaceView, ask: Ask, question: ArrangeCards, names: Names, plan: str) -> Controls:
    """Return C01's question which Initiative card goes where: first the card, then its place (D05)."""
    order = ", ".join(f"{place}. {called(names, each)}" for place, each in enumerate(question.cards, start=1))
    card = _picked(plan, question) if plan else None
    if card is None:
        buttons = [
            Choice(f"Move {_short(view, each)}", "plan", pack(MoveCard(each, place)))
            for place, each in enumerate(question.cards)
        ]
        tail = "Which card do you move? Nobody sees what you do before the round ends."
    else:
        buttons = [
            Choice(f"Place {to + 1}", "answer", pack(MoveCard(card, to)))
            for to in range(len(question.cards))
            if question.cards[to] != card
        ]
        tail = f"Where does the card of {called(names, card)} go? Place 1 moves next."
    advised, ends = Advised(view, ask), [Choice("Leave all as it is", "answer", pack(LeaveCards()))]
    if advised.answer == LeaveCards():
        ends = [replace(ends[0], style="success")]
    elif card is None and isinstance(advised.answer, MoveCard):
        ends.insert(0, Choice("Move first", "answer", pack(advised.answer), "success"))
    ends += [Choice("Another card", "plan", "")] if card is not None else []
    return Controls(
        title=f"The Initiative cards, for {called(names, ask.entry)} alone",
        text=f"They will move in this order: {order}.\n{tail}",
        typed_label="A colour and a place",
        typed_example=f"{view.chariot(question.cards[-1]).colour} 1",
        rows=(*in_rows(buttons), tuple(ends)),
    )


def _short(view: RaceView, entry: EntryId) -> str:
    return f"{entry} {view.chariot(entry).colour}"


def _picked(plan: str, question: ArrangeCards) -> EntryId:
    """Return the card that is to be moved.

    :raises Refused: if the plan holds none of these cards.
    """
    answer, *others = unpack(plan)
    if others or not isinstance(answer, MoveCard) or answer.card not in question.cards:
        raise not_a_button(plan)
    return answer.card


def benefit(view: RaceView, ask: Ask, question: ChooseBenefit, names: Names, _plan: str) -> Controls:
    """Return C15's question whose benefit they take (D06)."""
    own = view.chariot(ask.entry)
    advised, taken = Advised(view, ask), [TakeBenefit(god) for god in GODS]
    buttons = tuple(
        Choice(f"{each.god.capitalize()} · {BLESSINGS[each.god]}", "answer", pack(each), advised.style(each))
        for each in taken
    )
    return Controls(
        title=f"Whose blessing does {called(names, ask.entry)} take?",
        text=f"{standing(view, own)}\n{question.rolled.capitalize()} blesses all. Hilarus may turn to another god.",
        typed_label="A god",
        typed_example="neptune",
        rows=(buttons,),
    )


def obey(view: RaceView, ask: Ask, question: ObeyFate, names: Names, _plan: str) -> Controls:
    """Return the question whether to pay a Fate card's price (D06)."""
    own = view.chariot(ask.entry)
    yes, no = ("Pay 1 Tactics", "Take 1 Rattled") if question.card == "F07" else ("Trade 1 Endurance", "Keep it")
    danger = own.rattled >= 5 and question.card == "F07"
    return yes_or_no(
        Advised(view, ask),
        f"{FATES[question.card].name}: what does {called(names, ask.entry)} do?",
        f"{standing(view, own)}\n⚡ {capital(EFFECTS[question.card])}.",
        yes,
        f"{no}{' · out' if danger else ''}",
        "danger" if danger else "secondary",
    )


def debris(view: RaceView, ask: Ask, question: PlaceMarker, names: Names, _plan: str) -> Controls:
    """Return the question for a Debris marker: the legal space nearest ahead of each rival, or any that is typed."""
    found = dict(_before(view, ask.entry, question))
    marks = tuple(ReachMark(square, str(number), "wreck") for number, square in enumerate(found, start=1))
    best = Advised(view, ask).answer
    assert isinstance(best, PlaceDebris), "some place is always the best"
    before = f" · before {found[best.square][0]}" if best.square in found else ""
    return Controls(
        title=f"Where does {called(names, ask.entry)} drop debris?",
        text="Whoever comes to it must go around or overtake it. You can type any other legal space.",
        typed_label="A space on a straight",
        typed_example=str(best.square),
        rows=((Choice(f"{best.square}{before}", "answer", pack(best), "success"),),),
        placeholder="Choose a space",
        options=tuple(
            Option(f"{number}: {square}", pack(PlaceDebris(square)), f"Before {joined(rivals)}"[:100])
            for number, (square, rivals) in enumerate(found.items(), start=1)
        )
        or (Option(str(question.squares[0]), pack(PlaceDebris(question.squares[0]))),),
        crop=Crop(marks, ()),
    )


def _before(view: RaceView, entry: EntryId, question: PlaceMarker) -> Iterator[tuple[Square, list[str]]]:
    """Yield the legal spaces nearest ahead of rivals, the leader first, with the rivals' colours."""
    found: dict[Square, list[str]] = {}
    for rival in view.ranked():
        if rival.entry == entry or rival.square is None:
            continue
        square = nearest_ahead(view.board, rival.square, question.squares)
        if square is not None:
            found.setdefault(square, []).append(f"{rival.entry} {rival.colour}")
    yield from list(found.items())[:25]


def gifts(view: RaceView, ask: Ask, question: ChooseGifts, names: Names, _plan: str) -> Controls:
    """Return the question for the two gifts of Castor and Pollux (F01)."""
    own = view.chariot(ask.entry)
    advised = Advised(view, ask)
    buttons = [
        Choice(" and ".join(GIFTS[each] for each in answer.gifts), "answer", pack(answer), advised.style(answer))
        for answer in question.legal()
        if isinstance(answer, TakeGifts)
    ]
    return Controls(
        title=f"Two gifts for {called(names, ask.entry)}",
        text=f"{standing(view, own)}\nCastor and Pollux give you two gifts, the same one twice if you like.",
        typed_label="Two gifts",
        typed_example="endurance rattled",
        rows=(tuple(buttons[:3]), tuple(buttons[3:])),
    )
