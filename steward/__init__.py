"""Runs races: answers in, facts out, deadlines, announcements. Knows no Discord and no SQL."""

from renderers import ReachMark
from steward.cups import Agreed, Cup
from steward.desk import Decision, Missing
from steward.notices import Acted, Digest, Mention, Offer, Panel, Standings, Story, Summons, Warned, read_body
from steward.schedules import Schedule, Timing, clock_time, schedule_of, zone_of
from steward.shown import (
    CannotPost,
    DmRefused,
    Driven,
    Health,
    Lobby,
    Messenger,
    OpenAsk,
    Picture,
    Scene,
    Status,
    Verification,
    Waiting,
)
from steward.steward import Steward

__all__ = [
    "Acted",
    "Agreed",
    "CannotPost",
    "Cup",
    "Decision",
    "Digest",
    "DmRefused",
    "Driven",
    "Health",
    "Lobby",
    "Mention",
    "Messenger",
    "Missing",
    "Offer",
    "OpenAsk",
    "Panel",
    "Picture",
    "ReachMark",
    "Scene",
    "Schedule",
    "Standings",
    "Status",
    "Steward",
    "Story",
    "Summons",
    "Timing",
    "Verification",
    "Waiting",
    "Warned",
    "clock_time",
    "read_body",
    "schedule_of",
    "zone_of",
]
