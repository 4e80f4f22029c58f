"""The chain of the days' secrets: each is the SHA-256 of the next one, so a day's secret cannot be chosen afterwards.

The last secret is drawn once and hashed :data:`DAYS` times; the outcome, the anchor, is published once and for all. Day
*n* uses the *n*-th secret back from the anchor, shown after the day is over: its hash must be the secret of the day
before, and that of day 1 the anchor.
"""

import hashlib

DAYS = 4_000
"""As many races of the day as one chain holds, almost eleven years of them."""


def anchor(last: bytes) -> bytes:
    """Return what is published once, from the secret that is drawn."""
    return hashed(last, DAYS)


def secret_of(last: bytes, number: int) -> bytes:
    """Return the secret of a day, 32 bytes.

    :param number: of the day, 1 to :data:`DAYS`.
    :raises ValueError: for any other number.
    """
    if not 1 <= number <= DAYS:
        raise ValueError(f"the chain holds days 1 to {DAYS}, not {number}")
    return hashed(last, DAYS - number)


def follows(secret: bytes, before: bytes) -> bool:
    """Tell whether a day's secret is the right one.

    :param before: the secret of the day before, or the anchor for day 1.
    """
    return hashed(secret) == before


def leads_to(secret: bytes, number: int, published: bytes) -> bool:
    """Tell whether the secret of day *number* is the one that the published anchor stands for."""
    return hashed(secret, number) == published


def hashed(secret: bytes, times: int = 1) -> bytes:
    """Return the secret of so many days before."""
    for _ in range(times):
        secret = hashlib.sha256(secret).digest()
    return secret
