"""Servers that the bot is to be gone from, on their owner's word or because it was thrown out."""

from typing import Literal, NamedTuple

from records.values import RaceId

WELCOMED = "welcomed {guild}"
"""The setting that says that a server has had its word of welcome."""

RemovalState = Literal["away", "asked", "told", "leaves", "again"]
"""How far it is: thrown out, and all waits for its day; the owner asked; the last words are said; all is deleted, and
the bot is to leave; it was removed before, and a copy of the database still knows it."""


class Removal(NamedTuple):
    """A server that is to be removed."""

    guild: int
    state: RemovalState
    at: float  # since when, in seconds since 1970
    due: float  # when it goes on at the latest


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
