"""The audit: it counts all money anew from every posting, and trusts no trigger."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, String, and_, cast, exists, func, literal, or_, select, true

from db.schema import tables
from db.schema.money import accounts, markets, movements, postings, tickets
from engine.betting.book import MAY_OWE
from engine.betting.records import Audit
from records.values import RaceId

_accounts, _movements, _postings, _tickets = accounts.c, movements.c, postings.c, tickets.c
_markets = markets.c


def audit_of(connection: Connection, guild: int | None) -> Audit:
    """Return how the ledger of a server stands; of all of them, if *guild* is left out."""
    here = true() if guild is None else _accounts.guild == guild
    moved = true() if guild is None else _movements.guild == guild
    count, total = connection.execute(
        select(func.count(), func.coalesce(func.sum(_postings.amount), 0))
        .select_from(postings)
        .join(accounts, _accounts.name == _postings.account)
        .where(here)
    ).one()
    wrong, overdrawn = _balances(connection, here)
    return Audit(
        movements=connection.scalar(select(func.count()).select_from(movements).where(moved)) or 0,
        postings=count,
        accounts=connection.scalar(select(func.count()).select_from(accounts).where(here)) or 0,
        sum=total,
        wrong_balances=wrong,
        overdrawn=overdrawn,
        unbalanced=(*_unbalanced(connection, moved), *_without_movement(connection, here)),
        paid_twice=_tickets_where(connection, guild, _times_paid() > 1),
        paid_otherwise=_tickets_where(connection, guild, _paid() != _tickets.paid),
        held=_held(connection, here),
    )


def _balances(connection: Connection, here: ColumnElement[bool]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the accounts with a balance that is not the sum of the postings so far, and those that ever owed."""
    so_far = func.sum(_postings.amount).over(partition_by=_postings.account, order_by=_postings.n)
    place = func.row_number().over(partition_by=_postings.account, order_by=_postings.n)
    lines = (
        select(_postings.account, _postings.n, _postings.balance, so_far.label("so_far"), place.label("place"))
        .select_from(postings)
        .join(accounts, _accounts.name == _postings.account)
        .where(here)
        .subquery()
    )
    wrong = (lines.c.balance != lines.c.so_far) | (lines.c.n != lines.c.place)
    owes = select(lines.c.account).select_from(lines).join(accounts, _accounts.name == lines.c.account)
    owes = owes.where(lines.c.so_far < 0, _accounts.kind.not_in(MAY_OWE))
    return _names(connection, select(lines.c.account).where(wrong)), _names(connection, owes)


def _names(connection: Connection, found: Any) -> tuple[str, ...]:
    return tuple(sorted(set(connection.scalars(found))))


def _unbalanced(connection: Connection, moved: ColumnElement[bool]) -> Sequence[str]:
    """Return the movements whose postings do not sum to zero, or that have less than two."""
    sums = (
        select(_movements.key)
        .select_from(movements)
        .join(postings, _postings.movement == _movements.key, isouter=True)
        .where(moved)
        .group_by(_movements.key)
        .having((func.coalesce(func.sum(_postings.amount), 0) != 0) | (func.count(_postings.n) < 2))
    )
    return _names(connection, sums)


def _without_movement(connection: Connection, here: ColumnElement[bool]) -> Sequence[str]:
    orphans = (
        select(_postings.movement)
        .select_from(postings)
        .join(accounts, _accounts.name == _postings.account)
        .where(here, ~exists().where(_movements.key == _postings.movement))
    )
    return _names(connection, orphans)


def _keys() -> list[ColumnElement[str]]:
    """Return the keys of the movements by which a ticket may be paid."""
    number = cast(_tickets.race, String) + literal(":") + cast(_tickets.number, String)
    return [literal("return:") + number, literal("payoff:") + number]


def _times_paid() -> ColumnElement[int]:
    return select(func.count()).select_from(movements).where(_movements.key.in_(_keys())).scalar_subquery()


def _paid() -> ColumnElement[int]:
    """Return the sesterces that came into a ticket's purse by the movements that pay it."""
    return (
        select(func.coalesce(func.sum(_postings.amount), 0))
        .select_from(postings)
        .join(accounts, _accounts.name == _postings.account)
        .where(_postings.movement.in_(_keys()), _accounts.kind == "purse", _is_theirs())
        .scalar_subquery()
    )


def _is_theirs() -> ColumnElement[bool]:
    """Tell whether a purse is whose the ticket is; a purse of a removed server may be its person's again."""
    numbered = literal("purse:") + cast(_accounts.guild, String) + literal(":p") + cast(-_tickets.player, String)
    return or_(_accounts.player == _tickets.player, and_(_tickets.player < 0, _accounts.name == numbered))


def _tickets_where(
    connection: Connection, guild: int | None, wrong: ColumnElement[bool]
) -> tuple[tuple[RaceId, int], ...]:
    found = (
        select(_tickets.race, _tickets.number)
        .select_from(tickets)
        .where(wrong)
        .order_by(_tickets.race, _tickets.number)
    )
    if guild is not None:
        found = found.join(tables.races, tables.races.c.id == _tickets.race).where(tables.races.c.guild == guild)
    return tuple((RaceId(race), number) for race, number in connection.execute(found))


def _held(connection: Connection, here: ColumnElement[bool]) -> tuple[str, ...]:
    """Return the pots and escrows of races that are over in which there is still money."""
    waits = exists().where(_markets.race == tables.races.c.id, _markets.state.in_(("open", "closed")))
    of_league = and_(tables.races.c.league.is_not(None), waits)  # it is paid as its league reckons it
    over = and_(tables.races.c.id == _accounts.race, tables.races.c.state.in_(("finished", "cancelled")), ~of_league)
    left = (
        select(_accounts.name)
        .select_from(accounts)
        .join(tables.races, over)
        .join(postings, _postings.account == _accounts.name)
        .where(here, _accounts.kind.in_(("pot", "escrow")))
        .group_by(_accounts.name)
        .having(func.sum(_postings.amount) != 0)
    )
    return _names(connection, left)
