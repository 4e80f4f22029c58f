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
        "epic campaign": (
            "You begin with 20,000s and nothing else (B.2). Each event has an auction, a stable day, an eve, a race "
            "and a reckoning. A race pays 4,500s for the first down to 1,000s for the ninth (B.7). Whoever has the "
            "most cash at the end wins. The season ends early at 100,000s, or by a vote (B.1)."
        ),
        "auction": (
            "One sheet of maxima, secret until the close. Lots are sold in order: the highest maximum wins, for 100s "
            "more than the next. The least is the starting bid, 200 to 1,200s (I.6.2, R-B3). A maximum counts as far "
            "as your budget and cash reach then. Unsold chariots stay for the next auction, three times at most "
            "(R-B26). Owners may sell goods after the bank's lots (H.5)."
        ),
        "market and store": (
            "On the stable day you buy horses, cars, drivers and whole teams (I.8). Horses cost 500 to 4,000s, cars "
            "500s, heavy ones 750s. Drivers cost 1,500s, 2,500s with +1, 4,000s with +2. A car, driver or horse waits "
            "in your store or goes to a chariot. A new horse costs the team a die of endurance for good. So does a "
            "driver new to the chariot, and a car of another type than the last."
        ),
        "champions": (
            "A driver who wins ten times is free: a champion. You get 10,000s, and keep team and car (I.10.3). Three "
            "of the ten wins may be of match races (R-B15)."
        ),
        "matches": (
            "A match is a race of two stables beside the calendar, 1 to 3 chariots a side (B.10). Both put stakes at "
            "odds of 1 to 5 to 1, and the winner takes all. There is no prize and no recovery, but experience. A "
            "chariot runs one match between two events at most (R-B31)."
        ),
        "bankruptcy": (
            "Who can't pay a loan has goods auctioned; if that is too little, all are (R-B36). A bankrupt begins "
            "again with what the poorest has and a random chariot. Or they drive for the state, without money and "
            "prizes, until ten wins make them free (R-B37)."
        ),
        "loans": "Lend and borrow freely; the program collects at the reckoning. Who cannot pay is auctioned (21.2).",
    }
)
TABLES: Mapping[str, tuple[str, Callable[[], str]]] = MappingProxyType({})
