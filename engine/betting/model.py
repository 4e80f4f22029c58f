"""Chances to win, from playing a race out many times from its public view (B-20), and how good they have been.

Whole numbers only: chances are counts of races, scores and shares exact fractions of them.
"""

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import msgspec

from engine.betting.book import AHEAD
from engine.betting.records import ChanceRecord
from engine.dice import QuickDice
from engine.game import AnyRuleset
from records.values import EntryId

WHOLE = 1000
"""Chances are counted in thousandths."""

BINS = 10
"""Of a calibration: chances up to a tenth, up to two tenths and so on; the last holds certainty, too."""


class Chances(msgspec.Struct, frozen=True):
    """How often each chariot won when a race was played out."""

    turn: int  # after which; 0 before the first
    samples: int  # races played out, 1 or more
    wins: Mapping[EntryId, int]  # those who share a first place have all won; some races have no winner
    ahead: Mapping[str, int] = {}  # how often one chariot was ahead of another as the next turn was over: ``3>5``

    @property
    def thousandths(self) -> dict[EntryId, int]:
        """The chance of each chariot to win, 0 to 1000, halves rounded up."""
        return {entry: (2 * WHOLE * wins + self.samples) // (2 * self.samples) for entry, wins in self.wins.items()}


def work_out(rules: AnyRuleset, view: Any, temperaments: Mapping[EntryId, str], samples: int, seed: int) -> Chances:
    """Play a race out *samples* times (1 or more), and count each chariot's wins; equal arguments give equal chances.

    :param view: the public's, as a turn begins or before the race.
    :param temperaments: of the house drivers; plain ones drive the other chariots.
    :raises ValueError: for a game that cannot be played out.
    """
    if rules.play_out is None:
        raise ValueError(f"{rules.id} cannot be played out")
    wins: dict[EntryId, int] = {}
    for sample in range(samples):
        for result in rules.play_out(view, temperaments, dice_for(seed, sample)):
            wins[result.entry] = wins.get(result.entry, 0) + (result.place == 1)
    return Chances(turn_of(view), samples, dict(sorted(wins.items())))


def work_out_turn(
    rules: AnyRuleset, view: Any, temperaments: Mapping[EntryId, str], samples: int, seed: int
) -> dict[str, int]:
    """Play one turn out *samples* times, and count who was ahead of whom in the end (B-25); each pair once.

    :param view: the public's, as the turn begins.
    """
    found: dict[str, int] = {}
    for sample in range(samples if rules.turn_out is not None else 0):
        assert rules.turn_out is not None
        order = rules.turn_out(view, temperaments, dice_for(seed, -1 - sample))  # no dice of the races played out
        for first, second in combinations(order, 2):
            pair = f"{min(first, second)}{AHEAD}{max(first, second)}"
            found[pair] = found.get(pair, 0) + (first < second)
    return found


class Job(msgspec.Struct, frozen=True, tag="race"):
    """The work on a race's chances, as it is handed to another process."""

    ruleset: str
    view: msgspec.Raw  # JSON
    temperaments: dict[EntryId, str]
    samples: int
    seed: int
    has_pairs: bool = False  # whether the next turn is played out as well


def turn_of(view: Any) -> int:
    """Return how many turns of a race are over; some games call them rounds."""
    turn: int = view.turn if hasattr(view, "turn") else view.round
    return turn


def dice_for(seed: int, sample: int) -> QuickDice:
    """Return the dice of one of the races that are played out: none is like another."""
    return QuickDice(int.from_bytes(hashlib.sha256(b"%d/%d" % (seed, sample)).digest()[:8], "big"))


# How good chances have been


class Forecast(msgspec.Struct, frozen=True):
    """Chances at one moment of a race, and how it ended."""

    chances: Mapping[EntryId, int]  # in thousandths
    winners: tuple[EntryId, ...]  # none, one, or allies


class Bin(msgspec.Struct, frozen=True):
    """All chances of about the same size, and how often they came true."""

    count: int = 0
    told: int = 0  # their sum, in thousandths
    won: int = 0


def brier(forecasts: Sequence[Forecast]) -> Fraction:
    """Return the mean of the squared errors, summed over the chariots of each race: 0 is perfect, 2 the worst.

    :raises ZeroDivisionError: without forecasts.
    """
    return Fraction(sum(map(_squares, forecasts)), WHOLE * WHOLE * len(forecasts))


def _squares(forecast: Forecast) -> int:
    return sum(
        (chance - WHOLE * (entry in forecast.winners)) ** 2 for entry, chance in sorted(forecast.chances.items())
    )


def even(entries: Collection[EntryId]) -> dict[EntryId, int]:
    """Return the same chance for every chariot, in thousandths: the yardstick of a guesser without knowledge."""
    share, rest = divmod(WHOLE, len(entries))
    return {entry: share + (place < rest) for place, entry in enumerate(sorted(entries))}


def leader_takes_all(entries: Collection[EntryId], leader: EntryId) -> dict[EntryId, int]:
    """Return the chances of a guesser who is sure that the leader wins, in thousandths."""
    return {entry: WHOLE * (entry == leader) for entry in sorted(entries)}


def calibration(forecasts: Iterable[Forecast]) -> tuple[Bin, ...]:
    """Return how often chances came true, by their size, in :data:`BINS` bins of equal width."""
    bins = [Bin()] * BINS
    for forecast in forecasts:
        for entry, chance in sorted(forecast.chances.items()):
            place = min(chance * BINS // WHOLE, BINS - 1)
            now = bins[place]
            bins[place] = Bin(now.count + 1, now.told + chance, now.won + (entry in forecast.winners))
    return tuple(bins)


def added(one: Sequence[Bin], other: Sequence[Bin]) -> tuple[Bin, ...]:
    """Return the sum of two calibrations, bin by bin."""
    return tuple(Bin(a.count + b.count, a.told + b.told, a.won + b.won) for a, b in zip(one, other, strict=True))


def chances_of(record: ChanceRecord) -> Chances:
    """Return the chances after a turn: how many of the races played out each chariot won."""
    wins = msgspec.json.decode(record.chances, type=dict[EntryId, int])
    return Chances(record.turn, record.samples, wins)
