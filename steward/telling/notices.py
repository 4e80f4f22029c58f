"""The notices of a batch, by which players hear of it."""

from collections.abc import Collection, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from engine.game import decoder
from engine.session import Scene
from records.acts import ActRecord
from records.letters import PaperKind
from records.notices import Notice, NoticeKind, duty_of
from records.play import Deadline
from records.races import PublicRace
from records.shares import ShareKind
from records.values import CupId, EntryId, Faction, PlayerId, RaceId
from steward.telling.reveals import Reveal, Sealing

MOST_SCENES = 10
"""In one notice; a message holds ten pictures."""


class Story(msgspec.Struct, frozen=True):
    """Phases to tell in the thread: scenes *first* to *last*, and at the end of the race the facts after them.

    If a turn is one post, *turn* is its first scene. *last* may be before *first*: then the post tells only
    the seals, since all are in and none is open.
    """

    first: int
    last: int
    is_end: bool = False
    turn: int = 0  # 0 where phases are told by themselves
    is_whole: bool = True  # whether the turn is over
    seals: tuple[Sealing, ...] = ()  # of the turn so far
    after: int = 0  # facts before those that are told of the turn
    upto: int = 0  # the last of these
    silent: tuple[EntryId, ...] = ()  # chariots whose drivers did not answer in this turn; known once it is over

    @property
    def is_sealing(self) -> bool:
        """Whether it tells only the seals, before the reveal."""
        return self.last < self.first and not self.is_whole

    @property
    def post(self) -> tuple[int, int]:
        """The key of the post that tells this notice: all its notices share it; after going back it is another."""
        return self.turn, self.after


class Ended(msgspec.Struct, frozen=True):
    """To a player: how their race ended."""


class Panel(msgspec.Struct, frozen=True):
    """The race's panel is out of date; *is_new* wants a new one at the thread's end.

    *is_only* wants all others taken away, those that the record does not know included.
    """

    is_new: bool = False
    is_only: bool = False


class Summons(msgspec.Struct, frozen=True):
    """Questions to a player: entries, and the ``asked`` they belong to. Also for reminders."""

    entries: tuple[EntryId, ...]
    asked: int
    reminders: int = 0  # sent with this one, so that the last one can be more urgent


class Mention(msgspec.Struct, frozen=True):
    """Questions in the thread for a player without direct messages; without entries, a pointer to any that wait.

    Without a player it calls nobody: the call that stands in the thread is brought up to date.
    """

    player: PlayerId | None = None
    entries: tuple[EntryId, ...] = ()
    asked: int = 0
    is_reminder: bool = False
    reminders: int = 0  # sent with this one


class Warned(msgspec.Struct, frozen=True):
    """News that the host must know; or all members of a league whose thread takes no posts any more."""

    what: str
    lost: str = ""  # Discord's number for what keeps posts of a league out; empty if something else is the matter


class Starting(msgspec.Struct, frozen=True):
    """A race starts: the dice wait for this post, whose id is mixed into them."""


class Acted(msgspec.Struct, frozen=True):
    """Something that the steward did, for all to see."""

    act: ActRecord


class Offer(msgspec.Struct, frozen=True):
    """The place of an absent player is on offer to everybody, or to one person who is asked."""

    faction: Faction
    is_asked: bool = False  # a substitute is asked, by direct message
    deputy: PlayerId | None = None  # who is asked by the owner of a stable to decide for it


class BetSealed(msgspec.Struct, frozen=True, tag=True):
    """A player sealed a bet: the player and the hash, without the sum and the chariot."""

    ticket: int
    player: PlayerId
    name: str
    seal: str


class BetsRevealed(msgspec.Struct, frozen=True, tag=True):
    """The sealed bets of a market are open to all, with their salts, and their odds are fixed."""

    market: int


class WindowOpened(msgspec.Struct, frozen=True, tag=True):
    """A window opens: bettors who sealed a bet before the race may add to it for a while."""

    market: int
    lap: int  # that the leader has finished


class WindowClosed(msgspec.Struct, frozen=True, tag=True):
    """A window has closed without a bet."""

    market: int
    moment: str  # code of what closed it


class TableVoided(msgspec.Struct, frozen=True, tag=True):
    """Stakes came back; *why* is the reason's code."""

    why: str
    markets: tuple[int, ...]


class TableSettled(msgspec.Struct, frozen=True, tag=True):
    """The race is over and all bets on it are settled."""

    tickets: int
    staked: int
    paid: int


class Slip(msgspec.Struct, frozen=True, tag=True):
    """To a bettor: their winnings or losses in the race, or that their stakes came back."""


class SideOffered(msgspec.Struct, frozen=True, tag=True):
    """To the other side: an offer of a side bet."""

    number: int


class SideMention(msgspec.Struct, frozen=True, tag=True):
    """In the thread, as they take no direct messages: a side bet is offered to *player*."""

    number: int
    player: PlayerId


class SideAnswered(msgspec.Struct, frozen=True, tag=True):
    """To the player who offered it: their side bet was taken, declined, or is void; its row says which."""

    number: int


class DealOffered(msgspec.Struct, frozen=True, tag=True):
    """To the other side: an offer of a deal or a loan in a league.

    All of one stable in one phase are told in one message, which is edited.
    """

    number: int
    by: EntryId = EntryId(0)  # the stable that makes it; 0 in notices of earlier versions
    when: str = ""  # event and phase


class DealDeclined(msgspec.Struct, frozen=True, tag=True):
    """To the member who made it: the other side declined their offer in a league."""

    number: int


class LettersChanged(msgspec.Struct, frozen=True, tag=True):
    """Letters of an issue of a paper were hidden, put back or struck: the posts that show them are edited."""

    kind: PaperKind
    number: int
    issue: int


class LetterReported(msgspec.Struct, frozen=True, tag=True):
    """To the host: somebody has reported a letter."""

    letter: int


class LetterJudged(msgspec.Struct, frozen=True, tag=True):
    """To its writer: the host has struck a letter, or put it back."""

    letter: int


class BallotClosed(msgspec.Struct, frozen=True, tag=True):
    """The vote for the race of a season is over."""

    kind: PaperKind
    number: int


class Shared(msgspec.Struct, frozen=True):
    """Somebody posts a race that is over in its channel, for all there."""

    what: ShareKind
    by: PlayerId


class Followed(msgspec.Struct, frozen=True):
    """To somebody who follows them, or a person or a stable in them: how races ended."""

    races: tuple[RaceId, ...]


class EndsSoon(msgspec.Struct, frozen=True, tag=True):
    """What somebody opened waits too long for its start: it ends by itself, unless it begins before."""

    at: float  # seconds since 1970
    cup: CupId | None = None  # that ends, or with the race


class CupExpired(msgspec.Struct, frozen=True, tag=True):
    """A cup has ended by itself, as its next race was never opened."""

    cup: CupId


class MatchWaits(msgspec.Struct, frozen=True, tag=True):
    """To a side whose word a match race waits for: a challenge, a raised one, or one that was accepted (B.10).

    All of one stable in one phase are told in one message, which is edited.
    """

    number: int
    by: EntryId  # the other side
    when: str  # event and phase


DealNotice = DealOffered | DealDeclined | MatchWaits
"""Bodies of notices of the kind ``deal``; those of other kinds with several bodies follow."""


class WentOut(msgspec.Struct, frozen=True, tag=True):
    """To whoever has its place: a chariot can take no place any more. The facts *first* to *last* tell how."""

    entry: EntryId
    first: int
    last: int


class TurnMissed(msgspec.Struct, frozen=True, tag=True):
    """To whoever has its place: the answer did not come in time. Of several in a row only the first is told so."""

    entry: EntryId
    left: int  # silences after which a house driver stands in


class Ruined(msgspec.Struct, frozen=True, tag=True):
    """To an owner: what you owe is more than you have. Your goods go to auction, or you are bankrupt."""

    entry: EntryId
    owed: int = 0  # sesterces, before the auction; 0 once it is over


class ServerLeft(msgspec.Struct, frozen=True, tag=True):
    """The bot leaves the server of a race, and all there ends; to one person, what they lose by it."""

    bets: int = 0  # sesterces of theirs in open bets
    seats: int = 0  # of theirs in races under way


LetterNotice = LettersChanged | LetterReported | LetterJudged
EndingNotice = EndsSoon | CupExpired | WentOut | TurnMissed | Ruined | ServerLeft
BetNotice = (
    BetSealed
    | BetsRevealed
    | WindowOpened
    | WindowClosed
    | TableVoided
    | TableSettled
    | Slip
    | SideOffered
    | SideMention
    | SideAnswered
)
"""Bodies of notices of the kind ``bets``: read with ``read_body(notice, BetNotice)``."""


class Digest(msgspec.Struct, frozen=True):
    """One message a day: all that waits for a player."""


class Standings(msgspec.Struct, frozen=True):
    """The standings of a cup after a round; after the last one, its winner."""

    cup: CupId
    round: int
    is_chances: bool = False  # how likely everybody is to win; else the paper of the race


def notice(
    race: RaceId,
    kind: NoticeKind,
    body: msgspec.Struct,
    now: float,
    player: PlayerId | None = None,
    *,
    duty: str | None = None,
) -> Notice:
    return Notice(race=race, kind=kind, player=player, body=msgspec.json.encode(body).decode(), due=now, duty=duty)


def act_notice(race: RaceId, act: ActRecord, now: float) -> Notice:
    """Return the notice that tells an act in the race's thread."""
    return notice(race, "act", Acted(act), now)


def stories(race: PublicRace, first: int, scenes: int, now: float, *, is_over: bool) -> list[Notice]:
    """Return the notices that tell so many scenes, from number *first* on, each as many as a message can hold.

    A league's tell who sealed nothing in the phase that ends now.
    """
    last, silent = first + scenes - 1, silent_in_phase(race)
    parts = [(n, min(n + MOST_SCENES - 1, last)) for n in range(first, last + 1, MOST_SCENES)]
    told = [Story(n, upto, is_over and upto == last, silent=silent) for n, upto in parts]
    return [notice(race.record.id, "story", story, now) for story in told]


class Telling(NamedTuple):
    """All that a race has told since it was taken up or went back, in order, and how much of it is new."""

    scenes: Sequence[Scene]
    first: int  # number of the first of them
    old: int  # how many of them are told already
    reveals: Sequence[Reveal]  # numbered as facts of the race
    since: int  # facts when the turn under way began
    after: int  # facts when it was taken up or went back
    known: int  # facts that are told already
    facts: int  # all there are
    answered: Sequence[tuple[int, EntryId]] = ()  # who sealed orders for a turn, by the numbers of these facts


def turns(race: PublicRace, told: Telling, now: float, *, is_over: bool, asks_turns: bool = False) -> list[Notice]:
    """Return the notices that tell the news by turns: first each turn's seals, then its scenes.

    :param asks_turns: whether each of its questions is about a whole turn, at any pace.
    """
    silent = silent_entries(race, asks_turns=asks_turns)
    begun = sorted({told.since, *(each.since for each in told.scenes)})
    found: list[tuple[int, Story]] = []
    for since, upto in zip(begun, [*begun[1:], None], strict=True):
        found += _turn(told, since, upto, silent, is_over=is_over)
    return [notice(race.record.id, "story", story, now) for _, story in sorted(found, key=lambda each: each[0])]


def _turn(
    told: Telling, since: int, upto: int | None, silent: tuple[EntryId, ...], *, is_over: bool
) -> list[tuple[int, Story]]:
    """Return the new stories of the turn that began after fact *since*, each by the number of its last fact.

    :param upto: facts when the next one began; ``None`` if there is none.
    :param silent: chariots whose drivers missed the turn that ends now.
    """
    numbered = list(enumerate(told.scenes, start=told.first))
    mine = [(n, scene) for n, scene in numbered if scene.since == since]
    turn, after = mine[0][0] if mine else told.first + len(numbered), max(since, told.after)
    sealed = [each for each in told.reveals if since < each.n and (upto is None or each.n <= upto)]
    found: list[tuple[int, Story]] = []
    for count, reveal in enumerate(sealed, start=1):
        if reveal.n > told.known:
            last = max((n for n, scene in mine if scene.told < reveal.n), default=turn - 1)
            seals = tuple(each.sealing for each in sealed[:count])
            shown = Story(last + 1, last, False, turn, False, seals, after, reveal.n - 1)
            found.append((reveal.n - 1, shown))
    new = [n for n, _ in mine if n >= told.first + told.old]
    has_ended = upto is not None and upto > told.known
    if mine and (new or has_ended):
        last, scene = mine[-1]
        end = upto if upto is not None else told.facts if is_over else scene.told
        seals, is_whole = tuple(each.sealing for each in sealed), upto is not None or is_over
        first = min(new, default=last + 1)
        is_end = upto is None and is_over
        there = {entry for n, entry in told.answered if since < n <= end}
        missed = tuple(each for each in silent if each not in there) if is_whole else ()
        found.append((end, Story(first, last, is_end, turn, is_whole, seals, after, end, missed)))
    return found


def silent_entries(race: PublicRace, *, asks_turns: bool = False) -> tuple[EntryId, ...]:
    """Return the chariots whose drivers missed the turn that ends now, where a question is a turn."""
    late = [each.faction for each in race.factions if each.missed and each.at_the_reins is not None]
    is_a_turn = asks_turns or race.record.pace.is_ordered
    return tuple(each.entry for each in race.entries if each.faction in late) if is_a_turn else ()


def silent_in_phase(race: PublicRace) -> tuple[EntryId, ...]:
    """Return the members who sealed nothing, where secret sheets of a phase are told; nobody of other races."""
    return silent_entries(race, asks_turns=True) if race.record.kind.has_phases else ()


def endings(race: PublicRace, now: float, *, is_over: bool) -> list[Notice]:
    """Return the notices by which each player hears how the race ended.

    A lone one hears of a nemesis alone (H-6), unless they were out before it.
    """
    players = may_hear_the_end(race) if is_over else ()
    return [notice(race.record.id, "story", Ended(), now, player) for player in players]


def hear_the_end(race: PublicRace) -> tuple[PlayerId, ...]:
    """Return the players to tell the end of a race by direct message: not a lone player, who saw it.

    A race of a league goes on at its deadlines, so a lone owner may have missed it. All members hear of a season's.
    """
    players = tuple(each.holder for each in race.factions if each.holder is not None)
    if race.record.kind.has_phases:
        return players
    may_have_missed = len(players) > 1 or race.record.league is not None
    return players if race.record.story.is_by_turns and may_have_missed else ()


def may_hear_the_end(race: PublicRace) -> tuple[PlayerId, ...]:
    """Return the players who hear of the end of a race by direct message if they are out before it."""
    return hear_the_end(race) or lone_player(race)


def lone_player(race: PublicRace) -> tuple[PlayerId, ...]:
    """Return the one person of a race told by turns among house drivers; nobody of a practice."""
    players = tuple(each.holder for each in race.factions if each.holder is not None)
    is_told = race.record.story.is_by_turns and not race.record.is_practice and race.record.kind.takes_race_commands
    return players if is_told and len(players) == 1 else ()


def went_out(race: PublicRace, entries: Collection[EntryId], first: int, last: int, now: float) -> list[Notice]:
    """Return the notices by which players hear at once that a chariot of theirs is out; practices tell it themselves.

    :param first: the number of the first new fact; *last* that of the last one.
    """
    found = []
    for entry in sorted(entries) if not race.record.is_practice else ():
        seat = race.faction_of(entry)
        if seat is not None and seat.holder is not None:
            found.append(notice(race.record.id, "ending", WentOut(entry, first, last), now, seat.holder))
    return found


def cup_standings(race: PublicRace, now: float, *, is_over: bool) -> list[Notice]:
    """Return the notice of how a cup stands now that this race of it is over."""
    record = race.record
    if not is_over or record.cup is None or record.round is None:
        return []
    return [notice(record.id, "cup", Standings(record.cup, record.round), now)]


def summonses(race: PublicRace, newly_asked: Sequence[Deadline], now: float) -> list[Notice]:
    """Return one notice for each duty: each question that a player is newly asked."""
    owed = [(race.player_of(each.entry), each) for each in newly_asked]
    return [summons(race.record.id, player, each, now) for player, each in owed if player is not None]


def summons(
    race: RaceId, player: PlayerId, deadline: Deadline, now: float, kind: Literal["summons", "reminder"] = "summons"
) -> Notice:
    """Return the notice that asks a player, or reminds them."""
    body = Summons((deadline.entry,), deadline.asked, deadline.reminders + (kind == "reminder"))
    return notice(race, kind, body, now, player, duty=duty_of(race, deadline.entry, deadline.asked))


def read_body(posted: Notice, kind: Any) -> Any:
    """Return the body of a notice."""
    return decoder(kind).decode(posted.body)
