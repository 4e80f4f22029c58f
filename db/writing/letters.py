"""Keeping letters to a paper, reports of them, and votes for the race of a season."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, bindparam, delete, insert, select, update

from db.opening.prepared import Prepared
from db.opening.writer import Reader, Writer
from db.reading.issues import about, count_issues, letter_of, next_issue
from db.reading.persons import report_of, vote_of, was_spent
from db.reading.rows import is_id, struct_of
from db.schema.letters import ballots, letters, reports, votes
from db.writing.batches import add_notices
from db.writing.dropping import drop_letter
from records.letters import BallotRecord, LetterRecord, Paper, ReportRecord, VoteRecord
from records.notices import Notice
from records.values import PlayerId, RaceId

_LETTER, _REPORT = letters.c, reports.c
_ENDED = Prepared(
    select(ballots).where(ballots.c.closes <= bindparam("now"), ballots.c.is_told.is_(False)).order_by(ballots.c.closes)
)


class LetterStore:
    """Letters and their reports. Each method is one transaction."""

    def __init__(self, writer: Writer, reader: Reader) -> None:
        self._writer, self._reader = writer, reader

    async def next_issue(self, paper: Paper) -> int | None:
        """Return the number of the paper's next issue, 1 first; ``None`` if no more come."""
        return await self._reader.run(lambda connection: next_issue(connection, paper))

    async def issues(self, paper: Paper, until: int | None = None) -> int:
        """Return how many issues have come out: of a league those whose reckoning had begun by fact *until*."""
        return await self._reader.run(lambda connection: count_issues(connection, paper, until))

    async def write(self, letter: LetterRecord) -> int | None:
        """Keep a letter to the next issue, in the place of the one that its writer had there; return the issue.

        :param letter: its number and issue are not looked at.
        :returns: ``None`` if no more issues come.
        """
        values = msgspec.structs.asdict(letter)
        del values["id"]

        def work(connection: Connection) -> int | None:
            issue = next_issue(connection, letter.paper)
            if issue is None:
                return None
            mine = update(letters).where(*letter_of(letter.paper, issue, letter.player))
            changed = connection.execute(mine.values(text=letter.text, name=letter.name, at=letter.at))
            if changed.rowcount == 0:
                connection.execute(insert(letters).values({**values, "issue": issue}))
            return issue

        return await self._writer.run(work)

    async def withdraw(self, paper: Paper, player: PlayerId) -> bool:
        """Take back a letter to the next issue; tell whether there was one."""
        return await self._writer.run(lambda connection: drop_letter(connection, paper, player))

    async def letter(self, number: int) -> LetterRecord | None:
        found = await self._letters(_LETTER.id == number) if is_id(number) else []
        return found[0] if found else None

    async def own(self, paper: Paper, issue: int, player: PlayerId) -> LetterRecord | None:
        """Return the letter of a member to an issue; ``None`` if they wrote none."""
        found = await self._letters(*letter_of(paper, issue, player))
        return found[0] if found else None

    async def of_issue(self, paper: Paper, issue: int) -> list[LetterRecord]:
        """Return all letters to an issue, in the order in which they were written first to last."""
        return await self._letters(*about(paper), _LETTER.issue == issue)

    async def of_paper(self, paper: Paper, issues: int) -> list[LetterRecord]:
        """Return all letters to the first *issues* issues, the oldest issue first."""
        return await self._letters(*about(paper), _LETTER.issue <= issues)

    async def _letters(self, *where: ColumnElement[bool]) -> list[LetterRecord]:
        found = select(letters).where(*where).order_by(_LETTER.issue, _LETTER.at, _LETTER.id)
        return await self._reader.run(lambda connection: _structs(connection, found, LetterRecord))

    async def posted(self, numbers: Sequence[int], post: int, race: RaceId) -> None:
        """Note which message shows letters, and in the thread of which race."""
        change = update(letters).where(_LETTER.id.in_(numbers)).values(post=post, race=race)
        await self._writer.run(lambda connection: connection.execute(change))

    async def standing(self, paper: Paper) -> list[ReportRecord]:
        """Return all reports of letters to a paper, the oldest first."""
        mine = select(_LETTER.id).where(*about(paper))
        found = select(reports).where(_REPORT.letter.in_(mine)).order_by(_REPORT.at)
        return await self._reader.run(lambda connection: _structs(connection, found, ReportRecord))

    async def report(self, report: ReportRecord, *, hides: bool, notices: Sequence[Notice]) -> bool:
        """Keep a report, and hide its letter where it *hides*; ``False`` if this person has reported it before.

        :param notices: notices to add, unless it changes nothing.
        """
        known = select(_REPORT.letter).where(_REPORT.letter == report.letter, _REPORT.player == report.player)
        hide = update(letters).where(_LETTER.id == report.letter, _LETTER.state == "written").values(state="reported")

        def work(connection: Connection) -> bool:
            told = report_of(report.letter, report.player)
            if connection.scalar(known) is not None or was_spent(connection, told):
                return False
            connection.execute(insert(reports).values(msgspec.structs.asdict(report)))
            if hides:
                connection.execute(hide)
            add_notices(connection, notices)
            return True

        return await self._writer.run(work)

    async def judge(self, letter: LetterRecord, state: str, reason: str, notices: Sequence[Notice]) -> bool:
        """Put a letter back, or strike it; ``False`` if that was done already.

        Reports of a letter that is put back are dismissed.
        """
        mine = _LETTER.id == letter.id, _LETTER.state == letter.state
        change = update(letters).where(*mine).values(state=state, reason=reason)
        dismiss = update(reports).where(_REPORT.letter == letter.id).values(dismissed=True)

        def work(connection: Connection) -> bool:
            if connection.execute(change).rowcount != 1:
                return False
            if state == "kept":
                connection.execute(dismiss)
            add_notices(connection, notices)
            return True

        return await self._writer.run(work)


class BallotStore:
    """Votes for the race of a season. Each method is one transaction."""

    def __init__(self, writer: Writer, reader: Reader) -> None:
        self._writer, self._reader = writer, reader

    async def open(self, ballot: BallotRecord) -> BallotRecord:
        """Open a vote unless there is one; return the one there is."""

        def work(connection: Connection) -> BallotRecord:
            known = _ballot(connection, ballot.paper)
            if known is None:
                connection.execute(insert(ballots).values(msgspec.structs.asdict(ballot)))
            return known or ballot

        return await self._writer.run(work)

    async def ballot(self, paper: Paper) -> BallotRecord | None:
        return await self._reader.run(lambda connection: _ballot(connection, paper))

    async def ended(self, now: float) -> list[BallotRecord]:
        """Return the votes that have closed and wait for their post."""
        return [struct_of(row, BallotRecord) for row in await self._reader.found(_ENDED, now=now)]

    async def note_told(self, paper: Paper, notices: Sequence[Notice]) -> bool:
        """Note that *notices* tell the end of a vote; ``False`` if others did already."""
        change = update(ballots).where(*about(paper, ballots), ballots.c.is_told.is_(False)).values(is_told=True)

        def work(connection: Connection) -> bool:
            if connection.execute(change).rowcount != 1:
                return False
            add_notices(connection, notices)
            return True

        return await self._writer.run(work)

    async def vote(self, vote: VoteRecord) -> bool:
        """Keep a vote, in the place of an earlier one; ``False`` if the vote is closed by now."""
        paper = Paper(vote.kind, vote.number)
        own = delete(votes).where(*about(paper, votes), votes.c.player == vote.player)

        def work(connection: Connection) -> bool:
            ballot = _ballot(connection, paper)
            if ballot is None or ballot.is_told or ballot.closes <= vote.at:
                return False
            if was_spent(connection, vote_of(vote.kind, vote.number, vote.player)):
                return False
            connection.execute(own)
            connection.execute(insert(votes).values(msgspec.structs.asdict(vote)))
            return True

        return await self._writer.run(work)

    async def named_by(self, paper: Paper, player: PlayerId) -> RaceId | None:
        """Return the race that somebody named; ``None`` if they have not voted."""
        found = select(votes.c.race).where(*about(paper, votes), votes.c.player == player)
        return await self._reader.run(lambda connection: connection.scalar(found))

    async def counted(self, paper: Paper) -> Counter[RaceId]:
        """Return how many named each race; races that nobody named are not among them."""
        found = select(votes.c.race).where(*about(paper, votes))
        return await self._reader.run(lambda connection: Counter(connection.scalars(found).all()))


def _structs(connection: Connection, found: Select[Any], kind: type[Any]) -> list[Any]:
    return [struct_of(row, kind) for row in connection.execute(found)]


def _ballot(connection: Connection, paper: Paper) -> BallotRecord | None:
    found = _structs(connection, select(ballots).where(*about(paper, ballots)), BallotRecord)
    return found[0] if found else None
