"""Proof that nobody cheated: every roll checked against the seed, every sealed answer against its seal.

The same can be done by a stranger: :func:`proof_file` holds all that it takes, and docs/verification.md says how.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from engine.betting.book import Ticket
from engine.betting.sealed import content_of, seal_of_content
from engine.dice import RaceDice, audit
from engine.game import AnyRuleset, Concealed, Fact, OrdersSealed, OrdersUnsealed, Rewound, Rolled, Sealed, Unsealed
from engine.session import seal_of_kept
from records.races import PublicRace
from records.values import EntryId
from steward.running.beginnings import seed_of
from steward.telling.notices import BetSealed
from steward.telling.seals import reveals
from steward.telling.shown import Verification

PROVING = (Rolled, Concealed, Sealed, Unsealed, OrdersSealed, OrdersUnsealed, Rewound)


class Told(NamedTuple):
    """A fact, and the input that led to it: a rewinding tells up to which input all still holds."""

    input: int
    fact: Fact
    void: bool = False  # the race went back to before it


class SealedBet(NamedTuple):
    """A bet as it was sealed, and as it was revealed."""

    ticket: int
    seal: str | None  # as it was announced; none for a bet that was put by rule, as all were revealed
    content: str | None = None  # JSON, as it was sealed; none while it is secret
    salt: str = ""

    @property
    def is_broken(self) -> bool:
        """Tell whether the answer is out and does not match its seal."""
        if self.content is None or (self.seal is None and not self.salt):
            return False
        return self.seal != seal_of_content(self.content, self.salt)


def sealed_bets(announced: Sequence[BetSealed], revealed: Sequence[Ticket]) -> list[SealedBet]:
    """Return all sealed bets of a race by their tickets: announced ones, and those that are open to all."""
    seals = {each.ticket: each.seal for each in announced}
    shown = {each.number: each for each in revealed}
    return [
        SealedBet(n, seals.get(n), content_of(shown[n]), shown[n].salt) if n in shown else SealedBet(n, seals[n])
        for n in sorted(seals.keys() | shown.keys())
    ]


def verify(
    lobby: PublicRace,
    rules: AnyRuleset,
    told: Sequence[Told],
    bets: Sequence[SealedBet] = (),
    digests: Sequence[str] = (),
) -> Verification:
    """Check every seal, of bets too, and every roll once the race is over and its secret is out.

    :param digests: of reveals, as they were told in the thread.
    """
    known = {each.sealing.digest for each in reveals((each.input, each.fact) for each in told)}
    wrong = tuple(each for each in digests if each not in known)
    words, secret, start = words_of(lobby), secret_of(lobby), lobby.race.start
    told = in_order_rolled(told) if secret is not None else for_all(told)
    facts = [each.fact for each in told]
    rolls = sum(isinstance(fact, Rolled | Concealed) for fact in facts)
    seals, broken = _check_seals(lobby, told)
    seals += sum(each.seal is not None for each in bets)
    broken += sum(each.is_broken for each in bets)
    if secret is None:
        return Verification(lobby.race.commitment, None, words, rolls, None, seals, broken, (), start, wrong)
    mixed = (*words, *start.words)
    unproven = tuple(rules.unproven(_dealt(secret, mixed, told), [each.fact for each in told if not each.void]))
    first_wrong = _first_wrong(secret, mixed, facts)
    return Verification(lobby.race.commitment, secret, words, rolls, first_wrong, seals, broken, unproven, start, wrong)


def for_all(told: Sequence[Told]) -> list[Told]:
    """Return what everybody may read of what was told, its inputs numbered without a gap.

    A gap would show that something was done in secret, and how often.
    """
    public = [each for each in told if not each.fact.is_private]
    inputs = sorted({each.input for each in public})
    return [
        each._replace(
            input=bisect_right(inputs, each.input),
            fact=msgspec.structs.replace(each.fact, to=bisect_right(inputs, each.fact.to))
            if isinstance(each.fact, Rewound)
            else each.fact,
        )
        for each in public
    ]


@dataclass
class _Whisper:
    """What was told to some alone, and the input at which it was told to all; ``None`` until then."""

    input: int
    facts: Sequence[Fact]
    disclosed: int | None = None

    def is_at(self, told: Sequence[Told], place: int) -> bool:
        """Tell whether it is told to all from this place on. A roll that is like one of its own is not enough."""
        return [each.fact for each in told[place : place + len(self.facts)]] == list(self.facts)


def in_order_rolled(told: Sequence[Told]) -> list[Told]:
    """Return what was told in the order in which its dice fell: what some were told first stands where they were.

    What was told to some alone is told to all later, in one piece; its rolls are left out there. Where a race goes back
    to between the two, it is told to all once more.
    """
    found: list[Told] = []
    whispers: list[_Whisper] = []
    place = 0
    while place < len(told):
        each, length = told[place], 1
        if isinstance(each.fact, Rewound):
            whispers = _as_of(whispers, each.fact.to)
        first = next((whisper for whisper in whispers if whisper.disclosed is None), None)
        if each.fact.is_private:
            rolls = [fact for fact in getattr(each.fact, "facts", ()) if isinstance(fact, Rolled)]
            found += [each._replace(fact=fact) for fact in rolls]
            whispers += [_Whisper(each.input, each.fact.facts)] if rolls else []  # type: ignore[attr-defined]
        elif first is not None and first.is_at(told, place):
            first.disclosed, length = each.input, len(first.facts)
            found += [known for known in told[place : place + length] if not isinstance(known.fact, Rolled)]
        else:
            found.append(each)
        place += length
    return found


def _as_of(whispers: Sequence[_Whisper], upto: int) -> list[_Whisper]:
    """Return the whispers that hold when a race has gone back to an input; what was disclosed later is secret again."""
    held = [each for each in whispers if each.input <= upto]
    for each in held:
        if each.disclosed is not None and each.disclosed > upto:
            each.disclosed = None
    return held


def words_of(lobby: PublicRace) -> tuple[str, ...]:
    """Return the words that the factions added to the dice, in order."""
    return tuple(lobby.race.start.words_among(lobby.factions))


def secret_of(lobby: PublicRace) -> str | None:
    """Return the secret of the dice, in hexadecimal; ``None`` while the race is not over, or may still go back."""
    return (lobby.race.secret or None) if lobby.race.state in ("finished", "cancelled") else None


def proof_file(
    lobby: PublicRace, told: Sequence[Told], bets: Sequence[SealedBet] = (), digests: Sequence[str] = ()
) -> bytes:
    """Return all that a stranger needs to check a race: JSON, each fact with its number and its input's."""
    told = in_order_rolled(told) if secret_of(lobby) is not None else for_all(told)
    proof: Mapping[str, Any] = {
        "race": lobby.race.id,
        "state": lobby.race.state,
        "keeps_seals": lobby.race.is_league,
        "commitment": lobby.race.commitment,
        "secret": secret_of(lobby),
        "words": words_of(lobby),
        "mixed": lobby.race.start.words,
        "post": lobby.start_link,
        "facts": [
            {"n": n, "input": each.input, **msgspec.to_builtins(each.fact)}
            for n, each in enumerate(told, 1)
            if isinstance(each.fact, PROVING)
        ],
        "digests": digests,
        "bets": [each._asdict() for each in bets],
    }
    return msgspec.json.format(msgspec.json.encode(proof), indent=1)


def _check_seals(lobby: PublicRace, told: Sequence[Told]) -> tuple[int, int]:
    """Return how many seals were told, and how many do not fit what came out, or were never opened.

    A rewinding makes void what came after the input it goes back to; seals from before hold again.
    """
    holding: defaultdict[EntryId, list[tuple[int, Fact]]] = defaultdict(list)
    seals = broken = 0
    for seq, fact, _ in told:
        if isinstance(fact, Rewound):
            for entry, known in holding.items():
                holding[entry] = [each for each in known if each[0] <= fact.to]
        elif isinstance(fact, Sealed | Unsealed | OrdersSealed | OrdersUnsealed):
            broken += not _fits(fact, [each for _, each in reversed(holding[fact.entry])])
            seals += isinstance(fact, Sealed | OrdersSealed)
            holding[fact.entry].append((seq, fact))
    if lobby.race.state == "finished" and not lobby.race.is_league:  # of a season some are never opened (H.11)
        broken += sum(not _is_opened([each for _, each in reversed(known)]) for known in holding.values())
    return seals, broken


def _fits(fact: Fact, before: Sequence[Fact]) -> bool:
    """Tell whether a seal may be told, or fits what was sealed, with what was told of its chariot, the newest first."""
    match fact:
        case Unsealed():
            seal = seal_of_kept(fact.answer, bytes.fromhex(fact.salt))
            return next((each.seal for each in before if isinstance(each, Sealed)), None) == seal
        case OrdersUnsealed():
            seal = seal_of_kept(fact.orders, bytes.fromhex(fact.salt))
            return next((each.seal for each in before if isinstance(each, OrdersSealed)), None) == seal
        case OrdersSealed():
            return _is_opened(before)
    return True


def _is_opened(before: Sequence[Fact]) -> bool:
    """Tell whether no orders are kept shut whose turn was played: with the answer's reveal they cannot be changed."""
    is_played = False
    for each in before:
        match each:
            case OrdersUnsealed():
                return True
            case Unsealed():
                is_played = True
            case OrdersSealed():
                return not is_played
    return True


def _dealt(secret: str, mixed: Sequence[str], told: Sequence[Told]) -> list[tuple[int, ...]]:
    """Return the faces that the seed gives for each concealed roll that holds; each rewinding began a fresh stream."""
    dice, dealt = RaceDice(seed_of(secret, mixed, 0)), []
    for each in told:
        match each.fact:
            case Rewound(stream=stream):
                dice = RaceDice(seed_of(secret, mixed, stream))
            case Rolled() as rolled:
                dice.at += len(rolled.dice)
            case Concealed(sides=sides):
                faces = tuple(dice.roll(1, of)[0] for of in sides)
                dealt += [] if each.void else [faces]
    return dealt


def _first_wrong(secret: str, words: Sequence[str], facts: Sequence[Fact]) -> int | None:
    """Return the place of the first roll that the seed does not give; each rewinding began a fresh stream."""
    streams: list[list[Rolled | Concealed]] = [[]]
    for fact in facts:
        if isinstance(fact, Rewound):
            streams.append([])
        elif isinstance(fact, Rolled | Concealed):
            streams[-1].append(fact)
    before = 0
    for stream, rolls in enumerate(streams):
        wrong = audit(seed_of(secret, words, stream), rolls)
        if wrong is not None:
            return before + wrong
        before += len(rolls)
    return None
