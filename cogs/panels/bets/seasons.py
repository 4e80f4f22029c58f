"""Seasons of the tipsters' table: quarters of a year, by UTC."""

from datetime import UTC, datetime

from discord import app_commands

from engine.refusals import GameReason
from records.refusals import Refused

SEASONS = {"season": "this season", "year": "this year", "all": "since the beginning"}
SEASON_CHOICES = [
    app_commands.Choice(name="this season: since the quarter of the year began", value="season"),
    app_commands.Choice(name="this year", value="year"),
    app_commands.Choice(name="since the beginning", value="all"),
]
MONTHS = 3


def began(season: str, now: float) -> tuple[float, str]:
    """Return when a season began, in seconds since 1970, and its name.

    :param season: empty for the one under way.
    :raises Refused: if there is no season of that name.

    >>> began("", 1_795_219_200.0)
    (1790812800.0, 'this season')
    """
    if season not in ("", *SEASONS):
        raise Refused(GameReason.NO_SUCH_OPTION, option=season, possible=list(SEASONS))
    name = SEASONS[season or "season"]
    if season == "all":
        return 0.0, name
    today = datetime.fromtimestamp(now, UTC)
    month = 1 if season == "year" else (today.month - 1) // MONTHS * MONTHS + 1
    return datetime(today.year, month, 1, tzinfo=UTC).timestamp(), name
