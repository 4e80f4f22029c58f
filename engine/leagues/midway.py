"""Rounds of bets during the race (26.3): which is due, and the house stables' bets in it."""

from collections.abc import Iterator

from engine.leagues import house, views
from engine.leagues.bets import WINDOWS
from engine.leagues.words.acts import BetInWindow, CloseWindow, OpenWindow, VoidWindow
from engine.leagues.words.state import League
from engine.stables import Midway
from records.values import EntryId


def due(league: League, at: Midway, *, is_between: bool) -> OpenWindow | CloseWindow | VoidWindow | None:
    """Return the act that is due for the rounds of bets (26.3); ``None`` if there is none.

    :param is_between: whether a turn begins, with all speeds still secret.
    """
    if league.phase != "race":
        return None
    ahead = [number for number in league.windows if number > at.laps]
    if ahead:
        return VoidWindow(max(ahead))  # the race went back
    is_open = next((number for number, each in league.windows.items() if each.is_open), None)
    if is_open is not None:
        return None if is_between else CloseWindow(is_open)
    last = min(at.laps, league.options.laps - 1)
    following = next((number for number in WINDOWS if number not in league.windows and number <= last), None)
    return OpenWindow(following) if following is not None and is_between else None


def of_house(league: League, at: Midway, window: int, temper: str, stable: EntryId) -> Iterator[BetInWindow]:
    """Yield a house stable's bets in a round that has just opened, from the race's public view."""
    chariots = {each.entry: each.chariot for each in league.entries}
    order = [chariots[entry] for entry in at.order]
    if stakes := house.ROUNDS[temper](views.view_for(league, {}, [stable]), stable, order):
        yield BetInWindow(window, stakes)
