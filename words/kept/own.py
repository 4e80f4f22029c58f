"""What is kept of a person, as files for them alone."""

from collections.abc import Callable, Mapping, Sequence

from records.mine import Kept, Known, RaceKept
from records.values import PlayerId
from words.kept.files import NOTHING_KNOWN, files_of
from words.kept.values import game, time

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

_HEAD = "What I keep of you, number {player}, in every server and in direct messages."

_FORGOTTEN = """
You were forgotten on {at}, as you asked. A code that fits your number alone stays, so that nobody gets a second purse
or a second try at a race of the day. I can't read your number from it.
"""

_NOTHING = "\nI keep {nothing} of you.\n"

_HOW_TO_READ = """
Times are UTC; what is empty has no line. Answers and orders stand in the words of their game, with others' chariots by
their numbers; a race's archive tells what came of them (/watch what:export). data.json holds the same for programs,
with every field, as the game notes it. Numbers of servers, channels and posts are Discord's.

This is not all: I also keep, and leave out here,
- the texts of my messages to you, as others may stand in them (you have them in our direct messages);
- names, numbers and words of others, and texts in which they may stand;
- the secrets of dice, and the salts of seals: a race's proof tells them when it is over;
- numbers that would tell how much others did in secret;
- answers that followed from your orders: they are kept with your chariot, and a race's archive has them.
"""


def data_files(
    player: PlayerId, kept: Kept, forgotten: float | None = None, known: Known = NOTHING_KNOWN
) -> dict[str, bytes]:
    """Return the files of what is kept of a player.

    :param forgotten: when they were forgotten last, of which a code stays; *known* is what places are called.
    """
    of, head = {"person": str(player)}, [_HEAD.format(player=player)]
    if forgotten is not None:
        at = time(forgotten)
        of, head = of | {"forgotten": at}, [*head, _FORGOTTEN.format(at=at)]
    if kept:
        return files_of(of, "\n".join([*head, _HOW_TO_READ]), TABLES, kept, known)
    nothing = "nothing else" if forgotten is not None else "nothing"
    return files_of(of, "\n".join([*head, _NOTHING.format(nothing=nothing)]), TABLES, kept)


def known_of(kept: Kept, races: Sequence[RaceKept], server_name: Callable[[int], str]) -> Known:
    """Return what races, servers and purses are: a race that is the person's by its title, another one by its game.

    Titles are words of whoever wrote them, and a server that somebody has left is told them by its number alone.

    :param server_name: returns what a server is called; empty if that is not known.
    """
    titles = {each["id"]: str(each.get("title") or "") for each in kept.get("race", ())}
    in_rows = {each["guild"] for rows in kept.values() for each in rows if isinstance(each.get("guild"), int)}
    guilds = sorted({each.guild for each in races} | {int(str(each)) for each in in_rows})
    left = {each["guild"] for each in kept.get("gone", ())}
    servers = {each: name for each in guilds if each and each not in left and (name := server_name(each))}
    called = {each.id: titles.get(each.id) or game(each.ruleset) for each in races}
    where = {each.id: servers.get(each.guild, "") for each in races}
    named = {id_: f"{name}, {where[id_]}" if where[id_] else name for id_, name in called.items()}
    markets = {(each.id, number): kind for each in races for number, kind in each.markets.items()}
    return Known(named, servers, {each.id: each.ruleset for each in races}, _purses(kept), markets)


def _purses(kept: Kept) -> dict[str, int]:
    """Return what is in purses, as their latest lines in the ledger say."""
    lines = sorted(kept.get("posting", ()), key=lambda each: int(str(each["n"])))
    return {str(each["account"]): int(str(each["balance"])) for each in lines}
