"""A server and a bot on a day that is always the same: what the race of the day is does not depend on today."""

from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from engine.daily.working import DayJob
from sandbox.client import buttons_of
from sandbox.errors import Json
from tests.e2e.arena import Arena

MONDAY, SUNDAY = datetime(2030, 1, 7, 12, tzinfo=UTC), datetime(2030, 1, 13, 12, tzinfo=UTC)
_GREEN = 3
_QUICKLY = (("steward.daily.races.DayJob", partial(DayJob, runs=8)),)
"""What is patched so that the day is chosen by few runs."""


def arena_on(day: datetime, folder: Path, *, has_threads: bool = False) -> Arena:
    """Return an arena whose clocks begin on a day, and whose races of the day are chosen quickly."""
    ahead = (day - datetime.now(UTC)).total_seconds()
    return Arena(folder, has_clock=True, ahead=ahead, is_forked=True, has_threads=has_threads, patched=_QUICKLY)


def green_of(message: Json) -> str:
    """Return the custom id of the first green button of a message, or of *Go* where that is red; empty without one."""
    green = [str(each["custom_id"]) for each in buttons_of(message) if each.get("style") == _GREEN]
    goes = [
        str(each["custom_id"]) for each in buttons_of(message) if str(each.get("custom_id")).startswith("daily-order:")
    ]
    return next(iter([*green, *goes]), "")


def is_asked(message: Json) -> bool:
    """Tell whether a message asks for an answer in the race of the day: its green button gives one to a question."""
    act, *about = green_of(message).split(":")
    return act.startswith("daily-") and len(about) == len(("day", "answers before", "answer"))
