"""A person's card: all that is on it can be read, and stands in its alt text."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from renderers import Profile, alt_profile, draw_profile
from renderers.palette import LOOKS
from renderers.telling import LONGEST
from tests.renderers.profile_samples import A_CARD, NOBODY


def shown(profile: Profile) -> Image.Image:
    return Image.open(BytesIO(draw_profile(profile))).convert("RGB")


def test_the_alt_text_says_all_that_the_card_shows() -> None:
    told = alt_profile(A_CARD)

    for text in ("Marcus Aurelius", "Circus Maximus: 1,587 ± 96, 30 races", "12 of 40 races won", "2 cups, 1 season"):
        assert text in told
    for text in ("Favourite colour: Blue", "in time: 96 %", "Best moment: Won Ludi Romani at odds of 12.5 : 1"):
        assert text in told
    assert alt_profile(NOBODY) == "Card of Bob.\nRaces: none with others yet."


def test_the_card_shows_the_colour_and_grows_with_what_there_is_to_say() -> None:
    colours = {colour: count for count, colour in shown(A_CARD).getcolors(maxcolors=1000) or []}

    assert colours[LOOKS["blue"].fill] > 500
    assert shown(NOBODY).height < shown(replace(A_CARD, moment="")).height < shown(A_CARD).height


def test_a_rating_after_one_race_has_no_empty_plot() -> None:
    rating = A_CARD.rating
    assert rating is not None
    one = replace(A_CARD, rating=replace(rating, points=rating.points[:1], races=1))
    two = replace(A_CARD, rating=replace(rating, points=rating.points[:2], races=2))
    assert shown(one).height == shown(two).height - 250


def test_characters_that_the_fonts_lack_are_left_out_of_the_best_moment() -> None:
    moment = "Won ᚠ Ludi ᚢᚢ Romani"

    assert draw_profile(replace(A_CARD, moment=moment)) == draw_profile(replace(A_CARD, moment="Won Ludi Romani"))


@pytest.mark.as_sent
def test_the_longest_card_is_small_and_told_within_the_limit() -> None:
    longest = replace(A_CARD, name="W🏇" * 100, titles="9 cups, " * 20, moment="word " * 200, colour="blue striped")

    picture = draw_profile(longest)

    assert len(picture) <= 150 * 1024
    assert max(Image.open(BytesIO(picture)).size) <= 1600
    assert len(alt_profile(longest).encode("utf-16-le")) // 2 <= LONGEST
