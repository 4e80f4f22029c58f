"""What is read of fixtures: when a lobby starts by itself, the list of a server's fixtures, the table of a month."""

from collections.abc import Sequence
from datetime import date

from records.fixtures import EventPost, FixtureRecord, PlannedStart
from records.text import isolated
from records.values import PlayerId
from words.shared.names import harmless
from words.shared.telling import count

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

AMONG_EVENTS = "-# Each race stands among this server's events."

MOST_ROWS = 10

Row = tuple[PlayerId, str, int, int, int]
"""A person and their name, points, wins and races."""


def start_lines(plan: PlannedStart, passed: date | None = None) -> list[str]:
    """Return when a lobby starts by itself, and with how many.

    :param passed: the date before it that was passed over as nothing could be opened.
    """
    if plan.failed:
        return ["⏰ It could not start by itself: too few are in. **Start** begins it."]
    if plan.at is None:
        return ["⏰ Starts by itself as soon as all places are taken."]
    at = int(plan.at)
    if plan.fixture is None:
        return [f"⏰ Starts by itself <t:{at}:F> (<t:{at}:R>) with those who are in."]
    if plan.circus:
        house = "House drivers race each other. Join, and one of them makes room for you."
        return [f"⏰ Starts by itself <t:{at}:F> (<t:{at}:R>). {house}", *_passed(passed)]
    need = "if anybody is in" if plan.least == 1 else f"if {plan.least} people or more are in"
    house = "; house drivers fill the field" if plan.fills else ""
    return [f"⏰ Starts by itself <t:{at}:F> (<t:{at}:R>) {need}{house}.", *_passed(passed)]


def _passed(passed: date | None) -> list[str]:
    return [] if passed is None else [f"-# {passed.day} {passed:%B} was passed over: I could open nothing then."]


def hour_of(fixture: FixtureRecord) -> str:
    """Return a fixture's weekday and hour by its own clock.

    >>> week = {"id": 1, "guild": 1, "channel": 1, "by": 1, "title": "", "ruleset": "", "options": "", "seconds": ""}
    >>> rest = {"pace": "live", "schedule": "", "story": "turn", "least": 1, "fills": True, "bets": True, "created": 0}
    >>> hour_of(FixtureRecord(**week, **rest, zone="Europe/Rome", minute=4 * 1440 + 1230))
    'Friday 20:30 (Europe/Rome)'
    """
    day, minutes = divmod(fixture.minute, 24 * 60)
    return f"{DAYS[day]} {minutes // 60:02}:{minutes % 60:02} ({fixture.zone})"


def fixture_lines(fixture: FixtureRecord, game: str, coming: float, weeks: int, *, asleep: bool) -> list[str]:
    """Return a fixture in the list of its server.

    :param coming: its next date, in seconds since 1970.
    :param weeks: in a row without enough people, after which it sleeps.
    """
    who = "somebody is" if fixture.least == 1 else f"{fixture.least} people or more are"
    house = " House drivers fill the field." if fixture.fills else ""
    starts = f"It starts if {who} in; else that week has no race.{house}"
    comes = "House drivers race, whoever comes." if fixture.circus else starts
    lines = [
        f"**{isolated(harmless(fixture.title))}** · {game} · {hour_of(fixture)} in <#{fixture.channel}>",
        f"-# {comes} {'You can bet on it.' if fixture.bets else 'There are no bets on it.'}",
    ]
    lines += [AMONG_EVENTS] if fixture.events else []
    if fixture.state == "lost":
        return [*lines, "⚠️ Its channel is gone, or takes no threads. *Wake* moves it into this one."]
    if asleep:
        why = "nobody came, bet or looked" if fixture.circus else "too few came"
        return [*lines, f"💤 It sleeps: {why} {weeks} weeks in a row. *Wake* lets it go on."]
    return [*lines, f"⏰ Next: <t:{int(coming)}:F>. It opens a day before."]


def event_text(event: EventPost, game: str) -> str:
    """Return what an event of a fixture's race says of it.

    >>> from records.races import Pace
    >>> given = {"race": 1, "guild": 1, "thread": 1, "title": "", "ruleset": "", "pace": Pace.NOW, "at": 0.0}
    >>> event_text(EventPost(**given, circus=True), "Ave Caesar")
    'Ave Caesar: house drivers race each other. Bet on them, or join in the thread until it starts.'
    """
    if event.circus:
        return f"{game}: house drivers race each other. Bet on them, or join in the thread until it starts."
    return f"A race of {game}. Join in the thread until it starts."


def month_lines(title: str, month: date, rows: Sequence[Row], viewer: PlayerId) -> list[str]:
    """Return the table of a fixture's month: a cup without a host, by points for places."""
    heading = f"### 🏆 {isolated(harmless(title))} · {month:%B %Y}"
    if not rows:
        return [heading, "No race of this month is over yet."]
    own = [each for each in rows[MOST_ROWS:] if each[0] == viewer]
    lines = [heading, *(_row(each, rows) for each in [*rows[:MOST_ROWS], *own])]
    left = len(rows) - len(lines) + 1
    return [*lines, *([f"-# and {left} more"] if left else []), "-# Points for places, as in a cup of this game."]


def _row(row: Row, among: Sequence[Row]) -> str:
    rank = 1 + sum(each[2:4] > row[2:4] for each in among)
    _, name, points, wins, races = row
    won = f", {count(wins, 'win')}" if wins else ""
    return f"{rank}. {isolated(harmless(name))}: **{count(points, 'point')}** in {count(races, 'race')}{won}"
