"""Checks of a race that a stranger can make by its facts: rolls against the seed, seals against answers revealed."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from engine.dice import RaceDice, audit, hash_of, mix
from engine.facts import Concealed, Fact, OrdersSealed, OrdersUnsealed, Rewound, Rolled, Sealed, Unsealed
from engine.session import seal_of_text
from records.values import EntryId


class FactOfInput(NamedTuple):
    """A fact, and the input that led to it: a rewinding tells up to which input all still holds."""

    input: int
    fact: Fact
    void: bool = False  # the race went back to before it


def seed_of(secret: str, hashes: Sequence[str], stream: int) -> bytes:
    """Return the seed of a race's dice: each rewinding begins a fresh stream, so that nobody knows the next roll.

    :param hashes: of the words of the factions, and of those that the start of the race adds.
    """
    more = [hash_of(f"stream {stream}")] if stream else []
    return mix(bytes.fromhex(secret), [*hashes, *more])


def for_all(story: Sequence[FactOfInput]) -> list[FactOfInput]:
    """Return the facts that everybody may read, its inputs numbered without a gap.

    A gap would show that something was done in secret, and how often.
    """
    public = [each for each in story if not each.fact.is_private]
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
    """Facts for some players alone, and the input that told them to all; ``None`` before that."""

    input: int
    facts: Sequence[Fact]
    disclosed: int | None = None

    def is_at(self, story: Sequence[FactOfInput], place: int) -> bool:
        """Tell whether all its facts follow from this place on; a single roll that looks alike is not enough."""
        return [each.fact for each in story[place : place + len(self.facts)]] == list(self.facts)


def in_order_rolled(story: Sequence[FactOfInput]) -> list[FactOfInput]:
    """Return a story in the order of its dice: rolls that some players saw first go where those saw them.

    Facts for some alone come again for all later, in one piece; it leaves their rolls out there. If a race goes back to
    between the two, they come for all once more.
    """
    found: list[FactOfInput] = []
    whispers: list[_Whisper] = []
    place = 0
    while place < len(story):
        each, length = story[place], 1
        if isinstance(each.fact, Rewound):
            whispers = _as_of(whispers, each.fact.to)
        first = next((whisper for whisper in whispers if whisper.disclosed is None), None)
        if each.fact.is_private:
            whispered = getattr(each.fact, "facts", ())
            rolls = [fact for fact in whispered if isinstance(fact, Rolled)]
            found += [each._replace(fact=fact) for fact in rolls]
            whispers += [_Whisper(each.input, whispered)] if rolls else []
        elif first is not None and first.is_at(story, place):
            first.disclosed, length = each.input, len(first.facts)
            found += [known for known in story[place : place + length] if not isinstance(known.fact, Rolled)]
        else:
            found.append(each)
        place += length
    return found


def _as_of(whispers: Sequence[_Whisper], upto: int) -> list[_Whisper]:
    """Return the whispers that hold when a race has gone back to an input; later disclosures are secret again."""
    held = [each for each in whispers if each.input <= upto]
    for each in held:
        if each.disclosed is not None and each.disclosed > upto:
            each.disclosed = None
    return held


def check_seals(story: Sequence[FactOfInput], *, all_open: bool) -> tuple[int, int]:
    """Return the number of seals told, and the number of those that do not fit their answer or were never opened.

    A rewinding makes all void after the input it goes back to; seals from before hold again.

    :param all_open: whether all orders must be open by now, because the race came to its end.
    """
    holding: defaultdict[EntryId, list[tuple[int, Fact]]] = defaultdict(list)
    seals = broken = 0
    for seq, fact, _ in story:
        if isinstance(fact, Rewound):
            for entry, known in holding.items():
                holding[entry] = [each for each in known if each[0] <= fact.to]
        elif isinstance(fact, Sealed | Unsealed | OrdersSealed | OrdersUnsealed):
            broken += not _fits(fact, [each for _, each in reversed(holding[fact.entry])])
            seals += isinstance(fact, Sealed | OrdersSealed)
            holding[fact.entry].append((seq, fact))
    if all_open:
        broken += sum(not _is_opened([each for _, each in reversed(known)]) for known in holding.values())
    return seals, broken


def _fits(fact: Fact, before: Sequence[Fact]) -> bool:
    """Tell whether a fact fits its chariot's earlier seals, the newest first: an opened answer its seal, new orders the
    opening of the ones before."""
    match fact:
        case Unsealed():
            seal = seal_of_text(fact.answer, bytes.fromhex(fact.salt))
            return next((each.seal for each in before if isinstance(each, Sealed)), None) == seal
        case OrdersUnsealed():
            seal = seal_of_text(fact.orders, bytes.fromhex(fact.salt))
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


def dealt(secret: str, hashes: Sequence[str], story: Sequence[FactOfInput]) -> list[tuple[int, ...]]:
    """Return the faces that the seed gives for each concealed roll that holds; each rewinding began a fresh stream."""
    dice, found = RaceDice(seed_of(secret, hashes, 0)), list[tuple[int, ...]]()
    for each in story:
        match each.fact:
            case Rewound(stream=stream):
                dice = RaceDice(seed_of(secret, hashes, stream))
            case Rolled() as rolled:
                dice.at += len(rolled.dice)
            case Concealed(sides=sides):
                faces = tuple(dice.roll(1, of)[0] for of in sides)
                found += [] if each.void else [faces]
    return found


def first_wrong(secret: str, hashes: Sequence[str], facts: Sequence[Fact]) -> int | None:
    """Return the place of the first roll that the seed does not give; each rewinding began a fresh stream."""
    streams: list[list[Rolled | Concealed]] = [[]]
    for fact in facts:
        if isinstance(fact, Rewound):
            streams.append([])
        elif isinstance(fact, Rolled | Concealed):
            streams[-1].append(fact)
    before = 0
    for stream, rolls in enumerate(streams):
        wrong = audit(seed_of(secret, hashes, stream), rolls)
        if wrong is not None:
            return before + wrong
        before += len(rolls)
    return None
