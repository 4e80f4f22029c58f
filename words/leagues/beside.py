"""What the last event earned a stable beside the one that it earned most, and what that one has more of (H.4).

Prizes and bets won are told apart from stakes, matches and spending. Others are as everybody knows them, the own stable
is as it is.
"""

from collections.abc import Iterator, Mapping, Sequence

from engine.leagues.views import ChariotView, LeagueView, StableView
from engine.leagues.words.state import MoneyPart
from records.values import EntryId
from words.leagues.names import money, signed_money
from words.leagues.standings import NOTHING, is_gala
from words.shared.telling import Names, called, count, joined

_EARNING: Sequence[MoneyPart] = ("taken", "staked", "matches")


def beside(view: LeagueView, own: EntryId, names: Names) -> list[str]:
    """Return the lines on the last event; none before there is one, and if it moved no money."""
    mine = view.own[own].stable
    others = [each for each in view.stables if each.number != own and each.status == "active"]
    if view.event < 2 or not any(any(each.last.values()) for each in (mine, *others)):
        return []
    best = max(others, key=lambda each: (earned(each.last), -each.number), default=None)
    said = f"📈 Event {view.event - 1} {_earned(mine.last)}.{_in_all(mine.last)}"
    if best is None or earned(best.last) <= earned(mine.last):
        return [f"{said} Nobody earned more."]
    most = f"{called(names, best.number)} earned most, {money(earned(best.last))}"
    return [f"{said} {most}{_why(mine, best, was_gala=is_gala(view.options, view.event - 1))}."]


def earned(account: Mapping[MoneyPart, int]) -> int:
    """Return what an event earned: prizes, bets and matches, less what was staked."""
    return sum(account.get(part, 0) for part in _EARNING)


def _earned(account: Mapping[MoneyPart, int]) -> str:
    """Return what an event earned or cost, and of what.

    >>> _earned({"taken": 5_700, "staked": -1_200})
    'earned you 4,500s: 5,700s in prizes and bets won, 1,200s staked'
    """
    amount, staked, matches = earned(account), account.get("staked", 0), account.get("matches", 0)
    parts = [f"{money(taken)} in prizes and bets won"] if (taken := account.get("taken", 0)) else []
    parts += [f"{money(abs(staked))} {'staked' if staked < 0 else 'of stakes back'}"] if staked else []
    parts += [f"{money(abs(matches))} {'lost' if matches < 0 else 'won'} in matches"] if matches else []
    said = f"cost you {money(-amount)}" if amount < 0 else f"earned you {money(amount) if amount else NOTHING}"
    if taken and len(parts) == 1:
        return f"{said} in prizes and bets won"
    return f"{said}: {', '.join(parts)}" if parts else said


def _in_all(account: Mapping[MoneyPart, int]) -> str:
    """Return what else was moved, and what all of it comes to; empty if nothing else was."""
    spent, shared = account.get("spent", 0), account.get("shared", 0)
    parts = [f"{money(abs(spent))} {'spent' if spent < 0 else 'from sales and champions'}"] if spent else []
    parts += [f"{signed_money(shared)} by loans and deals"] if shared else []
    return f" With {joined(parts)}, your cash changed by {signed_money(sum(account.values()))}." if parts else ""


def _why(mine: StableView, theirs: StableView, *, was_gala: bool) -> str:
    """Return what another stable has more of, of what that event was about."""
    if not theirs.chariots and not theirs.gladiators:
        return ", by bets alone"
    more = list(_more_men(mine, theirs) if was_gala else _more(mine, theirs))
    return f". It has {joined(more)}" if more else ", with nothing that you lack"


def _more_men(mine: StableView, theirs: StableView) -> Iterator[str]:
    if len(theirs.gladiators) > len(mine.gladiators):
        yield f"{count(len(theirs.gladiators), 'gladiator')} (you {len(mine.gladiators)})"


def _more(mine: StableView, theirs: StableView) -> Iterator[str]:
    own, other = _fit(mine), _fit(theirs)
    if len(other) > len(own):
        yield f"{count(len(other), 'chariot')} fit to race (you {len(own)})"
    if (speed := _speed(other)) > _speed(own):
        yield f"horses of speed {speed} together (you {_speed(own)})"
    if own and (driver := _driver(other)) > _driver(own):
        yield f"a driver of {driver:+d} (you {_driver(own):+d})"


def _fit(stable: StableView) -> list[ChariotView]:
    return [each for each in stable.chariots if not each.lacks]


def _speed(chariots: Sequence[ChariotView]) -> int:
    """Return the speeds of the four horses of the fastest team, added up."""
    teams = [each.team for each in chariots if each.team is not None]
    return max((sum(horse.boxes for horse in team.horses) for team in teams), default=0)


def _driver(chariots: Sequence[ChariotView]) -> int:
    """Return the modifier of the best driver."""
    return max((each.driver.modifier for each in chariots if each.driver is not None), default=0)
