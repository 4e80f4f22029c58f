"""What the house's bank gains: ``python -m bench.house [--races 10000]``.

Spectators stake 100 on a chariot each race, chosen by the model's own chances (B-24). Some fields of each game get odds
as a bot gives them, from 200 races played out; then each race that is bet on is played out by itself. Prints a table as
Markdown; fails if the house gained anything else than its margin, by more than chance brings about.
"""

import argparse
import random
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from typing import NamedTuple

from engine.betting.house import odds_on
from engine.betting.model import dice_for, work_out
from engine.game import Entrant
from engine.rulesets import RULESETS
from records.values import EntryId
from steward.chances.oddsmaker import alike

SAMPLES = 200  # as a bot plays out
STAKE = 100
GAMES = {"circus-maximus": 4, "ave-caesar": 4, "chariots-of-rome": 4, "chariot-race": 4}  # chariots
FIELDS = 4  # of each game
CORES = 2


class Gain(NamedTuple):
    """What the house gained by some bets, and what it would gain if the model's chances came true."""

    bets: int
    gained: float
    expected: float
    squares: float

    @property
    def spread(self) -> float:
        """1.96 standard errors of the gain, in per cent of what was staked."""
        return 196 * sqrt((self.squares / self.bets - (self.gained / self.bets) ** 2) / self.bets) / STAKE

    def per_cent(self, sesterces: float) -> float:
        return 100 * sesterces / (STAKE * self.bets)

    @property
    def is_as_expected(self) -> bool:
        return abs(self.per_cent(self.gained - self.expected)) <= 1.5 * self.spread  # three standard errors


def main(arguments: Sequence[str]) -> int:
    """Bet on races, and print what the house gained."""
    parser = argparse.ArgumentParser(prog="python -m bench.house", description=__doc__)
    parser.add_argument("--races", type=int, default=10_000, help="bet on, of all games together")
    each = parser.parse_args(arguments).races // len(GAMES) // FIELDS
    work = [(game, number, each) for game in GAMES for number in range(FIELDS)]
    with ProcessPoolExecutor(CORES) as cores:
        found = list(cores.map(bets_on, *zip(*work, strict=True)))
    print(
        "| races | bets | the house gained, of what was staked | if the model's chances came true |\n|---|---|---|---|"
    )
    for place, game in enumerate(GAMES):
        print(_row(RULESETS[game].name, added(found[place * FIELDS : (place + 1) * FIELDS])))
    total = added(found)
    print(_row("all", total))
    return int(not total.is_as_expected)


def bets_on(game: str, number: int, races: int) -> Gain:
    """Return what the house gains by a bet on each of some races of one field."""
    rules, lots = RULESETS[game], random.Random(f"{game} {number}")
    entrants = [Entrant(EntryId(each + 1), rules.colours[each], None) for each in range(GAMES[game])]
    tempers = {each.entry: lots.choice(rules.mixed) for each in entrants}
    view = rules.view_for(rules.new_race(rules.options(), entrants), {}, ())
    wins = alike(work_out(rules, view, tempers, SAMPLES, number).wins, tempers)
    odds, found = odds_on(wins, SAMPLES), []
    assert rules.play_out is not None
    for race in range(races):
        backed = lots.choices(list(wins), list(wins.values()))[0]
        pays = odds.get(str(backed))
        if pays is None:
            continue  # too sure of itself: the house offers nothing on it
        end = rules.play_out(view, tempers, dice_for(number, SAMPLES + race))
        has_won = any(each.entry == backed and each.place == 1 for each in end)
        gained = STAKE - pays * has_won
        found.append(Gain(1, gained, STAKE - pays * wins[backed] / SAMPLES, gained**2))
    return added(found)


def added(gains: Sequence[Gain]) -> Gain:
    return Gain(*(sum(each) for each in zip(*gains, strict=True))) if gains else Gain(0, 0, 0, 0)


def _row(name: str, gain: Gain) -> str:
    gained, expected = gain.per_cent(gain.gained), gain.per_cent(gain.expected)
    return f"| {name} | {gain.bets:,} | {gained:.1f} % ± {gain.spread:.1f} | {expected:.1f} % |"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
