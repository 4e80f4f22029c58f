"""How good people's chances are in a gentle field, and how open a first race stays: the figures of docs/balance.md.

``python -m bench.first_race [SAMPLES [RACES]]`` plays a race out so many times (300) for each game and number of
people, as the odds of ``/watch`` do at first. Then it plays so many first races (60) of Circus Maximus, and takes the
chances when half of their turns are over. The same numbers always give the same figures.
"""

import sys
from collections.abc import Iterator, Mapping
from functools import partial
from statistics import median
from typing import Any

import msgspec

from engine.betting.model import WHOLE, work_out
from engine.game import AnyRuleset, Entrant
from engine.options import choose
from engine.playing import answers, play_through, race_of_drivers
from engine.questions import Answer, Ask
from engine.rulesets import RULESETS
from records.values import EntryId

CIRCUS = RULESETS["circus-maximus"]
MOST_PEOPLE = 4
SEED = 7


def first_race() -> Any:
    """Return the options of the preset *first race* of Circus Maximus."""
    return choose(CIRCUS.options, CIRCUS.presets["first race"].wishes)


def rivals(rules: AnyRuleset, options: msgspec.Struct, people: int) -> dict[EntryId, str]:
    """Return the house drivers who fill a race with these options behind so many people, by entry."""
    gentle = rules.gentle_for(options)
    assert gentle is not None
    most = min(len(rules.colours_for(options)), people + gentle.rivals)
    return {EntryId(entry): gentle.driver for entry in range(people + 1, most + 1)}


def chance_of_people(rules: AnyRuleset, options: msgspec.Struct, people: int, samples: int) -> int:
    """Return the chance before the start that one of so many people wins, in thousandths, as ``/watch`` tells it."""
    house = rivals(rules, options, people)
    entrants = [Entrant(EntryId(n), rules.colours[n - 1], None) for n in range(1, people + len(house) + 1)]
    view = rules.view_for(rules.new_race(options, entrants), {}, ())
    wins = work_out(rules, view, house, samples, SEED).wins
    return WHOLE * sum(won for entry, won in wins.items() if entry not in house) // samples


def favourite_at_half(people: int, race: int, samples: int) -> int:
    """Return the best chance of a chariot, in thousandths, when half of the turns of a first race are over.

    Plain house drivers drive in the place of people.
    """
    options = first_race()
    house = rivals(CIRCUS, options, people)
    views = _turns(options, ["racer"] * people + list(house.values()), race)
    return max(work_out(CIRCUS, views[len(views) // 2], house, samples, race).thousandths.values())


def _turns(options: msgspec.Struct, drivers: list[str], race: int) -> list[Any]:
    """Return the public view at the beginning of each turn of a race, and of its set-up."""
    state, table, seated = race_of_drivers(CIRCUS, b"first race %d" % race, drivers, options)

    def answer(seats: Mapping[EntryId, Any], ask: Ask) -> Answer:
        given: Answer = seats[ask.entry](CIRCUS.view_for(state, {}, (ask.entry,)), ask)
        return given

    views = []
    while not CIRCUS.is_over(state):
        views.append(CIRCUS.view_for(state, {}, ()))
        play_through(CIRCUS.play_turn(state, table), partial(answers, answer=partial(answer, seated)))
    return views


def report(samples: int, races: int) -> Iterator[str]:
    """Yield the figures, a line each."""
    numbers = range(1, MOST_PEOPLE + 1)
    yield f"| race | {' | '.join(map(str, numbers))} |\n|---|{'---|' * MOST_PEOPLE}"
    kinds = [("Circus Maximus, first race", CIRCUS, first_race())]
    kinds += [
        (f"{rules.name}, practice", rules, choose(rules.options, {}, practice=True)) for rules in RULESETS.values()
    ]
    for name, rules, options in kinds:
        shares = [chance_of_people(rules, options, people, samples) for people in numbers]
        yield f"| {name} | {' | '.join(f'{share / 10:.0f}%' for share in shares)} |"
    for people in (1, 3) if races else ():
        found = [favourite_at_half(people, race, 100) for race in range(races)]
        sure = sum(each > 850 for each in found)
        yield f"half of a first race of {people}: median {median(found) / 10:.1f}%, over 85% in {sure} of {races}"


if __name__ == "__main__":
    given = [int(each) for each in sys.argv[1:]]
    for line in report(*(given + [300, 60][len(given) :])):
        print(line, flush=True)
