"""The map of what is kept: what each column holds, and whose it is. A test fails for a column without a word here.

It stands on the columns themselves, as ``column.info["holds"]``. docs/privacy.md tells people the same. Numbers that
count what others did in secret are secrets, too: those of tickets, side bets, answers and notices.
"""

from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import Column

from db.schema import (  # noqa: F401  their tables are among them
    boards,
    daily,
    fixtures,
    follows,
    letters,
    money,
    past,
    people,
    publishing,
    removals,
)
from db.schema.tables import metadata

PERSON = "a person's number at Discord"
KEYED = "a key in which one person's number stands, on that person's rows alone"
NAME = "the name that a person bears, or gave to something of theirs"
TEXT = "words that a person wrote"
DEED = "what people chose, staked, won or were sent, and when"
INSIDE = "text in which numbers, names, words or secrets of several people may stand"
HIDDEN = "what makes dice and seals, or would tell of secrets"
SERVER = "a server's: its number, channels, posts and settings"
OURS = "nobody's: rules, positions, states, counts"

KINDS = (PERSON, KEYED, NAME, TEXT, DEED, INSIDE, HIDDEN, SERVER, OURS)
OWNED = (NAME, TEXT)
"""Kinds that belong to one person of a row."""


class Holds(NamedTuple):
    """What a column holds."""

    kind: str
    of: str | None = None
    """The column with the number of the person whose name or words it holds, if their number stands in the row."""


_MAP: Mapping[str, Mapping[str, str]] = {
    "absence": {OURS: "since until"},
    "account": {PERSON: "player", SERVER: "guild", OURS: "name kind race number"},
    "act": {PERSON: "by", TEXT: "reason", INSIDE: "body", DEED: "kind entry at", OURS: "race n"},
    "ballot": {OURS: "kind number closes is_told"},
    "chance": {OURS: "race turn seq told at samples chances void"},
    "checkpoint": {INSIDE: "state", HIDDEN: "digest rolled stream", OURS: "race seq version told scenes void"},
    "cup": {
        PERSON: "host",
        TEXT: "title",
        SERVER: "guild channel",
        DEED: "opened ended",
        OURS: "id ruleset options series seconds races state pace schedule story late",
    },
    "daily": {OURS: "number candidate par version edition mark"},
    "daily_board": {PERSON: "by", SERVER: "guild channel since state post", OURS: "number attempts tried"},
    "daily_try": {
        PERSON: "person",
        NAME: "name",
        SERVER: "guild",
        DEED: "answers given began ended place better rows counts",
        OURS: "number edition told",
    },
    "deadline": {OURS: "race entry asked kind at remind_at opened reminders slices"},
    "entry": {NAME: "name", HIDDEN: "brings", OURS: "race entry colour faction"},
    "fact": {INSIDE: "fact", OURS: "race n seq void"},
    "faction": {
        PERSON: "player substitute",
        NAME: "name",
        TEXT: "word word_salt",
        DEED: "missed grace waits away_until",
        HIDDEN: "word_hash",
        OURS: "race faction driver standin",
    },
    "fixture": {
        PERSON: "by",
        TEXT: "title",
        SERVER: "guild channel zone state",
        DEED: "created",
        OURS: "id ruleset options seconds pace schedule story minute least fills bets woken passed claimed circus "
        "events",
    },
    "follow": {PERSON: "player person", SERVER: "guild", DEED: "since", OURS: "race stable"},
    "follow_news": {PERSON: "player", DEED: "at told", OURS: "race"},
    "farewell": {HIDDEN: "token", OURS: "at"},
    "forgetting": {PERSON: "player", DEED: "at", HIDDEN: "token"},
    "forgotten": {HIDDEN: "hash", OURS: "at number"},
    "gazette": {PERSON: "by", SERVER: "guild channel since state post", OURS: "number attempts tried"},
    "gone": {PERSON: "player", SERVER: "guild", DEED: "since"},
    "guild": {SERVER: "guild zone pace schedule large betting story"},
    "input": {
        PERSON: "player",
        DEED: "answer by at clause held",
        HIDDEN: "salt digest seq",
        OURS: "race entry void",
    },
    "letter": {
        PERSON: "player",
        NAME: "name",
        TEXT: "text",
        INSIDE: "reason",
        SERVER: "post",
        DEED: "at state",
        OURS: "id kind number issue race",
    },
    "letter_report": {PERSON: "player", DEED: "is_member dismissed at", OURS: "letter"},
    "market": {
        OURS: "race number kind window state opened opened_at closed closed_at moment ended why winners odds basis"
    },
    "movement": {INSIDE: "memo", SERVER: "guild", DEED: "kind at", OURS: "key race"},
    "orders": {DEED: "orders standing at", HIDDEN: "asked", OURS: "race entry"},
    "outbox": {
        PERSON: "player",
        INSIDE: "body",
        DEED: "kind due attempts tried state outcome",
        HIDDEN: "id duty",
        OURS: "race holder",
    },
    "outlook": {OURS: "race revision samples wins at"},
    "past_entry": {
        PERSON: "owner person last",
        NAME: "name stable chariot driver",
        DEED: "rank place is_best is_alive odds rams survived luck rolls turns is_meddled",
        OURS: "race entry colour faction team",
    },
    "past_race": {
        PERSON: "payee called_off_by",
        NAME: "payee_name",
        INSIDE: "title",
        SERVER: "guild channel thread",
        DEED: "odds payoff",
        OURS: "race revision ruleset edition course cup league round outcome at began turns people is_rated",
    },
    "past_title": {
        PERSON: "person",
        NAME: "name",
        INSIDE: "title",
        SERVER: "guild",
        DEED: "rank at",
        OURS: "kind number faction stamp ruleset",
    },
    "planned": {OURS: "race fixture day at full least fills claimed failed circus watched event event_at"},
    "published": {SERVER: "channel", OURS: "race at outcome"},
    "publishing": {SERVER: "guild channel since"},
    "player": {
        PERSON: "player",
        NAME: "name",
        DEED: "dms zone quiet_from quiet_until digest large dates kept_turns missed_turns counted digested dm_channel",
    },
    "person": {PERSON: "player", OURS: "id"},
    "posting": {DEED: "amount balance", OURS: "account movement n"},
    "race": {
        PERSON: "host called_off_by",
        TEXT: "title",
        INSIDE: "reserved comes_home",
        HIDDEN: "secret mixed seq revision facts",
        SERVER: "guild channel thread panel card",
        DEED: "opened ended",
        OURS: "id ruleset options state commitment seconds cup round number pace schedule paused_at pause_until "
        "betting lesson deserted story is_league league is_rated again_of cards rules held",
    },
    "rating": {
        PERSON: "player",
        SERVER: "guild",
        DEED: "at races rivals mean deviation change",
        OURS: "race ruleset",
    },
    "receipt": {PERSON: "player", SERVER: "guild", DEED: "at", HIDDEN: "token"},
    "removal": {SERVER: "guild state at", OURS: "due"},
    "scene": {INSIDE: "view", OURS: "race n told void"},
    "setting": {SERVER: "name", HIDDEN: "value"},
    "side_bet": {
        PERSON: "proposer taker winner",
        NAME: "proposer_name taker_name",
        DEED: "entry rival stake against at state why ended",
        INSIDE: "key",
        HIDDEN: "number",
        OURS: "race",
    },
    "spent": {HIDDEN: "hash"},
    "ticket": {
        KEYED: "key",
        PERSON: "player",
        NAME: "name",
        HIDDEN: "salt number",
        DEED: "market choice stake at state paid why",
        OURS: "race",
    },
    "vote": {PERSON: "player", DEED: "race at", OURS: "kind number"},
}
"""Of each table the columns by what they hold; the person named first is the one whose names and words stand there."""

_OF = {
    ("side_bet", "taker_name"): "taker",
}
"""Names and words that are another's."""


def holds(column: Column[object]) -> Holds:
    """Return what a column holds."""
    found: Holds = column.info["holds"]
    return found


def _mark() -> None:
    for name, kinds in _MAP.items():
        table, named = metadata.tables[name], kinds.get(PERSON, "").split()
        for kind, columns in kinds.items():
            for column in columns.split():
                whose = _OF.get((name, column), next(iter(named), None)) if kind in OWNED else None
                table.c[column].info["holds"] = Holds(kind, whose)


_mark()
