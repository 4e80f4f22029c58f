"""What a viewer sees of the table: B-3, B-9 and B-17."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.betting.bank import Bank
from engine.betting import sides, table
from engine.betting.board import board_for, slip_for
from engine.betting.book import NewSide
from engine.betting.reasons import BetReason
from engine.betting.views import BoardView, MarketView
from records.refusals import Refused
from records.values import EntryId, PlayerId
from tests.betting.builders import (
    BLUE,
    GAIUS,
    GREEN,
    LUCIUS,
    QUINTUS,
    RED,
    TITUS,
    a_bank,
    begin,
    bet,
    number_of,
)
from tests.betting.races import end, opens_window
from words.betting.refusals import SENTENCES

Bets = tuple[tuple[PlayerId, int, EntryId], ...]

ONE_WORLD: Bets = ((GAIUS, 300, RED), (LUCIUS, 100, BLUE), (GAIUS, 100, RED))
ANOTHER: Bets = ((GAIUS, 100, GREEN), (LUCIUS, 100, BLUE), (GAIUS, 500, BLUE))


def of(view: BoardView, number: int) -> MarketView:
    return next(each for each in view.markets if each.number == number)


def a_world(bets: Bets) -> Bank:
    """Return a lobby with pools the same in all worlds, and these sealed bets."""
    bank = a_bank(owners=False)
    bet(bank, TITUS, 200, RED)
    bet(bank, LUCIUS, 100, BLUE, "place")
    for player, stake, choice in bets:
        bet(bank, player, stake, choice, "sealed", salt=f"{stake:08x}")
    return bank


@pytest.mark.parametrize("viewer", [None, LUCIUS, TITUS, QUINTUS])
def test_b_3_two_worlds_with_other_sealed_bets_look_alike_to_everybody_else(viewer: PlayerId | None) -> None:
    one, another = a_world(ONE_WORLD), a_world(ANOTHER)

    assert board_for(one.book(), viewer) == board_for(another.book(), viewer)
    assert board_for(one.book(), GAIUS) != board_for(another.book(), GAIUS)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 4), st.sampled_from([RED, BLUE, GREEN])), min_size=2, max_size=2))
def test_b_3_whatever_is_sealed_no_board_but_ones_own_tells(mine: list[tuple[int, EntryId]]) -> None:
    one, another = a_bank(), a_bank()
    for (hundreds, choice), bank in zip(mine, (one, another), strict=True):
        bet(bank, GAIUS, 100 * hundreds, choice, "sealed", salt=f"{hundreds:02x}")

    for viewer in (None, LUCIUS):
        assert board_for(one.book(), viewer) == board_for(another.book(), viewer)


def test_b_3_ones_own_sealed_bets_one_sees() -> None:
    view = board_for(a_world(ONE_WORLD).book(), GAIUS)

    assert [(each.choice, each.stake) for each in view.tickets] == [("1", 300), ("1", 100)]
    assert view.purse == 600


def test_b_3_with_the_start_all_is_revealed_to_all() -> None:
    bank = a_world(ONE_WORLD)
    before = of(board_for(bank.book(), None), number_of(bank, "sealed"))
    begin(bank)

    view = board_for(bank.book(), None)

    sealed = of(view, number_of(bank, "sealed"))
    assert (before.staked, before.seals, sealed.staked, sealed.seals) == (None, 3, 500, 0)
    assert [(each.choice, each.staked, each.bettors, each.odds) for each in sealed.choices] == [
        ("1", 400, 1, 1),
        ("2", 100, 1, 5),
        ("3", 0, 0, None),
    ]
    assert [(each.player, each.stake, each.salt) for each in view.tickets] == [
        (GAIUS, 300, "0000012c"),
        (LUCIUS, 100, "00000064"),
        (GAIUS, 100, "00000064"),
    ]


def test_b_3_what_never_closed_stays_secret() -> None:
    one, another = a_world(ONE_WORLD), a_world(ANOTHER)
    for bank in (one, another):
        bank.apply(table.void(bank.book(), "cancelled", 30.0))
        bank.set_race(state="cancelled")

    assert board_for(one.book(), None) == board_for(another.book(), None)
    assert board_for(one.book(), None).tickets == ()


def test_b_6_an_open_window_is_secret_but_its_odds_are_not() -> None:
    bank = a_world(ONE_WORLD)
    begin(bank)
    opens_window(bank)
    revealed = board_for(bank.book(), LUCIUS).tickets
    bet(bank, GAIUS, 100, RED, "sealed", window=1)

    view = board_for(bank.book(), LUCIUS)

    window = of(view, number_of(bank, "sealed", 1))
    assert (window.seals, window.staked) == (1, None)
    assert [each.odds for each in window.choices] == [1, 5, None]
    assert view.tickets == revealed


def test_26_3_a_window_says_how_much_more_its_viewer_may_add() -> None:
    bank = a_world(ONE_WORLD)
    begin(bank)
    opens_window(bank)
    number = number_of(bank, "sealed", 1)
    room = of(board_for(bank.book(), GAIUS), number).choices[0].room

    bet(bank, GAIUS, 100, RED, "sealed", window=1)

    assert room == 400
    assert of(board_for(bank.book(), GAIUS), number).choices[0].room == 300
    assert [each.room for each in of(board_for(bank.book(), TITUS), number).choices] == [0, 0, 0]
    assert [each.room for each in of(board_for(bank.book(), None), number).choices] == [None, None, None]


def test_b_9_pools_are_public_and_tickets_of_others_are_not_shown_one_by_one() -> None:
    bank = a_bank(share=10, server={"share": 25})
    bet(bank, GAIUS, 400, RED)
    bet(bank, LUCIUS, 800, BLUE)

    view = board_for(bank.book(), TITUS)

    win = of(view, number_of(bank, "win"))
    assert [(each.staked, each.bettors, each.pays) for each in win.choices] == [
        (400, 1, 280),
        (800, 1, 145),
        (0, 0, None),
    ]
    assert view.tickets == ()
    assert view.share == 10


def test_b_9_what_a_hundred_brought_shows_when_it_is_settled() -> None:
    bank = a_bank()
    bet(bank, GAIUS, 300, RED)
    bet(bank, LUCIUS, 100, BLUE)
    begin(bank)
    end(bank, RED, BLUE)

    win = of(board_for(bank.book(), None), number_of(bank, "win"))

    assert win.winners == ("1",)
    assert [each.pays for each in win.choices] == [133, None, None]


def test_b_17_a_purse_is_shown_to_its_owner_only() -> None:
    book = a_bank().book()

    assert board_for(book, GAIUS).purse == 1_000
    assert board_for(book, None).purse is None
    assert board_for(book, QUINTUS).purse == 0


def test_b_14_side_bets_are_shown_to_those_two_only() -> None:
    bank = a_bank()
    bank.apply(sides.offer(bank.book(), NewSide(GAIUS, "g", LUCIUS, "l", RED, BLUE, 5, 7, "k"), 1.0))

    shown = {viewer: len(board_for(bank.book(), viewer).sides) for viewer in (None, GAIUS, LUCIUS, TITUS)}
    assert shown == {None: 0, GAIUS: 1, LUCIUS: 1, TITUS: 0}


def test_a_board_tells_entrants_with_their_chances() -> None:
    view = board_for(a_bank(GAIUS, None).book(), None, chances={RED: 700, BLUE: 300}, turn=4, samples=200)

    assert [(each.name, each.driver, each.chance) for each in view.entrants] == [
        ("Red", GAIUS, 700),
        ("Blue", None, 300),
    ]
    assert (view.turn, view.samples) == (4, 200)
    assert msgspec.json.decode(msgspec.json.encode(view), type=BoardView) == view


def test_a_slip_tells_what_a_race_has_brought() -> None:
    bank = a_bank()
    bet(bank, GAIUS, 300, RED)
    bet(bank, GAIUS, 100, BLUE, "sealed")
    bet(bank, GAIUS, 100, "over", "finishers")
    bank.apply(table.cancel(bank.book(), GAIUS, 3, 5.0))
    bet(bank, LUCIUS, 100, BLUE)
    bet(bank, LUCIUS, 100, RED, "sealed")
    begin(bank)
    end(bank, RED, BLUE)

    slip = slip_for(bank.book(), GAIUS, (RED,))

    assert slip is not None
    assert [(each.market, each.entry, each.choice, each.colour, each.paid, each.state) for each in slip.lines] == [
        ("win", RED, "Red", "red", 400, "won"),
        ("sealed", BLUE, "Blue", "blue", 0, "lost"),
    ]
    assert (slip.staked, slip.paid, slip.purse, slip.winner) == (400, 400, 1_000, "Red")
    assert slip_for(bank.book(), TITUS) is None


def test_b_15_drivers_are_offered_nothing_but_their_own() -> None:
    bank = a_bank(GAIUS, None, None, owners=False)

    mine = {each.choice: each.room for each in of(board_for(bank.book(), GAIUS), number_of(bank, "win")).choices}
    others = {each.room for each in of(board_for(bank.book(), TITUS), number_of(bank, "win")).choices}

    assert mine == {"1": None, "2": 0, "3": 0}
    assert others == {None}


@pytest.mark.parametrize(("stake", "reason"), [(10_501, "purse too light"), (10_450, "not in steps")])
def test_no_amount_is_suggested_that_the_purse_does_not_hold(stake: int, reason: str) -> None:
    bank = a_bank(purse=10_500 if stake > 10_500 else 10_460)

    with pytest.raises(Refused) as caught:
        bet(bank, GAIUS, stake, RED)

    assert caught.value.reason == reason
    said = SENTENCES[BetReason(reason)](caught.value.values)
    assert "10,400" in said or "10,500 at most" in said
    assert "10,600" not in said
    assert "or 10,500" not in said


def test_side_bets_stand_on_the_slip() -> None:
    bank = a_bank()
    bank.apply(sides.offer(bank.book(), NewSide(GAIUS, "g", LUCIUS, "l", RED, BLUE, 5, 7, "k"), 1.0))
    assert slip_for(bank.book(), GAIUS) is None, "nobody has taken it"
    bank.apply(sides.answer(bank.book(), player=LUCIUS, number=1, accepts=True, now=2.0))

    mine, theirs = slip_for(bank.book(), GAIUS), slip_for(bank.book(), LUCIUS)

    assert mine is not None
    assert theirs is not None
    assert [each.number for each in mine.sides] == [1]
    assert (mine.gained, theirs.gained) == (-5, -7)
