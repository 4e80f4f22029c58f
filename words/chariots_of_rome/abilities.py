"""Orders for a charioteer's ability: the menu, the words to type, and the words of the story (19.4)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from engine.chariots_of_rome.orders.orders import Ability
from engine.chariots_of_rome.printed.data import CharioteerId
from engine.chariots_of_rome.seen.views import ChariotView
from records.values import EntryId
from words.shared.spelling import code_of
from words.shared.typed import Typed


class Way(NamedTuple):
    """How one field of an ability is chosen."""

    field: str
    values: Mapping[str, Any]  # by what is typed, and after its blanks became hyphens, its code
    in_words: Callable[[str], str]  # a value's word -> what it says


def _yes_no(yes: str, no: str) -> Callable[[str], str]:
    return lambda word: yes if word == "yes" else no


_WHIPS = ("never", "best", "free", "straight", "last lap", "always")

WAYS: Mapping[CharioteerId, Way] = {
    "C03": Way("strike_back", {"yes": True, "no": False}, _yes_no("strike back", "don't strike back")),
    "C04": Way("roll", {each: each for each in ("higher", "lower", "best")}, lambda word: f"use the {word} roll"),
    "C08": Way("second_whip", {each: each for each in _WHIPS}, lambda word: f"drive hard again: {word}"),
    "C15": Way(
        "benefit",
        {each: each for each in ("default", "endurance", "rattled", "tactics")},
        lambda word: "take the blessing you lack" if word == "default" else f"take the blessing of {word}",
    ),
    "C16": Way(
        "pay_at",
        {**{str(number): number for number in range(1, 9)}, "never": 9},
        lambda word: (
            "never pay against a swerve" if word == "never" else f"pay against a swerve at {word} Tactics or more"
        ),
    ),
    "C20": Way("number", {str(number): number for number in (1, 2, 3)}, lambda word: f"bet on {word}"),
    "C25": Way(
        "replaces",
        {
            "worst": ("wounded", "swerve", "rattled2"),
            "swerve": ("swerve",),
            "anything": ("wounded", "swerve", "rattled2", "rattled", "endurance", "tactics"),
            "nothing": (),
        },
        lambda word: {"worst": "swap wounds, swerves and double Rattled", "swerve": "swap swerves"}.get(
            word, f"swap {word}"
        ),
    ),
    "C26": Way("follow", {each: each for each in ("yes", "no", "best")}, lambda word: f"follow close: {word}"),
}
"""By charioteer; C01 chooses among rivals besides."""

_PLACES = ("none", "first", "last")


def options(own: ChariotView, ability: Ability, rivals: Sequence[tuple[EntryId, str]]) -> list[tuple[str, str, str]]:
    """Return the options of an ability: code, label, and whether it is chosen ("yes" or empty).

    :param rivals: with their names.
    """
    if own.charioteer == "C01":
        return _places(ability, rivals)
    way = WAYS.get(own.charioteer) if own.charioteer is not None else None
    if way is None:
        return []
    now = getattr(ability, way.field)
    return [(code_of(word), way.in_words(word), "yes" if value == now else "") for word, value in way.values.items()]


def _places(ability: Ability, rivals: Sequence[tuple[EntryId, str]]) -> list[tuple[str, str, str]]:
    found = [(place, _place_told(place, ""), "yes" if ability.place == place else "") for place in _PLACES]
    for entry, name in rivals:
        for place in ("ahead", "behind"):
            chosen = ability.place == place and ability.rival == entry
            found.append((f"{place}-{entry}", _place_told(place, name), "yes" if chosen else ""))
    return found[:25]


def _place_told(place: str, name: str) -> str:
    return {
        "none": "leave the Initiative cards",
        "first": "put your card first",
        "last": "put your card last",
        "ahead": f"put your card ahead of {name}",
        "behind": f"put your card behind {name}",
    }[place]


def chosen(own: ChariotView, ability: Ability, code: str) -> Ability:
    """Return an ability with the choice made; the code is one of :func:`options`."""
    if own.charioteer == "C01":
        place, _, rival = code.partition("-")
        return replace(ability, place=place, rival=EntryId(int(rival)) if rival else None)
    assert own.charioteer is not None, "only a charioteer has options"
    way = WAYS[own.charioteer]
    values = {code_of(word): value for word, value in way.values.items()}
    return replace(ability, **{way.field: values[code]})


def ability_in_words(own: ChariotView, ability: Ability, names: Mapping[EntryId, str]) -> str:
    """Return the order for an ability in words; empty where it leaves no choice."""
    rivals = list(names.items())
    return next((label for _, label, is_chosen in options(own, ability, rivals) if is_chosen), "")


def kept(ability: Ability, names: Mapping[EntryId, str]) -> list[str]:
    """Return the orders for abilities that are not as usual, whichever charioteer drives.

    >>> kept(Ability(strike_back=False, number=3), {})
    ["don't strike back", 'bet on 3']
    """
    usual = Ability()
    found = [
        way.in_words(word)
        for way in WAYS.values()
        for word, value in way.values.items()
        if value == getattr(ability, way.field) != getattr(usual, way.field)
    ]
    if ability.place != usual.place:
        found.append(_place_told(ability.place, "" if ability.rival is None else names[ability.rival]))
    return found


def read_ability(own: ChariotView, ability: Ability, words: Typed, rivals: Mapping[str, EntryId]) -> Ability:
    """Return an ability with the order typed after the word.

    :raises Refused: if this charioteer cannot be ordered that.
    """
    if own.charioteer == "C01":
        place = words.one_of([*_PLACES, "ahead of", "behind"], "ability").removesuffix(" of")
        if place in _PLACES:
            return replace(ability, place=place, rival=None)
        return replace(ability, place=place, rival=rivals[words.one_of(list(rivals), place)])
    way = WAYS.get(own.charioteer) if own.charioteer is not None else None
    if way is None:
        raise words.refuse(["nothing: your charioteer has no choices to order"], "ability")
    return replace(ability, **{way.field: way.values[words.one_of(list(way.values), "ability")]})


def write_ability(own: ChariotView, ability: Ability, colours: Mapping[EntryId, str]) -> str:
    """Return an ability as it is typed; empty where it is as usual."""
    if own.charioteer == "C01":
        if ability.place in ("ahead", "behind") and ability.rival is not None:
            return f"{'ahead of' if ability.place == 'ahead' else 'behind'} {colours.get(ability.rival, '')}".strip()
        return "" if ability.place == "none" else ability.place
    way = WAYS.get(own.charioteer) if own.charioteer is not None else None
    if way is None or getattr(ability, way.field) == getattr(Ability(), way.field):
        return ""
    now = getattr(ability, way.field)
    return next((word for word, value in way.values.items() if value == now), "")
