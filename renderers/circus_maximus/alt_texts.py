"""Alt texts: what the pictures show, in words, for those who do not see them. None is longer than Discord allows."""

from collections.abc import Mapping, Sequence

from engine.circus_maximus.views import ChariotView, HorseView, RaceView
from engine.values import EntryId, Square
from renderers.circus_maximus.panel import drawing_order
from renderers.circus_maximus.words import (
    WHEEL_BOXES,
    conditions_of,
    doing_of,
    figures_of,
    lap_number,
    markers_standing,
    mover_of,
    name_of,
    signed,
    standing_of,
    whereabouts,
)
from renderers.scene import ReachMark
from renderers.telling import cut, ordinal, within_limit

Names = Mapping[EntryId, str]


def alt_board(
    view: RaceView, names: Names, *, path: Mapping[EntryId, tuple[Square, ...]] | None = None, title: str = ""
) -> str:
    """Return what the board's picture shows: the state of the race, and each chariot in the order of drawing."""

    def told(longest: int) -> str:
        eggs, dolphins = markers_standing(view)
        head = f"{cut(title, 2 * longest)}. " if title else ""
        head += f"{standing_of(view)}; standing: {eggs} of {view.laps} eggs, {dolphins} of {view.laps} dolphins."
        mover = mover_of(view)
        if mover is not None:
            head += f" {mover.entry} {doing_of(view)}."
        ways = (f"{entry} {squares[0]} to {squares[-1]}" for entry, squares in sorted((path or {}).items()))
        head += f" Ways: {', '.join(ways)}." if path else ""
        return "\n".join([head, *(_chariot_line(view, names, each, longest) for each in drawing_order(view))])

    return within_limit(told)


def alt_cockpit(
    view: RaceView, names: Names, entry: EntryId, *, reach: Sequence[ReachMark] = (), path: Sequence[Square] = ()
) -> str:
    """Return what the cockpit shows: the gauges, squares in reach, the planned way, and who else is there."""
    chariot = view.chariot(entry)

    def told(longest: int) -> str:
        figures = ", ".join(f"{label} {figure}" for label, figure in figures_of(view, chariot))
        others = (other for other in view.chariots if other.square is not None and other.entry != entry)
        parts = [
            f"Cockpit of {chariot.entry} {_named(names, chariot, longest)} at {_square(chariot)}: {figures}.",
            f"Planned: {', '.join(path[1:])}." if len(path) > 1 else "",
            f"In reach: {'; '.join(f'{mark.square} {mark.kind} {mark.label}' for mark in reach)}." if reach else "",
            "Others: "
            + "; ".join(f"{each.entry} {_named(names, each, longest)} {each.square}" for each in others)
            + ".",
        ]
        return " ".join(part for part in parts if part)

    return within_limit(told)


def alt_log_card(view: RaceView, names: Names, entry: EntryId) -> str:
    """Return what a chariot's log card shows."""
    chariot = view.chariot(entry)
    wheels = f"{WHEEL_BOXES - chariot.wheel_inside} inside, {WHEEL_BOXES - chariot.wheel_outside} outside"

    def told(longest: int) -> str:
        return (
            f"Log of {chariot.entry} {_named(names, chariot, longest)} ({whereabouts(view, chariot)}). "
            f"Horses from the left: {_horses(chariot, ' of ')}. Wheel boxes left: {wheels}, of {WHEEL_BOXES}. "
            f"Driver's hits left: {chariot.hits} of {chariot.hits_start}. "
            f"Endurance: {chariot.endurance} of {chariot.endurance_start}. "
            f"DM {signed(chariot.modifier)} of {signed(chariot.modifier_start)}, CDM {signed(chariot.cdm)}, "
            f"top speed {chariot.max_speed}, {chariot.car} car, whip {'yes' if chariot.has_whip else 'lost'}. "
            f"{', '.join(conditions_of(chariot)) or 'Nothing weighs on it'}."
        )

    return within_limit(told)


def _chariot_line(view: RaceView, names: Names, chariot: ChariotView, longest: int) -> str:
    head = f"{chariot.entry} {chariot.colour} {_named(names, chariot, longest)}"
    if chariot.status == "finished":
        return f"{head}: finished turn {chariot.finished_turn}, {chariot.factors_left} left"
    if chariot.status == "out":
        return f"{head}: out"
    speed = "?" if chariot.written is None else chariot.written
    wheels = f" wheels -{chariot.wheel_inside} -{chariot.wheel_outside}" if _is_damaged(chariot) else ""
    hits = f" hits {chariot.hits}/{chariot.hits_start}" if chariot.hits < chariot.hits_start else ""
    order = "cup" if not chariot.order else ordinal(chariot.order) + (" moved" if chariot.has_moved else "")
    return (
        f"{head}: {_square(chariot)} lap {lap_number(view, chariot)}, {order}, speed {speed}, "
        f"E {chariot.endurance}/{chariot.endurance_start}, horses {_horses(chariot, '')}{wheels}{hits}"
    )


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
