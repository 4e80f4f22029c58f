"""The richest stable of an Epic season starts behind the others, by setting (L-78)."""

import pytest

from engine.leagues import lineup
from engine.leagues.words.state import League
from records.values import EntryId
from tests.leagues.builders import league, session

STABLES = {EntryId(number): 2 for number in range(1, 7)}
RICH = EntryId(2)


def entered(found: League) -> dict[EntryId, list[bool]]:
    """Enter both chariots of each stable; return which of them stand in the second row."""
    found.stables[RICH].cash += 5_000
    chosen = {stable: tuple(each.chariots) for stable, each in found.stables.items()}
    lineup.enter(found, session(found).table, chosen)
    return {stable: [entry.second_row for entry in found.entries if entry.stable == stable] for stable in STABLES}


def of(stables: dict[EntryId, int] = STABLES, *, event: int = 2, leader_behind: bool = True) -> League:
    return league(stables, event=event, campaign="epic", leader_behind=leader_behind)


def test_both_chariots_of_the_richest_stand_behind_and_the_front_row_is_full() -> None:
    rows = entered(of())

    assert rows[RICH] == [True, True]
    assert all(not first for stable, (first, _) in rows.items() if stable != RICH)
    assert sum(not behind for each in rows.values() for behind in each) == 8


@pytest.mark.parametrize(
    "fair",
    [of(event=1), of(leader_behind=False), league(STABLES, event=2, leader_behind=True)],
    ids=["the first race", "without the setting", "the classic campaign"],
)
def test_else_the_first_chariot_of_everybody_stands_in_front(fair: League) -> None:
    assert not any(first for first, _ in entered(fair).values())


def test_nobody_stands_behind_where_the_front_row_has_room_for_all() -> None:
    rows = entered(of({EntryId(number): 2 if number < 3 else 1 for number in range(1, 7)}))

    assert not any(behind for each in rows.values() for behind in each)


def test_equals_share_it_but_whoever_cannot_win_any_more_is_not_counted() -> None:
    found = of()
    found.stables[EntryId(5)].cash += 5_000
    found.stables[EntryId(6)].cash += 90_000
    found.stables[EntryId(6)].status = "kept"
    rows = entered(found)

    assert [stable for stable, (first, _) in rows.items() if first] == [RICH, 5]


def test_a_rich_field_fills_the_front_row_all_the_same() -> None:
    """Where all are equally rich, none is held back from an empty place."""
    found = of()
    for stable in found.stables.values():
        stable.cash = 10_000 if stable.number != RICH else 5_000
    rows = entered(found)

    assert sum(not behind for each in rows.values() for behind in each) == 8
