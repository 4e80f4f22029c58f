"""Runs races: answers in, facts out, deadlines, announcements. Knows no Discord and no SQL."""

from steward.chances.workshop import JobFailed
from steward.daily.days import closes, opens
from steward.daily.nemesis import nemesis_of_day
from steward.daily.races import Tried
from steward.delivering.calls import Called, called_in
from steward.delivering.pictures import Around
from steward.delivering.turns import PlayedTurn
from steward.front.again import Opens, Reopened
from steward.gazette.weeks import QUIET as GAZETTE_WEEKS
from steward.hosting.anew import title_again
from steward.hosting.cups import MOST_POINTS, Agreed, Cup, Terms, name_in_cup
from steward.hosting.desk import LONGEST_REASON, Decision
from steward.hosting.fixture_events import lasts
from steward.hosting.fixtures import WEEKS as FIXTURE_WEEKS
from steward.hosting.fixtures import FixtureShown
from steward.hosting.hosts import Orphaned
from steward.hosting.house_names import HOUSE_NAMES
from steward.hosting.lengths import days_of
from steward.hosting.lobbies import NewRace
from steward.hosting.packing import pack
from steward.hosting.presence import Presence
from steward.hosting.restoring import KEY_BYTES, KEY_OF_MARKS
from steward.hosting.seats import waits_or_runs
from steward.papers.ballots import BallotResult
from steward.remembering.cards import CardWords
from steward.remembering.summing_up import Luck
from steward.running.absence import misses_left, tells_misses
from steward.running.locks import Locks
from steward.seasons.events import GAME
from steward.seasons.leagues import KIND, Founded
from steward.seasons.lengths import BEGINS, CLOSES, WEEKLY_SPANS, next_race, weekly
from steward.steward import Steward
from steward.telling.faults import place_of
from steward.telling.notices import (
    Acted,
    BallotClosed,
    BetNotice,
    BetSealed,
    BetsRevealed,
    CupExpired,
    DealDeclined,
    DealNotice,
    DealOffered,
    Digest,
    EndingNotice,
    EndsSoon,
    Followed,
    LetterJudged,
    LetterNotice,
    LetterReported,
    LettersChanged,
    MatchWaits,
    Mention,
    Offer,
    Panel,
    ServerLeft,
    Shared,
    SideAnswered,
    SideMention,
    SideOffered,
    Slip,
    Standings,
    Story,
    Summons,
    TableSettled,
    TableVoided,
    TurnMissed,
    Warned,
    WentOut,
    WindowClosed,
    WindowOpened,
    hear_the_end,
    may_hear_the_end,
    read_body,
)
from steward.telling.shown import (
    CannotPost,
    DailyPost,
    DmRefused,
    Driven,
    GazettePost,
    Health,
    Kept,
    Malformed,
    Messenger,
    Missing,
    OpenAsk,
    OrdersGiven,
    Picture,
    Posts,
    RightMissing,
    Scene,
    Status,
    Verification,
    Waiting,
    is_out,
    not_in_lobby,
    reins_refused,
)
from steward.time.schedules import Schedule, Timing, kept_zone, next_times, schedule_of, zone_of
from steward.time.standstill import Standstill

__all__ = [
    "BEGINS",
    "CLOSES",
    "FIXTURE_WEEKS",
    "GAME",
    "GAZETTE_WEEKS",
    "HOUSE_NAMES",
    "KEY_BYTES",
    "KEY_OF_MARKS",
    "KIND",
    "LONGEST_REASON",
    "MOST_POINTS",
    "WEEKLY_SPANS",
    "Acted",
    "Agreed",
    "Around",
    "BallotClosed",
    "BallotResult",
    "BetNotice",
    "BetSealed",
    "BetsRevealed",
    "Called",
    "CannotPost",
    "CardWords",
    "Cup",
    "CupExpired",
    "DailyPost",
    "DealDeclined",
    "DealNotice",
    "DealOffered",
    "Decision",
    "Digest",
    "DmRefused",
    "Driven",
    "EndingNotice",
    "EndsSoon",
    "FixtureShown",
    "Followed",
    "Founded",
    "GazettePost",
    "Health",
    "JobFailed",
    "Kept",
    "LetterJudged",
    "LetterNotice",
    "LetterReported",
    "LettersChanged",
    "Locks",
    "Luck",
    "Malformed",
    "MatchWaits",
    "Mention",
    "Messenger",
    "Missing",
    "NewRace",
    "Offer",
    "OpenAsk",
    "Opens",
    "OrdersGiven",
    "Orphaned",
    "Panel",
    "Picture",
    "PlayedTurn",
    "Posts",
    "Presence",
    "Reopened",
    "RightMissing",
    "Scene",
    "Schedule",
    "ServerLeft",
    "Shared",
    "SideAnswered",
    "SideMention",
    "SideOffered",
    "Slip",
    "Standings",
    "Standstill",
    "Status",
    "Steward",
    "Story",
    "Summons",
    "TableSettled",
    "TableVoided",
    "Terms",
    "Timing",
    "Tried",
    "TurnMissed",
    "Verification",
    "Waiting",
    "Warned",
    "WentOut",
    "WindowClosed",
    "WindowOpened",
    "called_in",
    "closes",
    "days_of",
    "hear_the_end",
    "is_out",
    "kept_zone",
    "lasts",
    "may_hear_the_end",
    "misses_left",
    "name_in_cup",
    "nemesis_of_day",
    "next_race",
    "next_times",
    "not_in_lobby",
    "opens",
    "pack",
    "place_of",
    "read_body",
    "reins_refused",
    "schedule_of",
    "tells_misses",
    "title_again",
    "waits_or_runs",
    "weekly",
    "zone_of",
]
