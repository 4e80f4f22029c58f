"""The Moment of Truth: what becomes of a fallen man (D.9)."""

from collections.abc import Sequence

from engine import questions
from engine.arena.asks import AwaitCrowd, CountThumbs, Decree, JudgeFallen, Kill, LeaveToDice, Spare, Vote
from engine.arena.data import FEWEST_VOTES, LIVES
from engine.arena.derived import is_quick_surrender, known
from engine.arena.facts import FateDecided, VoteCast, VotesCounted
from engine.arena.reasons import ArenaReason
from engine.arena.state import Fall, Fighter, Judge, Match
from engine.facts import Modifier
from engine.game import Onlooker
from engine.goods.gladiators import Plea
from engine.questions import Ask, AskAll
from engine.table import Table
from records.refusals import Refused
from records.values import EntryId, Faction

_RULE = "D.9"


def decide(match: Match, table: Table, fallen: Sequence[EntryId]) -> questions.Play[None]:
    """Decide on fallen men, by number: the crowd votes on all of them at once."""
    if match.options.judged and fallen:
        table.end_scene()
        yield from _await_crowd(match, fallen)
    for entry in fallen:
        yield from _decide(match, table, entry)


def _await_crowd(match: Match, fallen: Sequence[EntryId]) -> questions.Play[None]:
    """Wait for the crowd, or the host: both owners of a fallen man can agree that there was time enough.

    All read of the fall before: it ends a scene.
    """
    asked: dict[EntryId, Ask] = {}
    for entry in fallen:
        fall = match.fighters[entry].fall
        assert fall is not None
        for each in (entry, fall.by):
            if each is not None:
                asked.setdefault(each, Ask(each, AwaitCrowd(entry), CountThumbs()))
    yield AskAll(tuple(asked[entry] for entry in match.fighters if entry in asked))


def _decide(match: Match, table: Table, entry: EntryId) -> questions.Play[None]:
    fighter = match.fighters[entry]
    fall = fighter.fall
    assert fall is not None
    votes = 0
    if match.options.judged == "crowd":
        votes = _counted(table, entry, fall.votes)
    elif match.options.judged == "host" and fall.decree is not None:
        _settle(match, table, FateDecided(entry, fall.decree, "host", fall.by))
        return
    elif match.options.mercy == "owner" and fall.by is not None:
        answer: Spare | Kill | LeaveToDice = yield Ask(fall.by, JudgeFallen(entry), LeaveToDice())
        if not isinstance(answer, LeaveToDice):
            _settle(match, table, FateDecided(entry, isinstance(answer, Spare), "owner", fall.by))
            return
    rolled = table.roll(entry, "fate", _RULE, modifiers=_modifiers(match, fighter, votes))
    _settle(match, table, FateDecided(entry, rolled.total >= LIVES, "dice", fall.by))


def _settle(match: Match, table: Table, fate: FateDecided) -> None:
    match.fighters[fate.entry].status = "spared" if fate.lives else "dead"
    if fate.victor is not None:
        victor = match.fighters[fate.victor]
        victor.kills += not fate.lives
        victor.spared += fate.lives
    table.tell(fate)


def _plea_of(match: Match, victor: EntryId | None) -> Plea:
    """Return what a victor's owner pleads for: by the plan, else as was said when the man was entered (D.9)."""
    if victor is None:
        return "silent"
    plan, standing = match.fighters[victor].plan, match.fighters[victor].plea
    return standing if plan is None or plan.plea == "silent" else plan.plea


def _modifiers(match: Match, fighter: Fighter, votes: int) -> tuple[Modifier, ...]:
    man, fall = known(fighter), fighter.fall
    assert fall is not None
    plea = {"silent": 0, "life": 1, "death": -1}[_plea_of(match, fall.by)]
    is_quick = fall.why == "surrender" and is_quick_surrender(sum(fighter.wounds), man.w)
    return (
        Modifier("victories", min(3, man.victories // 3)),
        Modifier("attack and defence", 1 if fighter.attack_cf >= fighter.defence_cf else -1),
        Modifier("wounds given", min(3, fighter.inflicted // 5)),
        Modifier("mood", (match.mood >= 2) - (match.mood <= -2)),
        Modifier("quick surrender", -2 if is_quick else 0),
        Modifier("no attack", 0 if fighter.attacks else -3),
        Modifier("plea", plea),
        Modifier("votes", votes),
    )


def _counted(table: Table, entry: EntryId, votes: dict[int, bool]) -> int:
    life = sum(votes.values())
    modifier = vote_of(life, len(votes) - life)
    table.tell(VotesCounted(entry, life, len(votes) - life, modifier))
    return modifier


def vote_of(life: int, death: int) -> int:
    """Return what the crowd's thumbs add to the roll for a man's life.

    >>> [vote_of(*votes) for votes in ((2, 0), (2, 1), (3, 3), (2, 3), (1, 2), (4, 3), (4, 2))]
    [0, 2, 0, -1, -2, 1, 2]
    """
    cast = life + death
    if cast < FEWEST_VOTES or life == death:
        return 0
    if life > death:
        return 2 if life * 3 >= cast * 2 else 1
    return -2 if life * 3 <= cast else -1


# Acts: thumbs of the crowd, the host's word

MOST_TURNED = 5
"""How often a voter may change their mind on one man."""


def do(match: Match, table: Table, entry: EntryId, act: questions.Answer, given: object) -> None:
    """Take a vote, or the host's word.

    :raises Refused: if nobody lies there whom the crowd, or the host, judges; or the voter owns one of the two men.
    """
    del entry, given
    assert isinstance(act, Vote | Decree)
    fall = _judged(match, act.fallen, "crowd" if isinstance(act, Vote) else "host")
    if isinstance(act, Decree):
        fall.decree = act.life
        return
    _require_stranger(match, act.fallen, act.faction)
    is_new = act.voter not in fall.votes
    if not is_new and fall.votes[act.voter] != act.life:
        if fall.turned.get(act.voter, 0) >= MOST_TURNED:
            raise Refused(ArenaReason.VOTED_ENOUGH, _RULE, at_most=MOST_TURNED)
        fall.turned[act.voter] = fall.turned.get(act.voter, 0) + 1
    fall.votes[act.voter] = act.life
    if is_new:
        table.tell(VoteCast(act.fallen, len(fall.votes)))


def _judged(match: Match, fallen: EntryId, judge: Judge) -> Fall:
    """Return the fall of a man whom the crowd, or the host, judges now.

    :raises Refused: if nobody does.
    """
    fighter = match.fighters.get(fallen)
    if fighter is None or fighter.status != "fallen" or fighter.fall is None or match.options.judged != judge:
        raise Refused(ArenaReason.NO_VOTE, _RULE, fallen=fallen)
    return fighter.fall


def _require_stranger(match: Match, fallen: EntryId, faction: Faction | None) -> None:
    """:raises Refused: if one of the two men is the voter's."""
    fighter = match.fighters[fallen]
    assert fighter.fall is not None
    by = fighter.fall.by
    if faction is not None and faction in {fighter.faction, None if by is None else match.fighters[by].faction}:
        raise Refused(ArenaReason.OWN_MAN, _RULE, fallen=fallen)


def heard(match: Match, onlooker: Onlooker, code: str) -> tuple[EntryId, questions.Answer]:
    """Return the vote, or the host's word, that a code such as ``life-2`` stands for (D.9).

    :raises Refused: if it counts for nothing: it is no code, nobody is judged, one of the men is theirs, they said
        so before, or another decides.
    """
    word, _, number = code.partition("-")
    if word not in ("life", "death") or not number.isdecimal():
        raise Refused(ArenaReason.NO_VOTE, _RULE, fallen=0)
    fallen, life, judge = EntryId(int(number)), word == "life", match.options.judged or "crowd"
    fall = _judged(match, fallen, judge)
    _require_stranger(match, fallen, onlooker.faction)
    if judge == "host":
        if not onlooker.is_host:
            raise Refused(ArenaReason.NOT_THE_HOSTS, _RULE, fallen=fallen)
        if fall.decree == life:
            raise Refused(ArenaReason.VOTED_SO, _RULE, life=life)
        return fallen, Decree(fallen, life)
    if fall.votes.get(onlooker.number) == life:
        raise Refused(ArenaReason.VOTED_SO, _RULE, life=life)
    return fallen, Vote(onlooker.number, fallen, life, onlooker.faction)


def ask_again(match: Match, asked: Ask | AskAll) -> Ask | AskAll:
    """Return the open questions after an act: thumbs change none of them."""
    del match
    return asked
