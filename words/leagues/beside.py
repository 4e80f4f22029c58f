"""How a stable fared in the last event beside the one that gained most: what that one has more of (H.4).

Others are as everybody knows them, the own stable is as it is.
"""

from collections.abc import Iterator, Sequence

from engine.leagues.views import ChariotView, LeagueView, StableView
from engine.leagues.words.epic_charts import START_MONEY
from records.values import EntryId
from words.leagues.names import money
from words.shared.telling import Names, called, count, joined


def beside(view: LeagueView, own: EntryId, names: Names) -> list[str]:
    """Return the line on the last event; none before there is one, and for who was not in it."""
    gains = {each.number: gain for each in view.stables if (gain := _gained(view, each)) is not None}
    if own not in gains or len(gains) < 2:
        return []
    best = max(gains, key=lambda number: (gains[number], number == own, -number))
    head = f"📈 Event {view.event - 1}: your treasury {_signed(gains[own])}"
    if best == own:
        return [f"{head}. Nobody gained more."]
    why = _why(view.own[own].stable, view.stable(best))
    return [f"{head}. {called(names, best)} gained most, {_signed(gains[best])}{why}."]


def _gained(view: LeagueView, stable: StableView) -> int | None:
    """Return what a stable's treasury has gained from the reckoning before the last one on.

    ``None`` for one that is out of the season, or was not there.
    """
    known = stable.fortunes
    if stable.status != "active" or not known:
        return None
    if len(known) > 1:
        return known[-1] - known[-2]
    return known[-1] - START_MONEY if view.event == 2 and stable.starts else None


def _signed(amount: int) -> str:
    """Return a change of money.

    >>> _signed(1_200), _signed(-300), _signed(0)
    ('+1,200s', '−300s', '±0s')
    """
    sign = "+" if amount > 0 else "−" if amount else "±"
    return f"{sign}{money(abs(amount))}"


def _why(mine: StableView, theirs: StableView) -> str:
    """Return what another stable has more of."""
    if not theirs.chariots and not theirs.gladiators:
        return ", by bets alone"
    more = list(_more(mine, theirs))
    return f": it has {joined(more)}" if more else ", with nothing that you lack"


def _more(mine: StableView, theirs: StableView) -> Iterator[str]:
    own, other = _fit(mine), _fit(theirs)
    if len(other) > len(own):
        yield f"{count(len(other), 'chariot')} fit to race (you {len(own)})"
    if (speed := _speed(other)) > _speed(own):
        yield f"horses of {speed} squares together (you {_speed(own)})"
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
