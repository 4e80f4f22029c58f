"""Orders by hand are cut as D.4.4 says, one CF at a time."""

import pytest

from engine.arena.orders import Attack, PhaseOrder, cut, spent
from records.values import EntryId
from tests.arena.builders import BLUE

BLOWS = (Attack("blow", BLUE, 6, 2), Attack("blow", BLUE, 2, 5))


def test_the_last_attack_is_cut_first() -> None:
    """T-333: 8 CFs left of blows of 6 and 2, guard 2, head 1."""
    left = cut(PhaseOrder(attacks=BLOWS, guard=2, areas=(1, 0, 0, 0, 0)), 8)

    assert [each.cf for each in left.attacks] == [5]
    assert (left.guard, left.areas) == (2, (1, 0, 0, 0, 0))


def test_guard_goes_in_twos() -> None:
    """T-334: 3 CFs left of guard 4, chest 2."""
    left = cut(PhaseOrder(guard=4, areas=(0, 2, 0, 0, 0)), 3)

    assert (left.guard, left.areas) == (0, (0, 2, 0, 0, 0))


def test_who_cannot_pay_his_manoeuvre_holds() -> None:
    """T-335: 1 CF left of rising and guard 2."""
    assert cut(PhaseOrder(manoeuvre="rise", guard=2), 1) == PhaseOrder()


def test_the_highest_area_goes_first_of_equals_the_lowest_number() -> None:
    order = PhaseOrder(areas=(2, 3, 0, 3, 1), evade=1, escape=1)

    assert cut(order, 10).areas == (2, 2, 0, 3, 1)
    assert cut(order, 9).areas == (2, 2, 0, 2, 1)
    assert cut(order, 8).areas == (1, 2, 0, 2, 1)
    assert (cut(order, 1).evade, cut(order, 1).escape) == (0, 1)


@pytest.mark.parametrize("cf", range(14))
def test_what_is_left_never_takes_more_than_there_is(cf: int) -> None:
    order = PhaseOrder(manoeuvre="left", attacks=BLOWS, guard=2, areas=(0, 1, 0, 0, 0))

    assert cut(order, cf).cost <= cf
    assert cut(order, 99) is order


def test_what_an_order_costs() -> None:
    assert spent(PhaseOrder(manoeuvre="left", attacks=BLOWS, guard=2, areas=(0, 1, 0, 0, 0))) == (8, 3, 2)
    assert BLOWS[0].foe == EntryId(2)
