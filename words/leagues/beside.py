"""What a stable took in the last event beside the one that took most, and what that one has more of (H.4).

Others are as everybody knows them, the own stable is as it is.
"""

from collections.abc import Iterator, Sequence

from engine.leagues.views import ChariotView, LeagueView, StableView
from records.values import EntryId
from words.leagues.names import money
from words.leagues.standings import NOTHING
from words.shared.telling import Names, called, count, joined


def beside(view: LeagueView, own: EntryId, names: Names) -> list[str]:
    """Return the line on the last event; none before there is one, and if it brought nobody anything."""
    others = [each for each in view.stables if each.number != own and each.status == "active" and each.took]
    mine = view.own[own].stable
    if view.event < 2 or not (others or mine.took):
        return []
    brought = f"📈 Event {view.event - 1} brought you {money(mine.took) if mine.took else NOTHING} in prizes and bets"
    best = max(others, key=lambda each: (each.took, -each.number), default=None)
    if best is None or best.took <= mine.took:
        return [f"{brought}. Nobody took more."]
    return [f"{brought}. {called(names, best.number)} took most, {money(best.took)}{_why(mine, best)}."]


def _why(mine: StableView, theirs: StableView) -> str:
    """Return what another stable has more of."""
    if not theirs.chariots and not theirs.gladiators:
        return ", by bets alone"
    more = list(_more(mine, theirs))
    return f". It has {joined(more)}" if more else ", with nothing that you lack"


def _more(mine: StableView, theirs: StableView) -> Iterator[str]:
    own, other = _fit(mine), _fit(theirs)
    if len(other) > len(own):
        yield f"{count(len(other), 'chariot')} fit to race (you {len(own)})"
    if (speed := _speed(other)) > _speed(own):
        yield f"horses of speed {speed} together (you {_speed(own)})"
    if own and (driver := _driver(other)) > _driver(own):
        yield f"a driver of {driver:+d} (you {_driver(own):+d})"
    if len(theirs.gladiators) > len(mine.gladiators):
        yield f"{count(len(theirs.gladiators), 'gladiator')} (you {len(mine.gladiators)})"


def _fit(stable: StableView) -> list[ChariotView]:
    return [each for each in stable.chariots if not each.lacks]


def _speed(chariots: Sequence[ChariotView]) -> int:
    """Return the speeds of the four horses of the fastest team, added up."""
    teams = [each.team for each in chariots if each.team is not None]
    return max((sum(horse.boxes for horse in team.horses) for team in teams), default=0)


def _driver(chariots: Sequence[ChariotView]) -> int:
    """Return the modifier of the best driver."""
    return max((each.driver.modifier for each in chariots if each.driver is not None), default=0)
