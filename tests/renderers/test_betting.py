"""Pictures of the betting table: the board, how chances swung, the payoff slip."""

from collections.abc import Callable
from io import BytesIO
from itertools import combinations, pairwise
from math import dist

import msgspec
import pytest
from PIL import Image

from engine.betting.book import MarketKind
from engine.betting.views import BoardView, SlipView, SwingPoint, SwingView
from records.values import EntryId, PlayerId, Sesterces
from renderers import palette
from renderers.betting import alt_board, alt_slip, alt_swing, draw_board, draw_slip, draw_swing
from renderers.betting.blocks import MOST, backed
from renderers.betting.board import _columns
from renderers.betting.marks import BADGE, EDGE, FIGURES, GAP, SMALL, WIDTH
from renderers.betting.slip import MOST_LINES
from renderers.betting.swing import LABEL, Frame, ends_of, path_of
from renderers.betting.words import SHORT, figure, owned, standing_of, terms_of
from renderers.lettering import length
from renderers.palette import LOOKS, Colour
from renderers.strokes import dashed, dashes_of
from renderers.telling import LONGEST
from tests.renderers.betting_samples import (
    LONGEST_NAME,
    VIEWER,
    a_board,
    a_line,
    a_market,
    a_slip,
    a_swing,
    a_ticket,
    a_usual_slip,
    at_its_worst,
    entrants,
    in_a_window,
    seen_by_a_bettor,
    the_longest_slip,
    when_settled,
    while_open,
)
from tests.renderers.test_looks import DISTINCT, VISIONS, seen

KIB = 1024
PHONE = 390  # pixels that a picture is seen at
EMPTY = a_board(0, [], entrants=(), samples=0)
BOARDS: dict[str, BoardView] = {
    "open": while_open(),
    "of a bettor": seen_by_a_bettor(),
    "in a window": in_a_window(),
    "settled": when_settled(),
    "of sixteen": while_open(16, 9_999),
    "of one": while_open(1, 1),
    "empty": EMPTY,
}
SWINGS: dict[str, SwingView] = {
    "usual": a_swing(8, 11, outs=3),
    "of sixteen": a_swing(16, 60, outs=9, name=LONGEST_NAME),
    "still going": a_swing(16, 12, is_over=False),
    "of two": a_swing(2, 4, is_over=False),
    "of one turn": a_swing(8, 0, is_over=False),
    "without chances": a_swing(8, 0, is_over=False, points=()),
}
SLIPS: dict[str, SlipView] = {
    "usual": a_usual_slip(),
    "longest": the_longest_slip(),
    "empty": a_slip(winners=()),
}


def opened(picture: bytes) -> Image.Image:
    return Image.open(BytesIO(picture)).convert("RGB")


def count(image: Image.Image, colour: Colour) -> int:
    """Return how many pixels of a colour a picture has."""
    return {shade: number for number, shade in image.getcolors(1_000) or []}.get(colour, 0)


def units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def check(picture: bytes, most: int = 120) -> None:
    image = opened(picture)
    assert image.width == WIDTH
    assert image.height <= 3 * WIDTH
    assert len(picture) <= most * KIB


@pytest.mark.as_sent
@pytest.mark.parametrize("which", BOARDS)
def test_boards_are_small_and_told_within_the_limit(which: str) -> None:
    picture = draw_board(BOARDS[which])

    check(picture)
    assert picture == draw_board(BOARDS[which])
    assert units(alt_board(BOARDS[which])) <= LONGEST


@pytest.mark.as_sent
@pytest.mark.slow
def test_the_fullest_board_is_small_too() -> None:
    board = at_its_worst()
    seven = msgspec.structs.replace(board, markets=board.markets[:7])

    check(draw_board(seven))
    check(draw_board(board), most=130)  # with both windows, and a ticket of the viewer's on everything
    assert units(alt_board(board)) <= LONGEST
    assert all(f"Won by {', '.join(each.winners)}" in alt_board(board) for each in board.markets if each.winners)


@pytest.mark.as_sent
@pytest.mark.parametrize("which", SWINGS)
def test_charts_are_small_and_told_within_the_limit(which: str) -> None:
    picture = draw_swing(SWINGS[which])

    check(picture)
    assert picture == draw_swing(SWINGS[which])
    assert units(alt_swing(SWINGS[which])) <= LONGEST


@pytest.mark.as_sent
@pytest.mark.parametrize("which", SLIPS)
def test_slips_are_small_and_told_within_the_limit(which: str) -> None:
    picture = draw_slip(SLIPS[which])

    check(picture)
    assert picture == draw_slip(SLIPS[which])
    assert units(alt_slip(SLIPS[which])) <= LONGEST


def test_lettering_can_be_read_on_a_phone() -> None:
    assert SMALL * PHONE / WIDTH >= 11


@pytest.mark.parametrize("name", ["", "\u202e\u0000\n", "﷽" * 32, "\ud83d", "🏇" * 32])
def test_any_name_can_be_drawn_and_told(name: str) -> None:
    board = a_board(3, [a_market(1, "win", [100, 200, 0])], entrants=entrants(3, name=name or " "), title=name)
    slip = a_slip(a_line(1, "won", 100, 200, choice=name, colour="no such colour"), player=name, title=name)
    swing = a_swing(3, 4, name=name or " ", title=name)

    assert all(opened(each).width == WIDTH for each in (draw_board(board), draw_slip(slip), draw_swing(swing)))
    assert all(units(told) <= LONGEST for told in (alt_board(board), alt_slip(slip), alt_swing(swing)))


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_names_and_chances_keep_their_room_beside_any_number_of_markets_on_the_winner(count: int) -> None:
    kinds: tuple[MarketKind, ...] = ("sealed", "win", "bank", "win")
    columns = _columns([a_market(n, kind, [100, 200]) for n, kind in enumerate(kinds[:count])], has_chances=True)

    left = columns[0].left - GAP - length("100 %", FIGURES)
    assert left >= (72 + 100 if count < 4 else EDGE + 4 + BADGE), "a name, or the badge alone beside four"
    assert length("chance", SMALL) < columns[0].left - GAP
    assert columns[-1].right == WIDTH - EDGE
    assert all(length(SHORT.get(each, each), 36 if columns[0].is_wide else SMALL, "serif") < columns[0].width
               for each in kinds[:count])  # fmt: skip


class TestBoard:
    """The board of bets."""

    def test_it_has_every_chariot_in_its_colour(self) -> None:
        image = opened(draw_board(while_open(16)))

        assert all(count(image, LOOKS[each.colour].fill) > 200 for each in entrants(16))

    @pytest.mark.parametrize(
        "change",
        [
            lambda each: msgspec.structs.replace(each, name="Another"),
            lambda each: msgspec.structs.replace(each, chance=501),
            lambda each: msgspec.structs.replace(each, colour="grey"),
        ],
        ids=["name", "chance", "colour"],
    )
    def test_it_shows_what_is_known_of_a_chariot(self, change: Callable[[object], object]) -> None:
        board = while_open()
        other = msgspec.structs.replace(board, entrants=(change(board.entrants[0]), *board.entrants[1:]))

        assert draw_board(other) != draw_board(board)
        assert alt_board(other) != alt_board(board)

    @pytest.mark.parametrize(("number", "field"), [(1, "staked"), (1, "odds"), (2, "staked"), (2, "pays"), (7, "pays")])
    def test_it_shows_stakes_and_what_they_pay(self, number: int, field: str) -> None:
        board = a_board(2, [a_market(1, "sealed", [200, 700]), a_market(2, "win", [200, 700])])
        board = msgspec.structs.replace(board, markets=(*board.markets, a_market(7, "finishers", [200, 700])))
        market = next(each for each in board.markets if each.number == number)
        first = msgspec.structs.replace(market.choices[0], **{field: 12_300})
        changed = msgspec.structs.replace(market, choices=(first, market.choices[1]))
        markets = tuple(changed if each.number == number else each for each in board.markets)
        other = msgspec.structs.replace(board, markets=markets)

        assert draw_board(other) != draw_board(board)
        assert ("12,300" in alt_board(other)) is (field != "odds")
        assert alt_board(other) != alt_board(board)

    def test_of_sealed_bets_it_shows_their_number_and_nothing_else(self) -> None:
        secret = a_board(4, [a_market(1, "sealed", [None] * 4, seals=7)], samples=0)
        more = a_board(4, [a_market(1, "sealed", [None] * 4, seals=8)], samples=0)

        assert alt_board(secret).splitlines()[1] == "Sealed bets: open, 7 seals."
        assert alt_board(secret).splitlines()[2] == "1 red Scorpus: no bets known"
        assert draw_board(secret) != draw_board(more)
        assert count(opened(draw_board(secret)), palette.CARPET[0]) > 100  # the wax

    def test_without_played_out_races_there_are_no_chances(self) -> None:
        board = msgspec.structs.replace(while_open(), samples=0)
        unknown = msgspec.structs.replace(board, entrants=entrants(8, has_chances=False))

        assert draw_board(board) == draw_board(unknown)
        assert alt_board(board) == alt_board(unknown)
        assert "hance" not in alt_board(board)

    def test_nobody_elses_tickets_are_marked(self) -> None:
        board = while_open()
        strangers = (a_ticket(1, 2, "3", player=PlayerId(5)), a_ticket(2, 1, "3", player=PlayerId(6)))
        seen_too = msgspec.structs.replace(board, tickets=strangers)
        own = msgspec.structs.replace(board, tickets=strangers, viewer=PlayerId(5))

        assert draw_board(seen_too) == draw_board(board)
        assert draw_board(own) != draw_board(board)
        assert owned(own) == {(2, "3")}
        assert "yours" in alt_board(own) or "Your bets: win 3." in alt_board(own)

    def test_a_cancelled_ticket_is_not_marked(self) -> None:
        ticket = a_ticket(1, 2, "3", state="cancelled")

        assert owned(a_board(3, [], tickets=(ticket,), viewer=VIEWER)) == set()

    def test_the_viewers_purse_is_his_alone(self) -> None:
        rich = msgspec.structs.replace(seen_by_a_bettor(), purse=Sesterces(1_000_000))

        assert draw_board(rich) != draw_board(seen_by_a_bettor())
        assert "Your purse: 1,000,000." in alt_board(rich)
        assert "purse" not in alt_board(while_open())

    def test_winners_are_framed_and_told(self) -> None:
        board = when_settled()
        nobody = tuple(msgspec.structs.replace(each, winners=(), state="closed") for each in board.markets)
        without = msgspec.structs.replace(board, markets=nobody)

        gold = [count(opened(draw_board(each)), palette.GOLD) for each in (board, without)]
        assert gold[0] > gold[1] + 8 * 4_000  # a cell for each winner
        assert "Won by 1, 3, 5." in alt_board(board)

    def test_where_stakes_go_back_nothing_is_paid(self) -> None:
        void = a_board(2, [a_market(1, "win", [100, 300], state="void")])

        assert "pays 400" in alt_board(a_board(2, [a_market(1, "win", [100, 300])]))
        assert "Win: void, 400 in all." in alt_board(void)
        assert "pays 400" not in alt_board(void)

    def test_sealed_bets_that_nobody_won_are_not_told_to_be_given_back(self) -> None:
        lost = a_board(2, [a_market(1, "sealed", [100, 300], state="settled")], is_over=True)

        assert "Sealed bets: no winner, 400 in all." in alt_board(lost)
        assert "back" not in alt_board(lost)

    def test_a_chariot_is_told_with_all_its_bets(self) -> None:
        markets = [
            a_market(1, "sealed", [200, 1_000], state="closed"),
            a_market(2, "win", [300, 100]),
            a_market(3, "finishers", [100, 0]),
        ]
        board = a_board(2, markets, tickets=(a_ticket(1, 2, "1"),), viewer=VIEWER, share=10, samples=0)

        assert alt_board(board).splitlines() == [
            "Betting on The Games of Apollo: bets are taken until the start.",
            "Sealed bets: closed, 1,200 in all.",
            "Win: open, 400 in all.",
            "Finishers: open, 100 in all. over half 100 pays 100, under half nothing.",
            "1 red Scorpus: sealed bets 200 at 6 : 1, win 300 pays 133 (yours)",
            "2 blue Diocles of Lusitania: sealed bets 1,000 at 1 : 1, win 100 pays 400",
            "Pays: for each 100 staked, the stake included; the house keeps 10 % of what losers of a pool staked.",
        ]

    def test_a_window_shows_the_largest_stakes_the_winner_and_the_viewers_own(self) -> None:
        stakes = [100 * number for number in range(1, 17)]
        window = a_market(9, "sealed", stakes, window=1, winners=("2",))
        board = a_board(16, [window], tickets=(a_ticket(1, 9, "3"),), viewer=VIEWER)

        shown = [entrant.entry for entrant, _ in backed(board, window)]

        assert shown == [2, 3, *range(9, 17)]
        assert len(shown) == MOST

    def test_of_a_window_opened_again_the_last_is_shown(self) -> None:
        void = a_market(8, "sealed", [100, 0], window=1, state="void")
        again = a_market(9, "sealed", [None, None], window=1, seals=3)

        assert draw_board(a_board(2, [void, again])) == draw_board(a_board(2, [again]))
        assert alt_board(a_board(2, [void, again])) == alt_board(a_board(2, [again]))

    def test_a_secret_window_shows_the_viewer_his_own_alone(self) -> None:
        window = a_market(9, "sealed", [None] * 4, window=1, seals=2)
        ticket = a_ticket(1, 9, "3")

        assert [each.entry for each, _ in backed(a_board(4, [window], tickets=(ticket,), viewer=VIEWER), window)] == [3]
        assert backed(a_board(4, [window], tickets=(ticket,)), window) == []

    @pytest.mark.parametrize(
        ("board", "told"),
        [
            (while_open(), "bets are taken until the start"),
            (in_a_window(), "sealed bets are taken after lap 1"),
            (when_settled(), "all bets are settled"),
            (a_board(2, [a_market(1, "win", [0, 0], state="closed")]), "no more bets are taken"),
            (a_board(2, [a_market(1, "win", [0, 0], state="void")]), "all stakes went back"),
            (EMPTY, "there is nothing to bet on"),
        ],
    )
    def test_it_says_until_when_bets_are_taken(self, board: BoardView, told: str) -> None:
        assert standing_of(board) == told
        assert f": {told}." in alt_board(board)

    def test_its_terms_are_told(self) -> None:
        terms = terms_of(seen_by_a_bettor())

        assert terms[2:] == ["the house keeps 5 % of what losers of a pool staked", "at most 5,000 for each player"]
        assert terms_of(EMPTY) == []


class TestSwing:
    """The chart of chances."""

    @pytest.mark.parametrize("swing", SWINGS.values(), ids=SWINGS)
    def test_labels_never_touch_and_stay_in_the_picture(self, swing: SwingView) -> None:
        frame = Frame(swing)
        heights = sorted(ends_of(swing, frame).values())

        assert len(heights) == len(swing.entrants)
        assert all(lower - upper >= LABEL - 1 for upper, lower in pairwise(heights))
        assert heights[0] - LABEL / 2 >= 92
        assert heights[-1] + LABEL / 2 <= frame.bottom + 20

    def test_lines_go_where_the_chances_are(self) -> None:
        swing = a_swing(8, 11, outs=3)
        frame = Frame(swing)

        for entrant in swing.entrants:
            way = path_of(swing, frame, entrant.entry)
            out = swing.out.get(entrant.entry)
            known = [each for each in swing.points if out is None or each.turn < out]
            assert [x for x, _ in way][: len(known)] == [frame.x(each.turn) for each in known]
            assert len(way) == len(known) + (out is not None)
            if out is not None:
                assert way[-1] == (frame.x(out), frame.y(0))

    def test_more_chance_is_higher_and_a_later_turn_is_further_right(self) -> None:
        frame = Frame(a_swing(8, 11))
        heights = [frame.y(chance) for chance in range(0, 1001, 50)]

        assert heights == sorted(heights, reverse=True)
        assert heights[0] == frame.bottom
        assert heights[-1] == frame.bottom - frame.high
        assert [frame.x(turn) for turn in range(13)] == sorted(frame.x(turn) for turn in range(13))

    def test_a_line_and_its_end_have_the_chariots_colour(self) -> None:
        swing = a_swing(4, 8)
        image = opened(draw_swing(swing))
        frame = Frame(swing)

        for entrant in swing.entrants:
            x, y = path_of(swing, frame, entrant.entry)[4]
            box = image.crop((int(x) - 12, int(y) - 12, int(x) + 12, int(y) + 12))
            assert count(box, LOOKS[entrant.colour].fill) > 20

    def test_a_chariot_that_went_out_has_a_dot_and_is_told(self) -> None:
        swing = a_swing(8, 11, outs=3, is_over=False)
        image = opened(draw_swing(swing))
        frame = Frame(swing)

        for entry, turn in swing.out.items():
            x, y = round(frame.x(turn)), round(frame.y(0))
            colour = LOOKS[swing.entrants[entry - 1].colour].fill
            assert image.getpixel((x, y)) == colour
            assert f"out in turn {turn}" in alt_swing(swing).splitlines()[entry]

    def test_dots_of_the_same_turn_do_not_hide_each_other(self) -> None:
        swing = a_swing(4, 6, is_over=False, out={EntryId(1): 3, EntryId(2): 3, EntryId(4): 3})
        image = opened(draw_swing(swing))
        x, y = round(Frame(swing).x(3)), Frame(swing).bottom

        assert [image.getpixel((x, y - 26 * place)) for place in range(3)] == [
            LOOKS[colour].fill for colour in ("red", "blue", "green")
        ]

    def test_the_winner_is_framed_and_told(self) -> None:
        swing = a_swing(8, 11)
        going = msgspec.structs.replace(swing, winner=None)

        assert count(opened(draw_swing(swing)), palette.GOLD) > count(opened(draw_swing(going)), palette.GOLD) + 4_000
        assert alt_swing(swing).splitlines()[swing.winner or 0].endswith("won")
        assert "won" not in alt_swing(going)

    def test_laps_are_marked(self) -> None:
        swing = a_swing(8, 12, laps=(4, 8))
        without = msgspec.structs.replace(swing, laps=())

        assert draw_swing(swing) != draw_swing(without)
        assert "Laps: 1 in turn 4, 2 in turn 8." in alt_swing(swing)

    def test_it_is_told_from_beginning_to_end(self) -> None:
        points = [{EntryId(1): 500, EntryId(2): 500}, {EntryId(1): 630, EntryId(2): 370}, {EntryId(1): 310}]
        swing = a_swing(2, 2, is_over=False, laps=(), points=tuple(map(SwingPoint, range(3), points)))

        assert alt_swing(swing).splitlines() == [
            "How the chances to win swung in The Games of Apollo, turns 0 to 2; each played out 200 times.",
            "1 red Scorpus: 50 %, most 63 % after turn 1, 31 % now",
            "2 blue Diocles of Lusitania: 50 %, most 50 % after turn 0, – now",
        ]
        assert "none have been worked out" in alt_swing(SWINGS["without chances"])

    @pytest.mark.parametrize("vision", VISIONS)
    def test_lines_alike_in_their_dashes_differ_in_colour_for_every_eye(self, vision: str) -> None:
        for one, other in combinations(LOOKS, 2):
            if dashes_of(one) == dashes_of(other):
                left, right = (seen(LOOKS[each].fill, VISIONS[vision]) for each in (one, other))
                assert dist(left, right) >= DISTINCT, (one, other)

    def test_dashes_are_as_long_as_they_should_be_around_bends_too(self) -> None:
        way = [(0.0, 0.0), (30.0, 0.0), (30.0, 25.0)]
        pieces = dashed(way, (20, 10))

        assert pieces == [[(0, 0), (20, 0)], [(30.0, 0.0), (30.0, 20.0)]]
        assert dashed(way, ()) == [way]
        assert dashed(way[:1], (20, 10)) == []


class TestSlip:
    """The payoff slip."""

    def test_it_tells_every_bet_and_the_totals(self) -> None:
        assert alt_slip(a_usual_slip()).splitlines() == [
            "Slip of Ana for The Games of Apollo: Crescens won.",
            "Crescens, sealed bets: 300 staked, won, 1,800 paid",
            "Crescens, sealed after lap 1: 200 staked, won, 600 paid",
            "Messala, win: 400 staked, lost",
            "Diocles of Lusitania, fastest lap: 100 staked, stake back, 100 paid",
            "over half, finishers: 500 staked, won, 950 paid",
            "Staked 1,500, paid 3,450, gain +1,950. In the purse now: 12,450.",
        ]

    def test_a_loss_is_called_one(self) -> None:
        slip = a_slip(a_line(1, "lost", 500), winners=())

        assert "loss −500" in alt_slip(slip)
        assert "nobody won" in alt_slip(slip)
        assert draw_slip(slip) != draw_slip(a_slip(a_line(1, "lost", 400), winners=()))

    def test_who_has_not_lost_yet_is_not_told_that_nobody_won(self) -> None:
        slip = a_slip(a_line(1, "open", 500), winners=(), is_over=False)

        assert alt_slip(slip).startswith("Slip of Ana for The Games of Apollo: not over yet.")
        assert draw_slip(slip) != draw_slip(msgspec.structs.replace(slip, is_over=True))

    def test_bets_won_stand_on_gold_and_each_has_its_colour(self) -> None:
        won, lost = a_slip(a_line(1, "won", 100, 200)), a_slip(a_line(1, "lost", 100))

        assert count(opened(draw_slip(won)), palette.GOLD) > count(opened(draw_slip(lost)), palette.GOLD) + 40_000
        lines = [a_line(number, "open", 100) for number in range(1, 17)]
        image = opened(draw_slip(a_slip(*lines)))
        assert all(count(image, LOOKS[line.colour or ""].fill) > 800 for line in lines)

    def test_many_bets_are_summed_up(self) -> None:
        lines = [a_line(1, "lost", 100) for _ in range(MOST_LINES)]
        longest, longer = a_slip(*lines), a_slip(*lines, *lines)

        assert opened(draw_slip(longest)).height == opened(draw_slip(longer)).height
        assert "and 17 more: 1,700 staked, 0 paid" in alt_slip(longer)
        assert "more" not in alt_slip(longest)


@pytest.mark.parametrize("amount", [0, 999, 1_000, 99_999, 100_000, 999_999, 1_000_000, 12_345_678, 10**9, 10**12 - 1])
def test_a_figure_fits_and_is_never_more_than_the_amount(amount: int) -> None:
    told = figure(amount, 5)
    scale = {"k": 1_000, "M": 1_000_000, "B": 1_000_000_000}.get(told[-1], 1)

    assert len(told) <= 5
    assert float(told.rstrip("kMB").replace(",", "")) * scale <= amount
    assert figure(amount, 20) == f"{amount:,}"


@pytest.mark.parametrize("view", list(BOARDS.values()), ids=list(BOARDS))
def test_no_picture_of_bets_speaks_of_a_race_since_some_are_of_a_duel(view: BoardView) -> None:
    told = " ".join([standing_of(view), *terms_of(view)])

    assert "race" not in told
