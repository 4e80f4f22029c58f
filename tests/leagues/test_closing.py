"""As a season is over its paper says by how much it was won, and each member reads how they did."""

from collections.abc import Sequence
from typing import Any

import pytest

from engine.leagues.views import view_for
from engine.leagues.words.facts import ReckoningBegan, SeasonEnded, StandingsTold, Summary
from records.values import EntryId
from tests.leagues.builders import ANN, BOB, CLEO, league
from words.leagues import story
from words.leagues.closing import closing

NAMES = {ANN: "Ann", BOB: "Bob", CLEO: "Cleo"}


def ended(status: Any = "active", places: Sequence[int] = (), **cash: int) -> Any:
    made = league({ANN: 1, BOB: 1, CLEO: 1}, "over", event=2, campaign="epic")
    for stables in (made.stables, made.shown):
        for number, name in NAMES.items():
            amount = stables[number].final = cash.get(name.lower(), 1_000)
            stables[number].fortunes = {1: 500, 2: amount}
        stables[ANN].wins, stables[ANN].starts, stables[ANN].places = 1, 2, list(places)
        stables[CLEO].status = status
    return view_for(made, {}, [])


def test_each_member_reads_rank_distance_and_way() -> None:
    view = ended(ann=9_000, bob=7_500, cleo=400)

    assert closing(view, ANN, NAMES) == [
        "🏆 **You win the season** with 9,000s, 1,500s more than Bob.",
        "-# You won 1 race, and took part in 2 events.",
        "-# Your cash after each event: 500s, 9,000s.",
    ]
    assert closing(view, BOB, NAMES)[0] == "You come 2nd of 3 with 7,500s, 1,500s behind Ann."
    assert closing(view, CLEO, NAMES)[0] == "You come 3rd of 3 with 400s, 8,600s behind Ann."


def test_who_shares_a_victory_and_who_has_no_rank_read_so() -> None:
    assert closing(ended(ann=5_000, bob=5_000), BOB, NAMES)[0] == (
        "🏆 **You win the season** with 5,000s, as Ann does."
    )
    better = ended(places=[1], ann=5_000, bob=5_000)
    assert closing(better, ANN, NAMES)[0].endswith("with 5,000s, as much as Bob, by better places.")
    assert closing(better, BOB, NAMES)[0].endswith("with 5,000s, as much as Ann, who has better places.")

    out = ended("bankrupt", ann=9_000, bob=7_500, cleo=400)
    assert closing(out, CLEO, NAMES)[0] == (
        "You end the season with 400s, and without a rank. Bankrupts have none, unless they begin again."
    )
    slave = closing(ended("slave", cleo=0), CLEO, NAMES)
    assert slave[0].endswith("without a rank. Whoever drives for the state has neither money nor rank.")
    assert closing(out, BOB, NAMES)[0] == "You come 2nd of 2 with 7,500s, 1,500s behind Ann."


def test_cash_that_was_none_all_season_is_not_listed() -> None:
    made = league({ANN: 1, BOB: 1}, "over", event=2, campaign="epic")
    for stables in (made.stables, made.shown):
        for number, amount in ((ANN, 0), (BOB, 700)):
            stables[number].final, stables[number].fortunes = amount, {1: amount, 2: amount}
    view = view_for(made, {}, [])

    assert not any("after each event" in line for line in closing(view, ANN, NAMES))
    assert any("after each event: 700s, 700s." in line for line in closing(view, BOB, NAMES))


def rank(place: int, stable: EntryId, cash: int) -> Summary:
    return Summary(place, stable, cash, (), True)


@pytest.mark.parametrize(
    ("ranks", "winners", "headline"),
    [
        (
            (rank(1, ANN, 9_000), rank(2, BOB, 7_500)),
            (ANN,),
            "The season belongs to Ann, with 9,000s, 1,500s more than Bob!",
        ),
        (
            (rank(1, ANN, 9_000), rank(2, BOB, 9_000)),
            (ANN,),
            "The season belongs to Ann, with 9,000s, as much as Bob, by better places!",
        ),
        (
            (rank(1, ANN, 9_000), rank(1, BOB, 9_000), rank(3, CLEO, 500)),
            (ANN, BOB),
            "The season belongs to Ann and Bob, with 9,000s, 8,500s more than Cleo!",
        ),
        ((rank(1, ANN, 9_000),), (ANN,), "The season belongs to Ann, with 9,000s!"),
        ((), (ANN,), "The season belongs to Ann!"),
    ],
)
def test_the_last_paper_says_by_how_much_the_season_was_won(
    ranks: tuple[Summary, ...], winners: tuple[EntryId, ...], headline: str
) -> None:
    facts = [ReckoningBegan(2, ()), StandingsTold(2, ranks), SeasonEnded(2, winners, "last event")]

    assert story.headline(facts, NAMES) == headline
