"""Words for what the database keeps as codes, for whoever reads what is kept of them."""

from collections.abc import Mapping

from engine.betting.book import AccountKind
from records.acts import ActKind
from records.boards import BoardState
from records.cups import CupState
from records.fixtures import FixtureState
from records.letters import LetterState
from records.notices import NoticeKind, NoticeState
from records.past import PastOutcome
from records.people import DirectMessages
from records.play import By
from records.races import RaceState, StoryMode

STATES: Mapping[RaceState | CupState, str] = {
    "lobby": "open to enter",
    "open": "under way",
    "running": "under way",
    "paused": "resting",
    "finished": "over",
    "cancelled": "called off",
}
STORIES: Mapping[str, str] = {
    StoryMode.FULL: "each phase with its rolls and a board",
    StoryMode.TURN: "one post a turn",
    StoryMode.BRIEF: "one short post a turn",
}
BOARDS: Mapping[BoardState, str] = {
    "on": "posted",
    "asleep": "stopped, as nobody came",
    "off": "stopped by somebody",
    "lost": "stopped, as its channel is gone or closed to me",
}
FIXTURES: Mapping[FixtureState, str] = {
    "on": "each week",
    "lost": "stopped, as its channel is gone or closed to me",
    "off": "ended by somebody",
}
LETTERS: Mapping[LetterState, str] = {
    "written": "as you wrote it",
    "reported": "hidden until the host has looked at it",
    "kept": "put back by the host",
    "struck": "struck by the host",
}
ANSWERED_BY: Mapping[By, str] = {
    "player": "you, by a press or a typed answer",
    "plan": "what you had planned before",
    "order": "your order for the turn",
    "house": "a house driver",
    "default": "the rules, as no answer came",
    "steward": "me",
}
DIRECT_MESSAGES: Mapping[DirectMessages, str] = {
    "unknown": "I don't know yet whether they reach you",
    "open": "they reach you",
    "refused": "Discord does not let me write to you",
}
ACCOUNTS: Mapping[AccountKind, str] = {
    "purse": "your purse",
    "mint": "where gifts come from",
    "house": "the house",
    "pot": "stakes of a bet",
    "escrow": "stakes of a side bet",
    "treasury": "a stable's cash",
    "bank": "the bank",
}
NOTICES: Mapping[NoticeKind, str] = {
    "panel": "the card of a race",
    "story": "what happened in a turn",
    "summons": "your turn",
    "reminder": "a reminder of your turn",
    "mention": "a call in a thread",
    "warning": "that a turn was missed",
    "cup": "how a cup stands",
    "act": "what a host or a player did",
    "digest": "the message of the day",
    "offer": "a place to take over",
    "bets": "what your bets brought",
    "start": "that a race began",
    "deal": "a side bet",
    "letter": "letters of a paper",
    "ballot": "the vote for the race of the season",
    "ending": "that something ended",
    "card": "the card in a channel",
    "share": "a result to share",
    "follow": "how what you follow ended",
}
NOTICE_STATES: Mapping[NoticeState, str] = {
    "new": "not sent yet",
    "sending": "being sent",
    "sent": "sent",
    "refused": "Discord did not let me send it",
    "given up": "given up after several tries",
    "answered": "not needed any more: you had answered",
    "cancelled": "not needed any more",
}
OUTCOMES: Mapping[PastOutcome, str] = {"finished": "it ended with a result", "called off": "it was called off"}
ACTS: Mapping[ActKind, str] = {
    "extend": "gave more time",
    "pause": "let the race rest",
    "resume": "let the race go on",
    "rewind": "went back some decisions",
    "restart": "began the turn anew",
    "correct": "corrected something",
    "replace": "put somebody else at the reins",
    "default": "let the rules answer",
    "close": "ended it without a result",
    "grace": "used some of the time to be late",
    "downtime": "got time back, as I was away",
    "absent": "missed turns, so a house driver stands in",
    "return": "came back",
    "substitute": "let somebody drive for a while",
    "vacation": "was away for a while",
    "update": "played on by newer rules",
    "unmixed": "began without a public number in the dice",
    "deserted": "found nobody there",
    "rest": "let the season rest",
    "volunteer": "offered to take over",
    "withdraw": "took that offer back",
    "asked": "asked for an answer",
    "deputy": "named who decides meanwhile",
    "resign": "gave a place up",
    "leave": "left",
    "expel": "put somebody out",
    "hand": "gave a stable to somebody",
    "vote": "voted for another host",
    "elect": "became host by vote",
    "undo": "took a decision back",
    "rate": "said whether it counts for ratings",
    "allow": "let somebody in",
    "invite": "invited somebody",
    "decline": "declined",
    "handing": "offered a stable to somebody",
}
TITLES: Mapping[str, str] = {"cup": "cup", "season": "season of a league", "league": "league"}
"""What a title, a paper or a vote belongs to."""
DATES: Mapping[str, str] = {"relative": "how long until then", "full": "with the date"}
