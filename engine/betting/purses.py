"""Purses: their opening, and their income beside bets. There is no way to buy in (B-1)."""

from collections.abc import Iterable

import msgspec

from engine.betting.book import Account, Book, Movement, MovementKind, Posting, Purses
from engine.betting.fairness import check_taken, given_away
from engine.betting.reasons import BetReason
from engine.betting.rules import ServerRules
from records.refusals import Refused
from records.values import PlayerId, Sesterces

DAY = 86_400

_THURSDAY = 3  # days from Monday; a week belongs to the year of its Thursday, as ISO 8601 has it


def opening(guild: int, player: PlayerId, server: ServerRules, now: float) -> tuple[Movement, ...]:
    """Return the movements to a purse as somebody touches it: the gift once, the stipend once a week (B-1).

    Each has a key, so the ledger books it once, however often this function returns it.
    """
    return (*_gift(guild, player, server, now), *_stipend(guild, player, server, now))


def _gift(guild: int, player: PlayerId, server: ServerRules, now: float) -> tuple[Movement, ...]:
    return _minted(f"gift:{guild}:{player}", "gift", guild, player, server.gift, now)


def _stipend(guild: int, player: PlayerId, server: ServerRules, now: float) -> tuple[Movement, ...]:
    key = f"stipend:{guild}:{player}:{week_of(now)}"
    return _minted(key, "stipend", guild, player, server.stipend, now)


def _minted(
    key: str, kind: MovementKind, guild: int, player: PlayerId, amount: int, now: float
) -> tuple[Movement, ...]:
    if not amount:
        return ()
    postings = (Posting(Account("mint", guild), -amount), Posting(Account("purse", guild, player), amount))
    return (Movement(key=key, kind=kind, guild=guild, postings=postings, at=now),)


def received(movements: Iterable[Movement]) -> Sesterces:
    """Return the sesterces that *movements* bring to purses."""
    postings = (posting for movement in movements for posting in movement.postings)
    return Sesterces(sum(posting.amount for posting in postings if posting.account.kind == "purse"))


def touch(purses: Purses, player: PlayerId, now: float) -> tuple[Movement, ...]:
    """Return the movements to a purse that is touched now, without those it had before (B-1)."""
    server = msgspec.json.decode(purses.server, type=ServerRules)
    found = opening(purses.guild, player, server, now)
    return tuple(movement for movement in found if not purses.has_moved(movement.key))


def due(book: Book, player: PlayerId, now: float) -> Sesterces:
    """Return the sesterces that a purse gets as soon as somebody touches it (B-1)."""
    server = msgspec.json.decode(book.server, type=ServerRules)
    found = opening(book.race.guild, player, server, now)
    return received(movement for movement in found if not book.has_moved(movement.key))


def give(  # noqa: PLR0913  a present is that much
    purses: Purses,
    *,
    giver: PlayerId,
    taker: PlayerId,
    amount: int,
    key: str,
    now: float,
    memo: str = "",
    is_bot: bool = False,
    days: int = 0,
) -> tuple[Movement, ...]:
    """Return the movements of a present: openings of both purses, then the money (B-1).

    :param key: of the press, without ``present:``. The same press gives only once.
    :param memo: for people, such as the receiver's name.
    :param is_bot: whether the receiver is a bot.
    :param days: whole days that the giver has been in the server; 0 if unknown.
    :raises Refused: NOT_TO_ONESELF, NOT_TO_BOTS, TOO_LITTLE, TOO_NEW, GIVEN_ENOUGH, TAKEN_ENOUGH, PURSE_TOO_LIGHT.
    """
    if purses.has_moved(f"present:{key}"):
        return ()
    check_present(purses, giver=giver, taker=taker, amount=amount, now=now, is_bot=is_bot)
    check_age(msgspec.json.decode(purses.server, type=ServerRules), days)
    touched = touch(purses, giver, now)
    have = purses.balances.get(giver, 0) + received(touched)
    if amount > have:
        raise Refused(BetReason.PURSE_TOO_LIGHT, rule="B-1", have=have, need=amount)
    postings = (
        Posting(Account("purse", purses.guild, giver), -amount),
        Posting(Account("purse", purses.guild, taker), amount),
    )
    present = Movement(key=f"present:{key}", kind="present", guild=purses.guild, postings=postings, memo=memo, at=now)
    return (*touched, *touch(purses, taker, now), present)


def check_present(purses: Purses, *, giver: PlayerId, taker: PlayerId, amount: int, now: float, is_bot: bool) -> None:
    """Raise :exc:`Refused` for a present that breaks a rule, even from a full purse (B-1)."""
    if taker == giver:
        raise Refused(BetReason.NOT_TO_ONESELF, rule="B-1")
    if is_bot:
        raise Refused(BetReason.NOT_TO_BOTS, rule="B-1")
    if amount < 1:
        raise Refused(BetReason.TOO_LITTLE, rule="B-1", have=amount, need=1)
    most = msgspec.json.decode(purses.server, type=ServerRules).most_given
    given = given_away(purses, giver, week_began(now))
    if given + amount > most:
        raise Refused(BetReason.GIVEN_ENOUGH, rule="B-1", have=given, need=amount, at_most=most)
    check_taken(purses, taker, amount, week_began(now), "other", "B-1")


def check_age(server: ServerRules, days: int) -> None:
    """Raise :exc:`Refused` for a member who is too new here to bet, or to give (B-16)."""
    if days < server.age:
        raise Refused(BetReason.TOO_NEW, rule="B-16", have=days, need=server.age)


def week_of(now: float) -> str:
    """Return the ISO week of a time, UTC: a week begins on Monday and belongs to the year of its Thursday.

    >>> week_of(0), week_of(1_795_219_200), week_of(1_483_228_799)
    ('1970-W01', '2026-W47', '2016-W52')
    """
    thursday = _day_of_week_began(now) + _THURSDAY
    year, day = _year_and_day(thursday)
    return f"{year}-W{day // 7 + 1:02}"


def week_began(now: float) -> float:
    """Return when the week of a time began, in seconds since 1970: its Monday, 0:00 UTC.

    >>> week_began(1_795_219_200)
    1794787200.0
    """
    return float(_day_of_week_began(now) * DAY)


def _day_of_week_began(now: float) -> int:
    """Return the Monday before, in days since 1970; the first day of 1970 was a Thursday."""
    day = int(now // DAY)
    return day - (day + _THURSDAY) % 7


def _year_and_day(day: int) -> tuple[int, int]:
    """Return the year of a day since 1970, and its number in it, 0 first."""
    year = 1970
    while day >= (length := 366 if _is_leap(year) else 365):
        day -= length
        year += 1
    return year, day


def _is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
