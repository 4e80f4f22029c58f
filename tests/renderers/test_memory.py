"""What pictures share is kept in a quarter of the memory, and looks the same (performance: memory)."""

import random
from functools import cache

import pytest
from PIL import Image, ImageChops

from engine.ave_caesar.courses import COURSES
from renderers.ave_caesar import background as caesar
from renderers.camera import Camera
from renderers.canvas import Board, in_few_colours, packed, paint_disc
from renderers.circus_maximus import background as circus
from renderers.counters import badge, place
from renderers.geometry import Point
from renderers.palette import INK, SAND

WHITE = (255, 255, 255)
SIZE = (120, 90)


@cache
def blotches(colours: int) -> Image.Image:
    """Return a picture of many small boxes in *colours* that are well apart."""
    chance = random.Random(7)
    image = Image.new("RGB", (400, 300), WHITE)
    shades = [(16 * (place % 16), 16 * (place // 16), 16 * (place % 7)) for place in range(colours)]
    for _ in range(4000):
        x, y = chance.randrange(400), chance.randrange(300)
        image.paste(chance.choice(shades), (x, y, x + 12, y + 9))
    return image


def test_a_packed_picture_takes_a_byte_for_a_pixel_and_has_its_colours() -> None:
    image = blotches(200)
    small = packed(image)
    assert small.getbands() == ("P",)
    assert ImageChops.difference(image, small.convert("RGB")).getbbox() is None


def painted(image: Image.Image) -> Image.Image:
    """Paint of all kinds: an even box, one that runs over the edge, a disc with soft edges, a sprite."""
    image.paste(INK, (10, 10, 40, 40))
    paint_disc(image, (2, 60), 9, INK)
    paint_disc(image, (70, 70), 15.5, (178, 20, 28))
    place(image, badge("blue", 2, 40), (100, 20))
    return image


def test_a_board_that_is_painted_on_looks_as_if_it_had_been_in_full_colour() -> None:
    ground = Image.new("RGB", SIZE, SAND[0])
    board = painted(Board(in_few_colours(ground)))
    assert board.getbands() == ("P",)
    wanted = in_few_colours(painted(ground)).convert("RGB")
    assert ImageChops.difference(wanted, board.convert("RGB")).getbbox() is None


def test_painting_on_a_board_leaves_alone_what_it_was_made_from() -> None:
    ground = in_few_colours(Image.new("RGB", SIZE, SAND[0]))
    before = ground.tobytes()
    painted(Board(ground))
    assert ground.tobytes() == before


def test_a_large_picture_is_packed_band_by_band_to_its_last_row() -> None:
    image = blotches(200).resize((2000, 1501), Image.Resampling.NEAREST)
    assert ImageChops.difference(image, packed(image).convert("RGB")).getbbox() is None


@pytest.mark.slow
def test_what_is_kept_of_an_arena_is_packed() -> None:
    kept = [circus.arena(), circus.arena_at_double_size()]
    kept += [draw(course) for course in COURSES for draw in (caesar.arena, caesar.arena_at_double_size)]
    assert {image.mode for image in kept} == {"P"}
    assert sum(image.width * image.height for image in kept) < 40_000_000  # bytes


@pytest.mark.parametrize("turn", [0, 37, 180])
@pytest.mark.parametrize("middle", [Point(0, 0), Point(-95, 60), Point(99, -74)], ids=["middle", "edge", "corner"])
def test_a_crop_sees_the_same_of_a_packed_board(middle: Point, turn: float) -> None:
    """Only what is seen is unpacked; at the picture's edge too it ends where it did."""
    board = blotches(200)
    wide = Image.new("RGB", (1200, 900), (0, 0, 0))
    wide.paste(board, (400, 300))
    camera = Camera(middle, (SIZE[0] / 2, SIZE[1] / 2), 1.5, turn)
    near = camera.crop(packed(board), (200, 150), 2, SIZE)
    far = camera.crop(wide, (600, 450), 2, SIZE)
    assert near.mode == "RGB"
    assert near.size == SIZE
    mask = Image.new("L", (1200, 900), 0)
    mask.paste(255, (402, 302, 798, 598))  # away from the edge, where smoothing mixes in what is beyond
    seen = camera.crop(mask.convert("RGB"), (600, 450), 2, SIZE).getchannel("R").point([0] * 255 + [255])
    difference = ImageChops.difference(near, far)
    assert Image.composite(difference, Image.new("RGB", SIZE), seen).getextrema() == ((0, 0), (0, 0), (0, 0))
    assert seen.getextrema()[1] == 255
