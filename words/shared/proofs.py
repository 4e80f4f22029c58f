"""The proof of a turn in words: the digest, its seals and their contents, and the dice in their order."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from engine.facts import Concealed, Fact, OrdersSealed, OrdersUnsealed, Rolled, Sealed, Unsealed
from records.values import EntryId
from words.shared.telling import called

Names = Mapping[EntryId, str]


class Reveal(Protocol):
    """Answers that were revealed together, and the seals that held."""

    @property
    def sealing(self) -> Any: ...

    @property
    def seals(self) -> Sequence[Any]: ...


def proof_lines(reveals: Iterable[Reveal], facts: Sequence[Fact], names: Names, commitment: str) -> list[str]:
    """Return the lines behind *Proof*: seals, what they held, and the dice.

    :param reveals: those of the turn.
    :param facts: of the turn.
    :param commitment: the published hash of the dice's secret.
    """
    told = list(reveals)
    lines = [line for reveal in told for line in _reveal(reveal, names)]
    shown = {seal for reveal in told for seal in reveal.seals}
    sealed = [fact for fact in facts if isinstance(fact, Sealed | OrdersSealed) and fact not in shown]
    lines += [f"{called(names, fact.entry)} sealed: `{fact.seal}`" for fact in sealed]
    lines += [line for fact in facts if (line := _opened(fact, names))]
    dice = [_dice(fact, names) for fact in facts if isinstance(fact, Rolled | Concealed)]
    lines += ["**Dice, in the order they fell**", *dice] if dice else []
    return [*lines, f"-# Commitment of the dice: `{commitment}`. `/watch what:verify` checks all of it, with a file."]


def _reveal(reveal: Reveal, names: Names) -> Iterator[str]:
    yield f"**Digest of {reveal.sealing.sealed} answers** `{reveal.sealing.digest}`"
    yield "-# SHA-256 over the seals below, a line each: number, `orders` for a whole order, seal."
    for seal in reveal.seals:
        of = " orders" if isinstance(seal, OrdersSealed) else ""
        yield f"{called(names, seal.entry)}: `{seal.entry}{of} {seal.seal}`"


def _opened(fact: Fact, names: Names) -> str:
    """Return the contents of a seal that a fact opens, with its salt; empty if it opens none."""
    match fact:
        case Unsealed(entry=entry, salt=salt, answer=kept) | OrdersUnsealed(entry=entry, salt=salt, orders=kept):
            return f"{called(names, entry)} opened, salt `{salt}`: `{kept}`"
    return ""


def _dice(fact: Rolled | Concealed, names: Names) -> str:
    who = f"{called(names, fact.entry)}, " if fact.entry is not None else ""
    fell = "+".join(map(str, fact.dice)) if fact.dice else "not told yet"
    return f"🎲 {who}{fact.what_for}: {fell}"
