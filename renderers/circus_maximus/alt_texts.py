"""Alt texts: the pictures in words, for readers who do not see them; within Discord's length."""

from collections.abc import Mapping, Sequence

from engine.circus_maximus.seen.views import ChariotView, HorseView, RaceView
from engine.marks import ReachMark
from records.values import EntryId, Square
from renderers.circus_maximus.places import ranked
from renderers.circus_maximus.words import (
    OBSTACLES,
    allies_of,
    blades_of,
    conditions_of,
    doing_of,
    figures_of,
    gear_of,
    kit_of,
    lap_number,
    lying_of,
    markers_standing,
    mover_of,
    notes_of,
    speed_of,
    standing_of,
    weather_of,
    whereabouts,
)
from renderers.pennants import letter_of
from renderers.telling import cut, name_of, ordinal, sentences, signed, ways_told, within_limit

Names = Mapping[EntryId, str]


def alt_board(
    view: RaceView, names: Names, *, path: Mapping[EntryId, tuple[Square, ...]] | None = None, title: str = ""
) -> str:
    """Return the alt text of the board: the state of the race, and each chariot, the leader first.

    With many chariots each has fewer words: its figures are then explained once, and at worst its name is left out.
    """

    def in_full(longest: int) -> str:
        head = _head(view, title, longest) + ways_told(path)
        return "\n".join([head, *(_chariot_line(view, names, each, longest) for each in ranked(view))])

    def briefly(longest: int) -> str:
        lines = (_brief_line(view, names, each, longest) for each in ranked(view))
        return "\n".join([f"{_head(view, title, longest)} {_BRIEF}", *lines])

    def barely(longest: int) -> str:
        lines = (_bare_line(view, names, each, longest) for each in ranked(view))
        return "\n".join([_head(view, title, longest, in_full=False), *lines])

    def at_least(longest: int) -> str:
        lines = (f"{each.entry} {each.colour} {_place(each)}" for each in ranked(view))
        return "\n".join([_head(view, title, longest, in_full=False), *lines])

    return within_limit(in_full, briefly, barely, at_least)


_BRIEF = "Chariots: square, lap, drawn (+ moved), speed, endurance, horses."


def _head(view: RaceView, title: str, longest: int, *, in_full: bool = True) -> str:
    """Return the first line, about the whole race."""
    eggs, dolphins = markers_standing(view)
    head = f"{cut(title, 2 * longest)}. " if title else ""
    head += f"{standing_of(view)}; standing: {eggs} of {view.laps} eggs, {dolphins} of {view.laps} dolphins."
    mover = mover_of(view)
    if mover is not None:
        head += f" {mover.entry} {doing_of(view)}."
    pairs = ", ".join(f"{letter_of(one)} {one}+{other}" for one, other in allies_of(view))
    head += f" Allies: {pairs}." if pairs else ""
    lying = _lying(view) if in_full else _lying_in_all(view)
    return head + (f" On the track: {lying}." if lying else "")


def _lying(view: RaceView) -> str:
    """Return the obstacles on the track, the squares of one kind and owner together."""
    squares: dict[str, list[str]] = {}
    for each in lying_of(view):
        squares.setdefault(f"{OBSTACLES[each.kind]} of {each.entry}", []).append(each.square)
    return ", ".join(f"{what} {' '.join(where)}" for what, where in squares.items())


def _lying_in_all(view: RaceView) -> str:
    """Return how much of each kind lies on the track."""
    kinds = [each.kind for each in lying_of(view)]
    return ", ".join(f"{OBSTACLES[kind]} ×{kinds.count(kind)}" for kind in OBSTACLES if kind in kinds)


def alt_cockpit(
    view: RaceView, names: Names, entry: EntryId, *, reach: Sequence[ReachMark] = (), path: Sequence[Square] = ()
) -> str:
    """Return the alt text of the cockpit: the gauges, squares in reach, the planned way, and the other chariots."""
    chariot = view.chariot(entry)

    def in_full(longest: int) -> str:
        figures = ", ".join(f"{label} {figure}" for label, figure in figures_of(view, chariot))
        others = (other for other in view.chariots if _is_seen(other) and other.entry != entry)
        notes = "".join(f", {note}" for note in notes_of(chariot))
        lying, weather = _lying(view), weather_of(view)
        return sentences(
            f"Cockpit of {chariot.entry} {_named(names, chariot, longest)} at {_square(chariot)}{notes}: {figures}.",
            f"Weather: {weather}." if weather != "dry" else "",
            f"Way: {', '.join(path[1:])}." if len(path) > 1 else "",
            f"In reach: {'; '.join(f'{mark.square} {mark.kind} {mark.label}' for mark in reach)}." if reach else "",
            f"Others: {'; '.join(_neighbour(names, each, longest) for each in others)}.",
            f"On the track: {lying}." if lying else "",
        )

    return within_limit(in_full)


def _is_seen(chariot: ChariotView) -> bool:
    return chariot.square is not None or chariot.driver_square is not None


def _neighbour(names: Names, chariot: ChariotView, longest: int) -> str:
    where = [chariot.square] if chariot.square is not None else []
    text = ", ".join([*where, *notes_of(chariot)])
    return f"{chariot.entry} {_named(names, chariot, longest)} {text}"


def alt_log_card(view: RaceView, names: Names, entry: EntryId) -> str:
    """Return the alt text of a chariot's log card."""
    chariot = view.chariot(entry)
    inside, outside = chariot.boxes_inside, chariot.boxes_outside
    wheels = f"{inside - chariot.wheel_inside} inside, {outside - chariot.wheel_outside} outside"
    of = str(inside) if inside == outside else f"{inside} and {outside}"
    gear = ", ".join(" ".join(each) for each in gear_of(view, chariot))
    kit = f" Carries {', '.join(kit_of(chariot))}." if kit_of(chariot) else ""
    ally = "" if chariot.ally is None else f" Ally: {chariot.ally}."

    def in_full(longest: int) -> str:
        return (
            f"Log of {chariot.entry} {_named(names, chariot, longest)} ({whereabouts(view, chariot)}). "
            f"Horses from the left: {_horses(chariot, ' of ')}. Wheel boxes left: {wheels}, of {of}. "
            f"Driver's hits left: {chariot.hits} of {chariot.hits_start}. "
            f"Endurance: {chariot.endurance} of {chariot.endurance_start}. "
            f"DM {signed(chariot.modifier)} of {signed(chariot.modifier_start)}, CDM {signed(chariot.cdm)}, "
            f"top speed {chariot.max_speed}, {gear}.{kit}{ally} "
            f"{', '.join(conditions_of(view, chariot)) or 'Nothing weighs on it'}."
        )

    return within_limit(in_full)


def _chariot_line(view: RaceView, names: Names, chariot: ChariotView, longest: int) -> str:
    head = f"{chariot.entry} {chariot.colour} {_named(names, chariot, longest)}"
    notes = "".join(f", {note}" for note in notes_of(chariot))
    if chariot.square is None and chariot.status != "racing":
        return f"{head}: {_ending(chariot)}{notes}"
    notes += "".join(f", {blades}" for blades in blades_of(chariot))
    wheels = f" wheels -{chariot.wheel_inside} -{chariot.wheel_outside}" if _is_damaged(chariot) else ""
    hits = f" hits {chariot.hits}/{chariot.hits_start}" if chariot.hits < chariot.hits_start else ""
    drawn = "" if chariot.status == "halted" else f" {_order(chariot)},"
    return (
        f"{head}: {_square(chariot)} lap {lap_number(view, chariot)},{drawn} speed {speed_of(chariot)}, "
        f"E {chariot.endurance}/{chariot.endurance_start}, horses {_horses(chariot, '')}{wheels}{hits}{notes}"
    )


def _order(chariot: ChariotView) -> str:
    return "cup" if not chariot.order else ordinal(chariot.order) + (" moved" if chariot.has_moved else "")


def _brief_line(view: RaceView, names: Names, chariot: ChariotView, longest: int) -> str:
    head = f"{chariot.entry} {chariot.colour} {_named(names, chariot, longest)}"
    notes = "".join(f", {note}" for note in notes_of(chariot))
    if chariot.square is None and chariot.status != "racing":
        return f"{head}: {_ending(chariot)}{notes}"
    order = f"{ordinal(chariot.order)}{'+' if chariot.has_moved else ''}" if chariot.order else "cup"
    wheels = f" wheels -{chariot.wheel_inside} -{chariot.wheel_outside}" if _is_damaged(chariot) else ""
    hits = f" hits {chariot.hits}" if chariot.hits < chariot.hits_start else ""
    return (
        f"{head}: {_square(chariot)}, {lap_number(view, chariot)}, {order}, {speed_of(chariot)}, {chariot.endurance}, "
        f"{_horses(chariot, '')}{wheels}{hits}{notes}"
    )


def _bare_line(view: RaceView, names: Names, chariot: ChariotView, longest: int) -> str:
    head = f"{chariot.entry} {chariot.colour} {_named(names, chariot, longest)}: {_place(chariot)}"
    if chariot.square is None:
        return ", ".join([head, *notes_of(chariot)])
    figures = (_order(chariot), f"speed {speed_of(chariot)}", f"E {chariot.endurance}")
    return ", ".join([f"{head} lap {lap_number(view, chariot)}", *figures, *notes_of(chariot)])


def _place(chariot: ChariotView) -> str:
    return chariot.square or ("off the track" if chariot.status == "racing" else chariot.status)


def _ending(chariot: ChariotView) -> str:
    if chariot.status == "finished":
        return f"finished turn {chariot.finished_turn}, {chariot.factors_left} left"
    return "out"


def _is_damaged(chariot: ChariotView) -> bool:
    return chariot.wheel_inside > 0 or chariot.wheel_outside > 0


def _square(chariot: ChariotView) -> str:
    return chariot.square or "off the track"


def _horses(chariot: ChariotView, of: str) -> str:
    return (", " if of else " ").join(_horse(horse, of) for horse in chariot.horses) or "not known yet"


def _horse(horse: HorseView, of: str) -> str:
    if horse.state == "cut free":
        return "cut"
    if horse.state == "dead":
        return "dead"
    return f"{horse.original - horse.injury}{of}{horse.original if of else ''}"


def _named(names: Names, chariot: ChariotView, longest: int) -> str:
    return cut(name_of(names, chariot), longest)
