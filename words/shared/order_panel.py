"""Menus of an order panel that all games make alike, and the choices made in them."""

from collections.abc import Iterable, Mapping, Sequence

from engine.marks import ReachMark
from engine.questions import Ask
from engine.refusals import GameReason
from records.refusals import Refused
from records.values import Square
from words.shared.spelling import code_of
from words.shared.telling import called, joined
from words.shared.words import Choice, Controls, Menu, Names, Option

OFF_THE_TRACK = "I can't work anything out while your chariot is off the track."

_MOST_TOLD = 3
"""Number of attacks to list; the others are only counted."""


def seal_button(number: int, ask: Ask, names: Names, code: str) -> Controls:
    """Return the question for orders that travel with the answer that seals them.

    :param number: of the round.
    :param code: of that answer.
    """
    return Controls(
        title=f"Round {number}: your order for {called(names, ask.entry)}",
        text="Your order travels with this answer. Write none and your last one stands.",
        typed_label="Your order",
        typed_example="ready",
        rows=((Choice("Seal", "answer", code, "success"),),),
    )


def word_menu(name: str, title: str, texts: Mapping[str, str], chosen: str) -> Menu:
    """Return the menu of a field that takes one of some words.

    :param texts: the meaning of each word.
    """
    options = tuple(Option(f"{title}: {word}", code_of(word), text) for word, text in texts.items())
    return Menu(name, title, options, (code_of(chosen),))


def number_menu(name: str, title: str, most: int, form: str, chosen: int) -> Menu:
    """Return the menu of a field that takes a number from 0 to *most*.

    :param form: the meaning of a number, with ``{}`` in its place.
    """
    options = tuple(Option(f"{title}: {number}", str(number), form.format(number)) for number in range(most + 1))
    return Menu(name, title, options, (str(chosen),))


def attack_menu(options: Sequence[Option], codes: Iterable[str], most: int) -> Menu:
    """Return the menu of attacks: none need be chosen.

    :param codes: of the attacks that are ordered; those that are not offered now are left out.
    :param most: attacks that may be ordered.
    """
    known = {option.code for option in options}
    chosen = dict.fromkeys(code for code in codes if code in known)
    return Menu("attacks", "Attack nobody", tuple(options), tuple(chosen), 0, most)


def require_offered(menus: Iterable[Menu], name: str, codes: Sequence[str]) -> None:
    """Check that the menu *name* offers the choices made in it.

    :raises Refused: if there is no such menu or value: it came from another version, or was made up.
    """
    known = next((each for each in menus if each.name == name), None)
    possible = [] if known is None else [option.code for option in known.options]
    wrong = next((code for code in codes if code not in possible), None)
    if known is None or wrong is not None or not known.least <= len(codes) <= known.most:
        raise Refused(GameReason.NO_SUCH_OPTION, option=wrong or name, possible=possible)


def ends_marked(ends: Iterable[tuple[Square, float]]) -> tuple[ReachMark, ...]:
    """Return marks for the spaces where orders may lead, numbered from the likeliest on.

    :param ends: space and chance, the likeliest first.
    """
    return tuple(ReachMark(square, str(number), "free") for number, (square, _) in enumerate(ends, start=1))


def attacks_told(wishes: Sequence[str]) -> str:
    """Return attacks in words: the first three, and how many more.

    >>> attacks_told(["ram Red", "ram Blue"]), attacks_told([])
    ('ram Red and ram Blue', 'attack nobody')
    >>> attacks_told(["ram Red", "ram Blue", "whip Red", "whip Blue", "ram Green"])
    'ram Red, ram Blue, whip Red and 2 more'
    """
    if not wishes:
        return "attack nobody"
    more = len(wishes) - _MOST_TOLD
    return joined([*wishes[:_MOST_TOLD], *([f"{more} more"] if more > 0 else [])])
