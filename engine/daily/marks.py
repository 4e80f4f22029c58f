"""Marks of a day: they tell whether today's program races it as the one did that chose it, or that took the answers.

House drivers count, too: if they drive otherwise, whoever begins now gets another race than those who have ended it.
"""

import hashlib
from collections.abc import Sequence

import msgspec

from engine.daily.attempt import Attempt, Day
from engine.daily.choosing import slipping
from engine.facts import Fact

RUNS = 3
"""Races that are run for the mark of a day; each takes some hundredths of a second."""


def mark_of(day: Day) -> str:
    """Return what a day's races come to, hexadecimal: by house drivers in your seat, with slips."""
    digest, tempers = hashlib.sha256(), day.rules.mixed
    for run in range(RUNS):
        raced = Attempt(day, pilot=slipping(day, tempers[run % len(tempers)], run))
        digest.update(told_in(raced.session.table.told).encode())
    return digest.hexdigest()


def told_in(facts: Sequence[Fact]) -> str:
    """Return the digest of what a race has told, hexadecimal."""
    return hashlib.sha256(msgspec.json.encode(list(facts))).hexdigest()


def secret_of_edition(secret: bytes, edition: int) -> bytes:
    """Return what the seeds of a day come from that was chosen anew, as its rules changed while it was open.

    :param edition: 1 for a day as it was chosen at first.
    """
    return secret if edition == 1 else hashlib.sha256(secret + edition.to_bytes(2, "big")).digest()
