"""All that is kept of a person, as files for them alone: once for programs, once to read."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from enum import Enum

import msgspec

from records.mine import Kept, KeptRow
from records.values import PlayerId

TABLES: Mapping[str, str] = {
    "account": "Your purses",
    "act": "What you did as a host, moderator or player, beside the game",
    "cup": "Cups that you host",
    "daily_board": "Servers where you have the race of the day posted",
    "daily_try": "Your races of the day",
    "entry": "Your chariots",
    "faction": "Your places in races and leagues",
    "fixture": "Weekly races that you set up",
    "follow": "What you follow",
    "follow_news": "Races that you were to hear of",
    "forgetting": "That you asked to be forgotten",
    "gazette": "Servers where you have the gazette of the week posted",
    "gone": "Servers that you left",
    "input": "Your answers",
    "letter": "Your letters to papers",
    "letter_report": "Letters that you reported",
    "orders": "Your latest orders",
    "outbox": "Messages to you: when they were due, and whether they arrived",
    "past_entry": "Your results",
    "past_race": "Races that you called off, or in which you were paid most",
    "past_title": "How you ended cups and seasons",
    "person": "Your number in the ledger of play money",
    "player": "Your settings",
    "posting": "Each sum that your purses got or gave",
    "race": "Races and leagues that you host, or called off",
    "rating": "Your ratings",
    "side_bet": "Your side bets",
    "ticket": "Your bets",
    "vote": "Your votes for the race of a season",
}
"""What each table holds of somebody."""

TIMES = frozenset({"at", "opened", "ended", "due", "tried", "began", "since", "away_until", "counted", "digested"})
"""Columns that hold a time, in seconds since 1970."""

_HEAD = """What I keep of you, number {player}, in every server and in direct messages.

data.json holds the same for programs. Numbers of servers, channels and posts are Discord's.

Left out: names, numbers and words of others, with all texts in which they may stand, such as the messages that I sent
you and the boards of races; the secrets of dice; the salts of seals, which a race's proof tells when it is over; and
numbers that would tell how much others did in secret. Answers that followed from your orders are kept with your
chariot, without your number: the archive of a race that is over has them (/watch what:export).
"""


def data_files(player: PlayerId, kept: Kept) -> dict[str, bytes]:
    """Return the files of what is kept of a player."""
    return files_of({"person": str(player)}, _HEAD.format(player=player), TABLES, kept)


def files_of(of: Mapping[str, str], head: str, headings: Mapping[str, str], kept: Kept) -> dict[str, bytes]:
    """Return what is kept as files: once for programs, once to read.

    :param of: whose it is.
    """
    told = {**of, "kept": {table: [_plain(row) for row in rows] for table, rows in kept.items()}}
    return {
        "data.json": msgspec.json.format(msgspec.json.encode(told)),
        "data.txt": "\n".join([head, *_lines(kept, headings)]).encode(),
    }


def _plain(row: KeptRow) -> dict[str, object]:
    return {name: _exact(value) for name, value in row.items()}


def _exact(value: object) -> object:
    """Return a value as any reader of JSON understands it: large numbers as text, for many of them round.

    >>> _exact(700000000000000101), _exact(7)
    ('700000000000000101', 7)
    """
    return str(value) if isinstance(value, int) and abs(value) > 2**53 else value


def _lines(kept: Kept, headings: Mapping[str, str]) -> Iterator[str]:
    if not kept:
        yield "Nothing."
    for table, rows in kept.items():
        yield f"\n{headings[table]} ({table}): {len(rows)}\n"
        for row in rows:
            yield "  " + " · ".join(
                f"{name}: {_shown(name, value)}" for name, value in row.items() if value is not None
            )


def _shown(name: str, value: object) -> str:
    """Return a value to read.

    >>> _shown("at", 1900000000.0), _shown("is_best", True), _shown("stake", 100)
    ('2030-03-17 17:46 UTC', 'yes', '100')
    """
    if name in TIMES and isinstance(value, float) and value:
        return f"{datetime.fromtimestamp(value, UTC):%Y-%m-%d %H:%M} UTC"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value.value if isinstance(value, Enum) else value)
