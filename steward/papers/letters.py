"""Letters to the paper of a league or a cup: written by its members, printed with the next issue, struck by the host.

One report hides a letter until the host has looked. The host's decision is final: no report hides that letter again.
"""

from collections.abc import Sequence

from db.store import Store
from engine.leagues.words.reasons import LeagueReason
from records.letters import MOST_CHARACTERS, MOST_WORDS, LetterRecord, Paper, ReportRecord
from records.notices import Notice
from records.races import PublicRace
from records.refusals import Reason, Refused
from records.values import CupId, PlayerId, RaceId
from steward.hosting.desk import require_reason
from steward.hosting.lobbies import public_race
from steward.hosting.substitutes import expelled_from
from steward.telling.notices import LetterJudged, LetterReported, LettersChanged, notice
from steward.telling.shown import visible
from steward.time.standstill import Clock

MOST_LINES = 12
NAME = 64


class Letters:
    """The letters of all papers. The caller checks the right to act, but for membership."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    async def next_issue(self, paper: Paper) -> int:
        """Return the number of the next issue; :exc:`Refused` if no more come."""
        issue = await self._store.letters.next_issue(paper)
        if issue is None:
            raise Refused(Reason.NO_MORE_PAPERS)
        return issue

    async def comes_out(self, paper: Paper) -> bool:
        """Tell whether another issue comes."""
        return await self._store.letters.next_issue(paper) is not None

    async def issues(self, paper: Paper, until: int | None = None) -> int:
        """Return how many issues have come out; of a league by fact number *until*."""
        return await self._store.letters.issues(paper, until)

    async def own(self, paper: Paper, player: PlayerId) -> LetterRecord | None:
        """Return a player's letter to the next issue; ``None`` without one, or if no more issues come."""
        issue = await self._store.letters.next_issue(paper)
        return None if issue is None else await self._store.letters.own(paper, issue, player)

    async def write(self, paper: Paper, player: PlayerId, name: str, text: str) -> int:
        """Keep a member's letter to the next issue, in the place of an earlier one; return the issue.

        :raises Refused: if they are no member, no more issues come, or the text is empty or too long.
        """
        await self.require_writer(paper, player)
        shown = visible(name, NAME, "A member")
        letter = LetterRecord(
            kind=paper.kind,
            number=paper.number,
            issue=1,
            player=player,
            name=shown,
            text=tidied(text),
            at=self._clock(),
        )
        issue = await self._store.letters.write(letter)
        if issue is None:
            raise Refused(Reason.NO_MORE_PAPERS)
        return issue

    async def require_writer(self, paper: Paper, player: PlayerId) -> None:
        """:raises Refused: if somebody may not write to a paper, as no member or one who was expelled."""
        if player in await self.members(paper):
            return
        race = await self._latest(paper)
        if race is not None and player in expelled_from(await self._store.stories.acts(race.record.id)):
            raise Refused(LeagueReason.EXPELLED)
        raise Refused(Reason.NO_WRITER, what=paper.kind)

    async def withdraw(self, paper: Paper, player: PlayerId) -> bool:
        """Take back a letter to the next issue; tell whether there was one."""
        return await self._store.letters.withdraw(paper, player)

    async def of_issue(self, paper: Paper, issue: int) -> list[LetterRecord]:
        """Return all letters to an issue, hidden ones among them."""
        return await self._store.letters.of_issue(paper, issue)

    async def printed(self, paper: Paper) -> list[LetterRecord]:
        """Return all letters of issues that have come out, the oldest first."""
        return await self._store.letters.of_paper(paper, await self.issues(paper))

    async def letter(self, number: int) -> LetterRecord:
        """Return a letter that was printed; :exc:`Refused` if there is none of this number."""
        found = await self._store.letters.letter(number)
        if found is None or found.post is None:
            raise Refused(Reason.NO_SUCH_LETTER)
        return found

    async def posted(self, letters: Sequence[LetterRecord], post: int, race: RaceId) -> None:
        """Note which message shows letters, and in the thread of which race."""
        await self._store.letters.posted([each.id for each in letters], post, race)

    async def report(self, letter: LetterRecord, player: PlayerId) -> bool:
        """Report a letter; tell whether it vanishes, or has: the host's word on it is final.

        Its host hears of the first report alone: a crowd of accounts writes them no message each.

        :raises Refused: if this person has reported it already.
        """
        known = await self._store.letters.standing(letter.paper)
        report = ReportRecord(
            letter=letter.id, player=player, is_member=player in await self.members(letter.paper), at=self._clock()
        )
        hides = letter.state == "written" and may_hide(report, known)
        told = _edits(letter, self._clock()) if hides else []
        is_first = all(each.letter != letter.id for each in known)
        if letter.state == "written" and letter.race is not None and is_first:
            host = await self.host(letter.paper)
            told = [*told, notice(letter.race, "letter", LetterReported(letter.id), self._clock(), host)]
        if not await self._store.letters.report(report, hides=hides, notices=told):
            raise Refused(Reason.REPORTED_ALREADY)
        return hides or letter.is_hidden

    async def keep(self, letter: LetterRecord) -> None:
        """Put a letter back that was reported; :exc:`Refused` if it is not hidden for that."""
        if letter.state != "reported":
            raise Refused(Reason.NO_SUCH_LETTER)
        await self._judge(letter, "kept", "")

    async def strike(self, letter: LetterRecord, reason: str) -> None:
        """Strike a letter for good; :exc:`Refused` without a reason, or if it is struck already."""
        reason = require_reason(reason)
        if letter.state == "struck":
            raise Refused(Reason.NO_SUCH_LETTER)
        await self._judge(letter, "struck", reason)

    async def _judge(self, letter: LetterRecord, state: str, reason: str) -> None:
        now = self._clock()
        told = _edits(letter, now)
        if letter.race is not None:
            told = [*told, notice(letter.race, "letter", LetterJudged(letter.id), now, letter.player)]
        if not await self._store.letters.judge(letter, state, reason, told):
            raise Refused(Reason.CHANGED_MEANWHILE)

    # Whose paper it is

    async def host(self, paper: Paper) -> PlayerId:
        """Return the host of the league or the cup."""
        if paper.kind == "cup":
            cup = await self._store.cups.cup(CupId(paper.number))
            assert cup is not None
            return cup.host
        return (await public_race(self._store, RaceId(paper.number))).record.host

    async def members(self, paper: Paper) -> set[PlayerId]:
        """Return the players who take part now: owners and bettors of a league, drivers of a cup's latest race.

        Who was expelled from a league keeps a seat in it, and has no part any more.
        """
        race = await self._latest(paper)
        if race is None:
            return set()
        return people_in(race) - expelled_from(await self._store.stories.acts(race.record.id))

    async def _latest(self, paper: Paper) -> PublicRace | None:
        if paper.kind == "league":
            return await public_race(self._store, RaceId(paper.number))
        races = await self._store.cups.races(CupId(paper.number))
        return await public_race(self._store, races[-1].id) if races else None


def people_in(race: PublicRace) -> set[PlayerId]:
    """Return all people with a place in a race or a league, substitutes too."""
    return {player for each in race.factions for player in (each.player, each.substitute) if player is not None}


def may_hide(report: ReportRecord, known: Sequence[ReportRecord]) -> bool:
    """Tell whether a report hides its letter before the host has looked.

    A player with a report dismissed in this paper waits for the host from then on. So do all people outside the
    league or cup, once a report of one of them was dismissed: accounts are free.
    """
    dismissed = [each for each in known if each.dismissed]
    if any(each.player == report.player for each in dismissed):
        return False
    return report.is_member or all(each.is_member for each in dismissed)


def tidied(text: str) -> str:
    """Return a letter as it is kept: lines without invisible characters, at most one blank between two.

    :raises Refused: if nothing is left of it, or it is longer than it may be.

    >>> tidied(" Salve! \\n\\n\\n\\u202eAnn ")
    'Salve!\\n\\nAnn'
    """
    lines = [visible(line, len(line), "") if line.strip() else "" for line in text.splitlines()]
    kept = [line for n, line in enumerate(lines) if line or (n and lines[n - 1])]
    shown = "\n".join(kept).strip()
    words = len(shown.split())
    if not 1 <= words <= MOST_WORDS or len(shown) > MOST_CHARACTERS or len(kept) > MOST_LINES:
        raise Refused(
            Reason.BAD_LETTER, words=words, at_most=MOST_WORDS, length=len(shown), most_length=MOST_CHARACTERS,
            lines=len(kept), most_lines=MOST_LINES,
        )  # fmt: skip
    return shown


def _edits(letter: LetterRecord, now: float) -> list[Notice]:
    """Return the notice by which posts that show a letter are edited."""
    if letter.race is None:
        return []
    return [notice(letter.race, "letter", LettersChanged(letter.kind, letter.number, letter.issue), now)]
