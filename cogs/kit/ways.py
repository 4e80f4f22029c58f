"""How to get at everything: the commands of the bot, what each of them does, and the names that acts had before.

An act is declared like a command, under a name of its own such as ``race start``. Discord shows few commands: this
table puts the acts into them. Where a command does several things, its option ``what`` says which. Clients keep their
lists of commands for a while, so a name of before may still arrive: it is answered with the way of today.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from words import WORDS

WHAT = "what"
"""The option that says which of its acts a command does."""


@dataclass(frozen=True)
class Way:
    """A command: its acts by the words that ``what`` takes, and what Discord tells of it."""

    acts: Mapping[str, str]
    about: str = ""
    is_open: bool = field(default=True, kw_only=True)  # without `what`, its first act is meant


def _one(act: str) -> Way:
    return Way({"": act})


_LOOKUPS = {lookup.name: f"odds {lookup.name}" for words in WORDS.values() for lookup in words.lookups}

WAYS: Mapping[str, Way] = {
    "help": _one("help"),
    "daily": _one("daily"),
    "play alone": _one("practice"),
    "play race": _one("race new"),
    "order": _one("order"),
    "race join": _one("race join"),
    "race do": Way(
        {"list": "race list", "leave": "race leave", "substitute": "race substitute"},
        "Races here: see them all, leave one, or take an absent player's place",
    ),
    "watch": Way(
        {
            "board": "race board",
            "film": "race film",
            "log": "race log",
            "status": "race status",
            "bets": "bet board",
            "odds": "odds race",
            "verify": "race verify",
            "acts": "steward log",
            "export": "race export",
            "doctor": "race doctor",
        },
        "Look at a race: board, film, story, bets, chances, proof",
    ),
    "host race": Way(
        {
            "desk": "steward desk",
            "start": "race start",
            "fill": "race fill",
            "bets": "race bets",
            "hand": "race host",
            "cancel": "race cancel",
            "pause": "steward pause",
            "resume": "steward resume",
            "rewind": "steward rewind",
            "restart": "steward restart",
            "correct": "steward correct",
            "replace": "steward replace",
            "close": "steward close",
            "rating": "steward rating",
        },
        "For a race's host and moderators: the desk, or one act of it",
    ),
    "host cup": Way(
        {"next": "cup next", "correct": "cup correct", "cancel": "cup cancel"},
        "For a cup's host and moderators: its next race, its points, its end",
        is_open=False,
    ),
    "host league": Way(
        {
            "start": "league start",
            "house": "league house",
            "next": "league next",
            "extend": "league extend",
            "pause": "league pause",
            "resume": "league resume",
            "back": "league back",
            "undo": "league undo",
            "expel": "league expel",
            "hand": "league hand",
            "cancel": "league cancel",
        },
        "For a league's host and moderators: begin it, keep it going",
        is_open=False,
    ),
    "cup new": _one("cup new"),
    "cup join": _one("cup join"),
    "cup do": Way(
        {
            "standings": "cup standings",
            "paper": "cup paper",
            "letter": "cup letter",
            "substitute": "cup substitute",
            "leave": "cup leave",
            "export": "cup export",
        },
        "A cup: standings, paper, letters, driving for others, leaving",
    ),
    "league new": _one("league new"),
    "league join": _one("league join"),
    "league do": Way(
        {
            "standings": "league standings",
            "status": "league status",
            "calendar": "league calendar",
            "paper": "league paper",
            "letter": "league letter",
            "deputy": "league deputy",
            "vote": "league vote",
            "return": "league return",
            "leave": "league leave",
            "again": "league again",
            "verify": "league verify",
            "export": "league export",
        },
        "A league: standings, calendar, paper, a deputy, a vote, leaving",
    ),
    "stable show": _one("stable show"),
    "stable manager": _one("stable manager"),
    "stable money": Way(
        {
            "ledger": "stable ledger",
            "loan": "stable loan",
            "accept": "stable accept",
            "decline": "stable decline",
            "repay": "stable repay",
            "help": "stable help",
        },
        "Your stable's account, loans, offers, and help from the bank",
    ),
    "bet place": _one("bet place"),
    "bet mine": Way(
        {"show": "bet mine", "cancel": "bet cancel", "history": "bet history"},
        "Your bets: on a race, or the latest on all; take one back",
    ),
    "bet side": _one("bet side"),
    "my races": _one("my races"),
    "my purse": Way(
        {"show": "purse show", "give": "purse give"}, "Your purse of play money, or give somebody some of it"
    ),
    "my vacation": _one("my vacation"),
    "my return": _one("my return"),
    "my data": _one("my data"),
    "my forget": _one("my forget"),
    "fame": Way(
        {
            "hall": "fame",
            "card": "my card",
            "rating": "rating show",
            "top": "rating top",
            "tipsters": "purse tipsters",
            "record": "odds record",
        },
        "The hall of fame, your card, ratings, the best bettors, and how good chances were",
    ),
    "rules": Way({"topic": "rules topic", "table": "rules table", **_LOOKUPS}, "Look up a rule, a table or a chance"),
    "settings": _one("settings me"),
    "server settings": _one("server settings"),
    "server bets": _one("server bets"),
    "server prizes": _one("server prizes"),
    "server daily": _one("server daily"),
    "server fixture": _one("server fixture"),
    "server audit": _one("server audit"),
    "server export": _one("server export"),
    "server remove": _one("server remove"),
}
"""Each command of the bot."""

GROUPS: Mapping[str, str] = {
    "play": "Races, and duels in the arena: alone, with a lesson first, or with others",
    "race": "Races: enter one, leave it, see them all",
    "host": "For hosts and moderators: keep a race, cup or league going, undo mistakes",
    "cup": "Cups: series of races of the same players, with points for places",
    "league": "Leagues: seasons of stables, with horses, money and plots",
    "stable": "Your stable in a league: chariots, manager, loans, account",
    "bet": "Bet on races with play money: sealed bets, pools, side bets",
    "my": "Your questions in all races, your purse; being away, and coming back",
    "server": "For those who manage this server: its races, fixtures, purses, daily post, an audit",
}
"""The first words of commands with two, and what Discord tells of each."""

PLACES: Mapping[str, tuple[str, str]] = {
    act: (command, what) for command, way in WAYS.items() for what, act in way.acts.items()
}
"""Where each act is: its command, and its word there."""


def way_to(act: str) -> str:
    """Return how to type an act.

    >>> way_to("race board"), way_to("steward pause"), way_to("practice")
    ('/watch', '/host race what:pause', '/play alone')
    """
    command, what = PLACES[act]
    is_first = WAYS[command].is_open and what == next(iter(WAYS[command].acts))
    return f"/{command}" if is_first else f"/{command} {WHAT}:{what}"


MOVED: Mapping[str, str] = {
    act: way_to(act)
    for act, (command, _) in PLACES.items()
    if act != command and not (act in WAYS and next(iter(WAYS[act].acts.values())) == act)
}
"""The names of before that are no commands any more, and how to type the same today."""
