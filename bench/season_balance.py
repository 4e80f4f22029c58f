"""How seasons of house managers end, by temperament: the figures of docs/balance.md.

Usage: ``python -m bench.season_balance [SEASONS] [LAPS]`` (60, 1): six stables, six races. With more laps
than one there are rounds of bets during the race.
"""

import sys
from collections import Counter

from engine.campaign import house, season, setup
from engine.campaign.words.facts import SeasonEnded, StandingsTold
from engine.campaign.words.options import LeagueOptions
from records.values import EntryId

TEMPERS = ("steady", "bold", "sly") * 2
EVENTS, HALF = 6, 3


def main(seasons: int, laps: int = 1) -> None:
    wins: Counter[str] = Counter()
    cash: Counter[str] = Counter()
    early = 0.0
    for number in range(seasons):
        order = TEMPERS[number % len(TEMPERS) :] + TEMPERS[: number % len(TEMPERS)]
        managers = {EntryId(place): house.MANAGERS[temper] for place, temper in enumerate(order, start=1)}
        league = setup.new_league(LeagueOptions(events=EVENTS, laps=laps), season.members(order))  # type: ignore[arg-type]
        tempers = {EntryId(place): temper for place, temper in enumerate(order, start=1)}
        played = season.play_season(league, managers, f"balance {number}", tempers)
        ended = played.table.told[-1]
        assert isinstance(ended, SeasonEnded)
        for winner in ended.winners:
            wins[order[winner - 1]] += 1
        for stable in played.state.stables.values():
            cash[order[stable.number - 1]] += stable.fortune
        half = next(f for f in played.table.told if isinstance(f, StandingsTold) and f.event == HALF)
        richest = [each.stable for each in half.ranks if each.rank == 1]
        early += sum(winner in richest for winner in ended.winners) / len(ended.winners)
    print(f"{seasons} seasons of {EVENTS} races; won by whoever was richest after race {HALF}: {early / seasons:.0%}")
    for temper in dict.fromkeys(TEMPERS):
        print(f"{temper}: {wins[temper]} won, {cash[temper] / (2 * seasons):,.0f}s on average")


if __name__ == "__main__":
    given = [int(each) for each in sys.argv[1:]]
    main(*(given or [60]))
