"""Pictures of a league: its standings, a stable's card, and the field of a race."""

from collections.abc import Iterable
from typing import Any

from engine.facts import Fact
from engine.leagues.views import LeagueView
from records.values import EntryId, Square
from renderers.leagues.card import alt_card, draw_card
from renderers.leagues.catalogue import A_PICTURE, alt_catalogue, draw_catalogue, pages_of
from renderers.leagues.champion import alt_champion, draw_champion
from renderers.leagues.field import alt_field, draw_field
from renderers.leagues.lot import alt_lot, draw_lot
from renderers.leagues.match import alt_match, draw_match
from renderers.leagues.standings import alt_league, draw_league
from renderers.scene import Catalogue, Champion, Names, One, Scene

__all__ = [
    "A_PICTURE", "SCENE", "alt_card", "alt_catalogue", "alt_champion", "alt_field", "alt_league", "alt_lot",
    "alt_match", "draw_card", "draw_catalogue", "draw_champion", "draw_field", "draw_league", "draw_lot",
    "draw_match", "pages_of",
]  # fmt: skip


def _board(view: LeagueView, names: Names, *, path: Any = None, title: str = "") -> bytes:
    del path
    return draw_league(view, names, title)


def _alt_board(view: LeagueView, names: Names, *, path: Any = None, title: str = "") -> str:
    del path
    return alt_league(view, names, title)


def _own(view: LeagueView, names: Names, entry: EntryId, *, reach: Any = (), path: Any = ()) -> bytes:
    del reach, path
    return draw_card(view, names, entry)


def _alt_own(view: LeagueView, names: Names, entry: EntryId, *, reach: Any = (), path: Any = ()) -> str:
    del reach, path
    return alt_card(view, names, entry)


def _no_ways(before: Any, facts: Iterable[Fact]) -> dict[EntryId, tuple[Square, ...]]:
    del before, facts
    return {}


def _card(view: LeagueView, names: Names, entry: EntryId) -> bytes:
    return draw_card(view, names, entry)


SCENE = Scene(
    _board,
    _own,
    _card,
    _alt_board,
    _alt_own,
    alt_card,
    _no_ways,
    draw_field=draw_field,
    alt_field=alt_field,
    catalogue=Catalogue(pages_of, draw_catalogue, alt_catalogue),
    champion=Champion(draw_champion, alt_champion),
    lot=One(draw_lot, alt_lot),
    match=One(draw_match, alt_match),
)
