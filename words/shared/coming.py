"""What comes after a race, in a line: when the next race of a cup, a league or a fixture begins."""

from records.races import PublicRace
from words.shared.names import harmless, place_of

THEN = "⏭️ Next:"


def cup_line(over: int, races: int, waiting: PublicRace | None) -> str:
    """Return which race of a cup comes next; that it is decided, after the last.

    :param over: races that have a result.
    :param waiting: the race that is open, or under way.
    """
    if over >= races:
        return "🏆 The cup is decided."
    where = f", in {place_of(waiting.record)}" if waiting is not None else ""
    return f"{THEN} race {over + 1} of {races} of the cup{where}."


def league_line(number: int, events: int, at: float | None, name: str = "race") -> str:
    """Return when the next event of a league begins; that none does, after the last.

    :param at: in seconds since 1970, as if nobody were early.
    :param name: what the event is.
    """
    if at is None or number > events:
        return "🏛️ That was the season's last event. The reckoning follows."
    return f"{THEN} {name} {number} of {events} of the season, by <t:{round(at)}:f> (<t:{round(at)}:R>)."


def fixture_line(title: str, at: float) -> str:
    """Return when a fixture's next race begins."""
    return f"{THEN} **{harmless(title)}**, <t:{round(at)}:F> (<t:{round(at)}:R>)."
