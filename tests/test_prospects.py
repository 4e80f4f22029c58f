"""What can still be reached: never too little, never more than before, and exactly what is possible in small cups."""

import random
from collections.abc import Iterator, Sequence
from itertools import permutations, product

import pytest

from engine.prospects import Prize, Range, Search, Wins, prize_of, ranges, wins_if
from engine.series import NoOptions, Outcome, Result, Series, standings
from records.values import EntryId, Faction

A, B, C, D = (Faction(number) for number in (1, 2, 3, 4))


def series(points: Sequence[int] = (6, 4, 3, 2, 1), sharing: int | None = 1) -> Series[NoOptions, NoOptions]:
    return Series(
        NoOptions,
        4,
        8,
        tuple(points),
        "10",
        lambda options, _chosen, _number, _ranking: options,
        sharing=lambda _: sharing,
    )


SERIES = series()


def race(*order: Faction, out: Sequence[Faction] = (), given: dict[Faction, int] | None = None) -> Outcome:
    """Return a race in which one chariot of each came in in this order; behind them those *out*."""
    placed = [Result(EntryId(int(faction)), place) for place, faction in enumerate(order, start=1)]
    rest = [Result(EntryId(int(faction)), None) for faction in out]
    return Outcome((*placed, *rest), {EntryId(int(each)): each for each in (*order, *out)}, given or {})


def reach(races: Sequence[Outcome], left: int, factions: Sequence[Faction] = (A, B, C, D)) -> list[tuple[int, int]]:
    prize = prize_of(SERIES, NoOptions(), len(factions), races)
    found = ranges(SERIES, factions, races, left, prize)
    return [(found[each].best, found[each].worst) for each in factions]


def ways(factions: Sequence[Faction]) -> Iterator[Outcome]:
    """Yield every way in which a race can end."""
    for order in permutations(factions):
        for placed in range(len(order) + 1):
            yield race(*order[:placed], out=order[placed:])


def possible(races: Sequence[Outcome], left: int, factions: Sequence[Faction]) -> list[tuple[int, int]]:
    """Return the ranks that are possible, by trying everything."""
    ranks: dict[Faction, set[int]] = {faction: set() for faction in factions}
    for coming in product(list(ways(factions)), repeat=left):
        for each in standings(SERIES, factions, [*races, *coming]):
            ranks[each.faction].add(each.rank)
    return [(min(ranks[each]), max(ranks[each])) for each in factions]


def drawn(dice: random.Random, factions: Sequence[Faction]) -> Outcome:
    """Return a race that ends by chance; the strong have the lower numbers, and some go out."""
    order = sorted(factions, key=lambda faction: dice.gauss(faction, len(factions) / 3))
    placed = dice.choice((len(order), len(order), len(order) - 1, dice.randint(0, len(order))))
    return race(*order[:placed], out=order[placed:])


def test_before_the_first_race_everything_is_possible_and_after_the_last_nothing_is_open() -> None:
    assert reach((), 3) == [(1, 4)] * 4
    assert reach([race(B, A, D, C)], 0) == [(2, 2), (1, 1), (4, 4), (3, 3)]


def test_who_leads_by_more_than_can_be_won_has_won() -> None:
    # A has 18, B 12; 6 are left to win, and A has more first places
    races = [race(A, B, C, D), race(A, B, C, D), race(A, B, out=(C, D))]

    assert reach(races, 1) == [(1, 1), (2, 3), (2, 4), (3, 4)]


def test_of_two_who_need_the_same_place_one_alone_can_have_it() -> None:
    # C and D both lack a first place to draw level with B, and one race is left
    races = [race(B, A, out=(C, D))]

    assert reach(races, 1)[1] == (1, 3)


@pytest.mark.parametrize(("seed", "factions", "left"), [(1, (A, B, C), 2), (2, (A, B, C, D), 1), (3, (A, B, C, D), 1)])
def test_ranges_are_what_can_be_found_by_trying_everything(seed: int, factions: Sequence[Faction], left: int) -> None:
    races = [drawn(random.Random(seed), factions)]

    assert reach(races, left, factions) == possible(races, left, factions)


@pytest.mark.parametrize("seed", range(12))
def test_a_promise_is_kept_and_only_ever_narrows(seed: int) -> None:
    dice = random.Random(seed)
    factions = [Faction(n) for n in range(1, dice.randint(2, 20) + 1)]
    count = dice.randint(1, 5)
    races = [drawn(dice, factions) for _ in range(count)]
    final = {each.faction: each.rank for each in standings(SERIES, factions, races)}

    prize = prize_of(SERIES, NoOptions(), len(factions), races)
    before = {faction: Range(1, len(factions)) for faction in factions}
    for over in range(1, count + 1):
        now = ranges(SERIES, factions, races[:over], count - over, prize)
        for faction in factions:
            assert before[faction].best <= now[faction].best <= final[faction] <= now[faction].worst
            assert now[faction].worst <= before[faction].worst
        before = now


def test_points_that_the_host_takes_change_what_can_be_reached() -> None:
    leads = [race(A, B, C, D), race(A, B, out=(C, D))]
    fined = [race(A, B, C, D), race(A, B, out=(C, D), given={A: -8})]

    assert reach(leads, 1)[0] == (1, 2)
    assert reach(fined, 1)[0] == (1, 4)


def test_a_search_says_no_where_the_sums_alone_do_not() -> None:
    # Places worth 5 and 1 in two races. Two who lack 6 can have 5 + 1 each. Of three who lack 4 one has no five.
    prize = Prize((5, 1), 3)
    six, four = prize.read((6, 0, 0, 0)), prize.read((4, 0, 0, 0))

    assert Search(2, prize).can_all([six, six])
    assert 3 * four < prize.most(3, 2)
    assert not Search(2, prize).can_all([four, four, four])


def test_what_makes_somebody_win_the_cup() -> None:
    # A has 10, B 9, C 8, D 0
    races = [race(A, B, C, out=(D,)), race(B, A, D, out=(C,), given={B: -1, C: 5, D: -2})]
    prize = prize_of(SERIES, NoOptions(), 4, races)

    found = {each.faction: each for each in wins_if(SERIES, (A, B, C, D), races, prize)}

    assert found == {A: Wins(A, 1), B: Wins(B, 1), C: Wins(C, 1, ((A, 3),))}


def test_who_has_won_before_the_last_race_need_not_have_a_place_in_it() -> None:
    races = [race(A, B, C, D), race(A, C, B, D)]
    prize = prize_of(SERIES, NoOptions(), 4, races)

    assert wins_if(SERIES, (A, B, C, D), races, prize)[0] == Wins(A, 4)
    assert wins_if(SERIES, (A, B, C, D), [*races, race(A, out=(B, C, D))], prize) == (Wins(A, None),)


def test_where_any_number_may_share_a_place_all_can_win_at_once() -> None:
    races = [race(A, B, C, D)]
    shared = series(sharing=None)
    prize = prize_of(shared, NoOptions(), 4, races)

    assert ranges(shared, (A, B, C, D), races, 1, prize)[A] == Range(1, 4)
