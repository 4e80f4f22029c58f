"""Alt texts: the pictures in words, for readers who do not see them; within Discord's length."""

from collections.abc import Mapping, Sequence

from engine.ave_caesar.views import ChariotView, RaceView
from engine.marks import ReachMark
from records.values import EntryId, Square
from renderers.ave_caesar.words import (
    cards_words,
    figures_of,
    lap_of,
    standing_of,
    tribute_of,
    whereabouts,
)
from renderers.telling import cut, name_of, others_told, sentences, titled, ways_told, within_limit

Names = Mapping[EntryId, str]


def alt_board(
    view: RaceView, names: Names, *, path: Mapping[EntryId, tuple[Square, ...]] | None = None, title: str = ""
) -> str:
    """Return the alt text of the board: the state of the race, and each chariot, foremost first."""

    def in_full(longest: int) -> str:
        head = sentences(
            titled(title, longest),
            f"{standing_of(view)}; {view.course} course, {view.direction}.",
            f"{view.active} is next." if view.active is not None else "",
        )
        head += ways_told(path)
        return "\n".join([head, *(_chariot_line(names, each, longest) for each in view.ranked())])

    return within_limit(in_full)


def _chariot_line(names: Names, chariot: ChariotView, longest: int) -> str:
    head = f"{chariot.entry} {chariot.colour} {cut(name_of(names, chariot), longest)}"
    if chariot.status != "racing":
        return f"{head}: {lap_of(chariot)}, {chariot.points_left} points left"
    leads = " leads," if chariot.leads and chariot.crossings else ""
    return (
        f"{head}:{leads} {chariot.space or 'off the board'}, {lap_of(chariot)}, {tribute_of(chariot)}; "
        f"left {cards_words(chariot)}, {chariot.points_left} points"
    )


def alt_cockpit(
    view: RaceView, names: Names, entry: EntryId, *, reach: Sequence[ReachMark] = (), path: Sequence[Square] = ()
) -> str:
    """Return the alt text of the cockpit: the hand, spaces in its reach, the way looked at, and the other chariots."""
    chariot = view.chariot(entry)

    def in_full(longest: int) -> str:
        figures = ", ".join(f"{label} {figure}" for label, figure in figures_of(chariot))
        hand = ", ".join(map(str, view.hands.get(entry, ())))
        targets = "; ".join(f"{mark.label}: {mark.kind} to {mark.square}" for mark in reach)
        others = others_told(names, view.chariots, entry, longest, lambda each: each.space)
        return sentences(
            f"Cockpit of {entry} {cut(name_of(names, chariot), longest)} at {chariot.space or 'no space'},",
            f"{lap_of(chariot)}, {tribute_of(chariot)}: {figures}.",
            f"Hand: {hand}." if hand else "",
            f"Way: {', '.join(path)}." if len(path) > 1 else "",
            f"In reach, by card: {targets}." if reach else "",
            f"Others: {others}.",
        )

    return within_limit(in_full)


def alt_log_card(view: RaceView, names: Names, entry: EntryId) -> str:
    """Return the alt text of a chariot's record."""
    chariot = view.chariot(entry)

    def in_full(longest: int) -> str:
        played = " ".join(map(str, chariot.played)) or "no card yet"
        figures = ", ".join(f"{label} {figure}" for label, figure in figures_of(chariot))
        return (
            f"Record of {entry} {cut(name_of(names, chariot), longest)} ({whereabouts(view, chariot)}). "
            f"Played: {played}. Left: {cards_words(chariot)}. It {tribute_of(chariot)}. "
            f"{figures}, turns missed {chariot.missed}."
        )

    return within_limit(in_full)
