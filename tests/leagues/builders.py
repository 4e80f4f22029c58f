"""Leagues for tests: stables with whole chariots, in any phase."""

from collections.abc import Mapping
from copy import deepcopy

from engine.dice import RaceDice
from engine.leagues.ruleset import RULESET
from engine.leagues.words.options import LeagueOptions
from engine.leagues.words.state import Allotment, Chariot, Driver, Entry, Horse, League, PhaseName, Stable, Team
from engine.session import Session, first_checkpoint
from records.values import EntryId

ANN, BOB, CLEO, DIO = map(EntryId, (1, 2, 3, 4))


def chariot(number: int, **fields: object) -> Chariot:
    """Return a whole chariot; its number is also that of its driver."""
    team = Team([Horse(boxes) for boxes in (5, 4, 4, 5)], 40)
    made = Chariot(number, Allotment(1, 1, 1, 1), "normal", team=team, driver=Driver(number, 1, 7, 7))
    for name, value in fields.items():
        setattr(made, name, value)
    return made


def league(
    chariots: Mapping[EntryId, int],
    phase: PhaseName = "stable",
    *,
    event: int = 2,
    cash: int = 10_000,
    betters: tuple[EntryId, ...] = (),
    **options: object,
) -> League:
    """Return a league in which each stable has so many chariots, numbered on; in a race the first of each."""
    stables: dict[EntryId, Stable] = {}
    number = 0
    for stable, count in chariots.items():
        own = {}
        for _ in range(count):
            number += 1
            own[number] = chariot(number)
        role = "better" if stable in betters else "owner"
        stables[stable] = Stable(stable, RULESET.colours[stable - 1], role, cash=cash, chariots=own)  # type: ignore[arg-type]
    made = League(LeagueOptions(filled_to=0, **options), stables, phase=phase, event=event)  # type: ignore[arg-type]
    made.owners, made.chariots, made.drivers, made.bank = len(stables), number, number, -cash * len(stables)
    if phase != "stable":
        first = [(stable, min(each.chariots)) for stable, each in stables.items() if each.chariots]
        for lane, (stable, racing) in enumerate(first, start=1):
            made.entries.append(Entry(EntryId(lane), racing, stable, stables[stable].colour, lane, False))
    made.shown = deepcopy(stables)
    return made


def session(made: League, seed: bytes = b"seed") -> Session[League]:
    return Session(RULESET, first_checkpoint(RULESET, made), RaceDice(seed))
