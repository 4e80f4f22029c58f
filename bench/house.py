"""What the house's bank gains: ``python -m bench.house [--races 10000] [--played 400]``.

Spectators stake 100 on a chariot each race, chosen by the model's own chances (B-24). For some fields of each game
races are played out; of each race that is bet on, the odds come from 200 of one half of them, drawn anew, and its end
is one of the other half. Prints a table as Markdown.
"""

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from math import sqrt
from typing import NamedTuple

from engine.betting.house import MARGIN, odds_on
from engine.betting.model import dice_for
from engine.game import AnyRuleset, Entrant
from engine.rulesets import RULESETS
from records.values import EntryId
from steward.chances.oddsmaker import alike

SAMPLES = 200  # as a bot plays out
STAKE = 100
GAMES = {"circus-maximus": 8, "ave-caesar": 6, "chariots-of-rome": 8, "chariot-race": 6}
FIELDS = 4  # of each game

Field = tuple[dict[EntryId, str], list[tuple[EntryId, ...]]]


class Gain(NamedTuple):
    """What the house gained by some bets."""

    bets: int
    gained: int
    squares: int

    @property
    def per_cent(self) -> float:
        return 100 * self.gained / (STAKE * self.bets)

    @property
    def spread(self) -> float:
        """1.96 standard errors of it."""
        mean = self.gained / self.bets
        return 196 * sqrt((self.squares / self.bets - mean**2) / self.bets) / STAKE


def main(arguments: Sequence[str]) -> int:
    """Play races out, bet on races, print what the house gained."""
    parser = argparse.ArgumentParser(prog="python -m bench.house", description=__doc__)
    parser.add_argument("--races", type=int, default=10_000, help="bet on, of all games together")
    parser.add_argument("--played", type=int, default=400, help="played out for each field")
    chosen = parser.parse_args(arguments)
    print("| races | bets | the house gained, of what was staked |\n|---|---|---|")
    gains = []
    for game, size in GAMES.items():
        fields = [_field(RULESETS[game], size, number, chosen.played) for number in range(FIELDS)]
        gains.append(_sum(_bets(fields, chosen.races // len(GAMES), random.Random(game))))
        print(_row(RULESETS[game].name, gains[-1]), flush=True)
    total = Gain(*(sum(each) for each in zip(*gains, strict=True)))
    print(_row("all", total))
    return int(abs(total.per_cent - MARGIN) > 2 * total.spread)


def _row(name: str, gain: Gain) -> str:
    return f"| {name} | {gain.bets:,} | {gain.per_cent:.1f} % ± {gain.spread:.1f} |"


def _field(rules: AnyRuleset, size: int, number: int, played: int) -> Field:
    """Return the tempers of a field, and the winners of races that it played out."""
    lots = random.Random(number)
    entrants = [Entrant(EntryId(each + 1), rules.colours[each], None) for each in range(size)]
    tempers = {each.entry: lots.choice(rules.mixed) for each in entrants}
    view = rules.view_for(rules.new_race(rules.options(), entrants), {}, ())
    assert rules.play_out is not None
    ends = [rules.play_out(view, tempers, dice_for(number, sample)) for sample in range(played)]
    return tempers, [tuple(each.entry for each in end if each.place == 1) for end in ends]


def _bets(fields: Sequence[Field], races: int, lots: random.Random) -> Iterator[int]:
    """Yield what the house gains by each bet; on a race without odds nobody bets."""
    for number in range(races):
        tempers, winners = fields[number % len(fields)]
        half = len(winners) // 2
        drawn = lots.choices(winners[:half], k=SAMPLES)
        counted = {entry: sum(entry in won for won in drawn) for entry in tempers}
        wins = alike(counted, tempers)
        odds = odds_on(wins, SAMPLES)
        backed = lots.choices(list(wins), list(wins.values()))[0]
        pays = odds.get(str(backed))
        won = lots.choice(winners[half:])
        if pays is None:
            continue
        yield STAKE - (pays if backed in won else 0)


def _sum(gains: Iterator[int]) -> Gain:
    found = list(gains)
    return Gain(len(found), sum(found), sum(each**2 for each in found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
