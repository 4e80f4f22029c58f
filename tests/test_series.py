"""Standings of series of races, and the options that a game offers."""

import dataclasses
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
import pytest

from engine.dice import RaceDice
from engine.game import Entrant
from engine.options import BY_ORDERS, SHARES_OUT, at_pace, choose, option_fields, shares_out
from engine.rulesets import RULESETS
from engine.series import NoOptions, Outcome, Result, Series, ranking, standings
from engine.session import Session, first_checkpoint
from records.refusals import Refused
from records.values import EntryId, Faction

A, B, C, D = (Faction(number) for number in (1, 2, 3, 4))
POINTS = (6, 4, 3, 2, 1)
SERIES: Series[NoOptions, NoOptions] = Series(
    NoOptions, 4, 4, POINTS, "10", lambda options, _series, _number, _ranking: options
)
OWN = {EntryId(int(faction)): faction for faction in (A, B, C, D)}


def race(*order: Faction, out: tuple[Faction, ...] = (), factions: Mapping[EntryId, Faction] = OWN) -> Outcome:
    """Return a race whose chariots, numbered like their factions, came in in this order; behind them those *out*."""
    placed = [Result(EntryId(int(faction)), place) for place, faction in enumerate(order, start=1)]
    return Outcome((*placed, *(Result(EntryId(int(faction)), None) for faction in out)), factions)


def ranked(*races: Outcome) -> list[tuple[int, Faction, int]]:
    return [(each.rank, each.faction, each.total) for each in standings(SERIES, [A, B, C, D], races)]


def test_places_give_points_and_who_is_out_has_none() -> None:
    assert ranked(race(C, A, B, out=(D,))) == [(1, C, 6), (2, A, 4), (3, B, 3), (4, D, 0)]


def test_points_of_all_races_count_together() -> None:
    assert ranked(race(A, B, C, D), race(B, A, D, C), race(B, A, C, D)) == [
        (1, B, 16), (2, A, 14), (3, C, 8), (4, D, 7),
    ]  # fmt: skip


def test_of_as_many_points_more_first_places_are_ahead() -> None:
    # A: 6 + 2 = 8, B: 4 + 4 = 8
    first_two = [each[:2] for each in ranked(race(A, B, C, D), race(C, B, D, A))][1:3]

    assert first_two == [(2, A), (3, B)]


def test_of_as_many_places_the_better_one_in_the_last_race_is_ahead() -> None:
    assert [each[:2] for each in ranked(race(A, B, C, D), race(B, A, D, C))] == [(1, B), (2, A), (3, D), (4, C)]


def test_those_out_are_told_apart_by_their_rank_in_the_last_race() -> None:
    assert [each[1] for each in ranked(race(A, out=(B, C, D)))] == [A, B, C, D]
    assert [each[1] for each in ranked(race(A, out=(D, C, B)))] == [A, D, C, B]


def test_before_the_first_race_all_share_the_first_rank() -> None:
    assert ranked() == [(1, A, 0), (1, B, 0), (1, C, 0), (1, D, 0)]


def test_chariots_of_one_faction_count_together_and_those_of_nobody_for_nobody() -> None:
    shared = {EntryId(1): A, EntryId(2): B, EntryId(3): A}

    table = standings(SERIES, [A, B], [race(D, C, B, A, factions=shared)])

    assert [(each.faction, each.total, each.scores[0].place) for each in table] == [(A, 4 + 2, 2), (B, 3, 3)]


def test_where_the_best_chariot_counts_the_others_of_a_faction_do_not() -> None:
    shared = {EntryId(1): A, EntryId(2): B, EntryId(3): A, EntryId(4): B}
    best = dataclasses.replace(SERIES, counts_best=True)

    table = standings(best, [A, B], [race(A, C, B, D, factions=shared), race(D, B, A, C, factions=shared)])

    assert [(each.faction, each.scores[0].points, each.total) for each in table] == [(B, 3, 9), (A, 6, 9)]


def test_the_next_race_follows_from_the_last_one_or_from_the_standings() -> None:
    races = [race(A, B, C, D), race(B, D, A, C)]
    standing = dataclasses.replace(SERIES, by_standings=lambda _series: True)

    assert ranking(SERIES, NoOptions(), [A, B, C, D], races) == [2, 4, 1, 3]
    assert ranking(standing, NoOptions(), [A, B, C, D], races) == [2, 1, 4, 3]
    assert ranking(standing, NoOptions(), [], []) == []


class Options(msgspec.Struct, frozen=True):
    laps: Annotated[int, msgspec.Meta(ge=1, le=3, description="How many", extra={"practice": 1})] = 3
    course: Annotated[Literal["white", "blue"] | None, msgspec.Meta(description="Which one")] = None
    fast: Annotated[bool, msgspec.Meta(description="Whether")] = False
    number: int = 1


def test_options_describe_themselves() -> None:
    fields = option_fields(Options)

    assert list(fields) == ["laps", "course", "fast"], "what has no description is not offered"
    assert {name: list(field.values) for name, field in fields.items()} == {
        "laps": ["1", "2", "3"],
        "course": ["white", "blue"],
        "fast": ["yes", "no"],
    }


def test_options_are_chosen_by_name() -> None:
    assert choose(Options, {"laps": "2", "course": "blue", "fast": "yes"}) == Options(2, "blue", True)
    assert choose(Options, {}) == Options()
    assert choose(Options, {"fast": "yes"}, practice=True) == Options(1, None, True)


@pytest.mark.parametrize("wishes", [{"laps": "4"}, {"number": "2"}, {"colour": "red"}, {"fast": "True"}])
def test_what_is_not_offered_is_refused(wishes: dict[str, str]) -> None:
    with pytest.raises(Refused):
        choose(Options, wishes)


class Mailed(msgspec.Struct, frozen=True):
    laps: int = 3
    asks_first: Annotated[bool, msgspec.Meta(extra={"role": BY_ORDERS})] = False


def test_the_pace_tells_a_game_that_asks_for_orders_whether_it_shall() -> None:
    assert at_pace(Mailed(2), is_ordered=True) == Mailed(2, True)
    assert at_pace(Mailed(2, True), is_ordered=False) == Mailed(2)
    assert at_pace(Options(2), is_ordered=True) == Options(2), "a game without the role stays as it is"
    assert list(option_fields(Mailed)) == [], "no host is offered it"


class Dealing(msgspec.Struct, frozen=True):
    share_out: Annotated[bool, msgspec.Meta(description="A name that means nothing by itself")] = True
    dealt: Annotated[bool, msgspec.Meta(description="Deal", extra={"role": SHARES_OUT})] = False


def test_an_option_says_itself_that_it_shares_the_chariots_out() -> None:
    assert shares_out(Dealing(dealt=True))
    assert not shares_out(Dealing(share_out=True))
    assert not shares_out(Options())


def test_a_role_that_nothing_knows_is_a_mistake_in_the_game() -> None:
    class Misspelt(msgspec.Struct, frozen=True):
        dealt: Annotated[bool, msgspec.Meta(description="Deal", extra={"role": "share out"})] = False

    with pytest.raises(TypeError, match="'share out'"):
        shares_out(Misspelt())


@pytest.mark.parametrize("rules", RULESETS.values(), ids=list(RULESETS))
def test_every_game_offers_series_and_options_that_can_be_shown(rules: Any) -> None:
    for options in (rules.options, rules.series.options):
        for field in option_fields(options).values():
            assert 1 <= len(field.values) <= 25
            assert len(field.description) <= 100
            choose(options, {field.name: next(iter(field.values))})
    assert 1 <= rules.series.races <= rules.series.most <= 25
    assert list(rules.series.points) == sorted(rules.series.points, reverse=True)
    first = rules.series.race_options(rules.options(), rules.series.options(), 1, ())
    assert isinstance(first, rules.options)


@pytest.mark.parametrize("rules", RULESETS.values(), ids=list(RULESETS))
def test_the_last_view_of_every_game_tells_its_results(rules: Any) -> None:
    # Given a race that house drivers have run to its end
    entrants = [
        Entrant(EntryId(n), colour, Faction(n)) for n, colour in enumerate(rules.colours_for(rules.options()), start=1)
    ]
    session = Session(rules, first_checkpoint(rules, rules.new_race(rules.options(), entrants)), RaceDice(b"series"))
    drive = next(iter(rules.drivers.values()))
    while session.open:
        entry, ask = next(iter(session.open.items()))
        session.answer(entry, drive(session.view([entry]), ask))

    # When its results are read off its last scene, as it is kept
    view = msgspec.json.decode(msgspec.json.encode(session.scenes[-1].view), type=rules.view)
    results = rules.results(view)

    # Then they name each chariot once, and the places count from 1; who shares one leaves the next free
    assert view == session.view()
    assert sorted(result.entry for result in results) == [entrant.entry for entrant in entrants]
    places = [result.place for result in results if result.place is not None]
    assert places == [1 + sum(other < place for other in places) for place in places]
    assert places, "somebody finishes"
