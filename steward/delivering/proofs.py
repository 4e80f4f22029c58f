"""Proof that nobody cheated: every roll checked against the seed, every sealed answer against its seal.

The same can be done by a stranger: :func:`proof_file` holds all that it takes, and docs/verification.md says how.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from engine.betting.book import Ticket
from engine.betting.sealed import content_of, seal_of_content
from engine.dice import hash_of
from engine.facts import Concealed, OrdersSealed, OrdersUnsealed, Rewound, Rolled, Sealed, Unsealed
from engine.game import AnyRuleset
from engine.proving import FactOfInput, check_seals, dealt, first_wrong, for_all, in_order_rolled
from records.races import PublicRace
from steward.telling.notices import BetSealed
from steward.telling.reveals import reveals
from steward.telling.shown import Verification

PROVING = (Rolled, Concealed, Sealed, Unsealed, OrdersSealed, OrdersUnsealed, Rewound)


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
    race: PublicRace,
    rules: AnyRuleset,
    told: Sequence[FactOfInput],
    bets: Sequence[SealedBet] = (),
    digests: Sequence[str] = (),
) -> Verification:
    """Check every seal, of bets too, and every roll once the race is over and its secret is out.

    :param digests: of reveals, as in the thread.
    """
    known = {each.sealing.digest for each in reveals((each.input, each.fact) for each in told)}
    wrong = tuple(each for each in digests if each not in known)
    words, secret, start = words_of(race), secret_of(race), race.record.start
    salts = tuple(start.salts_among(race.factions))
    told = in_order_rolled(told) if secret is not None else for_all(told)
    facts = [each.fact for each in told]
    rolls = sum(isinstance(fact, Rolled | Concealed) for fact in facts)
    seals, broken = check_seals(told, all_open=keeps_none_shut(race))
    seals += sum(each.seal is not None for each in bets)
    broken += sum(each.is_broken for each in bets)
    if secret is None:
        return Verification(race.record.commitment, None, words, rolls, None, seals, broken, (), start, salts, wrong)
    hashes = (*start.hashes_among(race.factions), *map(hash_of, start.mixed_in))
    unproven = tuple(rules.unproven(dealt(secret, hashes, told), [each.fact for each in told if not each.void]))
    wrong_roll = first_wrong(secret, hashes, facts)
    return Verification(
        race.record.commitment, secret, words, rolls, wrong_roll, seals, broken, unproven, start, salts, wrong
    )


def words_of(race: PublicRace) -> tuple[str, ...]:
    """Return the words that the factions added to the dice, in order."""
    return tuple(race.record.start.words_among(race.factions))


def secret_of(race: PublicRace) -> str | None:
    """Return the secret of the dice, in hexadecimal; ``None`` while the race is not over, or may still go back."""
    return (race.record.secret or None) if race.record.state in ("finished", "cancelled") else None


def proof_file(
    race: PublicRace, told: Sequence[FactOfInput], bets: Sequence[SealedBet] = (), digests: Sequence[str] = ()
) -> bytes:
    """Return all that a stranger needs to check a race: JSON, each fact with its number and its input's."""
    told = in_order_rolled(told) if secret_of(race) is not None else for_all(told)
    proof: Mapping[str, Any] = {
        "race": race.record.id,
        "state": race.record.state,
        "keeps_seals": race.record.kind.keeps_seals,
        "commitment": race.record.commitment,
        "secret": secret_of(race),
        "word_hashes": race.record.start.hashes_among(race.factions),
        "mixed": race.record.start.mixed_in,
        "post": race.start_link,
        "facts": [
            {"n": n, "input": each.input, **msgspec.to_builtins(each.fact)}
            for n, each in enumerate(told, 1)
            if isinstance(each.fact, PROVING)
        ],
        "digests": digests,
        "bets": [each._asdict() for each in bets],
    }
    return msgspec.json.format(msgspec.json.encode(proof), indent=1)


def keeps_none_shut(race: PublicRace) -> bool:
    """Tell whether all orders must have been opened by now; of a season some never are (H.11)."""
    return race.record.state == "finished" and not race.record.kind.keeps_seals
