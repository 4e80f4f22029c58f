"""What is kept of a person, as files for them alone."""

from collections.abc import Mapping

from records.mine import Kept
from records.values import PlayerId
from words.kept.files import files_of

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
    "outbox": "Messages to you, when they were due and whether they arrived",
    "past_entry": "Your results",
    "past_race": "Races that you called off, or in which you were paid most",
    "past_title": "How you ended cups and seasons",
    "person": "Your number in the ledger of play money",
    "player": "Your settings",
    "posting": "Each sum that your purses got or gave",
    "race": "Races and leagues that you host, or called off",
    "rating": "Your ratings",
    "receipt": "Servers of yours that I leave, until I have told you so",
    "side_bet": "Your side bets",
    "ticket": "Your bets",
    "vote": "Your votes for the race of a season",
}
"""What each table holds of somebody."""

_HEAD = """What I keep of you, number {player}, in every server and in direct messages.

Times are UTC. A line says what it is and what I keep; what is empty has no line. data.json holds the same for programs,
empty fields included, by the names of the database. Numbers of servers, channels and posts are Discord's.

This is not all: I also keep, and leave out here,
- the texts of the messages that I sent you, as others may stand in them (you have them in our direct messages);
- names, numbers and words of others, and all texts in which they may stand, such as boards of races;
- the secrets of dice, and the salts of seals, which a race's proof tells when it is over;
- numbers that would tell how much others did in secret.
Answers that followed from your orders are kept with your chariot, without your number: the archive of a race that is
over has them (/watch what:export).
"""


def data_files(player: PlayerId, kept: Kept) -> dict[str, bytes]:
    """Return the files of what is kept of a player."""
    return files_of({"person": str(player)}, _HEAD.format(player=player), TABLES, kept)
