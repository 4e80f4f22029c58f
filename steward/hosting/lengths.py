"""How long a race lasts at its pace: house drivers run it once, to see how many turns it takes."""

from typing import Any

import msgspec

from engine.dice import RaceDice
from engine.game import AnyRuleset
from engine.playing import QuietTable, answers, play_through, seated
from records.fixtures import FixtureRecord
from records.limits import DAY, HOUR
from steward.time.schedules import schedule_of

WEEK = 7 * DAY
MOST_TURNS = 60
"""Turns after which it is long enough to know."""


def turns_of(rules: AnyRuleset, options: Any) -> int:
    """Return how many turns a race of house drivers took, each place taken; always the same for the same options."""
    tempers = [each for each in rules.fillers(options) if each not in rules.deliberate] or list(rules.drivers)
    places = rules.colours_for(options)
    entrants, drivers = seated([tempers[0]] * len(places), rules.drivers, colours=places)
    race, table, turns = rules.new_race(options, entrants), QuietTable(RaceDice(b"length")), 0

    def answer(asked: Any) -> Any:
        return answers(asked, lambda ask: drivers[ask.entry](rules.view_for(race, {}, (ask.entry,)), ask))

    while not rules.is_over(race) and turns < MOST_TURNS:
        play_through(rules.play_turn(race, table), answer)
        turns += 1
    return turns


def days_of(rules: AnyRuleset, fixture: FixtureRecord) -> int:
    """Return the days that a race of a fixture takes, if everybody takes all their time for each turn."""
    schedule, seconds = schedule_of(fixture.schedule), msgspec.json.decode(fixture.seconds, type=dict[str, int])
    each: float = max(seconds.values(), default=0)
    if fixture.pace.has_times and rules.order_book is not None:
        a_week = len(schedule.days) * len(schedule.at)
        each = WEEK / a_week if a_week else seconds.get(rules.order_book.kind, each)
    if each < HOUR:
        return 0
    return round(turns_of(rules, rules.read_options(fixture.options)) * each / DAY)
