"""Alt texts: the pictures in words, for readers who do not see them; within Discord's length."""

from collections.abc import Mapping, Sequence

from engine.chariot_race.track import heaps
from engine.chariot_race.views import ChariotView, RaceView
from engine.marks import ReachMark
from records.values import EntryId, Square
from renderers.chariot_race.words import (
    dials_of,
    dice_of,
    next_to_move,
    places_of,
    standing_of,
    whereabouts,
)
from renderers.telling import cut, name_of, others_told, sentences, titled, ways_told, within_limit

Names = Mapping[EntryId, str]

KINDS: Mapping[str, str] = {
    "free": "no damage",
    "harm": "damage",
    "wreck": "a wreck",
    "javelin": "javelin",
    "caltrop": "caltrop",
    "slot": "start slot",
}


def alt_board(
    view: RaceView, names: Names, *, path: Mapping[EntryId, tuple[Square, ...]] | None = None, title: str = ""
) -> str:
    """Return the alt text of the board: the state of the race, and each chariot, leader first."""
    places = places_of(view)

    def in_full(longest: int) -> str:
        mover, stones = next_to_move(view), sorted(heaps(view.track))
        head = sentences(
            titled(title, longest),
            f"{standing_of(view)}, track {view.track}.",
            f"{mover.entry} moves." if mover is not None else "",
            f"Stone heaps: {', '.join(stones)}." if stones else "",
            f"Caltrops: {', '.join(view.caltrops)}." if view.caltrops else "",
        )
        head += ways_told(path)
        lines = (_line(view, names, each, places[each.entry], longest) for each in view.ranked())
        return "\n".join([head, *lines])

    return within_limit(in_full)


def _line(view: RaceView, names: Names, chariot: ChariotView, place: str, longest: int) -> str:
    name = f"{chariot.entry} {chariot.colour} {cut(name_of(names, chariot), longest)}"
    where = whereabouts(view, chariot).removeprefix(f"{place}, ")
    return f"{place}: {name}, {where}" + (f"; {_figures(chariot)}" if chariot.is_alive else "")


def _figures(chariot: ChariotView) -> str:
    return ", ".join(f"{word} {figure}" for word, figure, _ in dials_of(chariot))


def alt_cockpit(
    view: RaceView, names: Names, entry: EntryId, *, reach: Sequence[ReachMark] = (), path: Sequence[Square] = ()
) -> str:
    """Return the alt text of the cockpit: the dice, spaces in reach, the way looked at, and the other chariots."""
    chariot = view.chariot(entry)

    def in_full(longest: int) -> str:
        dice = ", ".join(f"{number} {face}" for number, face in enumerate(dice_of(view, entry), start=1))
        targets = "; ".join(f"{mark.label} {mark.square}, {KINDS[mark.kind]}" for mark in reach)
        others = others_told(names, view.chariots, entry, longest, lambda each: each.square)
        return sentences(
            f"Cockpit of {entry} {cut(name_of(names, chariot), longest)}: {whereabouts(view, chariot)};",
            f"{_figures(chariot)}.",
            f"Dice: {dice}." if dice else "",
            f"Way: {', '.join(path)}." if len(path) > 1 else "",
            f"To choose from: {targets}." if reach else "",
            f"Others: {others}.",
        )

    return within_limit(in_full)


def alt_log_card(view: RaceView, names: Names, entry: EntryId) -> str:
    """Return the alt text of a charioteer's board."""
    chariot = view.chariot(entry)

    def in_full(longest: int) -> str:
        dice = ", ".join(dice_of(view, entry))
        return sentences(
            f"Board of {entry} {cut(name_of(names, chariot), longest)}: {whereabouts(view, chariot)}.",
            f"{_figures(chariot)}.".capitalize(),
            f"Next turn: speed {chariot.allowed} at the start, {chariot.next_dice} dice." if chariot.is_alive else "",
            f"Dice now: {dice}." if dice else "",
        )

    return within_limit(in_full)
