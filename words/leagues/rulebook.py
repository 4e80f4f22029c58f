"""The Campaign Game by topic, in short."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

TOPICS: Mapping[str, str] = MappingProxyType(
    {
        "a season": (
            "You own a stable: five chariots and 10,000s (20.1). Each event has a stable day, an eve, a race and a "
            "reckoning. Whoever has the most cash after the last one wins (26.5)."
        ),
        "stable day": (
            "Buy horses (21.4), drivers (21.5) and cars (21.6), spend experience (23), and enter one or two chariots "
            "(20.2). A hurt chariot stays home while you have a healthy one (22.4)."
        ),
        "the eve": (
            "Bet at least 100s on an own chariot, and no more on others than on your own (26.1). In the dark you may "
            "bribe, drug or sabotage one rival (24); guards cost what you like and take that off each attempt (25)."
        ),
        "loans": "Lend and borrow freely; the program collects at the reckoning. Who cannot pay is auctioned (21.2).",
    }
)
TABLES: Mapping[str, tuple[str, Callable[[], str]]] = MappingProxyType({})
