"""The parts that panels of the betting table share: pieces of their custom ids, and their head."""

from collections.abc import Iterable
from typing import Annotated, Any

import msgspec
from discord import ui

from engine.betting.book import Choice
from engine.betting.rules import TableRules
from records.races import PublicRace, RaceRecord
from records.values import RaceId
from words import nouns_of
from words.shared.names import harmless, place_of

MARKET, CHOICE, KEY = "[0-9]{1,3}", "[0-9]{1,3}(?:>[0-9]{1,3})?|over|under", "[0-9]{1,20}"
OnMarket = Annotated[int, MARKET]
OnChoice = Annotated[Choice, CHOICE]
Key = Annotated[str, KEY]
"""A market's number, what is bet on there, and the press that a bet began with, as they stand in custom ids."""


def head(race: PublicRace) -> str:
    """Return the small line that says which race it is."""
    return f"-# {harmless(race.record.title)} · {place_of(race.record)}"


def told_of(race: PublicRace, lines: Iterable[str]) -> list[str]:
    """Return lines of the betting table as the race's game says them, with that which says which race it is above."""
    said = nouns_of(race.record).said
    return [head(race), *(said(each) for each in lines)]


def again(race: RaceId, label: str) -> ui.Button[Any]:
    """Return the button that replaces its message with the betting table (:mod:`cogs.panels.bets.table`)."""
    return ui.Button(label=label, emoji="🪙", custom_id=f"bets:again:{race}")


def read_rules(race: RaceRecord) -> TableRules:
    """Return how there is betting on a race."""
    return msgspec.json.decode(race.betting, type=TableRules)
