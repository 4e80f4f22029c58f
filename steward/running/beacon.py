"""A public beacon: a number published to the whole world at a fixed time, secret until then.

The beacon is drand's *quicknet* (https://drand.love): a round each three seconds, signed by many parties who would all
have to conspire. The post that starts a race decides which round counts, so nobody chooses it.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import aiohttp

from records.races import Start

log = logging.getLogger(__name__)

CHAIN = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
GENESIS, PERIOD = 1_692_803_367, 3
"""Seconds since 1970 of the first round, and between two."""

DISCORD_EPOCH = 1_420_070_400_000
"""Milliseconds since 1970 from which ids of messages count theirs."""

PATIENCE, TRIED_AGAIN = 15.0, 1.0
"""Seconds until a race starts without the beacon, and between two tries."""

Beacon = Callable[[int], Awaitable[str]]
"""Returns what a round told, hexadecimal; waits for it, if it is about to come. Raises :exc:`Silent`."""


class Silent(Exception):
    """The beacon does not answer."""


def round_after(post: int) -> int:
    """Return the first round that the beacon publishes after a message was posted; the message's id tells when.

    >>> round_after(1_400_000_000_000_000_000)
    20351016
    """
    told = (post >> 22) + DISCORD_EPOCH - GENESIS * 1000  # milliseconds
    return told // (PERIOD * 1000) + 2


async def mixed_in(beacon: Beacon | None, post: int) -> Start:
    """Return the seed of a race's dice: the id of its first post, and the beacon's number if it answers."""
    if beacon is None or not post:
        return Start(post)
    number = round_after(post)
    try:
        return Start(post, number, await beacon(number))
    except Silent as silent:
        log.warning("the beacon does not tell round %s: %s", number, silent)
        return Start(post)


class Drand:
    """The beacon as one of its relays tells it."""

    def __init__(self, relay: str) -> None:
        """:param relay: its address, such as ``https://api.drand.sh``."""
        self._address = f"{relay.rstrip('/')}/{CHAIN}/public"

    async def __call__(self, number: int) -> str:
        try:
            async with asyncio.timeout(PATIENCE), aiohttp.ClientSession() as session:
                while True:
                    if told := await self._ask(session, number):
                        return told
                    await asyncio.sleep(TRIED_AGAIN)
        except (TimeoutError, aiohttp.ClientError, ValueError) as error:
            raise Silent(type(error).__name__) from error

    async def _ask(self, session: aiohttp.ClientSession, number: int) -> str | None:
        """Return the number of a round; ``None`` if it is still to come.

        :raises ValueError: if the answer is not one of a beacon.
        """
        async with session.get(f"{self._address}/{number}") as response:
            if response.status != 200:
                return None
            answer = await response.json(content_type=None)
        told = answer.get("randomness") if isinstance(answer, dict) and answer.get("round") == number else None
        if not isinstance(told, str) or len(bytes.fromhex(told)) != 32:
            raise ValueError
        return told.lower()
