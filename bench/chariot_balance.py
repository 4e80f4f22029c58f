"""How Chariot Races end by start slot, board and silence: the figures of docs/balance.md.

``python -m bench.chariot_balance [RACES]`` plays so many races (100) of each kind and prints them; the same number of a
race is always the same race.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random

from engine.chariot_race.data import BLACK
from engine.chariot_race.house.simulation import Outcome, play_race
from engine.chariot_race.state import Options
from engine.chariot_race.track import TRACKS, TrackName
from engine.playing import SILENT
from records.values import EntryId

FIELD = 6


def races(number: int, track: TrackName, driver: str, *, boards: str = "white") -> Iterator[Outcome]:
    """Yield races of six of one driver: the grid is drawn; boards fall by turns, whoever drafts them."""
    for race in range(number):
        seats = [driver] * FIELD
        # Drawn apart from the draft: who takes which board must have no say in who starts where.
        positions = tuple(EntryId(1 + each) for each in Random(f"{track} {race}").sample(range(FIELD), FIELD))
        options = Options(track, boards, positions=positions, draft_seat=race % FIELD)  # type: ignore[arg-type]
        yield play_race(f"{track} {driver} {boards} {race}".encode(), seats, options)


def wins(outcomes: Sequence[Outcome], of: Callable[[Outcome, EntryId], object]) -> dict[object, float]:
    """Return the share of the wins of each kind of chariot; a shared win counts in parts."""
    won: Counter[object] = Counter()
    for outcome in outcomes:
        for entry in outcome.winners:
            won[of(outcome, entry)] += 1 / len(outcome.winners)  # type: ignore[assignment]
    return {kind: share / len(outcomes) for kind, share in won.items()}


def report(number: int) -> Iterator[str]:
    """Yield the figures, a line of a table each."""
    yield "| track, driver | rounds | wrecked | shared wins | slots 1 to 6 |\n|---|---|---|---|---|"
    for track in TRACKS:
        for driver in (SILENT, "steady"):
            yield _row(f"{track}, {driver}", list(races(number, track, driver)))
    yield f"| driver | {' | '.join(BLACK)} |\n|---|{'---|' * len(BLACK)}"
    for driver in ("steady", "master"):
        black = [each for track in TRACKS for each in races(number, track, driver, boards="black")]
        shares = wins(black, lambda outcome, entry: outcome.race.chariots[entry].board)
        yield f"| {driver} | {' | '.join(f'{100 * shares.get(board, 0):.0f}' for board in BLACK)} |"


def _row(name: str, outcomes: Sequence[Outcome]) -> str:
    chariots = [chariot for outcome in outcomes for chariot in outcome.race.chariots.values()]
    wrecked = sum(not chariot.is_alive for chariot in chariots) / len(chariots)
    rounds = sum(outcome.rounds for outcome in outcomes) / len(outcomes)
    shared = sum(len(outcome.winners) > 1 for outcome in outcomes) / len(outcomes)
    shares = wins(outcomes, lambda outcome, entry: outcome.race.chariots[entry].slot)
    slots = " ".join(f"{100 * shares.get(slot, 0):.0f}" for slot in range(1, FIELD + 1))
    return f"| {name} | {rounds:.1f} | {100 * wrecked:.1f}% | {100 * shared:.0f}% | {slots} |"


if __name__ == "__main__":
    for line in report(int(sys.argv[1]) if len(sys.argv) > 1 else 100):
        print(line, flush=True)
