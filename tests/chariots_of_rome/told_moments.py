"""Races of Chariots of Rome that tests of words look at, and every question that was put in them."""

from typing import Any

from engine.chariots_of_rome.words.options import Options
from tests.chariots_of_rome.told_races import NAMES, Moment, told_race
from words.chariots_of_rome import WORDS
from words.shared.words import Controls

RACES = {
    "drafted": told_race(Options(drafting=True), 6, 7),
    "narrow": told_race(Options(track="talladegas", redraw=True), 8, 5),
    "by orders": told_race(Options(by_orders=True, drafting=True, laps=1), 6, 11),
    "large": told_race(Options(track="daytonus", laps=1), 12, 3),
}
MOMENTS = [moment for race in RACES.values() for moment in race.moments]


def first(kind: type[Any], number: int = 0) -> Moment:
    return [moment for moment in MOMENTS if isinstance(moment.ask.question, kind)][number]


def put(moment: Moment, plan: str = "") -> Controls:
    return WORDS.controls(moment.view, moment.ask, NAMES, plan)
