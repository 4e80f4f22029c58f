"""The issues of a paper that have come out, and the next one."""

from typing import Any

from sqlalchemy import ColumnElement, Connection, func, select

from db.schema import tables
from db.schema.letters import letters
from records.letters import Paper
from records.values import PlayerId


def count_issues(connection: Connection, paper: Paper, until: int | None = None) -> int:
    """Return how many issues have come out that hold: each reckoning of a league has one, and each race of a cup."""
    facts, races = tables.facts.c, tables.races.c
    if paper.kind == "cup":
        found = select(func.count()).where(races.cup == paper.number, races.state == "finished")
    else:
        found = select(func.count()).where(
            facts.race == paper.number, facts.void.is_(False), facts.fact.startswith('{"type":"ReckoningBegan"')
        )
        found = found if until is None else found.where(facts.n <= until)
    return int(connection.scalar(found) or 0)


def next_issue(connection: Connection, paper: Paper) -> int | None:
    """Return the number of the next issue, 1 first; ``None`` if no more come."""
    table = tables.cups if paper.kind == "cup" else tables.races
    state = connection.scalar(select(table.c.state).where(table.c.id == paper.number))
    return None if state in (None, "finished", "cancelled") else count_issues(connection, paper) + 1


def about(paper: Paper, table: Any = letters) -> tuple[ColumnElement[bool], ...]:
    """Return the condition that a row is about a paper."""
    return table.c.kind == paper.kind, table.c.number == paper.number


def letter_of(paper: Paper, issue: int, player: PlayerId) -> tuple[ColumnElement[bool], ...]:
    """Return the condition that a letter is a player's to an issue."""
    return *about(paper), letters.c.issue == issue, letters.c.player == player
