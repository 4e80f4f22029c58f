"""Views of Ave Caesar races made by hand, for pictures."""

from typing import Any

from engine.ave_caesar.courses import CourseName, Direction, Space, course, runway
from engine.ave_caesar.views import ChariotView, RaceView
from records.values import EntryId, Faction

COLOURS = ("red", "blue", "yellow", "green", "purple", "black")
PLAYED = (
    (6, 5, 4, 4, 2, 6, 1, 3, 5),
    (5, 5, 6, 3, 1, 2, 4, 6),
    (6, 1, 2, 3, 3, 4, 5, 6, 2, 1),
    (4, 4, 4, 4, 5, 5, 5),
    (1, 1, 1, 2, 6, 6, 6, 6, 5),
    (2, 3, 5, 6, 4),
)

LONG_NAMES = {EntryId(number): f"{number}" + "WMQ@&%ÄŶ" * 3 + "WMWMWMW" for number in range(1, 7)}


def a_chariot(
    entry: int,
    space: str | None,
    *,
    crossings: int = 1,
    coin: bool = True,
    played: tuple[int, ...] = (),
    on: tuple[CourseName, Direction] = ("white", "clockwise"),
    **changes: Any,
) -> ChariotView:
    """Return a chariot on a course; *changes* are further fields to set."""
    at = Space(space) if space else None
    way = runway(*on)
    cards, points = 24 - len(played), 84 - sum(played)
    fields: dict[str, Any] = {
        "entry": EntryId(entry),
        "colour": COLOURS[(entry - 1) % len(COLOURS)],
        "faction": Faction(entry),
        "is_nonplayer": False,
        "position": entry,
        "status": "racing",
        "space": at,
        "crossings": crossings,
        "pos": way.pos(at, crossings) if at else None,
        "coin": coin,
        "leads": False,
        "played": played,
        "path": (),
        "hand_size": min(3, cards),
        "cards_left": cards,
        "points_left": points,
        "remaining": way.remaining.get((at, crossings, coin)) if at else None,
        "missed": 0,
        "place": None,
    }
    return ChariotView(**(fields | changes))


def a_view(
    *chariots: ChariotView, on: tuple[CourseName, Direction] = ("white", "clockwise"), **changes: Any
) -> RaceView:
    """Return a race of *chariots* in round 8; *changes* are fields to set."""
    fields: dict[str, Any] = {
        "course": on[0],
        "direction": on[1],
        "round": 8,
        "is_set_up": True,
        "is_over": False,
        "order": tuple(chariot.entry for chariot in chariots),
        "active": chariots[0].entry if chariots else None,
        "leaders": tuple(chariot.entry for chariot in chariots if chariot.leads),
        "missed_streak": 0,
        "stalemate_swaps": 0,
        "finished": tuple(chariot.entry for chariot in chariots if chariot.status == "finished"),
        "removed": tuple(chariot.entry for chariot in chariots if chariot.status == "out"),
        "chariots": chariots,
        "hands": {},
    }
    return RaceView(**(fields | changes))


def at_the_start(name: CourseName, direction: Direction) -> RaceView:
    starts = course(name).directions[direction].start_positions
    on = (name, direction)
    chariots = [a_chariot(n, start, crossings=0, leads=True, on=on) for n, start in enumerate(starts, start=1)]
    return a_view(*chariots, on=on, round=1)


def in_mid_race() -> RaceView:
    """Return a race of four on the white course: a leader in the far curve, one before Caesar, one in a bottleneck."""
    return a_view(
        a_chariot(1, "13c2", crossings=2, coin=False, played=PLAYED[0], leads=True),
        a_chariot(2, "12N", crossings=2, played=PLAYED[1]),
        a_chariot(3, "A3", crossings=1, coin=False, played=PLAYED[2]),
        a_chariot(4, "06b2", crossings=2, played=PLAYED[3]),
        active=EntryId(3),
        hands={EntryId(3): (2, 4, 6)},
    )


def at_its_worst() -> RaceView:
    """Return a race whose picture is as full as can be: six chariots, close together in curves and the alley."""
    on: tuple[CourseName, Direction] = ("yellow", "anticlockwise")
    spaces = ("14c2", "14d3", "14e3", "A3", "A4", "18d2")
    chariots = [
        a_chariot(n, space, crossings=2, coin=n % 2 == 0, played=PLAYED[n - 1], on=on, leads=n < 3)
        for n, space in enumerate(spaces, start=1)
    ]
    return a_view(*chariots, on=on, round=88, active=EntryId(6), hands={EntryId(6): (2, 5, 6)})


def at_the_end() -> RaceView:
    return a_view(
        a_chariot(1, None, crossings=4, coin=False, played=PLAYED[0] + (6, 6), status="finished", place=2),
        a_chariot(2, None, crossings=4, coin=False, played=PLAYED[1] + (1, 2, 3), status="finished", place=1),
        a_chariot(3, "25c", crossings=3, coin=False, played=PLAYED[2] + (5, 5, 4, 4)),
        a_chariot(4, None, crossings=2, played=(1, 2, 3, 4, 5, 6) * 4, status="out"),
        finished=(EntryId(2), EntryId(1)),
        active=EntryId(3),
        round=29,
    )
