"""Alt texts: the pictures in words, for readers who do not see them; within Discord's length."""

from collections.abc import Callable, Mapping, Sequence

from engine.chariots_of_rome.printed.charioteers import ABILITIES
from engine.chariots_of_rome.printed.data import CHARIOTEERS
from engine.chariots_of_rome.seen.views import ChariotView, RaceView
from engine.marks import ReachMark
from records.values import EntryId, Square
from renderers.chariots_of_rome.words import (
    LEVELS,
    charioteer_of,
    figures_of,
    gods_of,
    lap_of,
    next_to_move,
    places_of,
    standing_of,
    whereabouts,
)
from renderers.telling import cut, name_of, others_told, sentences, titled, ways_told, within_limit

Names = Mapping[EntryId, str]

KINDS: Mapping[str, str] = {
    "free": "clear",
    "harm": "at a price",
    "wreck": "dangerous",
    "whip": "whip",
    "ram": "ram",
    "gate": "gate",
}


def alt_board(
    view: RaceView, names: Names, *, path: Mapping[EntryId, tuple[Square, ...]] | None = None, title: str = ""
) -> str:
    """Return the alt text of the board: the state of the race, and each chariot, leader first."""
    return within_limit(
        lambda longest: _board(view, names, path, title, longest, _line),
        lambda longest: _board(view, names, path, title, longest, _short_line),
    )


def _board(
    view: RaceView,
    names: Names,
    path: Mapping[EntryId, tuple[Square, ...]] | None,
    title: str,
    longest: int,
    line: Callable[[RaceView, Names, ChariotView, str, int], str],
) -> str:
    head = sentences(
        titled(title, longest),
        f"{standing_of(view)}, {view.board.name}.",
        _turns(view),
        f"{gods_of(view)}." if gods_of(view) else "",
        f"Wrecks: {', '.join(sorted(view.wrecks))}." if view.wrecks else "",
        f"Debris: {', '.join(view.debris)}." if view.debris else "",
    )
    places = places_of(view)
    lines = (line(view, names, each, places[each.entry], longest) for each in view.ranked())
    return "\n".join([head + ways_told(path), *lines])


def _turns(view: RaceView) -> str:
    """Return the chariots that have had a turn this round, and the mover."""
    mover = next_to_move(view)
    if mover is None:
        return ""
    done = [str(entry) for entry in view.revealed if entry != mover.entry]
    before = f"Moved: {', '.join(done)}. " if done else ""
    return f"{before}{mover.entry} moves, {view.hidden} to come."


def _line(view: RaceView, names: Names, chariot: ChariotView, place: str, longest: int) -> str:
    name = f"{chariot.entry} {chariot.colour} {cut(name_of(names, chariot), longest)}"
    driver = f" ({charioteer_of(chariot)})" if chariot.charioteer is not None else ""
    where = whereabouts(view, chariot).removeprefix(f"{place}, ")
    return f"{place}: {name}{driver}, {where}" + (f"; {figures_of(chariot)}" if chariot.is_alive else "")


def _short_line(view: RaceView, names: Names, chariot: ChariotView, place: str, longest: int) -> str:
    name = f"{chariot.entry} {chariot.colour} {cut(name_of(names, chariot), longest)}"
    if not chariot.is_alive:
        return f"{place}: {name}"
    figures = f"E{chariot.endurance} T{chariot.tactics} R{chariot.rattled} {LEVELS[chariot.speed]}"
    return f"{place}: {name}, {lap_of(view, chariot)}, {chariot.square or 'no gate'}; {figures}"


def alt_cockpit(
    view: RaceView, names: Names, entry: EntryId, *, reach: Sequence[ReachMark] = (), path: Sequence[Square] = ()
) -> str:
    """Return the alt text of the cockpit: the figures, spaces in reach, the way looked at, and the other chariots."""
    if view.display:
        return _display(view)
    chariot = view.chariot(entry)

    def in_full(longest: int) -> str:
        targets = "; ".join(map(_target, reach))
        others = others_told(names, view.chariots, entry, longest, lambda each: each.square)
        obstacles = [*sorted(view.wrecks), *view.debris]
        return sentences(
            f"Cockpit of {entry} {cut(name_of(names, chariot), longest)}: {whereabouts(view, chariot)};",
            f"{figures_of(chariot)}.",
            f"Moves left: {view.moves_left} of {view.total_move}." if _drives(view, entry) else "",
            f"Way: {', '.join(path)}." if len(path) > 1 else "",
            f"To choose from: {targets}." if reach else "",
            f"Others: {others}." if others else "",
            f"In the way: {', '.join(obstacles)}." if obstacles else "",
        )

    return within_limit(in_full)


def _target(mark: ReachMark) -> str:
    """Return a space that can be chosen: its number, its place, and the cost or meaning of going there."""
    number, _, cost = mark.label.partition(" ")
    return f"{number} {mark.square}, {cost or KINDS[mark.kind]}"


def _display(view: RaceView) -> str:
    """Return the charioteers on display, with their abilities where there is room."""
    names = [CHARIOTEERS[each].name for each in view.display]
    full = [f"{name}: {ABILITIES[each]}" for name, each in zip(names, view.display, strict=True)]
    return within_limit(
        lambda _: "\n".join(["Charioteers on display.", *full]),
        lambda _: f"Charioteers on display: {', '.join(names)}.",
    )


def _drives(view: RaceView, entry: EntryId) -> bool:
    return view.active == entry and view.stage == "driving"


def alt_log_card(view: RaceView, names: Names, entry: EntryId) -> str:
    """Return the alt text of a charioteer's card and mat."""
    chariot = view.chariot(entry)

    def in_full(longest: int) -> str:
        return sentences(
            f"Card of {entry} {cut(name_of(names, chariot), longest)}: {whereabouts(view, chariot)}.",
            _charioteer(chariot),
            f"{figures_of(chariot)}." if chariot.is_alive else "",
        )

    return within_limit(in_full)


def _charioteer(chariot: ChariotView) -> str:
    """Return the charioteer and their ability, in words."""
    if chariot.charioteer is None:
        return ""
    card = CHARIOTEERS[chariot.charioteer]
    if chariot.wounds:
        return f"{card.name}, {card.epithet}: wounded, the ability is lost for now."
    used = f" {'Used' if chariot.used else 'Ready'} this round." if card.once_a_round else ""
    return f"{card.name}, {card.epithet}: {ABILITIES[chariot.charioteer]}{used}"
