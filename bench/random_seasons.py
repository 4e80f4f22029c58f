"""Seasons in which everybody does anything that is allowed, and much that is not; after each step all must be sound.

Usage: ``python -m bench.random_seasons [epic] [SEASONS] [FIRST]`` (1000, from seed 0). The first that breaks a rule
ends it. With ``epic`` they are seasons of the Epic campaign, of 2 to 16 stables, with all its settings.
"""

import sys
import time
from collections import Counter

from tests.leagues.epic_seasons import RandomEpic
from tests.leagues.seasons import RandomSeason, require_sound


def main(kind: type[RandomSeason], seasons: int, first: int) -> None:
    """Play so many seasons at random and print what was played.

    :raises AssertionError: if anything breaks; the seed stands before it.
    """
    found, began = Counter[str](), time.perf_counter()
    for seed in range(first, first + seasons):
        season = kind(seed)
        try:
            require_sound(season.play())
        except BaseException:
            print(f"season {seed} breaks", file=sys.stderr)
            raise
        found["events"] += season.league.event
        found["stables"] += len(season.league.stables)
        found["facts"] += len(season.session.table.told)
        found["steps"] += season.checks
        found["refusals"] += season.refused
    took = time.perf_counter() - began
    listed = ", ".join(f"{many:,} {what}" for what, many in found.items())
    print(f"{seasons:,} seasons from seed {first}, all ended and sound: {listed}; {took:,.0f} s")


if __name__ == "__main__":
    is_epic = sys.argv[1:2] == ["epic"]
    given = [int(each) for each in sys.argv[1 + is_epic :]]
    main(RandomEpic if is_epic else RandomSeason, *(given + [1_000, 0][len(given) :]))
