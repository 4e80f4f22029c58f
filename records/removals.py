"""Servers that the bot is to be gone from, on their owner's word or because it was thrown out."""

from typing import Literal, NamedTuple

from records.values import PlayerId, RaceId

WELCOMED = "welcomed {guild}"
"""The setting that says that a server has had its word of welcome."""

RemovalState = Literal["away", "asked", "told", "leaves", "again"]
"""How far it is: thrown out, and all waits for its day; the owner asked; the last words are said; all is deleted, and
the bot is to leave; it goes without a word, as its days are over, or as a copy still knows it that was removed."""


class Removal(NamedTuple):
    """A server that is to be removed."""

    guild: int
    state: RemovalState
    at: float  # since when, in seconds since 1970
    due: float  # when it goes on at the latest


class Receipt(NamedTuple):
    """What the owner of a server that I leave is to be told in the end, and where."""

    guild: int
    player: PlayerId
    token: str  # of the press by which I was asked: for a quarter of an hour my answer to it can be edited
    at: float  # when that was, in seconds since 1970


class Left(NamedTuple):
    """What somebody loses as the bot leaves a server."""

    race: RaceId  # one in which they have something
    bets: int  # sesterces of theirs in open bets, side bets counted
    seats: int  # of theirs in races under way


class Holdings(NamedTuple):
    """What a server has with the bot, and would lose."""

    races: int  # open or under way
    cups: int
    leagues: int
    fixtures: int
    over: int  # races, leagues too, that are over
    posts: int  # that come again and again: the race of the day, the gazette
    bets: int  # that are open, side bets counted
    staked: int  # sesterces in them
    purses: int  # with money in them
    money: int  # sesterces in these
    cards: int  # posts in channels that I keep up to date
