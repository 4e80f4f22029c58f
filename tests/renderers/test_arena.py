"""The pictures of the arena: where hexes lie, what is drawn, how large it is, and what is told of it."""

from collections.abc import Sequence
from io import BytesIO
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

from engine.arena.asks import Plan
from engine.arena.facts import Moved
from engine.arena.hexes import field
from engine.arena.orders import PhaseOrder
from engine.arena.views import MatchView
from engine.marks import ReachMark
from records.values import EntryId, Square
from renderers import SCENES, Shot, alt_gaps, film_race, film_trailer, film_turn, gaps_of, share_card
from renderers.arena import alt_board, alt_cockpit, alt_log_card, draw_board, draw_cockpit, draw_log_card, ways
from renderers.arena.background import HEIGHT, MIDDLE, WIDTH
from renderers.arena.board import NEAR, board_camera, trails_of
from renderers.arena.cockpit import VIEW_HEIGHT, aim, height_of
from renderers.arena.crowd import HIGH, room_of_words, strip
from renderers.arena.figures import HIGH as BODY
from renderers.arena.figures import WIDE, figure
from renderers.arena.geometry import SAND, centre, facing, hex_of, outline, size_of, square_of
from renderers.arena.pieces import look_at
from renderers.arena.places import standings, winners
from renderers.arena.words import standing_of
from renderers.headline import HEADLINE
from renderers.palette import ALARM, BLACK, CORNER_SAND, GOLD, LIGHT_HARM, LOOKS, WALL, Colour
from renderers.telling import LONGEST
from renderers.trailer import Place
from tests.renderers.arena_samples import (
    BLUE,
    COLOURS,
    PISCATOR,
    RED,
    VIEWS,
    a_man,
    a_melee,
    a_view,
    at_close_quarters,
    at_the_end,
    at_the_start,
    before_the_choice,
    in_the_net,
)
from tests.renderers.races import a_race, turns_of_a_race
from tests.renderers.samples import LONG_NAMES, NAMES

KIB = 1024
SCENE = SCENES["arena"]
LONGEST_TOLD = 800
"""Characters of a board's alt text (H.8.5)."""


def opened(picture: bytes) -> Image.Image:
    return Image.open(BytesIO(picture)).convert("RGB")


def pixel(view: MatchView, at: tuple[int, int], right: float = 0, down: float = 0) -> Colour:
    """Return the colour of a board's picture at a hex's middle, or so many units beside it."""
    camera = board_camera(view, trails_of(view, None))
    x, y = camera.see(centre(view.radius, at))
    spot = (round(x + right * camera.zoom), round(y + down * camera.zoom))
    red, green, blue = opened(draw_board(view, NAMES)).getpixel(spot)  # type: ignore[misc]
    return red, green, blue


# Where hexes lie


@pytest.mark.parametrize("radius", [5, 7])
def test_all_hexes_lie_within_the_sand(radius: int) -> None:
    corners = [point for at in field(radius) for point in outline(radius, at)]

    assert max((point.x / SAND.x) ** 2 + (point.y / SAND.y) ** 2 for point in corners) <= 1


def test_rule_d_2_the_six_directions_lie_around_a_hex_and_the_right_hand_is_the_right_hand() -> None:
    middle, ahead, right = centre(5, (0, 0)), centre(5, (1, 0)), centre(5, (0, 1))
    cross = (ahead.x - middle.x) * (right.y - middle.y) - (ahead.y - middle.y) * (right.x - middle.x)

    assert cross > 0  # y grows downwards: (0, 1) lies to the right of whoever looks along (1, 0), as hand_of says
    assert hex_of(square_of((-4, 3))) == (-4, 3)


def test_a_man_faces_his_principal_foe() -> None:
    view = at_the_start()

    assert (facing(view, view.fighter(RED)), facing(view, view.fighter(BLUE))) == (0, 180)
    assert facing(a_view(a_man(1, (0, 0), 2), a_man(2, (0, 1), 1)), a_man(1, (0, 0), 2)) == 300


# What is drawn


@pytest.mark.as_sent
@pytest.mark.parametrize("name", VIEWS)
def test_boards_are_small_and_the_same_view_gives_the_same_bytes(name: str) -> None:
    view = VIEWS[name]()
    drawn = draw_board(view, NAMES, title="The Games of Apollo")

    assert opened(drawn).width == WIDTH
    assert len(drawn) <= 120 * KIB
    assert drawn == draw_board(view, NAMES, title="The Games of Apollo")


def test_each_man_shows_his_colour_where_he_stands() -> None:
    for view in (at_the_start(), at_close_quarters(), in_the_net("free"), a_melee()):
        for man in view.fighters:
            if man.at is not None and man.status == "fighting" and not man.prone:
                assert pixel(view, man.at, right=-12 * size_of(view.radius) / 59) == LOOKS[man.colour].fill, man.colour


def test_a_shield_is_a_bar_on_the_left_that_grows_shorter() -> None:
    whole, worn, gone = (a_view(a_man(1, (-1, 0), 2, durability=left), a_man(2, (1, 0), 1)) for left in (14, 5, 0))
    bar = {"right": 26, "down": -38}  # the fore part of it: he looks to the right

    assert pixel(whole, (-1, 0), **bar) != pixel(worn, (-1, 0), **bar) != pixel(gone, (-1, 0), **bar)
    assert [look_at(view.fighter(RED)).left for view in (whole, worn, gone)] == [10, 4, 0]
    assert look_at(gone.fighter(RED)).shield == "none"


def test_a_net_covers_half_of_the_snagged_and_all_of_the_entangled() -> None:
    free, snagged, entangled = (draw_board(in_the_net(netted), NAMES) for netted in ("free", "snagged", "entangled"))
    pictures = [opened(each) for each in (free, snagged, entangled)]
    view = in_the_net()
    camera = board_camera(view, {})
    x, y = (round(part) for part in camera.see(centre(5, (1, 0))))
    wide = round(34 * camera.zoom)
    boxes = ((x - wide, y - wide, x - 8, y + wide), (x + 14, y - wide, x + wide, y + wide))
    left, right = ([picture.crop(box).tobytes() for picture in pictures] for box in boxes)

    assert left[0] not in left[1:]  # that half is under the net in both
    assert right[0] == right[1] != right[2]


def test_a_man_who_lies_looks_otherwise_and_the_dead_are_carried_out() -> None:
    standing, lying = (
        draw_board(a_view(a_man(1, (0, 0), 2, prone=prone), a_man(2, (1, 0), 1)), NAMES) for prone in (False, True)
    )
    end = at_the_end()

    assert standing != lying
    assert pixel(end, (1, 0), down=-12) != LOOKS["blue"].fill


def test_trails_are_dotted_and_numbered_by_phase() -> None:
    view = at_close_quarters()
    still = replace(view, fighters=tuple(replace(man, trail=()) for man in view.fighters))

    assert {entry: len(phases) for entry, phases in trails_of(view, None).items()} == {RED: 3, BLUE: 3}
    assert trails_of(view, {RED: (Square("0,0"), Square("1,0"))}) == {RED: (((0, 0), (1, 0)),)}
    assert draw_board(view, NAMES) != draw_board(still, NAMES)


def test_the_camera_comes_near_where_men_are_close_and_never_looks_beyond_the_arena() -> None:
    assert board_camera(at_the_start(), {}).zoom == 1.0
    for at in field(5):
        view = a_view(a_man(1, at, 2), a_man(2, (at[0], at[1]), 1))
        camera = board_camera(view, {})
        left, top = MIDDLE[0] * NEAR - camera.at[0], MIDDLE[1] * NEAR - camera.at[1] + HEADLINE
        assert camera.zoom == NEAR
        assert 0 <= left <= WIDTH * (NEAR - 1) + 1
        assert 0 <= top <= HEIGHT * (NEAR - 1) + 1


@pytest.mark.parametrize("mood", range(-3, 4))
def test_the_crowds_mood_is_one_of_seven_steps(mood: int) -> None:
    image = opened(draw_board(replace(at_the_start(), mood=mood), NAMES))
    strip = image.crop((400, HEADLINE + HEIGHT, WIDTH - 80, HEADLINE + HEIGHT + HIGH))
    gold = [x for x in range(strip.width) if strip.getpixel((x, HIGH - 16)) == GOLD]

    assert gold
    assert max(gold) - min(gold) < 80  # one step alone
    assert (min(gold) + 4) // 74 == mood + 3 or abs(min(gold) - (mood + 3) * 74) < 90


def test_areas_are_light_hurt_grey_and_black() -> None:
    def shade(state: str) -> Any:
        body = figure((state,) * 5, (False,) * 5, 1.0).convert("RGB")
        return body.getpixel((round(WIDE / 2) - 18, 90))  # the chest, beside its middle

    assert [shade(state) for state in ("whole", "hurt", "half", "gone")] == [
        CORNER_SAND[0], LIGHT_HARM, LOOKS["grey"].fill, BLACK,
    ]  # fmt: skip
    assert figure(("whole",) * 5, (True,) * 5, 1.0) != figure(("whole",) * 5, (False,) * 5, 1.0)
    assert BODY > WIDE


# The other pictures


@pytest.mark.as_sent
@pytest.mark.parametrize("name", VIEWS)
def test_cockpits_and_records_are_small(name: str) -> None:
    view = VIEWS[name]()
    for man in view.fighters:
        assert len(draw_cockpit(view, NAMES, man.entry)) <= 100 * KIB
        assert len(draw_log_card(view, NAMES, man.entry)) <= 60 * KIB


def test_the_cockpit_sees_both_men_from_wherever_they_stand() -> None:
    for mine in field(5)[::3]:
        for his in ((4, 0), (-4, 0), (0, 4), (0, -5)):
            view = a_view(a_man(1, mine, 2), a_man(2, his, 1))
            camera = aim(view, view.fighter(RED), ())
            for at in (mine, his):
                x, y = camera.see(centre(5, at))
                assert -1 <= x <= 801, (mine, his)
                assert -40 <= y <= VIEW_HEIGHT + 40 or abs(his[1] - mine[1]) > 6, (mine, his)


def test_hexes_to_choose_from_are_lit_and_numbered() -> None:
    view = at_the_start()
    marks = [ReachMark(Square("-4,0"), "1", "place"), ReachMark(Square("-5,1"), "2", "place")]

    assert draw_cockpit(view, NAMES, RED, reach=marks) != draw_cockpit(view, NAMES, RED)
    assert "2 is -5,1" in alt_cockpit(view, NAMES, RED, reach=marks)


def test_ways_follow_from_moves() -> None:
    facts = [
        Moved(RED, ((0, 0), (1, 0)), "close"),
        Moved(BLUE, ((3, 0),), "hold"),
        Moved(RED, ((1, 0), (2, 0)), "close"),
    ]

    assert ways(None, facts) == {RED: ("0,0", "1,0", "2,0"), BLUE: ("3,0",)}


def test_the_man_who_can_take_most_stands_first_and_the_winner_before_him() -> None:
    hurt, end = at_close_quarters(), at_the_end()

    assert [(each.entry, each.place, each.behind) for each in standings(hurt)] == [(RED, 1, 0), (BLUE, 2, 1)]
    assert [(each.entry, each.fate) for each in standings(end)] == [(RED, "stands"), (BLUE, "out")]
    assert winners(end) == (RED,)
    assert winners(hurt) == ()


# Films


def a_duel() -> Sequence[Shot]:
    """Return the phases of the first duel by a seed that somebody wins."""
    found = (a_race("arena", 2, f"film {seed}", exchange="turn") for seed in range(9))
    return next(shots for shots in found if winners(shots[-1].view))


@pytest.mark.as_sent
@pytest.mark.slow
def test_the_film_of_a_duel_is_small_and_so_are_trailer_and_cards() -> None:
    shots = a_duel()
    film = film_race(SCENE, NAMES, "Games", shots)
    trailer = film_trailer(SCENE, NAMES, Place("Games", "Fought on Roma", "exchange"), shots, NAMES)
    card = share_card(SCENE, NAMES, Place("Games", "Fought on Roma", "exchange"), "Fight yourself", shots, NAMES)
    gaps = gaps_of(SCENE, shots)

    assert len(film.gif) <= 600 * KIB
    assert trailer is not None
    assert card is not None
    assert gaps is not None
    assert len(trailer.gif) <= 600 * KIB
    assert len(card.gif) <= 120 * KIB
    assert "exchanges: wounds fewer left than the best man" in alt_gaps("Games", gaps, NAMES)
    assert "lap" not in film.alt


@pytest.mark.slow
def test_the_film_of_an_exchange_says_who_moves_and_bleeds() -> None:
    turns = turns_of_a_race("arena", 2, "film", exchange="turn")
    film = film_turn(SCENE, NAMES, "Games", turns[0][-1].view, turns[1])

    assert film is not None
    assert "moves" in film.alt
    assert ",0 →" not in film.alt


# What is told


@pytest.mark.parametrize("name", VIEWS)
def test_alt_texts_say_it_all_and_no_more_than_allowed(name: str) -> None:
    view = VIEWS[name]()
    for names in (NAMES, LONG_NAMES):
        told = alt_board(view, names, title="W" * 100)
        assert len(told) <= LONGEST_TOLD
        for man in view.fighters:
            assert f"{man.entry} {man.colour}" in told
            assert len(alt_cockpit(view, names, man.entry)) <= LONGEST
            assert len(alt_log_card(view, names, man.entry)) <= LONGEST


def test_the_boards_alt_text_tells_what_the_picture_shows() -> None:
    told = alt_board(at_close_quarters(), NAMES)

    assert "The crowd cheers." in told
    assert "side by side" in told
    assert "wounds 13/14: head 2, chest 6, arms 4, legs 1 of 10 each" in told
    assert "large shield 6" in told
    assert "stun 1" in told
    assert "moved 2, 1, 1" in told
    assert "entangled" in alt_board(in_the_net(), NAMES)
    assert "dead" in alt_board(at_the_end(), NAMES)


# Secrets


def test_rule_d_4_5_no_plan_man_or_place_chosen_in_secret_shows_in_a_picture() -> None:
    view = VIEWS["choice"]()
    told = replace(
        view,
        offered={RED: (PISCATOR,)},
        taken={RED: 0},
        places={RED: (-4, 0)},
        omens={RED: (7, 7)},
        own={},
    )
    fight = at_close_quarters()
    planned = replace(fight, own={RED: _a_plan("close"), BLUE: _a_plan("back")})

    for one, other in ((view, told), (fight, planned)):
        assert draw_board(one, NAMES) == draw_board(other, NAMES)
        assert alt_board(one, NAMES) == alt_board(other, NAMES)
        for entry in (RED, BLUE):
            assert draw_log_card(one, NAMES, entry) == draw_log_card(other, NAMES, entry)
            assert alt_log_card(one, NAMES, entry) == alt_log_card(other, NAMES, entry)
            assert draw_cockpit(one, NAMES, entry) == draw_cockpit(other, NAMES, entry)
            assert alt_cockpit(one, NAMES, entry) == alt_cockpit(other, NAMES, entry)


def _a_plan(move: Any) -> Any:
    return Plan(move, "hard-legs", "all", plea="death", surrender=move == "back", hand=(PhaseOrder(),))


def test_every_colour_of_a_melee_is_known() -> None:
    assert all(colour in LOOKS for colour in COLOURS)
    assert [man.colour for man in a_melee().fighters] == list(COLOURS)
    assert Shot(a_melee(), ()).view.fighter(EntryId(8)).colour == "orange"


# A man who waits for the verdict


@pytest.mark.parametrize(("status", "lies"), [("fallen", True), ("dead", False), ("spared", True)])
def test_a_man_lies_where_he_fell_unless_he_dies(status: Any, *, lies: bool) -> None:
    view = at_close_quarters()
    men = tuple(replace(man, status=status) if man.entry == BLUE else man for man in view.fighters)
    man = men[1]
    assert man.at is not None

    seen = {
        pixel(replace(view, fighters=men), man.at, right, down) for right in range(-12, 13, 4) for down in (-9, 0, 9)
    }

    assert (LOOKS[man.colour].fill in seen) is lies
    if status != "fallen":
        assert bool({WALL, ALARM} & seen) is (status == "dead"), "a pool of blood for the dead"


def test_the_exchange_in_which_a_man_waits_for_the_verdict_has_its_own_number() -> None:
    view = replace(at_close_quarters(), phase=16, turn=16)
    men = tuple(replace(man, status="fallen") if man.entry == BLUE else man for man in view.fighters)

    assert standing_of(view) == "Exchange 16"
    assert standing_of(replace(view, fighters=men)) == "Exchange 17"


def test_each_hex_that_may_be_chosen_is_in_the_picture() -> None:
    view = before_the_choice()
    marks = [ReachMark(square_of(at), str(number), "place") for number, at in enumerate(half_of(view), start=1)]
    camera, high = aim(view, view.fighter(RED), marks), height_of(marks)

    assert len(marks) > 15
    for mark in marks:
        x, y = camera.see(centre(view.radius, hex_of(mark.square)))
        assert 0 < x < opened(draw_cockpit(view, NAMES, RED, reach=marks)).width
        assert 0 < y < high


def half_of(view: MatchView) -> list[tuple[int, int]]:
    """Return the hexes at the edge of the left half (D.2)."""
    return [at for at in field(view.radius) if at[0] < 0 and max(map(abs, (*at, sum(at)))) >= view.radius - 1]


@pytest.mark.parametrize("mood", range(-3, 4))
def test_the_crowd_s_words_end_before_the_thumb(mood: int) -> None:
    shown, end = strip(WIDTH, mood), 20 + round(room_of_words(WIDTH))

    ground = shown.getpixel((2, 8))
    assert {shown.getpixel((x, y)) for x in range(end + 2, end + 8) for y in range(6, HIGH)} == {ground}
    assert {shown.getpixel((x, HIGH // 2)) for x in range(20, end)} != {ground}


def test_letters_of_armour_are_explained_where_somebody_wears_any() -> None:
    view, bare = at_close_quarters(), ("-",) * 5
    bodies = [(man, man.man) for man in view.fighters if man.man is not None]
    naked = replace(view, fighters=tuple(replace(man, man=replace(body, armour=bare)) for man, body in bodies))

    for draw, high in ((draw_cockpit, 40), (draw_log_card, 44)):
        explained, without = (opened(draw(each, NAMES, RED)) for each in (view, naked))
        assert explained.height - without.height == high
        line = explained.crop((0, explained.height - high, explained.width, explained.height)).convert("L")
        assert min(line.tobytes()) < 100 < max(line.tobytes()), "a text stands there"
