"""The stables that can be challenged, to a match or a duel, and why the others can't."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from engine.leagues.views import StableView
from engine.leagues.words.state import Status
from words.leagues.desk import Desk
from words.shared.telling import called

Goods = Callable[[StableView], Sequence[object]]
"""What a stable races or fights with."""

_OUT: Mapping[Status, str] = MappingProxyType({
    "kept": "a manager keeps it", "bankrupt": "bankrupt", "retired": "retired", "slave": "drives for the state",
})  # fmt: skip


def rivals(desk: Desk, goods: Goods) -> list[StableView]:
    """Return the stables of people that a member can challenge: all active ones that have what it takes."""
    return [each for each in _others(desk) if not _why_not(each, goods, "")]


def missing(desk: Desk, goods: Goods, good: str) -> list[str]:
    """Return the line with the stables that can't be challenged, each with its reason; none if all can.

    :param good: what a stable needs, such as "chariot".
    """
    out = [(each, why) for each in _others(desk) if (why := _why_not(each, goods, good))]
    named = ", ".join(f"{called(desk.names, each.number)} ({why})" for each, why in out)
    return [f"-# Not to be challenged: {named}."] if out else []


def _others(desk: Desk) -> list[StableView]:
    return [each for each in desk.view.stables if each.number != desk.own]


def _why_not(stable: StableView, goods: Goods, good: str) -> str:
    if stable.is_house:
        return "a house stable"
    return _OUT.get(stable.status) or ("" if goods(stable) else f"no {good}")
