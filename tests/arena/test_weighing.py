"""How house fighters weigh strikes and guards."""

from collections.abc import Iterator

import pytest

from engine.arena.asks import Plan
from engine.arena.house import weighing
from engine.arena.house.fighters import STEADY, plan_of
from engine.arena.house.simulation import match_of
from engine.arena.house.weighing import seen, strike_of
from engine.arena.men import ARMS, CHEST, HEAD, LEGS, Shield
from engine.arena.planning import STRIKE, caught
from engine.arena.state import Match, Netted, Options
from engine.arena.views import view_for
from engine.dice import QuickDice
from engine.playing import QuietTable
from tests.arena.builders import BLUE, RED, man

OMENS = range(40)


def close_by(*, shield: Shield = "large", netted: Netted = "free", tr: int = 10) -> Match:
    """Return a match of two bare men side by side."""
    match = match_of([man(shield=shield, tr=tr), man()], Options(), QuietTable(QuickDice(1)))
    red, blue = match.fighters[RED], match.fighters[BLUE]
    red.at, blue.at, blue.netted = (0, 0), (1, 0), netted
    return match


def plans(match: Match) -> Iterator[Plan]:
    """Yield what Red's fighter plans under many omens."""
    for omen in OMENS:
        match.fighters[RED].omen = (omen, 3 * omen)
        yield plan_of(STEADY, seen(view_for(match, {}, (RED,)), RED))


def kept(shield: Shield) -> int:
    """Return the CFs that fighters behind such a shield keep for the guard, of every training and many omens."""
    total = 0
    for tr in range(7, 14):
        match = close_by(shield=shield, tr=tr)
        for omen in OMENS:
            match.fighters[RED].omen = (omen, 3 * omen)
            total += strike_of(STEADY, seen(view_for(match, {}, (RED,)), RED)).left
    return total


def test_an_entangled_man_is_struck_where_he_can_lay_nothing() -> None:
    """Three CFs go into getting out, the rest on chest, head and groin (D.4.2, step 2): arms and legs stay bare."""
    assert caught(11).areas == (3, 3, 2, 0, 0)

    aimed = [STRIKE[plan.strike][1] for plan in plans(close_by(netted="entangled"))]

    assert not {CHEST, HEAD} & set(aimed)
    assert sum(area in (ARMS, LEGS) for area in aimed) > len(aimed) / 2


@pytest.mark.parametrize("shield", ["small", "none"])
def test_without_a_large_shield_a_fighter_keeps_more_for_the_guard(
    shield: Shield, monkeypatch: pytest.MonkeyPatch
) -> None:
    held_back = kept(shield)
    monkeypatch.setattr(weighing, "_BARE", 1.0)

    assert held_back > kept(shield)


def test_a_large_shield_lets_a_fighter_strike_as_he_likes(monkeypatch: pytest.MonkeyPatch) -> None:
    before = kept("large")
    monkeypatch.setattr(weighing, "_BARE", 0.1)

    assert kept("large") == before
