"""A team's endurance as its stable has it, and as it starts in a race: less for its car, and for laps not run."""

from collections.abc import Iterable

from engine.leagues.races import race_edition
from engine.leagues.views import ChariotView
from engine.leagues.words.options import LeagueOptions
from words.leagues.names import CARS
from words.shared.telling import count, joined


def endurance_told(options: LeagueOptions, chariot: ChariotView, laps: int | None = None) -> str:
    """Return a team's endurance, and what is left of it in a race of the league, or of so many laps."""
    assert chariot.team is not None
    left = _left(options, chariot, options.laps if laps is None else laps)
    whole = chariot.team.endurance
    return f"endurance {whole}" if left == whole else f"endurance {whole}, in the race {left}"


def why_less(options: LeagueOptions, chariots: Iterable[ChariotView], laps: int | None = None) -> list[str]:
    """Return the line that says why a race leaves less of it; none where it leaves all."""
    run = options.laps if laps is None else laps
    edition, known = race_edition(options), [each for each in chariots if each.team is not None]
    if all(_left(options, each, run) == each.team.endurance for each in known if each.team is not None):
        return []
    costs = [joined([f"a {CARS[car]} car costs 1 in {part}" for car, part in edition.car_endurance.items()])]
    if edition.full_laps > run:
        left = " of what is left" if edition.car_endurance else " of it"
        costs.append(f"a race of {count(run, 'lap')}, not {edition.full_laps}, gives you {run} in "
                     f"{edition.full_laps}{left}")  # fmt: skip
    return [f"-# Endurance in the race: {'; '.join(filter(None, costs))}."]


def _left(options: LeagueOptions, chariot: ChariotView, laps: int) -> int:
    assert chariot.team is not None
    return race_edition(options).endurance_left(laps, chariot.car, chariot.team.endurance)
