"""Proof that nobody cheated: every roll checked against the seed, every sealed answer against its seal.

The same can be done by a stranger: :func:`proof_file` holds all that it takes, and docs/verification.md says how.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.dice import audit
from engine.game import Concealed, Fact, Rewound, Rolled, Ruleset, Sealed, Unsealed
from engine.session import seal_of
from engine.values import EntryId
from steward.live import seed_of
from steward.shown import Lobby, Verification

PROVING = (Rolled, Concealed, Sealed, Unsealed, Rewound)


def verify(lobby: Lobby, rules: Ruleset[Any], facts: Sequence[Fact]) -> Verification:
    """Check every seal, and every roll once the race is over and its secret is out."""
    words, secret = words_of(lobby), secret_of(lobby)
    rolls = sum(isinstance(fact, Rolled | Concealed) for fact in facts)
    seals, broken = _check_seals(rules, facts)
    if secret is None:
        return Verification(lobby.race.commitment, None, words, rolls, None, seals, broken)
    unproven = tuple(rules.unproven(seed_of(secret, words, 0), facts))
    first_wrong = _first_wrong(secret, words, facts)
    return Verification(lobby.race.commitment, secret, words, rolls, first_wrong, seals, broken, unproven)


def words_of(lobby: Lobby) -> tuple[str, ...]:
    """Return what the factions added to the dice, in order."""
    return tuple(faction.word for faction in lobby.factions)


def secret_of(lobby: Lobby) -> str | None:
    """Return the secret of the dice, in hexadecimal; ``None`` while the race is not over."""
    return lobby.race.secret if lobby.race.state in ("finished", "cancelled") else None


def proof_file(lobby: Lobby, facts: Sequence[Fact]) -> bytes:
    """Return all that a stranger needs to check a race: JSON, each fact with its number."""
    proof: Mapping[str, Any] = {
        "race": lobby.race.id,
        "commitment": lobby.race.commitment,
        "secret": secret_of(lobby),
        "words": words_of(lobby),
        "facts": [
            {"n": n, **msgspec.to_builtins(fact)} for n, fact in enumerate(facts, 1) if isinstance(fact, PROVING)
        ],
    }
    return msgspec.json.format(msgspec.json.encode(proof), indent=1)


def _check_seals(rules: Ruleset[Any], facts: Sequence[Fact]) -> tuple[int, int]:
    """Return how many seals were told, and how many of them do not fit what came out."""
    told: dict[EntryId, str] = {}
    seals = broken = 0
    for fact in facts:
        if isinstance(fact, Sealed):
            told[fact.entry], seals = fact.seal, seals + 1
        elif isinstance(fact, Unsealed):
            answer = msgspec.json.decode(fact.answer, type=rules.answers)
            broken += told.get(fact.entry) != seal_of(answer, bytes.fromhex(fact.salt))
    return seals, broken


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
