"""Chariots can be told apart with every kind of colour vision, by what is really drawn."""

from collections import Counter
from functools import cache
from itertools import combinations
from math import dist

import pytest
from PIL import Image

from engine.circus_maximus.printed.tables import COLOURS
from renderers.counters import CarLook, HorseLook, badge, car_sprite, team_sprite
from renderers.palette import LOOKS, SAND, Colour, look_of

Matrix = tuple[tuple[float, float, float], ...]

# How light that falls into the eye is seen, in linear red, green and blue; Machado, Oliveira and Fernandes (2009)
VISIONS: dict[str, Matrix] = {
    "all three cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}

SOUND = (HorseLook(False, False, 0),) * 4

DISTINCT = 20.0
"""Mean difference in CIELAB over a counter; 2.3 is just noticeable, side by side."""


@cache
def linear(part: int) -> float:
    share = part / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


@cache
def seen(colour: Colour, vision: Matrix) -> tuple[float, float, float]:
    """Return the CIELAB values of a colour as somebody with *vision* sees it."""
    light = [linear(part) for part in colour]
    red, green, blue = (
        min(1.0, max(0.0, sum(weight * part for weight, part in zip(row, light, strict=True)))) for row in vision
    )
    x, y, z = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883,
    )
    fx, fy, fz = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def counter(colour: str) -> list[Colour]:
    """Return the pixels of a chariot's counter on sand, without its number."""
    image = Image.new("RGB", (104, 52), SAND[0])
    for sprite, left in (
        (car_sprite(colour, CarLook("normal", 0, 0, 0), 0, 1.0), 0),
        (team_sprite(colour, SOUND, 0, 1.0), 24),
    ):
        image.paste(sprite, (left, 0), sprite)
    return pixels(image.crop((10, 4, 66, 48)))


def pixels(image: Image.Image) -> list[Colour]:
    flat = image.convert("RGB").tobytes()
    return [(flat[at], flat[at + 1], flat[at + 2]) for at in range(0, len(flat), 3)]


def difference(one: list[Colour], other: list[Colour], vision: Matrix) -> float:
    """Return the mean difference where the two are not the same."""
    pairs = Counter(pair for pair in zip(one, other, strict=True) if pair[0] != pair[1])
    total = sum(times * dist(seen(left, vision), seen(right, vision)) for (left, right), times in pairs.items())
    return total / pairs.total() if pairs else 0.0


@pytest.mark.slow
@pytest.mark.parametrize("vision", VISIONS)
def test_all_counters_differ_for_every_kind_of_colour_vision(vision: str) -> None:
    counters = {colour: counter(colour) for colour in COLOURS}

    differences = {
        pair: difference(counters[pair[0]], counters[pair[1]], VISIONS[vision]) for pair in combinations(COLOURS, 2)
    }

    assert min(differences.values()) >= DISTINCT, sorted((round(d, 1), pair) for pair, d in differences.items())[:4]


def test_plain_red_and_green_of_the_same_brightness_would_not_do() -> None:
    one: Colour = (178, 20, 28)
    other: Colour = (70, 80, 20)

    assert difference([one], [other], VISIONS["all three cones"]) > DISTINCT
    assert difference([one], [other], VISIONS["protanopia"]) < DISTINCT


def test_every_colour_has_a_look_and_a_pattern_of_its_own() -> None:
    assert set(LOOKS) == set(COLOURS)
    assert len({look.pattern for look in LOOKS.values()}) == len(LOOKS)
    assert look_of("no such colour") not in LOOKS.values()


@pytest.mark.parametrize("colour", COLOURS)
def test_a_number_stands_out_from_its_disc(colour: str) -> None:
    look = LOOKS[colour]
    bright, dark = sorted((luminance(look.ink), luminance(look.fill)), reverse=True)

    assert (bright + 0.05) / (dark + 0.05) >= 4.5  # WCAG 2.2, 1.4.3


def luminance(colour: Colour) -> float:
    red, green, blue = map(linear, colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("colour", COLOURS)
def test_badges_differ_by_pattern_even_in_grey(colour: str) -> None:
    plain = badge("no such colour", 1, 40).convert("L")

    ours = badge(colour, 1, 40).convert("L")

    assert ours.tobytes() != plain.tobytes()
    if LOOKS[colour].pattern != "plain":
        corner = ours.crop((3, 3, 37, 37)).getcolors(maxcolors=2000) or []
        assert len({level for count, level in corner if count > 40}) >= 2


def test_dead_horses_and_broken_wheels_show() -> None:
    dead = (HorseLook(False, True, 0), *SOUND[1:])
    gone = (HorseLook(True, False, 0), *SOUND[1:])
    hurt = (HorseLook(False, False, 2), *SOUND[1:])
    teams = [team_sprite("red", horses, 0, 1.0).tobytes() for horses in (SOUND, dead, gone, hurt)]
    cars = [
        car_sprite("red", look, 0, 1.0).tobytes()
        for look in (
            CarLook("normal", 0, 0, 0),
            CarLook("normal", 1, 0, 0),
            CarLook("normal", 2, 0, 0),
            CarLook("normal", 0, 1, 0),
            CarLook("normal", 0, 0, 3),
            CarLook("heavy", 0, 0, 0),
        )
    ]

    assert len(set(teams)) == len(teams)
    assert len(set(cars)) == len(cars)
