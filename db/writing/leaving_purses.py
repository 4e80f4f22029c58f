"""What becomes of the money of somebody who is forgotten, and what they have had that nobody has twice."""

from sqlalchemy import Connection, and_, or_, select, text, update

from db.reading.accounts import balance_of
from db.reading.persons import OF_ONE, day_of, hashed, number_of, report_of, vote_of
from db.schema.daily import tries
from db.schema.letters import reports, votes
from db.schema.money import accounts, movements, postings
from db.writing.ledger import post
from engine.betting.book import Account, Movement, Posting
from records.values import PlayerId

_ADD_PERSON = text("INSERT INTO person (player) VALUES (:this) ON CONFLICT DO NOTHING")
SINCE = 15 * 86_400.0
"""Seconds for which a stipend and a race of the day are remembered: later ones are others."""


def give_up_purses(connection: Connection, player: PlayerId, now: float) -> PlayerId:
    """Move all that somebody has to the houses of their servers; return the number that stands for them from now on."""
    connection.execute(_ADD_PERSON, {"this": player})
    number = number_of(connection, player)
    assert number is not None
    theirs = accounts.c.kind == "purse", accounts.c.player == player
    for guild in connection.scalars(select(accounts.c.guild).where(*theirs)).all():
        purse = Account("purse", guild, player)
        left = balance_of(connection, purse)
        if left:
            postings_ = (Posting(purse, -left), Posting(Account("house", guild), left))
            key = f"forgotten:{guild}:p{number}"
            post(connection, [Movement(key=key, kind="share", guild=guild, postings=postings_, at=now)])
    return PlayerId(-number)


def spend(connection: Connection, player: PlayerId, former: PlayerId, key: str, now: float) -> list[str]:
    """Return the keyed hashes of what somebody has had once: a purse's gift, this week's stipend, a race of the day."""
    removed = and_(accounts.c.player < 0, accounts.c.name.endswith(f":p{-former}"))  # as their server was
    own = select(accounts.c.name).where(accounts.c.kind == "purse", or_(accounts.c.player == player, removed))
    kept = select(movements.c.key).join(postings, postings.c.movement == movements.c.key)
    kept = kept.where(postings.c.account.in_(own), movements.c.kind.in_(OF_ONE))
    gifts = kept.where((movements.c.kind == "gift") | (movements.c.at > now - SINCE))
    told = [each.replace(f":p{-former}", f":{player}", 1) for each in connection.scalars(gifts)]
    days = select(tries.c.number).where(tries.c.person == player, tries.c.began > now - SINCE)
    told += [day_of(number, player) for number in connection.scalars(days)]
    told += [report_of(each, player) for each in connection.scalars(_REPORTED, {"this": player})]
    for kind, number in connection.execute(select(votes.c.kind, votes.c.number).where(votes.c.player == player)):
        told.append(vote_of(kind, number, player))
    return sorted({hashed(key, each) for each in told})


_REPORTED = select(reports.c.letter).where(reports.c.player == text(":this"))


def blank_memos(connection: Connection, player: PlayerId) -> None:
    """Take the names out of presents that somebody gave or got."""
    mine = select(postings.c.movement).join(accounts, accounts.c.name == postings.c.account)
    presents = movements.c.kind == "present", movements.c.memo != ""
    mine = mine.where(accounts.c.player == player)
    connection.execute(update(movements).where(movements.c.key.in_(mine), *presents).values(memo=""))
