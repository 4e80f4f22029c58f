"""Runs races: answers in, facts out, deadlines, announcements. Knows no Discord and no SQL."""

from renderers import ReachMark
from steward.cups import Agreed, Cup
from steward.notices import Mention, Panel, Standings, Story, Summons, Warned, read_body
from steward.shown import (
    CannotPost,
    DmRefused,
    Driven,
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
    "Agreed",
    "CannotPost",
    "Cup",
    "DmRefused",
    "Driven",
    "Lobby",
    "Mention",
    "Messenger",
    "OpenAsk",
    "Panel",
    "Picture",
    "ReachMark",
    "Scene",
    "Standings",
    "Status",
    "Steward",
    "Story",
    "Summons",
    "Verification",
    "Waiting",
    "Warned",
    "read_body",
]
