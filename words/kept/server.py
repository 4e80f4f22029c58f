"""What is kept of a server and was to be seen by all in it, as files for its owner."""

from collections.abc import Mapping

from records.mine import Kept
from words.kept.files import files_of

TABLES: Mapping[str, str] = {
    "cup": "Cups",
    "daily_board": "Where the race of the day is posted",
    "entry": "Chariots",
    "faction": "Places in races and leagues",
    "fixture": "Weekly races",
    "gazette": "Where the gazette of the week is posted",
    "guild": "Settings of the server",
    "past_entry": "Results, by chariot",
    "past_race": "Results, by race",
    "past_title": "How cups and seasons ended",
    "publishing": "Channels whose results are published",
    "race": "Races and leagues",
}
"""What each table holds of a server."""

_HEAD = """What I keep of the server with the number {guild}: its settings, races, results, cups, leagues and fixtures.

Times are UTC. A line says what it is and what I keep; what is empty has no line. data.json holds the same for programs,
empty fields included, by the names of the database. Numbers of channels, threads and posts are Discord's.

Left out is what is people's own: their numbers, answers, orders, bets, purses, votes and letters, their practices, and
how they drove the race of the day. Each of them gets theirs with /my data. Left out, too, are the secrets of dice and
seals, and the moves of races. A race's own archive has its moves, once it is over (/watch what:export,
/cup do what:export or /league do what:export).
/server audit proves that the play money sums to zero.
"""


def server_files(guild: int, kept: Kept) -> dict[str, bytes]:
    """Return the files of what is kept of a server."""
    head = _HEAD if kept else f"{_HEAD}\nThere is none of it."
    return files_of({"server": str(guild)}, head.format(guild=guild), TABLES, kept)
